//===- PtxThread.h - One thread as a function of what it reads --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A thread is a deterministic function of the values that its reads return. A
// replay runs it with some of them known, and gives the events that do not
// depend on the unknown rest (`dep` of the PTX model, 3.4). Memory that only
// the thread itself can access has no events.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_PTX_PTXTHREAD_H
#define TILEFUZZ_INTERP_EXPLORE_PTX_PTXTHREAD_H

#include "interp/Explore/Ptx/PtxLaunch.h"

namespace tilefuzz::ptxmodel {

/// `granules` is lowered where the thread accesses smaller elements; the trace
/// is of no use then, and `granulesChanged` is set.
ThreadTrace replayThread(const PtxLaunch &launch, uint32_t thread,
                         const PtxValues &values, PtxGranuleSizes &granules,
                         bool &granulesChanged, uint64_t stepLimit);

} // namespace tilefuzz::ptxmodel

#endif // TILEFUZZ_INTERP_EXPLORE_PTX_PTXTHREAD_H
