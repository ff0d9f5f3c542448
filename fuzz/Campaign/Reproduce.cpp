//===- Reproduce.cpp - A stored finding, shown again ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Reproduce.h"
#include "compiler/Backend/Backend.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/PairWork.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/RoundTripSampling.h"
#include "fuzz/Campaign/Worker.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Stages/Bisect.h"
#include "interp/Program/Device.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

llvm::json::Value Reproduction::toJSON() const {
  return llvm::json::Object{{"reproduced", reproduced},
                            {"other", other},
                            {"observed", llvm::json::fixUTF8(observed)}};
}

static void printStages(const ComparisonReport &report, llvm::raw_ostream &os) {
  for (const StageRecord &record : report.stages) {
    std::string text = "not executed";
    if (record.unchanged)
      text = "unchanged";
    else if (record.verdict)
      text = toString(record.verdict->kind).str();
    else if (record.stage == &getStages().front())
      text = "reference";
    if (record.verdict && !record.verdict->reason.empty())
      text += ": " + record.verdict->reason;
    os << llvm::formatv("{0,-34} {1,3} runs  {2}\n", record.stage->name,
                        record.runs, text);
  }
}

/// A death shows again only in a child; its stage is not known from outside.
static Reproduction reproduceDeath(const Finding &finding,
                                   llvm::function_ref<void()> work) {
  ProcessEnd end = runInChild(
      [&] {
        work();
        return 0;
      },
      /*cpuSeconds=*/30);
  Reproduction result;
  result.observed = end.describe();
  result.reproduced = finding.kind == FindingKind::Timeout ? end.timedOut
                      : finding.kind == FindingKind::OutOfMemory
                          ? end.exitCode == exitOutOfMemory
                          : end.signal != 0 && !end.timedOut;
  result.other =
      !result.reproduced && (end.signal || end.timedOut || end.exitCode);
  return result;
}

llvm::Expected<ComparisonOptions>
tilefuzz::comparisonOptionsFor(const Finding &finding, llvm::StringRef gpu) {
  if (llvm::Error error = checkTarget(finding.target))
    return std::move(error);
  WorkerConfig config;
  config.target = finding.target;
  config.bugs = finding.bugs;
  config.disabledPatterns = finding.disabledPatterns;
  config.enabledPatterns = finding.enabledPatterns;
  config.withoutOracles = finding.withoutOracles;
  config.gpu = gpu.str();
  if (gpu.empty() && finding.kind == FindingKind::Device)
    config.gpu = finding.gpu;
  if (const Stage *stage = findStage(finding.stage))
    config.stopAfter = stopAfterToReach(*stage);
  llvm::Expected<ComparisonOptions> options = comparisonOptionsFor(config);
  if (!options)
    return options;
  options->roundTrips = roundTripCalled(finding.stage);
  leaveOutOraclesAfter(finding.kind, *options);
  return options;
}

/// Of oracles that disagree about a pair, or died of it.
static llvm::Expected<Reproduction> reproduceWorkOnPair(const Finding &finding,
                                                        llvm::raw_ostream &os) {
  if (isDeath(finding.kind)) {
    os << finding.signature << "\n";
    return reproduceDeath(finding, [&] {
      llvm::consumeError(reproducePair(finding, llvm::nulls()).takeError());
    });
  }
  llvm::Expected<bool> shows = reproducePair(finding, os);
  if (!shows)
    return shows.takeError();
  Reproduction result;
  result.reproduced = *shows;
  result.observed = finding.reason;
  return result;
}

llvm::Expected<Reproduction> tilefuzz::reproduce(const Finding &finding,
                                                 llvm::StringRef name,
                                                 llvm::raw_ostream &os,
                                                 llvm::StringRef gpu) {
  if (isOfPair(finding))
    return reproduceWorkOnPair(finding, os);
  if (isOfTool(finding))
    return llvm::createStringError(
        "a finding about an external tool is shown by `tile-fuzz repro`");
  llvm::Expected<ComparisonOptions> options =
      comparisonOptionsFor(finding, gpu);
  if (!options)
    return options.takeError();
  // What cannot be compared any more is no finding that went away.
  if (finding.program.empty())
    return llvm::createStringError("the finding has no program");
  if (!finding.stage.empty() && !findStage(finding.stage))
    return llvm::createStringError("the finding is of a stage '" +
                                   finding.stage + "', which there is not");
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  llvm::Expected<Program> program =
      parseProgram(finding.program, name, *context);
  if (!program)
    return program.takeError();
  os << finding.signature << "\n" << finding.program << "\n";
  if (isDeath(finding.kind))
    return reproduceDeath(finding, [&] { compareStages(*program, *options); });

  ComparisonReport report = compareStages(*program, *options);
  printStages(report, os);
  // A device that is away is no finding that went away.
  if (options->device && !options->device->failure().empty())
    return llvm::createStringError(options->device->failure());
  Reproduction result;
  if (llvm::StringRef(report.skipReason).starts_with(notExecutable))
    return llvm::createStringError(report.skipReason);
  if (!report.finding) {
    result.observed = report.skipped() ? "skipped: " + report.skipReason
                                       : "every stage agrees";
    return result;
  }
  const StageFinding &raw = *report.finding;
  result.reproduced =
      raw.kind == finding.kind && raw.stage->name == finding.stage;
  result.other = !result.reproduced;
  result.observed = (toString(raw.kind) + " after " + raw.stage->name).str();
  if (!raw.schedule.empty())
    result.observed += " under schedule " + raw.schedule;
  result.observed += ": " + raw.reason;
  if (!raw.levels.empty())
    os << options->device->describe() << "\n" << raw.levels << "\n";
  if (raw.expected) {
    os << "the source allows:\n";
    raw.expected->print(os);
  }
  if (raw.actual) {
    os << "after " << raw.stage->name << ":\n";
    raw.actual->print(os);
  }
  return result;
}
