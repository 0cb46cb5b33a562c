// Evaluators, searches, self-play and matches.

#include <atomic>
#include <chrono>

#include "../any_endgames.hpp"
#include "../any_games.hpp"
#include "../evaluator.hpp"
#include "../team.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"

namespace crownhead {
namespace {

using namespace nb::literals;

template <class T, class... Shape>
using Input = nb::ndarray<const T, nb::numpy, nb::c_contig, nb::device::cpu, Shape...>;

void expect(bool held, const std::string& what) {
    if (!held) throw std::invalid_argument(what);
}

std::string shape(std::size_t a) { return "[" + std::to_string(a) + "]"; }
std::string shape(std::size_t a, std::size_t b) {
    return "[" + std::to_string(a) + ", " + std::to_string(b) + "]";
}

template <class F>
void for_each_term_of(const Core& core, HandcraftedWeights& weights, F&& f) {
    for_each_term(weights, core.squares(), core.squares() / core.rules().rows, f);
}

std::size_t number_of_weights(const Core& core) {
    HandcraftedWeights weights;
    std::size_t all = 0;
    for_each_term_of(core, weights,
                     [&](auto, auto, int count) { all += static_cast<std::size_t>(count); });
    return all;
}

AnyEvaluator make_handcrafted(const std::string& ruleset,
                              const Input<std::int32_t, nb::ndim<2>>& array) {
    const Core& core = core_named(ruleset);
    const std::size_t all = number_of_weights(core);
    expect(array.shape(0) == all && array.shape(1) == 2, "expected handcrafted weights " +
                                                             shape(all, 2) + ", got " +
                                                             shape(array.shape(0), array.shape(1)));
    HandcraftedWeights weights;
    const std::int32_t* from = array.data();
    for_each_term_of(core, weights, [&](auto, Tapered* first, int count) {
        for (int i = 0; i < count; ++i, from += 2) first[i] = {from[0], from[1]};
    });
    return {&core, weights};
}

AnyEvaluator make_network(const std::string& ruleset, const Input<std::int16_t, nb::ndim<2>>& input,
                          const Input<std::int16_t, nb::ndim<1>>& input_bias,
                          const Input<std::int16_t, nb::ndim<2>>& output,
                          const Input<std::int32_t, nb::ndim<1>>& output_bias,
                          const Input<std::int32_t, nb::ndim<1>>& skip,
                          const Input<std::uint8_t, nb::ndim<1>>& buckets, int activation_shift,
                          int output_shift) {
    const Core& core = core_named(ruleset);
    const std::size_t inputs = 4 * static_cast<std::size_t>(core.squares());
    const std::size_t width = input.shape(1);
    const std::size_t outputs = output.shape(0);
    expect(input.shape(0) == inputs, "expected input weights " + shape(inputs, width) + ", got " +
                                         shape(input.shape(0), width));
    expect(width > 0 && width <= 256 && width % lane_block == 0,
           "expected a width that is a multiple of " + std::to_string(lane_block) +
               " up to 256, got " + std::to_string(width));
    expect(input_bias.shape(0) == width,
           "expected input bias " + shape(width) + ", got " + shape(input_bias.shape(0)));
    const std::size_t perspectives = output.shape(1) < 2 * width ? 1 : 2;
    expect(output.shape(1) == perspectives * width && outputs > 0,
           "expected output weights " +
               shape(std::max(outputs, std::size_t{1}), perspectives * width) + ", got " +
               shape(outputs, output.shape(1)));
    expect(output_bias.shape(0) == outputs,
           "expected output bias " + shape(outputs) + ", got " + shape(output_bias.shape(0)));
    expect(skip.shape(0) == inputs,
           "expected skip weights " + shape(inputs) + ", got " + shape(skip.shape(0)));
    const std::size_t pieces = 2 * static_cast<std::size_t>(core.men()) + 1;
    expect(buckets.shape(0) == pieces, "expected a bucket for each of 0-" +
                                           std::to_string(pieces - 1) + " pieces, got " +
                                           std::to_string(buckets.shape(0)));
    expect(activation_shift >= 1 && activation_shift <= 14,
           "expected an activation shift of 1-14, got " + std::to_string(activation_shift));
    expect(output_shift >= 0 && output_shift <= 15,
           "expected an output shift of 0-15, got " + std::to_string(output_shift));
    auto w = std::make_shared<NetworkWeights>();
    const auto copy = [](auto& to, const auto& from) {
        to.assign(from.data(), from.data() + from.size());
    };
    w->width = static_cast<int>(width);
    w->perspectives = static_cast<int>(perspectives);
    copy(w->input, input);
    copy(w->input_bias, input_bias);
    copy(w->output, output);
    copy(w->output_bias, output_bias);
    copy(w->skip, skip);
    copy(w->bucket, buckets);
    for (const std::uint8_t b : w->bucket) {
        expect(b < outputs,
               "expected buckets below " + std::to_string(outputs) + ", got " + std::to_string(b));
    }
    w->activation_shift = activation_shift;
    w->output_shift = output_shift;
    return {&core, std::move(w)};
}

// An array of [rows, columns] that owns its numbers, with a pointer to them.
template <class T>
std::pair<nb::object, T*> new_array(std::initializer_list<std::size_t> shape) {
    std::size_t size = 1;
    for (const std::size_t n : shape) size *= n;
    auto* data = new T[size];
    nb::capsule owner(data, [](void* q) noexcept { delete[] static_cast<T*>(q); });
    return {nb::cast(nb::ndarray<nb::numpy, T>(data, shape, owner)), data};
}

nb::object weights_array(const Core& core, HandcraftedWeights weights) {
    auto [array, to] = new_array<std::int32_t>({number_of_weights(core), 2});
    for_each_term_of(core, weights, [&, to = to](auto, const Tapered* first, int count) mutable {
        for (int i = 0; i < count; ++i) {
            *to++ = first[i].opening();
            *to++ = first[i].ending();
        }
    });
    return array;
}

nb::dict handcrafted_terms(const std::string& ruleset) {
    nb::dict terms;
    HandcraftedWeights weights;
    for_each_term_of(core_named(ruleset), weights, [&](std::string_view name, auto, int count) {
        terms[nb::cast(std::string(name))] = count;
    });
    return terms;
}

nb::tuple handcrafted_features(const std::string& ruleset,
                               const Input<std::uint64_t, nb::ndim<2>>& planes) {
    const Core& core = core_named(ruleset);
    const std::size_t rows = planes.shape(0);
    const std::size_t words = 4 * ((static_cast<std::size_t>(core.squares()) + 63) / 64);
    expect(planes.shape(1) == words,
           "expected planes " + shape(rows, words) + ", got " + shape(rows, planes.shape(1)));
    auto [terms, terms_data] = new_array<float>({rows, number_of_weights(core)});
    auto [opening, opening_data] = new_array<float>({rows});
    {
        nb::gil_scoped_release release;
        core.features({planes.data(), rows * words}, terms_data, opening_data);
    }
    return nb::make_tuple(terms, opening);
}

void same_core(const AnyEvaluator& e, const AnyPosition& p) {
    expect(e.core == p.core, "expected a position of ruleset '" +
                                 std::string(e.core->rules().name) + "', got one of '" +
                                 std::string(p.core->rules().name) + "'");
}

Limits checked_limits(int depth, std::uint64_t nodes, double time_s, bool infinite = false) {
    expect(depth >= 0 && depth <= max_depth,
           "expected a depth of 0-" + std::to_string(max_depth) + ", got " + std::to_string(depth));
    expect(time_s >= 0, "expected a time of 0 s or more, got " + std::to_string(time_s));
    const bool limited = depth || nodes || time_s > 0;
    expect(limited || infinite, "expected a limit of depth, nodes or time_s, got none");
    expect(!limited || !infinite, "expected no limit of depth, nodes or time_s with infinite");
    return {depth, nodes, time_s};
}

double checked_table(double table_mib) {
    expect(
        table_mib > 0 && table_mib <= 65536,
        "expected a table of more than 0 and at most 65536 MiB, got " + std::to_string(table_mib));
    return table_mib;
}

// A search that keeps its table from one call to the next. The calls that change it must not
// overlap: a follower that searches with its own searcher, or another thread, is told so.
class Searcher {
public:
    Searcher(const AnyEvaluator& evaluator, double table_mib, int threads) : evaluator_(evaluator) {
        expect(threads >= 1 && threads <= max_threads, "expected 1-" + std::to_string(max_threads) +
                                                           " threads, got " +
                                                           std::to_string(threads));
        search_ = evaluator.core->search(evaluator, checked_table(table_mib), threads);
    }

    AnyFound search(const AnyPosition& p, const std::vector<std::uint64_t>& history, int depth,
                    std::uint64_t nodes, double time_s, bool infinite, int lines,
                    const nb::object& follow) {
        same_core(evaluator_, p);
        const Limits limits = checked_limits(depth, nodes, time_s, infinite);
        expect(lines >= 1, "expected 1 line or more, got " + std::to_string(lines));
        const Busy busy(busy_);
        interrupt_.stop = false;
        std::exception_ptr raised;
        AnyAnalysis analysis{.lines = lines, .follow = {}};
        if (!follow.is_none()) {
            analysis.follow = [&](const AnyFound& found) { return told(follow, found, raised); };
        }
        AnyFound found =
            interruptible(interrupt_, nb::none(), [&](Interrupt& in, const Poll& poll) {
                in.poll = [last = std::chrono::steady_clock::now(), &poll]() mutable {
                    const auto now = std::chrono::steady_clock::now();
                    if (now - last < std::chrono::milliseconds(20)) return false;
                    last = now;
                    return poll(0);
                };
                AnyFound result = search_->think(p, history, limits, in, analysis);
                in.poll = nullptr;
                return result;
            });
        if (raised) std::rethrow_exception(raised);
        return found;
    }

    void stop() { interrupt_.stop = true; }

    void clear() {
        const Busy busy(busy_);
        search_->clear();
    }

    void use(const std::shared_ptr<AnyEndgames>& endgames) {
        expect(&endgames->core() == evaluator_.core,
               "expected endgame tables of ruleset '" + std::string(evaluator_.core->rules().name) +
                   "', got those of '" + std::string(endgames->core().rules().name) + "'");
        const Busy busy(busy_);
        search_->use(endgames);
    }

private:
    class Busy {
    public:
        explicit Busy(std::atomic<bool>& flag) : flag_(flag) {
            if (flag_.exchange(true)) throw std::runtime_error("this searcher is searching");
        }
        ~Busy() { flag_ = false; }

    private:
        std::atomic<bool>& flag_;
    };

    // Tells Python; true, an exception and a pending signal end the search.
    static bool told(const nb::object& follow, const AnyFound& found, std::exception_ptr& raised) {
        const nb::gil_scoped_acquire acquire;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            return nb::cast<bool>(nb::bool_(follow(found)));
        } catch (...) {
            raised = std::current_exception();
            return true;
        }
    }

    AnyEvaluator evaluator_;
    std::unique_ptr<AnySearch> search_;
    Interrupt interrupt_;
    std::atomic<bool> busy_{false};
};

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

void bind_games(nb::module_& m) {
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

void bind_evaluator(nb::module_& m) {
    nb::class_<AnyEvaluator>(m, "Evaluator", "Scores positions of one ruleset.")
        .def_static("handcrafted", &make_handcrafted, "ruleset"_a, "weights"_a.noconvert(),
                    "Make a handcrafted evaluator from [W, 2] int32 weights in the order of "
                    "handcrafted_terms(ruleset), on the full and on the empty board; ValueError "
                    "for another number of them.")
        .def_static("network", &make_network, "ruleset"_a, "input_weights"_a.noconvert(),
                    "input_bias"_a.noconvert(), "output_weights"_a.noconvert(),
                    "output_bias"_a.noconvert(), "skip"_a.noconvert(), "buckets"_a.noconvert(),
                    "activation_shift"_a, "output_shift"_a,
                    "Make a network from quantised arrays: int16 [4S, W], int16 [W], int16 "
                    "[B, W] or, for two perspectives, [B, 2W], int32 [B], int32 [4S], uint8 "
                    "[pieces + 1]. Shapes are checked, overflow is not: engine.evaluators.network "
                    "proves that beforehand.")
        .def_prop_ro("ruleset",
                     [](const AnyEvaluator& e) { return std::string(e.core->rules().name); })
        .def(
            "evaluate",
            [](const AnyEvaluator& e, const AnyPosition& p) {
                same_core(e, p);
                return e.core->evaluate(e, p);
            },
            "position"_a, "Return the static score in hundredths of a man for the side to move.");
    m.def("handcrafted_terms", &handcrafted_terms, "ruleset"_a,
          nb::sig("def handcrafted_terms(ruleset: str) -> dict[str, int]"),
          "Return the terms and how many weights each has, in the order of the weights.");
    m.def(
        "untuned_weights",
        [](const std::string& ruleset) {
            const Core& core = core_named(ruleset);
            return weights_array(core, core.handcrafted_weights());
        },
        "ruleset"_a,
        nb::sig("def untuned_weights(ruleset: str) -> numpy.typing.NDArray[numpy.int32]"),
        "Return the weights chosen by hand, [W, 2] int32 in hundredths of a man: on the full and "
        "on the empty board.");
    m.def(
        "material_weights",
        [](const std::string& ruleset) {
            const Core& core = core_named(ruleset);
            return weights_array(core, {.king = core.rules().king_value});
        },
        "ruleset"_a,
        nb::sig("def material_weights(ruleset: str) -> numpy.typing.NDArray[numpy.int32]"),
        "Return the weights of material alone: every positional one is zero.");
    m.def("handcrafted_features", &handcrafted_features, "ruleset"_a, "planes"_a.noconvert(),
          nb::sig("def handcrafted_features(ruleset: str, planes: "
                  "numpy.typing.NDArray[numpy.uint64]) -> tuple[numpy.typing.NDArray[numpy."
                  "float32], numpy.typing.NDArray[numpy.float32]]"),
          "Return what each weight is multiplied by, [N, W] float32, and the share of the opening "
          "in it, [N], for positions given as the planes of samples, [N, 4 * words]. With m men "
          "more than the enemy, 100 m + features @ (share * opening + (1 - share) * ending) is the "
          "score but for rounding.");
    m.def(
        "check_accumulator",
        [](const AnyEvaluator& e, std::uint64_t seed, int plies) {
            expect(std::holds_alternative<std::shared_ptr<const NetworkWeights>>(e.weights),
                   "expected a network evaluator, got a handcrafted one");
            nb::gil_scoped_release release;
            return e.core->check_accumulator(e, seed, plies);
        },
        "evaluator"_a, "seed"_a, "plies"_a,
        "Count the positions of random play in which the network's incrementally updated state "
        "differs from one worked out afresh.");
}

void bind_search(nb::module_& m) {
    nb::class_<Limits>(m, "Limits", "When a search ends; 0 means no such limit.")
        .def(
            "__init__",
            [](Limits* self, int depth, std::uint64_t nodes, double time_s) {
                new (self) Limits(checked_limits(depth, nodes, time_s));
            },
            nb::kw_only(), "depth"_a = 0, "nodes"_a = 0, "time_s"_a = 0.0,
            "Plies, positions, seconds; ValueError when there is no limit at all.")
        .def_ro("depth", &Limits::depth)
        .def_ro("nodes", &Limits::nodes)
        .def_ro("time_s", &Limits::time_s);
    nb::class_<AnyLine>(m, "Line", "A line of play that a search found.")
        .def_prop_ro(
            "move",
            [](const AnyLine& l) {
                return l.has_move ? std::optional<AnyMove>(l.move) : std::nullopt;
            },
            "Its first move, None where there is no legal one.")
        .def_ro("score", &AnyLine::score,
                "Hundredths of a man for the side to move; a forced win in n plies is WIN - n.")
        .def_ro("depth", &AnyLine::depth, "The last iteration that was finished, in plies.")
        .def_ro("pv", &AnyLine::pv, "The principal variation.");
    nb::class_<AnyFound, AnyLine>(m, "SearchResult", "The best line and what it took to find.")
        .def_ro("nodes", &AnyFound::nodes, "Positions entered, quiescence included.")
        .def_ro("table_hits", &AnyFound::table_hits,
                "Positions whose verdict came from endgame tables.")
        .def_ro("time_s", &AnyFound::time_s)
        .def_ro("lines", &AnyFound::lines, "All lines that were asked for, best first.");
    nb::class_<Searcher>(m, "Searcher",
                         "A search with its transposition table and history. RuntimeError for a "
                         "search or a clear while it is searching.")
        .def(nb::init<const AnyEvaluator&, double, int>(), "evaluator"_a, "table_mib"_a = 16.0,
             "threads"_a = 1)
        .def("search", &Searcher::search, "position"_a, "history"_a = std::vector<std::uint64_t>{},
             nb::kw_only(), "depth"_a = 0, "nodes"_a = 0, "time_s"_a = 0.0, "infinite"_a = false,
             "lines"_a = 1, "follow"_a = nb::none(),
             nb::sig("def search(self, position: Position, history: "
                     "collections.abc.Sequence[int] = [], *, depth: int = 0, nodes: int = 0, "
                     "time_s: float = 0.0, infinite: bool = False, lines: int = 1, follow: "
                     "collections.abc.Callable[[SearchResult], object] | None = None) -> "
                     "SearchResult"),
             "Search a position; history holds the keys of the game's earlier positions, oldest "
             "first. follow is called whenever a line is finished, and ends the search by "
             "returning what is true or raising. Searches by one thread limited by nodes or depth "
             "are repeatable. Runs without the GIL; ValueError for a position of another ruleset, "
             "or neither a limit nor infinite.")
        .def("stop", &Searcher::stop, "End a search running in another thread.")
        .def("clear", &Searcher::clear, "Forget everything learnt in earlier searches.")
        .def("use", &Searcher::use, "endgames"_a,
             "Look positions up in these tables from now on; they must not be added to while a "
             "search runs. ValueError for tables of another ruleset.");
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

void bind_playing(nb::module_& m) {
    m.attr("WIN") = win;
    m.attr("WIN_BOUND") = win_bound;
    m.attr("EXPECTED_WIN") = expected_win;
    m.attr("STATIC_BOUND") = static_bound;
    m.attr("NO_SCORE") = static_cast<int>(no_score);
    bind_evaluator(m);
    bind_search(m);
    bind_games(m);
    bind_play(m);
}

}  // namespace crownhead
