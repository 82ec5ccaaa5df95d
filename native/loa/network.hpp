// The learned evaluation of Lines of Action; src/boyi/games/loa/network.py has the same numbers and explains them.
#pragma once

#include <cstring>
#include <string_view>
#include <vector>

#include "loa/evaluation.hpp"
#include "loa/lines.hpp"

namespace boyi {

// The weights as a file holds them, in whole numbers.
struct LoaNetworkShape {
    static constexpr int hidden = 32, stages = 3;
    static constexpr int groups = 8;                 // Euler numbers of 1 and less to 8 and more
    static constexpr int inputs = 128 + 2 * groups;  // own pieces, other pieces, own groups, other groups
    static constexpr int line_weights = loa_shapes.first[LoaLineShapes::kinds];
    static constexpr int size = inputs * hidden + hidden + 2 * hidden + 1 + stages * line_weights;
    // One unit of the hidden layer and of its weights, of the weights behind it, and of a logit in the value.
    static constexpr int unit = 256, out_unit = 64, logit = 869;

    // By the number of pieces of both sides.
    static constexpr int stage(int pieces) { return pieces >= 22 ? 0 : pieces >= 18 ? 1 : 2; }
    static int group_input(std::uint64_t stones) { return std::clamp(LoaLinks(stones).euler, 1, groups) - 1; }
};

class LoaNetwork : public LoaNetworkShape {
public:
    // What is known about a position: the sums of the hidden layer for both sides, and the numbers of the lines, where
    // black is the first kind of piece.
    struct Sums {
        alignas(64) std::int16_t hidden_sums[2][hidden];
        std::uint16_t lines[LoaLineShapes::lines];
    };

    // False if the row has not the right size, or numbers so large that a sum could overflow.
    static bool load(const std::vector<std::int16_t>& row);
    static bool loaded() { return loaded_; }
    static const LoaNetwork& get() { return network_; }

    void refresh(Sums& sums, const Loa& board) const {
        const std::uint64_t black = board.stones(0), white = board.stones(1);
        for (auto& side : sums.hidden_sums) std::memcpy(side, bias_, sizeof bias_);
        std::memset(sums.lines, 0, sizeof sums.lines);
        for (std::uint64_t rest = black; rest; rest &= rest - 1) change<1>(sums, 0, std::countr_zero(rest));
        for (std::uint64_t rest = white; rest; rest &= rest - 1) change<1>(sums, 1, std::countr_zero(rest));
    }
    // The sums after a move of the side `mover` on the board before it.
    void update(Sums& sums, const Sums& before, int mover, Move move, bool captures) const {
        sums = before;
        if (move == Loa::pass_move) return;
        const int from = move / Loa::cells, to = move % Loa::cells;
        change<-1>(sums, mover, from);
        change<1>(sums, mover, to);
        if (captures) change<-1>(sums, 1 - mover, to);
    }

    // For the side to move.
    int value(const Sums& sums, const Loa& board) const {
        const int turn = board.turn(), own = group_input(board.own()), other = group_input(board.other());
        const std::int16_t* const mine = sums.hidden_sums[turn];
        const std::int16_t* const theirs = sums.hidden_sums[1 - turn];
        const std::int16_t* const first = inputs_[128 + own];
        const std::int16_t* const second = inputs_[128 + groups + other];
        const std::int16_t* const third = inputs_[128 + other];
        const std::int16_t* const fourth = inputs_[128 + groups + own];
        std::int32_t sum = 0;
        for (int i = 0; i < hidden; ++i) {
            const std::int32_t a = std::clamp<std::int32_t>(mine[i] + first[i] + second[i], 0, unit - 1);
            const std::int32_t b = std::clamp<std::int32_t>(theirs[i] + third[i] + fourth[i], 0, unit - 1);
            sum += a * a * out_[i] + b * b * out_[hidden + i];
        }
        const int pieces = std::popcount(board.own()) + std::popcount(board.other());
        const std::int16_t* const table = lines_[turn][stage(pieces)].data();
        int lines = out_bias_;
        for (int line = 0; line < LoaLineShapes::lines; ++line)
            lines += table[loa_shapes.first[loa_shapes.kind[line]] + sums.lines[line]];
        return static_cast<int>((std::int64_t{sum >> 8} * logit) >> 14) + lines;
    }

private:
    // A piece of `side` comes (1) or goes (-1).
    template <int Sign>
    void change(Sums& sums, int side, int cell) const {
        for (int view = 0; view < 2; ++view) {
            const std::int16_t* const weights = inputs_[(side == view ? 0 : 64) + cell];
            for (int i = 0; i < hidden; ++i)
                sums.hidden_sums[view][i] = static_cast<std::int16_t>(sums.hidden_sums[view][i] + Sign * weights[i]);
        }
        for (int i = 0; i < loa_shapes.count[cell]; ++i) {
            const LoaLineShapes::Place place = loa_shapes.places[cell][i];
            sums.lines[place.line] =
                static_cast<std::uint16_t>(sums.lines[place.line] + Sign * place.power * (side + 1));
        }
    }

    alignas(64) std::int16_t inputs_[inputs][hidden]{};
    alignas(64) std::int16_t bias_[hidden]{};
    std::int16_t out_[2 * hidden]{};
    int out_bias_ = 0;
    // By the side to move and the stage: the weight of every number of every kind of line.
    std::vector<std::int16_t> lines_[2][stages];

    static LoaNetwork network_;
    inline static bool loaded_ = false;
};

class LoaSearch;

// The evaluation of the search of Lines of Action itself.
struct LoaNetworkValue {
    using OwnSearch = LoaSearch;
    static constexpr const char* name = "network";
    static constexpr int scale = 2000;

    static bool loaded() { return LoaNetwork::loaded(); }
    static int value(const Loa& board) {
        LoaNetwork::Sums sums;
        LoaNetwork::get().refresh(sums, board);
        return LoaNetwork::get().value(sums, board);
    }
    static int gain(const Loa& board, Move move) { return LoaFeatureValue::gain(board, move); }
};

}  // namespace boyi
