//===- SemanticsMathTest.cpp - Functions against MPFR and the machine -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/ExactMath.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/FloatFunctions.h"
#include "tests/unit/interp/SemanticsSamples.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cfenv>
#include <cmath>
#ifdef TILEFUZZ_HAVE_MPFR
#include <mpfr.h>
#endif

using namespace tilefuzz;
using namespace tilefuzz::samples;
using llvm::APFloat;
using llvm::APInt;

static FloatFormat f16 = &APFloat::IEEEhalf(), bf16 = &APFloat::BFloat(),
                   f32 = &APFloat::IEEEsingle(), f64 = &APFloat::IEEEdouble();
static const RoundingMode allModes[] = {
    RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf,
    RoundingMode::PositiveInf};
static const int nativeModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                  FE_UPWARD};

template <typename T> static T as(const APInt &bits) {
  if constexpr (sizeof(T) == 4)
    return llvm::bit_cast<float>(uint32_t(bits.getZExtValue()));
  else
    return llvm::bit_cast<double>(bits.getZExtValue());
}
template <typename T> static APInt bitsOf(T x) {
  FloatFormat format = sizeof(T) == 4 ? f32 : f64;
  if (std::isnan(x))
    return canonicalNaN(format);
  if constexpr (sizeof(T) == 4)
    return APInt(32, llvm::bit_cast<uint32_t>(x));
  else
    return APInt(64, llvm::bit_cast<uint64_t>(x));
}

/// Division, square root and remainder of two formats that the machine has.
template <typename T> static void againstMachine(FloatFormat format) {
  std::vector<APInt> values = special(format);
  ASSERT_GE(values.size(), 200u);
  ConcreteDomain d;
  for (RoundingMode mode : allModes) {
    auto inMode = [&](auto compute) {
      std::fesetround(nativeModes[int(mode)]);
      T result = compute();
      std::fesetround(FE_TONEAREST);
      return bitsOf(result);
    };
    auto pair = [&](const APInt &a, const APInt &b) {
      volatile T x = as<T>(a), y = as<T>(b);
      ASSERT_EQ(semantics::divf(format, a, b, mode, false),
                inMode([&] { return T(x / y); }))
          << x << " / " << y << " mode " << int(mode);
      ASSERT_EQ(semantics::addf(d, format, a, b, mode, false),
                inMode([&] { return T(x + y); }));
      ASSERT_EQ(semantics::mulf(d, format, a, b, mode, false),
                inMode([&] { return T(x * y); }));
      ASSERT_EQ(semantics::fma(d, format, a, b, a, mode, false),
                inMode([&] { return T(std::fma(T(x), T(y), T(x))); }))
          << x << " * " << y << " mode " << int(mode);
      if (mode == RoundingMode::NearestEven) {
        T remainder = std::fmod(T(x), T(y));
        ASSERT_EQ(semantics::remf(format, a, b), bitsOf(remainder))
            << x << " % " << y;
        llvm::APFloat definition{T(x)};
        definition.mod(llvm::APFloat{T(y)});
        if (!definition.isNaN())
          ASSERT_EQ(semantics::remf(format, a, b), definition.bitcastToAPInt())
              << x << " % " << y;
      }
    };
    auto single = [&](const APInt &a) {
      volatile T x = as<T>(a);
      ASSERT_EQ(semantics::sqrt(format, a, mode, false),
                inMode([&] { return T(std::sqrt(T(x))); }))
          << x << " mode " << int(mode);
      ASSERT_EQ(semantics::ceil(format, a), bitsOf(T(std::ceil(T(x)))));
      ASSERT_EQ(semantics::floor(format, a), bitsOf(T(std::floor(T(x)))));
    };
    for (const APInt &a : values)
      for (const APInt &b : values)
        ASSERT_NO_FATAL_FAILURE(pair(a, b));
    std::vector<APInt> more = codes(format, 40000);
    for (size_t i = 0; i + 1 < more.size(); ++i) {
      ASSERT_NO_FATAL_FAILURE(pair(more[i], more[i + 1]));
      ASSERT_NO_FATAL_FAILURE(single(more[i]));
    }
  }
}
TEST(SemanticsMath, ArithmeticOfF32AsTheMachine) { againstMachine<float>(f32); }
TEST(SemanticsMath, ArithmeticOfF64AsTheMachine) {
  againstMachine<double>(f64);
}

/// f16 and bf16 in every mode: the f64 result is exact or, by its many more
/// digits, rounds as the real one does (2 * 11 + 2 <= 53); directed modes
/// compose.
TEST(SemanticsMath, NarrowDivisionAndRootsThroughF64) {
  ConcreteDomain d;
  for (FloatFormat format : {f16, bf16})
    for (RoundingMode mode : allModes) {
      auto widened = [&](const APInt &bits) {
        return as<double>(d.ftof(format, f64, mode, bits));
      };
      auto narrowed = [&](double x) {
        return d.ftof(f64, format, mode, bitsOf(x));
      };
      std::vector<APInt> values = special(format);
      for (const APInt &a : values)
        for (const APInt &b : values) {
          volatile double x = widened(a), y = widened(b);
          std::fesetround(nativeModes[int(mode)]);
          volatile double q = x / y;
          std::fesetround(FE_TONEAREST);
          ASSERT_EQ(semantics::divf(format, a, b, mode, false), narrowed(q))
              << x << " / " << y;
        }
      for (const APInt &a : codes(format, 0)) {
        volatile double x = widened(a);
        std::fesetround(nativeModes[int(mode)]);
        volatile double root = std::sqrt(x);
        std::fesetround(FE_TONEAREST);
        ASSERT_EQ(semantics::sqrt(format, a, mode, false), narrowed(root))
            << x << " mode " << int(mode);
        // ceil and floor do not depend on the mode.
        ASSERT_EQ(semantics::ceil(format, a), narrowed(std::ceil(x)));
        ASSERT_EQ(semantics::floor(format, a), narrowed(std::floor(x)));
      }
    }
}

/// Comparisons, maxima and minima of all base floats, as of the f64 values.
TEST(SemanticsMath, ComparisonsAndExtremaOfAllPairs) {
  ConcreteDomain d;
  for (FloatFormat format : {f16, bf16, f32, f64}) {
    std::vector<APInt> values = special(format);
    auto number = [&](const APInt &bits) {
      return as<double>(d.ftof(format, f64, RoundingMode::NearestEven, bits));
    };
    for (const APInt &a : values)
      for (const APInt &b : values) {
        double x = number(a), y = number(b);
        bool isNaN = std::isnan(x) || std::isnan(y);
        const bool relations[] = {x == y, x < y || x > y, x<y, x <= y, x> y,
                                  x >= y};
        for (int relation = 0; relation < 6; ++relation) {
          ASSERT_EQ(semantics::cmpf(d, format, Relation(relation), a, b, true),
                    relations[relation]);
          ASSERT_EQ(semantics::cmpf(d, format, Relation(relation), a, b, false),
                    relations[relation] || isNaN);
        }
        for (bool isMax : {true, false})
          for (bool propagates : {true, false}) {
            APInt got = semantics::maxOrMin(
                d, format, a, b,
                isMax ? semantics::Extremum::Max : semantics::Extremum::Min,
                semantics::propagatesNaN(propagates),
                /*ftz=*/false);
            double value = number(got);
            bool givesNaN = propagates ? isNaN : std::isnan(x) && std::isnan(y);
            if (givesNaN) {
              ASSERT_EQ(got, canonicalNaN(format));
              continue;
            }
            double expected = std::isnan(x)   ? y
                              : std::isnan(y) ? x
                              : isMax         ? std::max(x, y)
                                              : std::min(x, y);
            ASSERT_EQ(value, expected);
            if (x == 0 && y == 0) {
              ASSERT_EQ(std::signbit(value),
                        isMax ? std::signbit(x) && std::signbit(y)
                              : std::signbit(x) || std::signbit(y));
            }
          }
      }
  }
}

/// Operands and results of f32 with flush_to_zero: the zero of their sign.
TEST(SemanticsMath, FlushedArithmeticIsFlushedAroundTheMachines) {
  ConcreteDomain d;
  auto flushed = [](float x) {
    return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
  };
  std::vector<APInt> values = special(f32);
  std::vector<APInt> more = codes(f32, 20000);
  values.insert(values.end(), more.end() - 200, more.end());
  const RoundingMode nearest = RoundingMode::NearestEven;
  for (const APInt &a : values) {
    float x = flushed(as<float>(a));
    ASSERT_EQ(semantics::sqrt(f32, a, nearest, true),
              bitsOf(flushed(std::sqrt(x))));
    for (const APInt &b : values) {
      float y = flushed(as<float>(b));
      ASSERT_EQ(semantics::addf(d, f32, a, b, nearest, true),
                bitsOf(flushed(x + y)));
      ASSERT_EQ(semantics::mulf(d, f32, a, b, nearest, true),
                bitsOf(flushed(x * y)));
      ASSERT_EQ(semantics::divf(f32, a, b, nearest, true),
                bitsOf(flushed(x / y)));
      ASSERT_EQ(semantics::fma(d, f32, a, b, b, nearest, true),
                bitsOf(flushed(std::fma(x, y, y))));
    }
  }
}

static const MathFunction unary[] = {
    MathFunction::Rsqrt, MathFunction::Exp,  MathFunction::Exp2,
    MathFunction::Log,   MathFunction::Log2, MathFunction::Sin,
    MathFunction::Cos,   MathFunction::Tan,  MathFunction::SinH,
    MathFunction::CosH,  MathFunction::TanH};

#ifdef TILEFUZZ_HAVE_MPFR
/// MPFR's correctly rounded value, with the exponent range of the format.
static APInt byMpfr(MathFunction function, FloatFormat format, const APInt &a,
                    const APInt &b) {
  FormatInfo info = FormatInfo::of(format);
  // MPFR's exponents are of significands in [1/2, 1).
  mpfr_set_emin(info.minExponent + 1 - int(info.precision - 1));
  mpfr_set_emax(info.maxExponent + 1);
  mpfr_t x, y, z;
  mpfr_init2(x, 53);
  mpfr_init2(y, 53);
  mpfr_init2(z, info.precision);
  ConcreteDomain d;
  const RoundingMode nearest = RoundingMode::NearestEven;
  mpfr_set_d(x, as<double>(d.ftof(format, f64, nearest, a)), MPFR_RNDN);
  mpfr_set_d(y, as<double>(d.ftof(format, f64, nearest, b)), MPFR_RNDN);
  int t = 0;
  switch (function) {
  case MathFunction::Rsqrt:
    // MPFR gives +Inf for -0; IEEE 754-2019, 9.2.1, -Inf.
    t = mpfr_rec_sqrt(z, x, MPFR_RNDN);
    if (mpfr_zero_p(x))
      mpfr_setsign(z, z, mpfr_signbit(x), MPFR_RNDN);
    break;
  case MathFunction::Exp:
    t = mpfr_exp(z, x, MPFR_RNDN);
    break;
  case MathFunction::Exp2:
    t = mpfr_exp2(z, x, MPFR_RNDN);
    break;
  case MathFunction::Log:
    t = mpfr_log(z, x, MPFR_RNDN);
    break;
  case MathFunction::Log2:
    t = mpfr_log2(z, x, MPFR_RNDN);
    break;
  case MathFunction::Sin:
    t = mpfr_sin(z, x, MPFR_RNDN);
    break;
  case MathFunction::Cos:
    t = mpfr_cos(z, x, MPFR_RNDN);
    break;
  case MathFunction::Tan:
    t = mpfr_tan(z, x, MPFR_RNDN);
    break;
  case MathFunction::SinH:
    t = mpfr_sinh(z, x, MPFR_RNDN);
    break;
  case MathFunction::CosH:
    t = mpfr_cosh(z, x, MPFR_RNDN);
    break;
  case MathFunction::TanH:
    t = mpfr_tanh(z, x, MPFR_RNDN);
    break;
  case MathFunction::Pow:
    t = mpfr_pow(z, x, y, MPFR_RNDN);
    break;
  case MathFunction::Atan2:
    t = mpfr_atan2(z, x, y, MPFR_RNDN);
    break;
  }
  mpfr_subnormalize(z, t, MPFR_RNDN);
  double value = mpfr_get_d(z, MPFR_RNDN);
  mpfr_clear(x);
  mpfr_clear(y);
  mpfr_clear(z);
  // Exact: the value is one of the format.
  return d.ftof(f64, format, nearest, bitsOf(value));
}

/// Sums, products and fused products of f16 and bf16 in every mode: one
/// rounding by MPFR.
TEST(SemanticsMath, NarrowArithmeticAsMpfr) {
  ConcreteDomain d;
  const mpfr_rnd_t mpfrModes[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDD, MPFR_RNDU};
  for (FloatFormat format : {f16, bf16}) {
    FormatInfo info = FormatInfo::of(format);
    mpfr_set_emin(-1000);
    mpfr_set_emax(1000);
    mpfr_t x[3], z;
    for (mpfr_t &v : x)
      mpfr_init2(v, 53);
    mpfr_init2(z, info.precision);
    auto load = [&](mpfr_t &v, const APInt &bits) {
      mpfr_set_d(
          v, as<double>(d.ftof(format, f64, RoundingMode::NearestEven, bits)),
          MPFR_RNDN);
    };
    auto check = [&](const APInt &a, const APInt &b, const APInt &c) {
      load(x[0], a);
      load(x[1], b);
      load(x[2], c);
      for (RoundingMode mode : allModes) {
        mpfr_rnd_t rounding = mpfrModes[int(mode)];
        auto finish = [&](auto compute) {
          mpfr_set_emin(info.minExponent + 1 - int(info.precision - 1));
          mpfr_set_emax(info.maxExponent + 1);
          int t = compute();
          t = mpfr_check_range(z, t, rounding);
          mpfr_subnormalize(z, t, rounding);
          double value = mpfr_get_d(z, MPFR_RNDN);
          mpfr_set_emin(-1000);
          mpfr_set_emax(1000);
          return d.ftof(f64, format, RoundingMode::NearestEven, bitsOf(value));
        };
        ASSERT_EQ(semantics::addf(d, format, a, b, mode, false),
                  finish([&] { return mpfr_add(z, x[0], x[1], rounding); }));
        ASSERT_EQ(semantics::subf(d, format, a, b, mode, false),
                  finish([&] { return mpfr_sub(z, x[0], x[1], rounding); }));
        ASSERT_EQ(semantics::mulf(d, format, a, b, mode, false),
                  finish([&] { return mpfr_mul(z, x[0], x[1], rounding); }));
        ASSERT_EQ(semantics::divf(format, a, b, mode, false),
                  finish([&] { return mpfr_div(z, x[0], x[1], rounding); }));
        ASSERT_EQ(semantics::fma(d, format, a, b, c, mode, false), finish([&] {
                    return mpfr_fma(z, x[0], x[1], x[2], rounding);
                  }))
            << std::hex << a.getZExtValue() << " * " << b.getZExtValue()
            << " + " << c.getZExtValue() << " mode " << int(mode);
      }
    };
    std::vector<APInt> values = special(format);
    for (size_t i = 0; i < values.size(); ++i)
      for (size_t j = 0; j < values.size(); ++j)
        ASSERT_NO_FATAL_FAILURE(
            check(values[i], values[j], values[(3 * i + 5 * j) % 256]));
    std::vector<APInt> more = codes(format, 60000, /*exhaustiveWidth=*/0);
    for (size_t i = 0; i + 2 < more.size(); ++i)
      ASSERT_NO_FATAL_FAILURE(check(more[i], more[i + 1], more[i + 2]));
    for (mpfr_t &v : x)
      mpfr_clear(v);
    mpfr_clear(z);
  }
}

static void unaryAgainstMpfr(FloatFormat format, unsigned random) {
  for (MathFunction function : unary)
    for (const APInt &a : codes(format, random, /*exhaustiveWidth=*/0))
      ASSERT_EQ(correctlyRoundedExactly(function, format, a, a),
                byMpfr(function, format, a, a))
          << "function " << int(function) << " of 0x" << std::hex
          << a.getZExtValue();
}
TEST(SemanticsMath, FunctionsOfF32AsMpfr) { unaryAgainstMpfr(f32, 4000); }
TEST(SemanticsMath, FunctionsOfF64AsMpfr) { unaryAgainstMpfr(f64, 2000); }

/// Every f16 and bf16 under every function: MPFR's f32, narrowed.
TEST(SemanticsMath, EveryNarrowFunctionAsMpfrThroughF32) {
  ConcreteDomain d;
  const RoundingMode nearest = RoundingMode::NearestEven;
  for (FloatFormat format : {f16, bf16})
    for (const APInt &a : codes(format, 0)) {
      APInt wide = d.ftof(format, f32, nearest, a);
      for (MathFunction function : unary)
        ASSERT_EQ(
            referenceMath(function, format, a, a),
            d.ftof(f32, format, nearest, byMpfr(function, f32, wide, wide)))
            << "function " << int(function) << " of 0x" << std::hex
            << a.getZExtValue();
    }
}

static void binaryAgainstMpfr(FloatFormat format, size_t stride) {
  std::vector<APInt> values = special(format);
  for (MathFunction function : {MathFunction::Pow, MathFunction::Atan2}) {
    auto check = [&](const APInt &a, const APInt &b) {
      ASSERT_EQ(correctlyRoundedExactly(function, format, a, b),
                byMpfr(function, format, a, b))
          << "function " << int(function) << " of 0x" << std::hex
          << a.getZExtValue() << ", 0x" << b.getZExtValue();
    };
    for (size_t i = 0; i < values.size(); ++i)
      for (size_t j = i % stride; j < values.size(); j += stride)
        ASSERT_NO_FATAL_FAILURE(check(values[i], values[j]));
    std::vector<APInt> more = codes(format, 4000, /*exhaustiveWidth=*/0);
    for (size_t i = 0; i + 1 < more.size(); ++i)
      ASSERT_NO_FATAL_FAILURE(check(more[i], more[i + 1]));
  }
}
TEST(SemanticsMath, PowAndAtan2OfNarrowFormatsAsMpfr) {
  binaryAgainstMpfr(f16, 1);
  binaryAgainstMpfr(bf16, 1);
}
TEST(SemanticsMath, PowAndAtan2OfF32AsMpfr) { binaryAgainstMpfr(f32, 1); }
TEST(SemanticsMath, PowAndAtan2OfF64AsMpfr) { binaryAgainstMpfr(f64, 4); }
#endif

TEST(SemanticsMath, PowersThatAreRational) {
  auto check = [](double x, double y, double expected) {
    EXPECT_EQ(correctlyRounded(MathFunction::Pow, f64, bitsOf(x), bitsOf(y)),
              bitsOf(expected))
        << x << " ^ " << y;
  };
  check(3, 3, 27);
  check(9, 0.5, 3);
  check(16, 0.75, 8);
  check(16, -0.75, 0.125);
  check(0x1p-1074, 0.5, 0x1p-537);
  check(81, 1.25, 243);
  check(-2, -3, -0.125);
  check(1.5, 32, std::pow(1.5, 32));
  check(NAN, 0, 1);
  check(1, NAN, 1);
  check(-0.0, -3, -INFINITY);
  check(-1, INFINITY, 1);
  check(-8, 1.0 / 3, NAN);
}

/// The path over the machine's f64 functions gives what the exact one gives.
TEST(SemanticsMath, TheFastPathIsTheExactOne) {
  std::vector<APInt> values = codes(f32, 6000);
  for (MathFunction function : unary)
    for (const APInt &a : values)
      ASSERT_EQ(correctlyRounded(function, f32, a, a),
                correctlyRoundedExactly(function, f32, a, a))
          << int(function) << ' ' << as<float>(a);
  for (size_t i = 0; i + 1 < values.size(); ++i)
    for (MathFunction function : {MathFunction::Pow, MathFunction::Atan2})
      ASSERT_EQ(
          correctlyRounded(function, f32, values[i], values[i + 1]),
          correctlyRoundedExactly(function, f32, values[i], values[i + 1]));
}

/// Every f16 and bf16: through f32, so within one unit of the f64 function.
TEST(SemanticsMath, NarrowFunctionsGoThroughF32) {
  ConcreteDomain d;
  const RoundingMode nearest = RoundingMode::NearestEven;
  for (FloatFormat format : {f16, bf16})
    for (const APInt &a : codes(format, 0)) {
      double x = as<double>(d.ftof(format, f64, nearest, a));
      for (auto [function, value] :
           {std::pair(MathFunction::Exp, std::exp(x)),
            std::pair(MathFunction::Sin, std::sin(x)),
            std::pair(MathFunction::Log2, std::log2(x))}) {
        APInt expected =
            d.ftof(f32, format, nearest,
                   bitsOf(float(value))); // Rounded twice, as emulated.
        ASSERT_EQ(referenceMath(function, format, a, a), expected)
            << int(function) << ' ' << x;
      }
    }
}

/// A representative lies within its own enclosure.
TEST(SemanticsMath, RepresentativesAreWithinTheirBounds) {
  using semantics::BoundedFunction;
  ConcreteDomain d;
  for (FloatFormat format : {f16, bf16, f32, f64})
    for (unsigned which = 0; which <= unsigned(BoundedFunction::DivApprox);
         ++which) {
      auto function = BoundedFunction(which);
      bool onlyF32 = function == BoundedFunction::ExpApprox ||
                     function == BoundedFunction::TanHApprox ||
                     function >= BoundedFunction::SqrtApprox;
      if (onlyF32 && format != f32)
        continue;
      std::vector<APInt> values = special(format);
      for (size_t i = 0; i + 1 < values.size(); ++i)
        for (bool ftz : {false, true}) {
          if (ftz && format != f32)
            continue;
          semantics::BoundedResult r =
              semantics::evaluate(function, format, values[i],
                                  values[(i * 7) % values.size()], ftz);
          if (r.bounds.exact)
            continue;
          double x = as<double>(
              d.ftof(format, f64, RoundingMode::NearestEven, r.value));
          if (std::isnan(x))
            continue;
          ASSERT_GE(x, r.bounds.lo) << which;
          ASSERT_LE(x, r.bounds.hi) << which;
        }
    }
}

/// Reciprocals of upper words: what is legal has an empty lower word, and all
/// such numbers within 2^-16 of the real value are legal.
TEST(SemanticsMath, ReciprocalsOfUpperWords) {
  using semantics::BoundedFunction;
  auto lowerWordOf = [](double x) {
    return uint32_t(llvm::bit_cast<uint64_t>(x));
  };
  for (BoundedFunction function :
       {BoundedFunction::RcpOfUpperWord, BoundedFunction::RsqrtOfUpperWord}) {
    bool isRoot = function == BoundedFunction::RsqrtOfUpperWord;
    unsigned checked = 0;
    for (const APInt &bits : special(f64)) {
      double x = as<double>(bits);
      semantics::BoundedResult r =
          semantics::evaluate(function, f64, bits, bits, /*ftz=*/true);
      double value = as<double>(r.value);
      if (std::isnan(x) || (isRoot && x < 0 && std::isnormal(x)) ||
          (isRoot && x == -INFINITY)) {
        EXPECT_TRUE(std::isnan(value)) << x;
        continue;
      }
      // The table of the ISA.
      if (!std::isnormal(x)) {
        EXPECT_TRUE(r.bounds.exact) << x;
        EXPECT_EQ(value, std::isinf(x) ? 0 : std::copysign(INFINITY, x));
        EXPECT_EQ(std::signbit(value), std::signbit(x));
        continue;
      }
      EXPECT_EQ(lowerWordOf(value), 0u) << x;
      EXPECT_EQ(lowerWordOf(r.bounds.lo), 0u) << x;
      EXPECT_EQ(lowerWordOf(r.bounds.hi), 0u) << x;
      EXPECT_TRUE(r.bounds.contains(value)) << x;
      long double real =
          isRoot ? 1 / std::sqrt((long double)x) : 1 / (long double)x;
      long double error = std::fabs(real) * 0x1p-16L;
      EXPECT_LE(r.bounds.lo, real - error) << x;
      EXPECT_GE(r.bounds.hi, real + error) << x;
      if (std::fabs(real) > 0x1p-1020L && std::fabs(real) < 0x1p1020L) {
        EXPECT_LE(r.bounds.hi - r.bounds.lo, 2.1L * 2 * error) << x;
        ++checked;
      }
    }
    EXPECT_GT(checked, 100u);
  }
}
