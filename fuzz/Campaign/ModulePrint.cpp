//===- ModulePrint.cpp - Did a stage change the module? -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ModulePrint.h"
#include "llvm/ADT/Hashing.h"

using namespace tilefuzz;

/// Operations and blocks are known by their addresses: one that took the place
/// of another is the same if all else is.
static void addOperation(llvm::hash_code &hash, mlir::Operation &op) {
  hash = llvm::hash_combine(hash, &op, op.getName().getAsOpaquePointer(),
                            op.getRawDictionaryAttrs(), op.hashProperties(),
                            op.getNumRegions());
  for (mlir::Value operand : op.getOperands())
    hash = llvm::hash_combine(hash, operand);
  for (mlir::Type type : op.getResultTypes())
    hash = llvm::hash_combine(hash, type);
  for (mlir::Block *successor : op.getSuccessors())
    hash = llvm::hash_combine(hash, successor);
  for (mlir::Region &region : op.getRegions())
    for (mlir::Block &block : region) {
      hash = llvm::hash_combine(hash, &block);
      for (mlir::Type type : block.getArgumentTypes())
        hash = llvm::hash_combine(hash, type);
      for (mlir::Operation &inner : block)
        addOperation(hash, inner);
      // Where the block ends.
      hash = llvm::hash_combine(hash, &region);
    }
}

uint64_t tilefuzz::printOfModule(mlir::ModuleOp module) {
  llvm::hash_code hash(0);
  addOperation(hash, *module);
  return uint64_t(hash);
}
