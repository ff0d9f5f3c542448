//===- IterationLimitTest.cpp - Runs that end for their loops
//------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

/// Each of two blocks makes 100 iterations, with a sum of 64 elements in each.
static const char *loop = R"(
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %low = constant <i32: 0> : tile<i32>
    %high = constant <i32: 100> : tile<i32>
    %step = constant <i32: 1> : tile<i32>
    %tile = iota : tile<64xi32>
    %n = for %i in (%low to %high, step %step) : tile<i32> iter_values(%k = %low) -> (tile<i32>) {
      %sum = reduce %tile dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32>
      (%a: tile<i32>, %b: tile<i32>) {
        %c = addi %a, %b : tile<i32>
        yield %c : tile<i32>
      }
      %next = addi %k, %sum : tile<i32>
      continue %next : tile<i32>
    }
    return
  }
})";

static Outcome runWithin(uint64_t iterations) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(loop, &context);
  EXPECT_TRUE(bool(module));
  Launch launch =
      llvm::cantFail(parseLaunch("// tilefuzz.launch kernel=@k grid=2 seed=1\n"
                                 "// tilefuzz.buffer y : i32[1] = fill(0)\n"
                                 "// tilefuzz.args &y\n",
                                 "launch"));
  DecodedProgram program =
      llvm::cantFail(DecodedProgram::decode(*module, launch.kernel));
  TileRunOptions options;
  options.tripLimit = iterations;
  return llvm::cantFail(program.run(launch, options));
}

// What a reduction does element by element are no iterations.
TEST(TripLimit, CountsTripsOfAllBlocks) {
  EXPECT_TRUE(runWithin(0).completed());
  EXPECT_TRUE(runWithin(200).completed());
  for (uint64_t iterations : {1, 50, 150}) {
    Outcome outcome = runWithin(iterations);
    EXPECT_EQ(outcome.status, RunStatus::StepLimit) << iterations;
    EXPECT_EQ(outcome.condition, tooManyIterations) << iterations;
    EXPECT_EQ(outcome.site.operation, "cuda_tile.for") << iterations;
  }
}
