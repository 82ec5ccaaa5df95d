#include "search/minimax_search.hpp"

#include <algorithm>

#include "search/evaluation.hpp"

namespace boyi {

void MinimaxSearch::prepare(const Limits& limits) {
    limits_ = limits;
    order(0);
    const Move first = at(0).list[0];
    result_.lines = {{first, 0, 0.5, 0, {first}, Kind::none, 0, Bound::none}};
}

void MinimaxSearch::work(int thread) {
    if (thread > 0) return;
    const int last = std::min(limits_.depth, max_depth);
    int guess = value(0);
    for (int depth = config_.iterative ? 1 : last; depth <= last; ++depth) {
        guessed_ = false;
        guess = value_at(depth, guess);
        if (stopped_) break;
        publish(guess, depth);
        line_ = at(0).pv;
        // Where nothing was guessed, or the game is decided, a greater depth shows nothing else.
        if (!guessed_ || guess > decided || guess < -decided) break;
    }
    nodes_.store(count_, std::memory_order_relaxed);
    stopper.stop();
}

int MinimaxSearch::value_at(int depth, int guess) {
    switch (config_.method) {
        case Method::minimax: return (turn(0) == 0 ? 1 : -1) * minimax(0, depth);
        case Method::negamax: return negamax(0, depth);
        case Method::aspiration: return aspiration(depth, guess);
        default: return search(0, depth, -infinite, infinite);
    }
}

Report MinimaxSearch::report() {
    const std::lock_guard lock(mutex_);
    Report report = result_;
    report.nodes = nodes_.load(std::memory_order_relaxed);
    report.lines[0].visits = report.nodes;
    return report;
}

MinimaxSearch::Frame& MinimaxSearch::at(int ply) {
    while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>());
    return *frames_[static_cast<std::size_t>(ply)];
}

// Minimax and negamax: the whole tree, no cut-offs

int MinimaxSearch::minimax(int ply, int depth) {
    Frame& frame = at(ply);
    const int sign = turn(ply) == 0 ? 1 : -1;
    if (int value; leaf(ply, depth, value)) return sign * value;
    int best = -sign * infinite;
    for (const Move move : frame.list) {
        const int value = minimax(after(ply, move), depth - 1);
        if (stopped_) return 0;
        if (sign * value > sign * best) {
            best = value;
            improve(ply, move, sign * value);
        }
    }
    return best;
}

int MinimaxSearch::negamax(int ply, int depth) {
    Frame& frame = at(ply);
    if (int value; leaf(ply, depth, value)) return value;
    int best = -infinite;
    for (const Move move : frame.list) {
        const int value = -negamax(after(ply, move), depth - 1);
        if (stopped_) return 0;
        if (value > best) {
            best = value;
            improve(ply, move, value);
        }
    }
    return best;
}

// Alpha-beta, aspiration and principal variation search

int MinimaxSearch::aspiration(int depth, int centre) {
    // Outside the window (fail low, fail high) the search is repeated with that side open.
    const int low = centre - config_.window, high = centre + config_.window;
    const int value = search(0, depth, low, high);
    if (stopped_) return value;
    if (value <= low) return search(0, depth, -infinite, low + 1);
    return value >= high ? search(0, depth, high - 1, infinite) : value;
}

int MinimaxSearch::search(int ply, int depth, int alpha, int beta) {
    Frame& frame = at(ply);
    if (int value; leaf(ply, depth, value)) return value;
    int best = -infinite;
    bool first = true;
    for (const Move move : frame.list) {
        const int next = after(ply, move);
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
            improve(ply, move, value);
        }
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;  // beta cut-off
    }
    return best;
}

// Shared by all methods

// Counts the node; true with its value if it is a leaf (or the search is over), else its moves are in the frame.
bool MinimaxSearch::leaf(int ply, int depth, int& found) {
    found = 0;
    if (count_ % 128 == 0) {
        nodes_.store(count_, std::memory_order_relaxed);
        if (stopper.check_clock() || (cancel_ && cancel_->cancelled())) stopped_ = true;
    }
    if (count_ >= limits_.nodes || stopper.expired()) stopped_ = true;
    if (stopped_) return true;
    ++count_;
    at(ply).pv.clear();
    if (const Outcome end = outcome(ply); end.over()) {
        found = ended_value(end, turn(ply), ply);
        return true;
    }
    if (depth <= 0) {
        found = value(ply);
        guessed_ = true;
        return true;
    }
    order(ply);
    return false;
}

// Best first by gain, then ascending; cut to the width.
void MinimaxSearch::order(int ply) {
    MoveList& moves = at(ply).list;
    moves.count = 0;
    list(ply, moves);
    if (config_.ordered && moves.count > 1) {
        ranked_.clear();
        rank(ply, moves, ranked_);
        std::sort(ranked_.begin(), ranked_.end());
        for (int i = 0; i < moves.count; ++i) moves.moves[i] = ranked_[static_cast<std::size_t>(i)].second;
    }
    if (config_.width > 0) moves.count = std::min(moves.count, config_.width);
    const auto place = static_cast<std::ptrdiff_t>(ply);
    if (place >= std::ssize(line_) || !std::equal(line_.begin(), line_.begin() + place, path_.begin())) return;
    Move* const known = std::find(moves.moves, moves.moves + moves.count, line_[static_cast<std::size_t>(ply)]);
    if (known != moves.moves + moves.count) std::rotate(moves.moves, known, known + 1);
}

int MinimaxSearch::after(int ply, Move move) {
    path_.resize(static_cast<std::size_t>(ply) + 1);
    path_.back() = move;
    play(ply, move);
    return ply + 1;
}

void MinimaxSearch::improve(int ply, Move move, int value) {
    const std::vector<Move>& rest = at(ply + 1).pv;
    std::vector<Move>& pv = at(ply).pv;
    pv.assign(1, move);
    pv.insert(pv.end(), rest.begin(), rest.end());
    // What the root has found so far is the answer if the time runs out before a depth is finished.
    if (ply == 0 && line_.empty()) publish(value, 0);
}

void MinimaxSearch::publish(int value, int depth) {
    const std::lock_guard lock(mutex_);
    const std::vector<Move>& pv = at(0).pv;
    result_.lines = {{pv[0], 0, rate(value), static_cast<double>(value), pv}};
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

}  // namespace boyi
