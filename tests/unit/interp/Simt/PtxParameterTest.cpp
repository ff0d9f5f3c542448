//===- PtxParameterTest.cpp - Addresses of a kernel's parameters ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA, 5.1.6.1 and 9.7.9 (ld, cvta, isspacep): `mov` gives the address of a
// parameter in the space of parameters, `cvta.param` its generic address.
//
//===----------------------------------------------------------------------===//

#include "PtxKernelRun.h"
#include "interp/Simt/Machine/DeviceLaunch.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using namespace tilefuzz::test;

static const char *const numbers = ", .param .u32 a, .param .u32 b";

static std::vector<uint32_t> withFirst(std::vector<uint32_t> first) {
  first.resize(8, 7);
  return first;
}

TEST(PtxParameter, AddressesAreChosenAndGeneric) {
  KernelRun run(kernel(R"(
  mov.b64 %rd2, a; mov.b64 %rd3, b;
  mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0;
  selp.b64 %rd4, %rd2, %rd3, %p1;
  ld.param.b32 %r2, [%rd4];
  mul.wide.u32 %rd5, %r1, 8; add.s64 %rd1, %rd1, %rd5;
  st.global.u32 [%rd1], %r2;
  cvta.param.u64 %rd6, %rd4;
  ld.u16 %rs1, [%rd6];
  cvt.u32.u16 %r3, %rs1;
  ld.param.u8 %r4, [%rd4+3];
  add.u32 %r3, %r3, %r4;
  st.global.u32 [%rd1+4], %r3;)",
                       numbers, 2),
                "50331649 131074");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, withFirst({50331649, 1 + 3, 131074, 2 + 0}));
}

// A parameter that is a pointer is one behind its address, too.
TEST(PtxParameter, PointersAreKept) {
  KernelRun run(kernel(R"(
  mov.b64 %rd2, out; cvta.param.u64 %rd3, %rd2;
  ld.u64 %rd4, [%rd3]; st.global.u32 [%rd4+4], 5;
  cvta.to.param.u64 %rd5, %rd3; ld.param.u64 %rd6, [%rd5];
  st.global.u32 [%rd6+8], 6;
  mov.b64 %rd2, a+2; ld.param.u16 %rs1, [%rd2];
  ld.param.u16 %rs2, [a]; mov.b32 %r1, {%rs1, %rs2};
  st.global.u32 [%rd6], %r1;)",
                       numbers),
                "65538 0");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, withFirst({0x20001, 5, 6}));
}

// Whoever is given a generic address may read there: another function, and
// another thread.
TEST(PtxParameter, OthersRead) {
  KernelRun run(header + R"(
.func (.param .b32 r) read(.param .b64 p)
{
  .reg .b32 %r<2>; .reg .b64 %rd<2>;
  ld.param.b64 %rd1, [p]; ld.u32 %r1, [%rd1]; st.param.b32 [r], %r1;
}
.visible .entry k(.param .u64 out, .param .u32 a, .param .u32 b)
.reqntid 2
{
  .shared .b64 s;
  .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %rd<6>;
  .param .b64 p; .param .b32 r;
  ld.param.b64 %rd1, [out];
  mov.b64 %rd2, b; cvta.param.u64 %rd2, %rd2;
  mov.u32 %r1, %tid.x; setp.ne.u32 %p, %r1, 0;
  @!%p st.shared.b64 [s], %rd2;
  bar.sync 0;
  ld.shared.b64 %rd3, [s];
  st.param.b64 [p], %rd3; call.uni (r), read, (p); ld.param.b32 %r2, [r];
  mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd1, %rd4;
  st.global.u32 [%rd5], %r2;
  ret;
})",
                "3 9");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, withFirst({9, 9}));
}

TEST(PtxParameter, SpacesOfAddresses) {
  KernelRun run(kernel(R"(
  mov.b64 %rd2, a; cvta.param.u64 %rd2, %rd2;
  isspacep.param %p1, %rd2; selp.u32 %r1, 1, 0, %p1;
  isspacep.const %p2, %rd2; selp.u32 %r2, 2, 0, %p2;
  isspacep.local %p3, %rd2; selp.u32 %r3, 4, 0, %p3;
  isspacep.global %p4, %rd2; selp.u32 %r4, 8, 0, %p4;
  isspacep.param %p5, %rd1; selp.u32 %r5, 16, 0, %p5;
  or.b32 %r1, %r1, %r2; or.b32 %r1, %r1, %r3; or.b32 %r1, %r1, %r4;
  or.b32 %r1, %r1, %r5; st.global.u32 [%rd1], %r1;)",
                       numbers),
                "1 2");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, withFirst({3}));
}

TEST(PtxParameter, WrongUsesHaveNames) {
  struct {
    const char *body, *condition;
  } rows[] = {
      {"mov.b64 %rd2, a; ld.param.u32 %r1, [%rd2+4];", "out-of-bounds"},
      {"mov.b64 %rd2, a; ld.param.u64 %rd3, [%rd2];", "out-of-bounds"},
      {"mov.b64 %rd2, a; ld.param.u16 %rs1, [%rd2+1];", "misaligned-access"},
      {"mov.b64 %rd2, a; cvta.param.u64 %rd2, %rd2; st.u32 [%rd2], 1;",
       "write-to-constant-global"},
      {"mov.b64 %rd2, a; st.param.u32 [%rd2], 1;", "write-to-constant-global"},
      {"mov.b64 %rd2, a; cvta.param.u64 %rd2, %rd2;"
       "atom.add.u32 %r1, [%rd2], 1;",
       "write-to-constant-global"},
      {"mov.u64 %rd2, 8; ld.param.u32 %r1, [%rd2];", "null-access"},
      // A register that holds nothing.
      {"ld.param.u32 %r1, [%r2];", "poison-address"},
      {"st.param.u32 [a], 1;", "PTX instruction 'st.param.u32'"},
  };
  for (const auto &row : rows) {
    KernelRun run(kernel(row.body, numbers), "1 2");
    std::string said = run.error + run.outcome.summary();
    EXPECT_NE(said.find(row.condition), std::string::npos) << row.body << "\n"
                                                           << said;
  }
}

/// Of 21 bytes, by an index that the launch gives.
TEST(PtxParameter, StructuresAreIndexed) {
  std::string text = header + R"(
.visible .entry k(.param .u64 out, .param .align 8 .b8 s[21], .param .u32 i)
.reqntid 1
{
  .reg .b32 %r<4>; .reg .b64 %rd<6>;
  ld.param.b64 %rd1, [out]; ld.param.u32 %r1, [i];
  mov.b64 %rd2, s; cvt.u64.u32 %rd3, %r1; add.s64 %rd4, %rd2, %rd3;
  ld.param.u8 %r2, [%rd4]; st.global.u32 [%rd1], %r2;
  ld.param.u32 %r3, [s+16]; st.global.u32 [%rd1+4], %r3;
})";
  PtxModule module = llvm::cantFail(parsePtxModule(text));
  Kernel kernel =
      llvm::cantFail(decodePtxKernel(module, "", 2, PtxLaunchKind::Driver));
  for (unsigned i = 0; i <= 21; ++i) {
    DeviceObject out;
    out.address = globalAddress(1);
    out.contents.name = "out";
    out.contents.bytes.assign(8, 0);
    out.contents.undefined.assign(8, 0);
    uint64_t arguments[] = {globalAddress(1), 0x0706050403020100,
                            0x0f0e0d0c0b0a0908, 0x1413121110, i};
    DeviceLaunch launch;
    launch.arguments = arguments;
    launch.memory = out;
    Outcome outcome = runKernel(kernel, launch, {});
    if (i == 21) {
      EXPECT_NE(outcome.summary().find("out-of-bounds"), std::string::npos)
          << outcome.summary();
      continue;
    }
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    EXPECT_EQ(out.contents.bytes[0], i);
    EXPECT_EQ(out.contents.bytes[4], 0x10);
    EXPECT_EQ(out.contents.bytes[7], 0x13);
  }
}
