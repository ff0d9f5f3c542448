//===- TilePlace.cpp - Where a view's tile lies ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/TilePlace.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace as = mlir::nv_tileas;

TilePlace::TilePlace(Emitter &e, as::TiledViewType type, Value view,
                     ValueRange indices, bool inBounds,
                     const ThreadLayout &layout)
    : e(e), layout(layout) {
  Type i64 = e.builder.getI64Type();
  const Registers &parts = e.get(view);
  int64_t rank = type.getMemref().getRank();
  base = parts.front();
  unsigned shift = 0;
  SmallVector<unsigned> shifts(type.getRank());
  for (int64_t k = type.getRank(); k-- > 0;) {
    shifts[k] = shift;
    shift += llvm::Log2_64(type.getTileShape()[k]);
  }
  for (auto [k, index] : llvm::enumerate(indices)) {
    int64_t tile = type.getTileShape()[k];
    int64_t dim = type.getDimMap()[k];
    Axis axis;
    axis.shift = shifts[k];
    axis.mask = tile - 1;
    axis.size = parts[1 + dim];
    axis.stride =
        parts[1 + rank +
              e.bugs.pick(SeededBug::ViewStridesUnmapped, dim, int64_t(k))];
    int64_t stride = type.getMemref().getStrides()[dim];
    if (!ShapedType::isDynamic(stride))
      axis.knownStride = stride;
    int64_t size = type.getMemref().getShape()[dim];
    // An index inside the index space then selects whole tiles only.
    int64_t step = type.getStep(k);
    // Seeded: there is one step.
    if (!type.isSparse() && !type.getSteps().empty())
      step = e.bugs.pick(SeededBug::ViewStepOfFirst, step, type.getStep(0));
    axis.isWhole =
        inBounds ||
        (!ShapedType::isDynamic(size) &&
         (llvm::divideCeil(size, step) - 1) * step + tile <= uint64_t(size));
    if (type.isSparse()) {
      axis.isWhole = inBounds;
      // Seeded: only rows may lie outside.
      if (!axis.isWhole && int64_t(k) != type.getSparseDim() &&
          e.bugs.acts(SeededBug::GatherMasksRowsOnly))
        axis.isWhole = true;
    }
    // Seeded: tiles lie side by side.
    if (!axis.isWhole && step != tile && !type.isSparse() &&
        !ShapedType::isDynamic(size) && size % tile == 0 &&
        e.bugs.acts(SeededBug::EdgeOfSteppedView))
      axis.isWhole = true;
    // Seeded: a tensor that is no smaller than a tile has no edge.
    if (!axis.isWhole && !ShapedType::isDynamic(size) && size >= tile &&
        e.bugs.acts(SeededBug::EdgeTileTakenForWhole))
      axis.isWhole = true;
    if (int64_t(k) == type.getSparseDim()) {
      sparse = k;
      axes.push_back(axis);
      continue;
    }
    // Indices are read as unsigned.
    Value first = e.getScalar(index);
    if (first.getType() != i64)
      first = LLVM::ZExtOp::create(e.builder, e.loc, i64, first);
    axis.start = first;
    if (step != 1)
      axis.start =
          LLVM::MulOp::create(e.builder, e.loc, first, e.constant(i64, step));
    Value part = e.threadPart(layout);
    Type i32 = part.getType();
    if (axis.shift)
      part = LLVM::LShrOp::create(e.builder, e.loc, part,
                                  e.constant(i32, axis.shift));
    axis.thread =
        LLVM::AndOp::create(e.builder, e.loc, part, e.constant(i32, axis.mask));
    axes.push_back(axis);
  }
}

LogicalResult TilePlace::findRows(Operation *op, as::TiledViewType type,
                                  ValueRange indices) {
  if (!sparse)
    return success();
  Value list = indices[*sparse];
  FailureOr<ThreadLayout> from = e.getLayout(op, list.getType());
  if (failed(from))
    return failure();
  Axis axis = axes[*sparse];
  // Seeded: as if the rows lay along the last dimension.
  if (axis.shift)
    axis.shift = e.bugs.pick(SeededBug::GatherRowsUnmapped, axis.shift, 0u);
  FailureOr<Registers> found =
      e.remap(op, e.get(list), *from, layout, e.builder.getI64Type(),
              [&](uint64_t index) { return index >> axis.shift & axis.mask; });
  if (failed(found))
    return failure();
  rows = *found;
  return success();
}

TilePlace::Element TilePlace::getElement(unsigned r) {
  Type i64 = e.builder.getI64Type();
  uint64_t own = layout.getRegisterIndex(r);
  Element element;
  for (auto [k, axis] : llvm::enumerate(axes)) {
    Value at;
    if (sparse == k) {
      at = rows[r];
    } else {
      at = axis.thread;
      if (uint64_t part = own >> axis.shift & axis.mask)
        at = LLVM::XOrOp::create(e.builder, e.loc, at,
                                 e.constant(at.getType(), part));
      at = LLVM::ZExtOp::create(e.builder, e.loc, i64, at);
      at = LLVM::AddOp::create(e.builder, e.loc, axis.start, at);
    }
    if (!axis.isWhole)
      element.isInside = e.conjunction(
          element.isInside,
          LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::ult, at,
                               axis.size));
    Value step = LLVM::MulOp::create(e.builder, e.loc, at, axis.stride);
    element.offset =
        element.offset
            ? Value(LLVM::AddOp::create(e.builder, e.loc, element.offset, step))
            : step;
  }
  return element;
}

Value TilePlace::getAddress(const Element &element, Type storage) {
  if (!element.offset)
    return base;
  return LLVM::GEPOp::create(e.builder, e.loc, base.getType(), storage, base,
                             element.offset);
}

SmallVector<TilePlace::Neighbour> TilePlace::findNeighbours() {
  SmallVector<Neighbour> found;
  for (const Axis &axis : axes) {
    if (!axis.mask || axis.knownStride.value_or(1) != 1)
      continue;
    Neighbour one = {uint64_t(1) << axis.shift, {}};
    if (axis.knownStride)
      return {one};
    one.follows =
        LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::eq,
                             axis.stride, e.constant(axis.stride.getType(), 1));
    found.push_back(one);
  }
  return found;
}

HalfByte TilePlace::getHalfByte(const Element &element) {
  Type i8 = e.builder.getI8Type(), i64 = e.builder.getI64Type();
  Value one = e.constant(i64, 1);
  Value offset = element.offset ? element.offset : e.constant(i64, 0);
  Value byte = LLVM::AShrOp::create(e.builder, e.loc, offset, one);
  Value half = LLVM::AndOp::create(e.builder, e.loc, offset, one);
  Value shift = LLVM::ShlOp::create(e.builder, e.loc, half, e.constant(i64, 2));
  return {LLVM::GEPOp::create(e.builder, e.loc, base.getType(), i8, base, byte),
          LLVM::TruncOp::create(e.builder, e.loc, i8, shift),
          LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::eq, half,
                               e.constant(i64, 0))};
}
