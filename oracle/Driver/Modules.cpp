//===- Modules.cpp - PTX into kernels -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxKernel.h"
#include "oracle/Driver/Process.h"
#include "oracle/Driver/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::driver;

/// Variables in `.global` and `.const`, in the order in which the decoder
/// numbers them.
static uint32_t countVariables(const simt::PtxModule &syntax) {
  return llvm::count_if(syntax.variables, [](const simt::PtxVariable &one) {
    return one.space == "global" || one.space == "const";
  });
}

/// Limits that the kernel states: `.maxntid` and `.reqntid`.
static void readDirectives(const simt::PtxFunction &entry, Function &function) {
  for (const simt::PtxDirective &directive : entry.directives) {
    if (directive.name != "maxntid" && directive.name != "reqntid")
      continue;
    uint64_t threads = 1;
    for (llvm::StringRef text : directive.values) {
      unsigned extent = 1;
      if (!text.getAsInteger(0, extent))
        threads = std::min<uint64_t>(threads * extent, 1024);
    }
    function.maxThreads = uint32_t(threads);
  }
}

static Status fail(llvm::Error error, std::string &log) {
  Status status = Status::InvalidPtx;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &one) {
    if (one.convertToErrorCode() == simt::unsupportedPtx())
      status = Status::NotSupported;
    log += (log.empty() ? "" : "\n") + one.message();
  });
  return status;
}

llvm::Expected<simt::PtxModule>
tilefuzz::driver::parseImage(llvm::StringRef text) {
  llvm::Expected<simt::PtxModule> module = simt::parsePtxModule(text);
  if (module && module->version.empty())
    return llvm::createStringError("there is no .version directive");
  return module;
}

Status tilefuzz::driver::loadModule(Context *context, llvm::StringRef text,
                                    uint32_t maxRegisters, Module *&result,
                                    std::string &log) {
  auto module = std::make_unique<Module>();
  module->context = context;
  module->text = text.str();
  llvm::Expected<simt::PtxModule> syntax = parseImage(module->text);
  if (!syntax)
    return fail(syntax.takeError(), log);
  module->syntax = std::move(*syntax);
  Memory &memory = Process::get().memory;
  uint32_t count = countVariables(module->syntax);
  uint32_t first = memory.reserveNumbers(count);
  if (!first)
    return Status::OutOfMemory;
  std::vector<simt::Object> variables;
  for (const simt::PtxFunction &entry : module->syntax.functions) {
    if (!entry.isEntry || !entry.hasBody)
      continue;
    llvm::Expected<simt::Kernel> kernel = simt::decodePtxKernel(
        module->syntax, entry.name, first, simt::PtxLaunchKind::Driver);
    if (!kernel)
      return fail(kernel.takeError(), log);
    auto function = std::make_unique<Function>();
    function->module = module.get();
    function->kernel = std::move(*kernel);
    uint32_t found = 0;
    for (const simt::Object &object : function->kernel.objects) {
      if (object.space == simt::StateSpace::Shared) {
        function->staticShared += uint32_t(object.bytes.size());
        continue;
      }
      if (object.isConstant)
        function->constantBytes += uint32_t(object.bytes.size());
      if (found++ >= variables.size() && variables.size() < count)
        variables.push_back(object);
    }
    if (found > count) {
      log = ("kernel '" + entry.name +
             "': variables of a function in global memory")
                .str();
      return Status::NotSupported;
    }
    for (const simt::Instruction &op : function->kernel.code)
      if (op.opcode == simt::Opcode::LocalObject)
        function->localBytes += uint32_t(op.immediate);
    readDirectives(entry, *function);
    function->registers = estimateRegisters(module->syntax, entry);
    // A directive comes before an option (ptxas, --maxrregcount).
    uint32_t stated = function->kernel.registersPerThread;
    if (uint32_t most = stated ? stated : maxRegisters)
      function->registers = std::min(function->registers, most);
    module->functions[entry.name] = std::move(function);
  }
  uint64_t bytes = 0;
  for (const simt::Object &variable : variables)
    bytes += variable.bytes.size();
  if (bytes > Memory::capacity() - memory.bytesUsed())
    return Status::OutOfMemory;
  for (auto [i, variable] : llvm::enumerate(variables)) {
    simt::Allocation contents;
    contents.name = "variable " + variable.name;
    contents.bytes = variable.bytes;
    contents.undefined.assign(variable.bytes.size(), 0);
    contents.space = variable.space;
    contents.isConstant = variable.isConstant;
    Block &block =
        memory.addVariable(context, first + uint32_t(i), std::move(contents));
    module->variables[variable.name] = block.address;
  }
  result = module.get();
  context->modules.insert(std::move(module));
  return Status::Success;
}

void tilefuzz::driver::unloadModule(Module *module) {
  for (const auto &variable : module->variables)
    Process::get().memory.free(variable.second, MemoryKind::Variable);
  std::set<std::unique_ptr<Module>> &modules = module->context->modules;
  for (auto it = modules.begin(); it != modules.end(); ++it)
    if (it->get() == module) {
      modules.erase(it);
      return;
    }
}
