//===- ModuleTrial.h - A tool on modules of LLVM IR -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_MODULETRIAL_H
#define TILEFUZZ_FUZZ_SUT_MODULETRIAL_H

#include "fuzz/Generate/Llvm/LlvmModules.h"
#include "fuzz/Sut/FunctionTrial.h"
#include "interp/Program/Outcome.h"
#include "llvm/IR/LLVMContext.h"

namespace tilefuzz {

/// A module, and what its kernels do before the tool is asked.
struct ModuleSubject {
  // Before the module, which is of it.
  std::unique_ptr<llvm::LLVMContext> context;
  LlvmProgram program;
  /// Why it is for no tool (a kernel is undefined, or cannot be executed);
  /// empty if it is.
  std::string skipped;
  /// By kernel.
  std::map<std::string, Outcome> outcomes;
};
/// Executes every kernel. The program is of the context.
ModuleSubject prepareModule(std::unique_ptr<llvm::LLVMContext> context,
                            LlvmProgram program);
/// Error: what parseLlvmProgram says.
llvm::Expected<ModuleSubject> prepareModule(llvm::StringRef text,
                                            llvm::StringRef name);

/// A tool that reads LLVM IR as text and writes LLVM IR or PTX. What it writes
/// must verify and have every kernel, and each is executed with the program's
/// launch and compared (LLVM LangRef, PTX ISA; memory model, 5.5).
class ModuleTrial {
public:
  /// Files go to the folder. Once `interrupted`, if given, is set, all is
  /// skipped.
  ModuleTrial(const SutDescription &sut, const SutRun &run,
              llvm::StringRef folder,
              const volatile sig_atomic_t *interrupted = nullptr)
      : sut(sut), run(run), folder(folder.str()), interrupted(interrupted) {}

  /// The subject is not `skipped`.
  TrialResult tryOne(const ModuleSubject &subject);
  /// What the description's `prepare` makes of it with this run's arguments,
  /// which is `skipped` if it is undefined or does something else: that is
  /// about the tool that prepares. Errors: it failed.
  llvm::Expected<ModuleSubject> prepare(const ModuleSubject &subject);
  /// The pass after which the finding of this kind is first there, by the
  /// description's `bisect`; empty if it has none, or nothing can be said. Of
  /// what is there without any that can be left out: `mandatory passes` for
  /// llvm-to-ptx.
  std::string blame(const ModuleSubject &subject, FindingKind kind);
  /// A program with fewer instructions, a finding of the same kind, and the
  /// same pass to blame.
  LlvmProgram reduce(const ModuleSubject &subject, FindingKind kind,
                     llvm::StringRef pass, unsigned maxTries,
                     llvm::LLVMContext &context);

  uint64_t processes = 0;
  /// What the tool wrote last.
  std::string lastOutput;

private:
  TrialResult tryWith(const ModuleSubject &subject,
                      llvm::ArrayRef<std::string> more);
  bool isInterrupted() const { return interrupted && *interrupted; }

  const SutDescription &sut;
  const SutRun &run;
  std::string folder;
  const volatile sig_atomic_t *interrupted;
};

/// The names of the instructions and intrinsics, sorted.
std::vector<std::string> moduleOperationsOf(const llvm::Module &module);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_MODULETRIAL_H
