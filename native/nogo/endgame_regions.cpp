// The exact solver of NoGo endgames: a board becomes a sum of regions, and regions get their moves and values.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "nogo/endgame.hpp"

namespace boyi {

NoGoEndgame::NoGoEndgame(const NoGoGeometry& geometry, const Settings& settings)
    : settings_(settings), geometry_(geometry), values_(settings.most_values), star_(values_.make({0}, {0})) {
    if (!fits()) return;
    results_.assign(std::size_t{1} << settings_.result_bits, 0);
    places_.assign(1 << 12, nothing);
}

// Adds the independent parts of a draft to a sum.
void NoGoEndgame::add_regions(NoGoReducedPosition& draft, Sum& sum) {
    gave_up_ = gave_up_ || draft.overflow;
    if (gave_up_) return;
    geometry_.settle(draft);
    // Cells on which every stone that may come is safe: two such neighbours do not depend on each other.
    const Mask firm = draft.cells & ~((draft.legal[0] & ~draft.safe[0]) | (draft.legal[1] & ~draft.safe[1]));
    for (Mask rest = draft.cells; rest && !gave_up_;) {
        Mask part = 0, found = rest & (~rest + 1);
        while (found) {
            const int number = std::countr_zero(found);
            part |= NoGoGeometry::bit(number);
            Mask linked = geometry_.near(number) & draft.cells;
            if (firm >> number & 1) linked &= ~firm;
            for (int side = 0; side < 2; ++side)
                for (int i = 0; i < draft.count[side]; ++i)
                    if (draft.groups[side][i] >> number & 1) linked |= draft.groups[side][i];
            found = (found | linked) & ~part;
        }
        rest &= ~part;
        add_region(draft, part, sum);
    }
}

void NoGoEndgame::add_region(const NoGoReducedPosition& draft, Mask part, Sum& sum) {
    NoGoReducedPosition region;
    region.cells = part;
    for (int side = 0; side < 2; ++side) {
        region.safe[side] = draft.safe[side] & part;
        region.legal[side] = draft.legal[side] & part;
        for (int i = 0; i < draft.count[side]; ++i)
            if (draft.groups[side][i] & part) region.groups[side][region.count[side]++] = draft.groups[side][i];
        std::sort(region.groups[side], region.groups[side] + region.count[side]);
    }
    if (!region.legal[0] || !region.legal[1]) {
        const int side = region.legal[0] ? 0 : 1;
        sum.number += (side ? -unit : unit) * longest(region, side);
        return;
    }
    if (!(part & (part - 1)) && !region.count[0] && !region.count[1]) return add_value(sum, star_);
    const Part stored = store(region);
    if (gave_up_) return;
    const GameValues::Id value = value_of(stored);
    if (gave_up_) return;
    if (value != GameValues::unknown) add_value(sum, value);
    else sum.add(stored);
}

// A game and its negative make nothing together.
void NoGoEndgame::add_value(Sum& sum, GameValues::Id value) {
    if (values_.is_number(value)) {
        sum.number += values_.number(value);
        return;
    }
    const GameValues::Id turned = values_.negative(value);
    if (turned != GameValues::unknown)
        for (int i = 0; i < sum.count; ++i)
            if (sum.parts[i] == (turned | is_value)) return sum.remove(i);
    sum.add(value | is_value);
}

// The most moves a side can make where only it may play.
int NoGoEndgame::longest(const NoGoReducedPosition& region, int side) {
    const int cells = std::popcount(region.legal[side]);
    const bool free = region.count[1 - side] == 0 && !(region.legal[side] & ~region.safe[side]);
    if (free || cells <= 1) return cells;
    const Part stored = store(region);
    if (gave_up_) return 0;
    if (regions_[stored].valued) return static_cast<int>(regions_[stored].value);
    int best = 0;
    for (Mask rest = region.legal[side]; rest && best < cells; rest &= rest - 1) {
        if (count_node()) return 0;
        NoGoReducedPosition next;
        geometry_.play(region, std::countr_zero(rest), side, next);
        Sum sum;
        add_regions(next, sum);
        if (gave_up_) return 0;
        best = std::max(best, 1 + std::abs(sum.number) / unit);
    }
    regions_[stored].valued = true;
    regions_[stored].value = static_cast<GameValues::Id>(best);
    return best;
}

NoGoEndgame::Part NoGoEndgame::store(const NoGoReducedPosition& region) {
    Key key = mix(region.cells);
    for (int side = 0; side < 2; ++side) {
        key = mix(key ^ region.safe[side]);
        key = mix(key ^ region.legal[side]);
        for (int i = 0; i < region.count[side]; ++i) key = mix(key ^ region.groups[side][i]);
    }
    if (regions_.size() * 2 >= places_.size()) {
        places_.assign(places_.size() * 4, nothing);
        for (Part part = 0; part < regions_.size(); ++part) {
            std::size_t place = regions_[part].key & (places_.size() - 1);
            while (places_[place] != nothing) place = (place + 1) & (places_.size() - 1);
            places_[place] = part;
        }
    }
    std::size_t place = key & (places_.size() - 1);
    for (; places_[place] != nothing; place = (place + 1) & (places_.size() - 1))
        if (regions_[places_[place]].key == key && equal(regions_[places_[place]], region)) return places_[place];
    if (regions_.size() >= settings_.most_regions) {
        gave_up_ = true;
        return nothing;
    }
    Region made;
    made.key = key;
    made.cells = region.cells;
    made.groups = static_cast<std::uint32_t>(masks_.size());
    for (int side = 0; side < 2; ++side) {
        made.safe[side] = region.safe[side];
        made.legal[side] = region.legal[side];
        made.count[side] = static_cast<std::uint8_t>(region.count[side]);
        masks_.insert(masks_.end(), region.groups[side], region.groups[side] + region.count[side]);
    }
    bound(made);
    places_[place] = static_cast<Part>(regions_.size());
    regions_.push_back(made);
    return places_[place];
}

bool NoGoEndgame::equal(const Region& one, const NoGoReducedPosition& two) const {
    if (one.cells != two.cells) return false;
    const Mask* mask = masks_.data() + one.groups;
    for (int side = 0; side < 2; ++side) {
        if (one.safe[side] != two.safe[side] || one.legal[side] != two.legal[side]) return false;
        if (one.count[side] != two.count[side]) return false;
        if (!std::equal(mask, mask + one.count[side], two.groups[side])) return false;
        mask += one.count[side];
    }
    return true;
}

NoGoReducedPosition NoGoEndgame::draft_of(Part part) const {
    const Region& region = regions_[part];
    NoGoReducedPosition draft;
    draft.cells = region.cells;
    const Mask* mask = masks_.data() + region.groups;
    for (int side = 0; side < 2; ++side) {
        draft.safe[side] = region.safe[side];
        draft.legal[side] = region.legal[side];
        draft.count[side] = region.count[side];
        std::copy(mask, mask + region.count[side], draft.groups[side]);
        mask += region.count[side];
    }
    return draft;
}

// A side that plays only its sure cells, first those that both may play, is at least `ahead` moves ahead in the region,
// because the other side makes no more moves than it has legal cells. Each sure cell that both may play is a star; two
// of them make nothing, so one is left if they are odd.
void NoGoEndgame::bound(Region& region) const {
    const Mask* const groups[2] = {masks_.data() + region.groups, masks_.data() + region.groups + region.count[0]};
    for (int side = 0; side < 2; ++side) {
        const int other = 1 - side;
        const Mask sure = geometry_.sure(region.legal, region.safe, side, groups[other], region.count[other]);
        region.ahead[side] = static_cast<std::int16_t>(std::popcount(sure) - std::popcount(region.legal[other]));
        region.star[side] = std::popcount(sure & region.legal[other]) & 1;
    }
}

// Lists what one side's moves in a region lead to: equal results once, and of plain numbers the best.
void NoGoEndgame::expand(Part part, int side) {
    if (regions_[part].expanded[side]) return;
    std::vector<std::pair<Sum, int>> found;
    const NoGoReducedPosition draft = draft_of(part);
    for (Mask rest = draft.legal[side]; rest; rest &= rest - 1) {
        NoGoReducedPosition next;
        geometry_.play(draft, std::countr_zero(rest), side, next);
        Sum sum;
        add_regions(next, sum);
        if (gave_up_) return;
        bool known = false;
        for (auto& [other, cell] : found) {
            if (other.count != sum.count || !std::equal(sum.parts, sum.parts + sum.count, other.parts)) continue;
            known = true;
            if (side == 0 ? sum.number > other.number : sum.number < other.number) {
                other.number = sum.number;
                cell = std::countr_zero(rest);
            }
        }
        if (!known) found.emplace_back(sum, std::countr_zero(rest));
    }
    const std::size_t first = moves_.size();
    for (const auto& [sum, cell] : found) {
        moves_.push_back({sum.number, static_cast<std::uint32_t>(parts_.size()), static_cast<std::uint16_t>(sum.count),
                          static_cast<std::uint8_t>(cell), (side ? -1 : 1) * estimate(sum)});
        parts_.insert(parts_.end(), sum.parts, sum.parts + sum.count);
    }
    regions_[part].first[side] = static_cast<std::uint32_t>(first);
    regions_[part].end[side] = static_cast<std::uint32_t>(moves_.size());
    regions_[part].expanded[side] = true;
}

GameValues::Id NoGoEndgame::value_of(Part part) {
    if (regions_[part].valued) return regions_[part].value;
    if (std::popcount(regions_[part].cells) > settings_.valued_cells || values_.full()) return GameValues::unknown;
    GameValues::Options options[2];
    for (int side = 0; side < 2; ++side) {
        expand(part, side);
        if (gave_up_) return GameValues::unknown;
        for (std::uint32_t move = regions_[part].first[side]; move < regions_[part].end[side]; ++move) {
            GameValues::Id value = values_.of_number(moves_[move].number);
            for (std::uint32_t i = 0; i < moves_[move].count; ++i) {
                const Part below = parts_[moves_[move].first + i];
                value = below & is_value ? values_.add(value, below & ~is_value) : GameValues::unknown;
            }
            options[side].push_back(value);
        }
    }
    regions_[part].value = values_.make(options[0], options[1]);
    regions_[part].valued = true;
    return regions_[part].value;
}

}  // namespace boyi
