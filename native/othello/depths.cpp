// Values of positions at rising depths.
#include "othello/depths.hpp"

#include "othello/searcher.hpp"
#include "othello/selfplay.hpp"

namespace boyi {

std::vector<std::vector<int>> othello_depths(std::string_view positions, int depth, int solved, Pulse& pulse) {
    check_othello_records(positions, false);
    Stopper stopper;
    stopper.start(1e8);
    OthelloTable table;
    table.resize(std::uint64_t{1} << 26);
    std::vector<std::vector<int>> found;
    for (std::size_t at = 0; at < positions.size(); at += OthelloDiscs::bytes) {
        const auto [own, other] = OthelloDiscs::read(positions, at);
        const OthelloNode node(own, other);
        SearchWork work(stopper, nullptr, ~std::uint64_t{0});
        OthelloSearcher searcher(table, work);
        searcher.set_level(probcut::exact);
        std::vector<int> values = {OthelloSearcher::static_value(node)};
        std::vector<std::uint8_t> line;
        for (int plies = 1; plies <= depth && plies < node.empties(); ++plies) {
            values.push_back(
                searcher.principal(node, plies, -OthelloSearcher::infinity, OthelloSearcher::infinity, line));
            pulse();
        }
        values.resize(depth + 1, unknown_score);
        values.push_back(node.empties() <= solved ? OthelloSearcher::disc * searcher.exact_score(node) : unknown_score);
        found.push_back(std::move(values));
        pulse();
    }
    return found;
}

}  // namespace boyi
