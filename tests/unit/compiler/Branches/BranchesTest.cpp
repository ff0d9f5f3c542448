//===- BranchesTest.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Branches/Branches.h"
#include "compiler/CudaTile/CudaTilePatterns.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

/// A build that is to count branches, and does not, fails here.
TEST(BranchesTest, CountersFitTheTable) {
#ifdef TILEFUZZ_BRANCHES
  EXPECT_EQ(BranchTable::get().problem(), "");
  EXPECT_GT(BranchTable::get().branches().size(), 1000u);
#else
  EXPECT_EQ(BranchTable::get().problem(),
            "this build has no counters of branches");
#endif
}

/// The text of each condition stands where the table says.
TEST(BranchesTest, PlacesAreInTheSource) {
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> files;
  const BranchTable &table = BranchTable::get();
  for (const Branch &branch : table.branches()) {
    llvm::StringRef file = table.functions()[branch.function].file;
    std::unique_ptr<llvm::MemoryBuffer> &buffer = files[file];
    if (!buffer) {
      auto read = llvm::MemoryBuffer::getFile(std::string(TILEFUZZ_SOURCE "/") +
                                              file.str());
      ASSERT_TRUE(bool(read)) << file.str();
      buffer = std::move(*read);
    }
    llvm::SmallVector<llvm::StringRef> lines;
    buffer->getBuffer().split(lines, '\n');
    ASSERT_LE(branch.line, lines.size());
    llvm::StringRef line = lines[branch.line - 1].drop_front(branch.column - 1);
    llvm::StringRef first = branch.text.split(' ').first;
    EXPECT_TRUE(line.starts_with(first))
        << table.placeOf(branch) << ": " << branch.text.str();
  }
}

#ifdef TILEFUZZ_BRANCHES
/// What is looked at after many runs is what a record of each has.
TEST(BranchesTest, LooksAfterEachRun) {
  const BranchTable &table = BranchTable::get();
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  auto parse = [&] {
    EXPECT_TRUE(bool(mlir::parseSourceString<mlir::ModuleOp>(
        "cuda_tile.module @m { entry @f() { %x = constant <i32: [1, 2]> : "
        "tile<2xi32>\n return } }",
        &context)));
  };
  llvm::BitVector entered;
  llvm::BitVector recorded = table.record(parse, entered);
  EXPECT_TRUE(recorded.any());
  auto takenBy = [&](const llvm::BitVector &except,
                     llvm::function_ref<void()> body) {
    llvm::BitVector taken(table.branches().size());
    table.clear();
    body();
    table.forEachTaken(except, [&](unsigned branch) { taken.set(branch); });
    return taken;
  };
  llvm::BitVector none(table.branches().size());
  EXPECT_TRUE(takenBy(none, parse) == recorded);
  EXPECT_TRUE(takenBy(recorded, parse) == none);
  EXPECT_TRUE(takenBy(none, [] {}) == none);
}

/// The branches of one condition of `function` that `body` took: "holds" or
/// "fails", or both.
static std::string takenOf(llvm::StringRef function, llvm::StringRef text,
                           llvm::function_ref<void()> body) {
  const BranchTable &table = BranchTable::get();
  llvm::BitVector entered;
  llvm::BitVector taken = table.record(body, entered);
  std::string sides;
  for (auto [i, branch] : llvm::enumerate(table.branches()))
    if (taken.test(i) && branch.text == text &&
        table.functions()[branch.function].name == function)
      sides += branch.holds ? "holds " : "fails ";
  return sides;
}

/// Each record is of what ran in it, and of nothing before.
TEST(BranchesTest, RecordsWhatRan) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  auto canonicalized = [&](llvm::StringRef arms) {
    std::string text = "cuda_tile.module @m {\nentry @f(%c : tile<i1>, %x : "
                       "tile<i32>, %y : tile<i32>) {\n  %r = select %c, " +
                       arms.str() +
                       " : tile<i1>, tile<i32>\n  print_tko \"%i\", %r : "
                       "tile<i32> -> token\n  return\n}\n}\n";
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(bool(module));
    return takenOf("SelectSameArm::matchAndRewrite",
                   "op.getValIfTrue() != op.getValIfFalse()", [&] {
                     (void)applyNamedPatterns(
                         module.get(), mlir::cuda_tile::getPatternRows(), {});
                   });
  };
  EXPECT_EQ(canonicalized("%x, %y"), "holds ");
  EXPECT_EQ(canonicalized("%x, %x"), "fails ");
  EXPECT_EQ(canonicalized("%x, %y"), "holds ");
}

/// A call of a function that was inlined is in the table, too.
TEST(BranchesTest, CallsReachHelpers) {
  const BranchTable &table = BranchTable::get();
  bool found = false;
  for (const BranchFunction &function : table.functions())
    if (function.name == "InverseConditionSelect::matchAndRewrite")
      for (unsigned callee : function.calls)
        found |= table.functions()[callee].name == "invertedBool";
  EXPECT_TRUE(found);
}
#endif
