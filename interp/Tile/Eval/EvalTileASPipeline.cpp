//===- EvalTileASPipeline.cpp - Pipelines ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 3.3 and 3.6. Of a ring without mbarriers a block is the one agent:
// what it would have to wait for and has not begun itself never comes, so that
// it is undefined behaviour at once; with mbarriers it waits. Undefined is what
// is read before its wait, even if the copy is complete by then: nothing says
// that it is.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/Pipelines.h"
#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Evaluators.h"
#include "interp/Tile/Queues.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace mlir::nv_tileas;
using State = PipelineSlot::State;

static Flow evalCreatePipeline(Machine &machine, const Instruction &in) {
  if (!machine.queues)
    machine.queues = std::make_shared<QueueTable>();
  std::vector<Pipeline> &pipelines = machine.queues->pipelines;
  auto create = llvm::cast<CreatePipelineOp>(in.op);
  Pipeline &ring = pipelines.emplace_back();
  ring.slots.resize(create.getType().getDepth());
  ring.offset = getRingOffset(create);
  ring.slotBytes = getSlotBytes(create.getType());
  ring.hasBarriers = create.getBarrierSlot().has_value();
  ring.created = &in;
  machine.setTile(in, 0, TileValue{{pipelines.size() - 1}, {}, {}});
  return Flow::Next;
}

/// An iterator is 2 * slot + parity.
static Flow evalCreateIterator(Machine &machine, const Instruction &in) {
  machine.setTile(in, 0, TileValue{{0}, {}, {}});
  return Flow::Next;
}

static Flow evalIncIter(Machine &machine, const Instruction &in) {
  uint64_t depth =
      llvm::cast<IncIterOp>(in.op).getIterator().getType().getDepth();
  uint64_t iterator = machine.tile(in, 0).bits[0];
  uint64_t slot = iterator / 2 + 1, parity = iterator & 1;
  if (slot == depth) {
    slot = 0;
    parity ^= 1;
  }
  machine.setTile(in, 0, TileValue{{2 * slot + parity}, {}, {}});
  return Flow::Next;
}

/// Operand 0 is the pipeline, operand 1 names the slot: a token by its number.
static PipelineSlot &slotOf(Machine &machine, const Instruction &in,
                            uint64_t slot) {
  return machine.queues->pipelines[machine.tile(in, 0).bits[0]].slots[slot];
}
static PipelineSlot &slotOfToken(Machine &machine, const Instruction &in) {
  return slotOf(machine, in, machine.tile(in, 1).bits[0]);
}
static PipelineSlot &slotOfIterator(Machine &machine, const Instruction &in) {
  return slotOf(machine, in, machine.tile(in, 1).bits[0] / 2);
}

//===----------------------------------------------------------------------===//
// Waiting for mbarriers; of the operation that waits
//===----------------------------------------------------------------------===//

static const Pipeline &ringOf(const Machine &machine, const Instruction &in) {
  return machine.queues->pipelines[machine.tile(in, 0).bits[0]];
}
static const PipelineSlot &slotAhead(const Machine &machine) {
  const Instruction &in = machine.next();
  return ringOf(machine, in).slots[machine.tile(in, 1).bits[0] / 2];
}
static bool isFull(const PipelineSlot &slot) {
  return slot.state == State::Committed || slot.state == State::Waited;
}
static std::string describeSlot(const Machine &machine, const char *state) {
  const Instruction &in = machine.next();
  return "slot " + std::to_string(machine.tile(in, 1).bits[0] / 2) +
         " of the pipeline of " +
         machine.siteOf(*ringOf(machine, in).created).location + " is not " +
         state;
}

static constexpr WaitKind waitForEmpty = {
    [](const Machine &machine) {
      return slotAhead(machine).state == State::Empty;
    },
    [](const Machine &machine) { return describeSlot(machine, "empty"); }};
static constexpr WaitKind waitForFull = {
    [](const Machine &machine) { return isFull(slotAhead(machine)); },
    [](const Machine &machine) { return describeSlot(machine, "full"); }};

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

/// Whether bytes of the slot belong to a slot of another ring that is not
/// empty.
static bool isTaken(const QueueTable &queues, const Pipeline &ring,
                    uint64_t slot) {
  if (!ring.offset)
    return false;
  int64_t begin = *ring.offset + int64_t(slot) * ring.slotBytes;
  for (const Pipeline &other : queues.pipelines) {
    if (!other.offset || &other == &ring)
      continue;
    for (auto [index, beside] : llvm::enumerate(other.slots)) {
      int64_t from = *other.offset + int64_t(index) * other.slotBytes;
      if (beside.state != State::Empty && from < begin + ring.slotBytes &&
          begin < from + other.slotBytes)
        return true;
    }
  }
  return false;
}

static Flow evalAcquire(Machine &machine, const Instruction &in) {
  PipelineSlot &slot = slotOfIterator(machine, in);
  uint64_t iterator = machine.tile(in, 1).bits[0];
  const Pipeline &ring = ringOf(machine, in);
  if (ring.hasBarriers && slot.state != State::Empty)
    return machine.wait(in, waitForEmpty);
  if (slot.state != State::Empty ||
      isTaken(*machine.queues, ring, iterator / 2))
    return machine.undefined(in, Undefined::SlotOverwritten);
  if ((iterator & 1) != (slot.releases & 1))
    return machine.undefined(in, Undefined::SlotParity);
  slot.state = State::Acquired;
  slot.by = &in;
  machine.setTile(in, 0, TileValue{{iterator / 2}, {}, {}});
  if (in.results.size() > 1)
    machine.slots[in.results[1]] = slot.token;
  return Flow::Next;
}

static Flow leaveWrite(Machine &machine, Frame &frame, Flow flow) {
  if (flow != Flow::Yield)
    return flow;
  const Instruction &in = *frame.owner;
  PipelineSlot &slot = slotOfToken(machine, in);
  slot.parts.assign(machine.carried.begin(), machine.carried.end());
  slot.token = slot.parts.back();
  slot.parts.pop_back();
  slot.state = State::Written;
  slot.by = &in;
  machine.slots[in.results[0]] = machine.slots[in.operands[1]];
  return Flow::Next;
}

static Flow evalWrite(Machine &machine, const Instruction &in) {
  if (slotOfToken(machine, in).state != State::Acquired)
    return machine.undefined(in, Undefined::SlotCommit);
  return machine.enter(Frame{&in.regions[0], &in, leaveWrite});
}

static Flow evalCommit(Machine &machine, const Instruction &in) {
  PipelineSlot &slot = slotOfToken(machine, in);
  if (slot.state != State::Written)
    return machine.undefined(in, Undefined::SlotCommit);
  slot.state = State::Committed;
  // No group is made of what an mbarrier waits for.
  if (!ringOf(machine, in).hasBarriers)
    slot.commit = ++machine.queues->commits;
  slot.by = &in;
  return Flow::Next;
}

static Flow evalWait(Machine &machine, const Instruction &in) {
  PipelineSlot &slot = slotOfIterator(machine, in);
  if (!isFull(slot))
    return ringOf(machine, in).hasBarriers
               ? machine.wait(in, waitForFull)
               : machine.undefined(in, Undefined::SlotNeverFull);
  uint64_t iterator = machine.tile(in, 1).bits[0];
  if ((iterator & 1) != (slot.releases & 1))
    return machine.undefined(in, Undefined::SlotParity);
  uint64_t pending = llvm::cast<ConsumerWaitOp>(in.op).getPending();
  if (!ringOf(machine, in).hasBarriers &&
      slot.commit + pending > machine.queues->commits)
    return machine.undefined(in, Undefined::CopyStillPending);
  slot.state = State::Waited;
  slot.by = &in;
  machine.setTile(in, 0, TileValue{{iterator / 2}, {}, {}});
  machine.slots[in.results[1]] = slot.token;
  return Flow::Next;
}

static Flow evalRead(Machine &machine, const Instruction &in) {
  PipelineSlot &slot = slotOfToken(machine, in);
  if (slot.state != State::Waited)
    return machine.undefined(in, Undefined::SlotReadEarly);
  for (auto [result, part] : llvm::zip_equal(in.results, slot.parts))
    machine.slots[result] = part;
  return Flow::Next;
}

static Flow evalRelease(Machine &machine, const Instruction &in) {
  PipelineSlot &slot = slotOfToken(machine, in);
  if (slot.state != State::Waited)
    return machine.undefined(in, Undefined::SlotRelease);
  slot.state = State::Empty;
  slot.parts.clear();
  slot.token = in.operands.size() > 2 ? machine.slots[in.operands[2]] : Value();
  ++slot.releases;
  slot.by = &in;
  return Flow::Next;
}

bool tilefuzz::endPipelines(Machine &machine) {
  for (const Pipeline &pipeline : machine.queues->pipelines)
    for (const PipelineSlot &slot : pipeline.slots)
      if (slot.state != State::Empty) {
        machine.undefined(*slot.by, Undefined::SlotLeft);
        return false;
      }
  return true;
}

static constexpr EvaluatorRow rows[] = {
    {"nv_tileas.async.pipeline.create_pipeline", evalCreatePipeline},
    {"nv_tileas.async.pipeline.create_iterator", evalCreateIterator},
    {"nv_tileas.async.pipeline.inc_iter", evalIncIter},
    {"nv_tileas.async.pipeline.producer_acquire", evalAcquire},
    {"nv_tileas.async.pipeline.producer_write", evalWrite},
    {"nv_tileas.async.pipeline.producer_commit", evalCommit},
    {"nv_tileas.async.pipeline.consumer_wait", evalWait},
    {"nv_tileas.async.pipeline.consumer_read", evalRead},
    {"nv_tileas.async.pipeline.consumer_release", evalRelease},
    {"nv_tileas.async.pipeline.yield", evalTerminator<Flow::Yield>},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getTileASPipelineEvaluators() {
  return rows;
}
