#include "search/root_move.hpp"

namespace boyi {

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

void bring_to_front(RootMoves& roots, std::size_t index) {
    const auto place = roots.begin() + static_cast<std::ptrdiff_t>(index);
    std::rotate(roots.begin(), place, place + 1);
}

}  // namespace boyi
