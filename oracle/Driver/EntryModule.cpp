//===- EntryModule.cpp - Modules, libraries, linking ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Linking.h"
#include "oracle/Driver/Process.h"
#include "oracle/Driver/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace tilefuzz::driver;

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

namespace {
/// CUjit_option.
enum JitOption {
  JitMaxRegisters = 0,
  JitWallTime = 2,
  JitInfoBuffer = 3,
  JitInfoSize = 4,
  JitErrorBuffer = 5,
  JitErrorSize = 6,
};

/// What a caller asks of the compiler, and where it wants its words.
class JitOptions {
public:
  JitOptions(unsigned count, const int *options, void **values)
      : count(options && values ? count : 0), options(options), values(values) {
  }

  /// 0: the caller does not say.
  uint32_t maxRegisters() const {
    void **most = find(JitMaxRegisters);
    return most ? unsigned(reinterpret_cast<uintptr_t>(*most)) : 0;
  }

  void write(llvm::StringRef error) const {
    fill(JitInfoBuffer, JitInfoSize, "");
    fill(JitErrorBuffer, JitErrorSize, error);
    if (void **time = find(JitWallTime)) {
      float none = 0;
      std::memcpy(time, &none, sizeof none);
    }
  }

private:
  void **find(JitOption option) const {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == option)
        return &values[i];
    return nullptr;
  }
  /// The size comes as a value, and goes back as what was written.
  void fill(JitOption buffer, JitOption size, llvm::StringRef text) const {
    void **into = find(buffer), **bytes = find(size);
    if (!into || !*into || !bytes)
      return;
    // An unsigned in the low bytes.
    size_t room = unsigned(reinterpret_cast<uintptr_t>(*bytes));
    if (!room)
      return;
    size_t length = std::min(text.size(), room - 1);
    std::memcpy(*into, text.data(), length);
    static_cast<char *>(*into)[length] = '\0';
    *bytes = reinterpret_cast<void *>(length ? length + 1 : 0);
  }

  unsigned count;
  const int *options;
  void **values;
};
} // namespace

/// What an image is that is no PTX; null if it may be.
static const char *kindOf(const char *image) {
  auto begins = [&](llvm::StringRef magic) {
    // An image has no size; a text ends before the magic does, or later.
    return !std::strncmp(image, magic.data(), magic.size());
  };
  if (begins("\x7f"
             "ELF"))
    return "machine code (a cubin)";
  if (begins("\x50\xed\x55\xba"))
    return "a fat binary";
  if (begins("\x7fTileIR"))
    return "Tile IR bytecode";
  return nullptr;
}

static Status load(const Call &call, Context *context, const char *image,
                   const JitOptions &options, Module *&module) {
  std::string log;
  Status status;
  if (const char *kind = kindOf(image)) {
    log =
        std::string("the simulated driver takes PTX only, and this is ") + kind;
    status = Status::NotSupported;
  } else {
    status = loadModule(context, image, options.maxRegisters(), module, log);
  }
  if (status != Status::Success && !log.empty())
    report("module: " + log);
  options.write(log);
  return status;
}

TILECUDA_API Status cuModuleLoadDataEx(Module **result, const void *image,
                                       unsigned count, int *options,
                                       void **values) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!result || !image)
    return Status::InvalidValue;
  return load(call, call.current, static_cast<const char *>(image),
              JitOptions(count, options, values), *result);
}
TILECUDA_API Status cuModuleLoadData(Module **result, const void *image) {
  return cuModuleLoadDataEx(result, image, 0, nullptr, nullptr);
}
TILECUDA_API Status cuModuleLoadFatBinary(Module **result, const void *image) {
  return cuModuleLoadDataEx(result, image, 0, nullptr, nullptr);
}

static bool readFile(const char *path, std::string &text) {
  std::FILE *file = std::fopen(path, "rb");
  if (!file)
    return false;
  char chunk[65536];
  while (size_t size = std::fread(chunk, 1, sizeof chunk, file))
    text.append(chunk, size);
  bool isWhole = !std::ferror(file);
  std::fclose(file);
  return isWhole;
}

TILECUDA_API Status cuModuleLoad(Module **result, const char *path) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!result || !path)
    return Status::InvalidValue;
  std::string text;
  if (!readFile(path, text))
    return Status::FileNotFound;
  return load(call, call.current, text.c_str(), JitOptions(0, nullptr, nullptr),
              *result);
}

static Status unload(Module *module) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!call->findModule(module))
    return Status::InvalidHandle;
  if (Status fault = module->context->fault; fault != Status::Success)
    return fault;
  unloadModule(module);
  return Status::Success;
}
TILECUDA_API Status cuModuleUnload(Module *module) { return unload(module); }
TILECUDA_API Status cuLibraryUnload(Module *library) { return unload(library); }

/// A library belongs to no context; its variables are those of the current one,
/// or of the primary one where there is none.
static Status loadLibrary(Module **result, const char *image,
                          const JitOptions &options) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!result || !image)
    return Status::InvalidValue;
  Context *context;
  Status status = call.context(context);
  if (!context)
    context = call->primary();
  if (!context)
    return Status::InvalidContext;
  if (status = context->fault; status != Status::Success)
    return status;
  return load(call, context, image, options, *result);
}

TILECUDA_API Status cuLibraryLoadData(Module **result, const void *image,
                                      int *jitOptions, void **jitValues,
                                      unsigned numJitOptions, int *, void **,
                                      unsigned) {
  return loadLibrary(result, static_cast<const char *>(image),
                     JitOptions(numJitOptions, jitOptions, jitValues));
}

TILECUDA_API Status cuLibraryLoadFromFile(Module **result, const char *path,
                                          int *jitOptions, void **jitValues,
                                          unsigned numJitOptions, int *,
                                          void **, unsigned) {
  std::string text;
  if (!result || !path)
    return Status::InvalidValue;
  if (!readFile(path, text))
    return Status::FileNotFound;
  return loadLibrary(result, text.c_str(),
                     JitOptions(numJitOptions, jitOptions, jitValues));
}

//===----------------------------------------------------------------------===//
// What a module holds
//===----------------------------------------------------------------------===//

static Status checkModule(const Call &call, Module *module) {
  if (Status status = call.ready(); status != Status::Success)
    return status;
  if (!call->findModule(module))
    return Status::InvalidHandle;
  return module->context->fault;
}

namespace {
/// A call about a module that there is, of a context that is well.
class ModuleCall : public CheckedCall {
public:
  explicit ModuleCall(Module *module) { status = checkModule(*this, module); }
};
} // namespace

static Status getFunction(Function **result, Module *module, const char *name) {
  ModuleCall call(module);
  if (call.failed())
    return call.status;
  if (!result || !name)
    return Status::InvalidValue;
  auto found = module->functions.find(name);
  if (found == module->functions.end())
    return Status::NotFound;
  *result = found->second.get();
  return Status::Success;
}
TILECUDA_API Status cuModuleGetFunction(Function **result, Module *module,
                                        const char *name) {
  return getFunction(result, module, name);
}
TILECUDA_API Status cuLibraryGetKernel(Function **result, Module *library,
                                       const char *name) {
  return getFunction(result, library, name);
}

static Status getVariable(DevicePointer *address, size_t *size, Module *module,
                          const char *name) {
  ModuleCall call(module);
  if (call.failed())
    return call.status;
  if (!name || (!address && !size))
    return Status::InvalidValue;
  auto found = module->variables.find(name);
  if (found == module->variables.end())
    return Status::NotFound;
  if (address)
    *address = found->second;
  if (size)
    *size = call->memory.findExactly(found->second)->size;
  return Status::Success;
}
TILECUDA_API Status cuModuleGetGlobal_v2(DevicePointer *address, size_t *size,
                                         Module *module, const char *name) {
  return getVariable(address, size, module, name);
}
TILECUDA_API Status cuLibraryGetGlobal(DevicePointer *address, size_t *size,
                                       Module *library, const char *name) {
  return getVariable(address, size, library, name);
}

static Status countFunctions(unsigned *count, Module *module) {
  ModuleCall call(module);
  if (call.failed())
    return call.status;
  if (!count)
    return Status::InvalidValue;
  *count = module->functions.size();
  return Status::Success;
}
TILECUDA_API Status cuModuleGetFunctionCount(unsigned *count, Module *module) {
  return countFunctions(count, module);
}
TILECUDA_API Status cuLibraryGetKernelCount(unsigned *count, Module *library) {
  return countFunctions(count, library);
}

static Status listFunctions(Function **functions, unsigned count,
                            Module *module) {
  ModuleCall call(module);
  if (call.failed())
    return call.status;
  if (!functions && count)
    return Status::InvalidValue;
  // In an order of its own, which is that of the text.
  unsigned written = 0;
  for (const auto &entry : module->syntax.functions) {
    auto found = module->functions.find(entry.name);
    if (found != module->functions.end() && entry.hasBody && written < count)
      functions[written++] = found->second.get();
  }
  return Status::Success;
}
TILECUDA_API Status cuModuleEnumerateFunctions(Function **functions,
                                               unsigned count, Module *module) {
  return listFunctions(functions, count, module);
}
TILECUDA_API Status cuLibraryEnumerateKernels(Function **functions,
                                              unsigned count, Module *library) {
  return listFunctions(functions, count, library);
}

TILECUDA_API Status cuLibraryGetModule(Module **module, Module *library) {
  ModuleCall call(library);
  if (call.failed())
    return call.status;
  if (!module)
    return Status::InvalidValue;
  *module = library;
  return Status::Success;
}

TILECUDA_API Status cuModuleGetLoadingMode(int *mode) {
  // CU_MODULE_EAGER_LOADING.
  if (!mode)
    return Status::InvalidValue;
  *mode = 1;
  return Status::Success;
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

/// CU_JIT_INPUT_PTX.
static constexpr int inputPtx = 1;

static Link *findLink(const Call &call, void *handle) {
  for (const auto &link : call->links)
    if (link.get() == handle)
      return link.get();
  return nullptr;
}

/// Into the buffers that cuLinkCreate was given.
static void writeLog(const Link &link, llvm::StringRef log) {
  std::copy(link.given.begin(), link.given.end(), link.values);
  JitOptions(unsigned(link.options.size()), link.options.data(), link.values)
      .write(log);
}

TILECUDA_API Status cuLinkCreate_v2(unsigned count, int *options, void **values,
                                    Link **result) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!result)
    return Status::InvalidValue;
  call->links.push_back(std::make_unique<Link>());
  if (count && options && values) {
    Link &link = *call->links.back();
    link.options.assign(options, options + count);
    link.values = values;
    link.given.assign(values, values + count);
    writeLog(link, "");
  }
  *result = call->links.back().get();
  return Status::Success;
}

/// One more input, of a CUjitInputType.
static Status addInput(Link &link, int type, llvm::StringRef text,
                       const char *name, const JitOptions &options) {
  static constexpr const char *kinds[] = {"machine code", nullptr,
                                          "a fat binary", "an object",
                                          "a library",    "NVVM IR"};
  options.write("");
  if (link.isComplete)
    return Status::IllegalState;
  if (type < 0 || type >= int(std::size(kinds)))
    return Status::InvalidValue;
  std::string input = text.split('\0').first.str();
  std::string called = name && *name
                           ? std::string(name)
                           : "input " + std::to_string(link.inputs.size());
  const char *kind = type == inputPtx ? kindOf(input.c_str()) : kinds[type];
  if (llvm::StringRef(called).ends_with("libcudadevrt.a")) {
    // Once is enough.
    if (llvm::is_contained(link.names, called))
      return Status::Success;
    input = getDeviceRuntime().str();
    kind = nullptr;
  }
  if (kind) {
    std::string log = called +
                      ": the simulated driver links PTX only, and "
                      "this is " +
                      kind;
    report("linking: " + log);
    options.write(log);
    writeLog(link, log);
    return Status::NotSupported;
  }
  link.inputs.push_back(std::move(input));
  link.names.push_back(std::move(called));
  return Status::Success;
}

TILECUDA_API Status cuLinkAddData_v2(Link *link, int type, void *data,
                                     size_t size, const char *name,
                                     unsigned count, int *options,
                                     void **values) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!findLink(call, link))
    return Status::InvalidHandle;
  if (!data || !size)
    return Status::InvalidValue;
  return addInput(*link, type, llvm::StringRef(static_cast<char *>(data), size),
                  name, JitOptions(count, options, values));
}

TILECUDA_API Status cuLinkAddFile_v2(Link *link, int type, const char *path,
                                     unsigned count, int *options,
                                     void **values) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!findLink(call, link))
    return Status::InvalidHandle;
  if (!path)
    return Status::InvalidValue;
  std::string text;
  if (!readFile(path, text))
    return Status::FileNotFound;
  return addInput(*link, type, text, path, JitOptions(count, options, values));
}

TILECUDA_API Status cuLinkComplete(Link *link, void **image, size_t *size) {
  ContextCall call;
  if (call.failed())
    return call.status;
  if (!findLink(call, link))
    return Status::InvalidHandle;
  if (!image)
    return Status::InvalidValue;
  if (!link->isComplete) {
    llvm::Expected<std::string> linked = linkPtx(link->inputs, link->names);
    if (!linked) {
      std::string log = llvm::toString(linked.takeError());
      report("linking: " + log);
      writeLog(*link, log);
      return Status::InvalidPtx;
    }
    link->isComplete = true;
    link->ptx = std::move(*linked);
    // Of what it was created with: a module of it is not told.
    uint32_t most = JitOptions(unsigned(link->options.size()),
                               link->options.data(), link->given.data())
                        .maxRegisters();
    llvm::Expected<tilefuzz::simt::PtxModule> module = parseImage(link->ptx);
    if (!module)
      llvm::consumeError(module.takeError());
    else if (most)
      link->ptx = limitRegisters(link->ptx, *module, most);
  }
  *image = link->ptx.data();
  if (size)
    *size = link->ptx.size() + 1;
  return Status::Success;
}

TILECUDA_API Status cuLinkDestroy(Link *link) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!findLink(call, link))
    return Status::InvalidHandle;
  llvm::erase_if(call->links,
                 [&](const auto &one) { return one.get() == link; });
  return Status::Success;
}
