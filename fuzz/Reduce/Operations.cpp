//===- Operations.cpp - What rows ask about operations --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilefuzz;

bool tilefuzz::isFrame(Operation *operation) {
  return isa<ModuleOp, SymbolOpInterface, FunctionOpInterface>(operation) ||
         operation->hasTrait<OpTrait::SymbolTable>();
}

bool tilefuzz::isBlockEnd(Operation *operation) {
  if (operation->hasTrait<OpTrait::IsTerminator>() ||
      operation->getNumSuccessors())
    return true;
  Operation *parent = operation->getParentOp();
  return !operation->isRegistered() && operation->getNumResults() == 0 &&
         operation->getNumRegions() == 0 && parent && !isFrame(parent) &&
         operation == &operation->getBlock()->back();
}

llvm::SmallVector<Operation *> tilefuzz::reducibleOperations(ModuleOp module) {
  llvm::SmallVector<Operation *> operations;
  module.walk<WalkOrder::PreOrder>([&](Operation *operation) {
    if (!isFrame(operation) && !isBlockEnd(operation))
      operations.push_back(operation);
  });
  return operations;
}

llvm::SmallVector<Operation *> tilefuzz::symbolsOf(ModuleOp module) {
  llvm::SmallVector<Operation *> symbols;
  module.walk<WalkOrder::PreOrder>([&](Operation *operation) {
    // Modules inside the module stay while something is in them.
    bool isEmpty = llvm::all_of(operation->getRegions(), [](Region &region) {
      return region.empty() || region.front().empty();
    });
    if (operation != module && isFrame(operation) &&
        (isEmpty || !operation->hasTrait<OpTrait::SymbolTable>()))
      symbols.push_back(operation);
  });
  return symbols;
}

unsigned tilefuzz::countAllOperations(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *operation) { count += !isFrame(operation); });
  return count;
}

bool tilefuzz::isToken(Type type) {
  llvm::StringRef name = type.getAbstractType().getName();
  if (auto opaque = dyn_cast<OpaqueType>(type))
    name = opaque.getTypeData();
  return name.contains("token");
}

llvm::DenseSet<Operation *> tilefuzz::usedOperations(ModuleOp module) {
  llvm::DenseSet<Operation *> used;
  module.walk([&](Operation *operation) {
    if (!operation->use_empty())
      used.insert(operation);
  });
  return used;
}

bool tilefuzz::eraseUnused(ModuleOp module,
                           const llvm::DenseSet<Operation *> &used,
                           bool withEffects) {
  bool changed = false;
  // Users stand after what they use, as far as there are no cycles of blocks.
  for (bool again = true; again;) {
    again = false;
    llvm::SmallVector<Operation *> operations = reducibleOperations(module);
    // What was inside one that goes has been looked at before it.
    for (Operation *operation : llvm::reverse(operations)) {
      if (!operation->use_empty() || !used.contains(operation))
        continue;
      if (!withEffects && !isMemoryEffectFree(operation))
        continue;
      operation->erase();
      again = changed = true;
    }
  }
  return changed;
}

void tilefuzz::eraseOperands(Operation *operation,
                             const llvm::BitVector &operands) {
  constexpr llvm::StringLiteral name = "operandSegmentSizes";
  // Of an operation that owns it; of an unregistered one that is unknown.
  if (auto sizes = operation->isRegistered()
                       ? getOwnAttribute<DenseI32ArrayAttr>(operation, name)
                       : operation->getAttrOfType<DenseI32ArrayAttr>(name)) {
    llvm::SmallVector<int32_t> left(sizes.asArrayRef());
    unsigned next = 0;
    for (int32_t &size : left)
      for (int32_t i = 0, end = size; i < end; ++i)
        size -= operands.test(next++);
    operation->setAttr(name,
                       DenseI32ArrayAttr::get(operation->getContext(), left));
  }
  operation->eraseOperands(operands);
}

Operation *
tilefuzz::rebuild(Operation *operation, const llvm::BitVector &resultsToErase,
                  llvm::ArrayRef<llvm::StringRef> withoutAttributes) {
  OperationState state(operation->getLoc(), operation->getName());
  state.addOperands(operation->getOperands());
  for (OpResult result : operation->getResults())
    if (!resultsToErase.test(result.getResultNumber()))
      state.addTypes(result.getType());
  for (NamedAttribute attribute : operation->getAttrDictionary())
    if (!llvm::is_contained(withoutAttributes, attribute.getName().strref()))
      state.addAttribute(attribute.getName(), attribute.getValue());
  if (!operation->isRegistered())
    state.propertiesAttr = operation->getPropertiesAsAttribute();
  state.addSuccessors(operation->getSuccessors());
  for (Region &region : operation->getRegions())
    state.addRegion()->takeBody(region);
  Operation *anew = OpBuilder(operation).create(state);
  unsigned next = 0;
  for (OpResult result : operation->getResults())
    if (!resultsToErase.test(result.getResultNumber()))
      result.replaceAllUsesWith(anew->getResult(next++));
  operation->erase();
  return anew;
}
