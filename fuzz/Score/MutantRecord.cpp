//===- MutantRecord.cpp - Which mutants a trial comes to ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/MutantRecord.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Mutants/Mutants.h"
#include "fuzz/Score/ResultLines.h"
#include "fuzz/Score/ScoreUnit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/xxhash.h"
#include <array>
#include <deque>

using namespace tilefuzz;
namespace json = llvm::json;

json::Value MutantSettings::toJSON() const {
  return json::Object{
      {"seed", int64_t(seed)},        {"programs", int64_t(programs)},
      {"tries", int64_t(tries)},      {"limitSeconds", limitSeconds},
      {"trialSeconds", trialSeconds}, {"memoryMiB", int64_t(memoryMiB)},
      {"mutants", int64_t(mutants)},  {"table", llvm::utohexstr(table)}};
}

void tilefuzz::describeMutants(MutantSettings &settings) {
  MutantRegistry &registry = MutantRegistry::get();
  settings.mutants = registry.size();
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < registry.size(); ++i) {
    Mutant mutant = registry.getMutant(i);
    os << mutant.name() << mutant.mutation << mutant.before << mutant.after;
  }
  settings.table = llvm::xxh3_64bits(text);
}

uint64_t tilefuzz::numTrials(TrialKind kind, const MutantSettings &settings,
                             uint64_t instances) {
  switch (kind) {
  case TrialKind::Instance:
    return instances;
  case TrialKind::Mixed:
  case TrialKind::TileAA:
  case TrialKind::Lowered:
  case TrialKind::Requested:
    return settings.programs;
  case TrialKind::Stored:
  case TrialKind::Fences:
    return (settings.programs + 3) / 4;
  case TrialKind::Llvm:
    return (settings.programs + 9) / 10;
  }
  llvm_unreachable("unknown kind");
}

json::Value RecordedTrial::toJSON() const {
  std::string bytes((reached.size() + 7) / 8, '\0');
  for (unsigned number : reached.set_bits())
    bytes[number / 8] |= char(1 << number % 8);
  return json::Object{{"trial", id.name()},
                      {"print", llvm::utohexstr(print)},
                      {"seconds", seconds},
                      {"reached", llvm::encodeBase64(bytes)}};
}

llvm::Expected<RecordedTrial>
tilefuzz::parseRecordedTrial(const json::Value &value, size_t numMutants) {
  RecordedTrial trial;
  json::Path::Root root("trial");
  json::ObjectMapper map(value, root);
  std::string name, print, reached;
  if (!map || !map.map("trial", name) || !map.map("print", print) ||
      !map.map("seconds", trial.seconds) || !map.map("reached", reached))
    return root.getError();
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(reached, bytes))
    return error;
  std::optional<TrialId> id = parseTrialId(name);
  if (!id || llvm::StringRef(print).getAsInteger(16, trial.print) ||
      bytes.size() != (numMutants + 7) / 8)
    return llvm::createStringError("a trial of another build");
  trial.id = *id;
  trial.reached.resize(numMutants);
  for (size_t number = 0; number < numMutants; ++number)
    if (bytes[number / 8] & (1 << number % 8))
      trial.reached.set(number);
  return trial;
}

std::vector<const RecordedTrial *>
tilefuzz::trialsFor(size_t mutant, llvm::ArrayRef<RecordedTrial> recorded,
                    uint64_t tries, uint64_t &reached) {
  std::array<std::deque<const RecordedTrial *>, numTrialKinds> byKind;
  reached = 0;
  for (const RecordedTrial &trial : recorded)
    if (trial.reached.test(mutant)) {
      byKind[unsigned(trial.id.kind)].push_back(&trial);
      ++reached;
    }
  std::vector<const RecordedTrial *> trials;
  while (trials.size() < std::min(tries, reached))
    for (std::deque<const RecordedTrial *> &queue : byKind)
      if (!queue.empty() && trials.size() < tries) {
        trials.push_back(queue.front());
        queue.pop_front();
      }
  return trials;
}

void tilefuzz::recordTrials(const MutantSettings &settings, TrialKind kind,
                            uint64_t begin, uint64_t end, int fd) {
  MutantRegistry &registry = MutantRegistry::get();
  MutantTrials trials(settings.seed);
  // What runs only when passes are made.
  llvm::BitVector setup;
  for (uint64_t index = begin; index < end; ++index) {
    RecordedTrial record;
    record.id = {kind, index};
    limitTime(settings.trialSeconds);
    if (!trials.select(record.id))
      continue;
    (void)registry.takeReached();
    if (setup.empty()) {
      (void)trials.compile(std::nullopt);
      setup = registry.takeReached();
      (void)trials.compile(std::nullopt);
      setup.reset(registry.takeReached());
    }
    uint64_t start = ownCpuTime();
    record.print = trials.compile(std::nullopt);
    record.seconds = (ownCpuTime() - start) * 1e-9;
    record.reached = registry.takeReached();
    record.reached |= setup;
    limitTime(0);
    if (!writeLine(fd, record.toJSON()))
      return;
  }
}
