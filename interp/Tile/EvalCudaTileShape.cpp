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

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.constant", evalConstant},
    {"cuda_tile.iota", evalIota},
    {"cuda_tile.reshape", evalSameElements},
    {"cuda_tile.broadcast", evalBroadcast},
    {"cuda_tile.offset", evalPointerOffset},
    {"cuda_tile.get_tile_block_id", evalBlockId},
    {"cuda_tile.get_num_tile_blocks", evalNumBlocks},
    {"cuda_tile.assume", evalAssume},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileShapeEvaluators() {
  return rows;
}
