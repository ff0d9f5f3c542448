//===- ConvertSpecialists.cpp - Part C: products, reductions, scans -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/ConvertEnums.h"
#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

/// Of the tensor cores' formats only f32 leaves open how its bits are used.
static StringAttr inputPrecision(Builder builder, Type operand) {
  if (isa<FloatTF32Type>(aa::getTileElementType(operand)))
    return builder.getStringAttr("tf32");
  return {};
}

static aa::SignednessAttr signednessAttr(MLIRContext *context,
                                         ct::Signedness signedness) {
  return aa::SignednessAttr::get(context, convertSignedness(signedness));
}

namespace {

/// reduce and scan: the operation is made anew, its body moved, and the types
/// of the body's arguments converted, in one step.
template <typename From, typename To>
struct CombineConversion : PatternFor<From, CombineConversion<From, To>> {
  CombineConversion(const TypeConverter &converter, MLIRContext *context,
                    const BugSet &bugs)
      : PatternFor<From, CombineConversion>(converter, context), bugs(bugs) {}
  template <typename RewriterT>
  LogicalResult rewrite(From op, typename From::Adaptor in,
                        RewriterT &rewriter) const {
    const TypeConverter &converter = *this->getTypeConverter();
    SmallVector<Type> types;
    if (failed(converter.convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "result type has no counterpart");
    To made = create(op, in, types, rewriter);
    rewriter.inlineRegionBefore(op.getBody(), made.getBody(),
                                made.getBody().end());
    if (failed(rewriter.convertRegionTypes(&made.getBody(), converter)))
      return rewriter.notifyMatchFailure(op, "body type has no counterpart");
    replaceCarrying(op, in.getOperands(), made->getResults(), rewriter, bugs);
    return success();
  }

private:
  aa::ReduceOp create(ct::ReduceOp op, ct::ReduceOp::Adaptor in,
                      ArrayRef<Type> types, OpBuilder &builder) const {
    SmallVector<Value> operands =
        convertTermsWrongly(op, in.getOperands(), builder, bugs);
    return aa::ReduceOp::create(builder, op.getLoc(), types, operands,
                                uint32_t(op.getDim()), op.getIdentities());
  }
  aa::ScanOp create(ct::ScanOp op, ct::ScanOp::Adaptor in, ArrayRef<Type> types,
                    OpBuilder &builder) const {
    bool reverse =
        bugs.pick(SeededBug::ScanLosesReverse, op.getReverse(), false);
    return aa::ScanOp::create(builder, op.getLoc(), types, in.getOperands(),
                              uint32_t(op.getDim()), /*inclusive=*/true,
                              reverse, op.getIdentities());
  }

  BugSet bugs;
};

} // namespace

void tilefuzz::populatePartC(const TypeConverter &converter,
                             RewritePatternSet &patterns,
                             const CudaTileToTileAAOptions &options) {
  Populator to{converter, patterns, options.bugs};
  to.add<ct::MmaFOp>([bugs = to.bugs](ct::MmaFOp op, auto in, Type type,
                                      Rewriter rewriter) -> Values {
    if (Value wrong =
            convertProductWrongly(op, in.getOperands(), type, rewriter, bugs))
      return {wrong};
    return {aa::DotOp::create(rewriter, op.getLoc(), type, in.getLhs(),
                              in.getRhs(), in.getAcc(), Value(), Value(),
                              nullptr, nullptr, nullptr,
                              inputPrecision(rewriter, in.getLhs().getType()),
                              op.getFastAccAttr(), nullptr)};
  });
  to.add<ct::MmaIOp>([bugs = to.bugs](ct::MmaIOp op, auto in, Type type,
                                      Rewriter rewriter) -> Values {
    return {aa::DotOp::create(
        rewriter, op.getLoc(), type, in.getLhs(), in.getRhs(), in.getAcc(),
        Value(), Value(),
        signednessAttr(op.getContext(), op.getSignednessLhs()),
        signednessAttr(op.getContext(),
                       bugs.pick(SeededBug::MmaSignednessOfLhs,
                                 op.getSignednessRhs(), op.getSignednessLhs())),
        nullptr, nullptr, nullptr, nullptr)};
  });
  to.add<ct::MmaFScaledOp>(
      [](ct::MmaFScaledOp op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::DotOp::create(rewriter, op.getLoc(), type, in.getLhs(),
                                  in.getRhs(), in.getAcc(), in.getLhsScale(),
                                  in.getRhsScale(), nullptr, nullptr, nullptr,
                                  nullptr, nullptr, nullptr)};
      });
  patterns.add<CombineConversion<ct::ReduceOp, aa::ReduceOp>,
               CombineConversion<ct::ScanOp, aa::ScanOp>>(
      converter, patterns.getContext(), options.bugs);
}
