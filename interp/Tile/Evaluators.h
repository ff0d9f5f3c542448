//===- Evaluators.h - Which operations are known ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The tables by which the decoder finds the evaluator of an operation, or why
// there is none.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVALUATORS_H
#define TILEFUZZ_INTERP_TILE_EVALUATORS_H

#include "interp/Tile/Instruction.h"
#include "llvm/ADT/StringRef.h"

namespace tilefuzz {

/// One row per operation; each family has a table.
struct EvaluatorRow {
  llvm::StringLiteral operation;
  EvaluatorFn evaluate;
};
llvm::ArrayRef<EvaluatorRow> getCudaTileArithEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileShapeEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileMathEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileMemoryEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileAtomicEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileMiscEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileMmaEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileControlFlowEvaluators();
/// nv_tileaa and the scf operations around it.
llvm::ArrayRef<EvaluatorRow> getTileAAEvaluators();
llvm::ArrayRef<EvaluatorRow> getTileAAComputeEvaluators();
llvm::ArrayRef<EvaluatorRow> getTileAAMemoryEvaluators();
/// nv_tileas, and the operations of gpu, math and arith that come with it.
llvm::ArrayRef<EvaluatorRow> getTileASEvaluators();
llvm::ArrayRef<EvaluatorRow> getTileASPipelineEvaluators();
llvm::ArrayRef<EvaluatorRow> getArithEvaluators();
llvm::ArrayRef<EvaluatorRow> getBorderEvaluators();
/// Code that nv_tileaa only names.
llvm::ArrayRef<EvaluatorRow> getOpaqueEvaluators();
/// The grid and calls of nv_tileaa.
llvm::ArrayRef<EvaluatorRow> getTileAAFunctionEvaluators();
llvm::ArrayRef<EvaluatorRow> getTileAAQueueEvaluators();

/// An operation that no run executes, and why. A run that reaches one ends
/// there, as unsupported.
struct RefusalRow {
  llvm::StringLiteral operation, reason;
  /// The attribute that names what is refused, if any.
  llvm::StringLiteral name;
};
llvm::ArrayRef<RefusalRow> getRefusals();

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVALUATORS_H
