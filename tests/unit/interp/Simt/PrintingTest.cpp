//===- PrintingTest.cpp - What threads print, in LLVM IR and in PTX -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/PtxProgram.h"
#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

static Launch makeLaunch(unsigned grid) {
  return llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=" + std::to_string(grid) +
                      ",1,1 seed=1\n// tilefuzz.buffer out : i32[4] = fill(7)\n"
                      "// tilefuzz.args &out\n",
                  "test"));
}

/// Runs `body` with the text `format` and 32 bytes for arguments at %a.
static Outcome run(llvm::StringRef format, llvm::StringRef body,
                   unsigned threads = 1, unsigned grid = 1) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::string text =
      ("target triple = \"nvptx64-nvidia-cuda\"\n"
       "declare i32 @vprintf(ptr, ptr)\ndeclare void @llvm.trap()\n"
       "declare void @__assertfail(ptr, ptr, i32, ptr, i64)\n"
       "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
       "@f = internal addrspace(1) constant [" +
       llvm::Twine(format.size() + 1) + " x i8] c\"" + format +
       "\\00\"\n@word = internal addrspace(1) constant [4 x i8] c\"abc\\00\"\n"
       "define ptx_kernel void @k(ptr addrspace(1) %out) {\n"
       "%a = alloca [4 x i64], align 8\n"
       "%fp = addrspacecast ptr addrspace(1) @f to ptr\n" +
       body + "ret void\n}\n")
          .str();
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str() << " line " << error.getLineNo();
    return {};
  }
  SimtOptions options;
  options.threads = threads;
  return runSimt(*module, makeLaunch(grid), options);
}
static const std::string call = "%n = call i32 @vprintf(ptr %fp, ptr %a)\n"
                                "store i32 %n, ptr addrspace(1) %out\n";

/// Each argument lies at the next multiple of its size.
TEST(Printing, ArgumentsByConversion) {
  Outcome outcome =
      run("%d|%5u|%llx|%.2f|%c%%", "store i32 -3, ptr %a\n"
                                   "%a1 = getelementptr i8, ptr %a, i64 4\n"
                                   "store i32 42, ptr %a1\n"
                                   "%a2 = getelementptr i8, ptr %a, i64 8\n"
                                   "store i64 -1, ptr %a2\n"
                                   "%a3 = getelementptr i8, ptr %a, i64 16\n"
                                   "store double 1.5, ptr %a3\n"
                                   "%a4 = getelementptr i8, ptr %a, i64 24\n"
                                   "store i32 65, ptr %a4\n" +
                                       call);
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(outcome.printed, "-3|   42|ffffffffffffffff|1.50|A%");
  EXPECT_EQ(outcome.buffers[0].bytes[0], 5);
  EXPECT_TRUE(outcome.printedLines.isKept);
  EXPECT_FALSE(outcome.printedLines.isLoose);
}

TEST(Printing, NaNsHaveNoSign) {
  Outcome outcome = run("%f %.1e", "store double 0xFFF8000000000001, ptr %a\n"
                                   "%a1 = getelementptr i8, ptr %a, i64 8\n"
                                   "store double -0.0, ptr %a1\n" +
                                       call);
  EXPECT_EQ(outcome.printed, "nan -0.0e+00");
}

TEST(Printing, Strings) {
  Outcome outcome = run("<%s>", "%w = addrspacecast ptr addrspace(1) @word to "
                                "ptr\nstore ptr %w, ptr %a\n" +
                                    call);
  EXPECT_EQ(outcome.printed, "<abc>") << outcome.summary();
}

TEST(Printing, WhatIsNotThere) {
  EXPECT_EQ(run("%d", call).condition, "uninitialised-read");
  EXPECT_EQ(run("%n", call).status, RunStatus::Unsupported);
  Outcome poison = run("%d", "store i32 poison, ptr %a\n" + call);
  EXPECT_EQ(poison.printed, "?");
  EXPECT_TRUE(poison.printedLines.isLoose);
  EXPECT_EQ(run("%d", "%n = call i32 @vprintf(ptr null, ptr %a)\n").condition,
            "null-access");
}

/// Lines count, not their order, nor the pieces that they come in.
TEST(Printing, LinesOfBlocks) {
  std::string body = "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                     "store i32 5, ptr %a\n" +
                     call;
  Outcome two = run("v %d\n", body, 1, 2), one = run("v %d\n", body);
  EXPECT_EQ(two.printed, "v 5\nv 5\n");
  EXPECT_EQ(two.printedLines.digest(), 2 * one.printedLines.digest());
  PrintedLines pieces;
  pieces.add("1", "v ");
  pieces.add("0", "v 5");
  pieces.add("1", "5\n");
  EXPECT_NE(pieces.digest(), 0u);
  EXPECT_EQ(pieces.digest(), two.printedLines.digest());
  pieces.add("0", "\nv");
  EXPECT_NE(pieces.digest(), two.printedLines.digest());
}

TEST(Printing, TrapEndsTheLaunch) {
  Outcome outcome = run("x", "call void @llvm.trap()\n", 32, 2);
  EXPECT_EQ(outcome.status, RunStatus::Trap);
  EXPECT_TRUE(outcome.signalsError());
}

/// `assert` of CUDA C++: the text, the file, the line, the function, and the
/// size of a character.
TEST(Printing, AssertionsEndTheLaunch) {
  std::string call = "call void @__assertfail(ptr %fp, ptr addrspacecast (ptr "
                     "addrspace(1) @word to ptr), i32 12, ptr null, i64 1)\n";
  Outcome outcome = run("x > 0", call);
  EXPECT_EQ(outcome.status, RunStatus::Trap);
  EXPECT_EQ(outcome.condition, "assertion 'x > 0' failed (abc:12)");
}

/// As clang-22 and the NVPTX back end of LLVM write it.
TEST(Printing, Ptx) {
  auto runPtx = [](const std::string &body) {
    std::string text = R"(
.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 vprintf_param_0, .param .b64 vprintf_param_1);
.extern .func __assertfail (.param .b64 p0, .param .b64 p1, .param .b32 p2, .param .b64 p3, .param .b64 p4) .noreturn;
.global .align 1 .b8 text[4] = {97, 60, 98};
.global .align 1 .b8 file[4] = {107, 46, 99};
.global .align 1 .b8 f[7] = {118, 32, 37, 108, 108, 100, 0};
.visible .entry k(.param .u64 .ptr .global .align 4 out)
.reqntid 1, 1, 1
{
.local .align 8 .b8 depot[16];
.reg .b32 %r<3>; .reg .b64 %rd<7>; .reg .pred %p<2>;
mov.b64 %rd1, depot;
cvta.local.u64 %rd2, %rd1;
mov.b64 %rd4, -12;
st.local.b64 [%rd1], %rd4;
)" + body + "ret;\n}\n";
    auto program = PtxProgram::create(text, makeLaunch(1), nullptr);
    if (!program) {
      ADD_FAILURE() << llvm::toString(program.takeError());
      return Outcome();
    }
    return (*program)->run(makeLaunch(1), {});
  };
  std::string print = R"(
mov.b64 %rd3, f;
cvta.global.u64 %rd5, %rd3;
{ // callseq 0, 0
.param .b64 param0;
.param .b64 param1;
.param .b32 retval0;
st.param.b64 [param1], %rd2;
st.param.b64 [param0], %rd5;
call.uni (retval0), vprintf, (param0, param1);
ld.param.b32 %r1, [retval0];
} // callseq 0
ld.param.b64 %rd6, [out];
st.global.b32 [%rd6], %r1;
)";
  Outcome outcome = runPtx(print);
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(outcome.printed, "v -12");
  EXPECT_EQ(outcome.buffers[0].bytes[0], 1);
  EXPECT_EQ(runPtx("trap;\n").status, RunStatus::Trap);
  // NVRTC's form.
  outcome = runPtx(R"(
mov.u64 %rd3, text; cvta.global.u64 %rd4, %rd3;
mov.u64 %rd5, file; cvta.global.u64 %rd6, %rd5;
mov.u32 %r1, 7; mov.u64 %rd1, 1;
{ .param .b64 param0; .param .b64 param1; .param .b32 param2;
.param .b64 param3; .param .b64 param4;
st.param.b64 [param0], %rd4; st.param.b64 [param1], %rd6;
st.param.b32 [param2], %r1; st.param.b64 [param3], %rd6;
st.param.b64 [param4], %rd1;
call.uni __assertfail, (param0, param1, param2, param3, param4); }
)");
  EXPECT_EQ(outcome.status, RunStatus::Trap);
  EXPECT_EQ(outcome.condition, "assertion 'a<b' failed (k.c:7)");
}
