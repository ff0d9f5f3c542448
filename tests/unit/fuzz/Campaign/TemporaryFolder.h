//===- TemporaryFolder.h - A folder for the time of a test ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_FUZZ_CAMPAIGN_TEMPORARYFOLDER_H
#define TILEFUZZ_TESTS_UNIT_FUZZ_CAMPAIGN_TEMPORARYFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>

/// Removed with its contents at the end.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("tilefuzz", folder));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(folder); }

  std::string operator/(llvm::StringRef name) const {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }
  std::string path() const { return folder.str().str(); }

  /// Entries, hidden ones included.
  static unsigned countEntries(llvm::StringRef parent) {
    std::error_code code;
    unsigned count = 0;
    for (llvm::sys::fs::directory_iterator it(parent, code), end;
         it != end && !code; it.increment(code))
      ++count;
    return count;
  }

private:
  llvm::SmallString<128> folder;
};

/// `expected` must be an error whose message contains `part`.
#define EXPECT_THAT_ERROR_CONTAINS(expected, part)                             \
  do {                                                                         \
    auto result = expected;                                                    \
    ASSERT_FALSE(bool(result));                                                \
    std::string message = llvm::toString(result.takeError());                  \
    EXPECT_NE(message.find(part), std::string::npos) << message;               \
  } while (false)

#endif // TILEFUZZ_TESTS_UNIT_FUZZ_CAMPAIGN_TEMPORARYFOLDER_H
