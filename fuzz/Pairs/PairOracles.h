//===- PairOracles.h - What the oracles say of a pair -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Three oracles of memory order are asked about one pair of small programs:
//
//   proof     validation of the first block (oracle/Refine): every context;
//             and the proof of a rewrite, which is told what stands for what
//   auditor   required order, on runs of this launch (oracle/Order)
//   explorer  every outcome of both programs (interp/Explore): the truth about
//             this launch, where it is complete
//
// They answer different questions, so that not every difference is wrong: the
// proof also speaks of other blocks than the one that is there, and the auditor
// requires order that shows in other launches only. These are disagreements:
//
//   * the target has an outcome that the source has not, and the proof says
//     proved, or the auditor says kept of two programs that by their runs have
//     one outcome each;
//   * the proof says proved, and the auditor that required order is lost: what
//     is proved keeps all of it;
//   * the target is the source with more order, which adds no outcome (memory
//     model, Proposition 3), and one of them says otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_PAIRS_PAIRORACLES_H
#define TILEFUZZ_FUZZ_PAIRS_PAIRORACLES_H

#include "fuzz/Findings/Finding.h"
#include "mlir/IR/MLIRContext.h"
#include "oracle/Refine/Refinement.h"

namespace tilefuzz {

enum class AuditAnswer {
  Kept,
  /// Order, an ordering or a scope.
  Lost,
  /// No more than that an access is gone, or new, and none of its rules (E1 to
  /// E5) says why it may: the proof knows more of values.
  Unexplained,
  /// The accesses cannot be matched.
  Unmatched,
  /// A run of the source races, or is undefined.
  Undefined,
};
llvm::StringRef toString(AuditAnswer answer);

enum class ExploreAnswer {
  /// Nothing that the source may not do, of all that the target does.
  Same,
  New,
  SourceRaces,
  Incomplete,
};
llvm::StringRef toString(ExploreAnswer answer);

struct PairAnswers {
  ProofVerdict proof;
  /// Of the first block as a rewrite's work (checkRewrite).
  ProofVerdict rewrite;
  AuditAnswer audit = AuditAnswer::Unmatched;
  /// Of every run of both: no two accesses meet that tokens do not order.
  bool isClosed = false;
  ExploreAnswer explored = ExploreAnswer::Incomplete;
  /// What is lost, and what is new, for people.
  std::string lost, added;

  /// `proved, kept, same`.
  std::string triple() const;
  /// Which two disagree, and how; empty: none.
  std::string disagreement(bool isStrengthened) const;
};

struct PairOptions {
  /// Milliseconds for one question to the solver.
  unsigned timeoutMs = 1000;
  /// A defect that the proof had, and has again.
  ProofFault fault = ProofFault::None;
};

/// Asks about two programs in the text form of printPair.
llvm::Expected<PairAnswers> askOracles(llvm::StringRef source,
                                       llvm::StringRef target,
                                       mlir::MLIRContext &context,
                                       const PairOptions &options);

/// The fault that the proof had when the finding was made; its `bugs` name it.
ProofFault faultOf(const Finding &finding);

/// One thread's, with the dialects, and with what marks what is observed.
std::unique_ptr<mlir::MLIRContext> createPairContext();

/// Asks about the programs of a stored disagreement again, and prints the
/// answers. Yield: they still disagree in that way. Of a death the question is
/// only asked: it ends the process again.
llvm::Expected<bool> reproducePair(const Finding &finding,
                                   llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_PAIRS_PAIRORACLES_H
