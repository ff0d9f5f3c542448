//===- Tcgen05Test.cpp - PTX of tensor memory -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the text alone has, beside what TensorKernel runs as PTX, too: forms of
// operands, what is refused, and registers that a load may still write.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/PtxProgram.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;

namespace {
/// A warp with 32 columns of tensor memory, whose address is %r1; the number of
/// its lane is %r0, and %r9 is what each lane stores at the end.
struct WarpRun {
  explicit WarpRun(const std::string &body, const std::string &alloc = "") {
    std::string text =
        ".version 8.6\n.target sm_100a\n.address_size 64\n"
        ".visible .entry k(.param .u64 p) .reqntid 32\n{\n"
        ".reg .b32 %r<32>; .reg .b64 %rd<8>; .reg .pred %p<4>;\n"
        ".shared .align 8 .b64 b; .shared .align 4 .b32 a;\n"
        ".shared .align 1024 .b8 s[4096];\n"
        "mov.u32 %r0, %tid.x; ld.param.b64 %rd1, [p];\n"
        "mul.wide.u32 %rd2, %r0, 4; add.s64 %rd1, %rd1, %rd2;\n" +
        (alloc.empty() ? "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta."
                         "b32 [a], 32;"
                       : alloc) +
        "\nbar.warp.sync 0xffffffff; ld.shared.b32 %r1, [a];\n" + body +
        "\nst.global.b32 [%rd1], %r9;\n"
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 32;\nret;\n}\n";
    Expected<Launch> launch = parseLaunch(
        "// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
        "// tilefuzz.buffer out : i32[32] = fill(0)\n// tilefuzz.args &out\n",
        "test");
    if (!launch) {
      error = llvm::toString(launch.takeError());
      return;
    }
    Expected<std::unique_ptr<PtxProgram>> program =
        PtxProgram::create(text, *launch);
    if (!program)
      error = llvm::toString(program.takeError());
    else
      outcome = (*program)->run(*launch);
  }
  uint32_t wordOf(unsigned lane) const {
    uint32_t word;
    memcpy(&word, outcome.buffers[0].bytes.data() + 4 * lane, 4);
    return word;
  }
  template <typename T> using Expected = llvm::Expected<T>;

  Outcome outcome;
  std::string error;
};
} // namespace

static const char *store = "tcgen05.st.sync.aligned.32x32b.x2.b32 [%r1+3], "
                           "{%r0, 77};\ntcgen05.wait::st.sync.aligned;\n";

TEST(Tcgen05, AddressesMayHaveOffsetsAndRegistersNoOrder) {
  // Column 4 is in the second register of the one and the first of the other,
  // and registers are not in a row.
  WarpRun run(std::string(store) +
              "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r20, %r5}, [%r1+3];\n"
              "tcgen05.ld.sync.aligned.32x32b.x1.b32 %r7, [%r1+4];\n"
              "tcgen05.wait::ld.sync.aligned;\n"
              "mad.lo.u32 %r9, %r20, 1000, %r5; mad.lo.u32 %r9, %r9, 1000, "
              "%r7;");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(run.wordOf(lane), (lane * 1000 + 77) * 1000 + 77);
}

TEST(Tcgen05, AddressesOfSharedMemoryMayBeGeneric) {
  WarpRun run("mov.u32 %r9, 5;",
              "mov.u64 %rd3, a; cvta.shared.u64 %rd3, %rd3;\n"
              "tcgen05.alloc.cta_group::1.sync.aligned.b32 [%rd3], 32;\n"
              "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
  EXPECT_EQ(run.error, "");
  EXPECT_TRUE(run.outcome.completed()) << run.outcome.summary();
}

TEST(Tcgen05, RegistersAreTheLoadsUntilItsWait) {
  std::string load =
      std::string(store) +
      "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r9, %r20}, [%r1+3];\n";
  std::string wait = "tcgen05.wait::ld.sync.aligned;\n";
  const std::pair<std::string, std::string> rows[] = {
      {load + wait, ""},
      {load, "a result of tensor memory is read before its wait"},
      {load + "mov.b32 %r5, %r20;" + wait,
       "a result of tensor memory is read before its wait"},
      {load + "add.u32 %r20, %r0, 1;" + wait,
       "a result of tensor memory is overwritten before its wait"},
      {load + "mov.b32 %r20, %r0;" + wait,
       "a result of tensor memory is overwritten before its wait"},
      // Registers that a store reads.
      {load + "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r1], {%r20};" + wait,
       "a result of tensor memory is read before its wait"},
  };
  for (const auto &[body, condition] : rows) {
    WarpRun run(body);
    EXPECT_EQ(run.error, "");
    if (condition.empty())
      EXPECT_TRUE(run.outcome.completed()) << run.outcome.summary();
    else
      EXPECT_NE(run.outcome.summary().find(condition), std::string::npos)
          << body << run.outcome.summary();
  }
}

TEST(Tcgen05, WhatIsNotExecutedIsRefusedByName) {
  const char *operands = " [%r1], %rd3, %rd4, %r2, ";
  const std::pair<std::string, std::string> rows[] = {
      {std::string("tcgen05.mma.cta_group::1.kind::tf32") + operands +
           "%p1, 3;",
       "PTX instruction 'tcgen05.mma.cta_group::1.kind::tf32' with a scale of "
       "its sums"},
      {std::string("tcgen05.mma.cta_group::1.kind::f16") + operands +
           "{%r3, %r3, %r3, %r3}, %p1, 3;",
       "PTX instruction 'tcgen05.mma.cta_group::1.kind::f16' with a scale of "
       "its sums"},
      {"tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster."
       "multicast::cluster.b64 [%rd3], 3;",
       "PTX instruction 'tcgen05.commit.cta_group::2.mbarrier::arrive::one."
       "shared::cluster.multicast::cluster.b64'"},
      {std::string("tcgen05.mma.cta_group::2.kind::f16") + operands + "%p1;",
       "PTX instruction 'tcgen05.mma.cta_group::2.kind::f16'"},
      {"tcgen05.mma.ws.cta_group::1.kind::f16 [%r1], %rd3, %rd4, %r2, %p1;",
       "PTX instruction 'tcgen05.mma.ws.cta_group::1.kind::f16'"},
      {"tcgen05.cp.cta_group::1.128x256b.b8x16.b6x16_p32 [%r1], %rd3;",
       "PTX instruction 'tcgen05.cp.cta_group::1.128x256b.b8x16.b6x16_p32'"},
      {"tcgen05.ld.sync.aligned.32x32b.x3.b32 {%r2, %r3, %r4}, [%r1];",
       "PTX instruction 'tcgen05.ld.sync.aligned.32x32b.x3.b32'"},
  };
  for (const auto &[body, condition] : rows) {
    WarpRun run(body);
    EXPECT_EQ(run.error, "");
    EXPECT_EQ(run.outcome.status, RunStatus::Unsupported) << body;
    EXPECT_EQ(run.outcome.condition, condition);
  }
}

TEST(Tcgen05, MalformedOperandsAreErrors) {
  for (auto [body, error] :
       {std::pair<const char *, const char *>(
            "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r2}, [%r1];",
            "not a vector of 2 registers"),
        {"tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r2, %r2}, [%r1];",
         "a register twice"},
        {"tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r2}, %r1;",
         "not an address in tensor memory"},
        {"tcgen05.st.sync.aligned.16x32bx2.x1.b32 [%r1], %r2, {%r3, %r4};",
         "not a constant"},
        {"tcgen05.shift.cta_group::1.down [%rd1];", "another width"},
        {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 %rd1;",
         "not an address"},
        {"tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd3, %rd4, %r2;",
         "wrong number of operands"},
        {"tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd3, %rd4, %r2, {%r3, "
         "%r4, %r5}, %p1;",
         "not a vector of 4 registers"},
        {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster."
         "multicast::cluster.b64 [%rd1];",
         "wrong number of operands"}}) {
    WarpRun run(body);
    EXPECT_NE(run.error.find(error), std::string::npos)
        << body << ": " << run.error;
  }
}

/// The same bytes may be written again once a commit has told that they were
/// read, and not before.
TEST(Tcgen05, StagesAreFreeBehindACommit) {
  // No swizzle: chunks of 16 bytes, eight lines of which lie together.
  std::string body =
      "mov.u32 %r10, s; mov.u32 %r11, 0;\n"
      "$fill: add.u32 %r12, %r10, %r11; st.shared.b32 [%r12], 0;\n"
      "add.u32 %r11, %r11, 4; setp.lt.u32 %p1, %r11, 4096; @%p1 bra $fill;\n";
  body = "setp.ne.u32 %p2, %r0, 0; @%p2 bra $skip;\n"
         "mbarrier.init.shared::cta.b64 [b], 1;\n" +
         body + R"(fence.proxy.async.shared::cta;
shr.u32 %r13, %r10, 4; cvt.u64.u32 %rd4, %r13;
or.b64 %rd4, %rd4, 0x400800080000;
tcgen05.cp.cta_group::1.4x256b [%r1], %rd4;
tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [b];
)";
  std::string wait =
      "$w: mbarrier.try_wait.parity.shared::cta.b64 %p3, [b], 0;\n"
      "@!%p3 bra $w;\ntcgen05.fence::after_thread_sync;\n";
  std::string again = "st.shared.b32 [s], 1;\n";
  std::string end = "$skip: bar.warp.sync 0xffffffff; mov.u32 %r9, 1;\n";
  WarpRun free(body + wait + again + end);
  EXPECT_EQ(free.error, "");
  EXPECT_TRUE(free.outcome.completed()) << free.outcome.summary();
  WarpRun early(body + again + wait + end);
  EXPECT_NE(early.outcome.summary().find("shared memory is written while it "
                                         "may still be read"),
            std::string::npos)
      << early.outcome.summary();
}
