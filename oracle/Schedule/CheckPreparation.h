//===- CheckPreparation.h - Is a function ready to be scheduled? *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rules of docs/schedules.md for what tileas-prepare-for-scheduling writes.
// Nothing is shared with the pass: elements are counted one by one, and rings
// live as long as a walk through the program, each loop twice, says.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_CHECKPREPARATION_H
#define TILEFUZZ_ORACLE_SCHEDULE_CHECKPREPARATION_H

#include "oracle/Schedule/CheckSchedule.h"

namespace tilefuzz {

/// Whether the function says that it was prepared.
bool isPrepared(mlir::Operation *function);

/// Every violation, in program order.
std::vector<Violation> checkPreparation(mlir::Operation *function);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_CHECKPREPARATION_H
