//===- ExtractTest.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/IsolateOperation.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Reduce/Reduce.h"
#include "fuzz/Stages/StageComparison.h"
#include "mlir/IR/Verifier.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

template <typename Op> static unsigned count(const Program &program) {
  unsigned found = 0;
  program.module.get()->walk([&](Op) { ++found; });
  return found;
}

namespace {
class ExtractTest : public testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program parse(llvm::StringRef text) {
    return llvm::cantFail(parseProgram(text, "t", *context));
  }
};
} // namespace

/// The third iteration's remainder is of -7 and 4, both made by other
/// operations.
TEST_F(ExtractTest, KeepsTheNumbersOfTheRun) {
  Program program = parse(R"(// tilefuzz.launch grid=2,1,1
// tilefuzz.buffer b : i32[8] = iota(3, 1)
// tilefuzz.args &b
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %start = constant <i32: -9> : tile<i32>
    %first, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %four = addi %first, %one : tile<i32>
    %r = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%x = %start) -> (tile<i32>) {
      %y = remi %x, %four signed : tile<i32>
      %z = addi %x, %one : tile<i32>
      continue %z : tile<i32>
    }
    return
  }
})");
  unsigned asked = 0;
  std::optional<Program> one =
      extractOperation(program, [&](const Program &candidate) {
        ++asked;
        if (!count<mlir::cuda_tile::RemIOp>(candidate))
          return false;
        // Of the third iteration only.
        std::string text = candidate.toString();
        return llvm::StringRef(text).contains("0xFFFFFFF9");
      });
  ASSERT_TRUE(one);
  EXPECT_GT(asked, 1u);
  EXPECT_EQ(count<mlir::cuda_tile::RemIOp>(*one), 1u);
  EXPECT_EQ(count<mlir::cuda_tile::AddIOp>(*one), 0u);
  EXPECT_EQ(one->launch.grid, (std::array<uint32_t, 3>{1, 1, 1}));
  std::string text = one->toString();
  // Both operands.
  EXPECT_NE(text.find("0xFFFFFFF9 0x4"), std::string::npos) << text;
}

TEST_F(ExtractTest, TilesAreReadFromMemoryAndAddressesAreMade) {
  Program program = parse(R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer b : f32[8] = fill(2)
// tilefuzz.args &b
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>) {
    %lanes = iota : tile<4xi32>
    %twos = constant <i32: 2> : tile<4xi32>
    %even = muli %lanes, %twos : tile<4xi32>
    %v = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %vs = broadcast %v : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %addresses = offset %vs, %even : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %a, %t = load_ptr_tko weak %addresses : tile<4xptr<f32>> -> tile<4xf32>, token
    return
  }
})");
  std::optional<Program> one =
      extractOperation(program, [](const Program &candidate) {
        // The load of the program, not one of those that read numbers.
        return candidate.launch.buffers.front().name == "b" &&
               llvm::any_of(candidate.launch.args,
                            [](const ArgSpec &arg) { return arg.buffer == 0; });
      });
  ASSERT_TRUE(one);
  std::string text = one->toString();
  EXPECT_NE(text.find("list(0x0,0x2,0x4,0x6)"), std::string::npos) << text;
  EXPECT_EQ(count<mlir::cuda_tile::MulIOp>(*one), 0u);
}

TEST_F(ExtractTest, NothingToBlame) {
  Program program = llvm::cantFail(generateProgram(*context, 3));
  EXPECT_FALSE(
      extractOperation(program, [](const Program &) { return false; }));
}

/// Wrong code of one operation is found in a program that does much else, and
/// what is left is that operation.
TEST_F(ExtractTest, FindsTheOperationToBlame) {
  ComparisonOptions options;
  options.compile.stopAfter = "convert-cuda-tile-to-tileaa";
  options.compile.bugs.insert(SeededBug::ExtendSignedness);
  unsigned found = 0, extracted = 0;
  for (uint64_t seed = 0; seed < 400 && found < 5; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed));
    auto differs = [&](const Program &candidate) {
      ComparisonReport report = compareStages(candidate, options);
      return report.finding && report.finding->kind == FindingKind::Differs;
    };
    if (!differs(program))
      continue;
    ++found;
    std::optional<Program> one = extractOperation(program, differs);
    if (!one)
      continue;
    ++extracted;
    EXPECT_TRUE(mlir::succeeded(mlir::verify(one->module.get())));
    EXPECT_EQ(count<mlir::cuda_tile::ExtIOp>(*one), 1u) << one->toString();
  }
  EXPECT_GT(found, 2u);
  EXPECT_EQ(extracted, found);
}
