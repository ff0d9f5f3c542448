//===- Driver.h - The CUDA driver, found at run time ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The few functions of the CUDA Driver API that running a bundle needs, taken
// from the driver's library by dlopen: nothing of CUDA is needed to build.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_DRIVER_H
#define TILEFUZZ_ORACLE_GPU_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tilefuzz::conform {

// The API's types under our names; sizes as in the API's stable ABI.
using DriverStatus = int;
using DeviceHandle = int;
using ContextHandle = struct DriverContext *;
using ModuleHandle = struct DriverModule *;
using FunctionHandle = struct DriverFunction *;
using DevicePointer = unsigned long long;

namespace driver_status {
inline constexpr DriverStatus success = 0;
}

struct Driver {
  DriverStatus (*init)(unsigned flags);
  DriverStatus (*driverGetVersion)(int *version);
  DriverStatus (*deviceGet)(DeviceHandle *device, int ordinal);
  DriverStatus (*deviceGetName)(char *name, int size, DeviceHandle device);
  DriverStatus (*deviceGetAttribute)(int *value, int attribute,
                                     DeviceHandle device);
  DriverStatus (*primaryContextRetain)(ContextHandle *context,
                                       DeviceHandle device);
  DriverStatus (*contextSetCurrent)(ContextHandle context);
  DriverStatus (*contextSynchronize)();
  DriverStatus (*moduleLoadData)(ModuleHandle *module, const void *image,
                                 unsigned numOptions, int *options,
                                 void **values);
  DriverStatus (*moduleUnload)(ModuleHandle module);
  DriverStatus (*moduleGetFunction)(FunctionHandle *function,
                                    ModuleHandle module, const char *name);
  /// Null if the library has none: few kernels need it.
  DriverStatus (*functionSetAttribute)(FunctionHandle function, int attribute,
                                       int value);
  DriverStatus (*allocate)(DevicePointer *pointer, size_t size);
  DriverStatus (*free)(DevicePointer pointer);
  DriverStatus (*copyToDevice)(DevicePointer to, const void *from, size_t size);
  DriverStatus (*copyToHost)(void *to, DevicePointer from, size_t size);
  DriverStatus (*launch)(FunctionHandle function, unsigned gridX,
                         unsigned gridY, unsigned gridZ, unsigned blockX,
                         unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                         void *stream, void **parameters, void **extra);
  DriverStatus (*getErrorName)(DriverStatus status, const char **name);

  /// The file that the library was loaded from.
  std::string file;

  /// The API's name of a status, or its number.
  std::string nameOf(DriverStatus status) const;

  /// Absent if the library or one of the functions that every case needs is not
  /// there; `error` says which.
  static std::optional<Driver> load(const std::string &library,
                                    std::string &error);
};

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_DRIVER_H
