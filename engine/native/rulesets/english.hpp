// English draughts (American checkers), its first move by the other side, and its house rules.
//
// Source: World Checkers/Draughts Federation (WCDF), "Rules of Draughts (Checkers)", and the
// American Checker Federation's rules of play, which agree on every line of `english`. The house
// rules are those that encyclopaedias list as local customs or common misreadings; none is on by
// default. GameType: PDN 3.0; numbers from 51 up are ours.
#pragma once

#include "../rules.hpp"

namespace crownhead {

inline constexpr Rules english_rules{
    .name = "english",
    .game_type = "21,B,8,8,N1,0",
    // WCDF: the dark pieces begin. Encyclopaedias disagree; the numbered openings assume it too.
    .first_mover = Colour::black,
    // What is left at its default, for the other rulesets to differ from:
    // rows, cols: WCDF 1.1, sixty-four squares, alternately light and dark.
    // squares: WCDF 1.4, a dark square at each player's near left.
    // men_rows: WCDF 1.11, twelve men a side on the three rows nearest the player.
    // king: WCDF 1.17, one square in any diagonal direction.
    // man_captures, men_take_kings: WCDF 1.18, a man takes forwards only, and any piece.
    // promotion: WCDF 1.19, a man that reaches the far row is crowned and its turn ends.
    // obligation, precedence: WCDF 1.20, capturing is compulsory, the choice between captures free.
    // repetitions: WCDF 1.32.1, the third occurrence of a position.
    // no_progress_plies: WCDF 1.32.2, forty moves each without a capture or a man's move. A player
    // has to claim these draws over the board; decided: both come by themselves.
};

struct English {
    static constexpr Rules rules = english_rules;
};

// The same moves where the lighter side begins, as some encyclopaedias have it. Decided: the board
// is not renumbered, Black owns 1-12 all the same.
inline constexpr Rules english_white_first_rules = [] {
    Rules r = english_rules;
    r.name = "english-white-first";
    r.game_type = "51,W,8,8,N2,0";
    r.first_mover = Colour::white;
    return r;
}();

// House rule: while a king can capture, men may not.
struct EnglishKingFirst {
    static constexpr Rules rules = [] {
        Rules r = english_rules;
        r.name = "english-king-first";
        r.game_type = "52,B,8,8,N1,0";
        // Decided: the choice between the kings' captures is free, and what counts is what the
        // piece was when the turn began.
        r.precedence = Precedence::king_first;
        return r;
    }();
};

// House rule: a man that jumps onto the far row is crowned at once and goes on as a king.
struct EnglishMidPromotion {
    static constexpr Rules rules = [] {
        Rules r = english_rules;
        r.name = "english-mid-promotion";
        r.game_type = "53,B,8,8,N1,0";
        r.promotion = Promotion::goes_on;  // decided: it has to go on where it can
        return r;
    }();
};

// Both house rules.
struct EnglishHouse {
    static constexpr Rules rules = [] {
        Rules r = EnglishMidPromotion::rules;
        r.name = "english-house";
        r.game_type = "54,B,8,8,N1,0";
        // Decided: a man crowned on its way has no precedence for it.
        r.precedence = Precedence::king_first;
        return r;
    }();
};

// The old rule of huffing: jumps are not compulsory, and who passes one over may be huffed. Before
// moving, the opponent may remove one piece that could have captured, and then moves as usual.
struct EnglishHuff {
    static constexpr Rules rules = [] {
        Rules r = english_rules;
        r.name = "english-huff";
        r.game_type = "55,B,8,8,N1,0";
        // Decided: one piece at most, of the opponent's choosing and never of necessity; it goes
        // from where it stands now, even if just crowned; any capture frees all the others; a
        // chain once begun is finished; the right lapses after one turn; a huff counts as a
        // capture for the draw. To have the move taken back instead is not built.
        r.obligation = Obligation::huff;
        return r;
    }();
};

}  // namespace crownhead
