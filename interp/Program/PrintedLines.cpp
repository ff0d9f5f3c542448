//===- PrintedLines.cpp - What programs print, to compare -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/PrintedLines.h"
#include "llvm/Support/xxhash.h"

using namespace tilefuzz;

void PrintedLines::add(llvm::StringRef writer, llvm::StringRef text) {
  if (text.empty())
    return;
  std::string &line = open[writer.str()];
  while (!text.empty()) {
    size_t end = text.find('\n');
    line += text.take_front(end);
    if (end == llvm::StringRef::npos)
      return;
    complete += llvm::xxh3_64bits(line);
    line.clear();
    text = text.drop_front(end + 1);
  }
  open.erase(writer.str());
}

uint64_t PrintedLines::digest() const {
  uint64_t sum = complete;
  for (const auto &[writer, line] : open)
    sum += llvm::xxh3_64bits(line);
  return sum;
}
