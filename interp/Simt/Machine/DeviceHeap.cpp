//===- DeviceHeap.cpp - malloc and free of kernels ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX interoperability guide, system calls: memory that a kernel allocates is
// global memory of its device, and stays until a kernel frees it, in this
// launch or in another one.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/DeviceLaunch.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Machine/SimtMachine.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

/// A number is never given again, so that what is freed stays known.
static constexpr uint32_t mostObjects = parameterTag - firstHeapTag;

bool Machine::allocateOnHeap(Thread &thread, const Instruction &op) {
  const Lane size = thread.frame[op.operands[0]];
  Lane &result = thread.frame[op.result];
  if (size.poison)
    return undefined(Undefined::PoisonLength, op);
  result = Lane();
  uint64_t limit = device ? device->heapLimit : defaultHeapBytes;
  if (size.bits == 0 || size.bits > limit - heapBytes)
    return true;
  uint32_t &next = device ? device->nextOnHeap : nextOnHeap;
  if (next == mostObjects)
    return stop(RunStatus::Unsupported,
                "more than " + llvm::Twine(mostObjects) +
                    " allocations by kernels",
                &op);
  uint32_t number = next++;
  Allocation &object = heap[number];
  object.name = "malloc " + std::to_string(number);
  object.space = StateSpace::Global;
  object.bytes.assign(size.bits, options.unwrittenByte());
  object.undefined.assign(size.bits, options.unwritten ? 0 : 2);
  heapBytes += size.bits;
  result = kernel.hasFlatAddresses
               ? Lane{globalAddress(uint32_t(firstHeapTag) + number), 0, false}
               : Lane{0, heapBit | number, false};
  return true;
}

bool Machine::freeOnHeap(Thread &thread, const Instruction &op) {
  const Lane &pointer = thread.frame[op.operands[0]];
  if (pointer.poison)
    return undefined(Undefined::PoisonAddress, op);
  // Null, as a number or as the place that it resolves to.
  if (!pointer.allocation &&
      (pointer.bits == 0 || globalAddress(0) + pointer.bits == 0))
    return true;
  auto it = pointer.allocation & heapBit && pointer.bits == 0
                ? heap.find(pointer.allocation & ~heapBit)
                : heap.end();
  if (it == heap.end())
    return undefined(Undefined::InvalidFree, op);
  heapBytes -= it->second.bytes.size();
  heap.erase(it);
  return true;
}
