// Winning by continuous threats (VCT): every move of the attacker makes a four or an open three, or answers a four with
// one of them. Depth-first proof-number search; every reply that could stop the threat is tried, so a win is a proof.
#pragma once

#include <limits>
#include <unordered_map>
#include <vector>

#include "gomoku/fours.hpp"
#include "gomoku/move_picker.hpp"
#include "search/move_order.hpp"

namespace boyi {

template <class Kernel>
class ContinuousThreats {
public:
    using Board = ShapeBoard<Kernel>;
    enum class Result { won, none, unknown };  // none: surely no such win; unknown: a limit was met

    // At most so many positions and about so many bytes for them; `stop()` is asked now and then.
    template <class Stop>
    Result run(Board& board, std::uint64_t nodes, std::uint64_t memory, Stop&& stop) {
        lengths_.clear();
        line_.clear();
        budget_ = nodes;
        memory_ = memory;
        count_ = 0;
        stopped_ = false;
        attacker_ = board.turn();
        // A search that ended because the fours were cut short is repeated with more of them.
        for (fours_limit_ = least_fours;; fours_limit_ *= 8) {
            limited_ = false;
            nodes_.clear();
            nodes_.reserve(std::size_t{1} << 15);
            bytes_ = 0;
            search(board, 0, infinity, infinity, stop);
            if (!limited_ || stopped_ || fours_limit_ >= most_fours || nodes_.at(board.key()).proof == 0) break;
        }
        const Node& root = nodes_.at(board.key());
        if (root.proof == 0) {
            follow(board);
            return Result::won;
        }
        return root.disproof == 0 && !limited_ ? Result::none : Result::unknown;
    }
    // After a win: the moves of both sides, the five last.
    const std::vector<Move>& line() const { return line_; }
    std::uint64_t nodes() const { return count_; }

    // After a win: later runs try its moves first. Their positions have other keys, which differ from those of this
    // run by `follow_plan(difference)`: one stone more of the defender, say.
    void keep_plan() {
        plan_.clear();
        each_proven([this](Key key, bool attacks, int, Move move) {
            if (attacks && move != no_move) plan_.emplace(key, move);
        });
    }
    void follow_plan(Key difference) { difference_ = difference; }

    // After a win: `use(key, attacks, plies, move)` for every position of the proof. Attacks: the winner is to move, by
    // `move` (no_move: by continuous fours); `plies`: how long it lasts at most.
    template <class Use>
    void each_proven(Use&& use) const {
        for (const auto& [key, length] : lengths_) {
            const Node& node = nodes_.at(key);
            Move best = no_move;
            int least = 0;
            if (node.attacks) {
                for (const Child& child : node.children) {
                    const Key next = key ^ stone_keys[static_cast<std::size_t>(attacker_)][child.move] ^ turn_key;
                    const auto known = lengths_.find(next);
                    if (known == lengths_.end() || (best != no_move && known->second >= least)) continue;
                    best = child.move;
                    least = known->second;
                }
            }
            use(key, node.attacks, length - 1, best);
        }
    }

private:
    using Number = std::uint32_t;
    static constexpr Number infinity = 1'000'000'000;
    static constexpr int max_ply = 100;
    static constexpr std::uint64_t least_fours = 400, most_fours = 20'000;
    static constexpr Number unplanned = 30;  // how much harder a proof by another move than that of the plan looks

    struct Node;
    struct Child {
        Move move;
        Number proof, disproof;
        const Node* node;  // null as long as it was not searched
    };
    // Proof: that the attacker wins.
    struct Node {
        Number proof = 1, disproof = 1;
        bool expanded = false, complete = true, attacks = false;
        std::uint8_t threat_plies = 0;  // of the attacker's win if the defender does not answer
        std::vector<Child> children;
    };

    static constexpr std::uint64_t node_bytes = sizeof(Node) + 40;  // with its key and its places in the table

    static Key after(const Board& board, Move move) {
        return board.key() ^ stone_keys[static_cast<std::size_t>(board.turn())][move] ^ turn_key;
    }

    template <class Stop>
    void search(Board& board, int ply, Number most_proof, Number most_disproof, Stop& stop) {
        Node& node = nodes_[board.key()];
        const bool attacks = board.turn() == attacker_;
        if (!node.expanded) expand(board, node, ply);
        // Other ways may have led to these positions meanwhile.
        link(board, node);
        while (true) {
            if (node.proof == 0 || node.disproof == 0) return;
            Number proof = attacks ? infinity : 0, disproof = attacks ? 0 : infinity;
            std::size_t best = 0;
            Number least = infinity + 1, second = infinity + 1;
            Number open = 0;
            for (std::size_t index = 0; index < node.children.size(); ++index) {
                Child& child = node.children[index];
                if (child.node) {
                    child.proof = child.node->proof;
                    child.disproof = child.node->disproof;
                }
                if (attacks) {
                    proof = std::min(proof, child.proof);
                    disproof = std::max(disproof, child.disproof);
                    open += child.disproof > 0;
                } else {
                    proof = std::max(proof, child.proof);
                    disproof = std::min(disproof, child.disproof);
                    open += child.proof > 0;
                }
                const Number rank = attacks ? child.proof : child.disproof;
                if (rank < least) {
                    second = least;
                    least = rank;
                    best = index;
                } else if (rank < second) {
                    second = rank;
                }
            }
            // The largest number and one for each other child instead of their sum (weak proof-number search): many
            // ways lead to the same position, which a sum would count several times.
            const Number others = open > 1 ? open - 1 : 0;
            if (attacks) disproof = std::min(infinity, disproof + others);
            else proof = std::min(infinity, proof + others);
            node.proof = proof;
            node.disproof = disproof;
            if (proof == 0 && !attacks && !node.complete) {
                // All likely replies lose: now the others.
                node.complete = true;
                add_rest(board, node);
                node.proof = node.disproof = 1;
                continue;
            }
            if (proof == 0 || disproof == 0) {
                if (proof > 0) node.proof = infinity;
                if (disproof > 0) node.disproof = infinity;
                return;
            }
            if (proof >= most_proof || disproof >= most_disproof) return;
            if (stopped_ || count_ >= budget_ || bytes_ >= memory_ || (++steps_ % 64 == 0 && stop())) {
                stopped_ = limited_ = true;
                return;
            }
            const Child& child = node.children[best];
            // A quarter more than the second best has, so that the search does not change between them at every step.
            const Number gap = second + second / 4 + 1;
            const Number child_proof = attacks ? std::min(most_proof, gap) : most_proof - others;
            const Number child_disproof = attacks ? most_disproof - others : std::min(most_disproof, gap);
            const Key next = after(board, child.move);
            board.play_shapes(child.move);
            search(board, ply + 1, child_proof, child_disproof, stop);
            board.undo();
            node.children[best].node = &nodes_.find(next)->second;
        }
    }

    // Finds the children that were searched.
    void link(const Board& board, Node& node) const {
        for (Child& child : node.children) {
            if (child.node) continue;
            if (const auto place = nodes_.find(after(board, child.move)); place != nodes_.end())
                child.node = &place->second;
        }
    }

    static void prove(Node& node) {
        node.proof = 0;
        node.disproof = infinity;
    }
    static void disprove(Node& node) {
        node.proof = infinity;
        node.disproof = 0;
    }

    bool wins_by_fours(Board& board) {
        const int plies = fours_.run(board, fours_limit_);
        count_ += fours_.nodes();
        if (plies == 0 && !fours_.sure()) limited_ = true;
        return plies > 0;
    }

    void expand(Board& board, Node& node, int ply) {
        node.expanded = true;
        node.attacks = board.turn() == attacker_;
        ++count_;
        if (board.turn() == attacker_) expand_attack(board, node, ply);
        else expand_defence(board, node);
        if (node.proof > 0 && node.disproof > 0 && node.children.empty())
            board.turn() == attacker_ ? disprove(node) : prove(node);
        bytes_ += node_bytes + node.children.capacity() * sizeof(Child);
    }

    void expand_attack(Board& board, Node& node, int ply) {
        const int defender = 1 - attacker_;
        const MovePicker<Kernel> picker(board);
        if (board.winner() >= 0 || board.empties() == 0) return disprove(node);
        if (board.count(attacker_, Threat::five)) return prove(node);
        if (wins_by_fours(board)) return prove(node);
        if (ply >= max_ply) {
            limited_ = true;
            return disprove(node);
        }
        MoveList list;
        if (board.count(defender, Threat::five)) {
            picker.stop_five(board, list);
        } else {
            for (Threat threat = Threat::open_four; threat >= Threat::three;
                 threat = static_cast<Threat>(static_cast<int>(threat) - 1))
                board.each(attacker_, threat, [&](int cell) {
                    if (picker.may_play(cell)) list.add(cell);
                });
        }
        add(board, node, list);
    }

    void expand_defence(Board& board, Node& node) {
        const int defender = 1 - attacker_;
        const MovePicker<Kernel> picker(board);
        if (board.winner() >= 0) return prove(node);
        if (board.empties() == 0 || board.count(defender, Threat::five)) return disprove(node);
        MoveList list;
        if (board.count(attacker_, Threat::five)) {
            if (!picker.stop_five(board, list) && board.kernel().outcome().over())
                return disprove(node);  // renju: no legal move
            return add(board, node, list);
        }
        if (wins_by_fours(board)) return disprove(node);
        // Is it a threat? If the defender passed, fours would win.
        board.pass();
        const bool threat = wins_by_fours(board);
        board.pass();
        if (!threat) return disprove(node);
        bool complete = true;
        node.threat_plies = static_cast<std::uint8_t>(std::min<std::size_t>(fours_.line().size(), 255));
        picker.stop_line(list, fours_.line(), complete);
        node.complete = complete;
        MoveList stops;
        if (board.count(attacker_, Threat::open_four) && picker.stop_open_fours(stops, complete)) {
            // Both lists hold every defence.
            node.complete = node.complete && complete;
            const auto end = stops.end();
            const auto left = std::remove_if(list.moves, list.moves + list.count,
                                             [&](Move move) { return std::find(stops.begin(), end, move) == end; });
            list.count = static_cast<int>(left - list.moves);
        }
        add(board, node, list);
        if (list.count == 0 && !node.complete) {
            node.complete = true;
            add_rest(board, node);
            if (node.children.empty()) disprove(node);  // renju: no legal move
        }
    }

    void add(const Board& board, Node& node, const MoveList& list) {
        const int side = board.turn();
        const bool attacks = side == attacker_;
        const auto planned = attacks ? plan_.find(board.key() ^ difference_) : plan_.end();
        node.children.reserve(static_cast<std::size_t>(list.count));
        for (const Move move : list) {
            // A four has one answer, a three has several.
            Number proof = attacks && board.threat(side, move) < Threat::four ? 3 : 1;
            if (planned != plan_.end() && planned->second != move) proof += unplanned;
            node.children.push_back({move, proof, 1, nullptr});
        }
        std::stable_sort(node.children.begin(), node.children.end(),
                         [&](const Child& a, const Child& b) { return board.order(a.move) > board.order(b.move); });
    }
    void add_rest(const Board& board, Node& node) {
        MoveList legal;
        board.kernel().moves(legal);
        bytes_ += static_cast<std::uint64_t>(legal.count) * sizeof(Child);
        for (const Move move : legal) {
            const auto known = std::find_if(node.children.begin(), node.children.end(),
                                            [&](const Child& child) { return child.move == move; });
            if (known == node.children.end()) node.children.push_back({move, 1, 1, nullptr});
        }
    }

    // The attacker's shortest known win against the longest defence.
    void follow(Board& board) {
        int plies = 0;
        while (board.winner() < 0) {
            const auto place = nodes_.find(board.key());
            const bool attacks = board.turn() == attacker_;
            const Child* best = nullptr;
            int wanted = 0;
            if (place != nodes_.end())
                for (const Child& child : place->second.children) {
                    const int plies_left = length(board, child.move);
                    if (plies_left < 0 || (best && (attacks ? plies_left >= wanted : plies_left <= wanted))) continue;
                    best = &child;
                    wanted = plies_left;
                }
            if (attacks && (!best || place->second.children.empty())) {
                if (fours_.run(board, 2 * most_fours) == 0) break;
                line_.insert(line_.end(), fours_.line().begin(), fours_.line().end());
                break;
            }
            Move move = best ? best->move : no_reply(board);
            line_.push_back(move);
            board.play(move);
            ++plies;
        }
        for (; plies > 0; --plies) board.undo();
    }
    // A fork by fives leaves the defender no reply that helps.
    static Move no_reply(const Board& board) {
        const int cell = board.first(1 - board.turn(), Threat::five);
        if (cell >= 0 && board.is_legal(static_cast<Move>(cell))) return static_cast<Move>(cell);
        MoveList legal;
        board.kernel().moves(legal);
        return legal[0];
    }

    // Plies to the win after a move, as far as the search knows; -1 if it is not proven.
    int length(Board& board, Move move) {
        const Key key = after(board, move);
        const auto place = nodes_.find(key);
        if (place == nodes_.end() || place->second.proof != 0) return -1;
        if (const auto known = lengths_.find(key); known != lengths_.end()) return known->second;
        board.play(move);
        const bool attacks = board.turn() == attacker_;
        int best = -1;
        for (const Child& child : place->second.children) {
            const int plies = length(board, child.move);
            if (plies >= 0 && (best < 0 || (attacks ? plies < best : plies > best))) best = plies;
        }
        if (best < 0) best = attacks ? fours_.run(board, 2 * most_fours) : 2;
        if (!attacks) best = std::max(best, static_cast<int>(place->second.threat_plies));
        board.undo();
        return lengths_[key] = best + 1;
    }

    int attacker_ = 0;
    std::uint64_t budget_ = 0, count_ = 0, steps_ = 0, fours_limit_ = least_fours, memory_ = 0, bytes_ = 0;
    bool stopped_ = false, limited_ = false;
    std::vector<Move> line_;
    std::unordered_map<Key, Move> plan_;
    Key difference_ = 0;
    std::unordered_map<Key, Node> nodes_;
    std::unordered_map<Key, int> lengths_;
    FourSearch<Kernel> fours_{std::size_t{1} << 16};
};

}  // namespace boyi
