//===- Refinement.h - Does code keep what it replaced? ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_REFINEMENT_H
#define TILEFUZZ_ORACLE_REFINE_REFINEMENT_H

#include "mlir/IR/Block.h"
#include "oracle/Verdict.h"
#include <functional>
#include <mutex>
#include <string>

namespace tilefuzz {

/// Is called with every query as an SMT-LIB 2 script and its answer: sat, unsat
/// or unknown.
using QuerySink =
    std::function<void(llvm::StringRef script, llvm::StringRef answer)>;

/// Where queries are kept for other solvers. For all threads at once.
class QueryFolder {
public:
  explicit QueryFolder(std::string path) : path(std::move(path)) {}
  /// Writes PATH/NAME.0.smt2 and so on, until one cannot be written. Outlived
  /// by this object.
  QuerySink sinkFor(llvm::StringRef name);
  /// Why that one could not; empty: all were.
  std::string failure();

private:
  std::string path, error;
  std::mutex mutex;
};

/// Defects that the proof had: with one of them again, random pairs of programs
/// must show that it is wrong (fuzz/Pairs).
enum class ProofFault {
  None,
  /// `forgets-images`: nothing is asked of what stands for accesses that are
  /// gone, so that loads are merged whose order others need.
  ForgetsImages,
  /// `forgets-origins`: the first load that may stand for a removed one is
  /// taken for the one that does, and what is computed of loads for computed of
  /// any.
  ForgetsOrigins,
  /// `pairs-by-likeness`: of accesses with the same operands the likeliest
  /// pairing is taken for the only one, and what it loses for lost.
  PairsByLikeness,
  /// `crashes`: the process ends by a signal where an access is gone: who asks
  /// must survive it.
  Crashes,
  /// `exhausts`: memory is taken until none is left where an access is gone:
  /// who asks must count that as a limit and go on.
  Exhausts,
};
/// By the name above.
std::optional<ProofFault> parseProofFault(llvm::StringRef name);
llvm::StringRef toString(ProofFault fault);

struct RefinementOptions {
  /// Milliseconds for one question to the solver.
  unsigned timeoutMs = 10000;
  /// Steps of the solver for one question, the same on every machine; 0: as
  /// many as there is time for.
  unsigned maxSteps = 0;
  /// Iterations of a loop that are encoded, where its bounds are not known.
  unsigned maxIterations = 4;
  /// Accesses are paired by order and place, not by their locations: for code
  /// that has no common origin.
  bool pairsByOrder = false;
  /// Of the ways to pair accesses that have the same operands, the one that is
  /// asked about (AccessPairing::choices); checkRefinement tries them in turn.
  unsigned pairing = 0;
  /// Operations without an encoding are uninterpreted functions.
  bool allowOpaque = false;
  /// Inputs may be unspecified, element by element: for code that stands
  /// anywhere.
  bool mayBeUnspecified = false;
  /// Runs of the interpreter that look for a counterexample before the solver
  /// is asked for one.
  unsigned trials = 200;
  QuerySink sink = {};
  ProofFault fault = ProofFault::None;
};

/// Asks whether, for every input for which `source` is defined, `target` is
/// defined too, observes what `source` observes (or refines what is
/// unspecified), leaves the same memory, keeps the accesses that order others,
/// and keeps every order between accesses (facts, 7.3: I1 to I4, I9, I19).
///
/// Both blocks are as oracle/Smt/TileEncoding.h says, their accesses numbered
/// before the rewrite (or see pairsByOrder: then the target's accesses are
/// given the locations of what they stand for). A counterexample is given as
/// input values and replayed by the tile interpreter; it is looked for by
/// running both with special values, then by the solver.
ProofVerdict checkRefinement(mlir::Block &source, mlir::Block &target,
                             const RefinementOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_REFINEMENT_H
