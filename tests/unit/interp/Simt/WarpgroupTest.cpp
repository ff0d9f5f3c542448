//===- WarpgroupTest.cpp - What four warps do together -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What memory model 5.7 forbids, setmaxnreg, and enclosures.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;
using test::registerVector;
using test::WarpgroupKernel;

/// A product of 8 columns of s8, whose factors overlap in 2048 zeros.
static std::string
conditionOf(const std::string &body, const std::string &directives = "",
            unsigned threads = 128,
            const std::string &fence = "fence.proxy.async;") {
  std::set<std::string> conditions;
  for (uint64_t schedule : {1, 2, 3}) {
    WarpgroupKernel kernel;
    kernel.sharedBytes = 4096;
    kernel.in.resize(4096);
    kernel.threads = threads;
    kernel.directives = directives;
    kernel.fence = fence;
    kernel.schedule = schedule;
    kernel.body =
        ".reg .b32 d<4>, e<4>, a<4>; and.b32 %b, %s, 0x3ffff;\n"
        "shr.u32 %b, %b, 4; cvt.u64.u32 %da, %b;\n"
        // Lines of 32 bytes, eight of them 256.
        "or.b64 %da, %da, 0xc000001000000000; mov.b64 %db, %da;\n"
        "mov.b32 d0, 0; mov.b32 d1, 0; mov.b32 d2, 0; mov.b32 d3, 0;\n"
        "mov.b32 e0, 0; mov.b32 e1, 0; mov.b32 e2, 0; mov.b32 e3, 0;\n"
        "mov.b32 a0, 0; mov.b32 a1, 0; mov.b32 a2, 0; mov.b32 a3, 0;\n" +
        body;
    kernel.run();
    EXPECT_EQ(kernel.error, "") << body;
    conditions.insert(kernel.outcome.completed() ? ""
                                                 : kernel.outcome.condition);
  }
  EXPECT_EQ(conditions.size(), 1u) << body;
  return *conditions.begin();
}

static const std::string fenced = "wgmma.fence.sync.aligned;\n",
                         commit = "wgmma.commit_group.sync.aligned;\n",
                         store = "st.global.b32 [%out], d0;\n",
                         inRegisters =
                             "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 "
                             "{d0,d1,d2,d3}, {a0,a1,a2,a3}, %db, yes;\n";
static std::string waitFor(unsigned most) {
  return "wgmma.wait_group.sync.aligned " + std::to_string(most) + ";\n";
}
static std::string multiplyInto(const std::string &letter = "d") {
  std::string d = "{";
  for (unsigned i = 0; i < 4; ++i)
    d += (i ? "," : "") + letter + std::to_string(i);
  return "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 " + d +
         "}, %da, %db, yes;\n";
}

TEST(Warpgroup, RegistersWaitForProducts) {
  const std::string race = "wgmma-register-race: ",
                    early = race + "an accumulator is accessed before a wait "
                                   "for its product",
                    factor = race +
                             "a factor is accessed before a wait for its "
                             "product",
                    unfenced = race + "no wgmma.fence between an access of an "
                                      "accumulator and a product",
                    unfencedFactor = race + "no wgmma.fence between a write of "
                                            "a factor and a product",
                    between = race + "no wgmma.fence between two products with "
                                     "common registers";
  std::string one = multiplyInto(), other = multiplyInto("e");
  const std::pair<std::string, std::string> rows[] = {
      {fenced + one + commit + waitFor(0) + store, ""},
      // Memory model, L16.
      {fenced + one + commit + store, early},
      {fenced + one + waitFor(0) + store, early},
      {fenced + one + commit + waitFor(1) + store, early},
      {one + commit + waitFor(0) + store, unfenced},
      {fenced + one + commit + "mov.b32 d3, 1;\n" + waitFor(0), early},
      {fenced + one + commit + "mov.b32 e3, d3;\n" + waitFor(0), early},
      {fenced + "mov.b32 d3, 1;\n" + one + commit + waitFor(0), unfenced},
      {fenced + "mov.b32 e3, d3;\n" + one + commit + waitFor(0), unfenced},
      // Chains need neither.
      {fenced + one + one + commit + one + commit + waitFor(0) + store, ""},
      {fenced + one + commit + waitFor(0) + one + commit + waitFor(0) + store,
       ""},
      // The groups of two products.
      {fenced + other + commit + one + commit + waitFor(1) +
           "st.global.b32 [%out], e0;\n" + waitFor(0) + store,
       ""},
      {fenced + one + commit + other + commit + waitFor(1) +
           "st.global.b32 [%out], e0;\n",
       early},
      {fenced + one + other + commit + commit + waitFor(1) + store, ""},
      {fenced + inRegisters + commit + waitFor(0) + "mov.b32 a0, 1;\n" + store,
       ""},
      {fenced + inRegisters + commit + "mov.b32 a0, 1;\n" + waitFor(0), factor},
      {fenced + inRegisters + commit + "mov.b32 e0, a0;\n" + waitFor(0),
       factor},
      {fenced + "mov.b32 a0, 1;\n" + inRegisters + commit + waitFor(0),
       unfencedFactor},
      {fenced + "mov.b32 e0, a0;\n" + inRegisters + commit + waitFor(0), ""},
      {fenced + inRegisters + inRegisters + commit + waitFor(0) + store, ""},
      // What one gives, the other reads.
      {fenced + one +
           "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {e0,e1,e2,e3}, "
           "{d0,d1,d2,d3}, %db, yes;\n" +
           commit + waitFor(0),
       between},
      {fenced + one +
           "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {d1,d0,d2,d3}, "
           "%da, %db, yes;\n" +
           commit + waitFor(0),
       between},
      {fenced + one + fenced +
           "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {d1,d0,d2,d3}, "
           "%da, %db, yes;\n" +
           commit + waitFor(0) + store,
       ""},
  };
  for (const auto &[body, expected] : rows)
    EXPECT_EQ(conditionOf(body), expected) << body;
}

TEST(Warpgroup, SharedMemoryWaitsForProducts) {
  std::string begin = fenced + multiplyInto() + commit;
  std::string mine = "mov.b32 e0, 5; shl.b32 %i, %t, 2; add.u32 %i, %i, %s; "
                     "st.shared.b32 [%i], e0;\n";
  const std::string late = "an asynchronous copy may still access 's'",
                    proxy = "no proxy fence between a write and an "
                            "asynchronous access of 's'";
  EXPECT_EQ(conditionOf(begin + waitFor(0) + mine), "");
  EXPECT_EQ(conditionOf(begin + mine + waitFor(0)), late);
  EXPECT_EQ(conditionOf(begin + waitFor(1) + mine), late);
  EXPECT_EQ(conditionOf(begin + waitFor(0), "", 128, ""), proxy);
  EXPECT_EQ(conditionOf(begin + waitFor(0) + mine + fenced + multiplyInto() +
                        commit + waitFor(0)),
            proxy);
  EXPECT_EQ(conditionOf(begin + waitFor(0) + mine + "fence.proxy.async;\n" +
                        fenced + multiplyInto() + commit + waitFor(0)),
            late);
  EXPECT_EQ(conditionOf(begin + waitFor(0) + mine + "bar.sync 0;\n" + fenced +
                        multiplyInto() + commit + waitFor(0)),
            proxy);
  EXPECT_EQ(conditionOf(begin + waitFor(0) + mine +
                        "fence.proxy.async; bar.sync 0;\n" + fenced +
                        multiplyInto() + commit + waitFor(0) + store),
            "");
  // The wait of one warp is for all of them.
  std::string first = "setp.ne.u32 %p, %t, 0;\n@%p bra $other;\n";
  EXPECT_EQ(conditionOf(begin + waitFor(0) + first +
                        "mov.b32 e0, 5; st.shared.b32 [%s+128], e0;\n"
                        "$other:\n"),
            "");
}

/// What is not unique stays enclosed, in registers and through shared memory.
TEST(Warpgroup, EnclosuresGoThroughProducts) {
  for (bool inRegisters : {true, false})
    for (int sign : {1, -1}) {
      WarpgroupKernel kernel;
      kernel.sharedBytes = 4096;
      // All of it is 1.0.
      for (unsigned i = 0; i < 4096; ++i)
        kernel.in.push_back("\x00\x00\x80\x3f"[i % 4]);
      kernel.outKind = "f32";
      kernel.body =
          ".reg .b32 d<4>, a; and.b32 %b, %s, 0x3ffff;\n"
          "shr.u32 %b, %b, 4; cvt.u64.u32 %da, %b;\n"
          "or.b64 %da, %da, 0xc000001000000000; add.u64 %db, %da, 128;\n"
          "mov.b32 d0, 0; mov.b32 d1, 0; mov.b32 d2, 0; mov.b32 d3, 0;\n"
          // 2^0.5; 2048 bytes of it, which are A.
          "ex2.approx.f32 a, 0f3F000000;\n" +
          std::string(inRegisters
                          ? ""
                          : "shl.b32 %i, %t, 4; add.u32 %i, %i, %s;\n"
                            "st.shared.b32 [%i], a; st.shared.b32 [%i+4], a;\n"
                            "st.shared.b32 [%i+8], a; st.shared.b32 [%i+12], "
                            "a;\nfence.proxy.async; bar.sync 0;\n") +
          fenced + "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 " +
          registerVector('d', 4) + (inRegisters ? ", {a,a,a,a}" : ", %da") +
          ", %db, yes, " + std::to_string(sign) + ", 1;\n" + commit +
          waitFor(0) + "st.global.b32 [%out], d0;\n";
      kernel.run();
      ASSERT_EQ(kernel.error, "");
      ASSERT_TRUE(kernel.outcome.completed()) << kernel.outcome.summary();
      const BufferImage &out = kernel.outcome.buffers[1];
      ASSERT_EQ(out.enclosures.size(), 128u);
      for (const BufferImage::Enclosure &one : out.enclosures) {
        EXPECT_FALSE(one.exact);
        // The low bits of a tf32 are cut off.
        constexpr double factor = 1.4140625;
        EXPECT_TRUE(one.contains(sign * 8 * factor)) << one.lo << " " << one.hi;
        EXPECT_LT(one.hi - one.lo, 0.02);
      }
    }
}

TEST(Warpgroup, WhatIsNoProductIsNamed) {
  std::string one = fenced + multiplyInto() + commit + waitFor(0);
  const std::string diverges = "barrier-divergence";
  // Some warps, and some lanes.
  for (const char *from : {"32", "96", "16"})
    EXPECT_EQ(conditionOf("setp.ge.u32 %p, %t, " + std::string(from) +
                          "; @%p bra $end;\n" + one + "$end:\n"),
              diverges)
        << from;
  EXPECT_EQ(conditionOf(one, "", 64), diverges);
  EXPECT_EQ(conditionOf(one, "", 256), "");
  // Two warpgroups, each at its own.
  EXPECT_EQ(conditionOf("setp.ge.u32 %p, %t, 128; @%p bra $other;\n" + one +
                            "bra $end;\n$other:\n" + one + "$end:\n",
                        "", 256),
            "");
  EXPECT_EQ(conditionOf("setp.ge.u32 %p, %t, 64; @%p bra $other;\n" + one +
                        "bra $end;\n$other:\n" + one + "$end:\n"),
            diverges);
  EXPECT_EQ(conditionOf("cvt.u64.u32 %w, %t; add.u64 %da, %da, %w;\n" + one),
            "matrix-operands");
  EXPECT_EQ(conditionOf("or.b64 %da, %da, 0x400000000000;\n" + one),
            "tensor-descriptor");
  EXPECT_EQ(conditionOf("or.b64 %da, %da, 0x2000000000000;\n" + one),
            "a matrix descriptor with a base offset");
  EXPECT_EQ(conditionOf("add.u64 %da, %da, 0x100;\n" + one), "out-of-bounds");
}

TEST(Warpgroup, RegistersAreGivenAndTaken) {
  auto set = [](bool takes, unsigned count) {
    return std::string("setmaxnreg.") + (takes ? "inc" : "dec") +
           ".sync.aligned.u32 " + std::to_string(count) + ";\n";
  };
  std::string second = "setp.ge.u32 %p, %t, 128; @%p bra $second;\n",
              mine = "bra $end;\n$second:\n", end = "$end:\n";
  auto both = [&](const std::string &a, const std::string &b) {
    return conditionOf(second + a + mine + b + end, ".maxnreg 128", 256);
  };
  EXPECT_EQ(both(set(false, 40), set(true, 216)), "");
  EXPECT_EQ(both(set(true, 216), set(false, 40)), "");
  // 128 - 40 registers are given.
  EXPECT_EQ(both(set(false, 40), set(true, 224)),
            "nobody gives back registers");
  EXPECT_EQ(both("", set(true, 136)), "nobody gives back registers");
  EXPECT_EQ(both(set(true, 40), set(true, 216)), "register-budget");
  EXPECT_EQ(both(set(false, 136), ""), "register-budget");
  for (unsigned count : {16, 20, 264, 41})
    EXPECT_EQ(both(set(false, count), ""), "register-budget") << count;
  // A kernel that does not say how many it has.
  EXPECT_EQ(conditionOf(set(false, 40) + set(true, 232)), "");
  // Every warp of a warpgroup, with the same number.
  EXPECT_EQ(conditionOf("setp.ge.u32 %p, %t, 64; @%p bra $end;\n" +
                            set(false, 40) + end,
                        ".maxnreg 128"),
            "register-budget");
  EXPECT_EQ(conditionOf("setp.ge.u32 %p, %t, 64; @%p bra $other;\n" +
                            set(false, 40) + "bra $end;\n$other:\n" +
                            set(false, 48) + end,
                        ".maxnreg 128"),
            "register-budget");
  EXPECT_EQ(conditionOf("setp.ge.u32 %p, %t, 16; @%p bra $end;\n" +
                            set(false, 40) + end,
                        ".maxnreg 128"),
            "barrier-divergence");
}

TEST(Warpgroup, OperandsThatAreNoneAreErrors) {
  for (const char *operands :
       {"{d0,d1,d2}, %da, %db, yes", "{d0,d0,d2,d3}, %da, %db, yes",
        "{d0,d1,d2,d3}, {d0,d1,d2}, %db, yes", "{d0,d1,d2,d3}, %da, %db",
        "{d0,d1,d2,d3}, %da, %db, yes, 1, 1",
        "{d0,d1,d2,d3}, %da, {d0,d1,d2,d3}, yes"}) {
    WarpgroupKernel kernel;
    kernel.in.resize(1024);
    kernel.body = ".reg .b32 d<4>; wgmma.mma_async.sync.aligned.m64n8k32.s32."
                  "s8.s8 " +
                  std::string(operands) + ";";
    kernel.run();
    EXPECT_NE(kernel.error, "") << operands;
  }
  for (const char *immediates : {"2, 1, 0, 0", "1, 0, 0, 0", "1, 1, 2, 0",
                                 "1, 1, 0, -1", "1, 1, 0", "1, 1"}) {
    WarpgroupKernel kernel;
    kernel.in.resize(1024);
    kernel.body = ".reg .b32 d<4>; wgmma.mma_async.sync.aligned.m64n8k16.f32."
                  "f16.f16 {d0,d1,d2,d3}, %da, %db, yes, " +
                  std::string(immediates) + ";";
    kernel.run();
    EXPECT_NE(kernel.error, "") << immediates;
  }
}
