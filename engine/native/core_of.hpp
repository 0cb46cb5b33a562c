// The implementation of `Core` for one ruleset: translates squares to bits and back at the door.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "core.hpp"
#include "perft.hpp"

namespace crownhead {

template <RulesetTag R>
typename Layout<R>::Bits to_bits(const SquareSet& squares) {
    typename Layout<R>::Bits bits = 0;
    for (int s = 0; s < Layout<R>::squares; ++s) {
        if (squares[s]) bits |= Layout<R>::bit(Layout<R>::bit_of(s));
    }
    return bits;
}

template <RulesetTag R>
SquareSet to_squares(typename Layout<R>::Bits bits) {
    SquareSet squares;
    for (; bits; bits &= bits - 1) squares.set(Layout<R>::square_of(Layout<R>::first(bits)));
    return squares;
}

template <RulesetTag R>
Position<R> to_position(const AnyPosition& p) {
    const auto kings = to_bits<R>(p.kings[0] | p.kings[1]);
    const Board<R> board{{to_bits<R>(p.men[0] | p.kings[0]), to_bits<R>(p.men[1] | p.kings[1])},
                         kings};
    return Position<R>::make(board, p.turn, p.no_progress);
}

template <RulesetTag R>
AnyPosition to_any(const Core& core, const Position<R>& p) {
    AnyPosition any{&core, p.turn, {}, {}, p.no_progress};
    for (const Colour c : {Colour::white, Colour::black}) {
        any.men[index(c)] = to_squares<R>(p.board.men_of(c));
        any.kings[index(c)] = to_squares<R>(p.board.kings_of(c));
    }
    return any;
}

template <RulesetTag R>
class CoreOf final : public Core {
    using L = Layout<R>;

public:
    const Rules& rules() const override {
        static constexpr Rules rules = R::rules;
        return rules;
    }
    int squares() const override { return L::squares; }
    int men() const override { return popcount(L::start[0]); }

    AnyPosition start() const override { return to_any<R>(*this, Position<R>::start()); }

    void check(const AnyPosition& p) const override {
        for (const Colour c : {Colour::white, Colour::black}) {
            const auto misplaced = to_bits<R>(p.men[index(c)]) & L::crown_row[index(c)];
            if (misplaced) {
                throw std::invalid_argument(
                    std::string("expected no ") + (c == Colour::white ? "white" : "black") +
                    " man on the row where it is crowned, got one on square " +
                    std::to_string(L::square_of(L::first(misplaced)) + 1));
            }
        }
    }

    std::uint64_t key(const AnyPosition& p) const override { return to_position<R>(p).key; }

    std::vector<AnyMove> legal_moves(const AnyPosition& any) const override {
        const Position<R> p = to_position<R>(any);
        MoveList<R> list;
        crownhead::legal_moves(p.board, p.turn, list);
        std::vector<AnyMove> moves;
        moves.reserve(static_cast<std::size_t>(list.size()));
        for (const auto& m : list) moves.push_back(to_any_move(p, m));
        return moves;
    }

    AnyPosition after(const AnyPosition& any, const AnyMove& m) const override {
        return to_any<R>(*this, to_position<R>(any).after(to_move(m)));
    }

    std::vector<std::vector<int>> paths(const AnyPosition& any, const AnyMove& m) const override {
        if (m.captured.none()) return {{m.from_square, m.to_square}};
        const Position<R> p = to_position<R>(any);
        std::vector<std::vector<int>> paths;
        const auto collect = [&](const std::vector<typename L::Bits>& landings) {
            std::vector<int> path{m.from_square};
            for (const auto at : landings) path.push_back(L::square_of(L::first(at)) + 1);
            paths.push_back(std::move(path));
        };
        if (p.turn == Colour::white) {
            Generator<R, Colour::white>::routes(p.board, to_move(m), collect);
        } else {
            Generator<R, Colour::black>::routes(p.board, to_move(m), collect);
        }
        return paths;
    }

    bool can_capture(const AnyPosition& p, Colour c) const override {
        return crownhead::can_capture(to_position<R>(p).board, c);
    }

    std::uint64_t perft(const AnyPosition& any, int depth, bool bulk) const override {
        const Position<R> p = to_position<R>(any);
        return bulk ? crownhead::perft<R, true>(p.board, p.turn, depth)
                    : crownhead::perft<R, false>(p.board, p.turn, depth);
    }

private:
    static Move<R> to_move(const AnyMove& m) {
        return {to_bits<R>(m.captured), static_cast<std::uint8_t>(L::bit_of(m.from_square - 1)),
                static_cast<std::uint8_t>(L::bit_of(m.to_square - 1))};
    }

    static AnyMove to_any_move(const Position<R>& p, const Move<R>& m) {
        return {L::square_of(m.from) + 1, L::square_of(m.to) + 1, to_squares<R>(m.captured),
                p.promotes(m)};
    }
};

}  // namespace crownhead
