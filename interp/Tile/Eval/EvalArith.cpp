//===- EvalArith.cpp - The arith dialect ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The scalar meanings are interp/Semantics; what arith calls poison (broken
// wrap promises, shifts by the width or more, conversions out of range) is an
// unspecified element. Only what the compiler produces is here.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Float.h"
#include "interp/Tile/Eval/Families.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir::arith;
using namespace tilefuzz;
using llvm::APInt;
using D = ConcreteDomain;

static ConcreteDomain domain;

static WrapPromise promiseOf(IntegerOverflowFlags flags) {
  bool isSigned = bitEnumContainsAny(flags, IntegerOverflowFlags::nsw);
  bool isUnsigned = bitEnumContainsAny(flags, IntegerOverflowFlags::nuw);
  return WrapPromise((isSigned ? uint8_t(WrapPromise::NoSigned) : 0) |
                     (isUnsigned ? uint8_t(WrapPromise::NoUnsigned) : 0));
}

static Flow evalConstant(Machine &machine, const Instruction &in) {
  mlir::Attribute value = llvm::cast<ConstantOp>(in.op).getValue();
  TileValue result;
  if (auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(value))
    result = denseTile(dense);
  else if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value))
    result.bits.push_back(integer.getValue().getZExtValue());
  else if (auto real = llvm::dyn_cast<mlir::FloatAttr>(value))
    result.bits.push_back(real.getValue().bitcastToAPInt().getZExtValue());
  else
    return machine.unsupported(in, "this kind of constant");
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

template <typename OpT, auto meaning>
static Flow evalWrapping(Machine &machine, const Instruction &in) {
  WrapPromise promise = promiseOf(llvm::cast<OpT>(in.op).getOverflowFlags());
  return mapElements(machine, in, IfUndefined::Poison,
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
template <auto meaning, ReadAs read>
static Flow evalSigned(Machine &machine, const Instruction &in) {
  return mapElements(machine, in, IfUndefined::Never,
                     [&](llvm::ArrayRef<APInt> x) {
                       return meaning(domain, x[0], x[1], read);
                     });
}

static ScalarResult poisonUnless(bool ok, ScalarResult result) {
  result.undefined |= !ok;
  return result;
}
static bool isShiftInRange(const APInt &amount) {
  // The width itself does not fit an i1.
  return amount.getBitWidth() == 1 ? amount.isZero()
                                   : amount.ult(amount.getBitWidth());
}
static Flow evalShLI(Machine &machine, const Instruction &in) {
  WrapPromise promise = promiseOf(llvm::cast<ShLIOp>(in.op).getOverflowFlags());
  return mapElements(
      machine, in, IfUndefined::Poison, [&](llvm::ArrayRef<APInt> x) {
        return poisonUnless(isShiftInRange(x[1]),
                            semantics::shli(domain, x[0], x[1], promise));
      });
}
template <ReadAs read>
static Flow evalShR(Machine &machine, const Instruction &in) {
  return mapElements(
      machine, in, IfUndefined::Poison, [&](llvm::ArrayRef<APInt> x) {
        return poisonUnless(isShiftInRange(x[1]),
                            semantics::shri(domain, x[0], x[1], read));
      });
}

/// Division by zero and signed overflow are undefined behaviour.
template <ReadAs read, tilefuzz::RoundingMode mode>
static Flow evalDivide(Machine &machine, const Instruction &in) {
  return mapElements(machine, in, IfUndefined::EndsRun,
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::divi(domain, x[0], x[1], read, mode);
                     });
}
template <ReadAs read>
static Flow evalRemainder(Machine &machine, const Instruction &in) {
  return mapElements(machine, in, IfUndefined::EndsRun,
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::remi(domain, x[0], x[1], read);
                     });
}

static Flow evalCmpI(Machine &machine, const Instruction &in) {
  using P = CmpIPredicate;
  static constexpr struct {
    P predicate;
    Relation relation;
    ReadAs read;
  } meanings[] = {
      {P::eq, Relation::Equal, ReadAs::Signed},
      {P::ne, Relation::NotEqual, ReadAs::Signed},
      {P::slt, Relation::Less, ReadAs::Signed},
      {P::sle, Relation::LessOrEqual, ReadAs::Signed},
      {P::sgt, Relation::Greater, ReadAs::Signed},
      {P::sge, Relation::GreaterOrEqual, ReadAs::Signed},
      {P::ult, Relation::Less, ReadAs::Unsigned},
      {P::ule, Relation::LessOrEqual, ReadAs::Unsigned},
      {P::ugt, Relation::Greater, ReadAs::Unsigned},
      {P::uge, Relation::GreaterOrEqual, ReadAs::Unsigned},
  };
  P predicate = llvm::cast<CmpIOp>(in.op).getPredicate();
  const auto *meaning = llvm::find_if(
      meanings, [&](const auto &row) { return row.predicate == predicate; });
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(
            APInt(1, semantics::cmpi(domain, meaning->relation, x[0], x[1],
                                     meaning->read)));
      });
}

static Flow evalCmpF(Machine &machine, const Instruction &in) {
  using P = CmpFPredicate;
  static constexpr struct {
    P ordered, unordered;
    Relation relation;
  } meanings[] = {
      {P::OEQ, P::UEQ, Relation::Equal},
      {P::ONE, P::UNE, Relation::NotEqual},
      {P::OLT, P::ULT, Relation::Less},
      {P::OLE, P::ULE, Relation::LessOrEqual},
      {P::OGT, P::UGT, Relation::Greater},
      {P::OGE, P::UGE, Relation::GreaterOrEqual},
  };
  auto op = llvm::cast<CmpFOp>(in.op);
  P predicate = op.getPredicate();
  FloatFormat format = formatOf(elementOf(op.getLhs()));
  const auto *meaning = llvm::find_if(meanings, [&](const auto &row) {
    return row.ordered == predicate || row.unordered == predicate;
  });
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        if (meaning != std::end(meanings))
          return definedResult(
              APInt(1, semantics::cmpf(domain, format, meaning->relation, x[0],
                                       x[1], predicate == meaning->ordered)));
        bool nan = domain.isNaN(format, x[0]) || domain.isNaN(format, x[1]);
        bool holds = predicate == P::AlwaysTrue ||
                     (predicate == P::ORD && !nan) ||
                     (predicate == P::UNO && nan);
        return definedResult(APInt(1, holds));
      });
}

/// maxnumf and minnumf may return either zero; here they order -0 below +0, as
/// the public operations do from which they come.
template <bool isMax, bool propagateNaN>
static Flow evalFloatMinMax(Machine &machine, const Instruction &in) {
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(semantics::maxOrMin(domain, format, x[0], x[1],
                                                 isMax, propagateNaN,
                                                 /*ftz=*/false));
      });
}

template <ReadAs read>
static Flow evalExtend(Machine &machine, const Instruction &in) {
  unsigned width = widthOf(elementOf(in.op->getResult(0)));
  return mapElements(machine, in, IfUndefined::Never,
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::exti(domain, x[0], width, read);
                     });
}
static Flow evalTruncI(Machine &machine, const Instruction &in) {
  unsigned width = widthOf(elementOf(in.op->getResult(0)));
  WrapPromise promise =
      promiseOf(llvm::cast<TruncIOp>(in.op).getOverflowFlags());
  return mapElements(machine, in, IfUndefined::Poison,
                     [&](llvm::ArrayRef<APInt> x) {
                       return semantics::trunci(domain, x[0], width, promise);
                     });
}
/// `index` is 64 bits wide here.
template <ReadAs read>
static Flow evalIndexCast(Machine &machine, const Instruction &in) {
  unsigned width = widthOf(elementOf(in.op->getResult(0)));
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(read == ReadAs::Signed ? x[0].sextOrTrunc(width)
                                                    : x[0].zextOrTrunc(width));
      });
}
template <ReadAs read>
static Flow evalIToF(Machine &machine, const Instruction &in) {
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  return mapElements(
      machine, in, IfUndefined::Never, [&](llvm::ArrayRef<APInt> x) {
        return definedResult(domain.itof(
            format, tilefuzz::RoundingMode::NearestEven, x[0], read));
      });
}
template <ReadAs read>
static Flow evalFToI(Machine &machine, const Instruction &in) {
  FloatFormat format = formatOf(elementOf(in.op->getOperand(0)));
  unsigned width = widthOf(elementOf(in.op->getResult(0)));
  return mapElements(machine, in, IfUndefined::Poison,
                     [&](llvm::ArrayRef<APInt> x) {
                       return domain.ftoi(format, width, read, x[0]);
                     });
}

static constexpr auto signedRead = ReadAs::Signed;
static constexpr auto unsignedRead = ReadAs::Unsigned;
using Mode = tilefuzz::RoundingMode;
static constexpr EvaluatorRow rows[] = {
    {"arith.constant", evalConstant},
    {"arith.addi", evalWrapping<AddIOp, semantics::addi<D>>},
    {"arith.subi", evalWrapping<SubIOp, semantics::subi<D>>},
    {"arith.muli", evalWrapping<MulIOp, semantics::muli<D>>},
    {"arith.shli", evalShLI},
    {"arith.shrsi", evalShR<signedRead>},
    {"arith.shrui", evalShR<unsignedRead>},
    {"arith.andi", evalBitwise<semantics::andi<D>>},
    {"arith.ori", evalBitwise<semantics::ori<D>>},
    {"arith.xori", evalBitwise<semantics::xori<D>>},
    {"arith.maxsi", evalSigned<semantics::maxi<D>, signedRead>},
    {"arith.maxui", evalSigned<semantics::maxi<D>, unsignedRead>},
    {"arith.minsi", evalSigned<semantics::mini<D>, signedRead>},
    {"arith.minui", evalSigned<semantics::mini<D>, unsignedRead>},
    {"arith.divsi", evalDivide<signedRead, Mode::Zero>},
    {"arith.divui", evalDivide<unsignedRead, Mode::Zero>},
    {"arith.floordivsi", evalDivide<signedRead, Mode::NegativeInf>},
    {"arith.ceildivsi", evalDivide<signedRead, Mode::PositiveInf>},
    {"arith.ceildivui", evalDivide<unsignedRead, Mode::PositiveInf>},
    {"arith.remsi", evalRemainder<signedRead>},
    {"arith.remui", evalRemainder<unsignedRead>},
    {"arith.cmpi", evalCmpI},
    {"arith.cmpf", evalCmpF},
    {"arith.maxnumf", evalFloatMinMax<true, false>},
    {"arith.minnumf", evalFloatMinMax<false, false>},
    {"arith.maximumf", evalFloatMinMax<true, true>},
    {"arith.minimumf", evalFloatMinMax<false, true>},
    {"arith.extsi", evalExtend<signedRead>},
    {"arith.extui", evalExtend<unsignedRead>},
    {"arith.trunci", evalTruncI},
    {"arith.index_cast", evalIndexCast<signedRead>},
    {"arith.index_castui", evalIndexCast<unsignedRead>},
    {"arith.sitofp", evalIToF<signedRead>},
    {"arith.uitofp", evalIToF<unsignedRead>},
    {"arith.fptosi", evalFToI<signedRead>},
    {"arith.fptoui", evalFToI<unsignedRead>},
    {"arith.select", evalSelect},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getArithEvaluators() { return rows; }
