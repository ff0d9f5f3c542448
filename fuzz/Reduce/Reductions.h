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

/// What reduction makes smaller: operations first (constants count less, as
/// they are what others become), then parameters, buffers, operands and tile
/// sizes; then the text, in which small numbers are simpler than large ones.
struct Measure {
  uint64_t structure = 0, text = 0;
  bool operator<(const Measure &other) const {
    return std::tie(structure, text) < std::tie(other.structure, other.text);
  }
};
uint64_t structureOf(const Subject &subject);
uint64_t textMeasureOf(llvm::StringRef text);

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

unsigned oneLevel(const Subject &subject);
unsigned onePlace(const Subject &subject, unsigned level);

// EraseOperations.cpp
unsigned countSymbols(const Subject &subject, unsigned level);
bool eraseSymbols(Subject &subject, unsigned level, unsigned begin,
                  unsigned size);
/// Places are operations whose results nobody uses; what only they used goes
/// with them.
unsigned countRoots(const Subject &subject, unsigned level);
bool eraseSlices(Subject &subject, unsigned level, unsigned begin,
                 unsigned size);
/// Levels are depths of regions; an operation goes with all that is in it.
unsigned countDepths(const Subject &subject);
unsigned countAtDepth(const Subject &subject, unsigned level);
bool eraseSubtrees(Subject &subject, unsigned level, unsigned begin,
                   unsigned size);
unsigned countOperations(const Subject &subject, unsigned level);
bool eraseToOperand(Subject &subject, unsigned level, unsigned begin,
                    unsigned size);
/// Levels: zeros; ones.
bool eraseToZero(Subject &subject, unsigned level, unsigned begin,
                 unsigned size);
bool eraseToEarlier(Subject &subject, unsigned level, unsigned begin,
                    unsigned size);
/// Also block ends of dialects that are not linked.
unsigned countErasable(const Subject &subject, unsigned level);
bool eraseWithUsers(Subject &subject, unsigned level, unsigned begin,
                    unsigned size);

// ReduceRegions.cpp
/// Levels: with the block's end; without what looks like one, where the dialect
/// is not linked.
unsigned countRegions(const Subject &subject, unsigned level);
bool inlineRegion(Subject &subject, unsigned level, unsigned begin,
                  unsigned size);
bool emptyRegion(Subject &subject, unsigned level, unsigned begin,
                 unsigned size);
/// Places are counted loops: two runs of the body instead.
unsigned countLoops(const Subject &subject, unsigned level);
bool unrollTwice(Subject &subject, unsigned level, unsigned begin,
                 unsigned size);

// ReduceBlocks.cpp
unsigned threeLevels(const Subject &subject);
/// Levels: a branch takes another way, a block is left early, a block is merged
/// with the one before it.
unsigned countBlocks(const Subject &subject, unsigned level);
bool reduceBlocks(Subject &subject, unsigned level, unsigned begin,
                  unsigned size);
/// Of all blocks but those of functions; with what branches pass.
unsigned countBlockArguments(const Subject &subject, unsigned level);
bool dropBlockArguments(Subject &subject, unsigned level, unsigned begin,
                        unsigned size);

// DropValues.cpp
/// Results of operations with regions, with what carries or combines them.
unsigned countRegionResults(const Subject &subject, unsigned level);
bool dropRegionResults(Subject &subject, unsigned level, unsigned begin,
                       unsigned size);
unsigned twoLevels(const Subject &subject);
/// Levels: unused ones; a constant instead, 0 or a fresh token; what the launch
/// gives.
unsigned countParameters(const Subject &subject, unsigned level);
bool dropParameters(Subject &subject, unsigned level, unsigned begin,
                    unsigned size);
unsigned countFunctionResults(const Subject &subject, unsigned level);
bool dropFunctionResults(Subject &subject, unsigned level, unsigned begin,
                         unsigned size);

// ReduceOperands.cpp
/// Levels: dropped; a fresh one.
unsigned countTokenOperands(const Subject &subject, unsigned level);
bool cutTokens(Subject &subject, unsigned level, unsigned begin, unsigned size);
unsigned countOperands(const Subject &subject, unsigned level);
bool dropOperands(Subject &subject, unsigned level, unsigned begin,
                  unsigned size);
/// Levels: zero, one, an earlier value; what loses its last use goes.
bool replaceOperands(Subject &subject, unsigned level, unsigned begin,
                     unsigned size);

// ReduceAccesses.cpp
/// Places are loads: a store of ones instead.
unsigned countLoads(const Subject &subject, unsigned level);
bool loadToStore(Subject &subject, unsigned level, unsigned begin,
                 unsigned size);

// SimplifyAttributes.cpp
/// Levels: 0, 1, a splat, halves.
unsigned fourLevels(const Subject &subject);
unsigned countNumbers(const Subject &subject, unsigned level);
bool simplifyNumbers(Subject &subject, unsigned level, unsigned begin,
                     unsigned size);
/// Attributes that may be left out: hints, flags, fast-math, rounding.
unsigned countAttributes(const Subject &subject, unsigned level);
bool dropAttributes(Subject &subject, unsigned level, unsigned begin,
                    unsigned size);
/// Levels: weak, else the least ordering; the least scope.
unsigned countOrderings(const Subject &subject, unsigned level);
bool weakenOrderings(Subject &subject, unsigned level, unsigned begin,
                     unsigned size);

// ShrinkTypes.cpp
/// Levels: every dimension at most 2^place; dimensions of one size become
/// half, and 1.
unsigned countTileSizes(const Subject &subject, unsigned level);
bool shrinkTiles(Subject &subject, unsigned level, unsigned begin,
                 unsigned size);
/// Places are `make_tensor_view`s: constant sizes and strides go into the type.
unsigned countTensorViews(const Subject &subject, unsigned level);
bool makeViewStatic(Subject &subject, unsigned level, unsigned begin,
                    unsigned size);

// ReduceViews.cpp
/// Places are indices of accesses to partition views that are constant and not
/// 0.
unsigned countLaterTiles(const Subject &subject, unsigned level);
bool takeFirstTile(Subject &subject, unsigned level, unsigned begin,
                   unsigned size);

// Simplify.cpp
/// Levels: MLIR's CSE, which also erases what is dead; equal operations only.
bool mergeEqual(Subject &subject, unsigned level, unsigned begin,
                unsigned size);

// ShrinkLaunch.cpp
unsigned countLaunchEdits(const Subject &subject, unsigned level);
bool editLaunch(Subject &subject, unsigned level, unsigned begin,
                unsigned size);
/// Removes buffers that no argument names.
void dropUnusedBuffers(Launch &launch);

// PassList.cpp
/// Whether every pass has a name and every bracket its partner.
bool isPassList(llvm::StringRef passes);
/// Levels: passes; their options.
unsigned countPasses(const Subject &subject, unsigned level);
bool dropPasses(Subject &subject, unsigned level, unsigned begin,
                unsigned size);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_REDUCTIONS_H
