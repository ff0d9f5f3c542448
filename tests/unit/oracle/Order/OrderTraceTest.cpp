//===- OrderTraceTest.cpp - What is kept of a long run --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A run has a million steps, each of which may access a thousand elements: what
// the auditor keeps of it is bounded, and of a block that had more nothing is
// said.
//
//===----------------------------------------------------------------------===//

#include "OrderTesting.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
/// Block i loads tiles of {0} elements i times {1} times, and stores one.
constexpr const char *text = R"mlir(
cuda_tile.module @m {{
  entry @k(%p: tile<ptr<i32>>) {{
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %times = constant <i32: {1}> : tile<i32>
    %end = muli %block, %times : tile<i32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %all = broadcast %p1 : tile<1xptr<i32>> -> tile<{0}xptr<i32>>
    %lanes = iota : tile<{0}xi32>
    %ps = offset %all, %lanes : tile<{0}xptr<i32>>, tile<{0}xi32> -> tile<{0}xptr<i32>>
    %t0 = make_token : token
    %t = for %i in (%zero to %end, step %one) : tile<i32> iter_values(%u = %t0) -> (token) {{
      %l, %v = load_ptr_tko weak %ps token=%u : tile<{0}xptr<i32>> -> tile<{0}xi32>, token
      continue %v : token
    }
    return
  }
}
)mlir";

class OrderTraceTest : public testing::Test {
protected:
  OrderTraceTest() { context.loadDialect<mlir::cuda_tile::CudaTileDialect>(); }

  OrderTrace trace(unsigned elements, unsigned times) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(
        llvm::formatv(text, elements, times).str(), &context);
    Launch launch = llvm::cantFail(
        parseLaunch("// tilefuzz.launch kernel=@k grid=3,1,1 seed=1\n"
                    "// tilefuzz.buffer p : i32[4096] = fill(0)\n"
                    "// tilefuzz.args &p\n",
                    "test"));
    TracedRun run = traceModule(*module, launch, Schedule::Kind::ProgramOrder);
    EXPECT_TRUE(run.outcome.completed()) << run.outcome.condition;
    return std::move(run.trace);
  }

  void expectLarge(const BlockOrder &block) {
    EXPECT_TRUE(block.isTooLarge());
    EXPECT_EQ(block.events.capacity(), 0u);
    EXPECT_EQ(block.instances.capacity(), 0u);
  }

  mlir::MLIRContext context;
};
} // namespace

TEST_F(OrderTraceTest, FewAccessesAreKept) {
  OrderTrace kept = trace(4, 10);
  EXPECT_FALSE(llvm::any_of(
      kept.blocks, [](const BlockOrder &block) { return block.isTooLarge(); }));
  EXPECT_EQ(kept.blocks[2].events.size(), 80u);
  EXPECT_TRUE(checkRequiredOrder(kept, kept).isKept());
}

TEST_F(OrderTraceTest, OfManyAccessesNothingIsKept) {
  OrderTrace many = trace(1, BlockOrder::maxInstances);
  EXPECT_FALSE(many.blocks[1].isTooLarge());
  EXPECT_EQ(many.blocks[1].instances.size(), BlockOrder::maxInstances);
  expectLarge(many.blocks[2]);
  EXPECT_NE(checkRequiredOrder(many, many).cannotMatch, "");
}

TEST_F(OrderTraceTest, OfManyElementsNothingIsKept) {
  // Block 1 has the half of what is kept at most; block 2 goes beyond.
  constexpr unsigned elements = 4096;
  OrderTrace many = trace(elements, BlockOrder::maxEvents / elements / 2);
  EXPECT_FALSE(many.blocks[1].isTooLarge());
  EXPECT_EQ(many.blocks[1].events.size(), BlockOrder::maxEvents / 2);
  expectLarge(many.blocks[2]);
  EXPECT_NE(checkRequiredOrder(many, many).cannotMatch, "");
}
