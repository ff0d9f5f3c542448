//===- TileASOps.cpp - Verifiers ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Rules VS5 and VS10 of the TileAA/TileAS facts, 3.4.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/TileASOps.h"
#include "compiler/TileAS/Atoms.h"
#include "compiler/TileAS/Layout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::getTileElementType;
using nv_tileaa::getTileShape;
using nv_tileaa::MemSemantic;

#define GET_OP_CLASSES
#include "compiler/TileAS/TileASOps.cpp.inc"

/// Every tile has a layout that fits it.
static LogicalResult verifyTileLayouts(Operation *op, TypeRange types) {
  for (Type type : types) {
    if (!isa<RankedTensorType>(type))
      continue;
    LinearLayoutAttr layout = getLayout(type);
    if (!layout)
      return op->emitOpError("expects every tile to have a layout, but got ")
             << type;
    if (failed(verifyLayout([op] { return op->emitOpError(); }, layout,
                            getTileShape(type))))
      return failure();
  }
  return success();
}

static LogicalResult verifyTiles(Operation *op) {
  if (failed(verifyTileLayouts(op, op->getOperandTypes())))
    return failure();
  return verifyTileLayouts(op, op->getResultTypes());
}

static LogicalResult verifySameElement(Operation *op) {
  if (getTileElementType(op->getOperand(0).getType()) !=
      getTileElementType(op->getResult(0).getType()))
    return op->emitOpError("expects equal source and result element types");
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult ConvertLayoutOp::verify() {
  if (getTileShape(getSource().getType()) != getTileShape(getType()))
    return emitOpError("expects equal source and result shapes");
  if (failed(verifySameElement(*this)))
    return failure();
  return verifyTiles(*this);
}

LogicalResult ReinterpretOp::verify() {
  if (failed(verifySameElement(*this)) || failed(verifyTiles(*this)))
    return failure();
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getType());
  LinearLayoutAttr expected = getLayout(result);
  if (std::optional<ArrayRef<int32_t>> permutation = getPermutation()) {
    SmallVector<bool> seen(source.getRank(), false);
    if (int64_t(permutation->size()) != source.getRank() ||
        result.getRank() != source.getRank())
      return emitOpError("expects one permutation entry per dimension");
    for (auto [size, from] : llvm::zip_equal(result.getShape(), *permutation)) {
      if (from < 0 || from >= source.getRank() ||
          std::exchange(seen[from], true))
        return emitOpError("expects a permutation of the dimensions");
      if (size != source.getDimSize(from))
        return emitOpError("expects the permuted source shape");
    }
    LinearLayoutAttr permuted =
        getPermutedLayout(getLayout(source), source.getShape(), *permutation);
    if (expected != permuted)
      return emitOpError("moves elements between threads: the result's layout "
                         "must be ")
             << permuted;
    return success();
  }
  if (source.getNumElements() != result.getNumElements()) {
    if (source.getRank() != result.getRank())
      return emitOpError("expects equal element counts, or equal ranks");
    for (auto [from, to] :
         llvm::zip_equal(source.getShape(), result.getShape()))
      if (from != to && from != 1)
        return emitOpError("expects only dimensions of size 1 to grow");
    expected = getBroadcastSourceLayout(expected, source.getShape(),
                                        result.getShape());
  }
  if (getLayout(source) != expected)
    return emitOpError("moves elements between threads: the source's layout "
                       "must be ")
           << expected;
  return success();
}

LogicalResult ExpandDimsOp::verify() {
  SmallVector<int64_t> shape(getTileShape(getSource().getType()));
  int32_t axis = getAxis();
  if (axis < 0 || axis > int32_t(shape.size()))
    return emitOpError("expects axis between 0 and the source's rank");
  shape.insert(shape.begin() + axis, 1);
  if (ArrayRef<int64_t>(shape) != getTileShape(getType()))
    return emitOpError(
        "expects the result shape to be the source shape with 1 at axis");
  if (failed(verifySameElement(*this)) || failed(verifyTiles(*this)))
    return failure();
  if (getLayout(getSource().getType()) != getLayout(getType()))
    return emitOpError("expects equal source and result layouts");
  return success();
}

LogicalResult GenerateOp::verify() {
  if (failed(verifyTiles(*this)))
    return failure();
  Block &block = getBody().front();
  if (block.getNumArguments() != getTileShape(getType()).size())
    return emitOpError("expects one body argument per dimension");
  for (Type type : block.getArgumentTypes())
    if (!type.isInteger(32))
      return emitOpError("expects i32 coordinates");
  auto yield = cast<YieldOp>(block.getTerminator());
  if (yield.getOperands().size() != 1 ||
      yield.getOperand(0).getType() != getTileElementType(getType()))
    return emitOpError("expects the body to yield one element");
  return success();
}

LogicalResult ExtractSliceOp::verify() {
  ArrayRef<int64_t> from = getTileShape(getSource().getType());
  ArrayRef<int64_t> to = getTileShape(getType());
  if (to.size() != from.size() || getOffsets().size() != from.size() ||
      getStrides().size() != from.size())
    return emitOpError("expects the source's rank, and one offset and one "
                       "stride per dimension");
  for (auto [source, result, stride] : llvm::zip_equal(from, to, getStrides()))
    if (stride <= 0 || (result - 1) * stride >= source)
      return emitOpError("expects a slice that the source can hold");
  if (failed(verifySameElement(*this)))
    return failure();
  return verifyTiles(*this);
}

LogicalResult AllocTensorOp::verify() { return verifyTiles(*this); }

LogicalResult InsertSliceOp::verify() {
  ArrayRef<int64_t> slice = getTileShape(getData().getType());
  ArrayRef<int64_t> whole = getTileShape(getType());
  if (slice.size() != whole.size() || getOffsets().size() != whole.size())
    return emitOpError("expects tiles of equal rank, and one offset per "
                       "dimension");
  for (auto [size, all, offset] : llvm::zip_equal(slice, whole, getOffsets()))
    if (offset < 0 || offset % size || offset + size > all)
      return emitOpError("expects offsets of whole slices inside the tile");
  if (failed(verifySameElement(*this)))
    return failure();
  return verifyTiles(*this);
}

/// The operands of reduce and scan, the body, and the results, whose shape is
/// `resultShape`.
template <typename OpTy>
static LogicalResult verifyCombine(OpTy op, ArrayRef<int64_t> resultShape,
                                   StringRef resultRule) {
  ArrayRef<int64_t> first = getTileShape(op.getOperands().front().getType());
  Block &block = op.getBody().front();
  auto yield = cast<YieldOp>(block.getTerminator());
  if (block.getNumArguments() != 2 * op.getOperands().size() ||
      yield.getOperands().size() != op.getOperands().size())
    return op.emitOpError("expects two body arguments and one yielded value "
                          "per operand");
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    Type element = getTileElementType(operand.getType());
    if (getTileShape(operand.getType()) != first)
      return op.emitOpError("expects operands of equal shape");
    Type result = op.getResult(i).getType();
    if (getTileShape(result) != resultShape ||
        getTileElementType(result) != element)
      return op.emitOpError(resultRule);
    auto identity = dyn_cast<TypedAttr>(op.getIdentities()[i]);
    if (!identity || identity.getType() != element)
      return op.emitOpError(
          "expects identities of the operands' element types");
    if (block.getArgument(2 * i).getType() != element ||
        block.getArgument(2 * i + 1).getType() != element ||
        yield.getOperand(i).getType() != element)
      return op.emitOpError(
                 "expects body arguments and yielded values of type ")
             << element;
  }
  return success();
}

/// `batches` times `rows` x `columns` of a factor, a scale or the sums.
static bool hasShape(Value tile, ArrayRef<int64_t> batches, int64_t rows,
                     int64_t columns) {
  SmallVector<int64_t> shape(batches);
  shape.append({rows, columns});
  return getTileShape(tile.getType()) == ArrayRef<int64_t>(shape);
}

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> sums = getTileShape(getAcc().getType());
  ArrayRef<int64_t> factors = getTileShape(getLhs().getType());
  if (sums.size() != 2 && sums.size() != 3)
    return emitOpError("expects sums of rank 2 or 3");
  if (factors.size() != sums.size())
    return emitOpError("expects factors of the sums' rank");
  ArrayRef<int64_t> batches = sums.drop_back(2);
  int64_t rows = sums.take_back(2)[0], columns = sums.back();
  int64_t depth = factors.back();
  if (!hasShape(getLhs(), batches, rows, depth) ||
      !hasShape(getRhs(), batches, depth, columns))
    return emitOpError("expects the shapes of a matrix product");
  if (bool(getLhsScale()) != bool(getRhsScale()))
    return emitOpError("expects both scales or none");
  if (getLhsScale()) {
    int64_t blocks = getTileShape(getLhsScale().getType()).back();
    if (blocks <= 0 || depth % blocks ||
        !hasShape(getLhsScale(), batches, rows, blocks) ||
        !hasShape(getRhsScale(), batches, blocks, columns))
      return emitOpError("expects scales of equal blocks along K");
  }
  bool isInteger = isa<IntegerType>(getTileElementType(getAcc().getType()));
  for (Value tile : {getLhs(), getRhs()})
    if (isa<IntegerType>(getTileElementType(tile.getType())) != isInteger)
      return emitOpError("expects factors and sums of integers, or of floats");
  if (isInteger && (!getSignednessA() || !getSignednessB()))
    return emitOpError("expects the signedness of integer factors");
  if (failed(verifyTiles(*this)))
    return failure();
  if (!getAtom())
    return success();
  const MmaAtom *atom = findMmaAtom(*getAtom());
  if (!atom)
    return emitOpError("names no atom: ") << *getAtom();
  Type factor = getTileElementType(getLhs().getType());
  if (getLhsScale() || factor != getTileElementType(getRhs().getType()) ||
      !atom->takes(factor, getTileElementType(getAcc().getType())))
    return emitOpError("has operands that the atom does not take: ")
           << atom->name;
  if (!fitsMmaAtom(*atom, factors, getTileShape(getRhs().getType())))
    return emitOpError("has a shape that the atom does not divide: ")
           << atom->name;
  LinearLayoutAttr layout = getLayout(getType());
  LinearLayoutAttr expected =
      getFragmentLayout(getContext(), sums, layout.getNumWarps());
  if (layout != expected)
    return emitOpError("expects sums in the layout of the atom's fragments, ")
           << expected;
  return success();
}

template <typename OpTy> static LogicalResult verifyCombineOperands(OpTy op) {
  if (op.getOperands().empty() ||
      op.getOperands().size() != op.getResults().size() ||
      op.getIdentities().size() != op.getOperands().size())
    return op.emitOpError(
        "expects as many results and identities as operands, at least one");
  if (failed(verifyTiles(op)))
    return failure();
  if (op.getAxis() >= getTileShape(op.getOperands().front().getType()).size())
    return op.emitOpError("expects axis below the operands' rank");
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyCombineOperands(*this)))
    return failure();
  SmallVector<int64_t> dropped(getTileShape(getOperands().front().getType()));
  dropped.erase(dropped.begin() + getAxis());
  return verifyCombine(*this, dropped,
                       "expects results without the reduced axis");
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCombineOperands(*this)))
    return failure();
  Type first = getOperands().front().getType();
  for (Type type : getOperation()->getOperandTypes())
    if (getLayout(type) != getLayout(first))
      return emitOpError("expects operands of one layout");
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResults()))
    if (operand.getType() != result.getType())
      return emitOpError("expects results of the operands' types");
  return verifyCombine(*this, getTileShape(first),
                       "expects results of the operands' shape");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult ViewOp::verify() {
  Type source = getSource().getType(), result = getType();
  auto from = dyn_cast<TiledViewType>(source);
  auto to = dyn_cast<TiledViewType>(result);
  if (bool(from) == bool(to))
    return emitOpError("expects a view on one side and a memref on the other");
  if (from ? from.getMemref() != result : to.getMemref() != source)
    return emitOpError("expects the view's memref to be the other type");
  return success();
}

template <typename OpTy>
static LogicalResult verifySemantic(OpTy op, bool isLoad) {
  MemSemantic semantic = op.getMemSemantic();
  if (semantic == MemSemantic::Weak && op.getMemScope())
    return op.emitOpError("weak memory ordering must not carry a scope");
  if (semantic != MemSemantic::Weak && !op.getMemScope())
    return op.emitOpError("non-weak memory ordering requires explicit scope");
  if (semantic == MemSemantic::AcqRel)
    return op.emitOpError("rejects acquire_release semantic");
  if (isLoad && semantic == MemSemantic::Release)
    return op.emitOpError("rejects release semantic");
  if (!isLoad && semantic == MemSemantic::Acquire)
    return op.emitOpError("rejects acquire semantic");
  return success();
}

/// Addresses, value and mask of a pointer access agree in all but element type.
static LogicalResult verifyAddresses(Operation *op, Value addresses, Type value,
                                     Value mask) {
  auto pointer =
      dyn_cast<nv_tileaa::PtrType>(getTileElementType(addresses.getType()));
  if (!pointer)
    return op->emitOpError("expects a pointer or a tile of pointers");
  if (getTileElementType(value) != pointer.getPointeeType())
    return op->emitOpError("expects the value to be of the pointee type");
  auto agrees = [&](Type type) {
    return getTileShape(type) == getTileShape(value) &&
           getLayout(type) == getLayout(value);
  };
  if (!agrees(addresses.getType()) || (mask && !agrees(mask.getType())))
    return op->emitOpError(
        "expects addresses, value and mask of one shape and layout");
  return verifyTiles(op);
}

LogicalResult LoadOp::verify() {
  if (getOther() && getOther().getType() != getResult().getType())
    return emitOpError("expects other to have the result's type");
  if (failed(verifyAddresses(*this, getAddresses(), getResult().getType(),
                             getMask())))
    return failure();
  return verifySemantic(*this, /*isLoad=*/true);
}

LogicalResult StoreOp::verify() {
  if (failed(verifyAddresses(*this, getAddresses(), getValue().getType(),
                             getMask())))
    return failure();
  return verifySemantic(*this, /*isLoad=*/false);
}

/// One index per dimension; along a sparse one, a tile of them.
static LogicalResult verifyCoordinates(Operation *op, TiledViewType view,
                                       ValueRange coordinates) {
  if (int64_t(coordinates.size()) != view.getRank())
    return op->emitOpError(
               "tiled memop coordinate count does not match the view rank: ")
           << coordinates.size() << " vs " << view.getRank();
  for (auto [axis, coordinate] : llvm::enumerate(coordinates)) {
    Type type = coordinate.getType();
    if (!getTileElementType(type).isIndex())
      return op->emitOpError("tiled memop coordinates must be index-typed");
    bool isRows = int64_t(axis) == view.getSparseDim();
    if (isRows ? getTileShape(type) != view.getTileShape().slice(axis, 1)
               : !type.isIndex())
      return op->emitOpError(
          "expects one index per dimension, and a tile of rows along the "
          "sparse one");
  }
  return success();
}

template <typename OpTy>
static LogicalResult verifyViewAccess(OpTy op, Type tile, bool isSparse,
                                      bool isLoad) {
  TiledViewType view = op.getView().getType();
  if (view.isSparse() != isSparse)
    return op.emitOpError(isSparse ? "expects a view with a sparse dimension"
                                   : "expects a view without sparse dimension");
  if (failed(verifyCoordinates(op, view, op.getCoordinates())))
    return failure();
  if (view.getTileShape() != getTileShape(tile))
    return op.emitOpError("tile shape must match tensor shape");
  if (view.getElementType() != getTileElementType(tile))
    return op.emitOpError("tile element type must match view element type");
  if (failed(verifyTiles(op)))
    return failure();
  return verifySemantic(op, isLoad);
}

template <typename OpTy>
static LogicalResult verifyViewLoad(OpTy op, bool isSparse) {
  if (op.getInBounds() && op.getPaddingValue())
    return op.emitOpError(
        "padding value is allowed only when in-bounds is false");
  if (op.getPaddingValue().value_or(nv_tileaa::Padding::Zero) >
          nv_tileaa::Padding::Zero &&
      !isa<FloatType>(getTileElementType(op.getResult().getType())))
    return op.emitOpError("special padding values are for float elements");
  return verifyViewAccess(op, op.getResult().getType(), isSparse,
                          /*isLoad=*/true);
}

template <typename OpTy> static LogicalResult verifyMask(OpTy op, Type value) {
  if (op.getMask() &&
      getTileShape(op.getMask().getType()) != getTileShape(value))
    return op.emitOpError("expects the mask to have the value's shape");
  return success();
}

LogicalResult TiledLoadOp::verify() {
  Type result = getResult().getType();
  if (getOther() && (!getMask() || getOther().getType() != result))
    return emitOpError(
        "expects other to have the result's type, and a mask beside it");
  if (failed(verifyMask(*this, result)))
    return failure();
  return verifyViewLoad(*this, false);
}
LogicalResult GatherLoadOp::verify() { return verifyViewLoad(*this, true); }
LogicalResult TiledStoreOp::verify() {
  if (failed(verifyMask(*this, getValue().getType())))
    return failure();
  return verifyViewAccess(*this, getValue().getType(), /*isSparse=*/false,
                          /*isLoad=*/false);
}
/// Facts, 3.4, VS5c.
LogicalResult TiledAtomicRMWOp::verify() {
  Type element = getTileElementType(getValue().getType());
  bool isFloat = isa<FloatType>(element);
  nv_tileaa::RmwMode mode = getRmwMode();
  if (getResult() && getResult().getType() != getValue().getType())
    return emitOpError("expects the result to have the value's type");
  if (element.isIntOrFloat() && element.getIntOrFloatBitWidth() == 8)
    return emitOpError("rejects 8-bit element types");
  if (mode != nv_tileaa::RmwMode::Xchg &&
      (mode == nv_tileaa::RmwMode::AddF) != isFloat)
    return emitOpError("expects ") << (isFloat ? "integer" : "float")
                                   << " elements, but got " << element;
  TiledViewType view = getView().getType();
  if (failed(verifyCoordinates(*this, view, getCoordinates())))
    return failure();
  if (view.getTileShape() != getTileShape(getValue().getType()))
    return emitOpError("tile shape must match tensor shape");
  if (view.getElementType() != element)
    return emitOpError("tile element type must match view element type");
  return verifyTiles(*this);
}
LogicalResult ScatterStoreOp::verify() {
  return verifyViewAccess(*this, getValue().getType(), /*isSparse=*/true,
                          /*isLoad=*/false);
}
