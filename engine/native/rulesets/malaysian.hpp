// Malaysian and Singapore dam on 8x8 and on 12x12: flying kings, the longest capture of the piece
// that captures, and a piece lost at once for refusing to capture. `-forced`: capturing is
// compulsory, for comparison.
//
// Source: help page of an online game site. What it leaves open was decided, as stated beside the
// field. GameType: ours, PDN has no number for it.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Malaysian8 {
    static constexpr Rules rules{
        .name = "malaysian8",
        .game_type = "58,B,8,8,N1,0",
        // The help page lets Black begin in general and does not say for this game; others draw
        // lots. Decided: Black.
        .first_mover = Colour::black,
        // Help page: any distance, and down on any empty square past the piece taken. Pieces taken
        // leave at the end of the turn and block until then.
        .king = KingKind::flying,
        // Help page: who moves without capturing loses the piece with the biggest jump, or the one
        // that walked away if it should have jumped. Decided: it is lost within the same turn; the
        // walker where its own jump was among the biggest, else the piece that had the biggest
        // jump, of several the one on the lowest square. Capturing less with another piece is no
        // refusal.
        .obligation = Obligation::loss,
        // Help page: a piece follows its biggest jump. Decided: pieces do not bind each other, and
        // a shorter capture of the same piece is illegal.
        .precedence = Precedence::most_of_piece,
        .king_value = 300,  // ours, for the material evaluation
    };
};

struct Malaysian12 {
    static constexpr Rules rules = [] {
        Rules r = Malaysian8::rules;
        r.name = "malaysian12";
        r.game_type = "59,B,12,12,N1,0";
        r.rows = r.cols = 12;  // help page: twelve by twelve, thirty men a side
        r.men_rows = 5;
        return r;
    }();
};

struct Malaysian8Forced {
    static constexpr Rules rules = [] {
        Rules r = Malaysian8::rules;
        r.name = "malaysian8-forced";
        r.game_type = "60,B,8,8,N1,0";
        r.obligation = Obligation::forced;  // ours
        return r;
    }();
};

struct Malaysian12Forced {
    static constexpr Rules rules = [] {
        Rules r = Malaysian12::rules;
        r.name = "malaysian12-forced";
        r.game_type = "61,B,12,12,N1,0";
        r.obligation = Obligation::forced;  // ours
        return r;
    }();
};

}  // namespace crownhead
