//===- KeptProgramsTest.cpp - What a tool did, and more of the same -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/KeptPrograms.h"
#include "fuzz/Campaign/ProgramEpochs.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "fuzz/Sut/MutateFunction.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "tests/unit/fuzz/Campaign/TemporaryFolder.h"

using namespace tilefuzz;

namespace {
ProgramForm formOfText(llvm::StringRef text) {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  return formOf(*module->getOps<mlir::func::FuncOp>().begin());
}

constexpr llvm::StringLiteral source = R"(
func.func @f(%a: i32) -> i32 {
  %unused = arith.muli %a, %a : i32
  %0 = arith.constant 3 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.constant 3 : i32
  %3 = arith.subi %1, %2 : i32
  return %3 : i32
})";

TEST(KeptPrograms, CleaningUpIsNoEffect) {
  EXPECT_EQ(effectsOn(formOfText(source), formOfText(R"(
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 3 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.subi %1, %0 : i32
  return %2 : i32
})")),
            std::vector<std::string>());
}

TEST(KeptPrograms, EffectsAreWhatThereIsMoreAndLessOf) {
  EXPECT_EQ(effectsOn(formOfText(source), formOfText(R"(
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 3 : i32
  %1 = arith.xori %a, %0 : i32
  %2 = arith.subi %1, %0 : i32
  return %2 : i32
})")),
            (std::vector<std::string>{"arith.addi to arith.xori", "changes",
                                      "gains arith.xori", "loses arith.addi"}));
  EXPECT_EQ(effectsOn(formOfText(source), formOfText(R"(
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 4 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.subi %1, %0 : i32
  return %2 : i32
})")),
            std::vector<std::string>{"changes"});
  EXPECT_EQ(effectsSaid("remark: 3 loops fused\n----\nremark: 4 loops fused\n")
                .size(),
            1u);
}

TEST(KeptPrograms, PicksOfProgramsThatAreDone) {
  TemporaryFolder folder;
  SutRun peel, fuse;
  peel.name = "peel";
  fuse.name = "fuse";
  KeptPrograms kept(folder / "kept"), other(folder / "kept");
  ByteSource choices(uint64_t(1));
  auto pick = [&](const KeptPrograms &of, const SutRun &run) {
    return llvm::cantFail(of.pick(choices, &run));
  };
  llvm::cantFail(kept.lookAt(5));
  EXPECT_EQ(pick(kept, peel), "");
  auto keep = [&](KeptPrograms &by, const SutRun &run, uint64_t number,
                  std::vector<std::string> effects, const char *text) {
    llvm::cantFail(by.keep(run, number, effects, [&] { return text; }));
  };
  keep(kept, peel, 20, {"gains scf.for"}, "twenty");
  // What has been met is not kept again; another worker does not know.
  keep(kept, peel, 21, {"gains scf.for"}, "again");
  keep(other, peel, 12, {"gains scf.for"}, "twelve");
  keep(other, fuse, 30, {"changes"}, "thirty");
  EXPECT_EQ(TemporaryFolder::countEntries(folder / "kept"), 3u);
  llvm::cantFail(kept.lookAt(12));
  EXPECT_EQ(pick(kept, peel), "");
  llvm::cantFail(kept.lookAt(30));
  for (int i = 0; i < 20; ++i)
    EXPECT_NE(pick(kept, peel).find("\ntwelve"), std::string::npos);
  EXPECT_EQ(pick(kept, fuse), "");
  llvm::cantFail(kept.lookAt(31));
  EXPECT_NE(pick(kept, fuse).find("\nthirty"), std::string::npos);
}

TEST(ProgramEpochs, NobodyLooksAtWhatIsNotDone) {
  ProgramEpochs epochs{10};
  uint64_t begin = 0;
  for (uint64_t epoch = 0; epoch < 40; ++epoch) {
    uint64_t end = epochs.beginOf(epoch + 1);
    EXPECT_EQ(epochs.beginOf(epoch), begin);
    EXPECT_GE(end - begin, epochs.base);
    EXPECT_LE(end - begin, epochs.base * ProgramEpochs::mostBases);
    EXPECT_EQ(epochs.epochOf(begin), epoch);
    EXPECT_EQ(epochs.epochOf(end - 1), epoch);
    begin = end;
  }
  uint64_t last = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(epochs.availableAt(last - 5), last);
  EXPECT_LT(epochs.visibleTo(last - 5), last - 5);
  for (uint64_t frontier = 0; frontier < 3000; ++frontier) {
    uint64_t available = epochs.availableAt(frontier);
    EXPECT_GE(available, frontier + epochs.base);
    EXPECT_LE(epochs.visibleTo(available - 1), frontier);
  }
}

/// Mutants verify, and most compute something else.
TEST(MutateFunction, LeavesValidFunctions) {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
  FunctionGeneratorOptions options;
  unsigned changed = 0, loops = 0;
  constexpr unsigned functions = 300;
  for (uint64_t seed = 0; seed < functions; ++seed) {
    mlir::func::FuncOp function =
        generateFunction(*module, "f" + std::to_string(seed), seed, options);
    ASSERT_TRUE(mlir::succeeded(mlir::verify(function)));
    ProgramForm before = formOf(function);
    ByteSource choices(seed);
    for (unsigned i = 0; i < 4; ++i) {
      mutateFunction(function, choices, options);
      std::string text;
      llvm::raw_string_ostream(text) << function;
      ASSERT_TRUE(mlir::succeeded(mlir::verify(function))) << text;
    }
    ProgramForm after = formOf(function);
    changed += before.text != after.text;
    loops += after.operations["scf.for"] > before.operations["scf.for"];
  }
  EXPECT_GT(changed, functions * 9 / 10);
  EXPECT_GT(loops, functions / 10);
}
} // namespace
