//===- EvalCudaTileMath.cpp - Functions of floats -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.2. Exact functions give one value, bounded ones a representative
// with an enclosure (interp/Semantics/FloatFunctions.h).
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileFastMath.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/FloatFunctions.h"
#include "interp/Semantics/IntegerPower.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Eval/Forms.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;
using llvm::APInt;
using semantics::BoundedFunction;

Flow tilefuzz::evalFloatRemainder(Machine &machine, const Instruction &in) {
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(semantics::remf(format, x[0], x[1]));
      });
}

Flow tilefuzz::evalBounded(Machine &machine, const Instruction &in,
                           BoundedFunction function, bool ftz) {
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  unsigned width = widthOf(elementOf(in.op->getResult(0)));
  const TileValue &first = machine.tile(in, 0);
  const TileValue &last = machine.tile(in, in.operands.size() - 1);
  TileValue result;
  result.bits.resize(first.bits.size());
  for (size_t i = 0; i < first.bits.size(); ++i) {
    if (first.isUnspecified(i) || last.isUnspecified(i)) {
      result.markUnspecified(i);
      continue;
    }
    semantics::BoundedResult r =
        semantics::evaluate(function, format, APInt(width, first.bits[i]),
                            APInt(width, last.bits[i]), ftz);
    uint64_t argument = first.bits[i] * 31 + last.bits[i];
    result.bits[i] =
        semantics::chooseResult(format, r, machine.results, argument)
            .getZExtValue();
    bool isInexact = first.isInexact(i) || last.isInexact(i);
    if (isInexact)
      r.bounds = semantics::encloseFunction(
          function, format, enclosedElement(machine, in, 0, i),
          enclosedElement(machine, in, in.operands.size() - 1, i), ftz);
    if (!r.bounds.exact) {
      result.setBounds(i, r.bounds);
      if (isInexact)
        formElement(machine, in, i, function, ftz, result);
    }
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

Flow tilefuzz::evalIntegerPower(Machine &machine, const Instruction &in) {
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  unsigned width = widthOf(elementOf(in.op->getResult(0)));
  unsigned exponentWidth = widthOf(elementOf(in.op->getOperand(1)));
  const TileValue &base = machine.tile(in, 0);
  const TileValue &exponent = machine.tile(in, 1);
  TileValue result;
  result.bits.resize(base.bits.size());
  for (size_t i = 0; i < base.bits.size(); ++i) {
    std::optional<semantics::BoundedResult> power;
    int64_t n = APInt(exponentWidth, exponent.bits[i]).getSExtValue();
    if (exponent.isInexact(i))
      return machine.unstable(in, "an exponent");
    if (!base.isUnspecified(i) && !exponent.isUnspecified(i))
      power = semantics::integerPower(format, APInt(width, base.bits[i]), n);
    if (!power) {
      machine.outcome.derivesUnspecified |=
          base.isUnspecified(i) || exponent.isUnspecified(i);
      result.markUnspecified(i);
      continue;
    }
    result.bits[i] = semantics::chooseResult(format, *power, machine.results,
                                             base.bits[i] * 31 + uint64_t(n))
                         .getZExtValue();
    if (base.isInexact(i))
      power->bounds = semantics::encloseIntegerPower(
          format, enclosedElement(machine, in, 0, i), n);
    if (!power->bounds.exact)
      result.setBounds(i, power->bounds);
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

template <BoundedFunction function>
static Flow evalPlain(Machine &machine, const Instruction &in) {
  return evalBounded(machine, in, function, /*ftz=*/false);
}
template <typename OpT, BoundedFunction function>
static Flow evalFlushing(Machine &machine, const Instruction &in) {
  return evalBounded(machine, in, function,
                     llvm::cast<OpT>(in.op).getFlushToZero());
}
template <typename OpT, BoundedFunction full, BoundedFunction approx>
static Flow evalFullOrApprox(Machine &machine, const Instruction &in) {
  using mlir::arith::FastMathFlags;
  auto flags = mlir::cuda_tile::getFastMath(in.op);
  bool isApprox =
      llvm::cast<OpT>(in.op).getRoundingMode() == Rounding::Approx ||
      bitEnumContainsAny(flags.value_or(FastMathFlags::none),
                         FastMathFlags::afn);
  return evalBounded(machine, in, isApprox ? approx : full, /*ftz=*/false);
}

Flow tilefuzz::evalQuotient(Machine &machine, const Instruction &in,
                            Rounding rounding, bool ftz) {
  if (rounding == Rounding::Approx)
    return evalBounded(machine, in, BoundedFunction::DivApprox, ftz);
  if (rounding == Rounding::Full)
    return evalBounded(machine, in, BoundedFunction::DivFull, ftz);
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  auto mode = roundingOf(rounding);
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(semantics::divf(format, x[0], x[1], mode, ftz));
      });
}

static Flow evalDivF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<DivFOp>(in.op);
  return evalQuotient(machine, in, op.getRoundingMode(), op.getFlushToZero());
}

Flow tilefuzz::evalSquareRoot(Machine &machine, const Instruction &in,
                              Rounding rounding, bool ftz) {
  if (rounding == Rounding::Approx)
    return evalBounded(machine, in, BoundedFunction::SqrtApprox, ftz);
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  auto mode = roundingOf(rounding);
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(semantics::sqrt(format, x[0], mode, ftz));
      });
}

static Flow evalSqrt(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<SqrtOp>(in.op);
  return evalSquareRoot(machine, in, op.getRoundingMode(), op.getFlushToZero());
}

using D = ConcreteDomain;
static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.absf", evalBits<semantics::absf<D>>},
    {"cuda_tile.negf", evalBits<semantics::negf<D>>},
    {"cuda_tile.ceil", evalFormatUnary<semantics::ceil>},
    {"cuda_tile.floor", evalFormatUnary<semantics::floor>},
    {"cuda_tile.remf", evalFloatRemainder},
    {"cuda_tile.divf", evalDivF},
    {"cuda_tile.sqrt", evalSqrt},
    {"cuda_tile.rsqrt", evalFlushing<RsqrtOp, BoundedFunction::Rsqrt>},
    {"cuda_tile.exp2", evalFlushing<Exp2Op, BoundedFunction::Exp2>},
    {"cuda_tile.exp",
     evalFullOrApprox<ExpOp, BoundedFunction::Exp, BoundedFunction::ExpApprox>},
    {"cuda_tile.tanh", evalFullOrApprox<TanHOp, BoundedFunction::TanH,
                                        BoundedFunction::TanHApprox>},
    {"cuda_tile.log", evalPlain<BoundedFunction::Log>},
    {"cuda_tile.log2", evalPlain<BoundedFunction::Log2>},
    {"cuda_tile.sin", evalPlain<BoundedFunction::Sin>},
    {"cuda_tile.cos", evalPlain<BoundedFunction::Cos>},
    {"cuda_tile.tan", evalPlain<BoundedFunction::Tan>},
    {"cuda_tile.sinh", evalPlain<BoundedFunction::SinH>},
    {"cuda_tile.cosh", evalPlain<BoundedFunction::CosH>},
    {"cuda_tile.pow", evalPlain<BoundedFunction::Pow>},
    {"cuda_tile.fpowi", evalIntegerPower},
    {"cuda_tile.atan2", evalPlain<BoundedFunction::Atan2>},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileMathEvaluators() {
  return rows;
}
