//===- PtxKernelDecoder.h - A kernel and what it calls -----------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PtxKernel.cpp decodes bodies, PtxObjects.cpp what is declared in memory,
// PtxCalls.cpp calls.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_PTX_PTXKERNELDECODER_H
#define TILEFUZZ_INTERP_SIMT_PTX_PTXKERNELDECODER_H

#include "interp/Simt/Machine/TensorLayout.h"
#include "interp/Simt/Ptx/PtxEmitter.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include <memory>

namespace tilefuzz::simt {

/// A function, or the kernel, that is being decoded.
struct FunctionState {
  FunctionState(const PtxFunction &function, Kernel &kernel,
                std::vector<const PtxStatement *> &origins)
      : function(function), emitter(kernel, origins) {}

  const PtxFunction &function;
  PtxEmitter emitter;
  /// Objects in local memory.
  std::vector<PtxSymbol> parameters, results, locals;
  std::vector<const FunctionState *> callees;
  uint32_t start = 0;
};

/// Functions are not recursive, so that each has one set of registers,
/// parameters and local objects in a thread: all are there when it starts.
class KernelDecoder {
public:
  KernelDecoder(const PtxModule &module, const PtxFunction &entry,
                uint32_t firstObject, PtxLaunchKind kind)
      : module(module), entry(entry), firstObject(firstObject), kind(kind) {}
  llvm::Expected<Kernel> run();

private:
  FunctionState *reach(const PtxFunction &function);
  llvm::Error directives();
  llvm::Error kernelParameters(FunctionState &state);
  llvm::Error declare(FunctionState &state);
  llvm::Error body(FunctionState &state);
  llvm::Expected<bool> call(FunctionState &caller,
                            const PtxStatement &statement);
  llvm::Expected<bool> indirectCall(FunctionState &caller,
                                    const PtxStatement &statement,
                                    const PtxOperand &callee,
                                    llvm::ArrayRef<PtxOperand> results,
                                    llvm::ArrayRef<PtxOperand> arguments);
  llvm::Error callOf(FunctionState &caller, const FunctionState &callee,
                     llvm::ArrayRef<PtxOperand> results,
                     llvm::ArrayRef<PtxOperand> arguments,
                     const PtxStatement &statement);
  bool isAddressTaken(const PtxFunction &function) const;
  llvm::Error pass(FunctionState &caller, llvm::ArrayRef<PtxOperand> names,
                   llvm::ArrayRef<PtxSymbol> objects, bool isResult,
                   const PtxStatement &statement);
  llvm::Expected<PtxSymbol> object(const PtxVariable &variable);
  llvm::Expected<Object> contents(const PtxVariable &variable);
  std::optional<uint64_t> initialAddress(llvm::StringRef text) const;

  const PtxModule &module;
  const PtxFunction &entry;
  uint32_t firstObject;
  PtxLaunchKind kind;
  Kernel kernel;
  std::vector<const PtxStatement *> origins;
  std::vector<Object> shared;
  /// Where they are, if descriptors may name places in them.
  std::optional<SharedPlaces> places;
  llvm::Expected<uint64_t> placeShared(const Object &object);
  /// What the module declares.
  llvm::StringMap<PtxSymbol> global;
  /// All variables in `.extern .shared` are the same memory.
  std::optional<uint64_t> launchSized;
  /// The sizes of the objects in local memory.
  std::vector<uint64_t> locals;
  /// The kernel first.
  std::vector<std::unique_ptr<FunctionState>> functions;
  /// Edges of calls.
  std::vector<std::pair<uint32_t, const FunctionState *>> pending;
};

llvm::Error wrongLine(unsigned line, const llvm::Twine &what,
                      llvm::StringRef text);
/// The same, of what PTX has and the machine does not know.
llvm::Error unsupportedLine(unsigned line, const llvm::Twine &what,
                            llvm::StringRef text);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_PTX_PTXKERNELDECODER_H
