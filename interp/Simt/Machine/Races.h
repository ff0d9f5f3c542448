//===- Races.h - Allocations and who touched them --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_RACES_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_RACES_H

#include "interp/Simt/Machine/Shadow.h"
#include "interp/Simt/Machine/ThreadClock.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>
#include <vector>

namespace tilefuzz::simt {

/// What an acquire that reads the location synchronises with.
struct Release {
  Clock clock;
  Reach reach;
};

/// By thread, the number of its last use that is known to be issued, and of its
/// last ones that are known to be complete: of products, copies and shifts by a
/// commit.
struct TensorMarks {
  Clock issued, loads, stores, commits;

  void join(const TensorMarks &other);
  /// Numbers begin at 1.
  static void note(Clock &clock, uint32_t thread, uint32_t number);
  static bool has(const Clock &clock, uint32_t thread, uint32_t number) {
    return thread < clock.size() && clock[thread] >= number;
  }
};

struct Allocation {
  Allocation() = default;
  Allocation(const Allocation &) = default;
  Allocation &operator=(const Allocation &) = default;
  /// LLVM's maps do not say that their moves do not throw, and a vector that
  /// grows copies what may throw.
  Allocation(Allocation &&) noexcept = default;
  Allocation &operator=(Allocation &&) noexcept = default;

  std::string name;
  std::vector<uint8_t> bytes;
  /// Per byte: 0 has a value, 1 poison was stored, 2 never written.
  std::vector<uint8_t> undefined;
  StateSpace space = StateSpace::Global;
  bool isConstant = false;
  /// By byte, where a kernel has read-only loads: whether the run has written
  /// it (1), and whether such a load has read it (2).
  std::vector<uint8_t> readOnlyUses;
  Shadow shadow;
  llvm::DenseMap<uint32_t, Release> releases;
  /// What strong accesses carry of tensor memory, relaxed ones, too.
  llvm::DenseMap<uint32_t, TensorMarks> tensorReleases;
  /// Pointers that memory holds, by the offset of their first byte. The bytes
  /// of one are its offset only: which allocation it points into is here, and
  /// any other write to one of its bytes ends that.
  std::map<uint32_t, Lane> pointers;
  void forgetPointers(uint32_t offset, uint32_t bytes);
  /// Values of several legal ones that memory holds, by their first byte.
  struct InexactBytes {
    uint32_t enclosure, size;
  };
  std::map<uint32_t, InexactBytes> inexact;
  /// A part of one was written.
  bool lostExactness = false;
  bool holdsInexact(uint32_t offset, uint32_t bytes) const;
  void forgetInexact(uint32_t offset, uint32_t bytes);
  /// Those of bytes that are copied, and whether one is only half among them.
  struct InexactCopy {
    std::vector<std::pair<uint32_t, InexactBytes>> held;
    bool isCut = false;
  };
  InexactCopy copyInexact(uint32_t offset, uint32_t bytes) const;
  void pasteInexact(uint32_t offset, const InexactCopy &copy);
  /// What bytes were, before they are written.
  void forget(uint32_t offset, uint32_t bytes) {
    if (!pointers.empty())
      forgetPointers(offset, bytes);
    if (!inexact.empty())
      forgetInexact(offset, bytes);
  }
};

/// Records `access` on every byte that it covers; returns the conflicting
/// earlier access that nothing orders before it, if there is one.
const Access *recordAccess(Allocation &allocation, const Access &access,
                           const ThreadClock &clock);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_RACES_H
