//===- SeededBugs.cpp - The registry of planted miscompilations -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/SeededBugs.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;

static constexpr SeededBugInfo bugTable[] = {
#define SEEDED_BUG(Enum, Name, Class, Where, Summary)                          \
  {SeededBug::Enum, llvm::StringLiteral(Name), BugClass::Class,                \
   llvm::StringLiteral(Where), llvm::StringLiteral(Summary)},
#include "compiler/Support/SeededBugs.def"
#undef SEEDED_BUG
};
static_assert(std::size(bugTable) <= 768, "BugSet holds 768 bugs");

llvm::StringRef tilefuzz::stringifyBugClass(BugClass bugClass) {
  switch (bugClass) {
  case BugClass::Numeric:
    return "numeric";
  case BugClass::Structural:
    return "structural";
  case BugClass::TokenMemory:
    return "token-memory";
  case BugClass::ControlFlow:
    return "control-flow";
  case BugClass::Accuracy:
    return "accuracy";
  }
  llvm_unreachable("unknown class");
}

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

BugCanaries::BugCanaries()
    : reachedCounts(std::size(bugTable)), firedCounts(std::size(bugTable)) {}

void BugCanaries::clear() {
  for (Counts *counts : {&reachedCounts, &firedCounts})
    for (std::atomic<uint64_t> &count : *counts)
      count.store(0, std::memory_order_relaxed);
}
