// What the binding files share: one register function for each concept.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace crownhead {

void bind_rules(nb::module_& m);
void bind_replay(nb::module_& m);
void bind_endgames(nb::module_& m);
void bind_evaluators(nb::module_& m);
void bind_search(nb::module_& m);
void bind_games(nb::module_& m);
void bind_env(nb::module_& m);

}  // namespace crownhead
