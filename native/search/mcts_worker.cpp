#include "search/mcts_worker.hpp"

namespace boyi {

MctsWorker::MctsWorker(const MctsConfig& config, std::uint64_t seed, bool has_prior)
    : rng(seed), selection(config, has_prior) {
    if (config.rave)
        for (auto& side : played) side.resize(move_table);
}

void MctsWorker::back_up_as_first(Tree& tree, int turn, std::span<const Move> moves, bool shared,
                                  const float (&results)[2]) {
    const std::uint64_t game = ++games << 24;
    std::uint64_t ply = 0;
    for (const Step& step : path) played[step.side][tree.moves(*step.node)[step.slot] % move_table] = game + ply++;
    for (const Move move : moves) {
        played[turn][move % move_table] = game + ply++;
        turn = 1 - turn;
    }
    ply = 0;
    for (const Step& step : path) {
        const float result = results[step.side];
        const std::uint64_t* last = played[step.side].data();
        const Move* choices = tree.moves(*step.node);
        SharedStat* first = tree.amaf(*step.node);
        for (int slot = 0; slot < step.node->count; ++slot)
            if (last[choices[slot] % move_table] >= game + ply)
                update(first[slot], shared, [result](Stat old) { return with_result(old, result); });
        ++ply;
    }
}

}  // namespace boyi
