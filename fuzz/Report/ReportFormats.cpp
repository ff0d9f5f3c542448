//===- ReportFormats.cpp - Findings for other tools -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/ReportFormats.h"
#include "compiler/Support/Files/WholeFile.h"
#include "fuzz/Findings/Signature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace tilefuzz;
namespace json = llvm::json;

std::string tilefuzz::escapeXML(llvm::StringRef text) {
  std::string valid = json::fixUTF8(text);
  // Other control characters cannot stand in XML 1.0, escaped or not.
  for (char &c : valid)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
      c = '?';
  return escapeHTML(valid);
}

//===----------------------------------------------------------------------===//
// JUnit
//===----------------------------------------------------------------------===//

static double totalSeconds(const ReportData &data) {
  double seconds = 0;
  for (const RunInfo &run : data.runs)
    seconds += run.spent;
  return seconds;
}

/// Stages in order; those of findings that the list lacks come last.
static std::vector<std::string> stagesOf(const ReportData &data) {
  std::vector<std::string> stages = data.stageOrder;
  for (const FindingRow &row : data.findings)
    if (!llvm::is_contained(stages, row.finding.stage))
      stages.push_back(row.finding.stage);
  return stages;
}

static void writeCase(const FindingRow &row, llvm::raw_ostream &os) {
  const Finding &finding = row.finding;
  os << llvm::formatv("    <testcase classname=\"{0}\" name=\"{1}\">\n",
                      escapeXML(finding.stage), escapeXML(finding.signature));
  if (isSettled(row.status))
    os << llvm::formatv("      <skipped message=\"{0}\"/>\n",
                        escapeXML(toString(row.status).str() +
                                  (row.note.empty() ? "" : ": " + row.note)));
  else
    os << llvm::formatv(
        "      <failure type=\"{0}\" message=\"{1}\">{2}</failure>\n",
        toString(finding.kind), escapeXML(finding.reason),
        escapeXML(syntheticStack(finding) + "\n" +
                  commandFor(finding, row.folder) + "\nfolder: " + row.folder +
                  "\n\n" + finding.program));
  os << "    </testcase>\n";
}

/// The last run was interrupted, was killed or still goes on: what it did not
/// reach did not pass.
static bool isUnfinished(const ReportData &data) {
  return !data.runs.empty() && data.runs.back().seconds < 0;
}

void tilefuzz::writeJUnit(const ReportData &data, llvm::raw_ostream &os) {
  std::vector<std::string> stages = stagesOf(data);
  auto hasFinding = [&](llvm::StringRef stage) {
    return llvm::any_of(data.findings, [&](const FindingRow &row) {
      return row.finding.stage == stage;
    });
  };
  unsigned settled = llvm::count_if(data.findings, [](const FindingRow &row) {
    return isSettled(row.status);
  });
  unsigned clean = llvm::count_if(
      stages, [&](llvm::StringRef stage) { return !hasFinding(stage); });
  std::string counts =
      llvm::formatv("tests=\"{0}\" failures=\"{1}\" skipped=\"{2}\" "
                    "errors=\"{3}\" time=\"{4:f3}\"",
                    data.findings.size() + clean + isUnfinished(data),
                    data.findings.size() - settled, settled,
                    unsigned(isUnfinished(data)), totalSeconds(data))
          .str();
  os << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\""
     << "tilefuzz\" " << counts << ">\n  <testsuite name=\"tilefuzz\" "
     << counts << ">\n    <properties>\n";
  for (const char *name : {"programs", "comparisons", "skipped"}) {
    auto it = data.counters.find(name);
    os << llvm::formatv("      <property name=\"{0}\" value=\"{1}\"/>\n", name,
                        it == data.counters.end() ? 0 : it->second);
  }
  os << "    </properties>\n";
  for (const std::string &stage : stages) {
    for (const FindingRow &row : data.findings)
      if (row.finding.stage == stage)
        writeCase(row, os);
    if (!hasFinding(stage))
      os << llvm::formatv("    <testcase classname=\"{0}\" name=\"no "
                          "finding\"/>\n",
                          escapeXML(stage));
  }
  if (isUnfinished(data))
    os << llvm::formatv("    <testcase classname=\"run\" name=\"{0}\">\n"
                        "      <error message=\"the run is not finished\"/>\n"
                        "    </testcase>\n",
                        data.runs.back().id);
  os << "  </testsuite>\n</testsuites>\n";
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

static json::Array rulesOf() {
  json::Array array;
  for (FindingKind kind : getFindingKinds())
    array.push_back(json::Object{
        {"id", toString(kind)},
        {"shortDescription", json::Object{{"text", meaningOf(kind)}}},
        {"defaultConfiguration", json::Object{{"level", "error"}}}});
  return array;
}

/// A path as a URI: relative ones stay relative.
static std::string toURI(llvm::StringRef path) {
  std::string uri = path.starts_with("/") ? "file://" : "";
  for (char c : path)
    if (llvm::isAlnum(c) || llvm::StringRef("/-._~").contains(c))
      uri += c;
    else
      uri += "%" + llvm::toHex(llvm::StringRef(&c, 1));
  return uri;
}

static json::Object stackOf(const Finding &finding) {
  json::Array frames;
  llvm::SmallVector<llvm::StringRef> lines;
  std::string stack = syntheticStack(finding);
  llvm::StringRef(stack).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    frames.push_back(json::Object{
        {"location", json::Object{{"logicalLocations",
                                   json::Array{json::Object{
                                       {"fullyQualifiedName",
                                        line.split(' ').second.str()}}}}}}});
  return json::Object{{"frames", std::move(frames)}};
}

static json::Object resultOf(const FindingRow &row) {
  const Finding &finding = row.finding;
  json::Object location{
      {"physicalLocation",
       json::Object{
           {"artifactLocation",
            json::Object{{"uri", toURI(row.folder + "/program.mlir")}}},
           {"region", json::Object{{"startLine", 1}}}}},
      {"logicalLocations", json::Array{json::Object{{"name", finding.stage},
                                                    {"kind", "function"}}}}};
  json::Object result{
      {"ruleId", toString(finding.kind)},
      {"level", isSettled(row.status) ? "note" : "error"},
      {"message",
       json::Object{{"text", json::fixUTF8(
                                 finding.signature + ": " + finding.reason +
                                 "\n" + commandFor(row.finding, row.folder))}}},
      {"locations", json::Array{std::move(location)}},
      {"stacks", json::Array{stackOf(finding)}},
      {"partialFingerprints",
       json::Object{{"signature/v1",
                     llvm::utohexstr(llvm::xxHash64(finding.signature),
                                     /*LowerCase=*/true, /*Width=*/16)}}},
      {"occurrenceCount", int64_t(row.duplicates + 1)},
      {"properties",
       json::Object{{"signature", json::fixUTF8(finding.signature)},
                    {"pattern", finding.pattern},
                    {"status", toString(row.status)},
                    {"note", json::fixUTF8(row.note)},
                    {"operations", int64_t(finding.operationCount)}}}};
  if (isSettled(row.status))
    result["suppressions"] = json::Array{json::Object{
        {"kind", "external"}, {"justification", json::fixUTF8(row.note)}}};
  return result;
}

json::Value tilefuzz::reportToSARIF(const ReportData &data) {
  json::Array results;
  for (const FindingRow &row : data.findings)
    results.push_back(resultOf(row));
  json::Object driver{{"name", "tilefuzz"},
                      {"semanticVersion", TILEFUZZ_VERSION},
                      {"rules", rulesOf()}};
  json::Object run{{"tool", json::Object{{"driver", std::move(driver)}}},
                   {"columnKind", "utf16CodeUnits"},
                   {"results", std::move(results)}};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(run)}}};
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

llvm::Error tilefuzz::writeJUnitFile(const ReportData &data,
                                     llvm::StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeJUnit(data, os);
  return writeWholeFile(path, text);
}

llvm::Error tilefuzz::writeSARIFFile(const ReportData &data,
                                     llvm::StringRef path) {
  return writeWholeFile(path,
                        llvm::formatv("{0:2}\n", reportToSARIF(data)).str());
}
