// Proof-number search for Lines of Action: who can force a win. No Python in here.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include "loa/board.hpp"
#include "search/search.hpp"

namespace boyi {

// Depth-first proof-number search (df-pn) with a table. One side at a time is the attacker, and only its wins are
// proofs: a position that repeats one on the way counts as not won, and that is never taken for a result.
class LoaSolver {
public:
    // `expired(nodes)` is asked now and then and ends the search by a true answer.
    LoaSolver(const Loa& root, std::uint64_t nodes, std::uint64_t memory, std::function<bool(std::uint64_t)> expired);

    // The result for the side to move of the root. The two sides take turns as the attacker, each time with more nodes.
    Proven solve();

    // The winner's proven moves and the replies that last longest, after solve() has proven a win or a loss.
    std::vector<Move> line();

    std::uint64_t nodes() const { return nodes_; }

private:
    using Number = std::uint32_t;
    static constexpr Number infinite_number = 1u << 30;

    // What is known about a position when one side is the attacker.
    struct Numbers {
        Number proof = 1, disproof = 1;  // 0 of the first: the attacker wins
        std::uint16_t plies = 0;         // to the end, where it is proven
        bool proven() const { return proof == 0; }
        bool decided() const { return proof == 0 || disproof == 0; }
    };
    struct Slot {
        Key key = 0;
        Numbers numbers;
        std::uint32_t work = 0;  // nodes that it took; 0: the slot is empty
    };
    struct Free {
        void operator()(Slot* slots) const { std::free(slots); }
    };
    // A move and what is known about the position after it.
    struct Child {
        Move move;
        Loa board;
        Key key;
        Numbers numbers;
    };
    struct Summary {
        Numbers numbers;
        int best = 0;                     // the child to search next
        Number second = infinite_number;  // the smallest number of the others
        Number rest = 0;                  // the sum of the larger number over the others
    };

    static Key attacked(Key key, int attacker) { return attacker ? key ^ 0x9E3779B97F4A7C15ull : key; }
    const Numbers* find(Key key) const;
    void store(Key key, const Numbers& numbers, std::uint64_t work);

    // Numbers of a position that was not searched yet.
    Numbers first_look(const Loa& board, int attacker);
    std::vector<Child> expand(const Loa& board, int attacker);
    // `own`: the attacker is to move.
    static Summary summarise(const std::vector<Child>& children, bool own);
    // Searches until a number reaches its limit.
    Numbers search(const Loa& board, int attacker, Number most_proof, Number most_disproof);
    bool out_of_nodes();
    // Whether the attacker is proven to win, with so many nodes at most.
    bool prove(const Loa& board, int attacker, std::uint64_t nodes);

    const Loa root_;
    const std::uint64_t limit_;
    const std::function<bool(std::uint64_t)> expired_;
    std::uint64_t nodes_ = 0, round_limit_ = 0;
    bool stopped_ = false;
    Proven result_ = Proven::no;
    // From calloc, which gives fresh pages without touching them.
    std::unique_ptr<Slot[], Free> table_;
    std::size_t slots_ = 0;
    std::vector<Key> path_;
};

}  // namespace boyi
