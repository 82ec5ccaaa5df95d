// The solver of whole NoGo boards.
#include "nogo/solver.hpp"

#include <algorithm>
#include <bit>

namespace boyi {

NoGoSolver::NoGoSolver(const NoGoBoard& board, std::uint64_t nodes, std::uint64_t memory, std::function<bool()> expired)
    : expired_(std::move(expired)), nodes_(nodes), left_(nodes) {
    // A quarter for results, a quarter for the endgame solver's results, the rest for its regions.
    result_bits_ = std::clamp(static_cast<int>(std::bit_width(memory / 32)) - 1, 10, 30);
    results_.assign(std::size_t{1} << result_bits_, 0);
    settings_.result_bits = result_bits_;
    settings_.most_regions = std::clamp<std::uint64_t>(memory / 1000, 1000, 1u << 30);
    const NoGoView view = board.view();
    const int size = view.size;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
        std::vector<int>& turned = symmetries_.emplace_back(view.area());
        for (int cell = 0; cell < view.area(); ++cell) {
            int row = cell / size, column = cell % size;
            if (symmetry & 1) row = size - 1 - row;
            if (symmetry & 2) column = size - 1 - column;
            if (symmetry & 4) std::swap(row, column);
            turned[cell] = row * size + column;
        }
    }
}

Proven NoGoSolver::solve(const NoGoBoard& board) {
    const NoGoView view = board.view();
    gave_up_ = false;
    if (view.contested() <= first_open_cells)
        if (Proven result; ask_endgame(view, left_, result)) return result;
    const bool won = wins(board, view);
    if (gave_up_) return Proven::no;
    return won ? Proven::win : Proven::loss;
}

bool NoGoSolver::ask_endgame(const NoGoView& view, std::uint64_t nodes, Proven& result) {
    if (!endgame_ || !endgame_->fits()) {
        if (std::count(view.playable, view.playable + view.area(), 0) < view.area() - NoGoEndgame::most_cells)
            return false;
        endgame_ = std::make_unique<NoGoEndgame>(view, settings_);
    }
    result = endgame_->solve(view, std::min(nodes, left_), expired_);
    left_ -= std::min(endgame_->nodes(), left_);
    return result != Proven::no;
}

// Whether the side to move wins; no answer if gave_up_. The game is not over.
bool NoGoSolver::wins(const NoGoBoard& board, const NoGoView& view) {
    if (left_ == 0 || expired_()) gave_up_ = true;
    if (gave_up_) return false;
    --left_;
    const Key key = key_of(view);
    Key& place = results_[key >> (64 - result_bits_)];
    if (!((place ^ key) >> 2)) return static_cast<Proven>(place & 3) == Proven::win;

    // The moves after which the mover has most cells more than its opponent come first.
    struct Reply {
        int gain;
        std::unique_ptr<NoGoBoard> board;
        NoGoView view;
    };
    std::vector<Reply> replies;
    bool won = false;
    MoveList list;
    board.moves(list);
    for (int i = 0; i < list.count && !won; ++i) {
        auto next = board.next(list[i]);
        const NoGoView seen = next->view();
        int gain = 0;
        for (int cell = 0; cell < seen.area(); ++cell)
            gain += (seen.playable[cell] >> view.turn & 1) - (seen.playable[cell] >> (1 - view.turn) & 1);
        won = next->outcome().over();
        const Key below = key_of(seen);
        const Key known = results_[below >> (64 - result_bits_)];
        if (!won && !((known ^ below) >> 2)) {
            won = static_cast<Proven>(known & 3) == Proven::loss;
            continue;
        }
        replies.push_back({gain, std::move(next), seen});
    }
    if (!won) {
        std::stable_sort(replies.begin(), replies.end(),
                         [](const Reply& one, const Reply& two) { return one.gain > two.gain; });
        for (const Reply& reply : replies) {
            Proven result = Proven::no;
            if (reply.view.contested() <= open_cells) ask_endgame(reply.view, endgame_nodes, result);
            won = result == Proven::no ? !wins(*reply.board, reply.view) : result == Proven::loss;
            if (gave_up_) return false;
            if (won) break;
        }
    }
    results_[key >> (64 - result_bits_)] = (key & ~Key{3}) | static_cast<Key>(won ? Proven::win : Proven::loss);
    return won;
}

// The same for all symmetric positions.
Key NoGoSolver::key_of(const NoGoView& view) const {
    Key least = ~Key{0};
    for (const std::vector<int>& turned : symmetries_) {
        Key key = view.turn ? turn_key : 0;
        for (int cell = 0; cell < view.area(); ++cell)
            if (view.stones[cell] >= 0) key ^= stone_keys[view.stones[cell]][turned[cell]];
        least = std::min(least, mix(key));
    }
    return mix(least);
}

}  // namespace boyi
