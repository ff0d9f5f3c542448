//===- Reduce.h - The smallest program that still shows it ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Hierarchical delta debugging: the rows of a table (Reductions.h) make
// candidates, from the most to the least profitable, which are kept while the
// caller's question still says yes. Every candidate verifies, if the program
// did; whether it is free of undefined behaviour is for the question to say.
//
// The result is a function of program, question and `maxTries`: workers only
// ask ahead, and answers are used in order.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_REDUCE_H
#define TILEFUZZ_FUZZ_REDUCE_REDUCE_H

#include "interp/Program/Program.h"
#include "llvm/Support/JSON.h"
#include <atomic>
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

/// Why a reduction ended.
enum class ReduceEnd { Smallest, Tries, Time, Interrupted };
llvm::StringRef toString(ReduceEnd end);

/// What one row of the table did.
struct RowReport {
  llvm::StringRef name;
  uint64_t tries = 0, successes = 0;
  /// Operations that went in its successes.
  int64_t operationsLess = 0;
  double seconds = 0;
};

struct ReduceReport {
  ReduceEnd end = ReduceEnd::Smallest;
  unsigned operationsBefore = 0, operationsAfter = 0;
  /// Questions asked; candidates that were not asked about since they had been,
  /// and since they did not verify or were no smaller.
  uint64_t tries = 0, repeated = 0, unfit = 0;
  double seconds = 0;
  /// As in getReductions(); the last one is of `extract`.
  std::vector<RowReport> rows;

  llvm::json::Value toJSON() const;
};

struct ReduceOptions {
  /// How many candidates to ask about at most.
  uint64_t maxTries = 20'000;
  /// Wall time; 0: no limit.
  double seconds = 0;
  /// How many questions run at once, when isolated.
  unsigned jobs = 1;
  /// Ask in forked processes: what dies is not interesting. The caller must be
  /// single-threaded.
  bool isolate = false;
  /// Wall time for one isolated question; 0: no limit.
  double questionSeconds = 0;
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
  /// Set from outside (a signal handler) to end early.
  const std::atomic<bool> *interrupted = nullptr;
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
