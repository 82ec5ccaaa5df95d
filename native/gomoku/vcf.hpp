// Winning by continuous fours (VCF): every move of the attacker makes a four, so the defender has no choice.
#pragma once

#include <memory>
#include <vector>

#include "gomoku/threats.hpp"

namespace boyi {

template <class Kernel>
class ContinuousFours {
public:
    using Threats = GomokuThreats<Kernel>;
    enum class Result { won, none, unknown };  // none: surely no such win; unknown: a limit was met

    // `places` (a power of two): for positions that are known to fail, kept from one run to the next.
    explicit ContinuousFours(std::size_t places) : failed_(places) {}

    // At most so many positions and so many fours in a row; `stop()` is asked every thousand positions.
    template <class Stop>
    Result run(const Threats& root, std::uint64_t nodes, int fours, Stop&& stop) {
        budget_ = nodes;
        max_ply_ = 2 * fours;
        nodes_ = 0;
        stopped_ = false;
        line_.clear();
        // The rule and the size are no part of a position's key.
        salt_ = mix(static_cast<Key>(root.size()) * 4 + static_cast<Key>(root.rule()));
        enter(0, root);
        return attack(0, -1, stop);
    }
    // After a win: the moves of both sides, the five last.
    const std::vector<Move>& line() const { return line_; }
    std::uint64_t nodes() const { return nodes_; }

private:
    struct Frame {
        explicit Frame(const Threats& start) : board(start) {}
        Threats board;
        std::vector<std::pair<int, Move>> moves;  // the best last
    };

    // On the heap: boards are large, lines are long, and a thread's stack may be small.
    Frame& enter(int ply, const Threats& board) {
        if (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>(board));
        else frames_[ply]->board = board;
        return *frames_[ply];
    }

    template <class Stop>
    Result attack(int ply, int last, Stop& stop) {
        // Step 1. Five at once?
        const Threats& board = frames_[ply]->board;
        const int attacker = board.turn(), defender = 1 - attacker;
        if (board.count(attacker, Threat::five)) {
            win(ply, {board.find_threat(attacker, Threat::five)});
            return Result::won;
        }
        const Key key = board.key() ^ salt_;
        Key& place = failed_[key & (failed_.size() - 1)];
        if (place == key) return Result::none;
        if (nodes_ >= budget_ || (nodes_ % 1024 == 1023 && stop())) stopped_ = true;
        if (stopped_) return Result::unknown;
        ++nodes_;

        // Step 2. The fours; where the defender threatens a five, only those that stop it
        find_fours(*frames_[ply], last);
        Result result = Result::none;
        if (ply >= max_ply_ && !frames_[ply]->moves.empty()) return Result::unknown;
        while (!frames_[ply]->moves.empty()) {
            const Move move = frames_[ply]->moves.back().second;
            frames_[ply]->moves.pop_back();
            if (!frames_[ply]->board.is_legal(move)) continue;
            Threats& after = enter(ply + 1, frames_[ply]->board).board;
            after.play(move);
            if (after.count(defender, Threat::five)) continue;
            const Result found =
                after.rule() == GomokuRule::caro ? defend_caro(ply + 1, move, stop) : defend(ply + 1, move, stop);
            if (found == Result::won) {
                line_[ply] = move;
                return found;
            }
            if (found == Result::unknown) result = found;
            if (stopped_) return Result::unknown;
        }
        if (result == Result::none) place = key;
        return result;
    }

    void find_fours(Frame& frame, int last) const {
        const Threats& board = frame.board;
        const int attacker = board.turn(), defender = 1 - attacker, size = board.size();
        frame.moves.clear();
        const int fives = board.count(defender, Threat::five);
        if (fives && board.rule() != GomokuRule::caro) {
            const int cell = board.find_threat(defender, Threat::five);
            if (fives == 1 && board.threat(attacker, cell) >= Threat::four)
                frame.moves.push_back({0, static_cast<Move>(cell)});
            return;
        }
        for (const Threat threat : {Threat::four, Threat::four_three, Threat::double_four, Threat::open_four}) {
            for (int cell = -1, left = board.count(attacker, threat); left > 0; --left) {
                cell = board.find_threat(attacker, threat, cell + 1);
                // Fours near the last one tend to belong to the same attack.
                int order = board.urge(attacker, cell) + board.urge(defender, cell) / 4;
                if (last >= 0)
                    order -= 4 * std::max(std::abs(cell / size - last / size), std::abs(cell % size - last % size));
                if (threat == Threat::open_four) order += 10'000;
                frame.moves.push_back({order, static_cast<Move>(cell)});
            }
        }
        std::sort(frame.moves.begin(), frame.moves.end());
    }

    // The defender has to take the cell that makes the five; it may be forbidden to (renju).
    template <class Stop>
    Result defend(int ply, Move last, Stop& stop) {
        const Threats& board = frames_[ply]->board;
        const int attacker = 1 - board.turn(), fives = board.count(attacker, Threat::five);
        if (fives == 0) return Result::none;
        const int cell = board.find_threat(attacker, Threat::five);
        const bool legal = board.is_legal(static_cast<Move>(cell));
        if (!legal) {
            MoveList list;
            board.moves(list);
            if (list.count == 0) return Result::none;  // no move at all is a draw
            win(ply, {list[0], cell});
            return Result::won;
        }
        if (fives > 1) {
            win(ply, {cell, board.find_threat(attacker, Threat::five, cell + 1)});
            return Result::won;
        }
        enter(ply + 1, board).board.play(static_cast<Move>(cell));
        const Result result = attack(ply + 1, last, stop);
        if (result == Result::won) line_[ply] = static_cast<Move>(cell);
        return result;
    }

    // In caro a five can also be stopped by closing its ends; every way has to fail.
    template <class Stop>
    Result defend_caro(int ply, Move last, Stop& stop) {
        const Threats& board = frames_[ply]->board;
        const int attacker = 1 - board.turn();
        std::vector<int> replies;
        board.each_stop(attacker, [&replies](int cell) { replies.push_back(cell); });
        if (replies.empty()) return Result::none;
        const int block = replies[0];
        bool stoppable = false;
        // The last one searched gives the line: the cell of the five itself, where that is a defence.
        for (std::size_t index = replies.size(); index-- > 0;) {
            Threats& after = enter(ply + 1, frames_[ply]->board).board;
            after.play(static_cast<Move>(replies[index]));
            if (after.count(attacker, Threat::five)) continue;
            stoppable = true;
            const Result result = attack(ply + 1, last, stop);
            if (result != Result::won) return result;
            line_[ply] = static_cast<Move>(replies[index]);
        }
        if (stoppable) return Result::won;
        enter(ply + 1, frames_[ply]->board).board.play(static_cast<Move>(block));
        win(ply, {block, frames_[ply + 1]->board.find_threat(attacker, Threat::five)});
        return Result::won;
    }

    // The line ends with these moves.
    void win(int ply, std::initializer_list<int> moves) {
        line_.assign(static_cast<std::size_t>(ply), 0);
        for (const int move : moves) line_.push_back(static_cast<Move>(move));
    }

    std::uint64_t budget_ = 0, nodes_ = 0;
    int max_ply_ = 0;
    bool stopped_ = false;
    Key salt_ = 0;
    std::vector<Move> line_;
    std::vector<std::unique_ptr<Frame>> frames_;
    std::vector<Key> failed_;
};

}  // namespace boyi
