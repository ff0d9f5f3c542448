//===- WorkerConfig.cpp - What parent and workers tell each other ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/WorkerConfig.h"
#include "compiler/Support/Random/Random.h"
#include "llvm/ADT/STLExtras.h"
#include <unistd.h>

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
      {"withoutOracles", json::Array(withoutOracles)},
      {"roundTrips", roundTrips},
      {"requests", requests},
      {"llvmStages", llvmStages},
      {"levels", levels},
      {"pairs", pairs},
      {"proofFault", proofFault},
      {"tool", tool},
      {"gpu", gpu},
      {"batch", std::to_string(batch)},
      {"epochBase", std::to_string(epochBase)},
      {"reduce", reduce},
      {"programSeconds", programSeconds},
      {"reduceSeconds", reduceSeconds},
      {"memoryMiB", int64_t(memoryMiB)},
  };
  if (retry)
    object["retry"] = int64_t(*retry);
  if (retryEnd)
    object["retryEnd"] = int64_t(retryEnd);
  if (death)
    object["death"] = json::Object{{"index", int64_t(death->index)},
                                   {"kind", toString(death->kind)},
                                   {"stage", death->stage},
                                   {"previousStage", death->previousStage},
                                   {"symptom", death->symptom.toJSON()},
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
  config.withoutOracles = readList(object->getArray("withoutOracles"));
  // As runs of earlier versions have it.
  if (!object->getBoolean("order").value_or(true))
    config.withoutOracles.push_back("order");
  config.roundTrips = string("roundTrips");
  config.requests = number("requests");
  config.llvmStages = string("llvmStages");
  config.levels = string("levels");
  config.pairs = string("pairs");
  config.proofFault = string("proofFault");
  config.tool = string("tool");
  config.gpu = string("gpu");
  // Runs of earlier versions have none.
  if (llvm::StringRef(string("batch")).getAsInteger(10, config.batch))
    config.batch = 1;
  if (llvm::StringRef(string("epochBase")).getAsInteger(10, config.epochBase))
    config.epochBase = 0;
  config.reduce = object->getBoolean("reduce").value_or(true);
  config.programSeconds = object->getNumber("programSeconds").value_or(10);
  config.reduceSeconds = object->getNumber("reduceSeconds").value_or(20);
  config.memoryMiB = number("memoryMiB");
  if (auto retry = object->getInteger("retry"))
    config.retry = *retry;
  config.retryEnd = number("retryEnd");
  if (const json::Object *death = object->getObject("death")) {
    auto text = [&](llvm::StringRef key) {
      return death->getString(key).value_or("").str();
    };
    const json::Value *symptom = death->get("symptom");
    config.death = DeathNotice{
        uint64_t(death->getInteger("index").value_or(0)),
        parseFindingKind(text("kind")).value_or(FindingKind::Crash),
        text("stage"),
        text("previousStage"),
        symptom ? parseSymptom(*symptom).value_or(Symptom()) : Symptom(),
        text("reason")};
  }
  return config;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kindNames[] = {
    "done", "partial", "found", "duplicate", "error", "refused"};

// A line of fields with tabs between: the kind, the program, then what has a
// letter for what it is. JSON took a campaign 5 % of its time here.

/// Without tabs and ends of lines; a text may quote anything.
static void printField(llvm::raw_ostream &os, llvm::StringRef text) {
  if (LLVM_UNLIKELY(!json::isUTF8(text)))
    return printField(os, json::fixUTF8(text));
  for (size_t end; (end = text.find_first_of("\\\t\n")) != text.npos;
       text = text.drop_front(end + 1))
    os << text.take_front(end) << '\\'
       << (text[end] == '\t'   ? 't'
           : text[end] == '\n' ? 'n'
                               : '\\');
  os << text;
}

static std::string readField(llvm::StringRef text) {
  std::string result;
  for (size_t end; (end = text.find('\\')) != text.npos;) {
    result += text.take_front(end);
    text = text.drop_front(end + 1);
    char letter = text.empty() ? '\\' : text.front();
    result += letter == 't' ? '\t' : letter == 'n' ? '\n' : letter;
    text = text.drop_front(!text.empty());
  }
  result += text;
  return result;
}

void WorkerMessage::print(llvm::raw_ostream &os) const {
  os << kindNames[unsigned(kind)] << '\t' << program;
  if (count != 1)
    os << "\tn" << count;
  if (!text.empty()) {
    os << "\tt";
    printField(os, text);
  }
  auto printCounts = [&](const char *letter, const Counts &counts) {
    for (const auto &[key, value] : counts) {
      os << letter << value << ' ';
      printField(os, key);
    }
  };
  printCounts("\tc", counters);
  printCounts("\tp", firings);
  for (const std::string &feature : features) {
    os << "\tf";
    printField(os, feature);
  }
  for (const std::string &folder : folders) {
    os << "\td";
    printField(os, folder);
  }
}

void WorkerMessage::send() const {
  std::string line;
  llvm::raw_string_ostream os(line);
  print(os);
  os << '\n';
  llvm::StringRef rest = line;
  while (!rest.empty()) {
    ssize_t size = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (size < 0 && errno != EINTR)
      ::_exit(1);
    rest = rest.drop_front(std::max<ssize_t>(size, 0));
  }
}

llvm::Expected<WorkerMessage>
tilefuzz::parseWorkerMessage(llvm::StringRef line) {
  auto failure = [&] {
    return llvm::createStringError("not a worker message: " + line);
  };
  auto [kind, rest] = line.split('\t');
  const auto *name = llvm::find(kindNames, kind);
  llvm::StringRef field;
  std::tie(field, rest) = rest.split('\t');
  WorkerMessage message;
  if (name == std::end(kindNames) || field.getAsInteger(10, message.program))
    return failure();
  message.kind = WorkerMessage::Kind(name - std::begin(kindNames));
  while (!rest.empty()) {
    std::tie(field, rest) = rest.split('\t');
    char letter = field.empty() ? ' ' : field.front();
    field = field.drop_front(!field.empty());
    if (letter == 't') {
      message.text = readField(field);
    } else if (letter == 'n') {
      if (field.getAsInteger(10, message.count))
        return failure();
    } else if (letter == 'd') {
      message.folders.push_back(readField(field));
    } else if (letter == 'f') {
      message.features.push_back(readField(field));
    } else if (letter == 'c' || letter == 'p') {
      auto [number, key] = field.split(' ');
      uint64_t value;
      if (number.getAsInteger(10, value))
        return failure();
      Counts &counts = letter == 'c' ? message.counters : message.firings;
      // They come in their order.
      counts.emplace_hint(counts.end(), readField(key), value);
    } else {
      return failure();
    }
  }
  return message;
}

uint64_t tilefuzz::programSeed(uint64_t campaignSeed, uint64_t index) {
  // Near-by inputs give unrelated seeds.
  return mixBits(mixBits(campaignSeed) ^ index);
}
