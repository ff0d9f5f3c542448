//===- WarpgroupKernel.h - Kernels of warpgroups, for tests -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_WARPGROUPKERNEL_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_WARPGROUPKERNEL_H

#include "interp/Program/Outcome.h"
#include <string>
#include <vector>

namespace tilefuzz::test {

/// What four warps, or more, do: %in and %out are the addresses of two buffers,
/// the latter that of the thread's own words, %t is the thread, and `s` begins
/// at a multiple of 1024 with the first bytes of `in`, once all have passed a
/// barrier.
struct WarpgroupKernel {
  std::vector<uint8_t> in;
  unsigned sharedBytes = 1024, words = 1, threads = 128;
  std::string directives, body, outKind = "i32";
  /// Between what is written to shared memory and the barrier.
  std::string fence = "fence.proxy.async;";
  uint64_t schedule = 1;
  bool detectRaces = true;

  std::string error;
  Outcome outcome;

  void run();
};

/// `{d0, d1}`.
std::string registerVector(char letter, unsigned count);

} // namespace tilefuzz::test

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_WARPGROUPKERNEL_H
