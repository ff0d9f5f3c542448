//===- ReachedTest.cpp - Every seeded bug has a site ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Transforms/InjectTcgen05Fence.h"
#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Llvm/LlvmTrial.h"
#include "fuzz/Score/ScoreUnit.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "oracle/Patterns/PatternInstances.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tilefuzz;

/// Applies the dialect's patterns, all right ones, to the instances of one.
static void applyToInstances(const PatternTable &table, StringRef pattern,
                             MLIRContext &context, BugCanaries &canaries) {
  NamedPatternOptions options;
  options.bugs.canaries = &canaries;
  // Some are sound in no form, and off by default.
  options.enabled.push_back(pattern.str());
  for (const PatternInstance &instance : instancesOf(pattern)) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(instance.text, &context);
    ASSERT_TRUE(bool(module)) << instance.name;
    (void)applyNamedPatterns(module.get(), table.rows, options);
    if (table.finish)
      table.finish(module.get(), options);
  }
}

/// Puts fences into a program, for the target that its comment `// target:`
/// names.
static void putFencesInto(StringRef path, MLIRContext &context,
                          BugCanaries &canaries) {
  auto file = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(file)) << path.str();
  StringRef text = (*file)->getBuffer();
  StringRef target = text.split("// target: ").second.split('\n').first;
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(bool(module)) << path.str();
  InjectTcgen05FenceOptions options;
  options.target = target.empty() ? "sm_100a" : target.str();
  options.bugs.canaries = &canaries;
  PassManager manager(&context);
  manager.addPass(createInjectTcgen05FencePass(options));
  // A use on a target without tensor memory is an error.
  (void)manager.run(*module);
}

namespace {
struct MakingRoundTrips : Observer {
  bool wants(const Stage &) override { return true; }
};
} // namespace

TEST(Reached, EveryBugOnSomeInputOfTheCorrectCompiler) {
  BugCanaries canaries;
  // Of a lowering, by the programs that show bugs and by random ones; of a
  // pattern, by what it is proved on.
  WorkerConfig config;
  config.seed = 1;
  config.corpus = llvm::cantFail(listCorpus(TILEFUZZ_WITNESSES));
  // A run at its stage alone shows this one.
  config.corpus.push_back(TILEFUZZ_SCHEDULE_WITNESSES
                          "/async-copies-relaxed.mlir");
  ProgramSource source(config);
  CompileOptions compile;
  compile.bugs.canaries = &canaries;
  for (uint64_t index = 0; index < config.corpus.size() + 300; ++index) {
    // Code generation is most of the time: the programs that show its bugs.
    compile.stopAfter =
        index < config.corpus.size() ? "emit-ptx" : "convert-tileas-to-nvvm";
    // Of a tier that only runs on request.
    compile.enabledPatterns.clear();
    if (index < config.corpus.size()) {
      std::optional<SeededBug> bug =
          findSeededBug(llvm::sys::path::stem(config.corpus[index]));
      ASSERT_TRUE(bug.has_value()) << config.corpus[index];
      compile.target = CompileOptions().target;
      requestFor(compile, *bug);
      if (const Stage &own = getStageOf(getInfo(*bug)); own.isOnRequest)
        compile.enabledPatterns = {own.name.str()};
    }
    llvm::Expected<Program> program = source.get(index);
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    ScopedDiagnosticHandler quiet(program->module->getContext(),
                                  [](Diagnostic &) { return success(); });
    MakingRoundTrips observer;
    (void)tilefuzz::compile(program->module.get(), compile, &observer);
  }
  std::unique_ptr<MLIRContext> context = createContext();
  context->allowUnregisteredDialects();
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      if (llvm::any_of(getSeededBugs(), [&](const SeededBugInfo &info) {
            return info.where == row.name && !canaries.reached(info.bug);
          }))
        applyToInstances(table, row.name, *context, canaries);
  // Of a pass over LLVM IR, by random modules.
  for (uint64_t index = 0; index < 60; ++index) {
    llvm::LLVMContext llvmContext;
    LlvmTrialOptions trial;
    trial.bugs.canaries = &canaries;
    (void)tryLlvmProgram(generateLlvm(llvmContext, {1, index, 24}), trial);
  }
  for (const char *name :
       {"pretreat-copies-low-half", "select-forgets-compiler-used"}) {
    llvm::LLVMContext llvmContext;
    auto file = llvm::MemoryBuffer::getFile(
        std::string(TILEFUZZ_LLVM_WITNESSES "/") + name + ".ll");
    ASSERT_TRUE(bool(file)) << name;
    llvm::Expected<LlvmProgram> program =
        parseLlvmProgram((*file)->getBuffer(), name, llvmContext);
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    LlvmTrialOptions trial;
    trial.bugs.canaries = &canaries;
    (void)tryLlvmProgram(*program, trial);
  }
  // Of the fences of tensor memory, by the programs that show them.
  ScopedDiagnosticHandler quiet(context.get(),
                                [](Diagnostic &) { return success(); });
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(TILEFUZZ_FENCE_WITNESSES, error);
       !error && file != llvm::sys::fs::directory_iterator();
       file.increment(error))
    if (llvm::sys::path::extension(file->path()) == ".mlir")
      putFencesInto(file->path(), *context, canaries);
  ASSERT_FALSE(error) << error.message();
  for (const SeededBugInfo &info : getSeededBugs()) {
    EXPECT_GT(canaries.reached(info.bug), 0u) << info.name.str();
    EXPECT_EQ(canaries.fired(info.bug), 0u) << info.name.str();
  }
}

TEST(Reached, EveryStageHasALanguage) {
  for (const Stage &stage : getStages())
    EXPECT_FALSE(languagesFor(stage).empty()) << stage.name.str();
}
