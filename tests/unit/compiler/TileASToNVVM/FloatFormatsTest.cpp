//===- FloatFormatsTest.cpp - Narrow codes to floats and back -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The code that the lowering writes, computed by the machine's floats, against
// the definition (interp/Semantics/FloatBits.h): every code is read; numbers
// halfway between two codes, beside them, and of any bits are rounded in every
// mode.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/FloatFormats.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/FloatBits.h"
#include "tests/unit/compiler/TileASToNVVM/NativeCode.h"
#include "gtest/gtest.h"
#include <random>

using namespace tilefuzz;
using elementary::NarrowFormat;
using elementary::Rounding;
using llvm::APFloat;
using llvm::APInt;

namespace {
template <typename Native> FloatFormat formatOf() {
  return sizeof(Native) == 4 ? &APFloat::IEEEsingle() : &APFloat::IEEEdouble();
}

struct Mode {
  Rounding written;
  RoundingMode defined;
};
constexpr Mode modes[] = {{Rounding::NearestEven, RoundingMode::NearestEven},
                          {Rounding::Zero, RoundingMode::Zero},
                          {Rounding::NegativeInf, RoundingMode::NegativeInf},
                          {Rounding::PositiveInf, RoundingMode::PositiveInf}};

template <typename Native> class Checker {
public:
  explicit Checker(const NamedFormat &row)
      : row(row), narrow(NarrowFormat::of(*row.format)) {}

  void check(Native x) {
    using Word = typename NativeCode<Native>::Word;
    NativeCode<Native> code;
    ConcreteDomain domain;
    for (const Mode &mode : modes) {
      uint64_t got = elementary::encode(code, narrow, mode.written, x);
      APInt expected =
          domain.ftof(formatOf<Native>(), row.format, mode.defined,
                      APInt(8 * sizeof(Native), llvm::bit_cast<Word>(x)));
      EXPECT_EQ(got, expected.getZExtValue())
          << row.name.str() << " of " << x << ", mode " << int(mode.written);
    }
  }
  /// The number, what is beside it, and what is halfway to its double.
  void checkAround(double x) {
    for (Native near : {Native(x), Native(-x)}) {
      check(near);
      check(std::nextafter(near, std::numeric_limits<Native>::infinity()));
      check(std::nextafter(near, -std::numeric_limits<Native>::infinity()));
    }
  }

private:
  NamedFormat row;
  NarrowFormat narrow;
};

double numberOf(const NamedFormat &row, uint64_t code) {
  ExactFloat value =
      decodeFloat(row.format, APInt(FormatInfo::of(row.format).width, code));
  if (value.isNaN())
    return std::numeric_limits<double>::quiet_NaN();
  double magnitude =
      value.isInfinite() ? std::numeric_limits<double>::infinity()
      : value.isZero()   ? 0
                         : std::ldexp(double(value.magnitude.getZExtValue()),
                                      int(value.exponent));
  return value.negative ? -magnitude : magnitude;
}

TEST(FloatFormats, EveryCodeIsRead) {
  for (const NamedFormat &row : floatFormats()) {
    FormatInfo info = FormatInfo::of(row.format);
    if (info.width > 8)
      continue;
    NarrowFormat narrow = NarrowFormat::of(*row.format);
    NativeCode<float> code;
    for (uint32_t bits = 0; bits < 1u << info.width; ++bits) {
      float got = elementary::decode(code, narrow, bits);
      double expected = numberOf(row, bits);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(got)) << row.name.str() << " " << bits;
        continue;
      }
      EXPECT_EQ(double(got), expected) << row.name.str() << " " << bits;
      EXPECT_EQ(std::signbit(got), std::signbit(expected))
          << row.name.str() << " " << bits;
    }
  }
}

TEST(FloatFormats, NumbersAreRounded) {
  std::mt19937_64 engine(3);
  for (const NamedFormat &row : floatFormats()) {
    FormatInfo info = FormatInfo::of(row.format);
    if (info.width > 19)
      continue;
    Checker<float> ofFloat(row);
    Checker<double> ofDouble(row);
    // f8E8M0FNU begins below the normal numbers of f32.
    bool takesFloat = info.hasZero;
    uint64_t codes = uint64_t(1) << info.width;
    uint64_t step = info.width > 8 ? codes / 512 + 1 : 1;
    for (uint64_t bits = 0; bits < codes; bits += step) {
      double x = numberOf(row, bits);
      double next = numberOf(row, (bits + 1) % codes);
      for (double near : {x, x + (next - x) / 2}) {
        if (takesFloat)
          ofFloat.checkAround(near);
        ofDouble.checkAround(near);
      }
    }
    for (unsigned i = 0; i < 3000; ++i) {
      if (takesFloat)
        ofFloat.check(llvm::bit_cast<float>(uint32_t(engine())));
      ofDouble.check(llvm::bit_cast<double>(engine()));
    }
  }
}
} // namespace
