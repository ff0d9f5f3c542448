//===- PoisonFlags.cpp - Flags that make poison of results ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/PoisonFlags.h"
#include "compiler/CudaTile/CudaTileFastMath.h"
#include "compiler/Support/CarryAttributes.h"
#include "interp/Semantics/ScalarOperations.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace tilefuzz;
namespace arith = mlir::arith;
using llvm::APInt;
using Flags = arith::FastMathFlags;

static FloatPromise promisedBy(mlir::Operation *op) {
  if (std::optional<Flags> given = mlir::cuda_tile::getFastMath(op))
    return floatPromiseOf(*given);
  auto own = getOwnAttribute<arith::FastMathFlagsAttr>(op, "fastmath");
  return floatPromiseOf(own ? own.getValue() : Flags::none);
}

static bool isExcluded(FloatPromise promise, mlir::Value value, uint64_t bits) {
  ConcreteDomain domain;
  auto type = llvm::dyn_cast<mlir::FloatType>(elementOf(value));
  return type &&
         semantics::isExcluded(domain, promise, &type.getFloatSemantics(),
                               APInt(type.getWidth(), bits));
}

static bool hasInexactOperand(const Machine &machine, const Instruction &in,
                              size_t i) {
  for (unsigned k = 0; k < in.operands.size(); ++k)
    if (const TileValue &tile = machine.tile(in, k); tile.isInexact(i))
      return true;
  return false;
}

/// Of enclosures that may break the promise, it is not known whether they do.
static void checkPromise(Machine &machine, const Instruction &in,
                         FloatPromise promise, size_t i,
                         const TileValue &result) {
  auto mayBreak = [&](const TileValue &tile) {
    if (!tile.isInexact(i))
      return false;
    const BufferImage::Enclosure &bounds = tile.bounds[i];
    return (promise.noNaN && bounds.mayBeNaN) ||
           (promise.noInfinity &&
            (std::isinf(bounds.lo) || std::isinf(bounds.hi)));
  };
  bool mayLose = mayBreak(result);
  for (unsigned k = 0; k < in.operands.size(); ++k)
    mayLose |= mayBreak(machine.tile(in, k));
  if (mayLose)
    machine.loseExactness(in);
}

static Flow evalFlagged(Machine &machine, const Instruction &in) {
  Flow flow = in.definition(machine, in);
  if (flow != Flow::Next)
    return flow;
  FloatPromise promise = promisedBy(in.op);
  const bool excludesValues = promise.isAny();
  ExactPromise exact = exactPromiseOf(in.op);
  ConcreteDomain domain;
  unsigned width = widthOf(elementOf(in.op->getResult(0)));
  TileValue result = *machine.slots[in.results[0]].tile;
  for (size_t i = 0, n = result.bits.size(); i < n; ++i) {
    if (result.isUnspecified(i))
      continue;
    bool lost = false;
    // What has `exact` alone is of integers, which no promise is about.
    if (excludesValues) {
      lost = isExcluded(promise, in.op->getResult(0), result.bits[i]);
      for (auto [k, operand] : llvm::enumerate(in.op->getOperands()))
        if (const TileValue &tile = machine.tile(in, k); i < tile.bits.size())
          lost |= isExcluded(promise, operand, tile.bits[i]);
    }
    if (exact != ExactPromise::None)
      lost |= semantics::losesBits(domain, exact,
                                   APInt(width, machine.tile(in, 0).bits[i]),
                                   APInt(width, machine.tile(in, 1).bits[i]),
                                   APInt(width, result.bits[i]));
    if (lost)
      result.markUnspecified(i);
    else if (result.isInexact(i) || hasInexactOperand(machine, in, i))
      checkPromise(machine, in, promise, i, result);
  }
  machine.setTile(in, 0, std::move(result));
  return flow;
}

bool tilefuzz::mayHavePoisonFlags(mlir::OperationName name) {
  return llvm::is_contained({"cuda_tile", "arith", "math", "nv_tileaa"},
                            name.getDialectNamespace());
}

bool tilefuzz::applyPoisonFlags(Instruction &in) {
  if (in.results.size() != 1 || (!promisedBy(in.op).isAny() &&
                                 exactPromiseOf(in.op) == ExactPromise::None))
    return false;
  in.definition = in.evaluate;
  in.evaluate = evalFlagged;
  return true;
}
