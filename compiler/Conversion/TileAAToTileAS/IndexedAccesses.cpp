//===- IndexedAccesses.cpp - Memrefs at indices ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An access of a memref at indices becomes one through pointers: the address of
// an element is the sum of the base and of each index times its stride, and an
// index beyond its axis masks its element off, as a mask does.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/Support/CarryAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

namespace {
/// Makes what one access of elements reads or writes through.
class ElementPlaces {
public:
  template <typename OpTy>
  ElementPlaces(OpTy op, aa::MakeMemrefOp memref, Type value,
                const BugSet &bugs)
      : builder(op), loc(op.getLoc()), shape(aa::getTileShape(value)) {
    aa::StridedMemRefType type = memref.getType();
    ValueRange sizes = memref.getDynamicSizes(),
               strides = memref.getDynamicStrides();
    Value offset;
    mask = op.getMask();
    for (auto [axis, index] : llvm::enumerate(op.getIndices())) {
      Value at = spread(widen(index, bugs));
      Value size = take(type.getShape()[axis], sizes),
            stride = take(type.getStrides()[axis], strides);
      bool isInside = op.getInBounds() && (*op.getInBounds())[axis];
      // Seeded: what is said of the first axis is said of all.
      if (!isInside && op.getInBounds() && op.getInBounds()->front() &&
          bugs.acts(SeededBug::IndexedBoundsOfFirstAxis))
        isInside = true;
      // Seeded: a mask says all.
      if (!isInside && op.getMask() &&
          bugs.acts(SeededBug::IndexedMaskReplacesBounds))
        isInside = true;
      // Seeded: an update is where it says.
      if (!isInside && std::is_same_v<OpTy, aa::AtomicRMWOp> &&
          bugs.acts(SeededBug::IndexedUpdateUnbounded))
        isInside = true;
      if (!isInside)
        leaveOut(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       at, size));
      Value moved = arith::MulIOp::create(builder, loc, at, stride);
      offset =
          offset ? arith::AddIOp::create(builder, loc, offset, moved) : moved;
    }
    addresses = spread(memref.getBase());
    if (offset)
      addresses = aa::AddPtrOp::create(builder, loc, addresses.getType(),
                                       addresses, offset);
  }

  OpBuilder builder;
  Location loc;
  Value addresses;
  /// Null: every element takes part.
  Value mask;

private:
  /// Indices are read unsigned.
  Value widen(Value index, const BugSet &bugs) {
    if (aa::getTileElementType(index.getType()).isInteger(64))
      return index;
    Type wide = aa::getTileType(aa::getTileShape(index.getType()),
                                builder.getI64Type());
    // Seeded: they are read signed.
    if (bugs.acts(SeededBug::IndexedAccessIndexSigned))
      return arith::ExtSIOp::create(builder, loc, wide, index);
    return arith::ExtUIOp::create(builder, loc, wide, index);
  }
  /// A scalar as a tile of the access's shape.
  Value spread(Value value) {
    if (shape.empty() || isa<RankedTensorType>(value.getType()))
      return value;
    return aa::SplatOp::create(
        builder, loc, RankedTensorType::get(shape, value.getType()), value);
  }
  /// A number of the memref's type, or the next of those that are given.
  Value take(int64_t number, ValueRange &given) {
    Value value;
    if (ShapedType::isDynamic(number)) {
      value = given.front();
      given = given.drop_front();
    } else {
      value = arith::ConstantOp::create(builder, loc,
                                        builder.getI64IntegerAttr(number));
    }
    return spread(value);
  }
  void leaveOut(Value inside) {
    mask = mask ? arith::AndIOp::create(builder, loc, mask, inside) : inside;
  }

  ArrayRef<int64_t> shape;
};
} // namespace

static Operation *throughPointers(aa::LoadOp op, aa::MakeMemrefOp memref,
                                  const BugSet &bugs) {
  Type type = op.getResult().getType();
  ElementPlaces at(op, memref, type, bugs);
  return aa::LoadOp::create(
      at.builder, at.loc, type, op.getResultToken().getType(), at.addresses,
      at.mask, at.mask ? op.getOther() : Value(), op.getToken(),
      op.getMemSemanticAttr(), op.getMemScopeAttr(), op.getCacheModifierAttr(),
      op.getEvictionPolicyAttr(), op.getOptimizationHintsAttr());
}
static Operation *throughPointers(aa::StoreOp op, aa::MakeMemrefOp memref,
                                  const BugSet &bugs) {
  ElementPlaces at(op, memref, op.getValue().getType(), bugs);
  return aa::StoreOp::create(
      at.builder, at.loc, op.getResultToken().getType(), at.addresses,
      op.getValue(), at.mask, op.getToken(), op.getMemSemanticAttr(),
      op.getMemScopeAttr(), op.getCacheModifierAttr(),
      op.getEvictionPolicyAttr(), op.getOptimizationHintsAttr());
}
static Operation *throughPointers(aa::AtomicRMWOp op, aa::MakeMemrefOp memref,
                                  const BugSet &bugs) {
  ElementPlaces at(op, memref, op.getValue().getType(), bugs);
  return aa::AtomicRMWOp::create(at.builder, at.loc, op.getResult().getType(),
                                 op.getResultToken().getType(), at.addresses,
                                 op.getValue(), at.mask, op.getToken(),
                                 op.getRmwModeAttr(), op.getMemSemanticAttr(),
                                 op.getMemScopeAttr());
}
static Operation *throughPointers(aa::AtomicCASOp op, aa::MakeMemrefOp memref,
                                  const BugSet &bugs) {
  ElementPlaces at(op, memref, op.getValue().getType(), bugs);
  return aa::AtomicCASOp::create(at.builder, at.loc, op.getResult().getType(),
                                 op.getResultToken().getType(), at.addresses,
                                 op.getCompare(), op.getValue(), at.mask,
                                 op.getToken(), op.getMemSemanticAttr(),
                                 op.getMemScopeAttr());
}

template <typename OpTy>
static void lowerAll(aa::FuncOp function, const BugSet &bugs) {
  function.walk([&](OpTy op) {
    auto memref = op.getAddresses().template getDefiningOp<aa::MakeMemrefOp>();
    if (!memref)
      return;
    Operation *made = throughPointers(op, memref, bugs);
    carryAttributes(op, made);
    op->replaceAllUsesWith(made);
    op->erase(); // carried
  });
}

void tilefuzz::lowerIndexedAccesses(aa::FuncOp function, const BugSet &bugs) {
  lowerAll<aa::LoadOp>(function, bugs);
  lowerAll<aa::StoreOp>(function, bugs);
  lowerAll<aa::AtomicRMWOp>(function, bugs);
  lowerAll<aa::AtomicCASOp>(function, bugs);
}
