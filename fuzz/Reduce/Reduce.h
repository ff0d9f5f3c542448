//===- Reduce.h - The smallest program that still shows it ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Hierarchical delta debugging: the rows of a table (Reductions.h) make
// candidates, from the most to the least profitable, which are kept while the
// caller's question still says yes (DeltaDebug.h is the loop). Every candidate
// verifies, if the program did; whether it is free of undefined behaviour is
// for the question to say.
//
// The result is a function of program, question and `maxTries`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_REDUCE_H
#define TILEFUZZ_FUZZ_REDUCE_REDUCE_H

#include "fuzz/Reduce/DeltaDebug.h"
#include "interp/Program/Program.h"
#include "llvm/Support/JSON.h"
#include <functional>

namespace tilefuzz {

/// What is made smaller: a program, and the passes that are run on it.
struct Subject : Program {
  /// A textual pass pipeline, or empty.
  std::string passes;

  Subject(Program program, std::string passes = "")
      : Program(std::move(program)), passes(std::move(passes)) {}
  Subject clone() const { return Subject(Program::clone(), passes); }
};

/// Must be a function of the candidate only. `worker` is a number below
/// `jobs` that no other running question has. When isolated it runs in a forked
/// process and may replace that; exit code 0 then says yes.
using InterestingFn =
    std::function<bool(const Subject &candidate, unsigned worker)>;

/// The rows are as in getReductions(); the last one is of `extract`.
struct ReduceReport : DeltaReport {
  unsigned operationsBefore = 0, operationsAfter = 0;

  llvm::json::Value toJSON() const;
};

struct ReduceOptions : DeltaOptions {
  /// Before anything else, look for one operation that is enough
  /// (fuzz/Reduce/IsolateOperation.h). Its program may be larger at first; it
  /// is given up if it does not become smaller than the subject.
  bool extract = false;
  /// Keep candidates that do not verify.
  bool allowInvalid = false;
  /// What tells candidates apart; shorter is simpler.
  std::function<std::string(const Subject &)> print;
  /// Called with every new smallest program.
  std::function<void(const Subject &best, const ReduceReport &soFar)>
      onImprovement;
};

struct Reduced {
  Subject subject;
  ReduceReport report;
};

/// The smallest program found for which `isInteresting` holds; `subject` itself
/// must be interesting.
Reduced reduce(const Subject &subject, InterestingFn isInteresting,
               const ReduceOptions &options = {});

/// The same for a question about the program only.
Program reduceProgram(const Program &program,
                      std::function<bool(const Program &)> isInteresting,
                      const ReduceOptions &options = {});

/// Operations of a module, terminators included, modules and functions (and
/// other symbols) left out.
unsigned countAllOperations(mlir::ModuleOp module);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_REDUCE_H
