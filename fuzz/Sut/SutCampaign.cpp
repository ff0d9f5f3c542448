//===- SutCampaign.cpp - Search in an external tool -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutCampaign.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Files/WholeFile.h"
#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Campaign/ProgramEpochs.h"
#include "fuzz/Sut/SutWork.h"
#include "fuzz/Sut/ToolFinding.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

static CampaignOptions campaignFor(const SutDescription &sut,
                                   const SutOptions &options) {
  CampaignOptions campaign;
  campaign.seconds = options.seconds;
  campaign.programs = options.programs;
  campaign.firstProgram = options.firstProgram;
  campaign.maxReductions = options.maxReductions;
  campaign.jobs = std::max(1u, options.jobs);
  campaign.database = options.output + "/campaign.db";
  campaign.executable = options.executable;
  campaign.command = options.command;
  campaign.version = options.version;
  campaign.interrupted = options.interrupted;
  WorkerConfig &worker = campaign.worker;
  worker.seed = options.seed;
  worker.target = sut.name;
  worker.language = options.language;
  worker.knobs = options.knobs;
  worker.tool = printSutWork(sut, options);
  worker.batch = options.batch;
  if (options.feedback && sut.language == SutLanguage::Functions)
    worker.epochBase = std::max<uint64_t>(ProgramEpochs().base, options.batch);
  worker.reduce = options.reduce;
  // The description says what a process of the tool may take; how many a batch
  // and a reduction start is bounded.
  worker.programSeconds = worker.reduceSeconds = 1e6;
  worker.memoryMiB = 0;
  return campaign;
}

static llvm::Error makeFolders(const SutOptions &options) {
  std::vector<std::string> names = {"reduction"};
  for (unsigned i = 0; i < std::max(1u, options.jobs); ++i)
    names.push_back(std::to_string(i));
  for (const std::string &name : names) {
    std::string folder = options.output + "/scratch/" + name;
    if (std::error_code code = llvm::sys::fs::create_directories(folder))
      return storageError(folder + ": error: " + code.message());
  }
  return llvm::Error::success();
}

static SutSummary summaryOf(const SutDescription &sut,
                            const CampaignSummary &campaign) {
  SutSummary summary;
  summary.sut = sut.name;
  summary.programs = campaign.programs();
  summary.processes = campaign.count("processes");
  summary.made = campaign.count("made");
  summary.mutants = campaign.count("mutants");
  summary.changedPerRun = campaign.group("changed");
  summary.gains = campaign.group("gains");
  summary.comparisons = campaign.comparisons();
  summary.observed = campaign.count("elements");
  summary.knownAgain = campaign.count("known-again");
  summary.seconds = campaign.seconds;
  summary.comparisonsPerRun = campaign.group("comparisons");
  summary.skipped = campaign.group("skip");
  summary.findings = campaign.newFindings;
  for (FindingRow &row : summary.findings)
    if (auto it = campaign.repeats.find(row.finding.signature);
        it != campaign.repeats.end())
      row.duplicates = it->second;
  summary.leftOut = campaign.leftOut;
  summary.unreduced = campaign.unreduced;
  summary.warnings = campaign.warnings;
  summary.interrupted = campaign.interrupted;
  return summary;
}

/// Findings of earlier runs that this one met.
static llvm::Error addMetAgain(SutSummary &summary,
                               const CampaignSummary &campaign,
                               llvm::StringRef databasePath) {
  llvm::Expected<Database> database =
      Database::open(databasePath, Database::Mode::ReadOnly);
  if (!database)
    return database.takeError();
  llvm::Expected<std::vector<FindingRow>> rows = database->findings();
  if (!rows)
    return rows.takeError();
  for (FindingRow &row : *rows) {
    auto it = campaign.repeats.find(row.finding.signature);
    if (row.run == campaign.run || it == campaign.repeats.end())
      continue;
    row.duplicates = it->second - 1;
    summary.findings.push_back(std::move(row));
  }
  return llvm::Error::success();
}

static llvm::Error writeSummary(const SutSummary &summary,
                                const SutOptions &options) {
  return writeWholeFile(options.output + "/summary.json",
                        llvm::formatv("{0:2}\n", summary.toJSON()).str());
}

llvm::Expected<SutSummary> tilefuzz::runSutCampaign(
    const SutDescription &sut, const SutOptions &options,
    llvm::function_ref<void(const SutSummary &)> progress) {
  if (auto runs = sut.selectRuns(options.runs); !runs)
    return runs.takeError();
  if (llvm::Error error = makeFolders(options))
    return std::move(error);
  CampaignOptions campaign = campaignFor(sut, options);
  llvm::Error stored = llvm::Error::success();
  llvm::Expected<CampaignSummary> result =
      runCampaign(campaign, [&](const CampaignSummary &now) {
        SutSummary summary = summaryOf(sut, now);
        if (!stored)
          stored = writeSummary(summary, options);
        progress(summary);
      });
  if (!result) {
    llvm::consumeError(std::move(stored));
    return result.takeError();
  }
  if (stored)
    return std::move(stored);
  SutSummary summary = summaryOf(sut, *result);
  if (llvm::Error error = addMetAgain(summary, *result, campaign.database))
    return std::move(error);
  if (llvm::Error error = writeSummary(summary, options))
    return std::move(error);
  if (!options.operation.empty() && summary.made == 0 && !summary.interrupted)
    return noProgramHas(options.operation);
  return summary;
}
