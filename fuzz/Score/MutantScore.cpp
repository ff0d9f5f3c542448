//===- MutantScore.cpp - What became of the mutants -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/MutantScore.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace tilefuzz;
namespace json = llvm::json;

static constexpr llvm::StringLiteral fateNames[] = {"not reached", "no effect",
                                                    "survived", "caught"};

llvm::StringRef tilefuzz::toString(MutantFate fate) {
  return fateNames[unsigned(fate)];
}

MutantFate MutantResult::fate() const {
  if (finding)
    return MutantFate::Caught;
  if (changed)
    return MutantFate::Survived;
  return reached ? MutantFate::NoEffect : MutantFate::NotReached;
}

json::Value MutantResult::toJSON() const {
  json::Object object{{"mutant", mutant},
                      {"reached", int64_t(reached)},
                      {"tried", int64_t(tried)},
                      {"changed", int64_t(changed)},
                      {"firstChanged", firstChanged},
                      {"difference", json::fixUTF8(difference)},
                      {"seconds", seconds},
                      {"cutShort", isCutShort}};
  if (finding)
    object["caught"] = json::Object{{"oracle", toString(finding->oracle)},
                                    {"where", finding->where},
                                    {"reason", json::fixUTF8(finding->reason)},
                                    {"on", caughtOn}};
  return object;
}

llvm::Expected<MutantResult>
tilefuzz::parseMutantResult(const json::Value &value) {
  MutantResult result;
  json::Path::Root root("result");
  json::ObjectMapper map(value, root);
  if (!map || !map.map("mutant", result.mutant) ||
      !map.map("reached", result.reached) || !map.map("tried", result.tried) ||
      !map.map("changed", result.changed) ||
      !map.map("firstChanged", result.firstChanged) ||
      !map.map("difference", result.difference) ||
      !map.map("seconds", result.seconds) ||
      !map.map("cutShort", result.isCutShort))
    return root.getError();
  const json::Object *caught = value.getAsObject()->getObject("caught");
  if (!caught)
    return result;
  std::optional<ScoreOracle> oracle =
      parseScoreOracle(caught->getString("oracle").value_or(""));
  if (!oracle)
    return llvm::createStringError("a result with an unknown oracle");
  result.finding = {*oracle, caught->getString("where").value_or("").str(),
                    caught->getString("reason").value_or("").str()};
  result.caughtOn = caught->getString("on").value_or("").str();
  return result;
}

void MutantTally::add(MutantFate fate) {
  switch (fate) {
  case MutantFate::NotReached:
    ++notReached;
    return;
  case MutantFate::NoEffect:
    ++noEffect;
    return;
  case MutantFate::Survived:
    ++survived;
    return;
  case MutantFate::Caught:
    ++caught;
    return;
  }
  llvm_unreachable("unknown fate");
}

double MutantTally::score() const {
  uint64_t withEffect = caught + survived;
  return withEffect ? double(caught) / double(withEffect) : 1;
}

MutantSummary tilefuzz::summarizeMutants(
    llvm::ArrayRef<MutantResult> results,
    llvm::function_ref<std::optional<Mutant>(llvm::StringRef)> find) {
  MutantSummary summary;
  std::vector<double> seconds;
  for (const MutantResult &result : results) {
    std::optional<Mutant> mutant = find(result.mutant);
    if (!mutant)
      continue;
    MutantFate fate = result.fate();
    summary.all.add(fate);
    summary.byFile[mutant->file.str()].add(fate);
    summary.byMutation[mutant->mutation.str()].add(fate);
    switch (fate) {
    case MutantFate::Caught:
      ++summary.byOracle[toString(result.finding->oracle).str()];
      ++summary
            .byTrial[llvm::StringRef(result.caughtOn).split(':').first.str()];
      seconds.push_back(result.seconds);
      break;
    case MutantFate::Survived:
      summary.survivors.push_back({*mutant, result});
      break;
    case MutantFate::NoEffect:
      summary.idle.push_back({*mutant, result});
      break;
    case MutantFate::NotReached:
      summary.unreached.push_back({*mutant, result});
      break;
    }
  }
  llvm::sort(seconds);
  if (!seconds.empty()) {
    summary.medianSeconds = seconds[seconds.size() / 2];
    summary.worstSeconds = seconds.back();
  }
  return summary;
}

std::vector<size_t> tilefuzz::sampleMutants(llvm::ArrayRef<size_t> firstOf,
                                            size_t count, uint64_t seed) {
  size_t total = firstOf.empty() ? 0 : firstOf.back();
  // Within a file in an order of its own, so that a systematic sample of all
  // takes of each file its share.
  std::vector<size_t> order;
  for (size_t file = 0; file + 1 < firstOf.size(); ++file) {
    std::vector<std::pair<uint64_t, size_t>> keyed;
    for (size_t number = firstOf[file]; number < firstOf[file + 1]; ++number) {
      uint64_t words[] = {seed, number};
      keyed.push_back(
          {llvm::xxh3_64bits(llvm::ArrayRef(
               reinterpret_cast<const uint8_t *>(words), sizeof(words))),
           number});
    }
    llvm::sort(keyed);
    for (auto [key, number] : keyed)
      order.push_back(number);
  }
  if (count >= total)
    return order.empty() ? order : (llvm::sort(order), order);
  std::vector<size_t> sample;
  for (size_t i = 0; i < count; ++i)
    sample.push_back(order[i * total / count]);
  llvm::sort(sample);
  return sample;
}

//===----------------------------------------------------------------------===//
// For people and programs
//===----------------------------------------------------------------------===//

static json::Value toJSON(const MutantTally &tally) {
  return json::Object{{"mutants", int64_t(tally.total())},
                      {"notReached", int64_t(tally.notReached)},
                      {"noEffect", int64_t(tally.noEffect)},
                      {"survived", int64_t(tally.survived)},
                      {"caught", int64_t(tally.caught)},
                      {"score", tally.score()}};
}

static json::Value toJSON(const std::map<std::string, MutantTally> &tallies) {
  json::Object object;
  for (const auto &[name, tally] : tallies)
    object[name] = ::toJSON(tally);
  return object;
}

static json::Value toJSON(const std::map<std::string, uint64_t> &counts) {
  json::Object object;
  for (const auto &[name, count] : counts)
    object[name] = int64_t(count);
  return object;
}

static json::Value
toJSON(const std::vector<std::pair<Mutant, MutantResult>> &mutants) {
  json::Array array;
  for (const auto &[mutant, result] : mutants)
    array.push_back(json::Object{{"file", mutant.file},
                                 {"line", int64_t(mutant.line)},
                                 {"mutation", mutant.mutation},
                                 {"before", json::fixUTF8(mutant.before)},
                                 {"after", json::fixUTF8(mutant.after)},
                                 {"result", result.toJSON()}});
  return array;
}

json::Value MutantSummary::toJSON() const {
  return json::Object{{"all", ::toJSON(all)},
                      {"byFile", ::toJSON(byFile)},
                      {"byMutation", ::toJSON(byMutation)},
                      {"caughtByOracle", ::toJSON(byOracle)},
                      {"caughtOn", ::toJSON(byTrial)},
                      {"medianSeconds", medianSeconds},
                      {"worstSeconds", worstSeconds},
                      {"survivors", ::toJSON(survivors)},
                      {"noEffect", ::toJSON(idle)},
                      {"notReached", ::toJSON(unreached)}};
}

static void printTallies(llvm::raw_ostream &os, llvm::StringRef title,
                         const std::map<std::string, MutantTally> &tallies) {
  os << llvm::formatv("\n{0,-58}{1,8}{2,8}{3,9}{4,9}{5,7}{6,8}\n", title,
                      "mutants", "no code", "no effect", "survived", "caught",
                      "score");
  for (const auto &[name, tally] : tallies)
    os << llvm::formatv("{0,-58}{1,8}{2,8}{3,9}{4,9}{5,7}{6,7:f1}%\n", name,
                        tally.total(), tally.notReached, tally.noEffect,
                        tally.survived, tally.caught, 100 * tally.score());
}

static void
printMutants(llvm::raw_ostream &os, llvm::StringRef title,
             const std::vector<std::pair<Mutant, MutantResult>> &mutants) {
  if (mutants.empty())
    return;
  os << "\n" << title << "\n";
  for (const auto &[mutant, result] : mutants) {
    os << "  " << mutant.name() << " (line " << mutant.line
       << "): " << mutant.mutation << ": " << mutant.before << " -> "
       << (mutant.after.empty() ? "nothing" : mutant.after) << " [tried "
       << result.tried << ", changed " << result.changed;
    if (!result.firstChanged.empty())
      os << ", first " << result.firstChanged;
    os << (result.isCutShort ? ", cut short" : "") << "]\n";
    if (!result.difference.empty())
      os << "      " << result.difference << "\n";
  }
}

void MutantSummary::print(llvm::raw_ostream &os) const {
  os << llvm::formatv(
      "{0} mutants: {1} caught, {2} survived, {3} without effect, {4} not "
      "reached; score {5:f1}% of those with an effect\n",
      all.total(), all.caught, all.survived, all.noEffect, all.notReached,
      100 * all.score());
  os << llvm::formatv("caught after {0:f2} s in the median, {1:f2} s at most\n",
                      medianSeconds, worstSeconds);
  for (const auto &[title, counts] :
       {std::pair(llvm::StringRef("by oracle"), &byOracle),
        std::pair(llvm::StringRef("on"), &byTrial)}) {
    os << "caught " << title << ":";
    for (const auto &[name, count] : *counts)
      os << " " << name << " " << count;
    os << "\n";
  }
  printTallies(os, "file", byFile);
  printTallies(os, "kind of change", byMutation);
  printMutants(os, "survived:", survivors);
}
