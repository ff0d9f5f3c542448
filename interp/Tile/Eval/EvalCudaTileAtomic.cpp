//===- EvalCudaTileAtomic.cpp - Atomic read-modify-writes -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 3. Read-modify-writes on views are with the other accesses of
// views (EvalCudaTileMemory.cpp).
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyAtomic.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

template <typename OpT> static AccessKind kindOf(OpT op) {
  return {orderingOf(op.getMemoryOrderingSemantics()),
          scopeOf(op.getMemoryScope()), bool(op.getToken())};
}

// The old value of a masked-off element is the implementation's choice.
static Flow evalRMW(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<AtomicRMWTkoOp>(in.op);
  std::optional<unsigned> mask;
  if (op.getMask())
    mask = 2;
  return evalAtomicUpdate(machine, in, kindOf(op), atomicUpdateOf(op.getMode()),
                          mask);
}

static Flow evalCAS(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<AtomicCASTkoOp>(in.op);
  std::optional<unsigned> mask;
  if (op.getMask())
    mask = 3;
  return evalCompareAndSwap(machine, in, kindOf(op), mask);
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.atomic_rmw_tko", evalRMW},
    {"cuda_tile.atomic_cas_tko", evalCAS},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileAtomicEvaluators() {
  return rows;
}
