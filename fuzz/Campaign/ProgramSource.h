//===- ProgramSource.h - Program number i of a campaign ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Programs 0..n-1 are the corpus files, random ones follow. Also owns the
// context that programs live in, and replaces it now and then: types and
// attributes are never freed within one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_PROGRAMSOURCE_H
#define TILEFUZZ_FUZZ_CAMPAIGN_PROGRAMSOURCE_H

#include "compiler/Support/ModuleVerifier.h"
#include "fuzz/Campaign/WorkerConfig.h"
#include "fuzz/Generate/ByteSource.h"
#include "interp/Program/Program.h"

namespace tilefuzz {

class ProgramSource {
public:
  explicit ProgramSource(const WorkerConfig &config);

  /// Generated from (or, for a corpus file, its digest); for the record.
  uint64_t seedOf(uint64_t index) const;
  /// `random`, `mutant`, `grown`, or the corpus file.
  std::string originOf(uint64_t index) const;
  /// No program of an earlier call may still be alive.
  llvm::Expected<Program> get(uint64_t index);
  /// The same in the same context, beside those of earlier calls.
  llvm::Expected<Program> make(uint64_t index);
  mlir::MLIRContext &getContext() { return *context; }
  /// The next call replaces the context: what belongs to it must go first.
  bool isContextUsedUp() const;

private:
  bool isMutant(uint64_t index) const;
  /// A StorageError if the file cannot be read.
  llvm::Expected<Program> readFromCorpus(const std::string &file);
  llvm::Expected<Program> generate(uint64_t index);
  /// A program that mutants take code from: of the corpus, or another random
  /// one.
  llvm::Expected<Program> makeDonor(uint64_t index, ByteSource &choices);
  llvm::Expected<Program> makeMutant(uint64_t index);
  void renewContext();

  const WorkerConfig &config;
  std::unique_ptr<mlir::MLIRContext> context;
  /// Of the context.
  std::unique_ptr<ModuleVerifier> verifier;
  unsigned programsInContext = 0;
};

/// A context for one thread with the compiler's dialects.
std::unique_ptr<mlir::MLIRContext> createContext();

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_PROGRAMSOURCE_H
