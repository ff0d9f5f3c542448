//===- DeviceLaunch.cpp - A launch on memory that outlives it -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/DeviceLaunch.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Tags below are of addresses of the host, which have 47 bits.
static constexpr uint64_t firstDeviceTag = uint64_t(1) << (47 - tagShift);

bool simt::isDeviceAddress(uint64_t address) {
  return address >> tagShift >= firstDeviceTag;
}

void Machine::takeDeviceMemory() {
  for (DeviceObject &object : device->memory) {
    if (isHeapAddress(object.address)) {
      heapBytes += object.contents.bytes.size();
      heap[(object.address >> tagShift) - firstHeapTag] =
          std::move(object.contents);
      // A place in the order.
      globals.emplace_back();
      continue;
    }
    if (isDeviceAddress(object.address))
      deviceObjects[object.address >> tagShift] = globals.size();
    globals.push_back(std::move(object.contents));
  }
}

/// What belongs to the run ends with it.
static Allocation withoutRun(Allocation &used) {
  Allocation contents;
  contents.name = std::move(used.name);
  contents.bytes = std::move(used.bytes);
  contents.undefined = std::move(used.undefined);
  contents.space = used.space;
  contents.isConstant = used.isConstant;
  return contents;
}

void Machine::giveDeviceMemory() {
  for (auto [i, object] : enumerate(device->memory)) {
    if (globals.size() <= i + 1)
      break;
    if (isHeapAddress(object.address)) {
      auto it = heap.find((object.address >> tagShift) - firstHeapTag);
      if (it == heap.end()) {
        device->freed.push_back(object.address);
        continue;
      }
      object.contents = withoutRun(it->second);
      heap.erase(it);
      continue;
    }
    Allocation &used = globals[i + 1];
    object.contents = withoutRun(used);
  }
  for (auto &[number, object] : heap)
    device->allocated.push_back(
        {globalAddress(uint32_t(firstHeapTag) + number), withoutRun(object)});
  llvm::sort(device->allocated, [](const auto &a, const auto &b) {
    return a.address < b.address;
  });
  if (outcome.completed() || threads.empty())
    return;
  const Thread &thread = threads[running];
  device->stoppedThread = {thread.inCta % ctaShape[0],
                           thread.inCta / ctaShape[0] % ctaShape[1],
                           thread.inCta / ctaShape[0] / ctaShape[1]};
  device->stoppedCta = ctas[thread.cta].id;
}

/// Where the object that an address is in, or lies beside, stands in `globals`;
/// 0: there is none.
uint32_t Machine::findDeviceObject(uint64_t address, int64_t &offset) const {
  if (isDeviceAddress(address))
    return deviceObjects.lookup(address >> tagShift);
  ArrayRef<DeviceObject> memory = device->memory;
  auto behind = llvm::upper_bound(
      memory, address, [](uint64_t value, const DeviceObject &object) {
        return value < object.address;
      });
  if (behind == memory.begin())
    return 0;
  uint32_t number = behind - memory.begin();
  offset = int64_t(address - memory[number - 1].address);
  // Just behind an object is out of its bounds, and far behind is nowhere.
  constexpr int64_t near = 4096;
  return offset < int64_t(globals[number].bytes.size()) + near ? number : 0;
}

bool Machine::addDeviceArguments() {
  ArrayRef<uint64_t> values = device->arguments;
  for (const Parameter &parameter : kernel.parameters) {
    uint32_t slots = parameter.bytes ? divideCeil(parameter.bytes, 8) : 1;
    if (values.size() < slots)
      return stop(RunStatus::Unsupported,
                  "kernel '" + Twine(kernel.name) + "' has more parameters");
    for (uint32_t i = 0; i < slots; ++i)
      firstFrame[parameter.slot + i].bits = values[i];
    values = values.drop_front(slots);
  }
  return true;
}

Outcome simt::runKernel(const Kernel &kernel, DeviceLaunch &launch,
                        const SimtOptions &options) {
  Launch grid;
  grid.kernel = kernel.name;
  grid.grid = launch.grid;
  return Machine(kernel, grid, options, &launch).run();
}
