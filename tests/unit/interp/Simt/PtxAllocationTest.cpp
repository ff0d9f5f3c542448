//===- PtxAllocationTest.cpp - Memory that PTX kernels allocate -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// On the stacks of functions, and on the device's heap.
//
//===----------------------------------------------------------------------===//

#include "PtxKernelRun.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using namespace tilefuzz::test;

TEST(PtxAllocation, StacksGrowAndShrink) {
  // More calls than a thread may have objects, each of which allocates.
  KernelRun run(header + R"(
.func (.param .b32 r) last(.param .b64 n)
{
  .reg .b32 %r<3>; .reg .b64 %rd<4>; .reg .pred %p;
  ld.param.b64 %rd1, [n];
  alloca.u64 %rd2, %rd1, 16;
  add.u64 %rd3, %rd2, %rd1;
  cvt.u32.u64 %r1, %rd1;
  st.local.u32 [%rd3+-4], %r1;
  setp.gt.u64 %p, %rd1, 60;
  ld.local.u32 %r2, [%rd3+-4];
  st.param.b32 [r], %r2;
  @%p ret;
  add.u32 %r2, %r2, 1;
  st.param.b32 [r], %r2;
}
.visible .entry k(.param .u64 out)
.reqntid 1
{
  .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %rd<6>;
  ld.param.b64 %rd1, [out];
  .param .b64 n; .param .b32 got;
  mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u64 %rd2, 64;
$calls:
  st.param.b64 [n], %rd2; call.uni (got), last, (n); ld.param.b32 %r3, [got];
  add.u32 %r2, %r2, %r3; add.u32 %r1, %r1, 1;
  setp.lt.u32 %p, %r1, 5000; @%p bra $calls;
  st.global.u32 [%rd1], %r2;
  mov.u64 %rd2, 8;
  st.param.b64 [n], %rd2; call.uni (got), last, (n); ld.param.b32 %r3, [got];
  st.global.u32 [%rd1+4], %r3;
  // A stack that is restored, through a generic address, too.
  mov.u32 %r1, 0;
$grows:
  stacksave.u32 %r4;
  alloca.u32 %r5, 12;
  st.local.u32 [%r5+8], %r1;
  cvt.u64.u32 %rd3, %r5; cvta.local.u64 %rd3, %rd3;
  ld.u32 %r3, [%rd3+8];
  stackrestore.u32 %r4;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p, %r1, 5000; @%p bra $grows;
  st.global.u32 [%rd1+8], %r3;
})");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out,
            (std::vector<uint32_t>{64 * 5000, 9, 4999, 7, 7, 7, 7, 7}));
  struct {
    const char *body, *condition;
  } rows[] = {
      {"alloca.u64 %rd2, 8; ld.local.u8 %rs1, [%rd2+8];", "out-of-bounds"},
      {"alloca.u64 %rd2, 8; ld.local.u32 %r1, [%rd2]; st.u32 [%rd1], %r1;",
       "uninitialised-read"},
      {"stacksave.u64 %rd3; alloca.u64 %rd2, 8; stackrestore.u64 %rd3;"
       "st.local.u32 [%rd2], 1;",
       "null-access"},
      {"mov.u32 %r1, 5; stackrestore.u32 %r1;", "invalid-stack"},
      {"alloca.u64 %rd2, 9999999999;",
       "more than 524288 bytes of a stack at once"},
      {"alloca.u64 %rd2, 8, 1048576;", "PTX instruction 'alloca.u64'"},
  };
  for (const auto &row : rows) {
    KernelRun one(kernel(row.body));
    EXPECT_EQ(one.error, "") << row.body;
    EXPECT_EQ(one.outcome.condition, row.condition) << row.body;
  }
}

/// A kernel with functions that allocate and free.
static std::string onHeap(const std::string &body) {
  return header + R"(
.extern .func (.param .b64 p) malloc(.param .b64 bytes);
.extern .func free(.param .b64 p);
.func (.param .b64 p) get(.param .b64 bytes)
{
  .reg .b64 %rd<3>;
  ld.param.b64 %rd1, [bytes];
  { .param .b64 a; st.param.b64 [a], %rd1;
    .param .b64 r;
    call.uni (r), malloc, (a);
    ld.param.b64 %rd2, [r]; }
  st.param.b64 [p], %rd2;
  ret;
}
.func drop(.param .b64 p)
{
  .reg .b64 %rd<2>;
  ld.param.b64 %rd1, [p];
  { .param .b64 a; st.param.b64 [a], %rd1; call.uni free, (a); }
  ret;
}
.visible .entry k(.param .u64 out)
.reqntid 2
{
  .reg .pred %p<3>; .reg .b32 %r<5>; .reg .b64 %rd<6>;
  .param .b64 size; .param .b64 got;
  ld.param.b64 %rd1, [out];
  mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0;
  mul.wide.u32 %rd5, %r1, 4; add.u64 %rd1, %rd1, %rd5;
)" + body +
         "\nret;\n}\n";
}
static const std::string getEight = "st.param.b64 [size], 8; "
                                    "call.uni (got), get, (size); "
                                    "ld.param.b64 %rd2, [got];\n",
                         drop = "st.param.b64 [size], %rd2; "
                                "call.uni drop, (size);\n";

TEST(PtxAllocation, KernelsAllocateMemory) {
  // Each thread has its own; zero bytes and too many are null, as free takes.
  KernelRun run(
      onHeap(getEight +
             "add.u32 %r2, %r1, 40; st.u32 [%rd2+4], %r2; "
             "ld.global.u32 %r3, [%rd2+4]; st.global.u32 [%rd1], %r3;\n" +
             drop +
             "st.param.b64 [size], 0; call.uni (got), get, (size);\n"
             "ld.param.b64 %rd2, [got]; cvt.u32.u64 %r3, %rd2; "
             "st.global.u32 [%rd1+8], %r3;\n" +
             drop +
             "st.param.b64 [size], 9000000; call.uni (got), get, (size);\n"
             "ld.param.b64 %rd2, [got]; cvt.u32.u64 %r3, %rd2; "
             "st.global.u32 [%rd1+16], %r3;\n"));
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, (std::vector<uint32_t>{40, 41, 0, 0, 0, 0, 7, 7}));
  struct {
    std::string body;
    const char *condition;
  } rows[] = {
      {getEight + "ld.u32 %r2, [%rd2+8];", "out-of-bounds"},
      {getEight + "ld.u32 %r2, [%rd2]; st.global.u32 [%rd1], %r2;",
       "uninitialised-read"},
      {getEight + drop + "st.u32 [%rd2], 1;", "use-after-free"},
      {getEight + drop + drop, "invalid-free"},
      {getEight + "add.u64 %rd2, %rd2, 4;" + drop, "invalid-free"},
      {"mov.u64 %rd2, %rd1;" + drop, "invalid-free"},
  };
  for (const auto &row : rows) {
    KernelRun one(onHeap(row.body));
    EXPECT_EQ(one.error, "");
    EXPECT_EQ(one.outcome.condition, row.condition) << row.body;
  }
}

TEST(PtxAllocation, AllocatedMemoryRacesAsAnyOther) {
  // Thread 0 hands its memory over in global memory, with a barrier or without.
  for (bool hasBarrier : {false, true}) {
    KernelRun run(
        onHeap("@%p1 bra $other;\n" + getEight +
               "st.u32 [%rd2], 5; st.global.b64 [%rd1+8], %rd2;\n$other:\n" +
               (hasBarrier ? "bar.sync 0;\n" : "") +
               "@!%p1 bra $end; ld.global.b64 %rd3, [%rd1+4]; "
               "setp.eq.u64 %p2, %rd3, 0x0000000700000007; @%p2 bra $end;\n"
               "ld.u32 %r3, [%rd3]; st.global.u32 [%rd1], %r3;\n$end:"));
    EXPECT_EQ(run.error, "");
    EXPECT_EQ(run.outcome.status,
              hasBarrier ? RunStatus::Completed : RunStatus::Race)
        << run.outcome.summary();
    if (hasBarrier)
      EXPECT_EQ(run.out[1], 5u);
  }
}
