//===- LevelBudget.h - How a campaign divides its time ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A program that is executed down to PTX takes as long as twenty that are
// compared up to nv_tileaa. So not every program goes to the end: each has a
// last level, such that levels get the shares of the time that are stated. Half
// of the time goes as stated; the other half goes where new branches of the
// compiler and new findings come from.
//
// What is learnt must not depend on the number of workers, nor on how fast they
// are. So it is learnt from whole epochs of programs, and the next but one uses
// it: nobody waits for the last programs of an epoch, and no clock is read.
// What a level costs is a number of this file. No MLIR here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_LEVELBUDGET_H
#define TILEFUZZ_FUZZ_CAMPAIGN_LEVELBUDGET_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

/// The levels in the order in which programs come to them. LLVM IR counts as
/// PTX: which programs are executed there is said elsewhere (LlvmSampling).
inline constexpr llvm::StringLiteral budgetLevels[] = {
    "cuda_tile", "tileaa", "tileas", "llvm-dialect", "ptx"};
inline constexpr unsigned numBudgetLevels = std::size(budgetLevels);

/// Of the time, by level.
using LevelShares = std::array<double, numBudgetLevels>;
/// New branches and findings of an epoch, by the level that has them.
using LevelGains = std::array<uint64_t, numBudgetLevels>;
/// How many programs of 2^32 come to each level, all to the first.
using LevelReach = std::array<uint32_t, numBudgetLevels>;

/// What campaigns use unless they are told otherwise.
inline constexpr llvm::StringLiteral defaultLevels =
    "cuda_tile=15,tileaa=20,tileas=15,llvm-dialect=30,ptx=20";
/// `LEVEL=N,...`, of any sum; levels that are not named get no more than what
/// deeper ones need. `all`, or empty (of a run that knows of no shares): none,
/// every program goes to the end.
llvm::Expected<std::optional<LevelShares>>
parseLevelShares(llvm::StringRef text);

/// A kind of finding as a feature that campaigns have: `wrong STAGE WHAT`, with
/// the pattern or the kind.
inline constexpr llvm::StringLiteral wrongFeature = "wrong ";
/// The level of a feature (fuzz/Stages/Features.h) that counts as a gain: that
/// of the file whose branch was taken, or of the stage that was found wrong.
/// `levelOfStage` knows a stage by its name.
std::optional<unsigned> levelOfFeature(
    llvm::StringRef feature,
    llvm::function_ref<std::optional<unsigned>(llvm::StringRef)> levelOfStage);
/// How many new branches a new finding is worth.
inline constexpr uint64_t worthOfFinding = 16;

/// How many programs must come to each level so that it gets its share.
LevelReach reachOf(const LevelShares &shares);
/// The last level of a program, by nothing but its seed.
unsigned lastLevelOf(uint64_t programSeed, const LevelReach &reach);

/// The shares of one campaign, epoch by epoch.
class LevelBudget {
public:
  /// Programs of an epoch: so few that a minute has several dozen, so many that
  /// workers hardly ever wait for each other.
  static constexpr uint64_t programsPerEpoch = 256;

  LevelBudget(const LevelShares &stated, bool learns)
      : stated(normalized(stated)), learns(learns) {
    shares = {this->stated, this->stated};
  }

  /// Epochs whose shares are known: two more than were added.
  uint64_t numKnown() const { return shares.size(); }
  const LevelShares &sharesOf(uint64_t epoch) const { return shares[epoch]; }
  const LevelShares &statedShares() const { return stated; }
  /// What all programs of the next epoch found that those of epochs before it
  /// had not.
  void addEpoch(const LevelGains &gains);

  static LevelShares normalized(LevelShares shares);

private:
  LevelShares stated;
  bool learns;
  /// By epoch.
  std::vector<LevelShares> shares;
  /// Gains, and the time that was spent, of epochs that were added, newer ones
  /// counting for more.
  LevelShares gained{}, spent{};
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_LEVELBUDGET_H
