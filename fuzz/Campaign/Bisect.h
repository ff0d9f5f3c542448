//===- Bisect.h - From a disagreement to what is to blame -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pass is known at once: stages are compared in order, so it is the one of
// the first bad stage. The pattern is found by switching off one fired named
// pattern at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_BISECT_H
#define TILEFUZZ_FUZZ_CAMPAIGN_BISECT_H

#include "fuzz/Campaign/StageComparison.h"

namespace tilefuzz {

/// Whether `report` shows the same disagreement: kind, first bad stage and
/// symptom (Signature.h).
bool isSame(const ComparisonReport &report, const StageFinding &finding);

/// Options that are enough to see `finding` again, and no more: compilation
/// stops after its stage, later executors are not run.
ComparisonOptions focusOn(const StageFinding &finding,
                          const ComparisonOptions &options);

/// The named pattern whose firing in the bad stage makes the disagreement
/// appear, found by bisection over the number of firings; empty if the pass
/// itself is to blame.
std::string bisectPattern(const Program &program, const StageFinding &finding,
                          const ComparisonOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_BISECT_H
