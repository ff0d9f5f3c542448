//===- Views.cpp - Other views of a buffer --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Parts, casts and other shapes of memrefs (MemRefOps.td). One that says what
// is not so, or of what is not there, is undefined.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMemory.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::ShapedType;

std::optional<SmallVector<int64_t>> function::readMixed(Machine &machine,
                                                        const Instruction &in,
                                                        ArrayRef<int64_t> fixed,
                                                        unsigned &next) {
  SmallVector<int64_t> numbers(fixed);
  for (int64_t &number : numbers)
    if (ShapedType::isDynamic(number)) {
      std::optional<int64_t> given = readIndex(machine, in, next++);
      if (!given)
        return std::nullopt;
      number = *given;
    }
  return numbers;
}

static Step evalDim(Machine &machine, const Instruction &in) {
  std::optional<int64_t> dimension = readIndex(machine, in, 1);
  if (!dimension)
    return Step::Stop;
  SmallVector<int64_t, 4> sizes;
  if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(
          in.op->getOperand(0).getType())) {
    sizes.assign(tensor.getShape().begin(), tensor.getShape().end());
  } else {
    std::optional<View> view = readView(machine, in, 0);
    if (!view)
      return Step::Stop;
    sizes = view->sizes;
  }
  if (*dimension < 0 || *dimension >= int64_t(sizes.size()))
    return machine.undefined(in, Undefined::OutOfBounds);
  machine.setResult(in, 0,
                    {exact(APInt(64, uint64_t(sizes[size_t(*dimension)])))});
  return Step::Next;
}

/// A cast says more or less of the same view, and must be right.
static Step evalCast(Machine &machine, const Instruction &in) {
  auto type = llvm::dyn_cast<mlir::MemRefType>(in.op->getResult(0).getType());
  std::optional<View> view = readView(machine, in, 0);
  if (!view)
    return Step::Stop;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type || type.getRank() != int64_t(view->rank()) ||
      mlir::failed(type.getStridesAndOffset(strides, offset)))
    return machine.unsupported(in, "this cast");
  auto fits = [](int64_t said, int64_t is) {
    return ShapedType::isDynamic(said) || said == is;
  };
  bool isRight = fits(offset, view->offset);
  for (size_t d = 0; d < view->rank(); ++d)
    isRight &= fits(type.getShape()[d], view->sizes[d]) &&
               (fits(strides[d], view->strides[d]) || view->sizes[d] <= 1);
  if (!isRight)
    return machine.undefined(in, Undefined::OutOfBounds);
  machine.setResult(in, 0, view->value());
  return Step::Next;
}

static Step evalSubview(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::memref::SubViewOp>(in.op);
  std::optional<View> view = readView(machine, in, 0);
  if (!view)
    return Step::Stop;
  unsigned next = 1;
  auto offsets = readMixed(machine, in, op.getStaticOffsets(), next);
  if (!offsets)
    return Step::Stop;
  auto sizes = readMixed(machine, in, op.getStaticSizes(), next);
  if (!sizes)
    return Step::Stop;
  auto strides = readMixed(machine, in, op.getStaticStrides(), next);
  if (!strides)
    return Step::Stop;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  View part;
  part.buffer = view->buffer;
  part.offset = view->offset;
  for (size_t d = 0; d < view->rank(); ++d) {
    int64_t size = (*sizes)[d], offset = (*offsets)[d], stride = (*strides)[d];
    // Its first and last element are within (MemRefOps.td, subview).
    int64_t last = offset + (size - 1) * stride, extent = view->sizes[d];
    if (size < 0 || offset < 0 || offset > extent ||
        (size > 0 && (last < 0 || last >= extent || offset >= extent)))
      return machine.undefined(in, Undefined::OutOfBounds);
    part.offset += offset * view->strides[d];
    if (dropped[d])
      continue;
    part.sizes.push_back(size);
    part.strides.push_back(stride * view->strides[d]);
  }
  machine.setResult(in, 0, part.value());
  return Step::Next;
}

static Step evalReinterpret(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::memref::ReinterpretCastOp>(in.op);
  std::optional<View> view = readView(machine, in, 0);
  if (!view)
    return Step::Stop;
  unsigned next = 1;
  auto offsets = readMixed(machine, in, op.getStaticOffsets(), next);
  if (!offsets)
    return Step::Stop;
  auto sizes = readMixed(machine, in, op.getStaticSizes(), next);
  if (!sizes)
    return Step::Stop;
  auto strides = readMixed(machine, in, op.getStaticStrides(), next);
  if (!strides)
    return Step::Stop;
  View other;
  other.buffer = view->buffer;
  other.offset = offsets->front();
  other.sizes.assign(sizes->begin(), sizes->end());
  other.strides.assign(strides->begin(), strides->end());
  machine.setResult(in, 0, other.value());
  return Step::Next;
}

static Step evalMetadata(Machine &machine, const Instruction &in) {
  std::optional<View> view = readView(machine, in, 0);
  if (!view)
    return Step::Stop;
  View base;
  base.buffer = view->buffer;
  unsigned next = 0;
  auto give = [&](int64_t number) {
    machine.setResult(in, next++, {exact(APInt(64, uint64_t(number)))});
  };
  machine.setResult(in, next++, base.value());
  give(view->offset);
  for (int64_t size : view->sizes)
    give(size);
  for (int64_t stride : view->strides)
    give(stride);
  return Step::Next;
}

static Step evalTranspose(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::memref::TransposeOp>(in.op);
  std::optional<View> view = readView(machine, in, 0);
  if (!view)
    return Step::Stop;
  View turned = *view;
  for (auto [d, expr] : llvm::enumerate(op.getPermutation().getResults())) {
    unsigned from = llvm::cast<mlir::AffineDimExpr>(expr).getPosition();
    turned.sizes[d] = view->sizes[from];
    turned.strides[d] = view->strides[from];
  }
  machine.setResult(in, 0, turned.value());
  return Step::Next;
}

/// Of dimensions that follow each other without a gap.
static Step evalCollapse(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::memref::CollapseShapeOp>(in.op);
  std::optional<View> view = readView(machine, in, 0);
  if (!view)
    return Step::Stop;
  View flat;
  flat.buffer = view->buffer;
  flat.offset = view->offset;
  for (const auto &group : op.getReassociationIndices()) {
    int64_t size = 1, stride = 1;
    bool hasStride = false;
    for (int64_t d : llvm::reverse(group)) {
      if (view->sizes[d] == 1)
        continue;
      if (hasStride && view->strides[d] != stride * size)
        return machine.undefined(in, Undefined::OutOfBounds);
      if (!hasStride)
        stride = view->strides[d];
      hasStride = true;
      size *= view->sizes[d];
    }
    flat.sizes.push_back(size);
    flat.strides.push_back(stride);
  }
  machine.setResult(in, 0, flat.value());
  return Step::Next;
}
static Step evalExpand(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::memref::ExpandShapeOp>(in.op);
  std::optional<View> view = readView(machine, in, 0);
  if (!view)
    return Step::Stop;
  unsigned next = 1;
  auto shape = readMixed(machine, in, op.getStaticOutputShape(), next);
  if (!shape)
    return Step::Stop;
  View wide;
  wide.buffer = view->buffer;
  wide.offset = view->offset;
  wide.sizes.assign(shape->begin(), shape->end());
  wide.strides.resize(shape->size(), 1);
  for (auto [d, group] : llvm::enumerate(op.getReassociationIndices())) {
    int64_t stride = view->strides[d], size = 1;
    for (int64_t e : llvm::reverse(group)) {
      wide.strides[e] = stride;
      stride *= wide.sizes[e];
      size *= wide.sizes[e];
    }
    if (size != view->sizes[d])
      return machine.undefined(in, Undefined::OutOfBounds);
  }
  machine.setResult(in, 0, wide.value());
  return Step::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"memref.dim", evalDim},
    {"tensor.dim", evalDim},
    {"memref.cast", evalCast},
    {"memref.subview", evalSubview},
    {"memref.reinterpret_cast", evalReinterpret},
    {"memref.extract_strided_metadata", evalMetadata},
    {"memref.transpose", evalTranspose},
    {"memref.collapse_shape", evalCollapse},
    {"memref.expand_shape", evalExpand},
};
ArrayRef<EvaluatorRow> function::getViewEvaluators() { return rows; }
