//===- PoisonFlags.cpp - Flags that make poison of results ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/PoisonFlags.h"
#include "compiler/CudaTile/CudaTileFastMath.h"
#include "compiler/Support/CarryAttributes.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace tilefuzz;
namespace arith = mlir::arith;
using llvm::APInt;
using Flags = arith::FastMathFlags;

static Flags flagsOf(mlir::Operation *op) {
  Flags flags = Flags::none;
  if (std::optional<Flags> given = mlir::cuda_tile::getFastMath(op))
    flags = *given;
  else if (auto own = getOwnAttribute<arith::FastMathFlagsAttr>(op, "fastmath"))
    flags = own.getValue();
  return flags & (Flags::nnan | Flags::ninf);
}
static bool isDivision(mlir::Operation *op) {
  return llvm::isa<arith::DivSIOp, arith::DivUIOp>(op);
}
static bool isExact(mlir::Operation *op) {
  return (isDivision(op) || llvm::isa<arith::ShRSIOp, arith::ShRUIOp>(op)) &&
         op->hasAttr("isExact");
}

/// Of a float: a NaN or an infinity that the flags exclude.
static bool isExcluded(Flags flags, mlir::Value value, uint64_t bits) {
  auto type = llvm::dyn_cast<mlir::FloatType>(elementOf(value));
  if (!type)
    return false;
  llvm::APFloat real(type.getFloatSemantics(), APInt(type.getWidth(), bits));
  return (bitEnumContainsAny(flags, Flags::nnan) && real.isNaN()) ||
         (bitEnumContainsAny(flags, Flags::ninf) && real.isInfinity());
}

/// The quotient, or what a shift leaves, does not give the operand back.
static bool losesBits(mlir::Operation *op, uint64_t x, uint64_t y,
                      uint64_t made) {
  unsigned width = widthOf(elementOf(op->getResult(0)));
  APInt result(width, made), other(width, y);
  return (isDivision(op) ? result * other : result.shl(other)) !=
         APInt(width, x);
}

static Flow evalFlagged(Machine &machine, const Instruction &in) {
  Flow flow = in.definition(machine, in);
  if (flow != Flow::Next)
    return flow;
  Flags flags = flagsOf(in.op);
  TileValue result = *machine.slots[in.results[0]].tile;
  for (size_t i = 0, n = result.bits.size(); i < n; ++i) {
    if (result.isUnspecified(i))
      continue;
    bool lost = isExcluded(flags, in.op->getResult(0), result.bits[i]);
    for (auto [k, operand] : llvm::enumerate(in.op->getOperands()))
      if (const TileValue &tile = machine.tile(in, k); i < tile.bits.size())
        lost |= isExcluded(flags, operand, tile.bits[i]);
    if (isExact(in.op))
      lost |= losesBits(in.op, machine.tile(in, 0).bits[i],
                        machine.tile(in, 1).bits[i], result.bits[i]);
    if (lost)
      result.markUnspecified(i);
  }
  machine.setTile(in, 0, std::move(result));
  return flow;
}

bool tilefuzz::mayHavePoisonFlags(mlir::OperationName name) {
  return llvm::is_contained({"cuda_tile", "arith", "math", "nv_tileaa"},
                            name.getDialectNamespace());
}

bool tilefuzz::applyPoisonFlags(Instruction &in) {
  if (in.results.size() != 1 ||
      (flagsOf(in.op) == Flags::none && !isExact(in.op)))
    return false;
  in.definition = in.evaluate;
  in.evaluate = evalFlagged;
  return true;
}
