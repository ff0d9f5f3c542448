//===- CudaTileArithmeticFolds.cpp - Constant floats ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The only rule that computes floats.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileRewrites.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

namespace {
enum class AddFVariant {
  Sound,
  /// Rounded to nearest whatever is declared.
  AlwaysNearest,
  /// Subnormals stay where they are to be flushed.
  KeepsSubnormals,
  /// x + 0.0 is taken for x.
  DropsZero,
  /// Only the sum is flushed, not what is added.
  FlushesSumOnly,
  /// Beyond the greatest number there is infinity alone.
  OverflowsToInfinity,
  /// What cancels is +0.0.
  CancelsToPlus,
};

/// addf(k, l) -> k + l, rounded once in the declared mode, subnormals flushed
/// where the operation says so. Every element of both constants is finite: what
/// a producer does with infinities and NaNs stays as it was written. A sum of
/// finite values is never NaN; where it overflows, the mode says what to.
template <AddFVariant variant> struct AddFConstants : OpRewritePattern<AddFOp> {
  using OpRewritePattern<AddFOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(AddFOp op,
                                PatternRewriter &rewriter) const override;
};
} // namespace

static std::optional<llvm::RoundingMode> roundingOf(Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    return llvm::RoundingMode::NearestTiesToEven;
  case Rounding::Zero:
    return llvm::RoundingMode::TowardZero;
  case Rounding::NegativeInf:
    return llvm::RoundingMode::TowardNegative;
  case Rounding::PositiveInf:
    return llvm::RoundingMode::TowardPositive;
  default:
    return std::nullopt;
  }
}

/// A subnormal becomes the zero of its sign.
static APFloat flushed(APFloat x, bool flushToZero) {
  if (flushToZero && x.isDenormal())
    return APFloat::getZero(x.getSemantics(), x.isNegative());
  return x;
}

APFloat cuda_tile::foldAddF(APFloat lhs, APFloat rhs, llvm::RoundingMode mode,
                            bool flushToZero) {
  APFloat sum = flushed(std::move(lhs), flushToZero);
  sum.add(flushed(std::move(rhs), flushToZero), mode);
  return flushed(std::move(sum), flushToZero);
}

/// The payload of a constant all of whose elements are finite.
static DenseElementsAttr finiteConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return {};
  DenseElementsAttr dense = constant.getDense();
  if (dense.isSplat())
    return dense.getSplatValue<APFloat>().isFinite() ? dense
                                                     : DenseElementsAttr();
  for (const APFloat &element : dense.getValues<APFloat>())
    if (!element.isFinite())
      return {};
  return dense;
}

template <AddFVariant variant>
LogicalResult
AddFConstants<variant>::matchAndRewrite(AddFOp op,
                                        PatternRewriter &rewriter) const {
  DenseElementsAttr lhs = finiteConstant(op.getLhs());
  DenseElementsAttr rhs = finiteConstant(op.getRhs());
  std::optional<llvm::RoundingMode> mode = roundingOf(op.getRoundingMode());
  if (!lhs || !rhs || !mode)
    return failure();
  if (variant == AddFVariant::AlwaysNearest)
    mode = llvm::RoundingMode::NearestTiesToEven;
  if (variant == AddFVariant::DropsZero && rhs.isSplat() &&
      rhs.getSplatValue<APFloat>().isPosZero()) {
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
  bool ftz = op.getFlushToZero() && variant != AddFVariant::KeepsSubnormals;
  auto fold = [&](const APFloat &a, const APFloat &b) {
    if (variant == AddFVariant::OverflowsToInfinity) {
      APFloat up = foldAddF(a, b, llvm::RoundingMode::TowardPositive, ftz);
      APFloat down = foldAddF(a, b, llvm::RoundingMode::TowardNegative, ftz);
      if (up.isInfinity())
        return up;
      if (down.isInfinity())
        return down;
    }
    if (variant == AddFVariant::CancelsToPlus && a.isNonZero() && a == neg(b))
      return APFloat::getZero(a.getSemantics());
    if (variant != AddFVariant::FlushesSumOnly)
      return foldAddF(a, b, *mode, ftz);
    return flushed(foldAddF(a, b, *mode, /*flushToZero=*/false), ftz);
  };
  DenseElementsAttr sum;
  if (lhs.isSplat() && rhs.isSplat()) {
    sum = DenseElementsAttr::get(
        lhs.getType(),
        fold(lhs.getSplatValue<APFloat>(), rhs.getSplatValue<APFloat>()));
  } else {
    SmallVector<APFloat> sums;
    for (auto [a, b] :
         llvm::zip_equal(lhs.getValues<APFloat>(), rhs.getValues<APFloat>()))
      sums.push_back(fold(a, b));
    sum = DenseElementsAttr::get(lhs.getType(), sums);
  }
  rewriter.replaceOp(op, createConstant(rewriter, op.getLoc(), sum));
  return success();
}

static constexpr PatternRow rows[] = {
    {"cuda-tile-addf-constants",
     "addf of two finite constants -> their sum, rounded as declared",
     populate<AddFConstants<AddFVariant::Sound>>},
    {"cuda-tile-addf-constants",
     "addf of two finite constants -> their sum, rounded to nearest",
     populate<AddFConstants<AddFVariant::AlwaysNearest>>,
     SeededBug::AddFFoldIgnoresRounding},
    {"cuda-tile-addf-constants",
     "addf of two finite constants -> their sum, subnormals kept",
     populate<AddFConstants<AddFVariant::KeepsSubnormals>>,
     SeededBug::AddFFoldKeepsSubnormals},
    {"cuda-tile-addf-constants",
     "addf of a finite constant and 0.0 -> that one",
     populate<AddFConstants<AddFVariant::DropsZero>>,
     SeededBug::AddFFoldDropsZero},
    {"cuda-tile-addf-constants",
     "addf of two finite constants -> their sum, which alone is flushed",
     populate<AddFConstants<AddFVariant::FlushesSumOnly>>,
     SeededBug::AddFFoldFlushesSumOnly},
    {"cuda-tile-addf-constants",
     "addf of two finite constants -> their sum, infinite where it overflows",
     populate<AddFConstants<AddFVariant::OverflowsToInfinity>>,
     SeededBug::AddFFoldOverflowsToInfinity},
    {"cuda-tile-addf-constants",
     "addf of two finite constants -> their sum, +0.0 where they cancel",
     populate<AddFConstants<AddFVariant::CancelsToPlus>>,
     SeededBug::AddFFoldCancelsToPlus},
};

llvm::ArrayRef<PatternRow> cuda_tile::getArithmeticFoldRows() { return rows; }
