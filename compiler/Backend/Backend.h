//===- Backend.h - LLVM dialect to PTX and cubin ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each step is a function, so that a caller can stop, print and execute
// between two of them. Failures are values; nothing here ends the process on
// input that checkSelectable() accepts. LLVM's own target registry is the only
// state of the process that is touched, once.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BACKEND_BACKEND_H
#define TILEFUZZ_COMPILER_BACKEND_BACKEND_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <limits>
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace tilefuzz {

enum class OptLevel { O0, O2 };

/// The translations of the dialects that translateToLLVM() accepts: builtin,
/// Fails, naming it, for what is no target of the back end.
llvm::Error checkTarget(llvm::StringRef target);

/// gpu (modules), llvm, nvvm.
void registerBackendTranslations(mlir::DialectRegistry &registry);

/// Translates `module`, which holds functions of the LLVM dialect either
/// directly or inside its only gpu.module, and verifies the result. The LLVM
/// module gets the triple and data layout of `target` ("sm_90a", "sm_100a",
/// ...), and what it calls of libdevice is linked. Diagnostics go to the MLIR
/// context's handler; that there is no libdevice is a refusal. The translations
/// must have been registered in the context.
mlir::FailureOr<std::unique_ptr<llvm::Module>>
translateToLLVM(mlir::ModuleOp module, llvm::LLVMContext &context,
                llvm::StringRef target);

/// The bitcode of libdevice that TILEFUZZ_LIBDEVICE names, else the one of the
/// toolkit that findPtxas() is part of, else of the one in /usr/local/cuda.
llvm::Expected<std::string> findLibdevice();

/// Whether the module declares functions of libdevice and does not define them.
bool needsLibdevice(const llvm::Module &module);

/// Links what the module calls of libdevice, found by findLibdevice() if `file`
/// is empty, as internal functions that are compiled for `target`, with full
/// accuracy and subnormal numbers. Fails, naming them, on functions that it
/// does not have, or has with other types. The module is verified after.
llvm::Error linkLibdevice(llvm::Module &module, llvm::StringRef target,
                          llvm::StringRef file = {});

/// Fails, naming the construct, on what makes LLVM's NVPTX back end stop the
/// process or compile to something else than it says.
llvm::Error checkSelectable(const llvm::Module &module, llvm::StringRef target);

/// LLVM's own pipeline for the target, with what nvvm-aa knows of aliases; O0
/// only does what code generation needs. The module is verified before and
/// after.
llvm::Error optimize(llvm::Module &module, llvm::StringRef target,
                     OptLevel level = OptLevel::O2, const BugSet &bugs = {});

/// Lets only the first passes of a pipeline run, as LLVM's -opt-bisect-limit
/// does: passes that a pipeline cannot do without are neither counted nor left
/// out.
struct PassLimit {
  uint64_t most = std::numeric_limits<uint64_t>::max();
  /// How many there were, and the last one that ran, as `opt --passes` names
  /// it.
  uint64_t met = 0;
  std::string last;
};

/// A pipeline of LLVM's as text, as `opt --passes` takes it; the names of our
/// own passes are known, too. The module is verified after.
llvm::Error runLlvmPipeline(llvm::Module &module, llvm::StringRef target,
                            llvm::StringRef pipeline, const BugSet &bugs = {},
                            PassLimit *limit = nullptr);

/// PTX text. The module is checked first and stays as it is.
llvm::Expected<std::string> emitPTX(const llvm::Module &module,
                                    llvm::StringRef target,
                                    OptLevel level = OptLevel::O2);

/// What became of assembling: a missing ptxas is no failure of the compiler.
enum class AssembleStatus { Assembled, Skipped, Failed };
struct AssembleResult {
  AssembleStatus status = AssembleStatus::Failed;
  /// The cubin's bytes.
  std::string cubin;
  /// One line if skipped; what ptxas said if it failed.
  std::string diagnostic;
};

/// The ptxas that TILEFUZZ_PTXAS names, else the one on the PATH, else the one
/// in /usr/local/cuda/bin.
llvm::Expected<std::string> findPtxas();

/// Runs ptxas, found by findPtxas() if `ptxas` is empty. Its warnings are
/// errors.
AssembleResult assemble(llvm::StringRef ptx, llvm::StringRef target,
                        llvm::StringRef ptxas = {});

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BACKEND_BACKEND_H
