//===- Sites.h - Where a file can be mutated --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A site is a range of the file's text and what may stand there instead. Only
// one mutant of a program is on at a time, so that the text of an alternative
// is that of the file, and only what is there by default holds other sites.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_MUTANTS_SITES_H
#define TILEFUZZ_TESTS_MUTANTS_SITES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace tilefuzz {

/// How the switch is put around the text. Of sites with one range, an earlier
/// form stands around a later one.
enum class Form {
  /// A statement of one expression, which may be left out.
  Omission,
  /// The condition `TYPE NAME = VALUE`, which may be taken for false.
  Declaration,
  /// A condition: true, false or negated.
  Truth,
  /// An expression, with others of its type.
  Choice,
  /// The range of a loop.
  Range,
  /// The beginning of a function's body: returns at once.
  Entry,
};

struct Alternative {
  llvm::StringRef mutation;
  /// What stands there instead: text; of a truth `true`, `false` or `not`.
  std::string text;
  /// For people.
  std::string before, after;
  /// It is the same as to negate the expression.
  bool isNegation = false;
};

struct Site {
  Form form;
  /// Offsets into the file; they are equal for Entry.
  unsigned begin = 0, end = 0;
  unsigned line = 0;
  /// Of Declaration.
  std::string name;
  std::vector<Alternative> alternatives;
};

/// The sites in `decls`, which stand in the main file, by where they begin,
/// outer ones first.
std::vector<Site> findSites(clang::ASTContext &context,
                            const std::vector<clang::Decl *> &decls);

/// Another name that means the opposite, or the neighbour: `ashr` for `lshr`.
std::optional<llvm::StringRef> getCounterpart(llvm::StringRef name);

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_MUTANTS_SITES_H
