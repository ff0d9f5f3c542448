//===- Simplify.cpp - Equal operations become one -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace tilefuzz;

/// Merges each effect-free operation with an equal earlier one of its block.
static bool mergeInBlock(Block &block) {
  bool changed = false;
  llvm::SmallVector<Operation *> kept;
  for (Operation &operation : llvm::make_early_inc_range(block)) {
    if (operation.getNumRegions() || !isMemoryEffectFree(&operation) ||
        operation.hasTrait<OpTrait::IsTerminator>())
      continue;
    auto *same = llvm::find_if(kept, [&](Operation *other) {
      return other->getName() == operation.getName() &&
             OperationEquivalence::isEquivalentTo(
                 other, &operation, OperationEquivalence::IgnoreLocations);
    });
    if (same == kept.end()) {
      kept.push_back(&operation);
      continue;
    }
    operation.replaceAllUsesWith(*same);
    operation.erase();
    changed = true;
  }
  return changed;
}

/// Levels: MLIR's CSE, which also erases what is dead; equal operations only.
static bool mergeEqual(Subject &subject, unsigned level, unsigned, unsigned) {
  ModuleOp module = subject.module.get();
  bool changed = false;
  if (level == 1) {
    module.walk([&](Block *block) { changed |= mergeInBlock(*block); });
    return changed;
  }
  IRRewriter rewriter(module.getContext());
  DominanceInfo dominance(module);
  eliminateCommonSubExpressions(rewriter, dominance, module, &changed);
  return changed;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::mergeEqualRow = {
    "merge-equal", "merge equal operations, erase dead ones", twoLevels,
    onePlace, mergeEqual};
