// The move generator: one for every ruleset, specialised at compile time.
//
// A capture is played by one piece to its end; none of the pieces it takes is jumped twice. Taken
// pieces stay and block until the end of the turn, or leave at once. For short kings on diagonals
// that changes nothing: the squares jumped and the squares landed on lie on rows of different
// parity. Rules of precedence rank whole captures, and only the best rank is legal.
#pragma once

#include <utility>
#include <vector>

#include "movelist.hpp"

namespace crownhead {

// What only some rulesets ask of the way a capture has come; small enough for a register.
struct Past {
    std::uint32_t kings_in_order = 0;  // a bit for each piece taken, the first one highest
    std::uint8_t last = 0;             // the direction of the last jump
    bool promotes = false;
};

template <RulesetTag R, Colour C>
struct Generator {
    using L = Layout<R>;
    using Bits = typename L::Bits;

    static constexpr const Rules& rules = R::rules;
    static constexpr Colour them = !C;
    static constexpr int order_bits = 32;

    template <bool King>
    static constexpr Directions captures_along = King ? rules.king_captures : rules.man_captures;
    template <bool King>
    static constexpr Directions moves_along = King ? rules.king_moves : rules.man_moves;

    // Pieces that could capture something.
    [[gnu::always_inline]] static Bits jumpers(const Board<R>& b) {
        const Bits own = b.pieces[index(C)];
        const Bits targets = b.pieces[index(them)];
        const Bits empty = b.empty();
        const Bits own_kings = own & b.kings;
        const bool kings_alike = !rules.flying() && rules.men_take_kings;
        Bits all = 0;
        L::template for_directions<C, rules.man_captures>([&](auto d) {
            constexpr Direction back = opposite(decltype(d)::value);
            const Bits victims = rules.men_take_kings ? targets : targets & ~b.kings;
            all |= (kings_alike ? own : own & ~b.kings) & L::template shift<back>(victims) &
                   L::template shift<back>(L::template shift<back>(empty));
        });
        if (!own_kings) return all;
        if constexpr (rules.flying()) {
            for (Bits s = own_kings; s; s &= s - 1) {
                const Bits king = L::lowest(s);
                if (flies_to_capture(king, targets, empty)) all |= king;
            }
        } else {
            L::template for_directions<C, rules.king_captures>([&](auto d) {
                constexpr Direction back = opposite(decltype(d)::value);
                all |= own_kings & L::template shift<back>(targets) &
                       L::template shift<back>(L::template shift<back>(empty));
            });
        }
        return all;
    }

    // Calls emit(turn) once for each legal turn, listing them only where routes may have to be
    // told apart or ranked.
    template <class Emit>
    [[gnu::always_inline]] static void visit(const Board<R>& b, Emit&& emit) {
        if constexpr (rules.obligation == Obligation::forced) {
            const Bits movers = jumpers(b);
            if (!movers) {
                quiets(b, emit);
                return;
            }
            if (!has_to_list(b, movers)) {
                captures(b, movers, [&](Bits from, Bits to, Bits captured, Past past) {
                    emit(Turn<R>{from, to, captured, past.promotes});
                });
                return;
            }
        }
        MoveList<R> list;
        legal(b, list);
        for (const auto& m : list) emit(m.turn());
    }

    static void legal(const Board<R>& b, MoveList<R>& list) { legal(b, jumpers(b), list); }

    // As legal(b, list) where the pieces that can capture are already known.
    static void legal(const Board<R>& b, Bits movers, MoveList<R>& list) {
        list.clear();
        if constexpr (rules.obligation == Obligation::forced) {
            if (movers) {
                list_captures(b, movers, 0, list);
            } else {
                quiets(b, [&](const Turn<R>& t) { list.add(t); });
            }
        } else if constexpr (rules.obligation == Obligation::loss) {
            list_captures(b, movers, 0, list);
            list_refusals(b, list);
        } else {
            list_unforced(b, movers, 0, list);
            for (Bits s = b.state.pieces; s; s &= s - 1) {
                const Bits huffed = L::lowest(s);
                Board<R> left = b;
                left.pieces[index(them)] &= ~huffed;
                left.kings &= ~huffed;
                list_unforced(left, jumpers(left), huffed, list);
            }
        }
    }

    // Is there any legal turn for a side that cannot capture?
    static bool can_step(const Board<R>& b) {
        if constexpr (rules.obligation == Obligation::huff || rules.king_run > 0) {
            MoveList<R> list;
            legal(b, list);
            return !list.empty();
        }
        Bits any = 0;
        L::template for_directions<C, rules.man_moves>(
            [&](auto d) { any |= L::template shift<decltype(d)::value>(b.men_of(C)); });
        L::template for_directions<C, rules.king_moves>(
            [&](auto d) { any |= L::template shift<decltype(d)::value>(b.kings_of(C)); });
        return (any & b.empty()) != 0;
    }

    // The number of legal turns, without listing them where that is safe.
    [[gnu::always_inline]] static std::uint64_t count(const Board<R>& b) {
        if constexpr (rules.obligation == Obligation::forced) {
            if (const Bits movers = jumpers(b)) return count_captures(b, movers);
            if constexpr (rules.king_run == 0) return count_quiets(b);
        }
        MoveList<R> list;
        legal(b, list);
        return static_cast<std::uint64_t>(list.size());
    }

    // Calls emit(squares landed on, in order) for every route that plays the capture `m`. A king
    // that goes straight on has a route for each square on which it can come down in between, or
    // with `behind` only the one by the square right behind the piece it took.
    template <class Emit>
    static void routes(const Board<R>& b, const Move<R>& m, bool behind, Emit&& emit) {
        const Bits from = L::bit(m.from);
        const Bits empty = b.empty() | from | forfeited_before(m);
        const auto trace_all = [&](auto&& found) {
            std::vector<Bits> landings;
            const auto at_end = [&](Bits at, Past past) {
                if (at == L::bit(m.to) && past.promotes == (m.promotes != 0)) found(landings, past);
            };
            const Bits others = b.pieces[index(them)] & ~(m.captured | forfeited_before(m));
            Trace route{b.kings, others, 0, behind, landings};
            if (b.kings & from) {
                trace<true>(from, m.captured, empty, {}, nowhere, route, at_end);
            } else {
                trace<false>(from, m.captured, empty, {}, nowhere, route, at_end);
            }
        };
        // Of the routes over the same pieces only those that take the kings soonest are legal.
        std::uint32_t soonest = 0;
        if constexpr (rules.precedence == Precedence::most_by_king_then_kings) {
            trace_all(
                [&](const auto&, Past past) { soonest = std::max(soonest, past.kings_in_order); });
        }
        trace_all([&](const auto& landings, Past past) {
            if (past.kings_in_order == soonest) emit(landings);
        });
    }

private:
    // --- captures ------------------------------------------------------------------------------

    static bool flies_to_capture(Bits king, Bits targets, Bits empty) {
        bool found = false;
        L::template for_directions<C, rules.king_captures>([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            if (found) return;
            Bits at = L::template shift<D>(king);
            while (at & empty) at = L::template shift<D>(at);
            found = (at & targets) && (L::template shift<D>(at) & empty);
        });
        return found;
    }

    // Calls f(landing, targets, empty, captured, past, direction) after each single jump that can
    // come next; returns whether there was one. `targets`: what may still be taken; `empty`: where
    // a piece may land or pass.
    template <bool King, class F>
    [[gnu::always_inline]] static bool jumps(Bits at, Bits targets, Bits empty, Bits captured,
                                             Past past, Bits kings, F&& f) {
        bool jumped = false;
        L::template for_directions<C, captures_along<King>>([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            if constexpr (rules.removal == Removal::at_once_no_turning_back) {
                if (captured && past.last == static_cast<int>(opposite(D))) return;
            }
            Bits victim = L::template shift<D>(at);
            if constexpr (King && rules.flying()) {
                while (victim & empty) victim = L::template shift<D>(victim);
            }
            victim &= targets;
            if constexpr (!King && !rules.men_take_kings) victim &= ~kings;
            const Bits landing = L::template shift<D>(victim) & empty;
            if (!landing) return;
            jumped = true;
            Past next = past;
            if constexpr (rules.removal == Removal::at_once_no_turning_back) {
                next.last = static_cast<std::uint8_t>(D);
            }
            if constexpr (rules.precedence == Precedence::most_by_king_then_kings) {
                if (victim & kings) {
                    next.kings_in_order |= 1u << (order_bits - 1 - popcount(captured));
                }
            }
            f(landing, targets ^ victim, rules.removal == Removal::at_end ? empty : empty | victim,
              captured | victim, next, d);
        });
        return jumped;
    }

    // Follows every way on and calls end(last square, captured, past) at each end; returns whether
    // there is a way on. Where a king may come down on several squares it has to choose one from
    // which it can go on, if there is any.
    template <bool King, class End>
    static bool extend(Bits at, Bits targets, Bits empty, Bits captured, Past past, Bits kings,
                       End&& end) {
        return jumps<King>(
            at, targets, empty, captured, past, kings,
            [&](Bits landing, Bits left, Bits free, Bits taken, Past next, auto d) {
                constexpr Direction D = decltype(d)::value;
                if constexpr (King && rules.king == KingKind::flying) {
                    bool on = false;
                    for_each_landing<D>(landing, free, [&](Bits to) {
                        on |= extend<true>(to, left, free, taken, next, kings, end);
                    });
                    if (!on) {
                        for_each_landing<D>(landing, free, [&](Bits to) { end(to, taken, next); });
                    }
                } else if constexpr (King) {
                    if (!extend<true>(landing, left, free, taken, next, kings, end)) {
                        end(landing, taken, next);
                    }
                } else {
                    land_man(landing, left, free, taken, next, kings, end);
                }
            });
    }

    template <Direction D, class F>
    [[gnu::always_inline]] static void for_each_landing(Bits at, Bits empty, F&& f) {
        for (; at; at = L::template shift<D>(at) & empty) f(at);
    }

    // A man that has just jumped: crowned, crowned and on its way, or neither.
    template <class End>
    [[gnu::always_inline]] static void land_man(Bits at, Bits targets, Bits empty, Bits captured,
                                                Past past, Bits kings, End&& end) {
        constexpr bool may_go_on_there = !men_only_go_forward;
        if (may_go_on_there && rules.promotion != Promotion::where_it_stops &&
            (at & L::crown_row[index(C)])) {
            if constexpr (rules.promotion == Promotion::goes_on) {
                past.promotes = true;
                if (!extend<true>(at, targets, empty, captured, past, kings, end)) {
                    end(at, captured, past);
                }
            } else {
                end(at, captured, past);
            }
        } else if (!extend<false>(at, targets, empty, captured, past, kings, end)) {
            end(at, captured, past);
        }
    }

    // Calls emit(from, to, captured, past) at the end of each route of the pieces in `movers`.
    template <class Emit>
    static void captures(const Board<R>& b, Bits movers, Emit&& emit) {
        const Bits targets = b.pieces[index(them)];
        for (; movers; movers &= movers - 1) {
            const Bits from = L::lowest(movers);
            const Bits empty = b.empty() | from;
            const auto end = [&](Bits to, Bits captured, Past past) {
                emit(from, to, captured, past);
            };
            if (b.kings & from) {
                extend<true>(from, targets, empty, 0, {}, b.kings, end);
            } else {
                extend<false>(from, targets, empty, 0, {}, b.kings, end);
            }
        }
    }

    // The higher, the more a capture takes precedence.
    static std::uint64_t rank(Bits from, Bits captured, Past past, Bits kings) {
        const auto by_king = static_cast<std::uint64_t>((kings & from) != 0);
        const auto taken = static_cast<std::uint64_t>(popcount(captured));
        const auto taken_kings = static_cast<std::uint64_t>(popcount(captured & kings));
        switch (rules.precedence) {
            case Precedence::none: return 0;
            case Precedence::king_first: return by_king;
            case Precedence::most:
            case Precedence::most_of_piece: return taken;
            case Precedence::most_then_kings: return taken << 8 | taken_kings;
            case Precedence::most_by_king_then_kings:
                return taken << 48 | by_king << 40 | taken_kings << 32 | past.kings_in_order;
            case Precedence::value:
                return (taken + taken_kings) << 16 | (255 - taken_kings) << 8 | by_king;
        }
        return 0;
    }

    // Lists the legal captures of `movers`, those of the best rank.
    static void list_captures(const Board<R>& b, Bits movers, Bits huffed, MoveList<R>& list) {
        int since = list.size();
        std::uint64_t best = 0;
        Bits last = 0;
        captures(b, movers, [&](Bits from, Bits to, Bits captured, Past past) {
            if constexpr (rules.precedence == Precedence::most_of_piece) {
                if (from != last) {
                    since = list.size();
                    best = 0;
                    last = from;
                }
            }
            if constexpr (rules.precedence != Precedence::none) {
                const std::uint64_t ranked = rank(from, captured, past, b.kings);
                if (ranked < best) return;
                if (ranked > best) list.truncate(since);
                best = ranked;
            }
            const Turn<R> turn{from, to, captured, past.promotes, huffed};
            if (may_meet((b.kings & from) != 0, captured, past)) {
                list.add_once(turn, since);
            } else {
                list.add(turn);
            }
        });
    }

    // Two routes of a short piece round the same pieces close on themselves: a square takes four
    // captures, a triangle of two diagonals and a straight line three. A flying king's can differ
    // in where it came down.
    static bool may_meet(bool king, Bits captured, Past past) {
        constexpr bool triangles =
            (rules.man_captures & diagonally) != 0 && (rules.man_captures & straight) != 0;
        const bool flew = rules.flying() && (king || past.promotes);
        return popcount(captured) >= (flew ? 2 : triangles ? 3 : 4);
    }

    static constexpr bool men_only_go_forward =
        (rules.man_captures & ~(diagonally_forward | straight_forward)) == 0 &&
        rules.promotion != Promotion::goes_on;

    static bool has_to_list(const Board<R>& b, Bits movers) {
        return rules.precedence != Precedence::none || !men_only_go_forward || (movers & b.kings);
    }

    [[gnu::noinline]] static std::uint64_t count_captures(const Board<R>& b, Bits movers) {
        if (!has_to_list(b, movers)) {
            std::uint64_t n = 0;
            captures(b, movers, [&](Bits, Bits, Bits, Past) { ++n; });
            return n;
        }
        // Those of the best rank are counted; only where two of them may be one move are they
        // listed.
        std::uint64_t settled = 0;
        std::uint64_t n = 0;
        std::uint64_t best = 0;
        Bits last = 0;
        bool met = false;
        captures(b, movers, [&](Bits from, Bits, Bits captured, Past past) {
            if (rules.precedence == Precedence::most_of_piece && from != last) {
                settled += n;
                n = best = 0;
                last = from;
            }
            const std::uint64_t ranked = rank(from, captured, past, b.kings);
            if (ranked < best) return;
            if (ranked > best) n = 0;
            best = ranked;
            ++n;
            met |= may_meet((b.kings & from) != 0, captured, past);
        });
        if (!met) return settled + n;
        MoveList<R> list;
        legal(b, movers, list);
        return static_cast<std::uint64_t>(list.size());
    }

    // --- moves without capture -----------------------------------------------------------------

    // Kings that have not moved too often in a row.
    static Bits free_kings(const Board<R>& b) {
        Bits kings = b.kings_of(C);
        if constexpr (rules.king_run > 0) {
            if (b.state.moves[index(C)] >= rules.king_run && b.men_of(C)) {
                kings &= ~L::bit(b.state.square[index(C)]);
            }
        }
        return kings;
    }

    // Calls emit(turn) for each move without capture.
    template <class Emit>
    [[gnu::always_inline]] static void quiets(const Board<R>& b, Emit&& emit) {
        const Bits empty = b.empty();
        const Bits kings = free_kings(b);
        const Bits men = b.men_of(C);
        for_each_direction([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            constexpr Direction back = opposite(D);
            constexpr bool men_go = (seen_by(D, C) & rules.man_moves) != 0;
            constexpr bool kings_step = !rules.flying() && (seen_by(D, C) & rules.king_moves) != 0;
            if constexpr (men_go || kings_step) {
                if (!men_go && !kings) return;
                const Bits movers = (men_go ? men : Bits{0}) | (kings_step ? kings : Bits{0});
                for (Bits s = L::template shift<D>(movers) & empty; s; s &= s - 1) {
                    const Bits to = L::lowest(s);
                    emit(Turn<R>{L::template shift<back>(to), to});
                }
            }
        });
        if constexpr (rules.flying()) {
            for (Bits s = kings; s; s &= s - 1) {
                const Bits from = L::lowest(s);
                L::template for_directions<C, rules.king_moves>([&](auto d) {
                    constexpr Direction D = decltype(d)::value;
                    for (Bits to = L::template shift<D>(from) & empty; to;
                         to = L::template shift<D>(to) & empty) {
                        emit(Turn<R>{from, to});
                    }
                });
            }
        }
    }

    [[gnu::always_inline]] static std::uint64_t count_quiets(const Board<R>& b) {
        const Bits empty = b.empty();
        const Bits kings = b.kings_of(C);
        const Bits men = b.men_of(C);
        std::uint64_t n = 0;
        for_each_direction([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            constexpr bool men_go = (seen_by(D, C) & rules.man_moves) != 0;
            constexpr bool kings_go = (seen_by(D, C) & rules.king_moves) != 0;
            if constexpr (men_go) {
                const Bits movers = kings_go && !rules.flying() ? men | kings : men;
                n += static_cast<std::uint64_t>(popcount(L::template shift<D>(movers) & empty));
            } else if constexpr (kings_go && !rules.flying()) {
                if (kings) {
                    n += static_cast<std::uint64_t>(popcount(L::template shift<D>(kings) & empty));
                }
            }
            if constexpr (kings_go && rules.flying()) {
                // Step by step for all kings at once: nothing stands on two rays of one direction.
                for (Bits s = L::template shift<D>(kings) & empty; s;
                     s = L::template shift<D>(s) & empty) {
                    n += static_cast<std::uint64_t>(popcount(s));
                }
            }
        });
        return n;
    }

    // --- captures that may be refused ----------------------------------------------------------

    // Every capture and every other move, after a piece was huffed or none.
    static void list_unforced(const Board<R>& b, Bits movers, Bits huffed, MoveList<R>& list) {
        list_captures(b, movers, huffed, list);
        quiets(b, [&](const Turn<R>& t) { list.add(Turn<R>{t.from, t.to, 0, false, huffed}); });
    }

    // The other moves of a side some of whose captures are in `list`: the piece with the longest
    // is lost, the one that walks if it is such a piece, else the one on the lowest square.
    static void list_refusals(const Board<R>& b, MoveList<R>& list) {
        int longest = 0;
        Bits biggest = 0;
        for (const auto& m : list) {
            const int taken = popcount(m.captured);
            if (taken > longest) biggest = 0;
            longest = std::max(longest, taken);
            if (taken == longest) biggest |= L::bit(m.from);
        }
        quiets(b, [&](const Turn<R>& t) {
            const Bits lost = t.from & biggest ? t.to : L::lowest(biggest);
            list.add(Turn<R>{t.from, t.to, 0, false, lost});
        });
    }

    // --- the ways to play a capture ------------------------------------------------------------

    static Bits forfeited_before(const Move<R>& m) {
        if constexpr (rules.obligation != Obligation::huff) return 0;
        return m.forfeited == Move<R>::nothing ? Bits{0} : L::bit(m.forfeited);
    }

    struct Trace {
        Bits kings;     // of both sides, before the capture
        Bits others;    // the enemy's pieces that it does not take
        Bits captured;  // so far
        bool behind;
        std::vector<Bits>& landings;
    };
    static constexpr int nowhere = -1;

    // Could a king that comes down at `landing` or beyond take one more piece from there? Then it
    // has to, and its capture does not end here, though by another way it may.
    template <Direction D>
    static bool goes_on_behind(Bits landing, Bits free, Bits captured, Past past,
                               const Trace& route) {
        bool on = false;
        for_each_landing<D>(landing, free, [&](Bits to) {
            on |=
                jumps<true>(to, route.others, free, captured, past, route.kings, [](auto&&...) {});
        });
        return on;
    }

    // As extend, over exactly the pieces of one capture, remembering where it landed; never
    // straight on in the direction `barred`.
    template <bool King, class End>
    static void trace(Bits at, Bits targets, Bits empty, Past past, int barred, Trace& route,
                      End&& end) {
        if (!targets) {
            end(at, past);
            return;
        }
        const auto on = [&](Bits landing, Bits left, Bits free, Bits captured, Past next, auto d) {
            constexpr Direction D = decltype(d)::value;
            if (barred == static_cast<int>(D)) return;
            int unlike = nowhere;
            const auto land = [&](Bits to) {
                const Bits before = std::exchange(route.captured, captured);
                route.landings.push_back(to);
                if constexpr (King) {
                    trace<true>(to, left, free, next, unlike, route, end);
                } else if (rules.promotion == Promotion::goes_on && (to & L::crown_row[index(C)])) {
                    Past crowned = next;
                    crowned.promotes = true;
                    trace<true>(to, left, free, crowned, nowhere, route, end);
                } else {
                    trace<false>(to, left, free, next, nowhere, route, end);
                }
                route.landings.pop_back();
                route.captured = before;
                if (route.behind) unlike = static_cast<int>(D);
            };
            if constexpr (King && rules.king == KingKind::flying) {
                if (!left && goes_on_behind<D>(landing, free, captured, next, route)) return;
                for_each_landing<D>(landing, free, land);
            } else {
                land(landing);
            }
        };
        jumps<King>(at, targets, empty, route.captured, past, route.kings, on);
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
