//===- WorkerConfig.cpp - What parent and workers tell each other ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/WorkerConfig.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
namespace json = llvm::json;

json::Value WorkerConfig::toJSON() const {
  json::Object object{
      {"worker", int64_t(worker)},
      {"run", run},
      {"seed", std::to_string(seed)},
      {"journal", journal},
      {"database", database},
      {"findings", findings},
      {"target", target},
      {"stopAfter", stopAfter},
      {"bugs", json::Array(bugs)},
      {"disabledPatterns", json::Array(disabledPatterns)},
      {"enabledPatterns", json::Array(enabledPatterns)},
      {"corpus", json::Array(corpus)},
      {"corpusFolder", corpusFolder},
      {"done", done.toString()},
      {"triage", triage},
      {"schedules", int64_t(schedules)},
      {"language", language},
      {"knobs", knobs},
      {"ptxas", runPtxas},
      {"order", checkOrder},
      {"reduce", reduce},
      {"programSeconds", programSeconds},
      {"reduceSeconds", reduceSeconds},
      {"memoryMiB", int64_t(memoryMiB)},
  };
  if (retry)
    object["retry"] = int64_t(*retry);
  if (death)
    object["death"] = json::Object{{"index", int64_t(death->index)},
                                   {"kind", toString(death->kind)},
                                   {"stage", death->stage},
                                   {"previousStage", death->previousStage},
                                   {"reason", death->reason}};
  return object;
}

static std::vector<std::string> readList(const json::Array *array) {
  std::vector<std::string> list;
  if (array)
    for (const json::Value &item : *array)
      list.push_back(item.getAsString().value_or("").str());
  return list;
}

llvm::Expected<WorkerConfig> tilefuzz::parseWorkerConfig(llvm::StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  if (!object)
    return llvm::createStringError("worker configuration is not an object");
  WorkerConfig config;
  auto number = [&](llvm::StringRef key) {
    return object->getInteger(key).value_or(0);
  };
  auto string = [&](llvm::StringRef key) {
    return object->getString(key).value_or("").str();
  };
  config.worker = number("worker");
  config.run = number("run");
  if (llvm::StringRef(string("seed")).getAsInteger(10, config.seed))
    return llvm::createStringError("worker configuration has no 'seed'");
  config.journal = string("journal");
  config.database = string("database");
  config.findings = string("findings");
  config.target = string("target");
  config.stopAfter = string("stopAfter");
  config.bugs = readList(object->getArray("bugs"));
  config.disabledPatterns = readList(object->getArray("disabledPatterns"));
  config.enabledPatterns = readList(object->getArray("enabledPatterns"));
  config.corpus = readList(object->getArray("corpus"));
  config.corpusFolder = string("corpusFolder");
  config.triage = string("triage");
  std::optional<ProgramSet> done = ProgramSet::parse(string("done"));
  if (!done)
    return llvm::createStringError("worker configuration has no 'done'");
  config.done = std::move(*done);
  config.schedules = number("schedules");
  config.language = string("language");
  config.knobs = string("knobs");
  config.runPtxas = object->getBoolean("ptxas").value_or(false);
  config.checkOrder = object->getBoolean("order").value_or(true);
  config.reduce = object->getBoolean("reduce").value_or(true);
  config.programSeconds = object->getNumber("programSeconds").value_or(10);
  config.reduceSeconds = object->getNumber("reduceSeconds").value_or(20);
  config.memoryMiB = number("memoryMiB");
  if (auto retry = object->getInteger("retry"))
    config.retry = *retry;
  if (const json::Object *death = object->getObject("death")) {
    auto text = [&](llvm::StringRef key) {
      return death->getString(key).value_or("").str();
    };
    config.death =
        DeathNotice{uint64_t(death->getInteger("index").value_or(0)),
                    parseFindingKind(text("kind")).value_or(FindingKind::Crash),
                    text("stage"), text("previousStage"), text("reason")};
  }
  return config;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kindNames[] = {"done", "found",
                                                    "duplicate", "error"};

static Counts readCounts(const json::Object *object) {
  Counts counts;
  if (object)
    for (const auto &[key, value] : *object)
      counts[key.str()] = value.getAsInteger().value_or(0);
  return counts;
}

void WorkerMessage::print(llvm::raw_ostream &os) const {
  json::OStream json(os);
  auto printCounts = [&](llvm::StringRef name, const Counts &counts) {
    if (counts.empty())
      return;
    json.attributeObject(name, [&] {
      for (const auto &[key, value] : counts)
        json.attribute(key, int64_t(value));
    });
  };
  json.object([&] {
    json.attribute("message", kindNames[unsigned(kind)]);
    json.attribute("program", int64_t(program));
    if (!text.empty())
      json.attribute("text", json::fixUTF8(text));
    printCounts("counters", counters);
    printCounts("firings", firings);
    if (features.empty())
      return;
    json.attributeArray("features", [&] {
      for (const std::string &feature : features)
        json.value(feature);
    });
  });
}

llvm::Expected<WorkerMessage>
tilefuzz::parseWorkerMessage(llvm::StringRef line) {
  llvm::Expected<json::Value> value = json::parse(line);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  llvm::StringRef kind =
      object ? object->getString("message").value_or("") : llvm::StringRef();
  const auto *name = llvm::find(kindNames, kind);
  if (name == std::end(kindNames))
    return llvm::createStringError("not a worker message: " + line);
  WorkerMessage message;
  message.kind = WorkerMessage::Kind(name - std::begin(kindNames));
  message.text = object->getString("text").value_or("").str();
  message.program = object->getInteger("program").value_or(0);
  message.features = readList(object->getArray("features"));
  message.counters = readCounts(object->getObject("counters"));
  message.firings = readCounts(object->getObject("firings"));
  return message;
}

uint64_t tilefuzz::programSeed(uint64_t campaignSeed, uint64_t index) {
  // The finaliser of splitmix64 on each input: near-by inputs give unrelated
  // seeds.
  auto mix = [](uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
  };
  return mix(mix(campaignSeed) ^ index);
}
