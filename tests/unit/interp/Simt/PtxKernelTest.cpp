//===- PtxKernelTest.cpp - Kernels of PTX modules -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxKernelRun.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;
using namespace tilefuzz::test;

TEST(PtxKernel, EverySyntacticForm) {
  KernelRun run(R"(
// A comment; .version 1.0
/* and
   another */
.version 9.0
.target sm_90a, texmode_independent
.address_size 64
.file 1 "a;b.py"
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.weak .func other() ;
.visible .global .align 4 .b32 counter;
.global .align 1 .b8 text[4] = {104, 0x69, 0, 033};
.global .align 8 .v2 .f32 pair = {0f3F800000, 0f40000000};
.const .align 4 .u32 table[2][2] = {{1, 2}, {3, -4}};
.alias aliased, other;
.func other() .noreturn
{
  trap;
}
.visible .entry k(.param .u64 out)
.maxntid 128
.reqntid 1
.pragma "nounroll";
{
  .reg .b32 %r<12>, x;
  .reg .b64 %rd<3>;
  .shared .align 4 .b8 unused[16];
  .loc 1 10 3
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd1, %rd1;
  .loc 1 11 5, function_name $L_info + 4, inlined_at 1 2 3
  ld.global.nc.L1::evict_last.u8 %r1, [text+1];
  st.global.b32 [%rd1], %r1;
  ld.const.u32 %r2, [table + 8];
  st.global.b32 [%rd1+4], %r2;
  ld.global.v2.b32 {%r3, _}, [pair];
  st.volatile.global.b32 [%rd1+8], %r3;
  {.reg.b32 x;
    mov.u32 x, 5;
    st.b32 [%rd1+12], x;
  }
  .pragma "nounroll";
  mov.u64 %rd2, counter;
  atom.global.add.u32 %r4, [%rd2], 3;
  red.relaxed.gpu.global.xor.b32 [%rd2+0], 1;
  ld.global.ca.s32 %r5, [%rd2];
  st.global.wb.u32 [%rd1+16], %r5;
  bra.uni $L_end;
  trap;
$L_end:
  st.global.b32 [%rd1+-4+24], -1;
  ret;
}
.section .debug_info { .b8 1, 2 { } .b32 x }
)");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, (std::vector<uint32_t>{0x69, 3, 0x3f800000, 5, 2,
                                            0xffffffff, 7, 7}));
}

/// PTX ISA, 6.4.1 and 6.4.2: what names a place in memory.
TEST(PtxKernel, EveryFormOfAnAddress) {
  KernelRun run(header + R"(
.global .align 8 .u32 numbers[4] = {10, 11, 12, 13};
.global .align 8 .v2 .u16 pairs[2] = {1, 2, 3, 4};
.global .align 8 .u64 places[3] = {numbers, generic(numbers)+8, numbers + 4};
.visible .entry k(.param .u64 out) .reqntid 1 {
  .reg .b16 %rs<2>; .reg .b32 %r<12>; .reg .b64 %rd<9>;
  .shared .align 4 .b8 bytes[8];
  ld.param.u64 %rd1, [out];
  mov.u64 %rd2, numbers[0];
  mov.u64 %rd3, numbers+4;
  mov.u64 %rd4, numbers[3];
  mov.u64 %rd5, pairs[1 - 0];
  ld.global.u32 %r1, [%rd2];
  ld.global.u32 %r2, [%rd3];
  ld.global.u32 %r3, [%rd4 + 4 - 8];
  ld.global.u16 %rs1, [%rd5];
  cvt.u32.u16 %r4, %rs1;
  mov.u32 %r9, 2;
  ld.global.u32 %r5, numbers[%r9+1];
  ld.global.u64 %rd6, [places+8];
  ld.u32 %r6, [%rd6];
  ld.global.u64 %rd6, places[2];
  ld.u32 %r7, [%rd6];
  mov.u32 %r8, bytes[4];
  st.shared.u32 [%r8], 77;
  st.shared.u32 bytes[0], 5;
  ld.shared.u32 %r8, [bytes + 4];
  st.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};
  st.v4.b32 [%rd1 + 16], {%r5, %r6, %r7, %r8};
  ret;
})");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, (std::vector<uint32_t>{10, 11, 12, 3, 13, 12, 11, 77}));
  for (const char *body :
       {"mov.u64 %rd2, %rd1+4;", "mov.u64 %rd1+8, %rd2;",
        "mov.u64 %rd2, %rd1[0];", "mov.u32 %r1, %tid.x+1;",
        "bra $a+4; $a:", "st.b32 [%rd1], -%r1;", "mov.u64 %rd2, _+4;"})
    EXPECT_NE(KernelRun(kernel(body)).error, "") << body;
  // A place beside the array is in none.
  EXPECT_EQ(KernelRun(kernel(".shared .u32 s[2]; st.shared.u32 s[2], 1;"))
                .outcome.condition,
            "out-of-bounds");
}

/// Memory that `.nc` reads is written by nobody, before or after it.
TEST(PtxKernel, ReadOnlyLoadsReadWhatNobodyWrites) {
  struct {
    const char *body, *condition;
    unsigned threads;
  } rows[] = {
      {"ld.global.nc.b32 %r1, [%rd1]; st.global.b32 [%rd1+4], %r1;", "", 1},
      {"ld.global.nc.L1::no_allocate.v2.b32 {%r1, %r2}, [%rd1];\n"
       "st.global.b32 [%rd1+8], %r1;",
       "", 1},
      {"st.global.b32 [%rd1], 3; ld.global.nc.b32 %r1, [%rd1];",
       "read-only-written", 1},
      {"ld.global.nc.b32 %r1, [%rd1]; st.global.b32 [%rd1], %r1;",
       "read-only-written", 1},
      {"ld.global.nc.v2.b32 {%r1, %r2}, [%rd1]; st.global.b8 [%rd1+7], %r1;",
       "read-only-written", 1},
      {"ld.global.nc.b32 %r1, [%rd1]; atom.global.add.u32 %r1, [%rd1], 0;",
       "read-only-written", 1},
      // Another thread, ordered or not.
      {"mov.u32 %r2, %tid.x; setp.eq.u32 %p1, %r2, 1;\n"
       "@%p1 st.global.b32 [%rd1], 3; bar.sync 0;\n"
       "@!%p1 ld.global.nc.b32 %r1, [%rd1];",
       "read-only-written", 2},
      // Other loads of the same bytes may.
      {"st.global.b32 [%rd1], 3; ld.global.b32 %r1, [%rd1];\n"
       "ld.global.nc.b32 %r1, [%rd1+4];",
       "", 1},
      // The ISA has it for weak loads of global memory alone.
      {"ld.shared.nc.b32 %r1, [%rd1];", "PTX instruction 'ld.shared.nc.b32'",
       1},
      {"ld.relaxed.gpu.global.nc.b32 %r1, [%rd1];",
       "PTX instruction 'ld.relaxed.gpu.global.nc.b32'", 1},
      {"st.global.nc.b32 [%rd1], %r1;", "PTX instruction 'st.global.nc.b32'",
       1},
  };
  for (const auto &row : rows) {
    KernelRun run(kernel(row.body, "", row.threads));
    EXPECT_EQ(run.error, "") << row.body;
    EXPECT_EQ(run.outcome.condition, row.condition) << row.body;
  }
}

TEST(PtxKernel, ParametersOfEveryWidth) {
  KernelRun run(kernel(R"(
    ld.param.u8 %r1, [a];
    ld.param.s8 %r2, [a];
    ld.param.b16 %rs1, [b];
    ld.param.b32 %r3, [c];
    ld.param.b64 %rd2, [d];
    ld.param.b16 %rs2, [e];
    ld.param.u8 %r4, [e+1];
    st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};
    st.global.v2.b16 [%rd1+16], {%rs1, %rs2};
    st.global.b64 [%rd1+24], %rd2;)",
                       ", .param .u8 a, .param .b16 b, .param .f32 c, "
                       ".param .u64 d, .param .align 2 .b8 e[2]"),
                "200 0x1234 1.0 0x1122334455667788 0xabcd");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out,
            (std::vector<uint32_t>{200, 0xffffffc8, 0x3f800000, 0xab,
                                   0xabcd1234, 7, 0x55667788, 0x11223344}));
}

TEST(PtxKernel, LoopsBranchesAndGuards) {
  KernelRun run(kernel(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
$top:
    add.u32 %r2, %r2, %r1;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 5;
    @%p1 bra $top;
    @!%p1 add.u32 %r2, %r2, 100;
    @%p1 add.u32 %r2, %r2, 1000;
    @!%p1 bra $out;
    mov.u32 %r2, 0;
$out:
    st.global.b32 [%rd1], %r2;
    @%p1 ret;
    @!%p1 exit;
    trap;)"));
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out[0], 110u);
}

TEST(PtxKernel, SharedAndLocalMemory) {
  // Each thread reads what its neighbour wrote, by the generic address.
  KernelRun run(kernel(R"(
    .shared .align 4 .b8 first[4];
    .shared .align 4 .b8 slots[16];
    .local .align 8 .b8 depot[8];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    mov.u64 %rd3, slots;
    add.s64 %rd3, %rd3, %rd2;
    st.shared.b32 [%rd3], %r1;
    bar.sync 0;
    xor.b32 %r2, %r1, 1;
    mul.wide.u32 %rd4, %r2, 4;
    mov.u64 %rd5, slots;
    cvta.shared.u64 %rd5, %rd5;
    add.s64 %rd5, %rd5, %rd4;
    ld.b32 %r3, [%rd5];
    mov.b64 %rd6, depot;
    cvta.local.u64 %rd7, %rd6;
    st.b32 [%rd7+4], %r3;
    ld.local.b32 %r4, [depot+4];
    add.s64 %rd2, %rd1, %rd2;
    st.global.b32 [%rd2], %r4;)",
                       "", 4));
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, (std::vector<uint32_t>{1, 0, 3, 2, 7, 7, 7, 7}));
}

TEST(PtxKernel, CallsPassParametersThroughMemory) {
  KernelRun run(header + R"(
.func (.param .b32 r) twice(.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [x];
  add.u32 %r2, %r1, %r1;
  st.param.b32 [r], %r2;
  ret;
}
// A structure by value, of which it changes its own copy.
.func (.param .align 4 .b8 r[8]) swap(.param .align 4 .b8 x[8])
{
  .local .align 4 .b8 depot[4];
  .reg .b32 %r<5>; .reg .b64 %rd<3>;
  ld.param.b32 %r1, [x+4];
  ld.param.b32 %r2, [x];
  st.param.b32 [x], 99;
  st.local.b32 [depot], %r1;
  mov.b64 %rd1, depot;
  cvta.local.u64 %rd2, %rd1;
  ld.b32 %r3, [%rd2];
  { .param .b32 param0; st.param.b32 [param0], %r3;
    .param .b32 retval0;
    call (retval0), twice, (param0);
    ld.param.b32 %r4, [retval0]; }
  st.param.v2.b32 [r], {%r4, %r2};
  ret;
}
.func nothing() { exit; }
.visible .entry k(.param .u64 out)
.reqntid 1
{
  .reg .pred %p<2>; .reg .b32 %r<5>; .reg .b64 %rd<2>;
  ld.param.b64 %rd1, [out];
  { .param .align 4 .b8 param0[8];
    st.param.b32 [param0], 3; st.param.b32 [param0+4], 4;
    .param .align 4 .b8 retval0[8];
    call.uni (retval0), swap, (param0);
    ld.param.v2.b32 {%r1, %r2}, [retval0];
    ld.param.b32 %r3, [param0]; }
  { .param .b32 param0; st.param.b32 [param0], %r1;
    .param .b32 retval0;
    call (retval0), twice, (param0);
    ld.param.b32 %r4, [retval0]; }
  st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};
  setp.eq.u32 %p1, %r1, 9;
  @%p1 call nothing;
  st.global.b32 [%rd1+16], 5;
  call.uni nothing, ();
  st.global.b32 [%rd1+20], 6;
})");
  EXPECT_EQ(run.error, "");
  ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
  EXPECT_EQ(run.out, (std::vector<uint32_t>{8, 3, 3, 16, 5, 7, 7, 7}));
}

TEST(PtxKernel, FunctionsHaveAddresses) {
  KernelRun run(".func f() { } .func g() { }" + kernel(R"(
    mov.b64 %rd2, f;
    mov.b64 %rd3, g;
    setp.ne.b64 %p1, %rd2, %rd3;
    selp.b32 %r1, 1, 0, %p1;
    st.global.b32 [%rd1], %r1;)"));
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.out[0], 1u);
  EXPECT_EQ(
      KernelRun(".func f() { }" + kernel("ld.b32 %r1, [f];")).outcome.condition,
      "null-access");
}

TEST(PtxKernel, CallsThatAreNoneAreRefused) {
  struct {
    const char *function, *call, *error, *condition;
  } rows[] = {
      {".func f() { call g; } .func g() { call f; }", "call f;", "",
       "recursion deeper than 4096 calls"},
      {".func f() { call f; }", "call f;", "",
       "recursion deeper than 4096 calls"},
      {".extern .func malloc(.param .b64 a);", "call realloc, (x);", "",
       "PTX instruction 'call' of 'realloc'"},
      {"", "setp.eq.u32 %p1, 0, 0; @%p1 call %rd1, (x), proto;", "",
       "call-of-no-function"},
      {"", "setp.eq.u32 %p1, 0, 0; @!%p1 call %rd1, (x), proto;", "", ""},
      {".func f(.param .b32 x) { }", "call f;",
       "PTX: wrong number of operands of 'call'", ""},
      {".func f(.param .b32 x) { }", ".param .b64 y; call f, (y);",
       "PTX: not an argument of this call: 'y'", ""},
      {".func f(.param .b32 x) { }", "call f, (z);",
       "PTX: not an argument of this call: 'z'", ""},
      {".func f(.reg .b32 x) { }", "call f, (z);",
       "line 1: error: a parameter without support: 'x'", ""},
  };
  for (const auto &row : rows) {
    KernelRun run(row.function + kernel(row.call));
    EXPECT_EQ(run.error, row.error) << row.call;
    EXPECT_EQ(run.outcome.condition, row.condition) << row.call;
  }
}

TEST(PtxKernel, WhatEndsARunIsNamedWithItsLine) {
  struct {
    const char *body, *condition;
    unsigned threads = 1;
  } rows[] = {
      {"st.global.b32 [%rd1+32], 1;", "out-of-bounds"},
      {"st.global.b32 [%rd1-4], 1;", "out-of-bounds"},
      {"st.global.b32 [%rd1+2], 1;", "misaligned-access"},
      {"st.shared.b32 [%rd1], 1;", "null-access"},
      {".shared .align 4 .b8 s[4]; ld.shared.b32 %r1, [s];",
       "uninitialised-read"},
      {".shared .align 4 .b8 s[4]; st.global.b32 [s], 1;", "null-access"},
      {"setp.eq.u32 %p1, %r5, 1; @%p1 bra $l; $l:", "branch-on-poison"},
      {"st.global.b32 [%rd7], 1;", "poison-address"},
      {"mov.u32 %r1, %tid.x; st.global.b32 [%rd1], %r1;", "race on 'out'", 2},
      {"mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; @%p1 bra $l; bar.sync 0;"
       "$l:",
       "barrier-divergence", 2},
      {"call.uni (%r1), other, ();", "PTX instruction 'call' of 'other'"},
      {"tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r1, 32;",
       "PTX instruction 'tcgen05.dealloc.cta_group::2.sync.aligned.b32'"},
  };
  for (const auto &row : rows) {
    KernelRun run(kernel(row.body, "", row.threads));
    EXPECT_EQ(run.error, "") << row.body;
    EXPECT_NE(run.outcome.summary().find(row.condition), std::string::npos)
        << row.body << ": " << run.outcome.summary();
    EXPECT_EQ(run.outcome.site.location, "ptx:12") << row.body;
  }
}

TEST(PtxKernel, MalformedModulesAreRefusedByLine) {
  struct {
    std::string text;
    const char *error;
  } rows[] = {
      {"nothing", "line 1: error: expected a directive, not 'nothing', before "
                  "the end of the text"},
      {".versionn 8.0", "line 1: error: no directive of a module is "
                        "'.versionn', before '8.0'"},
      {".entry k(.param u64 a) {}",
       "line 1: error: expected a type before 'u64'"},
      {".entry k() { add.u32 %r1, %r2 }",
       "line 1: error: expected ';' before '}'"},
      {".entry k() { ld.b32 %r1, [%rd1 }",
       "line 1: error: expected a number before '}'"},
      {".entry k() { ",
       "line 1: error: expected '}' before the end of the text"},
      {".entry k()\n{ .reg .b32 %r<x>; }",
       "line 2: error: expected a number before 'x'"},
      {".entry k() { .what 3; }",
       "line 1: error: no directive of a function is "
       "'.what', before '3'"},
      {".entry k() { mov.b64 %rd1, {{%r1}, %r2}; }",
       "line 1: error: expected a register before '{'"},
      {"/* never ends", "the module has no kernel"},
      {"", "the module has no kernel"},
      {".entry a() { } .entry b() { }",
       "the module has several kernels; the launch must name one"},
      {".address_size 32 .entry a() { }", "addresses of 32 bits"},
      {kernel("bra $nowhere;"), "PTX: no label '$nowhere'"},
      {kernel("$l: $l:"), "PTX: declared twice: '$l'"},
      {kernel("add.u32 %r9, %r1, %r2;"),
       "PTX: not a register for this result: '%r9'"},
      {kernel("add.u32 %r01, %r1, %r2;"),
       "PTX: not a register for this result: '%r01'"},
      {kernel(".shared .b8 s[];"),
       "line 12: error: a variable whose size or contents another module says: "
       "'s'"},
      {kernel(".global .b8 g[4294967295];"),
       "line 12: error: a variable that is too large: 'g'"},
      {kernel(".global .b8 g[99999999999];"),
       "line 12: error: an array that is too large, before ';'"},
      {kernel(".global .u64 g = out;"),
       "line 12: error: an initial value without support: 'out'"},
      {kernel(".global .u32 g[1] = {1, 2};"),
       "line 12: error: too many initial values of 'g'"},
      {kernel("", ", .param .align 4 .b8 s[12]"),
       "line 6: error: a parameter without support: 's'"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(KernelRun(row.text).error, row.error) << row.text;
}

/// Braces that nest without an end, numbers that do not fit, names without.
TEST(PtxKernel, HostileTextIsRefused) {
  std::string deep(100'000, '{');
  EXPECT_NE(KernelRun(".entry k() " + deep).error, "");
  EXPECT_NE(KernelRun(".global .b8 a[2] = " + deep).error, "");
  EXPECT_NE(KernelRun(".section .x " + deep).error, "");
  EXPECT_NE(KernelRun(kernel("add.u32 " + std::string(9'000, '{'))).error, "");
  EXPECT_NE(KernelRun(kernel("ld.b32 %r1, [99999999999999999999];")).error, "");
  EXPECT_NE(
      KernelRun(kernel(".reg .b32 %x<99999999999>; mov.u32 %x, 1;")).error, "");
  EXPECT_NE(KernelRun(".file 1 \"never ends").error, "");
}

TEST(PtxKernel, BranchesByIndex) {
  auto run = [](unsigned index, const std::string &more = "") {
    return KernelRun(kernel("mov.u32 %r1, " + std::to_string(index) +
                            ";\nsetp.eq.u32 %p1, %r1, 7;\n"
                            "$table: .branchtargets $one, $two,\n $one;\n" +
                            more +
                            " brx.idx %r1, $table;\n"
                            "mov.u32 %r2, 40; bra $end;\n"
                            "$one: mov.u32 %r2, 10; bra $end;\n"
                            "$two: mov.u32 %r2, 20;\n"
                            "$end: st.global.b32 [%rd1], %r2;\n"));
  };
  EXPECT_EQ(run(0).out[0], 10u);
  EXPECT_EQ(run(1).out[0], 20u);
  EXPECT_EQ(run(2).out[0], 10u);
  // PTX ISA, brx.idx: the index is below the length of the list.
  EXPECT_EQ(run(3).outcome.condition, "unreachable");
  // A guard that is false goes on.
  EXPECT_EQ(run(1, "@%p1").out[0], 40u);
  EXPECT_EQ(run(1, "@!%p1").out[0], 20u);
  EXPECT_EQ(run(7, "@%p1").outcome.condition, "unreachable");
  EXPECT_EQ(KernelRun(kernel("brx.idx %r1, $none;")).error,
            "PTX: not branch targets before this instruction: '$none'");
  EXPECT_NE(KernelRun(kernel("$t: .branchtargets $none; mov.u32 %r1, 0; "
                             "brx.idx.uni %r1, $t;"))
                .error.find("no label '$none'"),
            std::string::npos);
  EXPECT_NE(KernelRun(kernel(".branchtargets $none;")).error.find("no label"),
            std::string::npos);
}

TEST(PtxKernel, CallsThroughRegisters) {
  auto run = [](const std::string &target, const std::string &before = "",
                const std::string &prefix = "") {
    std::string text = kernel(
        before +
        "{ .param .b32 param0; .param .b32 retval0;\n"
        "st.param.b32 [param0], 21;\n" +
        target +
        "\nprototype_0: .callprototype (.param .b32 _) _ (.param .b32 _);\n" +
        prefix +
        "call (retval0), %rd2, (param0), prototype_0;\n"
        "ld.param.b32 %r1, [retval0]; }\n"
        "st.global.b32 [%rd1], %r1;\n");
    std::string functions =
        ".func (.param .b32 r) twice(.param .b32 a) { .reg .b32 %r<3>; "
        "ld.param.b32 %r1, [a]; add.u32 %r1, %r1, %r1; st.param.b32 [r], %r1; "
        "ret; }\n"
        ".func (.param .b32 r) next(.param .b32 a) { .reg .b32 %r<3>; "
        "ld.param.b32 %r1, [a]; add.u32 %r1, %r1, 1; st.param.b32 [r], %r1; "
        "ret; }\n"
        ".func other(.param .b64 a) { ret; }\n"
        ".func (.param .b32 r) unnamed(.param .b32 a) { ret; }\n"
        ".global .align 8 .u64 table[2] = {twice, next};\n";
    size_t at = text.find(".visible .entry");
    return KernelRun(text.substr(0, at) + functions + text.substr(at));
  };
  auto outcome = run("mov.b64 %rd2, twice;");
  EXPECT_TRUE(outcome.outcome.completed())
      << outcome.error << outcome.outcome.summary();
  EXPECT_EQ(outcome.out[0], 42u);
  // By a table in memory.
  for (unsigned i : {0, 1})
    EXPECT_EQ(run("ld.global.b64 %rd2, [table+" + std::to_string(8 * i) + "];")
                  .out[0],
              i ? 22u : 42u);
  // One of another type, no function, and nothing.
  EXPECT_EQ(run("mov.b64 %rd2, other;").outcome.condition,
            "call-of-no-function");
  EXPECT_EQ(run("mov.b64 %rd2, 12;").outcome.condition, "call-of-no-function");
  EXPECT_EQ(run("").outcome.status, RunStatus::UndefinedBehaviour);
  // Under a guard.
  EXPECT_EQ(
      run("mov.b64 %rd2, twice;", "setp.eq.u32 %p1, 1, 1;\n", "@%p1 ").out[0],
      42u);
  EXPECT_EQ(run("mov.b64 %rd2, 12; st.param.b32 [retval0], 3;",
                "setp.eq.u32 %p1, 1, 1;\n", "@!%p1 ")
                .out[0],
            3u);
}
