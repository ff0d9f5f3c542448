//===- EntryStream.cpp - Streams and events -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All work is done when the call that asks for it returns, so that every stream
// is idle and every event that was recorded has happened.
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Process.h"

using namespace tilefuzz::driver;

static Status checkStream(const Call &call, void *handle) {
  if (Status status = call.context(); status != Status::Success)
    return status;
  Stream *stream;
  if (!call->findStream(handle, stream))
    return Status::InvalidHandle;
  return stream ? stream->context->fault : Status::Success;
}

TILECUDA_API Status cuStreamCreateWithPriority(Stream **result, unsigned flags,
                                               int priority) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!result || flags > 1)
    return Status::InvalidValue;
  auto stream = std::make_unique<Stream>();
  stream->context = call.current;
  stream->flags = flags;
  *result = stream.get();
  call.current->streams.insert(std::move(stream));
  return Status::Success;
}
TILECUDA_API Status cuStreamCreate(Stream **result, unsigned flags) {
  return cuStreamCreateWithPriority(result, flags, 0);
}

TILECUDA_API Status cuStreamDestroy_v2(void *handle) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  Stream *stream;
  if (!call->findStream(handle, stream) || !stream)
    return Status::InvalidHandle;
  auto &streams = stream->context->streams;
  for (auto it = streams.begin(); it != streams.end(); ++it)
    if (it->get() == stream) {
      streams.erase(it);
      break;
    }
  return Status::Success;
}

TILECUDA_API Status cuStreamSynchronize(void *stream) {
  Call call;
  return checkStream(call, stream);
}
TILECUDA_API Status cuStreamQuery(void *stream) {
  Call call;
  return checkStream(call, stream);
}

TILECUDA_API Status cuStreamWaitEvent(void *stream, void *event, unsigned) {
  Call call;
  if (Status status = checkStream(call, stream); status != Status::Success)
    return status;
  return call->findEvent(event) ? Status::Success : Status::InvalidHandle;
}

/// What is asked of a stream, or of a default one.
template <typename T, typename F>
static Status query(void *handle, T *result, F &&get) {
  ContextCall call;
  if (call.failed())
    return call.status;
  Stream *stream;
  if (!call->findStream(handle, stream))
    return Status::InvalidHandle;
  if (!result)
    return Status::InvalidValue;
  *result = get(call.current, stream);
  return Status::Success;
}
TILECUDA_API Status cuStreamGetFlags(void *stream, unsigned *flags) {
  return query(stream, flags,
               [](Context *, Stream *one) { return one ? one->flags : 0; });
}
TILECUDA_API Status cuStreamGetPriority(void *stream, int *priority) {
  return query(stream, priority, [](Context *, Stream *) { return 0; });
}
TILECUDA_API Status cuStreamGetCtx(void *stream, Context **context) {
  return query(stream, context, [](Context *current, Stream *one) {
    return one ? one->context : current;
  });
}
TILECUDA_API Status cuStreamGetDevice(void *stream, DeviceHandle *device) {
  return query(stream, device, [](Context *, Stream *) { return 0; });
}
TILECUDA_API Status cuStreamGetId(void *stream, unsigned long long *id) {
  return query(stream, id, [&](Context *, Stream *) {
    return static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(stream));
  });
}
TILECUDA_API Status cuStreamIsCapturing(void *stream, int *state) {
  return query(stream, state, [](Context *, Stream *) { return 0; });
}
TILECUDA_API Status cuStreamGetCaptureInfo_v2(void *stream, int *state,
                                              unsigned long long *id, void *,
                                              void *, void *) {
  if (id)
    *id = 0;
  return query(stream, state, [](Context *, Stream *) { return 0; });
}

/// The caller's function must not call the driver, but other threads may.
TILECUDA_API Status cuLaunchHostFunc(void *stream, void (*function)(void *),
                                     void *data) {
  {
    Call call;
    if (Status status = checkStream(call, stream); status != Status::Success)
      return status;
  }
  if (!function)
    return Status::InvalidValue;
  function(data);
  return Status::Success;
}
TILECUDA_API Status cuStreamAddCallback(void *stream,
                                        void (*function)(void *, Status,
                                                         void *),
                                        void *data, unsigned flags) {
  {
    Call call;
    if (Status status = checkStream(call, stream); status != Status::Success)
      return status;
  }
  if (!function || flags)
    return Status::InvalidValue;
  function(stream, Status::Success, data);
  return Status::Success;
}

TILECUDA_API Status cuStreamAttachMemAsync(void *stream, DevicePointer pointer,
                                           size_t, unsigned) {
  Call call;
  if (Status status = checkStream(call, stream); status != Status::Success)
    return status;
  Block *block = call->memory.find(pointer);
  return block && block->kind == MemoryKind::Managed ? Status::Success
                                                     : Status::InvalidValue;
}
/// Managed memory has one place.
TILECUDA_API Status cuMemPrefetchAsync(DevicePointer pointer, size_t bytes,
                                       DeviceHandle, void *stream) {
  Call call;
  if (Status status = checkStream(call, stream); status != Status::Success)
    return status;
  Block *block = call->memory.find(pointer);
  return block && block->kind == MemoryKind::Managed &&
                 block->holds(pointer, bytes)
             ? Status::Success
             : Status::InvalidValue;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

TILECUDA_API Status cuEventCreate(Event **result, unsigned flags) {
  ContextCall call;
  if (call.failed())
    return call.status;
  // Blocking, without timing, between processes.
  if (!result || flags > 7)
    return Status::InvalidValue;
  if (flags & 4)
    return Status::NotSupported;
  auto event = std::make_unique<Event>();
  event->context = call.current;
  event->flags = flags;
  *result = event.get();
  call.current->events.insert(std::move(event));
  return Status::Success;
}

static Status checkEvent(const Call &call, void *handle, Event *&event) {
  if (Status status = call.ready(); status != Status::Success)
    return status;
  event = call->findEvent(handle);
  return event ? event->context->fault : Status::InvalidHandle;
}

TILECUDA_API Status cuEventDestroy_v2(void *handle) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  Event *event = call->findEvent(handle);
  if (!event)
    return Status::InvalidHandle;
  auto &events = event->context->events;
  for (auto it = events.begin(); it != events.end(); ++it)
    if (it->get() == event) {
      events.erase(it);
      break;
    }
  return Status::Success;
}

static Status record(void *handle, void *stream) {
  Call call;
  if (Status status = checkStream(call, stream); status != Status::Success)
    return status;
  Event *event;
  if (Status status = checkEvent(call, handle, event);
      status != Status::Success)
    return status;
  event->isRecorded = true;
  event->time = std::chrono::steady_clock::now();
  return Status::Success;
}
TILECUDA_API Status cuEventRecord(void *event, void *stream) {
  return record(event, stream);
}
TILECUDA_API Status cuEventRecordWithFlags(void *event, void *stream,
                                           unsigned flags) {
  return flags > 1 ? Status::InvalidValue : record(event, stream);
}

TILECUDA_API Status cuEventQuery(void *handle) {
  Call call;
  Event *event;
  return checkEvent(call, handle, event);
}
TILECUDA_API Status cuEventSynchronize(void *handle) {
  Call call;
  Event *event;
  return checkEvent(call, handle, event);
}

static Status elapsed(float *milliseconds, void *first, void *second) {
  Call call;
  Event *begin, *end;
  if (Status status = checkEvent(call, first, begin); status != Status::Success)
    return status;
  if (Status status = checkEvent(call, second, end); status != Status::Success)
    return status;
  if (!milliseconds)
    return Status::InvalidValue;
  // CU_EVENT_DISABLE_TIMING.
  if (!begin->isRecorded || !end->isRecorded ||
      ((begin->flags | end->flags) & 2))
    return Status::InvalidHandle;
  *milliseconds =
      std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return Status::Success;
}
TILECUDA_API Status cuEventElapsedTime(float *milliseconds, void *first,
                                       void *second) {
  return elapsed(milliseconds, first, second);
}
TILECUDA_API Status cuEventElapsedTime_v2(float *milliseconds, void *first,
                                          void *second) {
  return elapsed(milliseconds, first, second);
}
