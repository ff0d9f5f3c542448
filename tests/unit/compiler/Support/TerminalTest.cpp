//===- TerminalTest.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Options/Terminal.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

static std::string line(double seconds, uint64_t fresh, uint64_t done,
                        uint64_t total, double limit, llvm::StringRef more) {
  return ProgressLine::lineFor("programs", seconds, fresh, done, total, limit,
                               more);
}

TEST(TerminalTest, WhatIsLeft) {
  EXPECT_EQ(line(10, 250, 250, 1000, 0, ""),
            "  10.0 s  250 of 1000 programs, about 30 s left");
  // By the time that there is, if that is less.
  EXPECT_EQ(line(10, 250, 250, 1000, 25, "2 findings"),
            "  10.0 s  250 of 1000 programs, about 15 s left  2 findings");
  EXPECT_EQ(line(10, 250, 250, 0, 60, ""),
            "  10.0 s  250 programs, about 50 s left");
  EXPECT_EQ(line(70, 250, 250, 0, 60, ""),
            "  70.0 s  250 programs, about 0 s left");
  // What is found is reduced when all are done.
  EXPECT_EQ(line(10, 1000, 1000, 1000, 0, "2 findings"),
            "  10.0 s  1000 of 1000 programs  2 findings");
  // Nothing is known.
  EXPECT_EQ(line(10, 0, 0, 1000, 0, ""), "  10.0 s  0 of 1000 programs");
  EXPECT_EQ(line(10, 5, 5, 0, 0, ""), "  10.0 s  5 programs");
  // What was there before took none of the time.
  EXPECT_EQ(line(10, 10, 900, 1000, 0, ""),
            "  10.0 s  900 of 1000 programs, about 100 s left");
  EXPECT_EQ(line(10, 10, 10, 1210, 0, ""),
            "  10.0 s  10 of 1210 programs, about 20 min left");
  EXPECT_EQ(line(10, 10, 10, 9010, 0, ""),
            "  10.0 s  10 of 9010 programs, about 2.5 h left");
}
