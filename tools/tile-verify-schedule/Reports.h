//===- Reports.h - What tile-verify-schedule tells --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_VERIFY_SCHEDULE_REPORTS_H
#define TILEFUZZ_TOOLS_TILE_VERIFY_SCHEDULE_REPORTS_H

#include "fuzz/Schedules/PipelineVariants.h"
#include "oracle/Schedule/OptimalInterval.h"

namespace tilefuzz {

/// What is known of one loop, or of a function.
struct ScheduleReport {
  std::string name;
  std::string scheduler;
  int64_t tick = 1, interval = 1, stages = 1;
  size_t operations = 0;
  /// Of the pipelines' protocols.
  uint64_t states = 0;
  /// As the compiler makes them.
  std::optional<ExploredFunction> explored;
  std::vector<Violation> violations;
  std::optional<Optimum> optimum;
};

struct ScheduleReportStyle {
  bool asJSON = false;
  /// Tells of random loops, too, that are legal.
  bool isVerbose = false;
  /// Whether optima were asked for.
  bool hasOptima = false;
  /// What they are of.
  llvm::StringRef what = "loops";
};
/// The first `programs` are not of random loops.
void printReports(llvm::ArrayRef<ScheduleReport> reports, size_t programs,
                  const ScheduleReportStyle &style);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_VERIFY_SCHEDULE_REPORTS_H
