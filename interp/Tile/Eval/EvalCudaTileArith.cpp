//===- EvalCudaTileArith.cpp - Element-wise operations --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each evaluator maps the scalar meaning of interp/Semantics over the elements.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Convert.h"
#include "interp/Semantics/Float.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;
using llvm::APInt;

static ConcreteDomain domain;

static IfUndefined endsRunIf(bool mayBeUndefined) {
  return mayBeUndefined ? IfUndefined::EndsRun : IfUndefined::Never;
}

template <typename OpT, auto meaning>
static Flow evalWrapping(Machine &machine, const Instruction &in) {
  auto promise = promiseOf(llvm::cast<OpT>(in.op).getOverflow());
  return mapElements(machine, in, endsRunIf(promise != WrapPromise::None),
                     [&](llvm::ArrayRef<APInt> x) {
                       return meaning(domain, x[0], x[1], promise);
                     });
}
template <auto meaning>
static Flow evalBitwise(Machine &machine, const Instruction &in) {
  return mapElements(
      machine, in, IfUndefined::Never,
      [&](llvm::ArrayRef<APInt> x) { return meaning(domain, x[0], x[1]); });
}
template <typename OpT, auto meaning, bool mayBeUndefined = false>
static Flow evalSigned(Machine &machine, const Instruction &in) {
  auto read = readAsOf(llvm::cast<OpT>(in.op).getSignedness());
  return mapElements(machine, in, endsRunIf(mayBeUndefined),
                     [&](llvm::ArrayRef<APInt> x) {
                       return meaning(domain, x[0], x[1], read);
                     });
}

static Flow evalNegI(Machine &machine, const Instruction &in) {
  auto promise = promiseOf(llvm::cast<NegIOp>(in.op).getOverflow());
  return mapElements(machine, in, endsRunIf(promise != WrapPromise::None),
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::negi(domain, x[0], promise);
                     });
}
static Flow evalAbsI(Machine &machine, const Instruction &in) {
  return mapElements(
      machine, in, IfUndefined::Never,
      [&](llvm::ArrayRef<APInt> x) { return semantics::absi(domain, x[0]); });
}

static Flow evalDivI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<DivIOp>(in.op);
  auto read = readAsOf(op.getSignedness());
  auto mode = roundingOf(op.getRounding());
  return mapElements(machine, in, IfUndefined::EndsRun,
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::divi(domain, x[0], x[1], read, mode);
                     });
}

static Flow evalCmpI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<CmpIOp>(in.op);
  auto read = readAsOf(op.getSignedness());
  auto relation = relationOf(op.getComparisonPredicate());
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(
            APInt(1, semantics::cmpi(domain, relation, x[0], x[1], read)));
      });
}

template <typename OpT, auto meaning>
static Flow evalFloatBinary(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<OpT>(in.op);
  FloatFormat format = formatOf(elementOf(op.getResult()));
  auto mode = roundingOf(op.getRoundingMode());
  bool ftz = op.getFlushToZero();
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(meaning(domain, format, x[0], x[1], mode, ftz));
      });
}

static Flow evalFma(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<FmaOp>(in.op);
  FloatFormat format = formatOf(elementOf(op.getResult()));
  auto mode = roundingOf(op.getRoundingMode());
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(semantics::fma(domain, format, x[0], x[1], x[2],
                                            mode, op.getFlushToZero()));
      });
}

template <typename OpT, semantics::Extremum extremum>
static Flow evalFloatMinMax(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<OpT>(in.op);
  FloatFormat format = formatOf(elementOf(op.getResult()));
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(
            semantics::maxOrMin(domain, format, x[0], x[1], extremum,
                                semantics::propagatesNaN(op.getPropagateNan()),
                                op.getFlushToZero()));
      });
}

static Flow evalCmpF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<CmpFOp>(in.op);
  FloatFormat format = formatOf(elementOf(op.getLhs()));
  auto relation = relationOf(op.getComparisonPredicate());
  bool ordered = op.getComparisonOrdering() == ComparisonOrdering::Ordered;
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(APInt(
            1, semantics::cmpf(domain, format, relation, x[0], x[1], ordered)));
      });
}

static Flow evalExtI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ExtIOp>(in.op);
  unsigned width = widthOf(elementOf(op.getTo()));
  return mapElements(machine, in, IfUndefined::Never,
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::exti(domain, x[0], width,
                                              readAsOf(op.getSignedness()));
                     });
}
static Flow evalTruncI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<TruncIOp>(in.op);
  unsigned width = widthOf(elementOf(op.getTo()));
  auto promise = promiseOf(op.getOverflow());
  return mapElements(machine, in, endsRunIf(promise != WrapPromise::None),
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::trunci(domain, x[0], width, promise);
                     });
}

static Flow evalFToF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<FToFOp>(in.op);
  mlir::Type from = elementOf(op.getFrom()), to = elementOf(op.getTo());
  auto mode = roundingOf(op.getRoundingMode());
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(
            domain.ftof(formatOf(from), formatOf(to), mode, x[0]));
      });
}
static Flow evalIToF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<IToFOp>(in.op);
  mlir::Type to = elementOf(op.getTo());
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(domain.itof(formatOf(to),
                                         tilefuzz::RoundingMode::NearestEven,
                                         x[0], readAsOf(op.getSignedness())));
      });
}
static Flow evalFToI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<FToIOp>(in.op);
  mlir::Type from = elementOf(op.getFrom());
  unsigned width = widthOf(elementOf(op.getTo()));
  if (op.getSaturating())
    return mapElements(
        machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
          return definedResult(
              semantics::saturatingFToI(domain, formatOf(from), width,
                                        readAsOf(op.getSignedness()), x[0]));
        });
  return mapElements(machine, in, IfUndefined::EndsRun,
                     [&](llvm::ArrayRef<APInt> x) {
                       return domain.ftoi(formatOf(from), width,
                                          readAsOf(op.getSignedness()), x[0]);
                     });
}

using D = ConcreteDomain;
static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.addi", evalWrapping<AddIOp, semantics::addi<D>>},
    {"cuda_tile.subi", evalWrapping<SubIOp, semantics::subi<D>>},
    {"cuda_tile.muli", evalWrapping<MulIOp, semantics::muli<D>>},
    {"cuda_tile.shli", evalWrapping<ShLIOp, semantics::shli<D>>},
    {"cuda_tile.andi", evalBitwise<semantics::andi<D>>},
    {"cuda_tile.ori", evalBitwise<semantics::ori<D>>},
    {"cuda_tile.xori", evalBitwise<semantics::xori<D>>},
    {"cuda_tile.maxi", evalSigned<MaxIOp, semantics::maxi<D>>},
    {"cuda_tile.mini", evalSigned<MinIOp, semantics::mini<D>>},
    {"cuda_tile.remi", evalSigned<RemIOp, semantics::remi<D>, true>},
    {"cuda_tile.shri", evalSigned<ShRIOp, semantics::shri<D>>},
    {"cuda_tile.divi", evalDivI},
    {"cuda_tile.mulhii", evalBitwise<semantics::mulhii<D>>},
    {"cuda_tile.negi", evalNegI},
    {"cuda_tile.absi", evalAbsI},
    {"cuda_tile.cmpi", evalCmpI},
    {"cuda_tile.addf",
     evalFloatBinary<AddFOp, semantics::addf<D, FloatFormat>>},
    {"cuda_tile.subf",
     evalFloatBinary<SubFOp, semantics::subf<D, FloatFormat>>},
    {"cuda_tile.mulf",
     evalFloatBinary<MulFOp, semantics::mulf<D, FloatFormat>>},
    {"cuda_tile.fma", evalFma},
    {"cuda_tile.maxf", evalFloatMinMax<MaxFOp, semantics::Extremum::Max>},
    {"cuda_tile.minf", evalFloatMinMax<MinFOp, semantics::Extremum::Min>},
    {"cuda_tile.cmpf", evalCmpF},
    {"cuda_tile.exti", evalExtI},
    {"cuda_tile.trunci", evalTruncI},
    {"cuda_tile.ftof", evalFToF},
    {"cuda_tile.itof", evalIToF},
    {"cuda_tile.ftoi", evalFToI},
    {"cuda_tile.select", evalSelect},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileArithEvaluators() {
  return rows;
}
