//===- ArenaTest.cpp - Guards, and what is kept of logs -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Arena.h"
#include "oracle/Gpu/ErrorLog.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz::conform;

static Case caseOf(std::initializer_list<size_t> sizes, const char *name) {
  Case one;
  one.name = name;
  for (size_t size : sizes) {
    Buffer buffer;
    buffer.name = "b" + std::to_string(one.buffers.size());
    for (size_t i = 0; i < size; ++i)
      buffer.input.push_back(uint8_t(7 * i + one.buffers.size()));
    one.buffers.push_back(std::move(buffer));
  }
  return one;
}

// Every byte of the arena is either of one buffer, where a write is seen in its
// contents, or outside, where it is a stray write.
TEST(Arena, NoticesAWriteToEveryByte) {
  Case one = caseOf({1, 300, 0, 4096}, "case");
  Arena arena(one, 16);
  Bytes after = arena.image();
  EXPECT_EQ(arena.findStrayWrite(after), "");
  std::vector<bool> isInside(after.size());
  for (size_t b = 0; b < one.buffers.size(); ++b) {
    EXPECT_EQ(arena.offsetOf(b) % 256, 0u);
    EXPECT_EQ(arena.contentsOf(b, after), one.buffers[b].input);
    for (size_t i = 0; i < one.buffers[b].input.size(); ++i) {
      EXPECT_FALSE(isInside[arena.offsetOf(b) + i]) << "buffers overlap";
      isInside[arena.offsetOf(b) + i] = true;
    }
  }
  for (size_t i = 0; i < after.size(); ++i) {
    after[i] ^= 1;
    EXPECT_EQ(arena.findStrayWrite(after).empty(), isInside[i]) << i;
    after[i] ^= 1;
  }
}

TEST(Arena, NamesTheNearestBuffer) {
  Case one = caseOf({256, 256}, "case");
  Arena arena(one, 256);
  auto strayAt = [&](size_t offset) {
    Bytes after = arena.image();
    after[offset] ^= 0x80;
    return arena.findStrayWrite(after);
  };
  EXPECT_EQ(strayAt(arena.offsetOf(0) + 256),
            "written outside buffer b0, 0 bytes after its end");
  EXPECT_EQ(strayAt(arena.offsetOf(0) - 1),
            "written outside buffer b0, 1 bytes before its begin");
  EXPECT_EQ(strayAt(arena.offsetOf(1) - 2),
            "written outside buffer b1, 2 bytes before its begin");
  EXPECT_EQ(
      strayAt(arena.image().size() - 1),
      "written outside buffer b1, " +
          std::to_string(arena.image().size() - 1 - arena.offsetOf(1) - 256) +
          " bytes after its end");
}

// Zeros, ones and other guards, wherever they come from, are noticed.
TEST(Arena, NoticesCopiesAndConstants) {
  Case one = caseOf({64}, "case");
  Arena arena(one, 256);
  for (size_t distance : {1, 4, 16, 256, 1024}) {
    Bytes after = arena.image();
    size_t end = arena.offsetOf(0) + 64;
    std::copy_n(arena.image().begin() + end + distance, 16,
                after.begin() + end);
    EXPECT_NE(arena.findStrayWrite(after), "") << distance;
  }
  for (size_t i = 0; i < arena.offsetOf(0); ++i) {
    EXPECT_NE(arena.image()[i], 0);
    EXPECT_NE(arena.image()[i], 255);
  }
}

TEST(Arena, WidthsVary) {
  std::set<size_t> widths;
  for (const char *name : {"a", "b", "c"}) {
    Case one = caseOf({256, 256, 256}, name);
    Arena arena(one, 256);
    for (size_t b = 1; b < 3; ++b)
      widths.insert(arena.offsetOf(b) - arena.offsetOf(b - 1) - 256);
    for (size_t width : widths)
      EXPECT_GE(width, 256u);
  }
  EXPECT_GE(widths.size(), 4u);
}

TEST(ErrorLog, KeepsTheEndsOfALongLog) {
  EXPECT_EQ(shortened("word \n\n"), "word");
  EXPECT_EQ(shortened(""), "");
  std::string log = "begin" + std::string(100000, '.') + "end";
  std::string kept = shortened(log);
  EXPECT_LE(kept.size(), 4096u);
  EXPECT_EQ(kept.substr(0, 6), "begin.");
  EXPECT_EQ(kept.substr(kept.size() - 4), ".end");
  EXPECT_NE(kept.find(" bytes left out]"), std::string::npos);
}
