//===- LockstepOperations.cpp - What lanes in step compute ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Lockstep.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Whether one of the first operands is not unique in some lane.
bool Lockstep::isInexact(const Instruction &op, unsigned arity,
                         LaneMask lanes) {
  if (LLVM_LIKELY(!machine.mayBeInexact))
    return false;
  for (unsigned k = 0; k < arity; ++k)
    for (uint32_t i = 0; i < op.lanes; ++i)
      if (read(op.operands[k] + i).inexact & lanes)
        return true;
  return false;
}

/// What needs more of a thread than lanes of its operands.
bool Lockstep::executeInFrames(const Instruction &op, LaneMask lanes) {
  for (uint32_t slot : op.operands)
    toFrames(slot, std::max<uint32_t>(op.lanes, factorLanes));
  if (op.opcode == Opcode::Address)
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
      toFrames(kernel.indices[i].slot);
  toFrames(op.result, op.lanes);
  while (lanes) {
    Thread &thread = threads[countr_zero(lanes)];
    lanes &= lanes - 1;
    machine.running = thread.index;
    if (!(machine.mayBeInexact && machine.readsInexact(thread, op)
              ? machine.executeInexact(thread, op)
              : machine.execute(thread, op)))
      return false;
  }
  // The frames know better now.
  for (uint32_t i = 0; i < op.lanes; ++i)
    refresh(op.result + i);
  return true;
}

/// By the definition, lane by lane. False: one is undefined.
bool Lockstep::computeLanewise(const Instruction &op, unsigned arity,
                               LaneMask lanes) {
  // All results first: one may be where an operand of the next is.
  moved.resize(op.lanes);
  for (uint32_t i = 0; i < op.lanes; ++i) {
    const LaneColumn &a = read(op.operands[0] + i),
                     &b = arity > 1 ? read(op.operands[1] + i) : a,
                     &c = arity > 2 ? read(op.operands[2] + i) : a;
    LaneColumn &result = moved[i];
    result.poison = result.inexact = 0;
    result.sharesAllocation = true;
    result.allocations[0] = 0;
    for (LaneMask rest = lanes; rest; rest &= rest - 1) {
      unsigned lane = countr_zero(rest);
      Lane value;
      std::optional<Undefined> undefined;
      switch (op.opcode) {
      case Opcode::Fma:
      case Opcode::PermuteBytes:
      case Opcode::ExtractField:
      case Opcode::FunnelLeft:
      case Opcode::FunnelRight:
        value = computeThree(op, a.get(lane), b.get(lane), c.get(lane));
        break;
      case Opcode::Classify:
        value = classify(op, a.get(lane));
        break;
      case Opcode::Compare:
        value = compare(op, a.get(lane), b.get(lane));
        break;
      case Opcode::ConvertInteger:
      case Opcode::ConvertFloat:
      case Opcode::FloatToInteger:
      case Opcode::IntegerToFloat:
        value = convert(op, a.get(lane));
        break;
      case Opcode::Freeze:
        value = a.get(lane).poison ? Lane() : a.get(lane);
        break;
      case Opcode::Apply: {
        std::array<Lane, 4> values;
        for (unsigned k = 0; k < arity; ++k)
          values[k] = read(op.operands[k]).get(lane);
        value = applyFunction(op, ArrayRef(values).take_front(arity));
        break;
      }
      default:
        value = simt::compute(op, a.get(lane), b.get(lane), undefined);
      }
      if (undefined)
        return false;
      result.set(lane, value);
    }
  }
  for (uint32_t i = 0; i < op.lanes; ++i)
    write(op.result + i, lanes).take(moved[i], lanes);
  return true;
}

bool Lockstep::compute(const Instruction &op, const Plan &plan,
                       LaneMask lanes) {
  if (LLVM_UNLIKELY(isInexact(op, plan.arity, lanes)))
    return executeInFrames(op, lanes);
  if (!plan.loop || op.lanes != 1)
    return computeLanewise(op, plan.arity, lanes);
  const LaneColumn &a = read(op.operands[0]),
                   &b = plan.arity > 1 ? read(op.operands[1]) : a,
                   &c = plan.arity > 2 ? read(op.operands[2]) : a;
  // A conversion keeps the object of a pointer.
  if (op.opcode == Opcode::ConvertInteger &&
      !(a.sharesAllocation && a.allocations[0] == 0))
    return computeLanewise(op, plan.arity, lanes);
  LaneMask poison = a.poison | b.poison | c.poison;
  auto run = [&](std::array<uint64_t, warpSize> &into) {
    return plan.loop(plan.parameters, into.data(), a.bits.data(), b.bits.data(),
                     c.bits.data());
  };
  // Where all lanes take part, the loop may write where the result is wanted:
  // what it leaves is written again, and nothing of it is undefined.
  bool isOperand = false;
  for (unsigned k = 0; k < plan.arity; ++k)
    isOperand |= op.operands[k] == op.result;
  if (lanes == everyone && !isOperand) {
    LaneColumn &result = write(op.result, lanes);
    result.poison = poison & lanes;
    return run(result.bits) || computeLanewise(op, plan.arity, lanes);
  }
  if (!run(results))
    return computeLanewise(op, plan.arity, lanes);
  write(op.result, lanes).setNumbers(results, poison, lanes);
  return true;
}

/// A sum that has no factors to take in, or that is the same with them.
bool Lockstep::contract(const Instruction &op, const Plan &plan,
                        LaneMask lanes) {
  const LaneColumn &a = read(op.operands[0]), &b = read(op.operands[1]);
  LaneMask poison = a.poison | b.poison;
  bool isPlain = plan.loop && !((a.inexact | b.inexact | poison) & lanes);
  LaneMask factors[2] = {0, 0};
  for (unsigned k : {0u, 1u})
    if (uint32_t slot = op.operands[2 + k]) {
      const LaneColumn &kind = read(slot + 2);
      for (unsigned i = 0; i < warpSize; ++i)
        factors[k] |= LaneMask(kind.bits[i] == uint64_t(op.immediate)) << i;
      factors[k] &= lanes;
    }
  if (!isPlain || !plan.loop(plan.parameters, results.data(), a.bits.data(),
                             b.bits.data(), b.bits.data()))
    return executeInFrames(op, lanes);
  for (unsigned k : {0u, 1u}) {
    if (!factors[k])
      continue;
    const LaneColumn &x = read(op.operands[2 + k]),
                     &y = read(op.operands[2 + k] + 1);
    if (op.count || !plan.fused || factors[k] != lanes ||
        ((x.poison | y.poison | x.inexact | y.inexact) & lanes) ||
        !plan.fused(plan.parameters, fusedResults.data(), x.bits.data(),
                    y.bits.data(), (k ? a : b).bits.data()))
      return executeInFrames(op, lanes);
    LaneMask differs = 0;
    for (unsigned i = 0; i < warpSize; ++i)
      differs |= LaneMask(results[i] != fusedResults[i]) << i;
    if (differs & lanes)
      return executeInFrames(op, lanes);
  }
  write(op.result, lanes).setNumbers(results, poison, lanes);
  return true;
}

bool Lockstep::select(const Instruction &op, LaneMask lanes) {
  bool isLanewise = op.has(Modifier::LanewiseCondition);
  if (LLVM_UNLIKELY(machine.mayBeInexact))
    for (uint32_t i = 0; i < (isLanewise ? op.lanes : 1); ++i)
      if (read(op.operands[0] + i).inexact & lanes)
        return executeInFrames(op, lanes);
  for (uint32_t i = 0; i < op.lanes; ++i) {
    const LaneColumn &condition = read(op.operands[0] + (isLanewise ? i : 0)),
                     &yes = read(op.operands[1] + i),
                     &no = read(op.operands[2] + i);
    LaneMask isTrue = 0;
    for (unsigned k = 0; k < warpSize; ++k) {
      isTrue |= LaneMask(condition.bits[k] != 0) << k;
      results[k] = condition.bits[k] ? yes.bits[k] : no.bits[k];
    }
    auto chosen = [&](LaneMask ofYes, LaneMask ofNo) {
      return (ofYes & isTrue) | (ofNo & ~isTrue);
    };
    LaneMask poison = chosen(yes.poison, no.poison) | condition.poison,
             inexact = chosen(yes.inexact, no.inexact);
    bool areNumbers = yes.sharesAllocation && no.sharesAllocation &&
                      yes.allocations[0] == 0 && no.allocations[0] == 0;
    if (areNumbers && !(inexact & lanes)) {
      write(op.result + i, lanes).setNumbers(results, poison, lanes);
      continue;
    }
    LaneColumn whole = no;
    whole.take(yes, isTrue);
    whole.poison = poison;
    write(op.result + i, lanes).take(whole, lanes);
  }
  return true;
}

bool Lockstep::addAddresses(const Instruction &op, LaneMask lanes) {
  scratch = read(op.operands[0]);
  LaneMask inexact = scratch.inexact;
  for (uint64_t &bits : scratch.bits)
    bits += op.immediate;
  for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i) {
    const Index &index = kernel.indices[i];
    const LaneColumn &value = read(index.slot);
    unsigned unused = 64 - index.width;
    for (unsigned k = 0; k < warpSize; ++k)
      scratch.bits[k] +=
          uint64_t(int64_t(value.bits[k] << unused) >> unused) * index.scale;
    scratch.poison |= value.poison;
    inexact |= value.inexact;
  }
  if (inexact & lanes)
    return executeInFrames(op, lanes);
  write(op.result, lanes).take(scratch, lanes);
  return true;
}

/// Lanes whose addresses are in one object, as most are, find it once.
bool Lockstep::resolve(const Instruction &op, LaneMask lanes) {
  const LaneColumn &a = read(op.operands[0]);
  if (a.inexact & lanes)
    return executeInFrames(op, lanes);
  unsigned first = countr_zero(lanes);
  uint64_t address = a.bits[first] + uint64_t(op.immediate);
  Lane place = machine.resolve(threads[first], address, op.space);
  LaneMask poison = a.poison & lanes;
  bool isOneObject =
      place.allocation && !(place.allocation & (localBit | heapBit));
  if (isOneObject) {
    uint64_t base = address - place.bits - uint64_t(op.immediate);
    uint64_t size =
        machine.allocationOf(threads[first], place.allocation)->bytes.size();
    LaneMask isInside = 0;
    for (unsigned i = 0; i < warpSize; ++i) {
      results[i] = a.bits[i] - base;
      isInside |= LaneMask(results[i] < size) << i;
    }
    isOneObject = (isInside & lanes) == lanes;
  }
  if (isOneObject) {
    LaneColumn &result = write(op.result, lanes);
    result.setBits(results, lanes);
    result.poison = (result.poison & ~lanes) | poison;
    result.inexact &= ~lanes;
    if (lanes == everyone)
      result.shareAllocation(place.allocation);
    else
      forEachLane(lanes, [&](unsigned lane) {
        result.setAllocation(lane, place.allocation);
      });
    return true;
  }
  scratch.poison = scratch.inexact = 0;
  scratch.shareAllocation(place.allocation);
  forEachLane(lanes, [&](unsigned lane) {
    Lane one = machine.resolve(threads[lane],
                               a.bits[lane] + uint64_t(op.immediate), op.space);
    one.poison = poison >> lane & 1;
    scratch.set(lane, one);
  });
  write(op.result, lanes).take(scratch, lanes);
  return true;
}

bool Lockstep::convertSpace(const Instruction &op, LaneMask lanes) {
  if (isInexact(op, 1, lanes))
    return executeInFrames(op, lanes);
  for (uint32_t i = 0; i < op.lanes; ++i) {
    scratch = read(op.operands[0] + i);
    if (op.space != StateSpace::Generic)
      forEachLane(lanes & ~scratch.poison, [&](unsigned lane) {
        uint32_t number = scratch.allocationOf(lane);
        if (!number)
          return;
        const Allocation *object = machine.allocationOf(threads[lane], number);
        if (!object || !fits(op.space, object->space))
          scratch.poison |= 1u << lane;
      });
    write(op.result + i, lanes).take(scratch, lanes);
  }
  return true;
}

bool Lockstep::step(const Instruction &op, const Plan &plan, LaneMask lanes) {
  switch (plan.way) {
  case Way::Assume: {
    const LaneColumn &condition = read(op.operands[0]);
    LaneMask holds = 0;
    for (unsigned i = 0; i < warpSize; ++i)
      holds |= LaneMask(condition.bits[i] != 0) << i;
    if (lanes & (condition.poison | ~holds))
      return false;
    if (condition.inexact & lanes)
      machine.loseExactness(op);
    return true;
  }
  case Way::Move:
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i) {
      const Copy &one = kernel.copies[i];
      for (uint32_t k = 0; k < one.lanes; ++k)
        copy(one.from + k, one.to + k, lanes);
    }
    return true;
  case Way::Select:
    return select(op, lanes);
  case Way::Special:
    forEachLane(lanes, [&](unsigned lane) {
      results[lane] = machine.special(threads[lane], op.special);
    });
    write(op.result, lanes).setNumbers(results, 0, lanes);
    return true;
  case Way::Freeze:
    // It moves what is not unique, too.
    return computeLanewise(op, plan.arity, lanes);
  case Way::Lanewise:
  case Way::Apply:
  case Way::Classify:
    return compute(op, plan, lanes);
  case Way::Contract:
    return contract(op, plan, lanes);
  case Way::InFrames:
    return executeInFrames(op, lanes);
  case Way::Address:
    return addAddresses(op, lanes);
  case Way::ConvertSpace:
    return convertSpace(op, lanes);
  case Way::Resolve:
    return resolve(op, lanes);
  case Way::Load:
    return load(op, lanes);
  case Way::Store:
    return store(op, lanes);
  case Way::Unknown:
  case Way::Alone:
  case Way::Jump:
  case Way::Branch:
  case Way::Switch:
  case Way::Call:
  case Way::Return:
    break;
  }
  llvm_unreachable("done by go");
}
