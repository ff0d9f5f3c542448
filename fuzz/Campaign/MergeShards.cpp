//===- MergeShards.cpp - One run of the shards of a run -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/MergeShards.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Files/SyncedFile.h"
#include "fuzz/Campaign/TriageQueue.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <poll.h>

using namespace tilefuzz;
namespace json = llvm::json;

namespace {
/// A shard's database as it is now.
struct ShardSource {
  std::string path;
  CampaignOptions options;
  std::string identity, version;
  /// Its run in its own database.
  int64_t run = 0;
  ShardRow row;
  Counts coverage;
};

class Merge {
public:
  Merge(const MergeOptions &options, Database &database, Journal &journal)
      : options(options), database(database), journal(journal),
        store(FindingStore::rootFor(options.database)), start(monotonicTime()) {
  }

  /// Finds the run of the shards in the database, or begins it.
  llvm::Error begin(const ShardSource &source);
  llvm::Error add(const ShardSource &source);
  llvm::Error triage();
  llvm::Error finish();

  MergeSummary summary;

private:
  llvm::Error loadRun();
  llvm::Error addFindings(const ShardSource &source);
  llvm::Expected<Counts> addPrograms(const ShardSource &source);
  uint64_t decidableEnd() const;
  bool mayReduce() const {
    return (monotonicTime() - start) * 1e-9 < options.seconds &&
           !(options.interrupted && *options.interrupted);
  }

  const MergeOptions &options;
  Database &database;
  Journal &journal;
  FindingStore store;
  uint64_t start;
  /// Of the run, with all paths.
  CampaignOptions campaign;
  int64_t run = 0;
  std::map<uint64_t, ShardRow> rows;
  /// Raw findings of the run that wait.
  std::set<ProgramKey> pending;
  /// Features of other runs, and of this one to the first program.
  Counts knownCoverage, coverage;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static llvm::Expected<ShardSource> readShard(const std::string &path) {
  llvm::Expected<Database> database =
      Database::open(path, Database::Mode::ReadOnly);
  if (!database)
    return database.takeError();
  llvm::Expected<std::vector<RunInfo>> runs = database->runs();
  if (!runs)
    return runs.takeError();
  if (runs->empty())
    return storageError(path + ": error: the shard has not begun");
  RunInfo &info = runs->front();
  if (runs->size() != 1 || !shardOf(info.options))
    return llvm::createStringError(
        path + ": error: no database of a shard; `tile-fuzz nightly --shard` "
               "makes them");
  llvm::Expected<json::Value> stored = json::parse(info.options);
  if (!stored)
    return asStorageError(stored.takeError());
  llvm::Expected<CampaignOptions> parsed = parseCampaignOptions(*stored);
  if (!parsed)
    return asStorageError(parsed.takeError());
  ShardSource source;
  source.path = path;
  source.options = std::move(*parsed);
  source.identity = identityOf(source.options, info.version);
  source.version = info.version;
  source.run = info.id;
  auto [first, end] = source.options.programRange();
  source.row.number = source.options.shard->number;
  source.row.done = info.done.within(first, end);
  source.row.isFinished = info.seconds >= 0;
  source.row.seconds = info.spent;
  auto take = [](llvm::Expected<Counts> read, Counts &counts) -> llvm::Error {
    if (!read)
      return read.takeError();
    counts = std::move(*read);
    return llvm::Error::success();
  };
  if (llvm::Error error =
          take(database->counters(info.id), source.row.counters))
    return std::move(error);
  if (llvm::Error error = take(database->firings(info.id), source.row.firings))
    return std::move(error);
  if (llvm::Error error = take(database->coverage(info.id), source.coverage))
    return std::move(error);
  return source;
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

llvm::Error Merge::begin(const ShardSource &source) {
  llvm::Expected<std::vector<RunInfo>> runs = database.runs();
  if (!runs)
    return runs.takeError();
  campaign = source.options;
  campaign.mergedOf = campaign.shard->of;
  campaign.shard.reset();
  campaign.jobs = 0;
  campaign.database = options.database;
  campaign.executable = options.executable;
  campaign.interrupted = options.interrupted;
  for (const RunInfo &info : *runs) {
    if (shardOf(info.options))
      return llvm::createStringError(options.database +
                                     ": error: the database is a shard's; "
                                     "name another file with --db");
    llvm::Expected<json::Value> stored = json::parse(info.options);
    if (!stored) {
      // Of an earlier version.
      llvm::consumeError(stored.takeError());
      continue;
    }
    llvm::Expected<CampaignOptions> other = parseCampaignOptions(*stored);
    if (!other)
      llvm::consumeError(other.takeError());
    else if (other->mergedOf &&
             identityOf(*other, info.version) == source.identity)
      run = info.id;
  }
  if (run)
    return loadRun();
  RunInfo info;
  info.seed = campaign.worker.seed;
  info.jobs = 0;
  info.target = campaign.worker.target;
  info.bugs = llvm::join(campaign.worker.bugs, ",");
  info.version = options.version;
  info.command = options.command;
  llvm::raw_string_ostream(info.options) << campaign.toJSON();
  llvm::Expected<int64_t> begun = database.beginRun(info);
  if (!begun)
    return begun.takeError();
  run = *begun;
  llvm::Expected<std::vector<std::string>> damaged = store.detachFromRun(run);
  if (!damaged)
    return damaged.takeError();
  summary.run.warnings = std::move(*damaged);
  return loadRun();
}

llvm::Error Merge::loadRun() {
  campaign = withPaths(campaign, run);
  summary.run.run = run;
  summary.shards = campaign.mergedOf;
  llvm::Expected<std::vector<ShardRow>> shards = database.shards(run);
  if (!shards)
    return shards.takeError();
  for (ShardRow &row : *shards)
    rows[row.number] = std::move(row);
  llvm::Expected<Counts> all = database.coverage();
  if (!all)
    return all.takeError();
  for (const auto &[feature, owner] : *all)
    if (int64_t(owner) != run)
      knownCoverage[feature] = owner;
  llvm::Expected<Counts> own = database.coverage(run);
  if (!own)
    return own.takeError();
  coverage = std::move(*own);
  // What a merge that was killed left.
  llvm::Expected<FindingStore::Recovery> recovery =
      store.recover(database, run);
  if (!recovery)
    return recovery.takeError();
  summary.run.recovered = recovery->added.size();
  llvm::append_range(summary.run.warnings, recovery->damaged);
  for (FindingRow &row : recovery->added)
    if (row.status == FindingStatus::New)
      summary.run.newFindings.push_back(std::move(row));
  for (const auto &[key, folder] : store.pending())
    pending.insert(key);
  if (std::error_code code =
          llvm::sys::fs::create_directories(corpusFolderFor(options.database)))
    return storageError(corpusFolderFor(options.database) +
                        ": error: " + code.message());
  return llvm::Error::success();
}

/// Raw findings first: the shard counts as merged when all of it is here.
llvm::Error Merge::addFindings(const ShardSource &source) {
  for (const auto &[key, folder] :
       FindingStore(FindingStore::rootFor(source.path)).pending()) {
    if (key.run != source.run || !source.row.done.contains(key.index))
      continue;
    ProgramKey own = {run, key.index, key.part};
    if (pending.count(own))
      continue;
    llvm::Expected<bool> isDecided = database.isDecided(own);
    if (!isDecided)
      return isDecided.takeError();
    if (*isDecided)
      continue;
    llvm::Expected<Finding> finding = readFindingFolder(folder);
    if (!finding)
      return finding.takeError();
    finding->run = run;
    llvm::Expected<std::string> added = store.addPending(*finding);
    if (!added)
      return added.takeError();
    pending.insert(own);
  }
  return llvm::Error::success();
}

/// The features that no program before has, with their programs in the corpus.
llvm::Expected<Counts> Merge::addPrograms(const ShardSource &source) {
  Counts wanted;
  for (const auto &[feature, program] : source.coverage) {
    auto own = coverage.find(feature);
    if (!knownCoverage.count(feature) && source.row.done.contains(program) &&
        (own == coverage.end() || own->second > program))
      wanted[feature] = program;
  }
  std::set<uint64_t> programs;
  // Those of the corpus that was given are there.
  for (const auto &[feature, program] : wanted)
    if (program >= source.options.worker.corpus.size())
      programs.insert(program);
  auto nameIn = [](llvm::StringRef database, int64_t run, uint64_t program) {
    llvm::SmallString<128> path(corpusFolderFor(database));
    llvm::sys::path::append(path,
                            llvm::formatv("run{0}-{1}.mlir", run, program));
    return path.str().str();
  };
  for (uint64_t program : programs) {
    std::string from = nameIn(source.path, source.run, program);
    auto buffer = llvm::MemoryBuffer::getFile(from);
    if (!buffer)
      return storageError(from + ": error: " + buffer.getError().message());
    std::string to = nameIn(options.database, run, program);
    if (llvm::Error error = replaceSynced(to, (*buffer)->getBuffer()))
      return std::move(error);
  }
  return wanted;
}

/// What is to be added so that `before` becomes `after`; the database's
/// integers wrap around as these do.
static Counts difference(Counts after, const Counts &before) {
  for (const auto &[name, value] : before)
    after[name] -= value;
  return after;
}

llvm::Error Merge::add(const ShardSource &source) {
  ShardRow &old = rows[source.row.number];
  old.number = source.row.number;
  // Of two that ran the same shard the one that came further counts, whichever
  // is merged first.
  auto rank = [](const ShardRow &row) {
    return std::tuple(row.isFinished, row.done.size(), row.done.toString());
  };
  if (rank(source.row) <= rank(old)) {
    if (!summary.added.count(old.number))
      summary.same.insert(old.number);
    return llvm::Error::success();
  }
  if (llvm::Error error = addFindings(source))
    return error;
  llvm::Expected<Counts> features = addPrograms(source);
  if (!features)
    return features.takeError();
  ProgressUpdate update;
  update.counters = difference(source.row.counters, old.counters);
  update.firings = difference(source.row.firings, old.firings);
  update.coverage = *features;
  for (const auto &[number, row] : rows)
    update.done.insertAll(number == old.number ? source.row.done : row.done);
  if (llvm::Error error = database.putShard(run, source.row, update))
    return error;
  old = source.row;
  for (const auto &[feature, program] : *features)
    coverage[feature] = program;
  summary.same.erase(old.number);
  summary.added.insert(old.number);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Triage
//===----------------------------------------------------------------------===//

/// Findings of programs below this are decided: nothing comes before them any
/// more.
uint64_t Merge::decidableEnd() const {
  if (options.isIncomplete)
    return std::numeric_limits<uint64_t>::max();
  CampaignOptions shardOptions = campaign;
  for (uint64_t number = 1; number <= campaign.mergedOf; ++number) {
    auto row = rows.find(number);
    if (row != rows.end() && row->second.isFinished)
      continue;
    shardOptions.shard = Shard{number, campaign.mergedOf};
    uint64_t first = shardOptions.programRange().first;
    return row == rows.end() ? first : row->second.done.firstMissing(first);
  }
  return std::numeric_limits<uint64_t>::max();
}

llvm::Error Merge::triage() {
  TriageQueue queue(campaign, database, store, journal, summary.run);
  if (llvm::Error error = queue.load())
    return error;
  uint64_t end = decidableEnd(), waiting = 0;
  for (const auto &[program, folder] : store.pending()) {
    if (program.run != run)
      continue;
    if (program.index < end)
      queue.add(program, folder);
    else
      ++waiting;
  }
  uint64_t begun = queue.size();
  constexpr uint64_t all = std::numeric_limits<uint64_t>::max();
  while (queue.busy() || (queue.size() && mayReduce())) {
    if (queue.busy()) {
      pollfd reports = {queue.readEnd(), POLLIN, 0};
      ::poll(&reports, 1, /*milliseconds=*/50);
    }
    if (options.interrupted && *options.interrupted) {
      queue.kill();
      break;
    }
    if (llvm::Error error = queue.advance(all, mayReduce()))
      return error;
    options.decided(begun - queue.size(), begun);
  }
  summary.run.waiting = queue.size() + waiting;
  return llvm::Error::success();
}

llvm::Error Merge::finish() {
  store.tidy();
  if (llvm::Error error =
          pruneCorpus(corpusFolderFor(options.database), database, run))
    return error;
  CampaignSummary &merged = summary.run;
  llvm::Expected<Counts> counters = database.counters(run);
  if (!counters)
    return counters.takeError();
  llvm::Expected<Counts> firings = database.firings(run);
  if (!firings)
    return firings.takeError();
  merged.counters = std::move(*counters);
  merged.firings = std::move(*firings);
  merged.coverage = coverage;
  merged.knownCoverage = knownCoverage.size();
  merged.knownEdges = countEdges(knownCoverage);
  merged.interrupted = options.interrupted && *options.interrupted;
  for (uint64_t number = 1; number <= summary.shards; ++number) {
    auto row = rows.find(number);
    bool hasBegun = row != rows.end() && row->second.done.size();
    if (row != rows.end() && row->second.isFinished)
      continue;
    (hasBegun ? summary.unfinished : summary.missing).insert(number);
  }
  // As if all had run at once.
  ProgressUpdate last;
  for (const auto &[number, row] : rows) {
    last.done.insertAll(row.done);
    merged.seconds = std::max(merged.seconds, row.seconds);
  }
  if (!summary.added.empty() || merged.duplicates ||
      !merged.newFindings.empty())
    last.point = ProgressPoint{merged.seconds,
                               merged.programs(),
                               merged.comparisons(),
                               merged.newFindings.size(),
                               merged.knownCoverage + merged.coverage.size(),
                               merged.edges()};
  if (llvm::Error error = database.addProgress(run, last))
    return error;
  bool isWhole = summary.missing.empty() && summary.unfinished.empty();
  if ((isWhole || options.isIncomplete) && !merged.waiting)
    return database.finishRun(run, merged.seconds);
  return llvm::Error::success();
}

llvm::Expected<MergeSummary>
tilefuzz::mergeShards(const MergeOptions &options) {
  std::optional<ShardSource> first;
  std::vector<std::string> paths, unreadable;
  for (const std::string &path : options.shards) {
    llvm::Expected<ShardSource> source = readShard(path);
    if (source) {
      // Another compiler would reduce what is not there.
      if (source->version != options.version)
        return llvm::createStringError(
            path + ": error: the shard is of version " + source->version +
            ", and this is " + options.version);
      if (first && source->identity != first->identity)
        return llvm::createStringError(
            path + ": error: a shard of another run than " + first->path);
      paths.push_back(path);
      if (!first)
        first = std::move(*source);
    } else if (source.errorIsA<StorageError>()) {
      unreadable.push_back(llvm::toString(source.takeError()));
    } else {
      return source.takeError();
    }
  }
  if (!first)
    return storageError(unreadable.empty() ? "no shard is named"
                                           : unreadable.front());
  llvm::Expected<Database> database =
      Database::open(options.database, Database::Mode::ReadWrite);
  if (!database)
    return database.takeError();
  llvm::Expected<Journal> journal =
      Journal::create(Database::realPath(options.database) + ".journal");
  if (!journal)
    return journal.takeError();
  Merge merge(options, *database, *journal);
  if (llvm::Error error = merge.begin(*first))
    return std::move(error);
  merge.summary.unreadable = std::move(unreadable);
  // Again, one at a time: what many of them have is more than fits in memory.
  for (const auto &[index, path] : llvm::enumerate(paths)) {
    options.readShards(index, paths.size());
    llvm::Expected<ShardSource> source = readShard(path);
    llvm::Error error = source ? merge.add(*source) : source.takeError();
    if (error)
      merge.summary.unreadable.push_back(llvm::toString(std::move(error)));
  }
  if (llvm::Error error = merge.triage())
    return std::move(error);
  if (llvm::Error error = merge.finish())
    return std::move(error);
  return std::move(merge.summary);
}

//===----------------------------------------------------------------------===//
// Showing
//===----------------------------------------------------------------------===//

static std::string listOf(const std::set<uint64_t> &numbers) {
  ProgramSet set;
  for (uint64_t number : numbers)
    set.insert(number);
  return set.toString();
}

json::Value MergeSummary::toJSON() const {
  json::Value value = run.toJSON();
  json::Object &object = *value.getAsObject();
  object["run"] = run.run;
  object["shards"] = int64_t(shards);
  for (auto [name, numbers] :
       {std::pair("added", &added), std::pair("same", &same),
        std::pair("unfinished", &unfinished), std::pair("missing", &missing)})
    object[name] = listOf(*numbers);
  object["unreadable"] = json::Array(unreadable);
  return value;
}

void MergeSummary::print(llvm::raw_ostream &os) const {
  auto say = [&](llvm::StringRef what, const std::set<uint64_t> &numbers) {
    if (!numbers.empty())
      os << llvm::formatv("  {0}: {1}\n", what, listOf(numbers));
  };
  os << llvm::formatv("run {0} of {1} shards\n", run.run, shards);
  say("added", added);
  say("nothing new of", same);
  say("not finished", unfinished);
  say("missing", missing);
  run.print(os);
  for (const std::string &line : unreadable)
    os << "warning: not merged: " << line << "\n";
}
