//===- EncodeScalar.cpp - Element-wise operations as formulas -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The meanings are the templates of interp/Semantics, over solver terms.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Float.h"
#include "interp/Tile/TileTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "oracle/Smt/TileEncoding.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
namespace arith = mlir::arith;
using S = SymbolicDomain;
using ScalarResult = Result<SymbolicDomain>;

/// What an undefined scalar result means, as in interp/Tile/Families.h.
enum class IfUndefined { Never, EndsRun, Poison };

template <typename F>
static llvm::Error mapElements(Encoder &encoder, mlir::Operation *op,
                               IfUndefined ifUndefined, F scalar) {
  S &d = encoder.domain;
  SymbolicValue result;
  size_t count = tileShapeOf(op->getOperand(0)).numElements();
  for (size_t i = 0; i < count; ++i) {
    std::vector<Term> args;
    Term unspecified = d.truth(false);
    for (mlir::Value operand : op->getOperands()) {
      const SymbolicElement &element = encoder.valueOf(operand).elements[i];
      args.push_back(element.bits);
      unspecified = d.lor(unspecified, element.unspecified);
    }
    ScalarResult r = scalar(args);
    if (ifUndefined == IfUndefined::EndsRun)
      encoder.addUndefined(d.lor(unspecified, r.undefined));
    if (ifUndefined == IfUndefined::Poison)
      unspecified = d.lor(unspecified, r.undefined);
    result.elements.push_back({r.value, unspecified});
  }
  encoder.valueOf(op->getResult(0)) = std::move(result);
  return llvm::Error::success();
}

static ScalarResult total(S &d, Term value) { return {value, d.truth(false)}; }
static ScalarResult ofTruth(S &d, Term condition) {
  return total(d, d.ite(condition, d.constant(1, 1), d.constant(1, 0)));
}
static FloatFormat resultFormat(mlir::Operation *op) {
  return formatOf(elementOf(op->getResult(0)));
}
static unsigned resultWidth(mlir::Operation *op) {
  return widthOf(elementOf(op->getResult(0)));
}
using Args = const std::vector<Term> &;

//===----------------------------------------------------------------------===//
// cuda_tile
//===----------------------------------------------------------------------===//

template <typename OpT, auto meaning>
static llvm::Error wrapping(Encoder &e, mlir::Operation *op) {
  auto promise = WrapPromise(llvm::cast<OpT>(op).getOverflow());
  return mapElements(
      e, op,
      promise == WrapPromise::None ? IfUndefined::Never : IfUndefined::EndsRun,
      [&](Args x) { return meaning(e.domain, x[0], x[1], promise); });
}
template <auto meaning>
static llvm::Error bitwise(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never,
                     [&](Args x) { return meaning(e.domain, x[0], x[1]); });
}
template <typename OpT, auto meaning, IfUndefined ifUndefined>
static llvm::Error bySign(Encoder &e, mlir::Operation *op) {
  auto read = ReadAs(llvm::cast<OpT>(op).getSignedness());
  return mapElements(e, op, ifUndefined, [&](Args x) {
    return meaning(e.domain, x[0], x[1], read);
  });
}
static llvm::Error divI(Encoder &e, mlir::Operation *op) {
  auto divide = llvm::cast<ct::DivIOp>(op);
  return mapElements(e, op, IfUndefined::EndsRun, [&](Args x) {
    return semantics::divi(e.domain, x[0], x[1], ReadAs(divide.getSignedness()),
                           tilefuzz::RoundingMode(divide.getRounding()));
  });
}
static llvm::Error cmpI(Encoder &e, mlir::Operation *op) {
  auto compare = llvm::cast<ct::CmpIOp>(op);
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return ofTruth(
        e.domain,
        semantics::cmpi(e.domain, Relation(compare.getComparisonPredicate()),
                        x[0], x[1], ReadAs(compare.getSignedness())));
  });
}
static llvm::Error cmpF(Encoder &e, mlir::Operation *op) {
  auto compare = llvm::cast<ct::CmpFOp>(op);
  FloatFormat format = formatOf(elementOf(compare.getLhs()));
  bool ordered =
      compare.getComparisonOrdering() == ct::ComparisonOrdering::Ordered;
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return ofTruth(e.domain,
                   semantics::cmpf(e.domain, format,
                                   Relation(compare.getComparisonPredicate()),
                                   x[0], x[1], ordered));
  });
}
/// OpT: of cuda_tile or nv_tileaa; both have these attributes.
template <typename OpT, auto meaning>
static llvm::Error floatBinary(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  if (uint32_t(typed.getRoundingMode()) > 3)
    return llvm::createStringError("'" + op->getName().getStringRef() +
                                   "' with an approximate rounding mode has "
                                   "no encoding");
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain,
                 meaning(e.domain, resultFormat(op), x[0], x[1],
                         tilefuzz::RoundingMode(typed.getRoundingMode()),
                         typed.getFlushToZero()));
  });
}
template <typename OpT>
static llvm::Error fma(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  if (uint32_t(typed.getRoundingMode()) > 3)
    return llvm::createStringError("'" + op->getName().getStringRef() +
                                   "' with an approximate rounding mode has "
                                   "no encoding");
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain,
                 semantics::fma(e.domain, resultFormat(op), x[0], x[1], x[2],
                                tilefuzz::RoundingMode(typed.getRoundingMode()),
                                typed.getFlushToZero()));
  });
}
template <typename OpT, bool isMax>
static llvm::Error floatMinMax(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return total(e.domain,
                 semantics::maxOrMin(e.domain, resultFormat(op), x[0], x[1],
                                     isMax, typed.getPropagateNan(),
                                     typed.getFlushToZero()));
  });
}
static llvm::Error extI(Encoder &e, mlir::Operation *op) {
  auto read = ReadAs(llvm::cast<ct::ExtIOp>(op).getSignedness());
  return mapElements(e, op, IfUndefined::Never, [&](Args x) {
    return semantics::exti(e.domain, x[0], resultWidth(op), read);
  });
}
static llvm::Error truncI(Encoder &e, mlir::Operation *op) {
  auto promise = WrapPromise(llvm::cast<ct::TruncIOp>(op).getOverflow());
  return mapElements(
      e, op,
      promise == WrapPromise::None ? IfUndefined::Never : IfUndefined::EndsRun,
      [&](Args x) {
        return semantics::trunci(e.domain, x[0], resultWidth(op), promise);
      });
}

/// A scalar condition chooses whole tiles.
static llvm::Error select(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  const auto &condition = e.valueOf(op->getOperand(0)).elements;
  const auto &onTrue = e.valueOf(op->getOperand(1)).elements;
  const auto &onFalse = e.valueOf(op->getOperand(2)).elements;
  SymbolicValue result;
  for (size_t i = 0; i < onTrue.size(); ++i) {
    const SymbolicElement &c = condition[condition.size() == 1 ? 0 : i];
    Term holds = d.eq(c.bits, d.constant(1, 1));
    result.elements.push_back(
        {d.ite(holds, onTrue[i].bits, onFalse[i].bits),
         d.lor(c.unspecified,
               d.ite(holds, onTrue[i].unspecified, onFalse[i].unspecified))});
  }
  e.valueOf(op->getResult(0)) = std::move(result);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// arith
//===----------------------------------------------------------------------===//

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

static constexpr auto isSigned = ReadAs::Signed;
static constexpr auto isUnsigned = ReadAs::Unsigned;
static constexpr auto never = IfUndefined::Never;
static constexpr EncoderRow rows[] = {
    {"cuda_tile.addi", wrapping<ct::AddIOp, semantics::addi<S>>},
    {"cuda_tile.subi", wrapping<ct::SubIOp, semantics::subi<S>>},
    {"cuda_tile.muli", wrapping<ct::MulIOp, semantics::muli<S>>},
    {"cuda_tile.shli", wrapping<ct::ShLIOp, semantics::shli<S>>},
    {"cuda_tile.andi", bitwise<semantics::andi<S>>},
    {"cuda_tile.ori", bitwise<semantics::ori<S>>},
    {"cuda_tile.xori", bitwise<semantics::xori<S>>},
    {"cuda_tile.maxi", bySign<ct::MaxIOp, semantics::maxi<S>, never>},
    {"cuda_tile.mini", bySign<ct::MinIOp, semantics::mini<S>, never>},
    {"cuda_tile.remi",
     bySign<ct::RemIOp, semantics::remi<S>, IfUndefined::EndsRun>},
    {"cuda_tile.shri", bySign<ct::ShRIOp, semantics::shri<S>, never>},
    {"cuda_tile.divi", divI},
    {"cuda_tile.cmpi", cmpI},
    {"cuda_tile.cmpf", cmpF},
    {"cuda_tile.addf",
     floatBinary<ct::AddFOp, semantics::addf<S, FloatFormat>>},
    {"cuda_tile.subf",
     floatBinary<ct::SubFOp, semantics::subf<S, FloatFormat>>},
    {"cuda_tile.mulf",
     floatBinary<ct::MulFOp, semantics::mulf<S, FloatFormat>>},
    {"cuda_tile.fma", fma<ct::FmaOp>},
    {"cuda_tile.maxf", floatMinMax<ct::MaxFOp, true>},
    {"cuda_tile.minf", floatMinMax<ct::MinFOp, false>},
    {"cuda_tile.exti", extI},
    {"cuda_tile.trunci", truncI},
    {"cuda_tile.select", select},
    {"nv_tileaa.addf",
     floatBinary<aa::AddFOp, semantics::addf<S, FloatFormat>>},
    {"nv_tileaa.subf",
     floatBinary<aa::SubFOp, semantics::subf<S, FloatFormat>>},
    {"nv_tileaa.mulf",
     floatBinary<aa::MulFOp, semantics::mulf<S, FloatFormat>>},
    {"nv_tileaa.fma", fma<aa::FmaOp>},
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
    {"arith.select", select},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getScalarEncoders() { return rows; }
