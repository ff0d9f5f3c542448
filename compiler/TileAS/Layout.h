//===- Layout.h - Who holds which element -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Layouts as linear maps over F2 (see #nv_tileas.linear): making them, and what
// changes of shape do to them. All shapes are powers of two. Element indices
// are row-major.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAS_LAYOUT_H
#define TILEFUZZ_COMPILER_TILEAS_LAYOUT_H

#include "compiler/TileAS/TileASOps.h"

namespace mlir::nv_tileas {

constexpr int64_t lanesPerWarp = 32;

/// The layout of a tile; null for scalars and tensors without one.
LinearLayoutAttr getLayout(Type type);
/// The tile type with another layout.
RankedTensorType withLayout(RankedTensorType type, LinearLayoutAttr layout);

/// The fixed rule of tier 0 (TileAA/TileAS facts, 5.3): of n elements over T
/// threads, each thread holds n/T consecutive ones; with n < T thread t holds
/// element t mod n. `numWarps` is a power of two.
LinearLayoutAttr getRowMajorLayout(MLIRContext *context,
                                   llvm::ArrayRef<int64_t> shape,
                                   int64_t numWarps);

/// The layout that a tile of `sourceShape` must have so that growing its
/// dimensions of size 1 to `shape` moves nothing: `layout` without the
/// coordinates of those dimensions.
LinearLayoutAttr getBroadcastSourceLayout(LinearLayoutAttr layout,
                                          llvm::ArrayRef<int64_t> sourceShape,
                                          llvm::ArrayRef<int64_t> shape);

/// The layout of a tile whose dimension i is dimension `permutation[i]` of a
/// tile of `sourceShape` with `layout`, if no element moves.
LinearLayoutAttr getPermutedLayout(LinearLayoutAttr layout,
                                   llvm::ArrayRef<int64_t> sourceShape,
                                   llvm::ArrayRef<int32_t> permutation);

/// Every element is held by some register of some thread, and nothing else.
LogicalResult verifyLayout(llvm::function_ref<InFlightDiagnostic()> emitError,
                           LinearLayoutAttr layout,
                           llvm::ArrayRef<int64_t> shape);

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_LAYOUT_H
