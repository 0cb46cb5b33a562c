// Games played by the core: matches, self-play and what it keeps of them.

#include "../any_endgames.hpp"
#include "checks.hpp"
#include "interruptible.hpp"

namespace crownhead {
namespace {

using namespace nb::literals;

template <auto Column>
auto column(const char* doc) {
    return [doc](nb::class_<AnyGames>& c, const char* name, const char* dtype) {
        const std::string sig =
            "def " + std::string(name) + "(self, /) -> numpy.typing.NDArray[numpy." + dtype + "]";
        c.def_prop_ro(
            name,
            [](nb::handle self) {
                auto& values = nb::cast<AnyGames&>(self).*Column;
                using T = typename std::decay_t<decltype(values)>::value_type;
                return nb::cast(
                    nb::ndarray<nb::numpy, const T>(values.data(), {values.size()}, self));
            },
            nb::sig(sig.c_str()), doc);
    };
}

void bind_records(nb::module_& m) {
    nb::enum_<Reason>(m, "Reason", nb::is_arithmetic(), "How a game ended.")
        .value("NO_MOVE", Reason::no_move)
        .value("REPETITION", Reason::repetition)
        .value("NO_PROGRESS", Reason::no_progress)
        .value("EQUAL_KINGS", Reason::equal_kings)
        .value("SCORE", Reason::score, "Won by adjudication: both sides agree on the score.")
        .value("DRAWN_SCORE", Reason::drawn_score,
               "Drawn by adjudication: both sides agree on a level score.")
        .value("MATERIAL", Reason::material, "Won by adjudication: a lasting lead in material.")
        .value("PLY_CAP", Reason::ply_cap, "Drawn because the game would not end.")
        .value("ENDGAME", Reason::endgame, "Stopped where endgame tables know the outcome.");
    nb::class_<AnyGames> games(m, "Games",
                               "Finished games as columns: game i has the plies "
                               "offsets[i]..offsets[i+1] of the other columns.");
    column<&AnyGames::offsets>("[N+1] where each game's plies begin.")(games, "offsets", "int64");
    column<&AnyGames::moves>("[M] place in the legal moves of that ply.")(games, "moves", "uint16");
    column<&AnyGames::scores>(
        "[M] hundredths of a man for the side to move, NO_SCORE where "
        "nothing was searched.")(games, "scores", "int16");
    column<&AnyGames::nodes>("[M] positions entered by the search.")(games, "nodes", "uint32");
    column<&AnyGames::times>("[M] seconds.")(games, "times", "float32");
    column<&AnyGames::results>("[N] +1 White won, 0 drawn, -1 Black won.")(games, "results",
                                                                           "int8");
    column<&AnyGames::reasons>("[N] values of Reason.")(games, "reasons", "uint8");
    column<&AnyGames::numbers>("[N] the number of each game.")(games, "numbers", "uint32");
    column<&AnyGames::white_players>(
        "[N] who played White: in a match 0 the first and 1 the second, in self-play 0 the "
        "champion and i the i-th of the league.")(games, "white_players", "uint8");
    column<&AnyGames::black_players>("[N] who played Black.")(games, "black_players", "uint8");
    games.def_prop_ro(
        "starts", [](const AnyGames& g) { return g.starts; }, "The position each game began from.");
    games.def("__len__", [](const AnyGames& g) { return g.results.size(); });

    nb::class_<Adjudication>(m, "Adjudication",
                             "When a game is ended early; 0 switches a rule off. Scores and "
                             "material in hundredths of a man, lengths in plies.")
        .def(
            "__init__",
            [](Adjudication* self, int win_score, int win_plies, int draw_score, int draw_plies,
               int draw_from_ply, int material_lead, int material_plies, int ply_cap) {
                for (const int value : {win_score, win_plies, draw_score, draw_plies, draw_from_ply,
                                        material_lead, material_plies, ply_cap}) {
                    expect(value >= 0, "expected adjudication numbers of 0 or more, got " +
                                           std::to_string(value));
                }
                new (self) Adjudication{win_score,     win_plies,     draw_score,     draw_plies,
                                        draw_from_ply, material_lead, material_plies, ply_cap};
            },
            nb::kw_only(), "win_score"_a = 0, "win_plies"_a = 0, "draw_score"_a = 0,
            "draw_plies"_a = 0, "draw_from_ply"_a = 0, "material_lead"_a = 0,
            "material_plies"_a = 0, "ply_cap"_a = 400,
            "win: the last win_plies scores of both sides say that one is win_score ahead. draw: "
            "draw_plies level scores within draw_score in as many plies without progress, from "
            "draw_from_ply on. material: a lead of material_lead for material_plies.");
}

nb::object sample_dtype(const Core& core) {
    const SampleLayout layout = core.sample_layout();
    nb::list names, formats, offsets;
    for (const SampleField& field : layout.fields) {
        names.append(field.name);
        offsets.append(field.offset);
        if (field.shape.empty()) {
            formats.append(field.format);
        } else {
            formats.append(nb::make_tuple(field.format, nb::tuple(nb::cast(field.shape))));
        }
    }
    nb::dict spec;
    spec["names"] = names;
    spec["formats"] = formats;
    spec["offsets"] = offsets;
    spec["itemsize"] = layout.size;
    return nb::module_::import_("numpy").attr("dtype")(spec);
}

nb::object sample_array(const Core& core, SampleBytes&& bytes) {
    auto* data = new SampleBytes(std::move(bytes));
    nb::capsule owner(data, [](void* q) noexcept { delete static_cast<SampleBytes*>(q); });
    const nb::object raw = nb::cast(nb::ndarray<nb::numpy, std::uint8_t>(
        reinterpret_cast<std::uint8_t*>(data->data()), {data->size()}, owner));
    return raw.attr("view")(sample_dtype(core));
}

AnyGames play_match(const AnyEvaluator& first, const AnyEvaluator& second,
                    const std::vector<AnyPosition>& openings, const Limits& first_limits,
                    const Limits& second_limits, const Adjudication& adjudication, double table_mib,
                    int workers, const nb::object& progress) {
    expect(first.core == second.core, "expected two evaluators of one ruleset, got '" +
                                          std::string(first.core->rules().name) + "' and '" +
                                          std::string(second.core->rules().name) + "'");
    for (const AnyPosition& p : openings) same_core(first, p);
    expect(workers >= 1, "expected 1 worker or more, got " + std::to_string(workers));
    const MatchSettings settings{
        openings, {first_limits, second_limits}, adjudication, checked_table(table_mib), workers};
    Interrupt interrupt;
    return interruptible(interrupt, progress, [&](Interrupt& in, const Poll& poll) {
        return first.core->play_match(first, second, settings, in, poll);
    });
}

nb::tuple self_play(const AnyEvaluator& e, std::uint64_t seed, std::uint32_t first_game, int games,
                    std::uint64_t nodes, std::pair<int, int> random_plies, int opening_score,
                    const std::vector<AnyPosition>& openings, double opening_share,
                    double fork_share, const Adjudication& adjudication,
                    const std::vector<AnyEvaluator>& league, double league_share,
                    const std::shared_ptr<AnyEndgames>& endgames, double table_mib, int workers,
                    const nb::object& progress) {
    expect(games >= 0, "expected 0 games or more, got " + std::to_string(games));
    expect(nodes >= 1, "expected 1 node a move or more, got 0");
    expect(0 <= random_plies.first && random_plies.first <= random_plies.second,
           "expected random plies as 0 <= least <= most, got " +
               std::to_string(random_plies.first) + " and " + std::to_string(random_plies.second));
    expect(workers >= 1, "expected 1 worker or more, got " + std::to_string(workers));
    for (const AnyPosition& p : openings) same_core(e, p);
    expect(league.size() <= 255,
           "expected a league of 0-255 members, got " + std::to_string(league.size()));
    const auto same_ruleset = [&](const Core& core, const std::string& what) {
        expect(&core == e.core, "expected " + what + " of ruleset '" +
                                    std::string(e.core->rules().name) + "', got one of '" +
                                    std::string(core.rules().name) + "'");
    };
    for (const AnyEvaluator& member : league) same_ruleset(*member.core, "a league");
    if (endgames) same_ruleset(endgames->core(), "endgame tables");
    const SelfPlaySettings settings{seed,
                                    first_game,
                                    games,
                                    nodes,
                                    {random_plies.first, random_plies.second},
                                    opening_score,
                                    openings,
                                    opening_share,
                                    fork_share,
                                    league,
                                    league_share,
                                    endgames,
                                    adjudication,
                                    checked_table(table_mib),
                                    workers};
    Interrupt interrupt;
    SampleBytes samples;
    AnyGames played = interruptible(interrupt, progress, [&](Interrupt& in, const Poll& poll) {
        return e.core->self_play(e, settings, samples, in, poll);
    });
    return nb::make_tuple(sample_array(*e.core, std::move(samples)), std::move(played));
}

void bind_play(nb::module_& m) {
    m.def(
        "sample_dtype", [](const std::string& name) { return sample_dtype(core_named(name)); },
        "ruleset"_a, nb::sig("def sample_dtype(ruleset: str) -> numpy.dtype[typing.Any]"),
        "Return the dtype of self-play's rows: key, planes [4] seen by the side to move (own "
        "men, own kings, their men, their kings; bit i = square i+1 of the board turned so "
        "that own men move towards square 1), game, ply, score in hundredths of a man and "
        "counts of wins, draws and losses, both for the side to move.");
    m.def("play_match", &play_match, "first"_a, "second"_a, "openings"_a, nb::kw_only(),
          "first_limits"_a, "second_limits"_a, "adjudication"_a, "table_mib"_a = 16.0,
          "workers"_a = 1, "progress"_a = nb::none(),
          nb::sig("def play_match(first: Evaluator, second: Evaluator, openings: "
                  "collections.abc.Sequence[Position], *, first_limits: Limits, second_limits: "
                  "Limits, adjudication: Adjudication, table_mib: float = 16.0, workers: int = 1, "
                  "progress: collections.abc.Callable[[int], object] | None = None) -> Games"),
          "Play every opening twice: in game 2i the first evaluator has the side to move, in game "
          "2i+1 the second. progress is called with the number of games newly done. ValueError "
          "for evaluators or openings of different rulesets.");
    m.def("self_play", &self_play, "evaluator"_a, nb::kw_only(), "seed"_a, "first_game"_a,
          "games"_a, "nodes"_a, "random_plies"_a, "opening_score"_a,
          "openings"_a = std::vector<AnyPosition>{}, "opening_share"_a = 0.0, "fork_share"_a = 0.0,
          "adjudication"_a, "league"_a = std::vector<AnyEvaluator>{}, "league_share"_a = 0.0,
          "endgames"_a = nb::none(), "table_mib"_a = 1.0, "workers"_a = 1,
          "progress"_a = nb::none(),
          nb::sig("def self_play(evaluator: Evaluator, *, seed: int, first_game: int, games: int, "
                  "nodes: int, random_plies: tuple[int, int], opening_score: int, openings: "
                  "collections.abc.Sequence[Position] = [], opening_share: float = 0.0, "
                  "fork_share: float = 0.0, adjudication: Adjudication, league: "
                  "collections.abc.Sequence[Evaluator] = [], league_share: float = 0.0, endgames: "
                  "Endgames | None = None, table_mib: float = 1.0, workers: int = 1, progress: "
                  "collections.abc.Callable[[int], object] | None = "
                  "None) -> tuple[numpy.typing.NDArray[typing.Any], Games]"),
          "Play games of an evaluator against itself and return the quiet positions worth "
          "learning from, sorted by game and ply (sample_dtype), with the games. In a share of "
          "them a member of the league plays one side, whose positions are not kept. A game stops "
          "where the endgame tables know the outcome; then the line that they would play is kept, "
          "too, and proven scores as the largest that is. A pure function of all but workers and "
          "progress.");
}

}  // namespace

void bind_games(nb::module_& m) {
    bind_records(m);
    bind_play(m);
}

}  // namespace crownhead
