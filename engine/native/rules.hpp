// What a ruleset is: a tag struct with one `constexpr Rules rules`, every field citing its rulebook.
// The generator, the position and the search are templates over that tag and branch on it with
// `if constexpr`, so a rule that a game does not have costs it nothing.
#pragma once

#include <concepts>
#include <string_view>

namespace crownhead {

inline constexpr int max_squares = 72;  // of the largest board

enum class Colour : int { white = 0, black = 1 };

constexpr Colour operator!(Colour c) { return c == Colour::white ? Colour::black : Colour::white; }
constexpr int index(Colour c) { return static_cast<int>(c); }

// Which squares of the board are played on; the bottom-left one as either player sees it.
enum class Squares { bottom_left, not_bottom_left, all };

// Sets of directions as a side sees them, added together.
using Directions = int;
inline constexpr Directions diagonally_forward = 1;
inline constexpr Directions diagonally_backward = 2;
inline constexpr Directions straight_forward = 4;
inline constexpr Directions sideways = 8;
inline constexpr Directions straight_backward = 16;
inline constexpr Directions diagonally = diagonally_forward | diagonally_backward;
inline constexpr Directions straight = straight_forward | sideways | straight_backward;

// How far a king goes and where it comes down behind the piece that it takes.
enum class KingKind { stepping, flying, flying_lands_behind };

// When pieces taken leave the board, and whether a king may then turn back on its way.
enum class Removal { at_end, at_once, at_once_no_turning_back };

// What a man does that reaches the far row by a capture.
enum class Promotion {
    ends_turn,       // it is crowned and stops
    where_it_stops,  // it goes on as a man, and is crowned only where the turn ends
    goes_on,         // it is crowned and goes on as a king
};

// What a player does who could capture.
enum class Obligation {
    forced,  // must capture
    huff,    // may move otherwise; the opponent may then remove one piece that could have captured
    loss,    // may move otherwise, and loses a piece by it
};

// Which captures take precedence over others.
enum class Precedence {
    none,
    king_first,               // a king's, if any
    most,                     // most pieces
    most_then_kings,          // then most kings among them
    most_by_king_then_kings,  // then by a king, then most kings, then the first king soonest
    value,                    // most value, a king being two men; then fewest kings; then by a king
    most_of_piece,            // each piece's own longest; pieces do not bind each other
};

// The orthogonal choices that make a game. A game that needs another choice adds a field here and
// an `if constexpr` where the choice is made.
struct Rules {
    std::string_view name;
    std::string_view
        game_type;  // PDN 3.0 GameType tag; numbers from 51 up are ours, none is assigned
    int rows = 8;
    int cols = 8;
    Squares squares = Squares::bottom_left;
    int men_rows = 3;    // rows filled by each side at the start
    int empty_rows = 0;  // rows left empty behind them
    Colour first_mover = Colour::white;
    Directions man_moves = diagonally_forward;
    Directions man_captures = diagonally_forward;
    Directions king_moves = diagonally;
    Directions king_captures = diagonally;
    KingKind king = KingKind::stepping;
    bool men_take_kings = true;
    Removal removal = Removal::at_end;
    Promotion promotion = Promotion::ends_turn;
    Obligation obligation = Obligation::forced;
    Precedence precedence = Precedence::none;
    int king_run = 0;     // most moves in a row with one king while its side has men, 0 = any
    int repetitions = 3;  // occurrences of a position that make a draw, 0 = never
    int no_progress_plies = 80;  // plies without capture or man move that make a draw, 0 = never
    int equal_kings_plies = 0;   // plies without capture while the sides have equally many kings
    int king_value = 150;        // hundredths of a man, the material evaluation's scale

    constexpr bool flying() const { return king != KingKind::stepping; }
};

template <class R>
concept RulesetTag = requires {
    { R::rules } -> std::convertible_to<Rules>;
};

}  // namespace crownhead
