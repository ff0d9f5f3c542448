//===- RandomLoops.h - Loops of nv_tileas to be scheduled -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCHEDULES_RANDOMLOOPS_H
#define TILEFUZZ_FUZZ_SCHEDULES_RANDOMLOOPS_H

#include <cstdint>
#include <string>

namespace tilefuzz {

struct RandomLoopOptions {
  /// Of the body, beside its terminator.
  unsigned minOperations = 2, maxOperations = 24;
  /// Each get comes behind the put of its iteration, so that every iteration
  /// can be run. Schedulers do not ask for that.
  bool runs = false;
};

/// The text of a module with one function of one loop: arithmetic on small
/// tiles, loads and stores with and without tokens, carried values that rotate,
/// updates of buffers, operations with regions, effects without tokens; in one
/// of three, puts into one or two rings and gets from them, whose steps mix. A
/// function of seed and index.
std::string makeRandomLoop(uint64_t seed, uint64_t index,
                           const RandomLoopOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCHEDULES_RANDOMLOOPS_H
