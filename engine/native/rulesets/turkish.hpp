// Turkish draughts (dama): along rows and columns, on every square of the board.
//
// Source: FMJD, "Turkish draughts (Dama), rules of game". GameType: PDN 3.0.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Turkish {
    static constexpr Rules rules{
        .name = "turkish",
        .game_type = "30,W,8,8,A0,0",
        .squares = Squares::all,                   // both colours of squares are played on
        .men_rows = 2,                             // sixteen men a side ...
        .empty_rows = 1,                           // ... on their second and third rows
        .man_moves = straight_forward | sideways,  // men never go back
        .man_captures = straight_forward | sideways,
        .king_moves = straight,
        .king_captures = straight,
        .king = KingKind::flying,                     // any distance
        .removal = Removal::at_once_no_turning_back,  // pieces leave one by one; no half turns
        .precedence = Precedence::most,               // most pieces, men and kings alike
        .king_value = 400,                            // ours, for the material evaluation
        // Sources differ on a man that reaches the far row and could go on; decided: it stops.
    };
};

}  // namespace crownhead
