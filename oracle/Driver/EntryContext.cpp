//===- EntryContext.cpp - Contexts ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Process.h"

using namespace tilefuzz::driver;

/// CU_CTX_FLAGS_MASK.
static constexpr unsigned allFlags = 0xff;

//===----------------------------------------------------------------------===//
// The primary context
//===----------------------------------------------------------------------===//

static Status checkDevice(const Call &call, DeviceHandle device) {
  if (Status status = call.ready(); status != Status::Success)
    return status;
  return device ? Status::InvalidDevice : Status::Success;
}

TILECUDA_API Status cuDevicePrimaryCtxRetain(Context **result,
                                             DeviceHandle device) {
  Call call;
  if (Status status = checkDevice(call, device); status != Status::Success)
    return status;
  if (!result)
    return Status::InvalidValue;
  Context *context = call->primary();
  if (!context)
    context = call->makeContext(call->primaryFlags, /*isPrimary=*/true);
  ++call->primaryUses;
  *result = context;
  return Status::Success;
}

static Status endPrimary(DeviceHandle device, bool isReset) {
  Call call;
  if (Status status = checkDevice(call, device); status != Status::Success)
    return status;
  Context *context = call->primary();
  if (!context)
    return isReset ? Status::Success : Status::InvalidContext;
  if (isReset)
    call->primaryUses = 0;
  else if (--call->primaryUses)
    return Status::Success;
  call->destroy(context);
  return Status::Success;
}
TILECUDA_API Status cuDevicePrimaryCtxRelease_v2(DeviceHandle device) {
  return endPrimary(device, /*isReset=*/false);
}
TILECUDA_API Status cuDevicePrimaryCtxReset_v2(DeviceHandle device) {
  return endPrimary(device, /*isReset=*/true);
}

TILECUDA_API Status cuDevicePrimaryCtxGetState(DeviceHandle device,
                                               unsigned *flags, int *active) {
  Call call;
  if (Status status = checkDevice(call, device); status != Status::Success)
    return status;
  if (flags)
    *flags = call->primaryFlags;
  if (active)
    *active = call->primary() != nullptr;
  return flags || active ? Status::Success : Status::InvalidValue;
}

TILECUDA_API Status cuDevicePrimaryCtxSetFlags_v2(DeviceHandle device,
                                                  unsigned flags) {
  Call call;
  if (Status status = checkDevice(call, device); status != Status::Success)
    return status;
  if (flags & ~allFlags)
    return Status::InvalidValue;
  call->primaryFlags = flags;
  return Status::Success;
}

//===----------------------------------------------------------------------===//
// Contexts of one's own
//===----------------------------------------------------------------------===//

static Status create(Context **result, unsigned flags, DeviceHandle device) {
  Call call;
  if (Status status = checkDevice(call, device); status != Status::Success)
    return status;
  if (!result || flags & ~allFlags)
    return Status::InvalidValue;
  *result = call->makeContext(flags, /*isPrimary=*/false);
  contextStack().push_back(*result);
  return Status::Success;
}
TILECUDA_API Status cuCtxCreate_v2(Context **result, unsigned flags,
                                   DeviceHandle device) {
  return create(result, flags, device);
}
TILECUDA_API Status cuCtxCreate_v3(Context **result, void *affinity, int count,
                                   unsigned flags, DeviceHandle device) {
  return affinity || count ? Status::NotSupported
                           : create(result, flags, device);
}
TILECUDA_API Status cuCtxCreate_v4(Context **result, void *parameters,
                                   unsigned flags, DeviceHandle device) {
  return parameters ? Status::NotSupported : create(result, flags, device);
}

TILECUDA_API Status cuCtxDestroy_v2(Context *context) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!call->isAlive(context) || context->isPrimary)
    return Status::InvalidContext;
  std::vector<Context *> &stack = contextStack();
  if (!stack.empty() && stack.back() == context)
    stack.pop_back();
  call->destroy(context);
  return Status::Success;
}

TILECUDA_API Status cuCtxPushCurrent_v2(Context *context) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!call->isAlive(context))
    return Status::InvalidContext;
  contextStack().push_back(context);
  return Status::Success;
}

TILECUDA_API Status cuCtxPopCurrent_v2(Context **context) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  std::vector<Context *> &stack = contextStack();
  if (stack.empty())
    return Status::InvalidContext;
  if (context)
    *context = stack.back();
  stack.pop_back();
  return Status::Success;
}

TILECUDA_API Status cuCtxSetCurrent(Context *context) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (context && !call->isAlive(context))
    return Status::InvalidContext;
  std::vector<Context *> &stack = contextStack();
  if (!stack.empty())
    stack.pop_back();
  if (context)
    stack.push_back(context);
  return Status::Success;
}

TILECUDA_API Status cuCtxGetCurrent(Context **context) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!context)
    return Status::InvalidValue;
  *context = contextStack().empty() ? nullptr : contextStack().back();
  return Status::Success;
}

TILECUDA_API Status cuCtxGetDevice(DeviceHandle *device) {
  Call call;
  Context *context;
  Status status = call.context(context);
  if (!context)
    return status;
  if (!device)
    return Status::InvalidValue;
  *device = 0;
  return Status::Success;
}

TILECUDA_API Status cuCtxSynchronize() {
  Call call;
  return call.context();
}

TILECUDA_API Status cuCtxGetFlags(unsigned *flags) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!flags)
    return Status::InvalidValue;
  *flags = call.current->flags;
  return Status::Success;
}

/// Of the given context, or of the current one.
static Status find(const Call &call, Context *given, Context *&context) {
  if (!given)
    return call.context(context);
  if (Status status = call.ready(); status != Status::Success)
    return status;
  context = given;
  return call->isAlive(given) ? Status::Success : Status::InvalidContext;
}

TILECUDA_API Status cuCtxGetId(Context *given, unsigned long long *id) {
  Call call;
  Context *context;
  if (Status status = find(call, given, context); status != Status::Success)
    return status;
  if (!id)
    return Status::InvalidValue;
  *id = context->id;
  return Status::Success;
}

TILECUDA_API Status cuCtxGetApiVersion(Context *given, unsigned *version) {
  Call call;
  Context *context;
  if (Status status = find(call, given, context); status != Status::Success)
    return status;
  if (!version)
    return Status::InvalidValue;
  *version = 3020;
  return Status::Success;
}

/// Stack, print and heap; others are not there.
static constexpr unsigned numLimits = 3;

TILECUDA_API Status cuCtxGetLimit(size_t *value, unsigned limit) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!value)
    return Status::InvalidValue;
  if (limit >= numLimits)
    return Status::UnsupportedLimit;
  *value = call.current->limits[limit];
  return Status::Success;
}

TILECUDA_API Status cuCtxSetLimit(unsigned limit, size_t value) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (limit >= numLimits)
    return Status::UnsupportedLimit;
  call.current->limits[limit] = value;
  return Status::Success;
}

/// Hints, which change nothing here.
TILECUDA_API Status cuCtxGetCacheConfig(int *config) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!config)
    return Status::InvalidValue;
  *config = 0;
  return Status::Success;
}
TILECUDA_API Status cuCtxSetCacheConfig(int) {
  Call call;
  return call.context();
}

TILECUDA_API Status cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (least)
    *least = 0;
  if (greatest)
    *greatest = 0;
  return Status::Success;
}

TILECUDA_API Status cuCtxEnablePeerAccess(Context *, unsigned) {
  Call call;
  Status status = call.context();
  return status == Status::Success ? Status::PeerAccessUnsupported : status;
}

TILECUDA_API Status cuProfilerStart() {
  Call call;
  return call.context();
}
TILECUDA_API Status cuProfilerStop() {
  Call call;
  return call.context();
}
