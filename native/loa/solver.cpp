#include "loa/solver.hpp"

#include <algorithm>
#include <new>

#include "loa/connections.hpp"

namespace boyi {

namespace {

constexpr std::size_t bucket = 4;
constexpr std::size_t most_path = 400;

}  // namespace

LoaSolver::LoaSolver(const Loa& root, std::uint64_t nodes, std::uint64_t memory,
                     std::function<bool(std::uint64_t)> expired)
    : root_(root), limit_(nodes), expired_(std::move(expired)) {
    slots_ = bucket;
    while (slots_ * 2 * sizeof(Slot) <= memory && slots_ / 4 < nodes) slots_ *= 2;
    table_.reset(static_cast<Slot*>(std::calloc(slots_, sizeof(Slot))));
    if (!table_) throw std::bad_alloc();
}

const LoaSolver::Numbers* LoaSolver::find(Key key) const {
    const std::size_t place = key & (slots_ - bucket);
    for (std::size_t i = place; i < place + bucket; ++i)
        if (table_[i].key == key && table_[i].work) return &table_[i].numbers;
    return nullptr;
}

void LoaSolver::store(Key key, const Numbers& numbers, std::uint64_t work) {
    const std::size_t place = key & (slots_ - bucket);
    std::size_t victim = place;
    for (std::size_t i = place; i < place + bucket; ++i) {
        if (table_[i].key == key || table_[i].work == 0) {
            victim = i;
            break;
        }
        if (table_[i].work < table_[victim].work) victim = i;
    }
    const auto counted = static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 0xFFFFFFFFu));
    table_[victim] = {key, numbers, std::max<std::uint32_t>(counted, 1)};
}

LoaSolver::Numbers LoaSolver::first_look(const Loa& board, int attacker) {
    const bool own = board.turn() == attacker;
    if (const Outcome outcome = board.outcome(); outcome.over()) {
        if (outcome.winner == attacker) return {0, infinite_number, 0};
        return {infinite_number, 0, 0};
    }
    if (loa_winning_move(board).plies) {
        if (own) return {0, infinite_number, 1};
        return {infinite_number, 0, 0};
    }
    // The defender must answer a threat, and few of its moves do.
    const auto moves = static_cast<Number>(board.count_moves());
    if (own) return {2, moves, 0};
    Loa passed = board;
    passed.play(Loa::pass_move);
    return {loa_winning_move(passed).plies ? std::min<Number>(moves, 4) : moves, 2, 0};
}

std::vector<LoaSolver::Child> LoaSolver::expand(const Loa& board, int attacker) {
    MoveList list;
    board.moves(list);
    std::vector<Child> children;
    children.reserve(static_cast<std::size_t>(list.count));
    for (const Move move : list) {
        Child child{move, board, 0, {}};
        child.board.play(move);
        child.key = attacked(child.board.key(), attacker);
        ++nodes_;
        // A position on the way to here: whoever goes in circles has not won.
        if (std::find(path_.begin(), path_.end(), child.key) != path_.end()) child.numbers = {infinite_number, 0, 0};
        else if (const Numbers* known = find(child.key)) child.numbers = *known;
        else child.numbers = first_look(child.board, attacker);
        children.push_back(child);
        if (board.turn() == attacker ? child.numbers.proven() : child.numbers.disproof == 0) break;
    }
    return children;
}

LoaSolver::Summary LoaSolver::summarise(const std::vector<Child>& children, bool own) {
    Summary summary;
    std::uint64_t sum = 0;
    Number least = infinite_number + 1;
    int plies = own ? 0xFFFF : 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const Numbers& numbers = children[i].numbers;
        const Number chosen = own ? numbers.proof : numbers.disproof;
        sum += own ? numbers.disproof : numbers.proof;
        if (chosen < least) {
            summary.second = std::min(least, infinite_number);
            least = chosen;
            summary.best = static_cast<int>(i);
        } else if (chosen < summary.second) {
            summary.second = chosen;
        }
        if (numbers.proven()) plies = own ? std::min<int>(plies, numbers.plies) : std::max<int>(plies, numbers.plies);
    }
    const auto total = static_cast<Number>(std::min<std::uint64_t>(sum, infinite_number));
    const Numbers& best = children[static_cast<std::size_t>(summary.best)].numbers;
    summary.rest = total == infinite_number ? infinite_number : total - (own ? best.disproof : best.proof);
    summary.numbers = own ? Numbers{least, total, 0} : Numbers{total, least, 0};
    if (summary.numbers.proof == 0) {
        summary.numbers.disproof = infinite_number;
        summary.numbers.plies = static_cast<std::uint16_t>(plies + 1);
    } else if (summary.numbers.disproof == 0) {
        summary.numbers.proof = infinite_number;
    }
    return summary;
}

bool LoaSolver::out_of_nodes() {
    if (nodes_ >= round_limit_ || expired_(nodes_)) stopped_ = true;
    return stopped_;
}

LoaSolver::Numbers LoaSolver::search(const Loa& board, int attacker, Number most_proof, Number most_disproof) {
    const Key key = attacked(board.key(), attacker);
    const bool own = board.turn() == attacker;
    const std::uint64_t before = nodes_;
    path_.push_back(key);
    std::vector<Child> children = expand(board, attacker);
    Summary summary = summarise(children, own);
    while (summary.numbers.proof < most_proof && summary.numbers.disproof < most_disproof &&
           !summary.numbers.decided() && path_.size() < most_path && !out_of_nodes()) {
        Child& child = children[static_cast<std::size_t>(summary.best)];
        // A little more than the second best may have, so that the search does not change between two all the time.
        const Number next = std::min(infinite_number, summary.second + summary.second / 4 + 1);
        const auto left = [&](Number most) {
            return most >= infinite_number || summary.rest >= infinite_number ? infinite_number
                                                                              : most - std::min(most, summary.rest);
        };
        child.numbers = own ? search(child.board, attacker, std::min(most_proof, next), left(most_disproof))
                            : search(child.board, attacker, left(most_proof), std::min(most_disproof, next));
        summary = summarise(children, own);
    }
    path_.pop_back();
    store(key, summary.numbers, nodes_ - before);
    return summary.numbers;
}

bool LoaSolver::prove(const Loa& board, int attacker, std::uint64_t nodes) {
    stopped_ = false;
    round_limit_ = std::min(limit_, nodes_ + nodes);
    path_.clear();
    const Numbers look = first_look(board, attacker);
    return look.proven() || search(board, attacker, infinite_number, infinite_number).proven();
}

Proven LoaSolver::solve() {
    for (std::uint64_t nodes = 10'000; result_ == Proven::no; nodes += nodes / 2) {
        if (prove(root_, root_.turn(), nodes)) result_ = Proven::win;
        else if (prove(root_, 1 - root_.turn(), nodes)) result_ = Proven::loss;
        else if (nodes_ >= limit_ || expired_(nodes_)) break;
    }
    return result_;
}

std::vector<Move> LoaSolver::line() {
    std::vector<Move> line;
    if (result_ == Proven::no) return line;
    const int attacker = result_ == Proven::win ? root_.turn() : 1 - root_.turn();
    std::vector<Key> seen;
    for (Loa board = root_; !board.outcome().over() && line.size() < most_path;) {
        const bool own = board.turn() == attacker;
        Move move = Loa::pass_move;
        if (const Proof proof = loa_winning_move(board); own && proof.plies) {
            move = proof.move;
        } else {
            // What the table lost is proven again.
            if (!prove(board, attacker, 1'000'000)) return line;
            path_.assign(seen.begin(), seen.end());
            const std::vector<Child> children = expand(board, attacker);
            const Child* chosen = nullptr;
            for (const Child& child : children) {
                if (!child.numbers.proven()) continue;
                const bool better = !chosen || (own ? child.numbers.plies < chosen->numbers.plies
                                                    : child.numbers.plies > chosen->numbers.plies);
                if (better) chosen = &child;
            }
            if (!chosen) return line;
            move = chosen->move;
        }
        seen.push_back(attacked(board.key(), attacker));
        line.push_back(move);
        board.play(move);
    }
    return line;
}

}  // namespace boyi
