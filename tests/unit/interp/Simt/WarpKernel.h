//===- WarpKernel.h - Kernels of one warp, for tests -------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_WARPKERNEL_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_WARPKERNEL_H

#include "interp/Program/Outcome.h"
#include <string>
#include <vector>

namespace tilefuzz::test {

/// What one warp does: the launch has a buffer of bytes and one of words, of
/// which each thread has `words`.
struct WarpKernel {
  static constexpr size_t sharedBytes = 4096;
  std::vector<uint8_t> in;
  unsigned words = 1;
  /// PTX: a body in which %in and %out are the addresses of the buffers, the
  /// latter that of the thread's own words, %t is the thread and `s` 4096 bytes
  /// in shared memory that begin with those of `in`, once all have passed a
  /// barrier.
  std::string body;
  /// LLVM IR: statements in which %in, %out, %t and @s are the same.
  std::string llvm, declarations;
  unsigned threads = 32;
  uint64_t schedule = 1;
  bool detectRaces = true, allowEqualWrites = false;

  std::string error;
  Outcome outcome;

  /// Runs what is set.
  void run();
  bool completed() const { return error.empty() && outcome.completed(); }
  /// Word `index` of a thread.
  uint32_t word(unsigned thread, unsigned index) const;
  bool isUnspecified(unsigned thread, unsigned index) const;
};

} // namespace tilefuzz::test

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_WARPKERNEL_H
