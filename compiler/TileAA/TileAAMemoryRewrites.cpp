//===- TileAAMemoryRewrites.cpp - Addresses and masked accesses -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "compiler/TileAA/TileAARewrites.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

/// The value of an i1 mask all of whose elements are one constant.
static std::optional<bool> constantMask(Value mask, bool firstLaneDecides) {
  DenseElementsAttr dense = constantTile(mask);
  if (!dense || !dense.getElementType().isInteger(1))
    return std::nullopt;
  if (firstLaneDecides)
    return *dense.value_begin<bool>();
  std::optional<APInt> bit = uniformBits(dense);
  if (!bit)
    return std::nullopt;
  return !bit->isZero();
}

/// The offset, or the tile of them, in i64.
static Value widenOffset(Value offset, PatternRewriter &rewriter,
                         bool isSigned) {
  if (getTileElementType(offset.getType()).isInteger(64))
    return offset;
  Type wide =
      getTileType(getTileShape(offset.getType()), rewriter.getI64Type());
  if (isSigned)
    return arith::ExtSIOp::create(rewriter, offset.getLoc(), wide, offset);
  return arith::ExtUIOp::create(rewriter, offset.getLoc(), wide, offset);
}

namespace {

/// What the sum of a chain's offsets is made of.
enum class ChainSum { Wide, Narrow, ScaledInner, ZeroExtended, MixedByZeros };

/// addptr(addptr(p, a), b) -> addptr(p, sext(a) + sext(b)), the sum in i64: an
/// address is p plus the exact sum; the narrow sum may wrap. Sound always.
/// Applies where the program does not grow: the inner pointer has no other use
/// and disappears, or both offsets are constants and the sum is one. Otherwise
/// a chain of which every link is used would get a sum of k offsets for its
/// k-th link.
template <ChainSum sum> struct AddPtrChain : OpRewritePattern<AddPtrOp> {
  using OpRewritePattern<AddPtrOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(AddPtrOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getBase().getDefiningOp<AddPtrOp>();
    if (!inner || !(inner->hasOneUse() ||
                    (matchPattern(inner.getOffset(), m_Constant()) &&
                     matchPattern(op.getOffset(), m_Constant()))))
      return failure();
    Location loc = op.getLoc();
    Value first = inner.getOffset(), second = op.getOffset();
    if (sum != ChainSum::Narrow || first.getType() != second.getType()) {
      bool byZeros = sum == ChainSum::ZeroExtended ||
                     (sum == ChainSum::MixedByZeros &&
                      first.getType() != second.getType());
      first = widenOffset(first, rewriter, /*isSigned=*/!byZeros);
      second = widenOffset(second, rewriter, /*isSigned=*/!byZeros);
    }
    if (sum == ChainSum::ScaledInner) {
      Type element =
          cast<PtrType>(getTileElementType(op.getType())).getPointeeType();
      int64_t bytes = (element.getIntOrFloatBitWidth() + 7) / 8;
      Value scale = arith::ConstantOp::create(
          rewriter, loc, rewriter.getI64IntegerAttr(bytes));
      if (isa<RankedTensorType>(first.getType()))
        scale = SplatOp::create(rewriter, loc, first.getType(), scale);
      first = arith::MulIOp::create(rewriter, loc, first, scale);
    }
    Value offset = arith::AddIOp::create(rewriter, loc, first, second);
    rewriter.replaceOpWithNewOp<AddPtrOp>(op, op.getType(), inner.getBase(),
                                          offset);
    return success();
  }
};

/// What the offsets of a chain through a bitcast are multiplied by.
enum class ChainUnits {
  Normalised,
  Ignored,
  Exchanged,
  ScaledNarrow,
  ScaledByZeros
};

/// addptr(bitcast(addptr(p, a)), b) -> with both offsets in elements of the
/// smaller of the two pointees, of m and n of its size each:
///   the outer one:  addptr(bitcast(p), m * sext(a) + sext(b))
///   the inner one:  bitcast(addptr(p, sext(a) + n * sext(b)))
/// The sum is in i64, modulo 2^64 as addresses are. Where neither pointer that
/// is passed has another use, or both offsets are constants, as above.
template <ChainUnits units>
struct AddPtrThroughBitcast : OpRewritePattern<AddPtrOp> {
  using OpRewritePattern<AddPtrOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(AddPtrOp op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getBase().getDefiningOp<BitcastOp>();
    auto inner = cast ? cast.getSource().getDefiningOp<AddPtrOp>() : AddPtrOp();
    if (!inner || !((inner->hasOneUse() && cast->hasOneUse()) ||
                    (matchPattern(inner.getOffset(), m_Constant()) &&
                     matchPattern(op.getOffset(), m_Constant()))))
      return failure();
    int64_t ofInner = bytesOf(inner.getType()), ofOuter = bytesOf(op.getType());
    if (!ofInner || !ofOuter)
      return failure();
    bool outerIsSmaller = ofOuter <= ofInner;
    int64_t first = outerIsSmaller ? ofInner / ofOuter : 1;
    int64_t second = outerIsSmaller ? 1 : ofOuter / ofInner;
    if (units == ChainUnits::Ignored)
      first = second = 1;
    if (units == ChainUnits::Exchanged)
      std::swap(first, second);
    Value offset = arith::AddIOp::create(
        rewriter, op.getLoc(), scaled(inner.getOffset(), first, rewriter),
        scaled(op.getOffset(), second, rewriter));
    if (outerIsSmaller) {
      auto base = BitcastOp::create(rewriter, cast.getLoc(), op.getType(),
                                    inner.getBase());
      tilefuzz::carryAttributes(cast, base);
      rewriter.replaceOpWithNewOp<AddPtrOp>(op, op.getType(), base, offset);
      return success();
    }
    auto moved = AddPtrOp::create(rewriter, op.getLoc(), inner.getType(),
                                  inner.getBase(), offset);
    tilefuzz::carryAttributes(op, moved);
    tilefuzz::carryAttributes(inner, moved);
    rewriter.replaceOpWithNewOp<BitcastOp>(op, op.getType(), moved);
    return success();
  }

  /// Of an element that a pointer points to; 0 for one that shares a byte, has
  /// another size in memory than it has bits, or is no number.
  static int64_t bytesOf(Type pointers) {
    Type pointee =
        llvm::cast<PtrType>(getTileElementType(pointers)).getPointeeType();
    if (!pointee.isIntOrFloat())
      return 0;
    unsigned bits = pointee.getIntOrFloatBitWidth();
    if (bits == 1)
      return 1;
    return bits % 8 ? 0 : bits / 8;
  }
  static Value scaled(Value offset, int64_t factor, PatternRewriter &rewriter) {
    if (factor != 1 && units == ChainUnits::ScaledNarrow)
      return widenOffset(multiplied(offset, factor, rewriter), rewriter,
                         /*isSigned=*/true);
    bool byZeros = factor != 1 && units == ChainUnits::ScaledByZeros;
    offset = widenOffset(offset, rewriter, /*isSigned=*/!byZeros);
    return factor == 1 ? offset : multiplied(offset, factor, rewriter);
  }
  static Value multiplied(Value offset, int64_t factor,
                          PatternRewriter &rewriter) {
    Location loc = offset.getLoc();
    Type type = offset.getType();
    TypedAttr constant =
        rewriter.getIntegerAttr(getTileElementType(type), factor);
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      constant = DenseElementsAttr::get(tensor, Attribute(constant));
    return arith::MulIOp::create(
        rewriter, loc, offset,
        arith::ConstantOp::create(rewriter, loc, constant));
  }
};

/// How a masked access is folded.
enum class Masked {
  Sound,
  /// The mask's first element stands for all.
  FirstLane,
  /// An all-false acquire or release is erased, too.
  AnyOrder,
  /// An all-false load gives zero, not `other`.
  ZeroForOther,
  /// An erased access leaves a fresh token.
  DropToken,
  /// Without its mask, the access waits for nothing.
  WaitsForNothing,
  /// Without its mask, the access is weak.
  Weak,
  /// Without its mask, the access concerns its own block only.
  OwnBlock,
  /// Without its mask, nothing is left out.
  LosesOther,
  /// Without its mask, everything is inside of the memref.
  PromisesBounds,
};

/// How an access that loses its mask orders.
template <Masked variant, typename OpTy>
static std::pair<MemSemanticAttr, MemScopeAttr> orderOf(OpTy op) {
  MemScopeAttr scope = op.getMemScopeAttr();
  if (variant == Masked::Weak)
    return {MemSemanticAttr::get(op.getContext(), MemSemantic::Weak), {}};
  if (variant == Masked::OwnBlock && scope)
    scope = MemScopeAttr::get(op.getContext(), MemScope::TileBlock);
  return {op.getMemSemanticAttr(), scope};
}

/// What an access that does nothing leaves behind.
template <Masked variant, typename OpTy>
static Value tokenOfNothing(OpTy op, PatternRewriter &rewriter) {
  Value token = variant == Masked::DropToken ? Value() : op.getToken();
  return tokenOrFresh(token, op.getLoc(), rewriter);
}
template <Masked variant, typename OpTy>
static Value valueOfNothing(OpTy op, PatternRewriter &rewriter) {
  Type type = op.getResult().getType();
  if (variant == Masked::ZeroForOther)
    if (TypedAttr zero = rewriter.getZeroAttr(type))
      return arith::ConstantOp::create(rewriter, op.getLoc(), zero);
  if (op.getOther())
    return op.getOther();
  return ub::PoisonOp::create(rewriter, op.getLoc(), type);
}

/// What comes behind a put or get comes behind what its body waited for,
/// whoever reads the token of the access that did.
static bool isInQueueBody(Operation *op) {
  return op->getParentOfType<QueuePutOp>() || op->getParentOfType<QueueGetOp>();
}

/// An access with a constant mask all of whose elements are equal: true ->
/// without the mask; false -> nothing. Erased only if weak or relaxed: an
/// acquire orders also when it reads nothing, a release when it writes nothing.
/// (An index beyond an index space is undefined whatever the mask says.)
template <Masked variant, typename OpTy>
struct MaskedAccess : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> mask =
        constantMask(op.getMask(), variant == Masked::FirstLane);
    if (!mask)
      return failure();
    if (*mask) {
      rewriteUnmasked(op, rewriter);
      return success();
    }
    if (variant != Masked::AnyOrder &&
        op.getMemSemantic() > MemSemantic::Relaxed)
      return failure();
    if (op.getToken() && isInQueueBody(op))
      return failure();
    Value token = tokenOfNothing<variant>(op, rewriter);
    if constexpr (std::is_same_v<OpTy, LoadOp> ||
                  std::is_same_v<OpTy, TiledLoadOp>)
      rewriter.replaceOp(op, {valueOfNothing<variant>(op, rewriter), token});
    else
      rewriter.replaceOp(op, token);
    return success();
  }

  virtual void rewriteUnmasked(OpTy op, PatternRewriter &rewriter) const = 0;
};

template <Masked variant> struct MaskedLoad : MaskedAccess<variant, LoadOp> {
  using MaskedAccess<variant, LoadOp>::MaskedAccess;
  void rewriteUnmasked(LoadOp op, PatternRewriter &rewriter) const override {
    auto [semantic, scope] = orderOf<variant>(op);
    rewriter.replaceOpWithNewOp<LoadOp>(
        op, op.getResult().getType(), op.getResultToken().getType(),
        op.getAddresses(), op.getIndices(), Value(),
        // Elements beyond a memref still take it.
        op.getIndices().empty() || variant == Masked::LosesOther
            ? Value()
            : op.getOther(),
        op.getToken(), semantic, scope, op.getCacheModifierAttr(),
        op.getEvictionPolicyAttr(), op.getOptimizationHintsAttr(),
        op.getInBoundsAttr());
  }
};

template <Masked variant> struct MaskedStore : MaskedAccess<variant, StoreOp> {
  using MaskedAccess<variant, StoreOp>::MaskedAccess;
  void rewriteUnmasked(StoreOp op, PatternRewriter &rewriter) const override {
    auto [semantic, scope] = orderOf<variant>(op);
    DenseBoolArrayAttr inBounds = op.getInBoundsAttr();
    if (variant == Masked::PromisesBounds && !op.getIndices().empty())
      inBounds = rewriter.getDenseBoolArrayAttr(
          SmallVector<bool>(op.getIndices().size(), true));
    rewriter.replaceOpWithNewOp<StoreOp>(
        op, op.getResultToken().getType(), op.getAddresses(), op.getValue(),
        op.getIndices(), Value(),
        variant == Masked::WaitsForNothing ? Value() : op.getToken(), semantic,
        scope, op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
        op.getOptimizationHintsAttr(), inBounds);
  }
};

/// Elements beyond the tensor are the padding, not `other`: it goes, too.
template <Masked variant>
struct MaskedTiledLoad : MaskedAccess<variant, TiledLoadOp> {
  using MaskedAccess<variant, TiledLoadOp>::MaskedAccess;
  void rewriteUnmasked(TiledLoadOp op,
                       PatternRewriter &rewriter) const override {
    auto [semantic, scope] = orderOf<variant>(op);
    rewriter.replaceOpWithNewOp<TiledLoadOp>(
        op, op.getResult().getType(), op.getResultToken().getType(),
        op.getView(), op.getIndices(),
        variant == Masked::WaitsForNothing ? Value() : op.getToken(), semantic,
        scope, op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
        op.getOptimizationHintsAttr());
  }
};

template <Masked variant>
struct MaskedTiledStore : MaskedAccess<variant, TiledStoreOp> {
  using MaskedAccess<variant, TiledStoreOp>::MaskedAccess;
  void rewriteUnmasked(TiledStoreOp op,
                       PatternRewriter &rewriter) const override {
    auto [semantic, scope] = orderOf<variant>(op);
    rewriter.replaceOpWithNewOp<TiledStoreOp>(
        op, op.getResultToken().getType(), op.getView(), op.getValue(),
        op.getIndices(), op.getToken(), semantic, scope,
        op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
        op.getOptimizationHintsAttr());
  }
};

} // namespace

static constexpr PatternRow rows[] = {
    {"tileaa-addptr-chain",
     "addptr(addptr(p, a), b) -> addptr(p, sext(a) + sext(b)); the inner one "
     "has no other use, or both offsets are constants",
     populate<AddPtrChain<ChainSum::Wide>>},
    {"tileaa-addptr-chain", "adds in the narrow type",
     populate<AddPtrChain<ChainSum::Narrow>>, SeededBug::AddPtrNarrowAdd},
    {"tileaa-addptr-chain", "scales the inner offset by the element size",
     populate<AddPtrChain<ChainSum::ScaledInner>>, SeededBug::AddPtrUnitError},
    {"tileaa-addptr-chain", "extends the offsets by zeros",
     populate<AddPtrChain<ChainSum::ZeroExtended>>,
     SeededBug::AddPtrZeroExtends},
    {"tileaa-addptr-chain", "extends offsets of two widths by zeros",
     populate<AddPtrChain<ChainSum::MixedByZeros>>,
     SeededBug::AddPtrMixedByZeros},
    {"tileaa-addptr-through-bitcast",
     "addptr(bitcast(addptr(p, a)), b) -> one addptr, of both offsets in "
     "elements of the smaller pointee, and one bitcast; neither of the two has "
     "another use, or both offsets are constants",
     populate<AddPtrThroughBitcast<ChainUnits::Normalised>>},
    {"tileaa-addptr-through-bitcast",
     "adds offsets that count elements of other sizes",
     populate<AddPtrThroughBitcast<ChainUnits::Ignored>>,
     SeededBug::AddPtrBitcastIgnoresUnits},
    {"tileaa-addptr-through-bitcast", "scales the other offset",
     populate<AddPtrThroughBitcast<ChainUnits::Exchanged>>,
     SeededBug::AddPtrBitcastScalesOther},
    {"tileaa-addptr-through-bitcast", "scales an offset in its narrow type",
     populate<AddPtrThroughBitcast<ChainUnits::ScaledNarrow>>,
     SeededBug::AddPtrBitcastScalesNarrow},
    {"tileaa-addptr-through-bitcast",
     "extends an offset that it scales by zeros",
     populate<AddPtrThroughBitcast<ChainUnits::ScaledByZeros>>,
     SeededBug::AddPtrBitcastScaledByZeros},
    {"tileaa-masked-load",
     "constant mask, all elements equal: true -> no mask; false -> other, or "
     "poison without one, and the input token; erased only if weak or relaxed",
     populate<MaskedLoad<Masked::Sound>>},
    {"tileaa-masked-load", "takes the mask's first element for all",
     populate<MaskedLoad<Masked::FirstLane>>, SeededBug::MaskedLoadFirstLane},
    {"tileaa-masked-load", "erases an acquire",
     populate<MaskedLoad<Masked::AnyOrder>>, SeededBug::MaskedLoadLosesAcquire},
    {"tileaa-masked-load", "gives zero instead of other",
     populate<MaskedLoad<Masked::ZeroForOther>>,
     SeededBug::MaskedLoadZeroForOther},
    {"tileaa-masked-load", "forgets the input token",
     populate<MaskedLoad<Masked::DropToken>>, SeededBug::MaskedLoadDropsToken},
    {"tileaa-masked-load", "makes the load without a mask weak",
     populate<MaskedLoad<Masked::Weak>>, SeededBug::MaskedLoadWeakens},
    {"tileaa-masked-load", "forgets what stands beyond a memref",
     populate<MaskedLoad<Masked::LosesOther>>, SeededBug::MaskedLoadLosesOther},
    {"tileaa-masked-store",
     "constant mask, all elements equal: true -> no mask; false -> the input "
     "token; erased only if weak or relaxed",
     populate<MaskedStore<Masked::Sound>>},
    {"tileaa-masked-store", "forgets the input token",
     populate<MaskedStore<Masked::DropToken>>,
     SeededBug::MaskedStoreDropsToken},
    {"tileaa-masked-store", "erases a release",
     populate<MaskedStore<Masked::AnyOrder>>,
     SeededBug::MaskedStoreLosesRelease},
    {"tileaa-masked-store", "takes the mask's first element for all",
     populate<MaskedStore<Masked::FirstLane>>, SeededBug::MaskedStoreFirstLane},
    {"tileaa-masked-store", "narrows the scope to the block",
     populate<MaskedStore<Masked::OwnBlock>>,
     SeededBug::MaskedStoreNarrowsScope},
    {"tileaa-masked-store", "without a mask it waits for no token",
     populate<MaskedStore<Masked::WaitsForNothing>>,
     SeededBug::MaskedStoreWaitsForNothing},
    {"tileaa-masked-store", "without a mask it is inside of the memref",
     populate<MaskedStore<Masked::PromisesBounds>>,
     SeededBug::MaskedStorePromisesBounds},
    {"tileaa-masked-tiled-load",
     "constant mask, all elements equal: true -> no mask and no other; false "
     "-> other, or poison without one, and the input token; erased only if "
     "weak or relaxed",
     populate<MaskedTiledLoad<Masked::Sound>>},
    {"tileaa-masked-tiled-load", "erases an acquire",
     populate<MaskedTiledLoad<Masked::AnyOrder>>,
     SeededBug::MaskedTiledLoadLosesAcquire},
    {"tileaa-masked-tiled-load", "gives zero instead of other",
     populate<MaskedTiledLoad<Masked::ZeroForOther>>,
     SeededBug::MaskedTiledLoadZeroForOther},
    {"tileaa-masked-tiled-load", "without a mask it waits for no token",
     populate<MaskedTiledLoad<Masked::WaitsForNothing>>,
     SeededBug::MaskedTiledLoadWaitsForNothing},
    {"tileaa-masked-tiled-store",
     "constant mask, all elements equal: true -> no mask; false -> the input "
     "token; erased only if weak or relaxed",
     populate<MaskedTiledStore<Masked::Sound>>},
    {"tileaa-masked-tiled-store", "forgets the input token",
     populate<MaskedTiledStore<Masked::DropToken>>,
     SeededBug::MaskedTiledStoreDropsToken},
    {"tileaa-masked-tiled-store", "takes the mask's first element for all",
     populate<MaskedTiledStore<Masked::FirstLane>>,
     SeededBug::MaskedTiledStoreFirstLane},
    {"tileaa-masked-tiled-store", "makes the store without a mask weak",
     populate<MaskedTiledStore<Masked::Weak>>,
     SeededBug::MaskedTiledStoreWeakens},
};
llvm::ArrayRef<PatternRow> nv_tileaa::getMemoryRows() { return rows; }
