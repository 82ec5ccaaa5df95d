// Values of combinatorial games under normal play (who cannot move loses), in canonical form. No Python in here.
//
// Every value is stored once and named by a number, so equal values have equal names. Black is Left, white is Right.
// Conway, On Numbers and Games; Berlekamp, Conway and Guy, Winning Ways.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace boyi {

class GameValues {
public:
    using Id = std::uint32_t;
    using Options = std::vector<Id>;  // sorted, each once

    static constexpr Id unknown = ~Id{0}, zero = 0;
    // Numbers are counted in these fractions of a move. Finer ones are unknown.
    static constexpr int unit = 1 << 10;

    // Stores at most about `most` games; past them what is new is unknown.
    explicit GameValues(std::size_t most);

    bool full() const { return games_.size() >= most_; }
    const Options& options(Id game, int side) const { return games_[game].options[side]; }
    bool is_number(Id game) const { return games_[game].number; }
    int number(Id game) const { return games_[game].amount; }
    // The number that is reached if both sides play this game alone and `side` begins.
    int stop(Id game, int side) const { return games_[game].stops[side]; }

    // The number amount / unit.
    Id of_number(int amount);
    // The value of the game with these options, in canonical form.
    Id make(Options left, Options right);
    Id add(Id one, Id two);
    Id negative(Id game);
    // one <= two: black is no worse off with `two`, whoever begins.
    bool at_most(Id one, Id two);

private:
    struct Game {
        Options options[2];
        bool number = false;
        int amount = 0;
        int stops[2] = {0, 0};
    };
    struct Form {
        Options options[2];
        Id value;
    };

    Id intern(const Options& left, const Options& right);
    void judge(Game& game) const;
    Id canonical(Options left, Options right);
    Id provisional(const Options& left, const Options& right);
    void remove_dominated(Options& list, int side);
    bool bypass(Options& list, Id whole, int side);

    std::size_t most_;
    std::vector<Game> games_;
    std::unordered_map<std::uint64_t, std::vector<Id>> stored_;
    std::unordered_map<std::uint64_t, std::vector<Form>> forms_;
    std::unordered_map<int, Id> numbers_;
    std::unordered_map<std::uint64_t, Id> sums_;
    std::unordered_map<Id, Id> negatives_;
    std::unordered_map<std::uint64_t, bool> orders_;
};

}  // namespace boyi
