// Two tiny boards that try what no shipped game uses yet; prints one line per claim, read by test_hooks.py.
#include <cstdio>
#include <thread>
#include <vector>

#include "search/alphabeta.hpp"
#include "search/minimax.hpp"

using namespace boyi;

// Tic-tac-toe.
struct Tiny {
    int stones[2] = {0, 0}, side = 0;

    static bool three(int set) {
        for (const int line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124})
            if ((set & line) == line) return true;
        return false;
    }
    int turn() const { return side; }
    int area() const { return 9; }
    int stone(int cell) const { return stones[0] >> cell & 1 ? 0 : stones[1] >> cell & 1 ? 1 : -1; }
    Outcome outcome() const {
        if (three(stones[1 - side])) return {1 - side, "three"};
        return (stones[0] | stones[1]) == 0777 ? Outcome{Outcome::draw, "full board"} : Outcome{};
    }
    void moves(MoveList& list) const {
        if (outcome().over()) return;
        for (int cell = 0; cell < 9; ++cell)
            if (stone(cell) < 0) list.add(cell);
    }
    bool is_legal(Move move) const { return move < 9 && stone(move) < 0 && !outcome().over(); }
    void play(Move move) {
        stones[side] |= 1 << move;
        side = 1 - side;
    }
    Move random_move(Rng& rng) const {
        MoveList list;
        moves(list);
        return list[rng.below(list.count)];
    }
    Key key() const { return mix(stones[0] << 10 | stones[1] << 1 | side); }
    int count_moves() const {
        MoveList list;
        moves(list);
        return list.count;
    }
};

// A walk on a ring of five cells that never ends: each player steps forward (0), back (1), or gives up (2).
struct Ring {
    static constexpr bool repeats = true;
    int place = 0, side = 0, loser = -1;

    int turn() const { return side; }
    int area() const { return 5; }
    int stone(int cell) const { return cell == place ? 0 : -1; }
    Outcome outcome() const { return loser >= 0 ? Outcome{1 - loser, "gave up"} : Outcome{}; }
    void moves(MoveList& list) const {
        for (int move = 0; move < 3 && loser < 0; ++move) list.add(move);
    }
    bool is_legal(Move move) const { return move < 3 && loser < 0; }
    void play(Move move) {
        if (move == 2) loser = side;
        else place = (place + (move ? 4 : 1)) % 5;
        side = 1 - side;
    }
    Move random_move(Rng& rng) const { return static_cast<Move>(rng.below(3)); }
    Key key() const { return mix(place * 8 + side * 4 + loser + 1); }
    int count_moves() const { return loser < 0 ? 3 : 0; }
};

// Likes to stand on cell 2.
struct Magnet {
    static constexpr const char* name = "magnet";
    static constexpr int scale = 100;
    static int value(const Ring& ring) { return ring.place == 2 ? -50 : 10; }
    static int gain(const Ring&, Move) { return 0; }
};

using Nothing = NoOpinion<Tiny>;

struct FirstOnly : Nothing {
    static bool candidates(const Tiny& board, MoveList& list) {
        board.moves(list);
        const bool all = list.count == 1;
        list.count = 1;
        return all;
    }
};

// The first player's candidates are all moves, the second player's are incomplete.
struct BlindDefender : Nothing {
    static bool candidates(const Tiny& board, MoveList& list) {
        if (board.turn() == 1) return FirstOnly::candidates(board, list);
        board.moves(list);
        return true;
    }
};

struct AllNamed : Nothing {
    static bool candidates(const Tiny& board, MoveList& list) {
        board.moves(list);
        return true;
    }
};

struct Forced : Nothing {
    static bool forced(const Tiny&) { return true; }
};

struct WinsInOne : Nothing {
    static Proof prove(const Tiny& board) {
        for (Move move = 0; move < 9; ++move)
            if (board.is_legal(move) && Tiny::three(board.stones[board.side] | 1 << move)) return {1, move};
        return {};
    }
};

struct Oracle : Nothing {
    static bool take_over(const Tiny& board, const Limits&, Stopper&, const Cancel*, Report& report) {
        if (!board.is_legal(8)) return false;
        report.lines = {{8, 1, 0.5, 7.0, {8}}};
        report.proven = Proven::draw;
        report.depth = 77;
        return true;
    }
};

template <class E, class B>
Report run(const B& board, Limits limits = {}, std::vector<Key> history = {}, int multi = 1) {
    AlphaBeta<B, E> search(board, multi, std::move(history), nullptr);
    search.prepare(limits);
    search.stopper.start(limits.seconds);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < limits.threads; ++thread) threads.emplace_back([&, thread] { search.work(thread); });
    for (std::thread& thread : threads) thread.join();
    return search.report();
}

Limits to_depth(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

Tiny after(std::initializer_list<int> moves) {
    Tiny board;
    for (const int move : moves) board.play(static_cast<Move>(move));
    return board;
}

void print(const char* claim, const Report& report) {
    std::printf("%s: move %d score %.0f depth %d proven %d line %zu\n", claim, report.lines[0].move,
                report.lines[0].score, report.depth, static_cast<int>(report.proven), report.lines[0].pv.size());
}

int exact(const Tiny& board) {
    if (const Outcome outcome = board.outcome(); outcome.over()) return outcome.winner == Outcome::draw ? 0 : -1;
    MoveList list;
    board.moves(list);
    int best = -1;
    for (const Move move : list) {
        Tiny next = board;
        next.play(move);
        best = std::max(best, -exact(next));
    }
    return best;
}

// Every position that can be reached within `depth` more plies is proven to be what it is.
template <class E>
int wrong_proofs(const Tiny& board, int depth) {
    if (board.outcome().over()) return 0;
    const Proven expected[] = {Proven::loss, Proven::draw, Proven::win};
    int wrong = run<E>(board).proven != expected[exact(board) + 1];
    MoveList list;
    board.moves(list);
    for (const Move move : list) {
        if (depth == 0) break;
        Tiny next = board;
        next.play(move);
        wrong += wrong_proofs<E>(next, depth - 1);
    }
    return wrong;
}

int main() {
    std::printf("wrong proofs: %d %d %d\n", wrong_proofs<Nothing>(Tiny{}, 3), wrong_proofs<AllNamed>(Tiny{}, 2),
                wrong_proofs<WinsInOne>(Tiny{}, 2));
    Limits two = to_depth(20);
    two.threads = 2;
    std::printf("two threads: %d\n", static_cast<int>(run<Nothing>(Tiny{}, two).proven));
    const Tiny fork = after({0, 1, 4, 2});  // the first player wins by 8
    const Tiny lost = after({0, 1, 4});     // the second player must stop 8, and then loses to 3 or 6
    print("lost", run<Nothing>(lost));
    print("lost, one candidate", run<FirstOnly>(lost));
    // That every listed reply loses proves nothing: the replies that save the second player are not in the list.
    print("incomplete replies", run<BlindDefender>(Tiny{}, to_depth(6)));
    print("incomplete replies, to the end", run<BlindDefender>(after({0})));
    print("proof at the root", run<WinsInOne>(fork));
    print("depth 4 without proofs", run<Nothing>(after({0, 1}), to_depth(4)));
    print("depth 4 with proofs at leaves", run<WinsInOne>(after({0, 1}), to_depth(4)));
    print("depth 1 with forced replies", run<Forced>(after({0, 1}), to_depth(1)));
    print("depth 2 with forced replies", run<Forced>(after({0, 1}), to_depth(2)));
    print("oracle", run<Oracle>(Tiny{}));
    print("oracle that declines", run<Oracle>(after({0, 1, 4, 8})));
    print("ring", run<Magnet>(Ring{}, to_depth(2)));
    // Cell 2 with the other side to move has been there before, so standing on it would be a draw.
    Ring centre;
    centre.place = 2;
    centre.side = 1;
    Ring start;
    start.place = 1;
    print("ring towards the magnet", run<Magnet>(start, to_depth(1)));
    print("ring with history", run<Magnet>(start, to_depth(1), {centre.key()}));
    print("ring, deep", run<Magnet>(Ring{}, to_depth(60)));
}
