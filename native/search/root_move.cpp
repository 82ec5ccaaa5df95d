#include "search/root_move.hpp"

namespace boyi {

Line RootMove::to_line(double share, std::vector<Move> moves, int depth) const {
    const Proven proven = proof();
    const bool counted = proven == Proven::win || proven == Proven::loss;
    return {.move = move,
            .visits = nodes,
            .rate = share,
            .score = static_cast<double>(value),
            .pv = std::move(moves),
            .kind = proven == Proven::no ? Kind::heuristic : Kind::exact,
            .depth = depth,
            .proven = proven,
            .plies = counted ? win_value - std::abs(value) : 0};
}

void shuffle(RootMoves& roots, Rng& rng) {
    for (std::size_t i = roots.size(); i > 1; --i)
        std::swap(roots[i - 1], roots[rng.below(static_cast<std::uint32_t>(i))]);
}

void sort_by_previous(RootMoves& roots) {
    std::stable_sort(roots.begin(), roots.end(),
                     [](const RootMove& a, const RootMove& b) { return a.previous > b.previous; });
}

void sort_by_value(RootMoves& roots, std::size_t first) {
    std::stable_sort(roots.begin() + static_cast<std::ptrdiff_t>(first), roots.end(),
                     [](const RootMove& a, const RootMove& b) {
                         return a.value != b.value ? a.value > b.value : a.previous > b.previous;
                     });
}

void sort_lines(RootMoves& roots, int lines) {
    std::stable_sort(roots.begin(), roots.begin() + lines,
                     [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
}

void bring_to_front(RootMoves& roots, std::size_t index) {
    const auto place = roots.begin() + static_cast<std::ptrdiff_t>(index);
    std::rotate(roots.begin(), place, place + 1);
}

}  // namespace boyi
