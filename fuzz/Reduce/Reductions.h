//===- Reductions.h - The ways to make a program smaller --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Rows work on any dialect: what an operation is comes from its traits and
// interfaces, and from its structure where its dialect is not linked.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_REDUCTIONS_H
#define TILEFUZZ_FUZZ_REDUCE_REDUCTIONS_H

#include "fuzz/Reduce/Reduce.h"

namespace tilefuzz {

/// One way to make a subject smaller, tried at every place of every level.
/// `apply` changes a copy that is thrown away when it returns false, does not
/// verify, is not smaller (measureOf), or is not interesting.
struct Reduction {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  /// Depths in the hierarchy, outermost first, or variants of the row.
  unsigned (*levels)(const Subject &subject);
  /// How many places there are; they may change after every success.
  unsigned (*count)(const Subject &subject, unsigned level);
  bool (*apply)(Subject &subject, unsigned level, unsigned begin,
                unsigned size);
  /// Neighbouring places can be tried together: halves first, then quarters.
  bool ranged = false;
  /// Verifiers may die of what the row makes (they trust operand groups), so
  /// that they run in a process of their own.
  bool risky = false;
};

/// In the order in which they are tried.
llvm::ArrayRef<Reduction> getReductions();

/// The first part of a subject's measure: operations first (constants count
/// less, as they are what others become), then parameters, buffers, operands
/// and tile sizes.
uint64_t structureOf(const Subject &subject);

//===----------------------------------------------------------------------===//
// What rows share
//===----------------------------------------------------------------------===//

/// Modules, functions and other symbols: what operations stand in.
bool isFrame(mlir::Operation *operation);
/// Where the dialect is not linked: the last operation of a block, without
/// results.
bool isBlockEnd(mlir::Operation *operation);
/// The operations inside functions, block ends left out, in the order in which
/// they are printed.
llvm::SmallVector<mlir::Operation *> reducibleOperations(mlir::ModuleOp module);
/// Functions and other symbols, in order.
llvm::SmallVector<mlir::Operation *> symbolsOf(mlir::ModuleOp module);
/// `cuda_tile.token` and what other dialects call a token.
bool isToken(mlir::Type type);
/// A number as an attribute of an integer, index or float type; null for
/// others. Formats without zero take 1.
mlir::Attribute numberOf(mlir::Type type, int64_t value);
/// A splat of a shaped type, or a number.
mlir::TypedAttr splatOf(mlir::Type type, int64_t value);

using Replacement = mlir::Value (*)(mlir::Operation *operation,
                                    mlir::Type type);
/// Values that can stand for a result of `operation`: an operand; a constant
/// or a token before it (an equal earlier one, if there is one); the nearest
/// earlier value. Null if there is none.
mlir::Value operandOfType(mlir::Operation *operation, mlir::Type type);
mlir::Value makeFresh(mlir::Operation *operation, mlir::Type type);
mlir::Value makeOne(mlir::Operation *operation, mlir::Type type);
mlir::Value earlierOfType(mlir::Operation *operation, mlir::Type type);

/// Erases operands and keeps `operandSegmentSizes` right.
void eraseOperands(mlir::Operation *operation, const llvm::BitVector &operands);
/// The operation anew without some results (unused ones) and attributes; the
/// old one is erased.
mlir::Operation *rebuild(mlir::Operation *operation,
                         const llvm::BitVector &resultsToErase,
                         llvm::ArrayRef<llvm::StringRef> withoutAttributes);
/// Erases what lost its last use since `used` was made by usedOperations.
llvm::DenseSet<mlir::Operation *> usedOperations(mlir::ModuleOp module);
bool eraseUnused(mlir::ModuleOp module,
                 const llvm::DenseSet<mlir::Operation *> &used,
                 bool withEffects);

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

/// Numbers of levels and places that several rows have.
unsigned oneLevel(const Subject &subject);
unsigned twoLevels(const Subject &subject);
unsigned threeLevels(const Subject &subject);
unsigned fourLevels(const Subject &subject);
unsigned onePlace(const Subject &subject, unsigned level);

/// Removes buffers that no argument names.
void dropUnusedBuffers(Launch &launch);
/// Whether every pass has a name and every bracket its partner.
bool isPassList(llvm::StringRef passes);

#define REDUCTION(NAME) extern const Reduction NAME##Row;
#include "fuzz/Reduce/Reductions.def"

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_REDUCTIONS_H
