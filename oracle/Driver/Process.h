//===- Process.h - All that the driver of a process knows -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One lock guards everything: kernels run where they are launched, one after
// the other, which is a legal order of every stream. A fault stays with its
// context and is told by the next call that needs the context.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_DRIVER_PROCESS_H
#define TILEFUZZ_ORACLE_DRIVER_PROCESS_H

#include "interp/Simt/Machine/Kernel.h"
#include "interp/Simt/Ptx/PtxModule.h"
#include "oracle/Driver/Memory.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <memory>
#include <mutex>
#include <set>

namespace tilefuzz::driver {

struct Module;

/// A kernel of a module; CUfunction and CUkernel.
struct Function {
  Module *module = nullptr;
  simt::Kernel kernel;
  uint32_t staticShared = 0, localBytes = 0, constantBytes = 0,
           maxThreads = 1024;
  /// Of each thread (Registers.h).
  uint32_t registers = 16;
  /// More than 48 KiB have to be asked for.
  uint32_t maxDynamicShared = 48 * 1024;
  /// Of a cluster, where it was asked for; and whether it may be larger than
  /// every device takes.
  std::array<uint32_t, 3> cluster = {};
  bool allowsNonPortable = false;

  /// CTAs that a cluster may have.
  uint32_t maxClusterSize() const { return allowsNonPortable ? 16 : 8; }
};

/// CUmodule and CUlibrary.
struct Module {
  Context *context = nullptr;
  /// What the syntax refers to.
  std::string text;
  simt::PtxModule syntax;
  llvm::StringMap<std::unique_ptr<Function>> functions;
  /// Addresses of variables.
  llvm::StringMap<uint64_t> variables;
};

struct Stream {
  Context *context = nullptr;
  unsigned flags = 0;
  int priority = 0;
};

struct Event {
  Context *context = nullptr;
  unsigned flags = 0;
  bool isRecorded = false;
  std::chrono::steady_clock::time_point time;
};

struct Context {
  uint64_t id = 0;
  unsigned flags = 0;
  bool isPrimary = false;
  /// Stays once it is set.
  Status fault = Status::Success;
  std::set<std::unique_ptr<Module>> modules;
  std::set<std::unique_ptr<Stream>> streams;
  std::set<std::unique_ptr<Event>> events;
  std::array<size_t, 16> limits = {};
};

/// What cuLink* has of one linking.
struct Link {
  std::vector<std::string> inputs, names;
  /// Of cuLinkCreate; the caller keeps the values until it destroys this.
  std::vector<int> options;
  void **values = nullptr;
  /// What stood there: sizes of buffers, before what was written replaced them.
  std::vector<void *> given;
  /// Once it is complete.
  std::string ptx;
  bool isComplete = false;
};

class Process {
public:
  static Process &get();

  std::recursive_mutex lock;
  bool isInitialised = false;
  Memory memory;
  std::vector<std::unique_ptr<Context>> contexts;
  std::vector<std::unique_ptr<Link>> links;
  /// Of the primary one, which is there while this is not zero.
  unsigned primaryUses = 0;
  unsigned primaryFlags = 0;

  Context *primary();
  Context *makeContext(unsigned flags, bool isPrimary);
  void destroy(Context *context);
  bool isAlive(const void *context) const;

  Module *findModule(const void *handle);
  Function *findFunction(const void *handle);
  /// The default streams (0, 1 and 2) are those of the context that is given.
  bool findStream(const void *handle, Stream *&stream);
  Event *findEvent(const void *handle);

private:
  uint64_t nextContext = 1;
};

/// Of this thread; the last one is current.
std::vector<Context *> &contextStack();

/// One call of the API: takes the lock.
class Call {
public:
  Call() : guard(Process::get().lock) {}
  Process *operator->() const { return &Process::get(); }

  /// Whether cuInit was called.
  Status ready() const {
    return Process::get().isInitialised ? Status::Success
                                        : Status::NotInitialised;
  }
  /// The context of this thread; what is wrong with it otherwise.
  Status context(Context *&context) const;
  Status context() const {
    Context *ignored;
    return context(ignored);
  }

private:
  std::lock_guard<std::recursive_mutex> guard;
};

/// A call that cannot do without something. If that is missing `status` says
/// so.
class CheckedCall : public Call {
public:
  bool failed() const { return status != Status::Success; }
  Status status = Status::Success;
};
/// cuInit.
class ReadyCall : public CheckedCall {
public:
  ReadyCall() { status = ready(); }
};
/// A context that is current and well.
class ContextCall : public CheckedCall {
public:
  ContextCall() { status = context(current); }
  Context *current = nullptr;
};

/// What a text says, which must say which PTX it is (PTX ISA, 11.1).
llvm::Expected<simt::PtxModule> parseImage(llvm::StringRef text);

/// Makes a module of PTX, whose kernels need no more registers than that
/// (0: than a thread may have). `log` says what is wrong with it.
Status loadModule(Context *context, llvm::StringRef text, uint32_t maxRegisters,
                  Module *&module, std::string &log);
void unloadModule(Module *module);

/// Of what the caller passes for a parameter, in bytes.
uint32_t sizeOf(const simt::Parameter &parameter);
uint32_t alignmentOf(const simt::Parameter &parameter);

/// What a launch says.
struct LaunchRequest {
  Function *function = nullptr;
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  uint32_t sharedBytes = 0;
  bool isCooperative = false;
  /// CTAs of a cluster; zeros: as the kernel says.
  std::array<uint32_t, 3> cluster = {};
  /// By the kernel's slots.
  std::vector<uint64_t> arguments;
};
/// Runs the kernel. What the kernel does wrong stays with the context; what is
/// wrong with the launch is returned.
Status launch(Context *context, const LaunchRequest &request);
/// How many threads a cooperative launch may have.
inline constexpr uint64_t maxCooperativeThreads = 1u << 16;

/// One line on standard error.
void report(const llvm::Twine &line);

} // namespace tilefuzz::driver

#endif // TILEFUZZ_ORACLE_DRIVER_PROCESS_H
