//===- SymbolicQueries.cpp - Questions to the solver ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/SolverTerms.h"
#include "llvm/ADT/DenseMap.h"
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
    answer = i.ask(Z3_mk_solver(i.c), condition, i.maxSteps);
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

/// All applications in `roots`, inner ones first.
static std::vector<Z3_ast> applications(Z3_context c,
                                        llvm::ArrayRef<Term> roots) {
  std::vector<Z3_ast> found;
  llvm::DenseSet<unsigned> seen;
  // A term, and whether its operands have been visited.
  std::vector<std::pair<Z3_ast, bool>> open;
  for (Term root : roots)
    open.push_back({raw(root), false});
  while (!open.empty()) {
    auto [ast, isDone] = open.back();
    open.pop_back();
    if (isDone) {
      found.push_back(ast);
      continue;
    }
    if (Z3_get_ast_kind(c, ast) != Z3_APP_AST ||
        !seen.insert(Z3_get_ast_id(c, ast)).second)
      continue;
    open.push_back({ast, true});
    Z3_app app = Z3_to_app(c, ast);
    for (unsigned k = 0, n = Z3_get_app_num_args(c, app); k < n; ++k)
      open.push_back({Z3_get_app_arg(c, app, k), false});
  }
  return found;
}
static bool isKind(Z3_context c, Z3_ast ast, Z3_decl_kind kind) {
  return Z3_get_ast_kind(c, ast) == Z3_APP_AST &&
         Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, ast))) == kind;
}

Term SymbolicDomain::withoutFunctions(Term condition) {
  Implementation &i = *implementation;
  Z3_context c = i.c;
  llvm::DenseMap<Z3_ast, Z3_ast> made;
  for (Z3_ast ast : applications(c, condition)) {
    Z3_app app = Z3_to_app(c, ast);
    unsigned count = Z3_get_app_num_args(c, app);
    Z3_sort sort = Z3_get_sort(c, ast);
    if (count && isKind(c, ast, Z3_OP_UNINTERPRETED)) {
      bool isArray = Z3_get_sort_kind(c, sort) == Z3_ARRAY_SORT;
      made[ast] = raw(isArray ? constantMemory(0)
                              : constant(Z3_get_bv_sort_size(c, sort), 0));
      continue;
    }
    std::vector<Z3_ast> operands;
    for (unsigned k = 0; k < count; ++k) {
      Z3_ast operand = Z3_get_app_arg(c, app, k);
      auto found = made.find(operand);
      operands.push_back(found == made.end() ? operand : found->second);
    }
    made[ast] =
        raw(i.term(Z3_update_term(c, ast, operands.size(), operands.data())));
  }
  auto found = made.find(raw(condition));
  return found == made.end() ? condition : Term{found->second};
}

std::vector<SymbolicDomain::Input>
SymbolicDomain::inputsOf(llvm::ArrayRef<Term> terms) const {
  llvm::DenseSet<Z3_ast> found;
  for (Z3_ast ast : applications(implementation->c, terms))
    found.insert(ast);
  std::vector<Input> used;
  llvm::copy_if(
      implementation->inputs, std::back_inserter(used),
      [&](const Input &input) { return found.contains(raw(input.term)); });
  return used;
}
std::optional<std::array<Term, 3>> SymbolicDomain::choiceOf(Term term) const {
  Z3_context c = implementation->c;
  if (!isKind(c, raw(term), Z3_OP_ITE))
    return std::nullopt;
  auto operand = [&](unsigned k) {
    return Term{Z3_get_app_arg(c, Z3_to_app(c, raw(term)), k)};
  };
  return std::array{operand(0), operand(1), operand(2)};
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
  // Applications of the solver's own fp.to_ieee_bv, inner ones first.
  std::vector<Z3_ast> uses = applications(c, i.lastCondition), names;
  llvm::erase_if(
      uses, [&](Z3_ast use) { return !isKind(c, use, Z3_OP_FPA_TO_IEEE_BV); });
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
