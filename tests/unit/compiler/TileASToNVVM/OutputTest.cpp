//===- OutputTest.cpp - Lowered prints and assertions ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the source prints, its code prints: unoptimised, optimised, and as PTX.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/SeededBugs.h"
#include "interp/Simt/PtxProgram.h"
#include "tests/unit/compiler/TileASToNVVM/Lowered.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
class Output : public LoweredTest {
protected:
  /// The text of the code, which agrees with the source's.
  std::string expectEqual(llvm::StringRef text) {
    std::string printed;
    for (unsigned numWarps : {1, 4}) {
      Lowered lowered(context, parse(text), {}, numWarps);
      EXPECT_EQ(lowered.error, "") << text.str();
      if (!lowered.error.empty())
        return "";
      check(lowered.source, runSimt(*lowered.module, lowered.launch));
      EXPECT_EQ(llvm::toString(optimize(*lowered.module, "sm_90a")), "");
      Outcome optimized = runSimt(*lowered.module, lowered.launch);
      check(lowered.source, optimized);
      printed = optimized.printed;
      auto ptx = emitPTX(*lowered.module, "sm_90a");
      EXPECT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
      auto program =
          PtxProgram::create(*ptx, lowered.launch, lowered.module.get());
      EXPECT_TRUE(bool(program)) << llvm::toString(program.takeError());
      check(lowered.source, (*program)->run(lowered.launch, {}));
      AssembleResult cubin = assemble(*ptx, "sm_90a");
      EXPECT_NE(cubin.status, AssembleStatus::Failed) << cubin.diagnostic;
    }
    return printed;
  }

  static void check(const Outcome &source, const Outcome &target) {
    ComparisonVerdict verdict = compare(source, target);
    EXPECT_EQ(verdict.kind, ComparisonKind::Equal)
        << verdict.reason << target.summary();
    EXPECT_TRUE(target.printedLines.isKept);
  }
};
} // namespace

static std::string kernel(llvm::StringRef body, llvm::StringRef grid = "1") {
  return ("// tilefuzz.launch kernel=@k grid=" + grid +
          ",1,1 seed=1\n// tilefuzz.buffer x : i32[64] = iota(-3, 1)\n"
          "// tilefuzz.args &x 65\n"
          "cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %n: tile<i32>) "
          "{\n  %i = iota : tile<64xi32>\n"
          "  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
          "  %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<64xptr<i32>>\n"
          "  %p = offset %xs, %i : tile<64xptr<i32>>, tile<64xi32> -> "
          "tile<64xptr<i32>>\n"
          "  %v, %t = load_ptr_tko weak %p : tile<64xptr<i32>> -> "
          "tile<64xi32>, token\n" +
          body + "\n} }\n")
      .str();
}

TEST_F(Output, Conversions) {
  EXPECT_EQ(expectEqual(kernel(R"(
  %f = constant <f32: 1.5> : tile<f32>
  %h = constant <f8E4M3FN: [0.5, -2.0]> : tile<2xf8E4M3FN>
  %b = constant <i8: -5> : tile<i8>
  %w = constant <i64: -6> : tile<i64>
  %r = print_tko "%.3f 100%% %08x %d %u %lld|%5d|%-5d|%c %g %s\n", %f, %b, %b, %b, %w, %b, %b, %n, %h, %n token=%t : tile<f32>, tile<i8>, tile<i8>, tile<i8>, tile<i64>, tile<i8>, tile<i8>, tile<i32>, tile<2xf8E4M3FN>, tile<i32> -> token
)")),
            "1.500 100% 000000fb -5 251 -6|   -5|-5   |A [0.5, -2] %s\n");
}

/// Several calls of 32 arguments each, and an ellipsis.
TEST_F(Output, LongTiles) {
  std::string text = expectEqual(kernel(R"(
  %r = print_tko "v %d and", %v token=%t : tile<64xi32> -> token
  %w = iota : tile<128xi16>
  %q = print_tko " w %d\n", %w token=%r : tile<128xi16> -> token
)"));
  EXPECT_TRUE(llvm::StringRef(text).starts_with("v [-3, -2, ")) << text;
  EXPECT_TRUE(llvm::StringRef(text).contains(", 60] and w [0, 1")) << text;
  EXPECT_TRUE(llvm::StringRef(text).ends_with(", 63, ...]\n")) << text;
}

TEST_F(Output, BlocksAndLoops) {
  std::string text = expectEqual(kernel(R"(
  %b, %y, %z = get_tile_block_id : tile<i32>
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %c3 = constant <i32: 3> : tile<i32>
  for %j in (%c0 to %c3, step %c1) : tile<i32> {
    %r = print_tko "%d.%d\n", %b, %j : tile<i32>, tile<i32> -> token
    continue
  })",
                                        "2"));
  EXPECT_EQ(llvm::StringRef(text).count('\n'), 6u) << text;
}

TEST_F(Output, AssertionsThatHold) {
  EXPECT_EQ(expectEqual(kernel(R"(
  %c = cmpi less_than %v, %i, signed : tile<64xi32> -> tile<64xi1>
  assert %c, "holds" : tile<64xi1>
  %d = muli %v, %v : tile<64xi32>
  %s = store_ptr_tko weak %p, %d token=%t : tile<64xptr<i32>>, tile<64xi32> -> token
)")),
            "");
}

/// Every message is printed before a thread stops the launch.
TEST_F(Output, AssertionsThatFail) {
  std::string text = expectEqual(kernel(R"(
  %c2 = constant <i32: 2> : tile<64xi32>
  %c = cmpi less_than %v, %c2, signed : tile<64xi32> -> tile<64xi1>
  assert %c, "50% of it" : tile<64xi1>
)"));
  EXPECT_EQ(llvm::StringRef(text).count('\n'), 59u) << text;
  EXPECT_TRUE(llvm::StringRef(text).contains(
      "assertion failed at element 63: 50% of it\n"))
      << text;
}

/// The witnesses of the seeded bugs in this.
TEST_F(Output, SeededBugs) {
  unsigned found = 0;
  for (const SeededBugInfo &info : getSeededBugs()) {
    bool isOutput =
        info.name.starts_with("print-") || info.name.starts_with("assert-");
    // One whose order is lost prints the same on one schedule.
    if (!isOutput || info.bugClass == BugClass::TokenMemory)
      continue;
    ++found;
    SCOPED_TRACE(info.name.str());
    auto file = llvm::MemoryBuffer::getFile(TILEFUZZ_WITNESSES "/" +
                                            info.name.str() + ".mlir");
    ASSERT_TRUE(bool(file));
    expectEqual((*file)->getBuffer());
    Lowered wrong(context, parse((*file)->getBuffer()), info.bug);
    ASSERT_EQ(wrong.error, "");
    EXPECT_EQ(wrong.compareWithSource().kind, ComparisonKind::Differs);
  }
  EXPECT_EQ(found, 8u);
}
