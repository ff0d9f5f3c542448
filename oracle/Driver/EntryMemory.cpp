//===- EntryMemory.cpp - Allocations, copies, pointers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Copies happen where they are asked for, whatever their stream: everything
// that was asked for before has happened by then.
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Process.h"
#include <algorithm>
#include <cstring>

using namespace tilefuzz::driver;

static uint64_t addressOf(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

TILECUDA_API Status cuMemAlloc_v2(DevicePointer *pointer, size_t bytes) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!pointer || !bytes)
    return Status::InvalidValue;
  uint64_t address = call->memory.allocate(call.current, bytes, "allocation");
  if (!address)
    return Status::OutOfMemory;
  *pointer = address;
  return Status::Success;
}

TILECUDA_API Status cuMemAllocPitch_v2(DevicePointer *pointer, size_t *pitch,
                                       size_t width, size_t height,
                                       unsigned elementBytes) {
  if (!pitch || (elementBytes != 4 && elementBytes != 8 && elementBytes != 16))
    return Status::InvalidValue;
  constexpr size_t row = 512;
  size_t rounded = (width + row - 1) / row * row, bytes;
  if (rounded < width || __builtin_mul_overflow(rounded, height, &bytes))
    return Status::InvalidValue;
  Status status = cuMemAlloc_v2(pointer, bytes);
  if (status == Status::Success)
    *pitch = rounded;
  return status;
}

TILECUDA_API Status cuMemAllocAsync(DevicePointer *pointer, size_t bytes,
                                    void *stream) {
  Call call;
  Stream *ignored;
  if (Status status = call.context(); status != Status::Success)
    return status;
  return call->findStream(stream, ignored) ? cuMemAlloc_v2(pointer, bytes)
                                           : Status::InvalidHandle;
}

static Status allocateHost(void **pointer, size_t bytes, MemoryKind kind,
                           unsigned flags) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!pointer || !bytes)
    return Status::InvalidValue;
  void *begin = call->memory.allocateHost(call.current, bytes, kind, flags);
  if (!begin)
    return Status::OutOfMemory;
  *pointer = begin;
  return Status::Success;
}
TILECUDA_API Status cuMemAllocManaged(DevicePointer *pointer, size_t bytes,
                                      unsigned flags) {
  void *begin = nullptr;
  // CU_MEM_ATTACH_GLOBAL and CU_MEM_ATTACH_HOST.
  if (!pointer || (flags != 1 && flags != 2))
    return Status::InvalidValue;
  Status status = allocateHost(&begin, bytes, MemoryKind::Managed, flags);
  if (status == Status::Success)
    *pointer = addressOf(begin);
  return status;
}
TILECUDA_API Status cuMemHostAlloc(void **pointer, size_t bytes,
                                   unsigned flags) {
  if (flags > 7)
    return Status::InvalidValue;
  return allocateHost(pointer, bytes, MemoryKind::Host, flags);
}
TILECUDA_API Status cuMemAllocHost_v2(void **pointer, size_t bytes) {
  return allocateHost(pointer, bytes, MemoryKind::Host, 0);
}

/// Addresses are unified: an allocation is its owner's, whichever context is
/// current, and none needs to be (Numba frees what is left after it has popped
/// all of them). What went wrong in the owner is told.
static Status free(uint64_t address, llvm::ArrayRef<MemoryKind> kinds,
                   Status ifNone = Status::InvalidValue) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  Block *block = call->memory.findExactly(address);
  if (!block || !llvm::is_contained(kinds, block->kind))
    return ifNone;
  if (block->owner && block->owner->fault != Status::Success)
    return block->owner->fault;
  return call->memory.free(address, kinds) ? Status::Success : ifNone;
}
TILECUDA_API Status cuMemFree_v2(DevicePointer pointer) {
  if (!pointer)
    return ReadyCall().status;
  return free(pointer, {MemoryKind::Device, MemoryKind::Managed});
}
TILECUDA_API Status cuMemFreeAsync(DevicePointer pointer, void *stream) {
  ContextCall call;
  Stream *ignored;
  if (call.failed())
    return call.status;
  if (!call->findStream(stream, ignored))
    return Status::InvalidHandle;
  return cuMemFree_v2(pointer);
}
TILECUDA_API Status cuMemFreeHost(void *pointer) {
  return pointer ? free(addressOf(pointer), MemoryKind::Host)
                 : Status::InvalidValue;
}

TILECUDA_API Status cuMemHostRegister_v2(void *pointer, size_t bytes,
                                         unsigned flags) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!pointer || !bytes || bytes > Memory::capacity())
    return Status::InvalidValue;
  return call->memory.registerHost(call.current, pointer, bytes, flags)
             ? Status::Success
             : Status::HostMemoryAlreadyRegistered;
}
TILECUDA_API Status cuMemHostUnregister(void *pointer) {
  return free(addressOf(pointer), MemoryKind::Registered,
              Status::HostMemoryNotRegistered);
}

/// The block of the host's memory; what is wrong otherwise.
static Status findHost(const Call &call, void *pointer, Block *&block) {
  if (Status status = call.context(); status != Status::Success)
    return status;
  block = call->memory.find(addressOf(pointer));
  return block && block->isHostMemory() ? Status::Success
                                        : Status::InvalidValue;
}
TILECUDA_API Status cuMemHostGetDevicePointer_v2(DevicePointer *device,
                                                 void *pointer,
                                                 unsigned flags) {
  Call call;
  Block *block;
  if (Status status = findHost(call, pointer, block); status != Status::Success)
    return status;
  if (!device || flags)
    return Status::InvalidValue;
  *device = addressOf(pointer);
  return Status::Success;
}
TILECUDA_API Status cuMemHostGetFlags(unsigned *flags, void *pointer) {
  Call call;
  Block *block;
  if (Status status = findHost(call, pointer, block); status != Status::Success)
    return status;
  if (!flags)
    return Status::InvalidValue;
  *flags = block->flags;
  return Status::Success;
}

TILECUDA_API Status cuMemGetInfo_v2(size_t *free, size_t *total) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!free || !total)
    return Status::InvalidValue;
  *total = Memory::capacity();
  *free = *total - std::min<uint64_t>(*total, call->memory.bytesUsed());
  return Status::Success;
}

TILECUDA_API Status cuMemGetAddressRange_v2(DevicePointer *base, size_t *size,
                                            DevicePointer pointer) {
  ContextCall call;
  if (call.failed())
    return call.status;
  Block *block = call->memory.find(pointer);
  if (!block)
    return Status::NotFound;
  if (base)
    *base = block->address;
  if (size)
    *size = block->size;
  return Status::Success;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static Status copy(uint64_t to, uint64_t from, size_t bytes,
                   void *stream = nullptr) {
  ContextCall call;
  if (call.failed())
    return call.status;
  Stream *ignored;
  if (!call->findStream(stream, ignored))
    return Status::InvalidHandle;
  return call->memory.copy(to, from, bytes);
}
TILECUDA_API Status cuMemcpyHtoD_v2(DevicePointer to, const void *from,
                                    size_t bytes) {
  return copy(to, addressOf(from), bytes);
}
TILECUDA_API Status cuMemcpyDtoH_v2(void *to, DevicePointer from,
                                    size_t bytes) {
  return copy(addressOf(to), from, bytes);
}
TILECUDA_API Status cuMemcpyDtoD_v2(DevicePointer to, DevicePointer from,
                                    size_t bytes) {
  return copy(to, from, bytes);
}
TILECUDA_API Status cuMemcpy(DevicePointer to, DevicePointer from,
                             size_t bytes) {
  return copy(to, from, bytes);
}
TILECUDA_API Status cuMemcpyHtoDAsync_v2(DevicePointer to, const void *from,
                                         size_t bytes, void *stream) {
  return copy(to, addressOf(from), bytes, stream);
}
TILECUDA_API Status cuMemcpyDtoHAsync_v2(void *to, DevicePointer from,
                                         size_t bytes, void *stream) {
  return copy(addressOf(to), from, bytes, stream);
}
TILECUDA_API Status cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from,
                                         size_t bytes, void *stream) {
  return copy(to, from, bytes, stream);
}
TILECUDA_API Status cuMemcpyAsync(DevicePointer to, DevicePointer from,
                                  size_t bytes, void *stream) {
  return copy(to, from, bytes, stream);
}

namespace {
/// CUmemorytype.
enum MemoryType {
  HostType = 1,
  DeviceType = 2,
  ArrayType = 3,
  UnifiedType = 4
};
} // namespace

static Status copyRows(const Copy2D *rows, void *stream) {
  ContextCall call;
  if (call.failed())
    return call.status;
  Stream *ignored;
  if (!call->findStream(stream, ignored))
    return Status::InvalidHandle;
  if (!rows)
    return Status::InvalidValue;
  for (unsigned type : {rows->sourceType, rows->targetType}) {
    if (type == ArrayType)
      return Status::NotSupported;
    if (type != HostType && type != DeviceType && type != UnifiedType)
      return Status::InvalidValue;
  }
  uint64_t from = rows->sourceType == HostType ? addressOf(rows->sourceHost)
                                               : rows->sourceDevice,
           to = rows->targetType == HostType ? addressOf(rows->targetHost)
                                             : rows->targetDevice;
  size_t sourcePitch = rows->sourcePitch ? rows->sourcePitch : rows->width,
         targetPitch = rows->targetPitch ? rows->targetPitch : rows->width;
  if (!rows->width || !rows->height)
    return Status::Success;
  if (rows->sourceX + rows->width > sourcePitch ||
      rows->targetX + rows->width > targetPitch)
    return Status::InvalidValue;
  for (size_t y = 0; y < rows->height; ++y) {
    Status status = call->memory.copy(
        to + (rows->targetY + y) * targetPitch + rows->targetX,
        from + (rows->sourceY + y) * sourcePitch + rows->sourceX, rows->width);
    if (status != Status::Success)
      return status;
  }
  return Status::Success;
}
TILECUDA_API Status cuMemcpy2D_v2(const Copy2D *rows) {
  return copyRows(rows, nullptr);
}
TILECUDA_API Status cuMemcpy2DUnaligned_v2(const Copy2D *rows) {
  return copyRows(rows, nullptr);
}
TILECUDA_API Status cuMemcpy2DAsync_v2(const Copy2D *rows, void *stream) {
  return copyRows(rows, stream);
}

template <typename T>
static Status fill(DevicePointer to, T value, size_t count,
                   void *stream = nullptr) {
  ContextCall call;
  if (call.failed())
    return call.status;
  Stream *ignored;
  if (!call->findStream(stream, ignored))
    return Status::InvalidHandle;
  return call->memory.fill(to, &value, sizeof value, count);
}
TILECUDA_API Status cuMemsetD8_v2(DevicePointer to, uint8_t value,
                                  size_t count) {
  return fill(to, value, count);
}
TILECUDA_API Status cuMemsetD16_v2(DevicePointer to, uint16_t value,
                                   size_t count) {
  return fill(to, value, count);
}
TILECUDA_API Status cuMemsetD32_v2(DevicePointer to, uint32_t value,
                                   size_t count) {
  return fill(to, value, count);
}
TILECUDA_API Status cuMemsetD8Async(DevicePointer to, uint8_t value,
                                    size_t count, void *stream) {
  return fill(to, value, count, stream);
}
TILECUDA_API Status cuMemsetD16Async(DevicePointer to, uint16_t value,
                                     size_t count, void *stream) {
  return fill(to, value, count, stream);
}
TILECUDA_API Status cuMemsetD32Async(DevicePointer to, uint32_t value,
                                     size_t count, void *stream) {
  return fill(to, value, count, stream);
}

template <typename T>
static Status fillRows(DevicePointer to, size_t pitch, T value, size_t width,
                       size_t height) {
  if (height > 1 && pitch / sizeof(T) < width)
    return Status::InvalidValue;
  for (size_t y = 0; y < height; ++y)
    if (Status status = fill(to + y * pitch, value, width);
        status != Status::Success)
      return status;
  Call call;
  return call.context();
}
TILECUDA_API Status cuMemsetD2D8_v2(DevicePointer to, size_t pitch,
                                    uint8_t value, size_t width,
                                    size_t height) {
  return fillRows(to, pitch, value, width, height);
}
TILECUDA_API Status cuMemsetD2D32_v2(DevicePointer to, size_t pitch,
                                     uint32_t value, size_t width,
                                     size_t height) {
  return fillRows(to, pitch, value, width, height);
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

namespace {
/// CUpointer_attribute.
enum PointerAttribute {
  PointerContext = 1,
  PointerMemoryType = 2,
  PointerDevice = 3,
  PointerHost = 4,
  PointerSyncMemops = 6,
  PointerIsManaged = 8,
  PointerOrdinal = 9,
  PointerRangeStart = 11,
  PointerRangeSize = 12,
  PointerMapped = 13,
  LastPointerAttribute = 21,
};
} // namespace

template <typename T> static Status give(void *into, T value) {
  std::memcpy(into, &value, sizeof value);
  return Status::Success;
}

static Status getAttribute(void *value, int attribute, Block &block,
                           uint64_t pointer) {
  switch (attribute) {
  case PointerContext:
    return give(value, block.owner);
  case PointerMemoryType:
    return give(value, unsigned(block.isHostMemory() ? HostType : DeviceType));
  case PointerDevice:
    return give(value, pointer);
  case PointerHost:
    return block.isOnHost() ? give(value, pointer) : Status::InvalidValue;
  case PointerSyncMemops:
    return give(value, 0);
  case PointerIsManaged:
    return give(value, unsigned(block.kind == MemoryKind::Managed));
  case PointerOrdinal:
    return give(value, 0);
  case PointerRangeStart:
    return give(value, block.address);
  case PointerRangeSize:
    return give(value, size_t(block.size));
  case PointerMapped:
    return give(value, 1);
  default:
    return Status::NotSupported;
  }
}

TILECUDA_API Status cuPointerGetAttribute(void *value, int attribute,
                                          DevicePointer pointer) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!value || attribute < 1 || attribute > LastPointerAttribute)
    return Status::InvalidValue;
  Block *block = call->memory.find(pointer);
  return block ? getAttribute(value, attribute, *block, pointer)
               : Status::InvalidValue;
}

/// Of a pointer to nothing that is known, all are zero.
TILECUDA_API Status cuPointerGetAttributes(unsigned count, int *attributes,
                                           void **values,
                                           DevicePointer pointer) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!count || !attributes || !values)
    return Status::InvalidValue;
  Block *block = call->memory.find(pointer);
  for (unsigned i = 0; i < count; ++i) {
    if (!values[i] || attributes[i] < 1 || attributes[i] > LastPointerAttribute)
      return Status::InvalidValue;
    if (!block)
      std::memset(values[i], 0,
                  attributes[i] == PointerMemoryType ||
                          attributes[i] == PointerIsManaged ||
                          attributes[i] == PointerOrdinal
                      ? 4
                      : 8);
    else if (Status status =
                 getAttribute(values[i], attributes[i], *block, pointer);
             status != Status::Success && attributes[i] != PointerHost)
      return status;
  }
  return Status::Success;
}

TILECUDA_API Status cuPointerSetAttribute(const void *value, int attribute,
                                          DevicePointer pointer) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  // Copies are synchronous as it is.
  return value && attribute == PointerSyncMemops && call->memory.find(pointer)
             ? Status::Success
             : Status::InvalidValue;
}
