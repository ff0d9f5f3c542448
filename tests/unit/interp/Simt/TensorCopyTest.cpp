//===- TensorCopyTest.cpp - Boxes of tensors ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, cp.async.bulk.tensor, on maps that the kernel makes itself.
// Where an element lies is computed here from "Tensors", the swizzles by
// its pictures: lines of eight chunks of 16 bytes.
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "WarpKernel.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>
#include <tuple>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using ptxmodel::Name;
using tilefuzz::test::WarpKernel;

namespace {
/// A map as a test wants it: numbers as tensormap.replace takes them.
struct Map {
  std::string address = "%in";
  unsigned rank = 2, type = 7, bytes = 4, swizzle = 0, fill = 0;
  std::array<unsigned, 5> sizes{8, 8, 2, 2, 2}, box{4, 4, 1, 1, 1},
      steps{1, 1, 1, 1, 1};
  std::array<uint64_t, 4> strides{64, 512, 1024, 1024};
};
} // namespace

/// Thread 0 makes the map, in `in` behind 4096 bytes of data.
static std::string textOf(const Map &map) {
  std::string text;
  auto replace = [&](const std::string &field, const std::string &value,
                     const std::string &ordinal = "") {
    bool isWide = field == "global_address" || field == "global_stride";
    text += "@p tensormap.replace.tile." + field + ".global.b1024.b" +
            (isWide ? "64" : "32") + " [%in+4096], " + ordinal + value + ";\n";
  };
  replace("global_address", map.address);
  replace("rank", std::to_string(map.rank - 1));
  for (unsigned i = 0; i < map.rank; ++i) {
    std::string ordinal = std::to_string(i) + ", ";
    replace("box_dim", std::to_string(map.box[i]), ordinal);
    replace("global_dim", std::to_string(map.sizes[i]), ordinal);
    replace("element_stride", std::to_string(map.steps[i]), ordinal);
    if (i + 1 < map.rank)
      replace("global_stride", std::to_string(map.strides[i]), ordinal);
  }
  replace("elemtype", std::to_string(map.type));
  replace("interleave_layout", "0");
  replace("swizzle_mode", std::to_string(map.swizzle));
  replace("swizzle_atomicity", "0");
  replace("fill_mode", std::to_string(map.fill));
  return text;
}

static std::string list(const std::vector<int> &coordinates) {
  std::string text;
  for (int one : coordinates)
    text += (text.empty() ? "{" : ", ") + std::to_string(one);
  return text + "}";
}

/// The box begins 1024 bytes into shared memory, and each thread shows 64
/// bytes from there on if `shows`.
static WarpKernel run(const Map &map, const std::string &body, bool shows,
                      uint64_t schedule = 1) {
  WarpKernel kernel;
  kernel.words = 16;
  for (unsigned i = 0; i < 4096; ++i)
    kernel.in.push_back(i * 37 + i / 256 * 11);
  kernel.in.resize(4096 + 128);
  kernel.body =
      ".reg .pred p, q; .reg .b32 %m, %d, n, r<9>; .reg .b64 state, policy;\n"
      "mov.u32 %s, s; add.u32 %m, %s, 4080; add.u32 %d, %s, 1024;\n"
      "mov.b64 policy, 0; setp.eq.u32 p, %t, 0;\n"
      "@p mbarrier.init.shared.b64 [%m], 1;\n" +
      textOf(map) + "fence.proxy.async; bar.sync 0;\n" + body;
  if (shows)
    for (unsigned i = 0; i < 16; ++i)
      kernel.body += (i ? "" : "shl.b32 %i, %t, 6; add.u32 %i, %i, %d;\n") +
                     ("ld.shared.b32 n, [%i+" + std::to_string(4 * i)) +
                     "]; st.global.b32 [%out+" + std::to_string(4 * i) +
                     "], n;\n";
  kernel.schedule = schedule;
  kernel.run();
  EXPECT_EQ(kernel.error, "") << kernel.body;
  return kernel;
}
static std::string waiting(unsigned bytes) {
  return "@p mbarrier.arrive.expect_tx.shared.b64 state, [%m], " +
         std::to_string(bytes) +
         ";\n$wait: mbarrier.try_wait.parity.shared.b64 q, [%m], 0;\n"
         "@!q bra $wait;\n";
}
static const std::string group =
    "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n";

/// Where byte `place` of a box is: chunks of 16 bytes, eight in a line.
static unsigned swizzled(unsigned swizzle, unsigned place) {
  unsigned line = place / 128, chunk = place / 16 % 8, byte = place % 16;
  if (swizzle == 3)
    chunk = chunk ^ (line % 8);
  else if (swizzle == 2)
    chunk = chunk / 4 * 4 + (chunk % 4 ^ line % 4);
  else if (swizzle == 1)
    chunk = chunk / 2 * 2 + (chunk % 2 ^ line % 2);
  return 128 * line + 16 * chunk + byte;
}

namespace {
/// One element: where it is in the box and in the tensor.
struct Element {
  unsigned shared;
  uint64_t global;
  bool isInside;
};
} // namespace
static std::vector<Element> elementsOf(const Map &map,
                                       const std::vector<int> &first) {
  std::vector<Element> elements = {{0, 0, true}};
  // From the outermost dimension in.
  for (int i = map.rank - 1; i >= 0; --i) {
    unsigned count = (map.box[i] + map.steps[i] - 1) / map.steps[i];
    std::vector<Element> next;
    for (const Element &outer : elements)
      for (unsigned k = 0; k < count; ++k) {
        int at = first[i] + int(k * map.steps[i]);
        uint64_t stride = i ? map.strides[i - 1] : map.bytes;
        next.push_back({outer.shared * count + k,
                        outer.global + uint64_t(at) * stride,
                        outer.isInside && at >= 0 && at < int(map.sizes[i])});
      }
    elements = std::move(next);
  }
  for (Element &one : elements)
    one.shared *= map.bytes;
  return elements;
}

/// Types by their numbers, with the bytes of each.
static constexpr std::pair<unsigned, unsigned> types[] = {
    {0, 1}, {1, 2}, {2, 4}, {3, 4}, {4, 8},
    {5, 8}, {6, 2}, {7, 4}, {9, 8}, {10, 2}};

static Map randomMap(std::mt19937_64 &random, std::vector<int> &first) {
  Map map;
  auto below = [&](unsigned bound) { return unsigned(random() % bound); };
  map.rank = 1 + below(5);
  std::tie(map.type, map.bytes) = types[below(std::size(types))];
  map.swizzle = map.rank > 1 ? below(4) : 0;
  unsigned line = map.swizzle ? 16u << map.swizzle : 16 * (1 + below(4));
  map.box = {line / map.bytes, 1, 1, 1, 1};
  unsigned bytes = line;
  for (unsigned i = 1; i < map.rank; ++i) {
    map.steps[i] = 1 + below(2);
    map.box[i] = 1 + below(5);
    unsigned extent = (map.box[i] + map.steps[i] - 1) / map.steps[i];
    if (bytes * extent > 2048)
      map.box[i] = extent = 1;
    bytes *= extent;
  }
  // The tensor has 2048 bytes at most.
  uint64_t stride = 0;
  map.sizes[0] = 1 + below(128 / map.bytes);
  stride = (map.sizes[0] * map.bytes + 15) / 16 * 16;
  for (unsigned i = 1; i < map.rank; ++i) {
    map.strides[i - 1] = stride;
    map.sizes[i] = 1 + below(5);
    if (stride * map.sizes[i] > 2048)
      map.sizes[i] = 1;
    stride *= map.sizes[i];
  }
  first.clear();
  for (unsigned i = 0; i < map.rank; ++i)
    first.push_back(int(below(map.sizes[i] + 3)) - 2);
  bool isFloat = map.type >= 6;
  map.fill = isFloat && below(2);
  return map;
}

static unsigned bytesOf(const Map &map) {
  return map.bytes * elementsOf(map, std::vector<int>(map.rank)).size();
}

/// That an element outside of the tensor is NaN, or zero.
static bool isFill(const Map &map, const uint8_t *bytes) {
  uint64_t bits = 0;
  memcpy(&bits, bytes, map.bytes);
  if (!map.fill)
    return bits == 0;
  uint64_t exponent = map.type == 9    ? 0x7ff8000000000000
                      : map.type == 7  ? 0x7fc00000
                      : map.type == 10 ? 0x7fc0
                                       : 0x7e00;
  return (bits & exponent) == exponent;
}

TEST(TensorCopy, ALoadBringsTheBox) {
  std::mt19937_64 random(1);
  unsigned outside = 0, inside = 0;
  for (unsigned number = 0; number < 150; ++number) {
    std::vector<int> first;
    Map map = randomMap(random, first);
    unsigned bytes = bytesOf(map);
    std::string space = number % 2 ? "shared::cta" : "shared::cluster",
                tile = number % 3 ? ".tile" : "";
    WarpKernel kernel =
        run(map,
            "@p cp.async.bulk.tensor." + std::to_string(map.rank) + "d." +
                space + ".global" + tile +
                ".mbarrier::complete_tx::bytes [%d], [%in+4096, " +
                list(first) + "], [%m];\n" + waiting(bytes),
            true, number);
    ASSERT_TRUE(kernel.completed())
        << number << kernel.outcome.summary() << kernel.body;
    const uint8_t *shown = kernel.outcome.buffers[1].bytes.data();
    for (const Element &one : elementsOf(map, first)) {
      const uint8_t *at = shown + swizzled(map.swizzle, one.shared);
      ++(one.isInside ? inside : outside);
      if (one.isInside)
        ASSERT_EQ(memcmp(at, kernel.in.data() + one.global, map.bytes), 0)
            << number << "\n"
            << kernel.body;
      else
        ASSERT_TRUE(isFill(map, at)) << number << "\n" << kernel.body;
    }
  }
  EXPECT_GT(inside, 1000u);
  EXPECT_GT(outside, 1000u);
}

TEST(TensorCopy, AStoreWritesWhatIsInside) {
  std::mt19937_64 random(2);
  for (unsigned number = 0; number < 100; ++number) {
    std::vector<int> first;
    Map map = randomMap(random, first);
    map.address = "%out";
    WarpKernel kernel =
        run(map,
            "@p cp.async.bulk.tensor." + std::to_string(map.rank) +
                "d.global.shared::cta.bulk_group [%in+4096, " + list(first) +
                "], [%d];\n" + group,
            false, number);
    ASSERT_TRUE(kernel.completed()) << number << kernel.outcome.summary();
    std::vector<uint8_t> expected;
    for (unsigned i = 0; i < 2048; ++i)
      expected.push_back(i % 4 ? 0 : 9);
    for (const Element &one : elementsOf(map, first))
      if (one.isInside)
        memcpy(&expected[one.global],
               &kernel.in[1024 + swizzled(map.swizzle, one.shared)], map.bytes);
    ASSERT_EQ(kernel.outcome.buffers[1].bytes, expected) << number << "\n"
                                                         << kernel.body;
  }
}

/// Sums and the like of u32, over a swizzled box that hangs over the edge.
TEST(TensorCopy, AReductionUpdatesWhatIsInside) {
  static constexpr std::pair<const char *, uint32_t (*)(uint32_t, uint32_t)>
      rows[] = {
          {"add", [](uint32_t a, uint32_t b) { return a + b; }},
          {"min", [](uint32_t a, uint32_t b) { return std::min(a, b); }},
          {"max", [](uint32_t a, uint32_t b) { return std::max(a, b); }},
          {"inc", [](uint32_t a, uint32_t b) { return a >= b ? 0 : a + 1; }},
          {"dec",
           [](uint32_t a, uint32_t b) { return !a || a > b ? b : a - 1; }},
          {"and", [](uint32_t a, uint32_t b) { return a & b; }},
          {"or", [](uint32_t a, uint32_t b) { return a | b; }},
          {"xor", [](uint32_t a, uint32_t b) { return a ^ b; }}};
  Map map;
  map.address = "%out";
  map.type = 2;
  map.swizzle = 2;
  map.box = {16, 6, 1, 1, 1};
  map.sizes = {20, 8, 1, 1, 1};
  map.strides = {80, 0, 0, 0};
  std::vector<int> first = {7, 5};
  for (const auto &[name, update] : rows) {
    WarpKernel kernel =
        run(map,
            "@p cp.reduce.async.bulk.tensor.2d.global.shared::cta." +
                std::string(name) + ".tile.bulk_group [%in+4096, " +
                list(first) + "], [%d];\n" + group,
            false);
    ASSERT_TRUE(kernel.completed()) << kernel.outcome.summary();
    std::vector<uint32_t> expected(512, 9), seen(512);
    for (const Element &one : elementsOf(map, first)) {
      uint32_t value;
      memcpy(&value, &kernel.in[1024 + swizzled(2, one.shared)], 4);
      if (one.isInside)
        expected[one.global / 4] = update(9, value);
    }
    memcpy(seen.data(), kernel.outcome.buffers[1].bytes.data(), 2048);
    EXPECT_EQ(seen, expected) << name;
  }
}

TEST(TensorCopy, UseThatHasNoMeaningIsNamed) {
  static const std::string
      load = "@p cp.async.bulk.tensor.2d.shared::cta.global.tile."
             "mbarrier::complete_tx::bytes ",
      box = "[%d], [%in+4096, {0, 0}], [%m];\n";
  auto with = [](void (*change)(Map &)) {
    Map map;
    change(map);
    return map;
  };
  struct {
    Map map;
    std::string body, condition;
  } rows[] = {
      {Map(), load + box + waiting(64), ""},
      {Map(), load + "[%d+64], [%in+4096, {0, 0}], [%m];\n",
       "misaligned-access"},
      {Map(), load + "[%d], [%in+4064, {0, 0}], [%m];\n", "misaligned-access"},
      {Map(), load + "[%d], [%in+4096, {n, 0}], [%m];\n", "poison-address"},
      {Map(), load + box + waiting(48),
       "phase 0 of an mbarrier never completes: 0 arrivals and -16 bytes are "
       "missing"},
      {Map(), load + box + "bar.sync 0;\nld.shared.b32 n, [%d];\n",
       "an asynchronous copy may still access 's'"},
      {Map(),
       "cvt.u64.u32 %w, %s; cvta.shared.u64 %w, %w;\n" + load +
           "[%d], [%w, {0, 0}], [%m];\n",
       "wrong-state-space"},
      {with([](Map &map) { map.rank = 3; }), load + box, "tensor-descriptor"},
      {with([](Map &map) { map.box[0] = 3; }), load + box, "tensor-descriptor"},
      {with([](Map &map) { map.box[1] = 257; }), load + box,
       "tensor-descriptor"},
      {with([](Map &map) { map.strides[0] = 24; }), load + box,
       "tensor-descriptor"},
      {with([](Map &map) { map.steps[1] = 9; }), load + box,
       "tensor-descriptor"},
      {with([](Map &map) {
         map.box[0] = 16;
         map.swizzle = 1;
       }),
       load + box, "tensor-descriptor"},
      {with([](Map &map) {
         map.type = 2;
         map.fill = 1;
       }),
       load + box, "tensor-descriptor"},
      {with([](Map &map) { map.type = 16; }), load + box, "tensor-descriptor"},
      {with([](Map &map) { map.type = 11; }), load + box,
       "a tensor map of element type 11"},
      {with([](Map &map) { map.swizzle = 4; }), load + box,
       "a tensor map swizzled by 96 bytes"},
      {with([](Map &map) { map.swizzle = 3; }), load + box,
       "a box whose lines are shorter than its swizzle"},
      {with([](Map &map) { map.strides[0] = 4096; }), load + box,
       "out-of-bounds"},
      {Map(),
       "@p cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.bulk_group "
       "[%in+4096, {0, 0}], [%d];\n",
       "tensor-descriptor"},
      {Map(), "cp.async.bulk.prefetch.tensor.2d.L2.global [%in+4096, {0, 0}];",
       ""},
      {Map(),
       "@p cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
       "[%in+4096, {0, 0}], [%d];\n@p ld.global.b32 n, [%in];\n",
       "an asynchronous copy may still access 'in'"},
      {Map(),
       "fence.proxy.tensormap::generic.release.gpu;\n"
       "fence.proxy.tensormap::generic.acquire.gpu [%in+4096], 128;\n" +
           load + box + waiting(64),
       ""},
      {Map(), "prefetch.tensormap [%in+4096];\n" + load + box + waiting(64),
       ""},
      // Coordinates belong to tensors and textures.
      {Map(), "ld.global.b32 n, [%in, {r0}];\n",
       "PTX instruction 'ld.global.b32'"},
      {Map(), "tex.1d.v4.f32.s32 {r0, r1, r2, r3}, [%in, {r4}];\n",
       "PTX instruction 'tex.1d.v4.f32.s32'"},
      // A map that another thread still changes.
      {Map(),
       "setp.eq.u32 q, %t, 1;\n@q tensormap.replace.tile.rank.global.b1024.b32 "
       "[%in+4096], 1;\n" +
           load + box,
       "race on 'in'"},
  };
  for (const auto &row : rows) {
    WarpKernel kernel = run(row.map, row.body, false);
    EXPECT_EQ(kernel.outcome.condition, row.condition)
        << row.body << kernel.outcome.summary();
  }
}

/// Every name of the tables comes to a kernel that executes it.
TEST(TensorCopy, EveryNameIsExecuted) {
  unsigned count = 0;
  for (const PtxForm &form : getPtxTensorForms())
    for (const std::string &text : namesOf(form)) {
      Name name(text);
      if (form.opcode != Opcode::Bulk || name.has("replace") ||
          text.rfind("tensormap", 0) == 0)
        continue;
      ++count;
      Map map;
      while (!name.has((std::to_string(map.rank) + "d").c_str()))
        map.rank = map.rank % 5 + 1;
      map.address = "%out";
      map.type = 2;
      std::string box = "[%in+4096, " + list(std::vector<int>(map.rank)) + "]",
                  hint = name.has("L2::cache_hint") ? ", policy" : "";
      bool isLoad = name.has("mbarrier::complete_tx::bytes");
      std::string mask = name.has("multicast::cluster") ? ", 1" : "";
      std::string body = isLoad ? text + " [%d], " + box + ", [%m]" + mask
                         : name.has("prefetch") ? text + " " + box
                                                : text + " " + box + ", [%d]";
      WarpKernel kernel = run(map,
                              "@p " + body + hint + ";\n" +
                                  (isLoad ? waiting(bytesOf(map)) : group),
                              false);
      EXPECT_TRUE(kernel.completed()) << text << kernel.outcome.summary();
    }
  // Loads of three kinds, stores, reductions and prefetches, by rank, with
  // `.tile` or without, and with a hint or without.
  EXPECT_EQ(count, 5u * 2 * 2 * (3 + 1 + 8 + 1));
}
