// What a Monte Carlo tree says about its root: the verdict, the order of the moves, their main lines.
#pragma once

#include <vector>

#include "search/mcts_selection.hpp"

namespace boyi {

// What is proven of a node for its side to move: a win by the shortest way found, or else, once every move is
// settled, a draw or the loss that takes longest.
Verdict verdict(Tree& tree, Tree::Node& node);

// The slot of the move to play: a proven win, by the shortest way; else what `config.final` says among the moves
// that are not proven lost; and if all are, the one that loses last.
int final_choice(Tree& tree, Tree::Node& root, std::uint32_t visits, const MctsConfig& config, Rng& rng);

// The move to play first, the others by visits; moves of which nothing is known are left out.
std::vector<Line> ranked_lines(Tree& tree, Tree::Node& root, int chosen);

}  // namespace boyi
