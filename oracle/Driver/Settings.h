//===- Settings.h - What the environment says to the driver -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_DRIVER_SETTINGS_H
#define TILEFUZZ_ORACLE_DRIVER_SETTINGS_H

#include <cstdint>

namespace tilefuzz::driver {

struct Settings {
  /// TILECUDA_CHECK: races and uninitialised reads, which no device notices,
  /// are looked for. 0: they are not.
  bool checks = true;
  /// TILECUDA_STEPS: instructions of one launch, over all threads; one that
  /// needs more has timed out.
  uint64_t steps = 4'000'000'000;
  /// TILECUDA_SCHEDULE: which interleaving of threads.
  uint64_t schedule = 0;
  /// TILECUDA_CC: of the device, e.g. `8.0`.
  int major = 9, minor = 0;
  /// TILECUDA_MEMORY: of the device, in MiB.
  uint64_t memoryBytes = uint64_t(1) << 30;
};

/// Read once. What cannot be read is said on standard error, and is as if it
/// were not set.
const Settings &settings();

} // namespace tilefuzz::driver

#endif // TILEFUZZ_ORACLE_DRIVER_SETTINGS_H
