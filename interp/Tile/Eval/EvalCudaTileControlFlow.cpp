//===- EvalCudaTileControlFlow.cpp - Branches, loops, reductions ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Evaluators.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

static Flow evalTileFor(Machine &machine, const Instruction &in) {
  return evalFor(machine, in, llvm::cast<ForOp>(in.op).getUnsignedCmp());
}
static Flow evalTileReduce(Machine &machine, const Instruction &in) {
  return evalReduce(machine, in, llvm::cast<ReduceOp>(in.op).getDim());
}

static Flow evalTileScan(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ScanOp>(in.op);
  return evalScan(machine, in, op.getDim(), op.getReverse());
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.if", evalIf},
    {"cuda_tile.for", evalTileFor},
    {"cuda_tile.loop", evalLoop},
    {"cuda_tile.reduce", evalTileReduce},
    {"cuda_tile.scan", evalTileScan},
    {"cuda_tile.yield", evalTerminator<Flow::Yield>},
    {"cuda_tile.continue", evalTerminator<Flow::Continue>},
    {"cuda_tile.break", evalTerminator<Flow::Break>},
    {"cuda_tile.return", evalTerminator<Flow::Return>},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileControlFlowEvaluators() {
  return rows;
}
