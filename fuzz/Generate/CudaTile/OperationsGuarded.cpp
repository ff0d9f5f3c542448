//===- OperationsGuarded.cpp - What a branch makes legal ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Code that is defined only where control flow lets it run, so that whoever
// hoists or speculates it shows; branches on related conditions; and what one
// block tells another.
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
using Predicate = ct::ComparisonPredicate;

static Value negate(Draft &draft, Value condition) {
  Type type = condition.getType();
  return draft.define(
      "xori", type,
      {condition, draft.constant(cast<TileType>(type), int64_t(1))});
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

namespace {
/// A scalar, zero now and then, and when it may divide.
struct Divisor {
  bool isSigned;
  Value value, isLegal;
  SmallVector<NamedAttribute> attributes;
};
} // namespace

static Divisor chooseDivisor(Draft &draft, StringRef name, Type element) {
  Divisor divisor;
  divisor.isSigned = draft.choices.oneIn(2);
  TileType type = draft.scalar(element);
  static constexpr StringLiteral literals[] = {"0", "0", "1", "3", "-1"};
  if (draft.choices.oneIn(2) && draft.launch.args.size() < 24)
    divisor.value =
        draft.parameter(element, draft.choices.pick<StringLiteral>(literals));
  else
    divisor.value = draft.masked(draft.value(type), 1 + draft.choices.below(3));
  // No quotient of the least number by -1 exists.
  bool isPositive = divisor.isSigned && name == "divi";
  divisor.isLegal = compare(
      draft, isPositive ? Predicate::GreaterThan : Predicate::NotEqual,
      divisor.value, draft.constant(type, int64_t(0)), divisor.isSigned);
  divisor.attributes = {draft.signedness(divisor.isSigned)};
  if (name == "divi")
    divisor.attributes.push_back(draft.rounding(
        divisor.isSigned && draft.choices.oneIn(2) ? ct::Rounding::NegativeInf
                                                   : ct::Rounding::Zero,
        "rounding"));
  return divisor;
}

/// if (d != 0) { x / d } else { y }
static void makeGuardedDivision(Draft &draft, StringRef name) {
  if (!hasGroup(draft, OperationGroup::If))
    return;
  Type element = draft.chooseWideInteger();
  Divisor divisor = chooseDivisor(draft, name, element);
  TileType type = draft.choices.oneIn(2)
                      ? draft.scalar(element)
                      : draft.tile(element, DraftShape::Vector);
  unsigned legal = draft.choices.oneIn(3);
  Operation *made = draft.create(
      "if", type, legal ? negate(draft, divisor.isLegal) : divisor.isLegal, {},
      /*regions=*/2);
  for (unsigned branch : {0, 1}) {
    Draft::Scope scope(draft, made->getRegion(branch));
    Value value = draft.value(type);
    if (branch == legal)
      value = draft.make(name, type,
                         {value, draft.splat(divisor.value, type.getShape())},
                         divisor.attributes);
    draft.create("yield", {}, value);
  }
  bringResults(draft, made);
}

/// for (i = 0; i < (d != 0 ? n : 0); ++i) sum += x / d
static void makeDividingFor(Draft &draft, StringRef name) {
  if (!hasGroup(draft, OperationGroup::For))
    return;
  Type element = draft.chooseWideInteger();
  Divisor divisor = chooseDivisor(draft, name, element);
  TileType scalar = draft.scalar(element);
  TileType type =
      draft.choices.oneIn(2) ? scalar : draft.tile(element, DraftShape::Vector);
  Value zero = draft.constant(scalar, int64_t(0));
  Value high = draft.select(
      divisor.isLegal, draft.number(element, 1 + draft.choices.below(3)), zero);
  Value one = draft.constant(scalar, int64_t(1));
  Value divided = draft.value(type);
  Operation *made =
      draft.create("for", type, {zero, high, one, draft.value(type)}, {},
                   /*regions=*/1);
  {
    DraftLoop loop;
    loop.carried = loop.results = {type};
    Draft::Scope scope(draft, made->getRegion(0), {scalar, type}, &loop);
    Value quotient = draft.make(
        name, type, {divided, draft.splat(divisor.value, type.getShape())},
        divisor.attributes);
    draft.create(
        "continue", {},
        draft.make("addi", type, {scope.block.getArgument(1), quotient}));
  }
  draft.bring(made->getResult(0));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static Operation *loadWeak(Draft &draft, Type type, ValueRange operands,
                           ArrayRef<int32_t> segments) {
  return draft.create("load_ptr_tko", {type, draft.token()}, operands,
                      {orderingAttr(draft, ct::MemoryOrdering::Weak),
                       draft.segments(segments)});
}

/// if (i < n) { p[i] } else { y }
static void makeGuardedLoad(Draft &draft, StringRef) {
  if (draft.launch.args.size() >= 24 || !hasGroup(draft, OperationGroup::If))
    return;
  Type element = draft.chooseNumber();
  if (element.isInteger(1))
    element = draft.integer(16);
  ElementKind kind = *elementKindOf(element);
  constexpr int64_t count = 16;
  unsigned buffer =
      draft.addBuffer(kind, count, chooseInit(draft.choices, kind),
                      /*readOnly=*/true, /*shared=*/true);
  Value base = draft.buffers[buffer].pointer;
  draft.buffers.erase(draft.buffers.begin() + buffer);
  // What is behind the buffer is more than 256 elements away, or before it.
  TileType i32 = draft.scalar(draft.integer(32));
  Value index = draft.value(i32);
  if (draft.choices.oneIn(2))
    index = draft.masked(index, draft.choices.oneIn(2) ? 0xfff1 : 31);
  Value isInside = compare(draft, Predicate::LessThan, index,
                           draft.number(i32.getElementType(), count),
                           /*isSigned=*/false);
  auto address = [&] {
    return draft.make("offset", base.getType(), {base, index});
  };
  Value pointer = draft.choices.oneIn(2) ? address() : Value();
  TileType type = draft.scalar(element);
  unsigned legal = draft.choices.oneIn(3);
  Operation *made =
      draft.create("if", type, legal ? negate(draft, isInside) : isInside, {},
                   /*regions=*/2);
  for (unsigned branch : {0, 1}) {
    Draft::Scope scope(draft, made->getRegion(branch));
    Value value;
    if (branch == legal)
      value = loadWeak(draft, type, pointer ? pointer : address(), {1, 0, 0, 0})
                  ->getResult(0);
    else
      value = draft.value(type);
    draft.create("yield", {}, value);
  }
  bringResults(draft, made);
}

//===----------------------------------------------------------------------===//
// Related conditions
//===----------------------------------------------------------------------===//

static Value relatedTo(Draft &draft, Value condition) {
  auto i1 = cast<TileType>(condition.getType());
  switch (draft.choices.below(6)) {
  case 0:
    return negate(draft, condition);
  case 1:
    return draft.define("andi", i1, {condition, draft.value(i1)});
  case 2:
    return draft.define("ori", i1, {draft.value(i1), condition});
  case 3:
    if (auto known = condition.getDefiningOp<ct::CmpIOp>())
      return compare(draft, Predicate(draft.choices.below(6)), known.getLhs(),
                     known.getRhs(), draft.choices.oneIn(2));
    [[fallthrough]];
  default:
    return condition;
  }
}

/// What the branch does that cannot be done elsewhere.
static void makeEffect(Draft &draft, Value value) {
  if (draft.loops.empty() && draft.options.memory)
    draft.observe(value);
}

/// Some steps, or none; without results something is stored: of what was there
/// before, `known`, often.
static void fillBranch(Draft &draft, ArrayRef<Type> types,
                       ArrayRef<Value> known = {}) {
  makeSteps(draft, draft.choices.below(2));
  bool readsKnown = !known.empty() && draft.choices.below(3);
  if (readsKnown)
    makeEffect(draft, draft.choices.pick(known));
  else if (types.empty() && draft.loops.empty())
    draft.observe(draft.value(draft.chooseTile(draft.chooseNumber())));
  else if (draft.choices.oneIn(4))
    makeEffect(draft, draft.value(draft.chooseTile(draft.chooseNumber())));
  if (readsKnown && !types.empty() && draft.choices.oneIn(2)) {
    SmallVector<Value> yielded;
    for (Type type : types) {
      const Value *same = llvm::find_if(
          known, [&](Value value) { return value.getType() == type; });
      yielded.push_back(
          same != known.end() ? *same : draft.value(cast<TileType>(type)));
    }
    draft.create("yield", {}, yielded);
    return;
  }
  if (types.empty() || draft.choices.below(3))
    return yieldValues(draft, types);
  SmallVector<Value> constants;
  for (Type type : types)
    constants.push_back(draft.randomConstant(cast<TileType>(type)));
  draft.create("yield", {}, constants);
}

static Operation *makeBranches(Draft &draft, Value condition,
                               ArrayRef<Type> types,
                               function_ref<void()> fillThen,
                               ArrayRef<Value> known = {}) {
  Operation *made = draft.create("if", types, condition, {}, /*regions=*/2);
  {
    Draft::Scope scope(draft, made->getRegion(0));
    fillThen();
  }
  if (!types.empty() || draft.choices.oneIn(2)) {
    Draft::Scope scope(draft, made->getRegion(1));
    fillBranch(draft, types, known);
  }
  return made;
}
static Operation *makeBranches(Draft &draft, Value condition,
                               ArrayRef<Type> types, ArrayRef<Value> known) {
  return makeBranches(
      draft, condition, types, [&] { fillBranch(draft, types, known); }, known);
}

/// An `if` whose first branch is another one, on what `condition` gives in it.
static void makeNested(Draft &draft, Value outer,
                       function_ref<Value()> condition) {
  SmallVector<Type> types = chooseResults(draft, 0);
  bringResults(draft, makeBranches(draft, outer, types, [&] {
                 makeSteps(draft, draft.choices.below(2));
                 Operation *inner =
                     makeBranches(draft, condition(), types,
                                  [&] { fillBranch(draft, types); });
                 bringResults(draft, inner);
                 draft.create("yield", {}, inner->getResults());
               }));
}

static void makeRelatedIfs(Draft &draft, StringRef) {
  Value first = scalarCondition(draft);
  Draft::Taking taking(draft, /*inexact=*/false);
  if (draft.depth + 1 < draft.options.maxDepth && draft.choices.oneIn(2))
    return makeNested(draft, first, [&] { return relatedTo(draft, first); });
  // The second one, or a third, reads what the one before it gave, in either
  // branch.
  SmallVector<Value> known;
  unsigned count = 2 + draft.choices.oneIn(4);
  Value condition = first;
  for (unsigned i = 0; i < count; ++i) {
    SmallVector<Type> types = chooseResults(draft, 0);
    if (i + 1 < count && types.empty() && draft.choices.oneIn(2))
      types = chooseResults(draft, 1);
    for (Value value : known)
      if (types.size() < 2 && draft.choices.oneIn(3))
        types.push_back(value.getType());
    Operation *made = makeBranches(draft, condition, types, known);
    bringResults(draft, made);
    known.clear();
    for (Value result : made->getResults())
      if (!draft.isInexact(result))
        known.push_back(result);
    condition = relatedTo(draft, first);
  }
}

/// The inner condition is of what a load gave that the outer one masks: it is
/// specified only where the outer one holds.
static void makeNestedOnLoad(Draft &draft, StringRef) {
  if (draft.depth + 1 >= draft.options.maxDepth)
    return;
  Value outer = scalarCondition(draft);
  Draft::Taking taking(draft, /*inexact=*/false);
  Type element = draft.chooseWideInteger();
  TileType type = draft.scalar(element);
  Value base = draft.pointerTo(
      draft.buffers[draft.readOnlyBuffer(*elementKindOf(element))]);
  Value pointer = draft.make("offset", base.getType(),
                             {base, draft.blockIndex(draft.integer(32))});
  Value loaded =
      loadWeak(draft, type, {pointer, outer}, {1, 1, 0, 0})->getResult(0);
  makeNested(draft, outer, [&] {
    Value inner = compare(draft, Predicate(draft.choices.below(6)), loaded,
                          draft.number(element, draft.choices.below(8)),
                          draft.choices.oneIn(2));
    if (draft.choices.oneIn(3))
      return inner;
    TileType i1 = draft.scalar(draft.integer(1));
    Value other = draft.value(i1);
    if (draft.choices.oneIn(2))
      std::swap(inner, other);
    return draft.define("andi", i1, {inner, other});
  });
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The first block stores data and then a flag; the others load the data if
/// they see the flag, and have the same value otherwise.
static void makeMessage(Draft &draft, StringRef) {
  if (draft.grid < 2 || draft.launch.args.size() >= 22 ||
      !hasGroup(draft, OperationGroup::If))
    return;
  Draft::Taking taking(draft, /*inexact=*/false);
  Type element =
      draft.choosesFloat() ? draft.chooseFloat() : draft.chooseWideInteger();
  TileType type = draft.tile(element, DraftShape::Vector);
  TileType i32 = draft.scalar(draft.integer(32));
  unsigned data = draft.addBuffer(*elementKindOf(element), draft.width,
                                  "fill(5)", /*readOnly=*/false,
                                  /*shared=*/true);
  Value flag = draft
                   .buffers[draft.addBuffer(ElementKind::I32, 1, "fill(0)",
                                            /*readOnly=*/false,
                                            /*shared=*/true)]
                   .pointer;
  // What every block has alike; of one number, the order of lanes is free.
  bool isSplat = draft.choices.oneIn(2);
  Value message = draft.constant(draft.randomElements(type, isSplat));
  Value known = isSplat ? Value() : draft.addresses(data, type.getShape());
  auto addresses = [&] {
    return known ? known : draft.addresses(data, type.getShape());
  };
  auto scope = ct::MemoryScope(1 + draft.choices.below(2));
  auto attributes = [&](ct::MemoryOrdering ordering,
                        ArrayRef<int32_t> segments) {
    return SmallVector<NamedAttribute>{orderingAttr(draft, ordering),
                                       scopeAttr(draft, scope),
                                       draft.segments(segments)};
  };
  Value one = draft.constant(i32, int64_t(1));
  Value isFirst =
      compare(draft, Predicate::Equal, draft.blockIndex(i32.getElementType()),
              draft.constant(i32, int64_t(0)), /*isSigned=*/true);
  Operation *writes = draft.create("if", {}, isFirst, {}, /*regions=*/2);
  {
    Draft::Scope branch(draft, writes->getRegion(0));
    Value stored =
        draft.make("store_ptr_tko", draft.token(), {addresses(), message},
                   {orderingAttr(draft, ct::MemoryOrdering::Weak),
                    draft.segments({1, 1, 0, 0})});
    draft.create("store_ptr_tko", draft.token(), {flag, one, stored},
                 attributes(ct::MemoryOrdering::Release, {1, 1, 0, 1}));
    draft.create("yield", {}, {});
  }
  Operation *reads = draft.create("if", type, isFirst, {}, /*regions=*/2);
  {
    Draft::Scope branch(draft, reads->getRegion(0));
    draft.create("yield", {}, message);
  }
  {
    Draft::Scope branch(draft, reads->getRegion(1));
    Operation *seen =
        draft.create("load_ptr_tko", {i32, draft.token()}, flag,
                     attributes(ct::MemoryOrdering::Acquire, {1, 0, 0, 0}));
    Value isThere = compare(draft, Predicate::Equal, seen->getResult(0), one,
                            /*isSigned=*/true);
    Operation *inner = draft.create("if", type, isThere, {}, /*regions=*/2);
    {
      Draft::Scope there(draft, inner->getRegion(0));
      Operation *load = loadWeak(draft, type, {addresses(), seen->getResult(1)},
                                 {1, 0, 0, 1});
      draft.create("yield", {}, load->getResult(0));
    }
    {
      Draft::Scope absent(draft, inner->getRegion(1));
      draft.create("yield", {}, message);
    }
    draft.create("yield", {}, inner->getResult(0));
  }
  // Nobody else accesses the two.
  draft.buffers.erase(draft.buffers.begin() + data,
                      draft.buffers.begin() + data + 2);
  draft.bring(reads->getResult(0));
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"divi", makeGuardedDivision, Group::Divide, 2, Lowered | Nests},
    {"remi", makeGuardedDivision, Group::Divide, 2, Lowered | Nests},
    {"divi", makeDividingFor, Group::Divide, 1, Lowered | Nests},
    {"remi", makeDividingFor, Group::Divide, 1, Lowered | Nests},
    {"load_ptr_tko", makeGuardedLoad, Group::Load, 2, Lowered | Nests},
    {"if", makeRelatedIfs, Group::If, 6, Lowered | Nests},
    {"if", makeNestedOnLoad, Group::If, 2, Lowered | Nests | Accesses},
    {"load_ptr_tko", makeMessage, Group::Token, 5,
     Lowered | Nests | TopLevel | Accesses},
};
llvm::ArrayRef<OperationRow> tilefuzz::getGuardedOperations() { return rows; }
