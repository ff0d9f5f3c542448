//===- DeviceLaunch.h - A launch on memory that outlives it -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a driver asks of the machine: CTAs of a grid that run together, on
// objects that were there before and stay. An object's address is a number:
// either one that FlatAddress.h gives, or the address of memory of the host,
// which lies below.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_DEVICELAUNCH_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_DEVICELAUNCH_H

#include "interp/Simt/Machine/Races.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>

namespace tilefuzz {
struct Outcome;
struct SimtOptions;
} // namespace tilefuzz

namespace tilefuzz::simt {

struct DeviceObject {
  uint64_t address = 0;
  Allocation contents;
};

/// Of CUDA: what cuCtxGetLimit says at first.
inline constexpr uint64_t defaultHeapBytes = 8u << 20;

struct DeviceLaunch {
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  /// Those that run, by linear index in the grid.
  uint64_t firstCta = 0, ctaCount = 1;
  /// Of memory in `.extern .shared`.
  uint32_t sharedBytes = 0;
  /// The bits of each parameter, in 8 bytes; of a structure one for each slot.
  llvm::ArrayRef<uint64_t> arguments;
  /// In the order of their addresses, the kernel's variables included. The run
  /// changes their contents, and nothing else.
  llvm::MutableArrayRef<DeviceObject> memory;
  /// What kernels may have allocated at once, in bytes.
  uint64_t heapLimit = defaultHeapBytes;
  /// The number of the next object that a kernel allocates.
  uint32_t nextOnHeap = 0;
  /// Set by the run: what it allocated and did not free, and addresses of what
  /// it freed of `memory`.
  std::vector<DeviceObject> allocated;
  std::vector<uint64_t> freed;
  /// Set by a run that did not complete: the thread within its CTA, and the CTA
  /// within the grid.
  std::array<uint32_t, 3> stoppedThread = {}, stoppedCta = {};
};

struct Kernel;

/// Whether the number is of those that FlatAddress.h gives, and not an address
/// of the host.
bool isDeviceAddress(uint64_t address);

/// Runs the CTAs of `launch`. Instructions that are refused, and launches that
/// the machine cannot hold, end as `RunStatus::Unsupported`.
Outcome runKernel(const Kernel &kernel, DeviceLaunch &launch,
                  const SimtOptions &options);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_DEVICELAUNCH_H
