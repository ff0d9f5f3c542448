//===- EmitShape.cpp - Elements under other coordinates -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each of these says where in its source an element of its result lies; what
// the thread does not hold itself it fetches.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/CopyLoops.h"
#include "compiler/TileAS/TileASOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// Binds the result to the operand's elements at `toSource(index)`.
static LogicalResult emitRemap(Emitter &e, Operation *op,
                               function_ref<uint64_t(uint64_t)> toSource) {
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  FailureOr<ThreadLayout> source = e.getLayout(op, from);
  FailureOr<ThreadLayout> target = e.getLayout(op, to);
  if (failed(source) || failed(target) || failed(e.lower(op, to)))
    return failure();
  const Registers &registers = e.get(op->getOperand(0));
  Type element = e.lowerElement(aa::getTileElementType(to));
  FailureOr<Registers> result =
      isCopiedInLoops(e, op, *source, element)
          ? copyInLoops(e, op, registers, *source, *target, element)
          : e.remap(op, registers, *source, *target, element, toSource);
  if (failed(result))
    return failure();
  e.bind(op->getResult(0), *result);
  return success();
}

/// Same elements in the same row-major order.
static LogicalResult emitSameElements(Emitter &e, Operation *op) {
  return emitRemap(e, op, [](uint64_t index) { return index; });
}

/// Row-major coordinates of an element.
static SmallVector<uint64_t> unpack(uint64_t index, ArrayRef<int64_t> shape) {
  SmallVector<uint64_t> coordinates(shape.size());
  for (size_t d = shape.size(); d-- > 0; index /= shape[d])
    coordinates[d] = index % shape[d];
  return coordinates;
}
static uint64_t pack(ArrayRef<uint64_t> coordinates, ArrayRef<int64_t> shape) {
  uint64_t index = 0;
  for (auto [at, size] : llvm::zip_equal(coordinates, shape))
    index = index * size + at;
  return index;
}

/// Dimension i of the result is dimension `permutation[i]` of the source.
static LogicalResult emitPermutation(Emitter &e, Operation *op,
                                     ArrayRef<int64_t> from,
                                     ArrayRef<int32_t> permutation) {
  ArrayRef<int64_t> to = aa::getTileShape(op->getResult(0).getType());
  SmallVector<int32_t> inverse(permutation.size());
  for (auto [d, source] : llvm::enumerate(permutation))
    inverse[source] = d;
  // Seeded: dimension i of the source is one of the result's.
  bool turnsBack = ArrayRef<int32_t>(inverse) != permutation && from == to &&
                   e.bugs.acts(SeededBug::PermuteTurnsBack);
  if (turnsBack)
    permutation = inverse;
  return emitRemap(e, op, [&](uint64_t index) {
    SmallVector<uint64_t> source(from.size());
    for (auto [d, at] : llvm::enumerate(unpack(index, to)))
      source[permutation[d]] = at;
    return pack(source, from);
  });
}

/// The same elements, or dimensions of size 1 that grow, or change places.
static LogicalResult emitReinterpret(Emitter &e, Operation *op) {
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (auto permutation = cast<as::ReinterpretOp>(op).getPermutation())
    return emitPermutation(e, op, source.getShape(), *permutation);
  if (source.getNumElements() == result.getNumElements())
    return emitSameElements(e, op);
  ArrayRef<int64_t> from = source.getShape(), to = result.getShape();
  return emitRemap(e, op, [&](uint64_t index) {
    uint64_t place = 0, stride = 1;
    for (size_t d = to.size(); d-- > 0;) {
      place += index % to[d] % from[d] * stride;
      index /= to[d];
      stride *= e.bugs.pick(SeededBug::BroadcastStride, from[d], to[d]);
    }
    return place;
  });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// A scalar index, read unsigned, as an i32: tiles have fewer elements.
static Value narrowIndex(Emitter &e, Value index) {
  Type i32 = e.builder.getI32Type();
  unsigned width = index.getType().getIntOrFloatBitWidth();
  if (width == 32)
    return index;
  if (width > 32)
    return LLVM::TruncOp::create(e.builder, e.loc, i32, index);
  return LLVM::ZExtOp::create(e.builder, e.loc, i32, index);
}

static Value multiply(Emitter &e, Value x, uint64_t factor) {
  if (factor == 1)
    return x;
  return LLVM::MulOp::create(e.builder, e.loc, x,
                             e.constant(x.getType(), factor));
}

static LogicalResult emitExtract(Emitter &e, Operation *op) {
  Type type = op->getOperand(0).getType();
  ArrayRef<int64_t> shape = aa::getTileShape(type);
  FailureOr<ThreadLayout> layout = e.getLayout(op, type);
  Type element = e.lowerElement(aa::getTileElementType(type));
  if (failed(layout) || !element)
    return failure();
  const Registers &source = e.get(op->getOperand(0));
  if (layout->getNumElements() == 1) {
    e.bind(op->getResult(0), {source.front()});
    return success();
  }
  Value position = e.constant(e.builder.getI32Type(), 0);
  for (auto [index, size] :
       llvm::zip_equal(op->getOperands().drop_front(), shape))
    position =
        LLVM::AddOp::create(e.builder, e.loc, multiply(e, position, size),
                            narrowIndex(e, e.getScalar(index)));
  auto value = e.fetch(op, source, *layout, element, {position});
  if (failed(value))
    return failure();
  e.bind(op->getResult(0), *value);
  return success();
}

static LogicalResult emitExtractSlice(Emitter &e, Operation *rawOp) {
  auto op = cast<as::ExtractSliceOp>(rawOp);
  ArrayRef<int64_t> from = aa::getTileShape(op.getSource().getType());
  ArrayRef<int64_t> to = aa::getTileShape(op.getType());
  auto types = e.lower(op, op.getType());
  FailureOr<ThreadLayout> source = e.getLayout(op, op.getSource().getType());
  FailureOr<ThreadLayout> target = e.getLayout(op, op.getType());
  if (failed(types) || failed(source) || failed(target))
    return failure();
  struct Axis {
    /// Elements of the source from one of the result to the next.
    uint64_t step;
    unsigned shift;
    uint64_t mask;
  };
  SmallVector<Axis> axes(from.size());
  Value start = e.constant(e.builder.getI32Type(), 0);
  uint64_t distance = 1;
  unsigned shift = 0;
  for (size_t d = from.size(); d-- > 0;) {
    // Seeded: consecutive elements, whatever the stride.
    int64_t stride = op.getStrides()[d];
    if (to[d] > 1)
      stride = e.bugs.pick(SeededBug::SliceLosesStride, stride, int64_t(1));
    axes[d] = {distance * stride, shift, uint64_t(to[d] - 1)};
    Value offset = narrowIndex(e, e.getScalar(op.getOffsets()[d]));
    // Seeded: offsets count slices, as those of the public operation.
    uint64_t unit =
        e.bugs.pick(SeededBug::SliceCountsSlices, uint64_t(1), uint64_t(to[d]));
    start = LLVM::AddOp::create(e.builder, e.loc, start,
                                multiply(e, offset, distance * unit));
    distance *= from[d];
    shift += llvm::Log2_64(to[d]);
  }
  SmallVector<Value> places;
  for (unsigned r = 0; r < target->getNumRegisters(); ++r) {
    Value index = e.elementIndex(*target, r), place = start;
    for (const Axis &axis : axes) {
      if (!axis.mask)
        continue;
      Value at = LLVM::LShrOp::create(e.builder, e.loc, index,
                                      e.constant(index.getType(), axis.shift));
      at = LLVM::AndOp::create(e.builder, e.loc, at,
                               e.constant(index.getType(), axis.mask));
      place = LLVM::AddOp::create(e.builder, e.loc, place,
                                  multiply(e, at, axis.step));
    }
    places.push_back(place);
  }
  auto slice =
      e.fetch(op, e.get(op.getSource()), *source, types->front(), places);
  if (failed(slice))
    return failure();
  e.bind(op.getResult(), *slice);
  return success();
}

/// The elements of the slice come from the slice, the others from the tile.
static LogicalResult emitInsertSlice(Emitter &e, Operation *rawOp) {
  auto op = cast<as::InsertSliceOp>(rawOp);
  ArrayRef<int64_t> part = aa::getTileShape(op.getData().getType());
  ArrayRef<int64_t> whole = aa::getTileShape(op.getType());
  auto types = e.lower(op, op.getType());
  FailureOr<ThreadLayout> source = e.getLayout(op, op.getData().getType());
  FailureOr<ThreadLayout> target = e.getLayout(op, op.getType());
  if (failed(types) || failed(source) || failed(target))
    return failure();
  SmallVector<uint64_t> offsets(op.getOffsets());
  // Seeded: what has been inserted is overwritten.
  if (llvm::any_of(offsets, [](uint64_t offset) { return offset != 0; }) &&
      e.bugs.acts(SeededBug::InsertAtStart))
    offsets.assign(offsets.size(), 0);
  auto data =
      e.remap(op, e.get(op.getData()), *source, *target, types->front(),
              [&](uint64_t index) {
                SmallVector<uint64_t> at = unpack(index, whole);
                for (auto [coordinate, size] : llvm::zip_equal(at, part))
                  coordinate %= size;
                return pack(at, part);
              });
  if (failed(data))
    return failure();
  // The bits of an element's index that say which slice it is in.
  SmallVector<uint64_t> above;
  for (auto [size, all] : llvm::zip_equal(part, whole))
    above.push_back(all - size);
  uint64_t mask = pack(above, whole), wanted = pack(offsets, whole);
  Registers result(e.get(op.getDest()));
  uint64_t byThreads = 0;
  for (uint64_t vector : target->tid)
    byThreads |= vector;
  for (unsigned r = 0; r < result.size(); ++r) {
    if (!(byThreads & mask)) {
      if ((target->getRegisterIndex(r) & mask) == wanted)
        result[r] = (*data)[r];
      continue;
    }
    Value index = e.elementIndex(*target, r);
    Value slice = LLVM::AndOp::create(e.builder, e.loc, index,
                                      e.constant(index.getType(), mask));
    Value isInside =
        LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::eq, slice,
                             e.constant(index.getType(), wanted));
    result[r] = LLVM::SelectOp::create(e.builder, e.loc, isInside, (*data)[r],
                                       result[r]);
  }
  e.bind(op.getResult(), result);
  return success();
}

/// Any elements will do.
static LogicalResult emitAllocTensor(Emitter &e, Operation *op) {
  auto types = e.lower(op, op->getResult(0).getType());
  if (failed(types))
    return failure();
  e.bind(op->getResult(0), Registers(types->size(), e.zero(types->front())));
  return success();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.convert_layout", emitSameElements},
    {"nv_tileas.reinterpret", emitReinterpret},
    {"nv_tileas.expand_dims", emitSameElements},
    {"nv_tileas.extract_slice", emitExtractSlice},
    {"nv_tileas.alloc_tensor", emitAllocTensor},
    {"nv_tileas.insert_slice", emitInsertSlice},
    {"nv_tileaa.extract", emitExtract},
};
ArrayRef<HandlerRow> tilefuzz::getShapeHandlers() { return rows; }
