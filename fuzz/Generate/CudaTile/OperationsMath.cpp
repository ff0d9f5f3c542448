//===- OperationsMath.cpp - Functions of floats ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A result that is only bounded (docs/semantics.md) is no integer and decides
// nothing.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/Operations.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

static void makeExactUnary(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  draft.define(name, type, draft.operands(type, 1));
}
static void makeExactBinary(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  draft.define(name, type, draft.operands(type, 2));
}
static void makeBoundedUnary(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  draft.bringInexact(draft.make(name, type, draft.operands(type, 1)));
}
static void makeBoundedBinary(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  draft.bringInexact(draft.make(name, type, draft.operands(type, 2)));
}

/// The exponent is odd, so that no base to the power 0 is left open; small ones
/// give numbers, others mostly zeros and infinities.
static void makeIntegerPower(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  static constexpr unsigned widths[] = {1, 8, 16, 32};
  TileType whole = draft.tile(draft.integer(widths[draft.choices.below(4)]),
                              type.getShape());
  Value base = draft.value(type), exponent;
  {
    Draft::Taking taking(draft, /*inexact=*/false);
    exponent = draft.value(whole);
    if (!whole.getElementType().isInteger(1) && draft.choices.oneIn(2))
      exponent = draft.masked(exponent, 7);
  }
  exponent =
      draft.make("ori", whole, {exponent, draft.constant(whole, int64_t(1))});
  draft.bringInexact(draft.make(name, type, {base, exponent}));
}

static bool maybeFlush(Draft &draft, Type element,
                       SmallVectorImpl<NamedAttribute> &attributes) {
  if (!element.isF32() || !draft.choices.oneIn(3))
    return false;
  attributes.push_back(
      draft.named("flush_to_zero", draft.builder.getUnitAttr()));
  return true;
}

/// exp2, rsqrt
static void makeFlushing(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  SmallVector<NamedAttribute> attributes;
  maybeFlush(draft, type.getElementType(), attributes);
  draft.bringInexact(
      draft.make(name, type, draft.operands(type, 1), attributes));
}

/// exp, tanh
static void makeFullOrApprox(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  bool isApprox = type.getElementType().isF32() && draft.choices.oneIn(2);
  draft.bringInexact(draft.make(
      name, type, draft.operands(type, 1),
      draft.rounding(isApprox ? ct::Rounding::Approx : ct::Rounding::Full)));
}

/// divf, sqrt: exact with an IEEE rounding.
static void makeRoundedOrApprox(Draft &draft, StringRef name) {
  TileType type = draft.chooseTile(draft.chooseFloat());
  bool isDivision = name == "divf";
  SmallVector<Value> operands = draft.operands(type, isDivision ? 2 : 1);
  unsigned modes = !type.getElementType().isF32() ? 4 : isDivision ? 6 : 5;
  auto mode = ct::Rounding(draft.choices.below(modes));
  SmallVector<NamedAttribute> attributes = {draft.rounding(mode)};
  maybeFlush(draft, type.getElementType(), attributes);
  Value result = draft.make(name, type, operands, attributes);
  if (mode < ct::Rounding::Approx)
    draft.bring(result);
  else
    draft.bringInexact(result);
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"absf", makeExactUnary, Group::Float, 2, Further | TakesInexact},
    {"negf", makeExactUnary, Group::Float, 2, Further | TakesInexact},
    {"ceil", makeExactUnary, Group::Float, 2, Further | TakesInexact},
    {"floor", makeExactUnary, Group::Float, 2, Further | TakesInexact},
    {"remf", makeExactBinary, Group::Float, 2, Further | TakesInexact},
    {"divf", makeRoundedOrApprox, Group::Math, 5,
     Further | TakesInexact | MakesInexact},
    {"sqrt", makeRoundedOrApprox, Group::Math, 5,
     Further | TakesInexact | MakesInexact},
    {"exp", makeFullOrApprox, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"tanh", makeFullOrApprox, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"exp2", makeFlushing, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"rsqrt", makeFlushing, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"log", makeBoundedUnary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"log2", makeBoundedUnary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"sin", makeBoundedUnary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"cos", makeBoundedUnary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"tan", makeBoundedUnary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"sinh", makeBoundedUnary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"cosh", makeBoundedUnary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"pow", makeBoundedBinary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
    {"fpowi", makeIntegerPower, Group::Math, 1,
     Further | TakesInexact | MakesInexact},
    {"atan2", makeBoundedBinary, Group::Math, 2,
     Further | TakesInexact | MakesInexact},
};
llvm::ArrayRef<OperationRow> tilefuzz::getMathOperations() { return rows; }
