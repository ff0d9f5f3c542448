//===- EvalCudaTileShape.cpp - Constants, shapes, grid, assumptions -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.5 and 3.7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Families.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

static Flow evalConstant(Machine &machine, const Instruction &in) {
  return evalDenseConstant(machine, in,
                           llvm::cast<ConstantOp>(in.op).getDense());
}

static Flow evalIota(Machine &machine, const Instruction &in) {
  TileValue result;
  for (size_t i = 0, n = tileShapeOf(in.op->getResult(0)).numElements(); i < n;
       ++i)
    result.bits.push_back(i);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow setGridValues(Machine &machine, const Instruction &in,
                          const std::array<uint32_t, 3> &values) {
  for (unsigned axis = 0; axis < 3; ++axis)
    machine.setTile(in, axis, TileValue{{values[axis]}, {}, {}});
  return Flow::Next;
}
static Flow evalBlockId(Machine &machine, const Instruction &in) {
  return setGridValues(machine, in, machine.blockId);
}
static Flow evalNumBlocks(Machine &machine, const Instruction &in) {
  return setGridValues(machine, in, machine.grid);
}

static Flow evalAssume(Machine &machine, const Instruction &in) {
  return evalAssumption(machine, in,
                        llvm::cast<AssumeOp>(in.op).getPredicate());
}

/// Coordinates of row-major element `i`.
static llvm::SmallVector<size_t> coordinates(llvm::ArrayRef<int64_t> shape,
                                             size_t i) {
  llvm::SmallVector<size_t> at(shape.size());
  for (size_t d = shape.size(); d-- > 0; i /= shape[d])
    at[d] = i % shape[d];
  return at;
}
static size_t position(llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<size_t> at) {
  size_t i = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    i = i * shape[d] + at[d];
  return i;
}

/// Element i of the result is element `source(coordinates of i)` of the operand
/// that it names.
template <typename F>
static Flow gather(Machine &machine, const Instruction &in, F source) {
  TileShape type = tileShapeOf(in.op->getResult(0));
  TileValue result;
  size_t count = type.numElements();
  result.bits.resize(count);
  if (pointeeOf(type.element))
    result.buffers.resize(count);
  for (size_t i = 0; i < count; ++i) {
    auto [operand, j] = source(coordinates(type.shape, i));
    const TileValue &from = machine.tile(in, operand);
    result.bits[i] = from.bits[j];
    if (!result.buffers.empty())
      result.buffers[i] = from.buffers[j];
    result.copyMarks(i, from, j);
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}
using From = std::pair<unsigned, size_t>;

static Flow evalPermute(Machine &machine, const Instruction &in) {
  llvm::ArrayRef<int32_t> permutation =
      llvm::cast<PermuteOp>(in.op).getPermutation();
  llvm::ArrayRef<int64_t> shape = tileShapeOf(in.op->getOperand(0)).shape;
  return gather(machine, in, [&](llvm::ArrayRef<size_t> at) {
    llvm::SmallVector<size_t> source(at.size());
    for (size_t d = 0; d < at.size(); ++d)
      source[permutation[d]] = at[d];
    return From(0, position(shape, source));
  });
}

static Flow evalCat(Machine &machine, const Instruction &in) {
  size_t dim = llvm::cast<CatOp>(in.op).getDim();
  llvm::ArrayRef<int64_t> first = tileShapeOf(in.op->getOperand(0)).shape;
  llvm::ArrayRef<int64_t> second = tileShapeOf(in.op->getOperand(1)).shape;
  return gather(machine, in, [&](llvm::SmallVector<size_t> at) {
    if (at[dim] < size_t(first[dim]))
      return From(0, position(first, at));
    at[dim] -= first[dim];
    return From(1, position(second, at));
  });
}

// Indices are numbers of slices, read unsigned.
static Flow evalExtract(Machine &machine, const Instruction &in) {
  llvm::ArrayRef<int64_t> shape = tileShapeOf(in.op->getOperand(0)).shape;
  llvm::ArrayRef<int64_t> slice = tileShapeOf(in.op->getResult(0)).shape;
  llvm::SmallVector<size_t> start;
  for (size_t d = 0; d < shape.size(); ++d) {
    const TileValue &index = machine.tile(in, 1 + d);
    if (index.isUnspecified(0))
      return machine.unstable(in, "a slice");
    if (index.bits[0] >= uint64_t(shape[d] / slice[d]))
      return machine.undefined(in, "extract-index-out-of-range");
    start.push_back(index.bits[0] * slice[d]);
  }
  return gather(machine, in, [&](llvm::SmallVector<size_t> at) {
    for (size_t d = 0; d < at.size(); ++d)
      at[d] += start[d];
    return From(0, position(shape, at));
  });
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.constant", evalConstant},
    {"cuda_tile.iota", evalIota},
    {"cuda_tile.reshape", evalSameElements},
    {"cuda_tile.broadcast", evalBroadcast},
    {"cuda_tile.permute", evalPermute},
    {"cuda_tile.cat", evalCat},
    {"cuda_tile.extract", evalExtract},
    {"cuda_tile.offset", evalPointerOffset},
    {"cuda_tile.get_tile_block_id", evalBlockId},
    {"cuda_tile.get_num_tile_blocks", evalNumBlocks},
    {"cuda_tile.assume", evalAssume},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileShapeEvaluators() {
  return rows;
}
