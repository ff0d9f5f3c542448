//===- GrowProgramTest.cpp - A program with more of what it has -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/GrowProgram.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Sut/KernelShapes.h"
#include "fuzz/Sut/TileTrial.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

namespace {
constexpr llvm::StringLiteral nested = R"(cuda_tile.module @m {
  entry @main(%y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = constant <f32: 1.0> : tile<8xf32>
    %sum = for %i in (%zero to %one, step %one) : tile<i32> iter_values(%a = %start) -> (tile<8xf32>) {
      %inner = for %j in (%zero to %one, step %one) : tile<i32> iter_values(%b = %a) -> (tile<8xf32>) {
        %c = addf %b, %start : tile<8xf32>
        continue %c : tile<8xf32>
      }
      continue %inner : tile<8xf32>
    }
    %n = iota : tile<8xi32>
    %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y2 = broadcast %y1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %p = offset %y2, %n : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %t = store_ptr_tko weak %p, %sum : tile<8xptr<f32>>, tile<8xf32> -> token
    %u = store_ptr_tko weak %p, %start token=%t : tile<8xptr<f32>>, tile<8xf32> -> token
    return
  }
}
)";

class GrowProgram : public testing::Test {
protected:
  void SetUp() override {
    llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> parsed =
        parseModule(nested, "nested", *context);
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    module = std::move(*parsed);
  }
  mlir::OwningOpRef<mlir::ModuleOp> grown(llvm::StringRef name, unsigned size) {
    for (const Growth &growth : growthsOf(*module))
      if (growth.name == name && llvm::is_contained(growth.sizes, size))
        return growth.make(*module, size);
    ADD_FAILURE() << name.str() << " has no " << size;
    return nullptr;
  }
  template <typename T> unsigned count(llvm::StringRef name, unsigned size) {
    mlir::OwningOpRef<mlir::ModuleOp> larger = grown(name, size);
    unsigned number = 0;
    if (larger)
      larger->walk([&](T) { ++number; });
    return number;
  }

  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

TEST_F(GrowProgram, Loops) {
  EXPECT_EQ(count<ct::ForOp>("nest", 1), 1u);
  EXPECT_EQ(count<ct::ForOp>("nest", 2), 2u);
  EXPECT_EQ(count<ct::ForOp>("nest", 16), 16u);
  EXPECT_EQ(count<ct::StoreViewTkoOp>("nest", 4), 0u);
  EXPECT_EQ(count<ct::AddFOp>("unroll", 1), 1u);
  EXPECT_EQ(count<ct::AddFOp>("unroll", 8), 8u);
}

TEST_F(GrowProgram, Operations) {
  // The loop is the first of what does something.
  EXPECT_EQ(count<ct::ForOp>("accesses", 1), 2u);
  EXPECT_EQ(count<ct::StorePtrTkoOp>("accesses", 1), 0u);
  EXPECT_EQ(count<ct::StorePtrTkoOp>("accesses", 2), 1u);
  EXPECT_EQ(count<ct::StorePtrTkoOp>("accesses", 4), 2u);
  EXPECT_EQ(count<ct::StorePtrTkoOp>("copies", 4), 8u);
}

TEST_F(GrowProgram, Tiles) {
  mlir::OwningOpRef<mlir::ModuleOp> larger = grown("tiles", 32);
  ASSERT_TRUE(larger);
  larger->walk([&](ct::AddFOp op) {
    EXPECT_EQ(llvm::cast<ct::TileType>(op.getType()).getShape().front(), 32);
  });
  EXPECT_GT(workOf(*larger), 3 * workOf(*module));
  EXPECT_TRUE(grown("tiles", 1));
}

TEST(KernelShapes, AreDefined) {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  SutDescription sut;
  sut.format = SutFormat::Text;
  unsigned defined = 0, total = 12;
  for (uint64_t seed = 0; seed < total; ++seed) {
    ByteSource choices(seed);
    std::string text = makeKernelShape(choices);
    llvm::Expected<Program> program = parseProgram(text, "kernel", *context);
    ASSERT_TRUE(bool(program)) << text << llvm::toString(program.takeError());
    TileSubject subject = prepareTileProgram(sut, *program);
    defined += subject.skipped.empty();
    // Never out of bounds, without a race.
    EXPECT_EQ(subject.skipped.find("undefined"), std::string::npos)
        << text << subject.skipped;
  }
  EXPECT_GT(defined, total * 3 / 4);
}
} // namespace
