#include "kernels.hpp"

#include <algorithm>

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define CROWNHEAD_CLONES [[gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define CROWNHEAD_CLONES
#endif

namespace crownhead {

CROWNHEAD_CLONES
void move_row(std::int16_t* __restrict out, const std::int16_t* __restrict in,
              const std::int16_t* __restrict add, const std::int16_t* __restrict sub, int width) {
    for (int block = 0; block < width; block += lane_block) {
        for (int i = block; i < block + lane_block; ++i) {
            out[i] = static_cast<std::int16_t>(in[i] + add[i] - sub[i]);
        }
    }
}

CROWNHEAD_CLONES
void remove_row(std::int16_t* __restrict out, const std::int16_t* __restrict sub, int width) {
    for (int block = 0; block < width; block += lane_block) {
        for (int i = block; i < block + lane_block; ++i) {
            out[i] = static_cast<std::int16_t>(out[i] - sub[i]);
        }
    }
}

CROWNHEAD_CLONES
void add_row(std::int16_t* __restrict out, const std::int16_t* __restrict add, int width) {
    for (int block = 0; block < width; block += lane_block) {
        for (int i = block; i < block + lane_block; ++i) {
            out[i] = static_cast<std::int16_t>(out[i] + add[i]);
        }
    }
}

// The square is the high half of a 16 by 16 bit product, and the sum a 16 by 16 to 32 bit
// multiply-add: both are single instructions on every vector unit.
CROWNHEAD_CLONES
std::int32_t squared_clipped_dot(const std::int16_t* __restrict values,
                                 const std::int16_t* __restrict weights, int width, int shift) {
    const auto top = static_cast<std::int16_t>((1 << shift) - 1);
    const auto scale = static_cast<std::uint16_t>(1 << (15 - shift));
    std::int32_t sum = 0;
    for (int block = 0; block < width; block += lane_block) {
        for (int i = block; i < block + lane_block; ++i) {
            const std::int16_t x = std::min(std::max(values[i], std::int16_t{0}), top);
            const auto half = static_cast<std::uint16_t>(static_cast<std::uint16_t>(x) * scale);
            const auto full = static_cast<std::uint16_t>(half + half);
            const auto square = static_cast<std::uint16_t>((std::uint32_t{full} * half) >> 16);
            sum += std::int32_t{static_cast<std::int16_t>(square)} * weights[i];
        }
    }
    return sum;
}

}  // namespace crownhead
