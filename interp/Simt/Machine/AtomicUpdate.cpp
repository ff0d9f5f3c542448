//===- AtomicUpdate.cpp - What an update makes of a value -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/AtomicUpdate.h"
#include "interp/Simt/Machine/Scalar.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

std::optional<Lane> simt::updated(const Instruction &op, const Lane &old,
                                  const Lane &operand, const Lane &other,
                                  bool isGlobal) {
  Instruction join = op;
  auto compute = [&](Opcode opcode) {
    join.opcode = opcode;
    // PTX ISA, atom: sums of f32 flush subnormals in global memory alone.
    if (opcode == Opcode::Add && op.type.kind == TypeKind::F32 && isGlobal)
      join.modifiers |= Modifier::FlushSubnormals;
    std::optional<Undefined> undefined;
    return simt::compute(join, old, operand, undefined);
  };
  auto apply = [&](semantics::IntegerFunction function) {
    join.opcode = Opcode::Apply;
    join.function = function;
    return applyFunction(join, {old, operand});
  };
  switch (op.atomic) {
  case AtomicOperation::Exchange:
    return operand;
  case AtomicOperation::Add:
    return compute(Opcode::Add);
  case AtomicOperation::Sub:
    return compute(Opcode::Sub);
  case AtomicOperation::And:
    return compute(Opcode::And);
  case AtomicOperation::Or:
    return compute(Opcode::Or);
  case AtomicOperation::Xor:
    return compute(Opcode::Xor);
  case AtomicOperation::Min:
    return compute(Opcode::Min);
  case AtomicOperation::Max:
    return compute(Opcode::Max);
  case AtomicOperation::Increment:
    return apply(semantics::IntegerFunction::IncrementWithin);
  case AtomicOperation::Decrement:
    return apply(semantics::IntegerFunction::DecrementWithin);
  case AtomicOperation::CompareExchange:
    if (old.poison || operand.poison) {
      Lane chosen = other;
      chosen.poison = true;
      return chosen;
    }
    if (maskTo(old.bits, 8 * op.bytes) != maskTo(operand.bits, 8 * op.bytes))
      return std::nullopt;
    return other;
  }
  llvm_unreachable("covered updates");
}
