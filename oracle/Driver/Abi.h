//===- Abi.h - Types of the CUDA Driver API ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The API's types under our names, with the sizes of its stable ABI. Nothing of
// CUDA is needed to build. Handles are pointers to our own objects; a handle
// that is none of them is told by Registry.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_DRIVER_ABI_H
#define TILEFUZZ_ORACLE_DRIVER_ABI_H

#include <cstddef>
#include <cstdint>

#define TILECUDA_API extern "C" __attribute__((visibility("default")))

namespace tilefuzz::driver {

enum class Status : int {
#define TILECUDA_STATUS(ENUMERATOR, NUMBER, NAME, MEANING) ENUMERATOR = NUMBER,
#include "oracle/Driver/Statuses.def"
};

using DeviceHandle = int;
using DevicePointer = unsigned long long;

struct Uuid {
  char bytes[16];
};

/// CUlaunchAttribute: a number, and 64 bytes of its value.
struct LaunchAttribute {
  unsigned id;
  unsigned padding;
  union {
    char bytes[64];
    unsigned cluster[3];
    int number;
  } value;
};
static_assert(sizeof(LaunchAttribute) == 72);

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3], block[3];
  unsigned sharedBytes;
  void *stream;
  const LaunchAttribute *attributes;
  unsigned numAttributes;
};
static_assert(sizeof(LaunchConfig) == 56);

/// CUDA_MEMCPY2D.
struct Copy2D {
  size_t sourceX, sourceY;
  unsigned sourceType;
  const void *sourceHost;
  DevicePointer sourceDevice;
  void *sourceArray;
  size_t sourcePitch;
  size_t targetX, targetY;
  unsigned targetType;
  void *targetHost;
  DevicePointer targetDevice;
  void *targetArray;
  size_t targetPitch;
  size_t width, height;
};
static_assert(sizeof(Copy2D) == 128);

} // namespace tilefuzz::driver

#endif // TILEFUZZ_ORACLE_DRIVER_ABI_H
