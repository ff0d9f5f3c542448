//===- ValueTableTest.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Values/ValueTable.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

static std::string namesOf(ValueClassSet classes) {
  std::string names;
  for (unsigned i = 0; i < numValueClasses; ++i)
    if (classes[i])
      names += (names.empty() ? "" : ", ") + toString(ValueClass(i)).str();
  return names;
}

TEST(ValueClassesTest, ClassesAreOfBits) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::Builder b(&context);
  auto ofInt = [&](unsigned width, uint64_t bits) {
    return namesOf(classesOfBits(b.getIntegerType(width), bits));
  };
  EXPECT_EQ(ofInt(1, 0), "0");
  EXPECT_EQ(ofInt(1, 1), "1");
  EXPECT_EQ(ofInt(8, 1), "1");
  EXPECT_EQ(ofInt(8, 0xff), "all ones");
  EXPECT_EQ(ofInt(16, 0x8000), "top bit alone");
  EXPECT_EQ(ofInt(16, 0x7fff), "all but the top bit");
  EXPECT_EQ(ofInt(64, ~uint64_t(0)), "all ones");
  EXPECT_EQ(ofInt(32, 0xff), "another integer");
  auto ofHalf = [&](uint64_t bits) {
    return namesOf(classesOfBits(b.getF16Type(), bits));
  };
  EXPECT_EQ(ofHalf(0), "+0");
  EXPECT_EQ(ofHalf(0x8000), "-0");
  EXPECT_EQ(ofHalf(0x8001), "subnormal");
  EXPECT_EQ(ofHalf(0x0400), "least normal");
  EXPECT_EQ(ofHalf(0x3c00), "one");
  EXPECT_EQ(ofHalf(0x7bff), "largest");
  EXPECT_EQ(ofHalf(0xfc00), "-inf");
  EXPECT_EQ(ofHalf(0x7e00), "quiet NaN");
  EXPECT_EQ(ofHalf(0x7c01), "signalling NaN");
  EXPECT_EQ(ofHalf(0x3e00), "n + 1/2");
  EXPECT_EQ(ofHalf(0xb800), "in (-1, 0)");
  EXPECT_EQ(ofHalf(0x4000), "another float");
  EXPECT_EQ(namesOf(classesOfAmount(16, 15)), "by width - 1");
  EXPECT_EQ(namesOf(classesOfAmount(16, 16)), "by width");
  EXPECT_EQ(namesOf(classesOfAmount(16, 17)), "by more");
  EXPECT_EQ(namesOf(classesOfAmount(16, 3)), "");
}

/// What one program consumed.
static void expectCounts(llvm::StringRef body,
                         llvm::ArrayRef<std::pair<const char *, bool>> rows) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(
      parseProgram(("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                    "cuda_tile.module @m {\n  entry @k() {\n" +
                    body + "\n    return\n  }\n}\n")
                       .str(),
                   "p.mlir", *context));
  ValueTable table;
  table.add(program);
  std::string printed;
  llvm::raw_string_ostream os(printed);
  table.print(os);
  printed = printed.substr(0, printed.find("# wanted"));
  for (auto [line, isThere] : rows)
    EXPECT_EQ(printed.find(line) != std::string::npos, isThere) << line << "\n"
                                                                << printed;
}

TEST(ValueTableTest, CountsWhatIsConsumed) {
  expectCounts(
      R"(
    %m = constant <i8: [-1, 0, 127, -128]> : tile<4xi8>
    %n = constant <i8: [7, 8, 9, 0]> : tile<4xi8>
    %s = shli %m, %n : tile<4xi8>
    %x = constant <f32: [0x3F800001, 0x7F800000]> : tile<2xf32>
    %h = ftof %x : tile<2xf32> -> tile<2xf16>
    %y = constant <f16: [0x3C00, 0x3C00]> : tile<2xf16>
    %z = constant <f16: [0x1000, 0x0000]> : tile<2xf16>
    %w = addf %y, %z : tile<2xf16>)",
      {{"shli 0 i8: 0 1, all ones 1, top bit alone 1, all but the "
        "top bit 1\n",
        true},
       {"shli 1 i8: by 0 1, by width - 1 1, by width 1, by more 1\n", true},
       {"ftof 0 f32: +inf 1, another float 1\n", true},
       // 1 + 2^-11 is halfway between two f16.
       {"addf 0 f16: one 1, exact result halfway between two 1\n", true}});
}

TEST(ValueTableTest, CountsIterations) {
  expectCounts(R"(
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    for %i in (%0 to %0, step %1) : tile<i32> { continue }
    for %i in (%0 to %1, step %1) : tile<i32> { continue }
    loop { break })",
               {{"for 0: no iteration 1, 1 iteration 1\n", true},
                {"loop 0: 1 iteration 1\n", true},
                {"more iterations", false}});
}

/// A smaller number of programs than `tile-fuzz generate --values
/// --programs=20000 --language=whole --size=24`, which finds nothing missing.
TEST(ValueTableTest, ProgramsComputeWithEachClass) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  GenerateOptions options =
      llvm::cantFail(parseGenerateOptions("whole", "steps=24"));
  options.verify = false;
  ValueTable table;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    if (seed % 512 == 0)
      context = createContext();
    table.add(llvm::cantFail(generateProgram(*context, seed, options)));
  }
  EXPECT_EQ(table.refutedReasons(), std::vector<std::string>());
  std::vector<std::string> gaps = table.gaps();
  EXPECT_LE(gaps.size(), ValueTable::numWanted() / 20)
      << llvm::join(gaps, "\n");
}
