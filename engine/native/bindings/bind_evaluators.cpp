// Evaluators: their weights and features as arrays, and the scores they give.

#include "checks.hpp"

namespace crownhead {
namespace {

using namespace nb::literals;

template <class T, class... Shape>
using Input = nb::ndarray<const T, nb::numpy, nb::c_contig, nb::device::cpu, Shape...>;

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

}  // namespace

void bind_evaluators(nb::module_& m) {
    m.attr("WIN") = win;
    m.attr("WIN_BOUND") = win_bound;
    m.attr("EXPECTED_WIN") = expected_win;
    m.attr("STATIC_BOUND") = static_bound;
    m.attr("NO_SCORE") = static_cast<int>(no_score);
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

}  // namespace crownhead
