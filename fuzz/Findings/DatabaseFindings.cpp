//===- DatabaseFindings.cpp - The campaign's memory: findings -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Findings/Database.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Findings/Statement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace tilefuzz;

namespace {
struct StatusName {
  FindingStatus status;
  llvm::StringLiteral name;
};
constexpr StatusName statusNames[] = {
    {FindingStatus::New, "new"},       {FindingStatus::Known, "known"},
    {FindingStatus::Fixed, "fixed"},   {FindingStatus::Ours, "ours"},
    {FindingStatus::Theirs, "theirs"},
};
} // namespace

llvm::StringRef tilefuzz::toString(FindingStatus status) {
  for (const StatusName &row : statusNames)
    if (row.status == status)
      return row.name;
  llvm_unreachable("status without a name");
}

std::optional<FindingStatus>
tilefuzz::parseFindingStatus(llvm::StringRef text) {
  for (const StatusName &row : statusNames)
    if (row.name == text)
      return row.status;
  return std::nullopt;
}

bool tilefuzz::isSettled(FindingStatus status) {
  return status != FindingStatus::New && status != FindingStatus::Fixed;
}

bool FindingRow::isBack() const {
  return status == FindingStatus::New &&
         llvm::any_of(history, [](const StatusChange &change) {
           return change.status == FindingStatus::Fixed;
         });
}

/// What is stored of a folder: wherever the database is and however it is
/// named, its folders stand beside it.
static llvm::StringRef keyOf(llvm::StringRef folder) {
  return llvm::sys::path::filename(folder);
}

/// The folder of what is stored, which was a path in earlier versions.
static std::string folderOf(llvm::StringRef databasePath,
                            llvm::StringRef stored) {
  llvm::SmallString<128> path(FindingStore::rootFor(databasePath));
  llvm::sys::path::append(path, keyOf(stored));
  return path.str().str();
}

llvm::Expected<bool> Database::hasFolder(llvm::StringRef folder) {
  Statement select(handle.get(), "SELECT 1 FROM folders WHERE folder=?");
  bool found = select.bind(keyOf(folder)).step();
  if (int code = select.failureCode())
    return failure(code);
  return found;
}

llvm::Expected<bool> Database::isDecided(ProgramKey program) {
  Statement select(
      handle.get(),
      "SELECT 1 FROM decided WHERE run=? AND program=? AND part=?");
  bool found = select.bind(program.run)
                   .bind(int64_t(program.index))
                   .bind(int64_t(program.part))
                   .step();
  if (int code = select.failureCode())
    return failure(code);
  return found;
}

llvm::Error Database::markDecided(std::optional<ProgramKey> program) {
  if (!program)
    return llvm::Error::success();
  Statement insert(handle.get(),
                   "INSERT OR IGNORE INTO decided(run, program, part) "
                   "VALUES(?,?,?)");
  insert.bind(program->run)
      .bind(int64_t(program->index))
      .bind(int64_t(program->part))
      .step();
  int code = insert.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Error Database::inTransaction(llvm::function_ref<llvm::Error()> work) {
  if (llvm::Error error = execute("BEGIN IMMEDIATE"))
    return error;
  llvm::Error error = work();
  if (!error)
    error = execute("COMMIT");
  if (error)
    llvm::consumeError(execute("ROLLBACK"));
  return error;
}

llvm::Error Database::countUp(llvm::StringRef signature, uint64_t count) {
  // What was merged into another counts there.
  Statement update(handle.get(),
                   "UPDATE findings SET duplicates=duplicates+? WHERE id="
                   "(SELECT iif(merged, merged, id) FROM findings WHERE "
                   "signature=?)");
  update.bind(int64_t(count)).bind(signature).step();
  int code = update.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Error Database::addDuplicates(llvm::StringRef signature, uint64_t count,
                                    std::optional<ProgramKey> decides) {
  return inTransaction([&] {
    if (llvm::Error error = countUp(signature, count))
      return error;
    return markDecided(decides);
  });
}

llvm::Expected<bool> Database::addFinding(int64_t run, const Finding &finding,
                                          llvm::StringRef folder,
                                          double seconds,
                                          std::optional<ProgramKey> decides) {
  std::string text;
  llvm::raw_string_ostream(text) << finding.toJSON();
  bool isNew = false;
  llvm::Error error = inTransaction([&]() -> llvm::Error {
    llvm::Expected<bool> known = hasFolder(folder);
    if (!known)
      return known.takeError();
    // One that was fixed and shows again is new; one that was merged has the
    // status of what it was merged into.
    Statement insert(
        handle.get(),
        "INSERT INTO findings(run, signature, folder, json, seconds) "
        "VALUES(?,?,?,?,?) ON CONFLICT(signature) DO UPDATE SET "
        "status='new', run=excluded.run, folder=excluded.folder, "
        "json=excluded.json, seconds=excluded.seconds WHERE (SELECT status "
        "FROM "
        "findings AS other WHERE other.id=iif(findings.merged, "
        "findings.merged, findings.id))='fixed'");
    insert.bind(run).bind(finding.signature).bind(keyOf(folder));
    insert.bind(llvm::StringRef(text)).bind(seconds).step();
    if (int code = insert.failureCode())
      return failure(code);
    isNew = sqlite3_changes(handle.get()) == 1;
    if (isNew) {
      Statement update(
          handle.get(),
          "UPDATE findings SET status='new', run=?, seconds=? WHERE id="
          "(SELECT merged FROM findings WHERE signature=?)");
      update.bind(run).bind(seconds).bind(finding.signature).step();
      if (int code = update.failureCode())
        return failure(code);
    }
    Statement mark(handle.get(),
                   "INSERT OR IGNORE INTO folders(folder) VALUES(?)");
    mark.bind(keyOf(folder)).step();
    if (int code = mark.failureCode())
      return failure(code);
    if (!isNew && !*known)
      if (llvm::Error error = countUp(finding.signature, 1))
        return error;
    return markDecided(decides);
  });
  if (error)
    return std::move(error);
  return isNew;
}

llvm::Expected<std::vector<FindingRow>> Database::findingList() {
  Statement select(handle.get(),
                   "SELECT signature, json_extract(json, '$.reason'), folder, "
                   "run, duplicates, id, status, note, merged FROM findings "
                   "ORDER BY id");
  std::vector<FindingRow> rows;
  while (select.step()) {
    FindingRow &row = rows.emplace_back();
    row.finding.signature = select.text(0);
    row.finding.reason = select.text(1);
    row.folder = folderOf(fileName, select.text(2));
    row.run = select.integer(3);
    row.duplicates = select.integer(4);
    row.id = select.integer(5);
    row.status =
        parseFindingStatus(select.text(6)).value_or(FindingStatus::New);
    row.note = select.text(7);
    row.mergedInto = select.integer(8);
  }
  if (int code = select.failureCode())
    return failure(code);
  return rows;
}

llvm::Expected<std::vector<FindingRow>> Database::findings() {
  Statement select(handle.get(),
                   "SELECT json, folder, run, duplicates, id, status, note, "
                   "merged, seconds, found FROM findings ORDER BY id");
  std::vector<FindingRow> rows;
  while (select.step()) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(select.text(0));
    if (!value)
      return asStorageError(value.takeError());
    llvm::Expected<Finding> finding = parseFinding(*value);
    if (!finding)
      return asStorageError(finding.takeError());
    FindingRow row;
    row.finding = std::move(*finding);
    row.folder = folderOf(fileName, select.text(1));
    row.finding.command = commandFor(row.finding, row.folder);
    row.run = select.integer(2);
    row.duplicates = select.integer(3);
    row.id = select.integer(4);
    row.status =
        parseFindingStatus(select.text(5)).value_or(FindingStatus::New);
    row.note = select.text(6);
    row.mergedInto = select.integer(7);
    row.seconds = select.real(8);
    row.found = select.text(9);
    rows.push_back(std::move(row));
  }
  if (int code = select.failureCode())
    return failure(code);
  // Both are in the order of findings.
  Statement changes(handle.get(), "SELECT finding, status, run, at FROM "
                                  "history ORDER BY finding, rowid");
  size_t at = 0;
  while (changes.step()) {
    while (at < rows.size() && rows[at].id < changes.integer(0))
      ++at;
    if (at == rows.size() || rows[at].id != changes.integer(0))
      continue;
    StatusChange change;
    change.status =
        parseFindingStatus(changes.text(1)).value_or(FindingStatus::New);
    change.run = changes.integer(2);
    change.at = changes.text(3);
    rows[at].history.push_back(std::move(change));
  }
  if (int code = changes.failureCode())
    return failure(code);
  return rows;
}

llvm::Error Database::replaceFinding(int64_t id, const Finding &finding,
                                     llvm::StringRef folder) {
  std::string text;
  llvm::raw_string_ostream(text) << finding.toJSON();
  return inTransaction([&]() -> llvm::Error {
    Statement update(handle.get(),
                     "UPDATE findings SET folder=?, json=? WHERE id=?");
    update.bind(keyOf(folder)).bind(llvm::StringRef(text)).bind(id).step();
    if (int code = update.failureCode())
      return failure(code);
    Statement mark(handle.get(),
                   "INSERT OR IGNORE INTO folders(folder) VALUES(?)");
    mark.bind(keyOf(folder)).step();
    int code = mark.failureCode();
    return code ? failure(code) : llvm::Error::success();
  });
}

llvm::Error Database::setStatus(int64_t id, FindingStatus status) {
  Statement update(handle.get(), "UPDATE findings SET status=? WHERE id=?");
  update.bind(toString(status)).bind(id).step();
  int code = update.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Error Database::setNote(int64_t id, llvm::StringRef note) {
  Statement update(handle.get(), "UPDATE findings SET note=? WHERE id=?");
  update.bind(note).bind(id).step();
  int code = update.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Error Database::settle(llvm::StringRef signature, FindingStatus status,
                             llvm::StringRef note) {
  Statement update(handle.get(),
                   "UPDATE findings SET status=?, note=? WHERE signature=?");
  update.bind(toString(status)).bind(note).bind(signature).step();
  int code = update.failureCode();
  return code ? failure(code) : llvm::Error::success();
}

llvm::Error Database::merge(int64_t id, int64_t into) {
  return inTransaction([&]() -> llvm::Error {
    for (const char *sql :
         {"UPDATE findings SET duplicates=duplicates+1+(SELECT duplicates FROM "
          "findings WHERE id=?1) WHERE id=?2",
          // Nothing stays merged into what is merged itself.
          "UPDATE findings SET merged=?2 WHERE id=?1 OR merged=?1"}) {
      Statement update(handle.get(), sql);
      update.bind(id).bind(into).step();
      if (int code = update.failureCode())
        return failure(code);
    }
    return llvm::Error::success();
  });
}
