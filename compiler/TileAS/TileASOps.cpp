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

LogicalResult ReduceOp::verify() {
  if (getOperands().empty() || getOperands().size() != getResults().size() ||
      getIdentities().size() != getOperands().size())
    return emitOpError(
        "expects as many results and identities as operands, at least one");
  if (failed(verifyTiles(*this)))
    return failure();
  ArrayRef<int64_t> first = getTileShape(getOperands().front().getType());
  if (getAxis() >= first.size())
    return emitOpError("expects axis below the operands' rank");
  SmallVector<int64_t> dropped(first);
  dropped.erase(dropped.begin() + getAxis());
  Block &block = getBody().front();
  auto yield = cast<YieldOp>(block.getTerminator());
  if (block.getNumArguments() != 2 * getOperands().size() ||
      yield.getOperands().size() != getOperands().size())
    return emitOpError("expects two body arguments and one yielded value per "
                       "operand");
  for (auto [i, operand] : llvm::enumerate(getOperands())) {
    Type element = getTileElementType(operand.getType());
    if (getTileShape(operand.getType()) != first)
      return emitOpError("expects operands of equal shape");
    Type result = getResult(i).getType();
    if (getTileShape(result) != ArrayRef<int64_t>(dropped) ||
        getTileElementType(result) != element)
      return emitOpError("expects results without the reduced axis");
    auto identity = dyn_cast<TypedAttr>(getIdentities()[i]);
    if (!identity || identity.getType() != element)
      return emitOpError("expects identities of the operands' element types");
    if (block.getArgument(2 * i).getType() != element ||
        block.getArgument(2 * i + 1).getType() != element ||
        yield.getOperand(i).getType() != element)
      return emitOpError("expects body arguments and yielded values of type ")
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

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult ViewOp::verify() {
  if (getType().getMemref() != getSource().getType())
    return emitOpError("expects the view's memref to be the source's type");
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

static LogicalResult verifyView(Operation *op, TiledViewType view, Type tile,
                                size_t coordinates) {
  if (int64_t(coordinates) != view.getRank())
    return op->emitOpError(
               "tiled memop coordinate count does not match the view rank: ")
           << coordinates << " vs " << view.getRank();
  if (view.getTileShape() != getTileShape(tile))
    return op->emitOpError("tile shape must match tensor shape");
  if (view.getElementType() != getTileElementType(tile))
    return op->emitOpError("tile element type must match view element type");
  return verifyTiles(op);
}

LogicalResult TiledLoadOp::verify() {
  if (failed(verifyView(*this, getView().getType(), getResult().getType(),
                        getCoordinates().size())))
    return failure();
  if (getInBounds() && getPaddingValue())
    return emitOpError("padding value is allowed only when in-bounds is false");
  if (getPaddingValue().value_or(nv_tileaa::Padding::Zero) >
          nv_tileaa::Padding::Zero &&
      !isa<FloatType>(getTileElementType(getResult().getType())))
    return emitOpError("special padding values are for float elements");
  return verifySemantic(*this, /*isLoad=*/true);
}

LogicalResult TiledStoreOp::verify() {
  if (failed(verifyView(*this, getView().getType(), getValue().getType(),
                        getCoordinates().size())))
    return failure();
  return verifySemantic(*this, /*isLoad=*/false);
}
