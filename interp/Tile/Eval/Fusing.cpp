//===- Fusing.cpp - Products that may be fused with sums ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/Fusing.h"
#include "compiler/CudaTile/CudaTilePatterns.h"
#include "interp/Semantics/Float.h"
#include "interp/Tile/Eval/Enclosing.h"
#include "interp/TileTypes/TileTypes.h"

using namespace tilefuzz;
using llvm::APInt;
using semantics::Enclosure;

/// What a product that is not rounded may be for a sum that flushes: the sum
/// would flush the numbers that stand for it, the fused operation does not.
static Enclosure withoutFlushing(Enclosure bounds, FloatFormat format) {
  double least = semantics::numberOf(
      format, llvm::APFloat::getSmallestNormalized(*format).bitcastToAPInt());
  if (bounds.hi > 0 && bounds.hi < least)
    bounds.hi = least;
  if (bounds.hi < 0 && bounds.hi > -least)
    bounds.hi = -0.0;
  if (bounds.lo < 0 && bounds.lo > -least)
    bounds.lo = -least;
  if (bounds.lo > 0 && bounds.lo < least)
    bounds.lo = 0.0;
  return bounds;
}

static Flow evalFusable(Machine &machine, const Instruction &in) {
  Flow flow = in.rounded(machine, in);
  if (flow != Flow::Next)
    return flow;
  auto op = llvm::cast<mlir::cuda_tile::MulFOp>(in.op);
  FloatFormat format = formatOf(elementOf(op.getResult()));
  bool isSquare = in.operands[0] == in.operands[1];
  TileValue result = *machine.slots[in.results[0]].tile;
  ConcreteDomain domain;
  for (size_t i = 0; i < result.bits.size(); ++i) {
    if (result.isUnspecified(i))
      continue;
    semantics::EnclosedValue factors[] = {enclosedElement(machine, in, 0, i),
                                          enclosedElement(machine, in, 1, i)};
    semantics::Hull hull;
    for (auto mode : {RoundingMode::NegativeInf, RoundingMode::PositiveInf}) {
      std::optional<Enclosure> bounds = semantics::enclose(
          semantics::EnclosedBy::Ends, isSquare, factors, format,
          [&](llvm::ArrayRef<APInt> x) -> std::optional<APInt> {
            return semantics::mulf(domain, format, x[0], x[1], mode,
                                   op.getFlushToZero());
          });
      if (bounds)
        hull.add(*bounds);
    }
    if (result.isInexact(i))
      hull.add(result.bounds[i]);
    else
      hull.add(semantics::numberOf(
          format, APInt(widthOf(op.getType()), result.bits[i])));
    Enclosure bounds = hull.get();
    if (op.getFlushToZero() && !bounds.exact)
      bounds = withoutFlushing(bounds, format);
    if (!bounds.exact)
      result.setBounds(i, bounds);
  }
  machine.setTile(in, 0, std::move(result));
  return flow;
}

void tilefuzz::encloseIfFused(Instruction &in) {
  auto product = llvm::dyn_cast<mlir::cuda_tile::MulFOp>(in.op);
  if (!product || !product->hasOneUse() ||
      mlir::cuda_tile::findFusedProduct(*product->user_begin()) != product)
    return;
  in.rounded = in.evaluate;
  in.evaluate = evalFusable;
}
