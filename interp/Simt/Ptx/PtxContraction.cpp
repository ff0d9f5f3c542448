//===- PtxContraction.cpp - Products that sums may take in ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.3 and 9.7.4: a product and a sum that do not say how they
// round may become one fused multiply-add. A register that such a product may
// reach keeps its factors beside it, through moves and negations, and a sum
// that does not round explicitly looks at them (Opcode::Contract).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

namespace {
/// What a statement means for products.
enum class Role { None, Product, Sum, Move, Negation };
} // namespace

static Role roleOf(const PtxStatement &statement) {
  if (statement.kind != PtxStatement::Kind::Instruction ||
      statement.operands.size() < 2)
    return Role::None;
  StringRef name = statement.name;
  // The type stands last; what is said between decides.
  auto [first, rest] = name.split('.');
  if (first == "mov")
    return statement.operands.size() == 2 ? Role::Move : Role::None;
  if (!isContractible(name))
    return Role::None;
  return first == "mul"   ? Role::Product
         : first == "neg" ? Role::Negation
                          : Role::Sum;
}

/// The names of operand `i` if it is a register.
static StringRef registerIn(const PtxStatement &statement, unsigned i) {
  const PtxOperand &operand = statement.operands[i];
  return operand.kind == PtxOperand::Kind::Name && !operand.isNegated
             ? operand.text
             : StringRef();
}

bool simt::isContractible(StringRef name) {
  std::optional<PtxMatch> match = matchPtxForm(name);
  if (!match || match->types.size() != 1 ||
      !match->types.front().type.isFloat())
    return false;
  StringRef first = match->parts.front();
  if (first == "neg")
    return true;
  // A saturated product is no factor of a sum.
  return (first == "add" || first == "sub" || first == "mul") &&
         none_of(match->parts,
                 [](StringRef part) { return parsePtxRounding(part); }) &&
         (first != "mul" || !match->has("sat"));
}

void PtxEmitter::findProducts(ArrayRef<PtxStatement> body) {
  // Forwards from products, backwards from sums, until nothing is new.
  StringSet<> reached, asked;
  bool isNew = true;
  auto add = [&](StringSet<> &set, StringRef name) {
    if (!name.empty())
      isNew |= set.insert(name).second;
  };
  while (isNew) {
    isNew = false;
    for (const PtxStatement &statement : body)
      switch (roleOf(statement)) {
      case Role::None:
        break;
      case Role::Product:
        add(reached, registerIn(statement, 0));
        break;
      case Role::Sum:
        for (unsigned i = 1; i < statement.operands.size(); ++i)
          add(asked, registerIn(statement, i));
        break;
      case Role::Move:
      case Role::Negation:
        if (reached.contains(registerIn(statement, 1)))
          add(reached, registerIn(statement, 0));
        if (asked.contains(registerIn(statement, 0)))
          add(asked, registerIn(statement, 1));
      }
  }
  for (const auto &name : reached)
    if (asked.contains(name.first()))
      products.insert(name.first());
}

uint32_t PtxEmitter::factorsOf(const PtxOperand &operand) {
  if (operand.kind != PtxOperand::Kind::Name || operand.isNegated ||
      !products.contains(operand.text))
    return 0;
  const PtxRegister *one = find(operand.text);
  if (!one)
    return 0;
  uint32_t &factors = factorSlots[one->slot];
  if (!factors) {
    factors = newSlots(factorLanes);
    kernel.frame[factors + factorKind] = Lane();
  }
  return factors;
}

void PtxEmitter::forgetFactors(const PtxStatement &statement) {
  if (products.empty() || statement.operands.empty())
    return;
  auto forget = [&](const PtxOperand &operand) {
    if (uint32_t factors = factorsOf(operand))
      emitMove(factors + factorKind, constant(0));
  };
  forget(statement.operands[0]);
  for (const PtxOperand &part : statement.operands[0].parts)
    forget(part);
}

/// One format and one treatment of subnormals: products and sums that differ in
/// them are never one instruction. Not 0.
static uint64_t kindOf(const simt::Instruction &op) {
  return 1 + 4 * uint64_t(op.type.kind) + 2 * (op.packed > 1) +
         op.has(Modifier::FlushSubnormals);
}

PtxEmitter::Known simt::decodeContractible(PtxEmitter &e,
                                           const PtxStatement &statement,
                                           const PtxMatch &match) {
  bool isNegation = match.form->opcode == Opcode::Neg;
  if (Error error = e.expectOperands(statement, isNegation ? 2 : 3))
    return std::move(error);
  simt::Instruction op = match.instruction;
  RegisterType whole = match.types.front().whole();
  Expected<uint32_t> result = e.destination(statement.operands[0], whole.width);
  if (!result)
    return result.takeError();
  for (unsigned i = 1; i < statement.operands.size(); ++i) {
    Expected<uint32_t> slot = e.source(statement.operands[i], whole);
    if (!slot)
      return slot.takeError();
    op.operands[i - 1] = *slot;
  }
  op.result = *result;
  uint32_t into = e.factorsOf(statement.operands[0]);
  if (isNegation) {
    e.moveFactors(statement.operands[0], statement.operands[1]);
    e.append(op);
    if (into) {
      // Of one factor, whether there are factors or not.
      op.operands[0] = op.result = into;
      e.append(op);
    }
    return true;
  }
  if (match.form->opcode == Opcode::Mul) {
    if (into && !op.has(Modifier::Saturate))
      e.emitMoves({{into, op.operands[0]},
                   {into + 1, op.operands[1]},
                   {into + PtxEmitter::factorKind, e.constant(kindOf(op))}});
    else if (into)
      e.emitMove(into + PtxEmitter::factorKind, e.constant(0));
    e.append(op);
    return true;
  }
  uint32_t left = e.factorsOf(statement.operands[1]),
           right = e.factorsOf(statement.operands[2]);
  if (left || right) {
    op.count = op.opcode == Opcode::Sub;
    op.opcode = Opcode::Contract;
    op.operands[2] = left;
    op.operands[3] = right;
    op.immediate = int64_t(kindOf(op));
  }
  e.append(op);
  // After the sum, which may write one of its operands.
  if (into)
    e.emitMove(into + PtxEmitter::factorKind, e.constant(0));
  return true;
}

void PtxEmitter::moveFactors(const PtxOperand &to, const PtxOperand &from) {
  uint32_t into = factorsOf(to), source = factorsOf(from);
  if (into && source)
    emitMoves({{into, source},
               {into + 1, source + 1},
               {into + factorKind, source + factorKind}});
  else if (into)
    emitMove(into + factorKind, constant(0));
}
