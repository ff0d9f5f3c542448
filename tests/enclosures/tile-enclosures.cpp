//===- tile-enclosures.cpp - Enclosures against MPFR ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Of each operation: random and special operands that are sets of numbers,
// their enclosure by interp/Semantics, and members of the sets, of which MPFR
// says what a right implementation may give. A result outside of the enclosure
// is a mistake of the enclosure.
//
//  - Rounded operations: MPFR's own result in the format, rounded once.
//  - Functions: the real value in 160 bits, and the least and the greatest
//    number of the format within the documented error of it.
//
// Exit codes: 0, or 3 where something lies outside.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/Float.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <mpfr.h>
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::semantics;
using llvm::APFloat;
using llvm::APInt;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
namespace cl = llvm::cl;
namespace json = llvm::json;

static cl::opt<uint64_t> seed("seed", cl::desc("what the cases depend on (1)"),
                              cl::init(1));
static cl::opt<uint64_t>
    numCases("cases",
             cl::desc("members tried per operation and format (10000)"),
             cl::init(10000));
static cl::list<std::string> only("only", cl::CommaSeparated,
                                  cl::desc("these operations (all)"));
static cl::opt<bool> asJson("json", cl::desc("print JSON"));
static cl::opt<double> shrink(
    "shrink",
    cl::desc("move both ends of what is enclosed inwards by this part of its "
             "width: the check must then find something (0)"),
    cl::init(0));

/// Members that are tried of one set of operands.
static constexpr unsigned membersPerSet = 8;

namespace {
struct Format {
  const char *name;
  FloatFormat semantics;
  int precision() const { return int(APFloat::semanticsPrecision(*semantics)); }
  int minExponent() const { return APFloat::semanticsMinExponent(*semantics); }
  int maxExponent() const { return APFloat::semanticsMaxExponent(*semantics); }
};

class Number {
public:
  explicit Number(mpfr_prec_t bits = 160) { mpfr_init2(value, bits); }
  ~Number() { mpfr_clear(value); }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  mpfr_ptr get() { return value; }

private:
  mpfr_t value;
};

struct Rounded {
  const char *name;
  unsigned arity;
  std::function<APInt(FloatFormat, ArrayRef<APInt>, RoundingMode)> meaning;
  std::function<int(mpfr_ptr, ArrayRef<mpfr_ptr>, mpfr_rnd_t)> reference;
};

struct Function {
  const char *name;
  BoundedFunction which;
  std::function<int(mpfr_ptr, mpfr_ptr, mpfr_ptr)> compute;
  /// Exponents of operands, of which most functions have few that say
  /// something.
  int leastExponent, greatestExponent;
  bool isApproximate = false;
};

struct Tally {
  uint64_t cases = 0, outside = 0;
};
} // namespace

static ConcreteDomain domain;
static const Format formats[] = {{"f16", &APFloat::IEEEhalf()},
                                 {"bf16", &APFloat::BFloat()},
                                 {"f32", &APFloat::IEEEsingle()},
                                 {"f64", &APFloat::IEEEdouble()}};

static APInt bitsOf(FloatFormat format, double x,
                    RoundingMode mode = RoundingMode::NearestEven) {
  return domain.ftof(&APFloat::IEEEdouble(), format, mode,
                     APInt::doubleToBits(x));
}
static double rounded(FloatFormat format, double x,
                      RoundingMode mode = RoundingMode::NearestEven) {
  return numberOf(format, bitsOf(format, x, mode));
}

/// Whether a result lies in the enclosure of a value, some member of which is
/// `value.bits`.
static bool contains(const EnclosedValue &value, const Enclosure &set,
                     double x) {
  if (set.exact) {
    double member = numberOf(value.format, value.bits);
    return std::isnan(member)
               ? std::isnan(x)
               : member == x && std::signbit(member) == std::signbit(x);
  }
  if (std::isnan(x))
    return set.mayBeNaN;
  return !isBelow(x, set.lo) && !isBelow(set.hi, x);
}

static Enclosure shrunk(Enclosure set) {
  if (set.exact || !shrink)
    return set;
  double width = set.hi - set.lo;
  if (std::isfinite(width)) {
    set.lo += width * shrink;
    set.hi -= width * shrink;
  }
  return set;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {
class Operands {
public:
  explicit Operands(uint64_t seed) : random(seed) {}

  double unit() { return double(random() >> 11) * 0x1p-53; }

  /// A number of the format, half of them special for it.
  double number(const Format &format, int leastExponent, int greatestExponent) {
    double sign = random() % 2 ? 1 : -1;
    int digits = format.precision() - 1;
    if (random() % 8 == 0) {
      double least = std::ldexp(1.0, format.minExponent() - digits);
      double normal = std::ldexp(1.0, format.minExponent());
      double largest =
          std::ldexp(2 - std::ldexp(1.0, -digits), format.maxExponent());
      const double special[] = {0,
                                least,
                                2 * least,
                                normal,
                                normal - least,
                                normal + least,
                                1,
                                1 + std::ldexp(1.0, -digits),
                                1 - std::ldexp(1.0, -digits - 1),
                                2,
                                0.5,
                                1.5707963267948966,
                                3.141592653589793,
                                largest,
                                largest / 2,
                                HUGE_VAL};
      return sign *
             rounded(format.semantics, special[random() % std::size(special)]);
    }
    int bottom = format.minExponent() - digits, top = format.maxExponent();
    int least = std::clamp(leastExponent, bottom, top);
    int greatest = std::clamp(greatestExponent, bottom, top);
    int exponent = least + int(random() % unsigned(greatest - least + 1));
    return rounded(format.semantics, sign * std::ldexp(1 + unit(), exponent),
                   RoundingMode::Zero);
  }

  /// A single number, or one and what is above it by a part of it that is
  /// anything from a unit in the last place to twice the number.
  EnclosedValue set(const Format &format, int leastExponent,
                    int greatestExponent) {
    double lo = number(format, leastExponent, greatestExponent), hi = lo;
    bool mayBeNaN = false;
    switch (random() % 8) {
    case 0:
      break;
    case 1:
      hi = number(format, leastExponent, greatestExponent);
      mayBeNaN = random() % 4 == 0;
      break;
    default:
      hi =
          rounded(format.semantics,
                  lo + std::fabs(lo) *
                           std::ldexp(1.0, -int(random() %
                                                unsigned(format.precision()))));
    }
    if (std::isnan(hi) || isBelow(hi, lo))
      std::swap(lo, hi);
    if (std::isnan(lo) || std::isnan(hi))
      lo = hi = 1;
    EnclosedValue value{format.semantics, bitsOf(format.semantics, lo), {}};
    bool isOne = lo == hi && std::signbit(lo) == std::signbit(hi);
    value.bounds = {lo, hi, isOne && !mayBeNaN, mayBeNaN};
    value.bits = member(format, value, 2);
    return value;
  }

  /// The ends first.
  APInt member(const Format &format, const EnclosedValue &of, unsigned which) {
    const Enclosure &bounds = of.bounds;
    if (bounds.exact)
      return of.bits;
    if (which < 2)
      return bitsOf(format.semantics, which ? bounds.hi : bounds.lo);
    if (bounds.mayBeNaN && random() % 8 == 0)
      return canonicalNaN(format.semantics);
    double at =
        rounded(format.semantics, bounds.lo + (bounds.hi - bounds.lo) * unit(),
                RoundingMode::Zero);
    if (std::isnan(at) || isBelow(at, bounds.lo) || isBelow(bounds.hi, at))
      at = random() % 2 ? bounds.hi : bounds.lo;
    return bitsOf(format.semantics, at);
  }

  std::mt19937_64 random;
};
} // namespace

static void report(StringRef name, const Format &format,
                   ArrayRef<EnclosedValue> operands, ArrayRef<APInt> members,
                   const Enclosure &set, double result) {
  llvm::errs() << name << " " << format.name << ":";
  for (auto [operand, member] : llvm::zip_equal(operands, members))
    llvm::errs() << llvm::format(" [%a, %a] at %a", operand.bounds.lo,
                                 operand.bounds.hi,
                                 numberOf(operand.format, member));
  llvm::errs() << llvm::format(": %a is not in ", result)
               << (set.exact ? "what is exact" : "")
               << llvm::format("[%a, %a]", set.lo, set.hi)
               << (set.mayBeNaN ? " or NaN" : "") << "\n";
}

//===----------------------------------------------------------------------===//
// Rounded operations
//===----------------------------------------------------------------------===//

static mpfr_rnd_t modeOf(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NearestEven:
    return MPFR_RNDN;
  case RoundingMode::Zero:
    return MPFR_RNDZ;
  case RoundingMode::NegativeInf:
    return MPFR_RNDD;
  case RoundingMode::PositiveInf:
    return MPFR_RNDU;
  case RoundingMode::NearestAway: // No arithmetic has it.
    break;
  }
  llvm_unreachable("unknown rounding");
}

/// MPFR computes as the format does: its digits, its exponents, its subnormal
/// numbers (MPFR's manual, mpfr_subnormalize).
static double referenceOf(const Rounded &operation, const Format &format,
                          ArrayRef<APInt> members, RoundingMode mode) {
  Number out(format.precision());
  std::array<Number, 3> in;
  SmallVector<mpfr_ptr, 3> operands;
  for (auto [k, bits] : llvm::enumerate(members)) {
    mpfr_set_d(in[k].get(), numberOf(format.semantics, bits), MPFR_RNDN);
    operands.push_back(in[k].get());
  }
  mpfr_set_emin(format.minExponent() - format.precision() + 2);
  mpfr_set_emax(format.maxExponent() + 1);
  int ternary = operation.reference(out.get(), operands, modeOf(mode));
  ternary = mpfr_check_range(out.get(), ternary, modeOf(mode));
  mpfr_subnormalize(out.get(), ternary, modeOf(mode));
  double result = mpfr_get_d(out.get(), MPFR_RNDN);
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  return result;
}

static const Rounded roundedOperations[] = {
    {"addf", 2,
     [](FloatFormat f, ArrayRef<APInt> x, RoundingMode m) {
       return addf(domain, f, x[0], x[1], m, false);
     },
     [](mpfr_ptr r, ArrayRef<mpfr_ptr> x, mpfr_rnd_t m) {
       return mpfr_add(r, x[0], x[1], m);
     }},
    {"subf", 2,
     [](FloatFormat f, ArrayRef<APInt> x, RoundingMode m) {
       return subf(domain, f, x[0], x[1], m, false);
     },
     [](mpfr_ptr r, ArrayRef<mpfr_ptr> x, mpfr_rnd_t m) {
       return mpfr_sub(r, x[0], x[1], m);
     }},
    {"mulf", 2,
     [](FloatFormat f, ArrayRef<APInt> x, RoundingMode m) {
       return mulf(domain, f, x[0], x[1], m, false);
     },
     [](mpfr_ptr r, ArrayRef<mpfr_ptr> x, mpfr_rnd_t m) {
       return mpfr_mul(r, x[0], x[1], m);
     }},
    {"divf", 2,
     [](FloatFormat f, ArrayRef<APInt> x, RoundingMode m) {
       return divf(f, x[0], x[1], m, false);
     },
     [](mpfr_ptr r, ArrayRef<mpfr_ptr> x, mpfr_rnd_t m) {
       return mpfr_div(r, x[0], x[1], m);
     }},
    {"fma", 3,
     [](FloatFormat f, ArrayRef<APInt> x, RoundingMode m) {
       return fma(domain, f, x[0], x[1], x[2], m, false);
     },
     [](mpfr_ptr r, ArrayRef<mpfr_ptr> x, mpfr_rnd_t m) {
       return mpfr_fma(r, x[0], x[1], x[2], m);
     }},
    {"sqrt", 1,
     [](FloatFormat f, ArrayRef<APInt> x, RoundingMode m) {
       return semantics::sqrt(f, x[0], m, false);
     },
     [](mpfr_ptr r, ArrayRef<mpfr_ptr> x, mpfr_rnd_t m) {
       return mpfr_sqrt(r, x[0], m);
     }},
};

static Tally checkRounded(const Rounded &operation, const Format &format,
                          uint64_t cases) {
  Tally tally;
  Operands operands(seed * 0x9E3779B97F4A7C15 + operation.name[0] * 131 +
                    operation.name[1]);
  while (tally.cases < cases) {
    auto mode = RoundingMode(operands.random() % 4);
    bool isSquare = operation.arity == 2 && operands.random() % 8 == 0;
    SmallVector<EnclosedValue, 3> values;
    // Sums of numbers that are far from each other are the larger one.
    double near = operands.random() % 2 ? 4 : 2000;
    int middle = operands.random() % 2 ? 0 : int(operands.random() % 600) - 300;
    for (unsigned k = 0; k < operation.arity; ++k)
      values.push_back(
          isSquare && k == 1
              ? values[0]
              : operands.set(format, int(middle - near), int(middle + near)));
    std::optional<Enclosure> whole =
        enclose(EnclosedBy::Ends, isSquare, values, format.semantics,
                [&](ArrayRef<APInt> x) {
                  return operation.meaning(format.semantics, x, mode);
                });
    SmallVector<APInt, 3> members(operation.arity);
    SmallVector<APInt, 3> representatives;
    for (const EnclosedValue &value : values)
      representatives.push_back(value.bits);
    EnclosedValue result{
        format.semantics,
        operation.meaning(format.semantics, representatives, mode),
        {}};
    Enclosure set = shrunk(whole.value_or(Enclosure{}));
    for (unsigned i = 0; i < membersPerSet; ++i, ++tally.cases) {
      for (unsigned k = 0; k < operation.arity; ++k)
        members[k] = isSquare && k == 1
                         ? members[0]
                         : operands.member(format, values[k], i >> k & 3);
      double reference = referenceOf(operation, format, members, mode);
      if (whole && contains(result, set, reference))
        continue;
      if (tally.outside++ < 5)
        report(operation.name, format, values, members, set, reference);
    }
  }
  return tally;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

#define ONE(F)                                                                 \
  [](mpfr_ptr r, mpfr_ptr x, mpfr_ptr) { return F(r, x, MPFR_RNDN); }
#define TWO(F)                                                                 \
  [](mpfr_ptr r, mpfr_ptr x, mpfr_ptr y) { return F(r, x, y, MPFR_RNDN); }

/// The reciprocal of the root, of which that of -0 is negative; MPFR's own
/// function gives +infinity there.
static int reciprocalRoot(mpfr_ptr result, mpfr_ptr x, mpfr_ptr) {
  mpfr_sqrt(result, x, MPFR_RNDN);
  return mpfr_ui_div(result, 1, result, MPFR_RNDN);
}

/// Above 2^126 the divisor's reciprocal is zero (docs/spec/language-1.md, 3.2).
static int approximateQuotient(mpfr_ptr result, mpfr_ptr x, mpfr_ptr y) {
  bool isBeyond = mpfr_number_p(y) &&
                  (mpfr_cmp_d(y, 0x1p126) > 0 || mpfr_cmp_d(y, -0x1p126) < 0);
  if (isBeyond)
    return mpfr_mul_ui(result, x, 0, MPFR_RNDN);
  return mpfr_div(result, x, y, MPFR_RNDN);
}

static const Function functions[] = {
    {"exp", BoundedFunction::Exp, ONE(mpfr_exp), -30, 10},
    {"exp approx", BoundedFunction::ExpApprox, ONE(mpfr_exp), -30, 10, true},
    {"exp2", BoundedFunction::Exp2, ONE(mpfr_exp2), -30, 11},
    {"log", BoundedFunction::Log, ONE(mpfr_log), -1100, 1100},
    {"log2", BoundedFunction::Log2, ONE(mpfr_log2), -1100, 1100},
    {"sin", BoundedFunction::Sin, ONE(mpfr_sin), -30, 8},
    {"cos", BoundedFunction::Cos, ONE(mpfr_cos), -30, 8},
    {"tan", BoundedFunction::Tan, ONE(mpfr_tan), -30, 8},
    {"sinh", BoundedFunction::SinH, ONE(mpfr_sinh), -30, 10},
    {"cosh", BoundedFunction::CosH, ONE(mpfr_cosh), -30, 10},
    {"tanh", BoundedFunction::TanH, ONE(mpfr_tanh), -30, 6},
    {"tanh approx", BoundedFunction::TanHApprox, ONE(mpfr_tanh), -30, 6, true},
    {"rsqrt", BoundedFunction::Rsqrt, reciprocalRoot, -1100, 1100},
    {"sqrt approx", BoundedFunction::SqrtApprox, ONE(mpfr_sqrt), -1100, 1100,
     true},
    {"pow", BoundedFunction::Pow, TWO(mpfr_pow), -6, 6},
    {"atan2", BoundedFunction::Atan2, TWO(mpfr_atan2), -40, 40},
    {"divf full", BoundedFunction::DivFull, TWO(mpfr_div), -126, 126, true},
    {"divf approx", BoundedFunction::DivApprox, approximateQuotient, -126, 126,
     true},
};

/// The least or the greatest number of the format within `error` of `real`.
static double outermost(const Format &format, Number &real, Number &error,
                        bool isUpper) {
  Number moved;
  if (isUpper)
    mpfr_add(moved.get(), real.get(), error.get(), MPFR_RNDD);
  else
    mpfr_sub(moved.get(), real.get(), error.get(), MPFR_RNDU);
  double inDouble = mpfr_get_d(moved.get(), isUpper ? MPFR_RNDD : MPFR_RNDU);
  return rounded(format.semantics, inDouble,
                 isUpper ? RoundingMode::NegativeInf
                         : RoundingMode::PositiveInf);
}

/// The documented error at x of a finite value that is not zero.
static void setError(const Function &function, const Format &format, double x,
                     Number &real, Number &error) {
  int exponent =
      std::max(int(mpfr_get_exp(real.get())) - 1, format.minExponent());
  mpfr_set_d(error.get(), errorUnits(function.which, format.semantics, x),
             MPFR_RNDD);
  mpfr_mul_2si(error.get(), error.get(), exponent + 1 - format.precision(),
               MPFR_RNDD);
}

static Tally checkFunction(const Function &function, const Format &format,
                           uint64_t cases) {
  Tally tally;
  Operands operands(seed * 0x9E3779B97F4A7C15 + uint64_t(function.which) + 7);
  bool two = hasTwoOperands(function.which);
  Number x, y, real, error;
  while (tally.cases < cases) {
    SmallVector<EnclosedValue, 2> values;
    for (unsigned k = 0; k < (two ? 2 : 1); ++k)
      values.push_back(operands.set(format, function.leastExponent,
                                    function.greatestExponent));
    const EnclosedValue &b = two ? values[1] : values[0];
    Enclosure set = encloseFunction(function.which, format.semantics, values[0],
                                    b, /*ftz=*/false);
    EnclosedValue result{format.semantics,
                         evaluate(function.which, format.semantics,
                                  values[0].bits, b.bits, false)
                             .value,
                         {}};
    set = shrunk(set);
    for (unsigned i = 0; i < membersPerSet; ++i, ++tally.cases) {
      SmallVector<APInt, 2> members;
      for (auto [k, value] : llvm::enumerate(values))
        members.push_back(operands.member(format, value, i >> k & 3));
      double at = numberOf(format.semantics, members[0]);
      double at2 = numberOf(format.semantics, members.back());
      mpfr_set_d(x.get(), at, MPFR_RNDN);
      mpfr_set_d(y.get(), at2, MPFR_RNDN);
      function.compute(real.get(), x.get(), y.get());
      SmallVector<double, 3> legal;
      legal.push_back(
          rounded(format.semantics, mpfr_get_d(real.get(), MPFR_RNDN)));
      if (mpfr_regular_p(real.get())) {
        setError(function, format, at, real, error);
        for (bool isUpper : {false, true}) {
          double outer = outermost(format, real, error, isUpper);
          // No number of the format may be that near.
          if (isUpper ? mpfr_cmp_d(real.get(), outer) <= 0
                      : mpfr_cmp_d(real.get(), outer) >= 0)
            legal.push_back(outer);
        }
      }
      for (double one : legal) {
        if (contains(result, set, one))
          continue;
        if (tally.outside++ < 5)
          report(function.name, format, values, members, set, one);
        break;
      }
    }
  }
  return tally;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(
      argc, argv,
      "compares enclosures of operations with what MPFR computes\n\n"
      "Exit codes: 0 all results are enclosed, 1 bad usage, 3 some are not\n");
  json::Object perOperation;
  Tally all;
  auto add = [&](StringRef name, const Format &format, const Tally &tally) {
    all.cases += tally.cases;
    all.outside += tally.outside;
    std::string key = (name + " " + format.name).str();
    perOperation[key] = int64_t(tally.cases);
    if (!asJson)
      llvm::outs() << llvm::format(
          "%-20s %10llu cases  %llu outside\n", key.c_str(),
          static_cast<unsigned long long>(tally.cases),
          static_cast<unsigned long long>(tally.outside));
  };
  auto isWanted = [](StringRef name) {
    return only.empty() || llvm::is_contained(only, name);
  };
  for (const Format &format : formats) {
    for (const Rounded &operation : roundedOperations)
      if (isWanted(operation.name))
        add(operation.name, format, checkRounded(operation, format, numCases));
    bool isHalf = format.precision() < 24;
    for (const Function &function : functions)
      // Approximate forms are of f32 alone.
      if (isWanted(function.name) &&
          !(function.isApproximate && (isHalf || format.precision() > 24)))
        add(function.name, format, checkFunction(function, format, numCases));
  }
  if (!all.cases) {
    llvm::errs() << "tile-enclosures: --only names no operation\n";
    return 1;
  }
  if (asJson)
    llvm::outs() << llvm::formatv(
        "{0:2}\n", json::Value(json::Object{
                       {"cases", int64_t(all.cases)},
                       {"outside", int64_t(all.outside)},
                       {"casesPerOperation", std::move(perOperation)}}));
  else
    llvm::outs() << all.cases << " cases, " << all.outside << " outside\n";
  return all.outside ? 3 : 0;
}
