//===- ScalarForm.cpp - What an operation's attributes say ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/ScalarForm.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;
namespace arith = mlir::arith;
using Asks = ScalarForm::Asks;

WrapPromise tilefuzz::promiseOf(arith::IntegerOverflowFlags flags) {
  using Flags = arith::IntegerOverflowFlags;
  bool isSigned = bitEnumContainsAny(flags, Flags::nsw);
  bool isUnsigned = bitEnumContainsAny(flags, Flags::nuw);
  if (isSigned)
    return isUnsigned ? WrapPromise::Neither : WrapPromise::NoSigned;
  return isUnsigned ? WrapPromise::NoUnsigned : WrapPromise::None;
}

FloatPromise tilefuzz::floatPromiseOf(arith::FastMathFlags flags) {
  using Flags = arith::FastMathFlags;
  return {bitEnumContainsAny(flags, Flags::nnan),
          bitEnumContainsAny(flags, Flags::ninf)};
}

ExactPromise tilefuzz::exactPromiseOf(mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, ExactPromise>(op)
      .Case<arith::DivSIOp, arith::DivUIOp>([](auto divide) {
        return divide.getIsExact() ? ExactPromise::Quotient
                                   : ExactPromise::None;
      })
      .Case<arith::ShRSIOp, arith::ShRUIOp>([](auto shift) {
        return shift.getIsExact() ? ExactPromise::ShiftRight
                                  : ExactPromise::None;
      })
      .Default(ExactPromise::None);
}

std::optional<RoundingMode> tilefuzz::roundingOf(arith::RoundingMode mode) {
  switch (mode) {
  case arith::RoundingMode::to_nearest_even:
    return RoundingMode::NearestEven;
  case arith::RoundingMode::downward:
    return RoundingMode::NegativeInf;
  case arith::RoundingMode::upward:
    return RoundingMode::PositiveInf;
  case arith::RoundingMode::toward_zero:
    return RoundingMode::Zero;
  case arith::RoundingMode::to_nearest_away:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

static void readPredicate(ScalarForm &form, arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  auto set = [&](Relation relation, ReadAs read) {
    form.relation = relation;
    form.read = read;
  };
  switch (predicate) {
  case P::eq:
    return set(Relation::Equal, ReadAs::Unsigned);
  case P::ne:
    return set(Relation::NotEqual, ReadAs::Unsigned);
  case P::slt:
    return set(Relation::Less, ReadAs::Signed);
  case P::sle:
    return set(Relation::LessOrEqual, ReadAs::Signed);
  case P::sgt:
    return set(Relation::Greater, ReadAs::Signed);
  case P::sge:
    return set(Relation::GreaterOrEqual, ReadAs::Signed);
  case P::ult:
    return set(Relation::Less, ReadAs::Unsigned);
  case P::ule:
    return set(Relation::LessOrEqual, ReadAs::Unsigned);
  case P::ugt:
    return set(Relation::Greater, ReadAs::Unsigned);
  case P::uge:
    return set(Relation::GreaterOrEqual, ReadAs::Unsigned);
  }
  llvm_unreachable("covered switch");
}

static void readPredicate(ScalarForm &form, arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  auto ask = [&](Asks asks) { form.asks = asks; };
  auto set = [&](Relation relation, bool isOrdered) {
    form.relation = relation;
    form.isOrdered = isOrdered;
  };
  switch (predicate) {
  case P::AlwaysFalse:
    return ask(Asks::Nothing);
  case P::AlwaysTrue:
    return ask(Asks::Everything);
  case P::ORD:
    return ask(Asks::Ordered);
  case P::UNO:
    return ask(Asks::Unordered);
  case P::OEQ:
    return set(Relation::Equal, true);
  case P::ONE:
    return set(Relation::NotEqual, true);
  case P::OLT:
    return set(Relation::Less, true);
  case P::OLE:
    return set(Relation::LessOrEqual, true);
  case P::OGT:
    return set(Relation::Greater, true);
  case P::OGE:
    return set(Relation::GreaterOrEqual, true);
  case P::UEQ:
    return set(Relation::Equal, false);
  case P::UNE:
    return set(Relation::NotEqual, false);
  case P::ULT:
    return set(Relation::Less, false);
  case P::ULE:
    return set(Relation::LessOrEqual, false);
  case P::UGT:
    return set(Relation::Greater, false);
  case P::UGE:
    return set(Relation::GreaterOrEqual, false);
  }
  llvm_unreachable("covered switch");
}

static void readType(mlir::Value value, unsigned &width, FloatFormat &format) {
  mlir::Type type = mlir::getElementTypeOrSelf(value);
  width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  if (auto real = llvm::dyn_cast<mlir::FloatType>(type))
    format = &real.getFloatSemantics();
}

std::optional<ScalarForm> tilefuzz::scalarFormOf(mlir::Operation *op) {
  ScalarForm form;
  readType(op->getOperand(0), form.operandWidth, form.operandFormat);
  readType(op->getResult(0), form.width, form.format);
  form.exact = exactPromiseOf(op);
  bool isKnown = true;
  llvm::TypeSwitch<mlir::Operation *>(op)
      .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp,
            arith::TruncIOp>([&](auto typed) {
        form.promise = promiseOf(typed.getOverflowFlags());
      })
      .Case<arith::CmpIOp, arith::CmpFOp>(
          [&](auto typed) { readPredicate(form, typed.getPredicate()); })
      .Case<arith::TruncFOp>([&](arith::TruncFOp typed) {
        std::optional<RoundingMode> mode =
            roundingOf(typed.getRoundingmode().value_or(
                arith::RoundingMode::to_nearest_even));
        isKnown = mode.has_value();
        form.mode = mode.value_or(RoundingMode::NearestEven);
      });
  if (!isKnown)
    return std::nullopt;
  return form;
}
