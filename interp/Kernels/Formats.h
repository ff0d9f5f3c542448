//===- Formats.h - Machine floats under the formats -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For the files of this folder only. Each format has the bits of its elements
// and the machine type that its arithmetic is done in: f16 and bf16 in float,
// whose precision is at least twice theirs plus two, so that rounding +, -, *,
// / and the square root twice to nearest is rounding once (Figueroa, When is
// double rounding innocuous?, SIGNUM 30(3), 1995).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_KERNELS_FORMATS_H
#define TILEFUZZ_INTERP_KERNELS_FORMATS_H

#include "interp/Kernels/Loops.h"

namespace tilefuzz::kernels {

/// `stored` fraction bits; every NaN stored is the quiet one.
template <typename BitsT, typename RealT, unsigned stored> struct Machine {
  using Bits = BitsT;
  using Real = RealT;
  static constexpr Bits signBit = Bits(1) << (8 * sizeof(Bits) - 1);
  static constexpr Bits infinity = Bits((signBit - 1) >> stored << stored);
  static constexpr Bits quietNaN = infinity | Bits(1) << (stored - 1);

  static bool isNaN(Bits a) { return Bits(a & ~signBit) > infinity; }
  /// Subnormals become the zero of their sign.
  static Bits flush(Bits a) {
    return (a & infinity) == 0 ? Bits(a & signBit) : a;
  }
};

struct F32 : Machine<uint32_t, float, 23> {
  static float load(uint32_t a) { return bitCast<float>(a); }
  static uint32_t store(float x) {
    return x != x ? quietNaN : bitCast<uint32_t>(x);
  }
};
struct F64 : Machine<uint64_t, double, 52> {
  static double load(uint64_t a) { return bitCast<double>(a); }
  static uint64_t store(double x) {
    return x != x ? quietNaN : bitCast<uint64_t>(x);
  }
};
struct BF16 : Machine<uint16_t, float, 7> {
  static float load(uint16_t a) { return bitCast<float>(uint32_t(a) << 16); }
  static uint16_t store(float x) {
    uint32_t bits = bitCast<uint32_t>(x);
    uint16_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    return x != x ? quietNaN : rounded;
  }
};
struct F16 : Machine<uint16_t, float, 10> {
  static float load(uint16_t a) {
    uint32_t magnitude = uint32_t(a & 0x7FFF) << 13;
    uint32_t exponent = magnitude & 0x0F800000;
    // A zero field: as if it were 1, with an implicit bit that is taken off
    // again. A full field stays full.
    uint32_t normal =
        magnitude + (exponent == 0x0F800000 ? uint32_t(255 - 31) << 23
                                            : uint32_t(127 - 15) << 23);
    float subnormal = bitCast<float>(magnitude + (uint32_t(113) << 23)) -
                      bitCast<float>(uint32_t(113) << 23);
    uint32_t bits = exponent == 0 ? bitCast<uint32_t>(subnormal) : normal;
    return bitCast<float>(bits | uint32_t(a & 0x8000) << 16);
  }
  static uint16_t store(float x) {
    uint32_t bits = bitCast<uint32_t>(x);
    uint32_t sign = bits & 0x80000000;
    bits ^= sign;
    // Adding 0.5 leaves a multiple of 2^-24, rounded by the addition.
    uint32_t subnormal =
        bitCast<uint32_t>(bitCast<float>(bits) + 0.5f) - 0x3F000000;
    uint32_t normal =
        (bits - (uint32_t(127 - 15) << 23) + 0xFFF + (bits >> 13 & 1)) >> 13;
    uint32_t code = bits < 0x38800000   ? subnormal
                    : bits < 0x47800000 ? normal
                                        : uint32_t(infinity);
    code |= sign >> 16;
    return bits > 0x7F800000 ? quietNaN : uint16_t(code);
  }
};

/// Calls `make` with the format's type (default-constructed), or gives null.
template <typename F> KernelFn byFormat(FloatFormat format, F make) {
  if (format == &llvm::APFloat::IEEEsingle())
    return make(F32());
  if (format == &llvm::APFloat::IEEEdouble())
    return make(F64());
  if (format == &llvm::APFloat::IEEEhalf())
    return make(F16());
  if (format == &llvm::APFloat::BFloat())
    return make(BF16());
  return nullptr;
}

} // namespace tilefuzz::kernels

#endif // TILEFUZZ_INTERP_KERNELS_FORMATS_H
