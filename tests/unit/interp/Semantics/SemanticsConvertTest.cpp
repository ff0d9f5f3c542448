//===- SemanticsConvertTest.cpp - Conversions against other definitions ---===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Floats of every format are decoded here by the formulas of their
// specifications in double, which holds all of them exactly, and rounded with
// the machine's rounding functions. APFloat and the machine's own conversions
// are further references.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/Convert.h"
#include "tests/unit/interp/SemanticsSamples.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cfenv>
#include <cmath>

using namespace tilefuzz;
using namespace tilefuzz::semantics;
using namespace tilefuzz::samples;
using llvm::APFloat;
using llvm::APInt;

static ConcreteDomain d;
static const RoundingMode allModes[] = {
    RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf,
    RoundingMode::PositiveInf, RoundingMode::NearestAway};

namespace {
/// A format as its specification gives it: exponent and fraction bits, bias,
/// and which codes are special.
struct Layout {
  const char *name;
  int exponentBits, fractionBits, bias;
  enum { Ieee, OnlyAllOnesNaN, NoSpecials, ScaleOnly } specials;
};
} // namespace
static const Layout layouts[] = {
    {"f16", 5, 10, 15, Layout::Ieee},
    {"bf16", 8, 7, 127, Layout::Ieee},
    {"tf32", 8, 10, 127, Layout::Ieee},
    {"f32", 8, 23, 127, Layout::Ieee},
    {"f64", 11, 52, 1023, Layout::Ieee},
    {"f8E4M3FN", 4, 3, 7, Layout::OnlyAllOnesNaN},
    {"f8E5M2", 5, 2, 15, Layout::Ieee},
    {"f8E8M0FNU", 8, 0, 127, Layout::ScaleOnly},
    {"f4E2M1FN", 2, 1, 1, Layout::NoSpecials},
};

/// The value of a code by the specification's formula.
static double valueOf(const Layout &l, uint64_t code) {
  if (l.specials == Layout::ScaleOnly)
    return code == 255 ? NAN : std::ldexp(1.0, int(code) - 127);
  int64_t field = (code >> l.fractionBits) & ((1 << l.exponentBits) - 1);
  uint64_t fraction = code & ((uint64_t(1) << l.fractionBits) - 1);
  bool negative = (code >> (l.exponentBits + l.fractionBits)) & 1;
  double magnitude;
  bool top = field == (1 << l.exponentBits) - 1;
  if (l.specials == Layout::Ieee && top)
    magnitude = fraction ? NAN : INFINITY;
  else if (l.specials == Layout::OnlyAllOnesNaN && top && fraction == 7)
    magnitude = NAN;
  else if (field == 0)
    magnitude = std::ldexp(double(fraction), 1 - l.bias - l.fractionBits);
  else
    magnitude = std::ldexp(double(fraction + (uint64_t(1) << l.fractionBits)),
                           int(field) - l.bias - l.fractionBits);
  return negative ? -magnitude : magnitude;
}

static APInt fromDouble(double x) {
  return APInt(64, llvm::bit_cast<uint64_t>(x));
}
static FloatFormat f64 = &APFloat::IEEEdouble();

TEST(SemanticsConvert, EveryNarrowCodeDecodesAsSpecified) {
  for (const Layout &l : layouts) {
    FloatFormat format = formatByName(l.name);
    ASSERT_NE(format, nullptr) << l.name;
    unsigned width = FormatInfo::of(format).width;
    for (const APInt &code : codes(format, 5000)) {
      double expected = valueOf(l, code.getZExtValue());
      APInt wide = ftof(d, format, f64, RoundingMode::NearestEven, code);
      if (std::isnan(expected))
        ASSERT_EQ(wide, canonicalNaN(f64)) << l.name;
      else
        ASSERT_EQ(wide, fromDouble(expected))
            << l.name << ' ' << code.getZExtValue();
      if (std::isnan(expected))
        continue;
      // And back, whatever the rounding: every code is its own nearest.
      for (RoundingMode mode : allModes)
        ASSERT_EQ(ftof(d, f64, format, mode, wide), code)
            << l.name << " width " << width;
    }
  }
}

/// Rounds in units of the last place with the machine's own rounding
/// functions; the binades go on above the largest, as IEEE 754 defines
/// overflow.
static double byHand(const Layout &l, double x, RoundingMode mode,
                     Saturation saturation, double largest) {
  int precision = l.fractionBits + 1;
  int exponent;
  std::frexp(x, &exponent); // |x| in [2^(exponent-1), 2^exponent)
  int smallest = 1 - l.bias - l.fractionBits;
  if (l.specials == Layout::ScaleOnly)
    smallest = -127;
  int unit = std::max(exponent - precision, smallest);
  double scaled = std::ldexp(x, -unit), rounded = 0;
  switch (mode) {
  case RoundingMode::NearestEven:
    rounded = std::nearbyint(scaled);
    break;
  case RoundingMode::Zero:
    rounded = std::trunc(scaled);
    break;
  case RoundingMode::NegativeInf:
    rounded = std::floor(scaled);
    break;
  case RoundingMode::PositiveInf:
    rounded = std::ceil(scaled);
    break;
  case RoundingMode::NearestAway:
    rounded = std::round(scaled);
    break;
  }
  double result = std::ldexp(rounded, unit);
  if (std::fabs(result) <= largest)
    return result;
  bool inward = mode == RoundingMode::Zero ||
                (mode == RoundingMode::NegativeInf && x > 0) ||
                (mode == RoundingMode::PositiveInf && x < 0);
  if (inward || saturation == Saturation::Finite ||
      l.specials == Layout::NoSpecials)
    return std::copysign(largest, x);
  return l.specials == Layout::Ieee ? std::copysign(INFINITY, x) : NAN;
}

TEST(SemanticsConvert, RoundsToNarrowFormatsInEveryModeAndSaturation) {
  const double largest[] = {65504,          0x1.FEp127, 0x1.FFCp127,
                            0x1.FFFFFEp127, 0,          448,
                            57344,          0x1p127,    6};
  unsigned row = 0;
  for (const Layout &l : layouts) {
    double most = largest[row++];
    if (!most)
      continue; // f64 is where the samples come from.
    FloatFormat to = formatByName(l.name);
    std::vector<APInt> inputs = codes(f64, 3000);
    // Every value of the format, every midpoint, and the doubles around both.
    double previous = 0;
    for (const APInt &code : codes(to, 3000)) {
      double x = valueOf(l, code.getZExtValue());
      if (!std::isfinite(x))
        continue;
      for (double y : {x, (x + previous) / 2, x * 1.0625, x * 0.96875})
        for (double z :
             {y, std::nextafter(y, INFINITY), std::nextafter(y, -INFINITY), -y})
          inputs.push_back(fromDouble(z));
      previous = x;
    }
    for (const APInt &input : inputs) {
      double x = llvm::bit_cast<double>(input.getZExtValue());
      for (RoundingMode mode : allModes)
        for (Saturation saturation : {Saturation::None, Saturation::Finite}) {
          APInt got = ftof(d, f64, to, mode, saturation, input);
          double value = valueOf(l, got.getZExtValue());
          double expected;
          bool scale = l.specials == Layout::ScaleOnly;
          if (std::isnan(x))
            expected = l.specials == Layout::NoSpecials ? 6 : NAN;
          else if (scale && x < 0)
            expected = NAN;
          else if (scale && x == 0)
            expected = 0x1p-127;
          else if (std::isinf(x))
            expected = saturation == Saturation::Finite ||
                               l.specials == Layout::NoSpecials
                           ? std::copysign(most, x)
                       : l.specials == Layout::Ieee ? x
                                                    : NAN;
          else if (x == 0)
            expected = x;
          else
            expected = byHand(l, x, mode, saturation, most);
          if (scale && expected == 0)
            expected = 0x1p-127;
          if (std::isnan(expected)) {
            ASSERT_EQ(got, canonicalNaN(to)) << l.name << ' ' << x;
          } else {
            ASSERT_EQ(value, expected)
                << l.name << ' ' << x << " mode " << int(mode);
            ASSERT_EQ(std::signbit(value), std::signbit(expected))
                << l.name << ' ' << x << " mode " << int(mode);
          }
        }
    }
  }
}

TEST(SemanticsConvert, BetweenAllFormatsAsAPFloat) {
  for (const NamedFormat &from : floatFormats())
    for (const NamedFormat &to : floatFormats()) {
      // APFloat has no zero, and no NaN, to give there.
      if (to.name == "f8E8M0FNU" || to.name == "f4E2M1FN")
        continue;
      for (const APInt &code : codes(from.format, 600))
        for (RoundingMode mode : allModes) {
          APFloat x(*from.format, code);
          // APFloat rounds f8E4M3FN overflow to NaN in every mode.
          APInt got = ftof(d, from.format, to.format, mode, code);
          bool lossy;
          APFloat::opStatus status =
              x.convert(*to.format, ConcreteDomain::mode(mode), &lossy);
          if (to.name == "f8E4M3FN" && (status & APFloat::opOverflow))
            continue;
          APInt expected =
              x.isNaN() ? canonicalNaN(to.format) : x.bitcastToAPInt();
          ASSERT_EQ(got, expected)
              << from.name.str() << " -> " << to.name.str() << ' '
              << code.getZExtValue() << " mode " << int(mode);
        }
    }
}

TEST(SemanticsConvert, IntegersAndFloats) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  const int native[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  // The machine has no ties away from zero.
  for (RoundingMode mode : llvm::ArrayRef(allModes).drop_back())
    for (uint64_t n : integers(64)) {
      std::fesetround(native[int(mode)]);
      volatile uint64_t u = n;
      volatile int64_t s = int64_t(n);
      volatile float uf = float(u), sf = float(s);
      volatile double ud = double(u), sd = double(s);
      std::fesetround(FE_TONEAREST);
      auto bits = [](float x) { return llvm::bit_cast<uint32_t>(x); };
      APInt a(64, n);
      ASSERT_EQ(itof(d, f32, mode, a, ReadAs::Unsigned), bits(uf)) << n;
      ASSERT_EQ(itof(d, f32, mode, a, ReadAs::Signed), bits(sf)) << n;
      ASSERT_EQ(itof(d, f64, mode, a, ReadAs::Unsigned), fromDouble(ud)) << n;
      ASSERT_EQ(itof(d, f64, mode, a, ReadAs::Signed), fromDouble(sd)) << n;
    }
  // All 16-bit integers to narrow floats: through double, which is exact.
  for (const Layout &l : layouts) {
    FloatFormat to = formatByName(l.name);
    for (int n = 0; n < 65536; ++n) {
      APInt a(16, n);
      for (ReadAs read : {ReadAs::Signed, ReadAs::Unsigned}) {
        double exact = read == ReadAs::Signed ? double(int16_t(n)) : n;
        ASSERT_EQ(
            itof(d, to, RoundingMode::NearestEven, a, read),
            ftof(d, f64, to, RoundingMode::NearestEven, fromDouble(exact)));
      }
    }
  }
  APInt one(1, 1);
  EXPECT_EQ(itof(d, f32, RoundingMode::NearestEven, one, ReadAs::Signed),
            0xBF800000u);
  EXPECT_EQ(itof(d, f32, RoundingMode::NearestEven, one, ReadAs::Unsigned),
            0x3F800000u);
}

TEST(SemanticsConvert, FloatsToIntegersAndTheirRange) {
  for (const Layout &l : layouts) {
    FloatFormat from = formatByName(l.name);
    for (const APInt &code : codes(from, 5000)) {
      double whole = std::trunc(valueOf(l, code.getZExtValue()));
      for (unsigned width : {1u, 8u, 16u, 32u, 64u})
        for (ReadAs read : {ReadAs::Signed, ReadAs::Unsigned}) {
          bool isSigned = read == ReadAs::Signed;
          double low = isSigned ? -std::ldexp(1, int(width) - 1) : 0;
          double high = std::ldexp(1, int(width) - isSigned); // Excluded.
          bool inRange = whole >= low && whole < high;
          Result<ConcreteDomain> r = ftoi(d, from, width, read, code);
          ASSERT_EQ(r.undefined, !inRange) << l.name << ' ' << whole;
          if (!inRange)
            continue;
          uint64_t expected =
              whole < 0 ? uint64_t(int64_t(whole)) : uint64_t(whole);
          ASSERT_EQ(r.value, APInt(64, expected).trunc(width)) << whole;
        }
    }
  }
}

TEST(SemanticsConvert, PackIsLittleEndianFirstElementLowest) {
  auto bytesOf = [](std::vector<APInt> elements) {
    std::vector<unsigned> bytes;
    for (const APInt &byte : pack<ConcreteDomain>(d, elements)) {
      EXPECT_EQ(byte.getBitWidth(), 8u);
      bytes.push_back(byte.getZExtValue());
    }
    auto back = unpack<ConcreteDomain>(d, pack<ConcreteDomain>(d, elements),
                                       elements.front().getBitWidth());
    EXPECT_TRUE(llvm::ArrayRef(back) == llvm::ArrayRef(elements));
    return bytes;
  };
  using Bytes = std::vector<unsigned>;
  EXPECT_EQ(bytesOf({APInt(16, 0x1234), APInt(16, 0xABCD)}),
            (Bytes{0x34, 0x12, 0xCD, 0xAB}));
  EXPECT_EQ(bytesOf({APInt(4, 0x1), APInt(4, 0xF)}), (Bytes{0xF1}));
  std::vector<APInt> flags(8, APInt(1, 0));
  flags[1] = flags[7] = APInt(1, 1);
  EXPECT_EQ(bytesOf(flags), (Bytes{0x82}));
  // tf32 1.0 is 0x1FC00 in 19 bits and 0x3F800000 as f32.
  EXPECT_EQ(bytesOf({APInt(19, 0x1FC00)}), (Bytes{0, 0, 0x80, 0x3F}));
  EXPECT_EQ(bytesOf({APInt(64, 0x0102030405060708)}),
            (Bytes{8, 7, 6, 5, 4, 3, 2, 1}));
}
