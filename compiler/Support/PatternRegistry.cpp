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

/// A pattern around another one. Named patterns have a root operation: the
/// tables are of one dialect each.
class WrappedPattern : public RewritePattern {
public:
  explicit WrappedPattern(std::unique_ptr<RewritePattern> wrapped)
      : RewritePattern(wrapped->getRootKind()->getStringRef(),
                       wrapped->getBenefit(), wrapped->getContext()),
        inner(std::move(wrapped)) {
    setDebugName(inner->getDebugName());
    addDebugLabels(inner->getDebugLabels());
    setHasBoundedRewriteRecursion(inner->hasBoundedRewriteRecursion());
  }

protected:
  std::unique_ptr<RewritePattern> inner;
};

/// A pattern that counts its firings and stops at the limit.
class CountedPattern : public WrappedPattern {
public:
  CountedPattern(std::unique_ptr<RewritePattern> inner, FiringCounts *firings,
                 PatternBugs bugs)
      : WrappedPattern(std::move(inner)), firings(firings),
        bugs(std::move(bugs)) {}

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
  FiringCounts *firings;
  PatternBugs bugs;
};

/// Tells a carrier of attributes what a pattern does, beside whoever listens.
class CarryingListener : public RewriterBase::ForwardingListener {
public:
  using ForwardingListener::ForwardingListener;
  AttributeCarrier carrier;

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    carrier.notifyOperationInserted(op, previous);
    ForwardingListener::notifyOperationInserted(op, previous);
  }
  void notifyOperationReplaced(Operation *op, Operation *with) override {
    carrier.notifyOperationReplaced(op, with->getResults());
    ForwardingListener::notifyOperationReplaced(op, with);
  }
  void notifyOperationReplaced(Operation *op, ValueRange values) override {
    carrier.notifyOperationReplaced(op, values);
    ForwardingListener::notifyOperationReplaced(op, values);
  }
  void notifyOperationErased(Operation *op) override {
    carrier.notifyOperationErased(op);
    ForwardingListener::notifyOperationErased(op);
  }
};

/// A pattern that carries attributes along whoever applies it.
class CarryingPattern : public WrappedPattern {
public:
  using WrappedPattern::WrappedPattern;

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    OpBuilder::Listener *outer = rewriter.getListener();
    CarryingListener listener(outer);
    listener.carrier.notifyPatternBegin(*inner, op);
    rewriter.setListener(&listener);
    LogicalResult result = inner->matchAndRewrite(op, rewriter);
    rewriter.setListener(outer);
    return result;
  }
};
} // namespace

static void countFirings(RewritePatternSet &patterns,
                         llvm::ArrayRef<PatternRow> rows,
                         const NamedPatternOptions &options) {
  for (std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns()) {
    PatternBugs bugs(rows, pattern->getDebugName(), options.bugs);
    pattern = std::make_unique<CountedPattern>(
        std::move(pattern), options.firings, std::move(bugs));
  }
}

void tilefuzz::addCanonicalizationPatterns(llvm::ArrayRef<PatternRow> rows,
                                           RewritePatternSet &patterns) {
  RewritePatternSet own(patterns.getContext());
  populatePatterns(rows, {}, own);
  for (std::unique_ptr<RewritePattern> &pattern : own.getNativePatterns())
    patterns.add(std::make_unique<CarryingPattern>(std::move(pattern)));
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
