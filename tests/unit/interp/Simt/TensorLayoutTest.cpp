//===- TensorLayoutTest.cpp - Where parts of matrices are -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/TensorLayout.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::simt;

namespace {
/// A shape as strides: by which each bit of the thread's number, and of the
/// register's, moves through rows of 1024 words.
struct Strides {
  TensorShape shape;
  std::vector<uint32_t> thread, index;
};
} // namespace

static constexpr uint32_t row = 1024;

TEST(TensorLayout, FragmentsHaveTheStridesOfTheirShapes) {
  const Strides all[] = {
      {TensorShape::Of32x32b,
       {row, 2 * row, 4 * row, 8 * row, 16 * row},
       {1, 2, 4}},
      {TensorShape::Of16x64b, {8 * row, 1, row, 2 * row, 4 * row}, {2, 4, 8}},
      {TensorShape::Of16x128b, {1, 2, row, 2 * row, 4 * row}, {8 * row, 4, 8}},
      {TensorShape::Of16x256b, {2, 4, row, 2 * row, 4 * row}, {1, 8 * row, 8}},
  };
  for (const Strides &one : all)
    for (uint32_t thread = 0; thread < 32; ++thread)
      for (uint32_t index = 0; index < 8; ++index) {
        uint32_t expected = 0;
        for (unsigned bit = 0; bit < one.thread.size(); ++bit)
          expected += (thread >> bit & 1) * one.thread[bit];
        for (unsigned bit = 0; bit < one.index.size(); ++bit)
          expected += (index >> bit & 1) * one.index[bit];
        TensorPlace place = fragmentPlace(one.shape, thread, index);
        EXPECT_EQ(place.lane * row + place.word, expected)
            << spellingOf(one.shape).str() << " " << thread << " " << index;
        EXPECT_FALSE(place.isSecond);
      }
  // Two halves, each of 16 lanes.
  for (uint32_t thread = 0; thread < 32; ++thread) {
    TensorPlace place = fragmentPlace(TensorShape::Of16x32bx2, thread, 3);
    EXPECT_EQ(place.lane, thread % 16);
    EXPECT_EQ(place.word, 3u);
    EXPECT_EQ(place.isSecond, thread >= 16);
  }
}

TEST(TensorLayout, FragmentsCoverTheirCellsOnce) {
  for (TensorShape shape :
       {TensorShape::Of32x32b, TensorShape::Of16x64b, TensorShape::Of16x128b,
        TensorShape::Of16x256b, TensorShape::Of16x32bx2}) {
    std::set<std::tuple<bool, uint32_t, uint32_t>> seen;
    uint32_t count = 4 * registersOf(shape);
    for (uint32_t thread = 0; thread < 32; ++thread)
      for (uint32_t index = 0; index < count; ++index) {
        TensorPlace place = fragmentPlace(shape, thread, index);
        EXPECT_LT(place.lane, lanesOf(shape));
        EXPECT_TRUE(
            seen.insert({place.isSecond, place.lane, place.word}).second);
      }
    EXPECT_EQ(seen.size(), 32 * count);
  }
}

TEST(TensorLayout, CopiesReachEachLaneOfTheirCopies) {
  struct Row {
    TensorCopy copy;
    size_t copies;
    std::set<uint32_t> lanes;
  };
  std::set<uint32_t> all;
  for (uint32_t lane = 0; lane < 128; ++lane)
    all.insert(lane);
  const Row rows[] = {{TensorCopy::Of128x256b, 1, all},
                      {TensorCopy::Of128x128b, 1, all},
                      {TensorCopy::Of64x128bPairs02, 2, all},
                      {TensorCopy::Of64x128bPairs01, 2, all},
                      {TensorCopy::Of32x128b, 4, all},
                      {TensorCopy::Of4x256b, 1, {0, 32, 64, 96}}};
  for (const Row &one : rows) {
    std::multiset<uint32_t> lanes;
    for (uint32_t r = 0; r < extentOf(one.copy).rows; ++r) {
      EXPECT_EQ(lanesOfRow(one.copy, r).size(), one.copies);
      for (uint32_t lane : lanesOfRow(one.copy, r))
        lanes.insert(lane);
    }
    EXPECT_EQ(std::multiset<uint32_t>(one.lanes.begin(), one.lanes.end()),
              lanes);
  }
  // Warps 0 and 2 have the same rows, or warps 0 and 1.
  EXPECT_EQ(lanesOfRow(TensorCopy::Of64x128bPairs02, 40),
            (llvm::SmallVector<uint32_t, 4>{40, 104}));
  EXPECT_EQ(lanesOfRow(TensorCopy::Of64x128bPairs01, 40),
            (llvm::SmallVector<uint32_t, 4>{72, 104}));
}

static constexpr uint64_t fixed = uint64_t(1) << 46;

TEST(TensorLayout, MatricesLieAsTheirDescriptorsSay) {
  auto parse = [](unsigned start, unsigned leading, unsigned stride,
                  uint64_t mode) {
    return llvm::cantFail(
        parseSharedMatrix(uint64_t(start) >> 4 | uint64_t(leading >> 4) << 16 |
                          uint64_t(stride >> 4) << 32 | fixed | mode << 61));
  };
  // Not swizzled: eight lines of 16 bytes.
  SharedMatrix plain = parse(1024, 128, 4096, 0);
  EXPECT_EQ(plain.addressOf(0, 0, true), 1024u);
  EXPECT_EQ(plain.addressOf(3, 5, true), 1024u + 48 + 5);
  EXPECT_EQ(plain.addressOf(9, 17, true), 1024u + 4096 + 16 + 128 + 1);
  // Stored by M or N the strides change places.
  EXPECT_EQ(plain.addressOf(9, 17, false), 1024u + 128 + 16 + 4096 + 1);
  // 128 bytes: chunk c of line r is where chunk c ^ r would be.
  SharedMatrix wide = parse(2048, 512, 1024, 2);
  for (unsigned line = 0; line < 16; ++line)
    for (unsigned chunk = 0; chunk < 8; ++chunk)
      EXPECT_EQ(wide.addressOf(line, chunk * 16 + 3, true),
                2048 + line / 8 * 1024 + line % 8 * 128 +
                    (chunk ^ line % 8) * 16 + 3);
  // 64 bytes: two lines in 128 bytes, of which the number is half.
  SharedMatrix middle = parse(2048, 0, 512, 4);
  for (unsigned line = 0; line < 8; ++line)
    for (unsigned chunk = 0; chunk < 4; ++chunk)
      EXPECT_EQ(middle.addressOf(line, chunk * 16, true),
                2048 + line * 64 + (chunk ^ line / 2) * 16);
  SharedMatrix narrow = parse(2048, 0, 256, 6);
  for (unsigned line = 0; line < 8; ++line)
    for (unsigned chunk = 0; chunk < 2; ++chunk)
      EXPECT_EQ(narrow.addressOf(line, chunk * 16, true),
                2048 + line * 32 + (chunk ^ line / 4) * 16);
  // By M or N, what does not fit into 128 bytes is farther.
  EXPECT_EQ(wide.addressOf(1, 128 + 16, false),
            2048 + 128 + 512 + (1 ^ ((2048 + 128 + 512) >> 7 & 7)) * 16u);
}

static std::string reasonOf(llvm::Error error) {
  std::string text = "none";
  llvm::handleAllErrors(std::move(error), [&](const DescriptorError &reason) {
    text = reason.unsupported.empty() ? "broken" : reason.unsupported;
  });
  return text;
}

TEST(TensorLayout, MatrixDescriptorsAreJudged) {
  auto reason = [](uint64_t bits) {
    llvm::Expected<SharedMatrix> matrix = parseSharedMatrix(bits);
    return matrix ? "none" : reasonOf(matrix.takeError());
  };
  EXPECT_EQ(reason(fixed), "none");
  EXPECT_EQ(reason(0), "broken");
  EXPECT_EQ(reason(fixed * 3), "broken");
  EXPECT_EQ(reason(fixed | uint64_t(1) << 57), "broken");
  for (uint64_t mode : {3, 5, 7})
    EXPECT_EQ(reason(fixed | mode << 61), "broken");
  for (uint64_t mode : {2, 4, 6})
    EXPECT_EQ(reason(fixed | mode << 61), "none");
  EXPECT_EQ(reason(fixed | uint64_t(1) << 61),
            "a matrix swizzled by 32 bytes within 128");
  EXPECT_EQ(reason(fixed | uint64_t(1) << 50),
            "a matrix descriptor with a base offset");
  EXPECT_EQ(reason(fixed | uint64_t(1) << 52),
            "a matrix descriptor with an absolute address");
}

static uint32_t product(unsigned sum, unsigned first, unsigned second,
                        unsigned rows, unsigned columns, unsigned more = 0) {
  return sum << 4 | first << 7 | second << 10 | columns / 8 << 17 |
         rows / 16 << 24 | more;
}

TEST(TensorLayout, ProductDescriptorsAreJudged) {
  auto reason = [](TensorKind kind, uint32_t bits) {
    llvm::Expected<TensorProduct> one = parseTensorProduct(kind, bits);
    return one ? "none" : reasonOf(one.takeError());
  };
  constexpr auto f16 = TensorKind::F16, tf32 = TensorKind::TF32,
                 f8 = TensorKind::F8F6F4, i8 = TensorKind::I8;
  EXPECT_EQ(reason(f16, product(1, 0, 0, 64, 8)), "none");
  EXPECT_EQ(reason(f16, product(0, 0, 0, 128, 256)), "none");
  EXPECT_EQ(reason(f16, product(1, 1, 1, 128, 16)), "none");
  EXPECT_EQ(reason(f16, product(0, 1, 1, 128, 16)), "broken");
  EXPECT_EQ(reason(f16, product(1, 0, 1, 128, 16)), "broken");
  EXPECT_EQ(reason(f16, product(2, 0, 0, 64, 8)), "broken");
  EXPECT_EQ(reason(f16, product(1, 0, 0, 128, 8)), "broken");
  EXPECT_EQ(reason(f16, product(1, 0, 0, 64, 0)), "broken");
  EXPECT_EQ(reason(f16, product(1, 0, 0, 64, 264)), "broken");
  EXPECT_EQ(reason(f16, product(1, 0, 0, 256, 16)), "broken");
  EXPECT_EQ(reason(f16, product(1, 0, 0, 64, 8, 1 << 2)), "a sparse matrix");
  EXPECT_EQ(reason(f16, product(1, 0, 0, 64, 8, 1 << 3)), "broken");
  for (unsigned bit : {6, 23, 29})
    EXPECT_EQ(reason(f16, product(1, 0, 0, 64, 8, 1u << bit)), "broken");
  EXPECT_EQ(reason(tf32, product(1, 2, 2, 64, 8)), "none");
  EXPECT_EQ(reason(tf32, product(1, 1, 2, 64, 8)), "broken");
  EXPECT_EQ(reason(tf32, product(0, 2, 2, 64, 8)), "broken");
  EXPECT_EQ(reason(tf32, product(1, 2, 2, 64, 8, 1 << 15)),
            "a transposed matrix of tf32");
  EXPECT_EQ(reason(f8, product(1, 0, 1, 64, 8)), "none");
  EXPECT_EQ(reason(f8, product(1, 0, 5, 64, 8)), "a matrix of 4 or 6 bits");
  EXPECT_EQ(reason(f8, product(1, 0, 2, 64, 8)), "broken");
  EXPECT_EQ(reason(i8, product(2, 0, 1, 64, 24)), "none");
  EXPECT_EQ(reason(i8, product(2, 0, 1, 64, 40)), "broken");
  EXPECT_EQ(reason(i8, product(2, 0, 1, 64, 8, 1 << 3)), "none");
  EXPECT_EQ(reason(i8, product(2, 0, 1, 64, 8, 1 << 13)), "broken");
  EXPECT_EQ(reason(i8, product(1, 0, 1, 64, 8)), "broken");
}
