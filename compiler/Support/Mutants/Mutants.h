//===- Mutants.h - The mutants that a build holds ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A build of the preset `mutants` (scripts/mutants) compiles compiler/ from
// files that tile-mutate wrote: all mutants at once, each behind a switch of
// which at most one is on. Any other build has no mutants.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_MUTANTS_MUTANTS_H
#define TILEFUZZ_COMPILER_SUPPORT_MUTANTS_MUTANTS_H

#include "compiler/Support/Mutants/MutatedFile.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

struct Mutant {
  /// As `compiler/TileAA/TileAADialect.cpp`.
  llvm::StringRef file;
  /// Position among the mutants of the file.
  unsigned place = 0;
  unsigned line = 0;
  /// What kind of change it is, e.g. `relational`.
  llvm::StringRef mutation;
  llvm::StringRef before, after;

  /// `FILE:PLACE`: what it is called; other files do not change it.
  std::string name() const;
};

/// Those of this program, by file and place: a mutant's number is its position.
class MutantRegistry {
public:
  static MutantRegistry &get();

  /// Called before `main` by every file that was mutated.
  void add(MutatedFile &file);

  size_t size();
  Mutant getMutant(size_t number);
  std::optional<size_t> find(llvm::StringRef name);

  /// Switches on this one alone; none: the right compiler. Until the first call
  /// it is the one that the environment variable TILEFUZZ_MUTANT names, if any.
  void activate(std::optional<size_t> number);
  /// Which mutants' code ran, or would have chosen them, since the last call.
  llvm::BitVector takeReached();
  /// As if their code ran.
  void addReached(const llvm::BitVector &reached);

private:
  void number();
  std::pair<const MutatedFile *, unsigned> locate(size_t number);

  std::vector<MutatedFile *> files;
  /// By file: the number of its first mutant; and the end.
  std::vector<size_t> firstOf;
  MutatedFile *active = nullptr;
};

/// Switches a mutant on as long as it lives.
class ActiveMutant {
public:
  explicit ActiveMutant(std::optional<size_t> number) {
    MutantRegistry::get().activate(number);
  }
  ~ActiveMutant() { MutantRegistry::get().activate(std::nullopt); }
  ActiveMutant(const ActiveMutant &) = delete;
  ActiveMutant &operator=(const ActiveMutant &) = delete;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_MUTANTS_MUTANTS_H
