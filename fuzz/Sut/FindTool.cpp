//===- FindTool.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FindTool.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "fuzz/Sut/Process.h"
#include "fuzz/Sut/TileTrial.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/VersionTuple.h"

using namespace tilefuzz;
using llvm::StringRef;
namespace json = llvm::json;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The description with other members, which workers and findings get as text.
static llvm::Expected<SutDescription>
withMembers(const SutDescription &sut,
            llvm::function_ref<void(json::Object &)> change) {
  llvm::Expected<json::Value> value = json::parse(sut.text);
  if (!value)
    return value.takeError();
  change(*value->getAsObject());
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:1}", *value);
  return parseSutDescription(text);
}

//===----------------------------------------------------------------------===//
// Where things are
//===----------------------------------------------------------------------===//

static std::string joined(StringRef folder, const llvm::Twine &rest) {
  llvm::SmallString<256> result(folder);
  path::append(result, rest);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

/// In the tree, and where it is installed.
static llvm::Expected<SutDescription> readShipped(StringRef name,
                                                  StringRef folder) {
  for (StringRef place : {"../../scripts/sut", "../share/tilefuzz/sut"}) {
    std::string file = joined(folder, place + "/" + name + ".json");
    if (fs::exists(file))
      return readSutDescription(file);
  }
  return llvm::createStringError("'" + name +
                                 "' is no file, and no description that comes "
                                 "with tilefuzz");
}

static bool isOfVersion(StringRef version, StringRef wanted) {
  return wanted.empty() || (version.consume_front(wanted) &&
                            (version.empty() || version.front() == '.'));
}

/// What scripts/get-tools fetched: the programs of NAME-VERSION in the folder,
/// by version. One that keeps PTX comes first.
static std::map<llvm::VersionTuple, std::string> findFetched(StringRef folder,
                                                             StringRef name,
                                                             StringRef program,
                                                             StringRef wanted) {
  std::map<llvm::VersionTuple, std::string> found;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end;
       it.increment(code)) {
    StringRef version = path::filename(it->path());
    llvm::VersionTuple number;
    if (!version.consume_front(name) || !version.consume_front("-") ||
        !isOfVersion(version, wanted) || number.tryParse(version))
      continue;
    for (StringRef place : {"bin/", "with-ptx/bin/"})
      if (std::string file = joined(it->path(), place + program);
          fs::can_execute(file))
        found[number] = file;
  }
  return found;
}

/// A description that comes with tilefuzz, and where its tools are.
namespace {
struct Shipped {
  SutDescription sut;
  std::string tools;
};
} // namespace
static llvm::Expected<Shipped> findShipped(StringRef tool,
                                           StringRef executable) {
  llvm::SmallString<256> real;
  if (fs::real_path(executable, real))
    real = executable;
  StringRef folder = path::parent_path(real);
  llvm::Expected<SutDescription> sut = readShipped(tool, folder);
  if (!sut)
    return sut.takeError();
  std::optional<std::string> named =
      llvm::sys::Process::GetEnv("TILEFUZZ_TOOLS");
  return Shipped{std::move(*sut), named ? *named : joined(folder, "../tools")};
}

static llvm::Error nothingFetched(StringRef tool, StringRef version,
                                  StringRef tools) {
  return llvm::createStringError("no " + tool + " " + version + " in " + tools +
                                 "; scripts/get-tools " + tool + "=" + version +
                                 " fetches it");
}

static llvm::Expected<SutDescription> withProgram(const SutDescription &sut,
                                                  const std::string &program) {
  return withMembers(sut, [&](json::Object &members) {
    (*members.getArray("command"))[0] = program;
  });
}

llvm::Expected<SutDescription> tilefuzz::findSut(StringRef name,
                                                 StringRef executable) {
  auto [tool, version] = name.split('=');
  if (namesFile(name))
    return readSutDescription(name);
  llvm::Expected<Shipped> shipped = findShipped(tool, executable);
  if (!shipped)
    return shipped.takeError();
  const SutDescription &sut = shipped->sut;
  std::map<llvm::VersionTuple, std::string> found =
      findFetched(shipped->tools, tool, sut.command.front(), version);
  if (!found.empty())
    return withProgram(sut, found.rbegin()->second);
  if (name.contains('='))
    return nothingFetched(tool, version, shipped->tools);
  return sut;
}

bool tilefuzz::namesFile(StringRef name) {
  // It has a dot or a slash; one that is not there is said to be.
  return fs::exists(name) ||
         name.split('=').first.find_first_of("./") != StringRef::npos;
}

bool tilefuzz::namesAllReleases(StringRef name) {
  return !namesFile(name) && name.ends_with("=all");
}

llvm::Expected<std::vector<SutDescription>>
tilefuzz::findReleases(StringRef name, StringRef executable) {
  StringRef tool = name.split('=').first;
  llvm::Expected<Shipped> shipped = findShipped(tool, executable);
  if (!shipped)
    return shipped.takeError();
  std::vector<SutDescription> releases;
  for (const auto &[version, program] :
       findFetched(shipped->tools, tool, shipped->sut.command.front(), "")) {
    llvm::Expected<SutDescription> sut = withProgram(shipped->sut, program);
    if (!sut)
      return sut.takeError();
    releases.push_back(std::move(*sut));
    // What the tool says of itself stands in its place, if it says something.
    releases.back().release = version.getAsString();
  }
  if (releases.empty())
    return nothingFetched(tool, "all", shipped->tools);
  return releases;
}

//===----------------------------------------------------------------------===//
// What it is
//===----------------------------------------------------------------------===//

namespace {
/// A folder that goes away with this object.
class WorkFolder {
public:
  WorkFolder() { error = fs::createUniqueDirectory("tile-fuzz-sut", path); }
  ~WorkFolder() {
    if (!error)
      fs::remove_directories(path);
  }
  std::string file(StringRef name) const { return joined(path, name); }
  std::error_code error;

private:
  llvm::SmallString<128> path;
};
} // namespace

/// A process that takes longer says nothing.
static constexpr double secondsToAnswer = 30;

static std::vector<std::string>
ask(const SutDescription &sut, const SutFact &fact, const WorkFolder &folder) {
  ExternalProcessOptions options;
  options.program = sut.executable();
  options.words = {options.program};
  llvm::append_range(options.words, fact.arguments);
  options.environment = environmentOf(sut, folder.file("out"));
  options.seconds = secondsToAnswer;
  options.output = folder.file("answer");
  options.keepErrors = true;
  ExternalProcess process = runExternalProcess(options);
  std::vector<std::string> words;
  auto buffer = llvm::MemoryBuffer::getFile(options.output);
  if (process.end != ExternalProcess::End::Exited || process.number != 0 ||
      !buffer)
    return words;
  llvm::Regex pattern(fact.pattern);
  llvm::SmallVector<StringRef> groups;
  for (StringRef line : llvm::split((*buffer)->getBuffer(), '\n'))
    if (pattern.match(line, &groups) &&
        !llvm::is_contained(words, groups[1].str()))
      words.push_back(groups[1].str());
  return words;
}

/// An entry, a view, a token and a loop: a reader that knows only the header of
/// a newer version takes a module without them.
static constexpr llvm::StringLiteral smallModule = R"(
cuda_tile.module @probe {
  entry @probe(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %view = make_tensor_view %p, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %tiles = make_partition_view %view : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %end = for %i in (%zero to %one, step %one) : tile<i32> iter_values(%t = %start) -> (token) {
      %x, %read = load_view_tko weak %tiles[%i] token = %t : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
      continue %read : token
    }
    return
  }
}
)";

static std::vector<std::string> bytecodeVersions() {
  std::vector<std::string> versions;
  for (unsigned minor = 1;
       BytecodeVersion::parse("13." + std::to_string(minor)); ++minor)
    versions.push_back("13." + std::to_string(minor));
  return versions;
}

/// The versions that the tool takes in this run, of those that are written
/// here.
static std::vector<std::string>
probe(const SutDescription &sut, const SutRun &run, const WorkFolder &folder) {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(smallModule, context.get());
  std::vector<std::string> taken;
  for (const std::string &version : bytecodeVersions()) {
    mlir::FailureOr<std::string> bytes =
        writeBytecode(*module, *BytecodeVersion::parse(version));
    std::string input = folder.file("probe.tilebc");
    if (mlir::failed(bytes))
      continue;
    if (llvm::Error error = writeInput(input, *bytes)) {
      llvm::consumeError(std::move(error));
      continue;
    }
    SutProcess process = runSut(sut, run, input, folder.file("probe.cubin"));
    if (process.end == SutProcess::End::Success)
      taken.push_back(version);
  }
  return taken;
}

/// The newest of those that are written here and that the tool takes.
static llvm::Expected<std::string>
chooseBytecode(const SutDescription &sut, llvm::ArrayRef<std::string> taken) {
  for (const std::string &version : llvm::reverse(bytecodeVersions()))
    if (llvm::is_contained(taken, version))
      return version;
  return llvm::createStringError(
      sut.executable() + " takes no version of bytecode that is written here");
}

namespace {
/// What a tool says of itself, and what it lacks.
struct ToolAnswers {
  std::vector<std::string> words, versions;
  std::string release;

  /// What the run needs and is not there; empty: nothing.
  std::string lackedBy(const SutRun &run) const {
    if (!run.needs.empty() && !llvm::is_contained(words, run.needs))
      return run.needs;
    if (!run.bytecode.empty() && !llvm::is_contained(versions, run.bytecode))
      return "bytecode " + run.bytecode;
    return "";
  }
};
} // namespace

static ToolAnswers ask(const SutDescription &sut, const WorkFolder &folder,
                       llvm::raw_ostream &os) {
  ToolAnswers answers;
  os << sut.name << ": " << sut.executable() << "\n";
  auto say = [&](StringRef name, llvm::ArrayRef<std::string> words) {
    os << sut.name << ": " << name << " "
       << (words.empty() ? "not said" : llvm::join(words, " ")) << "\n";
  };
  for (const SutFact &fact : sut.facts) {
    std::vector<std::string> words = ask(sut, fact, folder);
    llvm::append_range(answers.words, words);
    if (fact.name == "bytecode")
      answers.versions = words;
    if (fact.name == "version" && !words.empty())
      answers.release = words.front();
    if (fact.name != "bytecode" || !words.empty())
      say(fact.name, words);
  }
  if (!answers.versions.empty() || sut.format != SutFormat::Bytecode)
    return answers;
  // In a run that it has.
  auto run = llvm::find_if(sut.runs, [&](const SutRun &run) {
    return run.bytecode.empty() && answers.lackedBy(run).empty();
  });
  if (run != sut.runs.end())
    answers.versions = probe(sut, *run, folder);
  say("bytecode, as tried,", answers.versions);
  return answers;
}

llvm::Expected<SutDescription>
tilefuzz::fitToTool(const SutDescription &sut,
                    llvm::ArrayRef<std::string> wanted, llvm::raw_ostream &os) {
  if (sut.facts.empty())
    return sut;
  if (auto runs = sut.selectRuns(wanted); !runs)
    return runs.takeError();
  WorkFolder folder;
  if (folder.error)
    return llvm::createStringError("no temporary folder: " +
                                   folder.error.message());
  ToolAnswers answers = ask(sut, folder, os);
  bool hasRun = false;
  for (const SutRun &run : sut.runs) {
    std::string lacked = answers.lackedBy(run);
    hasRun |= lacked.empty();
    if (!lacked.empty() && llvm::is_contained(wanted, run.name))
      return llvm::createStringError(run.name + ": " + sut.executable() +
                                     " has no " + lacked);
  }
  if (!hasRun)
    return llvm::createStringError(sut.executable() +
                                   " has nothing that a run needs");
  std::string bytecode;
  if (sut.format == SutFormat::Bytecode) {
    llvm::Expected<std::string> chosen = chooseBytecode(sut, answers.versions);
    if (!chosen)
      return chosen.takeError();
    bytecode = *chosen;
  }
  return withMembers(sut, [&](json::Object &members) {
    if (!bytecode.empty() && sut.bytecode.empty())
      members["bytecode"] = bytecode;
    if (std::string release =
            answers.release.empty() ? sut.release : answers.release;
        !release.empty())
      members["release"] = release;
    json::Array *runs = members.getArray("runs");
    if (!runs)
      return;
    json::Array kept;
    for (auto [value, run] : llvm::zip_equal(*runs, sut.runs))
      if (answers.lackedBy(run).empty())
        kept.push_back(value);
    *runs = std::move(kept);
  });
}
