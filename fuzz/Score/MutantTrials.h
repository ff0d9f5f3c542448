//===- MutantTrials.h - What a mutant is tried on ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A trial is something that the compiler takes: a random program, a module for
// a pass that programs do not reach, an instance of a pattern. It is compiled
// with a mutant on, and only where that leaves something else than the right
// compiler are the oracles asked.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_MUTANTTRIALS_H
#define TILEFUZZ_FUZZ_SCORE_MUTANTTRIALS_H

#include "fuzz/Score/Score.h"
#include <memory>

namespace tilefuzz {

enum class TrialKind {
  /// An instance of a pattern or fold, for the proofs.
  Instance,
  /// Random programs by language.
  Mixed,
  TileAA,
  Lowered,
  /// A lowered program that goes through stages on request, one in four of them
  /// a product in a loop.
  Requested,
  /// A mixed program that is stored and read again after each pass.
  Stored,
  /// A random module for the passes over LLVM IR.
  Llvm,
  /// A random function with tensor memory.
  Fences,
};
constexpr unsigned numTrialKinds = 8;
llvm::StringRef toString(TrialKind kind);

struct TrialId {
  TrialKind kind = TrialKind::Mixed;
  uint64_t index = 0;

  /// `lowered:17`.
  std::string name() const;
  bool operator==(const TrialId &other) const {
    return kind == other.kind && index == other.index;
  }
};
std::optional<TrialId> parseTrialId(llvm::StringRef text);

struct TrialFinding {
  ScoreOracle oracle = ScoreOracle::Stage;
  /// The stage, pass or pattern that shows it.
  std::string where;
  std::string reason;
};

/// Everything that the compiler leaves and says, in order.
class CompilerPrints {
public:
  /// `isKept`: the texts, too, not only their hash.
  explicit CompilerPrints(bool isKept = false) : isKept(isKept) {}

  /// After a stage, or of a diagnostic.
  void add(llvm::StringRef what, llvm::StringRef text);
  uint64_t hash() const { return sum; }
  /// The first line that differs, of the first text that does.
  std::string describeDifference(const CompilerPrints &other) const;
  /// Whether a text of `what` was kept.
  bool has(llvm::StringRef what) const {
    return llvm::any_of(texts,
                        [&](const auto &kept) { return kept.first == what; });
  }

private:
  bool isKept;
  uint64_t sum = 0;
  std::vector<std::pair<std::string, std::string>> texts;
};

class MutantTrial;

/// Makes the trials of one seed.
class MutantTrials {
public:
  explicit MutantTrials(uint64_t seed);
  ~MutantTrials();

  /// How many there are of a kind; none: as many as are asked for.
  std::optional<uint64_t> count(TrialKind kind);

  /// The trial that the following are about; false: there is no such program.
  /// Passes and patterns are made when the first trial of a kind is compiled.
  bool select(const TrialId &id);
  /// Of a kind whose oracles see more than what the compiler leaves, also what
  /// they said.
  void compile(std::optional<size_t> mutant, CompilerPrints &prints);
  uint64_t compile(std::optional<size_t> mutant) {
    CompilerPrints prints;
    compile(mutant, prints);
    return prints.hash();
  }
  /// What is wrong with the compiler's work; none: nothing is seen.
  std::optional<TrialFinding> judge(std::optional<size_t> mutant);

private:
  MutantTrial &get(TrialKind kind);

  uint64_t seed;
  /// Null: not needed yet.
  std::vector<std::unique_ptr<MutantTrial>> byKind;
  MutantTrial *selected = nullptr;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_MUTANTTRIALS_H
