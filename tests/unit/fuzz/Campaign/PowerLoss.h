//===- PowerLoss.h - What is on the disk when the power goes ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A SQLite file system over the machine's own that remembers what of each file
// was synced. A disk may have written any part of the rest, or nothing of it,
// in any order.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_FUZZ_CAMPAIGN_POWERLOSS_H
#define TILEFUZZ_TESTS_UNIT_FUZZ_CAMPAIGN_POWERLOSS_H

#include <cstdint>
#include <map>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <vector>

/// SQLite's default file system while it lives.
class PowerLoss {
public:
  /// `liesAboutSync`: a disk that says that it has written, and has not.
  explicit PowerLoss(bool liesAboutSync = false);
  ~PowerLoss();

  /// What the disk may hold now, by path; each seed is another way.
  std::map<std::string, std::string> survivors(uint64_t seed) const;

  /// A write, or with no bytes a new length.
  struct Change {
    int64_t offset = 0;
    std::optional<std::string> bytes;
  };
  struct File {
    std::string synced;
    /// Its name was synced: SQLite syncs the folder after a file's first sync.
    bool isNamed = false;
    std::vector<Change> unsynced;
  };
  /// Files of this process.
  std::map<std::string, File> files;
  bool liesAboutSync;

private:
  sqlite3_vfs vfs;
  sqlite3_vfs *before;
};

#endif // TILEFUZZ_TESTS_UNIT_FUZZ_CAMPAIGN_POWERLOSS_H
