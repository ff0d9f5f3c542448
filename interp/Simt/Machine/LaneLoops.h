//===- LaneLoops.h - One operation on all lanes of a warp -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Native loops over the lanes of a warp, for operations that are common. Each
// agrees with Scalar.h bit for bit, or says that it does not: then Scalar.h is
// asked lane by lane.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_LANELOOPS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_LANELOOPS_H

#include "interp/Simt/Machine/Instruction.h"

namespace tilefuzz::simt {

inline constexpr unsigned warpSize = 32;

/// What a loop knows of its instruction.
struct LaneParameters {
  unsigned width = 0, resultWidth = 0;
  Relations relations = Relations::None;
};

/// Of the values of 32 lanes; `result` is none of the operands. False: some
/// result has to be asked of Scalar.h (a NaN, a broken promise), and none of
/// these counts.
using LaneLoop = bool (*)(const LaneParameters &parameters,
                          uint64_t *__restrict result, const uint64_t *a,
                          const uint64_t *b, const uint64_t *c);

/// Null: there is no loop for it.
LaneLoop findLaneLoop(const Instruction &op);
LaneParameters laneParametersOf(const Instruction &op);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_LANELOOPS_H
