//===- InlineRegions.cpp - A region in the place of its operation ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// `if` becomes one of its branches, `for` one run of its body with the first
// index and the initial values.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// The regions that can be inlined.
static llvm::SmallVector<Region *> inlinableRegions(mlir::ModuleOp module) {
  llvm::SmallVector<Region *> regions;
  for (Operation *operation : reducibleOperations(module))
    if (isa<IfOp, ForOp>(operation))
      for (Region &region : operation->getRegions())
        if (!region.empty())
          regions.push_back(&region);
  return regions;
}

unsigned tilefuzz::countRegions(const Program &program) {
  return inlinableRegions(program.module.get()).size();
}

bool tilefuzz::inlineRegion(Program &program, unsigned begin, unsigned) {
  llvm::SmallVector<Region *> regions = inlinableRegions(program.module.get());
  if (begin >= regions.size())
    return false;
  Block &block = regions[begin]->front();
  Operation *parent = regions[begin]->getParentOp();
  llvm::SmallVector<Value> inputs;
  if (auto loop = dyn_cast<ForOp>(parent)) {
    inputs.push_back(loop.getLowerBound());
    llvm::append_range(inputs, loop.getInitValues());
  }
  // Early exits (`return`, `continue` out of an `if`) stay with their region.
  Operation *terminator = block.getTerminator();
  bool leaves = isa<ForOp>(parent) ? !isa<ContinueOp>(terminator)
                                   : !isa<YieldOp>(terminator);
  if (leaves || terminator->getNumOperands() != parent->getNumResults() ||
      inputs.size() != block.getNumArguments())
    return false;
  // A `continue` nested in an `if` of the loop's body would lose its loop.
  bool nestedExit = false;
  if (isa<ForOp>(parent))
    block.walk([&](ContinueOp exit) {
      nestedExit |= exit.getOperation() != terminator &&
                    exit->getParentOfType<ForOp>() == parent;
    });
  if (nestedExit)
    return false;
  for (auto [argument, input] : llvm::zip_equal(block.getArguments(), inputs))
    argument.replaceAllUsesWith(input);
  parent->replaceAllUsesWith(
      llvm::SmallVector<Value>(terminator->getOperands()));
  terminator->erase();
  parent->getBlock()->getOperations().splice(parent->getIterator(),
                                             block.getOperations());
  parent->erase();
  return true;
}
