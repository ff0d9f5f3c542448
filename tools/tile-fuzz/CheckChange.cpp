//===- CheckChange.cpp - The subcommand to run before pushing -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Change/ChangeCheck.h"
#include "fuzz/Stages/Triage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Threading.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand checkCommand(
    "check-change",
    "Tries what a change of the sources touches: proofs, seeded bugs, mutants "
    "and programs. Build the change first\n\n"
    "Exit codes: 0 nothing is wrong, 1 bad usage, no repository, or the "
    "sources are not those of this program, 2 results cannot be stored, 3 "
    "something is wrong, 4 nothing is, but something has no answer.\n"
    "  tile-fuzz check-change main\n"
    "  tile-fuzz check-change --files=compiler/TileAA/TileAAPatterns.cpp:60 "
    "--choose");

static cl::opt<std::string> base(cl::Positional, cl::desc("[BASE]"),
                                 cl::cat(toolOptions), cl::sub(checkCommand));

static OptionGroup changeGroup("The change");
static cl::list<std::string>
    changedFiles("files", cl::value_desc("FILE"), cl::CommaSeparated,
                 cl::desc("Takes these for the change, instead of what git "
                          "says since BASE: FILE, FILE:LINE, FILE:FIRST-LAST."),
                 inGroup(changeGroup), cl::sub(checkCommand));
static cl::opt<std::string> repository(
    "repository", cl::init("."), cl::value_desc("DIR"),
    cl::desc("Names the tree of the sources, or a folder in it. Default: ."),
    inGroup(changeGroup), cl::sub(checkCommand));

static OptionGroup trialGroup("What is tried");
static cl::opt<bool> onlyChoose("choose",
                                cl::desc("Prints what would be tried, and why, "
                                         "and tries nothing."),
                                inGroup(trialGroup), cl::sub(checkCommand));
static cl::opt<std::string> duration(
    "time", cl::init("4m"), cl::value_desc("DURATION"),
    cl::desc("Ends after so long; findings are reduced for a few seconds more. "
             "Default: 4m."),
    inGroup(trialGroup), cl::sub(checkCommand));
static cl::opt<uint64_t> programs(
    "programs", cl::init(0), cl::value_desc("N"),
    cl::desc("Looks among N programs at most for those that come to the "
             "change. 0: as time allows. Default: 0."),
    inGroup(trialGroup), cl::sub(checkCommand));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("Makes program i from this seed and i only. Default: 1."),
         inGroup(trialGroup), cl::sub(checkCommand));
static cl::opt<unsigned>
    jobs("jobs", cl::init(1), cl::value_desc("N"),
         cl::desc("Works on N things at once. Default: 1."),
         inGroup(trialGroup), cl::sub(checkCommand));

static OptionGroup outputGroup("What is written");
static cl::opt<std::string> store(
    "store", cl::value_desc("DIR"),
    cl::desc("Keeps programs and findings in this folder. Default: a new one "
             "among temporary files, which goes where nothing is wrong."),
    inGroup(outputGroup), cl::sub(checkCommand));
static JSONOption asJSON(outputGroup, cl::sub(checkCommand));

/// What git prints.
static llvm::Expected<std::string> askGit(std::vector<std::string> words) {
  llvm::ErrorOr<std::string> git = llvm::sys::findProgramByName("git");
  if (!git)
    return llvm::createStringError("git is not on the PATH");
  llvm::SmallString<128> output;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("check-change", "txt", output))
    return storageError(output + ": " + code.message());
  llvm::FileRemover remover(output);
  ExternalProcessOptions process;
  process.program = *git;
  process.words = {"git", "-C", repository, "-c", "core.quotePath=false"};
  llvm::append_range(process.words, words);
  process.seconds = 60;
  process.output = output.str().str();
  process.keepErrors = true;
  ExternalProcess ended = runExternalProcess(process);
  if (ended.end != ExternalProcess::End::Exited || ended.number != 0)
    return llvm::createStringError("git " + llvm::join(words, " ") + ": " +
                                   llvm::StringRef(ended.errors).trim());
  auto buffer = llvm::MemoryBuffer::getFile(output);
  if (!buffer)
    return storageError(output + ": " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

/// The root of the tree, and what changed in it.
static llvm::Expected<std::vector<ChangedFile>> readChange(std::string &root) {
  std::vector<ChangedFile> changed;
  if (!changedFiles.empty()) {
    root = repository;
    for (const std::string &text : changedFiles) {
      llvm::Expected<ChangedFile> file = parseChangedFile(text);
      if (!file)
        return file.takeError();
      changed.push_back(std::move(*file));
    }
    return changed;
  }
  llvm::Expected<std::string> top = askGit({"rev-parse", "--show-toplevel"});
  if (!top)
    return top.takeError();
  root = llvm::StringRef(*top).trim().str();
  llvm::Expected<std::string> diff =
      askGit({"diff", "-U0", "--no-prefix", "--no-renames", "--no-color",
              "--no-ext-diff", "--end-of-options", base, "--"});
  if (!diff)
    return diff.takeError();
  changed = parseDiff(*diff);
  llvm::Expected<std::string> untracked = askGit(
      {"ls-files", "--others", "--exclude-standard", "--full-name", ":/"});
  if (!untracked)
    return untracked.takeError();
  for (llvm::StringRef path : llvm::split(*untracked, '\n'))
    if (!path.empty()) {
      ChangedFile &file = changed.emplace_back();
      file.path = path.str();
      file.isWhole = true;
    }
  return changed;
}

static void printResult(const ChangeResult &result) {
  llvm::outs() << llvm::formatv(
      "{0,-6} {1,-11} {2}{3}{4}", toString(result.answer), result.kind,
      result.name, result.name.empty() ? "" : ": ", result.text);
  if (result.seconds > 0)
    llvm::outs() << llvm::formatv("  {0:f2} s", result.seconds);
  llvm::outs() << '\n';
  llvm::outs().flush();
}

static int exitCodeOf(ChangeAnswer answer) {
  switch (answer) {
  case ChangeAnswer::Clean:
    return exitClean;
  case ChangeAnswer::Open:
    return exitInterrupted;
  case ChangeAnswer::Wrong:
    return exitFindings;
  }
  llvm_unreachable("unknown answer");
}

/// Of the tree, where it has some: people wrote them.
static std::vector<std::string> kernelsOf(llvm::StringRef root) {
  std::vector<std::string> files;
  for (llvm::StringRef folder : {"corpus/kernels", "corpus/regressions"}) {
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, folder);
    if (!llvm::sys::fs::is_directory(path))
      continue;
    if (llvm::Expected<std::vector<std::string>> list = listCorpus(path))
      llvm::append_range(files, *list);
    else
      llvm::consumeError(list.takeError());
  }
  return files;
}

/// Empty, so that what is there is of this change.
static llvm::Expected<std::string> makeStore() {
  llvm::SmallString<128> path(store);
  if (store.empty()) {
    if (std::error_code code =
            llvm::sys::fs::createUniqueDirectory("check-change", path))
      return storageError(path + ": " + code.message());
    return path.str().str();
  }
  if (std::error_code code = llvm::sys::fs::create_directories(path))
    return storageError(path + ": " + code.message());
  std::error_code code;
  if (llvm::sys::fs::directory_iterator(path, code) !=
      llvm::sys::fs::directory_iterator())
    return llvm::createStringError("the folder of --store is not empty: " +
                                   path);
  if (std::error_code failed = llvm::sys::fs::make_absolute(path))
    return storageError(path + ": " + failed.message());
  return path.str().str();
}

std::optional<int> tilefuzz::runCheckChange() {
  if (!checkCommand)
    return std::nullopt;
  if (base.empty() == changedFiles.empty())
    return fail("name the revision that the change begins at, or --files");
  llvm::Expected<double> seconds = parseDuration(duration);
  if (!seconds)
    return fail(seconds.takeError());
  if (*seconds == 0 || jobs == 0)
    return fail("--time and --jobs are above 0");
  std::string root;
  llvm::Expected<std::vector<ChangedFile>> changed = readChange(root);
  if (!changed)
    return fail(changed.takeError());
  llvm::Expected<ChangeChoice> choice = chooseForChange(root, *changed);
  if (!choice)
    return fail(choice.takeError());
  if (!asJSON)
    choice->print(llvm::outs());
  if (onlyChoose || choice->isEmpty()) {
    if (asJSON)
      printJSON(choice->toJSON());
    else if (choice->isEmpty())
      llvm::outs() << "nothing to try\n";
    return exitClean;
  }
  llvm::outs().flush();

  llvm::Expected<std::string> folder = makeStore();
  if (!folder)
    return fail(folder.takeError());
  ChangeCheckOptions options;
  options.seed = seed;
  options.seconds = *seconds;
  options.jobs = jobs;
  options.maxTried = programs;
  options.files = kernelsOf(root);
  options.folder = *folder;
  options.executable = invocation().executable;
  options.command = invocation().commandLine;
  options.version = versionText();
  options.interrupted = catchInterrupts();
  llvm::Expected<ChangeReport> report =
      checkChange(*choice, options, [](const ChangeResult &result) {
        if (!asJSON)
          printResult(result);
      });
  if (!report)
    return fail(report.takeError());
  bool isKept = !store.empty() || report->answer() == ChangeAnswer::Wrong;
  if (!isKept)
    llvm::sys::fs::remove_directories(*folder);
  if (asJSON) {
    llvm::json::Object object = choice->toJSON();
    object["check"] = report->toJSON();
    if (isKept)
      object["folder"] = *folder;
    printJSON(std::move(object));
  } else {
    report->print(llvm::outs());
    if (isKept)
      llvm::outs() << "kept in " << *folder << '\n';
  }
  return exitCodeOf(report->answer());
}
