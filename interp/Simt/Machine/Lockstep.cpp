//===- Lockstep.cpp - Lanes of a warp that go on together -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Lockstep.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

void LaneColumn::setAllocation(unsigned lane, uint32_t allocation) {
  if (sharesAllocation) {
    if (allocations[0] == allocation)
      return;
    allocations.fill(allocations[0]);
    sharesAllocation = false;
  }
  allocations[lane] = allocation;
}

void LaneColumn::set(unsigned lane, const Lane &value) {
  bits[lane] = value.bits;
  setAllocation(lane, value.allocation);
  LaneMask bit = 1u << lane;
  poison = (poison & ~bit) | (value.poison ? bit : 0);
  inexact = (inexact & ~bit) | (value.isInexact ? bit : 0);
}

void LaneColumn::setBits(const std::array<uint64_t, warpSize> &values,
                         LaneMask lanes) {
  if (lanes == allLanes) {
    bits = values;
    return;
  }
  for (unsigned i = 0; i < warpSize; ++i)
    bits[i] = lanes >> i & 1 ? values[i] : bits[i];
}

void LaneColumn::setNumbers(const std::array<uint64_t, warpSize> &values,
                            LaneMask unspecified, LaneMask lanes) {
  setBits(values, lanes);
  poison = (poison & ~lanes) | (unspecified & lanes);
  inexact &= ~lanes;
  if (sharesAllocation && allocations[0] == 0)
    return;
  forEachLane(lanes, [&](unsigned lane) { setAllocation(lane, 0); });
}

void LaneColumn::take(const LaneColumn &from, LaneMask lanes) {
  setBits(from.bits, lanes);
  poison = (poison & ~lanes) | (from.poison & lanes);
  inexact = (inexact & ~lanes) | (from.inexact & lanes);
  if (lanes == allLanes || (sharesAllocation && from.sharesAllocation &&
                            allocations[0] == from.allocations[0])) {
    sharesAllocation = from.sharesAllocation;
    if (sharesAllocation)
      allocations[0] = from.allocations[0];
    else
      allocations = from.allocations;
    return;
  }
  forEachLane(lanes, [&](unsigned lane) {
    setAllocation(lane, from.allocationOf(lane));
  });
}

void Lockstep::load(uint32_t slot) {
  LaneColumn &column = columns[slot];
  column.poison = column.inexact = 0;
  column.shareAllocation(threads.front().frame[slot].allocation);
  for (auto [i, thread] : enumerate(threads))
    column.set(i, thread.frame[slot]);
  for (unsigned i = threads.size(); i < warpSize; ++i)
    column.bits[i] = 0;
}

LaneColumn &Lockstep::read(uint32_t slot) {
  if (LLVM_UNLIKELY(held[slot] == Held::Frames)) {
    held[slot] = Held::Both;
    touched.push_back(slot);
    load(slot);
  }
  return columns[slot];
}

void Lockstep::refresh(uint32_t slot) {
  if (held[slot] == Held::Frames)
    return;
  held[slot] = Held::Both;
  load(slot);
}

LaneColumn &Lockstep::write(uint32_t slot, LaneMask lanes) {
  if (lanes != everyone)
    read(slot);
  LaneColumn &column = columns[slot];
  if (held[slot] == Held::Frames)
    touched.push_back(slot);
  if (lanes == everyone) {
    column.poison = column.inexact = 0;
    column.shareAllocation(0);
  }
  held[slot] = Held::Columns;
  return column;
}

void Lockstep::copy(uint32_t from, uint32_t to, LaneMask lanes) {
  if (from == to)
    return;
  const LaneColumn &source = read(from);
  write(to, lanes).take(source, lanes);
}

void Lockstep::toFrames(uint32_t slot, uint32_t count) {
  for (uint32_t i = slot, e = std::min<size_t>(slot + count, held.size());
       i < e; ++i)
    if (held[i] == Held::Columns) {
      held[i] = Held::Both;
      for (auto [lane, thread] : enumerate(threads))
        thread.frame[i] = columns[i].get(lane);
    }
}

void Lockstep::giveBack() {
  for (uint32_t slot : touched) {
    toFrames(slot);
    held[slot] = Held::Frames;
  }
  touched.clear();
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

Lockstep::Lockstep(Machine &machine)
    : machine(machine), kernel(machine.kernel),
      warpsPerCta(divideCeil(machine.threadsPerCta, warpSize)),
      rounds(size_t(warpsPerCta) * machine.ctas.size()),
      passed(machine.threads.size()),
      remaining(machine.threads.size(), hasNotBegun) {}

unsigned Lockstep::begin(const Thread &thread, uint64_t round) {
  uint32_t lane = thread.inCta % warpSize;
  uint64_t &last =
      rounds[size_t(thread.cta) * warpsPerCta + thread.inCta / warpSize];
  if (last != round) {
    last = round;
    uint32_t first = thread.inCta - lane;
    threads =
        machine.threadsOf(thread.cta)
            .slice(first,
                   std::min<uint32_t>(warpSize, machine.threadsPerCta - first));
    going = 0;
    for (auto [i, one] : enumerate(threads)) {
      remaining[one.index] = hasNotBegun;
      // Whoever waits now may go on later in this round, with a whole turn. Who
      // waited when it was its turn has none in this round.
      bool isPast = passed[one.index] == round && one.index != thread.index;
      // Whoever is suspected not to end is asked alone.
      bool isSuspected = machine.quantumOf(one) != machine.options.quantum;
      if (isPast || isSuspected || one.state != ThreadState::Ready ||
          !one.pendingLoads.empty())
        continue;
      going |= 1u << i;
      pcs[i] = one.pc;
      left[i] = machine.quantumOf(one);
    }
    LaneMask members = going;
    if (popcount(members) > 1) {
      run();
      forEachLane(members, [&](unsigned i) {
        threads[i].pc = pcs[i];
        remaining[threads[i].index] = left[i];
      });
    }
  }
  unsigned rest = remaining[thread.index];
  return rest == hasNotBegun ? machine.quantumOf(thread) : rest;
}

/// What the lanes that are together did since they came together.
void Lockstep::pause() {
  forEachLane(active, [&](unsigned lane) {
    pcs[lane] = pc;
    left[lane] -= steps;
    threads[lane].jumpsBack += jumps;
  });
  machine.outcome.steps += uint64_t(steps) * popcount(active);
  steps = 0;
  jumps = 0;
  active = 0;
}

/// The lanes that are furthest behind go on: those that left a loop wait for
/// those that did not, and then all of them are together again.
bool Lockstep::regroup() {
  pause();
  pc = otherPc = noPc;
  limit = ~0u;
  forEachLane(going, [&](unsigned lane) {
    if (left[lane] == 0) {
      going &= ~(1u << lane);
      return;
    }
    if (pcs[lane] < pc) {
      otherPc = pc;
      pc = pcs[lane];
      active = 0;
      limit = ~0u;
    }
    if (pcs[lane] == pc) {
      active |= 1u << lane;
      limit = std::min(limit, left[lane]);
    } else {
      otherPc = std::min(otherPc, pcs[lane]);
    }
  });
  if (!active)
    return false;
  uint64_t room = machine.options.stepLimit - machine.outcome.steps;
  limit = std::min<uint64_t>(limit, room / popcount(active));
  if (limit == 0)
    return false;
  jumpLimit = ~uint64_t(0);
  if (machine.jumpBackLimit)
    forEachLane(active, [&](unsigned lane) {
      jumpLimit =
          std::min(jumpLimit, machine.jumpBackLimit - threads[lane].jumpsBack);
    });
  return true;
}

/// They stay before the instruction, each for its own turn.
void Lockstep::stay() {
  LaneMask lanes = active;
  pause();
  going &= ~lanes;
}

void Lockstep::run() {
  if (plans.empty()) {
    plans.resize(kernel.code.size());
    columns.resize(kernel.frame.size());
    held.resize(kernel.frame.size(), Held::Frames);
  }
  everyone = allLanes >> (warpSize - threads.size());
  active = 0;
  steps = 0;
  jumps = 0;
  while (true) {
    if (!active || pc >= otherPc || steps == limit)
      if (machine.stopped || !regroup())
        break;
    const Instruction &op = kernel.code[pc];
    const Plan &plan = planOf(pc);
    LaneMask lanes = active;
    if (plan.way == Way::Alone ||
        (LLVM_UNLIKELY(op.guard) && !isGuarded(op, lanes)) ||
        (lanes && plan.way <= Way::Return && !go(op, plan, lanes))) {
      stay();
      continue;
    }
    if (lanes && plan.way <= Way::Return)
      continue;
    if (lanes && !step(op, plan, lanes)) {
      stay();
      continue;
    }
    ++pc;
    ++steps;
  }
  giveBack();
}

/// Of the lanes, leaves those whose guard lets them do something. False: a
/// guard is not known.
bool Lockstep::isGuarded(const Instruction &op, LaneMask &lanes) {
  const LaneColumn &guard = read(op.guard);
  if (guard.poison & lanes)
    return false;
  if (guard.inexact & lanes)
    machine.loseExactness(op);
  LaneMask holds = 0;
  for (unsigned i = 0; i < warpSize; ++i)
    holds |= LaneMask(guard.bits[i] != 0) << i;
  lanes &= op.guardIsNegated ? ~holds : holds;
  return true;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

Lockstep::Way Lockstep::wayOf(const Instruction &op) const {
  switch (op.opcode) {
  case Opcode::Jump:
    return Way::Jump;
  case Opcode::Branch:
    return Way::Branch;
  case Opcode::Switch:
    return Way::Switch;
  case Opcode::Call:
    return Way::Call;
  case Opcode::Return:
    return Way::Return;
  case Opcode::Assume:
    return Way::Assume;
  case Opcode::Move:
    return Way::Move;
  case Opcode::Select:
    return Way::Select;
  case Opcode::Freeze:
    return Way::Freeze;
  case Opcode::ReadSpecial:
    return Way::Special;
  case Opcode::Apply:
    return Way::Apply;
  case Opcode::Classify:
    return Way::Classify;
  case Opcode::Approximate:
  case Opcode::LocalObject:
  case Opcode::SealObject:
    return Way::InFrames;
  case Opcode::Contract:
    return Way::Contract;
  case Opcode::Address:
    return Way::Address;
  case Opcode::ConvertSpace:
    return Way::ConvertSpace;
  case Opcode::ResolveAddress:
    return Way::Resolve;
  case Opcode::Load:
    return isAtomic(op.order) ? Way::Alone : Way::Load;
  case Opcode::Store:
    return isAtomic(op.order) ? Way::Alone : Way::Store;
  default:
    return op.opcode >= Opcode::Add && op.opcode <= Opcode::IntegerToFloat
               ? Way::Lanewise
               : Way::Alone;
  }
}

const Lockstep::Plan &Lockstep::planOf(uint32_t at) {
  Plan &plan = plans[at];
  if (LLVM_LIKELY(plan.way != Way::Unknown))
    return plan;
  Instruction op = kernel.code[at];
  plan.way = wayOf(op);
  plan.arity =
      op.opcode == Opcode::Apply ? arityOf(op.function) : arityOf(op.opcode);
  plan.parameters = laneParametersOf(op);
  if (plan.way == Way::Contract) {
    op.opcode = op.count ? Opcode::Sub : Opcode::Add;
    plan.loop = findLaneLoop(op);
    op.opcode = Opcode::Fma;
    plan.fused = findLaneLoop(op);
  } else if (plan.way == Way::Lanewise || plan.way == Way::Apply) {
    plan.loop = findLaneLoop(op);
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

/// What an edge copies, in these lanes.
void Lockstep::followEdge(uint32_t index, LaneMask lanes) {
  const Edge &edge = kernel.edges[index];
  if (LLVM_LIKELY(!machine.edgeOverlaps[index])) {
    for (const Copy &one : edge.copies)
      for (uint32_t i = 0; i < one.lanes; ++i)
        copy(one.from + i, one.to + i, lanes);
    return;
  }
  moved.clear();
  for (const Copy &one : edge.copies)
    for (uint32_t i = 0; i < one.lanes; ++i)
      moved.push_back(read(one.from + i));
  const LaneColumn *from = moved.data();
  for (const Copy &one : edge.copies)
    for (uint32_t i = 0; i < one.lanes; ++i)
      write(one.to + i, lanes).take(*from++, lanes);
}

/// The edge of each lane that takes one; the rest of the active ones goes on to
/// the next instruction.
bool Lockstep::takeEdges(ArrayRef<std::pair<uint32_t, LaneMask>> ways,
                         bool isCall) {
  auto isBack = [&](uint32_t edge) {
    return !isCall && kernel.edges[edge].target <= pc;
  };
  for (auto [edge, lanes] : ways)
    if (isBack(edge) && jumps >= jumpLimit)
      return false;
  if (isCall)
    forEachLane(ways.front().second, [&](unsigned lane) {
      threads[lane].calls.push_back({pc + 1, threads[lane].locals.size()});
    });
  for (auto [edge, lanes] : ways)
    followEdge(edge, lanes);
  ++steps;
  if (ways.size() == 1 && ways.front().second == active) {
    uint32_t edge = ways.front().first;
    jumps += isBack(edge);
    pc = kernel.edges[edge].target;
    return true;
  }
  LaneMask all = active;
  pause();
  forEachLane(all, [&](unsigned lane) { pcs[lane] = pc + 1; });
  for (auto [edge, lanes] : ways)
    forEachLane(lanes, [&, edge = edge](unsigned lane) {
      pcs[lane] = kernel.edges[edge].target;
      threads[lane].jumpsBack += isBack(edge);
    });
  return true;
}

bool Lockstep::comeBack(const Instruction &op, LaneMask lanes) {
  bool hasCalls = true;
  forEachLane(lanes,
              [&](unsigned lane) { hasCalls &= !threads[lane].calls.empty(); });
  if (!hasCalls)
    return false;
  ++steps;
  LaneMask all = active;
  pause();
  forEachLane(all, [&](unsigned lane) { pcs[lane] = pc + 1; });
  forEachLane(lanes, [&](unsigned lane) {
    machine.leave(threads[lane], op);
    pcs[lane] = threads[lane].pc;
  });
  return true;
}

bool Lockstep::go(const Instruction &op, const Plan &plan, LaneMask lanes) {
  if (plan.way == Way::Jump || plan.way == Way::Call)
    return takeEdges({{op.edges[0], lanes}}, plan.way == Way::Call);
  if (plan.way == Way::Return)
    return comeBack(op, lanes);
  const LaneColumn &value = read(op.operands[0]);
  if (value.poison & lanes)
    return false;
  if (value.inexact & lanes)
    machine.loseExactness(op);
  SmallVector<std::pair<uint32_t, LaneMask>, 4> ways;
  if (plan.way == Way::Branch) {
    LaneMask isTrue = 0;
    for (unsigned i = 0; i < warpSize; ++i)
      isTrue |= LaneMask(value.bits[i] != 0) << i;
    for (unsigned way : {0u, 1u})
      if (LaneMask those = lanes & (way ? ~isTrue : isTrue))
        ways.push_back({op.edges[way], those});
    return takeEdges(ways, /*isCall=*/false);
  }
  // The last case that fits, as without this.
  forEachLane(lanes, [&](unsigned lane) {
    uint32_t edge = op.edges[0];
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
      if (kernel.cases[i].value == value.bits[lane])
        edge = kernel.cases[i].edge;
    auto *known =
        find_if(ways, [&](const auto &way) { return way.first == edge; });
    if (known == ways.end())
      ways.push_back({edge, 1u << lane});
    else
      known->second |= 1u << lane;
  });
  return takeEdges(ways, /*isCall=*/false);
}
