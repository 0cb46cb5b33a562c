// What a ruleset is: a tag struct with one `constexpr Rules rules`, every field citing its rulebook.
// The generator, the position and the search are templates over that tag and branch on it with
// `if constexpr`, so a rule that a game does not have costs it nothing.
#pragma once

#include <concepts>
#include <string_view>

namespace crownhead {

enum class Colour : int { white = 0, black = 1 };

constexpr Colour operator!(Colour c) { return c == Colour::white ? Colour::black : Colour::white; }
constexpr int index(Colour c) { return static_cast<int>(c); }

// The orthogonal choices that make a game. A game that needs another choice adds a field here and
// an `if constexpr` where the choice is made.
struct Rules {
    std::string_view name;
    std::string_view game_type;  // PDN 3.0 GameType tag
    int rows;
    int cols;
    int men_rows;  // rows filled by each side at the start
    Colour first_mover;
    bool men_capture_backwards;
    int no_progress_plies;  // plies without capture or man move that make a draw, 0 = never
    int repetitions;        // occurrences of a position that make a draw, 0 = never
    int king_value;         // hundredths of a man, the material evaluation's scale
};

template <class R>
concept RulesetTag = requires {
    { R::rules } -> std::convertible_to<Rules>;
};

}  // namespace crownhead
