//===- OperandSegments.h - Segments that cannot lie -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_OPERANDSEGMENTS_H
#define TILEFUZZ_COMPILER_SUPPORT_OPERANDSEGMENTS_H

#include "mlir/IR/OpDefinition.h"

namespace tilefuzz {

enum class Segment { Single, Optional, Variadic };

/// Checks `sizes`, one entry per segment, against what the operation's
/// definition says of each.
mlir::LogicalResult verifySegments(mlir::Operation *op,
                                   llvm::ArrayRef<int32_t> sizes,
                                   llvm::ArrayRef<Segment> segments);

/// See OperandSegments.td.
template <Segment... segments> struct RequiredOperandSegments {
  template <typename ConcreteT>
  class Impl : public mlir::OpTrait::TraitBase<ConcreteT, Impl> {
  public:
    static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
      return verifySegments(
          op, llvm::cast<ConcreteT>(op).getProperties().operandSegmentSizes,
          {segments...});
    }
  };
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_OPERANDSEGMENTS_H
