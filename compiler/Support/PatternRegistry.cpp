//===- PatternRegistry.cpp - Named rewrite patterns -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/PatternRegistry.h"
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
/// A pattern that counts its firings and stops at the limit.
class CountedPattern : public RewritePattern {
public:
  CountedPattern(std::unique_ptr<RewritePattern> inner, StringRef root,
                 FiringCounts &firings)
      : RewritePattern(root, inner->getBenefit(), inner->getContext()),
        inner(std::move(inner)), firings(firings) {
    setDebugName(this->inner->getDebugName());
    addDebugLabels(this->inner->getDebugLabels());
    setHasBoundedRewriteRecursion(this->inner->hasBoundedRewriteRecursion());
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (firings.total >= firings.limit ||
        failed(inner->matchAndRewrite(op, rewriter)))
      return failure();
    ++firings.total;
    ++firings.counts[getDebugName()];
    firings.last = getDebugName().str();
    return success();
  }

private:
  std::unique_ptr<RewritePattern> inner;
  FiringCounts &firings;
};
} // namespace

/// Named patterns have a root operation: the tables are of one dialect each.
static void countFirings(RewritePatternSet &patterns, FiringCounts &firings) {
  for (std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns()) {
    StringRef root = pattern->getRootKind()->getStringRef();
    pattern =
        std::make_unique<CountedPattern>(std::move(pattern), root, firings);
  }
}

FrozenRewritePatternSet
tilefuzz::freezeNamedPatterns(MLIRContext *context,
                              llvm::ArrayRef<PatternRow> rows,
                              const NamedPatternOptions &options) {
  RewritePatternSet patterns(context);
  populatePatterns(rows, options, patterns);
  if (options.firings)
    countFirings(patterns, *options.firings);
  return FrozenRewritePatternSet(std::move(patterns), options.disabled);
}

LogicalResult tilefuzz::applyNamedPatterns(Operation *root,
                                           llvm::ArrayRef<PatternRow> rows,
                                           const NamedPatternOptions &options) {
  return applyPatternsGreedily(
      root, freezeNamedPatterns(root->getContext(), rows, options));
}
