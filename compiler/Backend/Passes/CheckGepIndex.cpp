//===- CheckGepIndex.cpp - Constant indices within their aggregates -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/LlvmPasses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilefuzz;

namespace {
class Checker {
public:
  Checker(const Function &function, const BugSet &bugs,
          std::vector<std::string> &errors)
      : function(function), layout(function.getDataLayout()), bugs(bugs),
        errors(errors) {}

  void run() {
    for (const Instruction &at : instructions(function)) {
      if (auto *address = dyn_cast<GEPOperator>(&at))
        check(*address, isAccessed(at));
      for (const Use &operand : at.operands())
        if (auto *constant = dyn_cast<ConstantExpr>(operand))
          visit(*constant, isAccess(at, operand));
    }
  }

private:
  /// Whether the user loads, stores or updates at the address, rather than
  /// passing it on.
  static bool isAccess(const User &user, const Use &address) {
    if (auto *at = dyn_cast<Instruction>(&user)) {
      if (const Value *pointer = getLoadStorePointerOperand(at))
        return pointer == address;
      if (isa<AtomicRMWInst, AtomicCmpXchgInst>(at))
        return address.getOperandNo() == 0;
    }
    return false;
  }
  static bool isAccessed(const Value &address) {
    return any_of(address.uses(),
                  [](const Use &use) { return isAccess(*use.getUser(), use); });
  }

  void visit(const ConstantExpr &constant, bool isAccessed) {
    if (!visited.insert(&constant).second)
      return;
    if (auto *address = dyn_cast<GEPOperator>(&constant))
      check(*address, isAccessed);
    for (const Use &operand : constant.operands())
      if (auto *inner = dyn_cast<ConstantExpr>(operand))
        visit(*inner, false);
  }

  void report(const Twine &what) {
    errors.push_back(("check-gep-index: " + what + " in function '" +
                      function.getName() + "'")
                         .str());
  }

  /// Of the arrays and vectors that the indices after the first walk through.
  void check(const GEPOperator &address, bool isAccessed) {
    bool isOutermost = true;
    Type *type = address.getSourceElementType();
    for (const Use &operand : drop_begin(address.indices())) {
      auto *index = dyn_cast<ConstantInt>(operand);
      uint64_t count = 0;
      if (auto *record = dyn_cast<StructType>(type)) {
        type = record->getTypeAtIndex(operand);
        continue;
      }
      if (auto *array = dyn_cast<ArrayType>(type)) {
        count = array->getNumElements();
        type = array->getElementType();
      } else if (auto *vector = dyn_cast<VectorType>(type)) {
        count = vector->getElementCount().getKnownMinValue();
        // Seeded: only arrays have an end.
        count = bugs.pick(SeededBug::GepCheckMissesVectors, count, uint64_t(0));
        type = vector->getElementType();
      }
      // An array of no elements is as long as the launch says.
      if (!index || count == 0)
        continue;
      bool isFirst = std::exchange(isOutermost, false);
      if (!isOutside(index->getValue(), count, isAccessed) ||
          (!isFirst && bugs.acts(SeededBug::GepCheckOuterOnly)))
        continue;
      std::string text;
      raw_string_ostream os(text);
      os << "constant index " << index->getValue().getSExtValue() << " of "
         << count << " elements of type ";
      type->print(os);
      os << " is out of bounds";
      report(text);
      return;
    }
    checkObject(address, isAccessed);
  }

  /// The last element's index is `count - 1`; `count` is one past the end.
  bool isOutside(const APInt &index, uint64_t count, bool isAccessed) {
    if (index.isNegative())
      return !bugs.acts(SeededBug::GepCheckIgnoresSign);
    if (index == count && isAccessed)
      return !bugs.acts(SeededBug::GepCheckOnePast);
    return index.ugt(count);
  }

  /// Of the variable or stack object that the address is computed from.
  void checkObject(const GEPOperator &address, bool isAccessed) {
    APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
    const Value *base = address.stripAndAccumulateConstantOffsets(
        layout, offset, /*AllowNonInbounds=*/false);
    std::optional<uint64_t> size;
    if (auto *object = dyn_cast<AllocaInst>(base)) {
      std::optional<TypeSize> bytes = object->getAllocationSize(layout);
      if (bytes && !bytes->isScalable())
        size = bytes->getFixedValue();
    } else if (auto *variable = dyn_cast<GlobalVariable>(base)) {
      // That of `extern __shared__` is what the launch says.
      if (variable->hasInitializer())
        size = layout.getTypeAllocSize(variable->getValueType());
    }
    if (!size || !isOutside(offset.sextOrTrunc(64), *size, isAccessed))
      return;
    report("constant offset " + Twine(offset.getSExtValue()) +
           " is out of the bounds of '" + base->getName() + "' of " +
           Twine(*size) + " bytes");
  }

  const Function &function;
  const DataLayout &layout;
  const BugSet &bugs;
  std::vector<std::string> &errors;
  SmallPtrSet<const ConstantExpr *, 8> visited;
};
} // namespace

std::vector<std::string> tilefuzz::checkGepIndices(const Module &module,
                                                   const BugSet &bugs) {
  std::vector<std::string> errors;
  for (const Function &function : module)
    Checker(function, bugs, errors).run();
  return errors;
}

PreservedAnalyses CheckGepIndexPass::run(Module &module,
                                         ModuleAnalysisManager &) {
  for (const std::string &error : checkGepIndices(module, bugs))
    module.getContext().diagnose(DiagnosticInfoGeneric(error, DS_Error));
  return PreservedAnalyses::all();
}
