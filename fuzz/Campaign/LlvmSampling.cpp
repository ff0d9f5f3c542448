//===- LlvmSampling.cpp - Who executes passes over LLVM IR ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/LlvmSampling.h"
#include "fuzz/Campaign/WorkerConfig.h"

using namespace tilefuzz;

std::optional<LlvmSampling> LlvmSampling::parse(llvm::StringRef text) {
  LlvmSampling sampling;
  if (!text.empty() && text != "all" && text.getAsInteger(10, sampling.oneIn))
    return std::nullopt;
  return sampling;
}

bool LlvmSampling::isPicked(uint64_t seed) const {
  // Nothing of the program's own choices: its seed is where they begin.
  return oneIn && programSeed(seed, /*index=*/0x6C6C766D) % oneIn == 0;
}
