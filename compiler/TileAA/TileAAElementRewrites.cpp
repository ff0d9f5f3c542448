//===- TileAAElementRewrites.cpp - Splats and single elements -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "compiler/TileAA/TileAARewrites.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

//===----------------------------------------------------------------------===//
// Splats
//===----------------------------------------------------------------------===//

/// Says the same of every element whatever its place.
static bool isLaneIndependent(Attribute predicate) {
  if (auto divBy = dyn_cast<DivByAttr>(predicate))
    return !divBy.getEvery() && !divBy.getAlong();
  return isa<BoundedAttr>(predicate);
}

namespace {
/// assume(splat x) -> splat(assume x), for predicates that say the same of
/// every element.
template <bool anyPredicate> struct AssumeOfSplat : OpRewritePattern<AssumeOp> {
  using OpRewritePattern<AssumeOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(AssumeOp op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getValue().getDefiningOp<SplatOp>();
    if (!splat || !(anyPredicate || isLaneIndependent(op.getPredicate())))
      return failure();
    Value scalar = splat.getSource();
    Value assumed = AssumeOp::create(rewriter, op.getLoc(), scalar.getType(),
                                     scalar, op.getPredicate());
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), assumed);
    return success();
  }
};

/// splat(select(c, t, f)) -> select(splat c, splat t, splat f). Sound always;
/// the other direction is no row, or the two would go on for ever. A selection
/// that stays, because it has other uses, is not followed into its arms: each
/// splat of a chain of selections would repeat all of them before it.
template <bool swapped> struct SplatOfSelect : OpRewritePattern<SplatOp> {
  using OpRewritePattern<SplatOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(SplatOp op,
                                PatternRewriter &rewriter) const override {
    auto select = op.getSource().getDefiningOp<arith::SelectOp>();
    if (!select || !(select->hasOneUse() || !selectsAgain(select)))
      return failure();
    auto type = cast<RankedTensorType>(op.getType());
    llvm::SmallDenseMap<Value, Value, 4> splats;
    auto splat = [&](Value scalar) -> Value {
      Value &tile = splats[scalar];
      if (!tile)
        tile = SplatOp::create(rewriter, op.getLoc(),
                               type.clone(scalar.getType()), scalar);
      return tile;
    };
    Value condition = splat(select.getCondition());
    Value ifTrue = splat(select.getTrueValue());
    Value ifFalse = splat(select.getFalseValue());
    if (swapped)
      std::swap(ifTrue, ifFalse);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, condition, ifTrue,
                                                 ifFalse);
    return success();
  }

  /// Whether the rewrite would apply to a splat that it makes.
  static bool selectsAgain(arith::SelectOp select) {
    return llvm::any_of(select->getOperands(), [](Value operand) {
      return operand.getDefiningOp<arith::SelectOp>() != nullptr;
    });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

/// Element i of the result depends on elements i of the operands alone, and the
/// operation exists for scalars.
static bool isElementwise(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() ||
      !isMemoryEffectFree(op))
    return false;
  return isa<AddFOp, SubFOp, MulFOp, DivFOp, FmaOp, SqrtOp, RsqrtOp, Exp2Op,
             ClampFOp, FpToFpOp, MulHiUIOp, AddPtrOp, IntToPtrOp, PtrToIntOp,
             BitcastOp>(op) ||
         OpTrait::hasElementwiseMappableTraits(op);
}

/// Costs no more than the extraction that it replaces: a second one beside the
/// whole tile's is no loss, if it is only one (readsElementwise).
static bool isCheap(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, arith::CmpIOp, arith::SelectOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp, AddPtrOp, IntToPtrOp, PtrToIntOp,
             BitcastOp>(op);
}

/// Whether some operand of an element-wise operation is the result of another.
static bool readsElementwise(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    Operation *source = operand.getDefiningOp();
    return source && isa<RankedTensorType>(operand.getType()) &&
           isElementwise(source);
  });
}

bool nv_tileaa::movesToItsUse(Operation *op) {
  if (!isElementwise(op) ||
      !(op->hasOneUse() || (isCheap(op) && !readsElementwise(op))))
    return false;
  ArrayRef<int64_t> shape = getTileShape(op->getResult(0).getType());
  return llvm::none_of(op->getOperandTypes(), [&](Type type) {
    return isa<ShapedType>(type) && getTileShape(type) != shape;
  });
}

namespace {
/// How an element's operation differs from the tile's.
enum class Element { Same, AtReversed, InHalf, OncePerOperation };
} // namespace

/// Whether f32 results are not unique.
static bool isBoundedF32(Operation *op) {
  if (!getTileElementType(op->getResult(0).getType()).isF32())
    return false;
  auto root = dyn_cast<SqrtOp>(op);
  auto quotient = dyn_cast<DivFOp>(op);
  return isa<Exp2Op, RsqrtOp, math::ExpOp, math::LogOp, math::Log2Op,
             math::SinOp, math::CosOp, math::TanhOp>(op) ||
         (root && root.getRoundingMode() == RoundingMode::Approx) ||
         (quotient && (quotient.getRoundingMode() == RoundingMode::Approx ||
                       quotient.getRoundingMode() == RoundingMode::Full));
}

/// Seeded: the numbers of a scalar operation have passed through f16.
static Value throughHalf(OpBuilder &b, Location loc, Value number) {
  auto nearest =
      RoundingModeAttr::get(b.getContext(), RoundingMode::NearestEven);
  Value narrow = FpToFpOp::create(b, loc, b.getF16Type(), number, nearest);
  return FpToFpOp::create(b, loc, number.getType(), narrow, nearest);
}

/// Seeded: the first result of the operation that has the value's type.
static Value firstOfType(Value value) {
  if (Operation *op = value.getDefiningOp())
    for (Value result : op->getResults())
      if (result.getType() == value.getType())
        return result;
  return value;
}

namespace {
/// extract(f(x, ..), i) -> f(extract(x, i), ..), for element-wise f that has no
/// other use and disappears, or is cheap and the first of its chain: each
/// element of a chain that stays would repeat all of the chain before it.
/// Operands that are scalars already stay; one that comes twice is extracted
/// once.
template <Element variant>
struct ExtractOfElementwise : OpRewritePattern<ExtractOp> {
  using OpRewritePattern<ExtractOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ExtractOp op,
                                PatternRewriter &rewriter) const override {
    Operation *source = op.getSource().getDefiningOp();
    if (!source || !movesToItsUse(source))
      return failure();
    SmallVector<Value> indices(op.getIndices());
    if (variant == Element::AtReversed)
      std::reverse(indices.begin(), indices.end());
    SmallVector<Value> operands;
    llvm::SmallDenseMap<Value, Value, 4> elements;
    for (Value operand : source->getOperands()) {
      if (isa<RankedTensorType>(operand.getType())) {
        Value &element =
            elements[variant == Element::OncePerOperation ? firstOfType(operand)
                                                          : operand];
        if (!element)
          element = ExtractOp::create(rewriter, op.getLoc(),
                                      getTileElementType(operand.getType()),
                                      operand, indices);
        operand = element;
      }
      if (variant == Element::InHalf && isBoundedF32(source))
        operand = throughHalf(rewriter, op.getLoc(), operand);
      operands.push_back(operand);
    }
    OperationState state(source->getLoc(), source->getName(), operands,
                         op.getType());
    Operation *scalar = rewriter.create(state);
    tilefuzz::carryAttributes(source, scalar);
    scalar->copyProperties(source->getPropertiesStorage());
    rewriter.replaceOp(op, scalar);
    return success();
  }
};

/// extract(expand_dims(x, axis), i) -> extract(x, i without axis). Always: that
/// index can only be 0.
/// (Wrong: another index goes; or that before it, behind the second axis.)
enum class Dropped { Own, FromTheEnd, BeforeThird };
template <Dropped variant>
struct ExtractOfExpandDims : OpRewritePattern<ExtractOp> {
  using OpRewritePattern<ExtractOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ExtractOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getSource().getDefiningOp<ExpandDimsOp>();
    if (!expand)
      return failure();
    SmallVector<Value> indices(op.getIndices());
    unsigned axis = expand.getAxis();
    if (variant == Dropped::FromTheEnd)
      axis = indices.size() - 1 - axis;
    if (variant == Dropped::BeforeThird && axis >= 2)
      --axis;
    indices.erase(indices.begin() + axis);
    rewriter.replaceOpWithNewOp<ExtractOp>(op, op.getType(), expand.getSource(),
                                           indices);
    return success();
  }
};
} // namespace

static constexpr PatternRow rows[] = {
    {"tileaa-assume-of-splat",
     "assume(splat x) -> splat(assume x); predicates that say the same of "
     "every element: bounded, and div_by without every and along",
     populate<AssumeOfSplat<false>>},
    {"tileaa-assume-of-splat", "moves predicates about blocks of elements",
     populate<AssumeOfSplat<true>>, SeededBug::AssumeAnyOfSplat},
    {"tileaa-splat-of-select",
     "splat(select(c, t, f)) -> select(splat c, splat t, splat f); the "
     "selection has no other use, or reads no other selection",
     populate<SplatOfSelect<false>>},
    {"tileaa-splat-of-select", "swaps the arms", populate<SplatOfSelect<true>>,
     SeededBug::SplatOfSelectSwapped},
    {"tileaa-extract-of-elementwise",
     "extract(f(x, ..), i) -> f(extract(x, i), ..); f has no effect, and no "
     "other use or is cheap and reads no other element-wise operation",
     populate<ExtractOfElementwise<Element::Same>>},
    {"tileaa-extract-of-elementwise", "reverses the indices",
     populate<ExtractOfElementwise<Element::AtReversed>>,
     SeededBug::ExtractReversesIndices},
    {"tileaa-extract-of-elementwise",
     "computes functions with an error bound in f16",
     populate<ExtractOfElementwise<Element::InHalf>>, SeededBug::ExtractInHalf},
    {"tileaa-extract-of-elementwise",
     "extracts once what one operation gives several times",
     populate<ExtractOfElementwise<Element::OncePerOperation>>,
     SeededBug::ExtractOncePerOperation},
    {"tileaa-extract-of-expand-dims",
     "extract(expand_dims(x, a), i) -> extract(x, i without a); always",
     populate<ExtractOfExpandDims<Dropped::Own>>},
    {"tileaa-extract-of-expand-dims", "drops another axis' index",
     populate<ExtractOfExpandDims<Dropped::FromTheEnd>>,
     SeededBug::ExtractDropsOtherAxis},
    {"tileaa-extract-of-expand-dims",
     "drops the index before that of the third axis or a later one",
     populate<ExtractOfExpandDims<Dropped::BeforeThird>>,
     SeededBug::ExtractDropsAxisBefore},
};
llvm::ArrayRef<PatternRow> nv_tileaa::getElementRows() { return rows; }
