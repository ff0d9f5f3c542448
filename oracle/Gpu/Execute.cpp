//===- Execute.cpp - One case on the device -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Execute.h"
#include "oracle/Gpu/Arena.h"
#include "oracle/Gpu/ErrorLog.h"
#include <algorithm>
#include <chrono>

using namespace tilefuzz::conform;

// Numbers of the API's enumerations.
static constexpr int jitErrorLogBuffer = 5, jitErrorLogSize = 6;
static constexpr int attributeMaxDynamicShared = 8;

/// What the numbers of the API's errors say of a case, whichever function
/// returns them. Errors without a row are failures of the step that met them.
static constexpr struct {
  DriverStatus code;
  CaseStatus status;
} meanings[] = {
    // Out of memory; the driver's limit on a kernel's time or steps; a
    // time-out.
    {2, CaseStatus::ResourceLimit},
    {702, CaseStatus::ResourceLimit},
    {909, CaseStatus::ResourceLimit},
    // A newer driver is needed; no code for this device; no compiler, or none
    // for this version of PTX, or it is off; what is not supported.
    {36, CaseStatus::Incompatible},
    {209, CaseStatus::Incompatible},
    {221, CaseStatus::Incompatible},
    {222, CaseStatus::Incompatible},
    {223, CaseStatus::Incompatible},
    {801, CaseStatus::Incompatible},
    // The image, the PTX, the source.
    {200, CaseStatus::Rejected},
    {218, CaseStatus::Rejected},
    {300, CaseStatus::Rejected},
};

/// Errors that a kernel makes on the device: illegal address, assertion,
/// hardware stack, illegal instruction, misaligned address, address space,
/// program counter, launch failure, tensor memory that was not freed. A launch
/// returns them too if the driver runs kernels at once.
static constexpr DriverStatus faults[] = {700, 710, 714, 715, 716,
                                          717, 718, 719, 721};

namespace {
class Execution {
public:
  Execution(const Driver &api, const Case &one, size_t guard,
            CaseResult &result)
      : api(api), one(one), guard(guard), result(result) {}

  /// True if the context can go on.
  bool run() {
    if (load() && upload() && launch())
      download();
    addLog(result.detail, "JIT log", jitLog);
    // An error may stay with the context, and a kernel that wrote where it must
    // not may have damaged more than was seen. Such a context frees nothing; it
    // goes with its process.
    if (result.status != CaseStatus::Completed && isAllocated)
      return false;
    if (result.status == CaseStatus::LaunchFailed ||
        result.status == CaseStatus::ResourceLimit)
      return false;
    for (DevicePointer pointer : pointers)
      api.free(pointer);
    if (module)
      api.moduleUnload(module);
    return true;
  }

private:
  bool fail(DriverStatus code, std::string detail) {
    result.status = CaseStatus::LaunchFailed;
    for (const auto &row : meanings)
      if (row.code == code)
        result.status = row.status;
    // What an earlier case left behind is not this one's fault.
    if (hasLaunched && std::find(std::begin(faults), std::end(faults), code) !=
                           std::end(faults))
      result.status = CaseStatus::Fault;
    result.error = api.nameOf(code);
    result.detail = std::move(detail);
    return false;
  }

  bool load() {
    jitLog.assign(8192, '\0');
    int options[] = {jitErrorLogBuffer, jitErrorLogSize};
    void *values[] = {jitLog.data(), reinterpret_cast<void *>(jitLog.size())};
    DriverStatus status =
        api.moduleLoadData(&module, one.ptx.c_str(), 2, options, values);
    jitLog.resize(std::min(jitLog.find('\0'), jitLog.size()));
    if (status != driver_status::success)
      return fail(status, "loading the PTX");
    status = api.moduleGetFunction(&function, module, one.kernel.c_str());
    if (status == driver_status::success && one.sharedBytes > 48 * 1024) {
      if (!api.functionSetAttribute) {
        result.status = CaseStatus::Incompatible;
        result.detail = "the kernel needs more than 48 KiB of shared memory, "
                        "but the driver library has no 'cuFuncSetAttribute'";
        return false;
      }
      status = api.functionSetAttribute(function, attributeMaxDynamicShared,
                                        int(one.sharedBytes));
    }
    return status == driver_status::success ||
           fail(status, "kernel " + one.kernel);
  }

  /// A new allocation that begins with `bytes`.
  bool place(const Bytes &bytes, const std::string &name) {
    isAllocated = true;
    DevicePointer pointer = 0;
    DriverStatus status =
        api.allocate(&pointer, std::max<size_t>(bytes.size(), 1));
    if (status == driver_status::success) {
      pointers.push_back(pointer);
      if (!bytes.empty())
        status = api.copyToDevice(pointer, bytes.data(), bytes.size());
    }
    return status == driver_status::success || fail(status, name);
  }

  bool upload() {
    if (guard) {
      arena.emplace(one, guard);
      return place(arena->image(), "the arena of " +
                                       std::to_string(arena->image().size()) +
                                       " bytes");
    }
    for (const Buffer &buffer : one.buffers)
      if (!place(buffer.input, "buffer " + buffer.name))
        return false;
    return true;
  }

  DevicePointer addressOf(size_t buffer) const {
    return arena ? pointers[0] + arena->offsetOf(buffer) : pointers[buffer];
  }

  bool launch() {
    // Little-endian: a narrow scalar is the first bytes of its 64-bit image.
    std::vector<uint64_t> images;
    for (const Argument &argument : one.arguments)
      images.push_back(argument.buffer < 0
                           ? argument.bits
                           : addressOf(argument.buffer) + argument.offset);
    std::vector<void *> parameters;
    for (uint64_t &image : images)
      parameters.push_back(&image);
    auto start = std::chrono::steady_clock::now();
    hasLaunched = true;
    DriverStatus status =
        api.launch(function, one.grid[0], one.grid[1], one.grid[2],
                   one.block[0], one.block[1], one.block[2], one.sharedBytes,
                   nullptr, parameters.data(), nullptr);
    if (status != driver_status::success)
      return fail(status, "launch");
    status = api.contextSynchronize();
    result.milliseconds = std::chrono::duration<double, std::milli>(
                              std::chrono::steady_clock::now() - start)
                              .count();
    return status == driver_status::success ||
           fail(status, "while the kernel ran");
  }

  bool fetch(Bytes &bytes, DevicePointer from, const std::string &name) {
    DriverStatus status =
        bytes.empty() ? driver_status::success
                      : api.copyToHost(bytes.data(), from, bytes.size());
    return status == driver_status::success || fail(status, "reading " + name);
  }

  bool download() {
    if (!arena) {
      std::vector<Bytes> buffers;
      for (size_t i = 0; i < one.buffers.size(); ++i) {
        Bytes &bytes = buffers.emplace_back(one.buffers[i].input.size());
        if (!fetch(bytes, pointers[i], "buffer " + one.buffers[i].name))
          return false;
      }
      result.buffers = std::move(buffers);
      return true;
    }
    Bytes after(arena->image().size());
    if (!fetch(after, pointers[0], "the arena"))
      return false;
    result.detail = arena->findStrayWrite(after);
    if (!result.detail.empty()) {
      result.status = CaseStatus::GuardOverwritten;
      return false;
    }
    for (size_t i = 0; i < one.buffers.size(); ++i)
      result.buffers.push_back(arena->contentsOf(i, after));
    return true;
  }

  const Driver &api;
  const Case &one;
  size_t guard;
  CaseResult &result;
  ModuleHandle module = nullptr;
  FunctionHandle function = nullptr;
  /// None: each buffer has an allocation of its own.
  std::optional<Arena> arena;
  std::vector<DevicePointer> pointers;
  std::string jitLog;
  bool isAllocated = false, hasLaunched = false;
};
} // namespace

CaseResult tilefuzz::conform::executeCase(const Driver &api, const Case &one,
                                          size_t guard, bool &poisoned) {
  CaseResult result;
  result.name = one.name;
  if (one.ptx.empty()) {
    result.status = CaseStatus::NoCode;
    result.detail = one.noCode;
    poisoned = false;
    return result;
  }
  poisoned = !Execution(api, one, guard, result).run();
  return result;
}
