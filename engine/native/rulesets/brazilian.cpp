#include "brazilian.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& brazilian_core() {
    static const CoreOf<Brazilian> core;
    return core;
}

}  // namespace crownhead
