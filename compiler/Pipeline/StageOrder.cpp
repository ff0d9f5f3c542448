//===- StageOrder.cpp - What must stand before what -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/StageOrder.h"
#include "compiler/Pipeline/Pipeline.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

static constexpr StageRule rules[] = {
    {StageRole::MakesCopies, StageRole::MaterializesSchedules, false,
     "queues are filled by copies before schedules are materialised"},
    {StageRole::PreparesLoops, StageRole::SchedulesLoops, false,
     "loops are prepared before they are scheduled"},
    {StageRole::SchedulesLoops, StageRole::MaterializesSchedules, true,
     "schedules are made before they are materialised"},
    {StageRole::MaterializesSchedules, StageRole::MakesPipelines, false,
     "schedules are materialised before loads become pipelines"},
    {StageRole::MakesPipelines, StageRole::AssignsBuffers, true,
     "pipelines are there before they get barriers and bytes"},
    {StageRole::AssignsBuffers, StageRole::WritesKernelAttributes, false,
     "pipelines get barriers and bytes before they are lowered"},
    {StageRole::WritesKernelAttributes, StageRole::ReadsKernels, true,
     "kernel selection and linkage come after kernel attributes are final"},
    {StageRole::PropagatesSpaces, StageRole::AsksAliases, false,
     "address spaces are propagated before alias-sensitive optimisation"},
    {StageRole::PropagatesSpaces, StageRole::WritesPTX, false,
     "address spaces are propagated before NVPTX lowers the module"},
    {StageRole::TagsLoops, StageRole::UnrollsLoops, false,
     "loops are tagged before LLVM unrolls them"},
    {StageRole::Pretreats, StageRole::VerifiesMachine, true,
     "pretreatment comes before verification"},
    {StageRole::Pretreats, StageRole::WritesPTX, true,
     "pretreatment comes before PTX"},
    {StageRole::VerifiesMachine, StageRole::WritesPTX, true,
     "verification comes before PTX"},
};
llvm::ArrayRef<StageRule> tilefuzz::getStageRules() { return rules; }

static bool does(const Stage *stage, StageRole role) {
  return (stage->roles & role) != StageRole::None;
}

bool tilefuzz::isNeededBy(const Stage &stage, const Stage &asked) {
  return llvm::any_of(rules, [&](const StageRule &rule) {
    return rule.isNeeded && does(&stage, rule.first) &&
           does(&asked, rule.second);
  });
}

llvm::Error tilefuzz::checkStageOrder(llvm::ArrayRef<const Stage *> path) {
  for (const StageRule &rule : rules) {
    const Stage *first = nullptr, *second = nullptr;
    for (const Stage *stage : path) {
      if (does(stage, rule.first)) {
        if (second)
          return llvm::createStringError("stage '" + stage->name +
                                         "' may not run after '" +
                                         second->name + "': " + rule.reason);
        first = stage;
      }
      if (!does(stage, rule.second))
        continue;
      if (rule.isNeeded && !first)
        return llvm::createStringError("stage '" + stage->name +
                                       "' has nothing before it that it "
                                       "needs: " +
                                       rule.reason);
      second = stage;
    }
  }
  return llvm::Error::success();
}
