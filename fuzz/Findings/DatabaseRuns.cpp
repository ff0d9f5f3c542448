//===- DatabaseRuns.cpp - The campaign's memory: runs ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Findings/Database.h"
#include "fuzz/Findings/Statement.h"

using namespace tilefuzz;

llvm::Expected<int64_t> Database::beginRun(const RunInfo &info) {
  Statement insert(
      handle.get(),
      "INSERT INTO runs(seed, jobs, target, bugs, version, command, options) "
      "VALUES(?,?,?,?,?,?,?)");
  insert.bind(std::to_string(info.seed))
      .bind(int64_t(info.jobs))
      .bind(info.target);
  insert.bind(info.bugs).bind(info.version).bind(info.command);
  insert.bind(info.options).step();
  if (int code = insert.failureCode())
    return failure(code);
  return sqlite3_last_insert_rowid(handle.get());
}

llvm::Error Database::finishRun(int64_t run, double seconds) {
  Statement update(handle.get(), "UPDATE runs SET seconds=? WHERE id=?");
  update.bind(seconds).bind(run).step();
  int code = update.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Error Database::addCounts(const char *sql, int64_t run,
                                const Counts &counts) {
  Statement upsert(handle.get(), sql);
  for (const auto &[name, value] : counts) {
    upsert.bind(run).bind(llvm::StringRef(name)).bind(int64_t(value)).step();
    if (int code = upsert.failureCode())
      return failure(code);
    upsert.reset();
  }
  return llvm::Error::success();
}

llvm::Error Database::addPoint(int64_t run, const ProgressPoint &point) {
  Statement insert(handle.get(),
                   "INSERT INTO progress(run, seconds, programs, comparisons, "
                   "findings, coverage, edges) VALUES(?,?,?,?,?,?,?)");
  insert.bind(run).bind(point.seconds).bind(int64_t(point.programs));
  insert.bind(int64_t(point.comparisons)).bind(int64_t(point.findings));
  insert.bind(int64_t(point.coverage)).bind(int64_t(point.edges)).step();
  int code = insert.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Error Database::setDone(int64_t run, const ProgramSet &done) {
  Statement update(handle.get(), "UPDATE runs SET done=? WHERE id=?");
  update.bind(llvm::StringRef(done.toString())).bind(run).step();
  int code = update.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Error Database::addProgress(int64_t run, const ProgressUpdate &update) {
  return inTransaction([&] { return applyProgress(run, update); });
}

llvm::Error Database::applyProgress(int64_t run, const ProgressUpdate &update) {
  llvm::Error error = addCounts("INSERT INTO counters(run, name, value) "
                                "VALUES(?,?,?) ON CONFLICT(run, name) "
                                "DO UPDATE SET value=value+excluded.value",
                                run, update.counters);
  if (!error)
    error = addCounts("INSERT INTO firings(run, pattern, value) "
                      "VALUES(?,?,?) ON CONFLICT(run, pattern) "
                      "DO UPDATE SET value=value+excluded.value",
                      run, update.firings);
  // The first program that has it, whoever reports first.
  if (!error)
    error = addCounts("INSERT INTO coverage(run, feature, program) "
                      "VALUES(?,?,?) ON CONFLICT(feature) DO UPDATE SET "
                      "program=min(program, excluded.program) "
                      "WHERE run=excluded.run",
                      run, update.coverage);
  if (!error && update.point)
    error = addPoint(run, *update.point);
  if (!error)
    error = setDone(run, update.done);
  return error;
}

llvm::Expected<std::vector<RunInfo>> Database::runs() {
  Statement select(
      handle.get(),
      "SELECT id, seed, jobs, target, bugs, version, command, started, "
      "seconds, options, done, iif(seconds<0, (SELECT max(seconds) FROM "
      "progress WHERE run=runs.id), seconds) FROM runs ORDER BY id");
  std::vector<RunInfo> rows;
  while (select.step()) {
    RunInfo row;
    row.id = select.integer(0);
    std::optional<ProgramSet> done = ProgramSet::parse(select.text(10));
    if (llvm::StringRef(select.text(1)).getAsInteger(10, row.seed) || !done)
      return storageError(fileName + ": error: run " + llvm::Twine(row.id) +
                          " has no seed or no list of programs");
    row.jobs = select.integer(2);
    row.target = select.text(3);
    row.bugs = select.text(4);
    row.version = select.text(5);
    row.command = select.text(6);
    row.started = select.text(7);
    row.seconds = select.real(8);
    row.options = select.text(9);
    row.done = std::move(*done);
    row.spent = select.real(11);
    rows.push_back(std::move(row));
  }
  if (int code = select.failureCode())
    return failure(code);
  return rows;
}

llvm::Expected<Counts> Database::readRows(Statement &select) {
  Counts counts;
  while (select.step())
    counts[select.text(0)] = select.integer(1);
  if (int code = select.failureCode())
    return failure(code);
  return counts;
}

llvm::Expected<Counts> Database::readCounts(const char *sql) {
  Statement select(handle.get(), sql);
  return readRows(select);
}

llvm::Expected<Counts> Database::counters() {
  return readCounts(
      "SELECT name, sum(value) FROM counters GROUP BY name ORDER BY name");
}

llvm::Expected<Counts> Database::firings() {
  return readCounts("SELECT pattern, sum(value) FROM firings GROUP BY pattern "
                    "ORDER BY pattern");
}

llvm::Expected<Counts> Database::counters(int64_t run) {
  Statement select(handle.get(), "SELECT name, value FROM counters WHERE run=? "
                                 "ORDER BY name");
  select.bind(run);
  return readRows(select);
}

llvm::Expected<Counts> Database::firings(int64_t run) {
  Statement select(handle.get(),
                   "SELECT pattern, value FROM firings WHERE run=? "
                   "ORDER BY pattern");
  select.bind(run);
  return readRows(select);
}

llvm::Expected<Counts> Database::coverage(int64_t run) {
  Statement select(handle.get(),
                   "SELECT feature, program FROM coverage WHERE run=? "
                   "ORDER BY feature");
  select.bind(run);
  return readRows(select);
}

llvm::Expected<Counts> Database::coverage() {
  return readCounts("SELECT feature, run FROM coverage ORDER BY feature");
}

llvm::Expected<std::map<int64_t, FeatureCount>> Database::featureCounts() {
  std::map<int64_t, FeatureCount> counts;
  // Grouping would sort them all.
  Statement select(handle.get(), "SELECT run FROM coverage");
  int64_t run = 0;
  FeatureCount *count = nullptr;
  while (select.step()) {
    if (int64_t next = select.integer(0); !count || next != run) {
      run = next;
      count = &counts[run];
    }
    ++count->features;
  }
  if (int code = select.failureCode())
    return failure(code);
  // As in countEdges.
  Statement edges(handle.get(),
                  "SELECT run, count(*) FROM coverage WHERE feature >= 'edge ' "
                  "AND feature < 'edge!' GROUP BY run");
  while (edges.step())
    counts[edges.integer(0)].edges = edges.integer(1);
  if (int code = edges.failureCode())
    return failure(code);
  return counts;
}

llvm::Expected<std::vector<ProgressPoint>> Database::progress(int64_t run) {
  Statement select(
      handle.get(),
      "SELECT seconds, programs, comparisons, findings, coverage, edges "
      "FROM progress WHERE run=? ORDER BY seconds");
  select.bind(run);
  std::vector<ProgressPoint> points;
  while (select.step())
    points.push_back({select.real(0), uint64_t(select.integer(1)),
                      uint64_t(select.integer(2)), uint64_t(select.integer(3)),
                      uint64_t(select.integer(4)),
                      uint64_t(select.integer(5))});
  if (int code = select.failureCode())
    return failure(code);
  return points;
}
