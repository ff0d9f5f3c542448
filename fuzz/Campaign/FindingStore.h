//===- FindingStore.h - Where finding folders live --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The folder beside the database. A worker puts a raw finding into `pending/`
// the moment it sees it, then bisects and reduces, puts the final folder
// beside, and only then removes the pending one. Whatever dies in between, the
// next start finds a whole folder and imports it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_FINDINGSTORE_H
#define TILEFUZZ_FUZZ_CAMPAIGN_FINDINGSTORE_H

#include "fuzz/Campaign/Database.h"
#include "fuzz/Campaign/Finding.h"

namespace tilefuzz {

class FindingStore {
public:
  explicit FindingStore(llvm::StringRef root) : root(root) {}

  /// `campaign.db` keeps its findings in `campaign.findings`.
  static std::string rootFor(llvm::StringRef databasePath);

  /// Stores a raw finding; returns its pending folder.
  llvm::Expected<std::string> addPending(const Finding &finding) const;
  /// Stores the final folder, then removes `pendingFolder` (may be empty).
  llvm::Expected<std::string> addFinal(const Finding &finding,
                                       llvm::StringRef pendingFolder) const;
  void dropPending(llvm::StringRef pendingFolder) const;
  /// Puts the pending findings of one program, whose worker is dead, into place
  /// as they are; returns their folders.
  llvm::Expected<std::vector<std::string>>
  finishPending(std::optional<uint64_t> programIndex) const;

  /// Moves pending folders that no living process works on into place and adds
  /// every folder that the database does not know. Returns those that were new.
  /// Not to be called while workers run.
  llvm::Expected<std::vector<FindingRow>> recover(Database &database,
                                                  int64_t run) const;

  const std::string &path() const { return root; }

private:
  std::string pendingRoot() const;

  std::string root;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_FINDINGSTORE_H
