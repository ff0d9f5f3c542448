//===- Reductions.h - The ways to make a program smaller --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_REDUCTIONS_H
#define TILEFUZZ_FUZZ_REDUCE_REDUCTIONS_H

#include "fuzz/Generate/Program.h"

namespace tilefuzz {

/// One way to make a program smaller, tried at every place. `apply` changes a
/// copy that is thrown away when it returns false, does not verify, is not
/// smaller (weightOf), or is not interesting.
struct Reduction {
  llvm::StringLiteral name;
  /// How many places there are; they may change after every success.
  unsigned (*count)(const Program &program);
  bool (*apply)(Program &program, unsigned begin, unsigned size);
  /// Neighbouring places can be tried together: halves first, then quarters.
  bool ranged = false;
};

/// In the order in which they are tried.
llvm::ArrayRef<Reduction> getReductions();

/// What reduction makes smaller: operations first (constants count less, as
/// they are what others become), then parameters, buffers, grid, then operands
/// and tile sizes.
uint64_t weightOf(const Program &program);

/// The operations inside the entries, terminators left out, in the order in
/// which they are printed.
llvm::SmallVector<mlir::Operation *> reducibleOperations(mlir::ModuleOp module);

/// Places of reducibleOperations. Results are replaced by an operand of the
/// same type, a zero or a fresh token, or an earlier value of the same type, as
/// far as there is one; each row of the table prefers another of these.
bool eraseToOperand(Program &program, unsigned begin, unsigned size);
bool eraseToZero(Program &program, unsigned begin, unsigned size);
bool eraseToEarlier(Program &program, unsigned begin, unsigned size);
/// A constant or a token before the operation; none for pointers and views.
mlir::Value makeFresh(mlir::Operation *operation, mlir::Type type);
/// Places are regions of `if`, `for` and `loop`: the region takes the place of
/// its operation.
unsigned countRegions(const Program &program);
bool inlineRegion(Program &program, unsigned begin, unsigned size);
/// One place: equal operations without effect are merged and unused ones go.
bool mergeEqual(Program &program, unsigned begin, unsigned size);
/// Places are powers of two: no tile dimension is larger. Values keep what
/// fits.
unsigned countTileSizes(const Program &program);
bool shrinkTiles(Program &program, unsigned begin, unsigned size);
/// Places are `make_tensor_view`s: constant sizes and strides go into the type.
unsigned countTensorViews(const Program &program);
bool makeViewStatic(Program &program, unsigned begin, unsigned size);
/// Places are entry parameters; a buffer that no parameter needs goes with it.
unsigned countParameters(const Program &program);
bool dropParameters(Program &program, unsigned begin, unsigned size);
/// One place: a single block.
bool shrinkGrid(Program &program, unsigned begin, unsigned size);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_REDUCTIONS_H
