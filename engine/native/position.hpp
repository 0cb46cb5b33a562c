// The pieces on the board, a move, and the board after it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bitboard.hpp"
#include "zobrist.hpp"

namespace crownhead {

// One whole turn as sets of at most one square each, except for what it takes.
template <RulesetTag R>
struct Turn {
    using Bits = typename Layout<R>::Bits;
    Bits from;
    Bits to;
    Bits captured = 0;
    bool promotes = false;  // crowned on the way, for rulesets in which a man then goes on
    Bits forfeited = 0;     // the piece huffed before the move, or lost by it
};

// The same in little room. Squares are bit indices of the layout; what was taken is a set, so two
// routes over the same pieces are the same move.
template <RulesetTag R>
struct Move {
    using L = Layout<R>;
    using Bits = typename L::Bits;
    static constexpr std::uint8_t nothing = 255;

    Bits captured;
    std::uint8_t from;
    std::uint8_t to;
    std::uint8_t promotes;
    std::uint8_t forfeited;

    Move() = default;
    Move(const Turn<R>& t)
        : captured(t.captured),
          from(static_cast<std::uint8_t>(L::first(t.from))),
          to(static_cast<std::uint8_t>(L::first(t.to))),
          promotes(t.promotes),
          forfeited(t.forfeited ? static_cast<std::uint8_t>(L::first(t.forfeited)) : nothing) {}

    Turn<R> turn() const {
        return {L::bit(from), L::bit(to), captured, promotes != 0,
                forfeited == nothing ? Bits{0} : L::bit(forfeited)};
    }
    bool is_capture() const { return captured != 0; }
    friend bool operator==(const Move&, const Move&) = default;
};

// What decides which moves are legal besides the pieces; part of what a position is.
struct NoState {
    friend bool operator==(const NoState&, const NoState&) = default;
};
template <class Bits>
struct Huffable {
    Bits pieces = 0;  // of the side not to move, each of which may be huffed
    friend bool operator==(const Huffable&, const Huffable&) = default;
};
struct KingRuns {
    std::uint8_t square[2] = {0, 0};  // by colour: the king that moved last
    std::uint8_t moves[2] = {0, 0};   // how often in a row
    friend bool operator==(const KingRuns&, const KingRuns&) = default;
};

template <RulesetTag R>
using State =
    std::conditional_t<R::rules.obligation == Obligation::huff, Huffable<typename Layout<R>::Bits>,
                       std::conditional_t<(R::rules.king_run > 0), KingRuns, NoState>>;

template <RulesetTag R, Colour C>
struct Generator;

// The bare pieces: what the generator and perft work on.
template <RulesetTag R>
struct Board {
    using L = Layout<R>;
    using Bits = typename L::Bits;
    Bits pieces[2];  // by colour
    Bits kings;      // of both
    [[no_unique_address]] State<R> state{};

    static constexpr Board start() { return {{L::start[0], L::start[1]}, 0, {}}; }

    Bits occupied() const { return pieces[0] | pieces[1]; }
    Bits empty() const { return L::board & ~occupied(); }
    Bits men_of(Colour c) const { return pieces[index(c)] & ~kings; }
    Bits kings_of(Colour c) const { return pieces[index(c)] & kings; }

    // The board after a turn of side C; `to` equals `from` in a circular capture.
    template <Colour C>
    [[gnu::always_inline]] Board after(const Turn<R>& t) const {
        const Bits crowned = (kings & t.from) || t.promotes ? t.to : t.to & L::crown_row[index(C)];
        // A piece is huffed before the move, and may stand where the move goes.
        const Bits taken =
            R::rules.obligation == Obligation::huff ? t.captured | t.forfeited : t.captured;
        Board next;
        next.pieces[index(C)] = (pieces[index(C)] & ~t.from) | t.to;
        next.pieces[index(!C)] = pieces[index(!C)] & ~taken;
        next.kings = (kings & ~(t.from | taken)) | crowned;
        if constexpr (R::rules.obligation == Obligation::loss) {
            next.pieces[index(C)] &= ~t.forfeited;
            next.kings &= ~t.forfeited;
        } else if constexpr (R::rules.obligation == Obligation::huff) {
            next.state = huffable_after<C>(t);
        } else if constexpr (R::rules.king_run > 0) {
            next.state = runs_after<C>(t, next);
        }
        return next;
    }

    Board after(const Move<R>& m, Colour c) const {
        return c == Colour::white ? after<Colour::white>(m.turn()) : after<Colour::black>(m.turn());
    }

    friend bool operator==(const Board&, const Board&) = default;

private:
    // Every piece that could have captured, where it stands now; none when one did.
    template <Colour C>
    State<R> huffable_after(const Turn<R>& t) const {
        if (t.captured) return {};
        Board played = *this;
        played.pieces[index(!C)] &= ~t.forfeited;
        played.kings &= ~t.forfeited;
        const Bits could = Generator<R, C>::jumpers(played);
        return {could & t.from ? (could & ~t.from) | t.to : could};
    }

    // Runs end with a capture, a move of another piece, the king's loss or the last man's.
    template <Colour C>
    State<R> runs_after(const Turn<R>& t, const Board& next) const {
        constexpr int us = index(C);
        constexpr int them = index(!C);
        State<R> runs = state;
        const auto from = static_cast<std::uint8_t>(L::first(t.from));
        if (t.captured || !(kings & t.from)) {
            runs.moves[us] = 0;
        } else {
            const bool same = runs.moves[us] && runs.square[us] == from;
            runs.moves[us] = static_cast<std::uint8_t>(
                same ? std::min(runs.moves[us] + 1, R::rules.king_run) : 1);
            runs.square[us] = static_cast<std::uint8_t>(L::first(t.to));
        }
        if (t.captured & L::bit(runs.square[them])) runs.moves[them] = 0;
        for (const Colour c : {Colour::white, Colour::black}) {
            if (!next.men_of(c)) runs.moves[index(c)] = 0;
            if (!runs.moves[index(c)]) runs.square[index(c)] = 0;
        }
        return runs;
    }
};

// A board with what the game and the search need to know about it. The counters of plies are
// carried along but are no part of the key.
template <RulesetTag R>
struct Position {
    using L = Layout<R>;
    using Bits = typename L::Bits;
    Board<R> board;
    Colour turn;
    int no_progress;  // plies since the last capture, forfeit or man move
    int equal_kings;  // plies since a capture or a change in the kings while they are equally many
    std::uint64_t key;

    static Position make(const Board<R>& board, Colour turn, int no_progress = 0,
                         int equal_kings = 0) {
        return {board, turn, no_progress, equal_kings, key_of(board, turn)};
    }

    static std::uint64_t key_of(const Board<R>& b, Colour turn) {
        std::uint64_t key = turn == Colour::black ? zobrist.side : 0;
        for (const int c : {0, 1}) key ^= pieces_key(b, c, b.pieces[c]);
        return key ^ state_key(b);
    }

    Position after(const Move<R>& m) const {
        const int us = index(turn);
        Position next;
        next.board = board.after(m, turn);
        next.turn = !turn;
        next.key = key ^ zobrist.side ^ state_key(board) ^ state_key(next.board) ^
                   pieces_key(board, us, L::bit(m.from) | lost(m)) ^
                   pieces_key(board, 1 - us, taken(m)) ^
                   pieces_key(next.board, us, L::bit(m.to) & next.board.pieces[us]);
        next.no_progress = is_irreversible(m) ? 0 : no_progress + 1;
        next.equal_kings = 0;
        if constexpr (R::rules.equal_kings_plies > 0) {
            const int white = popcount(next.board.kings_of(Colour::white));
            const int black = popcount(next.board.kings_of(Colour::black));
            const bool unchanged = !m.is_capture() && !promotes(m);
            if (white == black && white > 0 && unchanged) next.equal_kings = equal_kings + 1;
        }
        return next;
    }

    // Does the piece that makes this move become a king by it?
    bool promotes(const Move<R>& m) const {
        return m.promotes ||
               (!is_king(board, m.from) && (L::bit(m.to) & L::crown_row[index(turn)]));
    }

    // The enemy's pieces that leave the board by a move, and the mover's that it does not move.
    static Bits taken(const Move<R>& m) {
        if constexpr (R::rules.obligation != Obligation::huff) return m.captured;
        return m.captured | m.turn().forfeited;
    }
    static Bits lost(const Move<R>& m) {
        if constexpr (R::rules.obligation != Obligation::loss) return 0;
        return m.forfeited == m.to ? Bits{0} : m.turn().forfeited;
    }

    bool is_irreversible(const Move<R>& m) const {
        return m.is_capture() || m.forfeited != Move<R>::nothing || !is_king(board, m.from);
    }

    bool no_progress_draw() const {
        return R::rules.no_progress_plies && no_progress >= R::rules.no_progress_plies;
    }
    bool equal_kings_draw() const {
        return R::rules.equal_kings_plies && equal_kings >= R::rules.equal_kings_plies;
    }

    static bool is_king(const Board<R>& b, int at) { return ((b.kings >> at) & 1) != 0; }

private:
    static std::uint64_t pieces_key(const Board<R>& b, int colour, Bits pieces) {
        std::uint64_t key = 0;
        for (; pieces; pieces &= pieces - 1) {
            const int at = L::first(pieces);
            key ^= zobrist.piece[colour][is_king(b, at)][at];
        }
        return key;
    }

    static std::uint64_t state_key(const Board<R>& b) {
        std::uint64_t key = 0;
        if constexpr (R::rules.obligation == Obligation::huff) {
            for (Bits s = b.state.pieces; s; s &= s - 1) key ^= zobrist.huffable[L::first(s)];
        } else if constexpr (R::rules.king_run > 0) {
            for (const int c : {0, 1}) {
                if (b.state.moves[c]) {
                    key ^= zobrist.run[c][b.state.moves[c] % 4][b.state.square[c]];
                }
            }
        }
        return key;
    }
};

}  // namespace crownhead
