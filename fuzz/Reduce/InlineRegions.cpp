//===- InlineRegions.cpp - A region in the place of its operation ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// `if` becomes one of its branches, `for` and `loop` one run of their body with
// the first index and the initial values.
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
    if (isa<IfOp, ForOp, LoopOp>(operation))
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
  if (auto loop = dyn_cast<LoopOp>(parent))
    llvm::append_range(inputs, loop.getInitValues());
  // Early exits (`return`, `continue` out of an `if`) stay with their region.
  Operation *terminator = block.getTerminator();
  bool ends = isa<IfOp>(parent)    ? isa<YieldOp>(terminator)
              : isa<ForOp>(parent) ? isa<ContinueOp>(terminator)
                                   : isa<ContinueOp, BreakOp>(terminator);
  if (!ends || inputs.size() != block.getNumArguments())
    return false;
  // Exits nested in an `if` of the loop's body would lose their loop.
  auto loopOf = [](Operation *exit) {
    Operation *around = exit->getParentOp();
    while (isa<IfOp>(around))
      around = around->getParentOp();
    return around;
  };
  bool nestedExit = false;
  if (!isa<IfOp>(parent))
    block.walk([&](Operation *exit) {
      nestedExit |= isa<ContinueOp, BreakOp>(exit) && exit != terminator &&
                    loopOf(exit) == parent;
    });
  if (nestedExit)
    return false;
  llvm::SmallVector<Value> results(terminator->getOperands());
  // What a `loop` goes on with are no results.
  if (isa<LoopOp>(parent) && isa<ContinueOp>(terminator)) {
    results.clear();
    for (Value result : parent->getResults()) {
      bool isUsed = !result.use_empty();
      results.push_back(isUsed ? makeFresh(parent, result.getType()) : Value());
      if (isUsed && !results.back())
        return false;
    }
  }
  if (results.size() != parent->getNumResults())
    return false;
  for (auto [argument, input] : llvm::zip_equal(block.getArguments(), inputs))
    argument.replaceAllUsesWith(input);
  for (auto [result, value] : llvm::zip_equal(parent->getResults(), results))
    if (!result.use_empty())
      result.replaceAllUsesWith(value);
  terminator->erase();
  parent->getBlock()->getOperations().splice(parent->getIterator(),
                                             block.getOperations());
  parent->erase();
  return true;
}
