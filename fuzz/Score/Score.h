//===- Score.h - What became of one seeded bug ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The unit of work of `tile-fuzz mutation-score` is one seeded bug and one
// seed; its result is one line of JSON. Proofs depend on no seed and are units
// of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_SCORE_H
#define TILEFUZZ_FUZZ_SCORE_SCORE_H

#include "fuzz/Findings/Finding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

enum class ScoreOracle {
  /// verify-fold refutes the pattern.
  Proof,
  /// The run in program order gives another outcome.
  Stage,
  /// Another schedule does, or there is a race.
  Schedules,
  /// The order that the source requires is lost, whether or not a run shows it.
  Order,
  /// A stage fails, or leaves what does not verify.
  Verifier,
  /// The compiler crashes.
  Death,
  /// What a pass over LLVM IR says of a module, or keeps of it, is not so.
  Claims,
};
constexpr unsigned numScoreOracles = 7;
llvm::StringRef toString(ScoreOracle oracle);
std::optional<ScoreOracle> parseScoreOracle(llvm::StringRef text);

/// The first disagreement that an oracle reported.
struct Detection {
  ScoreOracle oracle = ScoreOracle::Stage;
  /// With this one, so many programs (or instances of a proof) were tried.
  uint64_t programs = 0;
  /// CPU time until then, without blaming and reducing.
  double seconds = 0;
  /// The pattern, or the stage if no pattern is to blame.
  std::string blamed;
  /// That is where the bug lives.
  bool attributed = false;
  std::string reason;
};

/// A finding after triage: what deduplication knows of it.
struct ScoredFinding {
  /// Kind, stage, pattern, reason and operations; the others are empty.
  Finding finding;
  /// The operations of the program before it was reduced.
  std::vector<std::string> originalOperations;
};

struct ScoreUnit {
  std::string bug;
  /// None: the proof.
  std::optional<uint64_t> seed;
};

struct UnitResult {
  ScoreUnit unit;
  uint64_t programs = 0;
  double seconds = 0;
  /// Canaries: how often, and whether the wrong variant was seen to leave other
  /// IR than the right one.
  uint64_t reached = 0, fired = 0;
  bool changed = false;
  /// Programs of which an oracle says what it says without the bug, too: no
  /// catches, but false alarms, or bugs of the compiler.
  uint64_t falseAlarms = 0;
  std::vector<Detection> detections;
  /// The first ones.
  std::vector<ScoredFinding> findings;
  /// How often its process died, and of what the last time.
  unsigned deaths = 0;
  std::string lastDeath;

  const Detection *find(ScoreOracle oracle) const;
  /// Null if nothing caught the bug.
  const Detection *fastest() const;
  llvm::json::Value toJSON() const;
};
llvm::Expected<UnitResult> parseUnitResult(const llvm::json::Value &value);

/// What decides about the result of a unit: results of other settings cannot be
/// put together.
struct ScoreSettings {
  /// CPU time for one unit.
  double limitSeconds = 60;
  /// The same, if the proof has caught the bug.
  double provedSeconds = 10;
  /// How long the other oracles get when a program has shown the bug.
  double graceSeconds = 1;
  /// Findings of a unit that are reduced, for their signatures.
  unsigned findings = 2;
  double reduceSeconds = 3;
  /// One program may take so long.
  double programSeconds = 5;
  uint64_t memoryMiB = 4096;

  llvm::json::Value toJSON() const;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_SCORE_H
