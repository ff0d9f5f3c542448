//===- ThreadStrengthsTest.cpp --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/ThreadStrengths.h"
#include "OrderTesting.h"
#include "interp/Simt/PtxProgram.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

namespace {
/// A source of one access of %x, and the instructions of one thread.
struct Row {
  const char *source, *target;
  /// What is lost, "unmatched", or nothing.
  const char *lost;
};

constexpr const char *acquire = "%v, %t = load_ptr_tko acquire device %x : "
                                "tile<ptr<i32>> -> tile<i32>, token",
                     *relaxed = "%v, %t = load_ptr_tko relaxed device %x : "
                                "tile<ptr<i32>> -> tile<i32>, token",
                     *release = "%t = store_ptr_tko release sys %x, %one : "
                                "tile<ptr<i32>>, tile<i32> -> token",
                     *weak = "%v, %t = load_ptr_tko weak %x : "
                             "tile<ptr<i32>> -> tile<i32>, token",
                     *update = "%v, %t = atomic_rmw_tko acq_rel device %x, "
                               "add, %one : tile<ptr<i32>>, tile<i32> -> "
                               "tile<i32>, token";

constexpr Row rows[] = {
    {acquire, "ld.acquire.gpu.global.b32 %r1, [%rd1];", ""},
    {acquire, "ld.acquire.sys.global.b32 %r1, [%rd1];", ""},
    {acquire, "ld.acquire.gpu.b32 %r1, [%rd1];", ""},
    {acquire, "ld.acquire.cta.global.b32 %r1, [%rd1];",
     "acquire device -> acquire tl_blk"},
    {acquire, "ld.acquire.cluster.global.b32 %r1, [%rd1];",
     "acquire device -> acquire cluster"},
    {acquire, "ld.relaxed.gpu.global.b32 %r1, [%rd1];",
     "acquire device -> relaxed device"},
    {acquire, "ld.global.b32 %r1, [%rd1];", "acquire device -> weak"},
    // A fence makes it one, if nothing is between that it does not cover.
    {acquire, "ld.relaxed.gpu.global.b32 %r1, [%rd1]; fence.acq_rel.gpu;", ""},
    {acquire, "ld.relaxed.gpu.global.b32 %r1, [%rd1]; fence.sc.sys;", ""},
    {acquire, "ld.relaxed.gpu.global.b32 %r1, [%rd1]; fence.acquire.gpu;", ""},
    {acquire, "ld.relaxed.gpu.global.b32 %r1, [%rd1]; fence.release.gpu;",
     "acquire device -> relaxed device"},
    {release, "fence.release.sys; st.relaxed.sys.global.b32 [%rd1], 1;", ""},
    {release, "fence.acquire.sys; st.relaxed.sys.global.b32 [%rd1], 1;",
     "release sys -> relaxed sys"},
    {acquire, "ld.relaxed.gpu.global.b32 %r1, [%rd1]; fence.acq_rel.cta;",
     "acquire device -> acquire tl_blk"},
    {acquire, "fence.acq_rel.gpu; ld.relaxed.gpu.global.b32 %r1, [%rd1];",
     "acquire device -> release device"},
    {acquire,
     "ld.relaxed.gpu.global.b32 %r1, [%rd1]; bar.sync 0; fence.acq_rel.gpu;",
     "acquire device -> relaxed device"},
    {acquire,
     "ld.relaxed.gpu.global.b32 %r1, [%rd1]; ld.global.b32 %r2, [%rd2]; "
     "fence.acq_rel.gpu;",
     "acquire device -> relaxed device"},
    {acquire, "mov.b32 %r1, 0;", "unmatched"},
    {acquire,
     "ld.acquire.gpu.global.b32 %r1, [%rd1]; "
     "ld.acquire.gpu.global.b32 %r1, [%rd1];",
     "unmatched"},
    {relaxed, "ld.volatile.global.b32 %r1, [%rd1];", ""},
    {relaxed, "ld.acquire.gpu.global.b32 %r1, [%rd1];", ""},
    {relaxed, "ld.global.b32 %r1, [%rd1];", "relaxed device -> weak"},
    {weak, "ld.global.b32 %r1, [%rd1];", ""},
    {release, "st.release.sys.global.b32 [%rd1], 1;", ""},
    {release, "st.release.gpu.global.b32 [%rd1], 1;",
     "release sys -> release device"},
    {release, "fence.acq_rel.sys; st.relaxed.sys.global.b32 [%rd1], 1;", ""},
    {release, "fence.acq_rel.sys; st.relaxed.gpu.global.b32 [%rd1], 1;",
     "release sys -> release device"},
    {release, "st.relaxed.sys.global.b32 [%rd1], 1; fence.acq_rel.sys;",
     "release sys -> acquire sys"},
    {update, "atom.acq_rel.gpu.global.add.u32 %r1, [%rd1], 1;", ""},
    {update, "atom.acquire.gpu.global.add.u32 %r1, [%rd1], 1;",
     "acq_rel device -> acquire device"},
    {update,
     "fence.acq_rel.gpu; atom.relaxed.gpu.global.add.u32 %r1, [%rd1], 1; "
     "fence.acq_rel.gpu;",
     ""},
    {update, "atom.global.add.u32 %r1, [%rd1], 1;",
     "acq_rel device -> relaxed device"},
    // A load and a store are no update.
    {update,
     "ld.acquire.gpu.global.b32 %r1, [%rd1]; "
     "st.release.gpu.global.b32 [%rd1], 1;",
     "unmatched"},
};

class ThreadStrengthsTest : public testing::TestWithParam<Row> {
protected:
  ThreadStrengthsTest() {
    context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  }
  mlir::MLIRContext context;
};
} // namespace

TEST_P(ThreadStrengthsTest, AreCompared) {
  const Row &row = GetParam();
  std::string source =
      "cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) "
      "{ %one = constant <i32: 1> : tile<i32>\n" +
      std::string(row.source) + "\nreturn } }";
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  ASSERT_TRUE(bool(module));
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer x : i32[1] = fill(0)\n"
                  "// tilefuzz.buffer y : i32[1] = fill(0)\n"
                  "// tilefuzz.args &x &y\n",
                  "test"));
  TracedRun traced = traceModule(*module, launch, Schedule::Kind::ProgramOrder);
  ThreadStrengths strengths(traced.trace);
  EXPECT_EQ(strengths.hasPlaces(), row.source != weak);
  std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n"
                     ".visible .entry k(.param .u64 a, .param .u64 b)\n"
                     ".reqntid 1\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
                     "ld.param.b64 %rd1, [a];\nld.param.b64 %rd2, [b];\n" +
                     std::string(row.target) + "\nret;\n}\n";
  std::unique_ptr<PtxProgram> ptx =
      llvm::cantFail(PtxProgram::create(text, launch));
  SimtOptions options;
  options.observer = &strengths;
  Outcome outcome = ptx->run(launch, options);
  ASSERT_TRUE(outcome.completed()) << outcome.condition;
  OrderReport report = strengths.compare();
  if (llvm::StringRef(row.lost) == "unmatched") {
    EXPECT_NE(report.cannotMatch, "");
    return;
  }
  EXPECT_EQ(report.cannotMatch, "");
  ASSERT_EQ(report.losses.size(), *row.lost ? 1u : 0u)
      << (report.losses.empty() ? "" : report.losses.front().change);
  if (!*row.lost)
    return;
  const OrderLoss &loss = report.losses.front();
  EXPECT_EQ(loss.change, row.lost);
  EXPECT_EQ(loss.first.buffer, "x");
  EXPECT_TRUE(llvm::StringRef(loss.first.operation).starts_with("cuda_tile."));
  // The scope alone is narrower where the words before it are the same.
  auto [before, after] = llvm::StringRef(row.lost).split(" -> ");
  EXPECT_EQ(loss.isOnlyScope,
            before.split(' ').first == after.split(' ').first);
}

INSTANTIATE_TEST_SUITE_P(All, ThreadStrengthsTest, testing::ValuesIn(rows));

/// Two accesses of one place: whichever stands for which.
TEST(ThreadStrengths, AreMatched) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>) {"
      "%v, %t = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, "
      "token\n"
      "%w, %u = load_ptr_tko acquire device %x : tile<ptr<i32>> -> tile<i32>, "
      "token\nreturn } }",
      &context);
  ASSERT_TRUE(bool(module));
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer x : i32[1] = fill(0)\n"
                  "// tilefuzz.args &x\n",
                  "test"));
  TracedRun traced = traceModule(*module, launch, Schedule::Kind::ProgramOrder);
  for (auto [first, second, isKept] : {std::tuple("relaxed", "acquire", true),
                                       {"acquire", "relaxed", true},
                                       {"acquire", "acquire", true},
                                       {"relaxed", "relaxed", false}}) {
    ThreadStrengths strengths(traced.trace);
    std::string text =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 a)\n.reqntid 1\n{\n"
        ".reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.b64 %rd1, [a];\n"
        "ld." +
        std::string(first) + ".gpu.global.b32 %r1, [%rd1];\nld." + second +
        ".gpu.global.b32 %r2, [%rd1];\nret;\n}\n";
    SimtOptions options;
    options.observer = &strengths;
    Outcome outcome =
        llvm::cantFail(PtxProgram::create(text, launch))->run(launch, options);
    ASSERT_TRUE(outcome.completed()) << outcome.condition;
    OrderReport report = strengths.compare();
    EXPECT_EQ(report.cannotMatch, "");
    EXPECT_EQ(report.losses.empty(), isKept) << first << " " << second;
    EXPECT_EQ(report.numStrong, 2u);
  }
}
