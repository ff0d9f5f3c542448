//===- Execute.cpp - One case on the device -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Execute.h"
#include <algorithm>
#include <chrono>

using namespace tilefuzz::conform;

/// Bytes on either side of a buffer; keeps the allocation's alignment of 256.
static constexpr size_t guardSize = 256;
static constexpr uint8_t guardByte = 0xA5;

// Numbers of the API's enumerations.
static constexpr int jitErrorLogBuffer = 5, jitErrorLogSize = 6;
static constexpr int attributeMaxDynamicShared = 8;

namespace {
class Execution {
public:
  Execution(const Driver &api, const Case &one, CaseResult &result)
      : api(api), one(one), result(result) {}

  /// True if the context can go on.
  bool run() {
    if (load() && upload() && launch())
      download();
    // An error of a launch may stay with the context. Such a context frees
    // nothing; it goes with its process.
    if (result.status == CaseStatus::Fault ||
        result.status == CaseStatus::LaunchFailed)
      return false;
    for (DevicePointer pointer : pointers)
      api.free(pointer);
    if (module)
      api.moduleUnload(module);
    return true;
  }

private:
  bool fail(CaseStatus status, DriverStatus code, std::string detail) {
    result.status = status;
    result.error = api.nameOf(code);
    result.detail = std::move(detail);
    return false;
  }

  bool load() {
    std::string log(8192, '\0');
    int options[] = {jitErrorLogBuffer, jitErrorLogSize};
    void *values[] = {log.data(), reinterpret_cast<void *>(log.size())};
    DriverStatus status =
        api.moduleLoadData(&module, one.ptx.c_str(), 2, options, values);
    log.resize(std::min(log.find('\0'), log.size()));
    switch (status) {
    case driver_status::success:
      break;
    case driver_status::noBinaryForGpu:
    case driver_status::unsupportedPtxVersion:
      return fail(CaseStatus::Incompatible, status, log);
    case driver_status::invalidPtx:
      return fail(CaseStatus::Rejected, status, log);
    default:
      return fail(CaseStatus::LaunchFailed, status, log);
    }
    status = api.moduleGetFunction(&function, module, one.kernel.c_str());
    if (status == driver_status::success && one.sharedBytes > 48 * 1024)
      status = api.functionSetAttribute(function, attributeMaxDynamicShared,
                                        int(one.sharedBytes));
    return status == driver_status::success ||
           fail(CaseStatus::LaunchFailed, status, "kernel " + one.kernel);
  }

  bool upload() {
    for (const Buffer &buffer : one.buffers) {
      DevicePointer pointer = 0;
      size_t size = buffer.input.size();
      DriverStatus status = api.allocate(&pointer, size + 2 * guardSize);
      if (status == driver_status::success) {
        pointers.push_back(pointer);
        status = api.fill(pointer, guardByte, size + 2 * guardSize);
      }
      if (status == driver_status::success && size)
        status =
            api.copyToDevice(pointer + guardSize, buffer.input.data(), size);
      if (status != driver_status::success)
        return fail(CaseStatus::LaunchFailed, status, "buffer " + buffer.name);
    }
    return true;
  }

  bool launch() {
    // Little-endian: a narrow scalar is the first bytes of its 64-bit image.
    std::vector<uint64_t> images;
    for (const Argument &argument : one.arguments)
      images.push_back(argument.buffer < 0 ? argument.bits
                                           : pointers[argument.buffer] +
                                                 guardSize + argument.offset);
    std::vector<void *> parameters;
    for (uint64_t &image : images)
      parameters.push_back(&image);
    auto start = std::chrono::steady_clock::now();
    DriverStatus status =
        api.launch(function, one.grid[0], one.grid[1], one.grid[2],
                   one.block[0], one.block[1], one.block[2], one.sharedBytes,
                   nullptr, parameters.data(), nullptr);
    if (status != driver_status::success)
      return fail(CaseStatus::LaunchFailed, status, "launch");
    status = api.contextSynchronize();
    result.milliseconds = std::chrono::duration<double, std::milli>(
                              std::chrono::steady_clock::now() - start)
                              .count();
    return status == driver_status::success ||
           fail(CaseStatus::Fault, status, "while the kernel ran");
  }

  void download() {
    for (size_t i = 0; i < one.buffers.size(); ++i) {
      size_t size = one.buffers[i].input.size();
      Bytes image(size + 2 * guardSize);
      DriverStatus status =
          api.copyToHost(image.data(), pointers[i], image.size());
      if (status != driver_status::success) {
        fail(CaseStatus::Fault, status, "reading " + one.buffers[i].name);
        return;
      }
      auto untouched = [](auto from, auto to) {
        return std::all_of(from, to,
                           [](uint8_t byte) { return byte == guardByte; });
      };
      if (!untouched(image.begin(), image.begin() + guardSize) ||
          !untouched(image.end() - guardSize, image.end())) {
        result.status = CaseStatus::GuardOverwritten;
        result.detail = "written outside buffer " + one.buffers[i].name;
        result.buffers.clear();
        return;
      }
      result.buffers.emplace_back(image.begin() + guardSize,
                                  image.end() - guardSize);
    }
  }

  const Driver &api;
  const Case &one;
  CaseResult &result;
  ModuleHandle module = nullptr;
  FunctionHandle function = nullptr;
  std::vector<DevicePointer> pointers;
};
} // namespace

CaseResult tilefuzz::conform::executeCase(const Driver &api, const Case &one,
                                          bool &poisoned) {
  CaseResult result;
  result.name = one.name;
  poisoned = !Execution(api, one, result).run();
  return result;
}
