//===- Symptom.h - What is the matter with a program ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a finding shows, as whoever found it knows it: which access became
// weaker, which behaviour is undefined, which message a stage ended with.
// Signatures, bisection, triage and reduction look at this and at no sentence;
// the finding's reason is for people only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_SYMPTOM_H
#define TILEFUZZ_FUZZ_FINDINGS_SYMPTOM_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace tilefuzz {

enum class FindingKind;

struct Symptom {
  enum class Kind {
    /// Memory holds something else; which value is the program's business.
    WrongValue,
    /// The run did not complete; `rule` is its status and condition.
    Undefined,
    /// Two accesses that nothing orders met; `isShared` tells where.
    Race,
    /// A required edge is lost; any two operations may be its ends.
    LostOrder,
    /// `access` has a weaker ordering or scope (`change`).
    Weakened,
    /// The target lacks `access`, or has one that the source has not.
    Gone,
    Added,
    /// Somebody failed or died; `rule` is the message, without what varies
    /// (normalizeMessage).
    Message,
    /// Two oracles do not agree; `rule` says which, and how, `detail` about
    /// what.
    Disagreement,
  };
  enum class Change { None, Ordering, Scope };

  Kind kind = Kind::WrongValue;
  std::string rule;
  /// Name of an operation, with its dialect.
  std::string access;
  Change change = Change::None;
  /// In memory that the lowering itself allocated for the threads of a block.
  bool isShared = false;
  std::string detail;

  static Symptom undefined(const llvm::Twine &rule);
  static Symptom race(bool isShared);
  static Symptom message(llvm::StringRef message);
  static Symptom disagreement(llvm::StringRef which, llvm::StringRef about);

  /// What of it is the same in every program that shows the defect, and in
  /// which two findings of one defect agree: e.g. `weakened scope:
  /// atomic_rmw_tko`; of a wrong value nothing. Part of stored signatures.
  std::string key() const;
  /// Accesses that are not in order, whether a run shows it or not.
  bool isWrongOrder() const {
    return kind == Kind::LostOrder || kind == Kind::Race;
  }
  /// The access, without its dialect, that one side makes and the other does
  /// not: a mask or a condition is wrong, which values show, too. Else empty.
  std::string unequalAccess() const;

  llvm::json::Value toJSON() const;
};

/// Reads what toJSON wrote.
std::optional<Symptom> parseSymptom(const llvm::json::Value &value);

/// Of a finding that was stored before findings had symptoms: what its reason
/// says, which was written for this then.
Symptom readLegacyReason(FindingKind kind, llvm::StringRef reason);

/// A message without what varies between two instances of one failure:
/// location prefix, numbers, names of values and symbols, shapes.
std::string normalizeMessage(llvm::StringRef message);

/// Of the names of accesses, without their dialect.
bool isAccessName(llvm::StringRef name);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_SYMPTOM_H
