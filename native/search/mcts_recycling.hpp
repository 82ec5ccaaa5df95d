// A full tree is recycled while all threads of the search rest; the last one to come does it. No Python in here.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "search/mcts_tree.hpp"
#include "search/search.hpp"

namespace boyi {

class TreeRecycling {
public:
    std::mutex mutex;  // held to report, to recycle and between searches; never by simulations

    // Before the threads of a search begin.
    void begin(int threads) {
        state_ = State::enough;
        working_ = threads;
        resting_ = 0;
    }

    // Whether nodes may be added.
    bool has_room() const { return state_.load(std::memory_order_relaxed) == State::enough; }
    bool is_wanted() const { return state_.load(std::memory_order_relaxed) == State::wanted; }
    // The tree is full.
    void request() {
        State expected = State::enough;
        state_.compare_exchange_strong(expected, State::wanted);
    }

    // A thread that has seen the request waits here until the tree has room again.
    void rest(Tree& tree, Stopper& stopper) {
        std::unique_lock lock(mutex);
        ++resting_;
        if (resting_ == working_) recycle(tree, stopper);
        else rested_.wait(lock, [this] { return state_.load() != State::wanted; });
        --resting_;
    }
    // A thread has ended: it may be the one that all others wait for.
    void leave(Tree& tree, Stopper& stopper) {
        const std::lock_guard lock(mutex);
        if (--working_ > 0 && resting_ == working_ && state_ == State::wanted) recycle(tree, stopper);
    }

private:
    enum class State { enough, wanted, none };

    void recycle(Tree& tree, Stopper& stopper) {
        // If recycling would outlast the time limit, the search continues in the tree as it is.
        const double expected = static_cast<double>(tree.bytes()) / bytes_per_second_;
        const double start = stopper.now();
        if (stopper.end() - start < expected) {
            state_ = State::none;
        } else {
            const auto bytes = static_cast<double>(tree.bytes());
            tree.recycle(stopper);
            bytes_per_second_ = bytes / 2 / (stopper.now() - start + 1e-6);
            state_ = State::enough;
        }
        rested_.notify_all();
    }

    std::condition_variable rested_;
    std::atomic<State> state_{State::enough};
    int working_ = 0, resting_ = 0;
    double bytes_per_second_ = 5e8;  // on the safe side
};

}  // namespace boyi
