// The pieces on the board, a move, and the board after it.
#pragma once

#include <cassert>
#include <cstdint>

#include "bitboard.hpp"
#include "zobrist.hpp"

namespace crownhead {

// One whole turn. Squares are bit indices of the layout; what was taken is a set, so two routes
// over the same pieces are the same move.
template <RulesetTag R>
struct Move {
    using Bits = typename Layout<R>::Bits;
    Bits captured;
    std::uint8_t from;
    std::uint8_t to;

    bool is_capture() const { return captured != 0; }
    friend bool operator==(const Move&, const Move&) = default;
};

// The bare pieces: what the generator and perft work on.
template <RulesetTag R>
struct Board {
    using L = Layout<R>;
    using Bits = typename L::Bits;
    Bits pieces[2];  // by colour
    Bits kings;      // of both

    static constexpr Board start() { return {{L::start[0], L::start[1]}, 0}; }

    Bits occupied() const { return pieces[0] | pieces[1]; }
    Bits empty() const { return L::board & ~occupied(); }
    Bits men_of(Colour c) const { return pieces[index(c)] & ~kings; }
    Bits kings_of(Colour c) const { return pieces[index(c)] & kings; }

    // The board after the piece on `from` has gone to `to` (equal in a circular capture).
    template <Colour C>
    [[gnu::always_inline]] Board after(Bits from, Bits to, Bits captured) const {
        const Bits crowned = kings & from ? to : to & L::crown_row[index(C)];
        Board next;
        next.pieces[index(C)] = (pieces[index(C)] & ~from) | to;
        next.pieces[index(!C)] = pieces[index(!C)] & ~captured;
        next.kings = (kings & ~(from | captured)) | crowned;
        return next;
    }

    template <Colour C>
    [[gnu::always_inline]] Board after(const Move<R>& m) const {
        return after<C>(L::bit(m.from), L::bit(m.to), m.captured);
    }

    Board after(const Move<R>& m, Colour c) const {
        return c == Colour::white ? after<Colour::white>(m) : after<Colour::black>(m);
    }

    friend bool operator==(const Board&, const Board&) = default;
};

// A board with what the game and the search need to know about it. The counter of plies without
// progress is carried along but is no part of the key.
template <RulesetTag R>
struct Position {
    using L = Layout<R>;
    using Bits = typename L::Bits;
    Board<R> board;
    Colour turn;
    int no_progress;  // plies since the last capture or man move
    std::uint64_t key;

    static Position make(const Board<R>& board, Colour turn, int no_progress = 0) {
        return {board, turn, no_progress, key_of(board, turn)};
    }
    static Position start() { return make(Board<R>::start(), R::rules.first_mover); }

    static std::uint64_t key_of(const Board<R>& b, Colour turn) {
        std::uint64_t key = turn == Colour::black ? zobrist.side : 0;
        for (const Colour c : {Colour::white, Colour::black}) {
            for (Bits s = b.pieces[index(c)]; s; s &= s - 1) {
                const int at = L::first(s);
                key ^= zobrist.piece[index(c)][(b.kings >> at) & 1][at];
            }
        }
        return key;
    }

    Position after(const Move<R>& m) const {
        const int us = index(turn);
        const int them = index(!turn);
        Position next;
        next.board = board.after(m, turn);
        next.turn = !turn;
        const bool was_king = (board.kings >> m.from) & 1;
        const bool is_king = (next.board.kings >> m.to) & 1;
        next.key = key ^ zobrist.side ^ zobrist.piece[us][was_king][m.from] ^
                   zobrist.piece[us][is_king][m.to];
        for (Bits s = m.captured; s; s &= s - 1) {
            const int at = L::first(s);
            next.key ^= zobrist.piece[them][(board.kings >> at) & 1][at];
        }
        next.no_progress = was_king && !m.is_capture() ? no_progress + 1 : 0;
        return next;
    }

    // Does the piece that makes this move become a king by it?
    bool promotes(const Move<R>& m) const {
        return !((board.kings >> m.from) & 1) && (L::bit(m.to) & L::crown_row[index(turn)]);
    }

    bool no_progress_draw() const {
        return R::rules.no_progress_plies && no_progress >= R::rules.no_progress_plies;
    }
};

}  // namespace crownhead
