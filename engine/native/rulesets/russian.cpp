#include "russian.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& russian_core() {
    static const CoreOf<Russian> core;
    return core;
}

}  // namespace crownhead
