//===- SutBatch.h - What a tool does to some programs -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The part of a campaign that depends on nothing but the seed and the numbers
// of the programs, so that batches can be tried in any order.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_SUTBATCH_H
#define TILEFUZZ_FUZZ_SUT_SUTBATCH_H

#include "fuzz/Sut/FunctionGenerator.h"
#include "fuzz/Sut/FunctionTrial.h"
#include "fuzz/Sut/KeptPrograms.h"
#include "fuzz/Sut/SutCampaign.h"
#include "interp/Program/Program.h"
#include "mlir/IR/Diagnostics.h"

namespace tilefuzz {

/// A program that shows a finding; nobody has looked whether it is known.
struct SutHit {
  const SutRun *run = nullptr;
  TrialResult result;
  uint64_t program = 0;
  /// One of them, by the description's language.
  TrialFunction function;
  std::optional<Program> tile;
  /// The module of LLVM IR as text, its instructions, and the pass to blame as
  /// far as it is known.
  std::string llvm = {}, pass = {};
  std::vector<std::string> llvmOperations = {};
  /// The module that breaks a rule as text, and the operation that does.
  std::string broken = {}, brokenOperation = {};
  /// Made of a program that was kept: no seed makes it again.
  bool isMutant = false;

  std::vector<std::string> operations() const;
};

/// What was tried.
struct SutCounts {
  uint64_t programs = 0, processes = 0, made = 0, mutants = 0;
  uint64_t comparisons = 0, observed = 0;
  std::map<std::string, uint64_t> comparisonsPerRun, skipped;
  /// By run: programs that the tool made another one of; and by run and
  /// operation, those that have more of it then.
  std::map<std::string, uint64_t> changedPerRun;
  std::map<std::string, std::map<std::string, uint64_t>> gainsPerRun;
};

class SutBatch {
  // Before what is of it.
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::ScopedDiagnosticHandler quiet;
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;

public:
  /// The tool's files go to the folder. Null: no program is kept, and none is a
  /// mutant.
  SutBatch(const SutDescription &sut, const SutOptions &options,
           llvm::StringRef folder, KeptPrograms *kept = nullptr);

  /// Programs `first` to `first + count - 1` through all wanted runs. Error:
  /// the folder cannot be written, or the tool does not start.
  llvm::Error run(uint64_t first, unsigned count);

  /// As SutSummary has them. After an interrupt, of what was tried until then.
  SutCounts counts;
  /// In the order of runs and programs.
  std::vector<SutHit> hits;

private:
  llvm::Error runFunctions(uint64_t first, unsigned count);
  llvm::Error runTiles(uint64_t first, unsigned count);
  llvm::Error runBroken(uint64_t first, unsigned count);
  llvm::Error runModules(uint64_t first, unsigned count);
  llvm::Expected<std::vector<TrialFunction>> makeFunctions(
      mlir::ModuleOp module, const FunctionGeneratorOptions &generator,
      llvm::ArrayRef<const SutRun *> runs, uint64_t first, unsigned count);
  llvm::Expected<mlir::func::FuncOp>
  mutateKept(mlir::ModuleOp module, const FunctionGeneratorOptions &generator,
             llvm::ArrayRef<const SutRun *> runs, unsigned place,
             uint64_t seed);
  mlir::func::FuncOp makeFunction(mlir::ModuleOp module,
                                  const FunctionGeneratorOptions &generator,
                                  unsigned place, uint64_t seed);
  std::optional<Program> makeTile(uint64_t seed);
  std::optional<Program> takeTile(uint64_t number, uint64_t seed);
  llvm::Error note(const SutRun &run, const TrialResult &result);
  bool isWanted(const SutRun &run) const;
  /// Those in which what begins with program `number` is tried.
  std::vector<const SutRun *> runsOf(uint64_t number) const;
  bool isInterrupted() const;

  const SutDescription &sut;
  const SutOptions &options;
  std::string folder;
  KeptPrograms *kept;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_SUTBATCH_H
