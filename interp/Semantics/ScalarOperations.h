//===- ScalarOperations.h - arith and math over any domain ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What one element of the result of an operation of arith or math is. Three
// readers take it from here: the tile interpreter and the interpreter of
// functions over the concrete domain, the solver over terms. Rules of poison
// and of undefined behaviour stand here once, as the descriptions of ArithOps
// and, of flags, the LangRef have them.
//
// What a domain has no arithmetic for (transcendental functions in the solver)
// it says itself: the row's meaning is null there.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_SCALAROPERATIONS_H
#define TILEFUZZ_INTERP_SEMANTICS_SCALAROPERATIONS_H

#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/FloatFunctions.h"
#include "interp/Semantics/ScalarForm.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <type_traits>

namespace tilefuzz {

/// What it means for the program that a scalar result is undefined.
enum class IfUndefined : uint8_t {
  /// It cannot be.
  Never,
  /// The operation is undefined behaviour.
  EndsRun,
  /// The element is poison.
  Poison,
};

/// Who has programs with an operation.
enum class ScalarReader : uint8_t { Tile = 1, Function = 2, Solver = 4 };
inline constexpr uint8_t allReaders = 7;
/// The solver meets no code with it: at the levels that it takes, nv_tileaa has
/// an operation of its own instead.
inline constexpr uint8_t bothInterpreters = 3;

/// Which formats the domain must have arithmetic for.
enum class FloatNeeds : uint8_t { None, Operand, Result, Both };

namespace semantics {

template <class D> using Operands = llvm::ArrayRef<Bits<D>>;
template <class D>
using ScalarMeaning = Result<D> (*)(D &, const ScalarForm &, Operands<D>);

template <class D> Result<D> ofTruth(D &d, Bool<D> holds) {
  return defined(d, d.ite(holds, d.constant(1, 1), d.constant(1, 0)));
}

//===----------------------------------------------------------------------===//
// Poison
//===----------------------------------------------------------------------===//

/// A shift by the width or more.
template <class D>
Result<D> unlessBeyond(D &d, Bits<D> amount, Result<D> result) {
  result.undefined = d.lor(result.undefined, d.lnot(amountInRange(d, amount)));
  return result;
}

/// Whether a quotient, or what a shift to the right leaves, does not give `x`
/// back as promised. `y` is a divisor that is not undefined, or an amount below
/// the width.
template <class D>
Bool<D> losesBits(D &d, ExactPromise promise, Bits<D> x, Bits<D> y,
                  Bits<D> result) {
  switch (promise) {
  case ExactPromise::None:
    return d.truth(false);
  case ExactPromise::Quotient:
    return d.lnot(d.eq(d.mul(result, y), x));
  case ExactPromise::ShiftRight:
    return d.lnot(d.eq(d.shl(result, y), x));
  }
  llvm_unreachable("covered switch");
}

/// Whether a float breaks the promise of flags.
template <class D>
Bool<D> isExcluded(D &d, FloatPromise promise, FloatFormat format, Bits<D> a) {
  Bool<D> excluded = d.truth(false);
  if (promise.noNaN)
    excluded = d.lor(excluded, d.isNaN(format, a));
  if (promise.noInfinity && FormatInfo::of(format).hasInfinity) {
    uint64_t infinity =
        llvm::APFloat::getInf(*format).bitcastToAPInt().getZExtValue();
    excluded =
        d.lor(excluded, d.eq(absf(d, a), d.constant(d.width(a), infinity)));
  }
  return excluded;
}

//===----------------------------------------------------------------------===//
// Meanings
//===----------------------------------------------------------------------===//

namespace scalar {
template <class D, auto meaning>
Result<D> wrapping(D &d, const ScalarForm &form, Operands<D> x) {
  return meaning(d, x[0], x[1], form.promise);
}
template <class D, auto meaning>
Result<D> bitwise(D &d, const ScalarForm &, Operands<D> x) {
  return meaning(d, x[0], x[1]);
}
template <class D, auto meaning, ReadAs read>
Result<D> readAs(D &d, const ScalarForm &, Operands<D> x) {
  return meaning(d, x[0], x[1], read);
}
template <class D>
Result<D> shiftLeft(D &d, const ScalarForm &form, Operands<D> x) {
  return unlessBeyond<D>(d, x[1], shli(d, x[0], x[1], form.promise));
}
template <class D, ReadAs read>
Result<D> shiftRight(D &d, const ScalarForm &, Operands<D> x) {
  return unlessBeyond<D>(d, x[1], shri(d, x[0], x[1], read));
}
template <class D, ReadAs read, RoundingMode mode>
Result<D> divide(D &d, const ScalarForm &, Operands<D> x) {
  return divi(d, x[0], x[1], read, mode);
}
template <class D>
Result<D> compareIntegers(D &d, const ScalarForm &form, Operands<D> x) {
  return ofTruth(d, cmpi(d, form.relation, x[0], x[1], form.read));
}
template <class D>
Result<D> compareFloats(D &d, const ScalarForm &form, Operands<D> x) {
  FloatFormat format = form.operandFormat;
  auto isUnordered = [&] {
    return d.lor(d.isNaN(format, x[0]), d.isNaN(format, x[1]));
  };
  switch (form.asks) {
  case ScalarForm::Asks::Nothing:
    return ofTruth(d, d.truth(false));
  case ScalarForm::Asks::Everything:
    return ofTruth(d, d.truth(true));
  case ScalarForm::Asks::Ordered:
    return ofTruth(d, d.lnot(isUnordered()));
  case ScalarForm::Asks::Unordered:
    return ofTruth(d, isUnordered());
  case ScalarForm::Asks::Relation:
    return ofTruth(d,
                   cmpf(d, format, form.relation, x[0], x[1], form.isOrdered));
  }
  llvm_unreachable("covered switch");
}
/// Of any widths: index is 64 bits wide here.
template <class D, ReadAs read>
Result<D> resize(D &d, const ScalarForm &form, Operands<D> x) {
  if (form.width < form.operandWidth)
    return defined(d, d.trunc(x[0], form.width));
  return exti(d, x[0], form.width, read);
}
template <class D>
Result<D> truncate(D &d, const ScalarForm &form, Operands<D> x) {
  return trunci(d, x[0], form.width, form.promise);
}
template <class D, ReadAs read>
Result<D> fromInteger(D &d, const ScalarForm &form, Operands<D> x) {
  return defined(d, d.itof(form.format, form.mode, x[0], read));
}
/// Out of range: poison, as in LLVM, to which arith lowers.
template <class D, ReadAs read>
Result<D> toInteger(D &d, const ScalarForm &form, Operands<D> x) {
  return d.ftoi(form.operandFormat, form.width, read, x[0]);
}
template <class D>
Result<D> changeFormat(D &d, const ScalarForm &form, Operands<D> x) {
  return defined(d, d.ftof(form.operandFormat, form.format, form.mode, x[0]));
}
template <class D, auto meaning>
Result<D> rounded(D &d, const ScalarForm &form, Operands<D> x) {
  return defined(d, meaning(d, form.format, x[0], x[1], form.mode,
                            /*ftz=*/false));
}
template <class D>
Result<D> fusedMultiplyAdd(D &d, const ScalarForm &form, Operands<D> x) {
  return defined(d, fma(d, form.format, x[0], x[1], x[2], form.mode,
                        /*ftz=*/false));
}
template <class D, Extremum extremum, OneNaN oneNaN>
Result<D> minOrMax(D &d, const ScalarForm &form, Operands<D> x) {
  return defined(d, maxOrMin(d, form.format, x[0], x[1], extremum, oneNaN,
                             /*ftz=*/false));
}
template <class D, auto meaning>
Result<D> signOf(D &d, const ScalarForm &, Operands<D> x) {
  return defined(d, meaning(d, x[0]));
}
template <class D>
Result<D> absoluteInteger(D &d, const ScalarForm &, Operands<D> x) {
  return absi(d, x[0]);
}

inline Result<ConcreteDomain> floatRemainder(ConcreteDomain &d,
                                             const ScalarForm &form,
                                             Operands<ConcreteDomain> x) {
  return defined(d, remf(form.format, x[0], x[1]));
}
template <auto meaning>
Result<ConcreteDomain> toIntegral(ConcreteDomain &d, const ScalarForm &form,
                                  Operands<ConcreteDomain> x) {
  return defined(d, meaning(form.format, x[0]));
}
/// Of a function that only the concrete domain has.
template <class D>
constexpr ScalarMeaning<D> onlyConcrete(ScalarMeaning<ConcreteDomain> meaning) {
  if constexpr (std::is_same_v<D, ConcreteDomain>)
    return meaning;
  else
    return nullptr;
}
} // namespace scalar

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

template <class D> struct ScalarRow {
  llvm::StringLiteral operation;
  IfUndefined ifUndefined;
  FloatNeeds needs;
  uint8_t readers;
  /// Null: the domain has no arithmetic for it.
  ScalarMeaning<D> meaning;
  /// Either zero may be the result where the operands are both.
  bool mayGiveEitherZero = false;

  bool isReadBy(ScalarReader reader) const {
    return readers & static_cast<uint8_t>(reader);
  }
};

/// Real functions, which have a legal error: what each reader makes of them is
/// its own. With `afn` the hardware's function will do.
struct FunctionRow {
  llvm::StringLiteral operation;
  BoundedFunction function, approximate;
};
inline constexpr FunctionRow functionRows[] = {
    {"math.exp", BoundedFunction::Exp, BoundedFunction::ExpApprox},
    {"math.tanh", BoundedFunction::TanH, BoundedFunction::TanHApprox},
    {"math.log", BoundedFunction::Log, BoundedFunction::Log},
    {"math.log2", BoundedFunction::Log2, BoundedFunction::Log2},
    {"math.sin", BoundedFunction::Sin, BoundedFunction::Sin},
    {"math.cos", BoundedFunction::Cos, BoundedFunction::Cos},
    {"math.tan", BoundedFunction::Tan, BoundedFunction::Tan},
    {"math.sinh", BoundedFunction::SinH, BoundedFunction::SinH},
    {"math.cosh", BoundedFunction::CosH, BoundedFunction::CosH},
    {"math.powf", BoundedFunction::Pow, BoundedFunction::Pow},
    {"math.atan2", BoundedFunction::Atan2, BoundedFunction::Atan2},
};

template <class D> constexpr auto makeScalarRows() {
  using namespace scalar;
  constexpr auto sig = ReadAs::Signed, uns = ReadAs::Unsigned;
  constexpr auto never = IfUndefined::Never, ends = IfUndefined::EndsRun,
                 poison = IfUndefined::Poison;
  constexpr auto none = FloatNeeds::None, operand = FloatNeeds::Operand,
                 result = FloatNeeds::Result, both = FloatNeeds::Both;
  constexpr uint8_t all = allReaders, run = bothInterpreters;
  using Mode = RoundingMode;
  return std::array{
      ScalarRow<D>{"arith.addi", poison, none, all, wrapping<D, addi<D>>},
      ScalarRow<D>{"arith.subi", poison, none, all, wrapping<D, subi<D>>},
      ScalarRow<D>{"arith.muli", poison, none, all, wrapping<D, muli<D>>},
      ScalarRow<D>{"arith.shli", poison, none, all, shiftLeft<D>},
      ScalarRow<D>{"arith.shrsi", poison, none, all, shiftRight<D, sig>},
      ScalarRow<D>{"arith.shrui", poison, none, all, shiftRight<D, uns>},
      ScalarRow<D>{"arith.andi", never, none, all, bitwise<D, andi<D>>},
      ScalarRow<D>{"arith.ori", never, none, all, bitwise<D, ori<D>>},
      ScalarRow<D>{"arith.xori", never, none, all, bitwise<D, xori<D>>},
      ScalarRow<D>{"arith.maxsi", never, none, all, readAs<D, maxi<D>, sig>},
      ScalarRow<D>{"arith.maxui", never, none, all, readAs<D, maxi<D>, uns>},
      ScalarRow<D>{"arith.minsi", never, none, all, readAs<D, mini<D>, sig>},
      ScalarRow<D>{"arith.minui", never, none, all, readAs<D, mini<D>, uns>},
      ScalarRow<D>{"arith.divsi", ends, none, all, divide<D, sig, Mode::Zero>},
      ScalarRow<D>{"arith.divui", ends, none, all, divide<D, uns, Mode::Zero>},
      ScalarRow<D>{"arith.floordivsi", ends, none, all,
                   divide<D, sig, Mode::NegativeInf>},
      ScalarRow<D>{"arith.ceildivsi", ends, none, all,
                   divide<D, sig, Mode::PositiveInf>},
      ScalarRow<D>{"arith.ceildivui", ends, none, all,
                   divide<D, uns, Mode::PositiveInf>},
      ScalarRow<D>{"arith.remsi", ends, none, all, readAs<D, remi<D>, sig>},
      ScalarRow<D>{"arith.remui", ends, none, all, readAs<D, remi<D>, uns>},
      ScalarRow<D>{"arith.cmpi", never, none, all, compareIntegers<D>},
      ScalarRow<D>{"arith.cmpf", never, operand, all, compareFloats<D>},
      ScalarRow<D>{"arith.extsi", never, none, all, resize<D, sig>},
      ScalarRow<D>{"arith.extui", never, none, all, resize<D, uns>},
      ScalarRow<D>{"arith.trunci", poison, none, all, truncate<D>},
      ScalarRow<D>{"arith.index_cast", never, none, run, resize<D, sig>},
      ScalarRow<D>{"arith.index_castui", never, none, run, resize<D, uns>},
      ScalarRow<D>{"arith.sitofp", never, result, all, fromInteger<D, sig>},
      ScalarRow<D>{"arith.uitofp", never, result, all, fromInteger<D, uns>},
      ScalarRow<D>{"arith.fptosi", poison, operand, all, toInteger<D, sig>},
      ScalarRow<D>{"arith.fptoui", poison, operand, all, toInteger<D, uns>},
      ScalarRow<D>{"arith.extf", never, both, run, changeFormat<D>},
      ScalarRow<D>{"arith.truncf", never, both, run, changeFormat<D>},
      ScalarRow<D>{"arith.addf", never, result, run,
                   rounded<D, addf<D, FloatFormat>>},
      ScalarRow<D>{"arith.subf", never, result, run,
                   rounded<D, subf<D, FloatFormat>>},
      ScalarRow<D>{"arith.mulf", never, result, run,
                   rounded<D, mulf<D, FloatFormat>>},
      ScalarRow<D>{"math.fma", never, result, run, fusedMultiplyAdd<D>},
      ScalarRow<D>{"arith.maxnumf", never, result, all,
                   minOrMax<D, Extremum::Max, OneNaN::IsIgnored>,
                   /*mayGiveEitherZero=*/true},
      ScalarRow<D>{"arith.minnumf", never, result, all,
                   minOrMax<D, Extremum::Min, OneNaN::IsIgnored>,
                   /*mayGiveEitherZero=*/true},
      ScalarRow<D>{"arith.maximumf", never, result, all,
                   minOrMax<D, Extremum::Max, OneNaN::Propagates>},
      ScalarRow<D>{"arith.minimumf", never, result, all,
                   minOrMax<D, Extremum::Min, OneNaN::Propagates>},
      ScalarRow<D>{"arith.negf", never, none, all, signOf<D, negf<D>>},
      ScalarRow<D>{"math.absf", never, none, all, signOf<D, absf<D>>},
      ScalarRow<D>{"math.absi", never, none, all, absoluteInteger<D>},
      ScalarRow<D>{"arith.remf", never, result, all,
                   onlyConcrete<D>(floatRemainder)},
      ScalarRow<D>{"math.ceil", never, result, all,
                   onlyConcrete<D>(toIntegral<semantics::ceil>)},
      ScalarRow<D>{"math.floor", never, result, all,
                   onlyConcrete<D>(toIntegral<semantics::floor>)},
  };
}
template <class D> inline constexpr auto scalarRows = makeScalarRows<D>();

} // namespace semantics
} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_SCALAROPERATIONS_H
