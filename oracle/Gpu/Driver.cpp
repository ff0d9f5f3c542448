//===- Driver.cpp - The CUDA driver, found at run time --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Driver.h"
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>

using namespace tilefuzz::conform;

template <typename Function>
static bool find(void *library, const char *name, Function *&function,
                 std::string &error) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  if (!function && error.empty())
    error = std::string("the driver library has no '") + name + "'";
  return function;
}

/// The path that the loader found, without links.
static std::string fileOf(void *library) {
  link_map *map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) || !map || !map->l_name)
    return "";
  char *real = realpath(map->l_name, nullptr);
  std::string file = real ? real : map->l_name;
  std::free(real);
  return file;
}

std::optional<Driver> Driver::load(const std::string &path,
                                   std::string &error) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    error = dlerror();
    return std::nullopt;
  }
  Driver api;
  // The versioned names are the ones that the API's header maps to.
  bool complete =
      find(library, "cuInit", api.init, error) &&
      find(library, "cuDriverGetVersion", api.driverGetVersion, error) &&
      find(library, "cuDeviceGet", api.deviceGet, error) &&
      find(library, "cuDeviceGetName", api.deviceGetName, error) &&
      find(library, "cuDeviceGetAttribute", api.deviceGetAttribute, error) &&
      find(library, "cuDevicePrimaryCtxRetain", api.primaryContextRetain,
           error) &&
      find(library, "cuCtxSetCurrent", api.contextSetCurrent, error) &&
      find(library, "cuCtxSynchronize", api.contextSynchronize, error) &&
      find(library, "cuModuleLoadDataEx", api.moduleLoadData, error) &&
      find(library, "cuModuleUnload", api.moduleUnload, error) &&
      find(library, "cuModuleGetFunction", api.moduleGetFunction, error) &&
      find(library, "cuMemAlloc_v2", api.allocate, error) &&
      find(library, "cuMemFree_v2", api.free, error) &&
      find(library, "cuMemcpyHtoD_v2", api.copyToDevice, error) &&
      find(library, "cuMemcpyDtoH_v2", api.copyToHost, error) &&
      find(library, "cuLaunchKernel", api.launch, error) &&
      find(library, "cuGetErrorName", api.getErrorName, error);
  if (!complete)
    return std::nullopt;
  std::string absent;
  find(library, "cuFuncSetAttribute", api.functionSetAttribute, absent);
  api.file = fileOf(library);
  return api;
}

std::string Driver::nameOf(DriverStatus status) const {
  const char *name = nullptr;
  if (getErrorName(status, &name) == driver_status::success && name)
    return name;
  return "error " + std::to_string(status);
}
