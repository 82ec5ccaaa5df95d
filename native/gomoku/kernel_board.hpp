// GomokuBoard over a kernel; included by the source of each kernel. No Python in here.
#pragma once

#include "gomoku/boards.hpp"
#include "gomoku/evaluation.hpp"
#include "gomoku/sixcell.hpp"
#include "gomoku/vct.hpp"
#include "search/kernel_board.hpp"

namespace boyi {

template <class Kernel>
using GomokuKernelBase =
    KernelBoard<Kernel, GomokuBoard, GomokuPatterns<Kernel>, GomokuSixCell<Kernel, Computer::waiting>,
                GomokuSixCell<Kernel, Computer::black>, GomokuSixCell<Kernel, Computer::white>>;

template <class Kernel>
class GomokuKernelBoard final : public GomokuKernelBase<Kernel> {
public:
    using GomokuKernelBase<Kernel>::KernelBoard;

    std::unique_ptr<AnyBoard> after(Move move) const override {
        return this->template after_as<GomokuKernelBoard>(move);
    }
    bool candidates(MoveList& list) const override {
        ShapeBoard<Kernel> board(this->kernel_);
        return MovePicker<Kernel>(board).root(board, list);
    }
    GomokuBoard::ForcedWin vcf(std::uint64_t nodes, const GomokuBoard::Expired& expired) const override {
        FourSearch<Kernel> fours(std::size_t{1} << 16, [&] { return expired(fours.nodes()); });
        ShapeBoard<Kernel> board(this->kernel_);
        const bool won = fours.run(board, nodes) > 0;
        return {won ? fours.line() : std::vector<Move>(), fours.sure(), fours.nodes()};
    }
    GomokuBoard::ForcedWin vct(std::uint64_t nodes, const GomokuBoard::Expired& expired) const override {
        using Threats = ContinuousThreats<Kernel>;
        Threats threats;
        ShapeBoard<Kernel> board(this->kernel_);
        const auto result = threats.run(board, nodes, most_memory, [&] { return expired(threats.nodes()); });
        return {threats.line(), result != Threats::Result::unknown, threats.nodes()};
    }

private:
    static constexpr std::uint64_t most_memory = std::uint64_t{1} << 30;
};

// What search_gomoku does.
template <class Kernel>
Report search_alone(const Kernel& board, const Limits& limits, PositionSampler<Kernel>* sampler) {
    GomokuSearch<Kernel> search(board, 1, nullptr, nullptr);
    if (sampler) search.sample(*sampler);
    return run_alone(search, limits);
}

}  // namespace boyi
