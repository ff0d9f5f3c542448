//===- Worker.h - One process that compiles and compares --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_WORKER_H
#define TILEFUZZ_FUZZ_CAMPAIGN_WORKER_H

#include "fuzz/Campaign/Journal.h"
#include "fuzz/Campaign/WorkerConfig.h"
#include "fuzz/Stages/StageComparison.h"

namespace tilefuzz {

/// Does the same for an external tool.
using ToolWorker = int (*)(const WorkerConfig &config, Journal &journal);

/// The body of `tile-fuzz worker`: takes programs from the journal until there
/// are none (or does one triage), and reports on standard output. Returns the
/// exit code.
int runWorker(ToolWorker toolWorker);

/// The comparison that a worker's configuration asks for; fails on a name that
/// is no seeded bug.
llvm::Expected<ComparisonOptions>
comparisonOptionsFor(const WorkerConfig &config);

/// What a report adds to the campaign's counters:
///   programs, skipped, comparisons, closed
///   skip:REASON, comparisons:STAGE, unchanged:STAGE, stage-skip:STAGE: REASON
///   compile-us:STAGE, execute-us:STAGE
Counts countersOf(const ComparisonReport &report);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_WORKER_H
