//===- ReduceOperands.cpp - Fewer and simpler operands --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reductions.h"

using namespace mlir;
using namespace tilefuzz;

using Operands = llvm::SmallVector<OpOperand *>;

static Operands operandsOf(ModuleOp module,
                           llvm::function_ref<bool(OpOperand &)> isWanted) {
  Operands operands;
  module.walk<WalkOrder::PreOrder>([&](Operation *operation) {
    for (OpOperand &operand : operation->getOpOperands())
      if (isWanted(operand))
        operands.push_back(&operand);
  });
  return operands;
}

static Operands allOperands(ModuleOp module) {
  return operandsOf(module, [](OpOperand &) { return true; });
}

static Operands tokenOperands(ModuleOp module) {
  return operandsOf(module, [](OpOperand &operand) {
    return isToken(operand.get().getType());
  });
}

/// Erases the operands, operation by operation.
static bool eraseAll(llvm::ArrayRef<OpOperand *> operands) {
  while (!operands.empty()) {
    Operation *owner = operands.front()->getOwner();
    llvm::BitVector erased(owner->getNumOperands());
    while (!operands.empty() && operands.front()->getOwner() == owner) {
      erased.set(operands.front()->getOperandNumber());
      operands = operands.drop_front();
    }
    eraseOperands(owner, erased);
  }
  return true;
}

/// Levels: dropped; a fresh one.
static unsigned countTokenOperands(const Subject &subject, unsigned) {
  return tokenOperands(subject.module.get()).size();
}

static bool cutTokens(Subject &subject, unsigned level, unsigned begin,
                      unsigned size) {
  ModuleOp module = subject.module.get();
  Operands operands = tokenOperands(module);
  if (begin + size > operands.size())
    return false;
  llvm::ArrayRef<OpOperand *> cut = llvm::ArrayRef(operands).slice(begin, size);
  if (level == 0)
    return eraseAll(cut);
  llvm::DenseSet<Operation *> used = usedOperations(module);
  bool changed = false;
  for (OpOperand *operand : cut) {
    Value fresh = makeFresh(operand->getOwner(), operand->get().getType());
    changed |= fresh && fresh != operand->get();
    if (fresh)
      operand->set(fresh);
  }
  // Joins that only the old tokens needed.
  eraseUnused(module, used, /*withEffects=*/false);
  return changed;
}

static unsigned countOperands(const Subject &subject, unsigned) {
  return allOperands(subject.module.get()).size();
}

static bool dropOperands(Subject &subject, unsigned, unsigned begin,
                         unsigned size) {
  Operands operands = allOperands(subject.module.get());
  return begin + size <= operands.size() &&
         eraseAll(llvm::ArrayRef(operands).slice(begin, size));
}

/// Levels: zero, one, an earlier value; what loses its last use goes.
static bool replaceOperands(Subject &subject, unsigned level, unsigned begin,
                            unsigned) {
  static constexpr Replacement replacements[] = {makeFresh, makeOne,
                                                 earlierOfType};
  ModuleOp module = subject.module.get();
  Operands operands = allOperands(module);
  if (begin >= operands.size())
    return false;
  OpOperand &operand = *operands[begin];
  llvm::DenseSet<Operation *> used = usedOperations(module);
  Value value =
      replacements[level](operand.getOwner(), operand.get().getType());
  if (!value || value == operand.get())
    return false;
  operand.set(value);
  eraseUnused(module, used, /*withEffects=*/true);
  return true;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::cutTokensRow = {
    "cut-tokens",  "drop token operands, or give fresh tokens",
    twoLevels,     countTokenOperands,
    cutTokens,     /*ranged=*/true,
    /*risky=*/true};
const Reduction tilefuzz::dropOperandsRow = {
    "drop-operands", "drop operands that an operation can do without",
    oneLevel,        countOperands,
    dropOperands,    /*ranged=*/true,
    /*risky=*/true};
const Reduction tilefuzz::replaceOperandsRow = {
    "replace-operands", "zero, one or an earlier value for an operand",
    threeLevels, countOperands, replaceOperands};
