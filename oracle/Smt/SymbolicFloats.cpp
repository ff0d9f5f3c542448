//===- SymbolicFloats.cpp - Floats as solver terms ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/SolverTerms.h"

using namespace tilefuzz;

#define TILEFUZZ_ROUNDED(NAME, FUNCTION, COMMUTATIVE)                          \
  Term SymbolicDomain::NAME(FloatFormat f, RoundingMode m, Term a, Term b) {   \
    Implementation &i = *implementation;                                       \
    if (i.byStructure(f))                                                      \
      return i.apply(i.name(#NAME, f, m), {a, b}, sizeOf(f), COMMUTATIVE);     \
    return i.fromFloat(                                                        \
        f, FUNCTION(i.c, i.mode(m), i.toFloat(f, a), i.toFloat(f, b)),         \
        quietNaN(f));                                                          \
  }
TILEFUZZ_ROUNDED(fadd, Z3_mk_fpa_add, 2)
TILEFUZZ_ROUNDED(fsub, Z3_mk_fpa_sub, 0)
TILEFUZZ_ROUNDED(fmul, Z3_mk_fpa_mul, 2)
#undef TILEFUZZ_ROUNDED

Term SymbolicDomain::ffma(FloatFormat f, RoundingMode m, Term a, Term b,
                          Term c) {
  Implementation &i = *implementation;
  if (i.byStructure(f))
    return i.apply(i.name("ffma", f, m), {a, b, c}, sizeOf(f), 2);
  return i.fromFloat(f,
                     Z3_mk_fpa_fma(i.c, i.mode(m), i.toFloat(f, a),
                                   i.toFloat(f, b), i.toFloat(f, c)),
                     quietNaN(f));
}
Term SymbolicDomain::fless(FloatFormat f, Term a, Term b) {
  Implementation &i = *implementation;
  return i.term(Z3_mk_fpa_lt(i.c, i.toFloat(f, a), i.toFloat(f, b)));
}
Term SymbolicDomain::fequal(FloatFormat f, Term a, Term b) {
  Implementation &i = *implementation;
  return i.term(Z3_mk_fpa_eq(i.c, i.toFloat(f, a), i.toFloat(f, b)));
}
Term SymbolicDomain::isNaN(FloatFormat f, Term a) {
  Implementation &i = *implementation;
  return i.term(Z3_mk_fpa_is_nan(i.c, i.toFloat(f, a)));
}
Term SymbolicDomain::isNegative(Term a) {
  return slt(a, constant(width(a), 0));
}
Term SymbolicDomain::isSubnormal(FloatFormat f, Term a) {
  Implementation &i = *implementation;
  return i.term(Z3_mk_fpa_is_subnormal(i.c, i.toFloat(f, a)));
}
Term SymbolicDomain::quietNaN(FloatFormat f) {
  return constant(llvm::APFloat::getQNaN(*f).bitcastToAPInt());
}

bool SymbolicDomain::hasArithmetic(FloatFormat f) {
  return llvm::APFloat::isIEEELikeFP(*f) || f == &llvm::APFloat::FloatTF32();
}
bool SymbolicDomain::canConvertFrom(FloatFormat from) {
  return hasArithmetic(from) || sizeOf(from) <= 8;
}
Term SymbolicDomain::ftof(FloatFormat from, FloatFormat to, RoundingMode m,
                          Term a) {
  Implementation &i = *implementation;
  if (!hasArithmetic(from)) {
    // All values, as the definition converts them.
    ConcreteDomain definition;
    unsigned bits = sizeOf(from);
    auto converted = [&](uint64_t value) {
      return constant(definition.ftof(from, to, m, llvm::APInt(bits, value)));
    };
    if (isNumeral(a))
      return converted(evaluate(a).getZExtValue());
    Term result = converted(0);
    for (uint64_t value = 1; value < uint64_t(1) << bits; ++value)
      result = ite(eq(a, constant(bits, value)), converted(value), result);
    return result;
  }
  if (i.byStructure(from) || i.byStructure(to))
    return i.apply(i.name("ftof", from, m) + "." +
                       std::to_string(llvm::APFloat::semanticsPrecision(*to)),
                   {a}, sizeOf(to));
  return i.fromFloat(to,
                     Z3_mk_fpa_to_fp_float(i.c, i.mode(m), i.toFloat(from, a),
                                           i.floatSort(to)),
                     quietNaN(to));
}
Term SymbolicDomain::itof(FloatFormat to, RoundingMode m, Term a, ReadAs read) {
  Implementation &i = *implementation;
  bool isSigned = read == ReadAs::Signed;
  if (i.byStructure(to))
    return i.apply(i.name(isSigned ? "sitof" : "uitof", to, m), {a},
                   sizeOf(to));
  return i.fromFloat(
      to,
      isSigned
          ? Z3_mk_fpa_to_fp_signed(i.c, i.mode(m), raw(a), i.floatSort(to))
          : Z3_mk_fpa_to_fp_unsigned(i.c, i.mode(m), raw(a), i.floatSort(to)),
      quietNaN(to));
}
Result<SymbolicDomain> SymbolicDomain::ftoi(FloatFormat from, unsigned width,
                                            ReadAs read, Term a) {
  Implementation &i = *implementation;
  bool isSigned = read == ReadAs::Signed;
  Z3_ast value = i.toFloat(from, a), zero = i.mode(RoundingMode::Zero);
  // The solver rounds none of as many bits of exponent as of significand, and
  // makes no integers of one bit.
  if (from == &llvm::APFloat::BFloat()) {
    from = &llvm::APFloat::IEEEsingle();
    value =
        raw(i.term(Z3_mk_fpa_to_fp_float(i.c, zero, value, i.floatSort(from))));
  }
  unsigned made = std::max(width, 2u);
  Z3_ast whole = Z3_mk_fpa_round_to_integral(i.c, zero, value);
  // Powers of two are exact in every format, or overflow to infinity, and then
  // every finite value is in range.
  auto powerOfTwo = [&](unsigned exponent, bool negative) {
    llvm::APFloat bound(*from);
    bound.convertFromAPInt(llvm::APInt::getOneBitSet(exponent + 1, exponent),
                           /*IsSigned=*/false,
                           llvm::RoundingMode::NearestTiesToEven);
    if (negative)
      bound.changeSign();
    return i.toFloat(from, constant(bound.bitcastToAPInt()));
  };
  Term below = i.term(Z3_mk_fpa_lt(
      i.c, whole, powerOfTwo(isSigned ? width - 1 : width, false)));
  Term above = i.term(
      Z3_mk_fpa_geq(i.c, whole,
                    isSigned ? powerOfTwo(width - 1, true)
                             : i.toFloat(from, constant(sizeOf(from), 0))));
  Term infinite = i.term(Z3_mk_fpa_is_infinite(i.c, value));
  i.usedTheory = true;
  Term result = i.term(isSigned ? Z3_mk_fpa_to_sbv(i.c, zero, value, made)
                                : Z3_mk_fpa_to_ubv(i.c, zero, value, made));
  return {trunc(result, width), lor(infinite, lnot(land(below, above))),
          Undefined::FloatToIntRange};
}

Term SymbolicDomain::function(llvm::StringRef name,
                              const std::vector<Term> &operands,
                              unsigned width) {
  return implementation->apply(name.str() + "." + std::to_string(width),
                               operands, width);
}
Term SymbolicDomain::memoryFunction(llvm::StringRef name,
                                    const std::vector<Term> &operands) {
  return implementation->apply(name.str() + ".memory", operands,
                               implementation->memorySort());
}
Term SymbolicDomain::simplified(Term a) {
  if (isTrue(a) || isFalse(a))
    return a;
  return implementation->term(Z3_simplify(implementation->c, raw(a)));
}
