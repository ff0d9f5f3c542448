//===- Lowered.h - A program compiled to LLVM IR for tests ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_COMPILER_TILEASTONVVM_LOWERED_H
#define TILEFUZZ_TESTS_UNIT_COMPILER_TILEASTONVVM_LOWERED_H

#include "compiler/Backend/Backend.h"
#include "compiler/Conversion/TileASToNVVM/TileASToNVVM.h"
#include "compiler/Pipeline/Pipeline.h"
#include "interp/Program/Program.h"
#include "interp/Simt/Simt.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Pass/PassManager.h"
#include "oracle/Compare/Compare.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "gtest/gtest.h"

namespace tilefuzz {

/// A program, its source outcome and its LLVM module. `error` is empty if all
/// of it came to be.
class Lowered {
public:
  Lowered(mlir::MLIRContext &context, Program program, BugSet bugs = {},
          unsigned numWarps = 4)
      : launch(program.launch) {
    error = lower(context, *program.module, bugs, numWarps);
  }

  ComparisonVerdict compareWithSource(uint64_t schedule = 0) const {
    SimtOptions options;
    options.schedule = schedule;
    return compare(source, runSimt(*module, launch, options));
  }

  Launch launch;
  Outcome source;
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> module;
  std::string error;

private:
  std::string lower(mlir::MLIRContext &context, mlir::ModuleOp program,
                    BugSet bugs, unsigned numWarps) {
    llvm::Expected<DecodedProgram> decoded =
        DecodedProgram::decode(program, launch.kernel);
    if (!decoded)
      return llvm::toString(decoded.takeError());
    llvm::Expected<Outcome> outcome = decoded->run(launch);
    if (!outcome)
      return llvm::toString(outcome.takeError());
    source = *outcome;
    CompileOptions options;
    options.numWarps = numWarps;
    options.stopAfter = "convert-tileaa-to-tileas";
    mlir::PassManager manager(&context);
    TileASToNVVMOptions lowering;
    lowering.bugs = bugs;
    manager.addPass(createTileASToNVVMPass(lowering));
    if (failed(compile(program, options)) || failed(manager.run(program)))
      return "the program does not reach the LLVM dialect";
    auto translated = translateToLLVM(program, llvmContext, "sm_90a");
    if (failed(translated))
      return "the program does not reach LLVM IR";
    module = std::move(*translated);
    return "";
  }
};

/// A context with all dialects, for programs that are lowered.
class LoweredTest : public ::testing::Test {
protected:
  LoweredTest() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    registerBackendTranslations(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  Program parse(llvm::StringRef text) {
    llvm::Expected<Program> program = parseProgram(text, "test", context);
    EXPECT_TRUE(bool(program)) << llvm::toString(program.takeError());
    return std::move(*program);
  }

  mlir::MLIRContext context;
};

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_UNIT_COMPILER_TILEASTONVVM_LOWERED_H
