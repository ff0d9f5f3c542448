//===- Run.cpp - The verbs that search ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Campaigns.h"
#include "Commands.h"
#include "compiler/Support/Options/Terminal.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

std::optional<int> tilefuzz::runRun() {
  if (!runCommand())
    return std::nullopt;
  llvm::Expected<CampaignOptions> options = campaignFromOptions();
  if (!options)
    return fail(options.takeError());
  return runAndShow(*options, nullptr, reportOption());
}

std::optional<int> tilefuzz::runResume() {
  if (!resumeCommand())
    return std::nullopt;
  llvm::Expected<CampaignOptions> options = campaignToResume();
  if (!options)
    return fail(options.takeError());
  return runAndShow(*options, nullptr, reportOption());
}

static OptionGroup replayGroup("Stored findings");
static cl::opt<std::string>
    replayTime("replay-time", cl::init("5m"), cl::value_desc("DURATION"),
               cl::desc("Replays stored findings for at most so long; it is "
                        "part of --time. Default: 5m."),
               inGroup(replayGroup), cl::sub(nightlyCommand()));

/// The stored findings, with the whole of the replay taken off the time.
static llvm::Expected<ReplaySummary> replayFirst(CampaignOptions &options) {
  llvm::Expected<double> seconds = parseDuration(replayTime);
  if (!seconds)
    return seconds.takeError();
  llvm::Expected<Database> database =
      Database::open(options.database, Database::Mode::ReadWrite);
  if (!database)
    return database.takeError();
  FindingReplayOptions replay;
  replay.seconds = std::min(*seconds, options.seconds);
  replay.interrupted = options.interrupted;
  ProgressLine progress("stored findings");
  replay.progress = [&](uint64_t done, uint64_t total) {
    progress.show(done, total, replay.seconds < 1e9 ? replay.seconds : 0);
  };
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<ReplaySummary> summary = replayFindings(*database, replay);
  progress.clear();
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - start;
  options.seconds = std::max(options.seconds - spent.count(), 0.0);
  return summary;
}

std::optional<int> tilefuzz::runNightly() {
  if (!nightlyCommand())
    return std::nullopt;
  llvm::Expected<CampaignOptions> options = campaignFromOptions();
  if (!options)
    return fail(options.takeError());
  options->keepCorpus = true;
  if (isShardWanted()) {
    // What is stored, and what earlier nights kept, is of who merges.
    if (llvm::Error error = makeShard(*options))
      return fail(std::move(error));
    return runAndShow(*options, nullptr, reportOption());
  }
  llvm::Expected<ReplaySummary> replay = replayFirst(*options);
  if (!replay)
    return fail(replay.takeError());
  // What earlier nights kept follows the folders that were named.
  std::string kept = corpusFolderFor(options->database);
  if (llvm::sys::fs::is_directory(kept))
    if (llvm::Error error = addCorpus(options->worker, kept))
      return fail(std::move(error));
  std::string page = reportOption();
  if (page.empty()) {
    llvm::SmallString<128> path(options->database);
    llvm::sys::path::replace_extension(path, "html");
    page = path.str().str();
  }
  return runAndShow(*options, &*replay, page);
}
