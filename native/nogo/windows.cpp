#include "nogo/windows.hpp"

#include <utility>

namespace boyi {

namespace {

constexpr std::uint32_t triple = 7 * 7 * 7;

constexpr std::uint32_t mirrored_triple(std::uint32_t cells) { return cells % 7 * 49 + cells / 7 % 7 * 7 + cells / 49; }
constexpr std::uint32_t mirrored(std::uint32_t index) {
    return mirrored_triple(index / triple) * triple + mirrored_triple(index % triple);
}
constexpr std::uint32_t upside_down(std::uint32_t index) { return index % triple * triple + index / triple; }

// The eight cells around the middle, row by row; the images of the ring under the other symmetries.
constexpr int ring_images[7][8] = {{2, 1, 0, 4, 3, 7, 6, 5}, {5, 6, 7, 3, 4, 0, 1, 2}, {7, 6, 5, 4, 3, 2, 1, 0},
                                   {0, 3, 5, 1, 6, 2, 4, 7}, {2, 4, 7, 1, 6, 0, 3, 5}, {5, 3, 0, 6, 1, 7, 4, 2},
                                   {7, 4, 2, 6, 1, 5, 3, 0}};

}  // namespace

NoGoWindows::NoGoWindows(const NoGoCells& cells) : size_(cells.size), width_(cells.width()) {
    constexpr int most = NoGoCells::longest * NoGoCells::longest;
    const std::uint8_t* const code = cells.codes;
    const int width = width_, area = width * width;
    std::uint16_t across[most], down[most], three[most];
    std::uint8_t plain[most];
    for (int cell = 0; cell < area; ++cell) plain[cell] = std::min(code[cell], NoGoCells::empty);
    for (int cell = 0; cell < area - 2; ++cell) {
        across[cell] = static_cast<std::uint16_t>(49 * code[cell] + 7 * code[cell + 1] + code[cell + 2]);
        three[cell] = static_cast<std::uint16_t>(16 * plain[cell] + 4 * plain[cell + 1] + plain[cell + 2]);
    }
    for (int cell = 0; cell < area - 2 * width; ++cell)
        down[cell] = static_cast<std::uint16_t>(49 * code[cell] + 7 * code[cell + width] + code[cell + 2 * width]);
    for (int cell = 0; cell < area - width - 2; ++cell) across_[cell] = triple * across[cell] + across[cell + width];
    for (int cell = 0; cell < area - 2 * width - 1; ++cell) down_[cell] = triple * down[cell] + down[cell + 1];
    for (int cell = 0; cell < area - 2 * width - 2; ++cell)
        square_[cell] = static_cast<std::uint32_t>(rings * (code[cell + width + 1] - NoGoCells::own) +
                                                   1024 * three[cell] + 256 * plain[cell + width] +
                                                   64 * plain[cell + width + 2] + three[cell + 2 * width]);
}

std::uint32_t NoGoWindows::least_pair(std::uint32_t index) {
    const std::uint32_t turned = mirrored(index);
    return std::min(std::min(index, turned), std::min(upside_down(index), upside_down(turned)));
}

std::uint32_t NoGoWindows::least_pair_at(std::uint32_t index, int place) {
    if (place >= 3) index = upside_down(index);
    if (place % 3 == 2) index = mirrored(index);
    return place % 3 == 1 ? std::min(index, mirrored(index)) : index;
}

std::uint32_t NoGoWindows::least_square(std::uint32_t index) {
    std::uint32_t least = index;
    for (const auto& image : ring_images) {
        std::uint32_t turned = index / rings;
        for (const int place : image) turned = turned * 4 + (index >> (2 * (7 - place)) & 3);
        least = std::min(least, turned);
    }
    return least;
}

}  // namespace boyi
