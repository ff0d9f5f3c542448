//===- Functions.cpp - Files of functions without memory ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Functions.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "interp/Function/FunctionCalls.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Parser/Parser.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static OptionGroup
    functionGroup("Functions of arith, math, scf, vector or tensor");
static cl::opt<unsigned>
    inputs("inputs", cl::init(4), cl::value_desc("N"),
           cl::desc("Calls each function without calls in the file's comments "
                    "with N argument lists. Default: 4."),
           inGroup(functionGroup));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("Makes the argument lists from this seed. Default: 1."),
         inGroup(functionGroup));

bool tilefuzz::isFileOfFunctions(llvm::StringRef text) {
  return text.contains("func.func") && !text.contains("cuda_tile.") &&
         !text.contains("nv_tile");
}

int tilefuzz::runFunctions(llvm::StringRef file, llvm::StringRef text) {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(
          text, mlir::ParserConfig(context.get()), file);
  if (!module)
    return 1;
  llvm::Expected<std::vector<FunctionCall>> calls =
      parseFunctionCalls(text, *module);
  if (!calls) {
    llvm::errs() << file << ": error: " << llvm::toString(calls.takeError())
                 << "\n";
    return 1;
  }
  if (calls->empty())
    for (auto function : module->getOps<mlir::func::FuncOp>()) {
      llvm::ArrayRef<mlir::Type> types = function.getArgumentTypes();
      if (!function.isExternal() && llvm::all_of(types, isFunctionType))
        for (unsigned i = 0; i < inputs; ++i)
          calls->push_back(
              {function.getName().str(), generateArguments(types, seed, i)});
    }
  FunctionProgram program(*module);
  int status = 0;
  for (const FunctionCall &call : *calls) {
    FunctionRun run = program.run(call.function, call.arguments);
    llvm::outs() << "@" << call.function;
    for (const FunctionValue &argument : call.arguments)
      llvm::outs() << " " << printFunctionValue(argument);
    llvm::outs() << ":";
    if (!run.completed()) {
      llvm::outs() << " " << run.summary() << "\n";
      status = 2;
      continue;
    }
    for (const FunctionValue &result : run.results)
      llvm::outs() << " " << printFunctionValue(result);
    llvm::outs() << "\n";
  }
  return status;
}
