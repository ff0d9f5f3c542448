//===- LevelBudget.cpp - How a campaign divides its time ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/LevelBudget.h"
#include "fuzz/Campaign/WorkerConfig.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace tilefuzz;

/// Milliseconds of processor time that a random program takes at each level,
/// programs that are refused there among them: of 800 mixed programs, on one
/// core of an AMD EPYC (`compile-us` and `execute-us` of the counters, by the
/// level of the stage). Only their ratios matter.
static constexpr LevelShares costs = {0.27, 0.38, 0.25, 1.8, 3.5};

/// What becomes of an epoch's gains and times when the next one is added.
static constexpr double memory = 0.75;
/// The share of the time that goes as stated.
static constexpr double statedPart = 0.5;
/// Yields from fewer programs are nearer to the average.
static constexpr double doubt = 0.1;

static double sumOf(const LevelShares &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

llvm::Expected<std::optional<LevelShares>>
tilefuzz::parseLevelShares(llvm::StringRef text) {
  if (text.empty() || text == "all")
    return std::nullopt;
  LevelShares shares{};
  for (llvm::StringRef rest = text; !rest.empty();) {
    llvm::StringRef item;
    std::tie(item, rest) = rest.split(',');
    auto [name, number] = item.split('=');
    const auto *level = llvm::find(budgetLevels, name);
    unsigned share;
    if (level == std::end(budgetLevels) || number.getAsInteger(10, share) ||
        share > 1'000'000)
      return llvm::createStringError(
          "--levels takes 'all' or LEVEL=N,...; '" + item +
          "' is none of cuda_tile, tileaa, tileas, llvm-dialect and ptx with "
          "a number");
    shares[level - std::begin(budgetLevels)] = share;
  }
  if (sumOf(shares) == 0)
    return llvm::createStringError("--levels leaves no level a share");
  return shares;
}

/// Where the branches of a level stand: those of a conversion count for the
/// level that it leads to.
static constexpr std::pair<llvm::StringLiteral, unsigned> folders[] = {
    {"compiler/CudaTile/", 0},
    {"compiler/Conversion/CudaTileToTileAA/", 1},
    {"compiler/TileAA/", 1},
    {"compiler/Conversion/TileAAToTileAS/", 2},
    {"compiler/TileAS/", 2},
    {"compiler/Schedule/", 2},
    {"compiler/Conversion/TileASToNVVM/", 3},
    {"compiler/Transforms/", 3},
    {"compiler/Backend/", 4},
};

std::optional<unsigned> tilefuzz::levelOfFeature(
    llvm::StringRef feature,
    llvm::function_ref<std::optional<unsigned>(llvm::StringRef)> levelOfStage) {
  if (feature.consume_front("branch ")) {
    for (const auto &[folder, level] : folders)
      if (feature.starts_with(folder))
        return level;
    return std::nullopt;
  }
  if (feature.consume_front(wrongFeature))
    return levelOfStage(feature.split(' ').first);
  return std::nullopt;
}

LevelReach tilefuzz::reachOf(const LevelShares &shares) {
  // A level that is reached too seldom for what lies below it is reached more
  // often instead.
  LevelShares programs;
  double deeper = 0;
  for (unsigned level = numBudgetLevels; level-- > 0;)
    programs[level] = deeper = std::max(deeper, shares[level] / costs[level]);
  LevelReach reach;
  for (unsigned level = 0; level < numBudgetLevels; ++level)
    reach[level] = uint32_t(programs[level] / programs[0] * 0xFFFFFFFF);
  return reach;
}

unsigned tilefuzz::lastLevelOf(uint64_t seed, const LevelReach &reach) {
  // Nothing of the program's own choices: its seed is where they begin.
  uint32_t place = programSeed(seed, /*index=*/0x6C6576656C) >> 32;
  unsigned level = 0;
  while (level + 1 < numBudgetLevels && reach[level + 1] &&
         place <= reach[level + 1])
    ++level;
  return level;
}

LevelShares LevelBudget::normalized(LevelShares shares) {
  double sum = sumOf(shares);
  for (double &share : shares)
    share /= sum;
  return shares;
}

void LevelBudget::addEpoch(const LevelGains &gains) {
  // Its programs came as far as its shares said; epochs are as long as others.
  uint64_t epoch = shares.size() - 2;
  LevelReach reach = reachOf(shares[epoch]);
  for (unsigned level = 0; level < numBudgetLevels; ++level) {
    gained[level] = memory * gained[level] + gains[level];
    spent[level] = memory * spent[level] + reach[level] * costs[level];
  }
  if (!learns)
    return shares.push_back(stated);
  // What a level yields for its time, in terms of what all do.
  double all = sumOf(spent), total = sumOf(gained);
  LevelShares byYield{};
  for (unsigned level = 0; level < numBudgetLevels; ++level) {
    double share = spent[level] / all;
    double yield =
        total == 0 ? 1 : (gained[level] / total + doubt) / (share + doubt);
    byYield[level] = stated[level] * yield;
  }
  byYield = normalized(byYield);
  LevelShares &next = shares.emplace_back();
  for (unsigned level = 0; level < numBudgetLevels; ++level)
    next[level] =
        statedPart * stated[level] + (1 - statedPart) * byYield[level];
}
