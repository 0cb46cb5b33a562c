// Malaysian and Singapore dam: the longest capture of the chosen piece, and a piece lost at once
// for refusing to capture. `-forced`: capture is compulsory, for comparison.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Malaysian8 {
    static constexpr Rules rules{
        .name = "malaysian8",
        .game_type = "58,B,8,8,N1,0",
        .first_mover = Colour::black,
        .king = KingKind::flying,
        .obligation = Obligation::loss,
        .precedence = Precedence::most_of_piece,
        .king_value = 300,
    };
};

struct Malaysian12 {
    static constexpr Rules rules = [] {
        Rules r = Malaysian8::rules;
        r.name = "malaysian12";
        r.game_type = "59,B,12,12,N1,0";
        r.rows = r.cols = 12;
        r.men_rows = 5;
        return r;
    }();
};

struct Malaysian8Forced {
    static constexpr Rules rules = [] {
        Rules r = Malaysian8::rules;
        r.name = "malaysian8-forced";
        r.game_type = "60,B,8,8,N1,0";
        r.obligation = Obligation::forced;
        return r;
    }();
};

struct Malaysian12Forced {
    static constexpr Rules rules = [] {
        Rules r = Malaysian12::rules;
        r.name = "malaysian12-forced";
        r.game_type = "61,B,12,12,N1,0";
        r.obligation = Obligation::forced;
        return r;
    }();
};

}  // namespace crownhead
