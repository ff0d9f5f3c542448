//===- FenceFunctions.h - Random functions with tensor memory ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One thread's view, in the llvm and nvvm dialects: uses of tensor memory,
// boundaries, waits and fences in structured control flow (if, if-else, for,
// for with exit; lowered to blocks). They are for the stage that puts fences
// in: no launch of them is defined, so that nothing is said of their outcome.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FENCES_FENCEFUNCTIONS_H
#define TILEFUZZ_FUZZ_FENCES_FENCEFUNCTIONS_H

#include <cstdint>
#include <string>

namespace tilefuzz {

struct FenceProgram {
  /// A gpu.module with one function.
  std::string text;
  /// "sm_100a"; sometimes one without tensor memory, where a use is an error.
  std::string target;
};

/// A function of the seed and of the index. At most `numSteps` events and
/// constructs.
FenceProgram generateFenceProgram(uint64_t seed, uint64_t index,
                                  unsigned numSteps = 12);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FENCES_FENCEFUNCTIONS_H
