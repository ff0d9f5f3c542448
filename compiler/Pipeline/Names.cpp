//===- Names.cpp - What patterns, seeded bugs and strategies are called ---===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Which stage a name belongs to, and what a compilation does by it.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/Pipeline/Persistence.h"
#include "compiler/Schedule/UnspecializedPipeline.h"
#include "compiler/TileAA/TileAAPatterns.h"

using namespace mlir;
using namespace tilefuzz;

llvm::SmallVector<PatternTable> tilefuzz::getPatternTables() {
  return {{"cuda_tile", cuda_tile::getPatternRows(),
           cuda_tile::getCanonicalizePassInfo().finish,
           cuda_tile::getCanonicalizePassInfo().argument},
          {"cuda_tile", cuda_tile::getFuseFmaPassInfo().rows, nullptr,
           cuda_tile::getFuseFmaPassInfo().argument},
          {"cuda_tile", cuda_tile::getLoopSplitPassInfo().rows, nullptr,
           cuda_tile::getLoopSplitPassInfo().argument},
          {"nv_tileaa", nv_tileaa::getPatternRows(),
           nv_tileaa::getCanonicalizePassInfo().finish,
           nv_tileaa::getCanonicalizePassInfo().argument}};
}

const Stage &tilefuzz::getStageOf(const SeededBugInfo &bug) {
  // Alias analysis has no stage of its own: who asks it does.
  if (bug.where == "nvvm-aa")
    return *findStage("optimize-llvm");
  if (const Stage *stage = findStage(bug.where))
    return *stage;
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      if (row.name == bug.where)
        return *findStage(table.pass);
  llvm_unreachable("a seeded bug lives in a pass or a pattern");
}

void tilefuzz::requestFor(CompileOptions &options, SeededBug bug) {
  if (const Stage *requested = getRequestedStage(bug))
    options.enabledPatterns.push_back(requested->name.str());
  if (StringRef(getInfo(bug).name).starts_with("agents-store-"))
    options.enabledPatterns.push_back(bulkStores.str());
  // What has tensor memory.
  if (StringRef(getInfo(bug).name).starts_with("tcgen05-") ||
      bug == SeededBug::ClusterCommitOfOwn)
    options.target = "sm_100a";
}

const Stage *tilefuzz::getRequestedStage(SeededBug bug) {
  switch (bug) {
  case SeededBug::PipelineSlotAfterWrap:
  case SeededBug::PipelineSlotsOverlap:
  case SeededBug::PipelinePaddingForgotten:
  case SeededBug::PipelineGroupNotCommitted:
  case SeededBug::PipelineWaitNeedsNoBarrier:
  case SeededBug::PipelineCopiesHalf:
  case SeededBug::CopyForgetsMask:
  case SeededBug::CopyZeroForOther:
    return findStage(unspecializedPipeline);
  case SeededBug::AsyncCopiesUnwaited:
    return findStage("tileas-materialize-async");
  case SeededBug::AgentsTransactionShort:
  case SeededBug::AgentsStrideInBytes:
  case SeededBug::AgentsSwizzleMismatch:
  case SeededBug::AgentsPhaseKept:
  case SeededBug::AgentsProducerPhase:
  case SeededBug::AgentsCommitMissing:
  case SeededBug::AgentsWaitForOlder:
  case SeededBug::AgentsFenceMissing:
  case SeededBug::AgentsBudgetOfOther:
  case SeededBug::AgentsReleaseEarly:
  case SeededBug::AgentsStepNotAdvanced:
  case SeededBug::AgentsTransposeForgotten:
  case SeededBug::AgentsCoordinatesSwapped:
  case SeededBug::AgentsBarrierOfAll:
  case SeededBug::AgentsEmptyCount:
  case SeededBug::AgentsStagesOverlap:
  case SeededBug::AgentsInitUnseen:
  case SeededBug::AgentsTripShort:
  case SeededBug::AgentsSizeInTiles:
  case SeededBug::AgentsMapUnlocked:
  case SeededBug::AgentsRowsOfFirst:
  case SeededBug::AgentsStepInFirstBox:
  case SeededBug::AgentsFitAnyStride:
  case SeededBug::AgentsDynamicShort:
  case SeededBug::AgentsStoreUnfenced:
  case SeededBug::AgentsStoreUnwaited:
  case SeededBug::AgentsStoreEarly:
  case SeededBug::AgentsStoreSwizzle:
  case SeededBug::AgentsStoreUncommitted:
  case SeededBug::AgentsStoreFirstBox:
  case SeededBug::AgentsStoreUnclipped:
  case SeededBug::AgentsHalfOfFirst:
  case SeededBug::AgentsEmptyOfOne:
  case SeededBug::AgentsBudgetExceeded:
  case SeededBug::Tcgen05StartCount:
  case SeededBug::Tcgen05FormatOfOther:
  case SeededBug::Tcgen05TransposeForgotten:
  case SeededBug::Tcgen05ColumnOfFirst:
  case SeededBug::Tcgen05SumsForgotten:
  case SeededBug::Tcgen05ReleaseEarly:
  case SeededBug::Tcgen05CommitMissing:
  case SeededBug::Tcgen05LanesOfFirst:
  case SeededBug::Tcgen05FenceMissing:
  case SeededBug::Tcgen05PhaseBefore:
  case SeededBug::Tcgen05DeallocOnePath:
  case SeededBug::ClusterCountedOnce:
  case SeededBug::ClusterEmptyOfOwn:
  case SeededBug::ClusterRowsOfFirst:
  case SeededBug::ClusterPartOfFirst:
  case SeededBug::ClusterMaskOfFirst:
  case SeededBug::ClusterCommitOfOwn:
  case SeededBug::ClusterStartUnseen:
  case SeededBug::AgentsLeadingIsStride:
  case SeededBug::ClusterBoxesPacked:
  case SeededBug::Tcgen05AllocOfFirstRows:
    return findStage(specializedPipeline);
  default:
    return nullptr;
  }
}

bool tilefuzz::isRequested(const CompileOptions &options,
                           llvm::StringRef stage) {
  return options.stopAfter == stage ||
         llvm::is_contained(options.enabledPatterns, stage);
}

llvm::Error tilefuzz::setPipelineStrategy(CompileOptions &options,
                                          llvm::StringRef strategy) {
  if (strategy == "none")
    return llvm::Error::success();
  if (strategy == "unspecialized" || strategy == "unspecialize") {
    options.enabledPatterns.push_back(unspecializedPipeline.str());
    return llvm::Error::success();
  }
  if (strategy == "specialized" || strategy == "warp-specialized" ||
      strategy == "warp-specialize") {
    options.enabledPatterns.push_back(specializedPipeline.str());
    options.enabledPatterns.push_back(unspecializedPipeline.str());
    return llvm::Error::success();
  }
  return llvm::createStringError("no pipeline strategy is called '" + strategy +
                                 "': none, unspecialized, specialized");
}

llvm::Error tilefuzz::setPersistence(CompileOptions &options,
                                     llvm::StringRef kind) {
  if (kind == "static")
    options.enabledPatterns.push_back(staticPersistent.str());
  else if (kind == "dynamic")
    options.enabledPatterns.push_back(dynamicPersistent.str());
  else if (kind != "none")
    return llvm::createStringError("no persistence is called '" + kind +
                                   "': none, static, dynamic");
  return llvm::Error::success();
}

template <typename Condition>
static bool isSomeRow(llvm::StringRef pattern, Condition condition) {
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      if (row.name == pattern && condition(row))
        return true;
  return false;
}

bool tilefuzz::isOffByDefault(llvm::StringRef pattern) {
  const Stage *stage = findStage(pattern);
  if (stage && stage->isOnRequest && stage->makePass)
    return true;
  return isSomeRow(pattern,
                   [](const PatternRow &row) { return row.offByDefault; });
}

llvm::Error tilefuzz::addByName(CompileOptions &options,
                                llvm::ArrayRef<std::string> bugs,
                                llvm::ArrayRef<std::string> disabledPatterns,
                                llvm::ArrayRef<std::string> enabledPatterns) {
  for (const std::string &name : bugs) {
    std::optional<SeededBug> bug = findSeededBug(name);
    if (!bug)
      return llvm::createStringError("no seeded bug is called '" + name +
                                     "'; `tile-fuzz bugs` lists them");
    options.bugs.insert(*bug);
  }
  auto refuse = [](llvm::StringRef what, llvm::StringRef name) {
    return llvm::createStringError("no pattern " + what + "is called '" + name +
                                   "'; `tile-verify-fold --list` lists the "
                                   "patterns");
  };
  for (const std::string &name : disabledPatterns) {
    if (!isSomeRow(name, [](const PatternRow &) { return true; }))
      return refuse("", name);
    options.disabledPatterns.push_back(name);
  }
  for (const std::string &name : enabledPatterns) {
    if (!isOffByDefault(name))
      return refuse("that is off by default ", name);
    options.enabledPatterns.push_back(name);
  }
  return llvm::Error::success();
}
