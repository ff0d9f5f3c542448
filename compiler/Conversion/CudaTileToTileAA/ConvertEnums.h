//===- ConvertEnums.h - Enumerations of one dialect as the other's -*- C++ -*-//
//
// SPDX-License-Identifier: Apache-2.0
//
// Nothing relies on how the dialects number their cases.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_CONVERTENUMS_H
#define TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_CONVERTENUMS_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "llvm/Support/ErrorHandling.h"

namespace tilefuzz {

inline mlir::nv_tileaa::MemSemantic
convertOrdering(mlir::cuda_tile::MemoryOrdering ordering) {
  using mlir::cuda_tile::MemoryOrdering;
  using mlir::nv_tileaa::MemSemantic;
  switch (ordering) {
  case MemoryOrdering::Weak:
    return MemSemantic::Weak;
  case MemoryOrdering::Relaxed:
    return MemSemantic::Relaxed;
  case MemoryOrdering::Acquire:
    return MemSemantic::Acquire;
  case MemoryOrdering::Release:
    return MemSemantic::Release;
  case MemoryOrdering::AcqRel:
    return MemSemantic::AcqRel;
  }
  llvm_unreachable("covered switch");
}

inline mlir::nv_tileaa::RmwMode
convertUpdate(mlir::cuda_tile::AtomicMode mode) {
  using mlir::cuda_tile::AtomicMode;
  using mlir::nv_tileaa::RmwMode;
  switch (mode) {
  case AtomicMode::And:
    return RmwMode::And;
  case AtomicMode::Or:
    return RmwMode::Or;
  case AtomicMode::XOr:
    return RmwMode::XOr;
  case AtomicMode::Add:
    return RmwMode::Add;
  case AtomicMode::AddF:
    return RmwMode::AddF;
  case AtomicMode::Max:
    return RmwMode::Max;
  case AtomicMode::Min:
    return RmwMode::Min;
  case AtomicMode::UMax:
    return RmwMode::UMax;
  case AtomicMode::UMin:
    return RmwMode::UMin;
  case AtomicMode::Xchg:
    return RmwMode::Xchg;
  }
  llvm_unreachable("covered switch");
}

inline mlir::nv_tileaa::Signedness
convertSignedness(mlir::cuda_tile::Signedness signedness) {
  switch (signedness) {
  case mlir::cuda_tile::Signedness::Unsigned:
    return mlir::nv_tileaa::Signedness::Unsigned;
  case mlir::cuda_tile::Signedness::Signed:
    return mlir::nv_tileaa::Signedness::Signed;
  }
  llvm_unreachable("covered switch");
}

/// Of an operation on floats: only ftoi rounds to integers, and has no mode in
/// nv_tileaa.
inline mlir::nv_tileaa::RoundingMode
convertRoundingMode(mlir::cuda_tile::Rounding rounding) {
  using mlir::cuda_tile::Rounding;
  using mlir::nv_tileaa::RoundingMode;
  switch (rounding) {
  case Rounding::NearestEven:
    return RoundingMode::NearestEven;
  case Rounding::Zero:
    return RoundingMode::Zero;
  case Rounding::NegativeInf:
    return RoundingMode::NegativeInf;
  case Rounding::PositiveInf:
    return RoundingMode::PositiveInf;
  case Rounding::Approx:
    return RoundingMode::Approx;
  case Rounding::Full:
    return RoundingMode::Full;
  case Rounding::NearestAway:
    return RoundingMode::NearestAway;
  case Rounding::NearestIntToZero:
    break;
  }
  llvm_unreachable("no operation on floats has this mode");
}

inline mlir::nv_tileaa::Padding
convertPaddingValue(mlir::cuda_tile::PaddingValue padding) {
  using mlir::cuda_tile::PaddingValue;
  using mlir::nv_tileaa::Padding;
  switch (padding) {
  case PaddingValue::Zero:
    return Padding::Zero;
  case PaddingValue::NegZero:
    return Padding::NegZero;
  case PaddingValue::NaN:
    return Padding::NaN;
  case PaddingValue::PosInf:
    return Padding::PosInf;
  case PaddingValue::NegInf:
    return Padding::NegInf;
  }
  llvm_unreachable("covered switch");
}

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_CONVERTENUMS_H
