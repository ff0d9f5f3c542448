//===- TileAARings.cpp - Several queues of one agent, in loops ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each queue is put into and taken from at any place in the steps of an
// iteration, as long as nobody waits for itself and an iteration leaves as much
// in it as there was. So the same loop may begin again, in another or after
// it, and who has filled the queue before it empties it behind. Steps of one
// queue stand beside those of another, or in the bodies of its puts and gets.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/TileAA/TileAAMemory.h"
#include "fuzz/Generate/TileAA/TileAAQueue.h"
#include "fuzz/Generate/TileAA/TileAARows.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

namespace {
struct Ring {
  /// Null: not made yet.
  Value queue;
  SmallVector<Type> types;
  unsigned depth = 1;
  /// What is in it between iterations.
  unsigned held = 0;
  /// Made in a loop, anew in each iteration.
  bool isInner = false;
  /// What came out of it so far.
  Value sum;
  /// A put or a get of it is being made.
  bool isOpen = false;
  /// Of an iteration, the last one first: puts, and gets.
  SmallVector<bool> plan;
};

class RingsMaker {
public:
  explicit RingsMaker(TileAADraft &draft) : draft(draft) {}
  void run();

private:
  Ring makeRing(bool ofNumbers);
  void make(Ring &ring) {
    ring.queue = makeQueueOf(draft, ring.types, ring.depth);
  }
  bool hasMemory(const Ring &ring) const {
    return memory.pointer && &ring == &rings.front();
  }
  SmallVector<bool> planFor(const Ring &ring);
  /// What an iteration does with the queues, as much in as out.
  void steps();
  void branch();
  void loop(bool hasInner);
  void step(Ring &ring, unsigned level);
  void put(Ring &ring, unsigned level);
  void get(Ring &ring, unsigned level);
  /// In the body of a put or get: a step of another queue.
  void nest(unsigned level);
  Value place(Value number);

  /// What goes round.
  SmallVector<Value> getState() const;
  void setState(ValueRange values);

  TileAADraft &draft;
  SmallVector<Ring, 3> rings;
  /// What the bodies of the first one's access; no pointer: nothing.
  TileAABuffer memory;
  /// How many of its elements are written; and the token of all accesses, if
  /// tokens go through the queue.
  Value written, token;
  bool nests = false;
};
} // namespace

Ring RingsMaker::makeRing(bool ofNumbers) {
  Ring ring;
  ring.types = chooseQueueTypes(draft, /*scalars=*/ofNumbers);
  // Data go from one queue to the other.
  if (!rings.empty() && draft.choices.oneIn(2))
    ring.types.front() = rings.front().types.front();
  if (ofNumbers)
    ring.types.push_back(draft.i32());
  ring.depth = 1 + draft.choices.below(4);
  ring.isInner = !ofNumbers && draft.choices.oneIn(4);
  if (!ring.isInner)
    ring.held = draft.choices.below(ring.depth);
  return ring;
}

SmallVector<Value> RingsMaker::getState() const {
  SmallVector<Value> state;
  for (const Ring &ring : rings)
    state.push_back(ring.sum);
  for (Value value : {written, token})
    if (value)
      state.push_back(value);
  return state;
}

void RingsMaker::setState(ValueRange values) {
  for (Ring &ring : rings) {
    ring.sum = draft.bring(values.front());
    values = values.drop_front();
  }
  for (Value *value : {&written, &token})
    if (*value) {
      *value = values.front();
      values = values.drop_front();
    }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

SmallVector<bool> RingsMaker::planFor(const Ring &ring) {
  unsigned puts = 1 + draft.choices.below(3), gets = puts, held = ring.held;
  SmallVector<bool> plan;
  while (puts || gets) {
    bool canPut = puts && held < ring.depth, canGet = gets && held;
    bool isPut = canPut && (!canGet || draft.choices.oneIn(2));
    (isPut ? puts : gets) -= 1;
    held += isPut ? 1 : -1;
    plan.push_back(isPut);
  }
  return SmallVector<bool>(llvm::reverse(plan));
}

Value RingsMaker::place(Value number) {
  Value pointer = memory.pointer;
  for (Value offset : {draft.firstElement(memory.perBlock), number})
    pointer = draft.make<aa::AddPtrOp>(pointer.getType(), {pointer, offset});
  return pointer;
}

void RingsMaker::nest(unsigned level) {
  if (!nests || level > 1 || draft.choices.oneIn(3))
    return;
  for (Ring &ring : rings)
    if (!ring.isOpen && !hasMemory(ring) && !ring.plan.empty())
      return step(ring, level + 1);
}

void RingsMaker::put(Ring &ring, unsigned level) {
  Value number = written;
  makePut(draft, ring.queue, [&] {
    nest(level);
    SmallVector<Value> values;
    for (Type type : ring.types)
      values.push_back(type == draft.token() ? token : draft.value(type));
    if (!hasMemory(ring))
      return values;
    // Each put has an element of its own.
    unsigned last = ring.types.size() - 1 - bool(token);
    values[last] = number;
    auto store = makeStore(draft, place(number), values.front(), Value(),
                           token && draft.choices.oneIn(2) ? token : Value());
    if (token)
      values.back() = store.getResultToken();
    return values;
  });
  if (hasMemory(ring))
    written = draft.make<arith::AddIOp>(
        draft.i32(), {written, draft.constant(draft.i32(), int64_t(1))});
}

/// The body of a get comes after that of its put, also without its token.
void RingsMaker::get(Ring &ring, unsigned level) {
  Type type = ring.types.front();
  SmallVector<Type> more;
  if (hasMemory(ring)) {
    more.push_back(type);
    if (token)
      more.push_back(draft.token());
  }
  ResultRange results =
      makeGet(draft, ring.queue, ring.types, more, [&](ValueRange arguments) {
        for (Value argument : arguments)
          if (argument.getType() != draft.token())
            draft.bring(argument);
        nest(level);
        SmallVector<Value> values;
        if (more.empty())
          return values;
        Value number = arguments.drop_back(bool(token)).back();
        Value after =
            token && draft.choices.oneIn(2) ? arguments.back() : Value();
        auto load = makeLoad(draft, place(number), Value(), Value(), after);
        values.push_back(load.getResult());
        if (token)
          values.push_back(
              draft.join({arguments.back(), load.getResultToken()}));
        return values;
      });
  if (level) {
    for (Value result : results)
      draft.bring(result);
    return;
  }
  SmallVector<Value> summands{ring.sum};
  SmallVector<Value> tokens;
  for (Value result : results)
    (result.getType() == draft.token() ? tokens : summands).push_back(result);
  if (Value sum = combineResults(draft, summands, type))
    ring.sum = draft.bring(sum);
  if (token && !tokens.empty()) {
    tokens.push_back(token);
    token = draft.join(tokens);
  }
}

void RingsMaker::step(Ring &ring, unsigned level) {
  bool isPut = ring.plan.pop_back_val();
  ring.isOpen = true;
  isPut ? put(ring, level) : get(ring, level);
  ring.isOpen = false;
}

void RingsMaker::steps() {
  SmallVector<Ring *> left;
  for (Ring &ring : rings)
    if (ring.queue && (left.empty() || !draft.choices.oneIn(6))) {
      ring.plan = planFor(ring);
      left.push_back(&ring);
    }
  bool isOneByOne = draft.choices.oneIn(3);
  while (true) {
    llvm::erase_if(left, [](Ring *ring) { return ring->plan.empty(); });
    if (left.empty())
      return;
    step(*left[isOneByOne ? 0 : draft.choices.below(left.size())], 0);
  }
}

/// The queues turn on one side and not, or otherwise, on the other.
void RingsMaker::branch() {
  SmallVector<Value> before = getState();
  auto made = draft.create<scf::IfOp>(
      TypeRange(ValueRange(before)), draft.condition(draft.i1()), [](auto &) {},
      /*regions=*/2);
  for (Region *region : {&made.getThenRegion(), &made.getElseRegion()}) {
    TileAADraft::Scope scope(draft, *region);
    setState(before);
    if (region == &made.getThenRegion() || draft.choices.oneIn(2))
      steps();
    scf::YieldOp::create(draft.builder, draft.loc, getState());
  }
  setState(made.getResults());
}

void RingsMaker::loop(bool hasInner) {
  SmallVector<Value> operands = {
      draft.number(draft.i32(), draft.choices.below(2)),
      draft.number(draft.i32(), draft.choices.below(hasInner ? 4 : 6)),
      draft.number(draft.i32(), 1 + draft.choices.below(2))};
  SmallVector<Value> state = getState();
  operands.append(state);
  auto made = draft.create<scf::ForOp>(
      TypeRange(ValueRange(state)), operands, [](auto &) {}, /*regions=*/1);
  {
    SmallVector<Type> arguments{draft.i32()};
    llvm::append_range(arguments, TypeRange(ValueRange(state)));
    TileAADraft::Scope scope(draft, made.getRegion(), arguments);
    draft.bring(scope.block.getArgument(0));
    setState(scope.block.getArguments().drop_front());
    SmallVector<Ring *> madeHere;
    for (Ring &ring : rings)
      if (!ring.queue) {
        make(ring);
        madeHere.push_back(&ring);
      }
    if (!hasInner) {
      draft.choices.oneIn(4) ? branch() : steps();
    } else {
      if (draft.choices.oneIn(3))
        steps();
      loop(/*hasInner=*/false);
      if (draft.choices.oneIn(3))
        steps();
    }
    for (Ring *ring : madeHere)
      ring->queue = {};
    scf::YieldOp::create(draft.builder, draft.loc, getState());
  }
  setState(made.getResults());
}

void RingsMaker::run() {
  bool accesses = draft.choices.oneIn(3);
  for (unsigned i = 0, count = 2 + draft.choices.oneIn(4); i < count; ++i)
    rings.push_back(makeRing(accesses && i == 0));
  nests = draft.choices.oneIn(2);
  Ring &first = rings.front();
  bool hasToken = accesses && draft.choices.oneIn(2);
  if (accesses) {
    // At most 3 before, 9 of each inner loop and 6 around it, 3 times, twice.
    constexpr unsigned most = 3 + 2 * 3 * (5 * 3 + 2 * 3);
    draft.addBuffer(*elementKindOf(first.types.front()), most, "fill(5)",
                    /*readOnly=*/false);
    // Nobody else meets it until we are done.
    memory = draft.buffers.pop_back_val();
    written = draft.constant(draft.i32(), int64_t(0));
    if (hasToken) {
      token = draft.freshToken();
      first.types.push_back(draft.token());
    }
  }
  for (Ring &ring : rings) {
    ring.sum = draft.value(ring.types.front());
    if (!ring.isInner)
      make(ring);
  }
  for (Ring &ring : rings)
    for (unsigned i = 0; i < ring.held; ++i)
      put(ring, 0);
  for (unsigned i = 0, count = 1 + draft.choices.oneIn(3); i < count; ++i)
    loop(/*hasInner=*/draft.choices.oneIn(3));
  for (Ring &ring : rings)
    for (unsigned i = 0; i < ring.held; ++i)
      get(ring, 0);
  if (!token)
    return;
  draft.buffers.push_back(memory);
  unsigned index = draft.buffers.size() - 1;
  draft.accessed(index, /*isStore=*/true, token);
}

void tilefuzz::makeRings(TileAADraft &draft) { RingsMaker(draft).run(); }
