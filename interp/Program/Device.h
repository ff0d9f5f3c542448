//===- Device.h - Where kernels of PTX run elsewhere ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the executor `gpu` asks: a device behind a process or a network
// (oracle/Conform/DeviceClient.h). Nothing here knows how it is reached.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_DEVICE_H
#define TILEFUZZ_INTERP_PROGRAM_DEVICE_H

#include "interp/Program/Launch.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilefuzz {

/// What a device is to run; it refers to what somebody else keeps.
struct DeviceKernel {
  llvm::StringRef ptx;
  std::string name;
  std::string target;
  const Launch &launch;
  /// Element type of each parameter; what stands for a pointer is ignored.
  std::vector<ElementKind> parameters;
};

class Device {
public:
  virtual ~Device() = default;

  /// What so many runs of the kernel end in, alone on the device. Errors: the
  /// kernel cannot be run there, or the device cannot be reached (`failure()`).
  virtual llvm::Expected<std::vector<Outcome>> run(const DeviceKernel &kernel,
                                                   unsigned runs) = 0;
  /// Keeps the kernel, to run it later and beside others; false: it is to be
  /// run now.
  virtual bool defer(const DeviceKernel &kernel) { return false; }
  /// Why the device cannot be reached; empty: it could so far.
  virtual std::string failure() const { return ""; }
  /// Name, driver and its library, on one line; empty: not known yet.
  virtual std::string describe() const { return ""; }
  /// As `--gpu` says how it is reached.
  virtual std::string address() const { return ""; }
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_DEVICE_H
