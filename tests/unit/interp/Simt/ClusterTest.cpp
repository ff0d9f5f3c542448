//===- ClusterTest.cpp - CTAs that share their memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 2.2.2, 5.1.7, 9.7.13.3 and 9.7.13.15: kernels whose clusters
// have several CTAs.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;
using namespace tilefuzz::simt;

namespace {
/// Each thread has %o, the address of its words in `out`, 64 bytes each; %t is
/// its number in the CTA, %k the rank of the CTA.
struct ClusterRun {
  std::string error;
  Outcome outcome;
  std::vector<uint32_t> out;

  ClusterRun(const std::string &cluster, const std::string &grid,
             unsigned threads, const std::string &body, uint64_t schedule = 1,
             const std::string &more = "") {
    std::string text =
        ".version 9.0\n.target sm_90a\n.address_size 64\n"
        ".visible .entry k(.param .u64 out)\n.reqntid " +
        std::to_string(threads) + "\n.reqnctapercluster " + cluster + "\n" +
        more +
        "{\n.reg .pred %p<9>; .reg .b32 %r<20>, %t, %k; "
        ".reg .b64 %rd<20>, %o;\n"
        ".shared .align 8 .b32 s[16]; .shared .align 8 .b64 bar;\n"
        "ld.param.u64 %o, [out]; mov.u32 %t, %tid.x;\n"
        "mov.u32 %k, %cluster_ctarank;\n"
        "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, "
        "%nctaid.x;\nmad.lo.u32 %r1, %r2, %r3, %r1; mov.u32 %r2, %ntid.x;\n"
        "mad.lo.u32 %r1, %r1, %r2, %t; mul.wide.u32 %rd1, %r1, 64;\n"
        "add.u64 %o, %o, %rd1;\n" +
        body + "\nret;\n}\n";
    llvm::Expected<PtxModule> module = parsePtxModule(text);
    if (!module) {
      error = llvm::toString(module.takeError());
      return;
    }
    llvm::Expected<Kernel> kernel = decodePtxKernel(*module, "", 2);
    if (!kernel) {
      error = llvm::toString(kernel.takeError());
      return;
    }
    Launch launch = llvm::cantFail(
        parseLaunch("// tilefuzz.launch kernel=@k grid=" + grid +
                        " seed=1\n// tilefuzz.buffer out : i32[2048] = "
                        "fill(7)\n// tilefuzz.args &out\n",
                    "test"));
    SimtOptions options;
    options.schedule = schedule;
    outcome = runKernel(*kernel, launch, options);
    if (outcome.buffers.empty())
      return;
    out.resize(2048);
    memcpy(out.data(), outcome.buffers[0].bytes.data(), 8192);
  }
  uint32_t word(unsigned thread, unsigned i) const {
    return out[thread * 16 + i];
  }
};
} // namespace

TEST(Cluster, RegistersSayWhereACtaIs) {
  std::string body;
  const char *registers[] = {
      "%clusterid.x",      "%clusterid.y",      "%clusterid.z",
      "%nclusterid.x",     "%nclusterid.y",     "%nclusterid.z",
      "%cluster_ctaid.x",  "%cluster_ctaid.y",  "%cluster_ctaid.z",
      "%cluster_nctaid.x", "%cluster_nctaid.y", "%cluster_nctaid.z",
      "%cluster_ctarank",  "%cluster_nctarank"};
  for (unsigned i = 0; i < 14; ++i)
    body += "mov.u32 %r4, " + std::string(registers[i]) +
            "; st.global.b32 [%o + " + std::to_string(4 * i) + "], %r4;\n";
  body += "mov.pred %p1, %is_explicit_cluster; selp.u32 %r4, 1, 0, %p1;\n"
          "st.global.b32 [%o + 56], %r4;";
  ClusterRun run("2, 3, 1", "4,6,1", 1, body);
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  for (uint32_t y = 0; y < 6; ++y)
    for (uint32_t x = 0; x < 4; ++x) {
      const uint32_t expected[] = {
          x / 2, y / 3, 0, 2, 2, 1, x % 2, y % 3, 0, 2, 3, 1, y % 3 * 2 + x % 2,
          6,     1};
      for (unsigned i = 0; i < 15; ++i)
        EXPECT_EQ(run.word(y * 4 + x, i), expected[i])
            << (i < 14 ? registers[i] : "%is_explicit_cluster");
    }
  EXPECT_EQ(ClusterRun("2", "3,1,1", 1, "").outcome.condition,
            "a grid that is no multiple of its clusters");
  EXPECT_EQ(ClusterRun("17", "17,1,1", 1, "").outcome.condition,
            "a cluster of 17 CTAs");
  EXPECT_NE(ClusterRun("0", "2,1,1", 1, "").error, "");
}

/// PTX ISA 9.0, 11.5.4: the launch says how many clusters there are.
TEST(Cluster, BlocksOfALaunchMayBeClusters) {
  std::string body = "mov.u32 %r4, %clusterid.x; st.global.b32 [%o], %r4;\n"
                     "mov.u32 %r4, %nctaid.x; st.global.b32 [%o + 4], %r4;\n"
                     "mov.u32 %r4, %nclusterid.y; st.global.b32 [%o + 8], %r4;";
  ClusterRun run("2, 2, 1", "3,2,1", 1, body, 1, ".blocksareclusters\n");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  for (uint32_t y = 0; y < 4; ++y)
    for (uint32_t x = 0; x < 6; ++x) {
      EXPECT_EQ(run.word(y * 6 + x, 0), x / 2);
      EXPECT_EQ(run.word(y * 6 + x, 1), 6u);
      EXPECT_EQ(run.word(y * 6 + x, 2), 2u);
    }
  EXPECT_EQ(run.word(24, 0), 7u);
  std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n"
                     ".entry k()\n.reqntid 32\n.blocksareclusters\n"
                     "{\nret;\n}\n";
  llvm::Expected<PtxModule> module = parsePtxModule(text);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  llvm::Expected<Kernel> kernel = decodePtxKernel(*module, "", 2);
  ASSERT_FALSE(bool(kernel));
  EXPECT_EQ(llvm::toString(kernel.takeError()),
            "line 4: error: without .reqnctapercluster and .reqntid: "
            "'.blocksareclusters'");
}

/// What a CTA writes before the barrier of its cluster, others read behind it
/// in its memory.
TEST(Cluster, SharedMemoryOfOthersBehindTheBarrier) {
  const std::string begin = "mad.lo.u32 %r4, %k, 100, %t;\n"
                            "mov.u32 %r5, s; shl.b32 %r6, %t, 2;\n"
                            "add.u32 %r5, %r5, %r6; st.shared.u32 [%r5], %r4;\n"
                            // The next CTA of the three.
                            "add.u32 %r7, %k, 1; rem.u32 %r7, %r7, 3;\n",
                    end = "\nst.global.u32 [%o], %r9;\n"
                          "barrier.cluster.arrive; barrier.cluster.wait;",
                    wait = "barrier.cluster.arrive; barrier.cluster.wait;\n";
  struct {
    std::string body, condition;
  } rows[] = {
      {wait + "mapa.shared::cluster.u32 %r8, %r5, %r7;\n"
              "ld.shared::cluster.u32 %r9, [%r8];",
       ""},
      {wait + "cvta.shared.u64 %rd2, s; cvt.u64.u32 %rd3, %r6;\n"
              "add.u64 %rd2, %rd2, %rd3; mapa.u64 %rd2, %rd2, %r7;\n"
              "ld.u32 %r9, [%rd2];",
       ""},
      // A variable, and an address that is mapped a second time.
      {wait + "mapa.shared::cluster.u32 %r8, s, %k;\n"
              "mapa.shared::cluster.u32 %r8, %r8, %r7;\n"
              "add.u32 %r8, %r8, %r6; ld.shared::cluster.u32 %r9, [%r8];",
       ""},
      {"barrier.cluster.arrive.relaxed; barrier.cluster.wait;\n"
       "mapa.shared::cluster.u32 %r8, %r5, %r7;\n"
       "ld.shared::cluster.u32 %r9, [%r8];",
       "race on 's'"},
      // The barrier of a CTA is none of the cluster.
      {"bar.sync 0; mapa.shared::cluster.u32 %r8, %r5, %r7;\n"
       "st.shared::cluster.u32 [%r8], 1; mov.u32 %r9, 0;",
       "race on 's'"},
      {wait + "mapa.shared::cluster.u32 %r8, s, %r7;\n"
              "ld.shared::cluster.u32 %r9, [%r8+72];",
       "out-of-bounds"},
      {wait + "mapa.shared::cluster.u32 %r8, s, 3;\n"
              "ld.shared::cluster.u32 %r9, [%r8];",
       "null-access"},
      // Another CTA's is not in `shared::cta`; the own one is, mapped or not.
      {wait + "mapa.shared::cluster.u32 %r8, s, %r7;\n"
              "ld.shared.u32 %r9, [%r8];",
       "wrong-state-space"},
      {wait + "mapa.u64 %rd2, %o, %r7; ld.u32 %r9, [%rd2];", "poison-address"},
  };
  for (const auto &row : rows)
    for (uint64_t schedule : {1, 2, 3}) {
      ClusterRun run("3", "6,1,1", 2, begin + row.body + end, schedule);
      EXPECT_EQ(run.error, "") << row.body;
      EXPECT_EQ(run.outcome.condition, row.condition) << row.body;
      if (!row.condition.empty())
        continue;
      for (unsigned thread = 0; thread < 12; ++thread)
        EXPECT_EQ(run.word(thread, 0), (thread / 2 + 1) % 3 * 100 + thread % 2)
            << row.body;
    }
  // Without the last barrier the memory may be gone.
  bool isGone = false;
  for (uint64_t schedule = 1; schedule < 20; ++schedule) {
    ClusterRun run("2", "2,1,1", 1,
                   "st.shared.u32 [s], 5;\n"
                   "barrier.cluster.arrive; barrier.cluster.wait;\n"
                   "xor.b32 %r7, %k, 1; mapa.shared::cluster.u32 %r8, s, %r7;\n"
                   "ld.shared::cluster.u32 %r9, [%r8];",
                   schedule);
    isGone |= run.outcome.condition == "use-after-allocation-ends";
  }
  EXPECT_TRUE(isGone);
}

TEST(Cluster, AddressesTellWhoseMemoryTheyAreIn) {
  ClusterRun run("2", "2,1,1", 1, R"(
    xor.b32 %r7, %k, 1;
    mapa.shared::cluster.u32 %r8, s, %r7;
    getctarank.shared::cluster.u32 %r9, %r8;
    st.global.u32 [%o], %r9;
    mov.u32 %r10, s;
    getctarank.shared::cluster.u32 %r9, %r10;
    st.global.u32 [%o+4], %r9;
    cvt.u64.u32 %rd2, %r8;
    cvta.shared::cluster.u64 %rd2, %rd2;
    getctarank.u64 %r9, %rd2;
    st.global.u32 [%o+8], %r9;
    isspacep.shared::cluster %p1, %rd2;
    selp.u32 %r9, 1, 0, %p1;
    st.global.u32 [%o+12], %r9;
    isspacep.shared %p1, %rd2;
    selp.u32 %r9, 1, 0, %p1;
    st.global.u32 [%o+16], %r9;
    mapa.u64 %rd2, %rd2, %k;
    isspacep.shared::cta %p1, %rd2;
    selp.u32 %r9, 1, 0, %p1;
    st.global.u32 [%o+20], %r9;
    isspacep.shared::cluster %p1, %o;
    selp.u32 %r9, 1, 0, %p1;
    st.global.u32 [%o+24], %r9;
    isspacep.local %p1, %rd2;
    selp.u32 %r9, 1, 0, %p1;
    st.global.u32 [%o+28], %r9;)");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  for (uint32_t k = 0; k < 2; ++k) {
    const uint32_t expected[] = {k ^ 1, k, k ^ 1, 1, 0, 1, 0, 0};
    for (unsigned i = 0; i < 8; ++i)
      EXPECT_EQ(run.word(k, i), expected[i]) << i;
  }
}

/// CTA 0 passes a number to CTA 1 through memory of the grid.
TEST(Cluster, ScopesReachTheCluster) {
  const std::string writer = "setp.ne.u32 %p1, %k, 0; @%p1 bra $read;\n"
                             "st.global.u32 [%o+4], 5;\n",
                    reader = "bra $end;\n$read:\n";
  struct {
    const char *release, *acquire, *grid, *condition;
  } rows[] = {
      {"cluster", "cluster", "2,1,1", ""},
      {"cta", "cluster", "2,1,1", "race on 'out'"},
      {"cluster", "cta", "2,1,1", "race on 'out'"},
      {"gpu", "cluster", "2,1,1", ""},
  };
  for (const auto &row : rows)
    for (uint64_t schedule : {1, 2, 3}) {
      std::string body = writer + "st.release." + row.release +
                         ".global.u32 [%o+8], 1;\n" + reader +
                         "$again: ld.acquire." + row.acquire +
                         ".global.u32 %r4, [%o-56]; setp.ne.u32 %p2, %r4, 1;\n"
                         "@%p2 bra $again; ld.global.u32 %r5, [%o-60];\n"
                         "st.global.u32 [%o], %r5;\n$end:";
      ClusterRun run("2", row.grid, 1, body, schedule);
      EXPECT_EQ(run.error, "") << body;
      EXPECT_EQ(run.outcome.condition, row.condition) << body;
      if (!*row.condition)
        EXPECT_EQ(run.word(1, 0), 5u);
    }
}

/// CTA 1 arrives at an mbarrier of CTA 0, which waits.
TEST(Cluster, ArrivalsAtMbarriersOfOthers) {
  struct {
    const char *arrive, *wait, *condition;
  } rows[] = {
      {"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r8];",
       "acquire.cluster.", ""},
      {"mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, "
       "[%r8], 8; mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 "
       "[%r8], 8;",
       "acquire.cluster.", ""},
      // Scopes of a CTA (PTX ISA: the default) order nothing between two.
      {"mbarrier.arrive.shared::cluster.b64 _, [%r8];", "acquire.cluster.",
       "race on 's'"},
      {"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r8];", "",
       "race on 's'"},
      {"mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%r8];",
       "acquire.cluster.", "race on 's'"},
      {"fence.acq_rel.cluster; mbarrier.arrive.relaxed.cluster."
       "shared::cluster.b64 _, [%r8];",
       "acquire.cluster.", ""},
      // What gives a state, and what only the own CTA may do.
      {"mbarrier.arrive.shared::cluster.b64 %rd4, [%r8];", "acquire.cluster.",
       "wrong-state-space"},
      {"mbarrier.inval.shared::cluster.b64 [%r8];", "acquire.cluster.",
       "wrong-state-space"},
      {"st.shared::cluster.u32 [%r8], 1;", "acquire.cluster.",
       "mbarrier-lifetime"},
  };
  for (const auto &row : rows)
    for (uint64_t schedule : {1, 2, 3}) {
      std::string body =
          "setp.eq.u32 %p1, %k, 0; @%p1 mbarrier.init.shared.b64 [bar], 1;\n"
          "fence.mbarrier_init.release.cluster;\n"
          "barrier.cluster.arrive; barrier.cluster.wait;\n"
          "@%p1 bra $wait;\n"
          "mapa.shared::cluster.u32 %r8, s, 0;\n"
          "st.shared::cluster.u32 [%r8], 9;\n"
          "mapa.shared::cluster.u32 %r8, bar, 0;\n" +
          std::string(row.arrive) +
          "\nbra $end;\n$wait:\nmbarrier.try_wait.parity." + row.wait +
          "shared::cta.b64 %p2, [bar], 0;\n@!%p2 bra $wait;\n"
          "ld.shared.u32 %r9, [s]; st.global.u32 [%o], %r9;\n$end:\n"
          "barrier.cluster.arrive; barrier.cluster.wait;";
      ClusterRun run("2", "2,1,1", 1, body, schedule);
      EXPECT_EQ(run.error, "") << row.arrive;
      EXPECT_EQ(run.outcome.condition, row.condition) << row.arrive << row.wait;
      if (!*row.condition && run.outcome.completed())
        EXPECT_EQ(run.word(0, 0), 9u);
    }
}

//===----------------------------------------------------------------------===//
// Copies to several CTAs
//===----------------------------------------------------------------------===//

/// Thread 0 of CTA 0 copies four numbers to the CTAs of the mask, each of which
/// waits for its own mbarrier and shows them, one for each thread.
static std::string multicast(const std::string &mask,
                             const std::string &meeting) {
  return R"(
    .shared .align 16 .b8 box[16];
    setp.eq.u32 %p1, %t, 0; setp.eq.and.u32 %p2, %k, 0, %p1;
    @%p1 mbarrier.init.shared.b64 [bar], 1;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 %rd5, [bar], 16;
    add.u64 %rd2, %o, 4096;
    @%p2 st.global.v2.u32 [%rd2], {11, 12};
    @%p2 st.global.v2.u32 [%rd2+8], {13, 14};
    @%p2 fence.proxy.async;
)" + meeting +
         "@%p2 cp.async.bulk.shared::cluster.global."
         "mbarrier::complete_tx::bytes.multicast::cluster [box], [%rd2], 16, "
         "[bar], " +
         mask + ";\n" + R"(
  $wait:
    mbarrier.try_wait.parity.shared.b64 %p4, [bar], 0; @!%p4 bra $wait;
    mul.lo.u32 %r5, %t, 4; mov.u32 %r6, box; add.u32 %r6, %r6, %r5;
    ld.shared.u32 %r7, [%r6];
    st.global.u32 [%o], %r7;
)";
}
static const std::string meeting =
    "barrier.cluster.arrive; barrier.cluster.wait;\n";

TEST(Cluster, CopiesGoToSeveralCtas) {
  for (uint64_t schedule : {1, 2, 3, 4, 5}) {
    // Two clusters; the fourth CTA of each gets nothing and waits for nothing.
    ClusterRun run("4", "8,1,1", 4,
                   "setp.eq.u32 %p5, %k, 3;\n@!%p5 bra $copied;\n" + meeting +
                       "bra.uni $end;\n$copied:\n" + multicast("7", meeting) +
                       "$end:",
                   schedule);
    ASSERT_TRUE(run.outcome.completed()) << run.error << run.outcome.summary();
    for (unsigned thread = 0; thread < 32; ++thread)
      EXPECT_EQ(run.word(thread, 0),
                thread / 4 % 4 == 3 ? 7u : 11 + thread % 4);
  }
}

TEST(Cluster, CopiesToSeveralCtasAreChecked) {
  // A CTA that gets nothing waits for ever.
  for (const char *mask : {"1", "2"}) {
    ClusterRun run("2", "2,1,1", 4, multicast(mask, meeting));
    EXPECT_EQ(run.outcome.status, RunStatus::Deadlock) << run.outcome.summary();
  }
  EXPECT_EQ(
      ClusterRun("2", "2,1,1", 4, multicast("5", meeting)).outcome.condition,
      "null-access");
  // The other CTA's mbarrier may not be there yet.
  bool isSeen = false;
  for (uint64_t schedule = 1; schedule < 9; ++schedule)
    isSeen |= !ClusterRun("2", "2,1,1", 4, multicast("3", ""), schedule)
                   .outcome.completed();
  EXPECT_TRUE(isSeen);
}

/// Two CTAs of LLVM IR: %r is the rank, %x the other one, %g what `s`, which
/// holds rank + 10, is in the generic space. Stores %v.
static Outcome runLlvm(const std::string &body) {
  std::string text =
      "target triple = \"nvptx64-nvidia-cuda\"\n"
      "@s = internal addrspace(3) global i32 poison, align 4\n"
      "@c = internal addrspace(4) constant i32 3\n"
      "define ptx_kernel void @k(ptr addrspace(1) %out) #0 {\n"
      "  %l = alloca i32\n"
      "  %r = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()\n"
      "  %x = xor i32 %r, 1\n  %w = add i32 %r, 10\n"
      "  store i32 %w, ptr addrspace(3) @s\n"
      "  %g = addrspacecast ptr addrspace(3) @s to ptr\n"
      "  call void @llvm.nvvm.barrier.cluster.arrive()\n"
      "  call void @llvm.nvvm.barrier.cluster.wait()\n" +
      body +
      "  call void @llvm.nvvm.barrier.cluster.arrive()\n"
      "  call void @llvm.nvvm.barrier.cluster.wait()\n"
      "  %p = getelementptr i32, ptr addrspace(1) %out, i32 %r\n"
      "  store i32 %v, ptr addrspace(1) %p\n  ret void\n}\n"
      "attributes #0 = { \"nvvm.reqntid\"=\"1\" "
      "\"nvvm.cluster_dim\"=\"2\" }\n";
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getMessage().str() << body;
    return {};
  }
  Launch launch =
      llvm::cantFail(parseLaunch("// tilefuzz.launch kernel=@k grid=2 seed=1\n"
                                 "// tilefuzz.buffer out : i32[2] = fill(7)\n"
                                 "// tilefuzz.args &out\n",
                                 "test"));
  return runSimt(*module, launch, {});
}

TEST(Cluster, LlvmMapsAddresses) {
  const std::string other = "  %q = call ptr @llvm.nvvm.mapa(ptr %g, i32 %x)\n",
                    near =
                        "  %q = call ptr addrspace(7) "
                        "@llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) @s, "
                        "i32 %x)\n";
  struct {
    std::string body;
    /// Of rank 0 and 1.
    uint32_t expected[2];
    const char *condition = "";
  } rows[] = {
      {other + "  %v = load i32, ptr %q\n", {11, 10}},
      {near + "  %v = load i32, ptr addrspace(7) %q\n", {11, 10}},
      {"  %q = call ptr @llvm.nvvm.mapa(ptr %g, i32 %r)\n"
       "  %v = load i32, ptr %q\n",
       {10, 11}},
      {"  %q = call ptr @llvm.nvvm.mapa(ptr %g, i32 2)\n"
       "  %v = load i32, ptr %q\n",
       {7, 7},
       "null-access"},
      {"  %q = call ptr @llvm.nvvm.mapa(ptr %l, i32 %x)\n"
       "  %v = load i32, ptr %q\n",
       {7, 7},
       "null-access"},
      {other + "  %v = call i32 @llvm.nvvm.getctarank(ptr %q)\n", {1, 0}},
      {"  %v = call i32 @llvm.nvvm.getctarank(ptr %g)\n", {0, 1}},
      {"  %v = call i32 @llvm.nvvm.getctarank.shared.cluster(ptr "
       "addrspace(3) @s)\n",
       {0, 1}},
  };
  for (const auto &row : rows) {
    Outcome outcome = runLlvm(row.body);
    EXPECT_EQ(outcome.condition, row.condition) << row.body;
    for (unsigned i = 0; i < 2 && outcome.completed(); ++i)
      EXPECT_EQ(outcome.buffers[0].bytes[4 * i], row.expected[i]) << row.body;
  }
  // By space: of this CTA's object, the other's, one of the thread, one of the
  // launch, and a constant.
  struct {
    const char *space;
    bool expected[5];
  } queries[] = {{"shared", {true, false, false, false, false}},
                 {"shared.cluster", {true, true, false, false, false}},
                 {"local", {false, false, true, false, false}},
                 {"global", {false, false, false, true, false}},
                 {"const", {false, false, false, false, true}}};
  const std::string pointers[] = {
      "  %a = getelementptr i8, ptr %g, i32 0\n",
      "  %a = call ptr @llvm.nvvm.mapa(ptr %g, i32 %x)\n",
      "  %a = getelementptr i8, ptr %l, i32 0\n",
      "  %a = addrspacecast ptr addrspace(1) %out to ptr\n",
      "  %a = addrspacecast ptr addrspace(4) @c to ptr\n"};
  for (const auto &query : queries)
    for (unsigned i = 0; i < 5; ++i) {
      std::string body = pointers[i] + "  %b = call i1 @llvm.nvvm.isspacep." +
                         query.space + "(ptr %a)\n  %v = zext i1 %b to i32\n";
      Outcome outcome = runLlvm(body);
      ASSERT_TRUE(outcome.completed()) << body << outcome.summary();
      EXPECT_EQ(outcome.buffers[0].bytes[0], query.expected[i]) << body;
    }
}

/// PTX ISA 9.0, 9.7.16.12: a commit arrives at the mbarrier at the same place
/// of each CTA of its mask.
TEST(Cluster, CommitsArriveAtSeveralCtas) {
  auto body = [](const std::string &address, const std::string &form) {
    return "setp.ne.u32 %p1, %t, 0; @%p1 bra $made;\n"
           "mbarrier.init.shared::cta.b64 [bar], 1;\n"
           "fence.mbarrier_init.release.cluster;\n"
           "$made: barrier.cluster.arrive; barrier.cluster.wait;\n"
           "add.u32 %r4, %k, %t; setp.ne.u32 %p1, %r4, 0; @%p1 bra $wait;\n" +
           address +
           "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster" +
           form +
           ";\n$wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 "
           "%p2, [bar], 0;\n@!%p2 bra $wait;\nst.global.u32 [%o], 1;\n"
           "barrier.cluster.arrive; barrier.cluster.wait;";
  };
  const std::string own = "mov.u64 %rd2, bar;\n",
                    other = "mov.u64 %rd2, bar;\n"
                            "mapa.shared::cluster.u64 %rd2, %rd2, 1;\n";
  const std::tuple<std::string, std::string, std::string> rows[] = {
      {own, ".multicast::cluster.b64 [%rd2], 3", ""},
      {own, ".multicast::cluster.b64 [%rd2], 5", "null-access"},
      {own, ".multicast::cluster.b64 [%rd2], 2", "deadlock"},
      {own, ".b64 [%rd2]", "deadlock"},
      {other, ".b64 [%rd2]", "deadlock"},
  };
  for (const auto &[address, form, condition] : rows)
    for (uint64_t schedule : {1, 2, 3}) {
      ClusterRun run("2", "2,1,1", 4, body(address, form), schedule);
      EXPECT_EQ(run.error, "") << form;
      if (condition == "deadlock")
        EXPECT_EQ(run.outcome.status, RunStatus::Deadlock) << form;
      else
        EXPECT_EQ(run.outcome.condition, condition) << form;
      for (unsigned thread = 0; thread < 8 && condition.empty(); ++thread)
        EXPECT_EQ(run.word(thread, 0), 1u) << form;
    }
}

/// Memory model, 5.6: what a copy to tensor memory still reads, no CTA of the
/// cluster may write.
TEST(Cluster, WhatIsReadThroughTheAsyncProxyIsNotWrittenFromAfar) {
  const std::string
      begin =
          ".shared .align 1024 .b8 q[4096]; .shared .align 4 .b32 a;\n"
          ".reg .b32 %w<9>; .reg .b64 %x<9>;\n"
          "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 32;\n"
          "bar.warp.sync 0xffffffff; ld.shared.b32 %w1, [a];\n"
          "setp.ne.u32 %p1, %t, 0; @%p1 bra $meet;\n"
          "mov.u32 %w2, q; mov.u32 %w3, 0;\n"
          "$fill: add.u32 %w4, %w2, %w3; st.shared.b32 [%w4], 0;\n"
          "add.u32 %w3, %w3, 4; setp.lt.u32 %p2, %w3, 4096; @%p2 bra $fill;\n"
          "setp.ne.u32 %p3, %k, 0; @%p3 bra $meet;\n"
          "fence.proxy.async.shared::cta; shr.u32 %w5, %w2, 4;\n"
          "cvt.u64.u32 %x4, %w5; or.b64 %x4, %x4, 0x400800080000;\n"
          "tcgen05.cp.cta_group::1.4x256b [%w1], %x4;\n"
          "$meet: barrier.cluster.arrive; barrier.cluster.wait;\n"
          "add.u32 %w7, %t, 1; sub.u32 %w7, %w7, %k;\n"
          "setp.ne.u32 %p4, %w7, 0; @%p4 bra $end;\n"
          "mapa.shared::cluster.u32 %w6, q, ",
      end = ";\nst.shared::cluster.u32 [%w6], 1;\n"
            "$end: barrier.cluster.arrive; barrier.cluster.wait;",
      text = "shared memory is written while it may still be "
             "read through the asynchronous proxy";
  ClusterRun afar("2", "2,1,1", 32, begin + "0" + end);
  EXPECT_EQ(afar.error, "");
  EXPECT_NE(afar.outcome.summary().find(text), std::string::npos)
      << afar.outcome.summary();
  // Its own bytes are others.
  ClusterRun own("2", "2,1,1", 32, begin + "1" + end);
  EXPECT_EQ(own.error, "");
  EXPECT_EQ(own.outcome.summary().find(text), std::string::npos)
      << own.outcome.summary();
}
