//===- CheckResults.cpp - Verdicts on a bundle's results ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "oracle/Conform/Judge.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

static int complain(const std::string &path, const llvm::Twine &reason) {
  llvm::errs() << path << ": error: " << reason << '\n';
  return conform_exit::badInput;
}

static std::optional<conform::Bundle> readBundle(const std::string &path) {
  std::string reason;
  std::optional<std::string> text = conform::readFile(path, reason);
  std::optional<conform::Bundle> bundle =
      text ? conform::parseBundle(*text, reason) : std::nullopt;
  if (!bundle)
    complain(path, reason);
  return bundle;
}

/// How often each kind of verdict was given, in the order of first use.
static llvm::MapVector<llvm::StringRef, unsigned>
countsOf(llvm::ArrayRef<CaseVerdict> verdicts) {
  llvm::MapVector<llvm::StringRef, unsigned> counts;
  counts[toString(ComparisonKind::Equal)] = 0;
  for (const CaseVerdict &one : verdicts)
    ++counts[one.isMissing ? "missing" : toString(one.verdict.kind)];
  return counts;
}

static llvm::json::Value toJSON(const conform::Results &results,
                                llvm::ArrayRef<CaseVerdict> verdicts,
                                unsigned findings, unsigned equal) {
  llvm::json::Array cases;
  for (const CaseVerdict &one : verdicts)
    cases.push_back(
        llvm::json::Object{{"name", llvm::json::fixUTF8(one.name)},
                           {"verdict", toString(one.verdict.kind)},
                           {"reason", llvm::json::fixUTF8(one.verdict.reason)},
                           {"observed", one.verdict.observed}});
  llvm::json::Object counts;
  for (auto [kind, count] : countsOf(verdicts))
    counts[kind] = count;
  return llvm::json::Object{
      {"device", llvm::json::fixUTF8(results.device)},
      {"driver_version", results.driverVersion},
      {"driver_library", llvm::json::fixUTF8(results.library.path)},
      {"equal", equal},
      {"findings", findings},
      {"skipped", verdicts.size() - equal - findings},
      {"counts", std::move(counts)},
      {"cases", std::move(cases)}};
}

int tilefuzz::checkResults(const std::string &bundlePath,
                           const std::string &resultsPath, bool json) {
  std::optional<conform::Bundle> bundle = readBundle(bundlePath);
  if (!bundle)
    return conform_exit::badInput;
  std::string reason;
  std::optional<std::string> text = conform::readFile(resultsPath, reason);
  std::optional<conform::Results> results =
      text ? conform::parseResults(*text, reason) : std::nullopt;
  if (!results)
    return complain(resultsPath, reason);
  llvm::Expected<std::vector<CaseVerdict>> verdicts = judge(*bundle, *results);
  if (!verdicts)
    return complain(resultsPath, llvm::toString(verdicts.takeError()));

  unsigned findings = 0, equal = 0;
  for (const CaseVerdict &one : *verdicts) {
    findings += one.verdict.isFinding();
    equal += one.verdict.kind == ComparisonKind::Equal;
  }
  if (json) {
    llvm::outs() << llvm::formatv("{0:2}\n",
                                  toJSON(*results, *verdicts, findings, equal));
  } else {
    for (const CaseVerdict &one : *verdicts) {
      llvm::outs() << one.name << ": " << toString(one.verdict.kind);
      if (!one.verdict.reason.empty())
        llvm::outs() << ": " << one.verdict.reason;
      llvm::outs() << '\n';
    }
    llvm::outs() << results->device << ": ";
    llvm::interleaveComma(countsOf(*verdicts), llvm::outs(), [](auto entry) {
      llvm::outs() << entry.second << ' ' << entry.first;
    });
    llvm::outs() << '\n';
  }
  if (findings)
    return conform_exit::finding;
  // A case that crashed or timed out says nothing, so it is not well either.
  return equal == verdicts->size() ? 0 : conform_exit::notCompared;
}

int tilefuzz::showBundle(const std::string &path) {
  std::optional<conform::Bundle> bundle = readBundle(path);
  if (!bundle)
    return conform_exit::badInput;
  llvm::outs() << "built by " << bundle->producer << '\n';
  for (const conform::Case &one : bundle->cases) {
    llvm::outs() << llvm::formatv(
        "{0}: kernel {1}, {2}, grid {3}x{4}x{5}, block {6}x{7}x{8}\n", one.name,
        one.kernel, one.target, one.grid[0], one.grid[1], one.grid[2],
        one.block[0], one.block[1], one.block[2]);
    for (const conform::Buffer &buffer : one.buffers)
      llvm::outs() << llvm::formatv(
          "  {0} : {1}[{2}]\n", buffer.name, buffer.type,
          buffer.input.size() / conform::elementBytes(buffer.type));
  }
  return 0;
}
