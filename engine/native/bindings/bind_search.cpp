// Searches: limits, lines, and a searcher that Python drives.

#include <atomic>
#include <chrono>

#include "../any_endgames.hpp"
#include "../team.hpp"
#include "checks.hpp"
#include "interruptible.hpp"

namespace crownhead {
namespace {

using namespace nb::literals;

Limits checked_limits(int depth, std::uint64_t nodes, double time_s, bool infinite = false) {
    expect(depth >= 0 && depth <= max_depth,
           "expected a depth of 0-" + std::to_string(max_depth) + ", got " + std::to_string(depth));
    expect(time_s >= 0, "expected a time of 0 s or more, got " + std::to_string(time_s));
    const bool limited = depth || nodes || time_s > 0;
    expect(limited || infinite, "expected a limit of depth, nodes or time_s, got none");
    expect(!limited || !infinite, "expected no limit of depth, nodes or time_s with infinite");
    return {depth, nodes, time_s};
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

}  // namespace

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

}  // namespace crownhead
