//===- SeededBugs.h - The registry of planted miscompilations ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each row of SeededBugs.def is one wrong variant of a correct rewrite. The
// set travels as an argument (pass option, populate function); no global.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_SEEDEDBUGS_H
#define TILEFUZZ_COMPILER_SUPPORT_SEEDEDBUGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <bitset>
#include <cstdint>
#include <optional>

namespace tilefuzz {

enum class SeededBug : uint8_t {
#define SEEDED_BUG(Enum, Name, Class, Where, Summary) Enum,
#include "compiler/Support/SeededBugs.def"
#undef SEEDED_BUG
};

/// What a bug gets wrong.
enum class BugClass : uint8_t {
  /// Rounding, signedness, width, flushing, NaN, -0.0, saturation.
  Numeric,
  /// Index maps, axes, order of results, block arguments, loop bounds.
  Structural,
  /// Token edges, ordering, scope, masks, padding, barriers.
  TokenMemory,
  /// Which branch runs, and how often.
  ControlFlow,
};

/// "numeric", "structural", "token-memory" or "control-flow".
llvm::StringRef stringifyBugClass(BugClass bugClass);

struct SeededBugInfo {
  SeededBug bug;
  llvm::StringLiteral name;
  BugClass bugClass;
  /// Pass or pattern that the bug lives in: what attribution must blame.
  llvm::StringLiteral where;
  llvm::StringLiteral summary;
};

/// All seeded bugs, in the order of the table.
llvm::ArrayRef<SeededBugInfo> getSeededBugs();
std::optional<SeededBug> findSeededBug(llvm::StringRef name);
const SeededBugInfo &getInfo(SeededBug bug);

/// The bugs that are switched on. Empty by default: the correct compiler.
class BugSet {
public:
  BugSet() = default;
  BugSet(SeededBug bug) { insert(bug); }
  void insert(SeededBug bug) { bits.set(unsigned(bug)); }
  bool has(SeededBug bug) const { return bits.test(unsigned(bug)); }
  bool empty() const { return bits.none(); }

private:
  std::bitset<256> bits;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_SEEDEDBUGS_H
