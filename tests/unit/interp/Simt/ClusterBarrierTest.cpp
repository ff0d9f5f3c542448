//===- ClusterBarrierTest.cpp - The barrier of a cluster ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.3, with clusters of one CTA, and of two in LLVM IR;
// ClusterTest.cpp has those of PTX.
//
//===----------------------------------------------------------------------===//

#include "WarpKernel.h"
#include "interp/Program/Outcome.h"
#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using tilefuzz::test::WarpKernel;

/// %s: the thread's word behind 2048, %i: the next thread's.
static WarpKernel run(const std::string &body, unsigned threads,
                      uint64_t schedule) {
  WarpKernel kernel;
  kernel.in.resize(16);
  kernel.threads = threads;
  kernel.schedule = schedule;
  kernel.body = ".reg .pred p; .reg .b32 v; shl.b32 %b, %t, 2;\n"
                "mov.u32 %s, s; add.u32 %s, %s, 2048; mov.u32 %i, %s;\n"
                "add.u32 %s, %s, %b; add.u32 %b, %t, 1;\n"
                "rem.u32 %b, %b, " +
                std::to_string(threads) +
                "; shl.b32 %b, %b, 2;\n"
                "add.u32 %i, %i, %b; setp.lt.u32 p, %t, 7;\n" +
                body;
  kernel.run();
  EXPECT_EQ(kernel.error, "") << body;
  return kernel;
}

TEST(ClusterBarrier, OrdersWhatIsWrittenBefore) {
  static const std::string
      begin = "st.shared.b32 [%s], 1; bar.sync 0;\n"
              "mul.lo.u32 v, %t, 3; st.shared.b32 [%s], v;\n",
      read = "\nld.shared.b32 v, [%i]; st.global.b32 [%out], v;\n",
      race = "race on 's'", order = "cluster-barrier-order";
  struct {
    std::string body, condition;
  } rows[] = {
      {"barrier.cluster.arrive; barrier.cluster.wait;", ""},
      {"barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;", ""},
      {"barrier.cluster.arrive.release; barrier.cluster.wait.acquire;", ""},
      {"barrier.cluster.arrive.release.aligned; "
       "barrier.cluster.wait.acquire.aligned;",
       ""},
      // Without an order of its own, and with a fence before it.
      {"barrier.cluster.arrive.relaxed; barrier.cluster.wait;", race},
      {"barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait;", race},
      {"fence.acq_rel.cluster; barrier.cluster.arrive.relaxed; "
       "barrier.cluster.wait;",
       ""},
      // An arrival alone, and what is written behind it.
      {"barrier.cluster.arrive;", race},
      {"barrier.cluster.arrive; st.shared.b32 [%s], v; barrier.cluster.wait;",
       race},
      // Phases follow each other.
      {"barrier.cluster.arrive; barrier.cluster.wait; barrier.cluster.arrive; "
       "barrier.cluster.wait;",
       ""},
      {"barrier.cluster.arrive; barrier.cluster.arrive;", order},
      {"barrier.cluster.wait;", order},
      // Lanes of a warp in two branches, which `.aligned` does not have.
      {"@p bra $x; barrier.cluster.arrive; bra $y; $x: "
       "barrier.cluster.arrive; $y: barrier.cluster.wait;",
       ""},
      {"@p bra $x; barrier.cluster.arrive.aligned; bra $y; $x: "
       "barrier.cluster.arrive.aligned; $y: barrier.cluster.wait;",
       "barrier-divergence"},
      // Lanes of a warp wait for each other.
      {"@p bra $x; barrier.cluster.arrive; barrier.cluster.wait; bra $y; "
       "$x: bar.sync 0; $y:",
       "barrier-divergence"},
  };
  for (const auto &row : rows)
    for (uint64_t schedule : {1, 2, 3, 4}) {
      WarpKernel kernel = run(begin + row.body + read, 80, schedule);
      EXPECT_EQ(kernel.outcome.condition, row.condition) << row.body;
      if (!row.condition.empty())
        continue;
      ASSERT_TRUE(kernel.completed()) << kernel.outcome.summary();
      for (unsigned thread = 0; thread < 80; ++thread)
        EXPECT_EQ(kernel.word(thread, 0), (thread + 1) % 80 * 3);
    }
}

/// Threads that have exited are not waited for.
TEST(ClusterBarrier, ExitedThreadsAreNotWaitedFor) {
  for (uint64_t schedule : {1, 2, 3}) {
    WarpKernel kernel = run("@p exit; barrier.cluster.arrive;\n"
                            "barrier.cluster.wait; st.global.b32 [%out], %t;",
                            64, schedule);
    ASSERT_TRUE(kernel.completed()) << kernel.outcome.summary();
    EXPECT_EQ(kernel.word(63, 0), 63u);
    EXPECT_EQ(kernel.word(6, 0), 9u);
  }
}

TEST(ClusterBarrier, IntrinsicsSayTheSame) {
  struct {
    const char *arrive, *wait, *condition;
  } rows[] = {
      {"arrive", "wait", ""},
      {"arrive.aligned", "wait.aligned", ""},
      {"arrive.relaxed", "wait", "race on 's'"},
      {"arrive.relaxed.aligned", "wait.aligned", "race on 's'"},
  };
  for (const auto &row : rows) {
    WarpKernel kernel;
    kernel.in.resize(256);
    for (const char *name : {row.arrive, row.wait})
      kernel.declarations += "declare void @llvm.nvvm.barrier.cluster." +
                             std::string(name) + "()\n";
    kernel.llvm = "  %x = xor i32 %t, 1\n"
                  "  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t\n"
                  "  %n = getelementptr i32, ptr addrspace(3) @s, i32 %x\n"
                  "  store i32 %t, ptr addrspace(3) %a\n"
                  "  call void @llvm.nvvm.barrier.cluster." +
                  std::string(row.arrive) +
                  "()\n  call void @llvm.nvvm.barrier.cluster." + row.wait +
                  "()\n  %v = load i32, ptr addrspace(3) %n\n"
                  "  store i32 %v, ptr addrspace(1) %out\n";
    kernel.run();
    EXPECT_EQ(kernel.error, "");
    EXPECT_EQ(kernel.outcome.condition, row.condition) << row.arrive;
    for (unsigned thread = 0; thread < 32 && !*row.condition; ++thread)
      EXPECT_EQ(kernel.word(thread, 0), thread ^ 1);
  }
}

/// Each CTA writes a word, and reads that of the other one of its cluster.
TEST(ClusterBarrier, LlvmHasClustersOfSeveralCtas) {
  struct {
    const char *arrive, *grid, *condition;
  } rows[] = {
      {"arrive", "4,1,1", ""},
      {"arrive.relaxed", "4,1,1", "race on 'out'"},
      {"arrive", "3,1,1", "a grid that is no multiple of its clusters"},
  };
  for (const auto &row : rows) {
    std::string text =
        "target triple = \"nvptx64-nvidia-cuda\"\n"
        "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
        "declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()\n"
        "declare void @llvm.nvvm.barrier.cluster." +
        std::string(row.arrive) +
        "()\ndeclare void @llvm.nvvm.barrier.cluster.wait()\n"
        "define ptx_kernel void @k(ptr addrspace(1) %out) #0 {\n"
        "  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
        "  %r = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()\n"
        "  %p = getelementptr i32, ptr addrspace(1) %out, i32 %c\n"
        "  %v = add i32 %r, 10\n  store i32 %v, ptr addrspace(1) %p\n"
        "  call void @llvm.nvvm.barrier.cluster." +
        row.arrive +
        "()\n  call void @llvm.nvvm.barrier.cluster.wait()\n"
        "  %o = xor i32 %c, 1\n"
        "  %q = getelementptr i32, ptr addrspace(1) %out, i32 %o\n"
        "  %w = load i32, ptr addrspace(1) %q\n  %d = add i32 %c, 4\n"
        "  %s = getelementptr i32, ptr addrspace(1) %out, i32 %d\n"
        "  store i32 %w, ptr addrspace(1) %s\n  ret void\n}\n"
        "attributes #0 = { \"nvvm.reqntid\"=\"1\" "
        "\"nvvm.cluster_dim\"=\"2\" }\n";
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssemblyString(text, diagnostic, context);
    ASSERT_TRUE(module) << diagnostic.getMessage().str();
    Launch launch = llvm::cantFail(parseLaunch(
        "// tilefuzz.launch kernel=@k grid=" + std::string(row.grid) +
            " seed=1\n// tilefuzz.buffer out : i32[8] = fill(0)\n"
            "// tilefuzz.args &out\n",
        "test"));
    Outcome outcome = runSimt(*module, launch, {});
    EXPECT_EQ(outcome.condition, row.condition) << row.arrive;
    for (unsigned i = 0; i < 4 && !*row.condition; ++i)
      EXPECT_EQ(outcome.buffers[0].bytes[4 * (4 + i)], 11 - i % 2);
  }
}
