// The part of the network's sums that comes from windows, kept up to date with the stones of a board.
#pragma once

#include <vector>

#include "gomoku/network.hpp"

namespace boyi {

// The rows of both colours for each window, side by side.
class WindowTable {
public:
    static constexpr std::size_t channels = GomokuNetwork::window_channels;
    struct alignas(64) Row {
        std::int16_t numbers[2 * channels];  // black's, white's
    };

    void set(const GomokuNetwork& network) {
        const Windows& windows = Windows::get();
        rows_.resize(Windows::count);
        for (int window = 0; window < Windows::count; ++window) {
            Row& row = rows_[static_cast<std::size_t>(window)];
            join(row, network.window_rows[windows.row(window)],
                 network.window_rows[windows.row(windows.swapped(window))]);
        }
        join(bias_, network.window_bias, network.window_bias);
    }
    const Row& operator[](int window) const { return rows_[static_cast<std::size_t>(window)]; }
    // A cell without a stone near.
    const Row& bias() const { return bias_; }

private:
    static void join(Row& row, const GomokuNetwork::WindowRow& black, const GomokuNetwork::WindowRow& white) {
        std::copy(black.begin(), black.end(), row.numbers);
        std::copy(white.begin(), white.end(), row.numbers + channels);
    }

    std::vector<Row> rows_;
    Row bias_;
};

template <int MaxArea>
class WindowSums {
public:
    using Row = WindowTable::Row;

    // Looks at the whole board.
    template <class Board>
    void start(const Board& board, const WindowTable& table) {
        table_ = &table;
        for (std::size_t at = 0; at < lanes; ++at) blank_.numbers[at] = GomokuNetwork::pooled(table.bias().numbers[at]);
        for (int cell = 0; cell < board.area(); ++cell) {
            if (!board.is_empty(cell)) continue;
            Row sums = table.bias();
            for (int direction = 0; direction < 4; ++direction) {
                int place;
                const LineWord line = board.line(cell, direction, place);
                const int window = kinds_->number(line, place);
                windows_[cell][direction] = static_cast<std::uint16_t>(window);
                for (std::size_t at = 0; at < lanes; ++at) add(sums.numbers[at], table[window].numbers[at]);
            }
            sums_[cell] = sums;
            for (std::size_t at = 0; at < lanes; ++at)
                add(pools_.numbers[at], GomokuNetwork::pooled(sums.numbers[at]) - blank_.numbers[at]);
        }
    }
    // Takes over the stones that came since the last time, which are on the board; forget() takes it back.
    template <class Board, class Moves>
    void take(const Board& board, const Moves& moves) {
        steps_.push_back({saved_.size(), taken_, pools_});
        for (; taken_ < moves.size(); ++taken_) place(board, moves[taken_].move);
    }
    void forget() {
        const Step& step = steps_.back();
        // The same cell may be saved twice: its oldest state counts.
        for (std::size_t index = saved_.size(); index-- > step.first;) {
            const Saved& saved = saved_[index];
            sums_[saved.place] = saved_sums_[index];
            windows_[saved.place][saved.direction] = saved.window;
        }
        saved_.resize(step.first);
        taken_ = step.taken;
        pools_ = step.pools;
        steps_.pop_back();
    }
    // The window of an empty cell.
    int window(int cell, int direction) const { return windows_[cell][direction]; }
    // How many stones since the start are taken over.
    std::size_t taken() const { return taken_; }
    const std::int16_t* pool_of(int side) const { return pools_.numbers + side * WindowTable::channels; }

private:
    static constexpr std::size_t lanes = 2 * WindowTable::channels;
    static constexpr std::size_t most_felt = 8 * Windows::reach;
    struct Saved {
        std::uint16_t place, direction, window;
    };
    struct Step {
        std::size_t first, taken;
        Row pools;
    };

    static void add(std::int16_t& number, int more) { number = static_cast<std::int16_t>(number + more); }

    template <class Board>
    void place(const Board& board, int cell) {
        if (saved_sums_.size() < saved_.size() + most_felt) saved_sums_.resize(2 * saved_sums_.size() + 8 * most_felt);
        Row pools = pools_;
        // A taken cell has no share, whatever its sums are.
        for (std::size_t at = 0; at < lanes; ++at)
            add(pools.numbers[at], blank_.numbers[at] - GomokuNetwork::pooled(sums_[cell].numbers[at]));
        for (int direction = 0; direction < 4; ++direction) {
            int start;
            const LineWord line = board.line(cell, direction, start);
            const int step = board.step(direction);
            shapes_->each_feeling(line, start, [&](int distance) {
                const int window = kinds_->number(line, start + distance);
                const int near = cell + distance * step;
                if (window != windows_[near][direction]) change(near, direction, window, pools);
            });
        }
        pools_ = pools;
    }
    void change(int place, int direction, int window, Row& pools) {
        std::uint16_t& known = windows_[place][direction];
        const Row &less = (*table_)[known], &more = (*table_)[window];
        const Row before = sums_[place];
        saved_sums_[saved_.size()] = before;
        saved_.push_back({static_cast<std::uint16_t>(place), static_cast<std::uint16_t>(direction), known});
        Row after;
        for (std::size_t at = 0; at < lanes; ++at) {
            const auto sum = static_cast<std::int16_t>(before.numbers[at] + more.numbers[at] - less.numbers[at]);
            after.numbers[at] = sum;
            add(pools.numbers[at], GomokuNetwork::pooled(sum) - GomokuNetwork::pooled(before.numbers[at]));
        }
        sums_[place] = after;
        known = static_cast<std::uint16_t>(window);
    }

    const WindowTable* table_ = nullptr;
    const Windows* kinds_ = &Windows::get();
    const ShapeTable* shapes_ = &ShapeTable::of(GomokuRule::freestyle);
    Row blank_, pools_ = {};
    Row sums_[MaxArea];  // of the units of an empty cell
    std::uint16_t windows_[MaxArea][4];
    std::size_t taken_ = 0;
    std::vector<Saved> saved_;
    std::vector<Row> saved_sums_;
    std::vector<Step> steps_;
};

}  // namespace boyi
