//===- Recursion.cpp - Functions that a thread is in more than once -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A function has one set of registers in the frame. Before a call that may come
// back to it, its caller puts its own registers aside and takes them back
// afterwards; what is in memory is made anew by each call.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Machine/SimtMachine.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

/// Of one thread; the default stack of a GPU, 1 KiB, holds no hundred.
static constexpr size_t mostCalls = 4096;
/// Of all threads, so that memory does not run out.
static constexpr size_t mostSavedLanes = size_t(1) << 24;

bool Machine::saveRegisters(Thread &thread, const Instruction &op) {
  if (thread.saved.size() == mostCalls)
    return stop(RunStatus::Unsupported,
                "recursion deeper than " + llvm::Twine(mostCalls) + " calls",
                &op);
  SavedRegisters registers;
  registers.locals = thread.locals.size();
  for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i) {
    const Lane *from = thread.frame.data() + kernel.ranges[i].first;
    registers.lanes.insert(registers.lanes.end(), from,
                           from + kernel.ranges[i].count);
  }
  savedLanes += registers.lanes.size();
  if (savedLanes > mostSavedLanes)
    return stop(RunStatus::Unsupported,
                "recursion that keeps more than " +
                    llvm::Twine(mostSavedLanes) + " registers",
                &op);
  thread.saved.push_back(std::move(registers));
  return true;
}

bool Machine::restoreRegisters(Thread &thread, const Instruction &op) {
  SavedRegisters &registers = thread.saved.back();
  const Lane *from = registers.lanes.data();
  for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i) {
    std::copy_n(from, kernel.ranges[i].count,
                thread.frame.data() + kernel.ranges[i].first);
    from += kernel.ranges[i].count;
  }
  savedLanes -= registers.lanes.size();
  registers.lanes = {};
  if (op.immediate)
    thread.saved.pop_back();
  return true;
}

bool Machine::dropObjects(Thread &thread, const Instruction &op) {
  savedLanes -= thread.saved.back().lanes.size();
  thread.locals.resize(thread.saved.back().locals);
  thread.saved.pop_back();
  return true;
}

/// Local memory of a thread (CUDA C++ Programming Guide, technical
/// specifications): what a stack may grow by at once.
static constexpr uint64_t mostLocalBytes = 512 << 10;

bool Machine::restoreStack(Thread &thread, const Instruction &op) {
  const Lane &saved = thread.frame[op.operands[0]];
  uint64_t number = saved.bits - stackTag;
  if (saved.poison || number > thread.locals.size())
    return undefined(Undefined::InvalidStack, op);
  thread.locals.resize(number);
  return true;
}

bool Machine::sealObject(Thread &thread, const Instruction &op) {
  const Lane &pointer = thread.frame[op.operands[0]];
  bool isLocal = !pointer.poison && (pointer.allocation & localBit);
  Allocation *object =
      isLocal ? allocationOf(thread, pointer.allocation) : nullptr;
  if (!object)
    return undefined(Undefined::NullAccess, op);
  object->isConstant = true;
  return true;
}

bool Machine::makeLocalObject(Thread &thread, const Instruction &op) {
  uint64_t bytes = op.immediate;
  if (op.operands[0]) {
    const Lane &count = thread.frame[op.operands[0]];
    if (count.poison)
      return undefined(Undefined::PoisonLength, op);
    if (bytes && count.bits > mostLocalBytes / bytes)
      return stop(RunStatus::Unsupported,
                  "more than " + llvm::Twine(mostLocalBytes) +
                      " bytes of a stack at once",
                  &op);
    bytes *= count.bits;
  }
  uint32_t number = thread.locals.size();
  Lane &result = thread.frame[op.result];
  if (kernel.hasFlatAddresses) {
    // Its number is a part of its address.
    if (number == maxLocalObjects)
      return stop(RunStatus::Unsupported,
                  "more than " + llvm::Twine(maxLocalObjects) +
                      " objects in the local memory of a thread",
                  &op);
    result = {windowAddress(number), 0, false};
  } else {
    result = {0, localBit | number, false};
  }
  Allocation object;
  object.name = "alloca";
  object.space = StateSpace::Local;
  object.bytes.assign(bytes, options.unwrittenByte());
  object.undefined.assign(bytes, options.unwritten ? 0 : 2);
  thread.locals.push_back(std::move(object));
  return true;
}
