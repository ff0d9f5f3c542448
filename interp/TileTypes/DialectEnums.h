//===- DialectEnums.h - Enumerations of the dialects as ours ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One function per pair of enumerations: a case that a dialect gains is a
// warning here, and nothing relies on how either side numbers its cases.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILETYPES_DIALECTENUMS_H
#define TILEFUZZ_INTERP_TILETYPES_DIALECTENUMS_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "interp/Semantics/Atomic.h"
#include "interp/Semantics/MemoryOrder.h"
#include <optional>

namespace tilefuzz {

//===----------------------------------------------------------------------===//
// Arithmetic (part 1, 1.6)
//===----------------------------------------------------------------------===//

inline ReadAs readAsOf(mlir::cuda_tile::Signedness signedness) {
  switch (signedness) {
  case mlir::cuda_tile::Signedness::Unsigned:
    return ReadAs::Unsigned;
  case mlir::cuda_tile::Signedness::Signed:
    return ReadAs::Signed;
  }
  llvm_unreachable("covered switch");
}
inline ReadAs readAsOf(mlir::nv_tileaa::Signedness signedness) {
  switch (signedness) {
  case mlir::nv_tileaa::Signedness::Unsigned:
    return ReadAs::Unsigned;
  case mlir::nv_tileaa::Signedness::Signed:
    return ReadAs::Signed;
  }
  llvm_unreachable("covered switch");
}

inline WrapPromise promiseOf(mlir::cuda_tile::Overflow overflow) {
  using mlir::cuda_tile::Overflow;
  switch (overflow) {
  case Overflow::None:
    return WrapPromise::None;
  case Overflow::NoSignedWrap:
    return WrapPromise::NoSigned;
  case Overflow::NoUnsignedWrap:
    return WrapPromise::NoUnsigned;
  case Overflow::NoWrap:
    return WrapPromise::Neither;
  }
  llvm_unreachable("covered switch");
}

/// None for the modes that leave a choice, which have no unique result.
inline std::optional<RoundingMode>
exactRoundingOf(mlir::cuda_tile::Rounding rounding) {
  using mlir::cuda_tile::Rounding;
  switch (rounding) {
  case Rounding::NearestEven:
    return RoundingMode::NearestEven;
  case Rounding::Zero:
    return RoundingMode::Zero;
  case Rounding::NegativeInf:
    return RoundingMode::NegativeInf;
  case Rounding::PositiveInf:
    return RoundingMode::PositiveInf;
  case Rounding::NearestAway:
    return RoundingMode::NearestAway;
  case Rounding::Approx:
  case Rounding::Full:
  case Rounding::NearestIntToZero:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}
/// Of an operation whose verifier allows exact modes only.
inline RoundingMode roundingOf(mlir::cuda_tile::Rounding rounding) {
  std::optional<RoundingMode> mode = exactRoundingOf(rounding);
  assert(mode && "the verifier rejects other modes");
  return *mode;
}
/// What the public dialect calls the mode.
inline mlir::cuda_tile::Rounding
publicRounding(mlir::nv_tileaa::RoundingMode mode) {
  using mlir::cuda_tile::Rounding;
  using Mode = mlir::nv_tileaa::RoundingMode;
  switch (mode) {
  case Mode::NearestEven:
    return Rounding::NearestEven;
  case Mode::Zero:
    return Rounding::Zero;
  case Mode::NegativeInf:
    return Rounding::NegativeInf;
  case Mode::PositiveInf:
    return Rounding::PositiveInf;
  case Mode::Approx:
    return Rounding::Approx;
  case Mode::Full:
    return Rounding::Full;
  case Mode::NearestAway:
    return Rounding::NearestAway;
  }
  llvm_unreachable("covered switch");
}
inline std::optional<RoundingMode>
exactRoundingOf(mlir::nv_tileaa::RoundingMode mode) {
  return exactRoundingOf(publicRounding(mode));
}

inline Relation relationOf(mlir::cuda_tile::ComparisonPredicate predicate) {
  using mlir::cuda_tile::ComparisonPredicate;
  switch (predicate) {
  case ComparisonPredicate::Equal:
    return Relation::Equal;
  case ComparisonPredicate::NotEqual:
    return Relation::NotEqual;
  case ComparisonPredicate::LessThan:
    return Relation::Less;
  case ComparisonPredicate::LessThanOrEqual:
    return Relation::LessOrEqual;
  case ComparisonPredicate::GreaterThan:
    return Relation::Greater;
  case ComparisonPredicate::GreaterThanOrEqual:
    return Relation::GreaterOrEqual;
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Memory (part 2, 0.4)
//===----------------------------------------------------------------------===//

inline AccessOrdering orderingOf(mlir::cuda_tile::MemoryOrdering ordering) {
  using mlir::cuda_tile::MemoryOrdering;
  switch (ordering) {
  case MemoryOrdering::Weak:
    return AccessOrdering::Weak;
  case MemoryOrdering::Relaxed:
    return AccessOrdering::Relaxed;
  case MemoryOrdering::Acquire:
    return AccessOrdering::Acquire;
  case MemoryOrdering::Release:
    return AccessOrdering::Release;
  case MemoryOrdering::AcqRel:
    return AccessOrdering::AcqRel;
  }
  llvm_unreachable("covered switch");
}
inline AccessOrdering orderingOf(mlir::nv_tileaa::MemSemantic semantic) {
  using mlir::nv_tileaa::MemSemantic;
  switch (semantic) {
  case MemSemantic::Weak:
    return AccessOrdering::Weak;
  case MemSemantic::Relaxed:
    return AccessOrdering::Relaxed;
  case MemSemantic::Acquire:
    return AccessOrdering::Acquire;
  case MemSemantic::Release:
    return AccessOrdering::Release;
  case MemSemantic::AcqRel:
    return AccessOrdering::AcqRel;
  }
  llvm_unreachable("covered switch");
}

/// Without one: the block's own.
inline AccessScope scopeOf(std::optional<mlir::cuda_tile::MemoryScope> scope) {
  using mlir::cuda_tile::MemoryScope;
  switch (scope.value_or(MemoryScope::TileBlock)) {
  case MemoryScope::TileBlock:
    return AccessScope::TileBlock;
  case MemoryScope::Device:
    return AccessScope::Device;
  case MemoryScope::System:
    return AccessScope::System;
  }
  llvm_unreachable("covered switch");
}
inline AccessScope scopeOf(std::optional<mlir::nv_tileaa::MemScope> scope) {
  using mlir::nv_tileaa::MemScope;
  switch (scope.value_or(MemScope::TileBlock)) {
  case MemScope::TileBlock:
    return AccessScope::TileBlock;
  case MemScope::Cluster:
    return AccessScope::Cluster;
  case MemScope::Gpu:
    return AccessScope::Device;
  case MemScope::System:
    return AccessScope::System;
  }
  llvm_unreachable("covered switch");
}

inline semantics::AtomicUpdate
atomicUpdateOf(mlir::cuda_tile::AtomicMode mode) {
  using mlir::cuda_tile::AtomicMode;
  using semantics::AtomicUpdate;
  switch (mode) {
  case AtomicMode::And:
    return AtomicUpdate::And;
  case AtomicMode::Or:
    return AtomicUpdate::Or;
  case AtomicMode::XOr:
    return AtomicUpdate::XOr;
  case AtomicMode::Add:
    return AtomicUpdate::Add;
  case AtomicMode::AddF:
    return AtomicUpdate::AddF;
  case AtomicMode::Max:
    return AtomicUpdate::Max;
  case AtomicMode::Min:
    return AtomicUpdate::Min;
  case AtomicMode::UMax:
    return AtomicUpdate::UMax;
  case AtomicMode::UMin:
    return AtomicUpdate::UMin;
  case AtomicMode::Xchg:
    return AtomicUpdate::Xchg;
  }
  llvm_unreachable("covered switch");
}
inline semantics::AtomicUpdate atomicUpdateOf(mlir::nv_tileaa::RmwMode mode) {
  using mlir::nv_tileaa::RmwMode;
  using semantics::AtomicUpdate;
  switch (mode) {
  case RmwMode::And:
    return AtomicUpdate::And;
  case RmwMode::Or:
    return AtomicUpdate::Or;
  case RmwMode::XOr:
    return AtomicUpdate::XOr;
  case RmwMode::Add:
    return AtomicUpdate::Add;
  case RmwMode::AddF:
    return AtomicUpdate::AddF;
  case RmwMode::Max:
    return AtomicUpdate::Max;
  case RmwMode::Min:
    return AtomicUpdate::Min;
  case RmwMode::UMax:
    return AtomicUpdate::UMax;
  case RmwMode::UMin:
    return AtomicUpdate::UMin;
  case RmwMode::Xchg:
    return AtomicUpdate::Xchg;
  }
  llvm_unreachable("covered switch");
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILETYPES_DIALECTENUMS_H
