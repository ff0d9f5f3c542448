//===- Score.cpp - What became of one seeded bug --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/Score.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
namespace json = llvm::json;

static constexpr llvm::StringLiteral oracleNames[] = {
    "verify-fold", "stage", "schedules", "order",
    "verifier",    "death", "claims"};
static_assert(std::size(oracleNames) == numScoreOracles, "one name each");

llvm::StringRef tilefuzz::toString(ScoreOracle oracle) {
  return oracleNames[unsigned(oracle)];
}

std::optional<ScoreOracle> tilefuzz::parseScoreOracle(llvm::StringRef text) {
  for (auto [i, name] : llvm::enumerate(oracleNames))
    if (name == text)
      return ScoreOracle(i);
  return std::nullopt;
}

const Detection *UnitResult::find(ScoreOracle oracle) const {
  for (const Detection &one : detections)
    if (one.oracle == oracle)
      return &one;
  return nullptr;
}

const Detection *UnitResult::fastest() const {
  const Detection *best = nullptr;
  for (const Detection &one : detections)
    if (!best || one.seconds < best->seconds)
      best = &one;
  return best;
}

static json::Value toJSON(const Detection &one) {
  return json::Object{
      {"oracle", toString(one.oracle)}, {"programs", int64_t(one.programs)},
      {"seconds", one.seconds},         {"blamed", json::fixUTF8(one.blamed)},
      {"attributed", one.attributed},   {"reason", json::fixUTF8(one.reason)}};
}

static json::Array toJSON(llvm::ArrayRef<std::string> names) {
  json::Array array;
  for (const std::string &name : names)
    array.push_back(name);
  return array;
}

static json::Value toJSON(const ScoredFinding &scored) {
  const Finding &finding = scored.finding;
  return json::Object{{"kind", toString(finding.kind)},
                      {"stage", finding.stage},
                      {"pattern", finding.pattern},
                      {"pass", finding.pass},
                      {"symptom", finding.symptom.toJSON()},
                      {"reason", json::fixUTF8(finding.reason)},
                      {"operations", toJSON(finding.operations)},
                      {"essence", toJSON(finding.essence)},
                      {"isSmallest", finding.isSmallest},
                      {"original", toJSON(scored.originalOperations)}};
}

json::Value UnitResult::toJSON() const {
  json::Array caught, scored;
  for (const Detection &one : detections)
    caught.push_back(::toJSON(one));
  for (const ScoredFinding &one : findings)
    scored.push_back(::toJSON(one));
  json::Object object{{"bug", unit.bug},
                      {"seed", unit.seed ? json::Value(int64_t(*unit.seed))
                                         : json::Value(nullptr)},
                      {"programs", int64_t(programs)},
                      {"seconds", seconds},
                      {"reached", int64_t(reached)},
                      {"fired", int64_t(fired)},
                      {"changed", changed},
                      {"falseAlarms", int64_t(falseAlarms)},
                      {"catches", std::move(caught)},
                      {"findings", std::move(scored)},
                      {"deaths", int64_t(deaths)},
                      {"lastDeath", json::fixUTF8(lastDeath)}};
  return object;
}

static bool fromJSON(const json::Value &value, Detection &one,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  std::string oracle;
  if (!map || !map.map("oracle", oracle) ||
      !map.map("programs", one.programs) || !map.map("seconds", one.seconds) ||
      !map.map("blamed", one.blamed) ||
      !map.map("attributed", one.attributed) || !map.map("reason", one.reason))
    return false;
  std::optional<ScoreOracle> known = parseScoreOracle(oracle);
  if (!known) {
    path.field("oracle").report("unknown oracle");
    return false;
  }
  one.oracle = *known;
  return true;
}

static bool fromJSON(const json::Value &value, ScoredFinding &scored,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  Finding &finding = scored.finding;
  std::string kind;
  if (!map || !map.map("kind", kind) || !map.map("stage", finding.stage) ||
      !map.map("pattern", finding.pattern) ||
      !map.mapOptional("pass", finding.pass) ||
      !map.map("reason", finding.reason) ||
      !map.map("operations", finding.operations) ||
      !map.map("essence", finding.essence) ||
      !map.map("isSmallest", finding.isSmallest) ||
      !map.map("original", scored.originalOperations))
    return false;
  std::optional<FindingKind> known = parseFindingKind(kind);
  if (!known) {
    path.field("kind").report("unknown kind");
    return false;
  }
  finding.kind = *known;
  if (const json::Value *stored = value.getAsObject()->get("symptom")) {
    std::optional<Symptom> symptom = parseSymptom(*stored);
    if (!symptom) {
      path.field("symptom").report("unknown symptom");
      return false;
    }
    finding.symptom = std::move(*symptom);
  } else {
    finding.symptom = readLegacyReason(finding.kind, finding.reason);
  }
  return true;
}

llvm::Expected<UnitResult> tilefuzz::parseUnitResult(const json::Value &value) {
  UnitResult result;
  json::Path::Root root("result");
  json::Path path(root);
  json::ObjectMapper map(value, path);
  int64_t deaths = 0;
  if (!map || !map.map("bug", result.unit.bug) ||
      !map.map("seed", result.unit.seed) ||
      !map.map("programs", result.programs) ||
      !map.map("seconds", result.seconds) ||
      !map.map("reached", result.reached) || !map.map("fired", result.fired) ||
      !map.map("changed", result.changed) ||
      !map.mapOptional("falseAlarms", result.falseAlarms) ||
      !map.map("deaths", deaths) || !map.map("lastDeath", result.lastDeath))
    return root.getError();
  result.deaths = unsigned(deaths);
  const json::Array *caught = value.getAsObject()->getArray("catches");
  const json::Array *scored = value.getAsObject()->getArray("findings");
  if (!caught || !scored)
    return llvm::createStringError("a result without detections or findings");
  for (const json::Value &item : *caught)
    if (!fromJSON(item, result.detections.emplace_back(),
                  path.field("catches")))
      return root.getError();
  for (const json::Value &item : *scored)
    if (!fromJSON(item, result.findings.emplace_back(), path.field("findings")))
      return root.getError();
  return result;
}

json::Value ScoreSettings::toJSON() const {
  return json::Object{
      {"limitSeconds", limitSeconds},   {"provedSeconds", provedSeconds},
      {"graceSeconds", graceSeconds},   {"findings", int64_t(findings)},
      {"reduceSeconds", reduceSeconds}, {"programSeconds", programSeconds},
      {"memoryMiB", int64_t(memoryMiB)}};
}
