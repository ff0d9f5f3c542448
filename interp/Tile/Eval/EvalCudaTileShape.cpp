//===- EvalCudaTileShape.cpp - Constants, shapes, grid, assumptions -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.5 and 3.7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Eval/StridedCopy.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

static Flow evalConstant(Machine &machine, const Instruction &in) {
  machine.setTile(in, 0, denseTile(llvm::cast<ConstantOp>(in.op).getDense()));
  return Flow::Next;
}

static Flow evalIota(Machine &machine, const Instruction &in) {
  TileValue result;
  result.bits = ElementBits::uninitialized(
      tileShapeOf(in.op->getResult(0)).numElements(), in.resultBytes[0]);
  for (size_t i = 0; i < result.bits.size(); ++i)
    result.bits.set(i, i);
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

Flow tilefuzz::evalPermuted(Machine &machine, const Instruction &in,
                            llvm::ArrayRef<int32_t> permutation) {
  llvm::ArrayRef<int64_t> from = tileShapeOf(in.op->getOperand(0)).shape;
  llvm::ArrayRef<int64_t> to = tileShapeOf(in.op->getResult(0)).shape;
  const TileValue &source = machine.tile(in, 0);
  StridedPlacement whole = StridedPlacement::whole(from), permuted = whole;
  for (size_t d = 0; d < to.size(); ++d)
    permuted.strides[d] = whole.strides[permutation[d]];
  TileValue result = emptyTile(source.bits.size(), source);
  moveElements(to, source, permuted, result, StridedPlacement::whole(to));
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

Flow tilefuzz::evalConcatenated(Machine &machine, const Instruction &in,
                                size_t dim) {
  TileShape type = tileShapeOf(in.op->getResult(0));
  TileValue result = emptyTile(type.numElements(), machine.tile(in, 0));
  StridedPlacement places = StridedPlacement::whole(type.shape);
  for (unsigned operand = 0; operand < 2; ++operand) {
    llvm::ArrayRef<int64_t> shape =
        tileShapeOf(in.op->getOperand(operand)).shape;
    moveElements(shape, machine.tile(in, operand),
                 StridedPlacement::whole(shape), result, places);
    places.start += shape[dim] * places.strides[dim];
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

Flow tilefuzz::evalSliced(Machine &machine, const Instruction &in,
                          llvm::ArrayRef<size_t> start,
                          llvm::ArrayRef<int64_t> strides) {
  TileShape slice = tileShapeOf(in.op->getResult(0));
  StridedPlacement places =
      StridedPlacement::whole(tileShapeOf(in.op->getOperand(0)).shape);
  for (size_t d = 0; d < start.size(); ++d) {
    places.start += start[d] * places.strides[d];
    places.strides[d] *= strides[d];
  }
  const TileValue &source = machine.tile(in, 0);
  TileValue result = emptyTile(slice.numElements(), source);
  moveElements(slice.shape, source, places, result,
               StridedPlacement::whole(slice.shape));
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalPermute(Machine &machine, const Instruction &in) {
  return evalPermuted(machine, in,
                      llvm::cast<PermuteOp>(in.op).getPermutation());
}
static Flow evalCat(Machine &machine, const Instruction &in) {
  return evalConcatenated(machine, in, llvm::cast<CatOp>(in.op).getDim());
}

/// Moves `places`, of a whole tile of `shape`, to the slice that the operands
/// from `firstIndex` on name: numbers of slices, read unsigned.
static Flow moveToSlice(Machine &machine, const Instruction &in,
                        unsigned firstIndex, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> slice,
                        StridedPlacement &places) {
  for (size_t d = 0; d < shape.size(); ++d) {
    const TileValue &index = machine.tile(in, firstIndex + d);
    if (index.isUnspecified(0))
      return machine.unstable(in, "a slice");
    if (index.bits[0] >= uint64_t(shape[d] / slice[d]))
      return machine.undefined(in, Undefined::ExtractIndex);
    places.start += index.bits[0] * slice[d] * places.strides[d];
  }
  return Flow::Next;
}

static Flow evalExtract(Machine &machine, const Instruction &in) {
  llvm::ArrayRef<int64_t> shape = tileShapeOf(in.op->getOperand(0)).shape;
  TileShape slice = tileShapeOf(in.op->getResult(0));
  StridedPlacement places = StridedPlacement::whole(shape);
  Flow flow = moveToSlice(machine, in, 1, shape, slice.shape, places);
  if (flow != Flow::Next)
    return flow;
  const TileValue &source = machine.tile(in, 0);
  TileValue result = emptyTile(slice.numElements(), source);
  moveElements(slice.shape, source, places, result,
               StridedPlacement::whole(slice.shape));
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

// 13.4 additions, 3.1.
static Flow evalInsert(Machine &machine, const Instruction &in) {
  llvm::ArrayRef<int64_t> slice = tileShapeOf(in.op->getOperand(0)).shape;
  llvm::ArrayRef<int64_t> shape = tileShapeOf(in.op->getResult(0)).shape;
  StridedPlacement whole = StridedPlacement::whole(shape), places = whole;
  Flow flow = moveToSlice(machine, in, 2, shape, slice, places);
  if (flow != Flow::Next)
    return flow;
  const TileValue &destination = machine.tile(in, 1);
  TileValue result = emptyTile(destination.bits.size(), destination);
  moveElements(shape, destination, whole, result, whole);
  // What is put in covers the marks of what was there, with marks or without.
  TileValue source = machine.tile(in, 0);
  size_t count = source.bits.size();
  if (!result.unspecified.empty())
    source.unspecified.resize(count);
  if (!result.bounds.empty())
    source.bounds.resize(count);
  if (!result.forms.empty())
    source.forms.resize(count);
  moveElements(slice, source, StridedPlacement::whole(slice), result, places);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.constant", evalConstant},
    {"cuda_tile.iota", evalIota},
    {"cuda_tile.reshape", evalSameElements},
    {"cuda_tile.broadcast", evalBroadcast},
    {"cuda_tile.permute", evalPermute},
    {"cuda_tile.cat", evalCat},
    {"cuda_tile.extract", evalExtract},
    {"cuda_tile.insert", evalInsert},
    {"cuda_tile.offset", evalPointerOffset},
    {"cuda_tile.get_tile_block_id", evalBlockId},
    {"cuda_tile.get_num_tile_blocks", evalNumBlocks},
    {"cuda_tile.assume", evalAssume},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileShapeEvaluators() {
  return rows;
}
