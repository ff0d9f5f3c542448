//===- ResultLines.h - Results as lines of JSON -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A file whose first line says by which settings the others were made. It grows
// by whole lines; a last one that was cut off is thrown away.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_RESULTLINES_H
#define TILEFUZZ_FUZZ_SCORE_RESULTLINES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace tilefuzz {

/// False: it cannot be written.
bool writeLine(int fd, const llvm::json::Value &value);

/// The lines after the first; an error if the file is of other settings. A file
/// that is not there has none.
llvm::Error readResultLines(
    llvm::StringRef file, const llvm::json::Value &settings,
    llvm::function_ref<llvm::Error(const llvm::json::Value &)> take);

class ResultLines {
public:
  ResultLines() = default;
  ~ResultLines();
  ResultLines(const ResultLines &) = delete;
  ResultLines &operator=(const ResultLines &) = delete;

  /// Reads what is there, cuts off half a line, and writes the settings into an
  /// empty file.
  llvm::Error
  open(const std::string &name, const llvm::json::Value &settings,
       llvm::function_ref<llvm::Error(const llvm::json::Value &)> take);
  /// Does nothing if no file is open.
  llvm::Error append(const llvm::json::Value &value);

private:
  std::string path;
  int fd = -1;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_RESULTLINES_H
