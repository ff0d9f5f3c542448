//===- PatternRegistry.cpp - Named rewrite patterns -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/PatternRegistry.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace tilefuzz;

void tilefuzz::populatePatterns(llvm::ArrayRef<PatternRow> rows,
                                const BugSet &bugs,
                                RewritePatternSet &patterns) {
  llvm::StringSet<> replaced;
  for (const PatternRow &row : rows)
    if (row.bug && bugs.has(*row.bug))
      replaced.insert(row.name);
  for (const PatternRow &row : rows) {
    if (row.bug ? !bugs.has(*row.bug) : replaced.contains(row.name))
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
/// Counts successful applications by pattern name.
class FiringListener : public RewriterBase::Listener {
public:
  explicit FiringListener(FiringCounts &firings) : firings(firings) {}
  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override {
    if (succeeded(status))
      ++firings.counts[pattern.getDebugName()];
  }

private:
  FiringCounts &firings;
};
} // namespace

LogicalResult tilefuzz::applyNamedPatterns(Operation *root,
                                           llvm::ArrayRef<PatternRow> rows,
                                           const NamedPatternOptions &options) {
  RewritePatternSet patterns(root->getContext());
  populatePatterns(rows, options.bugs, patterns);
  FrozenRewritePatternSet frozen(std::move(patterns), options.disabled);
  GreedyRewriteConfig config;
  std::optional<FiringListener> listener;
  if (options.firings) {
    listener.emplace(*options.firings);
    config.setListener(&*listener);
  }
  return applyPatternsGreedily(root, frozen, config);
}
