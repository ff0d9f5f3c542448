//===- RequestSampling.cpp - Who goes through stages on request -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/RequestSampling.h"
#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Campaign/WorkerConfig.h"

using namespace tilefuzz;

std::vector<std::string>
RequestSampling::stagesFor(uint64_t programSeed) const {
  std::vector<std::string> stages;
  // Nothing of the program's own choices: its seed is where they begin.
  uint64_t choice = tilefuzz::programSeed(programSeed, /*index=*/0x72657175);
  if (oneIn == 0 || choice % oneIn)
    return stages;
  choice = tilefuzz::programSeed(choice, /*index=*/0);
  // Each with half the chance.
  for (const Stage &stage : getStages())
    if (stage.level == Level::TileAS && stage.isOnRequest) {
      if (choice & 1)
        stages.push_back(stage.name.str());
      choice >>= 1;
    }
  return stages;
}
