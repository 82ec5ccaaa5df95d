// The minimax family without table or history: move, value and node count of src/boyi/textbook/alphabeta.py.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "search/any_evaluation.hpp"
#include "search/cancel.hpp"
#include "search/minimax_config.hpp"
#include "search/search.hpp"

namespace boyi {

// One search by one thread to a fixed depth (other threads have nothing to do).
template <Board B>
class Minimax final : public Search {
public:
    static constexpr int max_depth = 500;

    Minimax(const B& root, const MinimaxConfig& config, const Cancel* cancel, const AnyEvaluation<B>& evaluation)
        : evaluation_(evaluation), config_(config), cancel_(cancel) {
        frames_.push_back(std::make_unique<Frame>(Frame{root, {}, {}}));
    }

    void prepare(const Limits& limits) override {
        limits_ = limits;
        depth_ = std::min(limits.depth, max_depth);
        order(at(0));
        result_.lines = {{at(0).list[0], 0, 0.5, 0, {at(0).list[0]}, Kind::none, 0, Bound::none}};
    }

    void work(int thread) override {
        if (thread > 0) return;
        const int sign = at(0).board.turn() == 0 ? 1 : -1;
        int value = 0;
        switch (config_.method) {
            case Method::minimax: value = sign * minimax(0, depth_); break;
            case Method::negamax: value = negamax(0, depth_); break;
            case Method::aspiration: value = aspiration(); break;
            default: value = search(0, depth_, -infinite, infinite);
        }
        if (!stopped_) publish(value, depth_);
        nodes_.store(count_, std::memory_order_relaxed);
        stopper.stop();
    }

    Report report() override {
        std::lock_guard lock(mutex_);
        Report report = result_;
        report.nodes = nodes_.load(std::memory_order_relaxed);
        report.lines[0].visits = report.nodes;
        return report;
    }

private:
    // On the heap: a thread's stack may be as small as half a megabyte.
    struct Frame {
        B board;
        MoveList list;
        std::vector<Move> pv;
    };

    Frame& at(int ply) {
        while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>(*frames_[0]));
        return *frames_[ply];
    }

    // Minimax and negamax: the whole tree, no cut-offs

    int minimax(int ply, int depth) {
        Frame& frame = at(ply);
        const int sign = frame.board.turn() == 0 ? 1 : -1;
        if (int value; leaf(frame, depth, ply, value)) return sign * value;
        int best = -sign * infinite;
        for (const Move move : frame.list) {
            const int value = minimax(after(frame, ply, move), depth - 1);
            if (stopped_) return 0;
            if (sign * value > sign * best) {
                best = value;
                improve(frame, ply, move, sign * value);
            }
        }
        return best;
    }

    int negamax(int ply, int depth) {
        Frame& frame = at(ply);
        if (int value; leaf(frame, depth, ply, value)) return value;
        int best = -infinite;
        for (const Move move : frame.list) {
            const int value = -negamax(after(frame, ply, move), depth - 1);
            if (stopped_) return 0;
            if (value > best) {
                best = value;
                improve(frame, ply, move, value);
            }
        }
        return best;
    }

    // Alpha-beta, aspiration and principal variation search

    int aspiration() {
        const int centre = leaf_value(evaluation_, at(0).board);
        // Outside the window (fail low, fail high) the search is repeated with that side open.
        const int low = centre - config_.window, high = centre + config_.window;
        int value = search(0, depth_, low, high);
        if (stopped_) return value;
        if (value <= low) return search(0, depth_, -infinite, low + 1);
        return value >= high ? search(0, depth_, high - 1, infinite) : value;
    }

    int search(int ply, int depth, int alpha, int beta) {
        Frame& frame = at(ply);
        if (int value; leaf(frame, depth, ply, value)) return value;
        int best = -infinite;
        bool first = true;
        for (const Move move : frame.list) {
            const int next = after(frame, ply, move);
            int value;
            if (first || config_.method != Method::pvs) {
                value = -search(next, depth - 1, -beta, -alpha);
            } else {
                // Null window first; a new search with an open window if it fails high.
                value = -search(next, depth - 1, -alpha - 1, -alpha);
                if (alpha < value && value < beta && !stopped_) value = -search(next, depth - 1, -beta, -value);
            }
            if (stopped_) return 0;
            first = false;
            if (value > best) {
                best = value;
                improve(frame, ply, move, value);
            }
            alpha = std::max(alpha, value);
            if (alpha >= beta) break;  // beta cut-off
        }
        return best;
    }

    // Shared by all methods

    // Counts the node; true with its value if it is a leaf (or the search is over), else its moves are in the frame.
    bool leaf(Frame& frame, int depth, int ply, int& value) {
        value = 0;
        if (count_ % 128 == 0) {
            nodes_.store(count_, std::memory_order_relaxed);
            if (stopper.check_clock() || (cancel_ && cancel_->cancelled())) stopped_ = true;
        }
        if (count_ >= limits_.nodes || stopper.expired()) stopped_ = true;
        if (stopped_) return true;
        ++count_;
        frame.pv.clear();
        if (const Outcome outcome = frame.board.outcome(); outcome.over()) {
            value = ended_value(outcome, frame.board.turn(), ply);
            return true;
        }
        if (depth <= 0) {
            value = leaf_value(evaluation_, frame.board);
            guessed_ = true;
            return true;
        }
        order(frame);
        return false;
    }

    // Best first by gain, then ascending; cut to the width.
    void order(Frame& frame) {
        MoveList& list = frame.list;
        list.count = 0;
        frame.board.moves(list);
        if (config_.ordered && list.count > 1) {
            ranked_.clear();
            for (const Move move : list) ranked_.push_back({-std::int64_t{evaluation_.gain(frame.board, move)}, move});
            std::sort(ranked_.begin(), ranked_.end());
            for (int i = 0; i < list.count; ++i) list.moves[i] = ranked_[i].second;
        }
        if (config_.width > 0) list.count = std::min(list.count, config_.width);
    }

    int after(const Frame& frame, int ply, Move move) {
        Frame& next = at(ply + 1);
        next.board = frame.board;
        next.board.play(move);
        return ply + 1;
    }

    void improve(Frame& frame, int ply, Move move, int value) {
        const std::vector<Move>& rest = at(ply + 1).pv;
        frame.pv.assign(1, move);
        frame.pv.insert(frame.pv.end(), rest.begin(), rest.end());
        // What the root has found so far is the answer if the time runs out.
        if (ply == 0) publish(value, 0);
    }

    void publish(int value, int depth) {
        std::lock_guard lock(mutex_);
        const std::vector<Move>& pv = at(0).pv;
        result_.lines = {{pv[0], 0, win_rate(evaluation_, value), static_cast<double>(value), pv}};
        result_.depth = depth;
        // A tree cut to a width proves nothing, and neither does a line of a search that is not finished.
        const bool whole = config_.width == 0 && depth > 0;
        result_.proven = !whole              ? Proven::no
                         : value > decided   ? Proven::win
                         : value < -decided  ? Proven::loss
                         : guessed_ || value ? Proven::no
                                             : Proven::draw;
        Line& best = result_.lines[0];
        best.depth = depth;
        best.bound = depth > 0 ? Bound::exact : Bound::lower;  // the rest of the root may be better
        best.proven = result_.proven;
        if (best.proven == Proven::win || best.proven == Proven::loss) best.plies = win_value - std::abs(value);
    }

    const AnyEvaluation<B> evaluation_;
    MinimaxConfig config_;
    const Cancel* cancel_;
    Limits limits_;
    int depth_ = 1;
    std::vector<std::unique_ptr<Frame>> frames_;
    std::vector<std::pair<std::int64_t, Move>> ranked_;
    std::uint64_t count_ = 0;
    bool stopped_ = false, guessed_ = false;  // guessed: a position that is not the end of a game was valued
    std::atomic<std::uint64_t> nodes_{0};
    std::mutex mutex_;
    Report result_;
};

}  // namespace boyi
