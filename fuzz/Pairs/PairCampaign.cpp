//===- PairCampaign.cpp - Do the oracles agree? ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Pairs/PairCampaign.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Findings/Signature.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>

using namespace tilefuzz;
namespace json = llvm::json;

static std::string disagreementOf(const Pair &pair, mlir::MLIRContext &context,
                                  const PairOptions &options) {
  llvm::Expected<PairAnswers> answers =
      askOracles(printPair(pair, PairSide::Source),
                 printPair(pair, PairSide::Target), context, options);
  if (!answers) {
    llvm::consumeError(answers.takeError());
    return "";
  }
  return answers->disagreement(pair.isStrengthened);
}

Pair tilefuzz::reducePair(Pair pair, llvm::StringRef disagreement,
                          mlir::MLIRContext &context,
                          const PairOptions &options, double seconds,
                          bool *isSmallest) {
  auto start = std::chrono::steady_clock::now();
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (Pair &candidate : smallerPairs(pair)) {
      std::chrono::duration<double> spent =
          std::chrono::steady_clock::now() - start;
      if (spent.count() > seconds) {
        if (isSmallest)
          *isSmallest = false;
        return pair;
      }
      if (disagreementOf(candidate, context, options) == disagreement) {
        pair = std::move(candidate);
        isSmaller = true;
        break;
      }
    }
  }
  return pair;
}

std::optional<Pair> tilefuzz::pairOf(const Finding &finding) {
  Pair pair = makePair(finding.campaignSeed, finding.programIndex);
  bool isReduced = !finding.original.empty();
  if (printPair(pair, PairSide::Source) !=
          (isReduced ? finding.original : finding.program) ||
      printPair(pair, PairSide::Target) !=
          (isReduced ? finding.before : finding.after))
    return std::nullopt;
  return pair;
}

Finding tilefuzz::describePair(const Pair &pair, const Pair &smallest,
                               llvm::StringRef disagreement, uint64_t seed,
                               uint64_t index, const PairOptions &options) {
  Finding finding;
  finding.kind = FindingKind::OracleDisagreement;
  std::string edits = llvm::join(smallest.edits, ", ");
  finding.symptom = Symptom::disagreement(disagreement, edits);
  finding.reason = (disagreement + ": " + edits).str();
  finding.program = printPair(smallest, PairSide::Source);
  finding.after = printPair(smallest, PairSide::Target);
  if (accessCount(smallest) < accessCount(pair)) {
    finding.original = printPair(pair, PairSide::Source);
    finding.before = printPair(pair, PairSide::Target);
  }
  finding.origin = "pairs";
  finding.campaignSeed = seed;
  finding.programIndex = index;
  finding.operationCount = accessCount(smallest);
  finding.isSmallest = true;
  if (options.fault != ProofFault::None)
    finding.bugs = {toString(options.fault).str()};
  finding.signature = signatureOf(finding);
  return finding;
}

llvm::Expected<PairSummary>
tilefuzz::runPairs(const PairCampaignOptions &options) {
  PairSummary summary;
  auto start = std::chrono::steady_clock::now();
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  for (uint64_t i = 0; i < options.pairs; ++i) {
    if (options.interrupted && *options.interrupted)
      break;
    // Attributes and types of programs that are gone stay in a context.
    constexpr uint64_t pairsPerContext = 500;
    if (i % pairsPerContext == pairsPerContext - 1)
      context = createPairContext();
    options.progress(i);
    uint64_t index = options.first + i;
    Pair pair = makePair(options.seed, index);
    ++summary.pairs;
    llvm::Expected<PairAnswers> answers = askOracles(
        printPair(pair, PairSide::Source), printPair(pair, PairSide::Target),
        *context, options.oracles);
    if (!answers) {
      llvm::consumeError(answers.takeError());
      ++summary.invalid;
      continue;
    }
    for (const std::string &edit : pair.edits)
      ++summary.edits[edit];
    ++summary.triples[answers->triple()];
    ++summary.rewrites[toString(answers->rewrite.kind).str()];
    std::string disagreement = answers->disagreement(pair.isStrengthened);
    if (disagreement.empty())
      continue;
    // One that is like a known one is not made smaller once more.
    Finding raw = describePair(pair, pair, disagreement, options.seed, index,
                               options.oracles);
    auto known = llvm::find_if(summary.disagreements, [&](const auto &row) {
      return row.finding.signature == raw.signature;
    });
    if (known != summary.disagreements.end()) {
      ++known->met;
      continue;
    }
    Pair smallest = reducePair(pair, disagreement, *context, options.oracles);
    Finding finding = describePair(pair, smallest, disagreement, options.seed,
                                   index, options.oracles);
    std::string folder;
    if (!options.store.empty()) {
      llvm::Expected<std::string> stored =
          FindingStore(options.store).addFinal(finding);
      if (!stored)
        return stored.takeError();
      folder = *stored;
    }
    summary.disagreements.push_back({std::move(finding), folder, 1});
  }
  summary.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return summary;
}

void PairSummary::print(llvm::raw_ostream &os) const {
  os << llvm::formatv("{0} pairs in {1:F1} s, {2} without a value they need\n",
                      pairs, seconds, invalid);
  os << "proof, auditor, explorer\n";
  for (const auto &[triple, count] : triples)
    os << llvm::formatv("{0,10}  {1}\n", count, triple);
  os << "proof of a rewrite\n";
  for (const auto &[answer, count] : rewrites)
    os << llvm::formatv("{0,10}  {1}\n", count, answer);
  os << "edits\n";
  for (const auto &[edit, count] : edits)
    os << llvm::formatv("{0,10}  {1}\n", count, edit);
  os << "disagreements: " << disagreements.size() << "\n";
  for (const Disagreement &row : disagreements)
    os << "  " << row.finding.reason << "\n    pair "
       << row.finding.programIndex << ", " << row.finding.operationCount
       << " accesses, met " << row.met << " times"
       << (row.folder.empty() ? "" : ", " + row.folder) << "\n";
}

json::Value PairSummary::toJSON() const {
  auto counts = [](const std::map<std::string, uint64_t> &map) {
    json::Object object;
    for (const auto &[name, count] : map)
      object[name] = int64_t(count);
    return object;
  };
  json::Array list;
  for (const Disagreement &row : disagreements)
    list.push_back(json::Object{{"finding", row.finding.toJSON()},
                                {"folder", row.folder},
                                {"met", int64_t(row.met)}});
  return json::Object{
      {"pairs", int64_t(pairs)},         {"invalid", int64_t(invalid)},
      {"triples", counts(triples)},      {"rewrites", counts(rewrites)},
      {"edits", counts(edits)},          {"seconds", seconds},
      {"disagreements", std::move(list)}};
}
