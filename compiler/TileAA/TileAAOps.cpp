//===- TileAAOps.cpp - Verifiers and function syntax
//-------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

#define GET_OP_CLASSES
#include "compiler/TileAA/TileAAOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Shapes and addresses
//===----------------------------------------------------------------------===//

LogicalResult FpToFpOp::verify() {
  if (getTileElementType(getSource().getType()) ==
      getTileElementType(getType()))
    return emitOpError("expects different source and result element types");
  return success();
}

LogicalResult SplatOp::verify() {
  if (getTileElementType(getType()) != getSource().getType())
    return emitOpError(
        "expects the result's element type to be the source's type");
  return success();
}

static LogicalResult verifySameElement(Operation *op) {
  if (getTileElementType(op->getOperand(0).getType()) !=
      getTileElementType(op->getResult(0).getType()))
    return op->emitOpError("expects equal source and result element types");
  return success();
}

LogicalResult BroadcastOp::verify() {
  ArrayRef<int64_t> from = getTileShape(getSource().getType());
  ArrayRef<int64_t> to = getTileShape(getType());
  if (from.size() != to.size())
    return emitOpError("expects equal source and result ranks");
  for (auto [source, result] : llvm::zip_equal(from, to))
    if (source != result && source != 1)
      return emitOpError("expects only dimensions of size 1 to grow");
  return verifySameElement(*this);
}

LogicalResult ViewOp::verify() {
  if (getSource().getType().getNumElements() != getType().getNumElements())
    return emitOpError("expects equal source and result element counts");
  return verifySameElement(*this);
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
  return verifySameElement(*this);
}

LogicalResult ExtractOp::verify() {
  if (getIndices().size() != getTileShape(getSource().getType()).size())
    return emitOpError("expects one index per dimension");
  if (getTileElementType(getSource().getType()) != getType())
    return emitOpError("expects the result to be the source's element type");
  return success();
}

LogicalResult MakeRangeOp::verify() {
  if (getTileElementType(getType()) != getStart().getType())
    return emitOpError("expects start and end of the result's element type");
  return success();
}

LogicalResult AddPtrOp::verify() {
  if (!isa<PtrType>(getTileElementType(getType())))
    return emitOpError("expects a pointer or a tile of pointers");
  if (getTileShape(getType()) != getTileShape(getOffset().getType()))
    return emitOpError("expects equal base and offset shapes");
  return success();
}

LogicalResult MakeMemrefOp::verify() {
  StridedMemRefType type = getType();
  if (int64_t(getDynamicSizes().size()) != type.getNumDynamicSizes())
    return emitOpError("expects ")
           << type.getNumDynamicSizes() << " dynamic sizes";
  if (int64_t(getDynamicStrides().size()) != type.getNumDynamicStrides())
    return emitOpError("expects ")
           << type.getNumDynamicStrides() << " dynamic strides";
  auto base = cast<PtrType>(getBase().getType());
  if (base.getPointeeType() != type.getElementType() ||
      base.getAddressSpace() != type.getAddressSpace())
    return emitOpError(
        "expects the base to point to the memref's elements and space");
  return success();
}

LogicalResult BlockTileOp::verify() {
  if (getType().getMemref() != getSource().getType())
    return emitOpError("expects the view's memref to be the source's type");
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

template <typename OpTy>
static LogicalResult verifySemantic(OpTy op, bool isLoad) {
  MemSemantic semantic = op.getMemSemantic();
  if (semantic == MemSemantic::Weak && op.getMemScope())
    return op.emitOpError("weak memory ordering must not carry a scope");
  if (semantic != MemSemantic::Weak && !op.getMemScope())
    return op.emitOpError("non-weak memory ordering requires explicit scope");
  if (isLoad && semantic > MemSemantic::Acquire)
    return op.emitOpError("loads accept only relaxed or acquire");
  if (!isLoad &&
      (semantic == MemSemantic::Acquire || semantic == MemSemantic::AcqRel))
    return op.emitOpError("stores accept only relaxed or release");
  return success();
}

/// Addresses, value and mask of a pointer access agree.
static LogicalResult verifyAddresses(Operation *op, Value addresses, Type value,
                                     Value mask) {
  auto pointer = dyn_cast<PtrType>(getTileElementType(addresses.getType()));
  if (!pointer)
    return op->emitOpError("expects a pointer or a tile of pointers");
  if (getTileType(getTileShape(addresses.getType()),
                  pointer.getPointeeType()) != value)
    return op->emitOpError(
        "expects the value to have the addresses' shape and pointee type");
  if (mask && getTileShape(mask.getType()) != getTileShape(value))
    return op->emitOpError("expects the mask to have the value's shape");
  return success();
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
                                size_t indices) {
  if (view.getTileType() != tile)
    return op->emitOpError("expects the view's tile type ")
           << view.getTileType();
  if (int64_t(indices) != view.getRank())
    return op->emitOpError("expects ")
           << view.getRank() << " indices, but got " << indices;
  return success();
}

LogicalResult TiledLoadOp::verify() {
  if (failed(verifyView(*this, getView().getType(), getResult().getType(),
                        getIndices().size())))
    return failure();
  return verifySemantic(*this, /*isLoad=*/true);
}

LogicalResult TiledStoreOp::verify() {
  if (failed(verifyView(*this, getView().getType(), getValue().getType(),
                        getIndices().size())))
    return failure();
  return verifySemantic(*this, /*isLoad=*/false);
}

//===----------------------------------------------------------------------===//
// Functions and reductions
//===----------------------------------------------------------------------===//

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto build = [](Builder &builder, ArrayRef<Type> inputs,
                  ArrayRef<Type> results, function_interface_impl::VariadicFlag,
                  std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), build,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

LogicalResult ReturnOp::verify() {
  auto function = dyn_cast<FuncOp>((*this)->getParentOp());
  if (!function)
    return emitOpError("expects parent op 'nv_tileaa.func'");
  if (TypeRange(getOperands()) != TypeRange(function.getResultTypes()))
    return emitOpError("expects operands of the function's result types");
  return success();
}

LogicalResult ReduceOp::verify() {
  if (getOperands().empty() || getOperands().size() != getResults().size() ||
      getIdentities().size() != getOperands().size())
    return emitOpError(
        "expects as many results and identities as operands, at least one");
  ArrayRef<int64_t> first = getTileShape(getOperands().front().getType());
  if (getAxis() < 0 || getAxis() >= int64_t(first.size()))
    return emitOpError("expects axis below the operands' rank");
  SmallVector<int64_t> dropped(first);
  dropped.erase(dropped.begin() + getAxis());
  for (auto [operand, result, identity] :
       llvm::zip_equal(getOperands(), getResults(), getIdentities())) {
    Type element = getTileElementType(operand.getType());
    if (getTileShape(operand.getType()) != first)
      return emitOpError("expects operands of equal shape");
    if (result.getType() != getTileType(dropped, element))
      return emitOpError("expects results without the reduced axis");
    auto typed = dyn_cast<TypedAttr>(identity);
    if (!typed || typed.getType() != element)
      return emitOpError("expects identities of the operands' element types");
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 2 * getOperands().size())
    return emitOpError("expects two body arguments per operand");
  auto yield = dyn_cast<YieldOp>(block.back());
  if (!yield)
    return emitOpError("expects regions to end with 'nv_tileaa.yield'");
  if (yield.getOperands().size() != getOperands().size())
    return emitOpError("expects one yielded value per operand");
  for (auto [index, operand] : llvm::enumerate(getOperands())) {
    Type element = getTileElementType(operand.getType());
    if (block.getArgument(2 * index).getType() != element ||
        block.getArgument(2 * index + 1).getType() != element ||
        yield.getOperand(index).getType() != element)
      return emitOpError("expects body arguments and yielded values of type ")
             << element;
  }
  return success();
}
