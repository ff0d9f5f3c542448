//===- Simplify.cpp - Equal operations, parameters, grid ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// Merges each effect-free operation with an equal earlier one of its block.
static bool mergeInBlock(Block &block) {
  bool changed = false;
  llvm::SmallVector<Operation *> kept;
  for (Operation &operation : llvm::make_early_inc_range(block)) {
    if (operation.getNumRegions() || !isMemoryEffectFree(&operation) ||
        operation.hasTrait<OpTrait::IsTerminator>())
      continue;
    auto *same = llvm::find_if(kept, [&](Operation *other) {
      return OperationEquivalence::isEquivalentTo(
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

bool tilefuzz::mergeEqual(Program &program, unsigned, unsigned) {
  bool changed = false;
  program.module->walk([&](Block *block) { changed |= mergeInBlock(*block); });
  llvm::SmallVector<Operation *> operations =
      reducibleOperations(program.module.get());
  for (Operation *operation : llvm::reverse(operations))
    if (operation->use_empty() && isMemoryEffectFree(operation)) {
      operation->erase();
      changed = true;
    }
  return changed;
}

/// The entry that the launch starts; none if that is not clear.
static EntryOp launchedEntry(const Program &program) {
  EntryOp found;
  unsigned count = 0;
  program.module.get()->walk([&](EntryOp entry) {
    if (!program.launch.kernel.empty() &&
        entry.getSymName() != program.launch.kernel)
      return;
    found = entry;
    ++count;
  });
  return count == 1 ? found : EntryOp();
}

unsigned tilefuzz::countParameters(const Program &program) {
  EntryOp entry = launchedEntry(program);
  return entry ? entry.getNumArguments() : 0;
}

/// Removes buffers that no argument names.
static void dropUnusedBuffers(Launch &launch) {
  for (int buffer = int(launch.buffers.size()) - 1; buffer >= 0; --buffer) {
    bool used = llvm::any_of(
        launch.args, [&](const ArgSpec &arg) { return arg.buffer == buffer; });
    if (used)
      continue;
    launch.buffers.erase(launch.buffers.begin() + buffer);
    for (ArgSpec &arg : launch.args)
      arg.buffer -= arg.buffer > buffer;
  }
}

bool tilefuzz::dropParameters(Program &program, unsigned begin, unsigned size) {
  EntryOp entry = launchedEntry(program);
  Launch &launch = program.launch;
  if (!entry || launch.args.size() != entry.getNumArguments() ||
      begin + size > entry.getNumArguments())
    return false;
  llvm::BitVector dropped(entry.getNumArguments());
  for (unsigned i = begin; i < begin + size; ++i)
    if (entry.getArgument(i).use_empty())
      dropped.set(i);
  if (dropped.none() || failed(entry.eraseArguments(dropped)))
    return false;
  for (int i = int(launch.args.size()) - 1; i >= 0; --i)
    if (dropped.test(i))
      launch.args.erase(launch.args.begin() + i);
  dropUnusedBuffers(launch);
  return true;
}

bool tilefuzz::shrinkGrid(Program &program, unsigned, unsigned) {
  program.launch.grid = {1, 1, 1};
  return true;
}
