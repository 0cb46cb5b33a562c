// The game of "queens" that an online game site calls checkers, on 8x8 and on 10x10: kings fly,
// come down directly behind the piece they take, which leaves at once.
//
// Source: help page of an online game site. It leaves much open; what was decided stands beside the
// field. Thai draughts moves alike, which gave published move counts to test this with.
// GameType: ours, PDN has no number for it. Decided: the board lies as in English draughts.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Queens8 {
    static constexpr Rules rules{
        .name = "queens8",
        .game_type = "56,W,8,8,N2,0",
        // Help page: a queen goes any distance and, capturing, comes down just beyond the piece.
        // Decided: that tells where a jump ends and not the turn; whatever else can be taken, near
        // or far, has to be. Only men are bound to go forwards.
        .king = KingKind::flying_lands_behind,
        // Help page: the captured piece is taken off the board. Decided: at once, so that the
        // queen may pass over its square, land there and turn straight back.
        .removal = Removal::at_once,
        // Help page: equally many queens and ten moves each without a capture. Decided: at least
        // one queen a side; a change in the number of queens starts the count anew, and so does a
        // capture, but no man's move does.
        .equal_kings_plies = 20,
        .king_value = 300,  // ours, for the material evaluation
    };
};

struct Queens10 {
    static constexpr Rules rules = [] {
        Rules r = Queens8::rules;
        r.name = "queens10";
        r.game_type = "57,W,10,10,N2,0";
        r.rows = r.cols = 10;  // help page: fifteen men a side, still on three rows
        return r;
    }();
};

}  // namespace crownhead
