//===- Definedness.h - What keeps a program defined -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_MUTATE_DEFINEDNESS_H
#define TILEFUZZ_FUZZ_MUTATE_DEFINEDNESS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace tilefuzz {

/// The backward slice of a program from all that can make it
/// undefined, racy or endless: addresses, indices, extents, masks, divisors,
/// shift amounts, operands of operations that promise no overflow, what is
/// assumed or asserted, loop bounds, what decides in a loop, tokens. A change
/// outside of the slice keeps the program as defined as it was.
class DefinednessSlice {
public:
  explicit DefinednessSlice(mlir::ModuleOp module);

  /// Whether the operation computes something that decides.
  bool contains(mlir::Operation *op) const { return operations.contains(op); }
  /// Whether another value there could make the program undefined.
  bool contains(mlir::OpOperand &operand) const;
  /// Whether some operand decides what `op` does to the program's definedness.
  static bool hasRole(mlir::Operation *op);
  static bool hasRole(mlir::OpOperand &operand);

private:
  void add(mlir::Value value);
  void addResult(mlir::OpResult result);
  void addArgument(mlir::BlockArgument argument);
  void addOperands(mlir::Operation *op);

  llvm::DenseSet<mlir::Operation *> operations;
  llvm::DenseSet<mlir::Value> values;
  llvm::SmallVector<mlir::Value> pending;
  /// What memory holds decides, too.
  bool readsMemory = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_MUTATE_DEFINEDNESS_H
