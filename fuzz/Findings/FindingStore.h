//===- FindingStore.h - Where finding folders live --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The folder beside the database. A worker puts a raw finding into
// `pending/RUN-PROGRAM` (or `RUN-PROGRAM-PART`) the moment it sees it. Triage
// bisects and reduces it, puts the final folder beside, and the parent removes
// the pending one when the database knows what became of it. Whatever dies in
// between, the next start finds a whole folder and goes on.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_FINDINGSTORE_H
#define TILEFUZZ_FUZZ_FINDINGS_FINDINGSTORE_H

#include "fuzz/Findings/Database.h"
#include "fuzz/Findings/Finding.h"

namespace tilefuzz {

class FindingStore {
public:
  explicit FindingStore(llvm::StringRef root) : root(root) {}

  /// `campaign.db` keeps its findings in `campaign.findings`.
  static std::string rootFor(llvm::StringRef databasePath);

  /// Stores a raw finding; returns its pending folder. One that is there stays.
  llvm::Expected<std::string> addPending(const Finding &finding) const;
  /// Stores the final folder.
  llvm::Expected<std::string> addFinal(const Finding &finding) const;
  void dropPending(llvm::StringRef pendingFolder) const;
  /// Pending findings of a run that has the number of one that only begins: its
  /// database is gone. They become findings of no run. Returns those that
  /// cannot be read, one line each; they stay, under another name.
  llvm::Expected<std::vector<std::string>> detachFromRun(int64_t run) const;
  /// What the pending folder is about; none: it is called otherwise.
  static std::optional<ProgramKey> keyOf(llvm::StringRef pendingFolder);
  /// What waits for triage, in the order in which it is decided.
  std::map<ProgramKey, std::string> pending() const;

  /// Writes what a person said into the finding's folder, too, so that it
  /// outlives the database.
  static llvm::Error writeTriage(llvm::StringRef folder, FindingStatus status,
                                 llvm::StringRef note);

  /// What `recover` did.
  struct Recovery {
    /// Findings that the database did not have.
    std::vector<FindingRow> added;
    /// Folders that cannot be read, one line each; they stay where they are.
    std::vector<std::string> damaged;
  };
  /// Removes half-written folders of dead processes. Not to be called while
  /// workers run.
  void tidy() const;
  /// Adds every final folder that the database does not know, and removes what
  /// dead processes left: half-written folders, and pending ones that were
  /// decided. Not to be called while workers run.
  llvm::Expected<Recovery> recover(Database &database, int64_t run) const;

  const std::string &path() const { return root; }

private:
  std::string pendingRoot() const;
  static llvm::Error readTriage(Database &database, FindingRow &row);

  std::string root;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_FINDINGSTORE_H
