//===- FindingStore.cpp - Where finding folders live ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/FindingStore.h"
#include "compiler/Support/Files/SyncedFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace tilefuzz;

std::string FindingStore::rootFor(llvm::StringRef databasePath) {
  llvm::SmallString<128> path(Database::realPath(databasePath));
  llvm::sys::path::replace_extension(path, "findings");
  return path.str().str();
}

std::string FindingStore::pendingRoot() const {
  llvm::SmallString<128> path(root);
  llvm::sys::path::append(path, "pending");
  return path.str().str();
}

llvm::Expected<std::string>
FindingStore::addPending(const Finding &finding) const {
  std::string name =
      std::to_string(finding.run) + "-" + std::to_string(finding.programIndex);
  if (finding.part)
    name += "-" + std::to_string(finding.part);
  return writeFindingFolderAs(finding, pendingRoot(), name);
}

void FindingStore::dropPending(llvm::StringRef pendingFolder) const {
  llvm::sys::fs::remove_directories(pendingFolder);
}

llvm::Expected<std::string>
FindingStore::addFinal(const Finding &finding) const {
  return writeFindingFolder(finding, root);
}

/// The finding folders of `parent`, sorted; hidden ones are unfinished writes.
static std::vector<std::string> foldersIn(llvm::StringRef parent) {
  std::vector<std::string> folders;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(parent, code), end;
       it != end && !code; it.increment(code)) {
    llvm::StringRef name = llvm::sys::path::filename(it->path());
    if (!name.starts_with(".") && name != "pending" &&
        llvm::sys::fs::is_directory(it->path()))
      folders.push_back(it->path());
  }
  llvm::sort(folders);
  return folders;
}

/// Half-written folders of dead processes.
static void removeUnfinished(llvm::StringRef parent) {
  std::error_code code;
  std::vector<std::string> unfinished;
  for (llvm::sys::fs::directory_iterator it(parent, code), end;
       it != end && !code; it.increment(code))
    if (llvm::sys::path::filename(it->path()).starts_with("."))
      unfinished.push_back(it->path());
  for (const std::string &folder : unfinished)
    llvm::sys::fs::remove_directories(folder);
}

void FindingStore::tidy() const {
  removeUnfinished(root);
  removeUnfinished(pendingRoot());
}

std::optional<ProgramKey> FindingStore::keyOf(llvm::StringRef pendingFolder) {
  auto [run, rest] = llvm::sys::path::filename(pendingFolder).split('-');
  auto [index, part] = rest.split('-');
  ProgramKey key;
  if (run.getAsInteger(10, key.run) || index.getAsInteger(10, key.index) ||
      (!part.empty() && part.getAsInteger(10, key.part)))
    return std::nullopt;
  return key;
}

std::map<ProgramKey, std::string> FindingStore::pending() const {
  std::map<ProgramKey, std::string> found;
  for (std::string &folder : foldersIn(pendingRoot()))
    if (std::optional<ProgramKey> key = keyOf(folder))
      found[*key] = std::move(folder);
  return found;
}

llvm::Expected<std::vector<std::string>>
FindingStore::detachFromRun(int64_t run) const {
  std::vector<std::string> damaged;
  for (const auto &[key, folder] : pending()) {
    if (key.run != run)
      continue;
    llvm::SmallString<128> target(pendingRoot());
    llvm::Expected<Finding> finding = readFindingFolder(folder);
    if (finding) {
      finding->run = 0;
      finding->programIndex =
          llvm::xxHash64(finding->program + finding->llvmProgram) >> 1;
      finding->part = key.part;
      std::string name = "0-" + std::to_string(finding->programIndex);
      if (key.part)
        name += "-" + std::to_string(key.part);
      llvm::sys::path::append(target, name);
      if (llvm::Error error = replaceFindingFile(*finding, folder))
        return std::move(error);
    } else {
      damaged.push_back(llvm::toString(finding.takeError()));
      llvm::sys::path::append(target,
                              "damaged-" + llvm::sys::path::filename(folder));
    }
    if (llvm::Error error = renameSynced(folder, target))
      return std::move(error);
  }
  return damaged;
}

static std::string triageFile(llvm::StringRef folder) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, "triage.json");
  return path.str().str();
}

llvm::Error FindingStore::writeTriage(llvm::StringRef folder,
                                      FindingStatus status,
                                      llvm::StringRef note) {
  // A folder that was moved away has no place for it; the database has it.
  if (!llvm::sys::fs::is_directory(folder))
    return llvm::Error::success();
  llvm::json::Object object{{"status", toString(status)},
                            {"note", llvm::json::fixUTF8(note)}};
  return replaceSynced(
      triageFile(folder),
      llvm::formatv("{0}\n", llvm::json::Value(std::move(object))).str());
}

llvm::Error FindingStore::readTriage(Database &database, FindingRow &row) {
  auto buffer = llvm::MemoryBuffer::getFile(triageFile(row.folder));
  if (!buffer)
    return llvm::Error::success();
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse((*buffer)->getBuffer());
  if (!value) {
    llvm::consumeError(value.takeError());
    return llvm::Error::success();
  }
  const llvm::json::Object *object = value->getAsObject();
  std::optional<FindingStatus> status;
  if (object)
    status = parseFindingStatus(object->getString("status").value_or(""));
  if (!status)
    return llvm::Error::success();
  llvm::Expected<std::vector<FindingRow>> rows = database.findings();
  if (!rows)
    return rows.takeError();
  row.status = *status;
  row.note = object->getString("note").value_or("").str();
  for (const FindingRow &stored : *rows) {
    if (stored.folder != row.folder)
      continue;
    if (llvm::Error error = database.setStatus(stored.id, row.status))
      return error;
    return database.setNote(stored.id, row.note);
  }
  return llvm::Error::success();
}

llvm::Expected<FindingStore::Recovery>
FindingStore::recover(Database &database, int64_t run) const {
  tidy();
  Recovery recovery;
  for (const std::string &folder : foldersIn(root)) {
    llvm::Expected<bool> known = database.hasFolder(folder);
    if (!known)
      return known.takeError();
    if (*known)
      continue;
    llvm::Expected<Finding> finding = readFindingFolder(folder);
    if (!finding) {
      recovery.damaged.push_back(llvm::toString(finding.takeError()));
      continue;
    }
    // Written by a triage that did not come to say so.
    std::optional<ProgramKey> decides;
    if (finding->run)
      decides = ProgramKey{int64_t(finding->run), finding->programIndex,
                           finding->part};
    llvm::Expected<bool> isNew =
        database.addFinding(run, *finding, folder, -1, decides);
    if (!isNew)
      return isNew.takeError();
    if (!*isNew)
      continue;
    FindingRow row;
    row.finding = std::move(*finding);
    row.folder = folder;
    row.run = run;
    if (llvm::Error error = readTriage(database, row))
      return std::move(error);
    recovery.added.push_back(std::move(row));
  }
  for (const auto &[key, folder] : pending()) {
    llvm::Expected<bool> decided = database.isDecided(key);
    if (!decided)
      return decided.takeError();
    if (*decided)
      dropPending(folder);
  }
  return recovery;
}
