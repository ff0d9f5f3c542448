//===- Bisect.h - From a disagreement to what is to blame -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Stages are compared in order, so a pass after the last stage that was
// compared as equal is to blame: mostly that of the first bad stage. The
// pattern is found by limiting how many firings there are.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_BISECT_H
#define TILEFUZZ_FUZZ_STAGES_BISECT_H

#include "fuzz/Stages/StageComparison.h"

namespace tilefuzz {

/// Whether `report` shows the same disagreement: kind, first bad stage and
/// symptom (Signature.h).
bool isSame(const ComparisonReport &report, const StageFinding &finding);

/// Leaves out the oracles that have their say after the one that reports the
/// kind: their findings would only hide it.
void leaveOutOraclesAfter(FindingKind kind, ComparisonOptions &options);

/// Options that are enough to see `finding` again, and no more: compilation
/// stops after its stage, and oracles that come later are not asked.
ComparisonOptions focusOn(const StageFinding &finding,
                          const ComparisonOptions &options);

/// The named pattern whose firing makes the disagreement appear, found by
/// bisection over the number of firings since the last stage that was compared
/// as equal. Where what a firing leaves cannot be compared, it is the first of
/// those, if without its pattern the stage is compared as equal. Empty if a
/// pass itself is to blame, or if it cannot be told.
std::string bisectPattern(const Program &program, const StageFinding &finding,
                          const ComparisonOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_BISECT_H
