//===- KeptCompilersTest.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/KeptCompilers.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

/// As the options of a program that goes through a stage on request.
static ComparisonOptions withRequest(ComparisonOptions options) {
  options.compile.enabledPatterns.push_back("tileas-prepare-for-scheduling");
  return options;
}

TEST(KeptCompilersTest, UsualOnesAreKeptAndOthersAreNot) {
  ComparisonOptions usual, shorter;
  shorter.compile.stopAfter = "convert-tileaa-to-tileas";
  KeptCompilers compilers(usual.compile);
  Compiler *first = &compilers.get(usual);
  EXPECT_NE(&compilers.get(shorter), first);
  compilers.get(withRequest(usual));
  EXPECT_EQ(&compilers.get(usual), first);
  EXPECT_EQ(compilers.size(), 3u);
  compilers.get(withRequest(shorter));
  EXPECT_EQ(compilers.size(), 3u);
  compilers.clear();
  EXPECT_EQ(compilers.size(), 0u);
}

/// With a sanitizer, what outlives its context is a use of freed memory here.
TEST(KeptCompilersTest, NothingIsLeftOfAContext) {
  ComparisonOptions usual;
  usual.compile.stopAfter = "convert-tileas-to-nvvm";
  KeptCompilers compilers(usual.compile);
  for (unsigned round = 0; round < 2; ++round) {
    std::unique_ptr<mlir::MLIRContext> context = createContext();
    for (ComparisonOptions options : {usual, withRequest(usual)}) {
      Program program =
          llvm::cantFail(generateProgram(*context, /*seed=*/round, {}));
      options.compiler = &compilers.get(options);
      EXPECT_FALSE(compareStagesInPlace(program, options).finding);
    }
    EXPECT_EQ(compilers.size(), 2u);
    compilers.clear();
    ASSERT_EQ(compilers.size(), 0u);
  }
}
