//===- Database.h - The campaign's memory -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One SQLite file in WAL mode holds runs, findings, counters and firings; this
// is the only class that speaks SQL. Findings' contents live in their folders
// (Finding.h); the database knows where, and which are the same.
//
// Every failure is one line `FILE: error: what happened, what to do`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_DATABASE_H
#define TILEFUZZ_FUZZ_CAMPAIGN_DATABASE_H

#include "fuzz/Campaign/Finding.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <memory>

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
};

/// A point of the run's course.
struct ProgressPoint {
  double seconds = 0;
  uint64_t programs = 0, comparisons = 0, findings = 0;
};

struct FindingRow {
  Finding finding;
  std::string folder;
  int64_t run = 0;
  /// How often the same signature was met again.
  uint64_t duplicates = 0;
};

/// Ordered, so that everything made from it is the same every time.
using Counts = std::map<std::string, uint64_t>;

class Database {
public:
  enum class Mode { ReadWrite, ReadOnly };

  /// Opens or creates (ReadWrite) the file. Refuses a file that is not ours, is
  /// damaged, or was written by a newer schema.
  static llvm::Expected<Database> open(llvm::StringRef path, Mode mode);

  Database(Database &&) = default;
  Database &operator=(Database &&) = default;

  llvm::Expected<int64_t> beginRun(const RunInfo &info);
  llvm::Error finishRun(int64_t run, double seconds);

  /// True if the signature is new; otherwise the known finding's duplicates
  /// are counted up (unless `folder` is already its folder: recovery is
  /// idempotent).
  llvm::Expected<bool> addFinding(int64_t run, const Finding &finding,
                                  llvm::StringRef folder);
  llvm::Error addDuplicates(llvm::StringRef signature, uint64_t count);
  llvm::Expected<bool> hasFolder(llvm::StringRef folder);

  /// Adds to the run's counters and firings and appends one progress point, in
  /// one transaction.
  llvm::Error addProgress(int64_t run, const Counts &counters,
                          const Counts &firings, const ProgressPoint &point);

  llvm::Expected<std::vector<RunInfo>> runs();
  llvm::Expected<std::vector<FindingRow>> findings();
  /// Summed over all runs.
  llvm::Expected<Counts> counters();
  llvm::Expected<Counts> firings();
  llvm::Expected<std::vector<ProgressPoint>> progress(int64_t run);

  llvm::StringRef path() const { return fileName; }

private:
  struct Closer {
    void operator()(sqlite3 *handle) const;
  };

  Database(std::string path, sqlite3 *handle)
      : fileName(std::move(path)), handle(handle) {}
  llvm::Error prepareSchema(Mode mode);
  llvm::Error execute(const char *sql);
  llvm::Error failure(int code) const;
  llvm::Error addCounts(const char *sql, int64_t run, const Counts &counts);
  llvm::Expected<Counts> readCounts(const char *sql);

  std::string fileName;
  std::unique_ptr<sqlite3, Closer> handle;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_DATABASE_H
