//===- ThreadLayoutTest.cpp - Which thread holds which element ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/ThreadLayout.h"
#include "gtest/gtest.h"
#include <map>

using namespace tilefuzz;

static uint64_t elementOf(const ThreadLayout &layout, unsigned r, unsigned t) {
  uint64_t index = layout.getRegisterIndex(r);
  for (size_t k = 0; k < layout.tid.size(); ++k)
    if (t >> k & 1)
      index ^= layout.tid[k];
  return index;
}

TEST(ThreadLayout, EveryElementHasOneOwner) {
  const ThreadLayout layouts[] = {
      ThreadLayout({1, 2}, {4, 8, 16}),    // a partition
      ThreadLayout({}, {1, 2, 0}),         // replicated over a thread bit
      ThreadLayout({1, 1, 2}, {2, 4, 8}),  // registers and threads repeat
      ThreadLayout({3, 5}, {6, 8, 14, 1}), // dependent vectors
      ThreadLayout::replicated(8),
  };
  for (const ThreadLayout &layout : layouts) {
    std::map<uint64_t, unsigned> owners;
    std::map<uint64_t, unsigned> holders;
    for (unsigned t = 0; t < 1u << layout.tid.size(); ++t)
      for (unsigned r = 0; r < layout.getNumRegisters(); ++r) {
        uint64_t element = elementOf(layout, r, t);
        ++holders[element];
        owners[element] +=
            !(t & layout.redundantThreads) && !(r & layout.redundantRegisters);
      }
    EXPECT_EQ(holders.size(), layout.getNumElements());
    for (auto [element, count] : owners)
      EXPECT_EQ(count, 1u) << "element " << element;
  }
}

TEST(ThreadLayout, LocalMovesFindTheSameElement) {
  ThreadLayout from({1, 2}, {4, 8}), swapped({2, 1}, {4, 8}),
      transposed({4, 8}, {1, 2});
  auto same = [](uint64_t index) { return index; };
  auto moved = from.findLocal(swapped, same);
  ASSERT_TRUE(moved.has_value());
  for (unsigned t = 0; t < 4; ++t)
    for (unsigned r = 0; r < 4; ++r)
      EXPECT_EQ(elementOf(from, (*moved)[r], t), elementOf(swapped, r, t));
  EXPECT_FALSE(from.findLocal(transposed, same).has_value());
  // A scalar is everywhere.
  ThreadLayout scalar = ThreadLayout::replicated(4);
  EXPECT_TRUE(scalar.findLocal(from, [](uint64_t) { return 0; }).has_value());
}
