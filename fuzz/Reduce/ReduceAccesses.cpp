//===- ReduceAccesses.cpp - Stores instead of loads -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Whether accesses are in order seldom depends on which of them reads. A store
// of a constant in the place of a load brings two programs that show one defect
// nearer to each other: what is left of a load needs to be one.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// Loads with an ordering that a store can have, too.
static llvm::SmallVector<Operation *> replaceableLoads(mlir::ModuleOp module) {
  llvm::SmallVector<Operation *> loads;
  module.walk([&](Operation *op) {
    if (!isa<LoadPtrTkoOp, LoadViewTkoOp>(op))
      return;
    auto ordering =
        op->getAttrOfType<MemoryOrderingAttr>("memory_ordering_semantics");
    if (ordering.getValue() != MemoryOrdering::Acquire)
      loads.push_back(op);
  });
  return loads;
}

/// Places are loads: a store of ones instead.
static unsigned countLoads(const Subject &subject, unsigned) {
  return replaceableLoads(subject.module.get()).size();
}

static bool loadToStore(Subject &subject, unsigned, unsigned begin, unsigned) {
  llvm::SmallVector<Operation *> loads = replaceableLoads(subject.module.get());
  if (begin >= loads.size())
    return false;
  Operation *load = loads[begin];
  mlir::Value one = makeOne(load, load->getResult(0).getType());
  if (!one)
    return false;
  OpBuilder builder(load);
  Operation *store;
  if (auto byPointers = dyn_cast<LoadPtrTkoOp>(load)) {
    store = StorePtrTkoOp::create(
        builder, load->getLoc(), byPointers.getResultToken().getType(),
        byPointers.getSource(), one, byPointers.getMask(),
        byPointers.getToken(), byPointers.getMemoryOrderingSemanticsAttr(),
        byPointers.getMemoryScopeAttr(), nullptr);
  } else {
    auto ofView = cast<LoadViewTkoOp>(load);
    store = StoreViewTkoOp::create(
        builder, load->getLoc(), ofView.getResultToken().getType(), one,
        ofView.getView(), ofView.getIndex(), ofView.getToken(),
        ofView.getMemoryOrderingSemanticsAttr(), ofView.getMemoryScopeAttr(),
        nullptr, ofView.getInboundsAttr());
  }
  load->getResult(0).replaceAllUsesWith(one);
  load->getResult(1).replaceAllUsesWith(store->getResult(0));
  llvm::DenseSet<Operation *> used = usedOperations(subject.module.get());
  load->erase();
  // The padding.
  eraseUnused(subject.module.get(), used, /*withEffects=*/false);
  return true;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::loadToStoreRow = {
    "load-to-store", "store ones instead of loading, and go on with ones",
    oneLevel, countLoads, loadToStore};
