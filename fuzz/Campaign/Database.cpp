//===- Database.cpp - The campaign's memory -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Database.h"
#include <sqlite3.h>

using namespace tilefuzz;

/// "TILF": says that a SQLite file is ours.
static constexpr int applicationId = 0x54494C46;
static constexpr int schemaVersion = 1;

static constexpr const char *schema = R"sql(
CREATE TABLE runs(
  id INTEGER PRIMARY KEY, seed TEXT NOT NULL, jobs INTEGER NOT NULL, target TEXT NOT NULL,
  bugs TEXT NOT NULL, version TEXT NOT NULL, command TEXT NOT NULL,
  started TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ','now')),
  seconds REAL NOT NULL DEFAULT -1);
CREATE TABLE findings(
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id),
  signature TEXT NOT NULL UNIQUE, folder TEXT NOT NULL, json TEXT NOT NULL,
  duplicates INTEGER NOT NULL DEFAULT 0,
  found TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ','now')));
CREATE TABLE folders(folder TEXT PRIMARY KEY);
CREATE TABLE counters(
  run INTEGER NOT NULL REFERENCES runs(id), name TEXT NOT NULL, value INTEGER NOT NULL,
  PRIMARY KEY(run, name)) WITHOUT ROWID;
CREATE TABLE firings(
  run INTEGER NOT NULL REFERENCES runs(id), pattern TEXT NOT NULL, value INTEGER NOT NULL,
  PRIMARY KEY(run, pattern)) WITHOUT ROWID;
CREATE TABLE progress(
  run INTEGER NOT NULL REFERENCES runs(id), seconds REAL NOT NULL, programs INTEGER NOT NULL,
  comparisons INTEGER NOT NULL, findings INTEGER NOT NULL);
)sql";

namespace {
/// A prepared statement; bind in order, then step.
class Statement {
public:
  Statement(sqlite3 *handle, const char *sql) {
    code = sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement); }
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;

  Statement &bind(int64_t value) {
    note(sqlite3_bind_int64(statement, ++bound, value));
    return *this;
  }
  Statement &bind(double value) {
    note(sqlite3_bind_double(statement, ++bound, value));
    return *this;
  }
  Statement &bind(llvm::StringRef text) {
    note(sqlite3_bind_text(statement, ++bound, text.data(), text.size(),
                           SQLITE_TRANSIENT));
    return *this;
  }
  /// Ready for the next row's values.
  void reset() {
    sqlite3_reset(statement);
    bound = 0;
  }
  /// True while there is a row.
  bool step() {
    if (code != SQLITE_OK && code != SQLITE_ROW)
      return false;
    code = sqlite3_step(statement);
    return code == SQLITE_ROW;
  }
  /// SQLITE_OK, or what went wrong.
  int failureCode() const {
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
  }

  int64_t integer(int column) const {
    return sqlite3_column_int64(statement, column);
  }
  double real(int column) const {
    return sqlite3_column_double(statement, column);
  }
  std::string text(int column) const {
    auto *data =
        reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
    return std::string(data ? data : "",
                       sqlite3_column_bytes(statement, column));
  }

private:
  void note(int result) {
    if (code == SQLITE_DONE)
      code = SQLITE_OK;
    if (code == SQLITE_OK)
      code = result;
  }

  sqlite3_stmt *statement = nullptr;
  int code = SQLITE_OK;
  int bound = 0;
};
} // namespace

void Database::Closer::operator()(sqlite3 *handle) const {
  sqlite3_close_v2(handle);
}

llvm::Error Database::failure(int code) const {
  std::string what;
  switch (code & 0xff) {
  case SQLITE_NOTADB:
    what = "not a SQLite database; name another file with --db";
    break;
  case SQLITE_CORRUPT:
    what = "the database is damaged; move it away, the finding folders beside "
           "it are intact";
    break;
  case SQLITE_READONLY:
  case SQLITE_PERM:
    what = "the database cannot be written; check its permissions and those of "
           "its folder";
    break;
  case SQLITE_FULL:
    what = "no space left on the device";
    break;
  case SQLITE_CANTOPEN:
    what = "the database cannot be opened; check that its folder exists and "
           "can be written";
    break;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    what = "another process holds the database";
    break;
  default:
    what = sqlite3_errmsg(handle.get());
  }
  return llvm::createStringError(fileName + ": error: " + what + " (" +
                                 sqlite3_errstr(code) + ")");
}

llvm::Error Database::execute(const char *sql) {
  int code = sqlite3_exec(handle.get(), sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? llvm::Error::success() : failure(code);
}

llvm::Expected<Database> Database::open(llvm::StringRef path, Mode mode) {
  int flags = mode == Mode::ReadOnly
                  ? SQLITE_OPEN_READONLY
                  : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3 *handle = nullptr;
  int code = sqlite3_open_v2(path.str().c_str(), &handle, flags, nullptr);
  Database database(path.str(), handle);
  if (code != SQLITE_OK)
    return database.failure(code);
  sqlite3_busy_timeout(handle, 10'000);
  if (llvm::Error error = database.prepareSchema(mode))
    return std::move(error);
  return std::move(database);
}

llvm::Error Database::prepareSchema(Mode mode) {
  int64_t application = 0, version = 0, tables = 0;
  for (auto [sql, result] : {std::pair<const char *, int64_t *>{
                                 "PRAGMA application_id", &application},
                             {"PRAGMA user_version", &version},
                             {"SELECT count(*) FROM sqlite_master", &tables}}) {
    Statement statement(handle.get(), sql);
    if (!statement.step())
      return failure(statement.failureCode());
    *result = statement.integer(0);
  }
  bool fresh = tables == 0;
  if (!fresh && application != applicationId)
    return llvm::createStringError(
        fileName +
        ": error: not a tilefuzz database; name another file with --db");
  if (!fresh && version != schemaVersion)
    return llvm::createStringError(
        fileName + ": error: written with schema version " +
        std::to_string(version) + ", this tile-fuzz reads version " +
        std::to_string(schemaVersion) + "; name another file with --db");
  if (mode == Mode::ReadOnly)
    return fresh ? llvm::createStringError(fileName +
                                           ": error: the database is empty")
                 : llvm::Error::success();
  if (llvm::Error error = execute("PRAGMA journal_mode=WAL; PRAGMA "
                                  "synchronous=NORMAL; PRAGMA foreign_keys=ON"))
    return error;
  if (!fresh)
    return llvm::Error::success();
  // Another process may create the schema at the same time: the lock decides,
  // and the loser finds the tables there.
  if (llvm::Error error = execute("BEGIN IMMEDIATE"))
    return error;
  Statement count(handle.get(), "SELECT count(*) FROM sqlite_master");
  if (!count.step())
    return failure(count.failureCode());
  if (count.integer(0) != 0)
    return execute("COMMIT");
  std::string pragmas =
      "PRAGMA application_id=" + std::to_string(applicationId) +
      "; PRAGMA user_version=" + std::to_string(schemaVersion);
  if (llvm::Error error = execute(schema))
    return error;
  if (llvm::Error error = execute(pragmas.c_str()))
    return error;
  count.reset();
  return execute("COMMIT");
}

llvm::Expected<int64_t> Database::beginRun(const RunInfo &info) {
  Statement insert(
      handle.get(),
      "INSERT INTO runs(seed, jobs, target, bugs, version, command) "
      "VALUES(?,?,?,?,?,?)");
  insert.bind(std::to_string(info.seed))
      .bind(int64_t(info.jobs))
      .bind(info.target);
  insert.bind(info.bugs).bind(info.version).bind(info.command).step();
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

llvm::Expected<bool> Database::hasFolder(llvm::StringRef folder) {
  Statement select(handle.get(), "SELECT 1 FROM folders WHERE folder=?");
  bool found = select.bind(folder).step();
  if (int code = select.failureCode())
    return failure(code);
  return found;
}

llvm::Error Database::addDuplicates(llvm::StringRef signature, uint64_t count) {
  Statement update(
      handle.get(),
      "UPDATE findings SET duplicates=duplicates+? WHERE signature=?");
  update.bind(int64_t(count)).bind(signature).step();
  int code = update.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Expected<bool> Database::addFinding(int64_t run, const Finding &finding,
                                          llvm::StringRef folder) {
  llvm::Expected<bool> known = hasFolder(folder);
  if (!known || *known)
    return known ? llvm::Expected<bool>(false) : std::move(known);
  std::string text;
  llvm::raw_string_ostream(text) << finding.toJSON();
  if (llvm::Error error = execute("BEGIN IMMEDIATE"))
    return std::move(error);
  Statement insert(
      handle.get(),
      "INSERT INTO findings(run, signature, folder, json) VALUES(?,?,?,?) "
      "ON CONFLICT(signature) DO NOTHING");
  insert.bind(run).bind(finding.signature).bind(folder).bind(text).step();
  int code = insert.failureCode();
  bool isNew = code == SQLITE_OK && sqlite3_changes(handle.get()) == 1;
  if (code == SQLITE_OK) {
    Statement mark(handle.get(),
                   "INSERT OR IGNORE INTO folders(folder) VALUES(?)");
    mark.bind(folder).step();
    code = mark.failureCode();
  }
  if (code != SQLITE_OK) {
    llvm::Error error = failure(code);
    llvm::consumeError(execute("ROLLBACK"));
    return std::move(error);
  }
  if (!isNew)
    if (llvm::Error error = addDuplicates(finding.signature, 1))
      return std::move(error);
  if (llvm::Error error = execute("COMMIT"))
    return std::move(error);
  return isNew;
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

llvm::Error Database::addProgress(int64_t run, const Counts &counters,
                                  const Counts &firings,
                                  const ProgressPoint &point) {
  if (llvm::Error error = execute("BEGIN IMMEDIATE"))
    return error;
  llvm::Error error = addCounts("INSERT INTO counters(run, name, value) "
                                "VALUES(?,?,?) ON CONFLICT(run, name) "
                                "DO UPDATE SET value=value+excluded.value",
                                run, counters);
  if (!error)
    error = addCounts("INSERT INTO firings(run, pattern, value) VALUES(?,?,?) "
                      "ON CONFLICT(run, "
                      "pattern) DO UPDATE SET value=value+excluded.value",
                      run, firings);
  if (!error) {
    Statement insert(handle.get(), "INSERT INTO progress VALUES(?,?,?,?,?)");
    insert.bind(run).bind(point.seconds).bind(int64_t(point.programs));
    insert.bind(int64_t(point.comparisons))
        .bind(int64_t(point.findings))
        .step();
    if (int code = insert.failureCode())
      error = failure(code);
  }
  if (error) {
    llvm::consumeError(execute("ROLLBACK"));
    return error;
  }
  return execute("COMMIT");
}

llvm::Expected<std::vector<RunInfo>> Database::runs() {
  Statement select(
      handle.get(),
      "SELECT id, seed, jobs, target, bugs, version, command, started, "
      "seconds FROM runs ORDER BY id");
  std::vector<RunInfo> rows;
  while (select.step()) {
    RunInfo row;
    row.id = select.integer(0);
    if (llvm::StringRef(select.text(1)).getAsInteger(10, row.seed))
      return llvm::createStringError(fileName + ": error: run " +
                                     std::to_string(row.id) + " has no seed");
    row.jobs = select.integer(2);
    row.target = select.text(3);
    row.bugs = select.text(4);
    row.version = select.text(5);
    row.command = select.text(6);
    row.started = select.text(7);
    row.seconds = select.real(8);
    rows.push_back(std::move(row));
  }
  if (int code = select.failureCode())
    return failure(code);
  return rows;
}

llvm::Expected<std::vector<FindingRow>> Database::findings() {
  Statement select(
      handle.get(),
      "SELECT json, folder, run, duplicates FROM findings ORDER BY id");
  std::vector<FindingRow> rows;
  while (select.step()) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(select.text(0));
    if (!value)
      return value.takeError();
    llvm::Expected<Finding> finding = parseFinding(*value);
    if (!finding)
      return finding.takeError();
    rows.push_back({std::move(*finding), select.text(1), select.integer(2),
                    uint64_t(select.integer(3))});
  }
  if (int code = select.failureCode())
    return failure(code);
  return rows;
}

llvm::Expected<Counts> Database::readCounts(const char *sql) {
  Statement select(handle.get(), sql);
  Counts counts;
  while (select.step())
    counts[select.text(0)] = select.integer(1);
  if (int code = select.failureCode())
    return failure(code);
  return counts;
}

llvm::Expected<Counts> Database::counters() {
  return readCounts(
      "SELECT name, sum(value) FROM counters GROUP BY name ORDER BY name");
}

llvm::Expected<Counts> Database::firings() {
  return readCounts("SELECT pattern, sum(value) FROM firings GROUP BY pattern "
                    "ORDER BY pattern");
}

llvm::Expected<std::vector<ProgressPoint>> Database::progress(int64_t run) {
  Statement select(
      handle.get(),
      "SELECT seconds, programs, comparisons, findings FROM progress "
      "WHERE run=? ORDER BY seconds");
  select.bind(run);
  std::vector<ProgressPoint> points;
  while (select.step())
    points.push_back({select.real(0), uint64_t(select.integer(1)),
                      uint64_t(select.integer(2)),
                      uint64_t(select.integer(3))});
  if (int code = select.failureCode())
    return failure(code);
  return points;
}
