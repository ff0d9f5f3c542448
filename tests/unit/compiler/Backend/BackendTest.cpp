//===- BackendTest.cpp - LLVM dialect to PTX and cubin --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

static constexpr const char *kernel = R"(
module {
  gpu.module @kernels {
    llvm.func @scale(%x: !llvm.ptr<1>, %n: i32, %a: f32, %b: f32)
        attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %in = llvm.icmp "slt" %tid, %n : i32
      llvm.cond_br %in, ^body, ^exit
    ^body:
      %p = llvm.getelementptr %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %v = llvm.load %p : !llvm.ptr<1> -> f32
      %m = llvm.fmul %v, %a : f32
      %s = llvm.fadd %m, %b : f32
      llvm.store %s, %p : f32, !llvm.ptr<1>
      llvm.br ^exit
    ^exit:
      llvm.return
    }
  }
}
)";

namespace {
class Backend : public ::testing::Test {
protected:
  Backend() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::gpu::GPUDialect, mlir::LLVM::LLVMDialect,
                    mlir::NVVM::NVVMDialect>();
    registerBackendTranslations(registry);
    mlirContext.appendDialectRegistry(registry);
  }

  std::unique_ptr<llvm::Module> translate(llvm::StringRef text,
                                          llvm::StringRef target) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &mlirContext);
    EXPECT_TRUE(bool(module));
    auto result = translateToLLVM(*module, context, target);
    EXPECT_TRUE(succeeded(result));
    return failed(result) ? nullptr : std::move(*result);
  }

  /// What checkSelectable() says about a function's body.
  std::string check(llvm::StringRef declarations, llvm::StringRef body,
                    llvm::StringRef target = "sm_90a") {
    llvm::SMDiagnostic problem;
    auto module = llvm::parseAssemblyString(
        (declarations + "\ndefine void @f(ptr addrspace(1) %p, float %x) {\n" +
         body + "\n ret void\n}\n")
            .str(),
        problem, context);
    EXPECT_TRUE(bool(module)) << problem.getMessage().str();
    return module ? llvm::toString(checkSelectable(*module, target)) : "";
  }

  mlir::MLIRContext mlirContext;
  llvm::LLVMContext context;
};
} // namespace

TEST_F(Backend, EmitsPTXForEveryTargetAndLevel) {
  struct {
    const char *target, *version;
  } const rows[] = {{"sm_90a", ".version 8.0"}, {"sm_100a", ".version 8.6"}};
  for (auto &row : rows)
    for (OptLevel level : {OptLevel::O0, OptLevel::O2}) {
      auto module = translate(kernel, row.target);
      ASSERT_TRUE(bool(module));
      EXPECT_EQ(llvm::toString(optimize(*module, row.target, level)), "");
      auto ptx = emitPTX(*module, row.target, level);
      ASSERT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
      EXPECT_NE(ptx->find(row.version), std::string::npos);
      EXPECT_NE(ptx->find(std::string(".target ") + row.target),
                std::string::npos);
      EXPECT_NE(ptx->find(".reqntid 128"), std::string::npos);
      // Two roundings, not one.
      EXPECT_NE(ptx->find("mul.rn.f32"), std::string::npos);
      EXPECT_NE(ptx->find("add.rn.f32"), std::string::npos);
      EXPECT_EQ(ptx->find("fma"), std::string::npos);
      AssembleResult result = assemble(*ptx, row.target);
      if (result.status == AssembleStatus::Skipped)
        GTEST_SKIP() << result.diagnostic;
      EXPECT_EQ(result.status, AssembleStatus::Assembled) << result.diagnostic;
      EXPECT_EQ(result.cubin.substr(1, 3), "ELF");
      EXPECT_EQ(result.diagnostic, "");
    }
}

TEST_F(Backend, AlignmentsAreTheTargets) {
  auto module = translate(R"(
    llvm.func @f(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %v = llvm.load %p : !llvm.ptr<1> -> i64
      llvm.store %v, %p : i64, !llvm.ptr<1>
      llvm.return
    })",
                          "sm_90a");
  ASSERT_TRUE(bool(module));
  for (const llvm::Instruction &instruction :
       module->getFunction("f")->getEntryBlock())
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      EXPECT_EQ(load->getAlign().value(), 8u);
}

TEST_F(Backend, EmissionLeavesTheModule) {
  auto module = translate(kernel, "sm_90a");
  ASSERT_TRUE(bool(module));
  auto first = emitPTX(*module, "sm_90a");
  auto second = emitPTX(*module, "sm_90a");
  ASSERT_TRUE(bool(first));
  ASSERT_TRUE(bool(second));
  EXPECT_EQ(*first, *second);
}

/// LLVM takes a select of what a strict comparison compares for a minimum or
/// maximum, whatever the sign of a zero.
TEST_F(Backend, SelectsKeepTheSignOfZero) {
  struct {
    const char *type, *zero, *negative;
  } const types[] = {{"half", "0xH0000", "0xH8000"},
                     {"bfloat", "0xR0000", "0xR8000"},
                     {"float", "0.0", "-0.0"},
                     {"double", "0.0", "-0.0"}};
  for (auto &type : types)
    for (const char *predicate : {"olt", "ogt", "ult", "ugt"})
      for (const char *other : {type.zero, type.negative, "%n"})
        for (bool isSwapped : {false, true}) {
          std::string t = type.type, x = "%x", y = other;
          std::string text =
              "define ptx_kernel void @f(ptr addrspace(1) %p, i32 %i, " + t +
              " %x) {\n %n = sitofp i32 %i to " + t + "\n %c = fcmp " +
              predicate + " " + t + " %x, " + y + "\n %s = select i1 %c, " + t +
              " " + (isSwapped ? y : x) + ", " + t + " " + (isSwapped ? x : y) +
              "\n store " + t + " %s, ptr addrspace(1) %p\n ret void\n}\n";
          llvm::SMDiagnostic problem;
          auto module = llvm::parseAssemblyString(text, problem, context);
          ASSERT_TRUE(bool(module)) << problem.getMessage().str() << text;
          for (OptLevel level : {OptLevel::O0, OptLevel::O2}) {
            auto ptx = emitPTX(*module, "sm_90a", level);
            ASSERT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
            EXPECT_EQ(ptx->find("min."), std::string::npos) << text << *ptx;
            EXPECT_EQ(ptx->find("max."), std::string::npos) << text << *ptx;
            EXPECT_NE(ptx->find("setp."), std::string::npos) << text << *ptx;
          }
        }
}

TEST_F(Backend, RefusesUnknownTargets) {
  auto module = translate(kernel, "sm_90a");
  ASSERT_TRUE(bool(module));
  for (const char *target : {"sm_17", "gfx90a", ""}) {
    auto ptx = emitPTX(*module, target);
    ASSERT_FALSE(bool(ptx));
    std::string message = llvm::toString(ptx.takeError());
    EXPECT_TRUE(llvm::StringRef(message).starts_with(
        "unknown target '" + std::string(target) + "'; known are sm_80"))
        << message;
  }
}

TEST_F(Backend, RefusesWhatCannotBeSelected) {
  EXPECT_EQ(check("declare float @llvm.sin.f32(float)",
                  "%a = call float @llvm.sin.f32(float %x)"),
            "in function 'f': intrinsic 'llvm.sin.f32' has no machine form "
            "for sm_90a");
  EXPECT_EQ(check("declare float @__nv_sinf(float)",
                  "%a = call float @__nv_sinf(float %x)"),
            "in function 'f': '__nv_sinf' is called, and nothing defines it");
  EXPECT_NE(check("", "%a = frem float %x, 2.0").find("frem"),
            std::string::npos);
  EXPECT_NE(check("", "%a = atomicrmw add ptr addrspace(1) %p, i32 1 acquire"),
            "");
  EXPECT_EQ(check("", "%a = atomicrmw add ptr addrspace(1) %p, i32 1 "
                      "syncscope(\"device\") monotonic"),
            "");
  EXPECT_NE(check("", "fence syncscope(\"wavefront\") acq_rel"), "");
  EXPECT_EQ(check("", "fence syncscope(\"device\") acq_rel"), "");
  EXPECT_NE(check("", "%a = fpext float %x to fp128"), "");
  EXPECT_NE(check("@s = addrspace(3) global i32 7", ""), "");
  EXPECT_EQ(check("@s = internal addrspace(3) global i32 poison", ""), "");
  EXPECT_EQ(check("declare float @llvm.exp2.f32(float)",
                  "%a = call float @llvm.exp2.f32(float %x)"),
            "");
}

TEST_F(Backend, AMissingAssemblerIsSkippedAndABadTextFails) {
  AssembleResult missing = assemble("", "sm_90a", "/nonexistent/ptxas");
  EXPECT_EQ(missing.status, AssembleStatus::Failed);
  auto found = findPtxas();
  if (!found)
    GTEST_SKIP() << llvm::toString(found.takeError());
  AssembleResult bad =
      assemble(".version 8.0\n.target sm_90a\nnonsense", "sm_90a");
  EXPECT_EQ(bad.status, AssembleStatus::Failed);
  EXPECT_NE(bad.diagnostic, "");
  setenv("TILEFUZZ_PTXAS", "/nonexistent/ptxas", 1);
  AssembleResult skipped = assemble("", "sm_90a");
  unsetenv("TILEFUZZ_PTXAS");
  EXPECT_EQ(skipped.status, AssembleStatus::Skipped);
  EXPECT_EQ(skipped.diagnostic, "TILEFUZZ_PTXAS names '/nonexistent/ptxas', "
                                "which is not an executable file");
}
