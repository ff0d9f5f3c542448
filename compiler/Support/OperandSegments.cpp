//===- OperandSegments.cpp - Segments that cannot lie ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/OperandSegments.h"

using namespace tilefuzz;

mlir::LogicalResult tilefuzz::verifySegments(mlir::Operation *op,
                                             llvm::ArrayRef<int32_t> sizes,
                                             llvm::ArrayRef<Segment> segments) {
  int64_t first = 0;
  for (auto [segment, size] : llvm::zip_equal(segments, sizes)) {
    bool fits = segment == Segment::Variadic ||
                (segment == Segment::Optional ? size <= 1 : size == 1);
    if (!fits)
      return op->emitOpError("operand group starting at #")
             << first << " requires "
             << (segment == Segment::Optional ? "0 or 1 element" : "1 element")
             << ", but found " << size;
    first += size;
  }
  return mlir::success();
}
