//===- PatternRegistry.cpp - Named rewrite patterns -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/PatternRegistry.h"
#include "compiler/Support/CarryAttributes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace tilefuzz;

void tilefuzz::populatePatterns(llvm::ArrayRef<PatternRow> rows,
                                const NamedPatternOptions &options,
                                RewritePatternSet &patterns) {
  const BugSet &bugs = options.bugs;
  llvm::StringSet<> replaced;
  for (const PatternRow &row : rows)
    if (row.bug && bugs.has(*row.bug))
      replaced.insert(row.name);
  for (const PatternRow &row : rows) {
    if (row.bug ? !bugs.has(*row.bug) : replaced.contains(row.name))
      continue;
    if (!row.populate ||
        (row.offByDefault && !llvm::is_contained(options.enabled, row.name)))
      continue;
    RewritePatternSet own(patterns.getContext());
    row.populate(own);
    for (std::unique_ptr<RewritePattern> &pattern : own.getNativePatterns()) {
      pattern->setDebugName(row.name);
      pattern->addDebugLabels(StringRef(row.name));
      patterns.add(std::move(pattern));
    }
  }
}

namespace {
/// The seeded bugs of a pattern's name: what its runs say about them.
struct PatternBugs {
  BugCanaries *canaries = nullptr;
  SmallVector<SeededBug, 4> all;
  /// Those that are switched on: the pattern is one of their wrong variants.
  SmallVector<SeededBug, 1> on;

  PatternBugs(llvm::ArrayRef<PatternRow> rows, StringRef name,
              const BugSet &bugs)
      : canaries(bugs.canaries) {
    if (!canaries)
      return;
    for (const PatternRow &row : rows) {
      if (!row.bug || row.name != name)
        continue;
      all.push_back(*row.bug);
      if (bugs.has(*row.bug))
        on.push_back(*row.bug);
    }
  }
  void countReached() const {
    for (SeededBug bug : all)
      canaries->countReached(bug);
  }
  void countFired() const {
    for (SeededBug bug : on)
      canaries->countFired(bug);
  }
};

/// A pattern that counts its firings and stops at the limit.
class CountedPattern : public RewritePattern {
public:
  CountedPattern(std::unique_ptr<RewritePattern> inner, StringRef root,
                 FiringCounts *firings, PatternBugs bugs)
      : RewritePattern(root, inner->getBenefit(), inner->getContext()),
        inner(std::move(inner)), firings(firings), bugs(std::move(bugs)) {
    setDebugName(this->inner->getDebugName());
    addDebugLabels(this->inner->getDebugLabels());
    setHasBoundedRewriteRecursion(this->inner->hasBoundedRewriteRecursion());
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (firings && firings->total >= firings->limit)
      return failure();
    bugs.countReached();
    if (failed(inner->matchAndRewrite(op, rewriter)))
      return failure();
    bugs.countFired();
    if (firings) {
      ++firings->total;
      ++firings->counts[getDebugName()];
      firings->last = getDebugName().str();
    }
    return success();
  }

private:
  std::unique_ptr<RewritePattern> inner;
  FiringCounts *firings;
  PatternBugs bugs;
};
} // namespace

/// Named patterns have a root operation: the tables are of one dialect each.
static void countFirings(RewritePatternSet &patterns,
                         llvm::ArrayRef<PatternRow> rows,
                         const NamedPatternOptions &options) {
  for (std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns()) {
    StringRef root = pattern->getRootKind()->getStringRef();
    PatternBugs bugs(rows, pattern->getDebugName(), options.bugs);
    pattern = std::make_unique<CountedPattern>(
        std::move(pattern), root, options.firings, std::move(bugs));
  }
}

FrozenRewritePatternSet
tilefuzz::freezeNamedPatterns(MLIRContext *context,
                              llvm::ArrayRef<PatternRow> rows,
                              const NamedPatternOptions &options) {
  RewritePatternSet patterns(context);
  populatePatterns(rows, options, patterns);
  if (options.firings || options.bugs.canaries)
    countFirings(patterns, rows, options);
  return FrozenRewritePatternSet(std::move(patterns), options.disabled);
}

LogicalResult tilefuzz::applyNamedPatterns(Operation *root,
                                           llvm::ArrayRef<PatternRow> rows,
                                           const NamedPatternOptions &options) {
  AttributeCarrier carrier;
  GreedyRewriteConfig config;
  config.setListener(&carrier);
  return applyPatternsGreedily(
      root, freezeNamedPatterns(root->getContext(), rows, options), config);
}
