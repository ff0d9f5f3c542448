//===- ReduceTest.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reduce.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Verifier.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

template <typename Op> static bool contains(const Program &program) {
  bool found = false;
  program.module.get()->walk([&](Op) { found = true; });
  return found;
}

TEST(ReduceTest, KeepsOnlyWhatTheQuestionAsksFor) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  unsigned tried = 0;
  for (uint64_t seed = 0; seed < 4000 && tried < 6; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed));
    if (!contains<mlir::cuda_tile::DivIOp>(program))
      continue;
    ++tried;
    Program small = reduceProgram(program, contains<mlir::cuda_tile::DivIOp>);
    EXPECT_TRUE(contains<mlir::cuda_tile::DivIOp>(small));
    EXPECT_TRUE(mlir::succeeded(mlir::verify(small.module.get())));
    // A constant and the division; a branch that ends in `continue` keeps its
    // loop.
    bool keepsLoop = contains<mlir::cuda_tile::ContinueOp>(small);
    EXPECT_LE(reducibleOperations(small.module.get()).size(),
              keepsLoop ? 6u : 2u)
        << small.toString();
    EXPECT_TRUE(small.launch.buffers.empty());
    EXPECT_EQ(small.launch.grid, (std::array<uint32_t, 3>{1, 1, 1}));
  }
  EXPECT_GT(tried, 3u);
}

TEST(ReduceTest, RegionsAreInlined) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  const char *text = R"(// tilefuzz.launch grid=1,1,1
cuda_tile.module @m {
  entry @e(%c: tile<i1>) {
    %a = constant <i32: 1> : tile<i32>
    %b = constant <i32: 9> : tile<i32>
    %r = if %c -> (tile<i32>) {
      %s = for %i in (%a to %b, step %a) : tile<i32> iter_values(%x = %b) -> (tile<i32>) {
        %y = muli %x, %i : tile<i32>
        continue %y : tile<i32>
      }
      yield %s : tile<i32>
    } else {
      yield %a : tile<i32>
    }
    return
  }
})";
  Program program = llvm::cantFail(parseProgram(text, "t", *context));
  ArgSpec arg;
  arg.scalar = "1";
  program.launch.args.push_back(arg);
  Program small = reduceProgram(program, contains<mlir::cuda_tile::MulIOp>);
  EXPECT_FALSE(contains<mlir::cuda_tile::IfOp>(small));
  EXPECT_FALSE(contains<mlir::cuda_tile::ForOp>(small));
  EXPECT_TRUE(small.launch.args.empty());
}

static ReduceOptions extracting() {
  ReduceOptions options;
  options.extract = true;
  return options;
}

static Reduced
reduceTo(const Program &program, const ReduceOptions &options,
         llvm::function_ref<bool(const Program &)> isInteresting) {
  return reduce(
      Subject(program.clone()),
      [&](const Subject &candidate, unsigned) {
        return isInteresting(candidate);
      },
      options);
}

TEST(ReduceTest, OneOperationIsTakenOutFirst) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  unsigned tried = 0;
  for (uint64_t seed = 0; seed < 4000 && tried < 4; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed));
    if (!contains<mlir::cuda_tile::DivIOp>(program))
      continue;
    ++tried;
    // In this process, and in others.
    for (bool isolate : {false, true}) {
      ReduceOptions options = extracting();
      options.isolate = isolate;
      Reduced small =
          reduceTo(program, options, contains<mlir::cuda_tile::DivIOp>);
      EXPECT_TRUE(contains<mlir::cuda_tile::DivIOp>(small.subject));
      EXPECT_EQ(small.report.rows.back().successes, 1u);
      EXPECT_LE(small.report.operationsAfter, 3u);
    }
  }
  EXPECT_EQ(tried, 4u);
}

/// Alone, with its operands in memory, the operation needs more than before.
TEST(ReduceTest, WhatIsTakenOutIsGivenUpIfItIsNoSmaller) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(parseProgram(R"(// tilefuzz.launch grid=1,1,1
cuda_tile.module @m {
  entry @e() {
    %a = iota : tile<4xi32>
    %b = negi %a : tile<4xi32>
    return
  }
})",
                                                "t", *context));
  unsigned extracted = 0;
  auto isNegation = [&](const Program &candidate) {
    bool hasBoth = contains<mlir::cuda_tile::NegIOp>(candidate) &&
                   (contains<mlir::cuda_tile::IotaOp>(candidate) ||
                    contains<mlir::cuda_tile::StorePtrTkoOp>(candidate));
    extracted += hasBoth && contains<mlir::cuda_tile::StorePtrTkoOp>(candidate);
    return hasBoth;
  };
  std::vector<unsigned> sizes;
  ReduceOptions options = extracting();
  options.onImprovement = [&](const Subject &best, const ReduceReport &) {
    sizes.push_back(countAllOperations(best.module.get()));
  };
  Reduced small = reduceTo(program, options, isNegation);
  EXPECT_GT(extracted, 0u);
  EXPECT_FALSE(contains<mlir::cuda_tile::StorePtrTkoOp>(small.subject))
      << small.subject.toString();
  EXPECT_EQ(small.report.operationsAfter,
            countAllOperations(small.subject.module.get()));
  // Nobody was told of a program that was larger.
  for (unsigned size : sizes)
    EXPECT_LE(size, 3u);
}

TEST(ReduceTest, StopsAtItsLimit) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(generateProgram(*context, 3));
  ReduceOptions options;
  options.maxTries = 7;
  unsigned asked = 0;
  reduceProgram(
      program,
      [&](const Program &) {
        ++asked;
        return false;
      },
      options);
  EXPECT_EQ(asked, 7u);
}

TEST(ReduceTest, TilesShrinkAsFarAsTheQuestionAllows) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  const char *text = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer b : f32[64] = fill(0)
// tilefuzz.args &b
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>) {
    %n = constant <i32: 48> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %value = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
    %view = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %tiles = make_partition_view %view : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
    %token = store_view_tko weak %value, %tiles[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
})";
  Program program = llvm::cantFail(parseProgram(text, "t", *context));
  // A question that needs two elements.
  Program small = reduceProgram(program, [](const Program &candidate) {
    bool found = false;
    candidate.module.get()->walk([&](mlir::cuda_tile::StoreViewTkoOp store) {
      auto tile =
          mlir::cast<mlir::cuda_tile::TileType>(store.getTile().getType());
      found = tile.getNumElements() >= 2;
    });
    return found;
  });
  small.module.get()->walk([](mlir::cuda_tile::StoreViewTkoOp store) {
    auto tile =
        mlir::cast<mlir::cuda_tile::TileType>(store.getTile().getType());
    EXPECT_EQ(tile.getNumElements(), 2);
  });
  EXPECT_TRUE(contains<mlir::cuda_tile::StoreViewTkoOp>(small));
  EXPECT_TRUE(mlir::succeeded(mlir::verify(small.module.get())));
}
