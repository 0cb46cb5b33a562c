#include "thai.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& thai_core() {
    static const CoreOf<Thai> core;
    return core;
}

}  // namespace crownhead
