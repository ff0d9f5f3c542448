//===- PrintedLines.h - What programs print, to compare ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Blocks print side by side, and a line may come in several pieces: what is
// compared are the lines of each writer, in any order.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_PRINTEDLINES_H
#define TILEFUZZ_INTERP_PROGRAM_PRINTEDLINES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>

namespace tilefuzz {

class PrintedLines {
public:
  /// `writer` is a block of the grid, or an agent of one.
  void add(llvm::StringRef writer, llvm::StringRef text);
  /// Of the lines, whichever writers they are of and in whichever order. What
  /// follows a writer's last newline is a line, too.
  uint64_t digest() const;
  bool empty() const { return !complete && open.empty(); }

  /// Whoever ran the program kept all that it printed.
  bool isKept = false;
  /// Part of it may legally be another text: a float that is not unique, an
  /// unspecified element, a pointer.
  bool isLoose = false;

private:
  uint64_t complete = 0;
  std::map<std::string, std::string> open;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_PRINTEDLINES_H
