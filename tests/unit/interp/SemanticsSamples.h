//===- SemanticsSamples.h - Values worth testing ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SEMANTICSSAMPLES_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SEMANTICSSAMPLES_H

#include "interp/Semantics/FloatBits.h"
#include <random>
#include <vector>

namespace tilefuzz::samples {

/// Codes of a format: all of them up to 16 bits wide; otherwise boundary
/// values (`special` below) and `random` patterns of a fixed seed.
inline std::vector<llvm::APInt> special(FloatFormat format) {
  FormatInfo info = FormatInfo::of(format);
  unsigned stored = info.precision - 1, width = info.width;
  std::vector<llvm::APInt> out;
  uint64_t fractionMask = (uint64_t(1) << stored) - 1;
  uint64_t topField = (uint64_t(1) << (width - 1 - stored)) - 1;
  uint64_t bias = info.bias();
  std::vector<uint64_t> fields = {0,
                                  1,
                                  2,
                                  bias - 2,
                                  bias - 1,
                                  bias,
                                  bias + 1,
                                  bias + 2,
                                  bias + stored,
                                  bias + stored + 1,
                                  bias - stored - 1,
                                  bias / 2,
                                  bias + bias / 2,
                                  topField - 2,
                                  topField - 1,
                                  topField};
  std::vector<uint64_t> fractions = {0,
                                     1,
                                     fractionMask,
                                     fractionMask - 1,
                                     uint64_t(1) << (stored - 1),
                                     (uint64_t(1) << (stored - 1)) - 1,
                                     (uint64_t(1) << (stored - 1)) + 1,
                                     0x243F6A8885A308D3u & fractionMask};
  for (uint64_t sign : {0, 1})
    for (uint64_t field : fields)
      for (uint64_t fraction : fractions)
        out.push_back(llvm::APInt(width, sign << (width - 1) |
                                             (field & topField) << stored |
                                             (fraction & fractionMask)));
  return out;
}

inline std::vector<llvm::APInt> codes(FloatFormat format, unsigned random,
                                      unsigned exhaustiveWidth = 16) {
  unsigned width = FormatInfo::of(format).width;
  std::vector<llvm::APInt> out;
  if (width <= exhaustiveWidth) {
    for (uint64_t code = 0; code < uint64_t(1) << width; ++code)
      out.push_back(llvm::APInt(width, code));
    return out;
  }
  out = special(format);
  std::mt19937_64 generator(width);
  FormatInfo info = FormatInfo::of(format);
  for (unsigned i = 0; i < random; ++i) {
    uint64_t code = generator();
    if (i & 1) { // Half of them within 2^-16 and 2^16.
      uint64_t field = uint64_t(info.bias()) - 16 + generator() % 32;
      code = (code & ((uint64_t(1) << (info.precision - 1)) - 1)) |
             field << (info.precision - 1) | (generator() & 1) << (width - 1);
    }
    out.push_back(llvm::APInt(width, code, false, /*implicitTrunc=*/true));
  }
  return out;
}

/// Boundary and random integers of `width` bits.
inline std::vector<uint64_t> integers(unsigned width, unsigned random = 2000) {
  std::vector<uint64_t> out;
  for (unsigned bit = 0; bit < width; ++bit)
    for (int delta : {-2, -1, 0, 1, 2}) {
      out.push_back((uint64_t(1) << bit) + delta);
      out.push_back(-((uint64_t(1) << bit) + delta));
    }
  std::mt19937_64 generator(width);
  for (unsigned i = 0; i < random; ++i)
    out.push_back(generator() >> (generator() % width));
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  for (uint64_t &n : out)
    n &= mask;
  return out;
}

} // namespace tilefuzz::samples

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SEMANTICSSAMPLES_H
