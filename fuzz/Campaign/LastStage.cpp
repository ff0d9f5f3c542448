//===- LastStage.cpp - How far a program of a campaign goes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/LastStage.h"
#include "fuzz/Campaign/LevelBudget.h"
#include "fuzz/Stages/StageComparison.h"

using namespace tilefuzz;

unsigned tilefuzz::budgetLevelOf(Level level) {
  switch (level) {
  case Level::CudaTile:
    return 0;
  case Level::TileAA:
    return 1;
  case Level::TileAS:
    return 2;
  case Level::LLVMDialect:
    return 3;
  case Level::LLVM:
  case Level::PTX:
  case Level::Cubin:
    return 4;
  }
  llvm_unreachable("unknown level");
}

std::string tilefuzz::lastStageOf(unsigned budgetLevel,
                                  const CompileOptions &options,
                                  llvm::ArrayRef<const Stage *> roundTrips) {
  const Stage *limit = options.stopAfter.empty() ? &getLastStage()
                                                 : findStage(options.stopAfter);
  const Stage *last = &getStages().front();
  for (const Stage &stage : getStages()) {
    bool runs =
        stage.isRoundTrip()
            ? llvm::is_contained(roundTrips, &stage)
            : (!stage.isOnRequest || isRequested(options, stage.name)) &&
                  budgetLevelOf(stage.level) <= budgetLevel;
    if (runs)
      last = &stage;
    if (&stage == limit)
      break;
  }
  // The path ends where it did anyway.
  if (last == limit || budgetLevel + 1 == numBudgetLevels)
    return options.stopAfter;
  return last->name.str();
}
