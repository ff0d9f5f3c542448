//===- Judge.cpp - Results of a GPU against a bundle's expectations -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Conform/Judge.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;
using conform::CaseStatus;

static BufferImage imageOf(const conform::Buffer &buffer,
                           const conform::Bytes &bytes) {
  BufferImage image;
  image.name = buffer.name;
  // The bundle's reader admits element types only.
  if (!parseElementKind(buffer.type, image.kind))
    llvm_unreachable("a bundle's buffer without element type");
  image.bytes = bytes;
  return image;
}

Outcome tilefuzz::expectedOutcome(const conform::Case &one) {
  Outcome outcome;
  for (const conform::Buffer &buffer : one.buffers) {
    BufferImage image = imageOf(buffer, buffer.expected);
    image.unspecified.assign(buffer.unspecified.begin(),
                             buffer.unspecified.end());
    for (const conform::Enclosure &bounds : buffer.enclosures)
      image.enclosures.push_back(
          {bounds.lo, bounds.hi, bounds.exact, bounds.mayBeNaN});
    outcome.buffers.push_back(std::move(image));
  }
  return outcome;
}

static RunStatus statusOf(CaseStatus status) {
  switch (status) {
  case CaseStatus::Completed:
    return RunStatus::Completed;
  // PTX that the driver refuses to load is as wrong as PTX that faults.
  case CaseStatus::Rejected:
  case CaseStatus::Fault:
  case CaseStatus::GuardOverwritten:
    return RunStatus::UndefinedBehaviour;
  case CaseStatus::Timeout:
  case CaseStatus::ResourceLimit:
    return RunStatus::StepLimit;
  case CaseStatus::Incompatible:
  case CaseStatus::LaunchFailed:
  case CaseStatus::Crashed:
  case CaseStatus::NoCode:
    return RunStatus::Unsupported;
  }
  llvm_unreachable("covered switch");
}

/// Logs have several lines, a verdict has one.
static std::string onOneLine(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef &line : lines)
    line = line.trim();
  return llvm::join(lines, " | ");
}

Outcome tilefuzz::deviceOutcome(const conform::Case &one,
                                const conform::CaseResult &result) {
  Outcome outcome;
  outcome.status = statusOf(result.status);
  if (outcome.completed()) {
    for (auto [buffer, bytes] : llvm::zip_equal(one.buffers, result.buffers))
      outcome.buffers.push_back(imageOf(buffer, bytes));
    return outcome;
  }
  outcome.condition = conform::toString(result.status);
  for (const std::string &part : {result.error, result.detail})
    if (!part.empty())
      outcome.condition += ": " + onOneLine(part);
  outcome.site.operation = one.kernel;
  return outcome;
}

static bool isFarther(const ElementDifference &a, const ElementDifference &b) {
  if (!a.distance || !b.distance)
    return !a.distance && b.distance;
  return a.distance->units > b.distance->units;
}

static CaseVerdict judge(const conform::Case &one,
                         const conform::CaseResult &result) {
  Outcome expected = expectedOutcome(one), actual = deviceOutcome(one, result);
  CaseVerdict verdict = {one.name, compare(expected, actual)};
  if (verdict.verdict.kind != ComparisonKind::Differs)
    return verdict;
  for (ElementDifference &each : findDifferences(expected, actual)) {
    ++verdict.different;
    if (!verdict.farthest || isFarther(each, *verdict.farthest))
      verdict.farthest = std::move(each);
  }
  return verdict;
}

llvm::Expected<std::vector<CaseVerdict>>
tilefuzz::judge(const conform::Bundle &bundle,
                const conform::Results &results) {
  if (bundle.hash != results.bundleHash)
    return llvm::createStringError("the results are of another bundle");
  llvm::StringMap<const conform::CaseResult *> byName;
  for (const conform::CaseResult &result : results.cases)
    if (!byName.try_emplace(result.name, &result).second)
      return llvm::createStringError("two results for case '" + result.name +
                                     "'");
  std::vector<CaseVerdict> verdicts;
  for (const conform::Case &one : bundle.cases) {
    const conform::CaseResult *result = byName.lookup(one.name);
    if (!result) {
      // Of a run that was interrupted: neither well nor wrong.
      verdicts.push_back(
          {one.name, {ComparisonKind::Unsupported, "no result"}, true});
      continue;
    }
    byName.erase(one.name);
    bool sizesMatch = result->buffers.size() == one.buffers.size();
    for (size_t i = 0; sizesMatch && i < one.buffers.size(); ++i)
      sizesMatch = result->buffers[i].size() == one.buffers[i].input.size();
    if (result->status == CaseStatus::Completed && !sizesMatch)
      return llvm::createStringError("case '" + one.name +
                                     "': the buffers' number or size is wrong");
    verdicts.push_back(::judge(one, *result));
  }
  if (!byName.empty())
    return llvm::createStringError("a result for the unknown case '" +
                                   byName.begin()->getKey() + "'");
  return verdicts;
}
