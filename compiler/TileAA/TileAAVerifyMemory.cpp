//===- TileAAVerifyMemory.cpp - Accesses, tokens, facts -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

enum class AccessRole { Load, Store, Update };

template <typename OpTy>
static LogicalResult verifySemantic(OpTy op, AccessRole role) {
  MemSemantic semantic = op.getMemSemantic();
  if (semantic == MemSemantic::Weak && op.getMemScope())
    return op.emitOpError("weak memory ordering must not carry a scope");
  if (semantic != MemSemantic::Weak && !op.getMemScope())
    return op.emitOpError("non-weak memory ordering requires explicit scope");
  if (role == AccessRole::Load && semantic > MemSemantic::Acquire)
    return op.emitOpError("loads accept only relaxed or acquire");
  if (role == AccessRole::Store &&
      (semantic == MemSemantic::Acquire || semantic == MemSemantic::AcqRel))
    return op.emitOpError("stores accept only relaxed or release");
  return success();
}

/// VA13: one integer index per axis of the memref, of the value's shape or a
/// scalar.
static LogicalResult
verifyMemrefAccess(Operation *op, StridedMemRefType memref, Type value,
                   ValueRange indices, std::optional<ArrayRef<bool>> inBounds) {
  if (getTileElementType(value) != memref.getElementType())
    return op->emitOpError(
               "expects the value to have the memref's element type ")
           << memref.getElementType();
  if (int64_t(indices.size()) != memref.getRank())
    return op->emitOpError("expects ")
           << memref.getRank() << " indices, but got " << indices.size();
  for (Value index : indices) {
    if (!isa<IntegerType>(getTileElementType(index.getType())))
      return op->emitOpError("expects integer indices");
    ArrayRef<int64_t> shape = getTileShape(index.getType());
    if (!shape.empty() && shape != getTileShape(value))
      return op->emitOpError(
          "expects each index to be a scalar or to have the value's shape");
  }
  if (inBounds && int64_t(inBounds->size()) != memref.getRank())
    return op->emitOpError("expects one in_bounds flag per axis of the memref");
  return success();
}

static LogicalResult verifyMask(Operation *op, Value mask, Type value) {
  if (mask && getTileShape(mask.getType()) != getTileShape(value))
    return op->emitOpError("expects the mask to have the value's shape");
  return success();
}

/// VA4.
static LogicalResult verifyOther(Operation *op, Value other, Type result) {
  if (other && other.getType() != result)
    return op->emitOpError("expects other to have the result's type");
  return success();
}

/// Addresses, value, indices and mask of an access of single elements agree.
template <typename OpTy>
static LogicalResult verifyElements(OpTy op, Type value) {
  if (failed(verifyMask(op, op.getMask(), value)))
    return failure();
  Type addresses = op.getAddresses().getType();
  if (auto memref = dyn_cast<StridedMemRefType>(addresses))
    return verifyMemrefAccess(op, memref, value, op.getIndices(),
                              op.getInBounds());
  auto pointer = dyn_cast<PtrType>(getTileElementType(addresses));
  if (!pointer)
    return op.emitOpError("expects a pointer, a tile of pointers or a memref");
  if (!op.getIndices().empty() || op.getInBounds())
    return op.emitOpError("expects a memref to have indices or in_bounds");
  // Below, tiles have layouts, which are no part of it.
  if (getTileShape(addresses) != getTileShape(value) ||
      pointer.getPointeeType() != getTileElementType(value))
    return op.emitOpError(
        "expects the value to have the addresses' shape and pointee type");
  return success();
}

LogicalResult LoadOp::verify() {
  if (failed(verifyOther(*this, getOther(), getResult().getType())) ||
      failed(verifyElements(*this, getResult().getType())))
    return failure();
  return verifySemantic(*this, AccessRole::Load);
}

LogicalResult StoreOp::verify() {
  if (failed(verifyElements(*this, getValue().getType())))
    return failure();
  return verifySemantic(*this, AccessRole::Store);
}

static LogicalResult verifyView(Operation *op, TiledViewType view, Type tile,
                                ValueRange indices) {
  if (tile && view.getTileType() != tile)
    return op->emitOpError("expects the view's tile type ")
           << view.getTileType();
  if (int64_t(indices.size()) != view.getRank())
    return op->emitOpError("expects ")
           << view.getRank() << " indices, but got " << indices.size();
  for (auto [axis, index] : llvm::enumerate(indices)) {
    bool isSparse = int64_t(axis) == view.getSparseDim();
    if (!isa<IntegerType>(getTileElementType(index.getType())))
      return op->emitOpError("expects integer indices");
    if (isSparse ? getTileShape(index.getType()) !=
                       view.getTileShape().slice(axis, 1)
                 : !isa<IntegerType>(index.getType()))
      return op->emitOpError(isSparse ? "expects one index per row of the tile"
                                      : "expects scalar indices of dense axes");
  }
  return success();
}

/// Whether the view's rows must be chosen by indices.
static LogicalResult verifySparsity(Operation *op, TiledViewType view,
                                    bool wantsSparse) {
  if (view.isSparse() == wantsSparse)
    return success();
  return op->emitOpError(wantsSparse ? "expects a view with sparse_dim"
                                     : "expects a view without sparse_dim");
}

template <typename OpTy>
static LogicalResult verifyViewLoad(OpTy op, bool wantsSparse) {
  if (failed(verifySparsity(op, op.getView().getType(), wantsSparse)) ||
      failed(verifyView(op, op.getView().getType(), op.getResult().getType(),
                        op.getIndices())))
    return failure();
  return verifySemantic(op, AccessRole::Load);
}
LogicalResult TiledLoadOp::verify() {
  Type result = getResult().getType();
  if (getOther() && !getMask())
    return emitOpError("expects a mask beside other");
  if (failed(verifyMask(*this, getMask(), result)) ||
      failed(verifyOther(*this, getOther(), result)))
    return failure();
  return verifyViewLoad(*this, false);
}
LogicalResult GatherLoadOp::verify() { return verifyViewLoad(*this, true); }

template <typename OpTy>
static LogicalResult verifyViewStore(OpTy op, bool wantsSparse) {
  if (failed(verifySparsity(op, op.getView().getType(), wantsSparse)) ||
      failed(verifyView(op, op.getView().getType(), op.getValue().getType(),
                        op.getIndices())))
    return failure();
  return verifySemantic(op, AccessRole::Store);
}
LogicalResult TiledStoreOp::verify() {
  if (failed(verifyMask(*this, getMask(), getValue().getType())))
    return failure();
  return verifyViewStore(*this, false);
}
LogicalResult ScatterStoreOp::verify() { return verifyViewStore(*this, true); }

//===----------------------------------------------------------------------===//
// Read-modify-writes
//===----------------------------------------------------------------------===//

/// `addf` is the update of floats; floats are also exchanged.
static LogicalResult verifyMode(Operation *op, RmwMode mode, Type element) {
  if (mode == RmwMode::Xchg)
    return success();
  if ((mode == RmwMode::AddF) != isa<FloatType>(element))
    return op->emitOpError("expects ")
           << (mode == RmwMode::AddF ? "float" : "integer")
           << " elements, but got " << element;
  return success();
}

LogicalResult AtomicRMWOp::verify() {
  if (getResult().getType() != getValue().getType())
    return emitOpError("expects the result to have the value's type");
  if (failed(verifyElements(*this, getValue().getType())) ||
      failed(verifyMode(*this, getRmwMode(),
                        getTileElementType(getValue().getType()))))
    return failure();
  return verifySemantic(*this, AccessRole::Update);
}

LogicalResult AtomicCASOp::verify() {
  if (getResult().getType() != getValue().getType() ||
      getCompare().getType() != getValue().getType())
    return emitOpError("expects compare, value and result of one type");
  if (failed(verifyElements(*this, getValue().getType())))
    return failure();
  return verifySemantic(*this, AccessRole::Update);
}

LogicalResult TiledAtomicRMWOp::verify() {
  if (getResult() && getResult().getType() != getValue().getType())
    return emitOpError("expects the result to have the value's type");
  if (failed(verifyView(*this, getView().getType(), getValue().getType(),
                        getIndices())) ||
      failed(verifyMode(*this, getRmwMode(),
                        getTileElementType(getValue().getType()))))
    return failure();
  return verifySemantic(*this, AccessRole::Update);
}

//===----------------------------------------------------------------------===//
// Tokens, lifetime, facts
//===----------------------------------------------------------------------===//

LogicalResult CreateMemTokenOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location>, ValueRange operands,
    DictionaryAttr, OpaqueProperties, RegionRange,
    SmallVectorImpl<Type> &results) {
  // The alias set: the operands' scope if they agree, else the unknown one.
  StringAttr function;
  std::optional<unsigned> scope;
  for (Value operand : operands) {
    auto type = dyn_cast<StridedMemRefType>(operand.getType());
    unsigned own = type ? type.getAliasScope() : 0;
    scope = scope.value_or(own) == own ? own : 0;
    Operation *parent = operand.getParentRegion()->getParentOp();
    if (parent && !isa<FuncOp>(parent))
      parent = parent->getParentOfType<FuncOp>();
    if (parent)
      function = cast<FuncOp>(parent).getSymNameAttr();
  }
  auto *dialect = context->getOrLoadDialect<TileAADialect>();
  results.push_back(dialect->getTokenType(function, scope.value_or(0)));
  return success();
}

LogicalResult MarkForReuseOp::verify() {
  if (getValues().empty())
    return emitOpError("expects at least one value");
  return success();
}

static LogicalResult verifyDivBy(AssumeOp op, DivByAttr divBy) {
  Type type = op.getValue().getType();
  Type element = getTileElementType(type);
  if (!isa<IntegerType, PtrType, StridedMemRefType>(element))
    return op.emitOpError(
        "div_by requires an integer-, pointer-, or memref-like value");
  if (!llvm::isPowerOf2_64(divBy.getDivisor()))
    return op.emitOpError("div_by divisor must be a positive power of two");
  if (divBy.getEvery().has_value() != divBy.getAlong().has_value())
    return op.emitOpError("div_by every and along must appear together");
  if (!divBy.getEvery())
    return success();
  if (*divBy.getEvery() <= 0)
    return op.emitOpError("div_by every must be positive");
  if (*divBy.getAlong() < 0 ||
      *divBy.getAlong() >= int64_t(getTileShape(type).size()))
    return op.emitOpError("div_by along must reference a valid axis");
  return success();
}

static LogicalResult verifyBounded(AssumeOp op, BoundedAttr bounded) {
  auto element =
      dyn_cast<IntegerType>(getTileElementType(op.getValue().getType()));
  if (!element)
    return op.emitOpError("bounded requires an integer-like element type");
  auto fits = [&](std::optional<int64_t> bound) {
    return !bound || element.getWidth() >= 64 ||
           llvm::isIntN(element.getWidth(), *bound);
  };
  if (!fits(bounded.getLower()))
    return op.emitOpError(
        "bounded lower exceeds the element's representable range");
  if (!fits(bounded.getUpper()))
    return op.emitOpError(
        "bounded upper exceeds the element's representable range");
  if (bounded.getLower() && bounded.getUpper() &&
      *bounded.getLower() > *bounded.getUpper())
    return op.emitOpError("bounded lower must not exceed upper");
  return success();
}

static LogicalResult verifySameElements(AssumeOp op, SameElementsAttr same) {
  ArrayRef<int64_t> shape = getTileShape(op.getValue().getType());
  ArrayRef<int64_t> values = same.getValues().asArrayRef();
  if (values.size() != shape.size())
    return op.emitOpError(
        "same_elements length must match the constrained value's rank");
  for (auto [value, size] : llvm::zip_equal(values, shape))
    if (value <= 0 || value > size)
      return op.emitOpError("same_elements axis bound is out of range");
  return success();
}

// Predicates that are not known are ignored (facts, VA16).
LogicalResult AssumeOp::verify() {
  Attribute predicate = getPredicate();
  if (auto divBy = dyn_cast<DivByAttr>(predicate))
    return verifyDivBy(*this, divBy);
  if (auto bounded = dyn_cast<BoundedAttr>(predicate))
    return verifyBounded(*this, bounded);
  if (auto same = dyn_cast<SameElementsAttr>(predicate))
    return verifySameElements(*this, same);
  return success();
}
