//===- FloatSumsTest.cpp - Atomic additions against every order -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Memory/Memory.h"
#include "interp/Semantics/Enclosure.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace tilefuzz;

namespace {
/// A memory of two floats, and additions to them.
class Sums {
public:
  explicit Sums(float first) {
    BufferImage image;
    image.name = "x";
    image.kind = ElementKind::F32;
    image.bytes.resize(8);
    std::memcpy(image.bytes.data(), &first, 4);
    memory = Memory::create({image});
  }
  TokenRef add(uint32_t block, float x, const TokenRef &token = {},
               BufferImage::Enclosure bounds = {}) {
    Access access = memory.begin(block, AccessOrdering::Relaxed,
                                 AccessScope::Device, {"here", "add"}, token);
    addTo(access, x, bounds);
    return memory.end(access);
  }
  void addTo(Access &access, float x, BufferImage::Enclosure bounds = {}) {
    bool unspecified;
    BufferImage::Enclosure old;
    bool wereOrdered = std::exchange(memory.isFullyOrdered, true);
    uint64_t bits = memory.read(access, 0, 0, 4, unspecified, &old);
    float before = llvm::bit_cast<float>(uint32_t(bits));
    memory.writeSum(access, 0, 0, 4, llvm::bit_cast<uint32_t>(before + x),
                    &llvm::APFloat::IEEEsingle(), {before, old}, {x, bounds},
                    memory.isFullyOrdered, UpdateKind::OfOld);
    memory.isFullyOrdered &= wereOrdered;
  }
  TokenRef store(uint32_t block, float x, const TokenRef &token) {
    Access access = memory.begin(block, AccessOrdering::Weak,
                                 AccessScope::Device, {"here", "store"}, token);
    memory.write(access, 0, 0, 4, llvm::bit_cast<uint32_t>(x), false);
    return memory.end(access);
  }
  BufferImage::Enclosure bounds() {
    BufferImage image = memory.takeImages().front();
    return image.enclosures.empty() ? BufferImage::Enclosure()
                                    : image.enclosures.front();
  }
  Memory memory;
};
} // namespace

TEST(FloatSums, HoldEveryOrder) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> numbers(-1, 1);
  unsigned numOpen = 0;
  for (unsigned round = 0; round < 50; ++round) {
    unsigned scale = 1 + random() % 20;
    float first = numbers(random);
    std::vector<float> summands;
    for (unsigned i = 0, n = 2 + random() % 6; i < n; ++i)
      summands.push_back(std::ldexp(numbers(random), int(random() % scale)));
    Sums sums(first);
    for (auto [i, x] : llvm::enumerate(summands))
      sums.add(i, x);
    BufferImage::Enclosure bounds = sums.bounds();
    std::sort(summands.begin(), summands.end());
    do {
      float sum = first;
      for (float x : summands)
        sum += x;
      if (!bounds.exact)
        ASSERT_TRUE(bounds.contains(sum)) << sum;
    } while (std::next_permutation(summands.begin(), summands.end()));
    numOpen += !bounds.exact;
  }
  EXPECT_GT(numOpen, 40u);
}

TEST(FloatSums, AreExactWhereTokensOrderThem) {
  Sums ordered(0.1f);
  TokenRef token;
  for (float x : {0.2f, 1e8f, -1e8f})
    token = ordered.add(0, x, token);
  EXPECT_TRUE(ordered.bounds().exact);
  // Of another block, or of none of the tokens.
  Sums open(0.1f);
  token = open.add(0, 0.2f);
  open.add(0, 1e8f, token);
  open.add(0, -1e8f);
  EXPECT_TRUE(open.bounds().contains(0.1f + 0.2f));
  EXPECT_TRUE(open.bounds().contains(0));
}

/// Elements of one operation have no order.
TEST(FloatSums, OfOneOperationAreOpen) {
  Sums sums(0.1f);
  Access access =
      sums.memory.begin(0, AccessOrdering::Relaxed, AccessScope::Device,
                        {"here", "add"}, TokenRef());
  sums.addTo(access, 1e8f);
  sums.addTo(access, -1e8f);
  EXPECT_TRUE(sums.bounds().contains(0.1f));
  EXPECT_TRUE(sums.bounds().contains(0));
}

/// Small integers: no order rounds.
TEST(FloatSums, ThatNeverRoundAreExact) {
  Sums sums(3);
  for (unsigned i = 0; i < 100; ++i)
    sums.add(i, float(i));
  EXPECT_TRUE(sums.bounds().exact);
}

TEST(FloatSums, EndWithAnotherWrite) {
  Sums sums(0.1f);
  TokenRef one = sums.add(0, 1e8f), two = sums.add(0, -1e8f);
  TokenRef token = sums.store(0, 5, joinTokens({one, two}));
  sums.add(0, 0.1f, token);
  EXPECT_TRUE(sums.bounds().exact);
}

TEST(FloatSums, OfEnclosedSummandsAreEnclosed) {
  Sums sums(1);
  sums.add(0, 2, {}, {1.5, 2.5, false, false});
  BufferImage::Enclosure bounds = sums.bounds();
  EXPECT_LE(bounds.lo, 2.5);
  EXPECT_GE(bounds.hi, 3.5);
  EXPECT_LT(bounds.hi - bounds.lo, 1.001);
}
