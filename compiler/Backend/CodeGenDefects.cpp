//===- CodeGenDefects.cpp - What LLVM 22 compiles wrongly -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/CodeGenDefects.h"
#include "llvm/ADT/STLExtras.h"
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

static void protectSignedZeros(llvm::SelectInst &select) {
  llvm::FCmpInst *compare = findComparison(select);
  if (!compare)
    return;
  auto *negated = llvm::cast<llvm::FCmpInst>(compare->clone());
  negated->setPredicate(compare->getInversePredicate());
  negated->insertBefore(select.getIterator());
  select.setCondition(negated);
  select.swapValues();
  if (compare->use_empty())
    compare->eraseFromParent();
}

/// In range are numbers above -1 and below 2, or above -2 and below 1: what is
/// not 0 is at least 1, or at most -1.
static void protectBooleans(llvm::CastInst &conversion) {
  if (!conversion.getType()->isIntOrIntVectorTy(1))
    return;
  bool isSigned = conversion.getOpcode() == llvm::Instruction::FPToSI;
  llvm::Value *source = conversion.getOperand(0);
  auto *isOne = new llvm::FCmpInst(
      conversion.getIterator(),
      isSigned ? llvm::CmpInst::FCMP_OLE : llvm::CmpInst::FCMP_OGE, source,
      llvm::ConstantFP::get(source->getType(), isSigned ? -1.0 : 1.0));
  isOne->takeName(&conversion);
  conversion.replaceAllUsesWith(isOne);
  conversion.eraseFromParent();
}

/// A set bit is -1.
static void protectSignedBits(llvm::SIToFPInst &conversion) {
  llvm::Value *bit = conversion.getOperand(0);
  llvm::Type *type = conversion.getType();
  if (!bit->getType()->isIntOrIntVectorTy(1) ||
      !type->getScalarType()->isBFloatTy())
    return;
  llvm::SelectInst *chosen = llvm::SelectInst::Create(
      bit, llvm::ConstantFP::get(type, -1.0), llvm::ConstantFP::get(type, 0.0),
      "", conversion.getIterator());
  chosen->takeName(&conversion);
  conversion.replaceAllUsesWith(chosen);
  conversion.eraseFromParent();
}

void tilefuzz::avoidCodeGenDefects(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
        protectSignedZeros(*select);
      else if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction))
        protectBooleans(llvm::cast<llvm::CastInst>(instruction));
      else if (auto *fromSigned =
                   llvm::dyn_cast<llvm::SIToFPInst>(&instruction))
        protectSignedBits(*fromSigned);
    }
}
