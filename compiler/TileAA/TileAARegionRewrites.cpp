//===- TileAARegionRewrites.cpp - Results that nobody uses ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the bodies do stays, and so does the order of the results that are left.
// A token without a use orders nothing after it; one with a use stays.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "compiler/TileAA/TileAARewrites.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

namespace {
enum class Prune {
  Sound,
  /// The values that are yielded change places.
  Reorders,
  /// Tokens carry no data: their uses get a fresh one.
  Tokens,
};
} // namespace

/// Whether the results that have uses are to be kept; tokens have none that
/// count in the seeded variant.
static llvm::BitVector liveResults(Operation *op, Prune variant) {
  llvm::BitVector live(op->getNumResults());
  for (OpResult result : op->getResults())
    if (!result.use_empty() &&
        !(variant == Prune::Tokens && isa<MemTokenType>(result.getType())))
      live.set(result.getResultNumber());
  return live;
}

namespace {
/// op with results r -> op with the results that are used; its body yields
/// those.
template <typename OpTy, typename YieldTy, Prune variant>
struct PruneResults : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    llvm::BitVector live = liveResults(op, variant);
    if (live.all())
      return failure();
    auto yield = cast<YieldTy>(op.getBody().front().getTerminator());
    SmallVector<Type> types;
    SmallVector<Value> yields;
    for (unsigned i : live.set_bits()) {
      types.push_back(op->getResult(i).getType());
      yields.push_back(yield.getOperand(i));
    }
    if (variant == Prune::Reorders)
      reorder(yields);
    rewriter.modifyOpInPlace(
        yield, [&] { yield.getOperandsMutable().assign(yields); });
    OperationState state(op.getLoc(), op->getName(), op->getOperands(), types);
    state.addRegion();
    auto pruned = cast<OpTy>(rewriter.create(state));
    tilefuzz::carryAttributes(op, pruned);
    pruned->copyProperties(op->getPropertiesStorage());
    rewriter.inlineRegionBefore(op.getBody(), pruned.getBody(),
                                pruned.getBody().end());
    unsigned next = 0;
    for (OpResult result : op->getResults()) {
      if (live.test(result.getResultNumber()))
        rewriter.replaceAllUsesWith(result, pruned->getResult(next++));
      else if (!result.use_empty())
        rewriter.replaceAllUsesWith(
            result, CreateMemTokenOp::create(rewriter, op.getLoc()));
    }
    rewriter.eraseOp(op);
    return success();
  }

  /// Exchanges the first two neighbours of one type.
  static void reorder(SmallVectorImpl<Value> &yields) {
    for (unsigned i = 1; i < yields.size(); ++i)
      if (yields[i - 1].getType() == yields[i].getType())
        return std::swap(yields[i - 1], yields[i]);
  }
};
} // namespace

template <Prune variant>
using PruneGet = PruneResults<QueueGetOp, QueueYieldOp, variant>;
template <Prune variant>
using PrunePragma = PruneResults<PragmaOp, YieldOp, variant>;

static constexpr PatternRow rows[] = {
    {"tileaa-queue-get-results",
     "queue.get with results without uses -> queue.get of the others, and its "
     "queue.yield; order of the others kept, what is used stays, tokens too",
     populate<PruneGet<Prune::Sound>>},
    {"tileaa-queue-get-results", "mixes the values that are left up",
     populate<PruneGet<Prune::Reorders>>, SeededBug::QueueGetReorders},
    {"tileaa-queue-get-results", "drops tokens that are used",
     populate<PruneGet<Prune::Tokens>>, SeededBug::QueueGetDropsToken},
    {"tileaa-pragma-results",
     "pragma with results without uses -> pragma of the others, and its "
     "yield; order of the others kept, what is used stays, tokens too",
     populate<PrunePragma<Prune::Sound>>},
    {"tileaa-pragma-results", "drops tokens that are used",
     populate<PrunePragma<Prune::Tokens>>, SeededBug::PragmaDropsToken},
};
llvm::ArrayRef<PatternRow> nv_tileaa::getRegionRows() { return rows; }
