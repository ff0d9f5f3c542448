//===- SeededBugs.h - The registry of planted miscompilations ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each row of SeededBugs.def is one wrong variant of a correct rewrite. The
// set travels as an argument (pass option, populate function); no global. It
// may carry counters (`BugCanaries`) that tell how far a bug came:
//
//   reached     the code that holds the bug ran on an input where it could act
//   fired       the wrong variant was taken, and did something else
//   observed    an oracle reported a disagreement
//   attributed  the finding blames the bug's `where`
//
// The first two are counted at the sites, the others by who runs the oracles
// (fuzz/Score). Rows of a pattern table are counted by the registry: reached
// when a pattern of the row's name is tried on an operation, fired when the
// wrong one applied. Every other site asks one of `pick`, `acts` and `reach`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_SEEDEDBUGS_H
#define TILEFUZZ_COMPILER_SUPPORT_SEEDEDBUGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

namespace tilefuzz {

enum class SeededBug : uint16_t {
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
  /// A result that is not unique lies too far off: only its enclosure tells.
  Accuracy,
};

/// "numeric", "structural", "token-memory", "control-flow" or "accuracy".
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

/// How often each bug was reached and fired. Passes may count from several
/// threads.
class BugCanaries {
public:
  BugCanaries();
  void countReached(SeededBug bug) { add(reachedCounts, bug); }
  void countFired(SeededBug bug) { add(firedCounts, bug); }
  uint64_t reached(SeededBug bug) const { return get(reachedCounts, bug); }
  uint64_t fired(SeededBug bug) const { return get(firedCounts, bug); }
  void clear();

private:
  using Counts = std::vector<std::atomic<uint64_t>>;
  static void add(Counts &counts, SeededBug bug) {
    counts[unsigned(bug)].fetch_add(1, std::memory_order_relaxed);
  }
  static uint64_t get(const Counts &counts, SeededBug bug) {
    return counts[unsigned(bug)].load(std::memory_order_relaxed);
  }

  /// By bug.
  Counts reachedCounts, firedCounts;
};

/// The bugs that are switched on. Empty by default: the correct compiler.
class BugSet {
public:
  BugSet() = default;
  BugSet(SeededBug bug) { insert(bug); }
  void insert(SeededBug bug) { bits.set(unsigned(bug)); }
  bool has(SeededBug bug) const { return bits.test(unsigned(bug)); }
  bool empty() const { return bits.none(); }

  /// Where the sites count, whatever is switched on; null: nowhere. Must
  /// outlive every copy.
  BugCanaries *canaries = nullptr;

  // At a site.

  /// The bug could act on this input. Says whether it is switched on.
  bool reach(SeededBug bug) const {
    if (canaries)
      canaries->countReached(bug);
    return has(bug);
  }
  /// It does something else than the right variant.
  void fire(SeededBug bug) const {
    if (canaries)
      canaries->countFired(bug);
  }
  /// Whether to take the wrong variant, where it always does something else.
  bool acts(SeededBug bug) const {
    if (!reach(bug))
      return false;
    fire(bug);
    return true;
  }
  /// The right value, or the wrong one if the bug is switched on.
  template <typename T> T pick(SeededBug bug, T right, T wrong) const {
    if (!reach(bug))
      return right;
    if (!(wrong == right))
      fire(bug);
    return wrong;
  }

private:
  std::bitset<768> bits;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_SEEDEDBUGS_H
