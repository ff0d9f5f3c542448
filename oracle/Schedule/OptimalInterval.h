//===- OptimalInterval.h - Is there a smaller interval? ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The solver is asked about one interval after the other, from a lower bound to
// the one that a schedule has: a modulo schedule of one interval says nothing
// about the next.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_OPTIMALINTERVAL_H
#define TILEFUZZ_ORACLE_SCHEDULE_OPTIMALINTERVAL_H

#include "oracle/Schedule/ScheduledLoop.h"

namespace tilefuzz {

struct OptimumLimits {
  /// Loops with more operations are not asked about.
  unsigned operations = 24;
  /// Intervals between bound and schedule.
  unsigned intervals = 128;
  /// Of the solver, for each interval: its own count, so that the answer is the
  /// same on every machine.
  unsigned steps = 2'000'000;
};

struct Optimum {
  /// No interval below is possible: the solver refuted them, or the rows and
  /// cycles that a loop has do.
  int64_t atLeast = 1;
  /// The schedule's, or that of a smaller one which the solver found.
  int64_t atMost = 1;
  /// Why the two differ; empty if they do not.
  std::string unknown;

  bool isKnown() const { return atLeast == atMost; }
};

/// In ticks. Rings and copies are not looked at: what is compared is the
/// interval that resources and dependences allow.
Optimum findOptimum(const ScheduledLoop &loop, const OptimumLimits &limits);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_OPTIMALINTERVAL_H
