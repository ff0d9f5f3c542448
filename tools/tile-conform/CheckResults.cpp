//===- CheckResults.cpp - Verdicts on a bundle's results ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "oracle/Conform/Judge.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
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

/// JSON has no infinities: numbers are text, as in a run's outcome.
static std::string numberText(double x) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.17g", x);
  return text;
}

/// Null for an exact element.
template <typename Enclosure>
static llvm::json::Value enclosureToJSON(const Enclosure &bounds) {
  if (bounds.exact)
    return nullptr;
  return llvm::json::Object{{"lo", numberText(bounds.lo)},
                            {"hi", numberText(bounds.hi)},
                            {"mayBeNaN", bounds.mayBeNaN}};
}

static llvm::json::Value toJSON(const ElementDifference &difference) {
  llvm::json::Object object{{"buffer", llvm::json::fixUTF8(difference.buffer)},
                            {"index", difference.index},
                            {"type", toString(difference.kind)}};
  if (isFloat(difference.kind))
    object["value"] = numberText(difference.value);
  if (!difference.allowed.exact)
    object["enclosure"] = enclosureToJSON(difference.allowed);
  if (difference.distance) {
    object["units"] = numberText(difference.distance->units *
                                 (difference.distance->isAbove ? 1 : -1));
    object["widths"] = numberText(difference.distance->widths);
  }
  return object;
}

static llvm::json::Value toJSON(const CaseVerdict &one) {
  llvm::json::Object object{{"name", llvm::json::fixUTF8(one.name)},
                            {"verdict", toString(one.verdict.kind)},
                            {"reason", llvm::json::fixUTF8(one.verdict.reason)},
                            {"observed", one.verdict.observed}};
  if (one.farthest) {
    object["different"] = one.different;
    object["farthest"] = toJSON(*one.farthest);
  }
  return object;
}

static llvm::json::Value toJSON(const conform::Results &results,
                                llvm::ArrayRef<CaseVerdict> verdicts,
                                unsigned findings, unsigned equal) {
  llvm::json::Array cases;
  for (const CaseVerdict &one : verdicts)
    cases.push_back(toJSON(one));
  llvm::json::Object counts;
  for (auto [kind, count] : countsOf(verdicts))
    counts[kind] = count;
  return llvm::json::Object{
      {"device", llvm::json::fixUTF8(results.device)},
      {"driver_version", results.driverVersion},
      {"date", llvm::json::fixUTF8(results.date)},
      {"driver_library", llvm::json::fixUTF8(results.library.path)},
      {"equal", equal},
      {"findings", findings},
      {"skipped", verdicts.size() - equal - findings},
      {"counts", std::move(counts)},
      {"cases", std::move(cases)}};
}

/// What the runners of several shards wrote, as one. Nothing if a file is bad,
/// about another bundle, or has a case that an earlier one has.
static std::optional<conform::Results>
readResults(llvm::ArrayRef<std::string> paths) {
  std::optional<conform::Results> all;
  llvm::StringMap<std::string> fileOf;
  std::vector<std::string> devices;
  for (const std::string &path : paths) {
    std::string reason;
    std::optional<std::string> text = conform::readFile(path, reason);
    std::optional<conform::Results> results =
        text ? conform::parseResults(*text, reason) : std::nullopt;
    if (!results) {
      complain(path, reason);
      return std::nullopt;
    }
    if (all && all->bundleHash != results->bundleHash) {
      complain(path, "is about another bundle than " + paths.front());
      return std::nullopt;
    }
    for (const conform::CaseResult &one : results->cases)
      if (auto [other, isNew] = fileOf.try_emplace(one.name, path); !isNew) {
        complain(path, "has a result of '" + one.name + "', as " +
                           other->second + " has");
        return std::nullopt;
      }
    if (!llvm::is_contained(devices, results->device))
      devices.push_back(results->device);
    if (!all)
      all = std::move(results);
    else
      llvm::append_range(all->cases, std::move(results->cases));
  }
  all->device = llvm::join(devices, ", ");
  return all;
}

int tilefuzz::checkResults(const std::string &bundlePath,
                           llvm::ArrayRef<std::string> resultsPaths,
                           bool json) {
  std::optional<conform::Bundle> bundle = readBundle(bundlePath);
  if (!bundle)
    return conform_exit::badInput;
  std::optional<conform::Results> results = readResults(resultsPaths);
  if (!results)
    return conform_exit::badInput;
  llvm::Expected<std::vector<CaseVerdict>> verdicts = judge(*bundle, *results);
  if (!verdicts)
    return complain(resultsPaths.front(), llvm::toString(verdicts.takeError()));

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
      if (one.different > 1)
        llvm::outs() << "  " << one.different << " elements differ; farthest "
                     << one.farthest->description << '\n';
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

static llvm::json::Value toJSON(const conform::Buffer &buffer) {
  llvm::json::Object object{
      {"name", llvm::json::fixUTF8(buffer.name)},
      {"type", buffer.type},
      {"input", llvm::toHex(buffer.input, /*LowerCase=*/true)},
      {"expected", llvm::toHex(buffer.expected, /*LowerCase=*/true)}};
  if (!buffer.unspecified.empty())
    object["unspecified"] = llvm::toHex(buffer.unspecified, /*LowerCase=*/true);
  if (!buffer.enclosures.empty()) {
    llvm::json::Array enclosures;
    for (const conform::Enclosure &bounds : buffer.enclosures)
      enclosures.push_back(enclosureToJSON(bounds));
    object["enclosures"] = std::move(enclosures);
  }
  return object;
}

static llvm::json::Value toJSON(const conform::Case &one) {
  llvm::json::Array arguments, buffers;
  for (const conform::Argument &argument : one.arguments) {
    if (argument.buffer < 0)
      arguments.push_back(llvm::json::Object{
          {"bits", "0x" + llvm::utohexstr(argument.bits, /*LowerCase=*/true)},
          {"bytes", argument.bytes}});
    else
      arguments.push_back(
          llvm::json::Object{{"buffer", one.buffers[argument.buffer].name},
                             {"offset", argument.offset}});
  }
  for (const conform::Buffer &buffer : one.buffers)
    buffers.push_back(toJSON(buffer));
  llvm::json::Object object{
      {"name", llvm::json::fixUTF8(one.name)},
      {"kernel", llvm::json::fixUTF8(one.kernel)},
      {"target", llvm::json::fixUTF8(one.target)},
      {"program", llvm::json::fixUTF8(one.program)},
      {"grid", llvm::json::Array{one.grid[0], one.grid[1], one.grid[2]}},
      {"block", llvm::json::Array{one.block[0], one.block[1], one.block[2]}},
      {"shared_bytes", one.sharedBytes},
      {"arguments", std::move(arguments)},
      {"buffers", std::move(buffers)}};
  if (one.ptx.empty())
    object["no_code"] = llvm::json::fixUTF8(one.noCode);
  else
    object["ptx"] = llvm::json::fixUTF8(one.ptx);
  return object;
}

static size_t countEnclosed(const conform::Buffer &buffer) {
  return llvm::count_if(
      buffer.enclosures,
      [](const conform::Enclosure &bounds) { return !bounds.exact; });
}

static void print(const conform::Case &one) {
  llvm::outs() << llvm::formatv("{0}: kernel {1}, {2}, grid {3}x{4}x{5}",
                                one.name, one.kernel, one.target, one.grid[0],
                                one.grid[1], one.grid[2]);
  if (one.ptx.empty())
    llvm::outs() << ", no code: " << one.noCode << '\n';
  else
    llvm::outs() << llvm::formatv(", block {0}x{1}x{2}\n", one.block[0],
                                  one.block[1], one.block[2]);
  for (const conform::Buffer &buffer : one.buffers) {
    llvm::outs() << llvm::formatv("  {0} : {1}[{2}]", buffer.name, buffer.type,
                                  conform::countElements(buffer));
    if (size_t enclosed = countEnclosed(buffer))
      llvm::outs() << ", " << enclosed << " enclosed";
    llvm::outs() << '\n';
  }
}

int tilefuzz::showBundle(const std::string &path, bool json) {
  std::optional<conform::Bundle> bundle = readBundle(path);
  if (!bundle)
    return conform_exit::badInput;
  if (json) {
    llvm::json::Array cases;
    for (const conform::Case &one : bundle->cases)
      cases.push_back(toJSON(one));
    // As the header of a results file has it.
    llvm::json::Object object{
        {"producer", llvm::json::fixUTF8(bundle->producer)},
        {"bundle", llvm::formatv("{0:x-16}", bundle->hash).str()},
        {"cases", std::move(cases)}};
    llvm::outs() << llvm::formatv("{0:2}\n",
                                  llvm::json::Value(std::move(object)));
    return 0;
  }
  llvm::outs() << "built by " << bundle->producer << '\n';
  for (const conform::Case &one : bundle->cases)
    print(one);
  return 0;
}
