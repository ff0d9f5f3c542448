//===- SimtCallsTest.cpp - Calls and launches of LLVM IR ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;

static Outcome runModule(const char *text, unsigned threads = 1,
                         const char *more = "") {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str();
    return {};
  }
  Launch launch = llvm::cantFail(parseLaunch(
      std::string("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1 ") + more +
          "\n// tilefuzz.buffer out : i32[4] = fill(9)\n"
          "// tilefuzz.args &out\n",
      "test"));
  SimtOptions options;
  options.threads = threads;
  return runSimt(*module, launch, options);
}

TEST(SimtCalls, FunctionsAreCalled) {
  // Directly and through a pointer, with a parameter by value that stays the
  // caller's own, and an object that is gone after each call.
  Outcome outcome = runModule(R"(
    target triple = "nvptx64-nvidia-cuda"
    define internal i32 @add(ptr byval(i32) %p, i32 %x) {
      %v = load i32, ptr %p
      %s = add i32 %v, %x
      store i32 %s, ptr %p
      %o = alloca i32
      store i32 %s, ptr %o
      %r = load i32, ptr %o
      ret i32 %r
    }
    define internal i32 @twice(i32 %x) {
      %r = mul i32 %x, 2
      ret i32 %r
    }
    define internal i32 @minus(i32 %x) {
      %r = sub i32 0, %x
      ret i32 %r
    }
    define ptx_kernel void @k(ptr %out) {
      %v = load i32, ptr %out
      %big = icmp sgt i32 %v, 5
      %f = select i1 %big, ptr @twice, ptr @minus
      %a = call i32 %f(i32 4)
      %b = call i32 @add(ptr byval(i32) %out, i32 %a)
      %c = call i32 @add(ptr byval(i32) %out, i32 %b)
      store i32 %c, ptr %out
      ret void
    })");
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(outcome.buffers[0].bytes[0], 9 + (9 + 8));
}

TEST(SimtCalls, ArraysAreValues) {
  Outcome outcome = runModule(R"(
    target triple = "nvptx64-nvidia-cuda"
    define internal i32 @second([3 x i32] %a) {
      %b = insertvalue [3 x i32] %a, i32 5, 2
      %x = extractvalue [3 x i32] %b, 1
      %y = extractvalue [3 x i32] %b, 2
      %r = add i32 %x, %y
      ret i32 %r
    }
    define ptx_kernel void @k(ptr %out) {
      %r = call i32 @second([3 x i32] [i32 1, i32 2, i32 3])
      store i32 %r, ptr %out
      ret void
    })");
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(outcome.buffers[0].bytes[0], 7);
}

TEST(SimtCalls, RecursionWithoutAnEndIsRefusedByName) {
  Outcome outcome = runModule(R"(
    target triple = "nvptx64-nvidia-cuda"
    define internal void @even(i32 %x) {
      call void @odd(i32 %x)
      ret void
    }
    define internal void @odd(i32 %x) {
      call void @even(i32 %x)
      ret void
    }
    define ptx_kernel void @k(ptr %out) {
      call void @even(i32 1)
      ret void
    })");
  EXPECT_EQ(outcome.status, RunStatus::Unsupported);
  EXPECT_EQ(outcome.condition, "recursion deeper than 4096 calls");
}

/// Each activation keeps its own values and objects, whoever calls it.
TEST(SimtCalls, FunctionsMayCallThemselves) {
  Outcome outcome = runModule(R"(
    target triple = "nvptx64-nvidia-cuda"
    define internal i32 @fib(i32 %n) {
      %small = icmp ult i32 %n, 2
      br i1 %small, label %leaf, label %inner
    leaf:
      ret i32 %n
    inner:
      %a = sub i32 %n, 1
      %x = call i32 @fib(i32 %a)
      %b = sub i32 %n, 2
      %y = call i32 @fib(i32 %b)
      %sum = add i32 %x, %y
      ret i32 %sum
    }
    define internal i32 @walk(i32 %n, ptr %before) {
      %own = alloca i32
      store i32 %n, ptr %own
      %done = icmp eq i32 %n, 0
      br i1 %done, label %last, label %inner
    inner:
      %next = sub i32 %n, 1
      %rest = call i32 @through(ptr @walk, i32 %next, ptr %own)
      br label %last
    last:
      %sum = phi i32 [ 0, %0 ], [ %rest, %inner ]
      %mine = load i32, ptr %own
      %theirs = load i32, ptr %before
      %ten = mul i32 %sum, 10
      %both = mul i32 %mine, %theirs
      %result = add i32 %ten, %both
      ret i32 %result
    }
    define internal i32 @through(ptr %f, i32 %n, ptr %before) {
      %r = call i32 %f(i32 %n, ptr %before)
      ret i32 %r
    }
    define ptx_kernel void @k(ptr %out) {
      %first = alloca i32
      store i32 5, ptr %first
      %f = call i32 @fib(i32 12)
      %w = call i32 @walk(i32 3, ptr %first)
      store i32 %f, ptr %out
      %second = getelementptr i32, ptr %out, i32 1
      store i32 %w, ptr %second
      ret void
    })");
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  int32_t numbers[2];
  memcpy(numbers, outcome.buffers[0].bytes.data(), sizeof numbers);
  EXPECT_EQ(numbers[0], 144);
  // 3 * 5, 2 * 3, 1 * 2 and 0 * 1, the inner ones further to the left.
  EXPECT_EQ(numbers[1], 15 + 60 + 200);
}

TEST(SimtCalls, ObjectsOfACallEndWithIt) {
  Outcome outcome = runModule(R"(
    target triple = "nvptx64-nvidia-cuda"
    define internal ptr @leak() {
      %o = alloca i32
      store i32 1, ptr %o
      ret ptr %o
    }
    define ptx_kernel void @k(ptr %out) {
      %p = call ptr @leak()
      %v = load i32, ptr %p
      store i32 %v, ptr %out
      ret void
    })");
  EXPECT_EQ(outcome.condition, "out-of-bounds");
}

/// What a kernel leaves to its launch: the threads of a CTA, and the bytes of
/// an array that nothing defines.
static const char *reversal = R"(
    target triple = "nvptx64-nvidia-cuda"
    @scratch = external addrspace(3) global [0 x i32], align 16
    declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
    declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
    declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
    define ptx_kernel void @k(ptr %out) {
      %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
      %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
      %row = shl i32 %y, 1
      %t = add i32 %x, %row
      %s = getelementptr i32, ptr addrspace(3) @scratch, i32 %t
      store i32 %t, ptr addrspace(3) %s
      call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
      %other = sub i32 3, %t
      %q = getelementptr i32, ptr addrspace(3) @scratch, i32 %other
      %z = load i32, ptr addrspace(3) %q
      %p = getelementptr i32, ptr %out, i32 %t
      store i32 %z, ptr %p
      ret void
    })";

TEST(SimtCalls, LaunchesSayWhatKernelsDoNot) {
  Outcome outcome = runModule(reversal, 0, "block=2,2 shared=16");
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  int32_t numbers[4];
  memcpy(numbers, outcome.buffers[0].bytes.data(), sizeof numbers);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(numbers[i], 3 - i);
  EXPECT_EQ(runModule(reversal, 0, "block=2,2 shared=12").condition,
            "out-of-bounds");
  EXPECT_EQ(runModule(reversal, 0, "shared=16").condition,
            "kernel 'k' does not say how many threads a CTA has; the launch "
            "may, by 'block='");
  std::string asked(reversal);
  asked.replace(asked.find("(ptr %out) {"), 12,
                "(ptr %out) \"nvvm.reqntid\"=\"2,2\" {");
  EXPECT_TRUE(runModule(asked.c_str(), 0, "shared=16").completed());
  EXPECT_EQ(runModule(asked.c_str(), 0, "block=4 shared=16").condition,
            "the launch has other CTAs than kernel 'k' asks for");
}
