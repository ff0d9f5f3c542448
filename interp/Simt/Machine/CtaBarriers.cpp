//===- CtaBarriers.cpp - The barriers of a CTA ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.1: sixteen barriers, each for all threads of the CTA or
// for as many as an instruction says. Threads are counted one by one; who only
// arrives goes on. A barrier is complete with the last arrival and may be used
// again at once. One for all threads does not wait for those that have exited
// (CUDA Programming Guide, __syncthreads: of all threads that have not).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

bool simt::isReduction(BarrierKind kind) {
  return kind == BarrierKind::CountTrue || kind == BarrierKind::AllTrue ||
         kind == BarrierKind::AnyTrue;
}

/// Whether threads of the CTA have yet to arrive.
static bool isAwaited(const Cta &cta, const CtaBarrier &barrier) {
  uint32_t gone = barrier.isForAll ? cta.exitedThreads : 0;
  return barrier.arrived + gone < barrier.expected;
}

bool Machine::arriveAtBarrier(Thread &thread, const Instruction &op) {
  const Lane *frame = thread.frame.data();
  const Lane number = frame[op.operands[0]],
             count = op.operands[1] ? frame[op.operands[1]]
                                    : Lane{threadsPerCta, 0, false};
  Cta &cta = ctas[thread.cta];
  if (number.poison || count.poison || number.bits >= cta.barriers.size() ||
      count.bits == 0 || count.bits > threadsPerCta ||
      (op.operands[1] && count.bits % warpSize))
    return undefined(Undefined::BarrierOperands, op);
  CtaBarrier &barrier = cta.barriers[number.bits];
  // Instructions that reduce wait for others that do, of one operation.
  BarrierKind kind =
      isReduction(op.barrier) ? op.barrier : BarrierKind::Synchronise;
  if (barrier.arrived &&
      (barrier.expected != count.bits || barrier.kind != kind))
    return undefined(Undefined::BarrierOperands, op);
  if (options.observer)
    options.observer->onBarrier(placeOf(thread, op));
  barrier.isForAll = !op.operands[1] && (!barrier.arrived || barrier.isForAll);
  barrier.expected = uint32_t(count.bits);
  barrier.kind = kind;
  ++barrier.arrived;
  if (isReduction(op.barrier)) {
    const Lane &operand = frame[op.operands[2]];
    if (operand.isInexact)
      loseExactness(op);
    barrier.isPoison |= operand.poison;
    barrier.trueOperands += operand.bits & 1;
  }
  if (op.barrier == BarrierKind::Arrive) {
    barrier.releasedTensor.join(thread.tensor.out);
    if (options.detectRaces) {
      thread.clock.joinInto(barrier.released);
      thread.clock.advance();
    }
  } else {
    thread.state = ThreadState::AtBarrier;
    thread.barrier = uint8_t(number.bits);
  }
  return isAwaited(cta, barrier) || completeBarrier(cta, thread.cta, barrier);
}

/// What the CTA's other threads wait for may have been this thread only.
bool Machine::exitFromBarriers(uint32_t index) {
  Cta &cta = ctas[index];
  for (CtaBarrier &barrier : cta.barriers)
    if (barrier.arrived && !isAwaited(cta, barrier) &&
        !completeBarrier(cta, index, barrier))
      return false;
  return true;
}

/// `.aligned`: whether a lane of the warp does not keep `thread` from its
/// barrier.
bool Machine::isAlignedWith(const Thread &thread, const Thread &mate) const {
  if (mate.state == ThreadState::Exited)
    return !options.alignsExitedLanes;
  return mate.state == ThreadState::AtBarrier && mate.pc == thread.pc;
}

bool Machine::completeBarrier(Cta &cta, uint32_t index, CtaBarrier &barrier) {
  uint8_t number = &barrier - cta.barriers.data();
  MutableArrayRef<Thread> members = MutableArrayRef<Thread>(threads).slice(
      size_t(index) * threadsPerCta, threadsPerCta);
  SmallVector<Thread *> waiting;
  for (Thread &thread : members)
    if (thread.state == ThreadState::AtBarrier && thread.barrier == number)
      waiting.push_back(&thread);
  for (const Thread *thread : waiting) {
    const Instruction &op = kernel.code[thread->pc - 1];
    // `.aligned`: all lanes of the warp, at this very instruction.
    size_t first = thread->inCta / warpSize * warpSize;
    for (const Thread &mate : members.slice(
             first, std::min<size_t>(warpSize, members.size() - first)))
      if (op.isAligned && !isAlignedWith(*thread, mate))
        return undefined(Undefined::BarrierDivergence, op);
  }
  uint64_t result = barrier.kind == BarrierKind::AllTrue
                        ? barrier.trueOperands == barrier.arrived
                    : barrier.kind == BarrierKind::AnyTrue
                        ? barrier.trueOperands != 0
                        : barrier.trueOperands;
  for (Thread *thread : waiting)
    if (const Instruction &op = kernel.code[thread->pc - 1];
        isReduction(op.barrier))
      thread->frame[op.result] = {result, 0, barrier.isPoison};
  if (!waiting.empty())
    meet(waiting, options.detectRaces);
  for (Thread *thread : waiting) {
    thread->tensor.pending.join(barrier.releasedTensor);
    if (options.detectRaces)
      thread->clock.join(barrier.released);
  }
  barrier = {};
  return true;
}

/// Who waits at an aligned barrier for lanes of its warp that have exited or
/// are at another instruction waits in vain.
bool Machine::checkBarriers(ArrayRef<Thread> members) {
  for (size_t first = 0; first < members.size(); first += warpSize) {
    ArrayRef<Thread> lanes = members.slice(
        first, std::min<size_t>(warpSize, members.size() - first));
    const Thread *waiting = nullptr;
    for (const Thread &lane : lanes)
      if (lane.state == ThreadState::AtBarrier &&
          kernel.code[lane.pc - 1].isAligned && !waiting)
        waiting = &lane;
    if (!waiting)
      continue;
    for (const Thread &lane : lanes)
      if ((lane.state == ThreadState::AtBarrier ||
           lane.state == ThreadState::Exited) &&
          !isAlignedWith(*waiting, lane)) {
        running = waiting->index;
        return undefined(Undefined::BarrierDivergence,
                         kernel.code[waiting->pc - 1]);
      }
  }
  return true;
}
