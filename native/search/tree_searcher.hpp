// What the trees of the alpha-beta searches share: the frame of a node, its principal variation, cut-offs and stores of
// the transposition table, repetitions and the search of later moves. What a tree searches, and how deep, is its own.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/evaluation.hpp"
#include "search/move_order.hpp"
#include "search/searcher.hpp"
#include "search/table.hpp"

namespace boyi {

// What a search keeps for one ply.
template <int MaxPly>
struct TreeFrame {
    static constexpr int max_ply = MaxPly;

    MoveList list;
    std::int32_t scores[max_cells + 1];
    Move killers[2] = {no_move, no_move};  // the last moves that cut at this ply
    Key key = 0;
    bool solved = false;  // the bound that was returned rests on ended games only
    int pv_length = 0;
    Move pv[MaxPly + 2];

    // The principal variation: a move alone, or before that of the node after it.
    void lead(int move) {
        pv[0] = static_cast<Move>(move);
        pv_length = 1;
    }
    void follow(Move move, const TreeFrame& next) {
        pv[0] = move;
        std::copy(next.pv, next.pv + next.pv_length, pv + 1);
        pv_length = next.pv_length + 1;
    }
};

// The window of a node, and what its moves have given so far.
struct Best {
    Best(int low, int high, int least = -infinite) : alpha(low), beta(high), floor(low), value(least) {}

    // Takes the value of a move; true at a beta cut-off (fail high).
    template <class Frame>
    bool take(Frame& frame, Move tried, int found, const Frame& next) {
        if (found > value) {
            value = found;
            move = tried;
            if (found > alpha) {
                alpha = found;
                frame.follow(tried, next);
            }
        }
        const bool cuts = value >= beta;
        solved = next.solved && (cuts || solved);
        return cuts;
    }

    int alpha, beta;
    const int floor;  // alpha at the beginning
    int value;
    Move move = no_move;
    bool solved = true;
};

// Tree has `play(ply, move)`, `undo()` and `template <bool Pv> int search(int ply, int depth, int alpha, int beta, bool
// cut)`: the value for the side to move, exact inside (alpha, beta), else a bound on that side. `cut`: a null-window
// node that is expected to fail high.
//
// A value beyond +-decided is always a proof: what is pruned or left out is never taken for lost, and a pruned node
// returns a heuristic value. Draws need more, so each node says whether its bound rests on ended games only (`solved`).
template <class Tree, class Frame>
class TreeSearcher : public Searcher {
public:
    Move known_move() const final {
        const Table::Entry known = table_.find(frames_[0]->key);
        return known.bound == Bound::none ? no_move : known.move;
    }
    int search_move(Move move, bool full, int depth, int alpha, int beta) final {
        tree().play(0, move);
        const int value = full ? -tree().template search<true>(1, depth - 1, -beta, -alpha, false)
                               : -tree().template search<false>(1, depth - 1, -beta, -alpha, true);
        tree().undo();
        return value;
    }
    Variation variation() final {
        const Frame& next = at(1);
        return {{next.pv, static_cast<std::size_t>(next.pv_length)}, next.solved};
    }

    bool count_node() final {
        if (count_ >= next_check_) check();
        if (stopped_ || work_.stopper.expired()) return stopped_ = true;
        ++count_;
        return false;
    }
    bool stopped() const final { return stopped_; }
    std::uint64_t count() const final { return count_; }
    void report_nodes() final {
        work_.add(count_ - reported_);
        reported_ = count_;
    }

protected:
    // `first`: of all threads the one that lets the table grow; `root`: its frame.
    TreeSearcher(SearchWork& work, Table& table, bool first, std::unique_ptr<Frame> root)
        : work_(work), table_(table), first_(first) {
        frames_.push_back(std::move(root));
    }

    Frame& at(int ply) {
        if (static_cast<int>(frames_.size()) <= ply) add_frame();
        return *frames_[static_cast<std::size_t>(ply)];
    }

    // Whether the table's entry ends a node; a solved one holds at any depth. `proof_ends`: so does a proof in an open
    // window, even if a quicker one is possible.
    template <bool Pv, bool proof_ends = false>
    static bool cut_by_table(Frame& frame, const Table::Entry& known, int ply, int depth, int alpha, int beta,
                             int& value) {
        if (known.bound == Bound::none || known.depth < depth || (Pv && known.depth != Table::solved_depth))
            return false;
        value = from_table(known.value, ply);
        const bool low = known.bound != Bound::upper, high = known.bound != Bound::lower;
        const bool outside = (low && value >= beta) || (high && value <= alpha);
        const bool proof = proof_ends && ((low && value > decided) || (high && value < -decided));
        if (!(low && high) && !(Pv ? proof : outside)) return false;
        frame.solved = known.depth == Table::solved_depth;
        return true;
    }
    // The result of a node whose frame knows whether it is solved; of less depth than 0 the table takes only proofs,
    // because it could not tell it from depth 0.
    int store(const Frame& frame, Key key, int ply, int depth, const Best& best, bool flag = false) {
        const Bound bound = best.value >= best.beta    ? Bound::lower
                            : best.value <= best.floor ? Bound::upper
                                                       : Bound::exact;
        const bool sure = frame.solved || (bound != Bound::upper && best.value > decided) ||
                          (bound != Bound::lower && best.value < -decided);
        if (sure || depth >= 0)
            table_.store(key, {to_table(best.value, ply), sure ? Table::solved_depth : depth, bound, best.move, flag});
        return best.value;
    }
    // The value of a pruned node.
    static int heuristic(Frame& frame, int value) {
        frame.solved = false;
        return value;
    }

    // Whether the position at `ply` stood before, in the search or in the game (`past`, sorted).
    bool repeated(int ply, const std::vector<Key>& past) const {
        const Key key = frames_[static_cast<std::size_t>(ply)]->key;
        for (int earlier = ply - 2; earlier >= 0; earlier -= 2)
            if (frames_[static_cast<std::size_t>(earlier)]->key == key) return true;
        return std::binary_search(past.begin(), past.end(), key);
    }

    // The value of a move after the first, which led to `ply`: with a null window, at first with `less` plies; it is
    // searched again at full depth where that fails high, and with the full window where it is inside.
    template <bool Pv>
    int search_later(int ply, int depth, int less, const Best& best, bool cut) {
        const int alpha = best.alpha, beta = best.beta;
        int value = -tree().template search<false>(ply, depth - less, -alpha - 1, -alpha, true);
        if (less > 0 && value > alpha && !stopped_)
            value = -tree().template search<false>(ply, depth, -alpha - 1, -alpha, !cut);
        if (Pv && value > alpha && value < beta && !stopped_)
            value = -tree().template search<true>(ply, depth, -beta, -alpha, false);
        return value;
    }

    SearchWork& work_;
    Table& table_;
    bool stopped_ = false;
    std::uint64_t count_ = 0;

private:
    Tree& tree() { return static_cast<Tree&>(*this); }

    // On the heap, because a thread's stack may be as small as half a megabyte.
    [[gnu::noinline]] void add_frame() { frames_.push_back(std::make_unique<Frame>(*frames_[0])); }

    [[gnu::noinline]] void check() {
        report_nodes();
        if (work_.over()) work_.stopper.stop();
        if (first_ && count_ >= Table::first_entries && !grown_) {
            grown_ = true;
            table_.grow([this] { return work_.expired(); });
        }
        // With one thread the limit is met exactly, so that equal limits give equal searches.
        next_check_ = count_ + std::clamp<std::uint64_t>(work_.left(), 1, 128);
    }

    const bool first_;
    bool grown_ = false;
    std::uint64_t reported_ = 0, next_check_ = 0;
    std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace boyi
