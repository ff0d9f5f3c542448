//===- EnclosureTest.cpp - Enclosures against all that they enclose -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Correctly rounded operations: in formats of 8 bits the least and the largest
// result over all operands of random intervals, one by one; in wider ones
// random members. Functions: MPFR, and the documented error in both directions.
// Sums: adversarial orders of adversarial members.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/FreeOrder.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#ifdef TILEFUZZ_HAVE_MPFR
#include <mpfr.h>
#endif

using namespace tilefuzz;
using namespace tilefuzz::semantics;
using llvm::APFloat;
using llvm::APInt;

static const double infinity = std::numeric_limits<double>::infinity();
static ConcreteDomain d;

static APInt bitsOf(FloatFormat format, double x) {
  return d.ftof(&APFloat::IEEEdouble(), format, RoundingMode::NearestEven,
                APInt::doubleToBits(x));
}

static bool contains(const EnclosedValue &value, const Enclosure &set,
                     double x) {
  // Exact: only the representative.
  if (set.exact) {
    double only = numberOf(value.format, value.bits);
    return std::isnan(only)
               ? std::isnan(x)
               : only == x && std::signbit(only) == std::signbit(x);
  }
  if (std::isnan(x))
    return set.mayBeNaN;
  return !isBelow(x, set.lo) && !isBelow(set.hi, x);
}

//===----------------------------------------------------------------------===//
// Correctly rounded operations
//===----------------------------------------------------------------------===//

namespace {
struct Operation {
  const char *name;
  unsigned arity;
  EnclosedBy kind;
  /// Null: a truth value.
  std::function<APInt(FloatFormat, llvm::ArrayRef<APInt>)> meaning;
  FloatFormat result;
  bool isTruth = false;
};
using Args = llvm::ArrayRef<APInt>;

class Sets {
public:
  explicit Sets(unsigned seed) : random(seed) {}

  /// A set with all its members. Half of the sets are small.
  EnclosedValue next(FloatFormat format, std::vector<APInt> &members) {
    // Zeros and infinities are the ends at which operations are NaN.
    auto pick = [&] {
      if (FormatInfo::of(format).hasInfinity && random() % 4 == 0) {
        double end = random() % 2 ? 0.0 : HUGE_VAL;
        return random() % 2 ? end : -end;
      }
      for (;;) {
        APInt bits(FormatInfo::of(format).width, random() & 0xFF);
        if (!std::isnan(numberOf(format, bits)))
          return numberOf(format, bits);
      }
    };
    double lo = pick(), hi = random() % 2 ? pick() : lo * (lo < 0 ? 0.5 : 2);
    if (isBelow(hi, lo))
      std::swap(lo, hi);
    EnclosedValue value;
    value.format = format;
    value.bounds = {lo, hi, false, random() % 4 == 0};
    members.clear();
    for (unsigned code = 0; code < 256; ++code) {
      APInt bits(8, code);
      double x = numberOf(format, bits);
      if (std::isnan(x) ? value.bounds.mayBeNaN
                        : !isBelow(x, lo) && !isBelow(hi, x))
        members.push_back(bits);
    }
    value.bits = members[random() % members.size()];
    if (members.size() == 1)
      value.bounds.exact = true;
    return value;
  }
  std::mt19937 random;
};
} // namespace

/// The hull of all results, operand by operand, is what is computed: sound, and
/// as near as can be where `isTight`.
static void checkAllMembers(const Operation &operation, FloatFormat format,
                            unsigned rounds, bool isTight) {
  Sets sets(rounds + operation.arity);
  unsigned numWide = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<EnclosedValue> values;
    std::vector<std::vector<APInt>> members(operation.arity);
    bool isSquare = operation.arity == 2 && round % 3 == 0;
    for (unsigned k = 0; k < operation.arity; ++k) {
      values.push_back(sets.next(format, members[k]));
      while (operation.arity == 3 && members[k].size() > 40)
        values.back() = sets.next(format, members[k]);
    }
    if (isSquare)
      values[1] = values[0];
    FloatFormat result = operation.isTruth ? nullptr : operation.result;
    Hull expected;
    auto addResult = [&](Args x) {
      APInt bits = operation.meaning(format, x);
      expected.add(result ? numberOf(result, bits)
                          : double(bits.getZExtValue()));
    };
    for (const APInt &a : members[0]) {
      if (isSquare)
        addResult({a, a});
      else if (operation.arity == 1)
        addResult({a});
      else
        for (const APInt &b : members[1])
          if (operation.arity == 2)
            addResult({a, b});
          else
            for (const APInt &c : members[2])
              addResult({a, b, c});
    }
    std::optional<Enclosure> got =
        enclose(operation.kind, isSquare, values, result,
                [&](Args x) { return operation.meaning(format, x); });
    ASSERT_TRUE(got) << operation.name;
    Enclosure want = expected.get();
    std::string text;
    llvm::raw_string_ostream(text)
        << operation.name << " of [" << values[0].bounds.lo << ", "
        << values[0].bounds.hi << "]" << (isSquare ? " with itself" : "");
    ASSERT_TRUE(got->mayBeNaN || !want.mayBeNaN) << text;
    if (want.lo > want.hi)
      continue;
    if (result || !got->exact) {
      ASSERT_FALSE(isBelow(want.lo, got->lo)) << text;
      ASSERT_FALSE(isBelow(got->hi, want.hi)) << text;
    } else {
      ASSERT_TRUE(want.exact) << text;
    }
    numWide +=
        result && (isBelow(got->lo, want.lo) || isBelow(want.hi, got->hi) ||
                   got->mayBeNaN != want.mayBeNaN);
  }
  if (isTight) {
    EXPECT_EQ(numWide, 0u) << operation.name;
  }
}

TEST(Enclosure, OfRoundedOperationsIsTheHullOfAllResults) {
  FloatFormat f8 = &APFloat::Float8E5M2();
  for (RoundingMode mode :
       {RoundingMode::NearestEven, RoundingMode::Zero,
        RoundingMode::NegativeInf, RoundingMode::PositiveInf})
    for (bool ftz : {false, true}) {
      auto binary = [&](auto meaning) {
        return [=](FloatFormat f, Args x) {
          return meaning(d, f, x[0], x[1], mode, ftz);
        };
      };
      using F = FloatFormat;
      using D = ConcreteDomain;
      for (const Operation &operation : std::initializer_list<Operation>{
               {"addf", 2, EnclosedBy::Ends, binary(addf<D, F>), f8},
               {"subf", 2, EnclosedBy::Ends, binary(subf<D, F>), f8},
               {"mulf", 2, EnclosedBy::Ends, binary(mulf<D, F>), f8},
               {"divf", 2, EnclosedBy::Ends,
                [=](F f, Args x) { return divf(f, x[0], x[1], mode, ftz); },
                f8}})
        checkAllMembers(operation, f8, 200, true);
      checkAllMembers(
          {"fma", 3, EnclosedBy::Ends,
           [=](F f, Args x) { return fma(d, f, x[0], x[1], x[2], mode, ftz); },
           f8},
          f8, 20, true);
      for (FloatFormat to : {&APFloat::IEEEhalf(), &APFloat::Float8E4M3FN(),
                             &APFloat::Float4E2M1FN()})
        checkAllMembers({"ftof", 1, EnclosedBy::Ends,
                         [=](F f, Args x) { return d.ftof(f, to, mode, x[0]); },
                         to},
                        f8, 200, to == &APFloat::IEEEhalf());
    }
}

TEST(Enclosure, OfOtherOperationsIsTheHullOfAllResults) {
  FloatFormat f8 = &APFloat::Float8E5M2();
  using F = FloatFormat;
  for (Extremum which : {Extremum::Max, Extremum::Min})
    for (OneNaN nan : {propagatesNaN(false), propagatesNaN(true)})
      for (bool ftz : {false, true})
        checkAllMembers({"maxOrMin", 2, EnclosedBy::Ends,
                         [=](F f, Args x) {
                           return maxOrMin(d, f, x[0], x[1], which, nan, ftz);
                         },
                         f8},
                        f8, 300, true);
  checkAllMembers({"absf", 1, EnclosedBy::Ends,
                   [](F, Args x) { return absf(d, x[0]); }, f8},
                  f8, 500, true);
  checkAllMembers({"negf", 1, EnclosedBy::Ends,
                   [](F, Args x) { return negf(d, x[0]); }, f8},
                  f8, 500, true);
  checkAllMembers({"ceil", 1, EnclosedBy::Ends,
                   [](F f, Args x) { return semantics::ceil(f, x[0]); }, f8},
                  f8, 500, true);
  checkAllMembers({"floor", 1, EnclosedBy::Ends,
                   [](F f, Args x) { return semantics::floor(f, x[0]); }, f8},
                  f8, 500, true);
}

TEST(Enclosure, ComparisonsAreDecidedExactlyWhereAllMembersAgree) {
  for (FloatFormat format : {&APFloat::Float8E5M2(), &APFloat::Float8E4M3FN()})
    for (Relation relation :
         {Relation::Equal, Relation::NotEqual, Relation::Less,
          Relation::LessOrEqual, Relation::Greater, Relation::GreaterOrEqual})
      for (bool ordered : {false, true})
        checkAllMembers({"cmpf", 2, EnclosedBy::Order,
                         [=](FloatFormat f, Args x) {
                           return APInt(
                               1, cmpf(d, f, relation, x[0], x[1], ordered));
                         },
                         nullptr, /*isTruth=*/true},
                        format, 300, false);
}

TEST(Enclosure, NothingIsKnownOfAnOperationWithoutARule) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  EnclosedValue value{f32, bitsOf(f32, 1), {1, 2, false, false}};
  EXPECT_FALSE(enclose(EnclosedBy::Nothing, false, value, f32,
                       [](Args x) { return x[0]; }));
}

TEST(Enclosure, TruthValuesGoThroughLogic) {
  EnclosedValue open{nullptr, APInt(1, 0), {0, 1, false, false}};
  EnclosedValue no{nullptr, APInt(1, 0), {}}, yes{nullptr, APInt(1, 1), {}};
  auto both = [](Args x) { return x[0] & x[1]; };
  auto isDecided = [&](const EnclosedValue &a, const EnclosedValue &b) {
    return enclose(EnclosedBy::Nothing, false, {a, b}, nullptr, both)->exact;
  };
  EXPECT_TRUE(isDecided(open, no));
  EXPECT_FALSE(isDecided(open, yes));
  EXPECT_FALSE(isDecided(open, open));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

#ifdef TILEFUZZ_HAVE_MPFR
namespace {
struct Function {
  BoundedFunction which;
  int (*compute)(mpfr_t, const mpfr_t, mpfr_rnd_t);
  double lo, hi;
};
} // namespace

/// Whatever a point of the argument gives, moved by the documented error either
/// way, lies in the enclosure.
TEST(Enclosure, OfFunctionsHoldsEveryAllowedResult) {
  using B = BoundedFunction;
  const Function functions[] = {
      {B::Exp, mpfr_exp, -110, 95},      {B::ExpApprox, mpfr_exp, -110, 95},
      {B::Exp2, mpfr_exp2, -155, 130},   {B::Log, mpfr_log, -1, 1e6},
      {B::Log2, mpfr_log2, -1, 4},       {B::Sin, mpfr_sin, -60, 60},
      {B::Cos, mpfr_cos, -60, 60},       {B::Tan, mpfr_tan, -8, 8},
      {B::SinH, mpfr_sinh, -95, 95},     {B::CosH, mpfr_cosh, -95, 95},
      {B::TanH, mpfr_tanh, -4, 4},       {B::TanHApprox, mpfr_tanh, -4, 4},
      {B::Rsqrt, mpfr_rec_sqrt, -1, 50}, {B::SqrtApprox, mpfr_sqrt, -1, 50}};
  std::mt19937_64 random(7);
  mpfr_t in, out;
  mpfr_init2(in, 53);
  mpfr_init2(out, 160);
  for (FloatFormat format : {&APFloat::IEEEsingle(), &APFloat::IEEEhalf(),
                             &APFloat::BFloat(), &APFloat::IEEEdouble()})
    for (const Function &function : functions) {
      double gap = std::ldexp(1.0, -int(APFloat::semanticsPrecision(*format)));
      for (unsigned round = 0; round < 3000; ++round) {
        auto unit = [&] { return double(random() >> 11) * 0x1p-53; };
        double lo = function.lo + (function.hi - function.lo) * unit();
        double width = std::pow(gap, unit() * 1.2);
        double hi = lo + std::fabs(lo) * width;
        lo = numberOf(format, bitsOf(format, lo));
        hi = numberOf(format, bitsOf(format, hi));
        if (!std::isfinite(lo) || !std::isfinite(hi) || !(lo < hi))
          continue;
        EnclosedValue a{format, bitsOf(format, lo), {lo, hi, false, false}};
        Enclosure set =
            encloseFunction(function.which, format, a, a, /*ftz=*/false);
        for (unsigned point = 0; point < 4; ++point) {
          double at =
              point == 0 ? lo
              : point == 1
                  ? hi
                  : numberOf(format, bitsOf(format, lo + (hi - lo) * unit()));
          mpfr_set_d(in, at, MPFR_RNDN);
          function.compute(out, in, MPFR_RNDN);
          double value = mpfr_get_d(out, MPFR_RNDN);
          if (std::isnan(value)) {
            ASSERT_TRUE(set.mayBeNaN);
            continue;
          }
          double error = 0;
          if (std::isfinite(value)) {
            int smallest = APFloat::semanticsMinExponent(*format);
            int exponent =
                value == 0 ? smallest : std::max(std::ilogb(value), smallest);
            error =
                errorUnits(function.which, format, at) *
                std::ldexp(1.0, exponent + 1 -
                                    int(APFloat::semanticsPrecision(*format)));
          }
          for (double moved : {value - error, value, value + error}) {
            double result = numberOf(format, bitsOf(format, moved));
            // The nearest number may lie beyond the documented error.
            if (std::fabs(result - value) > error && std::isfinite(result) &&
                moved != value)
              continue;
            ASSERT_TRUE(contains(a, set, result))
                << "function " << int(function.which) << " at " << at << " in ["
                << lo << ", " << hi << "]: " << result << " not in [" << set.lo
                << ", " << set.hi << "]";
          }
        }
      }
    }
  mpfr_clear(in);
  mpfr_clear(out);
}
#endif

TEST(Enclosure, OfFunctionsOfTwoOperands) {
  using B = BoundedFunction;
  FloatFormat f32 = &APFloat::IEEEsingle();
  std::mt19937_64 random(3);
  auto unit = [&] { return double(random() >> 11) * 0x1p-53; };
  for (B which : {B::Pow, B::Atan2, B::DivFull, B::DivApprox})
    for (unsigned round = 0; round < 4000; ++round) {
      auto pick = [&](double from, double to) {
        double lo = from + (to - from) * unit();
        double hi = lo + (to - from) * std::pow(0.01, 3 * unit());
        Enclosure bounds = {numberOf(f32, bitsOf(f32, lo)),
                            numberOf(f32, bitsOf(f32, hi)), false, false};
        return EnclosedValue{f32, bitsOf(f32, bounds.lo), bounds};
      };
      EnclosedValue a = which == B::Pow ? pick(0.001, 4) : pick(-3, 3);
      EnclosedValue b = pick(-3, 3);
      Enclosure set = encloseFunction(which, f32, a, b, /*ftz=*/false);
      for (unsigned point = 0; point < 6; ++point) {
        auto member = [&](const EnclosedValue &of) {
          return bitsOf(f32, of.bounds.lo + (of.bounds.hi - of.bounds.lo) *
                                                (point < 2 ? point : unit()));
        };
        BoundedResult one = evaluate(which, f32, member(a), member(b), false);
        ASSERT_TRUE(contains(a, set, numberOf(f32, one.value)));
        if (one.bounds.exact)
          continue;
        ASSERT_LE(set.lo, one.bounds.lo) << int(which);
        ASSERT_GE(set.hi, one.bounds.hi) << int(which);
      }
    }
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static float pairwise(llvm::ArrayRef<float> x) {
  if (x.size() == 1)
    return x[0];
  return pairwise(x.take_front(x.size() / 2)) +
         pairwise(x.drop_front(x.size() / 2));
}
static float inTurn(llvm::ArrayRef<float> x) {
  float sum = x[0];
  for (float one : x.drop_front())
    sum += one;
  return sum;
}
static float blocked(llvm::ArrayRef<float> x) {
  float lanes[8] = {};
  for (size_t i = 0; i < x.size(); ++i)
    lanes[i % 8] += x[i];
  return inTurn(lanes);
}
static float compensated(llvm::ArrayRef<float> x) {
  float sum = 0, lost = 0;
  for (float one : x) {
    volatile float y = one - lost, next = sum + y;
    volatile float gained = next - sum;
    lost = gained - y;
    sum = next;
  }
  return sum;
}

/// Sums of members of enclosed summands, chosen to be the least, the largest or
/// any, in orders that round badly and in ones that round well.
TEST(Enclosure, OfSumsHoldsAdversarialOrders) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  std::mt19937_64 random(11);
  auto unit = [&] { return double(random() >> 11) * 0x1p-53; };
  for (unsigned round = 0; round < 1500; ++round) {
    size_t count = 2 + random() % 200;
    FreeOrderSum sum(f32, 0x1p-23);
    std::vector<Enclosure> sets;
    std::vector<float> middle;
    double reach = 0, magnitude = 0;
    for (size_t i = 0; i < count; ++i) {
      float x = float(std::ldexp(unit() - 0.5, int(random() % 30)));
      float radius = i % 3 ? std::fabs(x) * float(std::pow(1e-7, unit())) : 0;
      Enclosure set = {double(x - radius), double(x + radius), radius == 0,
                       false};
      sets.push_back(set);
      middle.push_back(x);
      sum.add(x, set);
      reach += set.hi - set.lo;
      magnitude += std::max(std::fabs(set.lo), std::fabs(set.hi));
    }
    Enclosure bounds = sum.get().bounds;
    if (bounds.exact)
      continue;
    // Not wider than what moves, and four times the bound of the worst order.
    EXPECT_LE(bounds.hi - bounds.lo,
              reach * 1.001 + 4.1 * double(count) * 0x1p-23 * magnitude +
                  0x1p-140);
    for (unsigned choice = 0; choice < 4; ++choice) {
      std::vector<float> x;
      for (size_t i = 0; i < count; ++i) {
        double part = choice < 2 ? choice : choice == 2 ? unit() : i % 2;
        x.push_back(sets[i].exact
                        ? middle[i]
                        : float(sets[i].lo + (sets[i].hi - sets[i].lo) * part));
      }
      auto check = [&](float result, const char *order) {
        ASSERT_LE(bounds.lo, result) << order;
        ASSERT_GE(bounds.hi, result) << order;
      };
      auto checkAll = [&](const char *order) {
        check(inTurn(x), order);
        check(pairwise(x), order);
        check(blocked(x), order);
        check(compensated(x), order);
      };
      checkAll("as given");
      llvm::sort(x);
      checkAll("up");
      std::reverse(x.begin(), x.end());
      checkAll("down");
      std::partition(x.begin(), x.end(), [](float a) { return a < 0; });
      checkAll("by sign");
      llvm::sort(x,
                 [](float a, float b) { return std::fabs(a) < std::fabs(b); });
      checkAll("by magnitude");
    }
  }
}

TEST(Numbers, TheNaNOfEveryFormatIsNaN) {
  EXPECT_TRUE(std::isnan(numberOf(&APFloat::Float8E8M0FNU(), APInt(8, 0xff))));
  EXPECT_TRUE(std::isnan(numberOf(&APFloat::Float8E4M3FN(), APInt(8, 0x7f))));
}

/// An error that grows with the operand ends where the result is zero.
TEST(ApproximateExp, IsNearZeroForLargeNegativeNumbers) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  for (double x : {-105.0, -1e10, -1e38}) {
    APInt bits = bitsOf(f32, x);
    Enclosure bounds =
        evaluate(BoundedFunction::ExpApprox, f32, bits, bits, false).bounds;
    EXPECT_GT(bounds.lo, -1e-42) << x;
    EXPECT_LT(bounds.hi, 1e-42) << x;
  }
}

#ifdef TILEFUZZ_HAVE_MPFR
/// A power of two of the rounded product with log2(e), two units off either way
/// (part 1, 3.2; PTX ISA, ex2.approx.f32).
TEST(ApproximateExp, MayBeWhatTheInstructionGivesOfTheProduct) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  const float log2e = 1.44269504088896340736F;
  std::mt19937_64 random(11);
  mpfr_t power;
  mpfr_init2(power, 24);
  for (unsigned round = 0; round < 20000; ++round) {
    float x = std::ldexp(float(random() >> 40) - 0x1p23F, -16 - round % 16);
    // Subnormal results and infinities.
    if (std::fabs(x) > 80)
      continue;
    mpfr_set_flt(power, x * log2e, MPFR_RNDN);
    mpfr_exp2(power, power, MPFR_RNDN);
    float nearest = mpfr_get_flt(power, MPFR_RNDN);
    APInt bits = bitsOf(f32, x);
    Enclosure bounds =
        evaluate(BoundedFunction::ExpApprox, f32, bits, bits, false).bounds;
    float unit = std::ldexp(1.0F, std::ilogb(nearest) - 23);
    for (float result : {nearest - 2 * unit, nearest + 2 * unit}) {
      ASSERT_LE(bounds.lo, result) << x;
      ASSERT_GE(bounds.hi, result) << x;
    }
  }
  mpfr_clear(power);
}
#endif

TEST(Enclosure, SumsThatMayNotBeFiniteMayBeAnything) {
  FreeOrderSum sum(&APFloat::IEEEsingle(), 0x1p-23);
  sum.add(1, {0, infinity, false, false});
  sum.add(1);
  Enclosure bounds = sum.get().bounds;
  EXPECT_FALSE(bounds.exact);
  EXPECT_TRUE(bounds.mayBeNaN);
  EXPECT_EQ(bounds.hi, infinity);
}

/// An infinity among the summands, or two, or finite numbers that overflow
/// before it is added: all orders of three to five summands.
TEST(Enclosure, SumsWithInfinitiesHoldEveryOrder) {
  FloatFormat f64 = &APFloat::IEEEdouble();
  const double most = std::numeric_limits<double>::max();
  const double numbers[] = {most, -most, infinity, -infinity,   1,
                            -1,   0,     -0.0,     std::nan("")};
  std::mt19937 random(3);
  for (unsigned round = 0; round < 3000; ++round) {
    std::vector<double> x(3 + random() % 3);
    FreeOrderSum sum(f64, 0x1p-52);
    for (double &number : x) {
      number = numbers[random() % std::size(numbers)];
      sum.add(number);
    }
    BoundedResult got = sum.get();
    std::vector<size_t> order(x.size());
    std::iota(order.begin(), order.end(), 0);
    do {
      double result = x[order[0]];
      for (size_t i = 1; i < order.size(); ++i)
        result += x[order[i]];
      if (got.bounds.exact) {
        double value = numberOf(f64, got.value);
        ASSERT_TRUE(std::isnan(result) ? std::isnan(value) : result == value)
            << result << " is no " << value;
      } else if (std::isnan(result)) {
        ASSERT_TRUE(got.bounds.mayBeNaN);
      } else {
        ASSERT_LE(got.bounds.lo, result);
        ASSERT_GE(got.bounds.hi, result);
      }
    } while (std::next_permutation(order.begin(), order.end()));
  }
}
