//===- Operations.h - The table of what is generated ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One row per operation of the public dialect: how it is made, how often, and
// where. A row's function makes the operation with legal types and attributes,
// free of undefined behaviour, together with what it needs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_CUDATILE_OPERATIONS_H
#define TILEFUZZ_FUZZ_GENERATE_CUDATILE_OPERATIONS_H

#include "fuzz/Generate/CudaTile/Draft.h"

namespace tilefuzz {

/// A program uses a random subset of the groups, so that programs differ in
/// character, not only in detail.
enum class OperationGroup : uint8_t {
  Integer,
  Boolean,
  Shift,
  Divide,
  Float,
  Compare,
  Select,
  Convert,
  Shape,
  Reduce,
  If,
  For,
  Load,
  Store,
  Update,
  Exit,
  Token,
  // Beyond what is lowered.
  Math,
  Bits,
  Scan,
  Loop,
  Atomic,
  Mma,
  Storage,
  Output,
  Addresses,
};
static constexpr unsigned numOperationGroups =
    unsigned(OperationGroup::Addresses) + 1;

/// Whether the program uses the group. What an address, a condition, a bound
/// or definedness needs is made all the same.
inline bool hasGroup(const Draft &draft, OperationGroup group) {
  return draft.swarm >> unsigned(group) & 1;
}

/// Where a row may be used; a sum.
enum Placement : unsigned {
  Anywhere = 0,
  /// Every level takes it, with the types and attributes that are chosen for
  /// programs of the lowered language.
  Lowered = 1,
  /// Only below the deepest nesting.
  Nests = 2,
  /// What it stores is stored once.
  NotInLoops = 4,
  /// Its memory is ordered by tokens of the entry's body.
  TopLevel = 8,
  /// Only in loops.
  InLoops = 16,
  /// Accesses memory, though its group is of something else.
  Accesses = 32,
  /// Its operands need not be unique.
  TakesInexact = 64,
  /// Its result is not unique: it is stored, which no loop does, or computed
  /// with.
  MakesInexact = 128,
  /// Every level takes it, and of programs of the lowered language those have
  /// it that go further (Draft::goesFurther).
  Further = 256 | Lowered,
};

struct OperationRow {
  /// Without the dialect's prefix.
  llvm::StringLiteral name;
  /// Null: every program has the operation.
  void (*make)(Draft &draft, llvm::StringRef name);
  OperationGroup group;
  unsigned weight;
  unsigned placement;
};

llvm::ArrayRef<OperationRow> getArithOperations();
llvm::ArrayRef<OperationRow> getExpressionOperations();
llvm::ArrayRef<OperationRow> getMathOperations();
llvm::ArrayRef<OperationRow> getConvertOperations();
llvm::ArrayRef<OperationRow> getShapeOperations();
llvm::ArrayRef<OperationRow> getControlOperations();
llvm::ArrayRef<OperationRow> getGuardedOperations();
llvm::ArrayRef<OperationRow> getReduceOperations();
llvm::ArrayRef<OperationRow> getMemoryOperations();
llvm::ArrayRef<OperationRow> getAtomicOperations();
llvm::ArrayRef<OperationRow> getMmaOperations();
/// All of them.
llvm::ArrayRef<OperationRow> getOperationTable();

inline mlir::Type elementTypeOf(mlir::Value value) {
  return llvm::cast<mlir::cuda_tile::TileType>(value.getType())
      .getElementType();
}

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_CUDATILE_OPERATIONS_H
