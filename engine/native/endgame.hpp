// Endgame tables: the outcome and the distance of every position with few pieces, packed.
//
// A slice holds the positions with the same numbers of men and kings on both sides, and its index
// numbers them: own men, the other's men, own kings, the other's kings, each set by its place among
// the combinations of the squares left for it, all as the side to move sees the board. Only men are
// counted as if they could share a square, which leaves some numbers without a position.
//
// Distances are plies until a side has no legal move, under best play and without draw rules.
// Positions in which the side to move can capture are not stored: their captures lead to smaller
// slices. That makes the rest so uniform that a few bits a position do.
//
// The arrays come from outside, memory-mapped; `retrograde.hpp` makes them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "movegen.hpp"

namespace crownhead {

// Only where the pieces alone decide which moves are legal do they name a position.
template <RulesetTag R>
inline constexpr bool tabled = std::is_same_v<State<R>, NoState>;

// Turned round, a position is the same for the other side, unless a rule goes by a square's number.
template <RulesetTag R>
inline constexpr bool sides_alike = R::rules.obligation != Obligation::loss;

inline constexpr int most_table_pieces = 8;

struct Slice {
    int own_men = 0;  // of the side to move
    int own_kings = 0;
    int men = 0;  // of the other
    int kings = 0;
    Colour turn = Colour::white;  // always White where the sides are alike

    int pieces() const { return own_men + own_kings + men + kings; }
    int all_men() const { return own_men + men; }
    friend bool operator==(const Slice&, const Slice&) = default;
};

// The slice in which the other side is to move.
template <RulesetTag R>
Slice twin(const Slice& s) {
    return {s.men, s.kings, s.own_men, s.own_kings, sides_alike<R> ? s.turn : !s.turn};
}

// Plies to the end, odd where the side to move wins and even where it loses; or one of these.
using Verdict = int;
inline constexpr Verdict drawn = -1;
inline constexpr Verdict unknown = -2;

constexpr bool is_win(Verdict v) { return v > 0 && v % 2 == 1; }
constexpr bool is_loss(Verdict v) { return v >= 0 && v % 2 == 0; }

// What a position is worth to the side that moves into one of this verdict.
constexpr Verdict before(Verdict v) { return v < 0 ? v : v + 1; }

// The higher, the better for the side to move: quick wins first, quick losses last.
constexpr int rating(Verdict v) {
    constexpr int beyond = 1 << 20;
    return v < 0 ? 0 : is_win(v) ? beyond - v : v - beyond;
}

inline constexpr auto binomials = [] {
    std::array<std::array<std::uint64_t, most_table_pieces + 1>, 73> c{};
    for (std::size_t n = 0; n < c.size(); ++n) {
        c[n][0] = 1;
        for (std::size_t k = 1; k <= most_table_pieces && n > 0; ++k) {
            c[n][k] = c[n - 1][k - 1] + c[n - 1][k];
        }
    }
    return c;
}();
constexpr std::uint64_t choose(int n, int k) {
    return n < 0 ? 0 : binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// The squares numbered in the order of their bits, as side C sees them: its crown row is 0.
template <RulesetTag R>
struct Places {
    using L = Layout<R>;
    using Bits = typename L::Bits;

    template <Colour C>
    static int of(int bit) {
        const int place = of_bit[static_cast<std::size_t>(bit)];
        return C == Colour::white ? place : L::squares - 1 - place;
    }
    template <Colour C>
    static Bits bit(int place) {
        return L::bit(
            bits[static_cast<std::size_t>(C == Colour::white ? place : L::squares - 1 - place)]);
    }
    // The squares of a set on places below that of a bit outside it.
    template <Colour C>
    static int below(Bits set, int bit) {
        return popcount(C == Colour::white ? set & (L::bit(bit) - 1) : set >> bit);
    }

private:
    static constexpr auto bits = [] {
        std::array<std::int8_t, L::squares> table{};
        std::size_t place = 0;
        for (int bit = 0; bit < L::bits; ++bit) {
            if (L::board & L::bit(bit)) table[place++] = static_cast<std::int8_t>(bit);
        }
        return table;
    }();
    static constexpr auto of_bit = [] {
        std::array<std::int8_t, L::bits> table{};
        for (std::size_t place = 0; place < bits.size(); ++place) {
            table[static_cast<std::size_t>(bits[place])] = static_cast<std::int8_t>(place);
        }
        return table;
    }();
};

template <RulesetTag R>
class Index {
    using L = Layout<R>;
    using P = Places<R>;
    using Bits = typename L::Bits;

public:
    // Men stand on all rows but the last: own men from `first_man` on, the other's from 0 on.
    static constexpr int first_man = L::row_squares;
    static constexpr int man_squares = L::squares - L::row_squares;

    explicit Index(const Slice& s)
        : slice_(s),
          men_(choose(man_squares, s.men)),
          own_kings_(choose(L::squares - s.all_men(), s.own_kings)),
          kings_(choose(L::squares - s.all_men() - s.own_kings, s.kings)) {}

    const Slice& slice() const { return slice_; }
    std::uint64_t men() const { return men_; }
    std::uint64_t own_kings() const { return own_kings_; }
    std::uint64_t kings() const { return kings_; }
    std::uint64_t size() const {
        return choose(man_squares, slice_.own_men) * men_ * own_kings_ * kings_;
    }

    // The number of a position of this slice with side C to move.
    template <Colour C>
    std::uint64_t of(const Board<R>& b) const {
        const Bits own_men = b.men_of(C);
        const Bits own_kings = b.kings_of(C);
        const Bits men = b.men_of(!C);
        const Bits all_men = own_men | men;
        const Bits others = all_men | own_kings;
        std::uint64_t n = combination<C>(
            own_men, slice_.own_men, [](int bit) { return P::template of<C>(bit) - first_man; });
        n = n * men_ +
            combination<C>(men, slice_.men, [](int bit) { return P::template of<C>(bit); });
        n = n * own_kings_ + combination<C>(own_kings, slice_.own_kings, [&](int bit) {
                return P::template of<C>(bit) - P::template below<C>(all_men, bit);
            });
        return n * kings_ + combination<C>(b.kings_of(!C), slice_.kings, [&](int bit) {
                   return P::template of<C>(bit) - P::template below<C>(others, bit);
               });
    }

private:
    // The k-th lowest place p counts choose(p, k); the highest bit is C's lowest place if C is Black.
    template <Colour C, class Place>
    static std::uint64_t combination(Bits set, int count, Place&& place) {
        std::uint64_t n = 0;
        int k = C == Colour::white ? 1 : count;
        for (; set; set &= set - 1) {
            n += choose(place(L::first(set)), k);
            k += C == Colour::white ? 1 : -1;
        }
        return n;
    }

    Slice slice_;
    std::uint64_t men_;
    std::uint64_t own_kings_;
    std::uint64_t kings_;
};

// --- packed ------------------------------------------------------------------------------------

// Blocks of 256 positions. The directory's word on a block, from its lowest bit: where its record
// begins (32 bits, in words), which of loss, draw and win occur in it (3), how many bits a distance
// takes (5), and half the least distance among its wins (12) and among its losses (12). The record
// holds the outcomes, unless there is only one, as 1 or 2 bits for each position (the place among
// those that occur), and then for each position half its distance less the least.
struct Packed {
    static constexpr int block = 256;
    static constexpr int least_bits = 12;
    enum Outcome { loss = 0, draw = 1, win = 2 };

    std::span<const std::uint64_t> directory;
    std::span<const std::uint64_t> words;
    std::shared_ptr<const void> owner;  // keeps both alive

    static constexpr int outcome_bits(unsigned occurring) {
        constexpr std::uint8_t bits[8] = {0, 0, 0, 1, 0, 1, 1, 2};
        return bits[occurring];
    }
    static constexpr Outcome outcome(unsigned occurring, unsigned place) {
        constexpr Outcome none = draw;
        constexpr Outcome table[8][4] = {{none, none, none, none}, {loss, none, none, none},
                                         {draw, none, none, none}, {loss, draw, none, none},
                                         {win, none, none, none},  {loss, win, none, none},
                                         {draw, win, none, none},  {loss, draw, win, none}};
        return table[occurring][place & 3];
    }
    // Words in the record of a block.
    static constexpr std::size_t record_words(std::uint64_t entry) {
        return static_cast<std::size_t>(outcome_bits(entry >> 32 & 7) + (entry >> 35 & 31)) *
               (block / 64);
    }

    Verdict operator[](std::uint64_t i) const {
        const std::uint64_t entry = directory[i / block];
        const std::uint64_t* record = words.data() + static_cast<std::uint32_t>(entry);
        const auto slot = static_cast<unsigned>(i % block);
        const auto occurring = static_cast<unsigned>(entry >> 32 & 7);
        const auto width = static_cast<unsigned>(entry >> 35 & 31);
        const auto bits = static_cast<unsigned>(outcome_bits(occurring));
        const unsigned place =
            bits ? static_cast<unsigned>(record[slot * bits / 64] >> (slot * bits % 64)) &
                       ((1u << bits) - 1)
                 : 0;
        const Outcome found = outcome(occurring, place);
        if (found == draw) return drawn;
        const auto least =
            static_cast<Verdict>(entry >> (found == win ? 40 : 52) & ((1u << least_bits) - 1));
        const Verdict half = least + field(record + bits * (block / 64), slot, width);
        return 2 * half + (found == win);
    }

private:
    static Verdict field(const std::uint64_t* from, unsigned slot, unsigned width) {
        if (!width) return 0;
        const unsigned at = slot * width;
        std::uint64_t bits = from[at / 64] >> (at % 64);
        if (at % 64 + width > 64) bits |= from[at / 64 + 1] << (64 - at % 64);
        return static_cast<Verdict>(bits & ((std::uint64_t{1} << width) - 1));
    }
};

// The tables of one ruleset.
template <RulesetTag R>
class Endgames {
public:
    void add(const Slice& slice, const Packed& packed) {
        if (number_of(slice) < 0) {
            numbers_[key(slice.own_men, slice.own_kings, slice.men, slice.kings, slice.turn)] =
                static_cast<std::int16_t>(tables_.size());
            tables_.push_back({Index<R>(slice), packed});
        } else {
            tables_[static_cast<std::size_t>(number_of(slice))].packed = packed;
        }
        pieces_ = std::max(pieces_, slice.pieces());
    }

    int pieces() const { return pieces_; }  // of the largest slice
    bool has(const Slice& slice) const { return number_of(slice) >= 0; }

    Verdict operator()(const Board<R>& b, Colour turn) const {
        if (!b.pieces[index(turn)]) return 0;
        if (!b.pieces[index(!turn)]) return can_step(b, turn) ? 1 : 0;
        if (const auto movers = jumpers(b, turn)) return by_capture(b, turn, movers);
        return popcount(b.occupied()) <= pieces_ ? quiet(b, turn) : unknown;
    }

    // The same where the side to move cannot capture, for at most pieces().
    Verdict quiet(const Board<R>& b, Colour turn) const {
        return turn == Colour::white ? quiet<Colour::white>(b) : quiet<Colour::black>(b);
    }

private:
    struct Table {
        Index<R> index;
        Packed packed;
    };
    static constexpr int count_bits = 3;
    static_assert(most_table_pieces - 1 < 1 << count_bits);

    static std::size_t key(int own_men, int own_kings, int men, int kings, Colour turn) {
        return static_cast<std::size_t>(((own_men << count_bits | own_kings) << count_bits | men)
                                            << count_bits |
                                        kings | index(turn) << 4 * count_bits);
    }
    int number_of(const Slice& s) const {
        return numbers_[key(s.own_men, s.own_kings, s.men, s.kings, s.turn)];
    }

    template <Colour C>
    Verdict quiet(const Board<R>& b) const {
        const auto number =
            numbers_[key(popcount(b.men_of(C)), popcount(b.kings_of(C)), popcount(b.men_of(!C)),
                         popcount(b.kings_of(!C)), sides_alike<R> ? Colour::white : C)];
        if (number < 0) return unknown;
        const Table& table = tables_[static_cast<std::size_t>(number)];
        return table.packed[table.index.template of<C>(b)];
    }

    Verdict by_capture(const Board<R>& b, Colour turn, typename Layout<R>::Bits movers) const {
        MoveList<R> moves;
        legal_moves(b, turn, movers, moves);
        Verdict best = unknown;
        for (const auto& m : moves) {
            const Verdict v = before((*this)(b.after(m, turn), !turn));
            if (v == unknown) return unknown;
            if (best == unknown || rating(v) > rating(best)) best = v;
        }
        return best;
    }

    std::vector<Table> tables_;
    std::vector<std::int16_t> numbers_ = std::vector<std::int16_t>(2 << 4 * count_bits, -1);
    int pieces_ = 0;
};

}  // namespace crownhead
