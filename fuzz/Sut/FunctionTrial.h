//===- FunctionTrial.h - A tool on many functions at once -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One process of the tool takes a module of many functions; if that fails, the
// module is halved until single functions are to blame.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_FUNCTIONTRIAL_H
#define TILEFUZZ_FUZZ_SUT_FUNCTIONTRIAL_H

#include "fuzz/Sut/Description.h"
#include "fuzz/Sut/KeptPrograms.h"
#include "fuzz/Sut/TrialResult.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "oracle/Compare/FunctionCompare.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <csignal>

namespace tilefuzz {

/// A function and what it is run on.
struct TrialFunction {
  /// A handle: its accessors are not const.
  mutable mlir::func::FuncOp function;
  std::vector<std::vector<FunctionValue>> inputs;
  /// Of the source, one per input.
  std::vector<FunctionRun> runs;
  /// Of the function; if it is given, results say what the tool did to it.
  std::shared_ptr<const ProgramForm> form = nullptr;
  /// Made of a program that was kept: no seed makes it again.
  bool isMutant = false;
};

class FunctionTrial {
public:
  /// Files go to the folder. Once `interrupted`, if given, is set, all is
  /// skipped.
  FunctionTrial(const SutDescription &sut, const SutRun &run,
                llvm::StringRef folder,
                const volatile sig_atomic_t *interrupted = nullptr)
      : sut(sut), run(run), folder(folder.str()), interrupted(interrupted) {}

  /// One result per function. The functions are of one module, which holds
  /// nothing else.
  std::vector<TrialResult> tryAll(llvm::ArrayRef<TrialFunction> functions);

  /// Whether nothing more is tried.
  bool isInterrupted() const { return interrupted && *interrupted; }

  uint64_t processes = 0;
  /// What the tool made of the last module, as text; only with `keepOutput`.
  std::string lastOutput;
  bool keepOutput = false;

private:
  void tryRange(llvm::ArrayRef<TrialFunction> functions,
                llvm::MutableArrayRef<TrialResult> results);

  const SutDescription &sut;
  const SutRun &run;
  std::string folder;
  const volatile sig_atomic_t *interrupted;
};

/// Writes the tool's input. Error: the reason.
llvm::Error writeInput(llvm::StringRef file, llvm::StringRef text);
/// Of a tool that failed: whether it could have written its output.
llvm::Error checkRoom(llvm::StringRef folder);

/// Runs the source on every input.
void runSource(std::vector<TrialFunction> &functions, mlir::ModuleOp module);
/// Whether the source is defined for some input. Functions without one are not
/// for a tool: what it does to them is right.
bool hasCompletedRun(const TrialFunction &function);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_FUNCTIONTRIAL_H
