// Long calls from Python: without the GIL, and yet stopped by Ctrl-C.
#pragma once

#include <algorithm>
#include <exception>

#include "../core.hpp"
#include "../search.hpp"
#include "bindings.hpp"

namespace crownhead {

// Runs `work(interrupt, poll)` without the GIL. The calling thread takes it back every few
// milliseconds to let Python deliver signals and to report progress; an exception there (Ctrl-C
// among them) ends the work and is raised once every thread has been joined.
template <class Work>
auto interruptible(Interrupt& interrupt, const nb::object& progress, Work&& work) {
    std::exception_ptr raised;
    int reported = 0;
    const Poll poll = [&](int done) {
        nb::gil_scoped_acquire acquire;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress.is_none() && done > reported) progress(done - reported);
            reported = std::max(reported, done);
        } catch (...) {
            raised = std::current_exception();
        }
        return raised != nullptr;
    };
    auto result = [&] {
        nb::gil_scoped_release release;
        return work(interrupt, poll);
    }();
    if (raised) std::rethrow_exception(raised);
    return result;
}

}  // namespace crownhead
