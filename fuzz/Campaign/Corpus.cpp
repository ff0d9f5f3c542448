//===- Corpus.cpp - The programs beside the database ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Corpus.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Support/Files/SyncedFile.h"
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Stages/Features.h"
#include "fuzz/Stages/StageComparison.h"
#include "interp/Invent/InventLaunch.h"
#include "interp/Program/ProgramFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <set>
#include <sys/mman.h>

using namespace tilefuzz;

static llvm::Error createFolder(llvm::StringRef folder) {
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return storageError(folder + ": error: " + code.message());
  return llvm::Error::success();
}

static std::string join(llvm::StringRef folder, const llvm::Twine &name) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

/// The files themselves and those below folders, sorted.
static llvm::Expected<std::vector<std::string>>
expandPaths(llvm::ArrayRef<std::string> paths) {
  std::set<std::string> files;
  for (const std::string &path : paths) {
    llvm::sys::fs::file_status status;
    if (std::error_code code = llvm::sys::fs::status(path, status))
      return llvm::createStringError(path + ": error: " + code.message());
    if (!llvm::sys::fs::is_directory(status)) {
      files.insert(path);
      continue;
    }
    std::error_code code;
    for (llvm::sys::fs::recursive_directory_iterator it(path, code), end;
         it != end && !code; it.increment(code))
      if (llvm::sys::fs::is_regular_file(it->path()) &&
          llvm::sys::path::extension(it->path()) != ".launch")
        files.insert(it->path());
    if (code)
      return llvm::createStringError(path + ": error: " + code.message());
  }
  return std::vector<std::string>(files.begin(), files.end());
}

/// Calls `visit` with each file that is a program, in contexts that do not grow
/// for ever; the others are refused.
static llvm::Error forEachProgram(
    llvm::ArrayRef<std::string> files, CorpusChange &change,
    llvm::function_ref<llvm::Error(const std::string &, Program &)> visit) {
  std::unique_ptr<mlir::MLIRContext> context;
  for (auto [number, file] : llvm::enumerate(files)) {
    if (number % 500 == 0)
      context = createContext();
    mlir::ScopedDiagnosticHandler silence(
        context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
    llvm::Expected<Program> program = readProgram(file, *context);
    if (!program) {
      change.refused.push_back(llvm::toString(program.takeError()));
      continue;
    }
    if (llvm::Error error = visit(file, *program))
      return error;
  }
  return llvm::Error::success();
}

/// The same for programs that differ in the name of their module only, which
/// bytecode does not have.
static uint64_t contentOf(llvm::StringRef text) {
  constexpr llvm::StringLiteral sign = "cuda_tile.module @";
  size_t at = text.find(sign);
  if (at == llvm::StringRef::npos)
    return llvm::xxHash64(text);
  at += sign.size();
  size_t end = text.substr(at).starts_with("\"") ? text.find('"', at + 1)
                                                 : text.find(' ', at);
  return llvm::xxHash64((text.take_front(at) + text.substr(end)).str());
}

/// Of the programs in text that are there.
static llvm::DenseSet<uint64_t> contentsOf(llvm::ArrayRef<std::string> files) {
  llvm::DenseSet<uint64_t> contents;
  for (const std::string &file : files)
    if (auto buffer = llvm::MemoryBuffer::getFile(file))
      contents.insert(contentOf((*buffer)->getBuffer()));
  return contents;
}

/// What the child that runs the launches found, as text: the launch, or, if
/// there is none under which the program is defined, nothing and why.
static llvm::Expected<Launch> inventInChild(const std::string &path,
                                            mlir::ModuleOp module,
                                            llvm::StringRef kernel) {
  constexpr size_t size = 1 << 16;
  void *shared = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return llvm::createStringError("out of memory");
  auto *text = static_cast<char *>(shared);
  enum { IsDefined = 0, IsNot = 1 };
  ProcessEnd end = runInChild(
      [&] {
        llvm::Expected<InventedLaunch> invented = inventLaunch(module, kernel);
        std::string said = invented ? invented->isDefined
                                          ? invented->launch.toString()
                                          : invented->trouble
                                    : llvm::toString(invented.takeError());
        said.resize(std::min(said.size(), size - 1));
        std::memcpy(text, said.data(), said.size());
        return invented && invented->isDefined ? IsDefined : IsNot;
      },
      30);
  std::string said = text;
  ::munmap(shared, size);
  if (end.signal || end.exitCode > IsNot)
    said = end.describe();
  if (end.signal || end.exitCode)
    return llvm::createStringError(path +
                                   ": error: it has no launch lines, and none "
                                   "can be made up for @" +
                                   kernel + ": " + said);
  return parseLaunch(said, path);
}

/// A program for each entry of a module without launch lines.
static llvm::Error
inventPrograms(const std::string &path, CorpusChange &change,
               llvm::function_ref<llvm::Error(Program &)> visit) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  mlir::ScopedDiagnosticHandler silence(
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<ProgramFile> file = ProgramFile::open(path);
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      file ? file->parse(*context) : file.takeError();
  if (!module) {
    change.refused.push_back(llvm::toString(module.takeError()));
    return llvm::Error::success();
  }
  std::vector<mlir::FunctionOpInterface> entries = findEntries(**module);
  if (entries.empty())
    change.refused.push_back(path + ": error: the program has no entry");
  for (mlir::FunctionOpInterface entry : entries) {
    llvm::Expected<Launch> launch =
        inventInChild(path, **module, entry.getName());
    if (!launch) {
      change.refused.push_back(llvm::toString(launch.takeError()));
      continue;
    }
    Program program;
    program.module = (*module)->clone();
    program.launch = std::move(*launch);
    if (llvm::Error error = visit(program))
      return error;
  }
  return llvm::Error::success();
}

static bool hasLaunchLines(const std::string &path) {
  llvm::Expected<ProgramFile> file = ProgramFile::open(path);
  if (file)
    return file->hasLaunchLines();
  // Who reads it says what is wrong.
  llvm::consumeError(file.takeError());
  return true;
}

llvm::Expected<CorpusChange>
tilefuzz::addToCorpus(llvm::StringRef folder,
                      llvm::ArrayRef<std::string> paths) {
  llvm::Expected<std::vector<std::string>> files = expandPaths(paths);
  if (!files)
    return files.takeError();
  if (llvm::Error error = createFolder(folder))
    return std::move(error);
  llvm::Expected<std::vector<std::string>> there = listCorpus(folder);
  if (!there)
    return there.takeError();
  llvm::DenseSet<uint64_t> contents = contentsOf(*there);
  CorpusChange change;
  auto add = [&](Program &program) -> llvm::Error {
    std::string text = program.toString();
    if (!contents.insert(contentOf(text)).second) {
      ++change.same;
      return llvm::Error::success();
    }
    std::string path =
        join(folder, "p" +
                         llvm::utohexstr(llvm::xxHash64(text),
                                         /*LowerCase=*/true, /*Width=*/16) +
                         ".mlir");
    change.files.push_back(path);
    return replaceSynced(path, text);
  };
  std::vector<std::string> programs, bare;
  for (const std::string &file : *files)
    (hasLaunchLines(file) ? programs : bare).push_back(file);
  llvm::Error error = forEachProgram(
      programs, change,
      [&](const std::string &, Program &program) { return add(program); });
  if (error)
    return std::move(error);
  for (const std::string &path : bare)
    if (llvm::Error error = inventPrograms(path, change, add))
      return std::move(error);
  return change;
}

llvm::Expected<CorpusChange> tilefuzz::exportCorpus(llvm::StringRef folder,
                                                    llvm::StringRef output,
                                                    bool bytecode) {
  llvm::Expected<std::vector<std::string>> files = listCorpus(folder);
  if (!files)
    return files.takeError();
  if (llvm::Error error = createFolder(output))
    return std::move(error);
  if (llvm::sys::fs::equivalent(folder, output))
    return llvm::createStringError(output +
                                   ": error: that is the corpus itself");
  CorpusChange change;
  llvm::Error error = forEachProgram(
      *files, change,
      [&](const std::string &file, Program &program) -> llvm::Error {
        llvm::StringRef stem = llvm::sys::path::stem(file);
        std::string path =
            join(output, stem + (bytecode ? ".tileirbc" : ".mlir"));
        if (!bytecode) {
          change.files.push_back(path);
          return writeWholeFile(path, program.toString());
        }
        mlir::FailureOr<std::string> bytes = writeBytecode(*program.module);
        if (mlir::failed(bytes)) {
          change.refused.push_back(file +
                                   ": error: bytecode cannot express it");
          return llvm::Error::success();
        }
        change.files.push_back(path);
        if (llvm::Error error = writeWholeFile(join(output, stem + ".launch"),
                                               program.launch.toString()))
          return error;
        return writeWholeFile(path, *bytes);
      });
  if (error)
    return std::move(error);
  return change;
}

//===----------------------------------------------------------------------===//
// Minimisation
//===----------------------------------------------------------------------===//

/// In the child: one feature per line.
static int writeFeatures(llvm::StringRef path, char *output, size_t size) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  mlir::ScopedDiagnosticHandler silence(
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<Program> program = readProgram(path, *context);
  if (!program) {
    llvm::consumeError(program.takeError());
    return 1;
  }
  FiringCounts firings;
  ComparisonOptions options;
  options.compile.firings = &firings;
  EdgeFlags::get().clear();
  FeatureTracker::clearBranches();
  ComparisonReport report = compareStages(*program, options);
  if (report.finding)
    return 1;
  Counts fired;
  for (const auto &entry : firings.counts)
    fired[entry.getKey().str()] = entry.getValue();
  FeatureTracker features;
  features.meetBranches();
  std::string text = llvm::join(features.meet(*program->module, fired), "\n");
  if (text.size() >= size)
    return 1;
  std::memcpy(output, text.data(), text.size());
  return 0;
}

llvm::Expected<std::vector<std::string>>
tilefuzz::featuresOf(llvm::StringRef path) {
  constexpr size_t size = 1 << 20;
  void *shared = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return llvm::createStringError("out of memory");
  auto *text = static_cast<char *>(shared);
  ProcessEnd end =
      runInChild([&] { return writeFeatures(path, text, size); }, 30);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::vector<std::string> features(lines.begin(), lines.end());
  ::munmap(shared, size);
  if (end.signal || end.exitCode)
    return llvm::createStringError(path + ": " + end.describe());
  return features;
}

/// With its launch, if no other file of that name uses it.
static llvm::Error removeProgram(llvm::StringRef file) {
  auto beside = [&](llvm::StringRef extension) {
    llvm::SmallString<128> path(file);
    llvm::sys::path::replace_extension(path, extension);
    return path.str().str();
  };
  std::error_code code = llvm::sys::fs::remove(file);
  if (!code && !llvm::sys::fs::exists(beside("mlir")) &&
      !llvm::sys::fs::exists(beside("tileirbc")))
    code = llvm::sys::fs::remove(beside("launch"));
  return code ? storageError(file + ": error: " + code.message())
              : llvm::Error::success();
}

llvm::Expected<CorpusChange> tilefuzz::minimiseCorpus(llvm::StringRef folder,
                                                      bool keepAll) {
  llvm::Expected<std::vector<std::string>> files = listCorpus(folder);
  if (!files)
    return files.takeError();
  std::vector<std::pair<uint64_t, std::string>> bySize;
  for (const std::string &file : *files) {
    uint64_t size = 0;
    if (std::error_code code = llvm::sys::fs::file_size(file, size))
      return storageError(file + ": error: " + code.message());
    bySize.push_back({size, file});
  }
  llvm::sort(bySize);
  CorpusChange change;
  std::set<std::string> covered;
  for (const auto &[size, file] : bySize) {
    llvm::Expected<std::vector<std::string>> features = featuresOf(file);
    bool adds = !features;
    if (features)
      for (const std::string &feature : *features)
        adds |= covered.insert(feature).second;
    else
      change.refused.push_back(llvm::toString(features.takeError()));
    if (adds) {
      ++change.same;
      continue;
    }
    if (!keepAll)
      if (llvm::Error error = removeProgram(file))
        return std::move(error);
    change.files.push_back(file);
  }
  return change;
}
