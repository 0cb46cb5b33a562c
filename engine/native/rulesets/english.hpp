// English draughts (American checkers) and its house rules.
//
// Source: World Checkers/Draughts Federation, "Rules of Draughts (Checkers)", and the American
// Checker Federation's rules of play, which agree on every line of `english`. The house rules are
// those that encyclopaedias list as local customs or common misreadings; none is on by default.
#pragma once

#include "../rules.hpp"

namespace crownhead {

inline constexpr Rules english_rules{
    .name = "english",
    .game_type = "21,B,8,8,N1,0",  // PDN 3.0
    .first_mover = Colour::black,  // WCDF 1.6: the dark pieces begin
};

struct English {
    static constexpr Rules rules = english_rules;
};

// The same moves where the lighter side begins.
inline constexpr Rules english_white_first_rules = [] {
    Rules r = english_rules;
    r.name = "english-white-first";
    r.game_type = "51,W,8,8,N2,0";
    r.first_mover = Colour::white;
    return r;
}();

// While a king can capture, only kings may.
struct EnglishKingFirst {
    static constexpr Rules rules = [] {
        Rules r = english_rules;
        r.name = "english-king-first";
        r.game_type = "52,B,8,8,N1,0";
        r.precedence = Precedence::king_first;
        return r;
    }();
};

// A man that jumps onto the far row is crowned at once and goes on as a king.
struct EnglishMidPromotion {
    static constexpr Rules rules = [] {
        Rules r = english_rules;
        r.name = "english-mid-promotion";
        r.game_type = "53,B,8,8,N1,0";
        r.promotion = Promotion::goes_on;
        return r;
    }();
};

// Both; a man crowned on the way is no king for the first.
struct EnglishHouse {
    static constexpr Rules rules = [] {
        Rules r = EnglishMidPromotion::rules;
        r.name = "english-house";
        r.game_type = "54,B,8,8,N1,0";
        r.precedence = Precedence::king_first;
        return r;
    }();
};

// Jumps are not compulsory; who passes one over may be huffed: before moving, the opponent may
// remove one piece that could have captured.
struct EnglishHuff {
    static constexpr Rules rules = [] {
        Rules r = english_rules;
        r.name = "english-huff";
        r.game_type = "55,B,8,8,N1,0";
        r.obligation = Obligation::huff;
        return r;
    }();
};

}  // namespace crownhead
