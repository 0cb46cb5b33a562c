// English draughts (American checkers).
// Source: World Checkers/Draughts Federation, "Rules of Draughts (Checkers)", and the American
// Checker Federation's rules of play, which agree on every line below.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct English {
    static constexpr Rules rules{
        .name = "english",
        .game_type = "21,B,8,8,N1,0",  // PDN 3.0
        .rows = 8,
        .cols = 8,                       // WCDF 1.1: sixty-four squares, play on the dark ones
        .men_rows = 3,                   // WCDF 1.4: twelve men a side on the first three rows
        .first_mover = Colour::black,    // WCDF 1.6: the dark pieces begin
        .men_capture_backwards = false,  // WCDF 1.16: a man takes forward only
        .no_progress_plies = 80,         // WCDF 1.32: forty moves each without capture or advance
        .repetitions = 3,                // WCDF 1.32: the same position for the third time
        .king_value = 150,               // a short king; measured against 115, 130 and 170
    };
};

}  // namespace crownhead
