//===- Campaigns.h - What the verbs that search share -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Their options, from the command line to CampaignOptions, and how a result is
// shown.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_FUZZ_CAMPAIGNS_H
#define TILEFUZZ_TOOLS_TILE_FUZZ_CAMPAIGNS_H

#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Campaign/ReplayFindings.h"
#include "fuzz/Report/Report.h"
#include "llvm/Support/CommandLine.h"

namespace tilefuzz {

/// A function, as the options of other files need it made before them.
llvm::cl::SubCommand &runCommand();
llvm::cl::SubCommand &nightlyCommand();
llvm::cl::SubCommand &resumeCommand();

/// Appends the programs of the folder, by absolute paths: `resume` may be
/// called elsewhere.
llvm::Error addCorpus(WorkerConfig &worker, llvm::StringRef folder);
/// What the options say.
llvm::Expected<CampaignOptions> campaignFromOptions();
/// Whether --shard is given, and what it says. Goes on with what the database
/// has of the shard.
bool isShardWanted();
llvm::Error makeShard(CampaignOptions &options);
/// The last run of the database, if it is not finished.
llvm::Expected<CampaignOptions> campaignToResume();
std::string databaseOption();
std::string reportOption();
/// Runs it with a line of progress now and then, writes the reports that the
/// options ask for, the page to `page` (empty: nowhere), and prints the
/// summary. Returns the exit code; `replay`: what came before, in a nightly
/// run.
int runAndShow(const CampaignOptions &options, const ReplaySummary *replay,
               llvm::StringRef page);

/// Where the reports go; empty: nowhere.
struct ReportFiles {
  llvm::StringRef page, junit, sarif;
};
/// Error: one of them is the database.
llvm::Error checkReportFiles(llvm::StringRef database,
                             const ReportFiles &files);
llvm::Error writeReportFiles(const ReportData &data, const ReportFiles &files);

/// What the reports are made from.
llvm::Expected<ReportData> readReportData(llvm::StringRef database);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_FUZZ_CAMPAIGNS_H
