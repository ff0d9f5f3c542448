//===- PtxRun.cpp - The hook of tinygrad for an emulator of PTX -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// `ptx_run`, as the library that is found as gpuocelot has it: one kernel, run
// at once, whose pointers are addresses of the host. Nothing says how large
// what they point to is, so the kernel may access the mappings of this process
// that its arguments point into, and nothing else. A client of the driver
// beside it.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

// Of the driver, with the API's types as plain ones.
extern "C" {
int cuInit(unsigned);
int cuCtxCreate_v2(void **, unsigned, int);
int cuCtxDestroy_v2(void *);
int cuCtxSetCurrent(void *);
int cuCtxSynchronize();
int cuGetErrorName(int, const char **);
int cuModuleLoadData(void **, const void *);
int cuModuleGetFunctionCount(unsigned *, void *);
int cuModuleEnumerateFunctions(void **, unsigned, void *);
int cuFuncGetParamInfo(void *, size_t, size_t *, size_t *);
int cuMemHostRegister_v2(void *, size_t, unsigned);
int cuMemHostUnregister(void *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                   unsigned, unsigned, void *, void **, void **);
}

namespace {
using Status = int;

/// Private memory that may be read and written.
struct Window {
  uint64_t begin = 0, end = 0;
};

/// How much of a mapping a launch takes, at most, and before an argument.
constexpr uint64_t windowLimit = 256u << 20, windowBefore = 1u << 20;

bool succeeded(Status status, const char *what) {
  if (status == 0)
    return true;
  const char *name = nullptr;
  cuGetErrorName(status, &name);
  std::fprintf(stderr, "tilecuda: ptx_run: %s: %s\n", what, name ? name : "?");
  return false;
}

/// The windows that the values point into, in order, without overlap.
std::vector<Window> windowsOf(void *const *values, int count) {
  std::vector<Window> windows;
  std::FILE *maps = std::fopen("/proc/self/maps", "r");
  if (!maps)
    return windows;
  char line[512];
  while (std::fgets(line, sizeof line, maps)) {
    uint64_t begin, end;
    char access[5];
    if (std::sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &begin, &end,
                    access) != 3 ||
        std::strcmp(access, "rw-p") != 0 || std::strstr(line, "[stack"))
      continue;
    for (int i = 0; i < count; ++i) {
      auto at = reinterpret_cast<uint64_t>(values[i]);
      if (at < begin || at >= end)
        continue;
      Window window{begin, end};
      if (end - begin > windowLimit) {
        window.begin = at - std::min(windowBefore, at - begin);
        window.end = window.begin + std::min(windowLimit, end - window.begin);
      }
      windows.push_back(window);
    }
  }
  std::fclose(maps);
  std::sort(windows.begin(), windows.end(),
            [](Window a, Window b) { return a.begin < b.begin; });
  std::vector<Window> merged;
  for (Window window : windows)
    if (merged.empty() || window.begin >= merged.back().end)
      merged.push_back(window);
    else
      merged.back().end = std::max(merged.back().end, window.end);
  return merged;
}

struct State {
  std::mutex lock;
  void *context = nullptr;
  /// By their texts.
  std::map<std::string, void *> kernels;
};

/// The one kernel of a text; null: it has another number of them, or none that
/// the driver takes, which it has said.
void *kernelOf(State &state, const char *source) {
  void *&kernel = state.kernels[source];
  void *module = nullptr;
  unsigned count = 0;
  if (kernel ||
      !succeeded(cuModuleLoadData(&module, source), "the text is refused") ||
      !succeeded(cuModuleGetFunctionCount(&count, module), "no functions"))
    return kernel;
  if (count != 1)
    std::fprintf(stderr, "tilecuda: ptx_run: %u kernels in one text\n", count);
  else
    succeeded(cuModuleEnumerateFunctions(&kernel, 1, module), "no function");
  return kernel;
}
} // namespace

/// `values` are the arguments themselves, in words of 64 bits. 0: the kernel
/// has ended as it should; else the driver's status, or 1.
extern "C" int ptx_run(const char *source, int count, void **values, int blockX,
                       int blockY, int blockZ, int gridX, int gridY, int gridZ,
                       int sharedBytes) {
  static State state;
  std::lock_guard<std::mutex> held(state.lock);
  if (!state.context &&
      (!succeeded(cuInit(0), "cuInit") ||
       !succeeded(cuCtxCreate_v2(&state.context, 0, 0), "cuCtxCreate")))
    return 1;
  // Threads have no context before.
  if (!succeeded(cuCtxSetCurrent(state.context), "cuCtxSetCurrent"))
    return 1;
  void *kernel = kernelOf(state, source);
  if (!kernel)
    return 1;
  size_t offset, size;
  if (count < 0 || cuFuncGetParamInfo(kernel, count, &offset, &size) == 0 ||
      (count > 0 && cuFuncGetParamInfo(kernel, count - 1, &offset, &size))) {
    std::fprintf(stderr,
                 "tilecuda: ptx_run: the kernel does not have %d "
                 "parameters\n",
                 count);
    return 1;
  }
  Status status = 0;
  std::vector<Window> windows = windowsOf(values, count);
  for (Window window : windows)
    if (Status refused = cuMemHostRegister_v2(
            reinterpret_cast<void *>(window.begin), window.end - window.begin,
            /*flags=*/0))
      status = refused;
  std::vector<void *> parameters;
  for (int i = 0; i < count; ++i)
    parameters.push_back(&values[i]);
  if (!status)
    status = cuLaunchKernel(kernel, gridX, gridY, gridZ, blockX, blockY, blockZ,
                            sharedBytes, nullptr, parameters.data(), nullptr);
  if (!status)
    status = cuCtxSynchronize();
  for (Window window : windows)
    cuMemHostUnregister(reinterpret_cast<void *>(window.begin));
  if (status) {
    succeeded(status, "the launch");
    // A fault stays with its context.
    cuCtxDestroy_v2(state.context);
    state.context = nullptr;
    state.kernels.clear();
  }
  return status;
}
