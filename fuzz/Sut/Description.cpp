//===- Description.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/Description.h"
#include "compiler/Bytecode/Bytecode.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"

using namespace tilefuzz;
namespace json = llvm::json;

static bool matches(const std::string &pattern, llvm::StringRef text) {
  return pattern.empty() || llvm::Regex(pattern).match(text);
}

std::string SutDescription::executable() const {
  llvm::ErrorOr<std::string> found =
      llvm::sys::findProgramByName(command.front());
  return found ? *found : std::string();
}

llvm::Expected<std::vector<const SutRun *>>
SutDescription::selectRuns(llvm::ArrayRef<std::string> names) const {
  if (executable().empty())
    return llvm::createStringError("'" + command.front() +
                                   "' is not on the PATH");
  for (const std::string &name : names)
    if (llvm::none_of(runs,
                      [&](const SutRun &run) { return run.name == name; }))
      return llvm::createStringError("the description has no run '" + name +
                                     "'");
  std::vector<const SutRun *> selected;
  for (const SutRun &run : runs)
    if (names.empty() || llvm::is_contained(names, run.name))
      selected.push_back(&run);
  return selected;
}

/// Whether the regular expression matches a name of the kind, or one that it
/// had.
static bool isNamedBy(FindingKind kind, llvm::StringRef pattern) {
  return llvm::any_of(namesOf(kind), [&](llvm::StringRef name) {
    return llvm::Regex(pattern).match(name);
  });
}

std::string SutDescription::knownFinding(const SutRun &run, FindingKind kind,
                                         llvm::StringRef errors,
                                         llvm::ArrayRef<std::string> operations,
                                         llvm::StringRef pass) const {
  auto areAllIn = [](llvm::ArrayRef<std::string> some,
                     llvm::ArrayRef<std::string> all) {
    return llvm::all_of(some, [&](const std::string &name) {
      return llvm::is_contained(all, name);
    });
  };
  for (const SutLimit &limit : limits)
    if (matches(limit.run, run.name) &&
        (limit.kind.empty() || isNamedBy(kind, limit.kind)) &&
        matches(limit.text, errors) && areAllIn(limit.operations, operations) &&
        (limit.pass.empty() || (!pass.empty() && matches(limit.pass, pass))) &&
        (!limit.only || areAllIn(operations, limit.operations)))
      return limit.why;
  return "";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// A misspelt member must not be as if it were not there.
static bool hasOnly(const json::Value &value, json::Path path,
                    llvm::ArrayRef<llvm::StringRef> members) {
  if (const json::Object *object = value.getAsObject())
    for (const auto &member : *object)
      if (!llvm::is_contained(members, llvm::StringRef(member.first))) {
        path.field(member.first).report("is no member");
        return false;
      }
  return true;
}

/// It is part of the names of folders.
static bool isPlainName(llvm::StringRef name) {
  return !name.empty() && name.front() != '.' && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("._+-").contains(c);
  });
}

/// Whether functions may have it: an operation, or a dialect with a dot.
static bool isKnownExclusion(llvm::StringRef name) {
  static const std::unique_ptr<mlir::MLIRContext> context =
      createFunctionContext();
  if (name.consume_back("."))
    return context->getLoadedDialect(name) != nullptr;
  return isFunctionOperation(name);
}

/// Of the runs, one by one and together.
static bool areValid(llvm::ArrayRef<SutRun> runs, bool isForFunctions,
                     json::Path path) {
  llvm::StringSet<> names;
  for (auto [i, run] : llvm::enumerate(runs)) {
    json::Path place = path.index(i);
    if (!isPlainName(run.name)) {
      place.field("name").report(
          "may have letters, digits, '.', '_', '+', '-', no '.' first");
      return false;
    }
    if (!names.insert(run.name).second) {
      place.field("name").report("is that of another run");
      return false;
    }
    if (!isForFunctions &&
        (!run.without.empty() || !run.widths.empty() || !run.hasIndex ||
         run.topic != FunctionTopic::Values)) {
      place.report("without, widths, index and topic are of functions only");
      return false;
    }
    for (auto [k, name] : llvm::enumerate(run.without))
      if (!isKnownExclusion(name)) {
        place.field("without").index(k).report(
            "is no operation of functions, and no dialect");
        return false;
      }
    for (unsigned width : run.widths)
      if (width == 0 || width > 64) {
        place.field("widths").report("widths are 1 to 64");
        return false;
      }
  }
  return true;
}

namespace tilefuzz {
/// Names of an enumeration's members, in order.
template <typename E, size_t N>
static bool parseMember(const json::Value &value, E &member,
                        const llvm::StringLiteral (&names)[N],
                        llvm::StringLiteral expected, json::Path path) {
  std::optional<llvm::StringRef> text = value.getAsString();
  for (auto [i, name] : llvm::enumerate(names))
    if (text == name) {
      member = E(i);
      return true;
    }
  path.report(expected);
  return false;
}
static bool fromJSON(const json::Value &value, SutKind &kind, json::Path path) {
  static constexpr llvm::StringLiteral names[] = {
      "ir-to-ir", "ir-to-ptx", "bytecode-to-cubin", "llvm-to-llvm",
      "llvm-to-ptx"};
  return parseMember(value, kind, names,
                     "expected ir-to-ir, ir-to-ptx, bytecode-to-cubin, "
                     "llvm-to-llvm or llvm-to-ptx",
                     path);
}
static bool fromJSON(const json::Value &value, SutLanguage &language,
                     json::Path path) {
  static constexpr llvm::StringLiteral names[] = {"functions", "cuda_tile",
                                                  "llvm"};
  return parseMember(value, language, names,
                     "expected functions, cuda_tile or llvm", path);
}
static bool fromJSON(const json::Value &value, SutFormat &format,
                     json::Path path) {
  static constexpr llvm::StringLiteral names[] = {"text", "bytecode"};
  return parseMember(value, format, names, "expected text or bytecode", path);
}
static bool fromJSON(const json::Value &value, FunctionTopic &topic,
                     json::Path path) {
  static constexpr llvm::StringLiteral names[] = {"values", "loops", "tensors"};
  return parseMember(value, topic, names, "expected values, loops or tensors",
                     path);
}
static bool fromJSON(const json::Value &value, SutRun &run, json::Path path) {
  json::ObjectMapper map(value, path);
  return map &&
         hasOnly(value, path,
                 {"name", "arguments", "prepare", "without", "widths", "index",
                  "topic", "needs", "bytecode"}) &&
         map.map("name", run.name) &&
         map.mapOptional("arguments", run.arguments) &&
         map.mapOptional("prepare", run.prepare) &&
         map.mapOptional("without", run.without) &&
         map.mapOptional("widths", run.widths) &&
         map.mapOptional("index", run.hasIndex) &&
         map.mapOptional("topic", run.topic) &&
         map.mapOptional("needs", run.needs) &&
         map.mapOptional("bytecode", run.bytecode);
}
static bool fromJSON(const json::Value &value, SutFact &fact, json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map || !hasOnly(value, path, {"name", "arguments", "pattern"}) ||
      !map.map("name", fact.name) || !map.map("arguments", fact.arguments) ||
      !map.map("pattern", fact.pattern))
    return false;
  llvm::Regex pattern(fact.pattern);
  std::string error;
  if (!pattern.isValid(error) || pattern.getNumMatches() != 1) {
    path.field("pattern").report("is no regular expression with one group");
    return false;
  }
  return true;
}
static bool fromJSON(const json::Value &value, SutLimit &limit,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  if (!map ||
      !hasOnly(
          value, path,
          {"run", "stderr", "kind", "pass", "operations", "only", "why"}) ||
      !map.mapOptional("run", limit.run) ||
      !map.mapOptional("stderr", limit.text) ||
      !map.mapOptional("kind", limit.kind) ||
      !map.mapOptional("pass", limit.pass) ||
      !map.mapOptional("operations", limit.operations) ||
      !map.mapOptional("only", limit.only) || !map.map("why", limit.why))
    return false;
  for (auto [name, pattern] :
       {std::pair<const char *, std::string &>("run", limit.run),
        {"stderr", limit.text},
        {"kind", limit.kind},
        {"pass", limit.pass}}) {
    std::string error;
    if (pattern.empty() || llvm::Regex(pattern).isValid(error))
      continue;
    path.field(name).report("is no regular expression");
    return false;
  }
  if (limit.text.empty() && limit.operations.empty() && limit.pass.empty()) {
    path.report("needs stderr, operations or pass");
    return false;
  }
  if (limit.only && limit.operations.empty()) {
    path.field("only").report("needs operations");
    return false;
  }
  return true;
}
/// The versions of bytecode that are named are there, and of use.
static bool areVersionsValid(const SutDescription &sut, json::Path path) {
  auto isValid = [&](llvm::StringRef version, json::Path place) {
    if (version.empty() ||
        (sut.format == SutFormat::Bytecode && BytecodeVersion::parse(version)))
      return true;
    place.report("is no version of bytecode that is written here");
    return false;
  };
  if (!isValid(sut.bytecode, path.field("bytecode")))
    return false;
  for (auto [i, run] : llvm::enumerate(sut.runs))
    if (!isValid(run.bytecode, path.field("runs").index(i).field("bytecode")))
      return false;
  return true;
}
static bool fromJSON(const json::Value &value, SutDescription &sut,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  int64_t seconds = sut.timeoutSeconds, memory = sut.memoryMiB, repeat = 0,
          patience = sut.patience, kernels = 1, slow = 0;
  if (!map ||
      !hasOnly(value, path,
               {"name",     "kind",     "command",     "language", "format",
                "timeout",  "memory",   "split",       "bisect",   "prepare",
                "runs",     "limits",   "environment", "ptx",      "repeat",
                "patience", "bytecode", "facts",       "internal", "kernels",
                "slow",     "release"}) ||
      !map.map("name", sut.name) || !map.map("kind", sut.kind) ||
      !map.map("command", sut.command) ||
      !map.mapOptional("language", sut.language) ||
      !map.mapOptional("format", sut.format) ||
      !map.mapOptional("timeout", seconds) ||
      !map.mapOptional("patience", patience) ||
      !map.mapOptional("slow", slow) || !map.mapOptional("memory", memory) ||
      !map.mapOptional("split", sut.split) ||
      !map.mapOptional("bisect", sut.bisect) ||
      !map.mapOptional("prepare", sut.prepare) ||
      !map.mapOptional("environment", sut.environment) ||
      !map.mapOptional("ptx", sut.ptx) || !map.mapOptional("repeat", repeat) ||
      !map.mapOptional("bytecode", sut.bytecode) ||
      !map.mapOptional("facts", sut.facts) ||
      !map.mapOptional("internal", sut.internal) ||
      !map.mapOptional("kernels", kernels) ||
      !map.mapOptional("release", sut.release) ||
      !map.mapOptional("runs", sut.runs) ||
      !map.mapOptional("limits", sut.limits))
    return false;
  if (sut.command.empty()) {
    path.field("command").report("is empty");
    return false;
  }
  auto hasPlaces = [](llvm::ArrayRef<std::string> command) {
    return llvm::all_of(llvm::ArrayRef<llvm::StringRef>{"{in}", "{out}"},
                        [&](llvm::StringRef place) {
                          return llvm::any_of(command,
                                              [&](llvm::StringRef word) {
                                                return word.contains(place);
                                              });
                        });
  };
  if (!hasPlaces(sut.command)) {
    path.field("command").report("needs {in} and {out}");
    return false;
  }
  if (!sut.prepare.empty() &&
      (sut.kind != SutKind::LlvmToPtx || !hasPlaces(sut.prepare) ||
       !llvm::is_contained(sut.prepare, "{passes}"))) {
    path.field("prepare").report(
        "is of llvm-to-ptx only, and needs {in}, {out} and {passes}");
    return false;
  }
  bool isForFunctions = sut.language == SutLanguage::Functions;
  bool isOfLlvm = sut.language == SutLanguage::Llvm;
  if (isOfLlvm !=
      (sut.kind == SutKind::LlvmToLlvm || sut.kind == SutKind::LlvmToPtx)) {
    path.field("language")
        .report("llvm and the kinds llvm-to-llvm and llvm-to-ptx go together");
    return false;
  }
  if (isOfLlvm && sut.format != SutFormat::Text) {
    path.field("format").report("must be text for modules of LLVM IR");
    return false;
  }
  if (!sut.bisect.empty() &&
      (!isOfLlvm || !llvm::StringRef(sut.bisect).contains("{limit}"))) {
    path.field("bisect").report(
        "is of modules of LLVM IR only, and needs {limit}");
    return false;
  }
  if (isForFunctions && sut.kind != SutKind::IrToIr) {
    path.field("language")
        .report("must be cuda_tile unless the kind is "
                "ir-to-ir");
    return false;
  }
  if (!sut.split.empty() &&
      (sut.language != SutLanguage::CudaTile || sut.kind != SutKind::IrToIr ||
       sut.format != SutFormat::Text ||
       !llvm::is_contained(sut.command, "{passes}"))) {
    path.field("split").report("is of cuda_tile, ir-to-ir and text only, and "
                               "needs {passes} in the command");
    return false;
  }
  if (!sut.ptx.empty() && sut.kind != SutKind::BytecodeToCubin) {
    path.field("ptx").report("is of bytecode-to-cubin only");
    return false;
  }
  if (repeat != 0 && sut.kind != SutKind::BytecodeToCubin) {
    path.field("repeat").report("is of bytecode-to-cubin only");
    return false;
  }
  if (repeat < 0 || repeat > 1000000) {
    path.field("repeat").report("must be 0 to 1000000 programs");
    return false;
  }
  sut.repeat = unsigned(repeat);
  if (kernels != 1 && sut.kind != SutKind::BytecodeToCubin) {
    path.field("kernels").report("is of bytecode-to-cubin only");
    return false;
  }
  if (kernels < 1 || kernels > 1000) {
    path.field("kernels").report("must be 1 to 1000 programs");
    return false;
  }
  sut.kernels = unsigned(kernels);
  if (!areVersionsValid(sut, path))
    return false;
  if (seconds < 1 || seconds > 86400) {
    path.field("timeout").report("must be 1 to 86400 seconds");
    return false;
  }
  if (llvm::any_of(sut.internal,
                   [](int code) { return code < 1 || code > 125; })) {
    path.field("internal").report("must be exit codes, 1 to 125");
    return false;
  }
  if (memory < 16 || memory > (1 << 20)) {
    path.field("memory").report("must be 16 to 1048576 MiB");
    return false;
  }
  if (patience < 1 || patience > 1000) {
    path.field("patience").report("must be 1 to 1000");
    return false;
  }
  sut.timeoutSeconds = unsigned(seconds);
  sut.patience = unsigned(patience);
  if (slow < 0 || slow > 86400 ||
      (slow && sut.language != SutLanguage::CudaTile)) {
    path.field("slow").report("must be 0 to 86400 seconds, of cuda_tile only");
    return false;
  }
  sut.slowSeconds = unsigned(slow);
  sut.memoryMiB = unsigned(memory);
  if (!areValid(sut.runs, isForFunctions, path.field("runs")))
    return false;
  if (llvm::any_of(sut.runs,
                   [](const SutRun &run) { return !run.prepare.empty(); }) &&
      sut.prepare.empty()) {
    path.field("runs").report("prepare needs the description's prepare");
    return false;
  }
  if (sut.runs.empty())
    sut.runs.emplace_back().name = "default";
  return true;
}
} // namespace tilefuzz

llvm::Expected<SutDescription>
tilefuzz::parseSutDescription(llvm::StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  SutDescription sut;
  json::Path::Root root("description");
  if (!fromJSON(*value, sut, root))
    return root.getError();
  sut.text = text.str();
  return sut;
}
llvm::Expected<SutDescription>
tilefuzz::readSutDescription(llvm::StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError(file +
                                   ": error: " + buffer.getError().message());
  llvm::Expected<SutDescription> sut =
      parseSutDescription((*buffer)->getBuffer());
  if (!sut)
    return llvm::createStringError(
        file + ": error: " + llvm::toString(sut.takeError()));
  return sut;
}
