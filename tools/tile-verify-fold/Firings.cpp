//===- Firings.cpp - Instances and weights from programs ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tools/tile-verify-fold/Firings.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Files/WholeFile.h"
#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Findings/Database.h"
#include "fuzz/Generate/Generate.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefuzz;

static bool isDatabase(llvm::StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
      llvm::MemoryBuffer::getFileSlice(path, 16, 0);
  return file && (*file)->getBuffer().starts_with("SQLite format");
}

llvm::Expected<std::map<std::string, uint64_t>>
tilefuzz::readFirings(llvm::StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
      llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::createStringError("'" + path +
                                   "': " + file.getError().message());
  if ((*file)->getBuffer().starts_with("SQLite format")) {
    llvm::Expected<Database> database =
        Database::open(path, Database::Mode::ReadOnly);
    if (!database)
      return database.takeError();
    return database->firings();
  }
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse((*file)->getBuffer());
  if (!value)
    return llvm::createStringError("'" + path +
                                   "': " + llvm::toString(value.takeError()));
  const llvm::json::Object *root = value->getAsObject();
  const llvm::json::Object *firings =
      root ? root->getObject("firings") : nullptr;
  if (!firings)
    return llvm::createStringError("'" + path + "' has no \"firings\"");
  std::map<std::string, uint64_t> counts;
  for (const auto &[name, count] : *firings)
    counts[name.str()] = count.getAsInteger().value_or(0);
  return counts;
}

/// All .mlir files below a folder, in order; a file is itself.
static llvm::Error listFiles(llvm::StringRef path,
                             std::vector<std::string> &files) {
  if (!llvm::sys::fs::is_directory(path)) {
    files.push_back(path.str());
    return llvm::Error::success();
  }
  std::error_code error;
  size_t first = files.size();
  for (llvm::sys::fs::recursive_directory_iterator it(path, error), end;
       it != end && !error; it.increment(error))
    if (llvm::StringRef(it->path()).ends_with(".mlir"))
      files.push_back(it->path());
  if (error)
    return llvm::createStringError("'" + path + "': " + error.message());
  llvm::sort(files.begin() + first, files.end());
  return llvm::Error::success();
}

llvm::Error
tilefuzz::harvestPrograms(const HarvestSources &sources, Harvest &harvest,
                          uint64_t &failed,
                          std::map<std::string, uint64_t> &firings) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.loadAllAvailableDialects();
  // A program that does not compile is counted, not reported.
  mlir::ScopedDiagnosticHandler silent(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  std::vector<std::string> files;
  for (std::string path : sources.paths) {
    if (isDatabase(path)) {
      llvm::Expected<std::map<std::string, uint64_t>> counts =
          readFirings(path);
      if (!counts)
        return counts.takeError();
      for (const auto &[pattern, count] : *counts)
        firings[pattern] += count;
      path = corpusFolderFor(path);
      // It may have kept none.
      if (!llvm::sys::fs::is_directory(path))
        continue;
    }
    if (llvm::Error error = listFiles(path, files))
      return error;
  }
  for (const std::string &path : files) {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
        llvm::MemoryBuffer::getFile(path);
    if (!file)
      return llvm::createStringError("'" + path +
                                     "': " + file.getError().message());
    llvm::SourceMgr buffers;
    buffers.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
    mlir::OwningOpRef<mlir::ModuleOp> module =
        parseModuleFile(buffers, context);
    failed += !module || mlir::failed(harvest.add(module.get()));
  }
  for (uint64_t i = 0; i < sources.programs; ++i) {
    llvm::Expected<Program> program =
        generateProgram(context, sources.seed + i);
    if (!program)
      return program.takeError();
    failed += mlir::failed(harvest.add(program->module.get()));
  }
  return llvm::Error::success();
}

llvm::Error tilefuzz::writeInstances(const Harvest &harvest,
                                     llvm::StringRef folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError("'" + folder + "': " + error.message());
  for (const auto &[name, pattern] : harvest.patterns())
    for (const auto &[i, instance] : llvm::enumerate(pattern.instances)) {
      std::string path =
          (folder + "/" + name + "." + llvm::Twine(i) + ".mlir").str();
      if (llvm::Error error = writeWholeFile(
              path, llvm::formatv("// {0}, fired {1} times\n{2}", name,
                                  instance.firings, instance.text)
                        .str()))
        return error;
    }
  return llvm::Error::success();
}
