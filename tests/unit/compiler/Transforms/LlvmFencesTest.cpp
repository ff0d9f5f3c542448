//===- LlvmFencesTest.cpp - Fences of tensor memory in LLVM IR ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/LlvmFences.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tilefuzz;

namespace {
constexpr StringLiteral declarations = R"(
  declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
  declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
  declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
  declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
)";

class LlvmFences : public ::testing::Test {
protected:
  /// The names of what the module's last function calls, after the fences.
  std::string fence(StringRef body, StringRef target = "sm_100a") {
    SMDiagnostic diagnostic;
    std::unique_ptr<Module> module =
        parseAssemblyString((declarations + body).str(), diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    Expected<bool> isChanged = injectTcgen05Fences(*module, target);
    if (!isChanged)
      return toString(isChanged.takeError());
    EXPECT_FALSE(verifyModule(*module, &errs()));
    // Once is enough.
    Expected<bool> again = injectTcgen05Fences(*module, target);
    EXPECT_TRUE(again && !*again);
    SmallVector<std::string> names;
    for (const Instruction &at : instructions(module->getFunction("k"))) {
      if (auto *call = dyn_cast<CallBase>(&at)) {
        StringRef name = call->getCalledFunction()->getName();
        name.consume_front("llvm.nvvm.");
        names.push_back(name.str());
      } else if (isa<StoreInst>(at)) {
        names.push_back("store");
      }
    }
    return join(names, " ");
  }

  LLVMContext context;
};

TEST_F(LlvmFences, Barrier) {
  EXPECT_EQ(fence(R"(
    define ptx_kernel void @k(ptr addrspace(6) %t, i64 %d) {
      call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %t, i64 %d)
      call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
      call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %t, i64 %d)
      ret void
    })"),
            "tcgen05.cp.128x256b.cg1 tcgen05.fence.before.thread.sync "
            "barrier.cta.sync.aligned.all tcgen05.fence.after.thread.sync "
            "tcgen05.cp.128x256b.cg1");
}

TEST_F(LlvmFences, BackEdge) {
  EXPECT_EQ(fence(R"(
    define ptx_kernel void @k(ptr addrspace(6) %t, i64 %d, i1 %c, ptr addrspace(3) %b) {
      br label %top
    top:
      %s = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) %b)
      call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %t, i64 %d)
      br i1 %c, label %top, label %end
    end:
      ret void
    })"),
            "tcgen05.fence.before.thread.sync mbarrier.arrive.shared "
            "tcgen05.cp.128x256b.cg1");
}

TEST_F(LlvmFences, PhiReadsAtTheEdge) {
  EXPECT_EQ(fence(R"(
    define ptx_kernel void @k(ptr addrspace(6) %t, i1 %c, ptr addrspace(1) %o) {
      %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %t, i1 0)
      br i1 %c, label %then, label %end
    then:
      br label %end
    end:
      %p = phi i32 [ %v, %0 ], [ 0, %then ]
      store i32 %p, ptr addrspace(1) %o
      ret void
    })"),
            "tcgen05.ld.32x32b.x1 tcgen05.wait.ld store");
}

TEST_F(LlvmFences, Targets) {
  StringRef body = R"(
    define ptx_kernel void @k(ptr addrspace(6) %t, i64 %d) {
      call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %t, i64 %d)
      ret void
    })";
  EXPECT_EQ(fence(body, "sm_120a"),
            "in function 'k': a use of tensor memory needs tcgen05, which "
            "sm_120a has not");
  EXPECT_EQ(fence(body, "sm_110a"), "tcgen05.cp.128x256b.cg1");
  EXPECT_EQ(fence("define void @k() { ret void }", "sm_120a"), "");
}
} // namespace
