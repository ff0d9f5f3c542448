//===- ChangedLines.h - Which lines a change touches ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CHANGE_CHANGEDLINES_H
#define TILEFUZZ_FUZZ_CHANGE_CHANGEDLINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tilefuzz {

struct LineRange {
  unsigned first = 0, last = 0;

  bool meets(unsigned begin, unsigned end) const {
    return first <= end && begin <= last;
  }
};

struct ChangedFile {
  /// Relative to the tree.
  std::string path;
  /// Of the file as it is now. What was taken out stands for the lines around
  /// it.
  std::vector<LineRange> lines;
  /// All of it: it is new, gone, binary, or nothing is known of its lines.
  bool isWhole = false;
  /// Only comments and empty lines: nothing that runs.
  bool isComment = false;
};

/// Of what `git diff -U0 --no-prefix --no-renames` prints.
std::vector<ChangedFile> parseDiff(llvm::StringRef text);
/// `FILE`, `FILE:LINE` or `FILE:FIRST-LAST`.
llvm::Expected<ChangedFile> parseChangedFile(llvm::StringRef text);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CHANGE_CHANGEDLINES_H
