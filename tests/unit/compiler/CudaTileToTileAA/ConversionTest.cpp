//===- ConversionTest.cpp - Nothing of cuda_tile survives -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/Conversion/CudaTileToTileAA/DirectConversion.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

namespace {
class Conversion : public ::testing::Test {
protected:
  Conversion() {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  std::set<std::string> publicOperations() {
    std::set<std::string> names;
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == "cuda_tile")
        names.insert(name.getStringRef().str());
    return names;
  }

  LogicalResult convert(ModuleOp module, StringRef capability = "90") {
    CudaTileToTileAAOptions options;
    options.computeCapability = capability.str();
    PassManager manager(&context, ModuleOp::getOperationName());
    manager.addPass(createCudaTileToTileAAPass(options));
    return manager.run(module);
  }

  MLIRContext context;
};
} // namespace

TEST_F(Conversion, LeavesNoPublicOperation) {
  std::set<std::string> seen;
  for (const char *path :
       {TILEFUZZ_EVERY_OP, TILEFUZZ_EVERY_OTHER_OP, TILEFUZZ_NEW_OPS}) {
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, &context);
    ASSERT_TRUE(bool(module)) << path;
    module->walk([&](Operation *op) {
      if (isa<ct::CudaTileDialect>(op->getDialect()))
        seen.insert(op->getName().getStringRef().str());
    });
    ASSERT_TRUE(succeeded(convert(*module))) << path;
    EXPECT_TRUE(succeeded(verify(*module))) << path;
    module->walk([&](Operation *op) {
      EXPECT_NE(op->getName().getDialectNamespace(), "cuda_tile")
          << op->getName().getStringRef().str();
      EXPECT_FALSE(isa<UnrealizedConversionCastOp>(op));
      for (Type type : op->getResultTypes())
        EXPECT_NE(type.getDialect().getNamespace(), "cuda_tile");
    });
  }
  // The programs have every operation of the dialect.
  EXPECT_EQ(seen, publicOperations());
}

TEST_F(Conversion, HasOnePatternPerOperation) {
  TypeConverter converter;
  populateTypeConversions(converter);
  RewritePatternSet patterns(&context);
  populatePartA(converter, patterns, {});
  populatePartB(converter, patterns, {});
  populatePartC(converter, patterns, {});
  addSingletons(converter, patterns);
  std::multiset<std::string> roots;
  for (const std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns())
    roots.insert(pattern->getRootKind()->getStringRef().str());
  for (const std::string &name : publicOperations())
    EXPECT_EQ(roots.count(name) + hasFallback(name), 1u) << name;
}

TEST_F(Conversion, GivesSingletonsAlone) {
  const struct {
    void (*add)(const TypeConverter &, RewritePatternSet &);
    StringRef operation;
  } adders[] = {
      {addTruncIConversion, "cuda_tile.trunci"},
      {[](const TypeConverter &converter, RewritePatternSet &patterns) {
         addRsqrtConversion(converter, patterns, {});
       },
       "cuda_tile.rsqrt"},
      {addMaxIConversion, "cuda_tile.maxi"},
      {addIToFConversion, "cuda_tile.itof"},
      {addGlobalConversion, "cuda_tile.global"},
      {addFmaConversion, "cuda_tile.fma"},
      {addConstantConversion, "cuda_tile.constant"},
      {addAssumeConversion, "cuda_tile.assume"},
  };
  for (const auto &row : adders) {
    TypeConverter converter;
    populateTypeConversions(converter);
    RewritePatternSet patterns(&context);
    row.add(converter, patterns);
    ASSERT_EQ(patterns.getNativePatterns().size(), 1u);
    EXPECT_EQ(
        patterns.getNativePatterns().front()->getRootKind()->getStringRef(),
        row.operation);
    // The one operation goes, its neighbours stay, bridged by casts.
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(R"(cuda_tile.module @m {
      global @g <i32: [1, 2]> : tile<2xi32>
      entry @e(%x: tile<i32>) {
        %c = constant <f32: 2.0> : tile<f32>
        %a = assume bounded<0, ?>, %x : tile<i32>
        %m = maxi %a, %x signed : tile<i32>
        %t = trunci %m : tile<i32> -> tile<i8>
        %f = itof %t signed : tile<i8> -> tile<f32>
        %r = rsqrt %f : tile<f32>
        %s = fma %r, %f, %c : tile<f32>
        %u = sqrt %s : tile<f32>
      }
    })",
                                    &context);
    ASSERT_TRUE(bool(module));
    ConversionTarget target(context);
    configureTarget(target);
    target.addLegalDialect<ct::CudaTileDialect>();
    target.addIllegalOp(OperationName(row.operation, &context));
    target.addLegalOp<UnrealizedConversionCastOp>();
    EXPECT_TRUE(
        succeeded(applyPartialConversion(*module, target, std::move(patterns))))
        << row.operation.str();
    unsigned left = 0, others = 0;
    module->walk([&](Operation *op) {
      left += op->getName().getStringRef() == row.operation;
      others += isa<ct::SqrtOp, ct::EntryOp>(op);
    });
    EXPECT_EQ(left, 0u) << row.operation.str();
    EXPECT_EQ(others, 2u);
  }
}

namespace {
/// Takes nothing.
class Refusing : public DirectPattern {
public:
  Refusing(const TypeConverter &converter, MLIRContext *context)
      : DirectPattern(converter, ct::SqrtOp::getOperationName(), 1, context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const final {
    return rewriter.notifyMatchFailure(op, "refused");
  }
  LogicalResult convert(Operation *op, ArrayRef<Value>,
                        DirectRewriter &rewriter) const final {
    return rewriter.notifyMatchFailure(op, "refused");
  }
};

/// Gives the operand, whose type is another one.
class Retyping : public DirectPattern {
public:
  Retyping(const TypeConverter &converter, MLIRContext *context)
      : DirectPattern(converter, ct::IToFOp::getOperationName(), 1, context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    rewriter.replaceOp(op, operands);
    return success();
  }
  LogicalResult convert(Operation *op, ArrayRef<Value> operands,
                        DirectRewriter &rewriter) const final {
    rewriter.replaceOp(op, operands);
    return success();
  }
};
} // namespace

// The text of a failure, and what stays of a value of the wrong type.
TEST_F(Conversion, FailsAsTheGeneralDriverDoes) {
  const char *text = R"(cuda_tile.module @m {
    entry @e(%x: tile<i32>) {
      %f = itof %x signed : tile<i32> -> tile<f32>
      %loop = for %i in (%x to %x, step %x) : tile<i32>
          iter_values(%a = %f) -> (tile<f32>) {
        %s = sqrt %a : tile<f32>
        continue %s : tile<f32>
      }
    }
  })";
  for (bool refuses : {true, false}) {
    std::string messages[2];
    unsigned casts[2] = {};
    for (bool isDirect : {false, true}) {
      OwningOpRef<ModuleOp> module =
          parseSourceString<ModuleOp>(text, &context);
      ASSERT_TRUE(bool(module));
      TypeConverter converter;
      populateTypeConversions(converter);
      RewritePatternSet patterns(&context);
      populatePartA(converter, patterns, {});
      populatePartB(converter, patterns, {});
      if (refuses) {
        llvm::erase_if(patterns.getNativePatterns(), [](const auto &pattern) {
          return pattern->getRootKind()->getStringRef() == "cuda_tile.sqrt";
        });
        patterns.add<Refusing>(converter, &context);
        addIToFConversion(converter, patterns);
      } else {
        patterns.add<Retyping>(converter, &context);
      }
      FrozenRewritePatternSet frozen(std::move(patterns));
      ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
        messages[isDirect] += diagnostic.str() + "\n";
        return success();
      });
      LogicalResult result = failure();
      if (isDirect) {
        DirectConversion direct(frozen, converter);
        ASSERT_TRUE(direct.prepare(*module));
        result = direct.run();
      } else {
        ConversionTarget target(context);
        configureTarget(target);
        result = applyPartialConversion(*module, target, frozen);
      }
      EXPECT_EQ(succeeded(result), !refuses);
      if (!refuses)
        module->walk([&](UnrealizedConversionCastOp) { ++casts[isDirect]; });
    }
    EXPECT_EQ(messages[0], messages[1]);
    EXPECT_EQ(messages[1].empty(), !refuses);
    EXPECT_EQ(casts[0], casts[1]);
    EXPECT_EQ(casts[1], refuses ? 0u : 1u);
  }
}

TEST_F(Conversion, LeavesOtherDialectsToTheGeneralDriver) {
  TypeConverter converter;
  populateTypeConversions(converter);
  RewritePatternSet patterns(&context);
  populatePartA(converter, patterns, {});
  populatePartB(converter, patterns, {});
  addSingletons(converter, patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  DirectConversion direct(frozen, converter);
  auto prepares = [&](const char *text) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    return module && direct.prepare(*module);
  };
  EXPECT_TRUE(prepares("cuda_tile.module @m { entry @e() {} }"));
  EXPECT_FALSE(prepares("cuda_tile.module @m { entry @e() {} } "
                        "func.func private @f()"));
  // Of the fallback.
  EXPECT_FALSE(prepares("cuda_tile.module @m { entry @e(%x: tile<f32>) { "
                        "%c = ceil %x : tile<f32> } }"));
  EXPECT_FALSE(prepares("module {}"));
}

TEST_F(Conversion, JudgesPoisonByItsType) {
  ConversionTarget target(context);
  configureTarget(target);
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  Type f32 = builder.getF32Type();
  auto isLegal = [&](Type type) {
    OwningOpRef<ub::PoisonOp> poison = ub::PoisonOp::create(builder, loc, type);
    return bool(target.isLegal(*poison));
  };
  EXPECT_TRUE(isLegal(f32));
  EXPECT_TRUE(isLegal(RankedTensorType::get({4}, f32)));
  EXPECT_TRUE(isLegal(RankedTensorType::get({4}, aa::PtrType::get(f32))));
  EXPECT_FALSE(isLegal(ct::TileType::get({4}, f32)));
  EXPECT_TRUE(isLegal(aa::MemTokenType::get(&context)));
  EXPECT_TRUE(isLegal(aa::StridedMemRefType::get(f32, {4}, {1})));
  EXPECT_FALSE(isLegal(ct::PointerType::get(f32)));
  // Of another dialect, or with a size that is not known.
  EXPECT_FALSE(isLegal(VectorType::get({4}, f32)));
  EXPECT_FALSE(isLegal(MemRefType::get({4}, f32)));
  EXPECT_FALSE(isLegal(ComplexType::get(f32)));
  EXPECT_FALSE(isLegal(RankedTensorType::get({ShapedType::kDynamic}, f32)));
  EXPECT_FALSE(isLegal(RankedTensorType::get({4}, builder.getIndexType())));
}

TEST_F(Conversion, ReadsCapabilities) {
  EXPECT_EQ(parseComputeCapability("90"), 90);
  EXPECT_EQ(parseComputeCapability("sm_90a"), 90);
  EXPECT_EQ(parseComputeCapability("sm_100"), 100);
  for (const char *text : {"", "sm_", "9", "x", "90b", "sm_1000", "90 ", "00",
                           "999", "107", "sm_80a", "090"})
    EXPECT_EQ(parseComputeCapability(text), std::nullopt) << text;
}
