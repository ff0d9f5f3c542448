//===- CudaTileFuseFma.cpp - Sums of products -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 10.1. Changes numbers, so it runs on request only: what it makes is
// rounded once. A run of the program before it that may be fused encloses both
// (interp/Tile/Eval/Fusing.h).
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/CudaTile/CudaTileRewrites.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

namespace {
enum class Fused {
  Sound,
  /// Also a product and a sum that round differently.
  AnyRounding,
  /// A difference becomes the fused sum.
  KeepsSign,
  /// Does not flush.
  LosesFlush,
  /// Also the product that is subtracted, as if it came first.
  Subtrahend,
  /// Also a product that keeps what the sum flushes.
  FlushesProduct,
  /// Also the product that is subtracted, as the negation of the other
  /// difference.
  NegatesSum,
};
} // namespace

template <typename OpTy>
static MulFOp productOf(Value operand, OpTy sum, bool anyRounding,
                        bool sumFlushes = false) {
  auto product = operand.getDefiningOp<MulFOp>();
  if (!product || !product->hasOneUse() ||
      (product.getFlushToZero() != sum.getFlushToZero() &&
       !(sumFlushes && sum.getFlushToZero())) ||
      (!anyRounding && product.getRoundingMode() != sum.getRoundingMode()))
    return {};
  return product;
}

static MulFOp findProduct(Operation *op, bool anyRounding, bool anySide = false,
                          bool sumFlushes = false) {
  return llvm::TypeSwitch<Operation *, MulFOp>(op)
      .Case([&](AddFOp sum) {
        MulFOp product = productOf(sum.getLhs(), sum, anyRounding, sumFlushes);
        return product ? product
                       : productOf(sum.getRhs(), sum, anyRounding, sumFlushes);
      })
      .Case([&](SubFOp difference) {
        MulFOp product =
            productOf(difference.getLhs(), difference, anyRounding);
        return product || !anySide
                   ? product
                   : productOf(difference.getRhs(), difference, anyRounding);
      })
      .Default([](Operation *) { return MulFOp(); });
}

MulFOp cuda_tile::findFusedProduct(Operation *sum) {
  return findProduct(sum, /*anyRounding=*/false);
}

namespace {
/// addf(mulf(a, b), c), addf(c, mulf(a, b)) -> fma(a, b, c);
/// subf(mulf(a, b), c) -> fma(a, b, negf(c)). The product has no other use, and
/// both round and flush alike. Of two products the first is fused. The product
/// stays for whoever removes what is dead.
template <Fused variant, typename OpTy>
struct FuseFma : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    MulFOp product = findProduct(op, variant == Fused::AnyRounding,
                                 variant == Fused::Subtrahend ||
                                     variant == Fused::NegatesSum,
                                 variant == Fused::FlushesProduct);
    if (!product)
      return failure();
    bool isFirst = op.getLhs() == product.getResult();
    Value rest = isFirst ? op.getRhs() : op.getLhs();
    if (std::is_same_v<OpTy, SubFOp> && variant != Fused::KeepsSign)
      rest = NegFOp::create(rewriter, op.getLoc(), op.getType(), rest);
    UnitAttr flush = op.getFlushToZeroAttr();
    if (variant == Fused::LosesFlush)
      flush = {};
    auto fused =
        FmaOp::create(rewriter, op.getLoc(), op.getType(), product.getLhs(),
                      product.getRhs(), rest, op.getRoundingModeAttr(), flush);
    tilefuzz::carryAttributes(product, fused);
    if (variant == Fused::NegatesSum && !isFirst &&
        std::is_same_v<OpTy, SubFOp>)
      rewriter.replaceOpWithNewOp<NegFOp>(op, op.getType(), fused);
    else
      rewriter.replaceOp(op, fused);
    return success();
  }
};
} // namespace

template <Fused variant> static void populateBoth(RewritePatternSet &patterns) {
  patterns.add<FuseFma<variant, AddFOp>, FuseFma<variant, SubFOp>>(
      patterns.getContext());
}

static constexpr PatternRow rows[] = {
    {"fuse-fma",
     "addf(mulf(a, b), c) -> fma(a, b, c), subf likewise; the product has no "
     "other use, both round and flush alike; changes numbers",
     populateBoth<Fused::Sound>, /*bug=*/std::nullopt, /*offByDefault=*/true},
    {"fuse-fma", "fuses what rounds differently",
     populateBoth<Fused::AnyRounding>, SeededBug::FuseFmaIgnoresRounding},
    {"fuse-fma", "subf(mulf(a, b), c) -> fma(a, b, c)",
     populateBoth<Fused::KeepsSign>, SeededBug::FuseFmaKeepsSign},
    {"fuse-fma", "does not flush", populateBoth<Fused::LosesFlush>,
     SeededBug::FuseFmaLosesFlush},
    {"fuse-fma", "subf(c, mulf(a, b)) -> fma(a, b, negf(c))",
     populateBoth<Fused::Subtrahend>, SeededBug::FuseFmaOfSubtrahend},
    {"fuse-fma",
     "fuses a product that keeps subnormals with a sum that flushes",
     populateBoth<Fused::FlushesProduct>, SeededBug::FuseFmaFlushesProduct},
    {"fuse-fma", "subf(c, mulf(a, b)) -> negf(fma(a, b, negf(c)))",
     populateBoth<Fused::NegatesSum>, SeededBug::FuseFmaNegatesSum},
};

const tilefuzz::NamedPatternsPassInfo &cuda_tile::getFuseFmaPassInfo() {
  static const tilefuzz::NamedPatternsPassInfo info{
      "fuse-fma",
      "Fuse products with sums; changes numbers",
      rows,
      /*finish=*/nullptr,
      /*addDialects=*/nullptr,
      /*walks=*/true};
  return info;
}
