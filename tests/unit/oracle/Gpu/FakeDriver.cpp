//===- FakeDriver.cpp - A CUDA driver over host memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What tile-conform-run is tested with where there is no GPU. It "executes" the
// corpus kernels saxpy and in_place_swap by name, in plain C++; other kernels
// are not found. The variable FAKE_DRIVER makes it misbehave, with one of:
//   wrong, fault, hang, crash, guard     on in_place_swap
//   far, before                          it writes 1000 bytes behind its
//   buffer,
//                                        or 40 bytes before it
//   checked                              it writes one element too many, and
//   the
//                                        driver knows what is allocated
//   launch=N, sync=N, load=N, alloc=N    on in_place_swap (alloc: on all): that
//                                        function returns error N
//   rejected                             on all, with a log of the JIT compiler
//   talk, shout, die                     on in_place_swap: it writes a line, or
//   a
//                                        MiB, to standard error; or a line and
//                                        ends the process
//   mute-init                            cuInit fails with a word on why
// FAKE_DRIVER_VERSION is the driver's version. Built with
// FAKE_DRIVER_WITHOUT_EXTRAS it lacks what only some kernels need.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <unistd.h>

using Status = int;

static bool misbehaves(const char *how) {
  const char *wanted = std::getenv("FAKE_DRIVER");
  return wanted && !std::strcmp(wanted, how);
}

/// The number of `HOW=N`, 0 if FAKE_DRIVER is something else.
static Status errorOf(const char *how) {
  const char *wanted = std::getenv("FAKE_DRIVER");
  size_t size = std::strlen(how);
  return wanted && !std::strncmp(wanted, how, size) && wanted[size] == '='
             ? std::atoi(wanted + size + 1)
             : 0;
}

static bool faulted = false;
static std::string image;
/// Begin and size of each allocation.
static std::map<uintptr_t, size_t> allocations;

/// Whether all bytes of the access lie in one allocation.
static bool isAllocated(const void *pointer, size_t size) {
  auto at = reinterpret_cast<uintptr_t>(pointer);
  auto next = allocations.upper_bound(at);
  if (next == allocations.begin())
    return false;
  auto [begin, length] = *--next;
  return at - begin <= length && size <= length - (at - begin);
}
static bool isSwap() {
  return image.find(".entry in_place_swap") != std::string::npos;
}

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
  // The inputs are not the last buffers of the case.
  if (misbehaves("checked") && !isAllocated(x + count, sizeof *x))
    faulted = true;
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
  if (misbehaves("far"))
    x[count + 250] = 0;
  if (misbehaves("before"))
    x[-10] = 0;
  if (misbehaves("checked")) {
    if (isAllocated(x + count, sizeof *x))
      x[count] = 0;
    else
      faulted = true;
  }
  if (misbehaves("talk") || misbehaves("die"))
    std::fprintf(stderr, "the fake device is unwell\n");
  if (misbehaves("shout"))
    for (unsigned i = 0; i < 1 << 16; ++i)
      std::fprintf(stderr, "line %05u of many\n", i);
  if (misbehaves("die"))
    _exit(7);
  if (misbehaves("crash"))
    std::abort();
  if (misbehaves("hang"))
    for (;;)
      pause();
  faulted |= misbehaves("fault");
}

extern "C" {
Status cuInit(unsigned) {
  if (!misbehaves("mute-init"))
    return 0;
  std::fprintf(stderr, "no fake device node\n");
  return 999;
}
Status cuDriverGetVersion(int *version) {
  const char *wanted = std::getenv("FAKE_DRIVER_VERSION");
  *version = wanted ? std::atoi(wanted) : 13000;
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
Status cuCtxSynchronize() {
  if (isSwap())
    if (Status error = errorOf("sync"))
      return error;
  return faulted ? 700 : 0;
}
Status cuModuleLoadDataEx(void **module, const void *text, unsigned count,
                          int *options, void **values) {
  image = static_cast<const char *>(text);
  *module = &image;
  Status error = misbehaves("rejected") ? 218 : isSwap() ? errorOf("load") : 0;
  char *log = nullptr;
  size_t size = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == 5)
      log = static_cast<char *>(values[i]);
    if (options[i] == 6)
      size = reinterpret_cast<size_t>(values[i]);
  }
  if (error && log)
    std::snprintf(log, size, "ptxas fake, line 3; error\nsyntax error\n");
  return error;
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
#ifndef FAKE_DRIVER_WITHOUT_EXTRAS
Status cuFuncSetAttribute(void *, int, int) { return 0; }
#endif
Status cuMemAlloc_v2(unsigned long long *pointer, size_t size) {
  if (Status error = errorOf("alloc"))
    return error;
  *pointer = reinterpret_cast<unsigned long long>(std::malloc(size));
  if (!size || !*pointer)
    return size ? 2 : 1;
  allocations[*pointer] = size;
  return 0;
}
Status cuMemFree_v2(unsigned long long pointer) {
  allocations.erase(pointer);
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
Status cuLaunchKernel(void *function, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, unsigned, void *, void **parameters,
                      void **) {
  if (isSwap())
    if (Status error = errorOf("launch"))
      return error;
  (*static_cast<void (**)(void **)>(function))(parameters);
  return 0;
}
Status cuGetErrorName(Status status, const char **name) {
  *name = status == 700   ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : status == 716 ? "CUDA_ERROR_MISALIGNED_ADDRESS"
          : status == 719 ? "CUDA_ERROR_LAUNCH_FAILED"
          : status == 702 ? "CUDA_ERROR_LAUNCH_TIMEOUT"
          : status == 801 ? "CUDA_ERROR_NOT_SUPPORTED"
          : status == 2   ? "CUDA_ERROR_OUT_OF_MEMORY"
          : status == 218 ? "CUDA_ERROR_INVALID_PTX"
          : status == 500 ? "CUDA_ERROR_NOT_FOUND"
                          : "CUDA_ERROR_UNKNOWN";
  return 0;
}
}
