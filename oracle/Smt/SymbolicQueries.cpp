//===- SymbolicQueries.cpp - Questions to the solver ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/SolverTerms.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

/// Asks one solver; undecided leaves the reason. `limit` counts the solver's
/// own steps, so that the same query ends the same way on every machine.
Z3_lbool SymbolicDomain::Implementation::ask(Z3_solver solver, Term condition,
                                             unsigned limit) {
  Z3_solver_inc_ref(c, solver);
  Z3_params parameters = Z3_mk_params(c);
  Z3_params_inc_ref(c, parameters);
  Z3_params_set_uint(c, parameters, Z3_mk_string_symbol(c, "timeout"),
                     timeoutMs);
  if (limit)
    Z3_params_set_uint(c, parameters, Z3_mk_string_symbol(c, "rlimit"), limit);
  Z3_solver_set_params(c, solver, parameters);
  Z3_params_dec_ref(c, parameters);
  Z3_solver_assert(c, solver, raw(condition));
  Z3_lbool answer = Z3_solver_check(c, solver);
  if (Z3_get_error_code(c) != Z3_OK && error.empty())
    error = std::string("solver: ") + Z3_get_error_msg(c, Z3_get_error_code(c));
  if (answer == Z3_L_TRUE && error.empty()) {
    if (model)
      Z3_model_dec_ref(c, model);
    model = Z3_solver_get_model(c, solver);
    Z3_model_inc_ref(c, model);
  }
  if (answer == Z3_L_UNDEF)
    reason = std::string("solver: ") + Z3_solver_get_reason_unknown(c, solver);
  Z3_solver_dec_ref(c, solver);
  return answer;
}

Answer SymbolicDomain::isSatisfiable(Bool condition) {
  Implementation &i = *implementation;
  i.lastCondition = condition;
  // The plain solver starts at once and decides most questions; the other
  // prepares for long and decides the hard ones.
  constexpr unsigned stepsOfPlainSolver = 300'000;
  Z3_lbool answer =
      i.ask(Z3_mk_simple_solver(i.c), condition, stepsOfPlainSolver);
  if (answer == Z3_L_UNDEF && i.error.empty())
    answer = i.ask(Z3_mk_solver(i.c), condition, 0);
  Answer result = answer == Z3_L_TRUE    ? Answer::Yes
                  : answer == Z3_L_FALSE ? Answer::No
                                         : Answer::Unknown;
  if (!i.error.empty()) {
    i.reason = i.error;
    result = Answer::Unknown;
  }
  if (i.sink)
    i.sink(lastQuery(), result);
  return result;
}
void SymbolicDomain::setQuerySink(QuerySink sink) {
  implementation->sink = std::move(sink);
}
bool SymbolicDomain::isAlways(Bool assumption, Bool condition) {
  if (isTrue(condition) || isFalse(assumption))
    return true;
  return isSatisfiable(land(assumption, lnot(condition))) == Answer::No;
}
llvm::APInt SymbolicDomain::evaluate(Bits a) {
  Implementation &i = *implementation;
  unsigned bits = width(a);
  Z3_ast value = raw(a);
  if (!isNumeral(a) &&
      (!i.model ||
       !Z3_model_eval(i.c, i.model, raw(a), /*completion=*/true, &value) ||
       !Z3_is_numeral_ast(i.c, value)))
    return llvm::APInt(bits, 0);
  // One bit more while reading: APInt asks for room beyond the digits.
  llvm::StringRef digits = Z3_get_numeral_string(i.c, value);
  return llvm::APInt(
             std::max(bits, llvm::APInt::getSufficientBitsNeeded(digits, 10)),
             digits, 10)
      .trunc(bits);
}
bool SymbolicDomain::evaluateTruth(Bool a) {
  Implementation &i = *implementation;
  Z3_ast value = nullptr;
  return i.model &&
         Z3_model_eval(i.c, i.model, raw(a), /*completion=*/true, &value) &&
         Z3_get_bool_value(i.c, value) == Z3_L_TRUE;
}
bool SymbolicDomain::usedStructure() const {
  return implementation->usedStructure;
}
bool SymbolicDomain::usedFloatStructure() const {
  return implementation->usedFloatStructure;
}
bool SymbolicDomain::usedTheory() const { return implementation->usedTheory; }
bool SymbolicDomain::hasFailed() const {
  return !implementation->error.empty();
}
std::string SymbolicDomain::reasonUnknown() const {
  return hasFailed() ? implementation->error : implementation->reason;
}

Answer SymbolicDomain::askScript(llvm::StringRef script) {
  llvm::StringRef answer =
      Z3_eval_smtlib2_string(implementation->c, script.str().c_str());
  return answer.starts_with("sat")     ? Answer::Yes
         : answer.starts_with("unsat") ? Answer::No
                                       : Answer::Unknown;
}

/// Applications of the solver's own fp.to_ieee_bv below `root`, inner ones
/// first.
static std::vector<Z3_ast> ownConversions(Z3_context c, Z3_ast root) {
  std::vector<Z3_ast> found;
  llvm::DenseSet<unsigned> seen;
  // A term, and whether its operands have been visited.
  std::vector<std::pair<Z3_ast, bool>> open = {{root, false}};
  while (!open.empty()) {
    auto [ast, isDone] = open.back();
    open.pop_back();
    if (Z3_get_ast_kind(c, ast) != Z3_APP_AST)
      continue;
    Z3_app app = Z3_to_app(c, ast);
    if (isDone) {
      if (Z3_get_decl_kind(c, Z3_get_app_decl(c, app)) == Z3_OP_FPA_TO_IEEE_BV)
        found.push_back(ast);
      continue;
    }
    if (!seen.insert(Z3_get_ast_id(c, ast)).second)
      continue;
    open.push_back({ast, true});
    for (unsigned k = 0, n = Z3_get_app_num_args(c, app); k < n; ++k)
      open.push_back({Z3_get_app_arg(c, app, k), false});
  }
  return found;
}

/// fp.to_ieee_bv is no part of the standard: each use becomes a name whose
/// value as a float is the operand.
std::string SymbolicDomain::lastQuery() const {
  Implementation &i = *implementation;
  Z3_context c = i.c;
  if (!i.lastCondition.ast)
    return "";
  Z3_solver solver = Z3_mk_simple_solver(c);
  Z3_solver_inc_ref(c, solver);
  std::vector<Z3_ast> uses = ownConversions(c, raw(i.lastCondition)), names;
  for (auto [k, use] : llvm::enumerate(uses))
    names.push_back(raw(
        i.fresh("bits of float " + std::to_string(k), Z3_get_sort(c, use))));
  auto named = [&](Z3_ast ast) {
    return Z3_substitute(c, ast, uses.size(), uses.data(), names.data());
  };
  for (auto [use, name] : llvm::zip_equal(uses, names)) {
    Z3_ast value = Z3_get_app_arg(c, Z3_to_app(c, use), 0);
    Z3_ast read = Z3_mk_fpa_to_fp_bv(c, name, Z3_get_sort(c, value));
    Z3_solver_assert(c, solver, Z3_mk_eq(c, read, named(value)));
  }
  Z3_solver_assert(c, solver, named(raw(i.lastCondition)));
  std::string text = Z3_solver_to_string(c, solver);
  Z3_solver_dec_ref(c, solver);
  return "(set-logic ALL)\n" + text + "(check-sat)\n";
}
