//===- Iterations.h - What iterations need of each other --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_ITERATIONS_H
#define TILEFUZZ_ORACLE_SCHEDULE_ITERATIONS_H

#include "oracle/Schedule/ScheduledLoop.h"

namespace tilefuzz {

/// A requirement without times: operations are numbered in program order.
struct Need {
  unsigned first, second;
  unsigned distance;
  RequirementKind kind;
  bool isRead;

  auto key() const {
    return std::make_tuple(first, second, distance, kind, isRead);
  }
  bool operator<(const Need &other) const { return key() < other.key(); }
};

/// Goes through so many iterations of the loop that every distance shows, and
/// collects what each instance of an operation needs of earlier instances.
std::set<Need> findNeeds(mlir::scf::ForOp loop);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_ITERATIONS_H
