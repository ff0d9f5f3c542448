//===- Database.h - The campaign's memory -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One SQLite file in WAL mode holds runs, findings, counters and firings; this
// is the only class that speaks SQL. Findings' contents live in their folders
// (Finding.h); the database knows where, and which are the same.
//
// Every failure is a StorageError of one line:
// `FILE: error: what happened, what to do`. Only that no file is named is bad
// usage.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_DATABASE_H
#define TILEFUZZ_FUZZ_FINDINGS_DATABASE_H

#include "fuzz/Findings/Counters.h"
#include "fuzz/Findings/Finding.h"
#include "fuzz/Findings/ProgramSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <memory>
#include <tuple>

struct sqlite3;

namespace tilefuzz {

/// One execution of `tile-fuzz run`.
struct RunInfo {
  int64_t id = 0;
  uint64_t seed = 0;
  unsigned jobs = 1;
  std::string target;
  /// Seeded bugs, comma-separated.
  std::string bugs;
  std::string version;
  std::string command;
  /// ISO 8601, UTC.
  std::string started;
  /// Wall time; negative while the run goes on (or if it was killed).
  double seconds = -1;
  /// Wall time, of a run that is not finished until its last progress.
  double spent = 0;
  /// CampaignOptions as JSON, so that `resume` can go on.
  std::string options;
  /// Programs whose counters and findings the database has.
  ProgramSet done;
};

/// A point of the run's course.
struct ProgressPoint {
  double seconds = 0;
  uint64_t programs = 0, comparisons = 0, findings = 0;
  /// Features that some program had so far (Features.h), and how many of them
  /// are edges.
  uint64_t coverage = 0, edges = 0;
};

/// What a person said about a finding.
enum class FindingStatus {
  New,
  Known,
  /// Showing again makes it new.
  Fixed,
  /// The oracle is wrong, not the compiler.
  Ours,
  /// A tool that is not ours (ptxas, an external compiler).
  Theirs,
};
llvm::StringRef toString(FindingStatus status);
std::optional<FindingStatus> parseFindingStatus(llvm::StringRef text);
/// Whether a person said what to do about it, so that it fails no build.
bool isSettled(FindingStatus status);

/// A finding was met, or somebody or something changed its status.
struct StatusChange {
  FindingStatus status = FindingStatus::New;
  /// That the finding was of then.
  int64_t run = 0;
  /// ISO 8601, UTC; empty: not known.
  std::string at;
};

struct FindingRow {
  Finding finding;
  /// Beside the database, as the database was named.
  std::string folder;
  int64_t run = 0;
  /// How often the same signature was met again.
  uint64_t duplicates = 0;
  int64_t id = 0;
  FindingStatus status = FindingStatus::New;
  std::string note;
  /// The finding that this one is the same as; 0: none.
  int64_t mergedInto = 0;
  /// Of the run, until it was stored; negative: not known.
  double seconds = -1;
  /// ISO 8601, UTC.
  std::string found;
  /// The first is when it was found.
  std::vector<StatusChange> history;

  /// It was fixed, and shows again.
  bool isBack() const;
};

/// What a run adds in one transaction.
struct ProgressUpdate {
  Counts counters, firings;
  /// The first program that had the feature.
  Counts coverage;
  std::optional<ProgressPoint> point;
  /// All that are done, not what is added.
  ProgramSet done;
};

/// What a finding is about: a program of a run.
struct ProgramKey {
  int64_t run = 0;
  uint64_t index = 0;
  /// Finding::part.
  uint64_t part = 0;
  bool operator<(const ProgramKey &other) const {
    return std::tie(run, index, part) <
           std::tie(other.run, other.index, other.part);
  }
};

/// What was taken from one shard of a run (fuzz/Campaign/Shard.h).
struct ShardRow {
  uint64_t number = 0;
  /// Of its programs.
  ProgramSet done;
  /// It takes no more programs, even if there are some that it has not done.
  bool isFinished = false;
  /// Wall time.
  double seconds = 0;
  Counts counters, firings;
};

struct FeatureCount {
  uint64_t features = 0;
  /// Of the compiler, among them.
  uint64_t edges = 0;
};

class Statement;

class Database {
public:
  enum class Mode { ReadWrite, ReadOnly };

  /// Opens or creates (ReadWrite) the file. Refuses a file that is not ours, is
  /// damaged, or was written by a newer schema. ReadOnly works in folders that
  /// cannot be written, too, if the last campaign ended orderly.
  static llvm::Expected<Database> open(llvm::StringRef path, Mode mode);

  /// What a link stands for: what belongs to a database is beside the file.
  static std::string realPath(llvm::StringRef path);

  Database(Database &&) = default;
  Database &operator=(Database &&) = default;

  llvm::Expected<int64_t> beginRun(const RunInfo &info);
  llvm::Error finishRun(int64_t run, double seconds);

  /// True if the signature is new, or was marked as fixed; otherwise the known
  /// finding's duplicates are counted up (unless `folder` is already its
  /// folder: recovery is idempotent). `decides`: the program whose raw finding
  /// this settles, in the same transaction.
  llvm::Expected<bool>
  addFinding(int64_t run, const Finding &finding, llvm::StringRef folder,
             double seconds = -1,
             std::optional<ProgramKey> decides = std::nullopt);
  llvm::Error addDuplicates(llvm::StringRef signature, uint64_t count,
                            std::optional<ProgramKey> decides = std::nullopt);
  llvm::Expected<bool> isDecided(ProgramKey program);
  llvm::Expected<bool> hasFolder(llvm::StringRef folder);

  llvm::Error addProgress(int64_t run, const ProgressUpdate &update);
  /// In place of what was taken from the shard before, in one transaction with
  /// what that adds to the run.
  llvm::Error putShard(int64_t run, const ShardRow &row,
                       const ProgressUpdate &update);
  /// By number.
  llvm::Expected<std::vector<ShardRow>> shards(int64_t run);

  // What a person says.
  llvm::Error setStatus(int64_t id, FindingStatus status);
  llvm::Error setNote(int64_t id, llvm::StringRef note);
  /// Both, of the finding with the signature.
  llvm::Error settle(llvm::StringRef signature, FindingStatus status,
                     llvm::StringRef note);
  /// Finding `id` is the same as `into`: its duplicates count there.
  llvm::Error merge(int64_t id, int64_t into);
  /// The same finding with another program, in another folder.
  llvm::Error replaceFinding(int64_t id, const Finding &finding,
                             llvm::StringRef folder);

  llvm::Expected<std::vector<RunInfo>> runs();
  /// Merged ones included.
  llvm::Expected<std::vector<FindingRow>> findings();
  /// The same with nothing of each finding but its signature and its reason,
  /// and without its history: what a list of a hundred thousand needs.
  llvm::Expected<std::vector<FindingRow>> findingList();
  /// Summed over all runs.
  llvm::Expected<Counts> counters();
  llvm::Expected<Counts> firings();
  llvm::Expected<Counts> counters(int64_t run);
  llvm::Expected<Counts> firings(int64_t run);
  /// Features to the run that had them first.
  llvm::Expected<Counts> coverage();
  /// How many there are, by that run; there may be millions.
  llvm::Expected<std::map<int64_t, FeatureCount>> featureCounts();
  /// Features that this run had first, to the program.
  llvm::Expected<Counts> coverage(int64_t run);
  llvm::Expected<std::vector<ProgressPoint>> progress(int64_t run);

  llvm::StringRef path() const { return fileName; }

private:
  struct Closer {
    void operator()(sqlite3 *handle) const;
  };

  Database(std::string path, sqlite3 *handle)
      : fileName(std::move(path)), handle(handle) {}
  /// `name`: what SQLite opens, the path or a URI of it.
  static llvm::Expected<Database> openAs(llvm::StringRef path,
                                         const std::string &name, Mode mode);
  llvm::Error prepareSchema(Mode mode);
  llvm::Error execute(const char *sql);
  llvm::Error failure(int code) const;
  llvm::Error extendSchema();
  llvm::Error inTransaction(llvm::function_ref<llvm::Error()> work);
  llvm::Error countUp(llvm::StringRef signature, uint64_t count);
  llvm::Error markDecided(std::optional<ProgramKey> program);
  llvm::Error addCounts(const char *sql, int64_t run, const Counts &counts);
  /// In a transaction.
  llvm::Error applyProgress(int64_t run, const ProgressUpdate &update);
  llvm::Error addPoint(int64_t run, const ProgressPoint &point);
  llvm::Error setDone(int64_t run, const ProgramSet &done);
  llvm::Expected<Counts> readCounts(const char *sql);
  llvm::Expected<Counts> readRows(Statement &select);

  std::string fileName;
  std::unique_ptr<sqlite3, Closer> handle;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_DATABASE_H
