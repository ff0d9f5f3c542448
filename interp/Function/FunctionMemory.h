//===- FunctionMemory.h - Memory that functions allocate --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A memref is a value of the machine: the number of a buffer, an offset, and
// for each dimension a size and a stride, all in elements. What it was cast
// from does not matter.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_FUNCTION_FUNCTIONMEMORY_H
#define TILEFUZZ_INTERP_FUNCTION_FUNCTIONMEMORY_H

#include "interp/Function/FunctionMachine.h"
#include "mlir/IR/AffineExpr.h"

namespace tilefuzz::function {

struct View {
  uint64_t buffer = 0;
  int64_t offset = 0;
  llvm::SmallVector<int64_t, 4> sizes, strides;

  size_t rank() const { return sizes.size(); }
  int64_t numElements() const;
  FunctionValue value() const;
};

/// Memrefs of supported elements; their sizes and strides need not be static.
bool isSupportedMemRef(mlir::Type type);
/// Operand `i`, a memref. None: the run is over.
std::optional<View> readView(Machine &machine, const Instruction &in,
                             unsigned i);
/// An index that must be determined. None: the run is over.
std::optional<int64_t> readIndex(Machine &machine, const Instruction &in,
                                 unsigned i);
/// Static numbers, with operands from `next` on where one is dynamic. None: the
/// run is over.
std::optional<llvm::SmallVector<int64_t>>
readMixed(Machine &machine, const Instruction &in,
          llvm::ArrayRef<int64_t> fixed, unsigned &next);
/// The element at a place; null: the run is over, as there is none, or it is
/// gone.
Element *elementAt(Machine &machine, const Instruction &in, const View &view,
                   llvm::ArrayRef<int64_t> at, bool isWrite = false);
/// A new buffer of those sizes, with row-major strides. None: the run is over.
std::optional<View> allocate(Machine &machine, const Instruction &in,
                             llvm::ArrayRef<int64_t> sizes, Buffer::Kind kind);

/// Calls `visit` with every place in a box of those sizes, in row-major order,
/// until it gives false. Whether it never did.
bool forEachPlace(llvm::ArrayRef<int64_t> sizes,
                  llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> visit);

/// Modulo 2^64; none where a divisor is not positive.
std::optional<int64_t> evaluateAffine(mlir::AffineExpr expr,
                                      llvm::ArrayRef<int64_t> dims,
                                      llvm::ArrayRef<int64_t> symbols);

} // namespace tilefuzz::function

#endif // TILEFUZZ_INTERP_FUNCTION_FUNCTIONMEMORY_H
