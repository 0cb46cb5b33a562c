// Retrograde analysis: solves a slice and its twin, in which the other side is to move, from the
// tables of smaller slices.
//
// Captures, crownings and refused captures lead out of the pair; all other moves lead from one of
// the two to the other, so that the positions before one are found by taking back such a move. Wins
// and losses are resolved in the order of their distance: a position before a loss is a win, and one
// all of whose moves lead to wins is a loss. What is never reached is drawn.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>

#include "endgame.hpp"
#include "parallel.hpp"

namespace crownhead {

// Back from the number of a position to its pieces.
template <RulesetTag R>
class Enumeration {
    using L = Layout<R>;
    using P = Places<R>;

public:
    explicit Enumeration(const Index<R>& index)
        : index_(index),
          own_men_(combinations(index.man_squares, index.slice().own_men)),
          men_(combinations(index.man_squares, index.slice().men)),
          own_kings_(combinations(L::squares - index.slice().all_men(), index.slice().own_kings)),
          kings_(combinations(L::squares - index.slice().all_men() - index.slice().own_kings,
                              index.slice().kings)) {}

    // Sets up position n with side C to move; false where two men would share a square.
    template <Colour C>
    bool set_up(std::uint64_t n, Board<R>& b) const {
        const std::uint64_t kings = n % index_.kings();
        n /= index_.kings();
        const std::uint64_t own_kings = n % index_.own_kings();
        n /= index_.own_kings();
        b = {{0, 0}, 0, {}};
        Occupied occupied;
        each(own_men_[n / index_.men()], index_.slice().own_men, [&](int place) {
            occupied.add(place + index_.first_man);
            b.pieces[index(C)] |= P::template bit<C>(place + index_.first_man);
        });
        bool apart = true;
        each(men_[n % index_.men()], index_.slice().men, [&](int place) {
            const auto bit = P::template bit<C>(place);
            apart &= !(b.pieces[index(C)] & bit);
            b.pieces[index(!C)] |= bit;
            occupied.add(place);
        });
        if (!apart) return false;
        const auto add_kings = [&](std::uint64_t packed, int count, Colour colour) {
            const Occupied others = occupied;
            each(packed, count, [&](int place) {
                const int free = others.skip(place);
                occupied.add(free);
                b.pieces[index(colour)] |= P::template bit<C>(free);
                b.kings |= P::template bit<C>(free);
            });
        };
        add_kings(own_kings_[own_kings], index_.slice().own_kings, C);
        add_kings(kings_[kings], index_.slice().kings, !C);
        return true;
    }

private:
    // Places in use, in ascending order.
    class Occupied {
    public:
        void add(int place) {
            int i = size_++;
            for (; i > 0 && places_[i - 1] > place; --i) places_[i] = places_[i - 1];
            places_[i] = place;
        }
        // The place-th of those not in use.
        int skip(int place) const {
            for (int i = 0; i < size_; ++i) place += places_[i] <= place;
            return place;
        }

    private:
        int places_[most_table_pieces];
        int size_ = 0;
    };

    template <class F>
    static void each(std::uint64_t packed, int count, F&& f) {
        for (int i = 0; i < count; ++i, packed >>= 8) f(static_cast<int>(packed & 0xff));
    }

    // Every set of k out of n places in the order of Index, a byte a place.
    static std::vector<std::uint64_t> combinations(int n, int k) {
        std::vector<std::uint64_t> all;
        all.reserve(choose(n, k));
        collect(all, n, k, 0);
        return all;
    }
    static void collect(std::vector<std::uint64_t>& all, int n, int k, std::uint64_t higher) {
        if (k == 0) {
            all.push_back(higher);
            return;
        }
        for (int place = k - 1; place < n; ++place) {
            collect(all, place, k - 1, higher << 8 | static_cast<std::uint64_t>(place));
        }
    }

    Index<R> index_;
    std::vector<std::uint64_t> own_men_;
    std::vector<std::uint64_t> men_;
    std::vector<std::uint64_t> own_kings_;
    std::vector<std::uint64_t> kings_;
};

// What a solved slice holds. Wins and losses are those of the side to move.
struct Solved {
    Slice slice;
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    int longest_win = 0;  // plies
    std::uint64_t longest_wins = 0;
    std::uint64_t longest_example = 0;  // the lowest number of a position won in so many plies
    std::vector<std::uint64_t> directory;
    std::vector<std::uint64_t> words;
};

template <RulesetTag R>
class Retrograde {
    using L = Layout<R>;
    using Bits = typename L::Bits;

public:
    // `smaller` has to hold every slice with fewer pieces, or as many and fewer men.
    Retrograde(const Endgames<R>& smaller, const Slice& slice) : smaller_(smaller) {
        sides_.emplace_back(slice);
        if (!(twin<R>(slice) == slice)) sides_.emplace_back(twin<R>(slice));
    }

    // False when it was interrupted.
    bool run(int workers, Interrupt& interrupt, const Poll& poll) {
        const auto over_all = [&](auto&& job) {
            return for_all_chunks(workers, interrupt, poll, job);
        };
        if (!over_all(
                [&](int side, std::uint64_t from, std::uint64_t to) { begin(side, from, to); })) {
            return false;
        }
        for (int plies = 0; plies <= furthest_; ++plies) {
            if (!over_all([&](int side, std::uint64_t from, std::uint64_t to) {
                    spread(side, from, to, plies);
                })) {
                return false;
            }
        }
        return true;
    }

    std::vector<Solved> result() {
        std::vector<Solved> solved;
        for (Side& side : sides_) solved.push_back(pack(side));
        return solved;
    }

private:
    // A position's value: plies to its end, or what is known while it is undecided.
    using Value = std::uint16_t;
    static constexpr Value plies_mask = 0x1fff;
    static constexpr Value may_lose = 0x2000;  // in so many plies or more
    static constexpr Value safe = 0x4000;      // has a move to a draw outside the pair
    static constexpr Value captures = 0x8000;  // decided outside the pair, and not to be stored
    static constexpr Value no_position = 0xffff;

    static bool undecided(Value v) { return (v & (may_lose | safe)) != 0; }

    struct Side {
        explicit Side(const Slice& s)
            : index(s),
              positions(index),
              values(static_cast<std::size_t>(index.size())),
              open(values.size()) {}
        Index<R> index;
        Enumeration<R> positions;
        std::vector<Value> values;
        std::vector<std::uint8_t> open;  // moves within the pair not yet known to lose
    };

    Side& other(int side) { return sides_[sides_.size() - 1 - static_cast<std::size_t>(side)]; }

    template <class Job>
    bool for_all_chunks(int workers, Interrupt& interrupt, const Poll& poll, const Job& job) {
        constexpr std::uint64_t chunk = 1 << 14;
        const auto chunks = [](const Side& side) {
            return static_cast<int>((side.values.size() + chunk - 1) / chunk);
        };
        const int first = chunks(sides_[0]);
        const int jobs = first + (sides_.size() > 1 ? chunks(sides_[1]) : 0);
        const Poll stopped = [&](int) { return poll && poll(0); };
        return run_jobs(jobs, workers, interrupt, stopped, [&] {
            return [&](int number) {
                const int side = number < first ? 0 : 1;
                const auto from =
                    static_cast<std::uint64_t>(side ? number - first : number) * chunk;
                const std::size_t end = sides_[static_cast<std::size_t>(side)].values.size();
                job(side, from, std::min<std::uint64_t>(from + chunk, end));
            };
        });
    }

    // Calls f<C>() for the side to move in a slice.
    template <class F>
    static void with_turn(const Slice& slice, F&& f) {
        if constexpr (!sides_alike<R>) {
            if (slice.turn == Colour::black) {
                f.template operator()<Colour::black>();
                return;
            }
        }
        f.template operator()<Colour::white>();
    }

    // --- from outside the pair ------------------------------------------------------------------

    void begin(int number, std::uint64_t from, std::uint64_t to) {
        Side& side = sides_[static_cast<std::size_t>(number)];
        int furthest = 0;
        with_turn(side.index.slice(), [&]<Colour C>() {
            for (std::uint64_t n = from; n < to; ++n) {
                Board<R> b;
                Value v = no_position;
                if (side.positions.template set_up<C>(n, b)) v = first_value<C>(b, side.open[n]);
                side.values[n] = v;
                if (v != no_position) furthest = std::max<int>(furthest, v & plies_mask);
            }
        });
        note_furthest(furthest);
    }

    template <Colour C>
    Value first_value(const Board<R>& b, std::uint8_t& open) {
        if (jumpers(b, C)) {
            const Verdict v = known(smaller_(b, C));
            return static_cast<Value>(captures | (v == drawn ? int{safe} : v));
        }
        Verdict best = unknown;
        int inside = 0;
        Generator<R, C>::visit(b, [&](const Turn<R>& t) {
            const Board<R> next = b.template after<C>(t);
            if (next.kings == ((b.kings & t.from) ? (b.kings & ~t.from) | t.to : b.kings)) {
                ++inside;
                return;
            }
            const Verdict v = before(known(smaller_(next, !C)));
            if (best == unknown || rating(v) > rating(best)) best = v;
        });
        open = static_cast<std::uint8_t>(inside);
        if (best == drawn) return safe;
        if (best == unknown) return inside ? may_lose : Value{0};
        const auto plies = static_cast<Value>(best);
        return is_win(best) || !inside ? plies : static_cast<Value>(may_lose | plies);
    }

    static Verdict known(Verdict v) {
        if (v == unknown) throw std::logic_error("a slice was solved before those it leads to");
        if (v >= plies_mask) throw std::length_error("a longer win than endgame tables can hold");
        return v;
    }

    // --- within it ------------------------------------------------------------------------------

    // Tells the positions before those that end in exactly so many plies.
    void spread(int number, std::uint64_t from, std::uint64_t to, int plies) {
        const Side& side = sides_[static_cast<std::size_t>(number)];
        Side& earlier = other(number);
        int furthest = 0;
        with_turn(side.index.slice(), [&]<Colour C>() {
            for (std::uint64_t n = from; n < to; ++n) {
                const Value v = load(side.values[n]);
                if ((v & static_cast<Value>(~captures)) != plies) continue;
                Board<R> b;
                side.positions.template set_up<C>(n, b);
                take_back<!C>(b, [&](const Board<R>& last) {
                    const std::uint64_t m = earlier.index.template of<!C>(last);
                    const int found =
                        plies % 2 ? lose(earlier, m, plies + 1) : win(earlier, m, plies + 1);
                    furthest = std::max(furthest, found);
                });
            }
        });
        note_furthest(furthest);
    }

    // Calls f(board) for each board from which side C can have come without capture or crowning.
    template <Colour C, class F>
    static void take_back(const Board<R>& b, F&& f) {
        const Bits empty = b.empty();
        const auto move = [&](Bits to, Bits from) {
            Board<R> last = b;
            last.pieces[index(C)] ^= to | from;
            if (b.kings & to) last.kings ^= to | from;
            f(last);
        };
        for_each_direction([&](auto d) {
            constexpr Direction D = decltype(d)::value;
            constexpr Direction back = opposite(D);
            if constexpr ((seen_by(D, C) & R::rules.man_moves) != 0) {
                for (Bits s = L::template shift<back>(b.men_of(C)) & empty; s; s &= s - 1) {
                    const Bits from = L::lowest(s);
                    move(L::template shift<D>(from), from);
                }
            }
            if constexpr ((seen_by(D, C) & R::rules.king_moves) != 0) {
                for (Bits kings = b.kings_of(C); kings; kings &= kings - 1) {
                    const Bits to = L::lowest(kings);
                    Bits from = L::template shift<back>(to) & empty;
                    for (; from; from = L::template shift<back>(from) & empty) {
                        move(to, from);
                        if constexpr (!R::rules.flying()) break;
                    }
                }
            }
        });
    }

    // Both return how far a new end lies, 0 where nothing is decided by it. Several threads may
    // come to one position, but in one round only with the same news.
    static int win(Side& side, std::uint64_t n, int plies) {
        const Value v = load(side.values[n]);
        if ((v & captures) || (!undecided(v) && v <= plies)) return 0;
        store(side.values[n], plies);
        return plies;
    }
    static int lose(Side& side, std::uint64_t n, int plies) {
        const Value v = load(side.values[n]);
        if ((v & static_cast<Value>(~plies_mask)) != may_lose) return 0;
        if (__atomic_fetch_sub(&side.open[n], 1, __ATOMIC_RELAXED) > 1) return 0;
        const int at_least = std::max<int>(plies, v & plies_mask);
        store(side.values[n], at_least);
        return at_least;
    }
    static Value load(const Value& v) { return __atomic_load_n(&v, __ATOMIC_RELAXED); }
    static void store(Value& v, int plies) {
        if (plies >= plies_mask) throw std::length_error("a longer win than tables can hold");
        __atomic_store_n(&v, static_cast<Value>(plies), __ATOMIC_RELAXED);
    }

    void note_furthest(int plies) {
        int last = furthest_;
        while (last < plies && !furthest_.compare_exchange_weak(last, plies)) {
        }
    }

    // --- the result -----------------------------------------------------------------------------

    static Solved pack(Side& side) {
        Solved solved;
        solved.slice = side.index.slice();
        count(side.values, solved);
        const std::size_t size = side.values.size();
        for (std::size_t from = 0; from < size; from += Packed::block) {
            pack_block(std::span(side.values)
                           .subspan(from, std::min<std::size_t>(Packed::block, size - from)),
                       solved);
        }
        return solved;
    }

    static void count(const std::vector<Value>& values, Solved& solved) {
        for (std::size_t n = 0; n < values.size(); ++n) {
            if (values[n] == no_position) continue;
            const Value v = values[n] & static_cast<Value>(~captures);
            if (undecided(v)) {
                ++solved.draws;
            } else if (v % 2 == 0) {
                ++solved.losses;
            } else {
                ++solved.wins;
                if (v > solved.longest_win) {
                    solved.longest_win = v;
                    solved.longest_wins = 0;
                    solved.longest_example = n;
                }
                solved.longest_wins += v == solved.longest_win;
            }
        }
    }

    static Packed::Outcome outcome(Value v) {
        return undecided(v) ? Packed::draw : v % 2 ? Packed::win : Packed::loss;
    }

    static void pack_block(std::span<const Value> values, Solved& solved) {
        unsigned occurring = 0;
        int least[3] = {plies_mask, plies_mask, plies_mask};
        int most[3] = {};
        for (const Value v : values) {
            if (v & captures) continue;
            const Packed::Outcome found = outcome(v);
            occurring |= 1u << found;
            least[found] = std::min(least[found], v / 2);
            most[found] = std::max(most[found], v / 2);
        }
        int width = 0;
        for (const auto found : {Packed::loss, Packed::win}) {
            if (!(occurring >> found & 1)) least[found] = most[found] = 0;
            const auto range = static_cast<unsigned>(most[found] - least[found]);
            width = std::max(width, static_cast<int>(std::bit_width(range)));
        }
        if (solved.words.size() > std::numeric_limits<std::uint32_t>::max()) {
            throw std::length_error("a larger slice than endgame tables can hold");
        }
        const std::uint64_t entry = solved.words.size() | std::uint64_t{occurring} << 32 |
                                    static_cast<std::uint64_t>(width) << 35 |
                                    static_cast<std::uint64_t>(least[Packed::win]) << 40 |
                                    static_cast<std::uint64_t>(least[Packed::loss]) << 52;
        const int bits = Packed::outcome_bits(occurring);
        solved.directory.push_back(entry);
        solved.words.resize(solved.words.size() + Packed::record_words(entry));
        std::uint64_t* record = solved.words.data() + static_cast<std::uint32_t>(entry);
        for (std::size_t slot = 0; slot < values.size(); ++slot) {
            const Value v = values[slot];
            if (v & captures) continue;
            const Packed::Outcome found = outcome(v);
            const int place = std::popcount(occurring & ((1u << found) - 1));
            put(record, slot, bits, place);
            if (found != Packed::draw) {
                put(record + bits * (Packed::block / 64), slot, width, v / 2 - least[found]);
            }
        }
    }

    static void put(std::uint64_t* to, std::size_t slot, int width, int value) {
        if (!width) return;
        const std::size_t at = slot * static_cast<std::size_t>(width);
        to[at / 64] |= static_cast<std::uint64_t>(value) << (at % 64);
        if (at % 64 + static_cast<std::size_t>(width) > 64) {
            to[at / 64 + 1] |= static_cast<std::uint64_t>(value) >> (64 - at % 64);
        }
    }

    const Endgames<R>& smaller_;
    std::vector<Side> sides_;
    std::atomic<int> furthest_{0};
};

}  // namespace crownhead
