//===- EvalCudaTileControlFlow.cpp - Branches, loops, reductions ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Families.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

static Flow evalTileFor(Machine &machine, const Instruction &in) {
  return evalFor(machine, in, llvm::cast<ForOp>(in.op).getUnsignedCmp());
}
static Flow evalTileReduce(Machine &machine, const Instruction &in) {
  return evalReduce(machine, in, llvm::cast<ReduceOp>(in.op).getDim());
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.if", evalIf},
    {"cuda_tile.for", evalTileFor},
    {"cuda_tile.reduce", evalTileReduce},
    {"cuda_tile.yield", evalTerminator<Flow::Yield>},
    {"cuda_tile.continue", evalTerminator<Flow::Continue>},
    {"cuda_tile.return", evalTerminator<Flow::Return>},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileControlFlowEvaluators() {
  return rows;
}
