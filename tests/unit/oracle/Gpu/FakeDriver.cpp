//===- FakeDriver.cpp - A CUDA driver over host memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What tile-conform-run is tested with where there is no GPU. It "executes" the
// corpus kernels saxpy and in_place_swap by name, in plain C++; other kernels
// are not found. The variable FAKE_DRIVER makes it misbehave:
//   wrong, fault, hang, crash, guard   on in_place_swap
//   rejected                           on all
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

using Status = int;

static bool misbehaves(const char *how) {
  const char *wanted = std::getenv("FAKE_DRIVER");
  return wanted && !std::strcmp(wanted, how);
}

static bool faulted = false;
static std::string image;

template <typename T> static T parameter(void **parameters, unsigned i) {
  T value;
  std::memcpy(&value, parameters[i], sizeof value);
  return value;
}

static void saxpy(void **parameters) {
  auto *x = parameter<const float *>(parameters, 0);
  auto *y = parameter<const float *>(parameters, 3);
  auto *out = parameter<float *>(parameters, 6);
  int count = parameter<int>(parameters, 1);
  float a = parameter<float>(parameters, 9);
  for (int i = 0; i < count; ++i)
    out[i] = std::fma(a, x[i], y[i]);
}

static void swapHalves(void **parameters) {
  auto *x = parameter<float *>(parameters, 0);
  int count = parameter<int>(parameters, 1);
  for (int base = 0; base < count; base += 128)
    for (int i = base; i < base + 64; ++i) {
      float first = x[i];
      x[i] = x[i + 64] + 1;
      x[i + 64] = first;
    }
  if (misbehaves("wrong"))
    x[3] += 1;
  if (misbehaves("guard"))
    x[count] = 0;
  if (misbehaves("crash"))
    std::abort();
  if (misbehaves("hang"))
    for (;;)
      pause();
  faulted = misbehaves("fault");
}

extern "C" {
Status cuInit(unsigned) { return 0; }
Status cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}
Status cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return ordinal ? 101 : 0;
}
Status cuDeviceGetName(char *name, int size, int) {
  std::strncpy(name, "fake device", size);
  return 0;
}
Status cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 9 : 0;
  return 0;
}
Status cuDevicePrimaryCtxRetain(void **context, int) {
  *context = nullptr;
  return 0;
}
Status cuCtxSetCurrent(void *) { return 0; }
Status cuCtxSynchronize() { return faulted ? 700 : 0; }
Status cuModuleLoadDataEx(void **module, const void *text, unsigned, int *,
                          void **) {
  if (misbehaves("rejected"))
    return 218;
  image = static_cast<const char *>(text);
  *module = &image;
  return 0;
}
Status cuModuleUnload(void *) { return 0; }
Status cuModuleGetFunction(void **function, void *, const char *name) {
  bool isSaxpy = !std::strcmp(name, "saxpy");
  if (image.find(".entry") == std::string::npos ||
      (!isSaxpy && std::strcmp(name, "in_place_swap")))
    return 500;
  using Kernel = void (*)(void **);
  static Kernel kernels[] = {saxpy, swapHalves};
  *function = &kernels[isSaxpy ? 0 : 1];
  return 0;
}
Status cuFuncSetAttribute(void *, int, int) { return 0; }
Status cuMemAlloc_v2(unsigned long long *pointer, size_t size) {
  *pointer = reinterpret_cast<unsigned long long>(std::malloc(size));
  return *pointer ? 0 : 2;
}
Status cuMemFree_v2(unsigned long long pointer) {
  std::free(reinterpret_cast<void *>(pointer));
  return 0;
}
Status cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t size) {
  std::memcpy(reinterpret_cast<void *>(to), from, size);
  return 0;
}
Status cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t size) {
  std::memcpy(to, reinterpret_cast<const void *>(from), size);
  return faulted ? 700 : 0;
}
Status cuMemsetD8_v2(unsigned long long to, unsigned char byte, size_t count) {
  std::memset(reinterpret_cast<void *>(to), byte, count);
  return 0;
}
Status cuLaunchKernel(void *function, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, unsigned, void *, void **parameters,
                      void **) {
  (*static_cast<void (**)(void **)>(function))(parameters);
  return 0;
}
Status cuGetErrorName(Status status, const char **name) {
  *name = status == 700   ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : status == 218 ? "CUDA_ERROR_INVALID_PTX"
          : status == 500 ? "CUDA_ERROR_NOT_FOUND"
                          : "CUDA_ERROR_UNKNOWN";
  return 0;
}
}
