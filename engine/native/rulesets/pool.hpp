// Pool checkers (American pool): Brazilian draughts without the rule of most pieces.
//
// Source: American Pool Checker Association (APCA), "Tournament rules of play". GameType: PDN 3.0.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Pool {
    static constexpr Rules rules{
        .name = "pool",
        .game_type = "23,B,8,8,N1,0",
        .first_mover = Colour::black,            // APCA 7: the black pieces begin
        .man_captures = diagonally,              // APCA 14: forwards and backwards
        .king = KingKind::flying,                // APCA 15: any distance
        .promotion = Promotion::where_it_stops,  // APCA 16, 22: crowned only where its jump ends
        .king_value = 300,                       // ours, for the material evaluation
        // removal stays at_end: APCA 17 to 19. precedence stays none: APCA 20, a free choice.
        // Decided: the default draws; the association's shorter counters are not applied.
    };
};

}  // namespace crownhead
