//===- TileTrial.h - A tool on programs of cuda_tile ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_TILETRIAL_H
#define TILEFUZZ_FUZZ_SUT_TILETRIAL_H

#include "fuzz/Sut/FunctionTrial.h"
#include "interp/Program/Outcome.h"
#include "interp/Program/Program.h"

namespace tilefuzz {

std::unique_ptr<mlir::MLIRContext> createTileContext();

/// A program, and what can be said of it before the tool is asked.
struct TileSubject {
  /// The caller's.
  const Program *program = nullptr;
  /// Why it is for no tool (its source is undefined, or has several outcomes,
  /// or cannot be written); empty if it is.
  std::string skipped;
  Outcome source;
  /// What the tool reads, text or bytecode.
  std::string input;
};
TileSubject prepareTileProgram(const SutDescription &sut,
                               const Program &program);

/// A tool on programs of cuda_tile. What an `ir-to-ir` tool writes, as text or
/// bytecode, is executed with the program's launch and compared; other tools
/// must accept it and write code of a device that has every kernel
/// (DeviceCode.h).
class TileTrial {
public:
  /// Files go to the folder. Once `interrupted`, if given, is set, all is
  /// skipped.
  TileTrial(const SutDescription &sut, const SutRun &run,
            llvm::StringRef folder,
            const volatile sig_atomic_t *interrupted = nullptr)
      : sut(sut), run(run), folder(folder.str()), interrupted(interrupted) {}

  /// One result per subject, of which none is `skipped`. They share a process
  /// if the tool can split its input, or takes modules of several kernels; if
  /// it fails, or writes another number of programs, the input is halved.
  /// Whatever is found is looked at again with the program alone: if that does
  /// not show it, `batch` is what does.
  std::vector<TrialResult> tryAll(llvm::ArrayRef<const TileSubject *> subjects);

  uint64_t processes = 0;

private:
  void tryRange(llvm::ArrayRef<const TileSubject *> subjects,
                llvm::MutableArrayRef<TrialResult> results);
  bool tryTogether(llvm::ArrayRef<const TileSubject *> subjects,
                   llvm::MutableArrayRef<TrialResult> results);
  bool tryJoined(llvm::ArrayRef<const TileSubject *> subjects,
                 llvm::MutableArrayRef<TrialResult> results);
  TrialResult tryAlone(const TileSubject &subject);
  void lookAlone(const TileSubject &subject, llvm::StringRef batch,
                 TrialResult &result);
  void lookAgain(const TileSubject &subject, TrialResult &result);
  bool isSlow(const SutProcess &process) const;
  void askSeries(const TileSubject &subject, TrialResult &result);
  void repeatRun(llvm::StringRef input, llvm::StringRef output,
                 TrialResult &result);

  const SutDescription &sut;
  const SutRun &run;
  std::string folder;
  const volatile sig_atomic_t *interrupted;
};

/// Prepares the program and tries it alone.
TrialResult tryTileProgram(const SutDescription &sut, const SutRun &run,
                           llvm::StringRef folder, const Program &program,
                           const volatile sig_atomic_t *interrupted = nullptr);

/// Runs that differ from this one in the level (`-O0`) only.
std::vector<const SutRun *> otherLevelsOf(const SutDescription &sut,
                                          const SutRun &run);

struct ReducedTileProgram {
  Program program;
  /// The other levels that fail alike, before as after.
  std::vector<const SutRun *> alike;
};
/// Smaller, with a finding of the same kind, which ends in the same way (exit
/// code, signal, first line of the error), and at the same levels of those that
/// the description has.
ReducedTileProgram
reduceTileProgram(const SutDescription &sut, const SutRun &run,
                  llvm::StringRef folder, const Program &program,
                  FindingKind kind,
                  const volatile sig_atomic_t *interrupted = nullptr);

/// The names of the operations of cuda_tile, sorted.
std::vector<std::string> tileOperationsOf(const Program &program);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_TILETRIAL_H
