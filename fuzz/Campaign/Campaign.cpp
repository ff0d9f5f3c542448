//===- Campaign.cpp - Many programs, many workers, one database -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Campaign.h"
#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Campaign/CampaignRun.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace tilefuzz;
namespace json = llvm::json;

char UnfinishedRun::ID;

json::Value CampaignOptions::toJSON() const {
  json::Object object{{"seconds", seconds},
                      {"maxFindings", std::to_string(maxFindings)},
                      {"jobs", int64_t(jobs)},
                      {"keepCorpus", keepCorpus},
                      {"learnsLevels", learnsLevels},
                      {"firstProgram", std::to_string(firstProgram)},
                      {"maxReductions", std::to_string(maxReductions)},
                      {"worker", worker.toJSON()}};
  if (programs)
    object["programs"] = int64_t(*programs);
  if (shard)
    object["shard"] = shard->toString();
  if (mergedOf)
    object["mergedOf"] = int64_t(mergedOf);
  if (!corpusDigest.empty())
    object["corpusDigest"] = corpusDigest;
  return object;
}

std::pair<uint64_t, uint64_t> CampaignOptions::programRange() const {
  uint64_t corpusSize = worker.corpus.size();
  if (!programs)
    return {firstProgram, std::numeric_limits<uint64_t>::max()};
  uint64_t end = llvm::SaturatingAdd(corpusSize + firstProgram, *programs);
  return shard ? shard->range(end) : std::pair(firstProgram, end);
}

llvm::Expected<CampaignOptions>
tilefuzz::parseCampaignOptions(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  const json::Value *worker = object ? object->get("worker") : nullptr;
  CampaignOptions options;
  if (!worker || llvm::StringRef(object->getString("maxFindings").value_or(""))
                     .getAsInteger(10, options.maxFindings))
    return llvm::createStringError("the run's options are not stored");
  std::string text;
  llvm::raw_string_ostream(text) << *worker;
  llvm::Expected<WorkerConfig> config = parseWorkerConfig(text);
  if (!config)
    return config.takeError();
  options.worker = std::move(*config);
  options.seconds = object->getNumber("seconds").value_or(60);
  options.jobs = object->getInteger("jobs").value_or(1);
  options.keepCorpus = object->getBoolean("keepCorpus").value_or(false);
  options.learnsLevels = object->getBoolean("learnsLevels").value_or(true);
  // Runs of earlier versions have none.
  for (auto [key, member] :
       {std::pair("firstProgram", &options.firstProgram),
        std::pair("maxReductions", &options.maxReductions)})
    if (llvm::StringRef(object->getString(key).value_or(""))
            .getAsInteger(10, *member))
      *member = 0;
  if (auto programs = object->getInteger("programs"))
    options.programs = *programs;
  if (auto shard = object->getString("shard")) {
    llvm::Expected<Shard> parsed = parseShard(*shard);
    if (!parsed)
      return parsed.takeError();
    options.shard = *parsed;
  }
  options.mergedOf = object->getInteger("mergedOf").value_or(0);
  options.corpusDigest = object->getString("corpusDigest").value_or("").str();
  return options;
}

/// Finds the run to go on with, or begins one.
static llvm::Expected<RunInfo> findOrBeginRun(Database &database,
                                              const CampaignOptions &options) {
  RunInfo info;
  llvm::Expected<std::vector<RunInfo>> runs = database.runs();
  if (!runs)
    return runs.takeError();
  if (options.resume) {
    for (RunInfo &run : *runs)
      if (run.id == options.resume)
        return std::move(run);
    return llvm::createStringError("no run has the number " +
                                   std::to_string(options.resume));
  }
  // Another run would decide about findings that the merge decides about.
  bool isOfShard = llvm::any_of(
      *runs, [](const RunInfo &run) { return shardOf(run.options); });
  if (isOfShard || (options.shard && !runs->empty()))
    return llvm::createStringError(
        options.database + ": error: " +
        (isOfShard ? "the database is a shard's" : "the database has a run") +
        "; name another file with --db");
  info.seed = options.worker.seed;
  info.jobs = options.jobs;
  info.target = options.worker.target;
  info.bugs = llvm::join(options.worker.bugs, ",");
  info.version = options.version;
  info.command = options.command;
  llvm::raw_string_ostream(info.options) << options.toJSON();
  llvm::Expected<int64_t> run = database.beginRun(info);
  if (!run)
    return run.takeError();
  info.id = *run;
  return info;
}

CampaignOptions tilefuzz::withPaths(const CampaignOptions &options,
                                    int64_t run) {
  CampaignOptions adjusted = options;
  adjusted.worker.run = run;
  adjusted.worker.database = options.database;
  adjusted.worker.findings = FindingStore::rootFor(options.database);
  adjusted.worker.journal = Database::realPath(options.database) + ".journal";
  adjusted.worker.corpusFolder =
      options.keepCorpus ? corpusFolderFor(options.database) : "";
  return adjusted;
}

/// From when the run is in the database. `options`: with all paths.
static llvm::Expected<CampaignSummary>
continueRun(const CampaignOptions &options, Database &database,
            FindingStore &store, Journal &journal, const RunInfo &info,
            const std::function<void(const CampaignSummary &)> &onProgress) {
  CampaignRun campaign(options, database, store, journal, info.id);
  campaign.begin(info);
  if (options.resume)
    if (llvm::Error error = campaign.resume(info))
      return std::move(error);
  if (!options.resume) {
    llvm::Expected<std::vector<std::string>> damaged =
        store.detachFromRun(info.id);
    if (!damaged)
      return damaged.takeError();
    campaign.summary.warnings = std::move(*damaged);
  }
  llvm::Expected<FindingStore::Recovery> recovery =
      store.recover(database, info.id);
  if (!recovery)
    return recovery.takeError();
  campaign.summary.recovered = recovery->added.size();
  llvm::append_range(campaign.summary.warnings, recovery->damaged);
  // What a person settled before the database went is no news.
  for (FindingRow &row : recovery->added)
    if (row.status == FindingStatus::New)
      campaign.summary.newFindings.push_back(std::move(row));
  llvm::Error error = campaign.execute(onProgress);
  journal.stop();
  if (error)
    return std::move(error);
  store.tidy();
  CampaignSummary &summary = campaign.summary;
  if (options.keepCorpus)
    if (llvm::Error error =
            pruneCorpus(options.worker.corpusFolder, database, info.id))
      return std::move(error);
  // An interrupted run is not finished: `resume` goes on with it.
  if (!summary.interrupted)
    if (llvm::Error error = database.finishRun(info.id, summary.seconds))
      return std::move(error);
  return std::move(summary);
}

llvm::Expected<CampaignSummary> tilefuzz::runCampaign(
    const CampaignOptions &options,
    const std::function<void(const CampaignSummary &)> &onProgress) {
  llvm::Expected<Database> database =
      Database::open(options.database, Database::Mode::ReadWrite);
  if (!database)
    return database.takeError();
  FindingStore store(FindingStore::rootFor(options.database));
  CampaignOptions adjusted = withPaths(options, /*run=*/0);
  // From here on the database is ours.
  llvm::Expected<Journal> journal = Journal::create(adjusted.worker.journal);
  if (!journal)
    return journal.takeError();
  if (options.keepCorpus)
    if (std::error_code code =
            llvm::sys::fs::create_directories(adjusted.worker.corpusFolder))
      return storageError(adjusted.worker.corpusFolder +
                          ": error: " + code.message());
  llvm::Expected<RunInfo> info = findOrBeginRun(*database, options);
  if (!info)
    return info.takeError();
  adjusted.worker.run = info->id;
  // Not in the database yet, if it was killed early.
  info->done.insertRange(0, options.programRange().first);
  journal->setRange(info->done.frontier(), options.programRange().second);

  llvm::Expected<CampaignSummary> summary =
      continueRun(adjusted, *database, store, *journal, *info, onProgress);
  if (summary.errorIsA<StorageError>())
    return llvm::make_error<UnfinishedRun>(llvm::toString(summary.takeError()));
  return summary;
}

//===----------------------------------------------------------------------===//
// Corpus
//===----------------------------------------------------------------------===//

std::string tilefuzz::corpusFolderFor(llvm::StringRef databasePath) {
  llvm::SmallString<128> path(Database::realPath(databasePath));
  llvm::sys::path::replace_extension(path, "corpus");
  return path.str().str();
}

llvm::Error tilefuzz::pruneCorpus(llvm::StringRef folder, Database &database,
                                  int64_t run) {
  llvm::Expected<Counts> coverage = database.coverage(run);
  if (!coverage)
    return coverage.takeError();
  std::set<std::string> wanted;
  std::string prefix = "run" + std::to_string(run) + "-";
  for (const auto &[feature, program] : *coverage)
    wanted.insert(prefix + std::to_string(program) + ".mlir");
  std::vector<std::string> unwanted;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(folder, code), end;
       it != end && !code; it.increment(code)) {
    llvm::StringRef name = llvm::sys::path::filename(it->path());
    if (name.ends_with(".tmp") ||
        (name.starts_with(prefix) && !wanted.count(name.str())))
      unwanted.push_back(it->path());
  }
  for (const std::string &path : unwanted)
    if (!code)
      code = llvm::sys::fs::remove(path);
  return code ? storageError(folder + ": error: " + code.message())
              : llvm::Error::success();
}

llvm::Expected<std::vector<std::string>>
tilefuzz::listCorpus(llvm::StringRef folder) {
  std::vector<std::string> files;
  std::error_code code;
  for (llvm::sys::fs::recursive_directory_iterator it(folder, code), end;
       it != end && !code; it.increment(code)) {
    llvm::StringRef extension = llvm::sys::path::extension(it->path());
    if (extension == ".mlir" || extension == ".tileirbc")
      files.push_back(it->path());
  }
  if (code)
    return llvm::createStringError(folder + ": error: " + code.message());
  llvm::sort(files);
  return files;
}
