//===- OrderVerdict.cpp - Is required order kept? -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/OrderVerdict.h"
#include "oracle/Order/OutcomeSets.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

llvm::ArrayRef<Schedule> tilefuzz::orderSchedules() {
  static const Schedule schedules[] = {
      {Schedule::Kind::ProgramOrder, 0},
      {Schedule::Kind::ReverseBlocks, 0},
      {Schedule::Kind::RoundRobin, 0},
  };
  return schedules;
}

llvm::Error tilefuzz::compareOrder(mlir::ModuleOp source, mlir::ModuleOp target,
                                   const Launch &launch,
                                   OrderVerdict &verdict) {
  llvm::Expected<DecodedProgram> first =
      DecodedProgram::decode(source, launch.kernel);
  if (!first)
    return first.takeError();
  llvm::Expected<DecodedProgram> second =
      DecodedProgram::decode(target, launch.kernel);
  if (!second) {
    verdict.cannotMatch = "the target: " + llvm::toString(second.takeError());
    return llvm::Error::success();
  }
  bool isUndefined = false, isSourceClosed = true, isTargetClosed = true;
  for (const Schedule &schedule : orderSchedules()) {
    llvm::Expected<TracedRun> before = traceOrder(*first, launch, schedule);
    if (!before)
      return before.takeError();
    llvm::Expected<TracedRun> after = traceOrder(*second, launch, schedule);
    if (!after) {
      verdict.cannotMatch = "the target: " + llvm::toString(after.takeError());
      return llvm::Error::success();
    }
    isUndefined |= before->outcome.status == RunStatus::Race ||
                   before->outcome.status == RunStatus::UndefinedBehaviour;
    isSourceClosed &= before->outcome.isFullyOrdered;
    isTargetClosed &= after->outcome.isFullyOrdered;
    OrderReport report = checkRequiredOrder(*before, *after);
    verdict.numPairs += report.numPairs;
    verdict.numStrong += report.numStrong;
    if (verdict.cannotMatch.empty() && !report.cannotMatch.empty())
      verdict.cannotMatch = schedule.toString() + ": " + report.cannotMatch;
    for (OrderLoss &loss : report.losses)
      if (llvm::none_of(verdict.losses, [&](const OrderLoss &known) {
            return known.toString() == loss.toString();
          }))
        verdict.losses.push_back(std::move(loss));
  }
  // Whatever the other runs show.
  if (isUndefined) {
    verdict.losses.clear();
    return llvm::Error::success();
  }
  // Runs that are all there are, and lost nothing.
  if (isSourceClosed && isTargetClosed && verdict.cannotMatch.empty() &&
      verdict.losses.empty())
    return llvm::Error::success();
  OutcomeReport report = compareOutcomes(*first, *second, launch);
  verdict.onlyRuns = report.incomplete;
  if (!report.sourceRace.empty()) {
    verdict.losses.clear();
    verdict.cannotMatch = "the source: " + report.sourceRace;
    return llvm::Error::success();
  }
  // All that both may do is known: what runs show decides nothing more.
  if (report.areEqual) {
    if (isSourceClosed && verdict.cannotMatch.empty())
      verdict.lostElsewhere = std::move(verdict.losses);
    verdict.losses.clear();
    verdict.cannotMatch.clear();
    return llvm::Error::success();
  }
  // What seems lost may be lost by the matching.
  if (!verdict.cannotMatch.empty())
    verdict.losses.clear();
  if (verdict.losses.empty())
    verdict.newOutcome = report.added;
  verdict.hasNoNewOutcome = report.added.empty() && report.incomplete.empty();
  return llvm::Error::success();
}
