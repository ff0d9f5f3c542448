//===- SimtLayoutTest.cpp - Values of several parts in memory -------------===//
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

using namespace tilefuzz;

/// Runs `body` as one thread of @k(ptr addrspace(1) %out), `out` being 64 i32.
static Outcome run(const std::string &body) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(
          R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
define ptx_kernel void @k(ptr addrspace(1) %out) {
)" + body + "}\n",
          error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str() << " line " << error.getLineNo();
    return {};
  }
  SimtOptions options;
  options.threads = 1;
  return runSimt(*module,
                 llvm::cantFail(parseLaunch(
                     "// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                     "// tilefuzz.buffer out : i32[64] = fill(0)\n"
                     "// tilefuzz.args &out\n",
                     "test")),
                 options);
}

static uint32_t element(const Outcome &outcome, size_t index) {
  uint32_t bits = 0;
  for (unsigned i = 0; i < 4; ++i)
    bits |= uint32_t(outcome.buffers[0].bytes[4 * index + i]) << (8 * i);
  return bits;
}

/// At 0 an i8, at 2 an array of two pairs (stride 4, the second part at 2), at
/// 16 an i64: LangRef, data layout.
TEST(SimtLayout, AggregatesAreStoredWhereTheLayoutSays) {
  Outcome outcome = run(R"(
    %v = insertvalue { i8, [2 x { i16, i8 }], i64 } { i8 17,
        [2 x { i16, i8 }] [{ i16, i8 } { i16 513, i8 3 },
                           { i16, i8 } { i16 1541, i8 7 }],
        i64 0 }, i64 -2, 2
    store { i8, [2 x { i16, i8 }], i64 } %v, ptr addrspace(1) %out, align 8
    %o = getelementptr i32, ptr addrspace(1) %out, i32 8
    %w = load { i8, [2 x { i16, i8 }], i64 }, ptr addrspace(1) %out, align 8
    %a = extractvalue { i8, [2 x { i16, i8 }], i64 } %w, 1, 1, 0
    %b = extractvalue { i8, [2 x { i16, i8 }], i64 } %w, 2
    %c = zext i16 %a to i64
    %d = add i64 %b, %c
    store i64 %d, ptr addrspace(1) %o
    ret void
  )");
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  const std::vector<uint8_t> &bytes = outcome.buffers[0].bytes;
  const std::vector<bool> &padding = outcome.buffers[0].unspecified;
  EXPECT_EQ(bytes[0], 17);
  EXPECT_EQ(bytes[2] | bytes[3] << 8, 513);
  EXPECT_EQ(bytes[4], 3);
  EXPECT_EQ(bytes[6] | bytes[7] << 8, 1541);
  EXPECT_EQ(bytes[8], 7);
  EXPECT_EQ(bytes[16], 0xfe);
  EXPECT_EQ(bytes[23], 0xff);
  EXPECT_EQ(element(outcome, 8), 1541u - 2);
  // Padding is undef (LangRef, store); what is not of the value stays.
  ASSERT_GE(padding.size(), 25u);
  std::vector<unsigned> holes;
  for (unsigned i = 0; i < 25; ++i)
    if (padding[i])
      holes.push_back(i);
  EXPECT_EQ(holes, (std::vector<unsigned>{1, 5, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(SimtLayout, AccessesOfAggregatesAreChecked) {
  // As a whole it is aligned to 8, though its first element needs 4.
  EXPECT_EQ(run("%p = getelementptr i8, ptr addrspace(1) %out, i32 4\n"
                "%v = load { i32, i64 }, ptr addrspace(1) %p, align 8\n"
                "ret void\n")
                .condition,
            "misaligned-access");
  EXPECT_EQ(run("%p = getelementptr i8, ptr addrspace(1) %out, i32 248\n"
                "%v = load { i32, i64 }, ptr addrspace(1) %p, align 8\n"
                "ret void\n")
                .condition,
            "out-of-bounds");
  // Nobody wrote the second element.
  EXPECT_EQ(run("store i32 1, ptr addrspace(3) @s\n"
                "%v = load [2 x i32], ptr addrspace(3) @s\n"
                "ret void\n")
                .condition,
            "uninitialised-read");
}

/// The first lane is the lower half, and a poison lane spoils what it is in.
TEST(SimtLayout, BitCastsRegroupLanes) {
  Outcome outcome = run(R"(
    %v = freeze <4 x i16> <i16 1, i16 2, i16 3, i16 4>
    %w = bitcast <4 x i16> %v to <2 x i32>
    store <2 x i32> %w, ptr addrspace(1) %out
    %x = bitcast <2 x i32> %w to i64
    %y = lshr i64 %x, 48
    %z = trunc i64 %y to i32
    %o = getelementptr i32, ptr addrspace(1) %out, i32 2
    store i32 %z, ptr addrspace(1) %o
    %p = insertelement <4 x i16> %v, i16 poison, i32 1
    %q = bitcast <4 x i16> %p to <2 x i32>
    %r = getelementptr i32, ptr addrspace(1) %out, i32 4
    store <2 x i32> %q, ptr addrspace(1) %r
    ret void
  )");
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(element(outcome, 0), 0x20001u);
  EXPECT_EQ(element(outcome, 1), 0x40003u);
  EXPECT_EQ(element(outcome, 2), 4u);
  EXPECT_EQ(element(outcome, 5), 0x40003u);
  EXPECT_TRUE(outcome.buffers[0].unspecified[16]);
  EXPECT_FALSE(outcome.buffers[0].unspecified[20]);
}

/// An access has the bytes that the bits need.
TEST(SimtLayout, IntegersOfUnusualSize) {
  Outcome outcome = run(R"(
    %o = getelementptr i32, ptr addrspace(1) %out, i32 1
    store i32 -1, ptr addrspace(1) %o
    %f = freeze i24 6636321
    store i24 %f, ptr addrspace(1) %o, align 4
    %v = load i24, ptr addrspace(1) %o, align 4
    %w = sext i24 %v to i32
    store i32 %w, ptr addrspace(1) %out
    ret void
  )");
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(element(outcome, 0), 6636321u);
  EXPECT_EQ(element(outcome, 1), 0xff654321u);
}
