//===- Audit.h - The rewrites that the seeds prescribe ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For every rewrite that the seeds prescribe: the row of the compiler's tables
// that does what the seed states, the rows that are shipped, and what proofs
// and explorations find about each. docs/rewrite-audit.md is what toMarkdown
// prints.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_AUDIT_H
#define TILEFUZZ_ORACLE_PATTERNS_AUDIT_H

#include "oracle/Patterns/PatternProof.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace tilefuzz {

/// A row of the compiler's tables: a pattern, or the wrong variant that stands
/// beside it.
struct AuditVariant {
  llvm::StringLiteral pattern;
  std::optional<SeededBug> bug = std::nullopt;
};

/// A litmus program of the catalogue (corpus/litmus), before and after one
/// variant rewrote it.
struct AuditLitmus {
  llvm::StringLiteral program;
  AuditVariant variant;
};

struct AuditRule {
  /// E.g. 000.
  llvm::StringLiteral seed;
  /// In the seed's words.
  llvm::StringLiteral name;
  llvm::StringLiteral stated;
  /// What does as the seed says. The first is the rule; others are readings
  /// that the seed's words allow. None: see `condition`.
  std::vector<AuditVariant> asStated;
  /// Patterns that are on by default.
  std::vector<llvm::StringLiteral> shipped;
  /// Under which condition the rewrite is shipped, and why.
  llvm::StringLiteral condition;
  std::vector<AuditLitmus> litmus = {};
};
/// In the order of the seeds.
const std::vector<AuditRule> &getAuditRules();

/// What exploration found.
struct LitmusFinding {
  AuditLitmus litmus = {"", {""}};
  /// The program's title and what is observed of it.
  std::string title, observed;
  /// The variant changed the program.
  bool applied = false;
  bool isComplete = false;
  uint64_t outcomesBefore = 0, outcomesAfter = 0;
  /// Outcomes (or races) of the rewritten program that the original lacks.
  std::vector<std::string> added;
};

struct AuditRow {
  const AuditRule *rule = nullptr;
  /// As rule->asStated.
  std::vector<PatternProof> asStated;
  std::vector<PatternProof> shipped;
  std::vector<LitmusFinding> litmus;

  /// Of the rule as stated: refuted as well if an exploration shows an outcome
  /// that the original cannot have. None if nothing does as the seed says.
  std::optional<ProofKind> statedVerdict() const;
  std::optional<ProofKind> shippedVerdict() const;
};

struct AuditOptions {
  RefinementOptions refinement;
  unsigned threads = 1;
  /// Where the litmus programs are.
  std::string litmusFolder;
};
llvm::Expected<std::vector<AuditRow>> runAudit(const AuditOptions &options);

/// The same text on every machine: no times.
std::string toMarkdown(llvm::ArrayRef<AuditRow> rows);
llvm::json::Value toJSON(llvm::ArrayRef<AuditRow> rows);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_AUDIT_H
