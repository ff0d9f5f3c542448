//===- EvalCudaTileArith.cpp - Element-wise operations --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each evaluator maps the scalar meaning of interp/Semantics over the elements.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/Float.h"
#include "interp/Tile/Machine.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;
using llvm::APInt;
using ScalarResult = Result<ConcreteDomain>;
using MaybeUndefined = bool;

static mlir::Type elementOf(mlir::Value value) {
  return llvm::cast<TileType>(value.getType()).getElementType();
}
static unsigned widthOf(mlir::Type element) {
  return llvm::isa<PointerType>(element) ? 64 : element.getIntOrFloatBitWidth();
}
static FloatFormat formatOf(mlir::Type element) {
  return &llvm::cast<mlir::FloatType>(element).getFloatSemantics();
}

/// Applies `scalar` to the operands' elements at each position. With an
/// unspecified operand the result is unspecified, or the run unstable if the
/// operation may be undefined.
template <typename F>
static Flow mapElements(Machine &machine, const Instruction &in,
                        MaybeUndefined mayBeUndefined, F scalar) {
  unsigned arity = in.operands.size();
  unsigned width = widthOf(elementOf(in.op->getOperand(0)));
  size_t count = machine.tile(in, 0).bits.size();
  TileValue result;
  result.bits.resize(count);
  for (size_t i = 0; i < count; ++i) {
    llvm::SmallVector<APInt, 3> args;
    bool unspecified = false;
    for (unsigned k = 0; k < arity; ++k) {
      const TileValue &operand = machine.tile(in, k);
      unspecified |= operand.isUnspecified(i);
      args.emplace_back(width, operand.bits[i]);
    }
    if (unspecified) {
      if (mayBeUndefined)
        return machine.unstable(in, "definedness");
      result.markUnspecified(i);
      continue;
    }
    ScalarResult r = scalar(llvm::ArrayRef<APInt>(args));
    if (r.undefined)
      return machine.undefined(in, toString(r.condition));
    result.bits[i] = r.value.getZExtValue();
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static ConcreteDomain domain;
static ScalarResult defined(APInt value) { return {std::move(value), false}; }

template <typename OpT, auto meaning>
static Flow evalWrapping(Machine &machine, const Instruction &in) {
  auto promise = WrapPromise(llvm::cast<OpT>(in.op).getOverflow());
  return mapElements(machine, in, promise != WrapPromise::None,
                     [&](llvm::ArrayRef<APInt> x) {
                       return meaning(domain, x[0], x[1], promise);
                     });
}
template <auto meaning>
static Flow evalBitwise(Machine &machine, const Instruction &in) {
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return meaning(domain, x[0], x[1]);
  });
}
template <typename OpT, auto meaning, bool mayBeUndefined = false>
static Flow evalSigned(Machine &machine, const Instruction &in) {
  auto read = ReadAs(llvm::cast<OpT>(in.op).getSignedness());
  return mapElements(machine, in, mayBeUndefined, [&](llvm::ArrayRef<APInt> x) {
    return meaning(domain, x[0], x[1], read);
  });
}

static Flow evalDivI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<DivIOp>(in.op);
  auto read = ReadAs(op.getSignedness());
  auto mode = tilefuzz::RoundingMode(op.getRounding());
  return mapElements(machine, in, true, [&](llvm::ArrayRef<APInt> x) {
    ScalarResult r = semantics::divi(domain, x[0], x[1], read, mode);
    if (r.undefined && !x[1].isZero())
      r.condition = Undefined::DivisionOverflow;
    return r;
  });
}

static Flow evalCmpI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<CmpIOp>(in.op);
  auto read = ReadAs(op.getSignedness());
  auto relation = Relation(op.getComparisonPredicate());
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return defined(
        APInt(1, semantics::cmpi(domain, relation, x[0], x[1], read)));
  });
}

template <typename OpT, auto meaning>
static Flow evalFloatBinary(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<OpT>(in.op);
  FloatFormat format = formatOf(elementOf(op.getResult()));
  auto mode = tilefuzz::RoundingMode(op.getRoundingMode());
  bool ftz = op.getFlushToZero();
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return defined(meaning(domain, format, x[0], x[1], mode, ftz));
  });
}

static Flow evalFma(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<FmaOp>(in.op);
  FloatFormat format = formatOf(elementOf(op.getResult()));
  auto mode = tilefuzz::RoundingMode(op.getRoundingMode());
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return defined(semantics::fma(domain, format, x[0], x[1], x[2], mode,
                                  op.getFlushToZero()));
  });
}

template <typename OpT, bool isMax>
static Flow evalFloatMinMax(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<OpT>(in.op);
  FloatFormat format = formatOf(elementOf(op.getResult()));
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return defined(semantics::maxOrMin(domain, format, x[0], x[1], isMax,
                                       op.getPropagateNan(),
                                       op.getFlushToZero()));
  });
}

static Flow evalCmpF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<CmpFOp>(in.op);
  FloatFormat format = formatOf(elementOf(op.getLhs()));
  auto relation = Relation(op.getComparisonPredicate());
  bool ordered = op.getComparisonOrdering() == ComparisonOrdering::Ordered;
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return defined(APInt(
        1, semantics::cmpf(domain, format, relation, x[0], x[1], ordered)));
  });
}

static Flow evalExtI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ExtIOp>(in.op);
  unsigned width = widthOf(elementOf(op.getTo()));
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return semantics::exti(domain, x[0], width, ReadAs(op.getSignedness()));
  });
}
static Flow evalTruncI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<TruncIOp>(in.op);
  unsigned width = widthOf(elementOf(op.getTo()));
  auto promise = WrapPromise(op.getOverflow());
  return mapElements(machine, in, promise != WrapPromise::None,
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::trunci(domain, x[0], width, promise);
                     });
}

/// Float conversions exist for the base floats; the narrow formats' overflow
/// rules are not defined here.
static bool areBaseFloats(mlir::Type from, mlir::Type to) {
  return (!llvm::isa<mlir::FloatType>(from) || isBaseFloatElement(from)) &&
         (!llvm::isa<mlir::FloatType>(to) || isBaseFloatElement(to));
}

static Flow evalFToF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<FToFOp>(in.op);
  mlir::Type from = elementOf(op.getFrom()), to = elementOf(op.getTo());
  if (!areBaseFloats(from, to))
    return machine.unsupported(in, "conversion of a narrow float format");
  auto mode = tilefuzz::RoundingMode(op.getRoundingMode());
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return defined(domain.ftof(formatOf(from), formatOf(to), mode, x[0]));
  });
}
static Flow evalIToF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<IToFOp>(in.op);
  mlir::Type to = elementOf(op.getTo());
  if (!areBaseFloats(elementOf(op.getFrom()), to))
    return machine.unsupported(in, "conversion to a narrow float format");
  return mapElements(machine, in, false, [&](llvm::ArrayRef<APInt> x) {
    return defined(domain.itof(formatOf(to),
                               tilefuzz::RoundingMode::NearestEven, x[0],
                               ReadAs(op.getSignedness())));
  });
}
static Flow evalFToI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<FToIOp>(in.op);
  mlir::Type from = elementOf(op.getFrom());
  if (!areBaseFloats(from, elementOf(op.getTo())))
    return machine.unsupported(in, "conversion of a narrow float format");
  unsigned width = widthOf(elementOf(op.getTo()));
  return mapElements(machine, in, true, [&](llvm::ArrayRef<APInt> x) {
    return domain.ftoi(formatOf(from), width, ReadAs(op.getSignedness()), x[0]);
  });
}

static Flow evalSelect(Machine &machine, const Instruction &in) {
  const TileValue &condition = machine.tile(in, 0);
  TileValue result = machine.tile(in, 2);
  const TileValue &onTrue = machine.tile(in, 1);
  for (size_t i = 0; i < condition.bits.size(); ++i) {
    if (condition.isUnspecified(i)) {
      if (!result.buffers.empty())
        return machine.unstable(in, "an address");
      result.markUnspecified(i);
      continue;
    }
    if (!condition.bits[i])
      continue;
    result.bits[i] = onTrue.bits[i];
    if (!result.buffers.empty())
      result.buffers[i] = onTrue.buffers[i];
    if (onTrue.isUnspecified(i))
      result.markUnspecified(i);
    else if (!result.unspecified.empty())
      result.unspecified[i] = 0;
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
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
    {"cuda_tile.cmpi", evalCmpI},
    {"cuda_tile.addf",
     evalFloatBinary<AddFOp, semantics::addf<D, FloatFormat>>},
    {"cuda_tile.subf",
     evalFloatBinary<SubFOp, semantics::subf<D, FloatFormat>>},
    {"cuda_tile.mulf",
     evalFloatBinary<MulFOp, semantics::mulf<D, FloatFormat>>},
    {"cuda_tile.fma", evalFma},
    {"cuda_tile.maxf", evalFloatMinMax<MaxFOp, true>},
    {"cuda_tile.minf", evalFloatMinMax<MinFOp, false>},
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
