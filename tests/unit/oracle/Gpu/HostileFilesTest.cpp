//===- HostileFilesTest.cpp - Damaged bundles and results -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Results.h"
#include "gtest/gtest.h"

using namespace tilefuzz::conform;

static Bundle sampleBundle() {
  Bundle bundle;
  bundle.producer = "test";
  for (const char *name : {"first", "second"}) {
    Case one;
    one.name = name;
    one.target = "sm_90a";
    one.kernel = "k";
    one.ptx = ".version 8.0\n";
    Buffer buffer;
    buffer.name = "x";
    buffer.type = "f32";
    buffer.input.assign(16, 1);
    buffer.expected.assign(16, 2);
    one.buffers.push_back(buffer);
    Argument pointer;
    pointer.buffer = 0;
    one.arguments.push_back(pointer);
    bundle.cases.push_back(std::move(one));
  }
  return bundle;
}

static std::string sampleResults() {
  Results results;
  results.bundleHash = 0x0123456789abcdef;
  results.device = "a device";
  std::string text = headerOf(results).toLine();
  for (const char *name : {"first", "second"}) {
    CaseResult one;
    one.name = name;
    one.detail = "line\nbreak";
    one.buffers.push_back({1, 2, 3});
    text += toJson(one).toLine();
  }
  return text;
}

TEST(HostileFiles, DamagedBundlesAreDiagnosed) {
  std::string good = serialize(sampleBundle()), error;
  ASSERT_TRUE(parseBundle(good, error)) << error;
  for (size_t size = 0; size < good.size(); ++size) {
    error.clear();
    EXPECT_FALSE(parseBundle(std::string_view(good).substr(0, size), error));
    EXPECT_NE(error, "");
  }
  // The hash in the file covers the rest: no flipped bit goes unseen.
  for (size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string damaged = good;
    damaged[bit / 8] ^= char(1 << (bit % 8));
    error.clear();
    EXPECT_FALSE(parseBundle(damaged, error)) << "bit " << bit;
  }
}

TEST(HostileFiles, DamagedResultsAreDiagnosedOrRead) {
  std::string good = sampleResults(), error;
  std::optional<Results> all = parseResults(good, error);
  ASSERT_TRUE(all) << error;
  ASSERT_EQ(all->cases.size(), 2u);
  EXPECT_EQ(all->cases[1].detail, "line\nbreak");
  size_t header = good.find('\n') + 1, first = good.find('\n', header) + 1;
  for (size_t size = 0; size < good.size(); ++size) {
    size_t complete = 0;
    std::optional<Results> part =
        parseResults(std::string_view(good).substr(0, size), error, &complete);
    // What was written whole is kept, and nothing else.
    ASSERT_EQ(bool(part), size >= header);
    if (!part)
      continue;
    EXPECT_EQ(part->cases.size(), size >= first ? 1u : 0u);
    EXPECT_EQ(complete, size >= first ? first : header);
  }
  for (size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string damaged = good;
    damaged[bit / 8] ^= char(1 << (bit % 8));
    (void)parseResults(damaged, error);
  }
}
