//===- PatternRegistry.h - Named rewrite patterns ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every canonicalisation is a named pattern, so that it can be switched off,
// counted, blamed by bisection and proved by name. A dialect exposes its
// patterns as a table of rows; the canonicalisation pass, tile-verify-fold and
// the campaign all read the same table.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_PATTERNREGISTRY_H
#define TILEFUZZ_COMPILER_SUPPORT_PATTERNREGISTRY_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <limits>
#include <string>

namespace tilefuzz {

/// One named pattern. Rows with `bug` are wrong variants: they replace the row
/// of the same name without one while that bug is switched on.
struct PatternRow {
  llvm::StringLiteral name;
  /// `before -> after`, and the condition under which it holds.
  llvm::StringLiteral summary;
  /// Null: not a pattern, but a rule of what the pass runs after the patterns.
  void (*populate)(mlir::RewritePatternSet &patterns);
  std::optional<SeededBug> bug = std::nullopt;
  /// Used only if it is enabled by name: a rewrite that some source states, but
  /// that is not sound even in its least wrong form.
  bool offByDefault = false;
};

/// How often each named pattern fired, over all passes that are given this one.
/// With `limit`, no pattern matches once so many fired: that finds the firing
/// that breaks a program by bisection.
struct FiringCounts {
  llvm::StringMap<uint64_t> counts;
  uint64_t total = 0;
  uint64_t limit = std::numeric_limits<uint64_t>::max();
  /// The pattern that fired last.
  std::string last;
};

struct NamedPatternOptions {
  BugSet bugs;
  /// Names of patterns that must not be used.
  llvm::SmallVector<std::string> disabled;
  /// Filled if not null.
  FiringCounts *firings = nullptr;
  /// Names of patterns that are off by default and are to be used. A seeded
  /// bug's row needs no enabling.
  llvm::SmallVector<std::string> enabled;
};

/// Adds the rows that `options` selects. Every pattern gets its row's name as
/// debug name and debug label, so that it can be disabled by name.
void populatePatterns(llvm::ArrayRef<PatternRow> rows,
                      const NamedPatternOptions &options,
                      mlir::RewritePatternSet &patterns);

/// Adds the rows that are on by default, seeded bugs left out, for MLIR's own
/// canonicaliser. They carry attributes along as they do under the drivers of
/// this project, whose listeners it does not have.
void addCanonicalizationPatterns(llvm::ArrayRef<PatternRow> rows,
                                 mlir::RewritePatternSet &patterns);

/// What a pass runs once after its patterns; its rules are rows, too, and it
/// obeys the options like patterns do.
using FinishFn = void (*)(mlir::Operation *root,
                          const NamedPatternOptions &options);

/// The rows' patterns that the options select, ready to be applied. Both must
/// outlive the result.
mlir::FrozenRewritePatternSet
freezeNamedPatterns(mlir::MLIRContext *context, llvm::ArrayRef<PatternRow> rows,
                    const NamedPatternOptions &options);

/// Runs the greedy driver with the rows' patterns over `root`'s regions, to a
/// fixed point.
mlir::LogicalResult applyNamedPatterns(mlir::Operation *root,
                                       llvm::ArrayRef<PatternRow> rows,
                                       const NamedPatternOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_PATTERNREGISTRY_H
