//===- SymbolicDomain.cpp - Solver terms as a value domain ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/SymbolicDomain.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include <z3.h>

using namespace tilefuzz;

static Z3_ast raw(Term term) { return static_cast<Z3_ast>(term.ast); }

struct SymbolicDomain::Implementation {
  // Terms live as long as the context (one per check), so no counting.
  Z3_context c = nullptr;
  FloatEncoding floats;
  unsigned timeoutMs;
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

static unsigned sizeOf(FloatFormat f) {
  return llvm::APFloat::semanticsSizeInBits(*f);
}

// Without a handler of ours the C interface records errors and goes on.
static void recordOnly(Z3_context, Z3_error_code) {}

SymbolicDomain::SymbolicDomain(FloatEncoding floats, unsigned timeoutMs)
    : implementation(std::make_unique<Implementation>()) {
  Z3_config config = Z3_mk_config();
  implementation->c = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(implementation->c, recordOnly);
  implementation->floats = floats;
  implementation->timeoutMs = timeoutMs;
  implementation->yes = {Z3_mk_true(implementation->c)};
  implementation->no = {Z3_mk_false(implementation->c)};
}
SymbolicDomain::~SymbolicDomain() {
  if (implementation->model)
    Z3_model_dec_ref(implementation->c, implementation->model);
  Z3_del_context(implementation->c);
}

FloatEncoding SymbolicDomain::floats() const { return implementation->floats; }

//===----------------------------------------------------------------------===//
// Integers and truth values
//===----------------------------------------------------------------------===//

unsigned SymbolicDomain::width(Bits a) {
  Z3_context c = implementation->c;
  return Z3_get_bv_sort_size(c, Z3_get_sort(c, raw(a)));
}
Term SymbolicDomain::constant(unsigned width, uint64_t n) {
  return constant(llvm::APInt(width, n, false, /*implicitTrunc=*/true));
}
Term SymbolicDomain::constant(const llvm::APInt &value) {
  llvm::SmallString<32> digits;
  value.toString(digits, 10, /*Signed=*/false);
  return implementation->term(
      Z3_mk_numeral(implementation->c, digits.c_str(),
                    implementation->bits(value.getBitWidth())));
}
Term SymbolicDomain::truth(bool b) {
  return b ? implementation->yes : implementation->no;
}
bool SymbolicDomain::isNumeral(Bits a) {
  return Z3_is_numeral_ast(implementation->c, raw(a));
}
bool SymbolicDomain::isTrue(Bool a) { return a == implementation->yes; }
bool SymbolicDomain::isFalse(Bool a) { return a == implementation->no; }

Term SymbolicDomain::land(Bool a, Bool b) {
  if (isFalse(a) || isTrue(b) || a == b)
    return a;
  if (isTrue(a) || isFalse(b))
    return b;
  Z3_ast both[] = {raw(a), raw(b)};
  return implementation->term(Z3_mk_and(implementation->c, 2, both));
}
Term SymbolicDomain::lor(Bool a, Bool b) {
  if (isTrue(a) || isFalse(b) || a == b)
    return a;
  if (isFalse(a) || isTrue(b))
    return b;
  Z3_ast both[] = {raw(a), raw(b)};
  return implementation->term(Z3_mk_or(implementation->c, 2, both));
}
Term SymbolicDomain::lnot(Bool a) {
  if (isTrue(a) || isFalse(a))
    return truth(isFalse(a));
  return implementation->term(Z3_mk_not(implementation->c, raw(a)));
}
Term SymbolicDomain::ite(Bool c, Bits a, Bits b) {
  if (isTrue(c) || a == b)
    return a;
  if (isFalse(c))
    return b;
  return implementation->term(
      Z3_mk_ite(implementation->c, raw(c), raw(a), raw(b)));
}
Term SymbolicDomain::eq(Bits a, Bits b) {
  Z3_context c = implementation->c;
  if (a == b)
    return truth(true);
  // Numerals are unique per width, so two different ones differ in value.
  if (Z3_is_numeral_ast(c, raw(a)) && Z3_is_numeral_ast(c, raw(b)))
    return truth(false);
  return implementation->term(Z3_mk_eq(c, raw(a), raw(b)));
}

#define TILEFUZZ_BINARY(NAME, FUNCTION)                                        \
  Term SymbolicDomain::NAME(Term a, Term b) {                                  \
    return implementation->term(FUNCTION(implementation->c, raw(a), raw(b)));  \
  }
TILEFUZZ_BINARY(add, Z3_mk_bvadd)
TILEFUZZ_BINARY(sub, Z3_mk_bvsub)
TILEFUZZ_BINARY(mul, Z3_mk_bvmul)
TILEFUZZ_BINARY(band, Z3_mk_bvand)
TILEFUZZ_BINARY(bor, Z3_mk_bvor)
TILEFUZZ_BINARY(bxor, Z3_mk_bvxor)
TILEFUZZ_BINARY(udiv, Z3_mk_bvudiv)
TILEFUZZ_BINARY(urem, Z3_mk_bvurem)
TILEFUZZ_BINARY(sdiv, Z3_mk_bvsdiv)
TILEFUZZ_BINARY(srem, Z3_mk_bvsrem)
TILEFUZZ_BINARY(shl, Z3_mk_bvshl)
TILEFUZZ_BINARY(lshr, Z3_mk_bvlshr)
TILEFUZZ_BINARY(ashr, Z3_mk_bvashr)
TILEFUZZ_BINARY(ult, Z3_mk_bvult)
TILEFUZZ_BINARY(slt, Z3_mk_bvslt)
#undef TILEFUZZ_BINARY

Term SymbolicDomain::zext(Bits a, unsigned to) {
  unsigned from = width(a);
  return from == to ? a
                    : implementation->term(
                          Z3_mk_zero_ext(implementation->c, to - from, raw(a)));
}
Term SymbolicDomain::sext(Bits a, unsigned to) {
  unsigned from = width(a);
  return from == to ? a
                    : implementation->term(
                          Z3_mk_sign_ext(implementation->c, to - from, raw(a)));
}
Term SymbolicDomain::trunc(Bits a, unsigned to) {
  return width(a) == to ? a
                        : implementation->term(Z3_mk_extract(
                              implementation->c, to - 1, 0, raw(a)));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

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
  Term result = i.term(isSigned ? Z3_mk_fpa_to_sbv(i.c, zero, value, width)
                                : Z3_mk_fpa_to_ubv(i.c, zero, value, width));
  return {result, lor(infinite, lnot(land(below, above))),
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

//===----------------------------------------------------------------------===//
// Inputs and memory
//===----------------------------------------------------------------------===//

Term SymbolicDomain::input(llvm::StringRef name, unsigned width) {
  Term result = implementation->fresh(name, implementation->bits(width));
  if (llvm::none_of(implementation->inputs,
                    [&](const Input &known) { return known.term == result; }))
    implementation->inputs.push_back({name.str(), width, result});
  return result;
}
unsigned SymbolicDomain::numberOf(llvm::StringRef name) {
  std::vector<std::string> &names = implementation->names;
  size_t number = llvm::find(names, name) - names.begin();
  if (number == names.size())
    names.push_back(name.str());
  return number;
}
const std::vector<SymbolicDomain::Input> &SymbolicDomain::inputs() const {
  return implementation->inputs;
}
Term SymbolicDomain::initialMemory(llvm::StringRef name) {
  return implementation->fresh(name, implementation->memorySort());
}
Term SymbolicDomain::constantMemory(uint8_t byte) {
  return implementation->term(Z3_mk_const_array(
      implementation->c, implementation->bits(64), raw(constant(8, byte))));
}
Term SymbolicDomain::loadByte(Memory memory, Bits address) {
  return implementation->term(
      Z3_mk_select(implementation->c, raw(memory), raw(address)));
}
void SymbolicDomain::storeByte(Memory &memory, Bool guard, Bits address,
                               Bits byte) {
  Term written = implementation->term(
      Z3_mk_store(implementation->c, raw(memory), raw(address), raw(byte)));
  memory = ite(guard, written, memory);
}
Term SymbolicDomain::memoryDiffers(Memory a, Memory b) {
  if (a == b)
    return truth(false);
  std::string name = "probe" + std::to_string(implementation->probes++);
  Term address = implementation->fresh(name, implementation->bits(64));
  return lnot(eq(loadByte(a, address), loadByte(b, address)));
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

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
