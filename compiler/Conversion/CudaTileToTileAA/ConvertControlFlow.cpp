//===- ConvertControlFlow.cpp - Part A: branches and loops --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Region operations convert the types of their blocks' arguments in the same
// step, so that no verifier sees the one without the other.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

/// `made` stands for `op`, which may have no results to find it by.
template <typename RewriterT>
static void replaceRegions(Operation *op, Operation *made, ValueRange results,
                           RewriterT &rewriter) {
  carryPublicAttributes(op, made);
  replaceCarrying(op, {}, results, rewriter);
}

namespace {

/// Terminators take the form that their (converted or not) parent wants.
template <typename OpTy>
struct ExitConversion : PatternFor<OpTy, ExitConversion<OpTy>> {
  using PatternFor<OpTy, ExitConversion<OpTy>>::PatternFor;
  template <typename RewriterT>
  LogicalResult rewrite(OpTy op, typename OpTy::Adaptor in,
                        RewriterT &rewriter) const {
    Operation *parent = op->getParentOp();
    ValueRange operands = in.getOperands();
    Operation *made;
    if (isa<ct::ReduceOp, ct::ScanOp, aa::ReduceOp, aa::ScanOp>(parent))
      made = aa::YieldOp::create(rewriter, op.getLoc(), operands);
    else if (isa<scf::WhileOp>(parent) && !operands.empty())
      // Structured: whether to go on comes first.
      made = scf::ConditionOp::create(rewriter, op.getLoc(), operands.front(),
                                      operands.drop_front());
    else if (isa<ct::IfOp, ct::ForOp, scf::IfOp, scf::ForOp>(parent))
      made = scf::YieldOp::create(rewriter, op.getLoc(), operands);
    else
      return rewriter.notifyMatchFailure(op, "unstructured control flow");
    eraseCarrying(op, made, rewriter);
    return success();
  }
};

struct ReturnConversion : PatternFor<ct::ReturnOp, ReturnConversion> {
  using PatternFor::PatternFor;
  template <typename RewriterT>
  LogicalResult rewrite(ct::ReturnOp op, Adaptor in,
                        RewriterT &rewriter) const {
    eraseCarrying(op,
                  aa::ReturnOp::create(rewriter, op.getLoc(), in.getOperands()),
                  rewriter);
    return success();
  }
};

struct IfConversion : PatternFor<ct::IfOp, IfConversion> {
  using PatternFor::PatternFor;
  template <typename RewriterT>
  LogicalResult rewrite(ct::IfOp op, Adaptor in, RewriterT &rewriter) const {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "result type has no counterpart");
    OperationState state(op.getLoc(), scf::IfOp::getOperationName());
    state.addOperands(in.getCondition());
    state.addTypes(types);
    state.addRegion();
    state.addRegion();
    auto newIf = cast<scf::IfOp>(rewriter.create(state));
    rewriter.inlineRegionBefore(op.getThenRegion(), newIf.getThenRegion(),
                                newIf.getThenRegion().end());
    rewriter.inlineRegionBefore(op.getElseRegion(), newIf.getElseRegion(),
                                newIf.getElseRegion().end());
    replaceRegions(op, newIf, newIf.getResults(), rewriter);
    return success();
  }
};

struct ForConversion : PatternFor<ct::ForOp, ForConversion> {
  ForConversion(const TypeConverter &converter, MLIRContext *context,
                const BugSet &bugs)
      : PatternFor(converter, context), bugs(bugs) {}
  template <typename RewriterT>
  LogicalResult rewrite(ct::ForOp op, Adaptor in, RewriterT &rewriter) const {
    auto loop = scf::ForOp::create(
        rewriter, op.getLoc(), in.getLowerBound(), in.getUpperBound(),
        in.getStep(), in.getInitValues(), nullptr,
        bugs.pick(SeededBug::ForAlwaysSigned, op.getUnsignedCmp(), false));
    rewriter.eraseBlock(loop.getBody());
    rewriter.inlineRegionBefore(op.getRegion(), loop.getRegion(),
                                loop.getRegion().end());
    if (failed(rewriter.convertRegionTypes(&loop.getRegion(),
                                           *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "carried type has no counterpart");
    replaceRegions(op, loop, loop.getResults(), rewriter);
    return success();
  }

private:
  BugSet bugs;
};

/// A structured loop's body computes whether to go on, what the next iteration
/// begins with and what the loop gives; `while` carries all of it, and its
/// second region passes on what the next iteration begins with.
struct LoopConversion : PatternFor<ct::LoopOp, LoopConversion> {
  LoopConversion(const TypeConverter &converter, MLIRContext *context,
                 const BugSet &bugs)
      : PatternFor(converter, context), bugs(bugs) {}
  template <typename RewriterT>
  LogicalResult rewrite(ct::LoopOp op, Adaptor in, RewriterT &rewriter) const {
    if (!op->hasAttr(structuredLoopAttr))
      return rewriter.notifyMatchFailure(op, "unstructured control flow");
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getInitValues().getTypes(),
                                                types)) ||
        failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "carried type has no counterpart");
    size_t carried = in.getInitValues().size();
    auto loop =
        scf::WhileOp::create(rewriter, op.getLoc(), types, in.getInitValues());
    rewriter.inlineRegionBefore(op.getRegion(), loop.getBefore(),
                                loop.getBefore().end());
    if (failed(rewriter.convertRegionTypes(&loop.getBefore(),
                                           *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "carried type has no counterpart");
    SmallVector<Location> locations(types.size(), op.getLoc());
    Block *after = rewriter.createBlock(&loop.getAfter(), {}, types, locations);
    scf::YieldOp::create(rewriter, op.getLoc(),
                         ValueRange(after->getArguments()).take_front(carried));
    op->removeDiscardableAttr(structuredLoopAttr);
    ValueRange given = loop.getResults().drop_front(carried);
    ValueRange first = loop.getResults().take_front(given.size());
    // Seeded: the loop gives what the next iteration would begin with.
    if (!given.empty() && carried && given.getTypes() == first.getTypes() &&
        bugs.acts(SeededBug::LoopGivesCarried))
      given = first;
    replaceRegions(op, loop, given, rewriter);
    return success();
  }

private:
  BugSet bugs;
};

} // namespace

void tilefuzz::populateControlFlow(Populator &to) {
  to.patterns.add<ExitConversion<ct::YieldOp>, ExitConversion<ct::ContinueOp>,
                  ExitConversion<ct::BreakOp>, ReturnConversion, IfConversion>(
      to.converter, to.patterns.getContext());
  to.patterns.add<ForConversion, LoopConversion>(
      to.converter, to.patterns.getContext(), to.bugs);
  to.add<ct::AssertOp>(
      [](ct::AssertOp op, auto in, Type, Rewriter rewriter) -> Values {
        carryPublicAttributes(op, aa::AssertOp::create(rewriter, op.getLoc(),
                                                       in.getCondition(),
                                                       op.getMessage()));
        return {};
      });
  to.add<ub::PoisonOp>([](ub::PoisonOp op, auto, Type type,
                          Rewriter rewriter) -> Values {
    if (!isLegalPoisonType(type))
      return {};
    return {ub::PoisonOp::create(rewriter, op.getLoc(), type, op.getValue())};
  });
}
