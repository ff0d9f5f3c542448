//===- TileAAVerifyContract.cpp - Arithmetic, products, scans -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// Element-wise operations
//===----------------------------------------------------------------------===//

static bool isExact(RoundingMode mode) {
  return mode <= RoundingMode::PositiveInf;
}

/// Rounding and flushing of an operation that takes both, and of the modes that
/// do not round as IEEE 754 says, those in `inexact`.
template <typename OpTy>
static LogicalResult verifyRounding(OpTy op,
                                    ArrayRef<RoundingMode> inexact = {}) {
  RoundingMode mode = op.getRoundingMode();
  if (!isExact(mode) && !is_contained(inexact, mode))
    return op.emitOpError("does not take rounding mode ")
           << stringifyRoundingMode(mode);
  bool isF32 = getTileElementType(op.getType()).isF32();
  if (!isF32 && (!isExact(mode) || op.getFlushToZero()))
    return op.emitOpError("expects f32 elements to flush or approximate");
  return success();
}
LogicalResult AddFOp::verify() { return verifyRounding(*this); }
LogicalResult SubFOp::verify() { return verifyRounding(*this); }
LogicalResult MulFOp::verify() { return verifyRounding(*this); }
LogicalResult FmaOp::verify() { return verifyRounding(*this); }
LogicalResult DivFOp::verify() {
  return verifyRounding(*this, {RoundingMode::Approx, RoundingMode::Full});
}
LogicalResult SqrtOp::verify() {
  return verifyRounding(*this, {RoundingMode::Approx});
}

template <typename OpTy> static LogicalResult verifyFlush(OpTy op) {
  if (op.getFlushToZero() && !getTileElementType(op.getType()).isF32())
    return op.emitOpError("expects f32 elements to flush or approximate");
  return success();
}
LogicalResult RsqrtOp::verify() { return verifyFlush(*this); }
LogicalResult Exp2Op::verify() { return verifyFlush(*this); }

/// VA17. Its third rule is none of ours: block-scaled formats are converted on
/// every target.
LogicalResult FpToFpOp::verify() {
  auto isSupported = [](Type tile) {
    return isa<Float4E2M1FNType, Float8E4M3FNType, Float8E5M2Type,
               Float8E8M0FNUType, Float16Type, BFloat16Type, FloatTF32Type,
               Float32Type, Float64Type>(getTileElementType(tile));
  };
  if (!isSupported(getSource().getType()))
    return emitOpError("fp_to_fp source element type is not supported");
  if (!isSupported(getType()))
    return emitOpError("fp_to_fp result element type is not supported");
  if (getTileElementType(getSource().getType()) ==
      getTileElementType(getType()))
    return emitOpError("expects different source and result element types");
  return success();
}

template <typename OpTy> static LogicalResult verifyElementwise(OpTy op) {
  for (Value operand : op.getOperands())
    if (getTileShape(operand.getType()) != getTileShape(op.getType()))
      return op.emitOpError("expects operands of the result's shape");
  return success();
}
template <typename OpTy>
static void addUnknownEffects(
    OpTy op, SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) {
  if (op.getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
#define OPAQUE_ELEMENTWISE(OpTy)                                               \
  LogicalResult OpTy::verify() { return verifyElementwise(*this); }            \
  void OpTy::getEffects(                                                       \
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>      \
          &effects) {                                                          \
    addUnknownEffects(*this, effects);                                         \
  }
OPAQUE_ELEMENTWISE(ExternElementwiseOp)
OPAQUE_ELEMENTWISE(ElementwiseInlineAsmOp)
OPAQUE_ELEMENTWISE(CallElementwiseIntrinsicOp)
#undef OPAQUE_ELEMENTWISE

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static LogicalResult verifyProductTypes(Operation *op, Type a, Type b, Type c,
                                        bool hasSignA, bool hasSignB) {
  bool isInteger = isa<IntegerType>(a);
  for (Type type : {a, b, c})
    if (isInteger ? !isa<IntegerType>(type) : !isa<FloatType>(type))
      return op->emitOpError("expected the element types of A, B, C, and D to "
                             "be either all integers or all floats.");
  unsigned widthA = a.getIntOrFloatBitWidth();
  unsigned widthB = b.getIntOrFloatBitWidth();
  if (widthA != widthB)
    return op->emitOpError("expects #A and #B have same bit width but got ")
           << widthA << " vs " << widthB;
  if (isInteger) {
    if (!hasSignA)
      return op->emitOpError("expect signedness attribute for operand A");
    if (!hasSignB)
      return op->emitOpError("expect signedness attribute for operand B");
    return success();
  }
  // More than the facts' f32 is public: f16 sums of narrow inputs, and f64.
  if (c.isF32() || (c.isF64() && a.isF64()))
    return success();
  if (widthA == 4 && !c.isF16())
    return op->emitOpError(
               "expects #C element type to be either f32 or f16, but got ")
           << c;
  if (!c.isF16() || widthA > 16 || a.isBF16())
    return op->emitOpError("expects #C element type to be f32, but got ") << c;
  return success();
}

static LogicalResult verifyProductShapes(Operation *op, Type a, Type b,
                                         Type c) {
  ArrayRef<int64_t> shapeA = getTileShape(a), shapeB = getTileShape(b);
  ArrayRef<int64_t> shapeC = getTileShape(c);
  size_t rank = shapeC.size();
  if (rank != 2 && rank != 3)
    return op->emitOpError(
               "expects rank-2 or rank-3 tensor for result, but got (")
           << rank << ")";
  if (shapeA.size() != rank || shapeB.size() != rank ||
      shapeA[rank - 1] != shapeB[rank - 2] ||
      (rank == 3 && shapeA[0] != shapeB[0]))
    return op->emitOpError(
        "expects the shape of operand #A and #B to be compatible");
  if (shapeC[rank - 2] != shapeA[rank - 2] ||
      shapeC[rank - 1] != shapeB[rank - 1] ||
      (rank == 3 && shapeC[0] != shapeA[0]))
    return op->emitOpError("expects the shape of operand #C is compatible with "
                           "operands #A and #B");
  return success();
}

template <typename OpTy> static LogicalResult verifyProduct(OpTy op) {
  Type a = op.getLhs().getType(), b = op.getRhs().getType();
  Type c = op.getAcc().getType();
  if (failed(verifyProductTypes(op, getTileElementType(a),
                                getTileElementType(b), getTileElementType(c),
                                op.getSignednessA().has_value(),
                                op.getSignednessB().has_value())))
    return failure();
  return verifyProductShapes(op, a, b, c);
}

LogicalResult DotOp::verify() {
  if (failed(verifyProduct(*this)))
    return failure();
  if (bool(getLhsScale()) != bool(getRhsScale()))
    return emitOpError("expects both SFA and SFB to be present");
  if (!getLhsScale())
    return success();
  // One scale per block of K, the same blocks on both sides.
  SmallVector<int64_t> scalesA(getTileShape(getLhs().getType()));
  SmallVector<int64_t> scalesB(getTileShape(getRhs().getType()));
  int64_t depth = scalesA.back();
  int64_t blocks = getTileShape(getLhsScale().getType()).back();
  scalesA.back() = scalesB[scalesB.size() - 2] = blocks;
  if (blocks <= 0 || depth % blocks ||
      getTileShape(getLhsScale().getType()) != ArrayRef<int64_t>(scalesA) ||
      getTileShape(getRhsScale().getType()) != ArrayRef<int64_t>(scalesB))
    return emitOpError("expects scales of equal blocks along K");
  return success();
}

LogicalResult ConvDotOp::verify() { return verifyProduct(*this); }

LogicalResult ConvTileOp::verify() {
  ArrayRef<int64_t> sizes = getTileSizes();
  if (sizes.empty())
    return emitOpError("expects non-empty tileSizes");
  if (getDimGroups().empty())
    return emitOpError("expects non-empty dimGroups");
  if (sizes.size() != getDimGroups().size())
    return emitOpError(
               "expects rank of tileSizes be equal to rank of dimGroups, "
               "but got ")
           << sizes.size() << " vs " << getDimGroups().size();
  if (llvm::any_of(sizes, [](int64_t size) { return size <= 0; }))
    return emitOpError("expects all tile size bigger than zero");
  int64_t rank = getSource().getType().getRank();
  int64_t channel =
      getActivationLayout() == ActivationLayout::ChannelsLast ? rank - 1 : 1;
  llvm::SmallBitVector tiled(rank, false);
  bool hasChannel = false;
  for (Attribute attribute : getDimGroups()) {
    ArrayRef<int64_t> group = cast<DenseI64ArrayAttr>(attribute).asArrayRef();
    for (int64_t axis : group) {
      if (axis < 0 || axis >= rank)
        return emitOpError("expects axes below the memref's rank, but got ")
               << axis;
      if (tiled.test(axis))
        return emitOpError("expects dim is being tiled only one time, but got ")
               << axis;
      tiled.set(axis);
    }
    if (!llvm::is_contained(group, channel))
      continue;
    hasChannel = true;
    if (group.size() != 1)
      return emitOpError("expects channel dimGroup should contain only "
                         "channel");
  }
  if (!hasChannel)
    return emitOpError("expects channel must be a dimGroup");
  ConvParamsAttr params = getParams();
  ArrayRef<int64_t> filter = params.getFilter().asArrayRef();
  if (params.getStride().size() != int64_t(filter.size()) ||
      params.getPad().size() != int64_t(filter.size()) ||
      params.getDilation().size() != int64_t(filter.size()))
    return emitOpError("expects conv params size matched with each other");
  if (filter.empty() || filter.size() > 3)
    return emitOpError("expects filter size must be in range 1 to 3");
  if (getType().getTileShape() != sizes ||
      getType().getMemref() != getSource().getType())
    return emitOpError("expects a view of the source with tiles of tileSizes");
  return success();
}

LogicalResult HistogramOp::verify() {
  if (getMask() &&
      getTileShape(getMask().getType()) != getTileShape(getSource().getType()))
    return emitOpError("expects the mask to have the source's shape");
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// What reduce and scan have in common.
template <typename OpTy>
static LogicalResult verifyCombine(OpTy op, bool dropsAxis) {
  if (op.getOperands().empty() ||
      op.getOperands().size() != op.getResults().size() ||
      op.getIdentities().size() != op.getOperands().size())
    return op.emitOpError(
        "expects as many results and identities as operands, at least one");
  ArrayRef<int64_t> first = getTileShape(op.getOperands().front().getType());
  if (op.getAxis() < 0 || op.getAxis() >= int64_t(first.size()))
    return op.emitOpError("expects axis below the operands' rank");
  SmallVector<int64_t> shape(first);
  if (dropsAxis)
    shape.erase(shape.begin() + op.getAxis());
  for (auto [operand, result, identity] :
       llvm::zip_equal(op.getOperands(), op.getResults(), op.getIdentities())) {
    Type element = getTileElementType(operand.getType());
    if (getTileShape(operand.getType()) != first)
      return op.emitOpError("expects operands of equal shape");
    if (result.getType() != getTileType(shape, element))
      return op.emitOpError(dropsAxis
                                ? "expects results without the reduced axis"
                                : "expects results of the operands' types");
    auto typed = dyn_cast<TypedAttr>(identity);
    if (!typed || typed.getType() != element)
      return op.emitOpError(
          "expects identities of the operands' element types");
  }
  return success();
}

template <typename OpTy> static LogicalResult verifyCombineBody(OpTy op) {
  Block &block = op.getBody().front();
  if (block.getNumArguments() != 2 * op.getOperands().size())
    return op.emitOpError("expects two body arguments per operand");
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op.emitOpError("expects regions to end with 'nv_tileaa.yield'");
  if (yield.getOperands().size() != op.getOperands().size())
    return op.emitOpError("expects one yielded value per operand");
  for (auto [index, operand] : llvm::enumerate(op.getOperands())) {
    Type element = getTileElementType(operand.getType());
    if (block.getArgument(2 * index).getType() != element ||
        block.getArgument(2 * index + 1).getType() != element ||
        yield.getOperand(index).getType() != element)
      return op.emitOpError(
                 "expects body arguments and yielded values of type ")
             << element;
  }
  return success();
}

LogicalResult ReduceOp::verify() { return verifyCombine(*this, true); }
LogicalResult ReduceOp::verifyRegions() { return verifyCombineBody(*this); }
LogicalResult ScanOp::verify() { return verifyCombine(*this, false); }
LogicalResult ScanOp::verifyRegions() { return verifyCombineBody(*this); }
