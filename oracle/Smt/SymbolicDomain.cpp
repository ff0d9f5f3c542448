//===- SymbolicDomain.cpp - Solver terms as a value domain ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/SolverTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace tilefuzz;

// Without a handler of ours the C interface records errors and goes on.
static void recordOnly(Z3_context, Z3_error_code) {}

SymbolicDomain::SymbolicDomain(FloatEncoding floats, unsigned timeoutMs,
                               unsigned maxSteps)
    : implementation(std::make_unique<Implementation>()) {
  Z3_config config = Z3_mk_config();
  implementation->c = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(implementation->c, recordOnly);
  implementation->floats = floats;
  implementation->timeoutMs = timeoutMs;
  implementation->maxSteps = maxSteps;
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
