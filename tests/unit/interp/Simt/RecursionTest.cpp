//===- RecursionTest.cpp - Functions of PTX that call themselves ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What NVIDIA's compilers write for recursive device functions: parameters and
// results in `.param`, arrays in a `.local` depot.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;
using namespace tilefuzz::simt;

/// 32 threads, each with one number of the buffer; `%n` is the thread's index,
/// `%r` what it stores.
static Outcome run(const std::string &functions, const std::string &body,
                   std::vector<uint32_t> &out, bool lockstep = true) {
  std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n" +
                     functions + R"(
.visible .entry k(.param .b64 o) .reqntid 32 {
  .reg .b32 %n, %r, %t; .reg .b64 %o, %d, %f; .reg .pred %p;
  ld.param.b64 %o, [o]; mov.u32 %n, %tid.x; mul.wide.u32 %d, %n, 4;
  add.s64 %o, %o, %d;
)" + body + "\nst.global.b32 [%o], %r;\nret;\n}\n";
  llvm::Expected<PtxModule> module = parsePtxModule(text);
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError());
    return {};
  }
  llvm::Expected<Kernel> kernel = decodePtxKernel(*module, "", 2);
  if (!kernel) {
    ADD_FAILURE() << llvm::toString(kernel.takeError());
    return {};
  }
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer out : i32[32] = fill(7)\n"
                  "// tilefuzz.args &out\n",
                  "test"));
  SimtOptions options;
  options.lockstep = lockstep;
  Outcome outcome = runKernel(*kernel, launch, options);
  out.resize(32);
  if (outcome.completed())
    memcpy(out.data(), outcome.buffers[0].bytes.data(), 128);
  return outcome;
}

/// The same with lanes in step and one by one.
static std::vector<uint32_t> numbersOf(const std::string &functions,
                                       const std::string &body) {
  std::vector<uint32_t> out, alone;
  Outcome outcome = run(functions, body, out);
  EXPECT_TRUE(outcome.completed()) << outcome.summary();
  Outcome other = run(functions, body, alone, /*lockstep=*/false);
  EXPECT_TRUE(other.completed()) << other.summary();
  EXPECT_EQ(out, alone);
  EXPECT_EQ(outcome.steps, other.steps);
  return out;
}

static uint32_t fibonacci(uint32_t n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static const std::string fib = R"(
.func (.param .b32 func_retval0) fib(.param .b32 fib_param_0) {
  .reg .pred %p<2>; .reg .b32 %r<9>;
  ld.param.u32 %r1, [fib_param_0];
  setp.lt.u32 %p1, %r1, 2;
  mov.u32 %r8, %r1;
  @%p1 bra $done;
  add.s32 %r2, %r1, -1;
  { .param .b32 param0; st.param.b32 [param0+0], %r2;
    .param .b32 retval0;
    call.uni (retval0), fib, (param0);
    ld.param.b32 %r3, [retval0+0]; }
  add.s32 %r4, %r1, -2;
  { .param .b32 param0; st.param.b32 [param0+0], %r4;
    .param .b32 retval0;
    call.uni (retval0), fib, (param0);
    ld.param.b32 %r5, [retval0+0]; }
  add.s32 %r8, %r3, %r5;
$done:
  st.param.b32 [func_retval0+0], %r8;
  ret;
})";

static std::string callOf(const std::string &callee, const std::string &more) {
  return "{ .param .b32 p; .param .b32 q; st.param.b32 [p], %t;\n" + more +
         "call (q), " + callee + ", (p);\nld.param.b32 %r, [q]; }";
}

TEST(Recursion, EachActivationHasItsRegisters) {
  std::vector<uint32_t> out =
      numbersOf(fib, "and.b32 %t, %n, 7;" + callOf("fib", ""));
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], fibonacci(i % 8)) << i;
}

/// A thread makes thousands of objects, one after the other.
TEST(Recursion, ObjectsGoWithTheirActivation) {
  std::vector<uint32_t> out =
      numbersOf(fib, "mov.u32 %r, 0; setp.eq.u32 %p, %n, 3; @!%p bra $end; "
                     "mov.u32 %t, 17;" +
                         callOf("fib", "") + "$end:");
  EXPECT_EQ(out[3], fibonacci(17));
  EXPECT_EQ(out[4], 0u);
}

/// An inner activation is given the address of an outer one's array.
TEST(Recursion, EachActivationHasItsArrays) {
  std::vector<uint32_t> out = numbersOf(
      R"(
.func (.param .b32 ret) walk(.param .b64 before, .param .b32 n) {
  .local .align 8 .b8 depot[8];
  .reg .b64 %SP, %SPL, %b; .reg .b32 %n, %r, %x, %y; .reg .pred %p;
  mov.u64 %SPL, depot; cvta.local.u64 %SP, %SPL;
  ld.param.b32 %n, [n]; ld.param.b64 %b, [before];
  st.local.b32 [depot+4], %n;
  mov.u32 %r, 0;
  setp.eq.u32 %p, %n, 0;
  @%p bra $last;
  add.u64 %SP, %SP, 4;
  { .param .b64 a; .param .b32 c; .param .b32 d;
    sub.u32 %x, %n, 1;
    st.param.b64 [a], %SP; st.param.b32 [c], %x;
    call (d), walk, (a, c);
    ld.param.b32 %r, [d]; }
$last:
  ld.local.b32 %x, [%SPL+4]; ld.b32 %y, [%b];
  mul.lo.u32 %x, %x, %y; mad.lo.u32 %r, %r, 10, %x;
  st.param.b32 [ret], %r;
  ret;
})",
      R"(
  .local .b32 first; mov.b64 %f, first; cvta.local.u64 %f, %f;
  st.local.b32 [first], 5; and.b32 %t, %n, 3;
  { .param .b64 a; .param .b32 c; .param .b32 d;
    st.param.b64 [a], %f; st.param.b32 [c], %t;
    call (d), walk, (a, c);
    ld.param.b32 %r, [d]; })");
  for (unsigned i = 0; i < 32; ++i) {
    static const uint32_t wanted[] = {0, 5, 10 + 20, 15 + 60 + 200};
    EXPECT_EQ(out[i], wanted[i % 4]) << i;
  }
}

/// Two functions that call each other, under guards that both of them write.
TEST(Recursion, GuardsOfCallsAreKept) {
  auto parity = [](const std::string &name, const std::string &other,
                   int ofZero) {
    return ".func (.param .b32 ret) " + name + "(.param .b32 n) {" + R"(
  .reg .b32 %n, %r; .reg .pred %p; .param .b32 a, b;
  ld.param.b32 %n, [n];
  setp.ne.u32 %p, %n, 0;
  sub.u32 %n, %n, 1;
  mov.u32 %r, )" +
           std::to_string(ofZero) + "; st.param.b32 [a], %n;\n@%p call (b), " +
           other +
           ", (a);\n@%p ld.param.b32 %r, [b];\n"
           "st.param.b32 [ret], %r;\nret;\n}\n";
  };
  std::vector<uint32_t> out =
      numbersOf(".func (.param .b32 ret) odd(.param .b32 n);\n" +
                    parity("even", "odd", 1) + parity("odd", "even", 0),
                "mov.u32 %t, %n;" + callOf("even", ""));
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i % 2 == 0) << i;
}

TEST(Recursion, ThroughAPointer) {
  std::vector<uint32_t> out = numbersOf(
      R"(
.func (.param .b32 ret) sum(.param .b32 n) {
  .reg .b32 %n, %r, %x; .reg .pred %p; .reg .b64 %f; .param .b32 a, b;
  ld.param.b32 %n, [n];
  mov.u64 %f, sum;
  setp.ne.u32 %p, %n, 0;
  sub.u32 %x, %n, 1;
  mov.u32 %r, 0;
  st.param.b32 [a], %x;
  proto: .callprototype (.param .b32 _) _ (.param .b32 _);
  @%p call (b), %f, (a), proto;
  @%p ld.param.b32 %r, [b];
  add.u32 %r, %r, %n;
  st.param.b32 [ret], %r;
  ret;
})",
      "mov.u32 %t, %n;" + callOf("sum", ""));
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], i * (i + 1) / 2) << i;
}

TEST(Recursion, WithoutAnEndIsRefusedByName) {
  std::vector<uint32_t> out;
  Outcome deep = run(".func f() { call f; ret; }", "call f;", out);
  EXPECT_EQ(deep.status, RunStatus::Unsupported);
  EXPECT_EQ(deep.condition, "recursion deeper than 4096 calls");
  Outcome wide =
      run(".func f() { .local .b8 x[8], y[8]; call f; ret; }", "call f;", out);
  EXPECT_EQ(wide.status, RunStatus::Unsupported);
  EXPECT_EQ(wide.condition,
            "more than 4096 objects in the local memory of a thread");
  Outcome many =
      run(".func f() { .reg .b32 %r<9000>; mov.b32 %r8999, 1; call f; ret; }",
          "call f;", out);
  EXPECT_EQ(many.status, RunStatus::Unsupported);
}
