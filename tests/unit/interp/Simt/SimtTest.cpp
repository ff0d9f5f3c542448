//===- SimtTest.cpp - Kernels in LLVM IR, thread by thread ----------------===//
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

static const char *prologue = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare float @llvm.fma.f32(float, float, float)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i2 @llvm.bitreverse.i2(i2)
declare i32 @llvm.bswap.i32(i32)
declare float @llvm.nvvm.add.rz.f(float, float)
declare float @llvm.nvvm.mul.rn.ftz.f(float, float)
declare float @llvm.nvvm.fma.rz.ftz.f(float, float, float)
declare float @llvm.sin.f32(float)
@s = internal addrspace(3) global [64 x i32] undef, align 4
)";

/// Runs `body` as @k(ptr addrspace(1) %out), `out` being 64 elements.
static Outcome run(const std::string &body, unsigned threads, unsigned grid = 1,
                   const char *kind = "i32", uint64_t schedule = 1,
                   uint64_t limit = 1'000'000, uint64_t iterations = 0,
                   bool allowEqualWrites = false) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::string text = prologue +
                     std::string("define ptx_kernel void @k(ptr addrspace(1) "
                                 "%out) {\n") +
                     body + "}\n";
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str() << " line " << error.getLineNo();
    return {};
  }
  std::string launchText =
      "// tilefuzz.launch kernel=@k grid=" + std::to_string(grid) +
      ",1,1 seed=1\n// tilefuzz.buffer out : " + kind +
      "[64] = fill(0)\n// tilefuzz.args &out\n";
  llvm::Expected<Launch> launch = parseLaunch(launchText, "test");
  if (!launch) {
    ADD_FAILURE() << llvm::toString(launch.takeError());
    return {};
  }
  SimtOptions options;
  options.threads = threads;
  options.schedule = schedule;
  options.stepLimit = limit;
  options.tripLimit = iterations;
  options.allowEqualWrites = allowEqualWrites;
  return runSimt(*module, *launch, options);
}

static uint32_t element(const Outcome &outcome, size_t index) {
  uint32_t bits = 0;
  for (unsigned i = 0; i < 4; ++i)
    bits |= uint32_t(outcome.buffers[0].bytes[4 * index + i]) << (8 * i);
  return bits;
}

/// One thread stores the i32 `%r` that `body` computes.
static Outcome scalar(const std::string &body) {
  return run(body + "store i32 %r, ptr addrspace(1) %out\nret void\n", 1);
}

static const char *threadIndex = R"(
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %t
)";

TEST(Simt, EveryThreadRuns) {
  Outcome outcome = run(
      std::string(threadIndex) +
          "%v = mul i32 %t, 3\nstore i32 %v, ptr addrspace(1) %p\nret void\n",
      64);
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(element(outcome, i), 3 * i);
  EXPECT_TRUE(outcome.isFullyOrdered);
  EXPECT_EQ(outcome.stores, 64u);
}

TEST(Simt, PoisonIsStoredAsUnspecified) {
  for (const char *body :
       {"%z = freeze i32 2147483647\n%r = add nsw i32 %z, 1\n",
        "%z = freeze i32 0\n%r = sub nuw i32 %z, 1\n",
        "%z = freeze i64 9223372036854775807\n%w = add nsw i64 %z, 1\n"
        "%r = trunc i64 %w to i32\n",
        "%z = freeze i8 16\n%w = mul nuw i8 %z, 16\n"
        "%r = zext i8 %w to i32\n",
        "%z = freeze i32 32\n%r = shl i32 1, %z\n",
        "%z = freeze float 3.0e9\n%r = fptosi float %z to i32\n",
        "%z = freeze i32 3\n%r = lshr exact i32 %z, 1\n"}) {
    Outcome outcome = scalar(body);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    ASSERT_FALSE(outcome.buffers[0].unspecified.empty()) << body;
    EXPECT_TRUE(outcome.buffers[0].unspecified[0]);
    EXPECT_FALSE(outcome.buffers[0].unspecified[4]);
  }
}

TEST(Simt, Arithmetic) {
  struct Row {
    const char *body;
    uint32_t expected;
  } rows[] = {
      {"%z = freeze i32 -7\n%r = sdiv i32 %z, 2\n", uint32_t(-3)},
      {"%z = freeze i32 -7\n%r = srem i32 %z, 2\n", uint32_t(-1)},
      {"%z = freeze i32 -8\n%r = ashr i32 %z, 1\n", uint32_t(-4)},
      {"%z = freeze i8 -1\n%r = zext i8 %z to i32\n", 255},
      {"%r = call i32 @llvm.usub.sat.i32(i32 3, i32 5)\n", 0},
      {"%r = call i32 @llvm.uadd.sat.i32(i32 -2, i32 5)\n", ~0u},
      {"%r = call i32 @llvm.ssub.sat.i32(i32 -2147483648, i32 1)\n",
       0x80000000},
      {"%r = call i32 @llvm.sadd.sat.i32(i32 2147483647, i32 1)\n", 0x7fffffff},
      {"%z = freeze i8 -1\n%r = sext i8 %z to i32\n", ~0u},
      // Ties to even in half, and a fused product that would round to zero.
      {"%h = fadd half 0xH6800, 0xH3C00\n%b = bitcast half %h to i16\n"
       "%r = zext i16 %b to i32\n",
       0x6800},
      {"%b = call i2 @llvm.bitreverse.i2(i2 1)\n%r = zext i2 %b to i32\n", 2},
      {"%r = call i32 @llvm.bswap.i32(i32 66051)\n", 0x03020100},
      {"%f = call float @llvm.fma.f32(float 0x3FF0000020000000, float "
       "0x3FF0000020000000, float 0xBFF0000040000000)\n%r = bitcast float %f "
       "to i32\n",
       0x28800000},
      {"%f = call float @llvm.nvvm.add.rz.f(float 1.0, float "
       "0x3E6FFFFFE0000000)\n%r = bitcast float %f to i32\n",
       0x3f800000},
      {"%v = insertelement <2 x i32> <i32 5, i32 6>, i32 9, i32 0\n"
       "%w = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 1, i32 "
       "0>\n%x = add <2 x i32> %w, <i32 1, i32 1>\n"
       "%r = extractelement <2 x i32> %x, i32 1\n",
       10},
  };
  for (const Row &row : rows) {
    Outcome outcome = scalar(row.body);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    EXPECT_EQ(element(outcome, 0), row.expected) << row.body;
  }
}

TEST(Simt, NamedUndefinedBehaviour) {
  struct Row {
    const char *body, *condition;
  } rows[] = {
      {"%z = freeze i32 0\n%r = udiv i32 1, %z\n", "division-by-zero"},
      {"%z = freeze i32 -1\n%r = sdiv i32 -2147483648, %z\n",
       "division-overflow"},
      {"%g = getelementptr i8, ptr addrspace(1) %out, i32 256\n"
       "%r = load i32, ptr addrspace(1) %g\n",
       "out-of-bounds"},
      {"%g = getelementptr i8, ptr addrspace(1) %out, i32 -1\n"
       "%b = load i8, ptr addrspace(1) %g\n%r = zext i8 %b to i32\n",
       "out-of-bounds"},
      {"%g = getelementptr i8, ptr addrspace(1) %out, i32 2\n"
       "%r = load i32, ptr addrspace(1) %g, align 4\n",
       "misaligned-access"},
      {"%r = load i32, ptr addrspace(3) @s\n", "uninitialised-read"},
      {"br i1 poison, label %a, label %a\na:\n%r = add i32 0, 0\n",
       "branch-on-poison"},
  };
  for (const Row &row : rows) {
    Outcome outcome = scalar(row.body);
    EXPECT_EQ(outcome.status, RunStatus::UndefinedBehaviour) << row.body;
    EXPECT_EQ(outcome.condition, row.condition);
    EXPECT_FALSE(outcome.site.location.empty());
  }
}

/// Each thread writes its shared cell and reads its neighbour's.
static std::string exchange(const char *between) {
  return std::string(threadIndex) + "store i32 %t, ptr addrspace(3) %q\n" +
         between +
         R"(
  %x = xor i32 %t, 1
  %n = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %v = load i32, ptr addrspace(3) %n
  store i32 %v, ptr addrspace(1) %p
  ret void
)";
}

TEST(Simt, BarrierOrders) { // L01
  Outcome outcome = run(
      exchange("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"),
      64);
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(element(outcome, i), i ^ 1);
}

TEST(Simt, MissingBarrierIsFound) { // L02
  for (uint64_t seed = 0; seed < 8; ++seed) {
    Outcome outcome = run(exchange(""), 64, 1, "i32", seed);
    // Either the read comes first and finds nothing, or it races.
    if (outcome.status == RunStatus::UndefinedBehaviour) {
      EXPECT_EQ(outcome.condition, "uninitialised-read");
      continue;
    }
    ASSERT_EQ(outcome.status, RunStatus::Race) << outcome.summary();
    ASSERT_EQ(outcome.races.size(), 1u);
    EXPECT_EQ(outcome.races[0].first.buffer, "s");
  }
}

TEST(Simt, WarpBarrierOrdersAWarp) { // L03
  Outcome outcome =
      run(exchange("call void @llvm.nvvm.bar.warp.sync(i32 -1)\n"), 64);
  EXPECT_TRUE(outcome.completed()) << outcome.summary();
}

TEST(Simt, GlobalRaceBetweenCtas) {
  Outcome outcome = run(std::string(threadIndex) +
                            "store i32 %t, ptr addrspace(1) %p\nret void\n",
                        32, 2);
  EXPECT_EQ(outcome.status, RunStatus::Race);
}

TEST(Simt, EqualWritesMayBeAllowed) {
  auto allowed = [](const std::string &body, unsigned grid) {
    return run(std::string(threadIndex) + body, 32, grid, "i32", 1, 1'000'000,
               0, /*allowEqualWrites=*/true);
  };
  Outcome same = allowed("store i32 %t, ptr addrspace(1) %p\nret void\n", 2);
  ASSERT_TRUE(same.completed()) << same.summary();
  EXPECT_EQ(element(same, 31), 31u);
  // Another value, another range, and a read are what they were.
  EXPECT_EQ(
      allowed("store i32 %t, ptr addrspace(1) %out\nret void\n", 1).status,
      RunStatus::Race);
  EXPECT_EQ(allowed("%h = and i32 %t, 1\n%b = getelementptr i8, ptr "
                    "addrspace(1) %out, i32 %h\n"
                    "store i8 0, ptr addrspace(1) %b\n"
                    "store i16 0, ptr addrspace(1) %out\nret void\n",
                    1)
                .status,
            RunStatus::Race);
  EXPECT_EQ(allowed("store i32 7, ptr addrspace(1) %out\n%v = load i32, ptr "
                    "addrspace(1) %out\nret void\n",
                    1)
                .status,
            RunStatus::Race);
}

/// Message passing through a flag at out[32]; data at out[0..31].
static std::string messagePassing(const char *first, const char *second) {
  return std::string(threadIndex) + R"(
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %f = getelementptr i32, ptr addrspace(1) %out, i32 32
  %lead = icmp eq i32 %t, 0
  %isp = icmp eq i32 %c, 0
  br i1 %isp, label %produce, label %consume
produce:
  store i32 7, ptr addrspace(1) %p
)" + first +
         R"(
  br i1 %lead, label %flag, label %done
flag:
  store atomic i32 1, ptr addrspace(1) %f syncscope("device") release, align 4
  br label %done
consume:
  br i1 %lead, label %spin, label %go
spin:
  %w = load atomic i32, ptr addrspace(1) %f syncscope("device") acquire, align 4
  %set = icmp eq i32 %w, 1
  br i1 %set, label %go, label %spin
go:
)" + second +
         R"(
  %v = load i32, ptr addrspace(1) %p
  br label %done
done:
  ret void
)";
}

TEST(Simt, MessagePassingNeedsBothBarriers) { // L04
  const char *barrier =
      "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
  for (uint64_t seed = 0; seed < 4; ++seed) {
    EXPECT_TRUE(
        run(messagePassing(barrier, barrier), 32, 2, "i32", seed).completed());
    EXPECT_EQ(run(messagePassing("", barrier), 32, 2, "i32", seed).status,
              RunStatus::Race);
    EXPECT_EQ(run(messagePassing(barrier, ""), 32, 2, "i32", seed).status,
              RunStatus::Race);
  }
}

static void replaceAll(std::string &text, const std::string &from,
                       const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// PTX ISA, memory consistency model: a fence makes relaxed accesses release
/// and acquire patterns, within its scope.
TEST(Simt, FencesMakeRelaxedAccessesSynchronise) {
  const char *barrier =
      "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
  auto program = [&](const std::string &release, const std::string &acquire) {
    std::string text = messagePassing(barrier, barrier);
    replaceAll(text,
               "  store atomic i32 1, ptr addrspace(1) %f "
               "syncscope(\"device\") release",
               release + "  store atomic i32 1, ptr addrspace(1) %f "
                         "syncscope(\"device\") monotonic");
    replaceAll(text, "syncscope(\"device\") acquire",
               "syncscope(\"device\") monotonic");
    replaceAll(text, "go:\n", "go:\n" + acquire);
    return text;
  };
  const std::string release = "  fence syncscope(\"device\") release\n",
                    acquire = "  fence syncscope(\"device\") acquire\n",
                    narrow = "  fence syncscope(\"block\") release\n";
  for (uint64_t seed = 0; seed < 4; ++seed) {
    auto status = [&](const std::string &first, const std::string &second) {
      return run(program(first, second), 32, 2, "i32", seed).status;
    };
    EXPECT_EQ(status(release, acquire), RunStatus::Completed);
    EXPECT_EQ(status("", acquire), RunStatus::Race);
    EXPECT_EQ(status(release, ""), RunStatus::Race);
    EXPECT_EQ(status(narrow, acquire), RunStatus::Race);
  }
}

TEST(Simt, PointersLiveInMemory) {
  std::string body = R"(
  %slot = alloca ptr addrspace(1), align 8
  %last = getelementptr i32, ptr addrspace(1) %out, i32 5
  store ptr addrspace(1) %last, ptr %slot, align 8
  %back = load ptr addrspace(1), ptr %slot, align 8
  store i32 42, ptr addrspace(1) %back, align 4
)";
  Outcome outcome = run(body + "ret void\n", 1);
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(element(outcome, 5), 42u);
  // Overwritten in part, it is no pointer any more.
  Outcome broken = run(body + R"(
  %second = getelementptr i8, ptr %slot, i32 4
  store i32 0, ptr %second, align 4
  %none = load ptr addrspace(1), ptr %slot, align 8
  store i32 43, ptr addrspace(1) %none, align 4
  ret void
)",
                       1);
  EXPECT_EQ(broken.status, RunStatus::Unsupported);
  EXPECT_EQ(broken.condition.find("a pointer made of bytes"), 0u)
      << broken.condition;
}

/// PTX ISA, .ftz: operands and results.
TEST(Simt, FlushingIntrinsics) {
  // 2^-127 is subnormal: flushed, its product with 4 is zero, not 2^-125.
  EXPECT_EQ(element(scalar("%x = bitcast i32 4194304 to float\n"
                           "%f = call float @llvm.nvvm.mul.rn.ftz.f(float %x, "
                           "float 4.0)\n%r = bitcast float %f to i32\n"),
                    0),
            0u);
  // -2^-126 times 0.5 is a negative subnormal: a negative zero.
  EXPECT_EQ(element(scalar("%x = bitcast i32 -2139095040 to float\n"
                           "%f = call float @llvm.nvvm.fma.rz.ftz.f(float %x, "
                           "float 0.5, float -0.0)\n"
                           "%r = bitcast float %f to i32\n"),
                    0),
            0x80000000u);
}

TEST(Simt, DivergentBarrier) {
  Outcome outcome = run(std::string(threadIndex) + R"(
  %c = icmp ult i32 %t, 3
  br i1 %c, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %b
b:
  ret void
)",
                        32);
  EXPECT_EQ(outcome.status, RunStatus::UndefinedBehaviour);
  EXPECT_EQ(outcome.condition, "barrier-divergence");
}

TEST(Simt, StepLimit) {
  EXPECT_EQ(run("br label %l\nl:\nbr label %l\n", 2, 1, "i32", 0, 1000).status,
            RunStatus::StepLimit);
}

/// A thread of ten iterations.
static constexpr char tenTrips[] = R"(
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %n, %l ]
  %n = add i32 %i, 1
  %c = icmp ult i32 %n, 10
  br i1 %c, label %l, label %e
e:
  ret void
)";

TEST(Simt, TripLimit) {
  // Nine of them jump back.
  EXPECT_TRUE(run(tenTrips, 64, 1, "i32", 0, 1000'000, 9).completed());
  Outcome outcome = run(tenTrips, 64, 1, "i32", 0, 1000'000, 8);
  EXPECT_EQ(outcome.status, RunStatus::StepLimit);
  EXPECT_EQ(outcome.condition, tooManyIterations);
  // One thread is enough.
  outcome = run("br label %l\nl:\nbr label %l\n", 128, 1, "i32", 0, 50'000'000,
                1'000'000);
  EXPECT_EQ(outcome.condition, tooManyIterations);
  EXPECT_LT(outcome.steps, 10'000'000u);
}

TEST(Simt, UnsupportedIsNamed) {
  Outcome outcome =
      scalar("%f = call float @llvm.sin.f32(float 1.0)\n%r = bitcast float %f "
             "to i32\n");
  EXPECT_EQ(outcome.status, RunStatus::Unsupported);
  EXPECT_NE(outcome.condition.find("llvm.sin.f32"), std::string::npos);
}

TEST(Simt, AtomicsDoNotRaceAcrossCtas) {
  Outcome outcome = run("%o = atomicrmw add ptr addrspace(1) %out, i32 2 "
                        "syncscope(\"device\") monotonic\nret void\n",
                        32, 4);
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(element(outcome, 0), 256u);
}

TEST(Simt, BlockScopeAtomicsRaceAcrossCtas) {
  const char *body = "%o = atomicrmw add ptr addrspace(1) %out, i32 2 "
                     "syncscope(\"block\") monotonic\nret void\n";
  EXPECT_TRUE(run(body, 32, 1).completed());
  EXPECT_EQ(run(body, 32, 2).status, RunStatus::Race);
}
