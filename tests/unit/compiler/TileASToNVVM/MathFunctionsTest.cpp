//===- MathFunctionsTest.cpp - Errors of the functions that are written ---===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The code that the lowering writes, computed by the machine's floats, lies in
// the enclosure that the definition gives (interp/Semantics/FloatFunctions.h):
// that of functions with an error bound, or the one value of exact ones. With
// TILEFUZZ_SAMPLES in the environment, that many values instead of a few
// thousand.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/MathTrigonometry.h"
#include "interp/Semantics/ExactMath.h"
#include "interp/Semantics/FloatFunctions.h"
#include "tests/unit/compiler/TileASToNVVM/NativeCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>

using namespace tilefuzz;
using llvm::APFloat;
using llvm::APInt;
using semantics::BoundedFunction;

namespace {
template <typename Native> class Sampler {
public:
  using Word = typename NativeCode<Native>::Word;

  Sampler() {
    using Limits = std::numeric_limits<Native>;
    for (Native value : {Native(0),
                         Native(0.5),
                         Native(0.25),
                         Native(0.75),
                         Native(1),
                         Native(2),
                         Native(3),
                         Native(10),
                         Native(0.7853981633974483),
                         Native(1.5707963267948966),
                         Native(3.141592653589793),
                         Native(22),
                         Native(88.7228),
                         Native(103.9721),
                         Native(709.78),
                         Native(710.47),
                         Native(745.13),
                         Native(1048575.5),
                         Native(1048576),
                         Native(1e10),
                         Native(1e22),
                         Native(4503599627370497.),
                         Limits::min(),
                         Limits::denorm_min(),
                         Limits::max(),
                         Limits::epsilon(),
                         Limits::infinity(),
                         Limits::quiet_NaN()})
      for (Native step : {Native(0), value, -Limits::infinity()}) {
        // The value itself, and its neighbours.
        Native near = step == Native(0) ? value : std::nextafter(value, step);
        special.push_back(near);
        special.push_back(-near);
      }
  }
  /// Any bits, a number around 1, or one where functions neither vanish nor
  /// overflow.
  Native random() {
    switch (engine() % 4) {
    case 0:
      return llvm::bit_cast<Native>(Word(engine()));
    case 1:
      return Native(unit() * 8 - 4);
    case 2:
      return Native((unit() * 2 - 1) * (sizeof(Native) == 4 ? 110 : 750));
    default:
      return Native(std::ldexp(unit() * 2 - 1, int(engine() % 80) - 40));
    }
  }
  double unit() { return double(engine() >> 11) * 0x1p-53; }

  std::vector<Native> special;
  std::mt19937_64 engine{20};
};

size_t samples() {
  const char *text = std::getenv("TILEFUZZ_SAMPLES");
  return text ? std::strtoull(text, nullptr, 10) : 2000;
}

template <typename Native> FloatFormat formatOf() {
  return sizeof(Native) == 4 ? &APFloat::IEEEsingle() : &APFloat::IEEEdouble();
}
template <typename Native> APInt bitsOf(Native x) {
  return APInt(8 * sizeof(Native),
               llvm::bit_cast<typename NativeCode<Native>::Word>(x));
}

/// Whether the number is the one that the bounds allow, or lies between them.
template <typename Native>
bool isAllowed(Native got, const semantics::BoundedResult &allowed) {
  if (!allowed.bounds.exact)
    return allowed.bounds.contains(double(got));
  Native only = llvm::bit_cast<Native>(
      typename NativeCode<Native>::Word(allowed.value.getZExtValue()));
  return std::isnan(only)
             ? std::isnan(got)
             : only == got && std::signbit(only) == std::signbit(got);
}

template <typename Native, typename Compute>
void checkBounded(const char *name, BoundedFunction function, Compute compute) {
  Sampler<Native> sampler;
  NativeCode<Native> code;
  unsigned failures = 0;
  auto check = [&](Native x, Native y) {
    Native got = compute(code, x, y);
    semantics::BoundedResult allowed = semantics::evaluate(
        function, formatOf<Native>(), bitsOf(x), bitsOf(y), /*ftz=*/false);
    if (!isAllowed(got, allowed) && ++failures < 4)
      ADD_FAILURE() << name << 8 * sizeof(Native) << "(" << x << ", " << y
                    << ") is " << got << ", not in [" << allowed.bounds.lo
                    << ", " << allowed.bounds.hi << "]";
  };
  bool hasTwo = semantics::hasTwoOperands(function);
  size_t count = sampler.special.size();
  for (size_t i = 0; i < count; ++i)
    // Of two operands, a third of the pairs.
    for (size_t j = hasTwo ? i % 3 : i; j < (hasTwo ? count : i + 1);
         j += hasTwo ? 3 : 1)
      check(sampler.special[i], sampler.special[j]);
  for (size_t i = 0, e = samples(); i < e; ++i) {
    Native x = sampler.random(), y = sampler.random();
    check(x, y);
    // Powers in the middle of the range.
    if (hasTwo && x > 0)
      check(x, Native((sampler.unit() * 2 - 1) * 90 / (std::log(x) + 0.01)));
  }
  EXPECT_EQ(failures, 0u) << name;
}

#define CHECK_BOTH(TEST_NAME, FUNCTION)                                        \
  TEST(MathFunctions, TEST_NAME) {                                             \
    auto compute = [](auto &c, auto x, auto) {                                 \
      return elementary::FUNCTION(c, x);                                       \
    };                                                                         \
    checkBounded<float>(#FUNCTION, BoundedFunction::TEST_NAME, compute);       \
    checkBounded<double>(#FUNCTION, BoundedFunction::TEST_NAME, compute);      \
  }
CHECK_BOTH(Exp, exp)
CHECK_BOTH(Exp2, exp2)
CHECK_BOTH(Log, log)
CHECK_BOTH(Log2, log2)
CHECK_BOTH(SinH, sinh)
CHECK_BOTH(CosH, cosh)
CHECK_BOTH(TanH, tanh)
#undef CHECK_BOTH

TEST(MathFunctions, Pow) {
  auto compute = [](auto &c, auto x, auto y) {
    return elementary::pow(c, x, y);
  };
  checkBounded<float>("pow", BoundedFunction::Pow, compute);
  checkBounded<double>("pow", BoundedFunction::Pow, compute);
}

/// Of f64, and of f32 as that rounded.
#define CHECK_WIDE(TEST_NAME, CALL)                                            \
  TEST(MathFunctions, TEST_NAME) {                                             \
    checkBounded<double>(#TEST_NAME, BoundedFunction::TEST_NAME,               \
                         [](auto &c, double x, double y) { return CALL; });    \
    checkBounded<float>(#TEST_NAME, BoundedFunction::TEST_NAME,                \
                        [](auto &, float x, float y) {                         \
                          NativeCode<double> c;                                \
                          return float(CALL);                                  \
                        });                                                    \
  }
CHECK_WIDE(Sin, elementary::sin(c, x))
CHECK_WIDE(Cos, elementary::cos(c, x))
CHECK_WIDE(Tan, elementary::tan(c, x))
CHECK_WIDE(Atan2, elementary::atan2(c, x, y))
#undef CHECK_WIDE

TEST(MathFunctions, Rsqrt) {
  auto compute = [](auto &c, auto x, auto) { return 1 / c.sqrt(x); };
  checkBounded<float>("rsqrt", BoundedFunction::Rsqrt, compute);
  checkBounded<double>("rsqrt", BoundedFunction::Rsqrt, compute);
}

TEST(MathFunctions, RemainderIsExact) {
  Sampler<double> sampler;
  NativeCode<double> code;
  auto check = [&](double x, double y) {
    double got = elementary::remainder(code, x, y);
    APInt expected =
        semantics::remf(&APFloat::IEEEdouble(), bitsOf(x), bitsOf(y));
    if (std::isnan(got))
      EXPECT_TRUE(APFloat(APFloat::IEEEdouble(), expected).isNaN());
    else
      EXPECT_EQ(bitsOf(got), expected) << x << ", " << y;
  };
  for (double x : sampler.special)
    for (double y : sampler.special)
      check(x, y);
  for (size_t i = 0, e = samples(); i < e; ++i) {
    double x = sampler.random(), y = sampler.random();
    check(x, y);
    // A whole multiple, or nearly.
    check(y * double(sampler.engine() % 100000), y);
    // A subnormal divisor.
    check(x, llvm::bit_cast<double>(sampler.engine() >> 20));
  }
}
} // namespace
