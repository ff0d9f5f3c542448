//===- WarpgroupProductsTest.cpp - Every product of a warpgroup --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every name with random matrices, compared with the model. Factors lie in
// shared memory by the canonical layouts of PTX ISA 9.0, 9.7.15.5.1.2.1, as it
// writes them: shapes and strides, and a swizzle of the address.
//
//===----------------------------------------------------------------------===//

#include "MatrixModel.h"
#include "WarpgroupKernel.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace matrixmodel;
using llvm::StringRef;
using ptxmodel::Name;
using test::registerVector;
using test::WarpgroupKernel;

namespace {
/// How a factor lies in shared memory: `rows` along M or N, `depth` along K.
struct Layout {
  bool isByK = true;
  /// 0 to 3: none, 128, 64, 32 bytes, as descriptors number them.
  unsigned swizzle = 0;
  unsigned leading = 0, stride = 0;

  /// Of element (row, k), whose type has `bits`.
  unsigned addressOf(unsigned row, unsigned k, unsigned bits) const;
  uint64_t descriptor(unsigned start) const {
    return start >> 4 | uint64_t(leading >> 4) << 16 |
           uint64_t(stride >> 4) << 32 | uint64_t(swizzle) << 62;
  }
};
} // namespace

/// Of the index in a dimension of extents `shape`, by `strides`.
static unsigned along(unsigned index, std::vector<unsigned> shape,
                      std::vector<unsigned> strides) {
  unsigned sum = 0;
  for (size_t i = 0; i < strides.size(); ++i) {
    bool isLast = i + 1 == strides.size();
    sum += (isLast ? index : index % shape[i]) * strides[i];
    if (!isLast)
      index /= shape[i];
  }
  return sum;
}

unsigned Layout::addressOf(unsigned row, unsigned k, unsigned bits) const {
  // Everything in bytes; T is a chunk of 16 bytes.
  unsigned perChunk = 128 / bits, T = 16, b = bits;
  static const unsigned chunksOf[] = {1, 8, 4, 2};
  unsigned n = chunksOf[swizzle];
  auto inChunk = [&](unsigned element) { return element % perChunk * b / 8; };
  unsigned address;
  if (isByK && swizzle == 0) // ((8,m),(T,2k)) : ((1T,SBO),(1,LBO))
    address =
        along(row, {8}, {T, stride}) + inChunk(k) + k / perChunk * leading;
  else if (isByK) // ((8,m),(T,2k)) : ((nT,SBO),(1,T))
    address = along(row, {8}, {n * T, stride}) + inChunk(k) + k / perChunk * T;
  else if (swizzle == 0) // ((T,1,m),(8,k)) : ((1,T,SBO),(1T,LBO))
    address =
        inChunk(row) + row / perChunk * stride + along(k, {8}, {T, leading});
  else // ((T,n,m),(8,k)) : ((1,T,LBO),(nT,SBO))
    address = inChunk(row) + along(row / perChunk, {n}, {T, leading}) +
              along(k, {8}, {n * T, stride});
  // Swizzle<B,4,3> of the address.
  return address ^ (address >> 7 & (n - 1)) << 4;
}

/// Strides that keep all elements apart, with gaps.
static Layout randomLayout(unsigned rows, unsigned bits, bool isByK,
                           std::mt19937_64 &random) {
  Layout layout;
  layout.isByK = isByK;
  layout.swizzle = random() % 4;
  static const unsigned chunksOf[] = {1, 8, 4, 2};
  unsigned n = chunksOf[layout.swizzle], perChunk = 128 / bits;
  // A pattern is 8 lines of n chunks.
  unsigned pattern = 8 * n * 16, gap = random() % 2 * pattern;
  if (isByK && layout.swizzle == 0) {
    bool isLeadingFirst = random() % 2;
    layout.leading = isLeadingFirst ? pattern : (rows + 7) / 8 * pattern;
    layout.stride = isLeadingFirst ? 2 * pattern + gap : pattern;
  } else if (isByK) {
    layout.stride = pattern + gap;
  } else if (layout.swizzle == 0) {
    layout.stride = pattern;
    layout.leading = rows / perChunk * pattern + gap;
  } else {
    layout.stride = pattern;
    layout.leading = 2 * pattern + gap;
  }
  return layout;
}

static Shape shapeOf(const Name &name) {
  std::vector<std::string> types;
  std::string text = "mma.sync.aligned.", tail;
  for (StringRef part : llvm::ArrayRef(name.parts).drop_front()) {
    static const std::set<std::string> known = {
        "f16", "bf16", "tf32", "f32", "e4m3", "e5m2", "s8", "u8", "b1", "s32"};
    if (part.starts_with("m64"))
      text += part.str() + ".row.col";
    else if (known.count(part.str()))
      types.push_back(part.str());
    else if (part == "and" || part == "popc")
      tail += "." + part.str();
  }
  EXPECT_EQ(types.size(), 3u);
  text += name.has("satfinite") ? ".satfinite." : ".";
  text += types[0] + "." + types[1] + "." + types[2] + "." + types[0] + tail;
  return Shape(Name(text));
}

static void setElement(std::vector<uint8_t> &bytes, size_t firstByte,
                       unsigned bit, unsigned width, uint64_t value) {
  size_t last = firstByte + (bit + width + 7) / 8;
  if (bytes.size() < last)
    bytes.resize(last);
  setBits(bytes, 8 * firstByte + bit, width, value);
}

/// The ISA's figures for D (thread, i): rows of eight threads' groups, columns
/// in pairs.
static std::pair<unsigned, unsigned> sumAt(unsigned thread, unsigned i) {
  unsigned row = thread / 32 * 16 + thread % 32 / 4;
  if (i & 2)
    row += 8;
  return {row, (i >> 2 << 3) + (thread & 3) * 2 + (i & 1)};
}

static uint64_t negate(const std::string &type, uint64_t bits) {
  return bits ^ uint64_t(1) << (type == "tf32" ? 31 : widthOf(type) - 1);
}

static void runProduct(const std::string &text, std::mt19937_64 &random) {
  Name name(text);
  Shape shape = shapeOf(name);
  unsigned width = widthOf(shape.types[A]);
  if (shape.types[A] == "tf32")
    width = 32;
  bool isHalf = width == 16, isFloat = shape.types[D] != "s32";
  bool inRegisters = random() % 3 == 0, accumulates = random() % 4 != 0;
  bool signs[2] = {isFloat && random() % 2, isFloat && random() % 2};
  bool transposes[2] = {isHalf && !inRegisters && random() % 2,
                        isHalf && random() % 2};
  Matrix a = emptyMatrix(shape, A), b = emptyMatrix(shape, B),
         c = emptyMatrix(shape, C);
  for (auto [matrix, role] : {std::pair(&a, A), {&b, B}, {&c, C}})
    for (auto &row : *matrix)
      for (uint64_t &element : row)
        element = randomElement(shape.types[role], random);

  WarpgroupKernel kernel;
  for (unsigned i = 0; i < 1024; ++i)
    kernel.in.push_back(uint8_t(random()));
  // A, then B, at multiples of 1024.
  Layout layouts[2];
  unsigned starts[2] = {0, 0};
  for (unsigned factor : {0u, 1u}) {
    if (factor == 0 && inRegisters)
      continue;
    unsigned rows = factor ? shape.n : 64;
    // A chunk along M or N holds so many: fewer columns than that have none.
    bool isByK = !transposes[factor];
    Layout &layout = layouts[factor];
    layout = randomLayout(rows, width, isByK, random);
    starts[factor] = (kernel.in.size() + 1023) / 1024 * 1024;
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned k = 0; k < shape.k; ++k)
        setElement(kernel.in, starts[factor] + layout.addressOf(row, k, width),
                   width < 8 ? k % 8 : 0, width,
                   factor ? b[k][row] : a[row][k]);
  }
  kernel.in.resize((kernel.in.size() + 1039) / 16 * 16);
  kernel.sharedBytes = kernel.in.size();
  // Each thread's D, and A.
  unsigned sumWidth = shape.types[D] == "f16" ? 16 : 32;
  unsigned sums = shape.n / 2 * sumWidth / 32, record = 4 * (sums + 4);
  size_t begin = kernel.in.size();
  for (unsigned thread = 0; thread < 128; ++thread) {
    size_t at = begin + thread * record;
    for (unsigned i = 0; i < sums * 32 / sumWidth; ++i) {
      auto [row, column] = sumAt(thread, i);
      setElement(kernel.in, at, i * sumWidth, sumWidth, c[row][column]);
    }
    // As those of mma with 16 rows, a warp at a time.
    Shape ofWarp = shape;
    ofWarp.m = 16;
    ofWarp.n = 8;
    for (unsigned i = 0; i < 128 / width; ++i) {
      ElementPlace place = placeOf(ofWarp, A, thread % 32, i);
      setElement(kernel.in, at + 4 * sums, i * width, width,
                 a.at(thread / 32 * 16 + place.row).at(place.column));
    }
  }
  kernel.words = sums;
  kernel.schedule = random() % 1000;
  kernel.body = ".reg .b32 d<" + std::to_string(sums) + ">, a<4>;\n" +
                "mul.wide.u32 %w, %t, " + std::to_string(record) +
                "; add.u64 %x, %in, %w;\n";
  std::string stores;
  for (unsigned i = 0; i < sums; ++i) {
    std::string d = "d" + std::to_string(i), at = std::to_string(4 * i);
    kernel.body += "ld.global.b32 " + d + ", [%x+" +
                   std::to_string(begin + 4 * i) + "];\n";
    stores += "st.global.b32 [%out+" + at + "], " + d + ";\n";
  }
  for (unsigned i = 0; i < 4; ++i)
    kernel.body += "ld.global.b32 a" + std::to_string(i) + ", [%x+" +
                   std::to_string(begin + 4 * (sums + i)) + "];\n";
  // Descriptors: what the address says is added to the rest.
  for (unsigned factor : {0u, 1u}) {
    std::string d = factor ? "%db" : "%da";
    kernel.body += "add.u32 %b, %s, " + std::to_string(starts[factor]) +
                   "; and.b32 %b, %b, 0x3ffff; shr.u32 %b, %b, 4; "
                   "cvt.u64.u32 " +
                   d + ", %b; or.b64 " + d + ", " + d + ", " +
                   std::to_string(layouts[factor].descriptor(0)) + ";\n";
  }
  kernel.body += "wgmma.fence.sync.aligned;\n" + text + " " +
                 registerVector('d', sums) + ", " +
                 (inRegisters ? registerVector('a', 4) : "%da") + ", %db, " +
                 (accumulates ? "yes" : "no");
  for (unsigned i = 0; isFloat && i < 2; ++i)
    kernel.body += signs[i] ? ", -1" : ", 1";
  for (unsigned i = inRegisters ? 1 : 0; isHalf && i < 2; ++i)
    kernel.body += transposes[i] ? ", 1" : ", 0";
  kernel.body += ";\nwgmma.commit_group.sync.aligned;\n"
                 "wgmma.wait_group.sync.aligned 0;\n" +
                 stores;
  kernel.run();
  ASSERT_EQ(kernel.error, "") << text;
  ASSERT_TRUE(kernel.outcome.completed()) << text << kernel.outcome.summary();

  for (auto &row : a)
    for (uint64_t &element : row)
      if (signs[0])
        element = negate(shape.types[A], element);
  for (auto &row : b)
    for (uint64_t &element : row)
      if (signs[1])
        element = negate(shape.types[B], element);
  if (!accumulates)
    for (auto &row : c)
      for (uint64_t &element : row)
        // -0 adds nothing.
        element = isFloat ? uint64_t(1) << (sumWidth - 1) : 0;
  Matrix expected = multiply(shape, a, b, c);
  const std::vector<uint8_t> &out = kernel.outcome.buffers[1].bytes;
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned i = 0; i < sums * 32 / sumWidth; ++i) {
      auto [row, column] = sumAt(thread, i);
      uint64_t actual =
          getBits(out, size_t(thread) * sums * 32 + i * sumWidth, sumWidth);
      ASSERT_EQ(actual, expected.at(row).at(column))
          << text << " row " << row << " column " << column
          << (inRegisters ? " in registers" : "") << " swizzles "
          << layouts[0].swizzle << layouts[1].swizzle << " transposes "
          << transposes[0] << transposes[1];
    }
}

TEST(Warpgroup, EveryNameMultipliesAsTheModel) {
  std::mt19937_64 random(21);
  unsigned ran = 0;
  std::set<unsigned> columns;
  for (const PtxForm &form : getPtxWarpgroupForms()) {
    if (form.opcode == Opcode::Refuse)
      continue;
    for (const std::string &text : namesOf(form)) {
      Name name(text);
      if (!name.has("mma_async"))
        continue;
      std::optional<PtxMatch> match = matchPtxForm(text);
      std::optional<WarpgroupForm> product =
          match ? parseWarpgroupProduct(match->parts) : std::nullopt;
      ASSERT_TRUE(product) << text;
      Shape shape = shapeOf(name);
      EXPECT_EQ(product->product.columns, shape.n) << text;
      EXPECT_EQ(product->product.depth(),
                shape.types[A] == "b1" ? shape.k / 8 : shape.k)
          << text;
      columns.insert(shape.n);
      // Each with few columns, and some with many.
      unsigned rounds = shape.n <= 24 ? 3 : random() % 40 == 0;
      for (unsigned i = 0; i < rounds && !HasFatalFailure(); ++i, ++ran)
        runProduct(text, random);
    }
  }
  EXPECT_EQ(columns.size(), 32u);
  EXPECT_GT(ran, 150u);
}
