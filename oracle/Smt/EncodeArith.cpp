//===- EncodeArith.cpp - The arith and math dialects as formulas ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// As interp/Tile/Eval/EvalArith.cpp has them. What the solver has no arithmetic
// for (functions such as exp, quotients of floats) is an uninterpreted function
// of the elements' bits: that proves motion, and refutes nothing by itself.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "oracle/Smt/ElementwiseEncoding.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;
namespace arith = mlir::arith;
using S = SymbolicDomain;
using Args = ScalarArgs;

static WrapPromise promiseOf(arith::IntegerOverflowFlags flags) {
  using Flags = arith::IntegerOverflowFlags;
  return WrapPromise((bitEnumContainsAny(flags, Flags::nsw) ? 1 : 0) |
                     (bitEnumContainsAny(flags, Flags::nuw) ? 2 : 0));
}
template <typename OpT, auto meaning>
static llvm::Error arithWrapping(Encoder &e, mlir::Operation *op) {
  WrapPromise promise = promiseOf(llvm::cast<OpT>(op).getOverflowFlags());
  return mapElements(e, op, IfUndefined::Poison, [&](Args x) {
    return meaning(e.domain, x[0], x[1], promise);
  });
}
template <auto meaning, ReadAs read>
static llvm::Error arithBySign(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return meaning(e.domain, x[0], x[1], read);
  });
}
template <ReadAs read>
static llvm::Error arithExtend(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return semantics::exti(e.domain, x[0], resultWidth(op), read);
  });
}
static llvm::Error arithTrunc(Encoder &e, mlir::Operation *op) {
  WrapPromise promise =
      promiseOf(llvm::cast<arith::TruncIOp>(op).getOverflowFlags());
  return mapElements(e, op, IfUndefined::Poison, [&](Args x) {
    return semantics::trunci(e.domain, x[0], resultWidth(op), promise);
  });
}
static llvm::Error arithCmpI(Encoder &e, mlir::Operation *op) {
  using P = arith::CmpIPredicate;
  P predicate = llvm::cast<arith::CmpIOp>(op).getPredicate();
  static constexpr Relation relations[] = {
      Relation::Equal,         Relation::NotEqual,    Relation::Less,
      Relation::LessOrEqual,   Relation::Greater,     Relation::GreaterOrEqual,
      Relation::Less,          Relation::LessOrEqual, Relation::Greater,
      Relation::GreaterOrEqual};
  static_assert(unsigned(P::slt) == 2 && unsigned(P::uge) == 9,
                "the table follows the enumeration");
  ReadAs read = predicate >= P::ult ? ReadAs::Unsigned : ReadAs::Signed;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return ofTruth(e.domain,
                   semantics::cmpi(e.domain, relations[unsigned(predicate)],
                                   x[0], x[1], read));
  });
}

/// A shift by the width or more is poison.
static llvm::Error arithShL(Encoder &e, mlir::Operation *op) {
  WrapPromise promise =
      promiseOf(llvm::cast<arith::ShLIOp>(op).getOverflowFlags());
  return mapElements(e, op, IfUndefined::Poison, [&](Args x) {
    ScalarResult r = semantics::shli(e.domain, x[0], x[1], promise);
    r.undefined = e.domain.lor(
        r.undefined, e.domain.lnot(semantics::amountInRange(e.domain, x[1])));
    return r;
  });
}
template <ReadAs read>
static llvm::Error arithShR(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Poison, [&](Args x) {
    ScalarResult r = semantics::shri(e.domain, x[0], x[1], read);
    r.undefined = e.domain.lnot(semantics::amountInRange(e.domain, x[1]));
    return r;
  });
}
template <ReadAs read, tilefuzz::RoundingMode mode>
static llvm::Error arithDivide(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::EndsRun, [&](Args x) {
    return semantics::divi(e.domain, x[0], x[1], read, mode);
  });
}
template <ReadAs read>
static llvm::Error arithRemainder(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::EndsRun, [&](Args x) {
    return semantics::remi(e.domain, x[0], x[1], read);
  });
}

static llvm::Error arithCmpF(Encoder &e, mlir::Operation *op) {
  using P = arith::CmpFPredicate;
  P predicate = llvm::cast<arith::CmpFOp>(op).getPredicate();
  mlir::Type element = elementOf(op->getOperand(0));
  if (llvm::Error error = requireArithmetic(op, element))
    return error;
  FloatFormat format = formatOf(element);
  // The table follows the enumeration: false, six ordered ones, ord, six
  // unordered ones, uno, true.
  static constexpr Relation relations[] = {
      Relation::Equal, Relation::Greater,     Relation::GreaterOrEqual,
      Relation::Less,  Relation::LessOrEqual, Relation::NotEqual};
  static_assert(unsigned(P::OEQ) == 1 && unsigned(P::ONE) == 6 &&
                    unsigned(P::UEQ) == 8 && unsigned(P::UNE) == 13,
                "the table follows the enumeration");
  S &d = e.domain;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    unsigned index = unsigned(predicate);
    Term nan = d.lor(d.isNaN(format, x[0]), d.isNaN(format, x[1]));
    switch (predicate) {
    case P::AlwaysFalse:
    case P::AlwaysTrue:
      return ofTruth(d, d.truth(predicate == P::AlwaysTrue));
    case P::ORD:
      return ofTruth(d, d.lnot(nan));
    case P::UNO:
      return ofTruth(d, nan);
    default:
      bool ordered = index <= unsigned(P::ONE);
      return ofTruth(d, semantics::cmpf(d, format,
                                        relations[index - (ordered ? 1 : 8)],
                                        x[0], x[1], ordered));
    }
  });
}
/// -0 orders below +0 in all of them, as in the interpreter.
template <bool isMax, bool propagateNaN>
static llvm::Error arithMinMaxF(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error = requireArithmetic(op, elementOf(op->getResult(0))))
    return error;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain,
                 semantics::maxOrMin(e.domain, resultFormat(op), x[0], x[1],
                                     isMax, propagateNaN, /*ftz=*/false));
  });
}
template <auto meaning>
static llvm::Error ofBits(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain, meaning(e.domain, x[0]));
  });
}
static llvm::Error mathAbsI(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never,
                     [&](Args x) { return semantics::absi(e.domain, x[0]); });
}
template <ReadAs read>
static llvm::Error arithIToF(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error = requireArithmetic(op, elementOf(op->getResult(0))))
    return error;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain, e.domain.itof(resultFormat(op),
                                         tilefuzz::RoundingMode::NearestEven,
                                         x[0], read));
  });
}
template <ReadAs read>
static llvm::Error arithFToI(Encoder &e, mlir::Operation *op) {
  mlir::Type from = elementOf(op->getOperand(0));
  if (llvm::Error error = requireArithmetic(op, from))
    return error;
  return mapElements(e, op, IfUndefined::Poison, [&](Args x) {
    return e.domain.ftoi(formatOf(from), resultWidth(op), read, x[0]);
  });
}

/// Of arith, math and nv_tileaa.
static arith::FastMathFlags flagsOf(mlir::Operation *op) {
  auto flags = getOwnAttribute<arith::FastMathFlagsAttr>(op, "fastmath");
  return flags ? flags.getValue() : arith::FastMathFlags::none;
}

llvm::Error tilefuzz::checkFlags(mlir::Operation *op) {
  using Flags = arith::FastMathFlags;
  constexpr Flags others =
      Flags::reassoc | Flags::nsz | Flags::arcp | Flags::contract | Flags::afn;
  // The flags are part of an uninterpreted function.
  if (!bitEnumContainsAny(flagsOf(op), others) ||
      isUninterpreted(op->getName().getStringRef()))
    return llvm::Error::success();
  return noEncoding(op, "with flags that allow several results");
}

void tilefuzz::encodeFlags(Encoder &e, mlir::Operation *op) {
  using Flags = arith::FastMathFlags;
  S &d = e.domain;
  Flags flags = flagsOf(op);
  bool isExact =
      llvm::isa<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp>(
          op) &&
      getOwnAttribute(op, "isExact");
  if (flags == Flags::none && !isExact)
    return;
  // Whether a float is what the flags exclude.
  auto isExcluded = [&](mlir::Value value, Term bits) {
    auto type = llvm::dyn_cast<mlir::FloatType>(elementOf(value));
    Term excluded = d.truth(false);
    if (!type)
      return excluded;
    FloatFormat format = &type.getFloatSemantics();
    if (bitEnumContainsAny(flags, Flags::nnan))
      excluded = d.lor(excluded, d.isNaN(format, bits));
    if (bitEnumContainsAny(flags, Flags::ninf)) {
      llvm::APInt infinity = llvm::APFloat::getInf(*format).bitcastToAPInt();
      Term magnitude = semantics::absf(d, bits);
      excluded = d.lor(excluded, d.eq(magnitude, d.constant(infinity)));
    }
    return excluded;
  };
  mlir::Value result = op->getResult(0);
  // A copy: elements of operands are looked up below.
  SymbolicValue value = e.valueOf(result);
  for (auto [i, element] : llvm::enumerate(value.elements)) {
    Term lost = isExcluded(result, element.bits);
    for (mlir::Value operand : op->getOperands())
      if (i < e.valueOf(operand).elements.size())
        lost = d.lor(lost,
                     isExcluded(operand, e.valueOf(operand).elements[i].bits));
    if (isExact) {
      Term x = e.valueOf(op->getOperand(0)).elements[i].bits;
      Term y = e.valueOf(op->getOperand(1)).elements[i].bits;
      Term again = llvm::isa<arith::DivSIOp, arith::DivUIOp>(op)
                       ? d.mul(element.bits, y)
                       : d.shl(element.bits, y);
      lost = d.lor(lost, d.lnot(d.eq(again, x)));
    }
    makePoison(d, element, lost);
  }
  e.valueOf(result) = std::move(value);
}

/// A function of its elements, told apart by name, type and attributes.
llvm::Error tilefuzz::encodeUninterpreted(Encoder &e, mlir::Operation *op) {
  std::string name = op->getName().getStringRef().str();
  llvm::raw_string_ostream os(name);
  os << ' ' << elementOf(op->getResult(0)) << ' ' << op->getAttrDictionary();
  e.result.uninterpreted.insert(op->getName().getStringRef().str());
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain, e.domain.function(name, x, resultWidth(op)));
  });
}

static constexpr auto isSigned = ReadAs::Signed;
static constexpr auto isUnsigned = ReadAs::Unsigned;
using Mode = tilefuzz::RoundingMode;
static constexpr EncoderRow rows[] = {
    {"arith.addi", arithWrapping<arith::AddIOp, semantics::addi<S>>},
    {"arith.subi", arithWrapping<arith::SubIOp, semantics::subi<S>>},
    {"arith.muli", arithWrapping<arith::MulIOp, semantics::muli<S>>},
    {"arith.andi", bitwise<semantics::andi<S>>},
    {"arith.ori", bitwise<semantics::ori<S>>},
    {"arith.xori", bitwise<semantics::xori<S>>},
    {"arith.maxsi", arithBySign<semantics::maxi<S>, isSigned>},
    {"arith.maxui", arithBySign<semantics::maxi<S>, isUnsigned>},
    {"arith.minsi", arithBySign<semantics::mini<S>, isSigned>},
    {"arith.minui", arithBySign<semantics::mini<S>, isUnsigned>},
    {"arith.cmpi", arithCmpI},
    {"arith.extsi", arithExtend<isSigned>},
    {"arith.extui", arithExtend<isUnsigned>},
    {"arith.trunci", arithTrunc},
    {"arith.select", encodeSelect},
    {"arith.shli", arithShL},
    {"arith.shrsi", arithShR<isSigned>},
    {"arith.shrui", arithShR<isUnsigned>},
    {"arith.divsi", arithDivide<isSigned, Mode::Zero>},
    {"arith.divui", arithDivide<isUnsigned, Mode::Zero>},
    {"arith.floordivsi", arithDivide<isSigned, Mode::NegativeInf>},
    {"arith.ceildivsi", arithDivide<isSigned, Mode::PositiveInf>},
    {"arith.ceildivui", arithDivide<isUnsigned, Mode::PositiveInf>},
    {"arith.remsi", arithRemainder<isSigned>},
    {"arith.remui", arithRemainder<isUnsigned>},
    {"arith.cmpf", arithCmpF},
    {"arith.maxnumf", arithMinMaxF<true, false>},
    {"arith.minnumf", arithMinMaxF<false, false>},
    {"arith.maximumf", arithMinMaxF<true, true>},
    {"arith.minimumf", arithMinMaxF<false, true>},
    {"arith.sitofp", arithIToF<isSigned>},
    {"arith.uitofp", arithIToF<isUnsigned>},
    {"arith.fptosi", arithFToI<isSigned>},
    {"arith.fptoui", arithFToI<isUnsigned>},
    {"arith.negf", ofBits<semantics::negf<S>>},
    {"math.absf", ofBits<semantics::absf<S>>},
    {"math.absi", mathAbsI},
    {"arith.remf", encodeUninterpreted},
    {"math.ceil", encodeUninterpreted},
    {"math.floor", encodeUninterpreted},
    {"math.exp", encodeUninterpreted},
    {"math.tanh", encodeUninterpreted},
    {"math.log", encodeUninterpreted},
    {"math.log2", encodeUninterpreted},
    {"math.sin", encodeUninterpreted},
    {"math.cos", encodeUninterpreted},
    {"math.tan", encodeUninterpreted},
    {"math.sinh", encodeUninterpreted},
    {"math.cosh", encodeUninterpreted},
    {"math.powf", encodeUninterpreted},
    {"math.atan2", encodeUninterpreted},
    {"nv_tileaa.divf", encodeUninterpreted},
    {"nv_tileaa.sqrt", encodeUninterpreted},
    {"nv_tileaa.rsqrt", encodeUninterpreted},
    {"nv_tileaa.exp2", encodeUninterpreted},
    {"cuda_tile.negf", ofBits<semantics::negf<S>>},
    {"cuda_tile.absf", ofBits<semantics::absf<S>>},
    {"cuda_tile.absi", mathAbsI},
    {"cuda_tile.divf", encodeUninterpreted},
    {"cuda_tile.remf", encodeUninterpreted},
    {"cuda_tile.ceil", encodeUninterpreted},
    {"cuda_tile.floor", encodeUninterpreted},
    {"cuda_tile.exp", encodeUninterpreted},
    {"cuda_tile.exp2", encodeUninterpreted},
    {"cuda_tile.tanh", encodeUninterpreted},
    {"cuda_tile.log", encodeUninterpreted},
    {"cuda_tile.log2", encodeUninterpreted},
    {"cuda_tile.sin", encodeUninterpreted},
    {"cuda_tile.cos", encodeUninterpreted},
    {"cuda_tile.tan", encodeUninterpreted},
    {"cuda_tile.sinh", encodeUninterpreted},
    {"cuda_tile.cosh", encodeUninterpreted},
    {"cuda_tile.pow", encodeUninterpreted},
    {"cuda_tile.atan2", encodeUninterpreted},
    {"cuda_tile.sqrt", encodeUninterpreted},
    {"cuda_tile.rsqrt", encodeUninterpreted},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getArithEncoders() { return rows; }
