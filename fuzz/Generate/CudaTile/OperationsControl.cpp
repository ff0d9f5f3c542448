//===- OperationsControl.cpp - Branches and loops -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/ControlParts.h"
#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/RandomValues.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

static TileType chooseCarried(Draft &draft) {
  return draft.chooseTile(draft.whole ? draft.chooseAnyNumber()
                                      : draft.chooseNumber());
}
SmallVector<Type> tilefuzz::chooseResults(Draft &draft, unsigned least) {
  SmallVector<Type> types;
  unsigned count = least + draft.choices.below(3 - least);
  for (unsigned i = 0; i < count; ++i)
    types.push_back(chooseCarried(draft));
  return types;
}

static NamedAttribute predicate(Draft &draft, ct::ComparisonPredicate kind) {
  return draft.named(
      "comparison_predicate",
      ct::ComparisonPredicateAttr::get(draft.builder.getContext(), kind));
}

Value tilefuzz::compare(Draft &draft, ct::ComparisonPredicate kind, Value lhs,
                        Value rhs, bool isSigned) {
  return draft.define("cmpi", draft.scalar(draft.integer(1)), {lhs, rhs},
                      {predicate(draft, kind), draft.signedness(isSigned)});
}

/// Of some iterations of the loop: its number is compared.
static Value tripCondition(Draft &draft, Value induction) {
  const DraftLoop &loop = draft.loops.back();
  int64_t number = draft.choices.below(5);
  bool isSigned = draft.choices.oneIn(2);
  // What it is, or between, or beside what it ends at.
  if (induction == loop.induction && !loop.passed.empty() &&
      draft.choices.below(4)) {
    number = draft.choices.pick<int64_t>(loop.passed) +
             int64_t(draft.choices.below(3)) - 1;
    isSigned = draft.choices.below(4) ? !loop.isUnsigned : isSigned;
  }
  Type element = elementTypeOf(induction);
  number = llvm::SignExtend64(number, element.getIntOrFloatBitWidth());
  return draft.define(
      "cmpi", draft.scalar(draft.integer(1)),
      {induction, draft.number(element, number)},
      {predicate(draft, ct::ComparisonPredicate(draft.choices.below(6))),
       draft.signedness(isSigned)});
}

Value tilefuzz::scalarCondition(Draft &draft) {
  Draft::Taking taking(draft, /*inexact=*/false);
  if (!draft.loops.empty() && draft.loops.back().induction &&
      draft.choices.oneIn(3))
    return tripCondition(draft, draft.loops.back().induction);
  return draft.condition(draft.scalar(draft.integer(1)));
}

/// Which of these values need not be unique: a bit for each.
static uint32_t chooseInexact(Draft &draft, ArrayRef<Type> types) {
  uint32_t chosen = 0;
  for (auto [i, type] : llvm::enumerate(types))
    if (isa<FloatType>(cast<TileType>(type).getElementType()) &&
        draft.choosesInexact())
      chosen |= uint32_t(1) << i;
  return chosen;
}
static void markInexact(Draft &draft, ValueRange values, uint32_t chosen) {
  for (auto [i, value] : llvm::enumerate(values))
    if (chosen >> i & 1)
      draft.markInexact(value);
}

void tilefuzz::bringResults(Draft &draft, Operation *made) {
  for (Region &region : made->getRegions()) {
    auto yield = region.empty() ? ct::YieldOp()
                                : dyn_cast<ct::YieldOp>(region.front().back());
    if (!yield)
      continue;
    for (auto [result, value] :
         llvm::zip_equal(made->getResults(), yield->getOperands()))
      if (draft.isInexact(value))
        draft.markInexact(result);
  }
  for (Value result : made->getResults())
    draft.bring(result);
}

void tilefuzz::yieldValues(Draft &draft, ArrayRef<Type> types) {
  SmallVector<Value> yielded;
  for (Type type : types) {
    bool isFloat = isa<FloatType>(cast<TileType>(type).getElementType());
    Draft::Taking taking(draft, isFloat && draft.choosesInexact());
    yielded.push_back(draft.value(cast<TileType>(type)));
  }
  draft.create("yield", {}, yielded);
}

/// An `if` one of whose branches, where `leaves` is true, ends in `exit`:
/// continue, break or return. Beyond the lowered language it may be the second
/// branch, and the other one may yield; then a value of the type `first`, if
/// there is one, is returned.
static Value makeLeavingIf(Draft &draft, Value leaves, StringRef exit,
                           TileType first = {}) {
  SmallVector<Type> types;
  bool isSecond = false;
  if (draft.goesFurther) {
    types = chooseResults(draft, 0);
    if (first && draft.choices.oneIn(2))
      types.insert(types.begin(), first);
    isSecond = draft.choices.oneIn(2);
  }
  TileType i1 = draft.scalar(draft.integer(1));
  if (isSecond)
    leaves = draft.define("xori", i1, {leaves, draft.constant(i1, int64_t(1))});
  Operation *made = draft.create("if", types, leaves, {}, /*regions=*/2);
  {
    Draft::Scope scope(draft, made->getRegion(isSecond));
    makeSteps(draft, draft.choices.below(2));
    if (exit == "continue")
      draft.endWithContinue();
    else if (exit == "break")
      draft.endWithBreak();
    else
      draft.create("return", {}, {});
  }
  if (!types.empty() || isSecond || draft.choices.oneIn(4)) {
    Draft::Scope scope(draft, made->getRegion(!isSecond));
    makeSteps(draft, draft.choices.below(2));
    yieldValues(draft, types);
  }
  bringResults(draft, made);
  return !types.empty() && types.front() == first ? made->getResult(0)
                                                  : Value();
}

/// Ends a branch; in a loop, sometimes by leaving or repeating it. One branch
/// must yield.
static void endBranch(Draft &draft, ArrayRef<Type> types, bool mayLeave) {
  makeSteps(draft, 1 + draft.choices.below(3));
  if (mayLeave && draft.goesFurther && !draft.loops.empty() &&
      draft.loops.back().mayExit && draft.choices.oneIn(4)) {
    // A break also where the loop has results; a counted loop has none.
    if (draft.loops.back().counter && draft.choices.oneIn(2))
      draft.endWithBreak();
    else
      draft.endWithContinue();
    return;
  }
  yieldValues(draft, types);
}

static void makeIf(Draft &draft, StringRef) {
  SmallVector<Type> types = chooseResults(draft, 0);
  Value condition = scalarCondition(draft);
  Operation *made = draft.create("if", types, condition, {}, /*regions=*/2);
  {
    Draft::Scope scope(draft, made->getRegion(0));
    endBranch(draft, types, /*mayLeave=*/true);
  }
  if (!types.empty() || draft.choices.oneIn(2)) {
    Draft::Scope scope(draft, made->getRegion(1));
    endBranch(draft, types, /*mayLeave=*/false);
  }
  bringResults(draft, made);
}

/// if (condition) { continue or break }
static void makeExit(Draft &draft, StringRef name) {
  if (name == "break" && !draft.loops.back().counter)
    name = "continue";
  makeLeavingIf(draft, scalarCondition(draft), name);
}

/// if (condition) { return }
static void makeReturn(Draft &draft, StringRef) {
  if (!draft.mayReturnEarly)
    return;
  draft.mayReturnEarly = false;
  makeLeavingIf(draft, scalarCondition(draft), "return");
}

//===----------------------------------------------------------------------===//
// Counted loops
//===----------------------------------------------------------------------===//

namespace {
struct Bounds {
  /// Lower bound, upper bound, step.
  SmallVector<Value> operands;
  SmallVector<NamedAttribute> attributes;
  SmallVector<int64_t, 3> passed;
  bool isUnsigned = false;
  void tell(DraftLoop &loop) const {
    loop.passed = passed;
    loop.isUnsigned = isUnsigned;
  }
};
} // namespace

static Bounds chooseBounds(Draft &draft, unsigned most) {
  Type element = draft.chooseWideInteger();
  unsigned width = element.getIntOrFloatBitWidth();
  Bounds bounds;
  bounds.isUnsigned = draft.choices.oneIn(3);
  if (bounds.isUnsigned)
    bounds.attributes.push_back(
        draft.named("unsignedCmp", draft.builder.getUnitAttr()));
  int64_t low = draft.choices.below(3);
  int64_t step = 1 + draft.choices.below(3);
  int64_t high = low + step * draft.choices.below(most + 1);
  // The last step goes beyond the bound.
  if (high > low)
    high -= draft.choices.below(step);
  // Those of unsigned numbers have their middle, those of narrow ones their
  // ends, where other readings differ.
  if (draft.isAtEdge() || draft.isAtEdge() ||
      ((bounds.isUnsigned || width < 32) && draft.choices.oneIn(3))) {
    std::array<APInt, 3> far =
        chooseFarBounds(draft.choices, width, bounds.isUnsigned, most);
    low = far[0].getSExtValue();
    high = far[1].getSExtValue();
    step = far[2].getSExtValue();
  }
  bounds.passed = {
      low, llvm::SignExtend64(uint64_t(low) + uint64_t(step), width), high};
  // Known all alike, or each perhaps.
  bool isKnown = draft.choices.oneIn(2);
  for (int64_t bound : {low, high, step})
    bounds.operands.push_back(isKnown
                                  ? draft.constant(draft.scalar(element), bound)
                                  : draft.number(element, bound));
  return bounds;
}

static void makeFor(Draft &draft, StringRef name) {
  DraftLoop loop;
  loop.carried = chooseResults(draft, 0);
  loop.results = loop.carried;
  loop.inexactCarried = loop.inexactResults =
      chooseInexact(draft, loop.carried);
  Bounds bounds = chooseBounds(draft, 4);
  bounds.tell(loop);
  SmallVector<Value> &operands = bounds.operands;
  for (auto [i, type] : llvm::enumerate(loop.carried)) {
    Draft::Taking taking(draft, loop.inexactCarried >> i & 1);
    operands.push_back(draft.value(cast<TileType>(type)));
  }
  SmallVector<Type> arguments = {operands[0].getType()};
  llvm::append_range(arguments, loop.carried);
  Operation *made = draft.create(name, loop.results, operands,
                                 bounds.attributes, /*regions=*/1);
  {
    Draft::Scope scope(draft, made->getRegion(0), arguments, &loop);
    draft.loops.back().induction = scope.block.getArgument(0);
    markInexact(draft, scope.block.getArguments().drop_front(),
                loop.inexactCarried);
    for (Value argument : scope.block.getArguments())
      draft.bring(argument);
    makeSteps(draft, 1 + draft.choices.below(3));
    if (draft.choices.oneIn(3)) {
      // Some iterations end early.
      makeExit(draft, "continue");
      makeSteps(draft, 1);
    }
    draft.endWithContinue();
  }
  markInexact(draft, made->getResults(), loop.inexactResults);
  for (Value result : made->getResults())
    draft.bring(result);
}

//===----------------------------------------------------------------------===//
// Regions that write
//===----------------------------------------------------------------------===//

/// Accesses of one place, after `before`; the token that follows them all.
static Value accessInRegion(Draft &draft, unsigned index, Value before) {
  draft.buffers[index].lastStore = before;
  draft.buffers[index].loads.clear();
  updateInPlace(draft, index, 1 + draft.choices.below(3));
  Value last = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  draft.buffers[index].loads.clear();
  return last;
}

/// Loads and stores of one place, ordered by a token that the loop carries.
static void makeOrderedFor(Draft &draft, StringRef) {
  unsigned index = chooseUpdated(draft);
  Value before = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  Bounds bounds = chooseBounds(draft, 3);
  SmallVector<Value> &operands = bounds.operands;
  operands.push_back(before ? before
                            : draft.make("make_token", draft.token(), {}));
  Operation *made = draft.create("for", draft.token(), operands,
                                 bounds.attributes, /*regions=*/1);
  {
    // Exits have to carry the token: no others are made in here.
    DraftLoop loop;
    loop.carried = {draft.token()};
    bounds.tell(loop);
    Draft::Scope scope(draft, made->getRegion(0),
                       {operands[0].getType(), draft.token()}, &loop);
    draft.loops.back().induction = scope.block.getArgument(0);
    draft.bring(scope.block.getArgument(0));
    Value carried = scope.block.getArgument(1);
    // Of what came before the loop, too, which says nothing more.
    if (draft.choices.oneIn(3)) {
      Value outer = operands.back();
      if (Value other = draft.anyToken(); other && draft.choices.oneIn(2))
        outer = other;
      SmallVector<Value> joined = {outer, carried};
      if (draft.choices.oneIn(2))
        std::swap(joined[0], joined[1]);
      carried = draft.make("join_tokens", draft.token(), joined);
    }
    Value last = accessInRegion(draft, index, carried);
    if (draft.choices.oneIn(3)) {
      Operation *exit =
          draft.create("if", {}, scalarCondition(draft), {}, /*regions=*/2);
      {
        Draft::Scope branch(draft, exit->getRegion(0));
        draft.create("continue", {},
                     draft.choices.oneIn(2) ? accessInRegion(draft, index, last)
                                            : last);
      }
      last = accessInRegion(draft, index, last);
    }
    draft.create("continue", {}, last);
  }
  draft.accessed(draft.buffers[index], /*isStore=*/true, made->getResult(0));
  // By other threads, often.
  if (draft.choices.oneIn(2))
    loadFrom(draft, index);
}

/// No iteration, and each would hand on a token that waits for nothing: what
/// follows waits for what came before the loop.
static void makeSkippedFor(Draft &draft, StringRef name) {
  unsigned index = chooseUpdated(draft);
  storeTo(draft, index,
          draft.value(draft.tile(draft.elementOf(draft.buffers[index].kind),
                                 DraftShape::Vector)));
  Type element = draft.chooseWideInteger();
  int64_t low = draft.choices.below(3);
  int64_t high = draft.choices.below(low + 1);
  SmallVector<Value> operands;
  for (int64_t bound : {low, high, int64_t(1)})
    operands.push_back(draft.number(element, bound));
  operands.push_back(draft.tokenFor(draft.buffers[index], /*isStore=*/true));
  Operation *made =
      draft.create(name, draft.token(), operands, {}, /*regions=*/1);
  {
    DraftLoop loop;
    loop.carried = {draft.token()};
    Draft::Scope scope(draft, made->getRegion(0),
                       {operands[0].getType(), draft.token()}, &loop);
    draft.create("continue", {}, draft.make("make_token", draft.token(), {}));
  }
  draft.accessed(draft.buffers[index], /*isStore=*/true, made->getResult(0));
  updateInPlace(draft, index, 1 + draft.choices.below(2));
}

/// At most one iteration, around what threads exchange elements for.
static void makeShortFor(Draft &draft, StringRef name) {
  if (!hasGroup(draft, OperationGroup::For))
    return;
  TileType type = draft.tile(draft.chooseWideInteger(), DraftShape::Vector);
  Type element = draft.chooseWideInteger();
  int64_t low = 1 + draft.choices.below(3);
  int64_t high = low - draft.choices.below(2) + draft.choices.oneIn(4);
  SmallVector<Value> operands;
  for (int64_t bound : {low, high, int64_t(1)})
    operands.push_back(draft.number(element, bound));
  operands.push_back(draft.value(type));
  Operation *made = draft.create(name, type, operands, {}, /*regions=*/1);
  {
    DraftLoop loop;
    loop.carried = loop.results = {type};
    Draft::Scope scope(draft, made->getRegion(0), {operands[0].getType(), type},
                       &loop);
    Value carried = scope.block.getArgument(1);
    Value sum = draft.splat(reduceVector(draft, carried), type.getShape());
    draft.create("continue", {}, draft.make("addi", type, {carried, sum}));
  }
  draft.bring(made->getResult(0));
}

/// One branch, or each in its way, writes; what follows waits for the `if`.
static void makeOrderedIf(Draft &draft, StringRef) {
  unsigned index = chooseUpdated(draft);
  Value before = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  if (!before)
    before = draft.make("make_token", draft.token(), {});
  unsigned writing = 1 + draft.choices.below(3);
  Operation *made = draft.create("if", draft.token(), scalarCondition(draft),
                                 {}, /*regions=*/2);
  for (unsigned branch : {0, 1}) {
    Draft::Scope scope(draft, made->getRegion(branch));
    draft.create("yield", {},
                 writing >> branch & 1 ? accessInRegion(draft, index, before)
                                       : before);
  }
  draft.accessed(draft.buffers[index], /*isStore=*/true, made->getResult(0));
  updateInPlace(draft, index, 1);
}

//===----------------------------------------------------------------------===//
// Uncounted loops
//===----------------------------------------------------------------------===//

/// A counter ends it after a few iterations.
static void makeLoop(Draft &draft, StringRef name) {
  TileType i32 = draft.scalar(draft.integer(32));
  DraftLoop loop;
  loop.carried = {i32};
  llvm::append_range(loop.carried, chooseResults(draft, 0));
  loop.results = chooseResults(draft, 0);
  loop.inexactCarried = chooseInexact(draft, loop.carried);
  loop.inexactResults = chooseInexact(draft, loop.results);
  SmallVector<Value> operands = {draft.number(i32.getElementType(), 0)};
  for (auto [i, type] : llvm::drop_begin(llvm::enumerate(loop.carried))) {
    Draft::Taking taking(draft, loop.inexactCarried >> i & 1);
    operands.push_back(draft.value(cast<TileType>(type)));
  }
  Value most = draft.number(i32.getElementType(), draft.choices.below(4));
  Operation *made =
      draft.create(name, loop.results, operands, {}, /*regions=*/1);
  {
    Draft::Scope scope(draft, made->getRegion(0), loop.carried, &loop);
    Value counter = scope.block.getArgument(0);
    draft.loops.back().counter = counter;
    markInexact(draft, scope.block.getArguments(), loop.inexactCarried);
    for (Value argument : scope.block.getArguments())
      draft.bring(argument);
    Value isDone = draft.make(
        "cmpi", draft.scalar(draft.integer(1)), {counter, most},
        {predicate(draft, ct::ComparisonPredicate::GreaterThanOrEqual),
         draft.signedness(true)});
    Operation *check = draft.create("if", {}, isDone, {}, /*regions=*/2);
    {
      Draft::Scope branch(draft, check->getRegion(0));
      draft.endWithBreak();
    }
    makeSteps(draft, 1 + draft.choices.below(3));
    if (draft.choices.below(3))
      makeExit(draft, draft.choices.below(3) ? "continue" : "break");
    // A last iteration, whatever the counter says.
    if (draft.choices.oneIn(4))
      draft.endWithBreak();
    else
      draft.endWithContinue();
  }
  markInexact(draft, made->getResults(), loop.inexactResults);
  for (Value result : made->getResults())
    draft.bring(result);
}

//===----------------------------------------------------------------------===//
// Loops without carried values
//===----------------------------------------------------------------------===//

/// Elements of this block in a buffer that one place stores to.
static constexpr int64_t storedElements = 16;

namespace {
/// A new buffer of the draft, which only the loop stores to.
struct StoredBuffer {
  TileType value;
  /// This block's first element.
  Value pointer;
};
} // namespace

static StoredBuffer makeStoredBuffer(Draft &draft) {
  Type element = draft.chooseNumber();
  if (element.isInteger(1))
    element = draft.integer(32);
  unsigned index =
      draft.addBuffer(*elementKindOf(element), storedElements, "fill(5)",
                      /*readOnly=*/false);
  Value base = draft.buffers[index].pointer;
  draft.buffers.erase(draft.buffers.begin() + index);
  Value first = draft.define(
      "muli", draft.scalar(draft.integer(32)),
      {draft.blockIndex(draft.integer(32)),
       draft.constant(draft.scalar(draft.integer(32)), storedElements)});
  return {draft.scalar(element),
          draft.make("offset", base.getType(), {base, first})};
}

/// Of a value; null: chosen.
static void storeElement(Draft &draft, const StoredBuffer &buffer, Value index,
                         Value value) {
  Draft::Taking taking(draft, /*inexact=*/true);
  Value pointer =
      draft.make("offset", buffer.pointer.getType(), {buffer.pointer, index});
  draft.create("store_ptr_tko", draft.token(),
               {pointer, value ? value : draft.value(buffer.value)},
               {orderingAttr(draft, ct::MemoryOrdering::Weak),
                draft.segments({1, 1, 0, 0})});
}

/// Each iteration stores to an element of its own, but for those that end
/// early.
static void makeStoringFor(Draft &draft, StringRef name) {
  StoredBuffer buffer = makeStoredBuffer(draft);
  Type element = draft.chooseWideInteger();
  int64_t low = draft.choices.below(3), step = 1 + draft.choices.below(2);
  int64_t high = low + step * draft.choices.below(5);
  SmallVector<Value> bounds;
  for (int64_t bound : {low, high, step})
    bounds.push_back(draft.number(element, bound));
  SmallVector<NamedAttribute> attributes;
  if (draft.choices.oneIn(3))
    attributes.push_back(
        draft.named("unsignedCmp", draft.builder.getUnitAttr()));
  Operation *made = draft.create(name, {}, bounds, attributes, /*regions=*/1);
  DraftLoop loop;
  Draft::Scope scope(draft, made->getRegion(0), bounds[0].getType(), &loop);
  Value induction = scope.block.getArgument(0);
  draft.loops.back().induction = induction;
  draft.bring(induction);
  makeSteps(draft, draft.choices.below(2));
  Value stored;
  if (draft.choices.below(3))
    stored = makeLeavingIf(draft, tripCondition(draft, induction), "continue",
                           buffer.value);
  storeElement(draft, buffer, induction, stored);
  draft.endWithContinue();
}

/// One iteration: what would make another is false whenever it is asked.
static void makeBareLoop(Draft &draft, StringRef name) {
  StoredBuffer buffer = makeStoredBuffer(draft);
  DraftLoop loop;
  loop.results = chooseResults(draft, 0);
  loop.inexactResults = chooseInexact(draft, loop.results);
  loop.mayExit = false;
  Type i32 = draft.integer(32);
  auto decide = [&](bool wanted) {
    int64_t number = draft.choices.below(3);
    return draft.define("cmpi", draft.scalar(draft.integer(1)),
                        {draft.number(i32, number),
                         draft.number(i32, wanted ? number : number + 1)},
                        {predicate(draft, ct::ComparisonPredicate::Equal),
                         draft.chooseSignedness()});
  };
  Operation *made = draft.create(name, loop.results, {}, {}, /*regions=*/1);
  {
    Draft::Scope scope(draft, made->getRegion(0), {}, &loop);
    makeSteps(draft, draft.choices.below(3));
    auto store = [&](int64_t first, Value value) {
      int64_t index = first + draft.choices.below(storedElements / 2);
      storeElement(draft, buffer, draft.number(i32, index), value);
    };
    store(0, {});
    bool breaks = draft.choices.oneIn(2);
    Value yielded = makeLeavingIf(draft, decide(breaks),
                                  breaks ? "break" : "continue", buffer.value);
    // Another element than before: nothing orders the two.
    if (yielded)
      store(storedElements / 2, yielded);
    if (breaks)
      draft.endWithContinue();
    else
      draft.endWithBreak();
  }
  markInexact(draft, made->getResults(), loop.inexactResults);
  for (Value result : made->getResults())
    draft.bring(result);
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"if", makeIf, Group::If, 12, Lowered | Nests},
    {"yield", makeIf, Group::If, 0, Lowered | Nests},
    {"for", makeFor, Group::For, 8, Lowered | Nests},
    {"for", makeOrderedFor, Group::For, 4,
     Lowered | Nests | TopLevel | Accesses},
    {"for", makeSkippedFor, Group::For, 2,
     Lowered | Nests | TopLevel | Accesses},
    {"for", makeShortFor, Group::Reduce, 2, Lowered | Nests},
    {"if", makeOrderedIf, Group::If, 5, Lowered | Nests | TopLevel | Accesses},
    {"loop", makeLoop, Group::Loop, 12, Further | Nests},
    {"for", makeStoringFor, Group::For, 3,
     Lowered | Nests | NotInLoops | Accesses},
    {"loop", makeBareLoop, Group::Loop, 4,
     Further | Nests | NotInLoops | Accesses},
    {"continue", makeExit, Group::Exit, 6, Lowered | Nests | InLoops},
    {"break", makeExit, Group::Exit, 8, Further | Nests | InLoops},
    {"return", makeReturn, Group::Exit, 1, Lowered | Nests | NotInLoops},
};
llvm::ArrayRef<OperationRow> tilefuzz::getControlOperations() { return rows; }
