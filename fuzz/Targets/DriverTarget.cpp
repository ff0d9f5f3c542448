//===- DriverTarget.cpp - libFuzzer: the simulated CUDA driver ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The input is a module, a zero, and choices: what its kernels are launched
// with and what is copied from where. Without choices it is loaded and each
// kernel launched with allocations. Nothing that they say may crash the
// process, and no kernel may read or write memory of the host that is no
// allocation: a page that nobody may touch ends the process, and one that may
// be touched must hold what it held.
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Abi.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <vector>

using namespace tilefuzz::driver;

namespace tilefuzz::driver {
struct Context;
struct Module;
struct Function;
struct Link;
} // namespace tilefuzz::driver

// As oracle/Driver/Entry*.cpp define them.
TILECUDA_API Status cuInit(unsigned flags);
TILECUDA_API Status cuCtxCreate_v2(Context **result, unsigned flags,
                                   DeviceHandle device);
TILECUDA_API Status cuCtxDestroy_v2(Context *context);
TILECUDA_API Status cuCtxSynchronize();
TILECUDA_API Status cuModuleLoadDataEx(Module **result, const void *image,
                                       unsigned count, int *options,
                                       void **values);
TILECUDA_API Status cuModuleGetFunctionCount(unsigned *count, Module *module);
TILECUDA_API Status cuModuleEnumerateFunctions(Function **functions,
                                               unsigned count, Module *module);
TILECUDA_API Status cuFuncSetAttribute(Function *function, int attribute,
                                       int value);
TILECUDA_API Status cuFuncGetParamInfo(Function *function, size_t index,
                                       size_t *offset, size_t *size);
TILECUDA_API Status cuLinkCreate_v2(unsigned count, int *options, void **values,
                                    Link **result);
TILECUDA_API Status cuLinkAddData_v2(Link *link, int type, void *data,
                                     size_t size, const char *name,
                                     unsigned count, int *options,
                                     void **values);
TILECUDA_API Status cuLinkComplete(Link *link, void **image, size_t *size);
TILECUDA_API Status cuLinkDestroy(Link *link);
TILECUDA_API Status cuMemAlloc_v2(DevicePointer *pointer, size_t size);
TILECUDA_API Status cuMemFree_v2(DevicePointer pointer);
TILECUDA_API Status cuMemcpyHtoD_v2(DevicePointer to, const void *from,
                                    size_t size);
TILECUDA_API Status cuMemcpyDtoH_v2(void *to, DevicePointer from, size_t size);
TILECUDA_API Status cuMemsetD8_v2(DevicePointer to, unsigned char value,
                                  size_t count);
TILECUDA_API Status cuLaunchKernelEx(const LaunchConfig *config, void *function,
                                     void **parameters, void **extra);

static constexpr size_t pageSize = 4096;

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerInitialize(int *, char ***) {
  ::setenv("TILECUDA_STEPS", "2000", 1);
  ::setenv("TILECUDA_MEMORY", "4", 1);
  return int(cuInit(0));
}

namespace {
/// Bytes that decide; zeros once they are used up.
class Choices {
public:
  Choices(const uint8_t *data, size_t size) : data(data), left(size) {}
  bool isOver() const { return !left; }
  uint64_t take(unsigned bytes) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes && left; ++i, --left)
      value |= uint64_t(*data++) << (8 * i);
    return value;
  }
  /// Less than `most`, which is above 0.
  uint64_t below(uint64_t most) { return take(2) % most; }

private:
  const uint8_t *data;
  size_t left;
};

/// Memory of the host that nobody gave the driver.
class HostMemory {
public:
  HostMemory() {
    void *pages = ::mmap(nullptr, 2 * pageSize, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      std::abort();
    begin = static_cast<uint8_t *>(pages);
    std::memset(begin, mark, pageSize);
    ::mprotect(begin + pageSize, pageSize, PROT_NONE);
  }
  uint64_t address(uint64_t offset) const {
    return reinterpret_cast<uintptr_t>(begin) + offset;
  }
  bool isUnchanged() const {
    return std::all_of(begin, begin + pageSize,
                       [](uint8_t byte) { return byte == mark; });
  }

private:
  static constexpr uint8_t mark = 0x5a;
  uint8_t *begin;
};

/// One context and what is done in it.
class Session {
public:
  Session(const char *text, Choices &choices, const HostMemory &host)
      : text(text), choices(choices), host(host) {}
  void run();

private:
  uint64_t value();
  void launch(Function *function);
  void copy();
  bool load(Module *&module);

  const char *text;
  Choices &choices;
  const HostMemory &host;
  std::array<DevicePointer, 3> pointers{};
};
} // namespace

/// An address, in memory of the device or where it must not be, or a number.
uint64_t Session::value() {
  switch (choices.below(6)) {
  case 1:
    return choices.take(8);
  case 2:
    return host.address(choices.below(2 * pageSize));
  case 3:
    return choices.take(2);
  default:
    return pointers[choices.below(pointers.size())] + choices.below(300);
  }
}

void Session::launch(Function *function) {
  size_t offset = 0, size = 0, end = 0;
  std::vector<size_t> offsets;
  while (offsets.size() < 64 &&
         cuFuncGetParamInfo(function, offsets.size(), &offset, &size) ==
             Status::Success) {
    offsets.push_back(offset);
    end = offset + size;
  }
  // Of the exact size, so that the sanitizer sees who reads too much.
  std::vector<uint8_t> image(end);
  for (size_t at = 0; at < end; at += 8) {
    uint64_t part = value();
    std::memcpy(&image[at], &part, std::min<size_t>(8, end - at));
  }
  std::vector<void *> parameters;
  for (size_t at : offsets)
    parameters.push_back(image.data() + at);
  LaunchConfig config = {};
  for (unsigned *extents : {config.grid, config.block})
    for (unsigned i = 0; i < 3; ++i)
      extents[i] = choices.below(8) == 1 ? unsigned(choices.take(4))
                                         : 1 + unsigned(choices.below(4));
  config.sharedBytes = unsigned(choices.take(choices.below(8) == 1 ? 4 : 1));
  if (choices.below(4) == 1)
    (void)cuFuncSetAttribute(function, int(choices.take(1)),
                             int(choices.take(4)));
  LaunchAttribute attribute = {};
  attribute.id = choices.below(2) == 1 ? unsigned(choices.take(1)) : 4;
  for (unsigned &extent : attribute.value.cluster)
    extent = unsigned(choices.take(1));
  config.attributes = &attribute;
  config.numAttributes = choices.below(4) == 1;
  // What is passed for an image may be shorter than the parameters.
  size_t passed = choices.below(4) == 1 ? choices.below(end + 1) : end;
  std::vector<uint8_t> packed(image.begin(), image.begin() + passed);
  void *extra[] = {reinterpret_cast<void *>(1), packed.data(),
                   reinterpret_cast<void *>(2), &passed, nullptr};
  if (choices.below(2) == 1)
    (void)cuLaunchKernelEx(&config, function, nullptr, extra);
  else
    (void)cuLaunchKernelEx(&config, function, parameters.data(), nullptr);
  (void)cuCtxSynchronize();
}

void Session::copy() {
  uint8_t bytes[64] = {};
  size_t size = choices.below(sizeof bytes + 1);
  // The other side's size is right: the caller answers for its own memory.
  (void)cuMemcpyHtoD_v2(pointers[0] + choices.take(2), bytes, size);
  (void)cuMemcpyDtoH_v2(bytes, pointers[1] + choices.take(2), size);
  (void)cuMemsetD8_v2(pointers[2] + choices.take(2),
                      static_cast<unsigned char>(choices.take(1)),
                      choices.take(2));
}

/// As it is, or through the linker, there perhaps twice.
bool Session::load(Module *&module) {
  char log[64];
  int options[] = {5, 6};
  void *values[] = {log, reinterpret_cast<void *>(choices.below(sizeof log))};
  const void *image = text;
  Link *link = nullptr;
  if (choices.below(4) == 1 &&
      cuLinkCreate_v2(2, options, values, &link) == Status::Success) {
    for (uint64_t i = 0, count = 1 + choices.below(2); i < count; ++i)
      (void)cuLinkAddData_v2(link, 1, const_cast<char *>(text),
                             std::strlen(text) + 1, "input", 0, nullptr,
                             nullptr);
    void *linked = nullptr;
    if (cuLinkComplete(link, &linked, nullptr) == Status::Success)
      image = linked;
  }
  values[1] = reinterpret_cast<void *>(sizeof log);
  bool isLoaded =
      cuModuleLoadDataEx(&module, image, 2, options, values) == Status::Success;
  if (link)
    (void)cuLinkDestroy(link);
  return isLoaded;
}

void Session::run() {
  Context *context = nullptr;
  if (cuCtxCreate_v2(&context, 0, 0) != Status::Success)
    std::abort();
  for (DevicePointer &pointer : pointers)
    (void)cuMemAlloc_v2(&pointer, 1 + choices.below(300));
  Module *module = nullptr;
  unsigned count = 0;
  if (load(module) &&
      cuModuleGetFunctionCount(&count, module) == Status::Success) {
    std::vector<Function *> functions(count);
    (void)cuModuleEnumerateFunctions(functions.data(), count, module);
    copy();
    for (Function *function : functions)
      launch(function);
    (void)cuMemFree_v2(pointers[choices.below(pointers.size())]);
    copy();
  }
  (void)cuCtxDestroy_v2(context);
}

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const HostMemory host;
  std::string text(reinterpret_cast<const char *>(data), size);
  size_t end = std::min(text.find('\0'), size);
  size_t behind = std::min(end + 1, size);
  Choices choices(data + behind, size - behind);
  Session(text.c_str(), choices, host).run();
  if (!host.isUnchanged())
    std::abort();
  return 0;
}
