//===- SemanticsTest.cpp - Scalar meaning against independent formulas ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Integers: every pair of 8-bit values against arithmetic in int. Floats: the
// machine's own IEEE arithmetic.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Atomic.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/Float.h"
#include "tests/unit/interp/SemanticsSamples.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cfenv>
#include <cmath>
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::semantics;
using llvm::APInt;

static ConcreteDomain d;
static APInt i8(int value) { return APInt(8, uint8_t(value)); }

/// Calls `check(a, b)` for all pairs of 8-bit patterns.
template <typename F> static void forAllPairs(F check) {
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      check(a, b);
      if (::testing::Test::HasFailure())
        return;
    }
}

TEST(Semantics, WrappingOperationsAndTheirPromises) {
  forAllPairs([](int a, int b) {
    int sa = int8_t(a), sb = int8_t(b);
    auto check = [&](auto op, int exactSigned, int exactUnsigned) {
      for (WrapPromise promise :
           {WrapPromise::None, WrapPromise::NoSigned, WrapPromise::NoUnsigned,
            WrapPromise::Neither}) {
        Result<ConcreteDomain> r = op(d, i8(a), i8(b), promise);
        bool wrapsSigned = exactSigned < -128 || exactSigned > 127;
        bool wrapsUnsigned = exactUnsigned < 0 || exactUnsigned > 255;
        bool undefined = ((unsigned(promise) & 1) && wrapsSigned) ||
                         ((unsigned(promise) & 2) && wrapsUnsigned);
        ASSERT_EQ(r.undefined, undefined) << a << ' ' << b;
        ASSERT_EQ(r.value.getZExtValue(), uint8_t(exactUnsigned));
      }
    };
    check(addi<ConcreteDomain>, sa + sb, a + b);
    check(subi<ConcreteDomain>, sa - sb, a - b);
    check(muli<ConcreteDomain>, sa * sb, a * b);
  });
}

TEST(Semantics, ShiftsByAnyAmount) {
  forAllPairs([](int a, int b) {
    int amount = std::min(b, 31);
    ASSERT_EQ(shli(d, i8(a), i8(b), WrapPromise::None).value.getZExtValue(),
              uint8_t(b > 7 ? 0 : a << amount));
    ASSERT_EQ(shri(d, i8(a), i8(b), ReadAs::Unsigned).value.getZExtValue(),
              uint8_t(a >> amount));
    ASSERT_EQ(shri(d, i8(a), i8(b), ReadAs::Signed).value.getSExtValue(),
              int8_t(a) >> amount);
    // The promise holds exactly if a * 2^b is representable.
    double exact = std::ldexp(double(a), b);
    ASSERT_EQ(shli(d, i8(a), i8(b), WrapPromise::NoUnsigned).undefined,
              exact > 255)
        << a << ' ' << b;
    exact = std::ldexp(double(int8_t(a)), b);
    ASSERT_EQ(shli(d, i8(a), i8(b), WrapPromise::NoSigned).undefined,
              exact > 127 || exact < -128)
        << a << ' ' << b;
  });
}

TEST(Semantics, DivisionInEveryRounding) {
  forAllPairs([](int a, int b) {
    int sa = int8_t(a), sb = int8_t(b);
    auto check = [&](ReadAs read, RoundingMode mode, int x, int y,
                     bool overflow, double (*round)(double)) {
      Result<ConcreteDomain> r = divi(d, i8(a), i8(b), read, mode);
      ASSERT_EQ(r.undefined, y == 0 || overflow);
      if (!r.undefined) {
        ASSERT_EQ(r.value.getZExtValue(), uint8_t(int(round(double(x) / y))))
            << x << ' ' << y;
      }
    };
    bool overflow = sa == -128 && sb == -1;
    check(ReadAs::Unsigned, RoundingMode::Zero, a, b, false, std::trunc);
    check(ReadAs::Unsigned, RoundingMode::PositiveInf, a, b, false, std::ceil);
    check(ReadAs::Signed, RoundingMode::Zero, sa, sb, overflow, std::trunc);
    check(ReadAs::Signed, RoundingMode::NegativeInf, sa, sb, overflow,
          std::floor);
    check(ReadAs::Signed, RoundingMode::PositiveInf, sa, sb, overflow,
          std::ceil);
    Result<ConcreteDomain> rem = remi(d, i8(a), i8(b), ReadAs::Signed);
    ASSERT_EQ(rem.undefined, b == 0);
    if (b != 0) {
      ASSERT_EQ(rem.value.getSExtValue(), sa % sb);
      ASSERT_EQ(remi(d, i8(a), i8(b), ReadAs::Unsigned).value, unsigned(a % b));
    }
  });
}

TEST(Semantics, HighProductsMagnitudesNegations) {
  forAllPairs([](int a, int b) {
    ASSERT_EQ(mulhii(d, i8(a), i8(b)).value, unsigned(a * b) >> 8);
  });
  for (int a = -128; a < 128; ++a) {
    ASSERT_EQ(absi(d, i8(a)).value, unsigned(std::abs(a)));
    for (WrapPromise promise :
         {WrapPromise::None, WrapPromise::NoSigned, WrapPromise::Neither}) {
      Result<ConcreteDomain> r = negi(d, i8(a), promise);
      ASSERT_EQ(r.value, uint8_t(-a));
      ASSERT_EQ(r.undefined, a == -128 && promise != WrapPromise::None);
    }
  }
  // One bit: -1 is its own negation, and its magnitude is 1 read unsigned.
  APInt one(1, 1);
  EXPECT_EQ(absi(d, one).value, 1u);
  EXPECT_TRUE(negi(d, one, WrapPromise::NoSigned).undefined);
  EXPECT_EQ(mulhii(d, one, one).value, 0u);
  std::vector<uint64_t> values = samples::integers(64, 200);
  for (uint64_t a : values)
    for (uint64_t b : values) {
      using Wide = unsigned __int128;
      ASSERT_EQ(mulhii(d, APInt(64, a), APInt(64, b)).value,
                uint64_t(Wide(a) * b >> 64));
      ASSERT_EQ(mulhii(d, APInt(32, uint32_t(a)), APInt(32, uint32_t(b))).value,
                uint64_t(uint32_t(a)) * uint32_t(b) >> 32);
    }
}

/// Widths of the dialect, 4 among them; values of up to 16 bits exhaustively.
TEST(Semantics, ExtensionsAndTruncationsOfEveryWidth) {
  const unsigned widths[] = {1, 4, 8, 16, 32, 64};
  for (unsigned wide : widths)
    for (unsigned narrow : widths) {
      if (narrow >= wide)
        continue;
      auto values = [](unsigned width) {
        if (width > 16)
          return samples::integers(width);
        std::vector<uint64_t> all;
        for (uint64_t n = 0; n < uint64_t(1) << width; ++n)
          all.push_back(n);
        return all;
      };
      for (uint64_t n : values(narrow)) {
        // Shifting up to 64 bits and back reads the sign.
        int64_t asSigned = int64_t(n << (64 - narrow)) >> (64 - narrow);
        uint64_t mask = ~uint64_t(0) >> (64 - wide);
        APInt a(narrow, n);
        ASSERT_EQ(exti(d, a, wide, ReadAs::Unsigned).value, n);
        ASSERT_EQ(exti(d, a, wide, ReadAs::Signed).value,
                  uint64_t(asSigned) & mask);
      }
      for (uint64_t n : values(wide)) {
        uint64_t kept = n & ~uint64_t(0) >> (64 - narrow);
        int64_t whole = int64_t(n << (64 - wide)) >> (64 - wide);
        bool fitsSigned = whole >= -(int64_t(1) << (narrow - 1)) &&
                          whole < int64_t(1) << (narrow - 1);
        bool fitsUnsigned = n == kept;
        for (unsigned promise = 0; promise < 4; ++promise) {
          Result<ConcreteDomain> r =
              trunci(d, APInt(wide, n), narrow, WrapPromise(promise));
          ASSERT_EQ(r.value, kept);
          ASSERT_EQ(r.undefined, ((promise & 1) && !fitsSigned) ||
                                     ((promise & 2) && !fitsUnsigned))
              << n << " to i" << narrow;
        }
      }
    }
}

TEST(Semantics, ComparisonsMinimumMaximum) {
  forAllPairs([](int a, int b) {
    int sa = int8_t(a), sb = int8_t(b);
    for (ReadAs read : {ReadAs::Unsigned, ReadAs::Signed}) {
      int x = read == ReadAs::Signed ? sa : a,
          y = read == ReadAs::Signed ? sb : b;
      const bool expected[] = {x == y, x != y, x<y, x <= y, x> y, x >= y};
      for (int relation = 0; relation < 6; ++relation)
        ASSERT_EQ(cmpi(d, Relation(relation), i8(a), i8(b), read),
                  expected[relation]);
      ASSERT_EQ(maxi(d, i8(a), i8(b), read).value, i8(std::max(x, y)));
      ASSERT_EQ(mini(d, i8(a), i8(b), read).value, i8(std::min(x, y)));
    }
  });
}

TEST(Semantics, OneBitIntegersFollowTheGeneralRules) {
  APInt zero(1, 0), one(1, 1);
  EXPECT_TRUE(divi(d, one, one, ReadAs::Signed, RoundingMode::Zero).undefined);
  EXPECT_FALSE(
      divi(d, one, one, ReadAs::Unsigned, RoundingMode::Zero).undefined);
  EXPECT_EQ(shli(d, one, one, WrapPromise::None).value, zero);
  EXPECT_EQ(shri(d, one, one, ReadAs::Signed).value, one);
  EXPECT_EQ(maxi(d, zero, one, ReadAs::Signed).value, zero);
}

TEST(Semantics, TruncationPromises) {
  for (int a = -40000; a < 40000; a += 7) {
    APInt bits(32, uint32_t(a));
    EXPECT_EQ(trunci(d, bits, 8, WrapPromise::NoSigned).undefined,
              a < -128 || a > 127);
    EXPECT_EQ(trunci(d, bits, 8, WrapPromise::NoUnsigned).undefined,
              a < 0 || a > 255);
  }
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static const float specials[] = {
    0.0f,          -0.0f,          1.0f,     -1.0f,     1.5f,
    3.0f,          1e-45f,         -1e-45f,  1e-38f,    1.17549435e-38f,
    3.4028235e38f, -3.4028235e38f, INFINITY, -INFINITY, NAN,
    0.1f,          16777217.0f,    1e20f,    -7.25f};
static FloatFormat f32 = &llvm::APFloat::IEEEsingle();
static APInt bits(float value) {
  return APInt(32, llvm::bit_cast<uint32_t>(value));
}
static bool same(const APInt &got, float expected) {
  float value = llvm::bit_cast<float>(uint32_t(got.getZExtValue()));
  return (std::isnan(value) && std::isnan(expected)) || got == bits(expected);
}

TEST(Semantics, FloatArithmeticAgreesWithTheMachineInEveryRounding) {
  const std::pair<RoundingMode, int> modes[] = {
      {RoundingMode::NearestEven, FE_TONEAREST},
      {RoundingMode::Zero, FE_TOWARDZERO},
      {RoundingMode::NegativeInf, FE_DOWNWARD},
      {RoundingMode::PositiveInf, FE_UPWARD}};
  for (auto [mode, machine] : modes)
    for (float x : specials)
      for (float y : specials) {
        std::fesetround(machine);
        volatile float a = x, b = y, c = 0.3f;
        volatile float sum = a + b, difference = a - b, product = a * b;
        volatile float fused = std::fma(float(a), float(b), float(c));
        std::fesetround(FE_TONEAREST);
        EXPECT_TRUE(same(addf(d, f32, bits(x), bits(y), mode, false), sum));
        EXPECT_TRUE(
            same(subf(d, f32, bits(x), bits(y), mode, false), difference));
        EXPECT_TRUE(same(mulf(d, f32, bits(x), bits(y), mode, false), product));
        EXPECT_TRUE(same(
            semantics::fma(d, f32, bits(x), bits(y), bits(0.3f), mode, false),
            fused))
            << x << ' ' << y;
      }
}

TEST(Semantics, FlushToZeroKeepsTheSign) {
  RoundingMode rn = RoundingMode::NearestEven;
  EXPECT_TRUE(same(addf(d, f32, bits(-1e-45f), bits(-0.0f), rn, true), -0.0f));
  EXPECT_TRUE(
      same(addf(d, f32, bits(-1e-45f), bits(-0.0f), rn, false), -1e-45f));
  EXPECT_TRUE(same(mulf(d, f32, bits(-1e-38f), bits(1.0f), rn, true), -0.0f));
}

TEST(Semantics, MaximumAndMinimum) {
  auto maximum = [](float a, float b, bool propagate) {
    return maxOrMin(d, f32, bits(a), bits(b), Extremum::Max,
                    propagatesNaN(propagate), false);
  };
  auto minimum = [](float a, float b, bool propagate) {
    return maxOrMin(d, f32, bits(a), bits(b), Extremum::Min,
                    propagatesNaN(propagate), false);
  };
  for (bool propagate : {false, true}) {
    EXPECT_TRUE(same(maximum(-0.0f, 0.0f, propagate), 0.0f));
    EXPECT_TRUE(same(maximum(0.0f, -0.0f, propagate), 0.0f));
    EXPECT_TRUE(same(minimum(0.0f, -0.0f, propagate), -0.0f));
    EXPECT_TRUE(same(minimum(-0.0f, 0.0f, propagate), -0.0f));
    EXPECT_TRUE(same(maximum(NAN, NAN, propagate), NAN));
    EXPECT_TRUE(same(maximum(1, 2, propagate), 2));
    EXPECT_TRUE(same(minimum(1, -INFINITY, propagate), -INFINITY));
  }
  EXPECT_TRUE(same(maximum(NAN, 1, false), 1));
  EXPECT_TRUE(same(minimum(1, NAN, false), 1));
  EXPECT_TRUE(same(maximum(NAN, 1, true), NAN));
}

TEST(Semantics, FloatComparisons) {
  for (float x : specials)
    for (float y : specials) {
      bool nan = std::isnan(x) || std::isnan(y);
      const bool ordered[] = {x == y, x < y || x > y, x<y, x <= y, x> y,
                              x >= y};
      for (int relation = 0; relation < 6; ++relation) {
        EXPECT_EQ(cmpf(d, f32, Relation(relation), bits(x), bits(y), true),
                  ordered[relation]);
        EXPECT_EQ(cmpf(d, f32, Relation(relation), bits(x), bits(y), false),
                  ordered[relation] || nan);
      }
    }
}

TEST(Semantics, Conversions) {
  FloatFormat f16 = &llvm::APFloat::IEEEhalf();
  RoundingMode rn = RoundingMode::NearestEven;
  EXPECT_EQ(d.ftof(f32, f16, rn, bits(65520.0f)).getZExtValue(), 0x7C00u);
  EXPECT_EQ(d.ftof(f32, f16, rn, bits(65519.0f)).getZExtValue(), 0x7BFFu);
  for (int value = -70000; value < 70000; value += 13) {
    EXPECT_TRUE(
        same(d.itof(f32, rn, APInt(32, uint32_t(value)), ReadAs::Signed),
             float(value)));
    Result<ConcreteDomain> r =
        d.ftoi(f32, 8, ReadAs::Signed, bits(value + 0.5f));
    int truncated = int(value + 0.5f);
    ASSERT_EQ(r.undefined, truncated < -128 || truncated > 127) << value;
    if (!r.undefined) {
      ASSERT_EQ(r.value.getSExtValue(), truncated);
    }
  }
  EXPECT_TRUE(d.ftoi(f32, 32, ReadAs::Signed, bits(NAN)).undefined);
  EXPECT_TRUE(d.ftoi(f32, 32, ReadAs::Signed, bits(INFINITY)).undefined);
  EXPECT_FALSE(d.ftoi(f32, 32, ReadAs::Unsigned, bits(-0.5f)).undefined);
}

// Every update of every 8-bit value by every other: whether the result depends
// on the old value is what `ignoresOld` says, no more and no less.
TEST(Semantics, WhichAtomicUpdatesIgnoreTheOldValue) {
  unsigned ignoring = 0;
  auto check = [&](AtomicUpdate update, FloatFormat format) {
    for (int argument = 0; argument < 256; ++argument) {
      std::set<uint64_t> results;
      for (int old = 0; old < 256; ++old)
        results.insert(atomicUpdate(d, update, format, i8(old), i8(argument))
                           .getZExtValue());
      bool ignores = ignoresOld(d, update, format, i8(argument));
      ignoring += ignores;
      EXPECT_EQ(ignores, results.size() == 1)
          << unsigned(update) << ' ' << argument;
    }
  };
  for (unsigned update = 0; update <= unsigned(AtomicUpdate::Xchg); ++update)
    if (AtomicUpdate(update) != AtomicUpdate::AddF)
      check(AtomicUpdate(update), FloatFormat());
  // One argument each of and, or, max, min, umax, umin; all of xchg.
  EXPECT_EQ(ignoring, 6u + 256u);
  for (FloatFormat format : {FloatFormat(&llvm::APFloat::Float8E4M3FN()),
                             FloatFormat(&llvm::APFloat::Float8E5M2())})
    check(AtomicUpdate::AddF, format);
  FloatFormat half = &llvm::APFloat::IEEEhalf();
  // f16, by all arguments and enough old values to tell.
  for (unsigned argument = 0; argument < 0x10000; ++argument) {
    std::set<uint64_t> results;
    llvm::APInt by(16, argument);
    for (unsigned old : {0x0000u, 0x8000u, 0x3C00u, 0xBC00u, 0x7BFFu, 0xFBFFu,
                         0x7C00u, 0xFC00u, 0x0001u, 0x7E00u, 0x5555u})
      results.insert(
          atomicUpdate(d, AtomicUpdate::AddF, half, llvm::APInt(16, old), by)
              .getZExtValue());
    ASSERT_EQ(ignoresOld(d, AtomicUpdate::AddF, half, by), results.size() == 1)
        << argument;
  }
}
