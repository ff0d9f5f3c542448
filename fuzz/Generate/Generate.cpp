//===- Generate.cpp - Random programs, free of undefined behaviour --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Generate.h"
#include "compiler/Support/ModuleVerifier.h"
#include "fuzz/Generate/Languages.h"
#include "fuzz/Generate/Notes.h"
#include "fuzz/Generate/QuietForms.h"
#include "fuzz/Generate/StrongAccesses.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilefuzz;

static const GeneratedLanguage &languageOf(bool tileAA) {
  return tileAA ? tileAALanguage : cudaTileLanguage;
}

std::vector<StringRef> tilefuzz::generatedOperations(bool tileAA) {
  llvm::SetVector<StringRef> names;
  for (StringRef name : languageOf(tileAA).operations())
    names.insert(name);
  return {names.begin(), names.end()};
}

llvm::Expected<Program>
tilefuzz::generateProgram(MLIRContext &context, ByteSource &source,
                          const GenerateOptions &options) {
  Program program = languageOf(options.tileAA).make(context, source, options);
  if (options.notes && source.oneIn(options.notes))
    addNotes(*program.module, source);
  if (options.strong && source.oneIn(options.strong))
    strengthenAccesses(*program.module, source);
  if (options.tileAA && options.notes && source.oneIn(options.notes))
    addQuietForms(*program.module, source);
  if (options.verify)
    if (llvm::Error error = verifyProgram(program, options.verifier))
      return std::move(error);
  return program;
}

llvm::Error tilefuzz::verifyProgram(const Program &program,
                                    ModuleVerifier *verifier) {
  std::string problem;
  ScopedDiagnosticHandler handler(
      program.module.get()->getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            problem.empty())
          problem = diagnostic.str();
        return success();
      });
  Operation *module = program.module.get();
  if (failed(verifier ? verifier->verify(module) : verify(module))) {
    std::string text;
    llvm::raw_string_ostream os(text);
    program.module.get().print(os, OpPrintingFlags().printGenericOpForm());
    return llvm::createStringError("generated: error: " + problem + "\n" +
                                   text);
  }
  return llvm::Error::success();
}

llvm::Expected<Program>
tilefuzz::generateProgram(MLIRContext &context, uint64_t seed,
                          const GenerateOptions &options) {
  ByteSource source(seed);
  return generateProgram(context, source, options);
}
