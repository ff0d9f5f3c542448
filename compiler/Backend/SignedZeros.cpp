//===- SignedZeros.cpp - Selects that are no minimum ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/SignedZeros.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;

static bool isStrict(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
  case llvm::CmpInst::FCMP_OLT:
  case llvm::CmpInst::FCMP_OGT:
  case llvm::CmpInst::FCMP_ULT:
  case llvm::CmpInst::FCMP_UGT:
    return true;
  default:
    return false;
  }
}

/// The comparison of what it selects from, if zeros may meet there.
static llvm::FCmpInst *findComparison(llvm::SelectInst &select) {
  auto *compare = llvm::dyn_cast<llvm::FCmpInst>(select.getCondition());
  if (!compare || !isStrict(compare->getPredicate()))
    return nullptr;
  llvm::Value *a = compare->getOperand(0), *b = compare->getOperand(1);
  llvm::Value *x = select.getTrueValue(), *y = select.getFalseValue();
  // Zeros of both signs compare alike, and LLVM takes one for the other.
  auto isOneOf = [](llvm::Value *one, llvm::Value *other) {
    auto *p = llvm::dyn_cast<llvm::ConstantFP>(one),
         *q = llvm::dyn_cast<llvm::ConstantFP>(other);
    return one == other || (p && q && p->isZero() && q->isZero());
  };
  bool isEither =
      (isOneOf(a, x) && isOneOf(b, y)) || (isOneOf(a, y) && isOneOf(b, x));
  return isEither ? compare : nullptr;
}

void tilefuzz::protectSignedZeros(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
      llvm::FCmpInst *compare = select ? findComparison(*select) : nullptr;
      if (!compare)
        continue;
      auto *negated = llvm::cast<llvm::FCmpInst>(compare->clone());
      negated->setPredicate(compare->getInversePredicate());
      negated->insertBefore(select->getIterator());
      select->setCondition(negated);
      select->swapValues();
      if (compare->use_empty())
        compare->eraseFromParent();
    }
}
