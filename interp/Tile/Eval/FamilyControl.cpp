//===- FamilyControl.cpp - Branches and loops -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;

static void bind(Machine &machine, llvm::ArrayRef<unsigned> slots,
                 llvm::ArrayRef<Value> values) {
  for (auto [slot, value] : llvm::zip_equal(slots, values))
    machine.slots[slot] = value;
}

/// The owner's results are what its region gave; control goes on after it.
static Flow finish(Machine &machine, const Frame &frame) {
  bind(machine, frame.owner->results, machine.carried);
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static Flow leaveIf(Machine &machine, Frame &frame, Flow flow) {
  return flow == Flow::Yield ? finish(machine, frame) : flow;
}

Flow tilefuzz::evalIf(Machine &machine, const Instruction &in) {
  const TileValue &condition = machine.tile(in, 0);
  if (condition.isUnspecified(0))
    return machine.unstable(in, "control flow");
  const DecodedBlock &branch = in.regions[condition.bits[0] ? 0 : 1];
  if (branch.empty())
    return Flow::Next;
  return machine.enter({&branch, &in, leaveIf});
}

//===----------------------------------------------------------------------===//
// Counted loops
//===----------------------------------------------------------------------===//

/// Begins the iteration for the counter, or ends the loop.
static Flow nextTrip(Machine &machine, Frame &frame) {
  if (frame.counter >= frame.end)
    return finish(machine, frame);
  llvm::ArrayRef<unsigned> arguments = frame.owner->regionArguments[0];
  unsigned width = widthOf(elementOf(frame.owner->op->getOperand(0)));
  uint64_t counter =
      uint64_t(frame.counter) & llvm::maskTrailingOnes<uint64_t>(width);
  machine.slots[arguments[0]].tile =
      makeShared<TileValue>(TileValue{{counter}, {}, {}});
  bind(machine, arguments.drop_front(), machine.carried);
  return Flow::Enter;
}

static Flow leaveFor(Machine &machine, Frame &frame, Flow flow) {
  if (flow != Flow::Continue && flow != Flow::Yield)
    return flow;
  frame.counter += frame.step;
  return nextTrip(machine, frame);
}

Flow tilefuzz::evalFor(Machine &machine, const Instruction &in,
                       bool isUnsigned) {
  unsigned width = widthOf(elementOf(in.op->getOperand(0)));
  using Wide = __int128;
  Wide bounds[3];
  for (unsigned k = 0; k < 3; ++k) {
    const TileValue &bound = machine.tile(in, k);
    if (bound.isUnspecified(0) || bound.isInexact(0))
      return machine.unstable(in, "control flow");
    // The step must be positive; of cuda_tile it is read signed in both cases.
    bounds[k] = isUnsigned && (k < 2 || llvm::isa<mlir::scf::ForOp>(in.op))
                    ? Wide(bound.bits[0])
                    : Wide(llvm::SignExtend64(bound.bits[0], width));
  }
  if (bounds[2] <= 0)
    return machine.undefined(in, Undefined::LoopStepNotPositive);
  machine.carried.clear();
  for (unsigned operand : llvm::ArrayRef(in.operands).drop_front(3))
    machine.carried.push_back(machine.slots[operand]);
  Frame frame{&in.regions[0], &in, leaveFor};
  frame.isLoop = true;
  frame.counter = bounds[0];
  frame.end = bounds[1];
  frame.step = bounds[2];
  Flow flow = nextTrip(machine, frame);
  return flow == Flow::Enter ? machine.enter(std::move(frame)) : flow;
}

//===----------------------------------------------------------------------===//
// Uncounted loops
//===----------------------------------------------------------------------===//

/// Whether an iteration that begins with one does what an iteration that began
/// with the other did, if memory is the same. Tokens decide no value.
static bool isSame(const Value &a, const Value &b) {
  if (a.token || b.token)
    return true;
  if (a.view || b.view)
    return a.view == b.view;
  return a.tile == b.tile ||
         (a.tile && b.tile && a.tile->bits == b.tile->bits &&
          a.tile->unspecified == b.tile->unspecified &&
          a.tile->buffers == b.tile->buffers);
}

static void noteTrip(Machine &machine, Frame &frame) {
  frame.changes = machine.memory.changes;
  frame.accesses = machine.memory.accesses().size();
}

static Flow leaveLoop(Machine &machine, Frame &frame, Flow flow) {
  if (flow == Flow::Break)
    return finish(machine, frame);
  if (flow != Flow::Continue)
    return flow;
  if (frame.changes == machine.memory.changes &&
      llvm::equal(frame.initial, machine.carried, isSame)) {
    machine.waitsIn = frame.owner;
    machine.waitsSince = frame.accesses;
  }
  frame.initial = machine.carried;
  noteTrip(machine, frame);
  bind(machine, frame.owner->regionArguments[0], machine.carried);
  return Flow::Enter;
}

Flow tilefuzz::evalLoop(Machine &machine, const Instruction &in) {
  Frame frame{&in.regions[0], &in, leaveLoop};
  frame.isLoop = true;
  for (unsigned operand : in.operands)
    frame.initial.push_back(machine.slots[operand]);
  noteTrip(machine, frame);
  bind(machine, in.regionArguments[0], frame.initial);
  return machine.enter(std::move(frame));
}

static Flow leaveWhile(Machine &machine, Frame &frame, Flow flow) {
  const std::vector<DecodedBlock> &regions = frame.owner->regions;
  if (frame.block == &regions[0]) {
    if (flow == Flow::Break)
      return finish(machine, frame);
    if (flow != Flow::Continue)
      return flow;
    bind(machine, frame.owner->regionArguments[1], machine.carried);
    frame.block = &regions[1];
    return Flow::Enter;
  }
  if (flow != Flow::Yield)
    return flow;
  if (frame.changes == machine.memory.changes &&
      llvm::equal(frame.initial, machine.carried, isSame)) {
    machine.waitsIn = frame.owner;
    machine.waitsSince = frame.accesses;
  }
  frame.initial = machine.carried;
  noteTrip(machine, frame);
  bind(machine, frame.owner->regionArguments[0], machine.carried);
  frame.block = &regions[0];
  return Flow::Enter;
}

Flow tilefuzz::evalWhile(Machine &machine, const Instruction &in) {
  Frame frame{&in.regions[0], &in, leaveWhile};
  frame.isLoop = true;
  for (unsigned operand : in.operands)
    frame.initial.push_back(machine.slots[operand]);
  noteTrip(machine, frame);
  bind(machine, in.regionArguments[0], frame.initial);
  return machine.enter(std::move(frame));
}

//===----------------------------------------------------------------------===//
// Regions that are run once
//===----------------------------------------------------------------------===//

Flow tilefuzz::evalRegion(Machine &machine, const Instruction &in) {
  return machine.enter({&in.regions[0], &in, leaveIf});
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Calls that are active at once. A device's stack is small, too.
static constexpr size_t mostCalls = 256;

static Flow leaveCall(Machine &machine, Frame &frame, Flow flow) {
  if (flow != Flow::Return)
    return flow;
  for (auto [i, value] : llvm::enumerate(frame.initial))
    machine.slots[frame.owner->callee->firstSlot + i] = std::move(value);
  return finish(machine, frame);
}

Flow tilefuzz::evalCall(Machine &machine, const Instruction &in) {
  const DecodedFunction &callee = *in.callee;
  size_t calls = 0;
  bool isActive = false;
  // An agent sees values of the activations around it.
  for (const Machine *at = &machine; at; at = at->parent)
    for (const Frame &frame : at->activeFrames()) {
      calls += frame.owner && frame.owner->callee;
      isActive |= frame.block == &callee.body;
    }
  if (calls == mostCalls)
    return machine.unsupported(in, "more than 256 calls within each other");
  llvm::SmallVector<Value> arguments;
  for (unsigned operand : in.operands)
    arguments.push_back(machine.slots[operand]);
  Frame frame{&callee.body, &in, leaveCall};
  // An activation has its own values.
  if (isActive)
    for (unsigned slot = callee.firstSlot; slot < callee.endSlot; ++slot)
      frame.initial.push_back(machine.slots[slot]);
  bind(machine, callee.arguments, arguments);
  return machine.enter(std::move(frame));
}
