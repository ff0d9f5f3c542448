//===- AsyncCopies.h - Copies that complete later ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// cp.async: PTX ISA 9.0, 9.7.9.25.3 and 9.7.13.15.15; memory model, 5.6. A copy
// follows what its thread did before, as if another thread began there, and no
// one knows that it is over before its thread has waited, or the mbarrier that
// tracks it has been waited for.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_ASYNCCOPIES_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_ASYNCCOPIES_H

#include "interp/Simt/Machine/Races.h"

namespace tilefuzz::simt {

/// A copy that is not complete.
struct PendingCopy {
  uint32_t thread = 0, instruction = 0;
  /// Of the thread's copies, from 1 on.
  uint32_t number = 0;
  Lane from, to;
  /// What is read, and what is written: the rest becomes zero.
  uint32_t read = 0, written = 0;
};

/// An arrival at an mbarrier once the thread's copies up to a number are
/// complete.
struct PendingArrival {
  uint32_t thread = 0, instruction = 0, number = 0;
  uint32_t allocation = 0, offset = 0;
  Clock clock;
};

/// What one thread issued.
struct AsyncOrder {
  uint32_t copies = 0;
  /// The last copy of each group that was committed.
  std::vector<uint32_t> groups;
  /// It has waited for copies up to this one.
  uint32_t waited = 0;
  /// What those behind it write.
  struct Written {
    uint32_t number, allocation, offset, bytes, instruction;
  };
  std::vector<Written> writes;
};

/// With what is known of them.
void moveBytes(const Allocation &from, uint32_t first, Allocation &to,
               uint32_t offset, uint32_t size);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_ASYNCCOPIES_H
