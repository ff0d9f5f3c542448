//===- LibdeviceTest.cpp - What is linked of libdevice --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// With a library of the tests' own, which has what libdevice has.
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

static constexpr const char *library = R"(
target datalayout = "e-i64:64-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-gpulibs"
@.str = private unnamed_addr constant [11 x i8] c"__CUDA_FTZ\00"
@table = internal unnamed_addr constant [2 x float] [float 1.0, float 2.0]
declare i32 @__nvvm_reflect(ptr)
define internal float @helper(float %x) {
  %at = getelementptr [2 x float], ptr @table, i32 0, i32 1
  %two = load float, ptr %at
  %r = fmul float %x, %two
  ret float %r
}
define float @__nv_expf(float %x) {
  %flushes = call i32 @__nvvm_reflect(ptr @.str)
  %is = icmp ne i32 %flushes, 0
  br i1 %is, label %a, label %b
a:
  ret float 9.0
b:
  %r = call float @helper(float %x)
  ret float %r
}
define double @__nv_exp(double %x) {
  ret double %x
}
!nvvmir.version = !{!0}
!0 = !{i32 1, i32 4}
)";

namespace {
class Libdevice : public ::testing::Test {
protected:
  Libdevice() {
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("library", "bc", path));
    write(library);
  }
  ~Libdevice() override { llvm::sys::fs::remove(path); }

  std::unique_ptr<llvm::Module> parse(llvm::StringRef text) {
    llvm::SMDiagnostic problem;
    auto module = llvm::parseAssemblyString(text, problem, context);
    EXPECT_TRUE(bool(module)) << problem.getMessage().str();
    return module;
  }
  void write(llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    llvm::WriteBitcodeToFile(*parse(text), os);
  }
  std::string link(llvm::Module &module) {
    return llvm::toString(linkLibdevice(module, "sm_90a", path));
  }

  llvm::SmallString<64> path;
  llvm::LLVMContext context;
};
} // namespace

static constexpr const char *caller = R"(
declare float @__nv_expf(float)
define ptx_kernel void @k(ptr addrspace(1) %p, float %x) {
  %r = call float @__nv_expf(float %x)
  store float %r, ptr addrspace(1) %p
  ret void
}
)";

TEST_F(Libdevice, LinksWhatIsCalled) {
  auto module = parse(caller);
  ASSERT_TRUE(needsLibdevice(*module));
  ASSERT_EQ(link(*module), "");
  EXPECT_FALSE(needsLibdevice(*module));
  const llvm::Function *expf = module->getFunction("__nv_expf");
  ASSERT_TRUE(expf && !expf->isDeclaration());
  EXPECT_TRUE(expf->hasLocalLinkage());
  EXPECT_FALSE(module->getFunction("__nv_exp"));
  ASSERT_TRUE(module->getFunction("helper"));
  // What it asks the compiler is answered: it does not flush.
  EXPECT_FALSE(module->getFunction("__nvvm_reflect"));
  std::string text;
  llvm::raw_string_ostream(text) << *expf;
  EXPECT_NE(text.find("br label %b"), std::string::npos) << text;
  EXPECT_FALSE(module->getNamedMetadata("nvvmir.version"));
}

TEST_F(Libdevice, NothingIsLinkedForWhatCallsNothing) {
  EXPECT_FALSE(needsLibdevice(*parse("declare float @__nv_expf(float)")));
  EXPECT_FALSE(needsLibdevice(*parse("define float @__nv_expf(float %x) {\n"
                                     "%y = call float @__nv_expf(float %x)\n"
                                     "ret float %y }")));
  EXPECT_FALSE(needsLibdevice(*parse("declare i32 @vprintf(ptr, ptr)")));
}

TEST_F(Libdevice, WhatCannotBeLinkedIsNamed) {
  auto fails = [&](llvm::StringRef from, llvm::StringRef to) {
    std::string text = caller;
    for (size_t place; (place = text.find(from)) != std::string::npos;)
      text.replace(place, from.size(), to.str());
    return link(*parse(text));
  };
  std::string file = "libdevice ('" + path.str().str() + "')";
  EXPECT_EQ(fails("__nv_expf", "__nv_nonef"),
            "calls '__nv_nonef', which " + file + " does not have");
  EXPECT_EQ(fails("__nv_expf", "__nv_exp"),
            "calls '__nv_exp' with other types than " + file + " has");
  std::error_code error;
  llvm::raw_fd_ostream(path, error) << "no bitcode";
  EXPECT_EQ(
      fails("%r", "%s").find("'" + path.str().str() + "' is no libdevice: "),
      0U);
  llvm::sys::fs::remove(path);
  EXPECT_EQ(fails("%r", "%s").find("cannot read libdevice, '"), 0U);
}

/// An environment variable while this object lives.
namespace {
struct Named {
  explicit Named(const char *value) { setenv(name, value, 1); }
  ~Named() { unsetenv(name); }
  static constexpr const char *name = "TILEFUZZ_LIBDEVICE";
};
} // namespace

TEST_F(Libdevice, IsFoundByItsName) {
  {
    Named named(path.c_str());
    EXPECT_EQ(llvm::cantFail(findLibdevice()), path.str());
    EXPECT_EQ(llvm::toString(linkLibdevice(*parse(caller), "sm_100a")), "");
  }
  Named named("/none/libdevice.bc");
  EXPECT_EQ(llvm::toString(findLibdevice().takeError()),
            "TILEFUZZ_LIBDEVICE names '/none/libdevice.bc', which is not a "
            "file");
  EXPECT_EQ(llvm::toString(linkLibdevice(*parse(caller), "sm_90a"))
                .find("calls '__nv_expf': TILEFUZZ_LIBDEVICE names"),
            0U);
}
