//===- Merge.cpp - Makes one run of shards --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Campaign/MergeShards.h"
#include "fuzz/Stages/Triage.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    mergeCommand("merge", "Makes one run of the databases of shards, and "
                          "decides about what they found");
static cl::list<std::string> shards(cl::Positional, cl::OneOrMore,
                                    cl::desc("DB..."), cl::cat(toolOptions),
                                    cl::sub(mergeCommand));

static OptionGroup mergeGroup("What is merged");
static DatabaseOption database(mergeGroup, cl::sub(mergeCommand));
static cl::opt<bool> incomplete(
    "incomplete",
    cl::desc("Decides about findings although programs before them are of "
             "shards that are missing or not finished."),
    inGroup(mergeGroup), cl::sub(mergeCommand));
static cl::opt<std::string> duration(
    "time", cl::value_desc("DURATION"),
    cl::desc("Reduces findings for so long; the rest waits for the next "
             "merge. Default: until all are decided."),
    inGroup(mergeGroup), cl::sub(mergeCommand));

static OptionGroup outputGroup("What is printed");
static JSONOption json(outputGroup, cl::sub(mergeCommand));

std::optional<int> tilefuzz::runMerge() {
  if (!mergeCommand)
    return std::nullopt;
  MergeOptions options;
  options.database = database;
  options.shards.assign(shards.begin(), shards.end());
  options.isIncomplete = incomplete;
  if (!duration.empty()) {
    llvm::Expected<double> seconds = parseDuration(duration);
    if (!seconds)
      return fail(seconds.takeError());
    options.seconds = *seconds;
  }
  options.executable = invocation().executable;
  options.command = invocation().commandLine;
  options.version = versionText();
  options.interrupted = catchInterrupts();
  ProgressLine shardProgress("shards");
  std::optional<ProgressLine> findingProgress;
  options.readShards = [&](uint64_t done, uint64_t total) {
    shardProgress.show(done, total);
  };
  options.decided = [&](uint64_t done, uint64_t total) {
    shardProgress.clear();
    if (!findingProgress)
      findingProgress.emplace("raw findings");
    findingProgress->show(done, total,
                          options.seconds < 1e9 ? options.seconds : 0);
  };
  llvm::Expected<MergeSummary> summary = mergeShards(options);
  shardProgress.clear();
  findingProgress.reset();
  if (!summary)
    return fail(summary.takeError());
  if (json)
    printJSON(summary->toJSON());
  else
    summary->print(llvm::outs());
  if (!summary->run.newFindings.empty() || summary->run.waiting)
    return exitFindings;
  if (!summary->unreadable.empty())
    return exitStorage;
  return summary->run.interrupted ? exitInterrupted : exitClean;
}
