#include "queens.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& queens8_core() {
    static const CoreOf<Queens8> core;
    return core;
}

const Core& queens10_core() {
    static const CoreOf<Queens10> core;
    return core;
}

}  // namespace crownhead
