//===- OperationsReduce.cpp - Reductions and scans ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Elements are combined in any order: sums and products of floats are not
// unique.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/ControlParts.h"
#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/RandomValues.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

namespace {
struct Combiner {
  StringLiteral name;
  Identity identity;
  bool isOrdered = false;
};
} // namespace

static constexpr Combiner integerCombiners[] = {
    {"addi", Identity::Sum},
    {"xori", Identity::Sum},
    {"ori", Identity::Sum},
    {"muli", Identity::Product},
    {"andi", Identity::And},
    {"maxi", Identity::Low, true},
    {"mini", Identity::High, true},
    {"maxi", Identity::UnsignedLow, true},
    {"mini", Identity::UnsignedHigh, true},
};
static constexpr Combiner floatCombiners[] = {
    {"maxf", Identity::Low}, {"minf", Identity::High},
    {"addf", Identity::Sum}, {"addf", Identity::Sum},
    {"addf", Identity::Sum}, {"mulf", Identity::Product},
};

static Value combine(Draft &draft, const Combiner &combiner, Value lhs,
                     Value rhs) {
  SmallVector<NamedAttribute> attributes;
  Type element = elementTypeOf(lhs);
  if (combiner.isOrdered)
    attributes.push_back(draft.signedness(combiner.identity == Identity::Low ||
                                          combiner.identity == Identity::High));
  else if (isa<FloatType>(element) &&
           (combiner.name == "addf" || combiner.name == "mulf"))
    attributes.push_back(draft.rounding(ct::Rounding::NearestEven));
  return draft.make(combiner.name, lhs.getType(), {lhs, rhs}, attributes);
}

/// The larger value with its index; of equal ones the smaller index, so that
/// the order does not matter.
static SmallVector<Value> combineIndexed(Draft &draft, ValueRange arguments) {
  Type i1 = draft.scalar(draft.integer(1));
  MLIRContext *context = draft.builder.getContext();
  auto compare = [&](ct::ComparisonPredicate predicate, Value lhs, Value rhs) {
    NamedAttribute asked =
        draft.named("comparison_predicate",
                    ct::ComparisonPredicateAttr::get(context, predicate));
    if (!isa<FloatType>(elementTypeOf(lhs)))
      return draft.make("cmpi", i1, {lhs, rhs},
                        {asked, draft.signedness(true)});
    return draft.make(
        "cmpf", i1, {lhs, rhs},
        {asked, draft.named("comparison_ordering",
                            ct::ComparisonOrderingAttr::get(
                                context, ct::ComparisonOrdering::Ordered))});
  };
  using P = ct::ComparisonPredicate;
  Value greater = compare(P::GreaterThan, arguments[0], arguments[1]);
  Value equal = compare(P::Equal, arguments[0], arguments[1]);
  Value earlier = compare(P::LessThan, arguments[2], arguments[3]);
  Value takes = draft.make("ori", i1,
                           {greater, draft.make("andi", i1, {equal, earlier})});
  return {draft.make("select", arguments[0].getType(),
                     {takes, arguments[0], arguments[1]}),
          draft.make("select", arguments[2].getType(),
                     {takes, arguments[2], arguments[3]})};
}

static Operation *
makeCombination(Draft &draft, StringRef name, ArrayRef<Value> operands,
                unsigned dim, ArrayRef<Attribute> identities,
                function_ref<SmallVector<Value>(ValueRange)> body) {
  bool isScan = name == "scan";
  SmallVector<int64_t> shape(cast<TileType>(operands[0].getType()).getShape());
  if (!isScan)
    shape.erase(shape.begin() + dim);
  SmallVector<Type> results, arguments;
  for (Value operand : operands) {
    Type element = elementTypeOf(operand);
    results.push_back(draft.tile(element, shape));
    arguments.append(2, draft.scalar(element));
  }
  Builder &builder = draft.builder;
  SmallVector<NamedAttribute> attributes = {
      draft.named("dim", builder.getI32IntegerAttr(dim)),
      draft.named("identities", builder.getArrayAttr(identities))};
  if (isScan)
    attributes.push_back(
        draft.named("reverse", builder.getBoolAttr(draft.choices.oneIn(2))));
  Operation *made =
      draft.create(name, results, operands, attributes, /*regions=*/1);
  Draft::Scope scope(draft, made->getRegion(0), arguments);
  draft.create("yield", {}, body(scope.block.getArguments()));
  return made;
}

/// Numbers whose sum depends on the order, and which have one, unlike special
/// values.
static Value roundedSummands(Draft &draft, TileType type) {
  unsigned index =
      draft.addBuffer(*elementKindOf(type.getElementType()), draft.width,
                      "uniform(-8, 8)", /*readOnly=*/true);
  return draft.reshape(loadFrom(draft, index), type.getShape());
}

static void makeReduction(Draft &draft, StringRef name, Type element) {
  TileType type = draft.tile(element, DraftShape::Vector);
  if (draft.choices.oneIn(2))
    type = draft.tile(element, draft.choices.oneIn(2) ? DraftShape::Matrix
                                                      : DraftShape::Cube);
  unsigned dim = draft.choices.below(type.getShape().size());
  bool isFloat = isa<FloatType>(element);
  ArrayRef<Combiner> combiners(integerCombiners);
  if (isFloat) {
    combiners = floatCombiners;
    // Results that are stored only are not made in loops.
    if (!draft.loops.empty() && !draft.options.inexact)
      combiners = combiners.take_front(2);
  }
  Combiner combiner = draft.choices.pick(combiners);
  bool isUnique = combiner.name != "addf" && combiner.name != "mulf";
  bool isRounded = !isUnique && type.getNumElements() == draft.width &&
                   draft.options.memory && draft.choices.oneIn(2);
  Value operand = isRounded ? roundedSummands(draft, type) : draft.value(type);
  Operation *made = makeCombination(
      draft, name, operand, dim, identityOf(combiner.identity, element),
      [&](ValueRange arguments) -> SmallVector<Value> {
        return {combine(draft, combiner, arguments[0], arguments[1])};
      });
  if (isUnique)
    draft.bring(made->getResult(0));
  else
    draft.bringInexact(made->getResult(0));
}

Value tilefuzz::reduceVector(Draft &draft, Value vector) {
  Combiner combiner = draft.choices.pick<Combiner>(ArrayRef(integerCombiners));
  return makeCombination(
             draft, "reduce", vector, 0,
             identityOf(combiner.identity, elementTypeOf(vector)),
             [&](ValueRange arguments) -> SmallVector<Value> {
               return {combine(draft, combiner, arguments[0], arguments[1])};
             })
      ->getResult(0);
}

/// Two or three tiles of any elements, each combined for itself, along any
/// axis.
static void makeCombinationOfSeveral(Draft &draft, StringRef name) {
  DraftShape shape = DraftShape::Vector;
  if (draft.choices.oneIn(2))
    shape = draft.choices.oneIn(2) ? DraftShape::Matrix : DraftShape::Cube;
  unsigned count = 2 + draft.choices.oneIn(3);
  SmallVector<Value> operands;
  SmallVector<Combiner> combiners;
  SmallVector<Attribute> identities;
  Draft::Taking taking(draft, /*inexact=*/false);
  for (unsigned i = 0; i < count; ++i) {
    // Sums of floats have no result of their own.
    bool isFloat = draft.choosesFloat() && draft.choices.oneIn(2);
    Type element = isFloat ? draft.chooseFloat() : draft.chooseWideInteger();
    ArrayRef<Combiner> all(integerCombiners);
    if (isFloat)
      all = ArrayRef(floatCombiners).take_front(2);
    combiners.push_back(draft.choices.pick(all));
    identities.push_back(identityOf(combiners.back().identity, element));
    operands.push_back(draft.value(draft.tile(element, shape)));
  }
  unsigned dim = draft.choices.below(
      cast<TileType>(operands[0].getType()).getShape().size());
  Operation *made = makeCombination(
      draft, name, operands, dim, identities, [&](ValueRange arguments) {
        SmallVector<Value> results;
        for (auto [i, combiner] : llvm::enumerate(combiners))
          results.push_back(
              combine(draft, combiner, arguments[2 * i], arguments[2 * i + 1]));
        return results;
      });
  for (Value result : made->getResults())
    draft.bring(result);
}

/// reduce, scan
static void makeCombinationOfAnyKind(Draft &draft, StringRef name) {
  if (draft.choices.oneIn(4))
    return makeCombinationOfSeveral(draft, name);
  if (draft.choices.below(3) != 2) {
    makeReduction(draft, name, draft.chooseNumber());
    return;
  }
  // Two operands: values and indices. Of floats without NaN, whose place in the
  // order would show.
  bool isOfFloats =
      name == "reduce" && draft.options.inexact && draft.options.memory &&
      hasGroup(draft, OperationGroup::Compare) && draft.choices.oneIn(3);
  Type element = isOfFloats ? draft.chooseFloat() : draft.chooseInteger();
  TileType type = draft.tile(element, DraftShape::Vector);
  TileType indices = draft.tile(draft.integer(32), DraftShape::Vector);
  Value values = isOfFloats ? roundedSummands(draft, type) : draft.value(type);
  Value operands[] = {values, draft.define("iota", indices, {})};
  Attribute least;
  if (auto format = dyn_cast<FloatType>(element))
    least = FloatAttr::get(element, APFloat::getInf(format.getFloatSemantics(),
                                                    /*Negative=*/true));
  else
    least = IntegerAttr::get(
        element, APInt::getSignedMinValue(element.getIntOrFloatBitWidth()));
  Attribute identities[] = {least, draft.builder.getI32IntegerAttr(0)};
  Operation *made = makeCombination(
      draft, name, operands, 0, identities,
      [&](ValueRange arguments) { return combineIndexed(draft, arguments); });
  for (Value result : made->getResults())
    draft.bring(result);
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"reduce", makeCombinationOfAnyKind, Group::Reduce, 12,
     Lowered | TakesInexact},
    {"scan", makeCombinationOfAnyKind, Group::Scan, 8, Further | TakesInexact},
};
llvm::ArrayRef<OperationRow> tilefuzz::getReduceOperations() { return rows; }
