//===- TilePtx.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/TilePtx.h"
#include "fuzz/Sut/DeviceCode.h"
#include "interp/Simt/PtxProgram.h"
#include "oracle/Compare/Compare.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace tilefuzz;
using llvm::StringRef;

/// Instructions of all threads. Where a program is longer nothing is said.
static constexpr uint64_t stepLimit = 20'000'000;

/// The same construct in many places is one reason.
static std::string withoutPlace(StringRef reason) {
  static const llvm::Regex line("^(line [0-9]+: )?(error: )?(PTX: )?");
  return line.sub("", reason.split(" in '").first.split(" at ").first);
}

/// A launch says how many tile blocks there are: CTAs, or clusters of as many
/// CTAs as the text says.
static bool hasOtherClusters(StringRef text) {
  static const llvm::Regex directive(
      "\\.(reqnctapercluster|explicitcluster|maxclusterrank)");
  return directive.match(text) && !text.contains(".blocksareclusters");
}

/// Lines without the brackets of tiles, sorted.
static std::vector<std::string> numbersOf(StringRef printed) {
  std::vector<std::string> lines;
  for (StringRef line : llvm::split(printed, '\n')) {
    std::string &text = lines.emplace_back();
    llvm::copy_if(line, std::back_inserter(text),
                  [](char c) { return c != '[' && c != ']'; });
  }
  llvm::sort(lines);
  return lines;
}

static TrialResult judgeRun(const Launch &launch, const PtxProgram &target,
                            const Outcome &source, const SimtOptions &options) {
  Outcome outcome = target.run(launch, options);
  if (outcome.status == RunStatus::StepLimit)
    return TrialResult::skip("PTX: too many instructions");
  // No text says how tiles of several dimensions are printed: NVIDIA's compiler
  // puts brackets around each.
  if (outcome.printed != source.printed &&
      numbersOf(outcome.printed) == numbersOf(source.printed))
    outcome.printedLines.isLoose = true;
  ComparisonVerdict verdict = compare(source, outcome);
  TrialResult result;
  if (verdict.isFinding())
    result = TrialResult::finding(kindOf(verdict), "PTX: " + verdict.reason);
  else if (verdict.kind != ComparisonKind::Equal)
    result = TrialResult::skip("PTX: " + withoutPlace(verdict.reason));
  result.comparisons = 1;
  result.observed = verdict.observed;
  return result;
}

TrialResult tilefuzz::judgeTilePtx(const Launch &launch, const Outcome &source,
                                   StringRef whole) {
  const std::string &kernel = launch.kernel;
  if (std::string fault = faultOfPtx(whole, ExpectedKernel{kernel});
      !fault.empty())
    return TrialResult::finding(FindingKind::InvalidOutput, fault);
  std::string text = withoutOtherEntries(whole, kernel);
  if (hasOtherClusters(text))
    return TrialResult::skip("PTX: clusters of several CTAs");
  llvm::Expected<std::unique_ptr<PtxProgram>> target =
      PtxProgram::create(text, launch);
  if (!target)
    return TrialResult::skip("PTX: " +
                             withoutPlace(llvm::toString(target.takeError())));
  SimtOptions options;
  options.stepLimit = stepLimit;
  options.allowEqualWrites = true;
  TrialResult result = judgeRun(launch, **target, source, options);
  if (!result.isFinding())
    return result;
  for (uint64_t fill : {0, 1}) {
    options.unwritten = fill;
    result = judgeRun(launch, **target, source, options);
    if (result.verdict != TrialVerdict::Same)
      break;
  }
  return result;
}
