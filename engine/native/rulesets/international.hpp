// International draughts.
//
// Source: World Draughts Federation (FMJD), "Official rules for international draughts", annex 1.
// GameType: PDN 3.0.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct International {
    static constexpr Rules rules{
        .name = "international",
        .game_type = "20,W,10,10,N2,0",
        .rows = 10,  // 2.1: a hundred squares
        .cols = 10,
        .men_rows = 4,                           // 2.8: two rows stay empty between the sides
        .man_captures = diagonally,              // 4.1: forwards and backwards
        .king = KingKind::flying,                // 3.9: any distance
        .promotion = Promotion::where_it_stops,  // 4.15: who only passes the far row stays a man
        .precedence = Precedence::most,          // 4.13: most pieces, men and kings alike
        .king_value = 300,                       // ours, for the material evaluation
        // removal stays at_end: 4.11, no piece is jumped twice, and they leave together.
        // repetitions stays 3: 6.1. Decided: no_progress_plies stays 80 like everywhere, and the
        // counters of 6.2 and following for kings alone and few pieces are not applied.
    };
};

}  // namespace crownhead
