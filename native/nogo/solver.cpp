// The solver of whole NoGo boards.
#include "nogo/solver.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "search/pages.hpp"

namespace boyi {

NoGoSolver::NoGoSolver(const NoGoView& view, std::uint64_t nodes, std::uint64_t memory,
                       std::function<bool(std::uint64_t)> expired)
    : expired_(std::move(expired)),
      geometry_(view),
      small_(geometry_.count() <= small_cells),
      nodes_(nodes),
      left_(nodes) {
    // All for results; or a quarter, a quarter for the endgame solver's results and the rest for its regions.
    const std::uint64_t bytes = small_ ? memory : memory / 4;
    result_bits_ = std::clamp(static_cast<int>(std::bit_width(bytes / sizeof(Place))) - 1, 10, 34);
    results_.reserve(std::size_t{1} << result_bits_);
    use_large_pages(results_.data(), sizeof(Place) << result_bits_);
    results_.resize(std::size_t{1} << result_bits_);
    settings_.result_bits = std::clamp(static_cast<int>(std::bit_width(memory / 32)) - 1, 10, 30);
    settings_.most_regions = std::clamp<std::uint64_t>(memory / 1000, 1000, 1u << 30);
    if (!geometry_.fits()) return;
    states_.resize(static_cast<std::size_t>(geometry_.count() + 1) * (geometry_.count() + 1));
    const int last = view.size - 1;
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
        std::array<int, most_cells> turned{};
        bool fits = true;
        for (int number = 0; number < geometry_.count(); ++number) {
            int row = geometry_.cell(number) / view.size, column = geometry_.cell(number) % view.size;
            if (symmetry & 1) row = last - row;
            if (symmetry & 2) column = last - column;
            if (symmetry & 4) std::swap(row, column);
            turned[number] = geometry_.number(row * view.size + column);
            fits = fits && turned[number] >= 0;
        }
        if (fits) turns_.push_back(turned);
    }
}

Proven NoGoSolver::solve(const NoGoView& view) {
    gave_up_ = !geometry_.fits();
    if (gave_up_) return Proven::no;
    State state{geometry_.read(view), 0};
    const bool is_late = 2 * std::popcount(state.reduced.cells) <= view.area();
    if (view.contested() <= first_open_cells && (is_late || !small_))
        if (const Proven result = ask_endgame(state, view.turn, left_); result != Proven::no || gave_up_) return result;
    settle(state);
    if (const Proven known = bounded(state, view.turn); known != Proven::no) return known;
    const Key key = key_of(state, view.turn);
    if (const Proven known = remembered(key); known != Proven::no) return known;
    const bool won = wins(state, view.turn, 0, key);
    if (gave_up_) return Proven::no;
    return won ? Proven::win : Proven::loss;
}

Proven NoGoSolver::ask_endgame(const State& state, int side, std::uint64_t nodes) {
    if (!endgame_) endgame_ = std::make_unique<NoGoEndgame>(geometry_, settings_);
    const auto expired = [this] { return expired_(this->nodes() + endgame_->nodes()); };
    const Proven result = endgame_->solve(state.reduced, state.number, side, std::min(nodes, left_), expired);
    left_ -= std::min(endgame_->nodes(), left_);
    gave_up_ = gave_up_ || (result == Proven::no && expired_(this->nodes()));
    return result;
}

// A cell that only one side may play, safely, and that touches nothing else is one move of that side: it is counted and
// taken out.
void NoGoSolver::settle(State& state) const {
    NoGoReducedPosition& reduced = state.reduced;
    geometry_.settle(reduced);
    Mask linked = 0;
    for (Mask rest = reduced.cells; rest; rest &= rest - 1) linked |= geometry_.near(std::countr_zero(rest));
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i < reduced.count[side]; ++i) linked |= reduced.groups[side][i];
    for (int side = 0; side < 2; ++side) {
        const Mask own = reduced.safe[side] & ~reduced.legal[1 - side] & ~linked;
        state.number += (side ? -1 : 1) * std::popcount(own);
        reduced.cells &= ~own;
        reduced.legal[side] &= ~own;
        reduced.safe[side] &= ~own;
    }
}

// What is known without a search, for the side to move; compare NoGoEndgame::bound.
Proven NoGoSolver::bounded(const State& state, int side) const {
    const NoGoReducedPosition& reduced = state.reduced;
    int ahead[2];
    bool star[2];
    for (int one = 0; one < 2; ++one) {
        const int other = 1 - one;
        const Mask sure = geometry_.sure(reduced.legal, reduced.safe, one, reduced.groups[other], reduced.count[other]);
        ahead[one] = std::popcount(sure) - std::popcount(reduced.legal[other]);
        star[one] = std::popcount(sure & reduced.legal[other]) & 1;
    }
    const int number = side ? -state.number : state.number;
    const int low = number + ahead[side], high = number - ahead[1 - side];
    if (low > 0 || (low == 0 && star[side])) return Proven::win;
    if (high < 0 || (high == 0 && !star[1 - side])) return Proven::loss;
    return Proven::no;
}

// Whether the side to move wins; no answer if gave_up_. Nothing is known of the position.
bool NoGoSolver::wins(const State& state, int side, int depth, Key key) {
    // Nodes that ask the endgame solver take long.
    const bool ask_clock = !small_ || ++visited_ % 1024 == 0;
    if (left_ == 0 || (ask_clock && expired_(nodes())) || state.reduced.overflow) gave_up_ = true;
    if (gave_up_) return false;
    --left_;
    const int sign = side ? -1 : 1;
    State* const next = &states_[static_cast<std::size_t>(depth) * (geometry_.count() + 1)];
    Reply replies[most_cells + 1];
    int count = 0;
    bool won = false;

    // Step 1. All replies, and their places in the table asked for in time.
    const auto add = [&](int cell) {
        const State& after = next[count];
        if (const Proven known = bounded(after, 1 - side); known != Proven::no) {
            won = known == Proven::loss;
            return;
        }
        const Key below = key_of(after, 1 - side);
#if defined(__GNUC__)
        __builtin_prefetch(&place_of(below));
#endif
        replies[count] = {promise(after, side, cell), cell, count, below};
        ++count;
    };
    for (Mask rest = state.reduced.legal[side]; rest && !won; rest &= rest - 1) {
        const int cell = std::countr_zero(rest);
        geometry_.play(state.reduced, cell, side, next[count].reduced);
        next[count].number = state.number;
        settle(next[count]);
        add(cell);
    }
    if (!won && sign * state.number > 0) {
        next[count] = state;
        next[count].number -= sign;
        add(most_cells);
    }

    // Step 2. Replies whose results are remembered or that the endgame solver decides.
    int unknown = 0;
    for (int i = 0; i < count && !won; ++i) {
        const State& after = next[replies[i].place];
        Proven known = remembered(replies[i].key);
        if (known == Proven::no && !small_ &&
            std::popcount(after.reduced.legal[0] & after.reduced.legal[1]) <= open_cells) {
            known = ask_endgame(after, 1 - side, endgame_nodes);
            if (gave_up_) return false;
            if (known != Proven::no) remember(replies[i].key, after, known == Proven::win);
        }
        won = known == Proven::loss;
        if (known == Proven::no) replies[unknown++] = replies[i];
    }

    // Step 3. The rest, the most promising first.
    if (!won) {
        std::sort(replies, replies + unknown, [](const Reply& one, const Reply& two) {
            return one.gain != two.gain ? one.gain > two.gain : one.place < two.place;
        });
        for (int i = 0; i < unknown && !won; ++i) {
            const Reply& reply = replies[i];
            // An earlier reply may have led to it.
            Proven known = remembered(reply.key);
            if (known == Proven::no)
                known = wins(next[reply.place], 1 - side, depth + 1, reply.key) ? Proven::win : Proven::loss;
            if (gave_up_) return false;
            won = known == Proven::loss;
            if (won && reply.cell < most_cells && ++wins_[side][reply.cell] > most_wins)
                for (auto& one : wins_)
                    for (int& number : one) number /= 2;
        }
    }
    remember(key, state, won);
    return won;
}

// For the order of moves: few moves for the other side, many own ones, and cells on which moves have won before. A move
// in the number comes last.
int NoGoSolver::promise(const State& after, int side, int cell) const {
    if (cell == most_cells) return -(1 << 30);
    const NoGoReducedPosition& reduced = after.reduced;
    const int own = std::popcount(reduced.legal[side]), others = std::popcount(reduced.legal[1 - side]);
    const int both = std::popcount(reduced.legal[0] & reduced.legal[1]);
    const int number = side ? -after.number : after.number;
    return 6000 * own - 8000 * others + 8000 * number - 2000 * both + wins_[side][cell] / 2;
}

// Equal for positions that are equal when the colours are swapped, and where many cells are left for symmetric ones.
Key NoGoSolver::key_of(const State& state, int side) const {
    Key least = hash(state, side, [](Mask mask) { return mask; });
    if (std::popcount(state.reduced.cells) * 5 < geometry_.count() * 3) return least;
    for (const auto& turned : turns_)
        least = std::min(least, hash(state, side, [&](Mask mask) {
                             Mask image = 0;
                             for (; mask; mask &= mask - 1) image |= NoGoGeometry::bit(turned[std::countr_zero(mask)]);
                             return image;
                         }));
    return least;
}

template <class Turn>
Key NoGoSolver::hash(const State& state, int side, Turn turn) {
    const NoGoReducedPosition& reduced = state.reduced;
    Key key = mix(static_cast<Key>(side ? -state.number : state.number));
    key = mix(key ^ turn(reduced.cells));
    for (const int one : {side, 1 - side}) {
        key = mix(key ^ turn(reduced.safe[one]));
        Key sum = 0;  // the groups have no order
        for (int i = 0; i < reduced.count[one]; ++i) sum += mix(turn(reduced.groups[one][i]));
        key = mix(key ^ sum);
    }
    return key;
}

Proven NoGoSolver::remembered(Key key) {
    const Place& place = place_of(key);
    for (const Key found : {place.larger, place.latest})
        if (!((found ^ key) >> 8)) return static_cast<Proven>(found & 3);
    return Proven::no;
}

void NoGoSolver::remember(Key key, const State& state, bool won) {
    const auto cells = static_cast<Key>(std::popcount(state.reduced.cells));
    const Proven result = won ? Proven::win : Proven::loss;
    const Key found = (key & ~Key{0xFF}) | std::min<Key>(cells, 63) << 2 | static_cast<Key>(result);
    Place& place = place_of(key);
    if ((found & 0xFC) >= (place.larger & 0xFC)) {
        place.latest = place.larger;
        place.larger = found;
    } else {
        place.latest = found;
    }
}

}  // namespace boyi
