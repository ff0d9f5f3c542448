//===- RemovedAccesses.h - What stands for removed accesses -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A rewrite that leaves out a strong access is right if every execution of the
// target is one of the source once the access is put back (memory model, 3.6).
// A load can be put back next to the access that it takes its value from, a
// store just before the one that overwrites it: its *image*. Then whatever the
// source's tokens require of the access (Q1 to Q4, and the splice below E5)
// must hold of its image in the target: the image must be after what the access
// is after, and before what it is before. Of
//
//   a = load relaxed x; b = load relaxed x; store relaxed x @b
//
// b may be replaced by a only if the store is then ordered after a: else a may
// read what the store wrote, and b may not.
//
// A load that nothing uses takes no value from anywhere (E1) and needs no
// image. Of a weak access all that conflicts with it is ordered with it, else
// the source races, so that it needs none next to a weak one. Next to a strong
// one it does: of two strong stores that no token orders, both before a weak
// load, the load returns what the later one left (memory model, 1.5), and a
// target that uses what one of them stored must have that one later. And of
//
//   store weak x; a = store relaxed x @w; b = atomic_rmw relaxed x @w,
//
// of which w is the first one, b may not go ahead of a once w is gone: it would
// read what was there before. An atomic update has no image: others' updates
// could come between (E5).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_REMOVEDACCESSES_H
#define TILEFUZZ_ORACLE_REFINE_REMOVEDACCESSES_H

#include "oracle/Smt/TileEncoding.h"

namespace tilefuzz {

/// Where the target takes the values of loads from that it makes no use of: the
/// number of another load, or none: from elsewhere in memory.
using ValueOrigins = std::map<unsigned, std::optional<unsigned>>;

struct LostImageOrder {
  std::string what;
  Term condition;
};

/// The ways in which strong accesses that only the source makes lose order that
/// their images must have, or have no image. Accesses of both sides have the
/// same number where one stands for the other, and greater ones further down in
/// the text. The blocks are what was encoded: they say which load is observed
/// in the place of one that is gone. `origins` says it instead, if it is given,
/// also of loads that are there and whose values the target takes from
/// elsewhere.
std::vector<LostImageOrder>
findLostImageOrder(SymbolicDomain &domain, const TileEncoding &source,
                   const TileEncoding &target, mlir::Block &sourceBlock,
                   mlir::Block &targetBlock,
                   const ValueOrigins *origins = nullptr);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_REMOVEDACCESSES_H
