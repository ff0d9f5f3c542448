//===- LastStage.h - How far a program of a campaign goes -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_LASTSTAGE_H
#define TILEFUZZ_FUZZ_CAMPAIGN_LASTSTAGE_H

#include "compiler/Pipeline/Pipeline.h"

namespace tilefuzz {

/// The level of the budget (LevelBudget.h) that stages of this level count for.
unsigned budgetLevelOf(Level level);

/// What CompileOptions::stopAfter says for a program that goes no further than
/// this level of the budget: the last of its stages that runs with `options`,
/// or a later round trip that the program makes. Never behind what
/// `options` say; the same text where it is that.
std::string lastStageOf(unsigned budgetLevel, const CompileOptions &options,
                        llvm::ArrayRef<const Stage *> roundTrips);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_LASTSTAGE_H
