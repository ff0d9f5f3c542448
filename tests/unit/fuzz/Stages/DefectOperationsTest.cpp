//===- EssenceTest.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/DefectOperations.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace tilefuzz;
using Texts = std::vector<std::string>;

namespace {
class EssenceTest : public testing::Test {
protected:
  Program program(llvm::StringRef body) {
    std::string text = R"(// tilefuzz.launch grid=1,1,1
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %x: tile<f32>, %y: tile<f32>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %tiles = make_partition_view %v : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    %edge = make_partition_view %v : partition_view<tile=(4), padding_value = neg_inf, tensor_view<8xf32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
)" + body.str() + "\n    return\n  }\n}\n";
    return llvm::cantFail(parseProgram(text, "t", *context));
  }
  Texts values(llvm::StringRef body) {
    return essenceOfValues(*program(body).module);
  }
  Texts order(llvm::StringRef body) {
    return essenceOfOrder(*program(body).module);
  }

  std::unique_ptr<mlir::MLIRContext> context = createContext();
};
} // namespace

TEST_F(EssenceTest, WhatManyOperationsHave) {
  EXPECT_EQ(values("%r = mulf %x, %y : tile<f32>\n"
                   "%t = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> "
                   "-> token"),
            Texts{"mulf"});
  EXPECT_EQ(values("%r = mulf %x, %y rounding<zero> : tile<f32>"),
            Texts{"rounding"});
  EXPECT_EQ(values("%r = addf %x, %y rounding<positive_inf> : tile<f32>"),
            Texts{"rounding"});
  EXPECT_EQ(values("%r = subf %x, %y flush_to_zero : tile<f32>"),
            Texts{"flush_to_zero"});
}

TEST_F(EssenceTest, RoundingOfIntegersIsAnOperationOfItsOwn) {
  EXPECT_EQ(values("%r = divi %zero, %one signed rounding<negative_inf> : "
                   "tile<i32>"),
            Texts{"divi"});
}

TEST_F(EssenceTest, Accesses) {
  std::string_view view =
      " : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, "
      "tile<i32> -> tile<4xf32>, token";
  std::string_view padded =
      " : partition_view<tile=(4), padding_value = neg_inf, "
      "tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token";
  std::string first = "%a, %t = load_view_tko weak %tiles[%zero]";
  EXPECT_EQ(values(first + std::string(view)), Texts{"load_view_tko"});
  EXPECT_EQ(
      values("%a, %t = load_view_tko weak %tiles[%one]" + std::string(view)),
      Texts{"load_view_tko at an index"});
  EXPECT_EQ(
      values("%a, %t = load_view_tko weak %edge[%zero]" + std::string(padded)),
      Texts{"load_view_tko padded"});
  // The other access only shows what this one did.
  EXPECT_EQ(values("%a, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> "
                   "tile<f32>, token\n" +
                   first.replace(0, 6, "%b, %u") + std::string(view)),
            Texts{"load_view_tko"});
}

TEST_F(EssenceTest, AnAccessThatOneSideMakes) {
  std::string load = "%c = cmpi less_than %zero, %one, signed : tile<i32> -> "
                     "tile<i1>\n"
                     "%a, %t = load_ptr_tko weak %p, %c : tile<ptr<f32>>, "
                     "tile<i1> -> tile<f32>, token\n";
  EXPECT_EQ(values(load), Texts{"load_ptr_tko masked"});
  mlir::OwningOpRef<mlir::ModuleOp> module =
      std::move(program("%n = negf %x : tile<f32>\n" + load).module);
  EXPECT_EQ(essenceOfAccess(*module, "load"), Texts{"load_ptr_tko masked"});
  // It has none of those.
  EXPECT_EQ(essenceOfAccess(*module, "atomic_rmw"), essenceOfValues(*module));
}

TEST_F(EssenceTest, AccessesAreCalledAlikeInBothDialects) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(R"(
nv_tileaa.func @e(%p: tensor<4x!nv_tileaa.ptr<f32, 1>>, %m: tensor<4xi1>) {
  %t = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
  %x, %u = nv_tileaa.load %p mask %m token %t : (tensor<4x!nv_tileaa.ptr<f32, 1>>, tensor<4xi1>, !nv_tileaa.mem_token) -> (tensor<4xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
})",
                                              context.get());
  ASSERT_TRUE(module);
  EXPECT_EQ(essenceOfValues(*module), Texts{"load_ptr_tko masked"});
  EXPECT_EQ(essenceOfOrder(*module), Texts{"load"});
}

TEST_F(EssenceTest, Loops) {
  auto loop = [](llvm::StringRef from, llvm::StringRef to,
                 llvm::StringRef reading) {
    return ("%r = for " + reading + "%i in (" + from + " to " + to +
            ", step %one) : tile<i32> iter_values(%a = %zero) -> (tile<i32>) "
            "{\n"
            "continue %i : tile<i32>\n}")
        .str();
  };
  EXPECT_EQ(values(loop("%zero", "%one", "")), Texts{"for"});
  EXPECT_EQ(values(loop("%one", "%zero", "")),
            Texts{"for without an iteration"});
  EXPECT_EQ(values(loop("%zero", "%one", "unsigned ")), Texts{"for unsigned"});
}

TEST_F(EssenceTest, ControlFlowSaysMoreThanWhatItDecidesOn) {
  EXPECT_EQ(values("%c = cmpi less_than %zero, %one, signed : tile<i32> -> "
                   "tile<i1>\n"
                   "%r = if %c -> (tile<i32>) {\nyield %one : tile<i32>\n} "
                   "else {\nyield %zero : tile<i32>\n}"),
            Texts{"if"});
  EXPECT_EQ(values("%c = cmpi less_than %zero, %one, signed : tile<i32> -> "
                   "tile<i1>\n"
                   "%r = loop iter_values(%a = %zero) : tile<i32> -> tile<i32> "
                   "{\nif %c {\nbreak %a : tile<i32>\n}\n"
                   "continue %one : tile<i32>\n}"),
            Texts{"loop"});
}

TEST_F(EssenceTest, Order) {
  std::string load = "%a, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> "
                     "tile<f32>, token\n";
  std::string store = "%u = store_ptr_tko weak %p, %x token=%t : "
                      "tile<ptr<f32>>, tile<f32> -> token\n";
  EXPECT_EQ(order(load + store), Texts{"load > store"});
  EXPECT_EQ(essenceOfOrder(*program(load + store).module, /*isMachine=*/true),
            Texts{"after load"});
  EXPECT_EQ(order(load + store + "%j = join_tokens %t, %u : token"),
            Texts{"join_tokens"});
}
