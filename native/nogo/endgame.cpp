// The exact solver of NoGo endgames: the search of sums.
#include "nogo/endgame.hpp"

#include <algorithm>
#include <bit>

namespace boyi {

Proven NoGoEndgame::solve(const NoGoReducedPosition& reduced, int ahead, int turn, std::uint64_t nodes,
                          const std::function<bool()>& expired) {
    allowed_ = nodes;
    spent_ = 0;
    expired_ = expired ? &expired : nullptr;
    gave_up_ = false;
    if (!fits()) return Proven::no;
    if (values_.full() || regions_.size() >= settings_.most_regions) forget();
    Sum sum;
    sum.number = ahead * unit;
    NoGoReducedPosition draft = reduced;
    add_regions(draft, sum);
    if (gave_up_) return Proven::no;
    const bool won = wins(sum, turn);
    if (gave_up_) return Proven::no;
    return won ? Proven::win : Proven::loss;
}

// Names of values and regions are part of the keys of results, so all of them go at once.
void NoGoEndgame::forget() {
    values_ = GameValues(settings_.most_values);
    star_ = values_.make({0}, {0});
    regions_.clear();
    masks_.clear();
    moves_.clear();
    parts_.clear();
    std::fill(results_.begin(), results_.end(), Key{0});
    places_.assign(1 << 12, nothing);
}

bool NoGoEndgame::count_node() {
    ++spent_;
    if (spent_ > allowed_ || (expired_ && spent_ % 64 == 0 && (*expired_)())) gave_up_ = true;
    return gave_up_;
}

void NoGoEndgame::Sum::add(Part part) {
    int place = count++;
    for (; place > 0 && parts[place - 1] > part; --place) parts[place] = parts[place - 1];
    parts[place] = part;
}

void NoGoEndgame::Sum::remove(int place) {
    --count;
    std::copy(parts + place + 1, parts + count + 1, parts + place);
}

// Roughly how many moves black is ahead, in units; only for the order of moves.
int NoGoEndgame::estimate(Part part) const {
    if (part & is_value) return (values_.stop(part & ~is_value, 0) + values_.stop(part & ~is_value, 1)) / 2;
    const Region& region = regions_[part];
    return (std::popcount(region.legal[0]) - std::popcount(region.legal[1])) * unit * 3 / 4;
}
int NoGoEndgame::estimate(const Sum& sum) const {
    int total = sum.number;
    for (int i = 0; i < sum.count; ++i) total += estimate(sum.parts[i]);
    return total;
}

// What is known of a sum without a search, for the side to move: a value is at least its stop when the opponent
// begins, a region at least what the side is ahead there.
Proven NoGoEndgame::bounded(const Sum& sum, int side) const {
    const int sign = side == 0 ? 1 : -1;
    if (sum.count == 0) return sign * sum.number > 0 ? Proven::win : Proven::loss;
    int low = sign * sum.number, high = low;
    bool low_star = false, high_star = false, plain = true;  // plain: its values are numbers and stars
    for (int i = 0; i < sum.count; ++i) {
        const Part part = sum.parts[i];
        if (part & is_value) {
            const GameValues::Id value = part & ~is_value;
            plain = plain && value == star_;
            low_star ^= value == star_;
            high_star ^= value == star_;
            low += sign * values_.stop(value, 1 - side);
            high += sign * values_.stop(value, side);
        } else {
            low += regions_[part].ahead[side] * unit;
            high -= regions_[part].ahead[1 - side] * unit;
            low_star ^= regions_[part].star[side];
            high_star ^= regions_[part].star[1 - side];
        }
    }
    // At least a star: the side to move takes it. At most zero: the side to move is answered until it has no move.
    if (low > 0 || (low == 0 && low_star && plain)) return Proven::win;
    if (high < 0 || (high == 0 && !high_star && plain)) return Proven::loss;
    return Proven::no;
}

NoGoEndgame::Sum NoGoEndgame::after(const Sum& sum, int place, std::uint32_t move, int side) {
    Sum next = sum;
    const Part part = sum.parts[place];
    next.remove(place);
    if (part & is_value) {
        add_value(next, values_.options(part & ~is_value, side)[move]);
        return next;
    }
    const Remainder left = moves_[move];
    next.number += left.number;
    for (std::uint32_t i = 0; i < left.count; ++i) {
        const Part below = parts_[left.first + i];
        if (below & is_value) add_value(next, below & ~is_value);
        else next.add(below);
    }
    return next;
}

// Whether the side to move wins; no answer if gave_up_.
bool NoGoEndgame::wins(const Sum& sum, int side) {
    if (const Proven known = bounded(sum, side); known != Proven::no) return known == Proven::win;
    const Key key = key_of(sum, side);
    if (const Proven known = remembered(key); known != Proven::no) return known == Proven::win;
    return search(sum, side, key);
}

bool NoGoEndgame::search(const Sum& sum, int side, Key key) {
    if (count_node()) return false;
    struct Try {
        int gain, cell;
        Sum next;
    };
    const int sign = side == 0 ? 1 : -1;
    std::vector<Try> tries;
    bool won = false;
    // A move after which the result is known is not searched.
    const auto add = [&](const Sum& next, int cell) {
        Proven known = bounded(next, 1 - side);
        if (known == Proven::no) known = remembered(key_of(next, 1 - side));
        won = known == Proven::loss;
        if (known != Proven::no) return;
        int gain = sign * estimate(next);
        if (cell != no_cell)
            gain += static_cast<int>(std::uint64_t{3} * unit * won_[side][cell] / (tried_[side][cell] + 8));
        tries.push_back({gain, cell, next});
    };
    for (int i = 0; i < sum.count && !won; ++i) {
        const Part part = sum.parts[i];
        if (i > 0 && part == sum.parts[i - 1]) continue;
        if (part & is_value) {
            const std::size_t options = values_.options(part & ~is_value, side).size();
            for (std::uint32_t option = 0; option < options && !won; ++option)
                add(after(sum, i, option, side), no_cell);
        } else {
            expand(part, side);
            if (gave_up_) return false;
            const std::uint32_t end = regions_[part].end[side];
            for (std::uint32_t move = regions_[part].first[side]; move < end && !won; ++move)
                add(after(sum, i, move, side), moves_[move].cell);
        }
    }
    // A move in the number: one of those that are only counted, or the option of a fraction.
    if (!won && (sum.number % unit || sign * sum.number > 0)) {
        Sum next = sum;
        next.number -= sign * (sum.number % unit ? sum.number & -sum.number : unit);
        add(next, no_cell);
    }
    std::vector<int> order(won ? 0 : tries.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [&](int one, int two) { return tries[one].gain > tries[two].gain; });
    for (const int index : order) {
        const Try& attempt = tries[index];
        won = !wins(attempt.next, 1 - side);
        if (gave_up_) return false;
        if (attempt.cell != no_cell) {
            ++tried_[side][attempt.cell];
            won_[side][attempt.cell] += won;
        }
        if (won) break;
    }
    remember(key, won);
    return won;
}

Key NoGoEndgame::key_of(const Sum& sum, int side) {
    Key key = mix(static_cast<Key>(static_cast<std::uint32_t>(sum.number)) << 1 | static_cast<Key>(side));
    for (int i = 0; i < sum.count; ++i) key = mix(key ^ sum.parts[i]);
    return key;
}

Proven NoGoEndgame::remembered(Key key) const {
    const Key found = results_[key >> (64 - settings_.result_bits)];
    return (found ^ key) >> 2 ? Proven::no : static_cast<Proven>(found & 3);
}

void NoGoEndgame::remember(Key key, bool won) {
    const Proven result = won ? Proven::win : Proven::loss;
    results_[key >> (64 - settings_.result_bits)] = (key & ~Key{3}) | static_cast<Key>(result);
}

}  // namespace boyi
