//===- Execute.cpp - One instruction of one thread ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/DeviceLaunch.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include <algorithm>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

uint32_t Machine::special(const Thread &thread, SpecialRegister which) const {
  const Cta &cta = ctas[thread.cta];
  switch (which) {
  case SpecialRegister::ThreadX:
    return thread.inCta % ctaShape[0];
  case SpecialRegister::ThreadY:
    return thread.inCta / ctaShape[0] % ctaShape[1];
  case SpecialRegister::ThreadZ:
    return thread.inCta / ctaShape[0] / ctaShape[1];
  case SpecialRegister::CtaExtentX:
    return ctaShape[0];
  case SpecialRegister::CtaExtentY:
    return ctaShape[1];
  case SpecialRegister::CtaExtentZ:
    return ctaShape[2];
  case SpecialRegister::LaneInWarp:
    return thread.inCta % warpSize;
  case SpecialRegister::LanesEqual:
    return 1u << thread.inCta % warpSize;
  case SpecialRegister::LanesUpTo:
    return ~0u >> (warpSize - 1 - thread.inCta % warpSize);
  case SpecialRegister::LanesBelow:
    return ~(~0u << thread.inCta % warpSize);
  case SpecialRegister::LanesFrom:
    return ~0u << thread.inCta % warpSize;
  case SpecialRegister::LanesAbove:
    return ~(~0u >> (warpSize - 1 - thread.inCta % warpSize));
  case SpecialRegister::CtaX:
    return cta.id[0];
  case SpecialRegister::CtaY:
    return cta.id[1];
  case SpecialRegister::CtaZ:
    return cta.id[2];
  case SpecialRegister::GridX:
    return grid[0];
  case SpecialRegister::GridY:
    return grid[1];
  case SpecialRegister::GridZ:
    return grid[2];
  case SpecialRegister::DynamicSharedBytes:
    return dynamicSharedBytes();
  default:
    return clusterSpecial(thread, which);
  }
}

bool Machine::takeEdge(Thread &thread, uint32_t index) {
  const Edge &edge = kernel.edges[index];
  Lane *frame = thread.frame.data();
  if (LLVM_LIKELY(!edgeOverlaps[index])) {
    for (const Copy &copy : edge.copies)
      std::copy_n(frame + copy.from, copy.lanes, frame + copy.to);
  } else {
    scratch.clear();
    for (const Copy &copy : edge.copies)
      scratch.insert(scratch.end(), frame + copy.from,
                     frame + copy.from + copy.lanes);
    const Lane *from = scratch.data();
    for (const Copy &copy : edge.copies) {
      std::copy_n(from, copy.lanes, frame + copy.to);
      from += copy.lanes;
    }
  }
  bool isBack = edge.target < thread.pc;
  thread.pc = edge.target;
  if (isBack && thread.jumpsBack++ == jumpBackLimit && jumpBackLimit)
    return stop(RunStatus::StepLimit, tooManyIterations);
  return true;
}

/// A call's edge goes to no earlier iteration of a loop.
bool Machine::call(Thread &thread, uint32_t edge) {
  thread.calls.push_back({thread.pc, thread.locals.size()});
  uint64_t jumpsBack = thread.jumpsBack;
  thread.jumpsBack = 0;
  bool goesOn = takeEdge(thread, edge);
  thread.jumpsBack = jumpsBack;
  return goesOn;
}

bool Machine::callIndirect(Thread &thread, const Instruction &op) {
  const Lane &target = thread.frame[op.operands[0]];
  if (target.poison)
    return undefined(Undefined::CallOfPoison, op);
  for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
    if (target.allocation == (functionBit | kernel.cases[i].value) &&
        target.bits == 0)
      return call(thread, kernel.cases[i].edge);
  return undefined(Undefined::CallOfNoFunction, op);
}

bool Machine::leave(Thread &thread, const Instruction &op) {
  if (thread.calls.empty())
    return stop(RunStatus::Unsupported, "a return without a call", &op);
  ReturnPlace place = thread.calls.back();
  thread.calls.pop_back();
  // Their numbers are not given again, so that a pointer that stayed is seen.
  for (size_t i = place.locals; i < thread.locals.size(); ++i) {
    Allocation &object = thread.locals[i];
    object.bytes = {};
    object.undefined = {};
    object.pointers.clear();
  }
  thread.pc = place.pc;
  return true;
}

bool Machine::isGuardedOff(Thread &thread, const Instruction &op) {
  const Lane &guard = thread.frame[op.guard];
  if (guard.poison) {
    undefined(Undefined::BranchOnPoison, op);
    return true;
  }
  if (LLVM_UNLIKELY(guard.isInexact))
    loseExactness(op);
  return (guard.bits != 0) == op.guardIsNegated;
}

Lane Machine::resolve(const Thread &thread, uint64_t address,
                      StateSpace space) const {
  FlatPlace place = simt::placeOf(address, space);
  uint32_t number = 0;
  switch (place.space) {
  case StateSpace::Shared:
    if (place.object < sharedImage.size()) {
      const Cta &cta = ctas[thread.cta];
      uint32_t ctaNumber = place.cta == cta.rank + 1 ? 0 : place.cta;
      if (ctaNumber <= clusters[cta.cluster].ctas.size())
        number = firstShared + ctaNumber * sharedImage.size() + place.object;
      // As descriptors have it, where there are any (FlatAddress.h).
      if (!kernel.sharedAddresses.empty())
        place.offset -= kernel.sharedAddresses[place.object];
    }
    break;
  case StateSpace::Local:
    if (place.object < thread.locals.size())
      number = localBit | place.object;
    break;
  default:
    if (isHeapAddress(address))
      number = heapBit | uint32_t(place.object - firstHeapTag);
    else if (device)
      number = findDeviceObject(address, place.offset);
    else if (place.object < firstShared)
      number = place.object;
  }
  return {uint64_t(place.offset), number, false};
}

bool Machine::arithmetic(Thread &thread, const Instruction &op) {
  Lane *frame = thread.frame.data();
  const Lane *a = frame + op.operands[0];
  // What has one operand reads it twice.
  const Lane *b = arityOf(op.opcode) == 1 ? a : frame + op.operands[1];
  std::optional<Undefined> condition;
  for (uint32_t i = 0; i < op.lanes; ++i)
    frame[op.result + i] = compute(op, a[i], b[i], condition);
  return condition ? undefined(*condition, op) : true;
}

/// The case of most instructions: one lane of an integer, no promise.
static bool isPlainInteger(const Instruction &op) {
  return op.lanes == 1 && op.packed == 1 && op.modifiers == Modifier::None &&
         !op.type.isFloat();
}
static void setInteger(const Instruction &op, Lane *result, uint64_t bits,
                       const Lane *a, const Lane *b) {
  *result = {maskTo(bits, op.type.width), 0, a->poison || b->poison};
}

bool Machine::execute(Thread &thread, const Instruction &op) {
  Lane *frame = thread.frame.data();
  Lane *result = frame + op.result;
  const Lane *a = frame + op.operands[0], *b = frame + op.operands[1],
             *c = frame + op.operands[2];
  switch (op.opcode) {
  case Opcode::Exit:
    thread.state = ThreadState::Exited;
    ++ctas[thread.cta].exitedThreads;
    return exitFromBarriers(thread.cta);
  case Opcode::Unreachable:
    return undefined(Undefined::Unreachable, op);
  case Opcode::Jump:
    return takeEdge(thread, op.edges[0]);
  case Opcode::Branch:
    if (a->poison)
      return undefined(Undefined::BranchOnPoison, op);
    return takeEdge(thread, op.edges[a->bits ? 0 : 1]);
  case Opcode::Switch: {
    if (a->poison)
      return undefined(Undefined::BranchOnPoison, op);
    uint32_t edge = op.edges[0];
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
      if (kernel.cases[i].value == a->bits)
        edge = kernel.cases[i].edge;
    return takeEdge(thread, edge);
  }
  case Opcode::Barrier:
    return arriveAtBarrier(thread, op);
  case Opcode::WarpBarrier:
  case Opcode::WarpCollective:
  case Opcode::ClusterArrive:
  case Opcode::ClusterWait:
  case Opcode::Matrix:
  case Opcode::MatrixProduct:
  case Opcode::MatrixAccess:
  case Opcode::Warpgroup:
    thread.state = ThreadState::AtWarpOperation;
    return true;
  case Opcode::Assume:
    if (a->poison || !a->bits)
      return undefined(Undefined::FalseAssumption, op);
    return true;
  case Opcode::Call:
    return call(thread, op.edges[0]);
  case Opcode::CallIndirect:
    return callIndirect(thread, op);
  case Opcode::Return:
    return leave(thread, op);
  case Opcode::SaveRegisters:
    return saveRegisters(thread, op);
  case Opcode::RestoreRegisters:
    return restoreRegisters(thread, op);
  case Opcode::DropObjects:
    return dropObjects(thread, op);
  case Opcode::Refuse:
    return stop(RunStatus::Unsupported, kernel.refusals[op.first], &op);
  case Opcode::Trap:
    return trap(thread, op);
  case Opcode::Print:
    return print(thread, op);
  case Opcode::Move:
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i) {
      const Copy &copy = kernel.copies[i];
      std::copy_n(frame + copy.from, copy.lanes, frame + copy.to);
    }
    return true;
  case Opcode::Select:
    for (uint32_t i = 0; i < op.lanes; ++i) {
      const Lane &chosen = a[op.has(Modifier::LanewiseCondition) ? i : 0];
      result[i] = (chosen.bits ? b : c)[i];
      result[i].poison |= chosen.poison;
    }
    return true;
  case Opcode::Freeze:
    for (uint32_t i = 0; i < op.lanes; ++i)
      result[i] = a[i].poison ? Lane() : a[i];
    return true;
  case Opcode::ReadSpecial:
    *result = {special(thread, op.special), 0, false};
    return true;
  case Opcode::Neg:
  case Opcode::Abs:
  case Opcode::PopCount:
  case Opcode::ReverseBits:
  case Opcode::SwapBytes:
  case Opcode::LeadingZeros:
  case Opcode::MulHigh:
  case Opcode::Div:
  case Opcode::Rem:
  case Opcode::Min:
  case Opcode::Max:
  case Opcode::CopySign:
  case Opcode::SquareRoot:
  case Opcode::Shl:
  case Opcode::Shr:
    return arithmetic(thread, op);
  case Opcode::Add:
    if (!isPlainInteger(op))
      return arithmetic(thread, op);
    setInteger(op, result, a->bits + b->bits, a, b);
    return true;
  case Opcode::Sub:
    if (!isPlainInteger(op))
      return arithmetic(thread, op);
    setInteger(op, result, a->bits - b->bits, a, b);
    return true;
  case Opcode::Mul:
    if (!isPlainInteger(op))
      return arithmetic(thread, op);
    setInteger(op, result, a->bits * b->bits, a, b);
    return true;
  case Opcode::And:
    if (!isPlainInteger(op))
      return arithmetic(thread, op);
    setInteger(op, result, a->bits & b->bits, a, b);
    return true;
  case Opcode::Or:
    if (!isPlainInteger(op))
      return arithmetic(thread, op);
    setInteger(op, result, a->bits | b->bits, a, b);
    return true;
  case Opcode::Xor:
    if (!isPlainInteger(op))
      return arithmetic(thread, op);
    setInteger(op, result, a->bits ^ b->bits, a, b);
    return true;
  case Opcode::Fma:
  case Opcode::PermuteBytes:
  case Opcode::ExtractField:
  case Opcode::FunnelLeft:
  case Opcode::FunnelRight:
    for (uint32_t i = 0; i < op.lanes; ++i)
      result[i] = computeThree(op, a[i], b[i], c[i]);
    return true;
  case Opcode::Apply: {
    std::array<Lane, 4> values;
    unsigned arity = arityOf(op.function);
    for (unsigned i = 0; i < arity; ++i)
      values[i] = frame[op.operands[i]];
    *result = applyFunction(op, ArrayRef(values).take_front(arity));
    return true;
  }
  case Opcode::Contract:
    return contract(thread, op);
  case Opcode::Approximate:
    return approximate(thread, op);
  case Opcode::Classify:
    *result = classify(op, *a);
    return true;
  case Opcode::Compare:
    for (uint32_t i = 0; i < op.lanes; ++i)
      result[i] = compare(op, a[i], b[i]);
    return true;
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::FloatToInteger:
  case Opcode::IntegerToFloat:
    for (uint32_t i = 0; i < op.lanes; ++i)
      result[i] = convert(op, a[i]);
    return true;
  case Opcode::Address: {
    Lane pointer = *a;
    pointer.bits += op.immediate;
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i) {
      const Index &index = kernel.indices[i];
      const Lane &value = frame[index.slot];
      pointer.bits += SignExtend64(value.bits, index.width) * index.scale;
      pointer.poison |= value.poison;
    }
    *result = pointer;
    return true;
  }
  case Opcode::ConvertSpace:
    for (uint32_t i = 0; i < op.lanes; ++i) {
      result[i] = a[i];
      if (op.space == StateSpace::Generic || a[i].poison || !a[i].allocation)
        continue;
      const Allocation *object = allocationOf(thread, a[i].allocation);
      result[i].poison = !object || !fits(op.space, object->space);
    }
    return true;
  case Opcode::MapToRank:
    *result = b->poison ? *b : inCtaOfRank(thread, *a, b->bits);
    return true;
  case Opcode::RankOfObject:
    *result = rankOf(thread, *a);
    return true;
  case Opcode::IsInSpace:
    *result = isInSpace(thread, *a, op.space);
    return true;
  case Opcode::ResolveAddress:
    *result = resolve(thread, a->bits + uint64_t(op.immediate), op.space);
    result->poison = a->poison;
    return true;
  case Opcode::LocalObject:
    return makeLocalObject(thread, op);
  case Opcode::SealObject:
    return sealObject(thread, op);
  case Opcode::StackSave:
    *result = {stackTag | thread.locals.size(), 0, false};
    return true;
  case Opcode::StackRestore:
    return restoreStack(thread, op);
  case Opcode::HeapAllocate:
    return allocateOnHeap(thread, op);
  case Opcode::HeapFree:
    return freeOnHeap(thread, op);
  case Opcode::Load:
    return load(thread, op);
  case Opcode::Store:
    return store(thread, op);
  case Opcode::Atomic:
    return update(thread, op);
  case Opcode::Fence:
    fence(thread, op);
    return true;
  case Opcode::CopyBytes:
    return copyBytes(thread, op);
  case Opcode::FillBytes:
    return fillBytes(thread, op);
  case Opcode::Mbarrier:
    return useMbarrier(thread, op);
  case Opcode::AsyncCopy:
    return issueCopy(thread, op);
  case Opcode::AsyncCommit:
    commitCopies(thread);
    return true;
  case Opcode::AsyncWait:
    waitForCopies(thread, op);
    return true;
  case Opcode::AsyncArrive:
    return trackCopies(thread, op);
  case Opcode::Bulk:
    return useBulk(thread, op);
  case Opcode::ProxyFence:
    fenceProxies(thread);
    return true;
  case Opcode::SharedAddress: {
    const Lane &pointer = thread.frame[op.operands[0]];
    uint32_t object = pointer.allocation - firstShared;
    if (!pointer.poison && (pointer.allocation < firstShared ||
                            object >= kernel.sharedAddresses.size()))
      return undefined(Undefined::WrongStateSpace, op);
    thread.frame[op.result] = {
        pointer.poison ? 0
                       : maskTo(kernel.sharedAddresses[object] + pointer.bits,
                                op.resultType.width),
        0, pointer.poison};
    return true;
  }
  case Opcode::Tensor:
    return useTensor(thread, op);
  }
  llvm_unreachable("covered opcodes");
}

void Machine::tellInstruction(Thread &thread, const Instruction &op,
                              bool wasGuardedOff) {
  options.observer->onInstruction(placeOf(thread, op), thread.frame,
                                  wasGuardedOff);
}

bool Machine::runThread(Thread &thread, unsigned quantum) {
  running = thread.index;
  while (quantum-- && thread.state == ThreadState::Ready) {
    if (++outcome.steps > options.stepLimit)
      return stop(RunStatus::StepLimit, tooManySteps);
    const Instruction &op = kernel.code[thread.pc++];
    if (LLVM_UNLIKELY(op.guard) && isGuardedOff(thread, op)) {
      if (LLVM_UNLIKELY(options.observer))
        tellInstruction(thread, op, /*wasGuardedOff=*/true);
      if (stopped)
        return false;
      continue;
    }
    if (LLVM_UNLIKELY(!thread.pendingLoads.empty()) && readsPending(thread, op))
      return false;
    if (LLVM_UNLIKELY(!registerUses.empty()) && !touchRegisters(thread, op))
      return false;
    bool goesOn = LLVM_UNLIKELY(mayBeInexact) && readsInexact(thread, op)
                      ? executeInexact(thread, op)
                      : execute(thread, op);
    if (LLVM_UNLIKELY(options.observer))
      tellInstruction(thread, op, /*wasGuardedOff=*/false);
    if (!goesOn)
      return false;
  }
  return true;
}
