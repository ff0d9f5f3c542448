//===- SeededBugs.cpp - The registry of planted miscompilations -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/SeededBugs.h"

using namespace tilefuzz;

static constexpr SeededBugInfo bugTable[] = {
#define SEEDED_BUG(Enum, Name, Where, Summary)                                 \
  {SeededBug::Enum, llvm::StringLiteral(Name), llvm::StringLiteral(Where),     \
   llvm::StringLiteral(Summary)},
#include "compiler/Support/SeededBugs.def"
#undef SEEDED_BUG
};
static_assert(std::size(bugTable) <= 64, "BugSet holds 64 bugs");

llvm::ArrayRef<SeededBugInfo> tilefuzz::getSeededBugs() { return bugTable; }

std::optional<SeededBug> tilefuzz::findSeededBug(llvm::StringRef name) {
  for (const SeededBugInfo &info : bugTable)
    if (info.name == name)
      return info.bug;
  return std::nullopt;
}

const SeededBugInfo &tilefuzz::getInfo(SeededBug bug) {
  return bugTable[unsigned(bug)];
}
