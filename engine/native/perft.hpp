// Perft: the number of move sequences of a given length, the generator's proof and its benchmark.
#pragma once

#include "movegen.hpp"

namespace crownhead {

// Forces a value to be computed although nothing reads it: without this the compiler sees that
// the leaves' boards go unused, drops them, and the rate measured is not real.
[[gnu::always_inline]] inline void compute(std::uint64_t value) { asm volatile("" : : "r"(value)); }
[[gnu::always_inline]] inline void compute(Wide value) {
    compute(static_cast<std::uint64_t>(value));
    compute(static_cast<std::uint64_t>(value >> 64));
}

// The pieces travel in registers. With Bulk the last ply is counted, not made.
template <RulesetTag R, Colour C, bool Bulk>
[[gnu::noinline]] std::uint64_t perft(typename Layout<R>::Bits white,
                                      typename Layout<R>::Bits black,
                                      typename Layout<R>::Bits kings, State<R> state, int depth) {
    const Board<R> b{{white, black}, kings, state};
    std::uint64_t n = 0;
    if (depth > 1) {
        Generator<R, C>::visit(b, [&](const Turn<R>& t) {
            const Board<R> next = b.template after<C>(t);
            n += perft<R, !C, Bulk>(next.pieces[0], next.pieces[1], next.kings, next.state,
                                    depth - 1);
        });
    } else if constexpr (Bulk) {
        n = Generator<R, C>::count(b);
    } else {
        Generator<R, C>::visit(b, [&](const Turn<R>& t) {
            const Board<R> leaf = b.template after<C>(t);
            compute(leaf.pieces[0]);
            compute(leaf.pieces[1]);
            compute(leaf.kings);
            ++n;
        });
    }
    return n;
}

template <RulesetTag R, bool Bulk>
std::uint64_t perft(const Board<R>& b, Colour c, int depth) {
    if (depth == 0) return 1;
    return c == Colour::white
               ? perft<R, Colour::white, Bulk>(b.pieces[0], b.pieces[1], b.kings, b.state, depth)
               : perft<R, Colour::black, Bulk>(b.pieces[0], b.pieces[1], b.kings, b.state, depth);
}

// Counts each move as often as there are orders and directions in which its pieces can be taken.
template <RulesetTag R, Colour C>
std::uint64_t perft_paths(const Board<R>& b, int depth) {
    if (depth == 0) return 1;
    MoveList<R> moves;
    Generator<R, C>::legal(b, moves);
    std::uint64_t n = 0;
    for (const Move<R>& m : moves) {
        std::uint64_t ways = m.is_capture() ? 0 : 1;
        if (!ways) Generator<R, C>::routes(b, m, true, [&](const auto&) { ++ways; });
        n +=
            depth == 1 ? ways : ways * perft_paths<R, !C>(b.template after<C>(m.turn()), depth - 1);
    }
    return n;
}

template <RulesetTag R>
std::uint64_t perft_paths(const Board<R>& b, Colour c, int depth) {
    return c == Colour::white ? perft_paths<R, Colour::white>(b, depth)
                              : perft_paths<R, Colour::black>(b, depth);
}

}  // namespace crownhead
