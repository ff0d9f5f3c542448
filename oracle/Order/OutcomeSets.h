//===- OutcomeSets.h - Does a target do what its source may? ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Where accesses meet that tokens do not order, runs show some of what a
// program may do: a branch that none takes, or an order that none has, is not
// seen. The explorer lists all outcomes of a small program, so that none of a
// target's may be missing among its source's.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_OUTCOMESETS_H
#define TILEFUZZ_ORACLE_ORDER_OUTCOMESETS_H

#include "interp/Explore/Explore.h"

namespace tilefuzz {

struct OutcomeReport {
  /// What the target may do and the source may not; empty: nothing is known.
  std::string added;
  /// Two accesses of the source that race: nothing is asked of a target then.
  std::string sourceRace;
  /// Why the target may do more than was compared; empty: it does nothing that
  /// the source may not.
  std::string incomplete;
  /// Both may do the same, and all of that is known.
  bool areEqual = false;
};

/// Floats are not compared: several roundings may be right.
OutcomeReport compareOutcomes(const DecodedProgram &source,
                              const DecodedProgram &target,
                              const Launch &launch);

/// Of a program that is not closed, within limits that keep the answer fast.
/// What cannot be explored is not complete.
Exploration exploreBriefly(const DecodedProgram &program, const Launch &launch);

/// `race on x+0: a (loc) and b (loc)`.
std::string describe(const RaceReport &race);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_OUTCOMESETS_H
