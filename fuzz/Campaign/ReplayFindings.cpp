//===- ReplayFindings.cpp - Stored findings, shown again ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ReplayFindings.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/Reproduce.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
using Result = ReplayedFinding::Result;

llvm::StringRef tilefuzz::toString(Result result) {
  switch (result) {
  case Result::Shows:
    return "shows";
  case Result::Gone:
    return "gone";
  case Result::Unreadable:
    return "unreadable";
  case Result::NotReached:
    return "not reached";
  }
  llvm_unreachable("unknown result");
}

unsigned ReplaySummary::count(Result result) const {
  return llvm::count_if(findings, [&](const ReplayedFinding &finding) {
    return finding.result == result;
  });
}

unsigned ReplaySummary::regressions() const {
  return llvm::count_if(findings, [](const ReplayedFinding &finding) {
    return finding.result == Result::Shows &&
           finding.status == FindingStatus::Fixed;
  });
}

unsigned ReplaySummary::unsettled() const {
  return llvm::count_if(findings, [](const ReplayedFinding &finding) {
    return finding.result == Result::Shows && !isSettled(finding.status);
  });
}

llvm::json::Value ReplaySummary::toJSON() const {
  llvm::json::Array rows;
  for (const ReplayedFinding &finding : findings)
    rows.push_back(llvm::json::Object{{"id", finding.id},
                                      {"signature", finding.signature},
                                      {"folder", finding.folder},
                                      {"status", toString(finding.status)},
                                      {"result", toString(finding.result)}});
  return llvm::json::Object{{"shows", count(Result::Shows)},
                            {"gone", count(Result::Gone)},
                            {"unreadable", count(Result::Unreadable)},
                            {"notReached", count(Result::NotReached)},
                            {"regressions", regressions()},
                            {"findings", std::move(rows)}};
}

void ReplaySummary::print(llvm::raw_ostream &os) const {
  os << llvm::formatv("replayed {0} findings: {1} show, {2} of them marked as "
                      "fixed; {3} gone, {4} unreadable, {5} not reached\n",
                      findings.size(), count(Result::Shows), regressions(),
                      count(Result::Gone), count(Result::Unreadable),
                      count(Result::NotReached));
  for (const ReplayedFinding &finding : findings)
    os << llvm::formatv("  {0,-11} {1,-6} #{2} {3}\n", toString(finding.result),
                        toString(finding.status), finding.id,
                        finding.signature);
}

static Result replayOne(const FindingRow &row, double seconds) {
  llvm::Expected<Finding> finding = readFindingFolder(row.folder);
  if (!finding) {
    llvm::consumeError(finding.takeError());
    return Result::Unreadable;
  }
  enum { Gone, Shows, Unreadable };
  ProcessEnd end = runInChild(
      [&]() -> int {
        llvm::Expected<Reproduction> again =
            reproduce(*finding, "program.mlir", llvm::nulls());
        if (!again) {
          llvm::consumeError(again.takeError());
          return Unreadable;
        }
        return again->reproduced ? Shows : Gone;
      },
      seconds);
  if (end.signal || end.timedOut)
    return Result::Shows;
  return end.exitCode == Gone    ? Result::Gone
         : end.exitCode == Shows ? Result::Shows
                                 : Result::Unreadable;
}

llvm::Expected<ReplaySummary>
tilefuzz::replayFindings(Database &database,
                         const FindingReplayOptions &options) {
  llvm::Expected<std::vector<FindingRow>> rows = database.findings();
  if (!rows)
    return rows.takeError();
  uint64_t deadline = monotonicTime() + uint64_t(options.seconds * 1e9);
  ReplaySummary summary;
  for (const FindingRow &row : *rows) {
    if (row.mergedInto)
      continue;
    options.progress(summary.findings.size(), rows->size());
    bool late = monotonicTime() > deadline ||
                (options.interrupted && *options.interrupted);
    ReplayedFinding replayed{row.id, row.finding.signature, row.folder,
                             row.status, Result::NotReached};
    if (!late)
      replayed.result = replayOne(row, options.findingSeconds);
    if (replayed.result == Result::Shows && row.status == FindingStatus::Fixed)
      if (llvm::Error error = database.setStatus(row.id, FindingStatus::New))
        return std::move(error);
    summary.findings.push_back(std::move(replayed));
  }
  return summary;
}
