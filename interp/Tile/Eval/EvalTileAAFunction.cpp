//===- EvalTileAAFunction.cpp - The grid and calls ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// TileAA/TileAS facts, 2.3.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Evaluators.h"

using namespace mlir::nv_tileaa;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

static Flow evalProgramId(Machine &machine, const Instruction &in) {
  machine.setTile(
      in, 0,
      {{machine.blockId[llvm::cast<GetProgramIdOp>(in.op).getAxis()]}, {}, {}});
  return Flow::Next;
}
static Flow evalNumPrograms(Machine &machine, const Instruction &in) {
  machine.setTile(
      in, 0,
      {{machine.grid[llvm::cast<GetNumProgramsOp>(in.op).getAxis()]}, {}, {}});
  return Flow::Next;
}

// Every tile block starts by itself, so that none is left to take over: one of
// the behaviours that a program must be ready for. No operation reads the
// coordinates of another block.
static Flow evalCancelNext(Machine &machine, const Instruction &in) {
  machine.setTile(in, 0, TileValue{{0}, {}, {}});
  return Flow::Next;
}
static Flow evalIsValid(Machine &machine, const Instruction &in) {
  machine.setTile(in, 0, TileValue{{machine.tile(in, 0).bits[0]}, {}, {}});
  return Flow::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"nv_tileaa.get_program_id", evalProgramId},
    {"nv_tileaa.get_num_programs", evalNumPrograms},
    {"nv_tileaa.call", evalCall},
    {"nv_tileaa.cancel_next_program_id", evalCancelNext},
    {"nv_tileaa.is_valid_program_id", evalIsValid},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getTileAAFunctionEvaluators() {
  return rows;
}
