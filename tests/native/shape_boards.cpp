// Plays random games on ShapeBoard, with moves taken back, and compares it with GomokuThreats, which is built anew from
// the rules kernel. Prints what was compared; read by test_shape_board.py.
#include <cstdio>

#include "gomoku/shape_board.hpp"
#include "gomoku/threats.hpp"

using namespace boyi;

// The window around a cell, cell by cell: what is behind stones of both colours or the edge is the edge here.
template <class Kernel>
int window_of(const ShapeBoard<Kernel>& board, int cell, int direction) {
    LineWord line = ~LineWord{0};
    constexpr int middle = 10;
    const auto put = [&](int place, LineWord content) {
        line = (line & ~(off_board << line_shift(place))) | content << line_shift(place);
    };
    put(middle, 0);
    for (const int sign : {-1, 1}) {
        LineWord seen = 0;
        for (int distance = 1; distance <= Windows::reach; ++distance) {
            const int there = board.along(cell, direction, sign * distance);
            if (there < 0) break;
            const auto content = static_cast<LineWord>(board.stone(there) + 1);
            seen |= content;
            put(middle + sign * distance, seen == off_board ? off_board : content);
            if (seen == off_board) break;
        }
    }
    return Windows::get().number(line, middle);
}

// What the network adds to the sum, number by number.
template <class Kernel>
int network_value(const ShapeBoard<Kernel>& board) {
    using Net = GomokuNetwork;
    const Windows& windows = Windows::get();
    const int own = board.turn();
    const Net& net = GomokuWeights::of(board.rule()).network;
    int pools[2][Net::channels] = {}, window_pools[2][Net::window_channels] = {}, total = 0;
    for (int cell = 0; cell < board.area(); ++cell) {
        for (int side = 0; side < 2; ++side) {
            for (int at = 0; at < Net::channels; ++at)
                pools[side][at] += net.rows[board.cell(cell).combination[side]][at];
            if (!board.is_empty(cell)) continue;
            for (int at = 0; at < Net::window_channels; ++at) {
                const int bias = net.window_bias[static_cast<std::size_t>(at)];
                int sum = bias;
                for (int direction = 0; direction < 4; ++direction) {
                    const int window = window_of(board, cell, direction);
                    const int row = windows.row(side == 0 ? window : windows.swapped(window));
                    sum += net.window_rows[row][static_cast<std::size_t>(at)];
                }
                window_pools[side][at] +=
                    (std::clamp(sum, 0, Net::unit) + 2) / 4 - (std::clamp(bias, 0, Net::unit) + 2) / 4;
            }
        }
    }
    for (int unit = 0; unit < Net::hidden; ++unit) {
        int sum = Net::weight_unit *
                  (net.threats[board.threats()][unit] + net.stage[Net::stage_of(board.area() - board.empties())][unit]);
        for (int input = 0; input < Net::inputs; ++input)
            sum += pools[input < Net::channels ? own : 1 - own][input % Net::channels] *
                   net.weights[input / 2][2 * unit + input % 2];
        for (int input = 0; input < Net::window_inputs; ++input)
            sum += window_pools[input < Net::window_channels ? own : 1 - own][input % Net::window_channels] *
                   net.window_weights[input / 2][2 * unit + input % 2];
        total += std::clamp(sum >> Net::weight_bits, 0, Net::unit) * net.out[unit];
    }
    return total >> (Net::unit_bits + Net::out_bits);
}

// The value may have been left out (play_shapes).
template <class Kernel>
bool equal_shapes(const ShapeBoard<Kernel>& board) {
    const GomokuThreats<Kernel> slow(board.kernel());
    int near = 0, slow_near = 0;
    for (int word = 0; word < board.words(); ++word) near += std::popcount(board.near(word));
    for (int cell = 0; cell < board.area(); ++cell) {
        slow_near += slow.is_near(cell);
        for (int side = 0; side < 2; ++side) {
            if (board.threat(side, cell) != slow.threat(side, cell)) return false;
            for (int direction = 0; direction < 4; ++direction)
                if (board.shape(side, cell, direction) != slow.shape(side, cell, direction)) return false;
        }
    }
    if (near != slow_near) return false;
    for (int side = 0; side < 2; ++side) {
        for (int index = 0; index < threat_count; ++index) {
            const auto threat = static_cast<Threat>(index);
            if (threat == Threat::alone) continue;
            if (board.count(side, threat) != slow.count(side, threat)) return false;
            int from = 0, seen = 0;
            bool same = true;
            board.each(side, threat, [&](int cell) {
                same = same && slow.find_threat(side, threat, from) == cell;
                from = cell + 1;
                ++seen;
            });
            if (!same || seen != board.count(side, threat)) return false;
            if (seen && board.first(side, threat) != slow.find_threat(side, threat)) return false;
        }
    }
    return board.key() == Kernel(board.kernel()).key();
}

// All that stays exact after play_fours.
template <class Kernel>
bool equal_fours(const ShapeBoard<Kernel>& board) {
    const GomokuThreats<Kernel> slow(board.kernel());
    for (int side = 0; side < 2; ++side) {
        int fours = 0;
        for (int cell = 0; cell < board.area(); ++cell) {
            const bool is_four = slow.threat(side, cell) >= Threat::four;
            fours += is_four;
            if (is_four != (board.threat(side, cell) >= Threat::four)) return false;
            if ((slow.threat(side, cell) == Threat::five) != (board.threat(side, cell) == Threat::five)) return false;
            for (int direction = 0; direction < 4; ++direction) {
                const Shape known = board.shape(side, cell, direction), shape = slow.shape(side, cell, direction);
                if ((known >= four || shape >= four) && known != shape) return false;
            }
        }
        if (board.fours(side) != fours) return false;
    }
    return true;
}

// Some moves that keep only fours, taken back again.
template <class Kernel>
bool plays_fours(ShapeBoard<Kernel>& board, Rng& rng) {
    int played = 0;
    bool same = true;
    const int most = 1 + static_cast<int>(rng.below(8));
    for (; played < most && !board.kernel().outcome().over(); ++played) {
        Move move = board.kernel().random_move(rng);
        // Mostly where somebody has stones in a row.
        for (int attempt = 0; attempt < 8 && board.threat(0, move) < Threat::three; ++attempt) {
            if (board.threat(1, move) >= Threat::three) break;
            move = board.kernel().random_move(rng);
        }
        board.play_fours(move);
        same = same && (board.winner() >= 0 || equal_fours(board));
    }
    for (; played > 0; --played) board.undo();
    return same;
}

// The order of moves, number by number.
template <class Kernel>
bool equal_order(const ShapeBoard<Kernel>& board) {
    const std::vector<std::int16_t> numbers = GomokuWeights::of(board.rule()).policy.numbers();
    const int own = board.turn();
    for (int cell = 0; cell < board.area(); ++cell) {
        if (!board.is_empty(cell)) continue;
        const auto& combination = board.cell(cell).combination;
        int sum =
            numbers[combination[own]] + numbers[static_cast<std::size_t>(combination_count + combination[1 - own])];
        for (int direction = 0; direction < 4; ++direction) {
            const int window = window_of(board, cell, direction);
            const int row = Windows::get().row(own == 0 ? window : Windows::get().swapped(window));
            sum += numbers[static_cast<std::size_t>(2 * combination_count + row)];
        }
        if (board.promise(cell) != sum) return false;
    }
    return true;
}

template <class Kernel>
bool equal(ShapeBoard<Kernel>& board) {
    return board.value() == board.sum() + network_value(board) && equal_order(board) && equal_shapes(board);
}

template <class Kernel>
int play_games(int size, GomokuRule rule, int games, Rng& rng) {
    int compared = 0;
    for (int game = 0; game < games; ++game) {
        Kernel start(size, rule, std::string(static_cast<std::size_t>(size * size), '.'), 0);
        ShapeBoard<Kernel> board(start);
        std::vector<Kernel> played{start};
        for (int step = 0; step < 3 * size * size; ++step) {
            const Kernel& now = played.back();
            const bool back = played.size() > 1 && (now.outcome().over() || rng.below(4) == 0);
            if (back) {
                board.undo();
                played.pop_back();
                if (played.size() > 4 && now.outcome().over()) break;
            } else {
                if (now.outcome().over()) break;
                // Mostly beside a stone, so that rows come about.
                Move move = now.random_move(rng);
                for (int attempt = 0; attempt < 8 && step > 2; ++attempt) {
                    if (board.threat(0, move) != Threat::alone || board.threat(1, move) != Threat::alone) break;
                    move = now.random_move(rng);
                }
                Kernel next = now;
                next.play(move);
                board.play_shapes(move);
                if (board.winner() < 0 && step % 5 == 0 && !equal_shapes(board)) return -1;
                board.undo();
                board.play(move);
                if (board.winner() != next.winner()) return -1;
                played.push_back(next);
            }
            if (board.key() != played.back().key() || board.turn() != played.back().turn()) return -1;
            if (board.winner() >= 0) continue;
            if (step % 3 == 0) {
                if (!equal(board)) return -1;
                if (!plays_fours(board, rng) || !equal(board)) return -1;
                ++compared;
            }
        }
    }
    return compared;
}

int main() {
    Rng rng(7);
    for (const GomokuRule rule : {GomokuRule::freestyle, GomokuRule::standard, GomokuRule::renju, GomokuRule::caro}) {
        for (const int size : {5, 6, 10, 11, 12, 13, 14, 15}) {
            const int compared = play_games<GomokuSmall>(size, rule, 3, rng);
            std::printf("%d %d %s\n", static_cast<int>(rule), size, compared > 0 ? "equal" : "different");
        }
        for (const int size : {10, 15, 16, 17, 18, 19, 20, 28}) {
            const int compared = play_games<GomokuLarge>(size, rule, 2, rng);
            std::printf("%d %d %s\n", static_cast<int>(rule), size, compared > 0 ? "equal" : "different");
        }
    }
}
