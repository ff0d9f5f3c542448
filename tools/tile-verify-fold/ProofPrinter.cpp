//===- ProofPrinter.cpp - What proofs showed, for people and tools --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tools/tile-verify-fold/ProofPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace json = llvm::json;
using namespace tilefuzz;

static json::Value coverageToJSON(const BranchCoverage &coverage) {
  if (!coverage.problem.empty())
    return json::Object{{"problem", coverage.problem}};
  json::Array uncovered;
  for (const UncoveredBranch &branch : coverage.uncovered)
    uncovered.push_back(json::Object{{"place", branch.place},
                                     {"function", branch.function},
                                     {"condition", branch.condition},
                                     {"holds", branch.holds},
                                     {"reason", branch.reason}});
  return json::Object{{"covered", int64_t(coverage.covered)},
                      {"total", int64_t(coverage.total)},
                      {"uncovered", std::move(uncovered)}};
}

json::Value ProofPrinter::toJSON(const PatternProof &proof) const {
  json::Array instances;
  json::Object counts;
  for (const InstanceProof &instance : proof.instances) {
    json::Object row{{"instance", instance.instance},
                     {"verdict", toString(instance.verdict.kind)}};
    if (!instance.verdict.reason.empty())
      row["reason"] = instance.verdict.reason;
    if (!instance.verdict.replay.empty())
      row["replay"] = instance.verdict.replay;
    if (!instance.verdict.basis.empty())
      row["basis"] = json::Array(instance.verdict.basis);
    instances.push_back(std::move(row));
    std::string kind = toString(instance.verdict.kind).str();
    counts[kind] = int64_t(proof.count(instance.verdict.kind));
  }
  json::Object object{{"name", proof.pattern},
                      {"verdict", toString(proof.verdict.kind)},
                      {"instances", int64_t(proof.instances.size())},
                      {"counts", std::move(counts)},
                      {"seconds", proof.seconds},
                      {"details", std::move(instances)}};
  if (!proof.verdict.reason.empty())
    object["reason"] = proof.verdict.reason;
  object["coverage"] = coverageToJSON(proof.coverage);
  object["partlyCovered"] = isPartlyCovered(proof);
  if (!proof.basis.empty())
    object["basis"] = json::Array(proof.basis);
  if (auto found = weights.find(proof.pattern); found != weights.end())
    object["firings"] = int64_t(found->second);
  return object;
}

static void printInstance(const InstanceProof &instance) {
  llvm::outs() << "    " << instance.instance << ": "
               << toString(instance.verdict.kind);
  if (!instance.verdict.reason.empty())
    llvm::outs() << ", " << instance.verdict.reason;
  llvm::outs() << '\n';
  if (!instance.verdict.replay.empty())
    llvm::outs() << "      replayed: " << instance.verdict.replay << '\n';
}

static void printCoverage(const BranchCoverage &coverage) {
  if (!coverage.problem.empty())
    llvm::outs() << "    branches are not counted: " << coverage.problem
                 << '\n';
  for (const UncoveredBranch &branch : coverage.uncovered)
    llvm::outs() << "    no instance takes " << branch.place << ": '"
                 << branch.condition << "' "
                 << (branch.holds ? "holds" : "does not hold") << " ("
                 << branch.function << ")"
                 << (branch.reason.empty() ? "" : ": ") << branch.reason
                 << '\n';
}

/// A pattern is code with branches: what is proved are the instances, and no
/// more is said until the branches that they take are known.
static std::string onInstances(uint64_t count) {
  return llvm::formatv("on {0} instance{1}", count, count == 1 ? "" : "s");
}

bool ProofPrinter::isPartlyCovered(const PatternProof &proof) const {
  return proof.verdict.kind == ProofKind::Proved && !choosesInstances &&
         proof.coverage.unexplained() != 0;
}

void ProofPrinter::print(const PatternProof &proof) const {
  bool isProved = proof.verdict.kind == ProofKind::Proved;
  if (isProved)
    llvm::outs() << llvm::formatv("{0,-38} proved{1} {2}", proof.pattern,
                                  isPartlyCovered(proof) ? ", partly covered,"
                                                         : "",
                                  onInstances(proof.count(ProofKind::Proved)));
  else
    llvm::outs() << llvm::formatv("{0,-38} {1,-11} ", proof.pattern,
                                  toString(proof.verdict.kind));
  const char *separator = isProved ? ", " : "";
  for (ProofKind kind :
       {ProofKind::Proved, ProofKind::Refuted, ProofKind::Unknown,
        ProofKind::Unsupported, ProofKind::NotApplied})
    if (unsigned count = proof.count(kind);
        count && !(isProved && kind == ProofKind::Proved)) {
      llvm::outs() << separator << count << ' ' << toString(kind);
      separator = ", ";
    }
  llvm::outs() << llvm::formatv("  {0:f2} s", proof.seconds);
  if (proof.coverage.problem.empty())
    llvm::outs() << llvm::formatv(", {0}/{1} branches", proof.coverage.covered,
                                  proof.coverage.total);
  if (auto found = weights.find(proof.pattern); found != weights.end())
    llvm::outs() << ", " << found->second << " firings";
  if (!proof.basis.empty())
    llvm::outs() << "  (" << llvm::join(proof.basis, "; ") << ')';
  llvm::outs() << '\n';
  if (proof.verdict.kind != ProofKind::Proved && !verbose) {
    const auto *first = llvm::find_if(
        llvm::ArrayRef(proof.instances), [&](const InstanceProof &instance) {
          return instance.verdict.kind == proof.verdict.kind;
        });
    if (first != llvm::ArrayRef(proof.instances).end())
      printInstance(*first);
  }
  if (verbose)
    for (const InstanceProof &instance : proof.instances)
      printInstance(instance);
  if (verbose)
    printCoverage(proof.coverage);
  llvm::outs().flush();
}

void ProofPrinter::printSummary(llvm::ArrayRef<PatternProof> proofs) const {
  std::map<std::string, unsigned> counts;
  std::map<std::string, uint64_t> weighted;
  std::vector<double> seconds;
  uint64_t firings = 0, provedInstances = 0, partlyCovered = 0;
  double total = 0;
  for (const PatternProof &proof : proofs) {
    std::string kind = toString(proof.verdict.kind).str();
    ++counts[kind];
    if (proof.verdict.kind == ProofKind::Proved)
      provedInstances += proof.count(ProofKind::Proved);
    partlyCovered += isPartlyCovered(proof);
    auto found = weights.find(proof.pattern);
    uint64_t weight = found == weights.end() ? 0 : found->second;
    weighted[kind] += weight;
    firings += weight;
    seconds.push_back(proof.seconds);
    total += proof.seconds;
  }
  llvm::sort(seconds);
  llvm::outs() << proofs.size() << " patterns and folds:";
  const char *separator = " ";
  for (const auto &[kind, count] : counts) {
    llvm::outs() << separator << count << ' ' << kind;
    if (kind == toString(ProofKind::Proved))
      llvm::outs() << ' ' << onInstances(provedInstances);
    separator = ", ";
  }
  if (partlyCovered)
    llvm::outs() << ", " << partlyCovered << " of these partly covered";
  llvm::outs() << llvm::formatv(
      "; {0:f2} s, median {1:f2}, 95th percentile {2:f2}, longest {3:f2}\n",
      total, seconds[seconds.size() / 2], seconds[seconds.size() * 95 / 100],
      seconds.back());
  if (!firings)
    return;
  llvm::outs() << "of " << firings << " firings:";
  separator = " ";
  for (const auto &[kind, weight] : weighted) {
    llvm::outs() << separator
                 << llvm::formatv(
                        "{0:f2} % {1}{2}", 100.0 * weight / firings, kind,
                        kind == toString(ProofKind::Proved) ? " on instances"
                                                            : "");
    separator = ", ";
  }
  llvm::outs() << '\n';
}
