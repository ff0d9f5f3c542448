//===- NativeFormat.h - Float formats in machine words ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What interp/Semantics/FloatBits.h does with APInts, in 64-bit words: values
// of every format as doubles, which hold them exactly, and doubles rounded to
// every format. A double that is itself rounded is rounded to odd: inexact
// results have an odd last digit, so that rounding them again, to a format
// whose precision is smaller by two or more, gives what rounding the exact
// value once gives (Boldo and Melquiond, Emulation of FMA and correctly rounded
// sums: proved algorithms using rounding to odd, IEEE TC 57(4), 2008).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_KERNELS_NATIVEFORMAT_H
#define TILEFUZZ_INTERP_KERNELS_NATIVEFORMAT_H

#include "interp/Semantics/FloatBits.h"
#include <cmath>
#include <cstring>

namespace tilefuzz {

struct NativeFormat {
  FloatFormat format;
  FormatInfo info;
  /// Codes: of the largest finite value, of what lies beyond it, of NaN.
  uint64_t largest, overflow, nan;
  /// Of formats of up to 8 bits, the value of every code.
  double values[256];
};

/// `format` must be one of floatFormats().
const NativeFormat &nativeFormat(FloatFormat format);

/// NaNs of any kind become NaN.
double toDouble(const NativeFormat &format, uint64_t bits);

/// As encodeFloat (FloatBits.h). `value` is exact or rounded to odd.
uint64_t fromDouble(const NativeFormat &format, double value, RoundingMode mode,
                    Saturation saturation = Saturation::None);

//===----------------------------------------------------------------------===//
// Arithmetic rounded to odd
//===----------------------------------------------------------------------===//

/// `rounded` is the nearest double to rounded + error; finite or not.
inline double toOdd(double rounded, double error) {
  uint64_t bits;
  std::memcpy(&bits, &rounded, sizeof(bits));
  // An odd last digit is right already: the exact value is not representable,
  // and this is one of its neighbours.
  if (error == 0 || (bits & 1) || !(error - error == 0))
    return rounded;
  bits += (error < 0) == (rounded < 0) ? 1 : -1;
  std::memcpy(&rounded, &bits, sizeof(bits));
  return rounded;
}
/// No overflow, no underflow: operands are of formats of up to 32 bits, or
/// their products.
inline double addToOdd(double a, double b) {
  double sum = a + b;
  double part = sum - a;
  double error = (a - (sum - part)) + (b - part); // Knuth's TwoSum.
  return toOdd(sum, error);
}
/// Operands are of formats of up to 32 bits.
inline double divideToOdd(double a, double b) {
  double quotient = a / b;
  // Its sign: fma is exact here but for its own rounding, which keeps signs.
  double rest = std::fma(-quotient, b, a);
  return toOdd(quotient, b < 0 ? -rest : rest);
}
inline double rootToOdd(double a) {
  double root = std::sqrt(a);
  return toOdd(root, std::fma(-root, root, a));
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_KERNELS_NATIVEFORMAT_H
