// The minimax family without table or history: move, value and node count of src/boyi/textbook/alphabeta.py. What it
// asks of a board are virtual calls (minimax.hpp), so that it is compiled once. No Python in here.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "search/cancel.hpp"
#include "search/minimax_config.hpp"
#include "search/search.hpp"

namespace boyi {

// One search by one thread to a fixed depth, or to depth 1, 2, … until it must stop (other threads have nothing to do).
class MinimaxSearch : public Search {
public:
    static constexpr int max_depth = 500;

    void prepare(const Limits& limits) override;
    void work(int thread) override;
    Report report() override;

protected:
    using Ranked = std::pair<std::int64_t, Move>;

    MinimaxSearch(const MinimaxConfig& config, const Cancel* cancel) : config_(config), cancel_(cancel) {}

    // The boards of the line that is being searched: the root's at ply 0.
    virtual int turn(int ply) const = 0;
    virtual Outcome outcome(int ply) const = 0;
    virtual int value(int ply) const = 0;  // by the evaluation, for the side to move
    virtual double rate(int value) const = 0;
    virtual void list(int ply, MoveList& moves) const = 0;
    // Appends the moves with their gains, negative.
    virtual void rank(int ply, const MoveList& moves, std::vector<Ranked>& ranked) const = 0;
    // Makes the board at `ply` + 1 by a move at `ply`.
    virtual void play(int ply, Move move) = 0;

private:
    // On the heap: a thread's stack may be as small as half a megabyte.
    struct Frame {
        MoveList list;
        std::vector<Move> pv;
    };

    Frame& at(int ply);
    int minimax(int ply, int depth);
    int negamax(int ply, int depth);
    int aspiration(int depth, int centre);
    int value_at(int depth, int guess);
    int search(int ply, int depth, int alpha, int beta);
    bool leaf(int ply, int depth, int& value);
    void order(int ply);
    int after(int ply, Move move);
    void improve(int ply, Move move, int value);
    void publish(int value, int depth);

    const MinimaxConfig config_;
    const Cancel* const cancel_;
    Limits limits_;
    std::vector<std::unique_ptr<Frame>> frames_;
    std::vector<Ranked> ranked_;
    std::vector<Move> path_, line_;  // the moves to the present node; the best line of the last finished depth
    std::uint64_t count_ = 0;
    bool stopped_ = false, guessed_ = false;  // guessed: a position that is not the end of a game was valued
    std::atomic<std::uint64_t> nodes_{0};
    std::mutex mutex_;
    Report result_;
};

}  // namespace boyi
