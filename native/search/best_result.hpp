// The best result that the threads of an alpha-beta search have found so far. No Python in here.
#pragma once

#include <mutex>
#include <vector>

#include "search/searcher.hpp"

namespace boyi {

class BestResult {
public:
    explicit BestResult(int multi) : multi_(multi) {}

    // The answer before the first iteration is finished.
    void reset(Line first);

    // Takes these lines, the best first, as the answer unless those of a later or of the last iteration are known.
    // `proven` is about the first line. `finished`: the iteration is; `last`: no further one can change the answer.
    // Where several lines are wanted, only finished iterations count, or a win: their values can be compared.
    void offer(std::vector<Line> lines, Proven proven, int confidence, const Iteration& iteration, bool finished,
               bool last);

    // Takes a report as the last answer.
    void conclude(Report report);

    Report get();

private:
    const int multi_;  // how many lines are wanted
    std::mutex mutex_;
    Report report_;
    Iteration best_;     // the latest that was finished
    bool last_ = false;  // the report is final, though other threads may still be running
};

}  // namespace boyi
