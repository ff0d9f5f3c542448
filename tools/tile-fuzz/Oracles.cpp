//===- Oracles.cpp - The subcommand that asks the oracles -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "fuzz/Pairs/PairCampaign.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    oraclesCommand("oracles", "ask proof, auditor and explorer about the same "
                              "pairs of small programs");
static cl::opt<uint64_t> pairs("pairs", cl::init(1000), cl::value_desc("N"),
                               cl::desc("how many (1000)"),
                               cl::cat(toolOptions), cl::sub(oraclesCommand));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("pair i is made from this and i only (1)"),
         cl::cat(toolOptions), cl::sub(oraclesCommand));
static cl::opt<uint64_t> first("first", cl::init(0), cl::value_desc("N"),
                               cl::desc("begin with pair N (0)"),
                               cl::cat(toolOptions), cl::sub(oraclesCommand));
static cl::opt<std::string>
    store("store", cl::value_desc("DIR"),
          cl::desc("keep what they disagree about there; `tile-fuzz repro` "
                   "shows it again"),
          cl::cat(toolOptions), cl::sub(oraclesCommand));
static cl::opt<unsigned>
    timeout("timeout", cl::init(PairOptions().timeoutMs), cl::value_desc("MS"),
            cl::desc("for one question to the solver (1000)"),
            cl::cat(toolOptions), cl::sub(oraclesCommand));
static cl::opt<bool> print("print",
                           cl::desc("print the first pair, source and target, "
                                    "and ask nothing"),
                           cl::cat(toolOptions), cl::sub(oraclesCommand));
static cl::opt<bool> asJSON("json", cl::desc("print one JSON object"),
                            cl::cat(toolOptions), cl::sub(oraclesCommand));

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
  options.interrupted = catchInterrupts();
  llvm::Expected<PairSummary> summary = runPairs(options);
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
