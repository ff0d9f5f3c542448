//===- Arena.h - A case's buffers in one allocation -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All buffers of a case lie in one allocation, between guards. Every byte
// outside the buffers has a known value before the run and must have it
// afterwards, so that a write outside is noticed however far it is from its
// buffer, unless it leaves the arena or hits another buffer (whose contents are
// compared). Guards have several widths, so that a kernel that is wrong by a
// fixed distance does not meet the same neighbour in every case.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_ARENA_H
#define TILEFUZZ_ORACLE_GPU_ARENA_H

#include "oracle/Gpu/Bundle.h"

namespace tilefuzz::conform {

class Arena {
public:
  /// At least `guard` bytes (more than 0) stand before and after each buffer;
  /// at both ends of the arena 64 times as many. Buffers begin at multiples of
  /// 256 bytes, as allocations of the driver do.
  Arena(const Case &one, size_t guard);

  /// The contents before the run.
  const Bytes &image() const { return before; }
  size_t offsetOf(size_t buffer) const { return offsets[buffer]; }
  Bytes contentsOf(size_t buffer, const Bytes &after) const;

  /// `after` is the arena after the run. Empty if no byte outside the buffers
  /// changed; else which buffer the first one is nearest to, and how far away.
  std::string findStrayWrite(const Bytes &after) const;

private:
  const Case &one;
  Bytes before;
  std::vector<size_t> offsets;
};

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_ARENA_H
