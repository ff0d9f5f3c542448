//===- BrokenProgramTest.cpp - Modules that break a rule ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/BrokenProgram.h"
#include "compiler/Bytecode/Bytecode.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Sut/TileTrial.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;

namespace {
class BrokenProgramTest : public testing::Test {
protected:
  bool isRead(llvm::StringRef bytes) {
    llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
        readBytecode(bytes, "test", *context);
    bool isGood = bool(module);
    if (!module)
      llvm::consumeError(module.takeError());
    return isGood;
  }
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  mlir::ScopedDiagnosticHandler quiet{
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); }};
};

/// What is given to a tool breaks a rule, and shows it in its bytes; the
/// program itself is as it was. Random programs break many rules.
TEST_F(BrokenProgramTest, RandomProgramsBreakRules) {
  std::set<std::string> rules;
  unsigned count = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    llvm::Expected<Program> program = generateProgram(*context, seed, {});
    ASSERT_TRUE(bool(program));
    std::string before = program->toString();
    ByteSource choices(seed);
    std::optional<BrokenProgram> broken =
        breakProgram(*program->module, choices, "13.3");
    EXPECT_EQ(program->toString(), before);
    if (!broken)
      continue;
    ++count;
    EXPECT_FALSE(isRead(broken->bytes));
    EXPECT_FALSE(broken->rule.empty());
    rules.insert(Symptom::message(broken->rule).key());
    // The text says the same again, which is what is stored.
    mlir::OwningOpRef<mlir::ModuleOp> again =
        llvm::cantFail(readUnverified(broken->text, "again", *context));
    std::optional<BrokenProgram> second = findFault(*again, "13.3");
    ASSERT_TRUE(second.has_value()) << broken->text;
    EXPECT_EQ(second->rule, broken->rule);
    EXPECT_EQ(second->operation, broken->operation);
  }
  EXPECT_GE(count, 40u);
  EXPECT_GE(rules.size(), 12u);
}

TEST_F(BrokenProgramTest, ValidModulesHaveNoFault) {
  Program program = llvm::cantFail(generateProgram(*context, 3, {}));
  EXPECT_FALSE(findFault(*program.module, "13.3").has_value());
}

/// A tool that accepts every module: what is left breaks the rule still, and no
/// operation can be left out.
TEST_F(BrokenProgramTest, ReductionKeepsTheRule) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("broken", folder));
  SutDescription sut;
  sut.name = "accepts";
  sut.kind = SutKind::BytecodeToCubin;
  sut.language = SutLanguage::CudaTile;
  sut.format = SutFormat::Bytecode;
  sut.command = {"sh", "-c", "echo code > $1", "{in}", "{out}"};
  sut.bytecode = "13.3";
  SutRun run;
  // Not every program is one of 13.3, nor has a rule that can be broken.
  std::optional<BrokenProgram> broken;
  for (uint64_t seed = 0; !broken && seed < 50; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed, {}));
    ByteSource choices(seed);
    broken = breakProgram(*program.module, choices, "13.3");
  }
  ASSERT_TRUE(broken.has_value());
  TrialResult result = tryBrokenProgram(sut, run, folder, *broken);
  EXPECT_TRUE(result.isFinding(FindingKind::AcceptsInvalid));
  EXPECT_EQ(result.detail, "accepts: " + broken->rule);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      llvm::cantFail(readUnverified(broken->text, "broken", *context));
  BrokenProgram small = reduceBrokenProgram(
      sut, run, folder, *module, *broken, FindingKind::AcceptsInvalid, nullptr);
  EXPECT_EQ(small.operation, broken->operation);
  EXPECT_EQ(Symptom::message(small.rule).key(),
            Symptom::message(broken->rule).key());
  EXPECT_LT(small.text.size(), broken->text.size());
  EXPECT_FALSE(isRead(small.bytes));
  // One that refuses it is right.
  sut.command = {"sh", "-c", "exit 3", "{in}", "{out}"};
  EXPECT_EQ(tryBrokenProgram(sut, run, folder, *broken).verdict,
            TrialVerdict::Same);
  sut.command = {"sh", "-c", "kill -SEGV $$", "{in}", "{out}"};
  EXPECT_TRUE(tryBrokenProgram(sut, run, folder, *broken)
                  .isFinding(FindingKind::Crash));
  llvm::sys::fs::remove_directories(folder);
}
} // namespace
