// Gomoku's own alpha-beta search: a proof by continuous threats, else iterative deepening in every thread (Lazy SMP).
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "gomoku/searcher.hpp"
#include "gomoku/vct.hpp"
#include "search/kept_memory.hpp"
#include "search/root_search.hpp"

namespace boyi {

template <class Kernel>
class GomokuSearch final : public RootSearch {
public:
    using Board = ShapeBoard<Kernel>;
    // A searched value that stands for ten to one, fitted to games of the engine against itself.
    static constexpr int odds = 600;

    // `multi`: how many of the best root moves get a line; `slot`: where the memory of the last search is and where
    // this one's goes; it may be null.
    GomokuSearch(const Kernel& root, int multi, const Cancel* cancel, MemorySlot* slot,
                 const GomokuSettings& settings = {})
        // Aspiration windows: +69 ± 47 Elo (docs/strength.md)
        : RootSearch(multi, cancel, {.delta = settings.window, .growth = 3, .widest = 2'000, .reduces = true}),
          root_(root),
          settings_(settings),
          memory_(slot) {}

    // Offers the positions that the search evaluates, if it has one thread.
    void sample(PositionSampler<Kernel>& sampler) { sampler_ = &sampler; }

    void prepare(const Limits& limits) override {
        memory_->prepare({root_.size(), root_.rule()}, limits, entries(limits, 4e6, 2), root_.area());
        start(limits);
    }

    void work(int thread) override {
        if (thread == 0) {
            const bool proven = prove_by_fours() || prove_by_threats();
            if (!proven) {
                refute_by_threats();
                deepen(thread);
            }
            store_win();
        } else {
            deepen(thread);
        }
    }

private:
    std::unique_ptr<Searcher> make_searcher(int thread) override {
        return std::make_unique<GomokuSearcher<Kernel>>(root_, settings_, *work_, *memory_, thread, sampler_);
    }
    double rate(int value) const override { return win_rate(odds, value); }

    // The only move needs no more than a first judgement when the time is limited, unless the end is near.
    bool ends_after(const RootWorker& worker, int depth) override {
        return worker.roots.size() == 1 && worker.complete() && depth >= forced_depth && limits_.seconds < 1e8 &&
               root_.empties() > MovePicker<Kernel>::small;
    }

    // Extends a principal variation that ended early by the table's moves, and a win by its continuous fours.
    std::vector<Move> whole_line(const RootMove& root, int depth) const override {
        std::vector<Move> line = root.pv;
        const bool decisive = root.value > decided || root.value < -decided;
        Board board(root_);
        for (const Move move : line) board.play(move);
        FourSearch<Kernel> fours(std::size_t{1} << 10);
        while (line.size() < max_depth && board.winner() < 0 && board.empties() > 0) {
            if (decisive && fours.run(board, 2'000) > 0) {
                line.insert(line.end(), fours.line().begin(), fours.line().end());
                break;
            }
            const Table::Entry known = memory_->table.find(board.key());
            const bool wanted = (decisive || static_cast<int>(line.size()) < depth) && known.bound != Bound::none;
            Move next = wanted && board.is_legal(known.move) ? known.move : no_move;
            if (next == no_move && decisive) {
                const int enemy = 1 - board.turn(), cell = board.first(enemy, Threat::five);
                if (cell >= 0 && board.is_legal(static_cast<Move>(cell))) next = static_cast<Move>(cell);
            }
            if (next == no_move) break;
            line.push_back(next);
            board.play(next);
        }
        return line;
    }

    // Nodes for a look for proofs.
    std::uint64_t proof_nodes() const {
        return static_cast<std::uint64_t>(std::min(static_cast<double>(limits_.nodes) * proof_share(), 1e9)) + 50;
    }
    // Of the time or the nodes, for a proof by continuous threats, and for what the enemy threatens.
    double proof_share() const { return settings_.proof_share / 100.0; }
    double look_share() const { return settings_.look_share / 100.0; }

    // Continuous fours, or a win that is as short and that an earlier search of the game has proven.
    bool prove_by_fours() {
        Board board(root_);
        FourSearch<Kernel> fours(std::size_t{1} << 14);
        const int plies = fours.run_shortest(board, std::min<std::uint64_t>(proof_nodes(), 20'000));
        work_->nodes.fetch_add(fours.nodes(), std::memory_order_relaxed);
        const int known = known_win();
        // The first iterations find it in the table.
        if (known > 0 && (plies == 0 || known <= plies) && multi_ == 1 && deepen(0, std::min(limits_.depth, 2)))
            return true;
        if (known > 0 && known < plies && multi_ == 1) {
            const std::vector<Move> line = known_fours();
            if (static_cast<int>(line.size()) == known) return conclude(line);
        }
        if (plies == 0) return false;
        return conclude(fours.line());
    }
    // Continuous threats, with a share of the time or of the nodes.
    bool prove_by_threats() {
        if (!looks_for_threats()) return false;
        Board board(root_);
        ContinuousThreats<Kernel> threats;
        if (!run_threats(threats, board, proof_nodes(), stopper.elapsed() + limits_.seconds * proof_share()))
            return false;
        store_threats(threats);
        return conclude(threats.line());
    }
    // If the enemy would win by continuous threats after a pass, most moves lose to the same threats: for those that
    // do, best first, the table gets the proof, so that the search leaves them at once.
    void refute_by_threats() {
        Board board(root_);
        const int own = board.turn(), enemy = 1 - own;
        // What the next moves decide is answered by the list of the root.
        if (!looks_for_threats() || board.count(own, Threat::five) || board.count(enemy, Threat::five) ||
            board.count(enemy, Threat::open_four))
            return;
        ContinuousThreats<Kernel> threats;
        const std::uint64_t nodes = proof_nodes();
        const double end = stopper.elapsed() + limits_.seconds * proof_share();
        board.pass();
        bool threatened = run_threats(threats, board, nodes / 3, stopper.elapsed() + limits_.seconds * look_share());
        std::uint64_t left = nodes - std::min(nodes, threats.nodes());
        if (threatened) {
            // The same once more shows what a proof by known moves takes.
            threats.keep_plan();
            threatened = run_threats(threats, board, left, end);
        }
        board.pass();
        if (!threatened) return;
        const std::uint64_t each = 3 * threats.nodes() + 100;
        MoveList list;
        MovePicker<Kernel>(board).root(board, list);
        std::stable_sort(list.moves, list.moves + list.count,
                         [&](Move a, Move b) { return board.order(a) > board.order(b); });
        for (const Move move : list) {
            if (left < each || stopper.elapsed() > end || work_->expired()) break;
            threats.follow_plan(stone_keys[static_cast<std::size_t>(own)][move]);
            board.play_shapes(move);
            if (run_threats(threats, board, each, end)) {
                store_threats(threats);
                const auto& line = threats.line();
                store_win(board.key(), static_cast<int>(line.size()), line[0]);
            }
            board.undo();
            left -= std::min(left, threats.nodes());
        }
    }
    // A shallow search is meant to miss what is far ahead.
    bool looks_for_threats() const {
        return limits_.depth >= least_threats_depth && proof_nodes() >= least_threats_nodes;
    }
    // Whether the side to move wins by continuous threats; until `end` (seconds from the start of the search).
    bool run_threats(ContinuousThreats<Kernel>& threats, Board& board, std::uint64_t nodes, double end) {
        // Beside the table, which may fill the whole of it.
        threats.run(board, nodes, limits_.memory / 8,
                    [this, end] { return work_->expired() || stopper.elapsed() > end; });
        work_->nodes.fetch_add(threats.nodes(), std::memory_order_relaxed);
        return !threats.line().empty();
    }
    void store_threats(const ContinuousThreats<Kernel>& threats) {
        threats.each_proven([this](Key key, bool attacks, int length, Move move) {
            const int value = attacks ? win_value - length : length - win_value;
            memory_->table.store(key, {value, Table::solved_depth, attacks ? Bound::lower : Bound::upper, move, false});
        });
    }
    // The plies of the win of the side to move that the table holds, or 0.
    int known_win() const {
        const Table::Entry known = memory_->table.find(root_.key());
        const bool won = known.bound != Bound::upper && known.bound != Bound::none && known.value > decided;
        return won ? win_value - known.value : 0;
    }
    // The win by continuous fours that the table holds, up to where it does not.
    std::vector<Move> known_fours() const {
        std::vector<Move> line;
        Board board(root_);
        while (board.winner() < 0 && board.empties() > 1) {
            const int own = board.turn(), five = board.first(own, Threat::five);
            const Table::Entry known = memory_->table.find(board.key());
            const Move move = five >= 0 ? static_cast<Move>(five) : known.move;
            if ((five < 0 && known.bound == Bound::none) || !board.is_legal(move)) break;
            line.push_back(move);
            board.play(move);
            const int reply = board.winner() < 0 ? board.first(own, Threat::five) : -1;
            if (reply < 0 || !board.is_legal(static_cast<Move>(reply))) break;
            line.push_back(static_cast<Move>(reply));
            board.play(static_cast<Move>(reply));
        }
        return line;
    }
    // A win whose line shows it to its end is kept for the next moves of the game, whose searches may have less time.
    void store_win() {
        const Report found = report();
        if (found.proven != Proven::win || found.lines.empty()) return;
        const std::vector<Move>& line = found.lines[0].pv;
        const int plies = static_cast<int>(line.size());
        if (found.lines[0].score != win_value - plies) return;
        Kernel board = root_;
        for (int ply = 0; ply + 1 < plies; ++ply) {
            const Move move = line[static_cast<std::size_t>(ply)];
            if (ply % 2 == 0) store_win(board.key(), plies - ply, move);
            board.play(move);
        }
    }
    // The side to move wins in so many plies.
    void store_win(Key key, int plies, Move move) {
        memory_->table.store(key, {win_value - plies, Table::solved_depth, Bound::lower, move, false});
    }

    static constexpr int least_threats_depth = 6, forced_depth = 4;
    static constexpr std::uint64_t least_threats_nodes = 1'000;

    const Kernel root_;
    const GomokuSettings settings_;
    PositionSampler<Kernel>* sampler_ = nullptr;
    KeptMemory<GomokuMemory> memory_;
};

}  // namespace boyi
