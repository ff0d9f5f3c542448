//===- ScoreModules.h - Seeded bugs against random modules ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For passes of which programs of tiles show nothing: a trial makes a module of
// its own and judges what the pass with the bugs does to it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_SCOREMODULES_H
#define TILEFUZZ_FUZZ_SCORE_SCOREMODULES_H

#include "fuzz/Score/ScoreUnit.h"

namespace tilefuzz {

struct ModuleFinding {
  ScoreOracle oracle;
  /// The pass that it blames.
  std::string where;
  std::string reason;
  /// Findings with the same one are the same defect.
  std::string signature;
};

/// Makes module `index` of `seed` and judges it.
using ModuleTrial = std::function<std::vector<ModuleFinding>(
    uint64_t seed, uint64_t index, const BugSet &bugs)>;

/// `runUnit` for one seed by these modules, on which the pass with the bug is
/// wrong and the right one is not.
void searchModules(UnitResult &result, const ScoreSettings &settings,
                   UnitPlace &place,
                   const std::function<void(const UnitResult &)> &show,
                   const ModuleTrial &trial);

/// Random modules of LLVM IR (fuzz/Llvm/LlvmTrial.h).
ModuleTrial makeLlvmTrial();
/// Random functions with tensor memory (fuzz/Fences/FenceTrial.h).
ModuleTrial makeFenceTrial();

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_SCOREMODULES_H
