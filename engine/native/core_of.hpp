// The implementation of `Core` for one ruleset: translates squares to bits and back at the door.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>

#include "any_games.hpp"
#include "core.hpp"
#include "endgames_of.hpp"
#include "env.hpp"
#include "evaluator.hpp"
#include "features.hpp"
#include "match.hpp"
#include "perft.hpp"
#include "selfplay.hpp"
#include "team.hpp"

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
State<R> to_state(const AnyPosition& p) {
    State<R> state{};
    if constexpr (R::rules.obligation == Obligation::huff) {
        state.pieces = to_bits<R>(p.huffable);
    } else if constexpr (R::rules.king_run > 0) {
        for (const int c : {0, 1}) {
            if (!p.runs[c].moves) continue;
            state.moves[c] = static_cast<std::uint8_t>(p.runs[c].moves);
            state.square[c] = static_cast<std::uint8_t>(Layout<R>::bit_of(p.runs[c].square - 1));
        }
    }
    return state;
}

template <RulesetTag R>
Position<R> to_position(const AnyPosition& p) {
    const Board<R> board{{to_bits<R>(p.men[0] | p.kings[0]), to_bits<R>(p.men[1] | p.kings[1])},
                         to_bits<R>(p.kings[0] | p.kings[1]),
                         to_state<R>(p)};
    return Position<R>::make(board, p.turn, p.no_progress, p.equal_kings);
}

template <RulesetTag R>
AnyPosition to_any(const Core& core, const Position<R>& p) {
    AnyPosition any{&core, p.turn, {}, {}, {}, {}, p.no_progress, p.equal_kings};
    for (const Colour c : {Colour::white, Colour::black}) {
        any.men[index(c)] = to_squares<R>(p.board.men_of(c));
        any.kings[index(c)] = to_squares<R>(p.board.kings_of(c));
    }
    if constexpr (R::rules.obligation == Obligation::huff) {
        any.huffable = to_squares<R>(p.board.state.pieces);
    } else if constexpr (R::rules.king_run > 0) {
        for (const int c : {0, 1}) {
            if (!p.board.state.moves[c]) continue;
            any.runs[c] = {Layout<R>::square_of(p.board.state.square[c]) + 1,
                           p.board.state.moves[c]};
        }
    }
    return any;
}

template <RulesetTag R>
AnyMove to_any_move(const Position<R>& p, const Move<R>& m) {
    using L = Layout<R>;
    const int forfeited = m.forfeited == Move<R>::nothing ? 0 : L::square_of(m.forfeited) + 1;
    const bool huffing = R::rules.obligation == Obligation::huff;
    return {L::square_of(m.from) + 1,  L::square_of(m.to) + 1,
            to_squares<R>(m.captured), p.promotes(m),
            huffing ? forfeited : 0,   huffing ? 0 : forfeited};
}

template <RulesetTag R>
std::unique_ptr<SearchOf<R>> make_search(const AnyEvaluator& e, double table_mib, int threads = 1) {
    if (const auto* weights = std::get_if<HandcraftedWeights>(&e.weights)) {
        return std::make_unique<Team<R, Handcrafted<R>>>(Handcrafted<R>(*weights), table_mib,
                                                         threads);
    }
    const auto& weights = std::get<std::shared_ptr<const NetworkWeights>>(e.weights);
    return std::make_unique<Team<R, Network<R>>>(Network<R>(weights), table_mib, threads);
}

// Null for null, and for a ruleset that has no tables.
template <RulesetTag R>
std::shared_ptr<const Endgames<R>> endgames_of(const std::shared_ptr<const AnyEndgames>& any) {
    if constexpr (tabled<R>) {
        if (any) return {any, &static_cast<const EndgamesOf<R>&>(*any).tables()};
    }
    return nullptr;
}

template <RulesetTag R>
class AnySearchOf final : public AnySearch {
public:
    explicit AnySearchOf(std::unique_ptr<SearchOf<R>> search) : search_(std::move(search)) {}

    AnyFound think(const AnyPosition& any, std::span<const std::uint64_t> history,
                   const Limits& limits, Interrupt& interrupt,
                   const AnyAnalysis& analysis) override {
        const Position<R> p = to_position<R>(any);
        Analysis<R> wanted{.lines = analysis.lines, .follow = {}};
        if (analysis.follow) {
            wanted.follow = [&](const Found<R>& found) {
                return analysis.follow(to_any_found(p, found));
            };
        }
        return to_any_found(p, search_->think(p, history, limits, interrupt, wanted));
    }

    void clear() override { search_->clear(); }

    void use(std::shared_ptr<const AnyEndgames> endgames) override {
        search_->use(endgames_of<R>(endgames));
    }

private:
    static AnyFound to_any_found(const Position<R>& p, const Found<R>& found) {
        AnyFound any{to_any_line(p, found), found.nodes, found.table_hits, found.time_s, {}};
        for (const Line<R>& line : found.lines) any.lines.push_back(to_any_line(p, line));
        return any;
    }

    static AnyLine to_any_line(const Position<R>& p, const Line<R>& line) {
        AnyLine any{line.move >= 0, {}, line.score, line.depth, {}};
        if (line.move >= 0) {
            MoveList<R> moves;
            crownhead::legal_moves(p.board, p.turn, moves);
            any.move = to_any_move(p, moves[line.move]);
        }
        Position<R> at = p;
        for (const Move<R>& m : line.pv) {
            any.pv.push_back(to_any_move(at, m));
            at = at.after(m);
        }
        return any;
    }

    std::unique_ptr<SearchOf<R>> search_;
};

template <RulesetTag R>
Verdict EndgamesOf<R>::verdict(const AnyPosition& p) const {
    return tables_(to_position<R>(p).board, p.turn);
}

template <RulesetTag R>
AnyPosition EndgamesOf<R>::position(const Slice& slice, std::uint64_t number) const {
    const Enumeration<R> positions{Index<R>(slice)};
    Board<R> board;
    const bool found = slice.turn == Colour::white
                           ? positions.template set_up<Colour::white>(number, board)
                           : positions.template set_up<Colour::black>(number, board);
    if (!found) throw std::invalid_argument("expected the number of a position");
    return to_any<R>(core_, Position<R>::make(board, slice.turn));
}

template <RulesetTag R>
AnyPosition Batch<R>::position(int game) const {
    return to_any<R>(core_, episodes_[static_cast<std::size_t>(game)].position());
}

template <RulesetTag R>
class CoreOf final : public Core {
    using L = Layout<R>;

public:
    // `facts` may differ from R::rules in what does not change how pieces move: the name, the
    // GameType and who begins.
    explicit CoreOf(const Rules& facts = R::rules) : rules_(facts) {}

    const Rules& rules() const override { return rules_; }
    int squares() const override { return L::squares; }
    int men() const override { return popcount(L::start[0]); }
    HandcraftedWeights handcrafted_weights() const override {
        return Handcrafted<R>::default_weights;
    }

    AnyPosition start() const override { return to_any<R>(*this, begin()); }

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
        check_state(p);
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
        const Position<R> p = to_position<R>(any);
        return to_any<R>(*this, p.after(to_move(p, m)));
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
            Generator<R, Colour::white>::routes(p.board, to_move(p, m), false, collect);
        } else {
            Generator<R, Colour::black>::routes(p.board, to_move(p, m), false, collect);
        }
        return paths;
    }

    bool can_capture(const AnyPosition& p, Colour c) const override {
        return crownhead::can_capture(to_position<R>(p).board, c);
    }

    std::uint64_t perft(const AnyPosition& any, int depth, Counting counting) const override {
        const Position<R> p = to_position<R>(any);
        if (counting == Counting::paths) return crownhead::perft_paths(p.board, p.turn, depth);
        return counting == Counting::bulk ? crownhead::perft<R, true>(p.board, p.turn, depth)
                                          : crownhead::perft<R, false>(p.board, p.turn, depth);
    }

    std::unique_ptr<AnySearch> search(const AnyEvaluator& e, double table_mib,
                                      int threads) const override {
        return std::make_unique<AnySearchOf<R>>(make_search<R>(e, table_mib, threads));
    }

    int evaluate(const AnyEvaluator& e, const AnyPosition& any) const override {
        const Position<R> p = to_position<R>(any);
        const auto read = [&](const auto& evaluator) {
            typename std::decay_t<decltype(evaluator)>::State state;
            evaluator.refresh(state, p.board);
            return evaluator.evaluate(state, p);
        };
        if (const auto* weights = std::get_if<HandcraftedWeights>(&e.weights)) {
            return read(Handcrafted<R>(*weights));
        }
        return read(Network<R>(std::get<std::shared_ptr<const NetworkWeights>>(e.weights)));
    }

    void features(std::span<const std::uint64_t> planes, float* terms,
                  float* opening) const override {
        const Features<R> features;
        constexpr std::size_t words = 4 * Sample<R>::words;
        for (std::size_t row = 0; row < planes.size() / words; ++row) {
            const Position<R> p = seen_by_white<R>(planes.subspan(row * words, words));
            opening[row] = features.of(p, terms + row * features.size());
        }
    }

    int check_accumulator(const AnyEvaluator& e, std::uint64_t seed, int plies) const override {
        const Network<R> network(std::get<std::shared_ptr<const NetworkWeights>>(e.weights));
        Random random(seed, 0);
        typename Network<R>::State states[2];
        typename Network<R>::State fresh;
        Position<R> p = begin();
        network.refresh(states[0], p.board);
        int differing = 0;
        for (int ply = 0; ply < plies; ++ply) {
            MoveList<R> moves;
            crownhead::legal_moves(p.board, p.turn, moves);
            if (moves.empty() || p.no_progress_draw()) {
                p = begin();
                network.refresh(states[ply % 2], p.board);
                crownhead::legal_moves(p.board, p.turn, moves);
            }
            const Move<R>& m = moves[random.below(moves.size())];
            const Position<R> next = p.after(m);
            network.update(states[1 - ply % 2], states[ply % 2], p, m, next);
            network.refresh(fresh, next.board);
            differing += !network.same(states[1 - ply % 2], fresh);
            p = next;
        }
        return differing;
    }

    AnyGames play_match(const AnyEvaluator& first, const AnyEvaluator& second,
                        const MatchSettings& s, Interrupt& interrupt,
                        const Poll& poll) const override {
        const auto maker = [&](const AnyEvaluator& e) {
            return std::function([&e, &s] { return make_search<R>(e, s.table_mib); });
        };
        return to_any_games(crownhead::play_match<R>(maker(first), maker(second),
                                                     to_positions(s.openings), s.limits,
                                                     s.adjudication, s.workers, interrupt, poll));
    }

    AnyGames self_play(const AnyEvaluator& e, const SelfPlaySettings& s, SampleBytes& samples,
                       Interrupt& interrupt, const Poll& poll) const override {
        const SelfPlay<R> config{begin(),         s.seed,
                                 s.first_game,    s.games,
                                 s.nodes,         {s.random_plies[0], s.random_plies[1]},
                                 s.opening_score, to_positions(s.openings),
                                 s.opening_share, s.fork_share,
                                 s.adjudication,  static_cast<int>(s.league.size()),
                                 s.league_share,  endgames_of<R>(s.endgames)};
        const auto make_player = [&](int player) {
            const AnyEvaluator& chosen =
                player ? s.league[static_cast<std::size_t>(player) - 1] : e;
            return make_search<R>(chosen, s.table_mib);
        };
        const Harvest<R> harvest =
            crownhead::self_play<R>(make_player, config, s.workers, interrupt, poll);
        samples.resize(harvest.samples.size() * sizeof(Sample<R>));
        if (!samples.empty()) {
            std::memcpy(samples.data(), harvest.samples.data(), samples.size());
        }
        return to_any_games(harvest.games);
    }

    SampleLayout sample_layout() const override {
        using S = Sample<R>;
        const std::string plane = sizeof(typename S::Plane) == 4 ? "<u4" : "<u8";
        return {{{"key", "<u8", {}, offsetof(S, key)},
                 {"planes", plane, S::words == 1 ? std::vector{4} : std::vector{4, S::words},
                  offsetof(S, planes)},
                 {"game", "<u4", {}, offsetof(S, game)},
                 {"ply", "<u2", {}, offsetof(S, ply)},
                 {"score", "<i2", {}, offsetof(S, score)},
                 {"wins", "<u2", {}, offsetof(S, wins)},
                 {"draws", "<u2", {}, offsetof(S, draws)},
                 {"losses", "<u2", {}, offsetof(S, losses)}},
                sizeof(S)};
    }

    std::shared_ptr<AnyEndgames> endgames() const override {
        if constexpr (tabled<R>) {
            return std::make_shared<EndgamesOf<R>>(*this);
        } else {
            throw std::invalid_argument("no endgame tables for '" + std::string(rules_.name) +
                                        "': there the pieces alone do not say what is legal");
        }
    }

    int action_count() const override { return Actions<R>::count; }

    std::vector<std::int32_t> actions(const AnyPosition& any) const override {
        const Position<R> p = to_position<R>(any);
        MoveList<R> list;
        crownhead::legal_moves(p.board, p.turn, list);
        std::vector<std::int32_t> actions;
        Actions<R>::number(list, p.turn, actions);
        return actions;
    }

    std::vector<PlaneFacts> observation_planes() const override { return Observation<R>::planes(); }

    std::shared_ptr<AnyBatch> batch(const BatchSettings& s) const override {
        return std::make_shared<Batch<R>>(
            *this, s, s.starts.empty() ? std::vector{begin()} : to_positions(s.starts));
    }

private:
    void check_state(const AnyPosition& p) const {
        const int waiting = 1 - index(p.turn);
        if (p.huffable.any() && R::rules.obligation != Obligation::huff) {
            throw std::invalid_argument("expected no huffable squares in " +
                                        std::string(rules_.name));
        }
        if ((p.huffable & ~(p.men[waiting] | p.kings[waiting])).any()) {
            throw std::invalid_argument(
                "expected pieces of the side not to move on the huffable squares");
        }
        const bool equal = p.kings[0].any() && p.kings[0].count() == p.kings[1].count();
        if (p.equal_kings && !(equal && R::rules.equal_kings_plies)) {
            throw std::invalid_argument(
                "expected a count of equal kings only in a game that has one, with equally many "
                "kings on both sides");
        }
        for (const int c : {0, 1}) {
            const AnyRun& run = p.runs[c];
            if (run == AnyRun{}) continue;
            const bool known = R::rules.king_run > 0 && run.moves >= 1 &&
                               run.moves <= R::rules.king_run && run.square >= 1 &&
                               run.square <= L::squares && p.kings[c][run.square - 1] &&
                               p.men[c].any();
            if (!known) {
                throw std::invalid_argument(
                    "expected a run of 1-" + std::to_string(R::rules.king_run) +
                    " moves of a king of a side with men, got " + std::to_string(run.moves) +
                    " on square " + std::to_string(run.square));
            }
        }
    }

    Position<R> begin() const { return Position<R>::make(Board<R>::start(), rules_.first_mover); }

    // `m` has to be a legal move of p.
    static Move<R> to_move(const Position<R>& p, const AnyMove& m) {
        MoveList<R> list;
        crownhead::legal_moves(p.board, p.turn, list);
        for (const auto& move : list) {
            if (to_any_move(p, move) == m) return move;
        }
        throw std::logic_error("a move was played that is not legal");
    }

    const Rules rules_;

    AnyGames to_any_games(const std::vector<Game<R>>& games) const {
        AnyGames any;
        const auto append = [](auto& column, const auto& values) {
            column.insert(column.end(), values.begin(), values.end());
        };
        for (const Game<R>& game : games) {
            append(any.moves, game.moves);
            append(any.scores, game.scores);
            append(any.nodes, game.nodes);
            append(any.times, game.times);
            any.offsets.push_back(static_cast<std::int64_t>(any.moves.size()));
            any.results.push_back(static_cast<std::int8_t>(game.result));
            any.reasons.push_back(static_cast<std::uint8_t>(game.reason));
            any.numbers.push_back(game.number);
            any.white_players.push_back(game.players[index(Colour::white)]);
            any.black_players.push_back(game.players[index(Colour::black)]);
            any.starts.push_back(to_any<R>(*this, game.start));
        }
        return any;
    }

    static std::vector<Position<R>> to_positions(const std::vector<AnyPosition>& any) {
        std::vector<Position<R>> positions;
        for (const AnyPosition& p : any) positions.push_back(to_position<R>(p));
        return positions;
    }
};

}  // namespace crownhead
