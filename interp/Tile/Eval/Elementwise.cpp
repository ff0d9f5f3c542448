//===- Elementwise.cpp - Element-wise operations by kernels ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/Elementwise.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/TileTypes/TileTypes.h"

using namespace tilefuzz;

/// The union of the operands' marks; what an unspecified element holds is
/// nothing that anyone may see, but the same in every run.
static void takeUnspecified(TileValue &result, const TileValue &operand) {
  if (operand.unspecified.empty())
    return;
  for (size_t i = 0; i < result.bits.size(); ++i)
    if (operand.unspecified[i]) {
      result.markUnspecified(i);
      result.bits[i] = 0;
    }
}

/// As mapElements (FamilyScalar.h) with the definition.
static Flow evalByKernel(Machine &machine, const Instruction &in) {
  const void *operands[3];
  bool marked = false, inexact = false;
  unsigned arity = in.operands.size();
  size_t count = machine.tile(in, arity - 1).bits.size();
  for (unsigned k = 0; k < arity; ++k) {
    const TileValue &tile = machine.tile(in, k);
    // A single element can be read in any size.
    if (count != 1 && tile.bits.bytesPerElement() != in.operandBytes[k])
      return in.definition(machine, in);
    marked |= !tile.unspecified.empty();
    inexact |= !tile.bounds.empty();
    operands[k] = tile.bits.data();
  }
  // Enclosures are for the definition.
  if (inexact || (marked && in.kernelNeedsMarksClear))
    return in.definition(machine, in);
  auto result = makeShared<TileValue>();
  result->bits = ElementBits::uninitialized(count, in.resultBytes[0]);
  if (!in.kernel(count, operands, result->bits.data()))
    return in.definition(machine, in);
  if (marked)
    for (unsigned k = 0; k < arity; ++k) {
      const TileValue &tile = machine.tile(in, k);
      takeUnspecified(*result, tile);
      machine.outcome.derivesUnspecified |= !tile.unspecified.empty();
    }
  machine.slots[in.results[0]].tile = std::move(result);
  return Flow::Next;
}

static Flow evalKnown(Machine &machine, const Instruction &in) {
  machine.slots[in.results[0]].tile = in.known;
  return Flow::Next;
}

void tilefuzz::specialize(Instruction &in, ScalarOpFn scalarOp) {
  if (in.operands.empty() && in.results.size() == 1 &&
      in.op->hasTrait<mlir::OpTrait::ConstantLike>())
    if (auto dense = in.op->getAttrOfType<mlir::DenseElementsAttr>("value")) {
      TileValue tile = denseTile(dense);
      tile.bits.pack(in.resultBytes[0]);
      in.known = makeShared<TileValue>(std::move(tile));
      in.evaluate = evalKnown;
      return;
    }
  if (!scalarOp)
    return;
  std::optional<ScalarOp> scalar = scalarOp(in.op);
  if (!scalar)
    return;
  in.kernel = selectKernel(*scalar);
  if (!in.kernel)
    return;
  // Select passes marks on; what can be undefined must not meet any.
  in.kernelNeedsMarksClear =
      scalar->kind == ScalarKind::Select || canBeUndefined(*scalar);
  for (mlir::Value operand : in.op->getOperands())
    in.operandBytes.push_back(
        ElementBits::bytesFor(widthOf(elementOf(operand))));
  in.definition = in.evaluate;
  in.evaluate = evalByKernel;
}
