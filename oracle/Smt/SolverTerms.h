//===- SolverTerms.h - What the files that see the solver share -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Included by the Symbolic*.cpp files only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_SOLVERTERMS_H
#define TILEFUZZ_ORACLE_SMT_SOLVERTERMS_H

#include "oracle/Smt/SymbolicDomain.h"
#include <z3.h>

namespace tilefuzz {

inline Z3_ast raw(Term term) { return static_cast<Z3_ast>(term.ast); }

inline unsigned sizeOf(FloatFormat f) {
  return llvm::APFloat::semanticsSizeInBits(*f);
}

struct SymbolicDomain::Implementation {
  // Terms live as long as the context (one per check), so no counting.
  Z3_context c = nullptr;
  FloatEncoding floats;
  unsigned timeoutMs;
  /// 0: no limit.
  unsigned maxSteps;
  Term yes, no;
  std::vector<Input> inputs;
  std::vector<std::string> names;
  bool usedStructure = false, usedTheory = false, usedFloatStructure = false;
  unsigned probes = 0;
  std::string error, reason;
  Term lastCondition;
  QuerySink sink;
  Z3_model model = nullptr;

  Z3_lbool ask(Z3_solver solver, Term condition, unsigned limit);

  /// Wraps a new term. On an error keeps its message and gives a valid term.
  Term term(Z3_ast ast) {
    Z3_error_code code = Z3_get_error_code(c);
    if (code == Z3_OK && ast)
      return {ast};
    if (error.empty())
      error = std::string("solver: ") + Z3_get_error_msg(c, code);
    return no;
  }
  Z3_sort bits(unsigned width) { return Z3_mk_bv_sort(c, width); }
  Z3_sort memorySort() { return Z3_mk_array_sort(c, bits(64), bits(8)); }
  Term fresh(llvm::StringRef name, Z3_sort sort) {
    return term(
        Z3_mk_const(c, Z3_mk_string_symbol(c, name.str().c_str()), sort));
  }

  Z3_sort floatSort(FloatFormat f) {
    unsigned significand = llvm::APFloat::semanticsPrecision(*f);
    return Z3_mk_fpa_sort(
        c, llvm::APFloat::semanticsSizeInBits(*f) - significand, significand);
  }
  Z3_ast toFloat(FloatFormat f, Term a) {
    return raw(term(Z3_mk_fpa_to_fp_bv(c, raw(a), floatSort(f))));
  }
  Z3_ast mode(RoundingMode m) {
    switch (m) {
    case RoundingMode::NearestEven:
      return Z3_mk_fpa_rne(c);
    case RoundingMode::Zero:
      return Z3_mk_fpa_rtz(c);
    case RoundingMode::NegativeInf:
      return Z3_mk_fpa_rtn(c);
    case RoundingMode::PositiveInf:
      return Z3_mk_fpa_rtp(c);
    case RoundingMode::NearestAway:
      return Z3_mk_fpa_rna(c);
    }
    return nullptr;
  }
  /// The bits of a float term. The theory leaves a NaN's bits open; here it is
  /// the quiet one.
  Term fromFloat(FloatFormat f, Z3_ast value, Term nan) {
    usedTheory = true;
    return term(Z3_mk_ite(c, Z3_mk_fpa_is_nan(c, value), raw(nan),
                          Z3_mk_fpa_to_ieee_bv(c, value)));
  }
  bool byStructure(FloatFormat f) {
    bool isWide = floats == FloatEncoding::Structure &&
                  llvm::APFloat::semanticsSizeInBits(*f) > 16;
    usedFloatStructure |= isWide;
    return isWide;
  }
  /// An uninterpreted function application; the first `commutative` operands
  /// in the order of their identities.
  Term apply(std::string name, std::vector<Term> operands, unsigned result,
             unsigned commutative = 0) {
    return apply(std::move(name), std::move(operands), bits(result),
                 commutative);
  }
  Term apply(std::string name, std::vector<Term> operands, Z3_sort result,
             unsigned commutative = 0) {
    usedStructure = true;
    if (commutative == 2 &&
        Z3_get_ast_id(c, raw(operands[1])) < Z3_get_ast_id(c, raw(operands[0])))
      std::swap(operands[0], operands[1]);
    std::vector<Z3_sort> sorts;
    std::vector<Z3_ast> asts;
    for (Term operand : operands) {
      asts.push_back(raw(operand));
      sorts.push_back(Z3_get_sort(c, raw(operand)));
      bool isArray = Z3_get_sort_kind(c, sorts.back()) == Z3_ARRAY_SORT;
      name += isArray
                  ? ".memory"
                  : "." + std::to_string(Z3_get_bv_sort_size(c, sorts.back()));
    }
    Z3_func_decl function =
        Z3_mk_func_decl(c, Z3_mk_string_symbol(c, name.c_str()), sorts.size(),
                        sorts.data(), result);
    return term(Z3_mk_app(c, function, asts.size(), asts.data()));
  }
  static std::string name(const char *operation, FloatFormat f,
                          RoundingMode m) {
    return std::string(operation) + "." +
           std::to_string(llvm::APFloat::semanticsSizeInBits(*f)) + "." +
           std::to_string(llvm::APFloat::semanticsPrecision(*f)) + "." +
           std::to_string(unsigned(m));
  }
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_SOLVERTERMS_H
