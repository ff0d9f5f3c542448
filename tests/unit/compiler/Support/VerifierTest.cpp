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
#include "compiler/Support/ModuleVerifier.h"
#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"
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

namespace {
/// The answer and the errors; the operation that they show is left out.
template <typename Fn> std::string answerOf(MLIRContext &context, Fn verify) {
  std::string text;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
      llvm::raw_string_ostream(text)
          << diagnostic.getLocation() << ": " << diagnostic.str() << "\n";
    }
    return success();
  });
  return std::string(succeeded(verify()) ? "accepted\n" : "rejected\n") + text;
}
} // namespace

// What it remembers must not make it accept more, or less.
TEST_F(Verifier, AnswersAsTheOneThatRemembers) {
  tilefuzz::ModuleVerifier verifier;
  uint64_t rejected = 0, compared = 0, different = 0;
  auto compare = [&](Operation *root, Operation *changed) {
    std::string expected = answerOf(context, [&] { return verify(root); });
    for (int time = 0; time < 2; ++time) {
      std::string answer =
          answerOf(context, [&] { return verifier.verify(root); });
      if (answer != expected && different++ < 3)
        ADD_FAILURE() << changed->getName().getStringRef().str() << ": "
                      << answer << "instead of " << expected;
    }
    ++compared;
    rejected += expected[0] == 'r';
  };
  DenseMap<StringAttr, SetVector<Attribute>> values;
  forEach([&](Operation *op) {
    NamedAttrList inherent;
    op->getName().populateInherentAttrs(op, inherent);
    for (NamedAttribute attribute : inherent)
      values[attribute.getName()].insert(attribute.getValue());
  });
  for (OwningOpRef<ModuleOp> &module : modules) {
    compare(*module, *module);
    SmallVector<Operation *> ops;
    module->walk([&](Operation *op) { ops.push_back(op); });
    // Each operation with operands of its neighbours, its attributes
    // of others, its results of other types, before what it uses.
    for (auto [i, op] : llvm::enumerate(ops)) {
      Operation *root = op;
      while (root->getParentOp() && root->getParentOp() != *module)
        root = root->getParentOp();
      if (op == *module)
        continue;
      for (OpOperand &operand : op->getOpOperands()) {
        Value before = operand.get();
        for (unsigned step : {1, 2, 3, 5, 7, 11}) {
          Operation *other = ops[(i + step) % ops.size()];
          if (other->getNumResults() == 0)
            continue;
          operand.set(other->getResult(0));
          compare(root, op);
        }
        operand.set(before);
      }
      for (OpResult result : op->getResults()) {
        Type before = result.getType();
        Operation *other = ops[(i + 3) % ops.size()];
        if (other->getNumResults() == 0)
          continue;
        result.setType(other->getResult(0).getType());
        compare(root, op);
        result.setType(before);
      }
      if (Operation *previous = op->getPrevNode()) {
        op->moveBefore(previous);
        compare(root, op);
        op->moveAfter(previous);
      }
      NamedAttrList inherent;
      op->getName().populateInherentAttrs(op, inherent);
      for (NamedAttribute attribute : inherent) {
        // Only of the same kind: a null one comes from no text.
        Attribute other;
        for (Attribute value : values[attribute.getName()])
          if (value != attribute.getValue() &&
              value.getTypeID() == attribute.getValue().getTypeID())
            other = value;
        if (!other)
          continue;
        op->setAttr(attribute.getName(), other);
        compare(root, op);
        op->setAttr(attribute.getName(), attribute.getValue());
      }
      EXPECT_EQ(answerOf(context, [&] { return verifier.verify(root); }),
                "accepted\n")
          << op->getName().getStringRef().str();
    }
  }
  EXPECT_EQ(different, 0u);
  EXPECT_GT(compared, 2000u);
  EXPECT_GT(rejected, compared / 4);
  EXPECT_GT(verifier.numRemembered(), compared);
}
