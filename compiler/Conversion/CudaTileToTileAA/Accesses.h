//===- Accesses.h - Order and hints of accesses -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_ACCESSES_H
#define TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_ACCESSES_H

#include "compiler/Conversion/CudaTileToTileAA/ConvertEnums.h"
#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"

namespace tilefuzz {

template <typename OpTy>
mlir::nv_tileaa::MemSemanticAttr convertSemantic(OpTy op) {
  return mlir::nv_tileaa::MemSemanticAttr::get(
      op.getContext(), convertOrdering(op.getMemoryOrderingSemantics()));
}

mlir::nv_tileaa::MemScopeAttr
convertScope(mlir::MLIRContext *context,
             std::optional<mlir::cuda_tile::MemoryScope> scope);

/// Hints never change meaning; they are carried as a plain dictionary.
template <typename OpTy> mlir::DictionaryAttr convertHints(OpTy op) {
  mlir::cuda_tile::OptimizationHintsAttr hints = op.getOptimizationHintsAttr();
  return hints ? hints.getHints() : mlir::DictionaryAttr();
}

inline mlir::Type tokenType(mlir::Operation *op) {
  return mlir::nv_tileaa::MemTokenType::get(op->getContext());
}

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_ACCESSES_H
