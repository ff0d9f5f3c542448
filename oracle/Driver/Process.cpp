//===- Process.cpp - All that the driver of a process knows ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Process.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdio>

using namespace tilefuzz::driver;

/// Never destroyed: threads may call the driver while the process ends.
Process &Process::get() {
  static Process *process = new Process();
  return *process;
}

std::vector<Context *> &tilefuzz::driver::contextStack() {
  static thread_local std::vector<Context *> stack;
  return stack;
}

Status Call::context(Context *&context) const {
  context = nullptr;
  Process &process = Process::get();
  if (!process.isInitialised)
    return Status::NotInitialised;
  std::vector<Context *> &stack = contextStack();
  if (stack.empty() || !stack.back())
    return Status::InvalidContext;
  if (!process.isAlive(stack.back()))
    return Status::ContextIsDestroyed;
  context = stack.back();
  return context->fault;
}

bool Process::isAlive(const void *context) const {
  return llvm::any_of(contexts,
                      [&](const auto &one) { return one.get() == context; });
}

Context *Process::primary() {
  for (const auto &context : contexts)
    if (context->isPrimary)
      return context.get();
  return nullptr;
}

Context *Process::makeContext(unsigned flags, bool isPrimary) {
  auto context = std::make_unique<Context>();
  context->id = nextContext++;
  context->flags = flags;
  context->isPrimary = isPrimary;
  // CU_LIMIT_STACK_SIZE, _PRINTF_FIFO_SIZE, _MALLOC_HEAP_SIZE.
  context->limits[0] = 1024;
  context->limits[1] = 1 << 20;
  context->limits[2] = 8 << 20;
  contexts.push_back(std::move(context));
  return contexts.back().get();
}

void Process::destroy(Context *context) {
  memory.freeOwnedBy(context);
  llvm::erase_if(contexts,
                 [&](const auto &one) { return one.get() == context; });
}

Module *Process::findModule(const void *handle) {
  for (const auto &context : contexts)
    for (const auto &module : context->modules)
      if (module.get() == handle)
        return module.get();
  return nullptr;
}

Function *Process::findFunction(const void *handle) {
  for (const auto &context : contexts)
    for (const auto &module : context->modules)
      for (const auto &entry : module->functions)
        if (entry.second.get() == handle)
          return entry.second.get();
  return nullptr;
}

bool Process::findStream(const void *handle, Stream *&stream) {
  stream = nullptr;
  // CU_STREAM_LEGACY and CU_STREAM_PER_THREAD are 1 and 2.
  if (reinterpret_cast<uintptr_t>(handle) <= 2)
    return true;
  for (const auto &context : contexts)
    for (const auto &one : context->streams)
      if (one.get() == handle)
        stream = one.get();
  return stream;
}

Event *Process::findEvent(const void *handle) {
  for (const auto &context : contexts)
    for (const auto &one : context->events)
      if (one.get() == handle)
        return one.get();
  return nullptr;
}

void tilefuzz::driver::report(const llvm::Twine &line) {
  std::fprintf(stderr, "tilecuda: %s\n", line.str().c_str());
}
