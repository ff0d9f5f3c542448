//===- MemoryTest.cpp - Simple accesses do what all accesses do -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Memory/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <list>

using namespace tilefuzz;

namespace {
/// Performs every access by the general rules.
class GeneralMemory : public Memory {
public:
  explicit GeneralMemory(Memory memory) : Memory(std::move(memory)) {
    hasSimpleCase = false;
  }
};

std::vector<BufferImage> makeImages() {
  std::vector<BufferImage> images;
  for (ElementKind kind : {ElementKind::I8, ElementKind::F16, ElementKind::I32,
                           ElementKind::I64}) {
    BufferImage &image = images.emplace_back();
    image.name = "b" + std::to_string(images.size());
    image.kind = kind;
    image.bytes.resize(8 * byteSize(kind), 0x11);
  }
  return images;
}

/// A random program of accesses, the same for every memory of a seed.
class RandomAccesses {
public:
  RandomAccesses(Memory &memory, uint64_t seed) : memory(memory), state(seed) {}

  void run() {
    // Most programs see only simple accesses; the rest is mixed in at a rate
    // that depends on the seed.
    rare = 2 + below(40);
    for (unsigned i = 0, n = 4 + below(24); i < n; ++i)
      step(i);
    for (uint32_t block = 0; block < 3; ++block)
      memory.performHeldBack(block);
  }
  /// How many elements were simple, and what all reads gave.
  uint64_t numSimple = 0;
  std::vector<uint64_t> seen;

private:
  uint64_t below(uint64_t bound) { return nextRandom(state) % bound; }
  bool isRare() { return below(rare) == 0; }

  void step(unsigned number) {
    llvm::SmallVector<TokenRef> before;
    for (const TokenRef &token : tokens)
      if (below(3) != 0)
        before.push_back(token);
    names.push_back("#" + std::to_string(number));
    AccessOrdering ordering = AccessOrdering::Weak;
    if (isRare())
      ordering = AccessOrdering(below(5));
    Access access =
        memory.begin(isRare() ? below(3) : 0, ordering, AccessScope(below(4)),
                     {names.back(), "op"}, joinTokens(before));
    int buffer = below(4);
    unsigned size = 1u << buffer;
    if (isRare())
      size = 1u << below(4);
    // With offsets that are misaligned or beyond, which no access performs.
    std::vector<int64_t> offsets;
    for (unsigned k = 0, n = 1 + below(6); k < n; ++k)
      offsets.push_back(isRare() ? int64_t(below(80)) - 8
                                 : int64_t(below(8 * (1u << buffer)) & -size));
    std::vector<uint64_t> values;
    for (size_t k = 0; k < offsets.size(); ++k)
      values.push_back(nextRandom(state) >> (64 - 8 * size));
    bool isWrite = below(2), inOneGo = below(2);
    bool unspecified = isWrite && below(8 * rare) == 0;
    BufferImage::Enclosure bounds;
    bounds.exact = !isWrite || below(8 * rare) != 0;
    std::string packed(offsets.size() * size, '\0');
    for (size_t k = 0; k < offsets.size(); ++k)
      std::memcpy(&packed[k * size], &values[k], size);
    size_t done = 0;
    if (inOneGo && !unspecified && bounds.exact)
      done =
          isWrite
              ? memory.writeSimply(access, buffer, offsets, size, packed.data())
              : memory.readFast(access, buffer, offsets, size, packed.data());
    numSimple += done;
    for (size_t k = 0; k < done && !isWrite; ++k) {
      uint64_t bits = 0;
      std::memcpy(&bits, &packed[k * size], size);
      seen.push_back(bits);
    }
    for (size_t k = done; k < offsets.size(); ++k) {
      if (memory.check(buffer, offsets[k], size))
        continue;
      if (isWrite && !unspecified && bounds.exact &&
          memory.writeSimply(access, buffer, offsets[k], size, values[k])) {
        ++numSimple;
        continue;
      }
      if (isWrite) {
        memory.write(access, buffer, offsets[k], size, values[k], unspecified,
                     &bounds);
        continue;
      }
      uint64_t bits = 0;
      bool isUnspecified = false;
      if (memory.readFast(access, buffer, offsets[k], size, bits))
        ++numSimple;
      else
        bits = memory.read(access, buffer, offsets[k], size, isUnspecified);
      seen.push_back(bits);
    }
    tokens.push_back(memory.end(access));
  }

  Memory &memory;
  uint64_t state;
  uint64_t rare = 2;
  std::vector<TokenRef> tokens;
  std::list<std::string> names;
};

std::string describe(const Memory &memory) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << memory.isFullyOrdered << ' ' << memory.loads << ' ' << memory.stores
     << ' ' << memory.changes << ' ' << memory.lostEnclosure << ' '
     << memory.hashContents();
  for (const RaceReport &race : memory.races)
    os << '\n'
       << race.first.location << (race.first.isWrite ? "w " : "r ")
       << race.second.location << (race.second.isWrite ? "w " : "r ")
       << race.first.buffer << '+' << race.first.offset;
  return text;
}
} // namespace

TEST(MemoryTest, SimpleAccessesAreAsGeneralOnes) {
  uint64_t numSimple = 0, numRaces = 0, numClosed = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Schedule schedule;
    if (seed % 16 == 15)
      schedule.kind = Schedule::Kind(seed / 16 % 5);
    Memory simple = Memory::create(makeImages(), schedule);
    GeneralMemory general(Memory::create(makeImages(), schedule));
    RandomAccesses one(simple, seed), other(general, seed);
    one.run();
    other.run();
    ASSERT_EQ(other.numSimple, 0u);
    ASSERT_EQ(one.seen, other.seen) << "seed " << seed;
    ASSERT_EQ(describe(simple), describe(general)) << "seed " << seed;
    std::vector<BufferImage> images = simple.takeImages();
    std::vector<BufferImage> expected = general.takeImages();
    for (auto [a, b] : llvm::zip_equal(images, expected)) {
      ASSERT_EQ(a.bytes, b.bytes) << "seed " << seed;
      ASSERT_EQ(a.unspecified, b.unspecified) << "seed " << seed;
    }
    numSimple += one.numSimple;
    numRaces += !simple.races.empty();
    numClosed += simple.isFullyOrdered;
  }
  // Of each kind there are enough.
  EXPECT_GT(numSimple, 10'000u);
  EXPECT_GT(numRaces, 300u);
  EXPECT_GT(numClosed, 100u);
}

TEST(MemoryTest, UnorderedReadersAllConflictWithAWriter) {
  Memory memory = Memory::create(makeImages());
  auto begin = [&](llvm::StringRef name, const TokenRef &token) {
    return memory.begin(0, AccessOrdering::Weak, AccessScope::TileBlock,
                        {name, "op"}, token);
  };
  uint64_t bits;
  bool unspecified;
  Access first = begin("first", nullptr), second = begin("second", nullptr),
         third = begin("third", nullptr);
  EXPECT_TRUE(memory.readFast(first, 2, 4, 4, bits));
  EXPECT_TRUE(memory.readFast(second, 2, 4, 4, bits));
  EXPECT_TRUE(memory.readFast(first, 2, 8, 4, bits));
  EXPECT_TRUE(memory.readFast(second, 2, 8, 4, bits));
  // There is no room for a third.
  EXPECT_FALSE(memory.readFast(third, 2, 8, 4, bits));
  memory.read(third, 2, 8, 4, unspecified);
  // Ordered after the second reader only.
  Access writer = begin("writer", memory.end(second));
  for (int64_t offset : {4, 8}) {
    EXPECT_FALSE(memory.writeSimply(writer, 2, offset, 4, 7));
    memory.write(writer, 2, offset, 4, 7, false);
  }
  ASSERT_EQ(memory.races.size(), 2u);
  EXPECT_EQ(memory.races[0].first.location, "first");
  EXPECT_EQ(memory.races[0].second.location, "writer");
  EXPECT_EQ(memory.races[1].first.location, "third");
}

TEST(SharedTest, CountsReferences) {
  struct Told {
    Told(int &ends) : ends(&ends) {}
    Told(Told &&other) : ends(std::exchange(other.ends, nullptr)) {}
    ~Told() {
      if (ends)
        ++*ends;
    }
    int *ends;
  };
  int ends = 0;
  {
    Shared<Told> one = makeShared<Told>(ends);
    Shared<const Told> same = one, empty;
    EXPECT_FALSE(bool(empty));
    EXPECT_EQ(same.get(), one.get());
    one = nullptr;
    EXPECT_EQ(ends, 0);
    empty = same;
    same = empty;
    EXPECT_TRUE(same == empty);
    EXPECT_EQ(ends, 0);
    same = std::move(empty);
    EXPECT_EQ(ends, 0);
  }
  EXPECT_EQ(ends, 1);
}
