//===- ArithInteger.cpp - Integer operations of arith ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rules stand in the descriptions of ArithOps.td; where a result is poison
// is said there for each operation.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMachine.h"
#include "interp/Semantics/Integer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;
using llvm::ArrayRef;
using D = ConcreteDomain;
namespace arith = mlir::arith;

static ConcreteDomain domain;
using Meanings = std::vector<Meaning>;

static WrapPromise promiseOf(mlir::Operation *op) {
  auto flags =
      op->getAttrOfType<arith::IntegerOverflowFlagsAttr>("overflowFlags");
  if (!flags)
    return WrapPromise::None;
  uint8_t promise = 0;
  if (bitEnumContainsAny(flags.getValue(), arith::IntegerOverflowFlags::nsw))
    promise |= uint8_t(WrapPromise::NoSigned);
  if (bitEnumContainsAny(flags.getValue(), arith::IntegerOverflowFlags::nuw))
    promise |= uint8_t(WrapPromise::NoUnsigned);
  return WrapPromise(promise);
}
static bool isExact(mlir::Operation *op) { return op->hasAttr("isExact"); }

static Element poisonResult(const Result<D> &result) {
  return poisonIf(result.undefined, result.value);
}

template <auto meaning> static Meanings wrapping(mlir::Operation *op) {
  return {[promise = promiseOf(op)](ArrayRef<APInt> x) {
    return poisonResult(meaning(domain, x[0], x[1], promise));
  }};
}
template <auto meaning> static Meanings bitwise(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    return exact(meaning(domain, x[0], x[1]).value);
  }};
}
template <auto meaning, ReadAs read>
static Meanings minOrMax(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    return exact(meaning(domain, x[0], x[1], read).value);
  }};
}

static bool inRange(const APInt &amount) {
  return amount.getLimitedValue() < amount.getBitWidth();
}
static Meanings shiftLeft(mlir::Operation *op) {
  return {[promise = promiseOf(op)](ArrayRef<APInt> x) {
    Result<D> result = semantics::shli(domain, x[0], x[1], promise);
    return poisonIf(!inRange(x[1]) || result.undefined, result.value);
  }};
}
template <ReadAs read> static Meanings shiftRight(mlir::Operation *op) {
  return {[isExact = isExact(op)](ArrayRef<APInt> x) {
    if (!inRange(x[1]))
      return poisonIf(true, x[0]);
    bool lost =
        isExact && x[0].countr_zero() < x[1].getZExtValue() && !x[0].isZero();
    return poisonIf(lost, semantics::shri(domain, x[0], x[1], read).value);
  }};
}

template <ReadAs read, RoundingMode mode>
static Meanings divide(mlir::Operation *op) {
  return {[isExact = isExact(op)](ArrayRef<APInt> x) {
    Result<D> result = semantics::divi(domain, x[0], x[1], read, mode);
    if (result.undefined)
      return undefinedElement(result.condition);
    bool lost =
        isExact && !semantics::remi(domain, x[0], x[1], read).value.isZero();
    return poisonIf(lost, result.value);
  }};
}
template <ReadAs read> static Meanings remainder(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    Result<D> result = semantics::remi(domain, x[0], x[1], read);
    return result.undefined ? undefinedElement(result.condition)
                            : exact(result.value);
  }};
}

static Meanings compare(mlir::Operation *op) {
  using P = arith::CmpIPredicate;
  P predicate = llvm::cast<arith::CmpIOp>(op).getPredicate();
  return {[predicate](ArrayRef<APInt> x) {
    switch (predicate) {
    case P::eq:
      return exactBool(x[0].eq(x[1]));
    case P::ne:
      return exactBool(x[0].ne(x[1]));
    case P::slt:
      return exactBool(x[0].slt(x[1]));
    case P::sle:
      return exactBool(x[0].sle(x[1]));
    case P::sgt:
      return exactBool(x[0].sgt(x[1]));
    case P::sge:
      return exactBool(x[0].sge(x[1]));
    case P::ult:
      return exactBool(x[0].ult(x[1]));
    case P::ule:
      return exactBool(x[0].ule(x[1]));
    case P::ugt:
      return exactBool(x[0].ugt(x[1]));
    case P::uge:
      return exactBool(x[0].uge(x[1]));
    }
    llvm_unreachable("covered switch");
  }};
}

/// extsi, extui, index_cast and index_castui.
template <ReadAs read> static Meanings resize(mlir::Operation *op) {
  unsigned width = widthOf(elementOf(op->getResult(0)));
  return {[width](ArrayRef<APInt> x) {
    return exact(read == ReadAs::Signed ? x[0].sextOrTrunc(width)
                                        : x[0].zextOrTrunc(width));
  }};
}
static Meanings truncate(mlir::Operation *op) {
  unsigned width = widthOf(elementOf(op->getResult(0)));
  return {[width, promise = promiseOf(op)](ArrayRef<APInt> x) {
    return poisonResult(semantics::trunci(domain, x[0], width, promise));
  }};
}

static Meanings addWithCarry(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) { return exact(x[0] + x[1]); },
          [](ArrayRef<APInt> x) { return exactBool((x[0] + x[1]).ult(x[0])); }};
}
template <ReadAs read> static Meanings wideProduct(mlir::Operation *) {
  auto product = [](ArrayRef<APInt> x) {
    unsigned width = 2 * x[0].getBitWidth();
    return read == ReadAs::Signed ? x[0].sext(width) * x[1].sext(width)
                                  : x[0].zext(width) * x[1].zext(width);
  };
  return {[=](ArrayRef<APInt> x) {
            return exact(product(x).trunc(x[0].getBitWidth()));
          },
          [=](ArrayRef<APInt> x) {
            unsigned width = x[0].getBitWidth();
            return exact(product(x).lshr(width).trunc(width));
          }};
}

static constexpr auto sig = ReadAs::Signed;
static constexpr auto uns = ReadAs::Unsigned;
using Mode = tilefuzz::RoundingMode;
static constexpr ElementwiseRow rows[] = {
    {"arith.addi", wrapping<semantics::addi<D>>},
    {"arith.subi", wrapping<semantics::subi<D>>},
    {"arith.muli", wrapping<semantics::muli<D>>},
    {"arith.shli", shiftLeft},
    {"arith.shrsi", shiftRight<sig>},
    {"arith.shrui", shiftRight<uns>},
    {"arith.andi", bitwise<semantics::andi<D>>},
    {"arith.ori", bitwise<semantics::ori<D>>},
    {"arith.xori", bitwise<semantics::xori<D>>},
    {"arith.maxsi", minOrMax<semantics::maxi<D>, sig>},
    {"arith.maxui", minOrMax<semantics::maxi<D>, uns>},
    {"arith.minsi", minOrMax<semantics::mini<D>, sig>},
    {"arith.minui", minOrMax<semantics::mini<D>, uns>},
    {"arith.divsi", divide<sig, Mode::Zero>, true},
    {"arith.divui", divide<uns, Mode::Zero>, true},
    {"arith.floordivsi", divide<sig, Mode::NegativeInf>, true},
    {"arith.ceildivsi", divide<sig, Mode::PositiveInf>, true},
    {"arith.ceildivui", divide<uns, Mode::PositiveInf>, true},
    {"arith.remsi", remainder<sig>, true},
    {"arith.remui", remainder<uns>, true},
    {"arith.cmpi", compare},
    {"arith.extsi", resize<sig>},
    {"arith.extui", resize<uns>},
    {"arith.trunci", truncate},
    {"arith.index_cast", resize<sig>},
    {"arith.index_castui", resize<uns>},
    {"arith.addui_extended", addWithCarry},
    {"arith.mulsi_extended", wideProduct<sig>},
    {"arith.mului_extended", wideProduct<uns>},
};
ArrayRef<ElementwiseRow> function::getArithIntegerMeanings() { return rows; }
