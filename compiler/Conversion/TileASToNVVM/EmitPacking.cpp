//===- EmitPacking.cpp - Elements as bytes, and bytes as elements ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Little-endian, the first element lowest (docs/semantics.md). Either side
// fetches the elements of the other that its own consist of.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

namespace {
/// The two tiles of a pack or an unpack.
struct Repacking {
  ThreadLayout from, to;
  Type fromElement, toElement;
  /// Of an element, in bits: a tf32 is the f32 that it lies in.
  unsigned fromWidth, toWidth;
};
} // namespace

static FailureOr<Repacking> describe(Emitter &e, Operation *op) {
  Type source = op->getOperand(0).getType(),
       result = op->getResult(0).getType();
  FailureOr<ThreadLayout> from = e.getLayout(op, source);
  FailureOr<ThreadLayout> to = e.getLayout(op, result);
  auto fromTypes = e.lower(op, source), toTypes = e.lower(op, result);
  if (failed(from) || failed(to) || failed(fromTypes) || failed(toTypes))
    return failure();
  Type fromElement = fromTypes->front(), toElement = toTypes->front();
  return Repacking{*from,
                   *to,
                   fromElement,
                   toElement,
                   fromElement.getIntOrFloatBitWidth(),
                   toElement.getIntOrFloatBitWidth()};
}

static Value resize(Emitter &e, Value x, unsigned width) {
  Type type = e.builder.getIntegerType(width);
  unsigned from = x.getType().getIntOrFloatBitWidth();
  if (from == width)
    return x;
  if (from < width)
    return LLVM::ZExtOp::create(e.builder, e.loc, type, x);
  return LLVM::TruncOp::create(e.builder, e.loc, type, x);
}

static Value toBits(Emitter &e, Value x) {
  if (x.getType().isInteger())
    return x;
  Type bits = e.builder.getIntegerType(x.getType().getIntOrFloatBitWidth());
  return LLVM::BitcastOp::create(e.builder, e.loc, bits, x);
}

/// Each of the result's elements is a part of one of the source's.
static FailureOr<Registers> split(Emitter &e, Operation *op,
                                  const Repacking &shape) {
  unsigned parts = shape.fromWidth / shape.toWidth;
  unsigned shift = llvm::Log2_32(parts);
  FailureOr<Registers> wide = e.remap(
      op, e.get(op->getOperand(0)), shape.from, shape.to, shape.fromElement,
      [&](uint64_t index) { return index >> shift; });
  if (failed(wide))
    return failure();
  Registers result;
  for (auto [r, value] : llvm::enumerate(*wide)) {
    Value bits = toBits(e, value), index = e.elementIndex(shape.to, r);
    // Seeded: there are two.
    unsigned mask = e.bugs.pick(SeededBug::UnpackHalvesOnly, parts - 1,
                                parts > 1 ? 1u : 0u);
    Value part = LLVM::AndOp::create(e.builder, e.loc, index,
                                     e.constant(index.getType(), mask));
    Value start = LLVM::MulOp::create(
        e.builder, e.loc, part, e.constant(index.getType(), shape.toWidth));
    start = resize(e, start, shape.fromWidth);
    bits = LLVM::LShrOp::create(e.builder, e.loc, bits, start);
    result.push_back(resize(e, bits, shape.toWidth));
  }
  return result;
}

/// Each of the result's elements consists of several of the source's.
static FailureOr<Registers> merge(Emitter &e, Operation *op,
                                  const Repacking &shape) {
  unsigned parts = shape.toWidth / shape.fromWidth;
  unsigned shift = llvm::Log2_32(parts);
  Registers result(shape.to.getNumRegisters());
  for (unsigned part = 0; part < parts; ++part) {
    Registers places;
    for (unsigned r = 0; r < result.size(); ++r) {
      Value index = e.elementIndex(shape.to, r);
      Type i32 = index.getType();
      if (shift)
        index = LLVM::ShlOp::create(e.builder, e.loc, index,
                                    e.constant(i32, shift));
      if (part)
        index =
            LLVM::OrOp::create(e.builder, e.loc, index, e.constant(i32, part));
      places.push_back(index);
    }
    FailureOr<Registers> narrow = e.fetch(
        op, e.get(op->getOperand(0)), shape.from, shape.fromElement, places);
    if (failed(narrow))
      return failure();
    for (auto [sum, value] : llvm::zip_equal(result, *narrow)) {
      Value bits = toBits(e, value);
      // Seeded: the sign covers the parts above.
      if (e.bugs.acts(SeededBug::MergeExtendsSign))
        bits = LLVM::SExtOp::create(
            e.builder, e.loc, e.builder.getIntegerType(shape.toWidth), bits);
      else
        bits = resize(e, bits, shape.toWidth);
      if (part)
        bits = LLVM::ShlOp::create(
            e.builder, e.loc, bits,
            e.constant(bits.getType(), part * shape.fromWidth));
      sum = sum ? Value(LLVM::OrOp::create(e.builder, e.loc, sum, bits)) : bits;
    }
  }
  return result;
}

static LogicalResult emitRepacking(Emitter &e, Operation *op) {
  FailureOr<Repacking> shape = describe(e, op);
  if (failed(shape))
    return failure();
  FailureOr<Registers> result = shape->fromWidth < shape->toWidth
                                    ? merge(e, op, *shape)
                                    : split(e, op, *shape);
  if (failed(result))
    return failure();
  Type element = aa::getTileElementType(op->getResult(0).getType());
  for (Value &value : *result) {
    if (value.getType() != shape->toElement)
      value =
          LLVM::BitcastOp::create(e.builder, e.loc, shape->toElement, value);
    value = e.normalize(element, value);
  }
  e.bind(op->getResult(0), *result);
  return success();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileaa.pack", emitRepacking},
    {"nv_tileaa.unpack", emitRepacking},
};
ArrayRef<HandlerRow> tilefuzz::getPackingHandlers() { return rows; }
