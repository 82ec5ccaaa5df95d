// Values of combinatorial games: canonical forms, sums and comparison.
#include "nogo/values.hpp"

#include <algorithm>

namespace boyi {

namespace {

using Id = GameValues::Id;
using Options = GameValues::Options;

bool has_unknown(const Options& options) {
    return std::find(options.begin(), options.end(), GameValues::unknown) != options.end();
}

void tidy(Options& options) {
    std::sort(options.begin(), options.end());
    options.erase(std::unique(options.begin(), options.end()), options.end());
}

std::uint64_t hash(const Options& left, const Options& right) {
    std::uint64_t sum = left.size();
    for (const Options* options : {&left, &right}) {
        for (const Id option : *options) sum = (sum ^ option) * 0x9E3779B97F4A7C15ull + (sum >> 29);
        sum = sum * 31 + 7;
    }
    return sum;
}

}  // namespace

GameValues::GameValues(std::size_t most) : most_(most) { numbers_[0] = intern({}, {}); }

Id GameValues::of_number(int amount) {
    if (const auto found = numbers_.find(amount); found != numbers_.end()) return found->second;
    if (full()) return unknown;
    Options options[2];
    if (amount % unit == 0) {
        options[amount < 0] = {of_number(amount > 0 ? amount - unit : amount + unit)};
    } else {
        const int step = amount & -amount;
        options[0] = {of_number(amount - step)};
        options[1] = {of_number(amount + step)};
    }
    if (has_unknown(options[0]) || has_unknown(options[1])) return unknown;
    return numbers_[amount] = intern(options[0], options[1]);
}

Id GameValues::make(Options left, Options right) {
    if (has_unknown(left) || has_unknown(right) || full()) return unknown;
    tidy(left);
    tidy(right);
    const std::uint64_t key = hash(left, right);
    for (const Form& form : forms_[key])
        if (form.options[0] == left && form.options[1] == right) return form.value;
    const Id value = canonical(left, right);
    if (value != unknown) forms_[key].push_back({{std::move(left), std::move(right)}, value});
    return value;
}

Id GameValues::add(Id one, Id two) {
    if (one == unknown || two == unknown) return unknown;
    if (one == zero || two == zero) return one == zero ? two : one;
    if (is_number(one) && is_number(two)) return of_number(number(one) + number(two));
    if (one > two) std::swap(one, two);
    const std::uint64_t pair = std::uint64_t{one} << 32 | two;
    if (const auto found = sums_.find(pair); found != sums_.end()) return found->second;
    if (full()) return unknown;
    Options sum[2];
    for (int side = 0; side < 2; ++side) {
        // In a sum with a number nobody need move in the number. The lists are copied, because adding stores games.
        if (!is_number(one))
            for (const Id option : Options(options(one, side))) sum[side].push_back(add(option, two));
        if (!is_number(two))
            for (const Id option : Options(options(two, side))) sum[side].push_back(add(one, option));
    }
    const Id made = make(std::move(sum[0]), std::move(sum[1]));
    if (made != unknown) sums_[pair] = made;
    return made;
}

Id GameValues::negative(Id game) {
    if (game == unknown) return unknown;
    if (is_number(game)) return of_number(-number(game));
    if (const auto found = negatives_.find(game); found != negatives_.end()) return found->second;
    Options turned[2];
    for (int side = 0; side < 2; ++side)
        for (const Id option : Options(options(game, side))) turned[1 - side].push_back(negative(option));
    const Id made = make(std::move(turned[0]), std::move(turned[1]));
    if (made != unknown) negatives_[game] = made;
    return made;
}

bool GameValues::at_most(Id one, Id two) {
    if (one == two) return true;
    if (is_number(one) && is_number(two)) return number(one) <= number(two);
    const std::uint64_t pair = std::uint64_t{one} << 32 | two;
    if (const auto found = orders_.find(pair); found != orders_.end()) return found->second;
    bool holds = true;
    for (const Id option : options(one, 0)) holds = holds && !at_most(two, option);
    for (const Id option : options(two, 1)) holds = holds && !at_most(option, one);
    return orders_[pair] = holds;
}

// Stores a game whose form is canonical.
Id GameValues::intern(const Options& left, const Options& right) {
    std::vector<Id>& same = stored_[hash(left, right)];
    for (const Id game : same)
        if (games_[game].options[0] == left && games_[game].options[1] == right) return game;
    Game game;
    game.options[0] = left;
    game.options[1] = right;
    judge(game);
    games_.push_back(std::move(game));
    same.push_back(static_cast<Id>(games_.size() - 1));
    return same.back();
}

// Whether a game in canonical form is a number, and its stops.
void GameValues::judge(Game& game) const {
    const Options &left = game.options[0], &right = game.options[1];
    const auto numeric = [this](const Options& options) {
        return options.empty() || (options.size() == 1 && is_number(options[0]));
    };
    if (numeric(left) && numeric(right)) {
        if (left.empty() || right.empty()) {
            game.number = true;
            if (!left.empty()) game.amount = number(left[0]) + unit;
            if (!right.empty()) game.amount = number(right[0]) - unit;
        } else if (number(left[0]) < number(right[0])) {
            game.number = true;
            game.amount = (number(left[0]) + number(right[0])) / 2;
        }
    }
    if (game.number) {
        game.stops[0] = game.stops[1] = game.amount;
        return;
    }
    game.stops[0] = -(1 << 30);
    game.stops[1] = 1 << 30;
    for (const Id option : left) game.stops[0] = std::max(game.stops[0], stop(option, 1));
    for (const Id option : right) game.stops[1] = std::min(game.stops[1], stop(option, 0));
}

// Removes dominated and bypasses reversible options until there are none.
Id GameValues::canonical(Options left, Options right) {
    for (;;) {
        if (full()) return unknown;
        remove_dominated(left, 0);
        remove_dominated(right, 1);
        const Id whole = provisional(left, right);
        if (!bypass(left, whole, 0) && !bypass(right, whole, 1)) break;
        tidy(left);
        tidy(right);
    }
    // A number that is too fine to be counted.
    if (left.size() == 1 && right.size() == 1 && is_number(left[0]) && is_number(right[0]) &&
        number(left[0]) < number(right[0]) && (number(left[0]) + number(right[0])) % 2 != 0)
        return unknown;
    return intern(left, right);
}

// A game whose form is not canonical, only to be compared with others.
Id GameValues::provisional(const Options& left, const Options& right) {
    Game game;
    game.options[0] = left;
    game.options[1] = right;
    games_.push_back(std::move(game));
    return static_cast<Id>(games_.size() - 1);
}

void GameValues::remove_dominated(Options& list, int side) {
    for (std::size_t i = 0; i < list.size();) {
        bool dominated = false;
        for (std::size_t j = 0; j < list.size() && !dominated; ++j)
            dominated = i != j && (side == 0 ? at_most(list[i], list[j]) : at_most(list[j], list[i]));
        if (dominated) list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        else ++i;
    }
}

// Replaces the first option that the opponent can answer by something no better for the mover than `whole` by what
// the mover has then. False if there is none.
bool GameValues::bypass(Options& list, Id whole, int side) {
    for (std::size_t i = 0; i < list.size(); ++i)
        for (const Id reply : Options(options(list[i], 1 - side))) {
            if (!(side == 0 ? at_most(reply, whole) : at_most(whole, reply))) continue;
            const Options next = options(reply, side);
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
            list.insert(list.end(), next.begin(), next.end());
            return true;
        }
    return false;
}

}  // namespace boyi
