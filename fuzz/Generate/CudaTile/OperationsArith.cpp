//===- OperationsArith.cpp - Integers, floats, comparison, choice ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/Operations.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// A promise that the operation does not wrap, sometimes. It is kept by small
/// operands, for which an i1 has no room.
static ct::Overflow choosePromise(Draft &draft, Type element) {
  if (element.isInteger(1) || draft.choices.below(4) != 3)
    return ct::Overflow::None;
  return ct::Overflow(1 + draft.choices.below(3));
}

static NamedAttribute promise(Draft &draft, ct::Overflow overflow) {
  return draft.named(
      "overflow", ct::OverflowAttr::get(draft.builder.getContext(), overflow));
}

static uint64_t lowBits(unsigned count) { return (uint64_t(1) << count) - 1; }

/// addi, subi, muli
static void makeWrapping(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  auto [lhs, rhs] = draft.pair(type);
  ct::Overflow overflow = choosePromise(draft, type.getElementType());
  if (overflow == ct::Overflow::None) {
    draft.define(name, type, {lhs, rhs});
    return;
  }
  // A sum has one bit more than its operands, a product twice as many; a
  // difference is of 2^bits and more, and of less.
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  unsigned room = width - (overflow == ct::Overflow::NoUnsignedWrap ? 0 : 1);
  unsigned bits = name == "muli" ? room / 2 : room - 1;
  if (draft.choices.oneIn(2))
    bits = std::min(bits, name == "muli" ? 3u : 6u);
  lhs = draft.masked(lhs, int64_t(lowBits(bits)));
  rhs = draft.masked(rhs, int64_t(lowBits(bits)));
  if (name == "subi")
    lhs = draft.define(
        "ori", type, {lhs, draft.constant(type, int64_t(uint64_t(1) << bits))});
  draft.define(name, type, {lhs, rhs}, promise(draft, overflow));
}

/// A sum one of whose operands is a product or sum.
static void makeSumOfWrapping(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  auto [lhs, rhs] = draft.pair(type);
  Value inner =
      draft.define(draft.choices.oneIn(2) ? "muli" : "addi", type, {lhs, rhs});
  Value other = draft.value(type);
  if (draft.choices.oneIn(2))
    std::swap(inner, other);
  draft.define(name, type, {inner, other});
}

/// x - y, y and a constant, added in some order.
static void makeCancellingSum(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  auto [lhs, rhs] = draft.pair(type);
  Value constant = draft.constant(draft.randomElements(type, /*splat=*/true));
  Value difference = draft.define("subi", type, {lhs, rhs});
  Value rest = draft.define(name, type, {rhs, constant});
  if (draft.choices.oneIn(2))
    std::swap(difference, rest);
  draft.define(name, type, {difference, rest});
}

static void makeNegI(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  Value source = draft.value(type);
  ct::Overflow overflow = choosePromise(draft, type.getElementType());
  if (overflow == ct::Overflow::NoUnsignedWrap)
    overflow = ct::Overflow::NoSignedWrap;
  if (overflow != ct::Overflow::None)
    source = draft.masked(
        source,
        int64_t(lowBits(type.getElementType().getIntOrFloatBitWidth() - 1)));
  draft.define(name, type, source, promise(draft, overflow));
}

static void makeIntegerUnary(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  draft.define(name, type, draft.operands(type, 1));
}
static void makeIntegerBinary(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  auto [lhs, rhs] = draft.pair(type);
  draft.define(name, type, {lhs, rhs});
}
static void makeBooleanBinary(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.integer(1));
  Value lhs = draft.value(type), rhs = draft.value(type);
  draft.define(name, type, {lhs, rhs});
}
static void makeIntegerOrdered(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  auto [lhs, rhs] = draft.pair(type);
  draft.define(name, type, {lhs, rhs}, draft.chooseSignedness());
}

/// The width and more are amounts, too: all bits go.
static Value chooseAmount(Draft &draft, TileType type) {
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  // Of one bit, every amount but 0.
  switch (width == 1 ? 0 : draft.choices.below(5)) {
  case 0:
    return draft.value(type);
  case 1:
    return draft.splat(
        draft.number(type.getElementType(), width - 1 + draft.choices.below(3)),
        type.getShape());
  default:
    return draft.masked(draft.value(type), width - 1);
  }
}

static void makeShift(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  Value value = draft.operands(type, 1).front();
  if (name == "shri") {
    Value amount = chooseAmount(draft, type);
    draft.define(name, type, {value, amount}, draft.chooseSignedness());
    return;
  }
  ct::Overflow overflow = choosePromise(draft, type.getElementType());
  if (overflow == ct::Overflow::None) {
    Value amount = chooseAmount(draft, type);
    draft.define(name, type, {value, amount});
    return;
  }
  value = draft.masked(value, 7);
  Value amount = draft.masked(draft.value(type), 3);
  draft.define(name, type, {value, amount}, promise(draft, overflow));
}

/// The divisor is not zero: it is odd, or has the top bit; that of a signed
/// quotient is not -1 either. (An i1's 1 is -1 when signed.)
static void makeDivision(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  auto [value, divisor] = draft.pair(type);
  bool isSigned = draft.choices.oneIn(2) && !type.getElementType().isInteger(1);
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  unsigned which = draft.choices.below(8);
  // Alone, where the rest is masked away.
  bool hasTopBit = which % 4 == 3;
  if (which % 2)
    divisor = draft.masked(divisor, hasTopBit ? 1 : 7);
  else if (isSigned && name == "divi")
    divisor = draft.masked(divisor, ~int64_t(2));
  int64_t sure = hasTopBit ? int64_t(uint64_t(-1) << (width - 1)) : 1;
  divisor = draft.define("ori", type, {divisor, draft.constant(type, sure)});
  SmallVector<NamedAttribute> attributes = {draft.signedness(isSigned)};
  if (name == "divi") {
    static constexpr ct::Rounding roundings[] = {ct::Rounding::Zero,
                                                 ct::Rounding::PositiveInf,
                                                 ct::Rounding::NegativeInf};
    // The lowered language has no unsigned ceiling.
    unsigned count = isSigned ? 3 : 2;
    attributes.push_back(
        draft.rounding(roundings[draft.choices.below(count)], "rounding"));
  }
  draft.define(name, type, {value, divisor}, attributes);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static NamedAttribute chooseRounding(Draft &draft) {
  static constexpr ct::Rounding modes[] = {
      ct::Rounding::NearestEven, ct::Rounding::NearestEven,
      ct::Rounding::NearestEven, ct::Rounding::Zero,
      ct::Rounding::NegativeInf, ct::Rounding::PositiveInf};
  return draft.rounding(draft.choices.pick<ct::Rounding>(modes));
}

static void maybeFlush(Draft &draft, Type element,
                       SmallVectorImpl<NamedAttribute> &attributes) {
  if (element.isF32() && draft.choices.oneIn(4))
    attributes.push_back(
        draft.named("flush_to_zero", draft.builder.getUnitAttr()));
}

static void makeFloatArithmetic(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  SmallVector<Value> operands = draft.operands(type, name == "fma" ? 3 : 2);
  SmallVector<NamedAttribute> attributes = {chooseRounding(draft)};
  maybeFlush(draft, type.getElementType(), attributes);
  draft.define(name, type, operands, attributes);
}

/// A sum or difference of a product, which may be rounded once instead.
static void makeSumOfProduct(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  // What cancels, or is subnormal in between, shows how often it is rounded.
  SmallVector<Value> operands;
  if (draft.choices.oneIn(2))
    operands = draft.relatedOperands(type, 3);
  if (operands.empty())
    operands = draft.operands(type, 3);
  bool mayFlush = type.getElementType().isF32() && draft.choices.oneIn(2);
  auto flushes = [&] {
    if (mayFlush && draft.choices.oneIn(2))
      return SmallVector<NamedAttribute>{
          draft.named("flush_to_zero", draft.builder.getUnitAttr())};
    return SmallVector<NamedAttribute>();
  };
  NamedAttribute rounding = chooseRounding(draft);
  SmallVector<NamedAttribute> attributes = flushes();
  attributes.push_back(rounding);
  Value product =
      draft.define("mulf", type, {operands[0], operands[1]}, attributes);
  Value other = operands[2];
  // Mostly rounded in the same way; which of them flushes is another matter.
  attributes = flushes();
  attributes.push_back(draft.choices.oneIn(4) ? chooseRounding(draft)
                                              : rounding);
  if (draft.choices.oneIn(2))
    std::swap(product, other);
  draft.define(name, type, {product, other}, attributes);
}

static void makeFloatMinMax(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  auto [lhs, rhs] = draft.pair(type);
  SmallVector<NamedAttribute> attributes;
  if (draft.choices.oneIn(2))
    attributes.push_back(
        draft.named("propagate_nan", draft.builder.getUnitAttr()));
  maybeFlush(draft, type.getElementType(), attributes);
  draft.define(name, type, {lhs, rhs}, attributes);
}

//===----------------------------------------------------------------------===//
// Comparison and choice
//===----------------------------------------------------------------------===//

static NamedAttribute choosePredicate(Draft &draft) {
  return draft.named("comparison_predicate",
                     ct::ComparisonPredicateAttr::get(
                         draft.builder.getContext(),
                         ct::ComparisonPredicate(draft.choices.below(6))));
}

static void makeCmpI(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseInteger());
  auto [lhs, rhs] = draft.pair(type);
  draft.define(name, draft.boolLike(type), {lhs, rhs},
               {choosePredicate(draft), draft.chooseSignedness()});
}

/// x + k against a constant, of which the one may be moved to the other.
static void makeCompareOfSum(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseWideInteger());
  auto splat = [&] {
    return draft.constant(draft.randomElements(type, /*splat=*/true));
  };
  Value sum = draft.define("addi", type, {draft.value(type), splat()});
  draft.define(name, draft.boolLike(type), {sum, splat()},
               {choosePredicate(draft), draft.chooseSignedness()});
}

static void makeCmpF(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  auto [lhs, rhs] = draft.pair(type);
  auto ordering = ct::ComparisonOrderingAttr::get(
      draft.builder.getContext(),
      ct::ComparisonOrdering(draft.choices.below(2)));
  draft.define(
      name, draft.boolLike(type), {lhs, rhs},
      {choosePredicate(draft), draft.named("comparison_ordering", ordering)});
}

/// On a comparison of its arms, or of one of them. Of floats they are zeros now
/// and then, which are equal and differ.
static void selectCompared(Draft &draft, TileType type) {
  Type element = type.getElementType();
  bool isFloat = isa<FloatType>(element);
  Value lhs, rhs;
  if (isFloat && draft.choices.oneIn(3)) {
    lhs = draft.edges(type);
    rhs = draft.constant(type, draft.choices.oneIn(2) ? 0.0 : -0.0);
    if (draft.choices.oneIn(2))
      std::swap(lhs, rhs);
  } else {
    std::tie(lhs, rhs) = draft.pair(type);
  }
  SmallVector<NamedAttribute> attributes;
  // Equality is what a select is replaced for.
  attributes.push_back(
      draft.choices.oneIn(2)
          ? choosePredicate(draft)
          : draft.named("comparison_predicate",
                        ct::ComparisonPredicateAttr::get(
                            draft.builder.getContext(),
                            ct::ComparisonPredicate(draft.choices.below(2)))));
  if (isFloat)
    attributes.push_back(
        draft.named("comparison_ordering",
                    ct::ComparisonOrderingAttr::get(
                        draft.builder.getContext(),
                        ct::ComparisonOrdering(draft.choices.below(2)))));
  else
    attributes.push_back(draft.chooseSignedness());
  Value holds = draft.define(isFloat ? "cmpf" : "cmpi", draft.boolLike(type),
                             {lhs, rhs}, attributes);
  if (draft.choices.oneIn(3))
    rhs = draft.value(type);
  if (draft.choices.oneIn(2))
    std::swap(lhs, rhs);
  draft.select(holds, lhs, rhs);
}

static void makeSelect(Draft &draft, StringRef) {
  Type element =
      draft.choices.oneIn(6) ? draft.integer(1) : draft.chooseAnyElement();
  if (isF4(element))
    element = draft.integer(8);
  TileType type = draft.chooseTile(element);
  // One of two integers has no enclosure.
  Draft::Taking taking(draft, isa<FloatType>(element) || element.isInteger(1));
  Value cond = draft.condition(draft.boolLike(type));
  Value yes = draft.value(type), no = draft.value(type);
  switch (draft.choices.below(6)) {
  case 0:
    draft.select(cond, yes, yes);
    return;
  case 1: {
    Value inner = draft.select(cond, yes, no);
    Value other = draft.value(type);
    if (draft.choices.oneIn(2))
      draft.select(cond, inner, other);
    else
      draft.select(cond, other, inner);
    return;
  }
  case 2:
    if (ct::isIntElement(element) ||
        (ct::isBaseFloatElement(element) &&
         hasGroup(draft, OperationGroup::Compare))) {
      selectCompared(draft, type);
      return;
    }
    [[fallthrough]];
  case 3: {
    // On another condition, in one of the arms.
    Value other = draft.value(draft.boolLike(type));
    Value inner = draft.select(other, yes, no), third = draft.value(type);
    if (draft.choices.oneIn(2))
      std::swap(inner, third);
    draft.select(cond, inner, third);
    return;
  }
  default:
    draft.select(cond, yes, no);
  }
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"addi", makeWrapping, Group::Integer, 4, Lowered},
    {"addi", makeSumOfWrapping, Group::Integer, 1, Lowered},
    {"addi", makeCancellingSum, Group::Integer, 2, Lowered},
    {"subi", makeWrapping, Group::Integer, 3, Lowered},
    {"muli", makeWrapping, Group::Integer, 4, Lowered},
    {"andi", makeIntegerBinary, Group::Integer, 3, Lowered},
    {"ori", makeIntegerBinary, Group::Integer, 3, Lowered},
    {"xori", makeIntegerBinary, Group::Integer, 3, Lowered},
    {"andi", makeBooleanBinary, Group::Boolean, 1, Lowered | TakesInexact},
    {"ori", makeBooleanBinary, Group::Boolean, 1, Lowered | TakesInexact},
    {"xori", makeBooleanBinary, Group::Boolean, 2, Lowered | TakesInexact},
    {"maxi", makeIntegerOrdered, Group::Integer, 3, Lowered | TakesInexact},
    {"mini", makeIntegerOrdered, Group::Integer, 3, Lowered | TakesInexact},
    {"negi", makeNegI, Group::Integer, 2, Further},
    {"absi", makeIntegerUnary, Group::Integer, 2, Further},
    {"mulhii", makeIntegerBinary, Group::Integer, 2, Further},
    {"shli", makeShift, Group::Shift, 5, Lowered},
    {"shri", makeShift, Group::Shift, 5, Lowered},
    {"divi", makeDivision, Group::Divide, 4, Lowered},
    {"remi", makeDivision, Group::Divide, 4, Lowered},
    {"addf", makeFloatArithmetic, Group::Float, 4, Lowered | TakesInexact},
    {"subf", makeFloatArithmetic, Group::Float, 3, Lowered | TakesInexact},
    {"mulf", makeFloatArithmetic, Group::Float, 4, Lowered | TakesInexact},
    {"fma", makeFloatArithmetic, Group::Float, 3, Lowered | TakesInexact},
    {"addf", makeSumOfProduct, Group::Float, 3, Lowered | TakesInexact},
    {"subf", makeSumOfProduct, Group::Float, 2, Lowered | TakesInexact},
    {"maxf", makeFloatMinMax, Group::Float, 3, Lowered | TakesInexact},
    {"minf", makeFloatMinMax, Group::Float, 3, Lowered | TakesInexact},
    {"cmpi", makeCmpI, Group::Compare, 6, Lowered | TakesInexact},
    {"cmpi", makeCompareOfSum, Group::Compare, 3, Lowered},
    {"cmpf", makeCmpF, Group::Compare, 6, Lowered | TakesInexact},
    {"select", makeSelect, Group::Select, 24, Lowered | TakesInexact},
};
llvm::ArrayRef<OperationRow> tilefuzz::getArithOperations() { return rows; }
