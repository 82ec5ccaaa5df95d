// Winning by continuous fours (VCF): every move of the attacker makes a four, so the defender has no choice. The
// solver, and the quick look of the search at its nodes.
#pragma once

#include <functional>
#include <vector>

#include "gomoku/shape_board.hpp"

namespace boyi {

template <class Kernel>
class FourSearch {
public:
    using Board = ShapeBoard<Kernel>;

    // `places` (a power of two): for positions that are known to fail, kept from one run to the next; `stop`: asked
    // every thousand positions whether to end, if it is given.
    explicit FourSearch(std::size_t places, std::function<bool()> stop = {})
        : failed_(places), stop_(std::move(stop)) {}

    // The number of plies to the five of the side to move, or 0 if none of at most so many plies was found within so
    // many positions.
    int run(Board& board, std::uint64_t nodes, int plies = max_plies) { return look(board, nodes, plies, false); }
    // The same without fours that probably lead to no other one; that nothing was found is not certain.
    int run_quick(Board& board, std::uint64_t nodes) { return look(board, nodes, max_plies, true); }
    // `run` for the shortest win that is found; at most so many positions for each length that is tried.
    int run_shortest(Board& board, std::uint64_t nodes) {
        int plies = run(board, nodes);
        std::uint64_t looked_at = nodes_;
        if (plies > 0) {
            while (true) {
                std::vector<Move> line = line_;
                const int fewer = plies > 2 ? run(board, nodes, plies - 2) : 0;
                looked_at += plies > 2 ? nodes_ : 0;
                if (fewer == 0) {
                    line_ = std::move(line);
                    break;
                }
                plies = fewer;
            }
        }
        nodes_ = looked_at;
        return plies;
    }
    // Whether the last answer is certain: false if nothing was found before a limit was met.
    bool sure() const { return sure_; }
    // After a win: the moves of both sides, the five last.
    const std::vector<Move>& line() const { return line_; }
    std::uint64_t nodes() const { return nodes_; }
    void clear() { std::fill(failed_.begin(), failed_.end(), Key{0}); }

private:
    enum class Result { won, none, unknown };
    static constexpr int most = 48, max_plies = 121;
    struct Four {
        int order;
        Move move;
    };

    // `quick`: as run_quick says; not where more than one cell may answer a four.
    int look(Board& board, std::uint64_t nodes, int plies, bool quick) {
        nodes_ = 0;
        sure_ = true;
        if (board.fours(board.turn()) == 0) return 0;
        budget_ = nodes;
        limit_ = plies;
        caro_ = board.rule() == GomokuRule::caro;
        one_answer_ = !caro_ && (board.rule() != GomokuRule::renju || board.turn() == 0);
        quick_ = quick && one_answer_;
        line_.clear();
        const Result result = attack(board, 0, -1);
        sure_ = result != Result::unknown;
        return result == Result::won ? static_cast<int>(line_.size()) : 0;
    }

    Result attack(Board& board, int ply, int last) {
        const int attacker = board.turn();
        if (ply >= limit_) return Result::unknown;
        if (board.count(attacker, Threat::five)) {
            win(ply, {board.first(attacker, Threat::five)});
            return Result::won;
        }
        const Key key = board.key();
        Key& place = failed_[key & (failed_.size() - 1)];
        if (place == key) return Result::none;
        if (nodes_ % 1024 == 1023 && stop_ && stop_()) budget_ = nodes_;
        if (nodes_ >= budget_) return Result::unknown;
        ++nodes_;
        Four fours[most];
        bool all = true;
        const int count = find(board, last, fours, all);
        Result result = all ? Result::none : Result::unknown;
        for (int index = 0; index < count; ++index) {
            for (int other = index + 1; other < count; ++other)
                if (fours[other].order > fours[index].order) std::swap(fours[index], fours[other]);
            const Move move = fours[index].move;
            if (board.rule() == GomokuRule::renju && attacker == 0 && !board.is_legal(move)) continue;
            board.play_fours(move);
            const Result found = ends(board, attacker) ? Result::none
                                 : caro_               ? defend_caro(board, ply + 1, move)
                                                       : defend(board, ply + 1, move);
            board.undo();
            if (found == Result::won) {
                line_[ply] = move;
                return found;
            }
            if (found == Result::unknown) {
                result = found;
                if (nodes_ >= budget_) return result;
            }
        }
        if (result == Result::none) place = key;
        return result;
    }

    // Whether nothing can follow a stone of the attacker: it is no four, the enemy answers it by a five, or no other
    // four will be left after the answer, because a stone of the enemy never makes one.
    bool ends(const Board& board, int attacker) const {
        const int fives = board.count(attacker, Threat::five);
        if (fives == 0 || board.count(1 - attacker, Threat::five)) return true;
        return one_answer_ && fives == 1 && board.fours(attacker) == 1;
    }

    // Whether a four on this cell is probably the last one: no other line through it has the stones, and all other
    // fours are on its own line. Wrong only where two groups of one line each make a four.
    static bool is_last(const Board& board, int attacker, int cell) {
        int others = board.fours(attacker) - 1;
        if (others > 3) return false;
        int line = 0;
        for (int direction = 0; direction < 4; ++direction) {
            const Shape shape = board.shape(attacker, cell, direction);
            if (shape == four) line = direction;
            else if (shape >= three) return false;
        }
        for (int distance = -4; distance <= 4 && others > 0; ++distance) {
            const int place = distance ? board.along(cell, line, distance) : -1;
            others -= place >= 0 && board.threat(attacker, place) == Threat::four &&
                      board.shape(attacker, place, line) == four;
        }
        return others == 0;
    }

    int find(const Board& board, int last, Four* fours, bool& all) const {
        const int attacker = board.turn(), defender = 1 - attacker, size = board.size();
        const int fives = board.count(defender, Threat::five);
        if (fives && !caro_) {
            const int cell = board.first(defender, Threat::five);
            if (fives > 1 || board.threat(attacker, cell) < Threat::four) return 0;
            fours[0] = {0, static_cast<Move>(cell)};
            return 1;
        }
        int count = 0;
        for (const Threat threat : {Threat::open_four, Threat::double_four, Threat::four_three, Threat::four}) {
            if (!board.count(attacker, threat)) continue;
            board.each(attacker, threat, [&](int cell) {
                if (quick_ && threat == Threat::four && is_last(board, attacker, cell)) return;
                if (count == most) {
                    all = false;
                    return;
                }
                int order = board.order(cell);
                // Fours near the last one tend to belong to the same attack.
                if (last >= 0)
                    order -= 4 * std::max(std::abs(cell / size - last / size), std::abs(cell % size - last % size));
                if (threat >= Threat::double_four) order += threat == Threat::open_four ? 10'000 : 5'000;
                fours[count++] = {order, static_cast<Move>(cell)};
            });
        }
        return count;
    }

    // The defender has to take the cell that makes the five; it may be forbidden to (renju).
    Result defend(Board& board, int ply, Move last) {
        const int attacker = 1 - board.turn(), cell = board.first(attacker, Threat::five);
        if (ply + 2 > limit_) return Result::unknown;
        if (board.rule() == GomokuRule::renju && attacker == 1 && !board.is_legal(static_cast<Move>(cell))) {
            MoveList list;
            board.kernel().moves(list);
            if (list.count == 0) return Result::none;  // no move at all is a draw
            win(ply, {list[0], cell});
            return Result::won;
        }
        if (board.count(attacker, Threat::five) > 1) {
            int other = -1;
            board.each(attacker, Threat::five, [&](int five) { other = five == cell ? other : five; });
            win(ply, {cell, other});
            return Result::won;
        }
        board.play_fours(static_cast<Move>(cell));
        const Result result = attack(board, ply + 1, last);
        board.undo();
        if (result == Result::won) line_[ply] = static_cast<Move>(cell);
        return result;
    }

    // In caro a five can also be stopped by closing its ends; every way has to fail.
    Result defend_caro(Board& board, int ply, Move last) {
        const int attacker = 1 - board.turn();
        Move replies[8 * most];
        int count = 0;
        board.each_stop(attacker, [&](int cell) {
            if (count < 8 * most) replies[count++] = static_cast<Move>(cell);
        });
        if (ply + 2 > limit_) return Result::unknown;
        std::vector<Move> longest;
        // Of the longest defences the last one gives the line: the cell of the five itself, where that is one.
        for (int index = count; index-- > 0;) {
            board.play_fours(replies[index]);
            if (board.count(attacker, Threat::five)) {
                board.undo();
                continue;
            }
            const Result result = attack(board, ply + 1, last);
            board.undo();
            if (result != Result::won) return result;
            line_[ply] = replies[index];
            if (line_.size() >= longest.size()) longest = line_;
        }
        if (!longest.empty()) {
            line_ = std::move(longest);
            return Result::won;
        }
        board.play_fours(replies[0]);
        const int five = board.first(attacker, Threat::five);
        board.undo();
        win(ply, {replies[0], five});
        return Result::won;
    }

    // The line ends with these moves.
    void win(int ply, std::initializer_list<int> moves) {
        line_.assign(static_cast<std::size_t>(ply), 0);
        for (const int move : moves) line_.push_back(static_cast<Move>(move));
    }

    std::uint64_t budget_ = 0, nodes_ = 0;
    int limit_ = max_plies;
    bool caro_ = false, quick_ = false, sure_ = true;
    bool one_answer_ = true;  // to a four: the cell of its five, which is legal
    std::vector<Move> line_;
    std::vector<Key> failed_;
    const std::function<bool()> stop_;
};

}  // namespace boyi
