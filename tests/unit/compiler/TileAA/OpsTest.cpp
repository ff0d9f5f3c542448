//===- OpsTest.cpp - The roster of nv_tileaa and its tokens ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::nv_tileaa;

// Facts, 2.3: the 73 names, and what the public dialect has gained since.
static const std::set<std::string> roster = {
    "addf", "subf", "mulf", "divf", "fma", "sqrt", "rsqrt", "exp2", "clampf",
    "mulhiui", "dot", "reduce", "scan", "conv_dot", "conv_tile", "histogram",
    "extern_elementwise", "elementwise_inline_asm",
    "call_elementwise_intrinsic", "splat", "broadcast", "expand_dims", "view",
    "extract", "extract_slice", "cat", "permute", "make_range", "generate",
    "get_dim_size", "addptr", "int_to_ptr", "ptr_to_int", "bitcast", "fp_to_fp",
    "make_memref", "block_tile", "get_global", "global", "load", "store",
    "tiled_load", "tiled_store", "gather_load", "scatter_store", "atomic_cas",
    "atomic_rmw", "tiled_atomic_rmw", "create_mem_token", "join_mem_token",
    "mark_for_reuse", "assume", "optimization_barrier", "pragma", "assert",
    "print", "message", "func", "call", "return", "yield", "launch_func",
    "get_program_id", "get_num_programs", "is_valid_program_id",
    "cancel_next_program_id", "create_queue", "queue.get", "queue.put",
    "queue.yield", "execute", "plugin", "inject_ir",
    // 13.3
    "alloca", "pack", "unpack",
    // 13.4
    "mem_sync"};

namespace {
struct TileAA : ::testing::Test {
  TileAA() {
    context.loadDialect<TileAADialect>();
    context.loadDialect<arith::ArithDialect>();
  }
  std::set<std::string> registered() {
    std::set<std::string> names;
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == "nv_tileaa")
        names.insert(name.stripDialect().str());
    return names;
  }
  MLIRContext context;
};
} // namespace

TEST_F(TileAA, RegistersTheRoster) {
  EXPECT_EQ(roster.size(), 77u);
  EXPECT_EQ(registered(), roster);
}

TEST_F(TileAA, RoundTripTestHasEveryOperation) {
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(TILEFUZZ_TILEAA_OPS, &context);
  ASSERT_TRUE(bool(module));
  std::set<std::string> seen;
  module->walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() == "nv_tileaa")
      seen.insert(op->getName().stripDialect().str());
  });
  EXPECT_EQ(seen, registered());
}

// The pointer is what walkers and converters compare.
TEST_F(TileAA, TokensHaveOneType) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      R"(nv_tileaa.func @f(%m: !nv_tileaa.memref<8xf32, strides = [1], 1, scope = 3>) {
           nv_tileaa.return
         }
         nv_tileaa.func @g(%m: !nv_tileaa.memref<8xf32, strides = [1], 1, scope = 3>) {
           nv_tileaa.return
         })",
      &context);
  ASSERT_TRUE(bool(module));
  Type expected = MemTokenType::get(&context);
  EXPECT_EQ(expected.getTypeID(), TypeID::get<MemTokenType>());
  for (FuncOp function : module->getOps<FuncOp>()) {
    OpBuilder builder(&function.getBody().front(),
                      function.getBody().front().begin());
    Type first;
    // From different sites, with and without a scope to infer it from.
    for (unsigned site = 0; site < 4; ++site) {
      Location loc = builder.getUnknownLoc();
      auto token = site % 2
                       ? CreateMemTokenOp::create(
                             builder, loc, ValueRange(function.getArgument(0)),
                             builder.getI32IntegerAttr(site))
                       : CreateMemTokenOp::create(builder, loc);
      if (!first)
        first = token.getType();
      EXPECT_EQ(token.getType().getAsOpaquePointer(),
                first.getAsOpaquePointer());
    }
    EXPECT_EQ(first.getAsOpaquePointer(), expected.getAsOpaquePointer());
  }
  auto *dialect = context.getLoadedDialect<TileAADialect>();
  auto name = StringAttr::get(&context, "f");
  Type cached = dialect->getTokenType(name, 3);
  EXPECT_EQ(cached.getAsOpaquePointer(), expected.getAsOpaquePointer());
  EXPECT_EQ(dialect->getTokenType(name, 3).getAsOpaquePointer(),
            cached.getAsOpaquePointer());
  EXPECT_TRUE(succeeded(module->verify()));
}

TEST_F(TileAA, TypesAreUniqued) {
  Type f32 = Float32Type::get(&context);
  auto memref = [&](unsigned scope) {
    return StridedMemRefType::get(f32, {4, 8}, {8, 1}, 1, scope);
  };
  EXPECT_EQ(memref(0), memref(0));
  EXPECT_NE(memref(0), memref(1));
  auto view = [&](ArrayRef<int64_t> steps, int64_t sparse) {
    return TiledViewType::get({2, 4}, memref(0), {0, 1}, Padding::Zero, steps,
                              sparse);
  };
  EXPECT_EQ(view({}, -1), view({}, -1));
  EXPECT_NE(view({}, -1), view({1, 1}, -1));
  EXPECT_NE(view({}, -1), view({}, 0));
  EXPECT_EQ(QueueType::get(&context, {f32}, true),
            QueueType::get(&context, {f32}, true));
  EXPECT_NE(QueueType::get(&context, {f32}, true),
            QueueType::get(&context, {f32}, false));
  EXPECT_EQ(ProgramIdType::get(&context), ProgramIdType::get(&context));
}
