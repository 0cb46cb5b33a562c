// Draughts as an environment for other learners: many games in step, moves as numbers.

#include "../any_batch.hpp"
#include "checks.hpp"

namespace crownhead {
namespace {

using namespace nb::literals;

// A view of one of the batch's own arrays: it changes with the batch, and keeps it alive.
template <class T, auto Column, int Dimensions = 1>
void column(nb::class_<AnyBatch>& c, const char* name, const char* dtype, const char* doc) {
    const std::string sig =
        "def " + std::string(name) + "(self, /) -> numpy.typing.NDArray[numpy." + dtype + "]";
    c.def_prop_ro(
        name,
        [](nb::handle self) {
            const auto& batch = nb::cast<const AnyBatch&>(self);
            const auto& values = batch.arrays().*Column;
            const std::size_t games = batch.arrays().turns.size();
            const std::size_t squares = static_cast<std::size_t>(batch.core().squares());
            const std::size_t each = values.size() / games;
            std::vector<std::size_t> shape{games};
            if (Dimensions == 3) shape.push_back(each / squares);
            if (Dimensions > 1) shape.push_back(Dimensions == 3 ? squares : each);
            static_assert(sizeof(T) == sizeof(values[0]));
            return nb::cast(nb::ndarray<nb::numpy, const T>(
                reinterpret_cast<const T*>(values.data()), shape.size(), shape.data(), self));
        },
        nb::sig(sig.c_str()), doc);
}

// One call at a time; another thread's is refused.
class Alone {
public:
    explicit Alone(AnyBatch& batch) : batch_(batch) {
        if (batch.busy.exchange(true)) throw std::runtime_error("another thread uses this batch");
    }
    ~Alone() { batch_.busy = false; }

private:
    AnyBatch& batch_;
};

using ActionArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::shared_ptr<AnyBatch> make_batch(const std::string& ruleset, int games, std::uint64_t seed,
                                     const std::vector<AnyPosition>& starts,
                                     std::pair<int, int> random_plies, int ply_cap, bool auto_reset,
                                     int threads) {
    const Core& core = core_named(ruleset);
    expect(games >= 1, "expected 1 game or more, got " + std::to_string(games));
    expect(threads >= 1, "expected 1 thread or more, got " + std::to_string(threads));
    expect(ply_cap >= 0, "expected a ply cap of 0 or more, got " + std::to_string(ply_cap));
    expect(0 <= random_plies.first && random_plies.first <= random_plies.second,
           "expected random plies as 0 <= least <= most, got " +
               std::to_string(random_plies.first) + " and " + std::to_string(random_plies.second));
    for (const AnyPosition& p : starts) {
        expect(p.core == &core, "expected starts of ruleset '" + std::string(core.rules().name) +
                                    "', got one of '" + std::string(p.core->rules().name) + "'");
    }
    const BatchSettings settings{
        games,   seed,       starts, {random_plies.first, random_plies.second},
        ply_cap, auto_reset, threads};
    const nb::gil_scoped_release release;
    return core.batch(settings);
}

void step(AnyBatch& batch, const ActionArray& actions) {
    const std::size_t games = batch.arrays().turns.size();
    expect(actions.shape(0) == games, "expected " + std::to_string(games) + " actions, got " +
                                          std::to_string(actions.shape(0)));
    const Alone alone(batch);
    const nb::gil_scoped_release release;
    batch.step(actions.data());
}

nb::object sample(AnyBatch& batch) {
    const std::size_t games = batch.arrays().turns.size();
    auto* data = new std::int64_t[games];
    nb::capsule owner(data, [](void* q) noexcept { delete[] static_cast<std::int64_t*>(q); });
    {
        const Alone alone(batch);
        const nb::gil_scoped_release release;
        batch.sample(data);
    }
    return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(data, {games}, owner));
}

void bind_columns(nb::class_<AnyBatch>& batch) {
    using A = BatchArrays;
    column<std::uint8_t, &A::observations, 3>(
        batch, "observations", "uint8",
        "[B, planes, squares] as the side to move sees it; see observation_planes.");
    column<std::uint8_t, &A::final_observations, 3>(
        batch, "final_observations", "uint8",
        "[B, planes, squares] of the last position of games that have just ended and begun anew.");
    column<bool, &A::action_mask, 2>(
        batch, "action_mask", "bool_",
        "[B, actions] which actions are legal; none where a game is over.");
    column<std::uint8_t, &A::turns>(batch, "turns", "uint8", "[B] values of Colour.");
    column<std::int32_t, &A::plies>(batch, "plies", "int32", "[B] played in the game so far.");
    column<float, &A::rewards>(
        batch, "rewards", "float32",
        "[B] 1 where the side that has just moved has won by it, -1 where it has lost, else 0.");
    column<bool, &A::terminated>(batch, "terminated", "bool_",
                                 "[B] where the game has ended by its rules.");
    column<bool, &A::truncated>(batch, "truncated", "bool_",
                                "[B] where it was stopped at the ply cap.");
    column<std::int8_t, &A::reasons>(batch, "reasons", "int8",
                                     "[B] values of Reason where the game has ended, else -1.");
}

}  // namespace

void bind_env(nb::module_& m) {
    nb::class_<AnyBatch> batch(
        m, "GameBatch",
        "Many games in step. The arrays are views that change with each step. RuntimeError for a "
        "call while another thread's is at work.");
    batch.def_static(
        "make", &make_batch, "ruleset"_a, "games"_a, nb::kw_only(), "seed"_a,
        "starts"_a = std::vector<AnyPosition>{}, "random_plies"_a = std::pair(0, 0),
        "ply_cap"_a = Adjudication{}.ply_cap, "auto_reset"_a = true, "threads"_a = 1,
        "Begin games, each at one of the starts (the ruleset's where there are none) and after a "
        "number of random plies between two bounds; ValueError for starts of another ruleset or "
        "that are over.");
    bind_columns(batch);
    batch
        .def(
            "reset",
            [](AnyBatch& b, std::optional<std::uint64_t> seed) {
                const Alone alone(b);
                const nb::gil_scoped_release release;
                b.reset(seed);
            },
            "seed"_a = nb::none(), "Begin all games anew; with a seed, as a new batch would.")
        .def("step", &step, "actions"_a,
             "Play [B] actions; ValueError, and nothing is played, where one is illegal. A game "
             "that is over stays as it is. Runs without the GIL.")
        .def("sample", &sample, nb::sig("def sample(self) -> numpy.typing.NDArray[numpy.int64]"),
             "Draw a legal action for each game, all equally likely; 0 where it is over.")
        .def(
            "position",
            [](const AnyBatch& b, int game) {
                const auto games = static_cast<int>(b.arrays().turns.size());
                expect(0 <= game && game < games, "expected a game 0-" + std::to_string(games - 1) +
                                                      ", got " + std::to_string(game));
                return b.position(game);
            },
            "game"_a, "Return the position of a game.")
        .def("__len__", [](const AnyBatch& b) { return b.arrays().turns.size(); });
    m.def(
        "action_count", [](const std::string& name) { return core_named(name).action_count(); },
        "ruleset"_a, "Return how many actions there are: the outputs that a policy needs.");
    m.def(
        "actions", [](const AnyPosition& p) { return p.core->actions(p); }, "position"_a,
        "Return the action of each of the legal moves, in their order.");
    m.def(
        "observation_planes",
        [](const std::string& name) {
            std::vector<std::pair<std::string, int>> planes;
            for (const PlaneFacts& plane : core_named(name).observation_planes()) {
                planes.emplace_back(plane.name, plane.greatest);
            }
            return planes;
        },
        "ruleset"_a, "Return what each plane of an observation holds, and its greatest value.");
}

}  // namespace crownhead
