#include "pool.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& pool_core() {
    static const CoreOf<Pool> core;
    return core;
}

}  // namespace crownhead
