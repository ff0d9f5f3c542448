//===- PtxThread.cpp - One thread as a function of what it reads ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Ptx/PtxReplay.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::ptxmodel;
using namespace llvm;
using simt::Lane;
using simt::Opcode;
using simt::StateSpace;

ThreadTrace Replay::run(uint64_t stepLimit) {
  for (Next next = Next::Go; next == Next::Go && !granulesChanged;) {
    op = &kernel.code[pc++];
    if (++step > stepLimit) {
      stop(RunStatus::StepLimit, tooManySteps);
      break;
    }
    if (op->guard) {
      const Register &guard = reg(op->guard);
      if (guard.isUnknown) {
        next = skipUnknown();
        continue;
      }
      if (guard.lane.poison) {
        undefined(Undefined::BranchOnPoison);
        break;
      }
      if ((guard.lane.bits != 0) == op->guardIsNegated)
        continue;
    }
    next = execute();
  }
  return std::move(trace);
}

/// An instruction of which it is not known whether it does anything.
Replay::Next Replay::skipUnknown() {
  switch (op->opcode) {
  case Opcode::Store:
    event(PtxEvent::Kind::Pending);
    return Next::Go;
  case Opcode::Atomic:
    event(PtxEvent::Kind::Pending);
    forget(op->result, op->lanes);
    return Next::Go;
  case Opcode::Load:
    forget(op->result, op->lanes);
    return Next::Go;
  // It orders more once it is known to be there.
  case Opcode::Fence:
  case Opcode::ProxyFence:
    return Next::Go;
  case Opcode::Move:
    for (uint32_t i = op->first, e = op->first + op->count; i < e; ++i)
      forget(kernel.copies[i].to, kernel.copies[i].lanes);
    return Next::Go;
  case Opcode::Select:
  case Opcode::ReadSpecial:
  case Opcode::Apply:
  case Opcode::Classify:
  case Opcode::Compare:
  case Opcode::Address:
  case Opcode::ResolveAddress:
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::FloatToInteger:
  case Opcode::IntegerToFloat:
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    forget(op->result, op->lanes);
    return Next::Go;
  default:
    return wait();
  }
}

Replay::Next Replay::jump(uint32_t edge) {
  const simt::Edge &taken = kernel.edges[edge];
  bool isBack = taken.target < pc;
  std::vector<Register> read;
  for (const simt::Copy &copy : taken.copies)
    read.insert(read.end(), registers.begin() + copy.from,
                registers.begin() + copy.from + copy.lanes);
  auto from = read.begin();
  for (const simt::Copy &copy : taken.copies) {
    std::copy_n(from, copy.lanes, registers.begin() + copy.to);
    from += copy.lanes;
  }
  pc = taken.target;
  if (!isBack)
    return Next::Go;
  auto [it, isFirst] = visits.try_emplace(pc);
  Visit &last = it->second;
  if (!isFirst && last.registers == registers &&
      all_of(
          drop_begin(trace.events, last.numEvents), [&](const PtxEvent &event) {
            if (!event.isAccess() || event.isWrite || event.mayWrite)
              return event.isFence();
            // All of it is known.
            unsigned parts =
                std::max<unsigned>(1, event.size / granules.of(event.object));
            for (unsigned part = 0; part < parts; ++part)
              if (!values.count({event.name, part}))
                return false;
            return true;
          })) {
    trace.waitsIn = launch.siteOf(index());
    trace.firstPoll = last.numEvents;
    return Next::End;
  }
  last = {registers, trace.events.size()};
  return Next::Go;
}

Replay::Next Replay::call(uint32_t edge) {
  calls.push_back({pc, locals.size()});
  return jump(edge);
}

Lane Replay::resolve(uint64_t address, StateSpace space) const {
  simt::FlatPlace place = simt::placeOf(address, space);
  uint32_t number = 0;
  switch (place.space) {
  case StateSpace::Shared:
    if (place.cta == 0 && place.object < launch.numShared())
      number = launch.firstShared() + place.object;
    break;
  case StateSpace::Local:
    if (place.object < locals.size())
      number = localBit | place.object;
    break;
  default:
    if (place.object < launch.firstShared())
      number = place.object;
  }
  return {uint64_t(place.offset), number, false};
}

Replay::Next Replay::execute() {
  const Register &a = reg(op->operands[0]);
  switch (op->opcode) {
  case Opcode::Exit:
    return Next::End;
  case Opcode::Unreachable:
    return undefined(Undefined::Unreachable);
  case Opcode::Jump:
    return jump(op->edges[0]);
  case Opcode::Branch:
    if (a.isUnknown)
      return wait();
    if (a.lane.poison)
      return undefined(Undefined::BranchOnPoison);
    return jump(op->edges[a.lane.bits ? 0 : 1]);
  case Opcode::Switch: {
    if (a.isUnknown)
      return wait();
    if (a.lane.poison)
      return undefined(Undefined::BranchOnPoison);
    uint32_t edge = op->edges[0];
    for (uint32_t i = op->first, e = op->first + op->count; i < e; ++i)
      if (kernel.cases[i].value == a.lane.bits)
        edge = kernel.cases[i].edge;
    return jump(edge);
  }
  case Opcode::Assume:
    if (a.isUnknown)
      return wait();
    return a.lane.poison || !a.lane.bits ? undefined(Undefined::FalseAssumption)
                                         : Next::Go;
  case Opcode::Call:
    return call(op->edges[0]);
  case Opcode::Return: {
    if (calls.empty())
      return refuse("a return without a call");
    Call back = calls.back();
    calls.pop_back();
    for (size_t i = back.locals; i < locals.size(); ++i)
      locals[i].clear();
    pc = back.pc;
    return Next::Go;
  }
  case Opcode::Refuse:
    return stop(RunStatus::Unsupported, kernel.refusals[op->first]);
  case Opcode::Barrier:
    // One barrier, of all threads.
    if (op->barrier != simt::BarrierKind::Synchronise || op->operands[1] ||
        a.isUnknown || a.lane.poison || a.lane.bits)
      return refuse("a barrier other than 0, or of part of a CTA");
    event(PtxEvent::Kind::Barrier);
    return Next::Go;
  case Opcode::ClusterArrive:
  case Opcode::ClusterWait: {
    bool arrives = op->opcode == Opcode::ClusterArrive;
    if (hasArrived == arrives)
      return undefined(Undefined::ClusterBarrierOrder);
    hasArrived = arrives;
    event(arrives ? PtxEvent::Kind::ClusterArrive
                  : PtxEvent::Kind::ClusterWait);
    return Next::Go;
  }
  case Opcode::Fence:
    event(PtxEvent::Kind::Fence);
    return Next::Go;
  // All that is explored is of the generic proxy (PTX model, 5).
  case Opcode::ProxyFence:
    return Next::Go;
  case Opcode::Load:
  case Opcode::Store:
  case Opcode::Atomic:
    return access();
  case Opcode::CopyBytes:
    return copyPrivate();
  case Opcode::LocalObject:
    set(op->result, {0, localBit | uint32_t(locals.size()), false}, false);
    locals.emplace_back(op->immediate);
    return Next::Go;
  case Opcode::SealObject:
    sealed.push_back(a.lane.allocation);
    return Next::Go;
  case Opcode::Move:
    for (uint32_t i = op->first, e = op->first + op->count; i < e; ++i) {
      const simt::Copy &copy = kernel.copies[i];
      std::copy_n(registers.begin() + copy.from, copy.lanes,
                  registers.begin() + copy.to);
    }
    return Next::Go;
  case Opcode::ReadSpecial:
    set(op->result, {launch.special(thread, op->special), 0, false}, false);
    return Next::Go;
  default:
    return compute();
  }
}

/// What changes registers alone.
Replay::Next Replay::compute() {
  std::optional<Undefined> condition;
  auto eachLane = [&](unsigned arity, auto result) {
    for (uint32_t i = 0; i < op->lanes; ++i) {
      bool isUnknown = false;
      SmallVector<uint32_t, 4> slots;
      for (unsigned k = 0; k < arity; ++k)
        slots.push_back(op->operands[k] + i);
      SmallVector<Lane, 4> lanes = lanesOf(slots, isUnknown);
      set(op->result + i, isUnknown ? Lane() : result(lanes), isUnknown);
    }
    return condition ? undefined(*condition) : Next::Go;
  };
  switch (op->opcode) {
  case Opcode::Neg:
  case Opcode::Abs:
  case Opcode::PopCount:
  case Opcode::ReverseBits:
  case Opcode::SwapBytes:
  case Opcode::LeadingZeros:
  case Opcode::SquareRoot:
    return eachLane(1, [&](ArrayRef<Lane> in) {
      return simt::compute(*op, in[0], in[0], condition);
    });
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::MulHigh:
  case Opcode::Div:
  case Opcode::Rem:
  case Opcode::Min:
  case Opcode::Max:
  case Opcode::CopySign:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Shl:
  case Opcode::Shr:
    return eachLane(2, [&](ArrayRef<Lane> in) {
      return simt::compute(*op, in[0], in[1], condition);
    });
  case Opcode::Fma:
  case Opcode::PermuteBytes:
  case Opcode::ExtractField:
  case Opcode::FunnelLeft:
  case Opcode::FunnelRight:
    return eachLane(3, [&](ArrayRef<Lane> in) {
      return simt::computeThree(*op, in[0], in[1], in[2]);
    });
  case Opcode::Compare:
    return eachLane(
        2, [&](ArrayRef<Lane> in) { return simt::compare(*op, in[0], in[1]); });
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::FloatToInteger:
  case Opcode::IntegerToFloat:
    return eachLane(
        1, [&](ArrayRef<Lane> in) { return simt::convert(*op, in[0]); });
  case Opcode::Classify:
    return eachLane(
        1, [&](ArrayRef<Lane> in) { return simt::classify(*op, in[0]); });
  case Opcode::Freeze:
    return eachLane(
        1, [&](ArrayRef<Lane> in) { return in[0].poison ? Lane() : in[0]; });
  case Opcode::Apply: {
    bool isUnknown = false;
    SmallVector<Lane, 4> in = lanesOf(
        ArrayRef(op->operands).take_front(semantics::arityOf(op->function)),
        isUnknown);
    set(op->result, isUnknown ? Lane() : simt::applyFunction(*op, in),
        isUnknown);
    return Next::Go;
  }
  case Opcode::Select:
    for (uint32_t i = 0; i < op->lanes; ++i) {
      bool isUnknown = false;
      uint32_t by = op->has(simt::Modifier::LanewiseCondition) ? i : 0;
      SmallVector<Lane, 4> in = lanesOf(
          {op->operands[0] + by, op->operands[1] + i, op->operands[2] + i},
          isUnknown);
      Lane chosen = in[0].bits ? in[1] : in[2];
      chosen.poison |= in[0].poison;
      set(op->result + i, chosen, isUnknown);
    }
    return Next::Go;
  case Opcode::ResolveAddress: {
    const Register &from = reg(op->operands[0]);
    Lane pointer = resolve(from.lane.bits + uint64_t(op->immediate), op->space);
    pointer.poison = from.lane.poison;
    set(op->result, pointer, from.isUnknown);
    return Next::Go;
  }
  case Opcode::Address: {
    bool isUnknown = reg(op->operands[0]).isUnknown;
    Lane pointer = reg(op->operands[0]).lane;
    pointer.bits += op->immediate;
    for (uint32_t i = op->first, e = op->first + op->count; i < e; ++i) {
      const simt::Index &index = kernel.indices[i];
      const Register &value = reg(index.slot);
      isUnknown |= value.isUnknown;
      pointer.bits += SignExtend64(value.lane.bits, index.width) * index.scale;
      pointer.poison |= value.lane.poison;
    }
    set(op->result, pointer, isUnknown);
    return Next::Go;
  }
  default:
    return refuse(launch.operationOf(index()));
  }
}

ThreadTrace ptxmodel::replayThread(const PtxLaunch &launch, uint32_t thread,
                                   const PtxValues &values,
                                   PtxGranuleSizes &granules,
                                   bool &granulesChanged, uint64_t stepLimit) {
  Replay replay(launch, thread, values, granules);
  ThreadTrace trace = replay.run(stepLimit);
  granulesChanged |= replay.granulesChanged;
  return trace;
}
