//===- PairWork.cpp - Pairs of small programs in a campaign ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/PairWork.h"
#include "fuzz/Findings/Signature.h"

using namespace tilefuzz;

std::optional<PairSampling> PairSampling::parse(llvm::StringRef text) {
  PairSampling sampling;
  if (text == "all")
    sampling.oneIn = 1;
  else if (!text.empty() && text.getAsInteger(10, sampling.oneIn))
    return std::nullopt;
  return sampling;
}

bool PairSampling::isPicked(uint64_t seed) const {
  // Nothing of the program's own choices: its seed is where they begin.
  return oneIn && programSeed(seed, /*index=*/0x70616972) % oneIn == 0;
}

PairWork::PairWork(const WorkerConfig &config)
    : config(config), sampling(*PairSampling::parse(config.pairs)) {}

PairOptions PairWork::options() const {
  PairOptions options;
  if (!config.proofFault.empty())
    options.fault = *parseProofFault(config.proofFault);
  return options;
}

mlir::MLIRContext &PairWork::getContext() {
  // Attributes and types of programs that are gone stay in a context.
  constexpr unsigned pairsPerContext = 500;
  if (!context || ++pairsInContext > pairsPerContext) {
    context = createPairContext();
    pairsInContext = 0;
  }
  return *context;
}

std::optional<Finding> PairWork::ask(uint64_t index, Counts &counters) {
  counters["pairs"] = 1;
  Pair pair = makePair(config.seed, index);
  llvm::Expected<PairAnswers> answers =
      askOracles(printPair(pair, PairSide::Source),
                 printPair(pair, PairSide::Target), getContext(), options());
  if (!answers) {
    llvm::consumeError(answers.takeError());
    counters["pair:without a value that it needs"] = 1;
    return std::nullopt;
  }
  counters["pair:" + answers->triple()] = 1;
  counters["pair-rewrite:" + toString(answers->rewrite.kind).str()] = 1;
  std::string disagreement = answers->disagreement(pair.isStrengthened);
  if (disagreement.empty())
    return std::nullopt;
  return describePair(pair, pair, disagreement, config.seed, index, options());
}

std::optional<Finding> PairWork::take(const DeathNotice &death,
                                      Counts &counters) {
  counters["pairs"] = 1;
  counters["pair:" + death.symptom.key()] = 1;
  if (death.kind != FindingKind::Crash)
    return std::nullopt;
  Pair pair = makePair(config.seed, death.index);
  Finding finding = describePair(pair, pair, /*disagreement=*/"", config.seed,
                                 death.index, options());
  finding.kind = death.kind;
  finding.stage = death.stage;
  finding.symptom = death.symptom;
  finding.reason = death.reason;
  finding.signature = signatureOf(finding);
  return finding;
}

void PairWork::complete(Finding &finding) {
  if (finding.kind != FindingKind::OracleDisagreement)
    return;
  std::optional<Pair> pair = pairOf(finding);
  finding.isSmallest = pair.has_value();
  if (!pair)
    return;
  // Of the process that found it: this one may be of another run.
  PairOptions asked;
  asked.fault = faultOf(finding);
  bool isSmallest = true;
  Pair smallest = reducePair(*pair, finding.symptom.rule, getContext(), asked,
                             config.reduceSeconds, &isSmallest);
  Finding reduced =
      describePair(*pair, smallest, finding.symptom.rule, finding.campaignSeed,
                   finding.programIndex, asked);
  reduced.run = finding.run;
  reduced.programSeed = finding.programSeed;
  reduced.isSmallest = isSmallest;
  finding = std::move(reduced);
}
