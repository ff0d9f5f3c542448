//===- BulkCopies.h - Copies through the asynchronous proxy -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// cp.async.bulk and its relatives: PTX ISA 9.0; memory model, 5.6.
// A copy follows what its thread did before, reads its source at some moment
// and writes at some later one. Its accesses belong to agents of their own in
// the order of accesses: those of a copy that an mbarrier counts to one of that
// mbarrier, for a phase tells of all of them together; those of a group to two
// of its thread, since one can wait for the reads alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_BULKCOPIES_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_BULKCOPIES_H

#include "interp/Simt/Machine/Races.h"
#include <set>

namespace tilefuzz::simt {

/// Bytes that lie together on both sides.
struct BulkPiece {
  Lane from, to;
  uint32_t bytes = 0;
  /// Nothing is read.
  bool isFill = false;
};

/// The copies that one mbarrier counts.
struct BulkBarrier {
  uint32_t cta = 0, allocation = 0, offset = 0;
  uint32_t issued = 0;
  std::set<uint32_t> pending;

  /// All copies up to this one are complete.
  uint32_t complete() const {
    return pending.empty() ? issued : *pending.begin() - 1;
  }
};

/// A copy that is not complete.
struct BulkCopy {
  static constexpr uint32_t inGroup = ~0u;

  uint32_t thread = 0, instruction = 0;
  /// Of the thread's copies that are in groups, or of its mbarrier's.
  uint32_t number = 0;
  /// Among the mbarriers; or `inGroup`.
  uint32_t barrier = inGroup;
  std::vector<BulkPiece> pieces;
  /// That an mbarrier counts.
  uint32_t bytes = 0;
  /// Of an update; or what a fill repeats.
  RegisterType type;
  uint64_t fill = 0;
  bool isRead = false;
  /// What was read, piece behind piece.
  Allocation staged;
};

/// What one thread issued, and is in groups.
struct BulkOrder {
  uint32_t copies = 0;
  /// The last copy of each group that was committed.
  std::vector<uint32_t> groups;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_BULKCOPIES_H
