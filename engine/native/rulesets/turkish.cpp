#include "turkish.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& turkish_core() {
    static const CoreOf<Turkish> core;
    return core;
}

}  // namespace crownhead
