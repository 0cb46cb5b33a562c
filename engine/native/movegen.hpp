// The move generator: one for every ruleset, specialised at compile time.
//
// Captures are compulsory, so a side that can capture has captures only. A capture is played to
// its end by one piece; pieces taken leave the board at the end of the turn, and none is jumped
// twice. For short kings on diagonals removal time changes nothing: the squares jumped and the
// squares landed on lie on different row parities.
#pragma once

#include <array>
#include <stdexcept>
#include <vector>

#include "position.hpp"

namespace crownhead {

template <RulesetTag R>
class MoveList {
public:
    static constexpr int capacity = 128;

    void clear() { size_ = 0; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Move<R>& operator[](int i) const { return moves_[i]; }
    const Move<R>* begin() const { return moves_.data(); }
    const Move<R>* end() const { return moves_.data() + size_; }

    [[gnu::always_inline]] void add(const Move<R>& m) {
        moves_[size_] = m;
        ++size_;
    }

    // Two routes round the same pieces are one move. A route can only close on itself after
    // four captures, so shorter ones are never looked up.
    void add_capture(const Move<R>& m) {
        if (popcount(m.captured) >= 4) {
            for (const auto& other : *this) {
                if (other == m) return;
            }
        }
        // Only positions set up by hand with crowds of kings come near this many captures.
        if (size_ == capacity) throw std::length_error("more captures than a move list holds");
        add(m);
    }

private:
    std::array<Move<R>, capacity> moves_;
    int size_ = 0;
};

template <RulesetTag R, Colour C>
struct Generator {
    using L = Layout<R>;
    using Bits = typename L::Bits;

    static constexpr Colour them = !C;

    // May a piece of side C jump this way?
    template <bool King>
    static constexpr bool may_capture(Direction d) {
        return King || R::rules.men_capture_backwards || is_forward(d, C);
    }
    template <bool King>
    static constexpr bool may_step(Direction d) {
        return King || is_forward(d, C);
    }

    // Pieces out of `movers` that have a jump along D.
    template <Direction D>
    [[gnu::always_inline]] static Bits jumpers(Bits movers, Bits targets, Bits empty) {
        constexpr Direction back = opposite(D);
        return movers & L::template shift<back>(targets) & L::template shift<back, 2>(empty);
    }

    [[gnu::always_inline]] static Bits jumpers(const Board<R>& b) {
        const Bits own = b.pieces[index(C)];
        const Bits targets = b.pieces[index(them)];
        const Bits empty = b.empty();
        const Bits own_kings = own & b.kings;
        Bits all = 0;
        for_each_direction([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            if constexpr (may_capture<false>(D)) {
                all |= jumpers<D>(own, targets, empty);
            } else {
                if (own_kings) all |= jumpers<D>(own_kings, targets, empty);
            }
        });
        return all;
    }

    // Follows every way on from `at`; calls emit(last square, captured) at each end.
    template <bool King, class Emit>
    static bool extend(Bits at, Bits targets, Bits empty, Bits captured, Emit&& emit) {
        bool extended = false;
        for_each_direction([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            if constexpr (may_capture<King>(D)) {
                const Bits victim = L::template shift<D>(at) & targets;
                const Bits landing = L::template shift<D, 2>(at) & empty;
                if (victim && landing) {
                    extended = true;
                    if (!extend<King>(landing, targets ^ victim, empty, captured | victim, emit)) {
                        emit(landing, captured | victim);
                    }
                }
            }
        });
        return extended;
    }

    // Calls emit(from, to, captured) for each capture route of the pieces in `movers`.
    template <class Emit>
    static void captures(const Board<R>& b, Bits movers, Emit&& emit) {
        const Bits targets = b.pieces[index(them)];
        for (; movers; movers &= movers - 1) {
            const Bits from = movers & -movers;
            const Bits empty = b.empty() | from;
            const auto at_end = [&](Bits to, Bits captured) { emit(from, to, captured); };
            if (b.kings & from) {
                extend<true>(from, targets, empty, 0, at_end);
            } else {
                extend<false>(from, targets, empty, 0, at_end);
            }
        }
    }

    // Calls f(direction, squares reached along it) for men and kings together.
    template <class F>
    [[gnu::always_inline]] static void quiet_targets(const Board<R>& b, F&& f) {
        const Bits own = b.pieces[index(C)];
        const Bits own_kings = own & b.kings;
        const Bits empty = b.empty();
        for_each_direction([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            if constexpr (may_step<false>(D)) {
                f(d, L::template shift<D>(own) & empty);
            } else {
                if (own_kings) f(d, L::template shift<D>(own_kings) & empty);
            }
        });
    }

    // Calls emit(from, to, 0) for each move without capture.
    template <class Emit>
    [[gnu::always_inline]] static void quiets(const Board<R>& b, Emit&& emit) {
        quiet_targets(b, [&](auto d, Bits targets) {
            constexpr Direction back = opposite(decltype(d)::value);
            for (; targets; targets &= targets - 1) {
                const Bits to = targets & -targets;
                emit(L::template shift<back>(to), to, Bits{0});
            }
        });
    }

    static bool can_step(const Board<R>& b) {
        Bits any = 0;
        quiet_targets(b, [&](auto, Bits targets) { any |= targets; });
        return any != 0;
    }

    static void legal(const Board<R>& b, MoveList<R>& list) { legal(b, jumpers(b), list); }

    // As legal(b, list) where the pieces that can capture are already known.
    static void legal(const Board<R>& b, Bits movers, MoveList<R>& list) {
        list.clear();
        if (movers) {
            captures(b, movers, [&](Bits from, Bits to, Bits captured) {
                list.add_capture(make_move(from, to, captured));
            });
        } else {
            quiets(b, [&](Bits from, Bits to, Bits) { list.add(make_move(from, to, 0)); });
        }
    }

    // Calls emit(from, to, captured) once for each legal move, listing them only where routes
    // may have to be told apart.
    template <class Emit>
    [[gnu::always_inline]] static void visit(const Board<R>& b, Emit&& emit) {
        const Bits movers = jumpers(b);
        if (!movers) {
            quiets(b, emit);
        } else if (routes_may_meet(b, movers)) {
            MoveList<R> list;
            legal(b, list);
            for (const auto& m : list) emit(L::bit(m.from), L::bit(m.to), m.captured);
        } else {
            captures(b, movers, emit);
        }
    }

    // Calls emit(squares landed on, in order) for every route that plays the capture `m`.
    template <class Emit>
    static void routes(const Board<R>& b, const Move<R>& m, Emit&& emit) {
        const Bits from = L::bit(m.from);
        std::vector<Bits> landings;
        if (b.kings & from) {
            trace<true>(from, b.empty() | from, m.captured, L::bit(m.to), landings, emit);
        } else {
            trace<false>(from, b.empty() | from, m.captured, L::bit(m.to), landings, emit);
        }
    }

    // The number of legal moves, without listing them where that is safe.
    [[gnu::always_inline]] static std::uint64_t count(const Board<R>& b) {
        if (const Bits movers = jumpers(b)) return count_captures(b, movers);
        std::uint64_t n = 0;
        quiet_targets(b, [&](auto, Bits targets) { n += popcount(targets); });
        return n;
    }

    [[gnu::noinline]] static std::uint64_t count_captures(const Board<R>& b, Bits movers) {
        if (routes_may_meet(b, movers)) {
            MoveList<R> list;
            legal(b, list);
            return static_cast<std::uint64_t>(list.size());
        }
        std::uint64_t n = 0;
        captures(b, movers, [&](Bits, Bits, Bits) { ++n; });
        return n;
    }

private:
    // As extend, but only over the pieces in `left`, all of which have to be taken.
    template <bool King, class Emit>
    static void trace(Bits at, Bits empty, Bits left, Bits end, std::vector<Bits>& landings,
                      Emit&& emit) {
        if (!left && at == end) emit(landings);
        for_each_direction([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            if constexpr (may_capture<King>(D)) {
                const Bits victim = L::template shift<D>(at) & left;
                const Bits landing = L::template shift<D, 2>(at) & empty;
                if (victim && landing) {
                    landings.push_back(landing);
                    trace<King>(landing, empty, left ^ victim, end, landings, emit);
                    landings.pop_back();
                }
            }
        });
    }

    static Move<R> make_move(Bits from, Bits to, Bits captured) {
        return {captured, static_cast<std::uint8_t>(L::first(from)),
                static_cast<std::uint8_t>(L::first(to))};
    }

    // A piece that only ever goes forward cannot reach one square by two routes round one set.
    static bool routes_may_meet(const Board<R>& b, Bits movers) {
        return R::rules.men_capture_backwards || (movers & b.kings);
    }
};

// The same for a side known at run time.
template <RulesetTag R>
typename Layout<R>::Bits jumpers(const Board<R>& b, Colour c) {
    return c == Colour::white ? Generator<R, Colour::white>::jumpers(b)
                              : Generator<R, Colour::black>::jumpers(b);
}

template <RulesetTag R>
bool can_capture(const Board<R>& b, Colour c) {
    return jumpers(b, c) != 0;
}

template <RulesetTag R>
bool can_step(const Board<R>& b, Colour c) {
    return c == Colour::white ? Generator<R, Colour::white>::can_step(b)
                              : Generator<R, Colour::black>::can_step(b);
}

template <RulesetTag R>
void legal_moves(const Board<R>& b, Colour c, typename Layout<R>::Bits movers, MoveList<R>& list) {
    if (c == Colour::white) {
        Generator<R, Colour::white>::legal(b, movers, list);
    } else {
        Generator<R, Colour::black>::legal(b, movers, list);
    }
}

template <RulesetTag R>
void legal_moves(const Board<R>& b, Colour c, MoveList<R>& list) {
    legal_moves(b, c, jumpers(b, c), list);
}

}  // namespace crownhead
