//===- Singletons.cpp - Patterns that can be had alone ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The facts give eight operations an adder of their own, for tools that want
// one pattern only. The pass takes them all, in this order.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

void tilefuzz::addTruncIConversion(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  Populator to{converter, patterns};
  to.add<ct::TruncIOp>([](ct::TruncIOp op, auto in, Type type,
                          Rewriter rewriter) -> Values {
    return {arith::TruncIOp::create(rewriter, op.getLoc(), type, in.getFrom(),
                                    convertOverflow(op.getOverflow()))};
  });
}

void tilefuzz::addRsqrtConversion(const TypeConverter &converter,
                                  RewritePatternSet &patterns,
                                  const BugSet &bugs) {
  Populator to{converter, patterns, bugs};
  to.add<ct::RsqrtOp>(
      [](ct::RsqrtOp op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::RsqrtOp::create(rewriter, op.getLoc(), type, in.getSource(),
                                    op.getFlushToZeroAttr(), nullptr)};
      });
}

void tilefuzz::addMaxIConversion(const TypeConverter &converter,
                                 RewritePatternSet &patterns) {
  Populator to{converter, patterns};
  to.add<ct::MaxIOp>(
      [](ct::MaxIOp op, auto in, Type, Rewriter rewriter) -> Values {
        if (isSigned(op))
          return {arith::MaxSIOp::create(rewriter, op.getLoc(), in.getLhs(),
                                         in.getRhs())};
        return {arith::MaxUIOp::create(rewriter, op.getLoc(), in.getLhs(),
                                       in.getRhs())};
      });
}

void tilefuzz::addIToFConversion(const TypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 const BugSet &bugs) {
  Populator to{converter, patterns, bugs};
  to.add<ct::IToFOp>([bugs](ct::IToFOp op, auto in, Type type,
                            Rewriter rewriter) -> Values {
    bool reads = isSigned(op);
    // Seeded: a truth value has its sign.
    if (aa::getTileElementType(in.getFrom().getType()).isInteger(1))
      reads = bugs.pick(SeededBug::TruthToFloatSigned, reads, true);
    if (reads)
      return {
          arith::SIToFPOp::create(rewriter, op.getLoc(), type, in.getFrom())};
    return {arith::UIToFPOp::create(rewriter, op.getLoc(), type, in.getFrom())};
  });
}

void tilefuzz::addIToFConversion(const TypeConverter &converter,
                                 RewritePatternSet &patterns) {
  addIToFConversion(converter, patterns, {});
}

namespace {
struct GlobalConversion : PatternFor<ct::GlobalOp, GlobalConversion> {
  using PatternFor::PatternFor;
  template <typename RewriterT>
  LogicalResult rewrite(ct::GlobalOp op, Adaptor, RewriterT &rewriter) const {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getDense().getType()));
    if (!type)
      return rewriter.notifyMatchFailure(op, "value has no counterpart");
    StringAttr visibility;
    if (op.getSymbolVisibility() == ct::SymbolVisibility::Private)
      visibility = rewriter.getStringAttr("private");
    auto global =
        aa::GlobalOp::create(rewriter, op.getLoc(), op.getSymNameAttr(),
                             visibility, op.getDense().reshape(type),
                             op.getAlignmentAttr(), op.getConstantAttr());
    eraseCarrying(op, global, rewriter);
    return success();
  }
};
} // namespace

void tilefuzz::addGlobalConversion(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<GlobalConversion>(converter, patterns.getContext());
}

void tilefuzz::addFmaConversion(const TypeConverter &converter,
                                RewritePatternSet &patterns,
                                const BugSet &bugs) {
  Populator to{converter, patterns, bugs};
  to.add<ct::FmaOp>(
      [bugs](ct::FmaOp op, auto in, Type type, Rewriter rewriter) -> Values {
        UnitAttr flush = op.getFlushToZeroAttr();
        // Seeded: rounding in a direction keeps subnormals.
        if (flush && op.getRoundingMode() != ct::Rounding::NearestEven &&
            bugs.acts(SeededBug::FmaDirectedKeepsSubnormals))
          flush = {};
        return {aa::FmaOp::create(
            rewriter, op.getLoc(), type, in.getLhs(), in.getRhs(), in.getAcc(),
            convertRounding(op.getContext(), op.getRoundingMode()), flush,
            nullptr)};
      });
}

void tilefuzz::addFmaConversion(const TypeConverter &converter,
                                RewritePatternSet &patterns) {
  addFmaConversion(converter, patterns, {});
}

void tilefuzz::addConstantConversion(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  Populator to{converter, patterns};
  to.add<ct::ConstantOp>([](ct::ConstantOp op, auto, Type type,
                            Rewriter rewriter) -> Values {
    DenseElementsAttr dense = op.getDense();
    if (dense.isSplat())
      return {
          createConstant(rewriter, op.getLoc(), type,
                         cast<TypedAttr>(dense.getSplatValue<Attribute>()))};
    return {arith::ConstantOp::create(
        rewriter, op.getLoc(), dense.reshape(cast<RankedTensorType>(type)))};
  });
}

/// The predicate in this dialect's words; null for one that it does not know.
static Attribute convertPredicate(Attribute predicate) {
  MLIRContext *context = predicate.getContext();
  if (auto divBy = dyn_cast<ct::DivByAttr>(predicate))
    return aa::DivByAttr::get(context, divBy.getDivisor(), divBy.getEvery(),
                              divBy.getAlong());
  if (auto bounded = dyn_cast<ct::BoundedAttr>(predicate))
    return aa::BoundedAttr::get(context, bounded.getLb(), bounded.getUb());
  if (auto same = dyn_cast<ct::SameElementsAttr>(predicate))
    return aa::SameElementsAttr::get(
        context, DenseI64ArrayAttr::get(context, same.getValues()));
  return {};
}

void tilefuzz::addAssumeConversion(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  Populator to{converter, patterns};
  to.add<ct::AssumeOp>(
      [](ct::AssumeOp op, auto in, Type type, Rewriter rewriter) -> Values {
        Attribute predicate = convertPredicate(op.getPredicate());
        if (!predicate)
          return {};
        return {aa::AssumeOp::create(rewriter, op.getLoc(), type, in.getValue(),
                                     predicate)};
      });
}

void tilefuzz::addSingletons(const TypeConverter &converter,
                             RewritePatternSet &patterns, const BugSet &bugs) {
  addTruncIConversion(converter, patterns);
  addRsqrtConversion(converter, patterns, bugs);
  addMaxIConversion(converter, patterns);
  addIToFConversion(converter, patterns, bugs);
  addGlobalConversion(converter, patterns);
  addFmaConversion(converter, patterns, bugs);
  for (auto *add : {addConstantConversion, addAssumeConversion})
    add(converter, patterns);
}
