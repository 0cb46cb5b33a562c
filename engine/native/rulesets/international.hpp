// International draughts and the games that move alike: Brazilian on 8x8, Canadian on 12x12, pool
// checkers without the majority rule, and Frisian with captures along rows and columns.
// Source: FMJD, "Official rules for international draughts", annexes for the other boards; World
// Frisian Draughts Federation, "Rules of the game".
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct International {
    static constexpr Rules rules{
        .name = "international",
        .game_type = "20,W,10,10,N2,0",
        .rows = 10,
        .cols = 10,
        .men_rows = 4,
        .man_captures = diagonally,
        .king = KingKind::flying,
        .promotion = Promotion::where_it_stops,
        .precedence = Precedence::most,
        .king_value = 300,
    };
};

struct Brazilian {
    static constexpr Rules rules = [] {
        Rules r = International::rules;
        r.name = "brazilian";
        r.game_type = "26,W,8,8,A0,0";
        r.rows = r.cols = 8;
        r.men_rows = 3;
        return r;
    }();
};

struct Canadian {
    static constexpr Rules rules = [] {
        Rules r = International::rules;
        r.name = "canadian";
        r.game_type = "27,W,12,12,N2,0";
        r.rows = r.cols = 12;
        r.men_rows = 5;
        return r;
    }();
};

struct Pool {
    static constexpr Rules rules = [] {
        Rules r = Brazilian::rules;
        r.name = "pool";
        r.game_type = "23,B,8,8,N1,0";
        r.first_mover = Colour::black;
        r.precedence = Precedence::none;
        return r;
    }();
};

struct Frisian {
    static constexpr Rules rules = [] {
        Rules r = International::rules;
        r.name = "frisian";
        r.game_type = "40,W,10,10,N2,0";
        r.man_captures = diagonally | straight;
        r.king_captures = diagonally | straight;
        r.precedence = Precedence::value;
        r.king_run = 3;
        return r;
    }();
};

}  // namespace crownhead
