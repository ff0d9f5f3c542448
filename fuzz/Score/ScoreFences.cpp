//===- ScoreFences.cpp - Seeded bugs of the fences of tensor memory -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Fences/FenceTrial.h"
#include "fuzz/Score/ScoreModules.h"

using namespace tilefuzz;

/// Kinds of FenceFinding. Deaths are seen by the parent process.
static ScoreOracle scoreOracleOf(const FenceFinding &finding) {
  if (finding.kind == "order")
    return ScoreOracle::Order;
  if (finding.kind == "failure" || finding.kind == "target")
    return ScoreOracle::Verifier;
  return ScoreOracle::Claims;
}

ModuleTrial tilefuzz::makeFenceTrial() {
  auto trials = std::make_shared<FenceTrials>();
  return [trials](uint64_t seed, uint64_t index, const BugSet &bugs) {
    FenceTrialResult tried =
        trials->run(generateFenceProgram(seed, index), bugs);
    std::vector<ModuleFinding> findings;
    for (const FenceFinding &finding : tried.findings)
      findings.push_back({scoreOracleOf(finding), "tileas-inject-tcgen05-fence",
                          finding.reason, finding.kind});
    return findings;
  };
}
