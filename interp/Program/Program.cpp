//===- Program.cpp - A module and its launch ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/Program.h"
#include "compiler/Bytecode/Bytecode.h"
#include "interp/Program/ProgramFile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace tilefuzz;

Program Program::clone() const {
  return Program{OwningOpRef<ModuleOp>(module.get().clone()), launch};
}

std::string Program::toString(bool isGeneric) const {
  std::string text = launch.toString();
  llvm::raw_string_ostream os(text);
  module.get().print(os, OpPrintingFlags().printGenericOpForm(isGeneric));
  os << "\n";
  return text;
}

llvm::Expected<OwningOpRef<ModuleOp>>
tilefuzz::parseModule(llvm::StringRef text, llvm::StringRef fileName,
                      MLIRContext &context) {
  if (isBytecode(text))
    return readBytecode(text, fileName, context);
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error || !error.empty())
      return success();
    llvm::raw_string_ostream os(error);
    if (auto loc = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
      os << loc.getFilename().getValue() << ":" << loc.getLine() << ":"
         << loc.getColumn();
    else
      os << fileName;
    os << ": error: " << diagnostic;
    return success();
  });
  ParserConfig config(&context);
  // MLIR's lexer reads up to a final 0, which a StringRef need not have.
  std::unique_ptr<llvm::MemoryBuffer> terminated =
      llvm::MemoryBuffer::getMemBufferCopy(text, fileName);
  auto module =
      parseSourceString<ModuleOp>(terminated->getBuffer(), config, fileName);
  if (!module)
    return llvm::createStringError(
        error.empty() ? (fileName + ": error: not a module").str() : error);
  return module;
}

llvm::Expected<Program> tilefuzz::parseProgram(llvm::StringRef text,
                                               llvm::StringRef fileName,
                                               MLIRContext &context) {
  llvm::Expected<Launch> launch = parseLaunch(text, fileName);
  if (!launch)
    return launch.takeError();
  auto module = parseModule(text, fileName, context);
  if (!module)
    return module.takeError();
  return Program{std::move(*module), std::move(*launch)};
}

llvm::Expected<Program> tilefuzz::readProgram(llvm::StringRef path,
                                              MLIRContext &context) {
  llvm::Expected<ProgramFile> file = ProgramFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<Launch> launch = file->readLaunch();
  if (!launch)
    return launch.takeError();
  auto module = file->parse(context);
  if (!module)
    return module.takeError();
  return Program{std::move(*module), std::move(*launch)};
}
