//===- ProgramFile.cpp - The file of a program and its launch -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/ProgramFile.h"
#include "compiler/Bytecode/Bytecode.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tilefuzz;

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openFile(llvm::StringRef path) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &message);
  if (!file)
    return llvm::createStringError(message);
  return file;
}

static std::string pathOfLaunch(llvm::StringRef path) {
  llvm::SmallString<128> side(path);
  llvm::sys::path::replace_extension(side, "launch");
  return side.str().str();
}

llvm::Expected<ProgramFile> ProgramFile::open(llvm::StringRef path,
                                              llvm::StringRef launchPath) {
  ProgramFile program;
  program.path = path.str();
  auto file = openFile(path);
  if (!file)
    return file.takeError();
  program.file = std::move(*file);
  std::string side = launchPath.str();
  if (side.empty()) {
    program.hasOwnLaunch =
        !program.isBytecode() && program.contents().contains("// tilefuzz.");
    if (!program.hasOwnLaunch && llvm::sys::fs::exists(pathOfLaunch(path)))
      side = pathOfLaunch(path);
  }
  if (side.empty())
    return program;
  auto launch = openFile(side);
  if (!launch)
    return launch.takeError();
  program.launch = std::move(*launch);
  return program;
}

bool ProgramFile::isBytecode() const {
  return tilefuzz::isBytecode(contents());
}

llvm::Expected<Launch> ProgramFile::readLaunch() const {
  if (hasLaunchLines())
    return parseLaunch(launchText().getBuffer(),
                       launchText().getBufferIdentifier());
  return llvm::createStringError(
      path +
      (isBytecode() ? ": error: bytecode has no launch lines"
                    : ":1:1: error: no launch lines") +
      ", and there is no file '" + pathOfLaunch(path) + "'");
}

llvm::Expected<OwningOpRef<ModuleOp>>
ProgramFile::parse(MLIRContext &context) const {
  return parseModule(contents(), path, context);
}

OwningOpRef<ModuleOp> ProgramFile::parse(MLIRContext &context,
                                         llvm::SourceMgr &sources) const {
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(
                                 contents(), file->getBufferIdentifier()),
                             llvm::SMLoc());
  return parseModuleFile(sources, context);
}
