// The network's inner loops over int16 lanes. Each is compiled twice where the platform can pick
// a version at load time (glibc on x86-64): for AVX2 machines and for the baseline.
#pragma once

#include <cstdint>

namespace crownhead {

// Widths are multiples of this.
inline constexpr int lane_block = 32;

// out = in + add - sub, a row each.
void move_row(std::int16_t* out, const std::int16_t* in, const std::int16_t* add,
              const std::int16_t* sub, int width);
// out -= sub / out += add.
void remove_row(std::int16_t* out, const std::int16_t* sub, int width);
void add_row(std::int16_t* out, const std::int16_t* add, int width);

// Sum of clamp(a, 0, 1)^2 * weight: `values` in units of 2^-shift, squares in units of 2^-15.
std::int32_t squared_clipped_dot(const std::int16_t* values, const std::int16_t* weights, int width,
                                 int shift);

}  // namespace crownhead
