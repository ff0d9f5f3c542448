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
  /// A call of it may come while it has not returned: each call makes its
  /// objects, the caller those of `parameters` and `results`.
  bool isRecursive = false;
  /// Objects in local memory that it makes itself then.
  std::vector<PtxSymbol> own;
  /// The first of two Kernel::ranges: what it has once it is declared, and what
  /// decoding it adds.
  uint32_t firstRange = 0;
  /// Where results are when it has returned; in nobody's range.
  std::vector<uint32_t> returned;
};

/// Each function has one set of registers in a thread. A call that may come
/// back to the caller puts the caller's aside (Recursion.cpp). Parameters and
/// local objects are there when the thread starts, but those of recursive
/// functions, which each call makes.
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
  llvm::Error parameterObject(const PtxVariable &variable, PtxSymbol &symbol);
  void fillParameters(PtxEmitter &emitter);
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
  /// Whether a call of `callee` can lead to one of `caller`.
  static bool mayComeBack(const FunctionState &callee,
                          const FunctionState &caller);
  bool isAddressTaken(const PtxFunction &function) const;
  llvm::Error pass(FunctionState &caller, llvm::ArrayRef<PtxOperand> names,
                   llvm::ArrayRef<PtxSymbol> objects, bool isResult,
                   const PtxStatement &statement);
  /// A variable in memory, of the module or, if it is given, of a function.
  llvm::Expected<PtxSymbol> object(const PtxVariable &variable,
                                   FunctionState *state = nullptr);
  void makeObjects(FunctionState &state, llvm::ArrayRef<PtxSymbol> objects);
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
  /// Parameters of the kernel whose address it takes.
  struct ParameterObject {
    PtxSymbol symbol;
    /// What the launch passes: a number, or 8 bytes in each slot.
    uint32_t slot;
    uint64_t bytes;
  };
  std::vector<ParameterObject> parameterObjects;
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
