//===- OperationsExpression.cpp - Algebra of few operands -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Rewrites look for expressions whose operands recur, negated or not, and for
// constants that are related. Of operands that are chosen one by one hardly any
// are alike, so whole expressions of few leaves are made here.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/RandomValues.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

namespace {
/// Two or three operands and two related constants; `isSigned` is the reading
/// that most operations have.
class Expression {
public:
  Expression(Draft &draft, TileType type)
      : draft(draft), type(type), element(type.getElementType()),
        isSigned(draft.choices.oneIn(2)) {
    leaves = draft.operands(type, 2);
    if (draft.choices.oneIn(3))
      leaves.push_back(draft.value(type));
  }
  virtual ~Expression() = default;

  /// A tree of at most this depth.
  Value make(unsigned depth) {
    if (depth == 0 || draft.choices.oneIn(6))
      return leaf();
    return operation(depth - 1);
  }
  /// Two, of which one is small mostly, as in what rewrites look for.
  std::pair<Value, Value> makeTwo(unsigned depth) {
    if (draft.choices.oneIn(4)) {
      Value first = make(depth);
      return {first, make(depth)};
    }
    Value small = leaf();
    Value large = draft.choices.oneIn(3) ? withOpposite(small) : make(depth);
    if (draft.choices.oneIn(2))
      std::swap(small, large);
    return {small, large};
  }

protected:
  virtual Value leaf() { return draft.choices.pick<Value>(leaves); }
  virtual Value operation(unsigned depth) = 0;
  /// An operation of the negation, in one sense, of the value.
  virtual Value withOpposite(Value value) = 0;

  ByteSource &choices() { return draft.choices; }
  NamedAttribute reading() {
    return draft.signedness(draft.choices.oneIn(6) ? !isSigned : isSigned);
  }

  Draft &draft;
  const TileType type;
  const Type element;
  const bool isSigned;
  SmallVector<Value> leaves;
};

class IntegerExpression : public Expression {
public:
  IntegerExpression(Draft &draft, TileType type)
      : Expression(draft, type), width(element.getIntOrFloatBitWidth()),
        first(chooseIntegerOf(draft.choices, width, draft.choices.oneIn(3))),
        amount(draft.choices.below(width + 2)) {}

private:
  Value splat(const APInt &number) {
    return draft.constant(type, number.getSExtValue());
  }
  /// The first one, or what is near to it, or undoes it.
  Value number() {
    switch (choices().below(8)) {
    case 0:
      return splat(first + 1);
    case 1:
      return splat(first - 1);
    case 2:
      return splat(-first);
    case 3:
      return splat(~first);
    case 4:
      return splat(APInt(width, 0));
    case 5:
      return splat(APInt::getAllOnes(width));
    default:
      return splat(first);
    }
  }
  /// The same, its rest to the width, or around them; the width is an amount,
  /// too.
  Value shiftAmount() {
    unsigned chosen = amount;
    switch (choices().below(5)) {
    case 0:
      chosen = width - std::min(amount, width);
      break;
    case 1:
      chosen = width - 1;
      break;
    case 2:
      chosen = choices().below(width + 1);
      break;
    default:
      break;
    }
    return draft.constant(type, int64_t(chosen));
  }

  Value complement(Value value) {
    return draft.define("xori", type, {value, splat(APInt::getAllOnes(width))});
  }
  Value negation(Value value) {
    return draft.define("subi", type, {splat(APInt(width, 0)), value});
  }
  Value leaf() override {
    switch (choices().below(8)) {
    case 0:
    case 1:
      return number();
    case 2:
      return complement(Expression::leaf());
    case 3:
      return choices().oneIn(2) ? negation(Expression::leaf()) : number();
    default:
      return Expression::leaf();
    }
  }
  Value operation(unsigned depth) override;
  Value withOpposite(Value value) override {
    static constexpr StringLiteral names[] = {"andi", "ori", "xori", "addi",
                                              "subi"};
    StringRef name = choices().pick<StringLiteral>(names);
    Value opposite = choices().oneIn(3) ? negation(value) : complement(value);
    Value other = leaf();
    if (choices().oneIn(2))
      std::swap(opposite, other);
    return draft.define(name, type, {opposite, other});
  }

  const unsigned width;
  const APInt first;
  const unsigned amount;
};

class BooleanExpression : public Expression {
public:
  using Expression::Expression;

private:
  Value negated(Value value) {
    return draft.define("xori", type,
                        {value, draft.constant(type, int64_t(1))});
  }
  Value withOpposite(Value value) override {
    static constexpr StringLiteral names[] = {"andi", "ori", "xori"};
    Value opposite = negated(value), other = leaf();
    if (choices().oneIn(2))
      std::swap(opposite, other);
    return draft.define(choices().pick<StringLiteral>(names), type,
                        {opposite, other});
  }
  Value leaf() override {
    if (choices().oneIn(8))
      return draft.constant(type, int64_t(choices().below(2)));
    Value chosen = Expression::leaf();
    return choices().oneIn(3) ? negated(chosen) : chosen;
  }
  Value operation(unsigned depth) override {
    switch (choices().below(8)) {
    case 0:
    case 1:
      return negated(make(depth));
    case 2: {
      Value condition = make(depth), yes = make(depth);
      return draft.select(condition, yes, leaf());
    }
    case 3: {
      static constexpr ct::ComparisonPredicate equalities[] = {
          ct::ComparisonPredicate::Equal, ct::ComparisonPredicate::NotEqual};
      auto predicate = ct::ComparisonPredicateAttr::get(
          draft.builder.getContext(),
          choices().oneIn(2) ? equalities[choices().below(2)]
                             : ct::ComparisonPredicate(choices().below(6)));
      Value lhs = make(depth), rhs = leaf();
      return draft.define(
          "cmpi", type, {lhs, rhs},
          {draft.named("comparison_predicate", predicate), reading()});
    }
    default: {
      static constexpr StringLiteral names[] = {"andi", "ori", "andi", "ori",
                                                "xori"};
      StringRef name = choices().pick<StringLiteral>(names);
      auto [lhs, rhs] = makeTwo(depth);
      return draft.define(name, type, {lhs, rhs});
    }
    }
  }
};

class FloatExpression : public Expression {
public:
  FloatExpression(Draft &draft, TileType type)
      : Expression(draft, type), rounding(chooseRounding()),
        mayFlush(element.isF32() && draft.choices.oneIn(4)) {}

private:
  NamedAttribute chooseRounding() {
    static constexpr ct::Rounding modes[] = {
        ct::Rounding::NearestEven, ct::Rounding::NearestEven,
        ct::Rounding::Zero, ct::Rounding::NegativeInf,
        ct::Rounding::PositiveInf};
    return draft.rounding(draft.choices.pick<ct::Rounding>(modes));
  }
  Value leaf() override {
    if (!choices().oneIn(4))
      return Expression::leaf();
    static constexpr double numbers[] = {0.0, -0.0, 1.0, -1.0, 2.0, 0.5};
    return draft.constant(type, choices().pick<double>(numbers));
  }
  Value operation(unsigned depth) override {
    static constexpr StringLiteral names[] = {"addf", "subf", "mulf", "addf",
                                              "subf", "maxf", "minf", "select"};
    StringRef name = choices().pick<StringLiteral>(names);
    auto [lhs, rhs] = makeTwo(depth);
    if (name == "select")
      return draft.select(draft.value(draft.boolLike(type)), lhs, rhs);
    SmallVector<NamedAttribute> attributes;
    bool isExtremum = name == "maxf" || name == "minf";
    if (!isExtremum)
      attributes.push_back(choices().oneIn(6) ? chooseRounding() : rounding);
    else if (choices().oneIn(2))
      attributes.push_back(
          draft.named("propagate_nan", draft.builder.getUnitAttr()));
    if (mayFlush && choices().oneIn(2))
      attributes.push_back(
          draft.named("flush_to_zero", draft.builder.getUnitAttr()));
    return draft.define(name, type, {lhs, rhs}, attributes);
  }

  Value withOpposite(Value value) override {
    Value zero = draft.constant(type, choices().oneIn(2) ? 0.0 : -0.0);
    Value opposite = draft.define("subf", type, {zero, value}, rounding);
    Value other = leaf();
    if (choices().oneIn(2))
      std::swap(opposite, other);
    return draft.define(choices().oneIn(2) ? "addf" : "mulf", type,
                        {opposite, other}, rounding);
  }

  const NamedAttribute rounding;
  const bool mayFlush;
};
} // namespace

Value IntegerExpression::operation(unsigned depth) {
  static constexpr StringLiteral names[] = {
      "addi", "subi",     "addi", "subi", "muli", "andi", "ori",
      "xori", "andi",     "ori",  "maxi", "mini", "shli", "shri",
      "not",  "negation", "maxi", "mini", "shli", "shri", "select"};
  StringRef name = choices().pick<StringLiteral>(names);
  if ((name == "shli" || name == "shri") &&
      !hasGroup(draft, OperationGroup::Shift))
    name = "xori";
  if (name == "not")
    return complement(make(depth));
  if (name == "negation")
    return negation(make(depth));
  if (name == "shli") {
    Value shifted = make(depth);
    return draft.define(name, type, {shifted, shiftAmount()});
  }
  if (name == "shri") {
    Value shifted = make(depth);
    return draft.define(name, type, {shifted, shiftAmount()}, reading());
  }
  auto [lhs, rhs] = makeTwo(depth);
  if (name == "maxi" || name == "mini")
    return draft.define(name, type, {lhs, rhs}, reading());
  if (name != "select")
    return draft.define(name, type, {lhs, rhs});
  auto predicate = ct::ComparisonPredicateAttr::get(
      draft.builder.getContext(), ct::ComparisonPredicate(choices().below(6)));
  Value holds =
      draft.define("cmpi", draft.boolLike(type), {lhs, rhs},
                   {draft.named("comparison_predicate", predicate), reading()});
  Value other = leaf();
  return choices().oneIn(2) ? draft.select(holds, lhs, other)
                            : draft.select(holds, other, rhs);
}

/// Compared with another one or not.
static void makeIntegerExpression(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseWideInteger());
  IntegerExpression expression(draft, type);
  expression.make(2);
  Value made = expression.make(2 + draft.choices.below(2));
  if (!hasGroup(draft, OperationGroup::Compare) || !draft.choices.oneIn(4))
    return;
  auto predicate = ct::ComparisonPredicateAttr::get(
      draft.builder.getContext(),
      ct::ComparisonPredicate(draft.choices.below(6)));
  Value other = expression.make(draft.choices.below(2));
  draft.define("cmpi", draft.boolLike(type), {made, other},
               {draft.named("comparison_predicate", predicate),
                draft.chooseSignedness()});
}

/// Few operations each: two of the same operands.
static void makeBooleanExpression(Draft &draft, StringRef name) {
  BooleanExpression expression(draft, draft.chooseTile(draft.integer(1)));
  for (unsigned i = 0; i < 2; ++i)
    expression.make(2 + draft.choices.below(2));
}

static void makeFloatExpression(Draft &draft, StringRef name) {
  FloatExpression(draft, draft.chooseTile(draft.chooseFloat()))
      .make(2 + draft.choices.below(2));
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"addi", makeIntegerExpression, Group::Integer, 7, Lowered},
    {"andi", makeBooleanExpression, Group::Boolean, 6, Lowered},
    {"addf", makeFloatExpression, Group::Float, 3, Lowered | TakesInexact},
};
llvm::ArrayRef<OperationRow> tilefuzz::getExpressionOperations() {
  return rows;
}
