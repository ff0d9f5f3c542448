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
  return verifySameElement(*this);
}

LogicalResult CatOp::verify() {
  SmallVector<int64_t> shape(getTileShape(getLhs().getType()));
  ArrayRef<int64_t> second = getTileShape(getRhs().getType());
  int32_t axis = getAxis();
  if (axis < 0 || axis >= int32_t(shape.size()) ||
      second.size() != shape.size())
    return emitOpError("expects operands of equal rank and axis below it");
  for (auto [d, size] : llvm::enumerate(second))
    if (int32_t(d) != axis && size != shape[d])
      return emitOpError("expects operands of equal shape but for axis");
  shape[axis] += second[axis];
  if (ArrayRef<int64_t>(shape) != getTileShape(getType()))
    return emitOpError("expects a result as long as both operands along axis");
  if (getTileElementType(getLhs().getType()) !=
      getTileElementType(getRhs().getType()))
    return emitOpError("expects operands of equal element type");
  return verifySameElement(*this);
}

LogicalResult PermuteOp::verify() {
  ArrayRef<int64_t> from = getTileShape(getSource().getType());
  ArrayRef<int64_t> to = getTileShape(getType());
  ArrayRef<int32_t> permutation = getPermutation();
  SmallVector<bool> seen(from.size(), false);
  if (permutation.size() != from.size() || to.size() != from.size())
    return emitOpError("expects one permutation entry per dimension");
  for (auto [result, source] : llvm::zip_equal(to, permutation)) {
    if (source < 0 || source >= int32_t(from.size()) ||
        std::exchange(seen[source], true))
      return emitOpError("expects a permutation of the dimensions");
    if (result != from[source])
      return emitOpError("expects the permuted source shape");
  }
  return verifySameElement(*this);
}

LogicalResult GenerateOp::verifyRegions() {
  Block &block = getBody().front();
  if (block.getNumArguments() != getTileShape(getType()).size() ||
      llvm::any_of(block.getArgumentTypes(),
                   [](Type type) { return !type.isInteger(32); }))
    return emitOpError("expects one i32 body argument per dimension");
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield)
    return emitOpError("expects regions to end with 'nv_tileaa.yield'");
  if (yield.getOperands().size() != 1 ||
      yield.getOperand(0).getType() != getTileElementType(getType()))
    return emitOpError("expects one yielded value of the element type");
  return success();
}

/// Bits that a tensor takes when it is packed; tf32 takes 32 per element.
static int64_t packedBits(RankedTensorType type) {
  Type element = type.getElementType();
  if (!element.isIntOrFloat())
    return -1;
  int64_t width = isa<FloatTF32Type>(element)
                      ? 32
                      : int64_t(element.getIntOrFloatBitWidth());
  return width * type.getNumElements();
}
static LogicalResult verifyPacking(Operation *op, RankedTensorType bytes,
                                   RankedTensorType values) {
  if (!bytes.getElementType().isInteger(8) || bytes.getRank() != 1 ||
      values.getRank() != 1)
    return op->emitOpError("expects rank 1, and i8 on the packed side");
  if (packedBits(bytes) != packedBits(values))
    return op->emitOpError("expects as many bits on both sides");
  return success();
}
LogicalResult PackOp::verify() {
  return verifyPacking(*this, cast<RankedTensorType>(getType()),
                       cast<RankedTensorType>(getSource().getType()));
}
LogicalResult UnpackOp::verify() {
  return verifyPacking(*this, cast<RankedTensorType>(getSource().getType()),
                       cast<RankedTensorType>(getType()));
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
  // The tag and the type say the same of where the memory comes from.
  if (getAliasScope() != type.getAliasScope())
    return emitOpError("expects alias_scope ")
           << type.getAliasScope() << ", the memref's scope, but got "
           << getAliasScope();
  return success();
}

LogicalResult BlockTileOp::verify() {
  if (getType().getMemref() != getSource().getType())
    return emitOpError("expects the view's memref to be the source's type");
  return success();
}

LogicalResult GetDimSizeOp::verify() {
  auto memref = dyn_cast<StridedMemRefType>(getSource().getType());
  if (!memref)
    memref = cast<TiledViewType>(getSource().getType()).getMemref();
  if (int32_t(getDim()) < 0 || int64_t(getDim()) >= memref.getRank())
    return emitOpError("expects dim below the memref's rank");
  return success();
}

LogicalResult IntToPtrOp::verify() {
  if (!getTileElementType(getSource().getType()).isInteger(64))
    return emitOpError("expects i64 addresses");
  return success();
}
LogicalResult PtrToIntOp::verify() {
  if (!getTileElementType(getType()).isInteger(64))
    return emitOpError("expects i64 addresses");
  return success();
}
LogicalResult BitcastOp::verify() {
  Type from = getTileElementType(getSource().getType());
  Type to = getTileElementType(getType());
  auto fromPtr = dyn_cast<PtrType>(from), toPtr = dyn_cast<PtrType>(to);
  if (bool(fromPtr) != bool(toPtr))
    return emitOpError("expects numbers or pointers on both sides");
  if (fromPtr && fromPtr.getAddressSpace() != toPtr.getAddressSpace())
    return emitOpError("expects pointers to one address space");
  if (!fromPtr && from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return emitOpError("expects element types of equal width");
  return success();
}

LogicalResult GlobalOp::verify() {
  auto dense = dyn_cast<DenseElementsAttr>(getValue());
  if (!dense || !isa<RankedTensorType>(dense.getType()) ||
      dense.getType().getRank() != 1)
    return emitOpError("expects a dense value of rank 1");
  uint64_t alignment = getAlignment();
  if (alignment & (alignment - 1))
    return emitOpError("expects an alignment that is a power of two");
  return success();
}

LogicalResult
GetGlobalOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto global =
      symbolTable.lookupNearestSymbolFrom<GlobalOp>(*this, getNameAttr());
  if (!global)
    return emitOpError("expects ") << getNameAttr() << " to name a global";
  if (global.getDense().getElementType() != getType().getPointeeType())
    return emitOpError("expects a pointer to the global's elements");
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
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

LogicalResult nv_tileaa::verifyInFunction(Operation *op) {
  if (!op->getParentOfType<FunctionOpInterface>())
    return op->emitOpError("expects parent op 'nv_tileaa.func'");
  return success();
}

LogicalResult ReturnOp::verify() {
  auto function = dyn_cast<FuncOp>((*this)->getParentOp());
  if (!function)
    return emitOpError("expects parent op 'nv_tileaa.func'");
  if (TypeRange(getOperands()) != TypeRange(function.getResultTypes()))
    return emitOpError("expects operands of the function's result types");
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto function =
      symbolTable.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!function)
    return emitOpError("expects ") << getCalleeAttr() << " to name a function";
  if (function.isKernel())
    return emitOpError("expects ") << getCalleeAttr() << " to be no kernel";
  if (TypeRange(getOperands()) != TypeRange(function.getArgumentTypes()) ||
      getResultTypes() != TypeRange(function.getResultTypes()))
    return emitOpError("expects operands and results of the callee's types");
  return success();
}
