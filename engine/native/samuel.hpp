// Terms of Samuel's program that the handcrafted evaluation does without.
//
// Samuel 1959 kept a pool of 38 terms, 16 of them in use at a time; these are those of his appendix
// C that bitboards count cheaply and that the handcrafted evaluation has no term for. All weigh
// nothing unless a polynomial is learned with them. Each is counted for either side and the
// difference taken; a neighbour is the next square along a diagonal, so that on a board played on
// every square all but the control of the centre are 0. His two squares, or five, of the 8x8
// board are found on it alone.
//
// Source: A. Samuel, "Some Studies in Machine Learning Using the Game of Checkers", IBM Journal of
// Research and Development 3(3), 1959, appendix C. Where his wording leaves a choice, or asks for
// what takes a search, the comment beside the term says what is counted here.
#pragma once

#include <array>

#include "bitboard.hpp"
#include "position.hpp"
#include "weights.hpp"

namespace crownhead {

template <RulesetTag R>
class Samuel {
    using L = Layout<R>;
    using Bits = typename L::Bits;

public:
    explicit Samuel(const SamuelWeights& weights) : w_(weights) {
        for_each_samuel_term(w_,
                             [&](auto, const Tapered* first, int) { any_ |= *first != Tapered{}; });
        risky_ = w_.denied != Tapered{} || w_.exchange != Tapered{};
        about_moves_ = risky_ || w_.threat != Tapered{} || w_.fork != Tapered{} ||
                       w_.centre_control != Tapered{};
    }

    // Whether any term has a weight.
    bool any() const { return any_; }

    // White's terms minus Black's. Out of line: no other evaluation should have to step over it.
    [[gnu::noinline]] Tapered white(const Position<R>& p) const {
        Tapered score = side<Colour::white>(p.board) - side<Colour::black>(p.board);
        if constexpr (!L::every_square) {
            const int move = p.turn == Colour::white ? the_move(p.board) : -the_move(p.board);
            score += w_.the_move * move;
        }
        return score;
    }

private:
    template <Direction D>
    static Bits shift(Bits b) {
        return L::template shift<D>(b) & L::board;
    }
    static constexpr auto up_left = Direction::up_left;
    static constexpr auto up_right = Direction::up_right;
    static constexpr auto down_left = Direction::down_left;
    static constexpr auto down_right = Direction::down_right;

    template <Colour C>
    Tapered side(const Board<R>& b) const {
        Tapered score;
        if constexpr (!L::every_square) score += shape<C>(b);
        if (about_moves_) score += moves<C>(b);
        return score;
    }

    // How a side's pieces stand.
    template <Colour C>
    Tapered shape(const Board<R>& b) const {
        const Bits own = b.pieces[index(C)];
        const Bits empty = b.empty();
        Tapered score;
        if (w_.exposure != Tapered{}) score += w_.exposure * popcount(own & between(empty));
        if (w_.gap != Tapered{}) score += w_.gap * popcount(empty & closed(own));
        if (w_.hole != Tapered{}) score += w_.hole * popcount(empty & three_of(own));
        if (w_.node != Tapered{}) score += w_.node * popcount(own & three_of(empty));
        if (w_.pole != Tapered{}) {
            score += w_.pole * popcount(b.men_of(C) & ~beside(b.occupied()));
        }
        if (w_.dyke != Tapered{}) {
            score += w_.dyke * (popcount(own & shift<up_left>(own) & shift<down_right>(own)) +
                                popcount(own & shift<up_right>(own) & shift<down_left>(own)));
        }
        score += w_.double_diagonal * popcount(own & double_diagonal);
        if constexpr (eight_by_eight) {
            const Bits men = b.men_of(C);
            constexpr Bits corner = triangle[index(C)];
            if ((men & corner) == corner && b.men_of(!C)) score += w_.triangle;
            constexpr Bits held = cramped[index(C)];
            constexpr Bits support = supporting[index(C)];
            const bool cramps = (men & cramping[index(C)]) && (men & support);
            if (cramps && (b.pieces[index(!C)] & held) == held) score += w_.cramp;
        }
        return score;
    }

    // What a side could do if it were to move: squares that its pieces can step to, captures left
    // aside, and what may happen there. The square that was left counts as empty; a capture takes
    // one piece, whatever its rank and the taker's.
    template <Colour C>
    Tapered moves(const Board<R>& b) const {
        const Bits own = b.pieces[index(C)];
        const Bits enemies = b.pieces[index(!C)];
        const Bits empty = b.empty();
        Danger danger{w_.exchange != Tapered{} ? landings<C>(b, empty) : Bits{0}};
        Bits men_to = 0;
        Bits kings_to = 0;
        L::template for_directions<C, R::rules.man_moves>([&](auto d) {
            const Bits to = L::template shift<decltype(d)::value>(b.men_of(C)) & empty;
            men_to |= to;
            if (risky_) add_danger<C, decltype(d)::value, true>(b, to, danger);
        });
        L::template for_directions<C, R::rules.king_moves>([&](auto d) {
            const Bits to = L::template shift<decltype(d)::value>(b.kings_of(C)) & empty;
            kings_to |= to;
            if (risky_ && to) add_danger<C, decltype(d)::value, false>(b, to, danger);
        });
        Tapered score = w_.centre_control * popcount((own | men_to | kings_to) & L::centre);
        if constexpr (!L::every_square) {
            const Bits threats = (men_to & takes<C, man_takes>(enemies, empty)) |
                                 (kings_to & takes<C, king_takes>(enemies, empty));
            score += w_.threat * popcount(threats);
            score += w_.denied * popcount(danger.denied);
            score += w_.exchange * popcount(danger.exchange);
            score += w_.fork * popcount((men_to | kings_to) & forks<C>(enemies, empty));
        }
        return score;
    }

    static constexpr Directions man_takes = R::rules.man_captures & diagonally;
    static constexpr Directions king_takes = R::rules.king_captures & diagonally;

    // Of the squares stepped to, those where an enemy could capture what went there, and those
    // where a man went and the enemy would be captured in its turn.
    struct Danger {
        Bits recaptured;  // squares on which a side could capture
        Bits denied = 0;
        Bits exchange = 0;
    };

    // Adds the squares `to` that were stepped to along M.
    template <Colour C, Direction M, bool Man>
    static void add_danger(const Board<R>& b, Bits to, Danger& danger) {
        const Bits empty = b.empty();
        L::template for_directions<!C, diagonally>([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            constexpr Direction back = opposite(D);
            Bits takers = b.kings_of(!C);
            if constexpr ((seen_by(D, !C) & man_takes) != 0) takers = b.pieces[index(!C)];
            Bits taken = to & L::template shift<D>(takers);
            // It lands where the piece came from, or else has to find an empty square.
            if constexpr (D != opposite(M)) taken &= L::template shift<back>(empty);
            danger.denied |= taken;
            if constexpr (Man) {
                danger.exchange |= taken & L::template shift<back>(danger.recaptured);
            }
        });
    }

    // Squares on which an enemy piece could be captured.
    template <Colour C>
    static Bits landings(const Board<R>& b, Bits empty) {
        Bits squares = 0;
        L::template for_directions<C, diagonally>([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            Bits takers = b.kings_of(C);
            if constexpr ((seen_by(D, C) & man_takes) != 0) takers = b.pieces[index(C)];
            squares |= L::template shift<D>(takers) & L::template shift<opposite(D)>(empty);
        });
        return squares;
    }

    // Squares from which a side captures along Set.
    template <Colour C, Directions Set>
    static Bits takes(Bits enemies, Bits empty) {
        Bits from = 0;
        L::template for_directions<C, Set>([&](auto d) {
            constexpr Direction back = opposite(decltype(d)::value);
            from |= L::template shift<back>(enemies & L::template shift<back>(empty));
        });
        return from;
    }

    // Squares from which both pieces ahead can be captured.
    template <Colour C>
    static Bits forks(Bits enemies, Bits empty) {
        Bits both = L::board;
        L::template for_directions<C, diagonally_forward>([&](auto d) {
            constexpr Direction back = opposite(decltype(d)::value);
            both &= L::template shift<back>(enemies & L::template shift<back>(empty));
        });
        return both;
    }

    // Squares that lie between two of a set on one diagonal or the other.
    static Bits between(Bits b) {
        return (shift<up_left>(b) & shift<down_right>(b)) |
               (shift<up_right>(b) & shift<down_left>(b));
    }

    // Squares between two of a set, or between one of it and the edge of the board.
    static Bits closed(Bits b) {
        return between(b) | walled<up_left, down_right>(b) | walled<up_right, down_left>(b);
    }
    template <Direction A, Direction B>
    static Bits walled(Bits b) {
        return (shift<A>(b) & ~shift<B>(L::board)) | (shift<B>(b) & ~shift<A>(L::board));
    }

    // Squares with three or four neighbours in a set.
    static Bits three_of(Bits b) {
        const Bits p = shift<up_left>(b);
        const Bits q = shift<up_right>(b);
        const Bits r = shift<down_left>(b);
        const Bits s = shift<down_right>(b);
        return (p & q & (r | s)) | (r & s & (p | q));
    }

    static Bits beside(Bits b) {
        return shift<up_left>(b) | shift<up_right>(b) | shift<down_left>(b) | shift<down_right>(b);
    }

    // 1 if the side to move has the move, -1 if the other side has it, and 0 where the sides have
    // not equally many pieces. It is had by who is to move while an odd number of pieces stand on
    // every second file; with equally many pieces it does not matter from which file to count.
    static int the_move(const Board<R>& b) {
        if (popcount(b.pieces[0]) != popcount(b.pieces[1])) return 0;
        return popcount(b.occupied() & second_files) % 2 ? 1 : -1;
    }

    static constexpr Bits second_files = [] {
        Bits mask = 0;
        for (int s = 0; s < L::squares; ++s) {
            if (L::column_of(s) % 2 == 0) mask |= L::bit(L::bit_of(s));
        }
        return mask;
    }();

    // The two diagonals that end in double corners.
    static constexpr Bits double_diagonal = [] {
        Bits mask = 0;
        for (int s = 0; s < L::squares; ++s) {
            const int column = L::column_of(s);
            const int away = L::row_of(s) - (L::mirrored ? R::rules.cols - 1 - column : column);
            if (away == 1 || away == -1) mask |= L::bit(L::bit_of(s));
        }
        return mask;
    }();

    static constexpr bool eight_by_eight =
        !L::every_square && R::rules.rows == 8 && R::rules.cols == 8;

    // Squares of the 8x8 board as English draughts numbers them; on a mirrored board their image.
    template <std::size_t N>
    static constexpr std::array<Bits, 2> squares_of_black(const std::array<int, N>& numbers) {
        std::array<Bits, 2> sets{};
        if constexpr (eight_by_eight) {
            for (const int number : numbers) {
                for (const int c : {0, 1}) {
                    const int s = c ? number - 1 : L::squares - number;
                    const int row = s / 4;
                    sets[static_cast<std::size_t>(c)] |=
                        L::bit(row / 2 * L::period + row % 2 * 4 + s % 4);
                }
            }
        }
        return sets;
    }
    static constexpr auto triangle = squares_of_black(std::array{2, 3, 7});
    static constexpr auto cramping = squares_of_black(std::array{13});
    static constexpr auto supporting = squares_of_black(std::array{9, 14});
    static constexpr auto cramped = squares_of_black(std::array{17, 21, 22, 25});

    SamuelWeights w_;
    bool any_ = false;
    bool risky_ = false;        // a term about captures on squares stepped to has a weight
    bool about_moves_ = false;  // a term about steps has
};

}  // namespace crownhead
