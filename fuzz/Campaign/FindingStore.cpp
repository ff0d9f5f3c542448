//===- FindingStore.cpp - Where finding folders live ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/FindingStore.h"
#include "fuzz/Campaign/Signature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tilefuzz;

std::string FindingStore::rootFor(llvm::StringRef databasePath) {
  llvm::SmallString<128> path(databasePath);
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
  return writeFindingFolder(finding, pendingRoot());
}

void FindingStore::dropPending(llvm::StringRef pendingFolder) const {
  if (!pendingFolder.empty())
    llvm::sys::fs::remove_directories(pendingFolder);
}

llvm::Expected<std::string>
FindingStore::addFinal(const Finding &finding,
                       llvm::StringRef pendingFolder) const {
  llvm::Expected<std::string> folder = writeFindingFolder(finding, root);
  if (folder)
    dropPending(pendingFolder);
  return folder;
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

llvm::Expected<std::vector<std::string>>
FindingStore::finishPending(std::optional<uint64_t> programIndex) const {
  std::vector<std::string> folders;
  for (const std::string &pending : foldersIn(pendingRoot())) {
    llvm::Expected<Finding> finding = readFindingFolder(pending);
    if (!finding)
      return finding.takeError();
    if (programIndex && finding->programIndex != *programIndex)
      continue;
    // It was not reduced: the raw program stands.
    finding->signature = signatureOf(*finding);
    llvm::Expected<std::string> folder = addFinal(*finding, pending);
    if (!folder)
      return folder.takeError();
    folders.push_back(*folder);
  }
  return folders;
}

llvm::Expected<std::vector<FindingRow>>
FindingStore::recover(Database &database, int64_t run) const {
  removeUnfinished(root);
  removeUnfinished(pendingRoot());
  llvm::Expected<std::vector<std::string>> finished =
      finishPending(std::nullopt);
  if (!finished)
    return finished.takeError();
  std::vector<FindingRow> added;
  for (const std::string &folder : foldersIn(root)) {
    llvm::Expected<bool> known = database.hasFolder(folder);
    if (!known)
      return known.takeError();
    if (*known)
      continue;
    llvm::Expected<Finding> finding = readFindingFolder(folder);
    if (!finding)
      return finding.takeError();
    llvm::Expected<bool> isNew = database.addFinding(run, *finding, folder);
    if (!isNew)
      return isNew.takeError();
    if (*isNew)
      added.push_back({std::move(*finding), folder, run, 0});
  }
  return added;
}
