//===- TileReducer.cpp - Smaller programs that fail alike -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reduce.h"
#include "fuzz/Sut/TileTrial.h"

using namespace tilefuzz;

/// Without the level; none: it names none.
static std::optional<std::vector<std::string>>
withoutLevel(std::vector<std::string> arguments) {
  size_t before = arguments.size();
  llvm::erase_if(arguments, [](llvm::StringRef word) {
    return word.size() == 3 && word.starts_with("-O");
  });
  return arguments.size() + 1 == before ? std::optional(arguments)
                                        : std::nullopt;
}

std::vector<const SutRun *> tilefuzz::otherLevelsOf(const SutDescription &sut,
                                                    const SutRun &run) {
  std::vector<const SutRun *> others;
  auto rest = withoutLevel(run.arguments);
  for (const SutRun &other : sut.runs)
    if (rest && &other != &run && other.bytecode == run.bytecode &&
        withoutLevel(other.arguments) == rest)
      others.push_back(&other);
  return others;
}

namespace {
/// What candidates must show.
struct Failure {
  FindingKind kind;
  int exitCode;
  std::string message;

  explicit Failure(const TrialResult &result)
      : kind(result.kind), exitCode(result.exitCode) {
    // How long something takes, or what part of a file differs, is no message.
    if (hasMessage(kind) && kind != FindingKind::Timeout &&
        kind != FindingKind::Nondeterministic)
      message = result.symptom().rule;
  }
  bool operator==(const Failure &other) const {
    return kind == other.kind && exitCode == other.exitCode &&
           message == other.message;
  }
};
} // namespace

static std::optional<Failure> failureOf(const TrialResult &result) {
  return result.isFinding() ? std::optional(Failure(result)) : std::nullopt;
}

ReducedTileProgram
tilefuzz::reduceTileProgram(const SutDescription &sut, const SutRun &run,
                            llvm::StringRef folder, const Program &program,
                            FindingKind kind,
                            const volatile sig_atomic_t *interrupted) {
  ReduceOptions options;
  options.maxTries = maxReductionTries(kind);
  options.isInterrupted = [=] { return interrupted && *interrupted; };
  bool isSlow = kind == FindingKind::Timeout || kind == FindingKind::Explosion;
  options.extract = !isSlow;
  // Of what is too long it does not matter how much, nor what is near.
  SutDescription hasty = sut;
  hasty.patience = 1;
  if (kind != FindingKind::Explosion)
    hasty.slowSeconds = 0;
  auto tryIn = [&](const SutRun &one, const Program &candidate) {
    return failureOf(
        tryTileProgram(hasty, one, folder, candidate, interrupted));
  };
  ReducedTileProgram reduced;
  std::optional<Failure> wanted = tryIn(run, program);
  // Alone it shows something else, or nothing.
  if (!wanted || wanted->kind != kind) {
    reduced.program = program.clone();
    return reduced;
  }
  std::vector<const SutRun *> unlike;
  if (!isSlow)
    for (const SutRun *other : otherLevelsOf(sut, run))
      (tryIn(*other, program) == wanted ? reduced.alike : unlike)
          .push_back(other);
  reduced.program = reduceProgram(
      program,
      [&](const Program &candidate) {
        return tryIn(run, candidate) == wanted &&
               llvm::all_of(reduced.alike,
                            [&](const SutRun *other) {
                              return tryIn(*other, candidate) == wanted;
                            }) &&
               llvm::none_of(unlike, [&](const SutRun *other) {
                 return tryIn(*other, candidate) == wanted;
               });
      },
      options);
  return reduced;
}
