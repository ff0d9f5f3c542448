//===- ConvertValues.cpp - Arithmetic, shapes, grid -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// TileAA/TileAS facts, 5.2.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/TileAS/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

namespace {

/// The same operation on tiles with layouts.
struct Relayout : ConversionPattern {
  Relayout(const TypeConverter &converter, MLIRContext *context,
           const BugSet &bugs)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context),
        bugs(bugs) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    bool isKept =
        isa<aa::SplatOp, aa::AddPtrOp, aa::ExtractOp, aa::AddFOp, aa::SubFOp,
            aa::MulFOp, aa::FmaOp, aa::FpToFpOp, aa::AtomicRMWOp,
            aa::AtomicCASOp, aa::PrintOp, aa::MessageOp, aa::AssertOp,
            aa::PackOp, aa::UnpackOp, ub::PoisonOp>(op);
    if (!isKept && !isKeptElementwise(op) &&
        !isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
      return failure();
    if (op->getNumRegions() || isa<arith::ConstantOp>(op))
      return failure();
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return failure();
    if (isFunctionOfF32(op) && bugs.acts(SeededBug::FunctionsInHalf)) {
      replaceCarrying(rewriter, op, inHalf(op, operands, types[0], rewriter));
      return success();
    }
    OperationState state(op->getLoc(), op->getName(), operands, types);
    Operation *converted = rewriter.create(state);
    converted->copyProperties(op->getPropertiesStorage());
    if (op->getNumResults()) {
      replaceCarrying(rewriter, op, converted->getResults());
      return success();
    }
    carryAttributes(op, converted);
    rewriter.eraseOp(op); // carried
    return success();
  }

private:
  static bool isFunctionOfF32(Operation *op) {
    return isa<math::MathDialect>(op->getDialect()) &&
           !isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::CeilOp,
                math::FloorOp, math::FPowIOp>(op) &&
           aa::getTileElementType(op->getResult(0).getType()).isF32();
  }
  /// Seeded: the operation on f16.
  static Value inHalf(Operation *op, ArrayRef<Value> operands, Type type,
                      OpBuilder &b) {
    auto toHalf = [&](Type wide) -> Type {
      if (auto tensor = dyn_cast<RankedTensorType>(wide))
        return tensor.clone(b.getF16Type());
      return b.getF16Type();
    };
    SmallVector<Value> narrow;
    for (Value operand : operands)
      narrow.push_back(arith::TruncFOp::create(
          b, op->getLoc(), toHalf(operand.getType()), operand));
    OperationState state(op->getLoc(), op->getName(), narrow, {toHalf(type)});
    Operation *computed = b.create(state);
    computed->copyProperties(op->getPropertiesStorage());
    return arith::ExtFOp::create(b, op->getLoc(), type, computed->getResult(0));
  }

  const BugSet &bugs;
};

/// The same of tiles that go through queues.
struct QueueConversion : ConversionPattern {
  QueueConversion(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (!isPartOfQueue(op) ||
        failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return failure();
    OperationState state(op->getLoc(), op->getName(), operands, types);
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *converted = rewriter.create(state);
    converted->copyProperties(op->getPropertiesStorage());
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), converted->getRegions())) {
      rewriter.inlineRegionBefore(from, to, to.end());
      if (failed(rewriter.convertRegionTypes(&to, *getTypeConverter())))
        return failure();
    }
    if (op->getNumResults()) {
      replaceCarrying(rewriter, op, converted->getResults());
      return success();
    }
    carryAttributes(op, converted);
    rewriter.eraseOp(op); // carried
    return success();
  }
};

/// What ends a branch or a part of a loop: MLIR's own pattern forgets what it
/// carries.
template <typename OpTy>
struct TerminatorConversion : OpConversionPattern<OpTy> {
  TerminatorConversion(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern<OpTy>(converter, context, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    carryAttributes(
        op, OpTy::create(rewriter, op.getLoc(), TypeRange(), in.getOperands()));
    rewriter.eraseOp(op); // carried
    return success();
  }
};

/// The same for the loop itself.
struct WhileConversion : OpConversionPattern<scf::WhileOp> {
  WhileConversion(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern(converter, context, /*benefit=*/2) {}
  LogicalResult
  matchAndRewrite(scf::WhileOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *getTypeConverter();
    SmallVector<Type> types;
    if (failed(converter.convertTypes(op.getResultTypes(), types)))
      return failure();
    auto loop =
        scf::WhileOp::create(rewriter, op.getLoc(), types, in.getInits());
    for (auto [from, to] : {std::pair(&op.getBefore(), &loop.getBefore()),
                            std::pair(&op.getAfter(), &loop.getAfter())}) {
      rewriter.inlineRegionBefore(*from, *to, to->end());
      if (failed(rewriter.convertRegionTypes(to, converter)))
        return failure();
    }
    replaceCarrying(rewriter, op, loop->getResults());
    return success();
  }
};

struct ConstantConversion : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    Type type = getTypeConverter()->convertType(op.getType());
    if (!dense || !type)
      return failure();
    replaceWithNew<arith::ConstantOp>(
        rewriter, op, dense.reshape(cast<RankedTensorType>(type)));
    return success();
  }
};

static bool isConstant(Value value) {
  if (auto splat = value.getDefiningOp<aa::SplatOp>())
    value = splat.getSource();
  return value.getDefiningOp<arith::ConstantOp>() != nullptr;
}

/// Nearest-even arithmetic without flushing is arith's or math's.
template <typename From, typename To>
struct PlainFloat : SeededConversion<From> {
  using SeededConversion<From>::SeededConversion;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    bool isNearest = op.getRoundingMode() == aa::RoundingMode::NearestEven;
    // Seeded: a difference has no subnormals to flush.
    bool keepsSubnormals = std::is_same_v<From, aa::SubFOp> && isNearest &&
                           op.getFlushToZero() &&
                           this->bugs.acts(SeededBug::PlainSubKeepsSubnormals);
    // Seeded: nor has a multiple.
    if (std::is_same_v<From, aa::MulFOp> && isNearest && op.getFlushToZero() &&
        llvm::any_of(op->getOperands(), isConstant) &&
        this->bugs.acts(SeededBug::PlainScaleKeepsSubnormals))
      keepsSubnormals = true;
    if ((op.getFlushToZero() && !keepsSubnormals) ||
        !(isNearest || this->bugs.acts(SeededBug::PlainFloatIgnoresRounding)))
      return failure();
    auto made = replaceWithNew<To>(rewriter, op, in.getOperands());
    if (arith::FastMathFlagsAttr flags = op.getFastmathAttr())
      made.setFastmathAttr(flags);
    return success();
  }
};

/// A format that holds every value of another.
static bool isWider(FloatType to, FloatType from) {
  const llvm::fltSemantics &wide = to.getFloatSemantics();
  const llvm::fltSemantics &narrow = from.getFloatSemantics();
  return llvm::APFloat::isRepresentableBy(narrow, wide);
}

} // namespace

bool tilefuzz::hasArithConversion(aa::FpToFpOp op) {
  auto from = cast<FloatType>(aa::getTileElementType(op.getSource().getType()));
  auto to = cast<FloatType>(aa::getTileElementType(op.getType()));
  return op.getRoundingMode() == aa::RoundingMode::NearestEven &&
         (from.getWidth() > to.getWidth() ||
          (from.getWidth() < to.getWidth() && isWider(to, from)));
}

namespace {
struct PlainFormat : OpConversionPattern<aa::FpToFpOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::FpToFpOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    if (!hasArithConversion(op))
      return rewriter.notifyMatchFailure(op, "arith has no such conversion");
    Type from = aa::getTileElementType(op.getSource().getType());
    Type to = aa::getTileElementType(op.getType());
    Type type = getTypeConverter()->convertType(op.getType());
    if (from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth())
      replaceWithNew<arith::ExtFOp>(rewriter, op, type, in.getSource());
    else
      replaceWithNew<arith::TruncFOp>(rewriter, op, type, in.getSource());
    return success();
  }
};

struct ViewConversion : OpConversionPattern<aa::ViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::ViewOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    replaceWithNew<as::ReinterpretOp>(
        rewriter, op, getTypeConverter()->convertType(op.getType()),
        in.getSource());
    return success();
  }
};

struct ExpandDimsConversion : OpConversionPattern<aa::ExpandDimsOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::ExpandDimsOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    replaceWithNew<as::ExpandDimsOp>(
        rewriter, op, getTypeConverter()->convertType(op.getType()),
        in.getSource(), op.getAxisAttr());
    return success();
  }
};

/// The source moves to where its elements are needed, then grows in place.
struct BroadcastConversion : OpConversionPattern<aa::BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::BroadcastOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    auto type =
        cast<RankedTensorType>(getTypeConverter()->convertType(op.getType()));
    auto source = cast<RankedTensorType>(in.getSource().getType());
    as::LinearLayoutAttr needed = as::getBroadcastSourceLayout(
        as::getLayout(type), source.getShape(), type.getShape());
    Value moved = in.getSource();
    if (as::getLayout(source) != needed)
      moved = as::ConvertLayoutOp::create(
          rewriter, op.getLoc(), as::withLayout(source, needed), moved);
    replaceWithNew<as::ReinterpretOp>(rewriter, op, type, moved);
    return success();
  }
};

struct MakeRangeConversion : OpConversionPattern<aa::MakeRangeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::MakeRangeOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = in.getStart().getType();
    auto generate = as::GenerateOp::create(
        rewriter, loc, getTypeConverter()->convertType(op.getType()));
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = rewriter.createBlock(&generate.getBody(), {},
                                       {rewriter.getI32Type()}, {loc});
    Value value = body->getArgument(0);
    // Coordinates fit 24 bits, so the extension is of non-negative values.
    if (element.getIntOrFloatBitWidth() > 32)
      value = arith::ExtUIOp::create(rewriter, loc, element, value);
    else if (element.getIntOrFloatBitWidth() < 32)
      value = arith::TruncIOp::create(rewriter, loc, element, value);
    value = arith::AddIOp::create(rewriter, loc, in.getStart(), value);
    as::YieldOp::create(rewriter, loc, value);
    replaceCarrying(rewriter, op, generate->getResults());
    return success();
  }
};

template <typename From, typename To>
struct GridConversion : OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value index = To::create(rewriter, op.getLoc(),
                             gpu::Dimension(uint32_t(op.getAxis())));
    replaceWithNew<arith::IndexCastOp>(rewriter, op, op.getType(), index);
    return success();
  }
};

/// What it promises has been checked above; nothing below uses it.
struct AssumeConversion : OpConversionPattern<aa::AssumeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::AssumeOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, in.getValue()); // nothing stands for it
    return success();
  }
};

} // namespace

void tilefuzz::populateTileASValueConversions(const TypeConverter &converter,
                                              RewritePatternSet &patterns,
                                              const BugSet &bugs) {
  patterns.add<Relayout>(converter, patterns.getContext(), bugs);
  patterns
      .add<QueueConversion, TerminatorConversion<scf::YieldOp>,
           TerminatorConversion<scf::ConditionOp>, WhileConversion,
           ConstantConversion, PlainFormat, ViewConversion,
           ExpandDimsConversion, BroadcastConversion, MakeRangeConversion,
           AssumeConversion, GridConversion<aa::GetProgramIdOp, gpu::BlockIdOp>,
           GridConversion<aa::GetNumProgramsOp, gpu::GridDimOp>>(
          converter, patterns.getContext());
  patterns.add<PlainFloat<aa::AddFOp, arith::AddFOp>,
               PlainFloat<aa::SubFOp, arith::SubFOp>,
               PlainFloat<aa::MulFOp, arith::MulFOp>,
               PlainFloat<aa::FmaOp, math::FmaOp>>(converter,
                                                   patterns.getContext(), bugs);
}
