//===- Oracles.cpp - The subcommand that asks the oracles -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Pairs/PairCampaign.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    oraclesCommand("oracles", "Asks proof, auditor and explorer about the same "
                              "pairs of small programs");

static OptionGroup pairGroup("The pairs");
static cl::opt<uint64_t> pairs("pairs", cl::init(1000), cl::value_desc("N"),
                               cl::desc("Asks about N pairs. Default: 1000."),
                               inGroup(pairGroup), cl::sub(oraclesCommand));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("Makes pair i from this seed and i only. Default: 1."),
         inGroup(pairGroup), cl::sub(oraclesCommand));
static cl::opt<uint64_t> first("first", cl::init(0), cl::value_desc("N"),
                               cl::desc("Begins with pair N. Default: 0."),
                               inGroup(pairGroup), cl::sub(oraclesCommand));
static cl::opt<unsigned>
    timeout("timeout", cl::init(PairOptions().timeoutMs), cl::value_desc("MS"),
            cl::desc("Gives the solver so many milliseconds for one question. "
                     "Default: 1000."),
            inGroup(pairGroup), cl::sub(oraclesCommand));
static cl::opt<std::string>
    proofFault("proof-fault", cl::value_desc("NAME"),
               cl::desc("Gives the proof a defect back that it had: "
                        "forgets-images, forgets-origins, pairs-by-likeness or "
                        "crashes."),
               inGroup(pairGroup), cl::sub(oraclesCommand));

static OptionGroup outputGroup("What is written");
static cl::opt<std::string>
    store("store", cl::value_desc("DIR"),
          cl::desc("Keeps the pairs that the oracles disagree about in this "
                   "folder; `tile-fuzz repro` shows one again."),
          inGroup(outputGroup), cl::sub(oraclesCommand));
static cl::opt<bool> print(
    "print",
    cl::desc("Prints the first pair, source and target, and asks nothing."),
    inGroup(outputGroup), cl::sub(oraclesCommand));
static JSONOption asJSON(outputGroup, cl::sub(oraclesCommand));

std::optional<int> tilefuzz::runOracles() {
  if (!oraclesCommand)
    return std::nullopt;
  if (print) {
    Pair pair = makePair(seed, first);
    llvm::outs() << printPair(pair, PairSide::Source) << "// -----\n"
                 << printPair(pair, PairSide::Target);
    return exitClean;
  }
  PairCampaignOptions options;
  options.seed = seed;
  options.first = first;
  options.pairs = pairs;
  options.store = store;
  options.oracles.timeoutMs = timeout;
  if (!proofFault.empty()) {
    std::optional<ProofFault> fault = parseProofFault(proofFault);
    if (!fault)
      return fail("no fault of the proof is called '" + proofFault + "'");
    options.oracles.fault = *fault;
  }
  options.interrupted = catchInterrupts();
  ProgressLine progress("pairs");
  options.progress = [&](uint64_t done) { progress.show(done, pairs); };
  llvm::Expected<PairSummary> summary = runPairs(options);
  progress.clear();
  if (!summary)
    return fail(summary.takeError());
  if (asJSON)
    printJSON(summary->toJSON());
  else
    summary->print(llvm::outs());
  if (!summary->disagreements.empty())
    return exitFindings;
  return *options.interrupted ? exitInterrupted : exitClean;
}
