//===- VerifierTest.cpp - Verifiers of generic code that lies -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every operation of every dialect, valid once, is changed as a text in generic
// form could have it: the verifier may reject it but not fall over it.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Verifier.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;

static constexpr StringLiteral segmentSizes = "operandSegmentSizes";

namespace {
struct Verifier : ::testing::Test {
  Verifier() {
    context.loadDialect<cuda_tile::CudaTileDialect, nv_tileaa::TileAADialect,
                        nv_tileas::TileASDialect, arith::ArithDialect,
                        gpu::GPUDialect, math::MathDialect, scf::SCFDialect,
                        ub::UBDialect>();
    for (const char *path : {TILEFUZZ_EVERY_OP, TILEFUZZ_EVERY_OTHER_OP,
                             TILEFUZZ_TILEAA_OPS, TILEFUZZ_TILEAS_OPS}) {
      modules.push_back(parseSourceFile<ModuleOp>(path, &context));
      EXPECT_TRUE(bool(modules.back())) << path;
    }
  }

  /// Calls `visit` for each operation of ours.
  void forEach(llvm::function_ref<void(Operation *)> visit) {
    for (OwningOpRef<ModuleOp> &module : modules)
      if (module)
        module->walk([&](Operation *op) {
          if (isa<cuda_tile::CudaTileDialect, nv_tileaa::TileAADialect,
                  nv_tileas::TileASDialect>(op->getDialect()))
            visit(op);
        });
  }

  bool isAccepted(Operation *op) {
    ScopedDiagnosticHandler quiet(&context,
                                  [](Diagnostic &) { return success(); });
    return succeeded(verify(op, /*verifyRecursively=*/false));
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
};
} // namespace

TEST_F(Verifier, RejectsSegmentsOfRequiredOperandsThatHaveNone) {
  std::set<StringRef> seen;
  unsigned rejected = 0;
  forEach([&](Operation *op) {
    auto sizes = llvm::dyn_cast_or_null<DenseI32ArrayAttr>(
        op->getInherentAttr(segmentSizes).value_or(Attribute()));
    EXPECT_EQ(bool(sizes), op->hasTrait<OpTrait::AttrSizedOperandSegments>());
    if (!sizes)
      return;
    seen.insert(op->getName().getStringRef());
    for (int from = 0; from < sizes.size(); ++from)
      for (int to = 0; to < sizes.size(); ++to) {
        SmallVector<int32_t> moved(sizes.asArrayRef());
        if (from == to || moved[from] == 0)
          continue;
        --moved[from];
        ++moved[to];
        op->setAttr(segmentSizes, DenseI32ArrayAttr::get(&context, moved));
        rejected += !isAccepted(op);
      }
    op->setAttr(segmentSizes, sizes);
    EXPECT_TRUE(isAccepted(op)) << op->getName().getStringRef().str();
  });
  std::set<StringRef> segmented;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (isa<cuda_tile::CudaTileDialect, nv_tileaa::TileAADialect,
            nv_tileas::TileASDialect>(name.getDialect()) &&
        name.hasTrait<OpTrait::AttrSizedOperandSegments>())
      segmented.insert(name.getStringRef());
  EXPECT_EQ(seen, segmented);
  EXPECT_GT(rejected, seen.size());
}

TEST_F(Verifier, SurvivesOperandsAndResultsOfOtherTypes) {
  // One value of each type that the files have.
  OwningOpRef<ModuleOp> holder = ModuleOp::create(UnknownLoc::get(&context));
  Block &block = *holder->getBody();
  SmallVector<Value> values;
  forEach([&](Operation *op) {
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (llvm::none_of(values, [&](Value v) { return v.getType() == type; }))
          values.push_back(block.addArgument(type, op->getLoc()));
  });
  ASSERT_GT(values.size(), 50u);
  uint64_t rejected = 0;
  forEach([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      Value before = operand.get();
      for (Value other : values) {
        operand.set(other);
        rejected += !isAccepted(op);
      }
      operand.set(before);
    }
    for (OpResult result : op->getResults()) {
      Type before = result.getType();
      for (Value other : values) {
        result.setType(other.getType());
        rejected += !isAccepted(op);
      }
      result.setType(before);
    }
    EXPECT_TRUE(isAccepted(op)) << op->getName().getStringRef().str();
  });
  EXPECT_GT(rejected, 10000u);
}
