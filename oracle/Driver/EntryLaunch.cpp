//===- EntryLaunch.cpp - Launches and occupancy ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Process.h"
#include "oracle/Driver/Settings.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

using namespace tilefuzz::driver;

namespace {
/// What `extra` holds: a name, its value, and so on.
constexpr uintptr_t bufferPointer = 1, bufferSize = 2;

/// CUlaunchAttributeID.
enum AttributeId {
  IgnoreAttribute = 0,
  AccessPolicyWindow = 1,
  Cooperative = 2,
  SynchronisationPolicy = 3,
  ClusterDimension = 4,
  ClusterSchedulingPolicy = 5,
  StreamSerialisation = 6,
  Priority = 8,
  MemorySyncDomainMap = 9,
  MemorySyncDomain = 10,
  PreferredCluster = 11,
  SharedCarveout = 14,
};
} // namespace

static void append(std::vector<uint64_t> &slots,
                   const tilefuzz::simt::Parameter &parameter,
                   const void *value) {
  uint32_t bytes = sizeOf(parameter);
  size_t first = slots.size();
  slots.resize(first + llvm::divideCeil(bytes, 8));
  std::memcpy(&slots[first], value, bytes);
}

/// The values of all parameters.
static Status readArguments(const Function &function, void **parameters,
                            void **extra, std::vector<uint64_t> &slots) {
  const auto &wanted = function.kernel.parameters;
  if (wanted.empty())
    return Status::Success;
  if (parameters) {
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (!parameters[i])
        return Status::InvalidValue;
      append(slots, wanted[i], parameters[i]);
    }
    return Status::Success;
  }
  if (!extra)
    return Status::InvalidValue;
  const char *buffer = nullptr;
  const size_t *size = nullptr;
  for (size_t i = 0; extra[i]; i += 2) {
    switch (reinterpret_cast<uintptr_t>(extra[i])) {
    case bufferPointer:
      buffer = static_cast<const char *>(extra[i + 1]);
      break;
    case bufferSize:
      size = static_cast<const size_t *>(extra[i + 1]);
      break;
    default:
      return Status::InvalidValue;
    }
  }
  if (!buffer || !size)
    return Status::InvalidValue;
  size_t at = 0;
  for (const tilefuzz::simt::Parameter &parameter : wanted) {
    at = llvm::alignTo(at, alignmentOf(parameter));
    if (at + sizeOf(parameter) > *size)
      return Status::InvalidValue;
    append(slots, parameter, buffer + at);
    at += sizeOf(parameter);
  }
  return Status::Success;
}

/// What a device cannot run.
static Status checkShape(const Function &function,
                         const LaunchRequest &request) {
  static constexpr uint32_t blockLimits[] = {1024, 1024, 64},
                            gridLimits[] = {2147483647, 65535, 65535};
  uint64_t threads = 1, ctas = 1;
  for (unsigned i = 0; i < 3; ++i) {
    if (!request.block[i] || request.block[i] > blockLimits[i] ||
        !request.grid[i] || request.grid[i] > gridLimits[i])
      return Status::InvalidValue;
    threads *= request.block[i];
    ctas *= request.grid[i];
  }
  if (threads > 1024)
    return Status::InvalidValue;
  const tilefuzz::simt::Kernel &kernel = function.kernel;
  // PTX ISA, 11.4: .reqntid and .maxntid.
  if (kernel.ctaShape[0] && kernel.ctaShape != request.block)
    return Status::InvalidValue;
  if (threads > function.maxThreads)
    return Status::InvalidValue;
  if (request.sharedBytes > function.maxDynamicShared)
    return Status::InvalidValue;
  if (request.cluster[0]) {
    if (settings().major < 9)
      return Status::InvalidClusterSize;
    uint64_t size =
        uint64_t(request.cluster[0]) * request.cluster[1] * request.cluster[2];
    bool fits = size && size <= function.maxClusterSize() &&
                (!kernel.hasClusters || kernel.clusterShape == request.cluster);
    for (unsigned i = 0; fits && i < 3; ++i)
      fits = request.grid[i] % request.cluster[i] == 0;
    if (!fits)
      return Status::InvalidClusterSize;
  }
  if (request.isCooperative && ctas * threads > maxCooperativeThreads)
    return Status::CooperativeLaunchTooLarge;
  return Status::Success;
}

static Status start(void *handle, LaunchRequest request, void *stream,
                    void **parameters, void **extra) {
  ContextCall call;
  if (call.failed())
    return call.status;
  request.function = call->findFunction(handle);
  Stream *ignored;
  if (!request.function || !call->findStream(stream, ignored))
    return Status::InvalidHandle;
  // What the launch says, or the attribute of the function, or the kernel.
  const Function &function = *request.function;
  request.grid = tilefuzz::simt::gridOf(function.kernel, request.grid);
  if (!request.cluster[0])
    request.cluster = function.kernel.hasClusters ? function.kernel.clusterShape
                                                  : function.cluster;
  if (Status status = checkShape(function, request); status != Status::Success)
    return status;
  if (Status status =
          readArguments(function, parameters, extra, request.arguments);
      status != Status::Success)
    return status;
  return launch(call.current, request);
}

TILECUDA_API Status cuLaunchKernel(void *function, unsigned gridX,
                                   unsigned gridY, unsigned gridZ,
                                   unsigned blockX, unsigned blockY,
                                   unsigned blockZ, unsigned sharedBytes,
                                   void *stream, void **parameters,
                                   void **extra) {
  LaunchRequest request;
  request.grid = {gridX, gridY, gridZ};
  request.block = {blockX, blockY, blockZ};
  request.sharedBytes = sharedBytes;
  if (parameters && extra)
    return Status::InvalidValue;
  return start(function, std::move(request), stream, parameters, extra);
}

TILECUDA_API Status cuLaunchCooperativeKernel(void *function, unsigned gridX,
                                              unsigned gridY, unsigned gridZ,
                                              unsigned blockX, unsigned blockY,
                                              unsigned blockZ,
                                              unsigned sharedBytes,
                                              void *stream, void **parameters) {
  LaunchRequest request;
  request.grid = {gridX, gridY, gridZ};
  request.block = {blockX, blockY, blockZ};
  request.sharedBytes = sharedBytes;
  request.isCooperative = true;
  return start(function, std::move(request), stream, parameters, nullptr);
}

TILECUDA_API Status cuLaunchKernelEx(const LaunchConfig *config, void *function,
                                     void **parameters, void **extra) {
  if (!config || (parameters && extra) ||
      (config->numAttributes && !config->attributes))
    return Status::InvalidValue;
  LaunchRequest request;
  for (unsigned i = 0; i < 3; ++i) {
    request.grid[i] = config->grid[i];
    request.block[i] = config->block[i];
  }
  request.sharedBytes = config->sharedBytes;
  for (unsigned i = 0; i < config->numAttributes; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    switch (attribute.id) {
    case Cooperative:
      request.isCooperative = attribute.value.number != 0;
      break;
    case ClusterDimension:
      if (!attribute.value.cluster[0])
        return Status::InvalidClusterSize;
      std::copy_n(attribute.value.cluster, 3, request.cluster.begin());
      break;
    // What they say changes no result of a kernel that runs alone.
    case IgnoreAttribute:
    case AccessPolicyWindow:
    case SynchronisationPolicy:
    case ClusterSchedulingPolicy:
    case StreamSerialisation:
    case PreferredCluster:
    case Priority:
    case MemorySyncDomainMap:
    case MemorySyncDomain:
    case SharedCarveout:
      break;
    default:
      report("launch: attribute " + llvm::Twine(attribute.id));
      return Status::NotSupported;
    }
  }
  return start(function, std::move(request), config->stream, parameters, extra);
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

/// CTAs on a multiprocessor: as many as its threads, its 65536 registers (a
/// warp's come by 256) and its shared memory hold. The number of registers is
/// an estimate, for which no CTA is refused.
static Status blocksFor(const Function &function, int threads, size_t shared,
                        int &blocks) {
  if (threads < 1 || threads > 1024)
    return Status::InvalidValue;
  int warps = (threads + 31) / 32;
  int registers = (int(function.registers) * 32 + 255) / 256 * 256 * warps;
  blocks = std::min({32, 64 / warps, std::max(1, 65536 / registers)});
  // A device takes 1 KiB of each CTA's.
  size_t bytes = function.staticShared + shared + 1024;
  blocks = int(std::min<size_t>(size_t(blocks), 228 * 1024 / bytes));
  if (unsigned(threads) > function.maxThreads ||
      shared > function.maxDynamicShared)
    blocks = 0;
  return Status::Success;
}

static Status occupancy(int *result, void *handle, int threads, size_t shared) {
  ContextCall call;
  if (call.failed())
    return call.status;
  Function *function = call->findFunction(handle);
  if (!function)
    return Status::InvalidHandle;
  return result ? blocksFor(*function, threads, shared, *result)
                : Status::InvalidValue;
}
TILECUDA_API Status cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                                void *function,
                                                                int threads,
                                                                size_t shared) {
  return occupancy(blocks, function, threads, shared);
}
TILECUDA_API Status cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, void *function, int threads, size_t shared, unsigned flags) {
  return flags > 1 ? Status::InvalidValue
                   : occupancy(blocks, function, threads, shared);
}

using SharedOfThreads = size_t (*)(int threads);

static Status suggest(int *grid, int *threads, void *handle,
                      SharedOfThreads sharedOf, size_t shared, int limit) {
  ContextCall call;
  if (call.failed())
    return call.status;
  Function *function = call->findFunction(handle);
  if (!function)
    return Status::InvalidHandle;
  if (!grid || !threads || limit < 0)
    return Status::InvalidValue;
  int most = std::min(int(function->maxThreads), limit ? limit : 1024);
  int best = 0;
  *grid = *threads = 0;
  for (int size = most / 32 * 32; size > 0; size -= 32) {
    int blocks = 0;
    (void)blocksFor(*function, size, sharedOf ? sharedOf(size) : shared,
                    blocks);
    if (blocks * size <= best)
      continue;
    best = blocks * size;
    *threads = size;
    *grid = blocks;
  }
  return Status::Success;
}
TILECUDA_API Status cuOccupancyMaxPotentialBlockSize(int *grid, int *threads,
                                                     void *function,
                                                     SharedOfThreads sharedOf,
                                                     size_t shared, int limit) {
  return suggest(grid, threads, function, sharedOf, shared, limit);
}
TILECUDA_API Status cuOccupancyMaxPotentialBlockSizeWithFlags(
    int *grid, int *threads, void *function, SharedOfThreads sharedOf,
    size_t shared, int limit, unsigned flags) {
  return flags > 1 ? Status::InvalidValue
                   : suggest(grid, threads, function, sharedOf, shared, limit);
}

TILECUDA_API Status cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                            void *handle,
                                                            int blocks,
                                                            int threads) {
  ContextCall call;
  if (call.failed())
    return call.status;
  Function *function = call->findFunction(handle);
  if (!function)
    return Status::InvalidHandle;
  if (!bytes || blocks < 1 || threads < 1 || threads > 1024)
    return Status::InvalidValue;
  size_t each = 228 * 1024 / size_t(blocks),
         taken = function->staticShared + 1024;
  *bytes = std::min<size_t>(each > taken ? each - taken : 0,
                            function->maxDynamicShared);
  return Status::Success;
}

/// As many as the only multiprocessor holds.
TILECUDA_API Status cuOccupancyMaxActiveClusters(int *clusters, void *function,
                                                 const LaunchConfig *config) {
  if (!config || (config->numAttributes && !config->attributes))
    return Status::InvalidValue;
  uint64_t size = 1;
  for (unsigned i = 0; i < config->numAttributes; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    const unsigned *extents = attribute.value.cluster;
    if (attribute.id == ClusterDimension)
      size = uint64_t(extents[0]) * extents[1] * extents[2];
  }
  if (!size || size > 16)
    return Status::InvalidClusterSize;
  Status status =
      occupancy(clusters, function,
                int(config->block[0] * config->block[1] * config->block[2]),
                config->sharedBytes);
  if (status == Status::Success)
    *clusters /= int(size);
  return status;
}
TILECUDA_API Status cuOccupancyMaxPotentialClusterSize(int *size,
                                                       void *function,
                                                       const LaunchConfig *) {
  ContextCall call;
  if (call.failed())
    return call.status;
  const Function *found = call->findFunction(function);
  if (!found)
    return Status::InvalidHandle;
  if (!size)
    return Status::InvalidValue;
  *size = int(found->maxClusterSize());
  return Status::Success;
}
