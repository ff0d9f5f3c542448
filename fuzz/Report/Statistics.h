//===- Statistics.h - What a database says in numbers -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one place that sums up counters, so that `stats`, the page, JUnit and
// SARIF agree.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REPORT_STATISTICS_H
#define TILEFUZZ_FUZZ_REPORT_STATISTICS_H

#include "fuzz/Report/Report.h"

namespace tilefuzz {

/// What became of the programs at one stage.
struct StageStatistics {
  std::string stage;
  uint64_t reached = 0, comparisons = 0, unchanged = 0, notCompared = 0,
           findings = 0;
  double compileSeconds = 0, executeSeconds = 0;
};

struct Statistics {
  uint64_t programs = 0, comparisons = 0, skipped = 0, closed = 0;
  double seconds = 0;
  /// Over all findings: by kind, by status, and how often met again.
  Counts kinds, statuses;
  uint64_t duplicates = 0;
  std::vector<StageStatistics> stages;
  Counts skips, firings;
  /// Pairs of small programs, by the answers of proof, auditor and explorer.
  uint64_t pairs = 0;
  Counts pairAnswers;
  /// Features, and how many of them are edges.
  uint64_t coverage = 0, edges = 0;

  double programsPerSecond() const {
    return seconds > 0 ? programs / seconds : 0;
  }
};

Statistics statisticsOf(const ReportData &data);
/// With the course of the last run and the times of findings.
llvm::json::Value statisticsToJSON(const Statistics &statistics,
                                   const ReportData &data);
void printStatistics(const Statistics &statistics, const ReportData &data,
                     llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REPORT_STATISTICS_H
