//===- DraftValues.cpp - The values that a draft's operations take --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/RandomValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

Value Draft::inScope(TileType type) {
  SmallVector<Value> found, unused;
  // `x op x` is worth a try now and then.
  bool mayRepeat = choices.oneIn(6);
  for (Value value : llvm::reverse(values)) {
    if (value.getType() != type || (value == lastGiven && !mayRepeat) ||
        !mayTake(value))
      continue;
    found.push_back(value);
    if (value.use_empty())
      unused.push_back(value);
  }
  if (found.empty())
    return {};
  ArrayRef<Value> from = found;
  if (!unused.empty() && choices.oneIn(2))
    from = unused;
  // The smaller of two draws: recent results are used, so chains grow.
  unsigned first = choices.below(from.size());
  unsigned second = choices.below(from.size());
  return lastGiven = from[std::min(first, second)];
}

void Draft::bringInexact(Value value) {
  markInexact(value);
  // No loop stores it.
  if (!choosesInexact() && loops.empty())
    return observe(value);
  bring(value);
  // Programs are short and types many: something should take it.
  auto type = cast<TileType>(value.getType());
  if (favoured || !ct::isBaseFloatElement(type.getElementType()))
    return;
  favoured = type;
  makeStepsOfInexact(*this, 1 + choices.below(3));
  favoured = {};
}

Value Draft::constant(DenseElementsAttr elements) {
  return define("constant", elements.getType(), {}, {named("value", elements)});
}

Value Draft::constant(TileType type, int64_t splat) {
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  return shared(SharedValues::keyOf(type, splat), 8, [&] {
    return constant(DenseElementsAttr::get(
        type, APInt(width, splat, /*isSigned=*/true, /*implicitTrunc=*/true)));
  });
}

static APFloat floatOf(Type element, double number) {
  APFloat value(number);
  bool losesInfo;
  value.convert(cast<FloatType>(element).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

Value Draft::constant(TileType type, double splat) {
  return constant(
      DenseElementsAttr::get(type, floatOf(type.getElementType(), splat)));
}

DenseElementsAttr Draft::randomElements(TileType type, bool splat) {
  Type element = type.getElementType();
  size_t count = splat ? 1 : type.getNumElements();
  if (isa<FloatType>(element)) {
    SmallVector<APFloat> elements;
    for (size_t i = 0; i < count; ++i)
      elements.push_back(
          chooseFloatOf(choices, cast<FloatType>(element), isAtEdge()));
    return DenseElementsAttr::get(type, elements);
  }
  SmallVector<APInt> elements;
  for (size_t i = 0; i < count; ++i)
    elements.push_back(
        chooseIntegerOf(choices, element.getIntOrFloatBitWidth(), isAtEdge()));
  return DenseElementsAttr::get(type, elements);
}

Value Draft::randomConstant(TileType type) {
  bool splat = type.getNumElements() > 64 || choices.oneIn(2);
  return constant(randomElements(type, splat));
}

Value Draft::edges(TileType type) {
  Type element = type.getElementType();
  std::optional<ElementKind> kind = elementKindOf(element);
  if (kind && *kind != ElementKind::I1 && type.getNumElements() == width &&
      options.memory) {
    Value found = loadFrom(*this, specialBuffer(*kind));
    if (found.getType() != type)
      bring(found = reshape(found, type.getShape()));
    return lastGiven = found;
  }
  if (type.getShape().empty() && isa<IntegerType>(element) &&
      kind != ElementKind::I1 && launch.args.size() < 24) {
    unsigned width = element.getIntOrFloatBitWidth();
    static constexpr int64_t numbers[] = {0, 1, -1};
    unsigned which = choices.below(5);
    APInt value = which == 3   ? APInt::getSignedMinValue(width)
                  : which == 4 ? APInt::getSignedMaxValue(width)
                               : APInt(width, numbers[which], /*isSigned=*/true,
                                       /*implicitTrunc=*/true);
    return number(element, value.getSExtValue());
  }
  return value(type);
}

Value Draft::masked(Value value, int64_t bits) {
  auto type = cast<TileType>(value.getType());
  return define("andi", type, {value, constant(type, bits)});
}

Value Draft::reshape(Value value, ArrayRef<int64_t> shape) {
  auto type = cast<TileType>(value.getType());
  if (type.getShape() == shape)
    return value;
  TileType result = tile(type.getElementType(), shape);
  return shared(SharedValues::keyOf(value, result), 8,
                [&] { return make("reshape", result, value); });
}

Value Draft::splat(Value scalar, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return scalar;
  SmallVector<int64_t> ones(shape.size(), 1);
  TileType result =
      tile(cast<TileType>(scalar.getType()).getElementType(), shape);
  return shared(SharedValues::keyOf(scalar, result), 8, [&] {
    return make("broadcast", result, reshape(scalar, ones));
  });
}

Value Draft::value(TileType type) {
  if (!choices.oneIn(8))
    if (Value found = inScope(type))
      return found;
  Type element = type.getElementType();
  if (!choices.oneIn(3))
    if (Value result = newValue(type))
      return lastGiven = result;
  // Constants have no i4.
  if (element.isInteger(4)) {
    Value byte = value(tile(integer(8), type.getShape()));
    return define("trunci", type, byte);
  }
  return lastGiven = randomConstant(type);
}

/// One operation from any number to any other, defined for every value; empty:
/// there is none.
static StringRef conversionName(Type from, Type to, bool whole) {
  if (from == to)
    return {};
  if (isa<IntegerType>(from) && isa<IntegerType>(to))
    return from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth() ? "exti"
                                                                     : "trunci";
  if (isa<Float8E8M0FNUType>(to) || !isa<FloatType>(to))
    return {};
  if (!isa<IntegerType>(from))
    return "ftof";
  // i4 has no arithmetic, and the levels below have none of i1.
  return from.isInteger(4) || (from.isInteger(1) && !whole) ? "" : "itof";
}

Value Draft::converted(TileType type) {
  if (!hasGroup(*this, OperationGroup::Convert))
    return {};
  Type to = type.getElementType();
  SmallVector<Value> found;
  for (Value value : llvm::reverse(values)) {
    auto from = dyn_cast<TileType>(value.getType());
    if (from && from.getShape() == type.getShape() && mayTake(value) &&
        isa<IntegerType, FloatType>(from.getElementType()) &&
        !conversionName(from.getElementType(), to, whole).empty())
      found.push_back(value);
  }
  if (found.empty())
    return {};
  Value from =
      found[std::min(choices.below(found.size()), choices.below(found.size()))];
  StringRef name = conversionName(
      cast<TileType>(from.getType()).getElementType(), to, whole);
  SmallVector<NamedAttribute> attributes;
  if (name == "trunci")
    attributes = {named("overflow", ct::OverflowAttr::get(builder.getContext(),
                                                          ct::Overflow::None))};
  if (name == "exti" || name == "itof")
    attributes.push_back(chooseSignedness());
  if (name == "itof" || name == "ftof")
    attributes.push_back(rounding(ct::Rounding::NearestEven));
  return define(name, type, from, attributes);
}

Value Draft::newValue(TileType type) {
  Type element = type.getElementType();
  ArrayRef<int64_t> shape = type.getShape();
  switch (choices.below(8)) {
  case 0:
  case 1:
    // The same scalar everywhere.
    if (!shape.empty() && !isF4(element))
      if (Value found = inScope(scalar(element))) {
        bring(splat(found, shape));
        return values.back();
      }
    return {};
  case 2:
  case 3:
    // Another shape of as many elements.
    if (!shape.empty())
      for (DraftShape other : {DraftShape::Vector, DraftShape::Matrix}) {
        TileType from = tile(element, other);
        if (from == type || from.getNumElements() != type.getNumElements())
          continue;
        if (Value found = inScope(from)) {
          bring(reshape(found, shape));
          return values.back();
        }
      }
    return {};
  case 4:
    if (Value found = loaded(type))
      return found;
    return counted(type);
  default:
    if (Value found = converted(type))
      return found;
    if (choices.oneIn(2))
      return {};
    if (Value found = loaded(type))
      return found;
    return counted(type);
  }
}

Value Draft::counted(TileType type) {
  Type element = type.getElementType();
  if (type.getShape().empty() || element.isInteger(4) || element.isInteger(1) ||
      isF4(element))
    return {};
  bool isFloat = isa<FloatType>(element);
  if (isFloat && conversionName(integer(32), element, whole).empty())
    return {};
  TileType integers =
      tile(isFloat ? integer(32) : element, {type.getNumElements()});
  Value made = define("iota", integers, {});
  if (isFloat)
    made = define("itof", tile(element, integers.getShape()), made,
                  {signedness(true), rounding(ct::Rounding::NearestEven)});
  if (made.getType() != type)
    bring(made = reshape(made, type.getShape()));
  return made;
}

Value Draft::select(Value condition, Value yes, Value no) {
  return define("select", yes.getType(), {condition, yes, no});
}

/// Often of a form that rewrites look for.
Value Draft::condition(TileType type) {
  switch (choices.below(6)) {
  case 0:
    return constant(type, int64_t(choices.below(2)));
  case 3: {
    Value lhs = value(type);
    if (choices.oneIn(2))
      return define("xori", type, {lhs, value(type)});
    NamedAttribute equality = named(
        "comparison_predicate",
        ct::ComparisonPredicateAttr::get(
            builder.getContext(), ct::ComparisonPredicate(choices.below(2))));
    return define("cmpi", type,
                  {lhs, constant(type, int64_t(choices.below(2)))},
                  {equality, chooseSignedness()});
  }
  case 1:
    return define("xori", type, {value(type), constant(type, int64_t(1))});
  case 2: {
    bool isFloat = hasGroup(*this, OperationGroup::Float) &&
                   hasGroup(*this, OperationGroup::Compare) && choosesFloat();
    TileType compared =
        tile(isFloat ? chooseFloat() : integer(32), type.getShape());
    NamedAttribute predicate = named(
        "comparison_predicate",
        ct::ComparisonPredicateAttr::get(
            builder.getContext(), ct::ComparisonPredicate(choices.below(6))));
    Value lhs = value(compared), rhs = value(compared);
    if (!isFloat)
      return define("cmpi", type, {lhs, rhs}, {predicate, chooseSignedness()});
    auto ordering = ct::ComparisonOrderingAttr::get(
        builder.getContext(), ct::ComparisonOrdering(choices.below(2)));
    return define("cmpf", type, {lhs, rhs},
                  {predicate, named("comparison_ordering", ordering)});
  }
  default:
    return value(type);
  }
}

Value Draft::blockIndex(Type type) {
  TileType i32 = scalar(integer(32)), result = scalar(type);
  Value index = shared({nullptr, i32.getAsOpaquePointer()}, 16, [&] {
    return create("get_tile_block_id", {i32, i32, i32}, {})->getResult(0);
  });
  if (result == i32)
    return index;
  return shared(SharedValues::keyOf(index, result), 8, [&] {
    return type.getIntOrFloatBitWidth() > 32
               ? make("exti", result, index, {signedness(false)})
               : make("trunci", result, index);
  });
}

Value Draft::parameter(Type element, StringRef literal) {
  ArgSpec arg;
  arg.scalar = literal.str();
  launch.args.push_back(arg);
  return entryOp.getBody().front().addArgument(scalar(element),
                                               builder.getUnknownLoc());
}

Value Draft::number(Type element, int64_t value) {
  if (launch.args.size() < 24 && choices.oneIn(4))
    return parameter(element, std::to_string(value));
  return constant(scalar(element), value);
}
