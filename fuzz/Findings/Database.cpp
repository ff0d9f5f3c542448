//===- Database.cpp - The campaign's memory: the file ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Database.h"
#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Findings/Statement.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"

using namespace tilefuzz;

/// "TILF": says that a SQLite file is ours.
static constexpr int applicationId = 0x54494C46;
static constexpr int schemaVersion = 6;

/// Version 1 had everything but what the second string adds.
static constexpr const char *schema[] = {
    R"sql(
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
)sql",
    R"sql(
ALTER TABLE runs ADD COLUMN options TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN done TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN status TEXT NOT NULL DEFAULT 'new';
ALTER TABLE findings ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN merged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE findings ADD COLUMN seconds REAL NOT NULL DEFAULT -1;
ALTER TABLE progress ADD COLUMN coverage INTEGER NOT NULL DEFAULT 0;
CREATE TABLE decided(
  run INTEGER NOT NULL, program INTEGER NOT NULL, PRIMARY KEY(run, program)) WITHOUT ROWID;
CREATE TABLE coverage(
  feature TEXT PRIMARY KEY, run INTEGER NOT NULL, program INTEGER NOT NULL) WITHOUT ROWID;
)sql",
    "ALTER TABLE progress ADD COLUMN edges INTEGER NOT NULL DEFAULT 0;",
    R"sql(
ALTER TABLE decided RENAME TO decided3;
CREATE TABLE decided(
  run INTEGER NOT NULL, program INTEGER NOT NULL, part INTEGER NOT NULL,
  PRIMARY KEY(run, program, part)) WITHOUT ROWID;
INSERT INTO decided SELECT run, program, 0 FROM decided3;
DROP TABLE decided3;
)sql",
    R"sql(
CREATE TABLE shards(
  run INTEGER NOT NULL REFERENCES runs(id), number INTEGER NOT NULL, done TEXT NOT NULL,
  finished INTEGER NOT NULL, seconds REAL NOT NULL, counters TEXT NOT NULL, firings TEXT NOT NULL,
  PRIMARY KEY(run, number)) WITHOUT ROWID;
)sql",
    // Whoever changes a status, the history has it. When those of before were
    // set is not known.
    R"sql(
CREATE TABLE history(
  finding INTEGER NOT NULL, status TEXT NOT NULL, run INTEGER NOT NULL,
  at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ','now')));
CREATE INDEX history_of ON history(finding);
INSERT INTO history SELECT id, 'new', run, found FROM findings;
INSERT INTO history SELECT id, status, run, '' FROM findings WHERE status<>'new';
CREATE TRIGGER finding_added AFTER INSERT ON findings BEGIN
  INSERT INTO history(finding, status, run) VALUES(new.id, new.status, new.run); END;
CREATE TRIGGER finding_changed AFTER UPDATE OF status ON findings
  WHEN old.status<>new.status BEGIN
  INSERT INTO history(finding, status, run) VALUES(new.id, new.status, new.run); END;
)sql"};

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
  case SQLITE_IOERR:
    what = "the database cannot be read or written; check the space on its "
           "device, and the device";
    break;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    what = "another process holds the database";
    break;
  default:
    what = sqlite3_errmsg(handle.get());
  }
  return storageError(fileName + ": error: " + what + " (" +
                      sqlite3_errstr(code) + ")");
}

llvm::Error Database::execute(const char *sql) {
  int code = sqlite3_exec(handle.get(), sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? llvm::Error::success() : failure(code);
}

/// Whether the file is all there is: nothing waits in the log beside it.
static bool isAtRest(llvm::StringRef path) {
  uint64_t size = 0;
  return llvm::sys::fs::exists(path) &&
         (llvm::sys::fs::file_size(path + "-wal", size) || size == 0);
}

static std::string escapeURI(llvm::StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned char c : path)
    if (llvm::isAlnum(c) || llvm::StringRef("/._-~").contains(c))
      os << c;
    else
      os << llvm::format("%%%02x", c);
  return text;
}

std::string Database::realPath(llvm::StringRef path) {
  llvm::SmallString<128> target;
  bool isLink = llvm::sys::fs::is_symlink_file(path) &&
                !llvm::sys::fs::real_path(path, target);
  return isLink ? target.str().str() : path.str();
}

llvm::Expected<Database> Database::openAs(llvm::StringRef path,
                                          const std::string &name, Mode mode) {
  int flags = mode == Mode::ReadOnly
                  ? SQLITE_OPEN_READONLY
                  : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (name != path)
    flags |= SQLITE_OPEN_URI;
  sqlite3 *handle = nullptr;
  int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  Database database(path.str(), handle);
  if (code != SQLITE_OK)
    return database.failure(code);
  sqlite3_busy_timeout(handle, 10'000);
  if (llvm::Error error = database.prepareSchema(mode))
    return std::move(error);
  return std::move(database);
}

llvm::Expected<Database> Database::open(llvm::StringRef path, Mode mode) {
  // SQLite would make one in memory.
  if (path.empty())
    return llvm::createStringError("--db names no file");
  llvm::Expected<Database> database = openAs(path, path.str(), mode);
  if (database || mode == Mode::ReadWrite || !isAtRest(path))
    return database;
  // Readers of a database in WAL mode write beside it, which they may not here.
  llvm::Expected<Database> unchanging =
      openAs(path, "file:" + escapeURI(path) + "?immutable=1", mode);
  if (!unchanging) {
    llvm::consumeError(unchanging.takeError());
    return database;
  }
  llvm::consumeError(database.takeError());
  return unchanging;
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
    return storageError(
        fileName +
        ": error: not a tilefuzz database; name another file with --db");
  bool readable =
      version == schemaVersion ||
      (mode == Mode::ReadWrite && version > 0 && version < schemaVersion);
  if (!fresh && !readable)
    return storageError(
        fileName + ": error: written with schema version " +
        std::to_string(version) + ", this tile-fuzz reads version " +
        std::to_string(schemaVersion) + "; name another file with --db");
  if (mode == Mode::ReadOnly)
    return fresh ? storageError(fileName + ": error: the database is empty")
                 : llvm::Error::success();
  // FULL: what is told to be stored is there after a power loss, too. A commit
  // is a wait for the disk then, of which a run has two in a second.
  if (llvm::Error error = execute("PRAGMA journal_mode=WAL; PRAGMA "
                                  "synchronous=FULL; PRAGMA foreign_keys=ON"))
    return error;
  if (version == schemaVersion)
    return llvm::Error::success();
  // Another process may do the same at the same time: the lock decides, and the
  // loser finds it done.
  if (llvm::Error error = execute("BEGIN IMMEDIATE"))
    return error;
  llvm::Error error = extendSchema();
  if (!error)
    return execute("COMMIT");
  llvm::consumeError(execute("ROLLBACK"));
  return error;
}

llvm::Error Database::extendSchema() {
  int64_t version = 0;
  {
    // While it is not over no table can be dropped.
    Statement select(handle.get(), "PRAGMA user_version");
    if (!select.step())
      return failure(select.failureCode());
    version = select.integer(0);
  }
  for (int64_t from = version; from < schemaVersion; ++from)
    if (llvm::Error error = execute(schema[from]))
      return error;
  std::string pragmas =
      "PRAGMA application_id=" + std::to_string(applicationId) +
      "; PRAGMA user_version=" + std::to_string(schemaVersion);
  return execute(pragmas.c_str());
}
