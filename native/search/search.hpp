// What every native search takes and gives. No Python in here.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "core/board.hpp"

namespace boyi {

struct Limits {
    double seconds = 1e9;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    int depth = 99;
    std::uint64_t memory = std::uint64_t{256} << 20;  // bytes, for trees and tables
    int threads = 1;
    std::uint64_t seed = 0;
    bool processor = false;  // whether `seconds` are of a processor, for each thread, and not of the clock on the wall
};

enum class Proven { no = 0, win = 1, loss = 2, draw = 3 };
// What a value says: nothing, at least so much (fail high), at most so much (fail low), or just so much.
enum class Bound : std::uint8_t { none = 0, lower = 1, upper = 2, exact = 3 };
// What a value is based on: an evaluation at some depth, a search to the end of the game with cuts that are probably
// right, or a proof.
enum class Kind { none = 0, heuristic = 1, selective = 2, exact = 3 };

// One root move: numbers are for the side to move at the root; rate is a share of points from 0 to 1.
struct Line {
    Move move = 0;
    std::uint64_t visits = 0;
    double rate = 0.5;
    double score = 0;
    std::vector<Move> pv;
    Kind kind = Kind::none;
    int depth = 0;  // of the iteration that gave the value; 0 in searches without iterations
    Bound bound = Bound::exact;
    Proven proven = Proven::no;
    int plies = 0;  // to the proven end; 0: not known
};

struct Report {
    std::vector<Line> lines;  // the move to play first
    std::uint64_t nodes = 0;
    int depth = 0;
    Proven proven = Proven::no;
    int confidence = 0;  // of a selective search, in percent; 0: it is not known
};

// Tells all threads of one search when to end. Workers ask `expired()` often; it costs one relaxed load.
class Stopper {
public:
    // `processor`: the seconds are of a processor, for each thread; all threads must be new ones, which have used none.
    void start(double seconds, bool processor = false) {
        stop_.store(false, std::memory_order_relaxed);
        processor_ = processor;
        begin_ = processor ? 0 : steady_seconds();
        end_ = begin_ + (seconds < 1e8 ? seconds : 1e8);
    }
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    bool expired() const { return stop_.load(std::memory_order_relaxed); }
    // For workers: looks at the clock too; call it every few hundred nodes.
    bool check_clock() {
        if (now() >= end_) stop();
        return expired();
    }
    bool is_by_processor() const { return processor_; }
    double end() const { return end_; }  // by now()
    // The time of the calling thread, by the clock that the search is timed by.
    double now() const { return processor_ ? thread_seconds() : steady_seconds(); }
    double elapsed() const { return now() - begin_; }

private:
    std::atomic<bool> stop_{false};
    bool processor_ = false;
    double begin_ = 0, end_ = 0;
};

// A search: `prepare` once, then `work(thread)` in each of limits.threads threads at the same time until it is done
// or `stopper` has expired; `report` may be called at any time from another thread and must not block the workers.
// The calls are virtual so that threads and bindings are compiled once; none of them is in an inner loop.
class Search {
public:
    virtual ~Search() = default;
    virtual void prepare(const Limits& limits) = 0;
    virtual void work(int thread) = 0;
    virtual Report report() = 0;

    Stopper stopper;
};

inline Limits node_limit(std::uint64_t nodes, std::uint64_t memory, std::uint64_t seed) {
    Limits limits;
    limits.nodes = nodes;
    limits.memory = memory;
    limits.seed = seed;
    return limits;
}

// A whole search in this thread.
inline Report run_alone(Search& search, const Limits& limits) {
    search.stopper.start(limits.seconds);
    search.prepare(limits);
    search.work(0);
    return search.report();
}

// What a search keeps from move to move of a game; each game's search has its own kind.
class SearchMemory {
public:
    virtual ~SearchMemory() = default;
};

// Where it is kept between two searches. A second search at the same time finds the slot empty and begins anew.
class MemorySlot {
public:
    std::unique_ptr<SearchMemory> take() {
        const std::lock_guard lock(mutex_);
        return std::move(memory_);
    }
    void give(std::unique_ptr<SearchMemory> memory) {
        const std::lock_guard lock(mutex_);
        memory_ = std::move(memory);
    }

private:
    std::mutex mutex_;
    std::unique_ptr<SearchMemory> memory_;
};

// A search that keeps its tree from move to move.
class TreeSearch : public Search {
public:
    virtual bool is_legal(Move move) const = 0;
    virtual void advance(Move move) = 0;  // `move` is legal
    virtual Key key() const = 0;          // of the position at the root
    virtual std::uint32_t visits() const = 0;
};

}  // namespace boyi
