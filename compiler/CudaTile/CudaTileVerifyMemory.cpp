//===- CudaTileVerifyMemory.cpp - Rules of memory operations --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

// The labels (LP1, SP3, ...) are those of part 2 of the specification.

#include "compiler/CudaTile/CudaTileHints.h"
#include "compiler/CudaTile/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

// JT1
LogicalResult JoinTokensOp::verify() {
  if (getTokens().size() < 2)
    return emitOpError("expects at least two operands, got ")
           << getTokens().size();
  return success();
}

/// LP4/LP5, SP3/SP4, LV8: which orderings, and scope exactly when not weak.
static LogicalResult verifyOrdering(Operation *op, MemoryOrdering ordering,
                                    std::optional<MemoryScope> scope,
                                    MemoryOrdering strongest) {
  if (ordering != MemoryOrdering::Weak && ordering != MemoryOrdering::Relaxed &&
      ordering != strongest)
    return op->emitOpError("expects memory ordering to be one of weak, "
                           "relaxed, ")
           << stringifyMemoryOrdering(strongest) << ", got "
           << stringifyMemoryOrdering(ordering);
  if (ordering == MemoryOrdering::Weak && scope)
    return op->emitOpError("weak memory ordering must not carry a scope");
  if (ordering != MemoryOrdering::Weak && !scope)
    return op->emitOpError("non-weak memory ordering requires a scope");
  return success();
}

// SH1, SH2; the text has one type for all results, so they must agree.
static LogicalResult verifyShapeQuery(Operation *op, int64_t rank) {
  if (op->getNumResults() != rank)
    return op->emitOpError("expects ")
           << rank << " results, got " << op->getNumResults();
  if (!llvm::all_equal(op->getResultTypes()))
    return op->emitOpError("results must all have the same type");
  return success();
}
LogicalResult GetTensorShapeOp::verify() {
  return verifyShapeQuery(*this,
                          cast<TensorViewType>(getSrc().getType()).getRank());
}
LogicalResult GetIndexSpaceShapeOp::verify() {
  return verifyShapeQuery(
      *this, cast<TileViewInterface>(getSrc().getType()).getViewIndexRank());
}

/// LP1, SP1: pointers to the value's element type, same shape.
static LogicalResult verifyPointers(Operation *op, Type pointers, Type value) {
  auto from = cast<TileType>(pointers);
  auto to = cast<TileType>(value);
  if (from.getShape() != to.getShape())
    return op->emitOpError("pointer and value tiles must have the same shape, "
                           "got ")
           << from << " and " << to;
  if (cast<PointerType>(from.getElementType()).getPointeeType() !=
      to.getElementType())
    return op->emitOpError("pointee type must match the value's element type, "
                           "got ")
           << from << " and " << to;
  return success();
}

/// LP2, SP2
static LogicalResult verifyMask(Operation *op, Value mask, Type pointers) {
  if (mask && cast<TileType>(mask.getType()).getShape() !=
                  cast<TileType>(pointers).getShape())
    return op->emitOpError("mask must have the shape of the pointer tile, got ")
           << mask.getType() << " and " << pointers;
  return success();
}

LogicalResult LoadPtrTkoOp::verify() {
  if (failed(verifyHints(*this, getOptimizationHintsAttr())))
    return failure();
  if (failed(verifyPointers(*this, getSource().getType(),
                            getResult().getType())) ||
      failed(verifyMask(*this, getMask(), getSource().getType())))
    return failure();
  // LP3; without a mask it is never read, but front ends write it.
  if (getPaddingValue() && getPaddingValue().getType() != getResult().getType())
    return emitOpError("padding value must have the result type, got ")
           << getPaddingValue().getType() << " and " << getResult().getType();
  return verifyOrdering(*this, getMemoryOrderingSemantics(), getMemoryScope(),
                        MemoryOrdering::Acquire);
}

LogicalResult StorePtrTkoOp::verify() {
  if (failed(verifyHints(*this, getOptimizationHintsAttr())))
    return failure();
  if (failed(verifyPointers(*this, getDestination().getType(),
                            getValue().getType())) ||
      failed(verifyMask(*this, getMask(), getDestination().getType())))
    return failure();
  return verifyOrdering(*this, getMemoryOrderingSemantics(), getMemoryScope(),
                        MemoryOrdering::Release);
}

// TV2 to TV4
LogicalResult MakeTensorViewOp::verify() {
  auto view = cast<TensorViewType>(getResult().getType());
  auto base = cast<TileType>(getBase().getType());
  if (cast<PointerType>(base.getElementType()).getPointeeType() !=
      view.getElementType())
    return emitOpError("pointee type of the base must match the view's element "
                       "type, got ")
           << base << " and " << view;
  // 13.4 additions, 2.2; there is one attribute, so that presence decides.
  PtrKindAttr given = cast<PointerType>(base.getElementType()).getPtrAttr();
  if (given && !view.getPtrAttr())
    return emitOpError("tensor_view must preserve ptr_attr from base pointer");
  if (!given && view.getPtrAttr())
    return emitOpError("pointer base without ptr_attr cannot produce "
                       "tensor_view with ptr_attr");
  if (int64_t(getDynamicShape().size()) != view.getNumDynamicSizes())
    return emitOpError("expects ")
           << view.getNumDynamicSizes() << " dynamic sizes, got "
           << getDynamicShape().size();
  if (int64_t(getDynamicStrides().size()) != view.getNumDynamicStrides())
    return emitOpError("expects ")
           << view.getNumDynamicStrides() << " dynamic strides, got "
           << getDynamicStrides().size();
  Type index;
  for (OperandRange group : {getDynamicShape(), getDynamicStrides()})
    for (Value value : group) {
      if (index && value.getType() != index)
        return emitOpError("dynamic sizes and strides must all have the same "
                           "type, got ")
               << index << " and " << value.getType();
      index = value.getType();
    }
  return success();
}

/// LV4 to LV7, in the reference's order; then LV9, then LV8.
static LogicalResult verifyViewAccess(Operation *op, Type viewType,
                                      OperandRange index, Type tile,
                                      std::optional<ArrayRef<bool>> inbounds) {
  auto view = cast<TileViewInterface>(viewType);
  if (int64_t(index.size()) != view.getViewIndexRank())
    return op->emitOpError("expects ")
           << view.getViewIndexRank() << " indices, got " << index.size();
  if (tile != view.getViewTileType())
    return op->emitOpError("tile type must be the view's tile type ")
           << view.getViewTileType() << ", got " << tile;
  if (inbounds && inbounds->size() != index.size())
    return op->emitOpError("expects one inbounds flag per index, got ")
           << inbounds->size() << " for " << index.size();
  return view.verifyIndices([&] { return op->emitOpError(); },
                            index.getTypes());
}

LogicalResult LoadViewTkoOp::verify() {
  if (failed(verifyViewAccess(*this, getView().getType(), getIndex(),
                              getTile().getType(), getInbounds())) ||
      failed(verifyHints(*this, getOptimizationHintsAttr())))
    return failure();
  return verifyOrdering(*this, getMemoryOrderingSemantics(), getMemoryScope(),
                        MemoryOrdering::Acquire);
}

LogicalResult StoreViewTkoOp::verify() {
  if (failed(verifyViewAccess(*this, getView().getType(), getIndex(),
                              getTile().getType(), getInbounds())) ||
      failed(verifyHints(*this, getOptimizationHintsAttr())))
    return failure();
  return verifyOrdering(*this, getMemoryOrderingSemantics(), getMemoryScope(),
                        MemoryOrdering::Release);
}

void MakeTensorViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "tview");
}
void MakePartitionViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "pview");
}
void MakeStridedViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "sview");
}
void MakeGatherScatterViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "gsview");
}
