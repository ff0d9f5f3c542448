//===- EntryDevice.cpp - The library, its errors and its device -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Process.h"
#include "oracle/Driver/Settings.h"
#include <algorithm>
#include <cstring>

using namespace tilefuzz::driver;

/// As of CUDA 13.0; no driver's version ends in 9.
static constexpr int driverVersion = 13009;
static constexpr char deviceName[] =
    "tilefuzz simulated device (PTX on the CPU)";
static constexpr Uuid deviceUuid = {{'t', 'i', 'l', 'e', 'f', 'u', 'z', 'z',
                                     '-', 's', 'i', 'm', 'u', 'l', 'a', 't'}};
static constexpr int lastAttribute = 160;

TILECUDA_API Status cuInit(unsigned flags) {
  Call call;
  if (flags)
    return Status::InvalidValue;
  call->isInitialised = true;
  return Status::Success;
}

TILECUDA_API Status cuDriverGetVersion(int *version) {
  if (!version)
    return Status::InvalidValue;
  *version = driverVersion;
  return Status::Success;
}

static const char *nameOf(Status status) {
  switch (status) {
#define TILECUDA_STATUS(ENUMERATOR, NUMBER, NAME, MEANING)                     \
  case Status::ENUMERATOR:                                                     \
    return NAME;
#include "oracle/Driver/Statuses.def"
  }
  return nullptr;
}

static const char *meaningOf(Status status) {
  switch (status) {
#define TILECUDA_STATUS(ENUMERATOR, NUMBER, NAME, MEANING)                     \
  case Status::ENUMERATOR:                                                     \
    return MEANING;
#include "oracle/Driver/Statuses.def"
  }
  return nullptr;
}

static Status give(const char **into, const char *text) {
  if (!into)
    return Status::InvalidValue;
  *into = text;
  return text ? Status::Success : Status::InvalidValue;
}

TILECUDA_API Status cuGetErrorName(Status status, const char **name) {
  return give(name, nameOf(status));
}
TILECUDA_API Status cuGetErrorString(Status status, const char **text) {
  return give(text, meaningOf(status));
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

/// What is wrong with a call about the device, if something is.
static Status checkDevice(const Call &call, DeviceHandle device,
                          const void *result) {
  if (Status status = call.ready(); status != Status::Success)
    return status;
  if (device != 0)
    return Status::InvalidDevice;
  return result ? Status::Success : Status::InvalidValue;
}

TILECUDA_API Status cuDeviceGetCount(int *count) {
  Call call;
  Status status = checkDevice(call, 0, count);
  if (status == Status::Success)
    *count = 1;
  return status;
}

TILECUDA_API Status cuDeviceGet(DeviceHandle *device, int ordinal) {
  Call call;
  Status status = checkDevice(call, ordinal, device);
  if (status == Status::Success)
    *device = 0;
  return status;
}

TILECUDA_API Status cuDeviceGetName(char *name, int size, DeviceHandle device) {
  Call call;
  Status status = checkDevice(call, device, name);
  if (status != Status::Success)
    return status;
  if (size <= 0)
    return Status::InvalidValue;
  size_t length = std::min(sizeof deviceName - 1, size_t(size) - 1);
  std::memcpy(name, deviceName, length);
  name[length] = '\0';
  return Status::Success;
}

static Status giveUuid(Uuid *uuid, DeviceHandle device) {
  Call call;
  Status status = checkDevice(call, device, uuid);
  if (status == Status::Success)
    *uuid = deviceUuid;
  return status;
}
TILECUDA_API Status cuDeviceGetUuid(Uuid *uuid, DeviceHandle device) {
  return giveUuid(uuid, device);
}
TILECUDA_API Status cuDeviceGetUuid_v2(Uuid *uuid, DeviceHandle device) {
  return giveUuid(uuid, device);
}

TILECUDA_API Status cuDeviceTotalMem_v2(size_t *bytes, DeviceHandle device) {
  Call call;
  Status status = checkDevice(call, device, bytes);
  if (status == Status::Success)
    *bytes = Memory::capacity();
  return status;
}

TILECUDA_API Status cuDeviceGetAttribute(int *value, int attribute,
                                         DeviceHandle device) {
  Call call;
  Status status = checkDevice(call, device, value);
  if (status != Status::Success)
    return status;
  if (attribute < 1 || attribute > lastAttribute)
    return Status::InvalidValue;
  switch (attribute) {
#define TILECUDA_ATTRIBUTE(NUMBER, VALUE)                                      \
  case NUMBER:                                                                 \
    *value = VALUE;                                                            \
    break;
#include "oracle/Driver/Attributes.def"
  default:
    *value = 0;
  }
  return Status::Success;
}

TILECUDA_API Status cuDeviceComputeCapability(int *major, int *minor,
                                              DeviceHandle device) {
  Call call;
  Status status = checkDevice(call, device, major);
  if (status == Status::Success && !minor)
    status = Status::InvalidValue;
  if (status != Status::Success)
    return status;
  *major = settings().major;
  *minor = settings().minor;
  return Status::Success;
}

TILECUDA_API Status cuDeviceCanAccessPeer(int *can, DeviceHandle device,
                                          DeviceHandle peer) {
  Call call;
  Status status = checkDevice(call, device ? device : peer, can);
  if (status == Status::Success)
    *can = 0;
  return status;
}

TILECUDA_API Status cuDeviceGetPCIBusId(char *text, int size,
                                        DeviceHandle device) {
  Call call;
  Status status = checkDevice(call, device, text);
  static constexpr char id[] = "0000:00:00.0";
  if (status == Status::Success && size < int(sizeof id))
    status = Status::InvalidValue;
  if (status == Status::Success)
    std::memcpy(text, id, sizeof id);
  return status;
}

/// CUdevprop: ten integers, of which some are arrays.
TILECUDA_API Status cuDeviceGetProperties(int *properties,
                                          DeviceHandle device) {
  Call call;
  Status status = checkDevice(call, device, properties);
  if (status != Status::Success)
    return status;
  static constexpr int values[] = {
      1024,      1024,      1024, 64,         2147483647, 65535,   65535,
      48 * 1024, 64 * 1024, 32,   2147483647, 65536,      1000000, 512};
  std::copy(std::begin(values), std::end(values), properties);
  return Status::Success;
}
