//===- GreedyRewriter.h - Named patterns on many programs -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Does what `applyPatternsGreedily` does without simplifying regions, in the
// same order, so that the result and every firing are the same. Made once for a
// set of patterns, it is not prepared anew for each program, and an operation
// is queued without a look at all that hold it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_GREEDYREWRITER_H
#define TILEFUZZ_COMPILER_SUPPORT_GREEDYREWRITER_H

#include "compiler/Support/CarryAttributes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace tilefuzz {

/// For programs of one context, which must outlive it; so must the patterns.
class GreedyRewriter : public mlir::RewriterBase::Listener {
public:
  GreedyRewriter(mlir::MLIRContext *context,
                 const mlir::FrozenRewritePatternSet &patterns);

  /// Rewrites what is in `root`, to a fixed point; failure if there is none
  /// after ten rounds.
  mlir::LogicalResult run(mlir::Operation *root);

private:
  /// What is the same for all operations of a name.
  struct Kind {
    bool isConstant;
    /// By falling benefit.
    llvm::SmallVector<const mlir::RewritePattern *, 2> patterns;
  };

  const Kind &kindOf(mlir::OperationName name);
  mlir::LogicalResult runRegion(mlir::Region &region);
  bool drain();
  /// Whether anything changed.
  bool process(mlir::Operation *op);
  bool fold(mlir::Operation *op);

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint) override;
  void notifyOperationModified(mlir::Operation *op) override { add(op); }
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange values) override {
    carrier.notifyOperationReplaced(op, values);
  }
  void notifyOperationErased(mlir::Operation *op) override;
  void notifyBlockInserted(mlir::Block *, mlir::Region *,
                           mlir::Region::iterator) override {
    covered = nullptr;
  }

  /// Queues the operation and those that hold it, if it is in `scope`.
  void add(mlir::Operation *op);
  void push(mlir::Operation *op);
  void remove(mlir::Operation *op);
  /// The one that was queued last; null if there is none.
  mlir::Operation *pop();

  const mlir::FrozenRewritePatternSet &patterns;
  mlir::PatternRewriter rewriter;
  AttributeCarrier carrier;
  llvm::DenseMap<mlir::OperationName, std::unique_ptr<Kind>> kinds;
  /// Null where an operation was removed.
  std::vector<mlir::Operation *> queue;
  llvm::DenseMap<mlir::Operation *, unsigned> places;
  mlir::Region *scope = nullptr;
  /// The operations that hold this region are queued; may be null.
  mlir::Region *covered = nullptr;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_GREEDYREWRITER_H
