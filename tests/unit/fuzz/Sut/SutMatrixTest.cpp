//===- SutMatrixTest.cpp - Runs and releases of an external tool ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutMatrix.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
/// `g`: right, `b`: a crash, `s`: skipped, `-`: the release lacks the run.
SutMatrix::Row row(std::string run, llvm::StringRef cells) {
  SutMatrix::Row row{std::move(run), {}};
  for (char c : cells)
    row.cells.push_back({c == 'g', c == 'b',
                         c == 'g'   ? "same"
                         : c == 'b' ? "crash"
                         : c == 's' ? "skipped (why)"
                                    : ""});
  return row;
}

std::string text(std::vector<SutMatrix::Row> rows) {
  return SutMatrix{{"1", "2", "3"}, std::move(rows)}.toString();
}

TEST(SutMatrix, SaysWhereItChanged) {
  EXPECT_EQ(text({row("a", "ggg")}), "a: 1 same, 2 same, 3 same\n");
  EXPECT_EQ(text({row("a", "gbb")}),
            "a: 1 same, 2 crash, 3 crash; last good 1, first bad 2\n");
  EXPECT_EQ(text({row("a", "bbg")}),
            "a: 1 crash, 2 crash, 3 same; good again in 3\n");
  EXPECT_EQ(text({row("a", "gbg")}),
            "a: 1 same, 2 crash, 3 same; last good 1, first bad 2; good again "
            "in 3\n");
  // What nobody knows is no change.
  EXPECT_EQ(text({row("a", "gsb")}),
            "a: 1 same, 2 skipped (why), 3 crash; last good 1, first bad 3\n");
  EXPECT_EQ(text({row("a", "-sb")}), "a: 2 skipped (why), 3 crash\n");
}

TEST(SutMatrix, SaysWhatFailsAlone) {
  // A level, whatever the target; runs of the same words share a line.
  EXPECT_EQ(text({row("sm_80-O0", "ggg"), row("sm_80-O3", "ggb"),
                  row("sm_90-O0", "ggg"), row("sm_90-O3", "ggb")}),
            "sm_80-O0 sm_90-O0: 1 same, 2 same, 3 same\n"
            "sm_80-O3 sm_90-O3: 1 same, 2 same, 3 crash; last good 2, first "
            "bad 3\n"
            "3 fails only with O3\n");
  EXPECT_NE(text({row("sm_80-O0", "ggb"), row("sm_80-O3", "ggb"),
                  row("sm_90-O0", "ggg"), row("sm_90-O3", "ggg")})
                .find("\n3 fails only with sm_80\n"),
            std::string::npos);
  EXPECT_NE(text({row("sm_80-O0", "ggg"), row("sm_80-O3", "ggb"),
                  row("sm_90-O0", "ggb"), row("sm_90-O3", "ggg")})
                .find("\n3 fails only in sm_80-O3, sm_90-O0\n"),
            std::string::npos);
  // Where all are bad, or nothing is known of the others, nothing is alone.
  for (const char *other : {"ggb", "ggs", "gg-"})
    EXPECT_EQ(text({row("sm_80-O0", other), row("sm_80-O3", "ggb")})
                  .find("fails only"),
              std::string::npos)
        << other;
}

TEST(SutMatrix, KnowsWhetherAnythingIsBad) {
  EXPECT_FALSE((SutMatrix{{"1", "2", "3"}, {row("a", "gs-")}}.hasBad()));
  EXPECT_TRUE((SutMatrix{{"1", "2", "3"}, {row("a", "gsb")}}.hasBad()));
}
} // namespace
