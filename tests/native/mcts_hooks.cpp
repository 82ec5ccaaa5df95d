// What no game in the module shows yet: the hooks a board may offer to the Monte Carlo search, circles, and a search
// with every option at once. Built and run by test_mcts_hooks.py; prints nothing and returns 0 if all is well.
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <thread>

#include "search/mcts.hpp"

using namespace boyi;

#define CHECK(condition)                                        \
    do {                                                        \
        if (!(condition)) {                                     \
            std::printf("line %d: %s\n", __LINE__, #condition); \
            std::exit(1);                                       \
        }                                                       \
    } while (false)

// Tic-tac-toe as plainly as can be.
class Tictactoe {
public:
    int turn() const { return turn_; }
    int area() const { return 9; }
    int stone(int cell) const { return cells_[cell]; }
    bool has_line(int side) const {
        constexpr int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                     {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
        for (const auto& line : lines)
            if (cells_[line[0]] == side && cells_[line[1]] == side && cells_[line[2]] == side) return true;
        return false;
    }
    Outcome outcome() const {
        if (has_line(0)) return {0, "line"};
        if (has_line(1)) return {1, "line"};
        for (const int cell : cells_)
            if (cell < 0) return {};
        return {Outcome::draw, "full"};
    }
    void moves(MoveList& list) const {
        if (outcome().over()) return;
        for (int cell = 0; cell < 9; ++cell)
            if (cells_[cell] < 0) list.add(cell);
    }
    int count_moves() const {
        MoveList list;
        moves(list);
        return list.count;
    }
    bool is_legal(Move move) const { return move < 9 && cells_[move] < 0 && !outcome().over(); }
    void play(Move move) {
        cells_[move] = turn_;
        turn_ = 1 - turn_;
    }
    Move random_move(Rng& rng) const {
        MoveList list;
        moves(list);
        return list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.count)))];
    }
    Key key() const {
        Key key = turn_ ? turn_key : 0;
        for (int cell = 0; cell < 9; ++cell)
            if (cells_[cell] >= 0) key ^= stone_keys[cells_[cell]][cell];
        return key;
    }

protected:
    int cells_[9] = {-1, -1, -1, -1, -1, -1, -1, -1, -1};
    int turn_ = 0;
};

// The same with all hooks; they count their calls.
class Clever : public Tictactoe {
public:
    static inline std::atomic<long> priors{0}, decisives{0}, expectations{0};

    float prior(Move move) const {
        ++priors;
        return move == 4 ? 1.0f : move % 2 ? -1.0f : 0.0f;
    }
    bool decisive(Rng&, Move& move) const {
        ++decisives;
        for (const int side : {turn(), 1 - turn()})
            for (Move cell = 0; cell < 9; ++cell) {
                if (stone(cell) >= 0) continue;
                Clever next = *this;
                next.cells_[cell] = side;
                if (next.has_line(side)) {
                    move = cell;
                    return true;
                }
            }
        return false;
    }
    float expectation() const {
        ++expectations;
        return turn() ? -0.5f : 0.5f;
    }
};

// A board with a learned evaluation and policy, whose weights may be missing.
class Taught : public Tictactoe {
public:
    static inline std::atomic<long> policies{0}, random_moves{0};
    static inline bool weights = true;

    static bool learned() { return weights; }
    float expectation() const { return turn() ? -0.5f : 0.5f; }
    void policy(const Move* moves, int count, float* shares) const {
        ++policies;
        for (int i = 0; i < count; ++i) shares[i] = moves[i] == 4 ? 0.9f : 0.1f / static_cast<float>(count);
    }
    Move random_move(Rng& rng) const {
        ++random_moves;
        return Tictactoe::random_move(rng);
    }
};

// A board whose fast playout writes down its moves.
class Recorded : public Tictactoe {
public:
    static inline std::atomic<long> playouts{0};

    Playout playout(Rng& rng, int cap) { return playout(rng, cap, nullptr); }
    Playout playout(Rng& rng, int cap, Move* moves) {
        playouts += moves != nullptr;
        for (int plies = 0;; ++plies) {
            if (const Outcome end = outcome(); end.over()) return {end.winner, plies};
            if (plies >= cap) return {Outcome::draw, plies};
            const Move move = random_move(rng);
            if (moves) moves[plies] = move;
            play(move);
        }
    }
};

// A token on seven cells, moved by either side by one; black wins on the last cell, white on the first. Black
// steps right and white left, so with good play it is a draw by repetition.
class Circle {
public:
    static constexpr bool repeats = true;

    explicit Circle(int place = 3, int turn = 0) : place_(place), turn_(turn) {}
    int turn() const { return turn_; }
    int area() const { return 7; }
    int stone(int cell) const { return cell == place_ ? 0 : -1; }
    Outcome outcome() const {
        if (place_ == 6) return {0, "end"};
        if (place_ == 0) return {1, "end"};
        return {};
    }
    void moves(MoveList& list) const {
        if (outcome().over()) return;
        list.add(0);
        list.add(1);
    }
    int count_moves() const { return outcome().over() ? 0 : 2; }
    bool is_legal(Move move) const { return move < 2 && !outcome().over(); }
    void play(Move move) {
        place_ += move ? 1 : -1;
        turn_ = 1 - turn_;
    }
    Move random_move(Rng& rng) const { return static_cast<Move>(rng.below(2)); }
    Key key() const { return stone_keys[0][place_] ^ (turn_ ? turn_key : 0); }

private:
    int place_, turn_;
};

template <Board B>
Report run(Mcts<B>& search, std::uint64_t nodes, int threads = 1, std::uint64_t memory = 1 << 22) {
    Limits limits;
    limits.nodes = nodes;
    limits.threads = threads;
    limits.memory = memory;
    search.prepare(limits);
    search.stopper.start(1e9);
    std::vector<std::thread> workers;
    for (int thread = 0; thread < threads; ++thread) workers.emplace_back([&search, thread] { search.work(thread); });
    for (int i = 0; i < 20; ++i) CHECK(!search.report().lines.empty());
    for (std::thread& worker : workers) worker.join();
    const Report report = search.report();
    CHECK(report.nodes == nodes || report.proven != Proven::no);
    return report;
}

template <Board B>
B after(std::initializer_list<Move> moves) {
    B board;
    for (const Move move : moves) board.play(move);
    return board;
}

template <Board B>
void plays_perfectly(const MctsConfig& config, int threads) {
    {
        Mcts<B> search(B{}, config);
        CHECK(run(search, 200000, threads).proven == Proven::draw);
    }
    // x has two corners with the middle free: it wins at once; o, to move, must take the middle and then loses not.
    Mcts<B> win(after<B>({0, 1, 8, 7}), config);
    const Report report = run(win, 1000, threads);
    CHECK(report.proven == Proven::win && report.lines[0].move == 4 && report.lines[0].pv.size() == 1);
    // Two ways to win: all moves lose for o, and the line shows how: o anywhere, x completes.
    Mcts<B> lost(after<B>({0, 1, 4, 8, 3}), config);
    const Report all_lose = run(lost, 1000, threads);
    CHECK(all_lose.proven == Proven::loss && all_lose.lines[0].rate == 0 && all_lose.lines[0].pv.size() == 2);
}

// What the tests below change some settings of.
constexpr MctsConfig usual{
    .c = 1,
    .factor = 2,
    .unit = false,
    .rollouts = 1,
    .cap = 0,
    .cap_value = CapValue::half,
    .game_cap = 1000,
    .lead = 0,
    .backup = Backup::negamax,
    .final = Final::visits,
    .tie = Tie::first,
    .shuffle = true,
    .solver = true,
    .lookahead = true,
    .forced = true,
    .rave = false,
    .rave_bias = 1e-4,
    .grave_ref = 50,
    .bias = 1,
    .decisive = true,
    .fpu = std::numeric_limits<double>::infinity(),
    .expand = 0,
    .virtual_loss = 1,
    .learned = 0,
    .policy = 0,
    .reduction = 0,
    .endgame = 16,
    .solve_after = 0,
};

int main() {
    for (const int threads : {1, 2}) {
        for (const bool rave : {false, true}) {
            MctsConfig config = usual;
            config.rave = rave;
            plays_perfectly<Tictactoe>(config, threads);
            plays_perfectly<Clever>(config, threads);
            plays_perfectly<Recorded>(config, threads);
        }
    }
    CHECK(Clever::priors > 0 && Clever::decisives > 0 && Recorded::playouts > 0);

    // Priors: the middle is tried before the edges. Off, no order is kept.
    MctsConfig prior = usual;
    prior.solver = false;
    prior.bias = 3;
    Mcts<Clever> led(Clever{}, prior);
    CHECK(run(led, 1).lines[0].move == 4);

    // Cut at once, a game counts what the board expects: three quarters of a point for black.
    MctsConfig cut = usual;
    cut.cap = 1;
    cut.cap_value = CapValue::evaluation;
    cut.decisive = false;
    Mcts<Clever> expected(Clever{}, cut);
    CHECK(std::abs(run(expected, 5).lines[0].rate - 0.75) < 1e-6 && Clever::expectations > 0);
    bool refused = false;
    try {
        Mcts<Tictactoe> none(Tictactoe{}, cut);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);

    // Leaves by the evaluation alone, then half by random games; moves by the policy.
    MctsConfig taught = usual;
    taught.learned = 1;
    taught.policy = 1;
    taught.reduction = 0.2;
    taught.expand = 1;
    {
        Mcts<Taught> led_by_policy(Taught{}, taught);
        const Report few = run(led_by_policy, 4);
        CHECK(few.lines[0].move == 4 && few.lines[0].visits == 4);
        CHECK(std::abs(few.lines[0].rate - 0.75) < 1e-6);
        CHECK(Taught::policies > 0 && Taught::random_moves == 0);
    }
    for (const int threads : {1, 2})
        for (const bool rave : {false, true}) {
            taught.rave = rave;
            plays_perfectly<Taught>(taught, threads);
        }
    taught.learned = 0.5;
    plays_perfectly<Taught>(taught, 1);
    CHECK(Taught::random_moves > 0);
    const auto is_refused = [&]<class B>(B board, double learned, double policy) {
        MctsConfig asked = usual;
        asked.learned = learned;
        asked.policy = policy;
        try {
            Mcts<B> none(board, asked);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CHECK(is_refused(Tictactoe{}, 1, 0) && is_refused(Tictactoe{}, 0, 1) && !is_refused(Taught{}, 1, 1));
    Taught::weights = false;
    CHECK(is_refused(Taught{}, 1, 0) && is_refused(Taught{}, 0, 1) && !is_refused(Taught{}, 0, 0));

    // Circles end, are draws, and nothing is proven by them.
    MctsConfig plain = usual;
    Mcts<Circle> circle(Circle{}, plain);
    const Report round = run(circle, 10000);
    CHECK(round.proven == Proven::no && std::abs(round.lines[0].rate - 0.5) < 0.1);
    CHECK(round.lines[0].move == 1);
    // Near the end the win is proven, circles or not.
    Mcts<Circle> near(Circle(5, 0), plain);
    CHECK(run(near, 1000).proven == Proven::win);
    // A move back into an earlier position of the game is a draw at once, without any random game.
    const Circle start(3, 0);
    Circle back = start;
    back.play(1);
    Mcts<Circle> again(back, plain, {start.key()});
    const Report first = run(again, 2000);
    for (const Line& line : first.lines)
        if (line.move == 0) CHECK(line.rate == 0.5 && line.pv.size() == 1);
    // Advancing remembers by itself.
    Mcts<Circle> walked(start, plain);
    run(walked, 500);
    walked.advance(1);
    for (const Line& line : run(walked, 2000).lines)
        if (line.move == 0) CHECK(line.pv.size() == 1);
    // Circles with threads and next to no memory.
    run(walked, 20000, 2, 1 << 16);
    return 0;
}
