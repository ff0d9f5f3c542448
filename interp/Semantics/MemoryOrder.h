//===- MemoryOrder.h - Orderings and scopes of accesses ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Memory model, 1.2. Every engine and every oracle speaks of orderings and
// scopes by these; the enumerations of the dialects are mapped to them in
// interp/TileTypes/DialectEnums.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_MEMORYORDER_H
#define TILEFUZZ_INTERP_SEMANTICS_MEMORYORDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdint>

namespace tilefuzz {

/// Weak accesses are ordered by tokens only; the others are strong.
enum class AccessOrdering : uint8_t { Weak, Relaxed, Acquire, Release, AcqRel };
/// Each contains the ones before it.
enum class AccessScope : uint8_t { TileBlock, Cluster, Device, System };

/// As the dialects spell it.
inline llvm::StringRef toString(AccessOrdering ordering) {
  switch (ordering) {
  case AccessOrdering::Weak:
    return "weak";
  case AccessOrdering::Relaxed:
    return "relaxed";
  case AccessOrdering::Acquire:
    return "acquire";
  case AccessOrdering::Release:
    return "release";
  case AccessOrdering::AcqRel:
    return "acq_rel";
  }
  llvm_unreachable("covered switch");
}
/// As cuda_tile spells it; it has no clusters.
inline llvm::StringRef toString(AccessScope scope) {
  switch (scope) {
  case AccessScope::TileBlock:
    return "tl_blk";
  case AccessScope::Cluster:
    return "cluster";
  case AccessScope::Device:
    return "device";
  case AccessScope::System:
    return "sys";
  }
  llvm_unreachable("covered switch");
}

constexpr bool isStrong(AccessOrdering ordering) {
  return ordering != AccessOrdering::Weak;
}
constexpr bool acquires(AccessOrdering ordering) {
  return ordering == AccessOrdering::Acquire ||
         ordering == AccessOrdering::AcqRel;
}
constexpr bool releases(AccessOrdering ordering) {
  return ordering == AccessOrdering::Release ||
         ordering == AccessOrdering::AcqRel;
}
/// It orders other accesses than those of its own place.
constexpr bool ordersOthers(AccessOrdering ordering) {
  return acquires(ordering) || releases(ordering);
}
/// Whether an access of `ordering` orders all that one of `needed` does.
/// Neither acquire nor release stands for the other.
constexpr bool ordersAll(AccessOrdering ordering, AccessOrdering needed) {
  return (isStrong(ordering) || !isStrong(needed)) &&
         (acquires(ordering) || !acquires(needed)) &&
         (releases(ordering) || !releases(needed));
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_MEMORYORDER_H
