// NoGoBoard over a kernel; included by the source of each kernel. No Python in here.
#pragma once

#include "nogo/boards.hpp"
#include "nogo/evaluation.hpp"
#include "search/kernel_board.hpp"

namespace boyi {

template <class Kernel>
class NoGoKernelBoard final : public KernelBoard<Kernel, NoGoBoard, NoGoTerritory<Kernel>, NoGoLearned<Kernel>> {
public:
    using KernelBoard<Kernel, NoGoBoard, NoGoTerritory<Kernel>, NoGoLearned<Kernel>>::KernelBoard;

    std::unique_ptr<AnyBoard> after(Move move) const override { return this->template after_as<NoGoKernelBoard>(move); }
    std::array<int, 2> territory() const override {
        const auto points = this->kernel_.territory();
        return {points[0], points[1]};
    }
    NoGoView view() const override { return this->kernel_.view(); }
    std::unique_ptr<NoGoBoard> next(Move move) const override {
        Kernel after = this->kernel_;
        after.play(move);
        return std::make_unique<NoGoKernelBoard>(after);
    }
};

}  // namespace boyi
