// An evaluator named at run time: a ruleset and the weights of one of the two kinds.
#pragma once

#include <memory>
#include <variant>

#include "core.hpp"
#include "handcrafted.hpp"
#include "network.hpp"

namespace crownhead {

struct AnyEvaluator {
    const Core* core;
    std::variant<HandcraftedWeights, std::shared_ptr<const NetworkWeights>> weights;
};

}  // namespace crownhead
