//===- PrintStage.cpp - The IR after a stage ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/StageComparison.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
/// Prints one stage and stops there.
class PrintingObserver : public Observer {
public:
  explicit PrintingObserver(const Stage &wanted) : wanted(wanted) {}

  LogicalResult afterStage(const Stage &stage, ModuleOp module) override {
    if (&stage != &wanted)
      return success();
    llvm::raw_string_ostream(text) << module << "\n";
    return failure();
  }
  LogicalResult afterStage(const Stage &stage, llvm::Module &module) override {
    if (&stage != &wanted)
      return success();
    llvm::raw_string_ostream os(text);
    module.print(os, nullptr);
    return failure();
  }
  LogicalResult afterStage(const Stage &stage, llvm::StringRef code) override {
    if (&stage != &wanted)
      return success();
    text = stage.level == Level::PTX ? code.str() : "";
    return failure();
  }

  std::string text;

private:
  const Stage &wanted;
};
} // namespace

std::string tilefuzz::printStage(const Program &program,
                                 const CompileOptions &options,
                                 const Stage &stage) {
  PrintingObserver observer(stage);
  OwningOpRef<ModuleOp> module(program.module.get().clone());
  // What is wrong with it is not what is asked.
  ScopedDiagnosticHandler quiet(module->getContext(),
                                [](Diagnostic &) { return success(); });
  CompileOptions compileOptions = options;
  compileOptions.stopAfter = stage.name.str();
  compileOptions.firings = nullptr;
  (void)compile(module.get(), compileOptions, &observer);
  return observer.text;
}
