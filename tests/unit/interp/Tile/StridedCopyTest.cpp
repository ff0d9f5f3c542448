//===- StridedCopyTest.cpp - Packed elements, and moves between tiles -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/StridedCopy.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

TEST(ElementBits, HoldsWhatFits) {
  for (unsigned bytes : {1, 2, 4, 8}) {
    uint64_t mask = bytes == 8 ? ~uint64_t(0) : (uint64_t(1) << 8 * bytes) - 1;
    ElementBits bits;
    std::vector<uint64_t> expected;
    for (uint64_t i = 0; i < 100; ++i) {
      bits.push_back(i * 0x123456789ABCDEFull);
      expected.push_back(i * 0x123456789ABCDEFull);
    }
    ASSERT_EQ(std::vector<uint64_t>(bits), expected);
    bits.pack(bytes);
    for (uint64_t &element : expected)
      element &= mask;
    ASSERT_EQ(bits.bytesPerElement(), bytes);
    ASSERT_EQ(std::vector<uint64_t>(bits), expected);
    bits.push_back(~uint64_t(0));
    ASSERT_EQ(std::as_const(bits)[100], mask);
    ElementBits copy = bits;
    copy[3] = 7;
    ASSERT_EQ(std::as_const(bits)[3], expected[3]);
    ASSERT_EQ(std::as_const(copy)[3], 7u);
    ASSERT_FALSE(copy == bits);
    ElementBits moved = std::move(copy);
    ASSERT_EQ(moved.size(), 101u);
    moved.resize(3);
    moved.resize(5);
    ASSERT_EQ(std::as_const(moved)[2], expected[2]);
    ASSERT_EQ(std::as_const(moved)[4], 0u);
    moved.pack(8);
    ASSERT_EQ(std::as_const(moved)[2], expected[2]);
  }
}

TEST(ElementBits, OneElementReadsInAnySize) {
  ElementBits bits = {0x1122334455667788ull};
  uint16_t low;
  std::memcpy(&low, bits.data(), sizeof(low));
  EXPECT_EQ(low, 0x7788);
}

/// A tile of pointers with every kind of mark.
static TileValue marked(size_t count, unsigned bytes) {
  TileValue tile;
  for (size_t i = 0; i < count; ++i) {
    tile.bits.push_back(i + 1);
    tile.buffers.push_back(int(i) % 3);
  }
  tile.bits.pack(bytes);
  tile.markUnspecified(count / 2);
  tile.setBounds(count / 3, {1, 2, false, false});
  return tile;
}

static void expectElement(const TileValue &into, size_t i,
                          const TileValue &from, size_t j) {
  EXPECT_EQ(into.bits[i], from.bits[j]);
  EXPECT_EQ(into.buffers[i], from.buffers[j]);
  EXPECT_EQ(into.isUnspecified(i), from.isUnspecified(j));
  EXPECT_EQ(into.isInexact(i), from.isInexact(j));
}

TEST(Moves, Transpose) {
  for (unsigned bytes : {1, 2, 4, 8}) {
    TileValue from = marked(4 * 8, bytes);
    TileValue into = emptyTile(4 * 8, from);
    StridedPlacement transposed = StridedPlacement::whole({4, 8});
    std::swap(transposed.strides[0], transposed.strides[1]);
    moveElements({8, 4}, from, transposed, into,
                 StridedPlacement::whole({8, 4}));
    for (size_t i = 0; i < 8; ++i)
      for (size_t j = 0; j < 4; ++j)
        expectElement(into, i * 4 + j, from, j * 8 + i);
  }
}

TEST(Moves, BroadcastAndScalar) {
  TileValue from = marked(4, 4);
  TileValue into = emptyTile(2 * 4 * 16, from);
  StridedPlacement places = StridedPlacement::whole({1, 4, 1});
  places.strides[0] = places.strides[2] = 0;
  moveElements({2, 4, 16}, from, places, into,
               StridedPlacement::whole({2, 4, 16}));
  for (size_t i = 0; i < 2 * 4 * 16; ++i)
    expectElement(into, i, from, i / 16 % 4);
  TileValue scalar = emptyTile(1, from);
  moveElements({}, from, StridedPlacement::whole({}), scalar,
               StridedPlacement::whole({}));
  expectElement(scalar, 0, from, 0);
}

TEST(Moves, PartsOfDifferentPacking) {
  TileValue first = marked(4, 8), second = marked(4, 2);
  TileValue into = emptyTile(8, first);
  StridedPlacement places = StridedPlacement::whole({2, 4});
  moveElements({2, 2}, first, StridedPlacement::whole({2, 2}), into, places);
  places.start = 2;
  moveElements({2, 2}, second, StridedPlacement::whole({2, 2}), into, places);
  for (size_t i = 0; i < 2; ++i)
    for (size_t j = 0; j < 2; ++j) {
      expectElement(into, i * 4 + j, first, i * 2 + j);
      expectElement(into, i * 4 + 2 + j, second, i * 2 + j);
    }
}
