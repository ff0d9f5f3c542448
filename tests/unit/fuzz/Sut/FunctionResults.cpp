//===- FunctionResults.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "FunctionResults.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "interp/Function/FunctionCalls.h"
#include "mlir/Parser/Parser.h"

using namespace tilefuzz;

std::string tilefuzz::resultsOf(llvm::StringRef text,
                                const FunctionRunOptions &options) {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  if (!module)
    return "invalid";
  llvm::Expected<std::vector<FunctionCall>> calls =
      parseFunctionCalls(text, *module);
  if (!calls)
    return llvm::toString(calls.takeError());
  FunctionProgram program(*module);
  std::string all;
  for (const FunctionCall &call : *calls) {
    FunctionRun run = program.run(call.function, call.arguments, options);
    all += all.empty() ? "" : " | ";
    if (!run.completed()) {
      all += run.summary();
      continue;
    }
    for (auto [i, value] : llvm::enumerate(run.results))
      all += (i ? " " : "") + printFunctionValue(value);
  }
  return all;
}
