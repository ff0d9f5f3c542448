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

/// The format's version, in the header's second field.
static int versionOf(const std::string &file) { return file.at(8); }

TEST(HostileFiles, WhatFitsIsOfTheFirstVersion) {
  std::string error, first = serialize(sampleBundle());
  EXPECT_EQ(versionOf(first), 1);
  std::optional<Bundle> bundle = parseBundle(first, error);
  ASSERT_TRUE(bundle) << error;
  // One without code.
  bundle->cases[1].ptx.clear();
  bundle->cases[1].noCode = "not lowered";
  std::string second = serialize(*bundle);
  EXPECT_EQ(versionOf(second), 2);
  bundle = parseBundle(second, error);
  ASSERT_TRUE(bundle) << error;
  EXPECT_EQ(bundle->cases[0].ptx, ".version 8.0\n");
  EXPECT_EQ(bundle->cases[0].noCode, "");
  EXPECT_EQ(bundle->cases[1].ptx, "");
  EXPECT_EQ(bundle->cases[1].noCode, "not lowered");
  // Two elements in each of sixteen bytes.
  bundle = sampleBundle();
  Buffer &buffer = bundle->cases[0].buffers[0];
  buffer.type = "f4E2M1FN";
  EXPECT_EQ(countElements(buffer), 32u);
  buffer.enclosures.resize(32);
  buffer.enclosures[31] = {-0.5, 6, false, true};
  std::string narrow = serialize(*bundle);
  EXPECT_EQ(versionOf(narrow), 2);
  bundle = parseBundle(narrow, error);
  ASSERT_TRUE(bundle) << error;
  const Enclosure &last = bundle->cases[0].buffers[0].enclosures.at(31);
  EXPECT_EQ(last.lo, -0.5);
  EXPECT_EQ(last.hi, 6.0);
  EXPECT_FALSE(last.exact);
  EXPECT_TRUE(last.mayBeNaN);
  EXPECT_TRUE(bundle->cases[0].buffers[0].enclosures.at(30).exact);
  bundle->cases[0].buffers[0].enclosures.pop_back();
  EXPECT_FALSE(parseBundle(serialize(*bundle), error));
  EXPECT_NE(error.find("not one enclosure per element"), std::string::npos);
}

/// As a bundle would be whose header is right about `manifest` and `blobs`.
static std::string bundleOf(std::string manifest, const std::string &blobs) {
  std::string file("TILECONF\2\0\0\0\0\0\0\0", 16);
  auto append = [&](uint64_t value) {
    for (unsigned i = 0; i < 8; ++i)
      file += char(value >> (8 * i));
  };
  append(manifest.size());
  append(blobs.size());
  manifest += blobs;
  append(hashOf(manifest));
  return file + manifest;
}

TEST(HostileFiles, NoTwoBlobsAreTheSameBytes) {
  // A thousand buffers of the same megabyte, or ten of ten bytes each.
  auto withBuffers = [](unsigned count, size_t size, bool alike) {
    std::string manifest =
        R"({"format": "tilefuzz-conformance-bundle", "producer": "p", "cases": [
           {"name": "c", "target": "sm_80", "kernel": "k", "grid": [1, 1, 1], "block": [1, 1, 1],
            "shared_bytes": 0, "program": {"offset": 0, "size": 0}, "no_code": "none", "arguments": [],
            "buffers": [)";
    for (unsigned i = 0; i < 2 * count; ++i) {
      std::string blob = R"({"offset": )" +
                         std::to_string(alike ? 0 : i * size) +
                         R"(, "size": )" + std::to_string(size) + "}";
      if (i % 2 == 0)
        manifest += std::string(i ? "," : "") + R"({"name": "b)" +
                    std::to_string(i) + R"(", "type": "i8", "input": )" + blob;
      else
        manifest += R"(, "expected": )" + blob + "}";
    }
    return manifest + "]}]}";
  };
  std::string error;
  EXPECT_TRUE(parseBundle(
      bundleOf(withBuffers(10, 10, false), std::string(200, 'x')), error))
      << error;
  EXPECT_FALSE(parseBundle(
      bundleOf(withBuffers(1000, 1 << 20, true), std::string(1 << 20, 'x')),
      error));
  EXPECT_EQ(error, "manifest: case 'c': blob 'expected' overlaps another");
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

TEST(ResultsFile, NamesTheDriverLibrary) {
  Results results;
  results.device = "a device";
  results.driverVersion = 13040;
  results.library = {"/usr/lib/libcuda.so.1", 12345, 0xfedcba9876543210};
  std::string error;
  std::optional<Results> read = parseResults(headerOf(results).toLine(), error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(read->version, 2);
  EXPECT_EQ(read->library.path, results.library.path);
  EXPECT_EQ(read->library.size, results.library.size);
  EXPECT_EQ(read->library.hash, results.library.hash);
  EXPECT_EQ(differenceOf(*read, results), "");
}

// As version 1 was written, before there was a version.
TEST(ResultsFile, ReadsVersionOne) {
  std::string error;
  std::optional<Results> old = parseResults(
      "{\"format\": \"tilefuzz-conformance-results\", \"bundle\": "
      "\"0123456789abcdef\", \"device\": \"a device\", "
      "\"compute_capability\": \"9.0\", \"driver_version\": 13000}\n"
      "{\"name\": \"a\", \"status\": \"timeout\", \"milliseconds\": 1.5, "
      "\"buffers\": []}\n",
      error);
  ASSERT_TRUE(old) << error;
  EXPECT_EQ(old->version, 1);
  EXPECT_EQ(old->bundleHash, 0x0123456789abcdefu);
  EXPECT_EQ(old->library.path, "");
  ASSERT_EQ(old->cases.size(), 1u);
  EXPECT_EQ(old->cases[0].status, CaseStatus::Timeout);
  // It does not say which library it was: nothing can be added to it.
  Results now = *old;
  now.library = {"/a", 1, 2};
  EXPECT_EQ(differenceOf(*old, now),
            "the earlier results do not name the driver library");
}

TEST(ResultsFile, RefusesALaterVersion) {
  std::string error;
  EXPECT_FALSE(parseResults("{\"format\": \"tilefuzz-conformance-results\", "
                            "\"version\": 3, \"bundle\": "
                            "\"0123456789abcdef\"}\n",
                            error));
  EXPECT_EQ(error, "version 3 of the format; this tool reads versions 1 and 2");
}

TEST(ResultsFile, TellsWhatIsAnotherMachine) {
  Results one;
  one.device = "a";
  one.computeCapability = "9.0";
  one.driverVersion = 13000;
  one.library = {"/lib/a.so", 10, 1};
  auto differs = [&](auto change) {
    Results other = one;
    change(other);
    return differenceOf(one, other);
  };
  EXPECT_EQ(differs([](Results &r) { r.device = "b"; }),
            "the earlier results are of the device a, this run is on b");
  EXPECT_EQ(differs([](Results &r) { r.computeCapability = "8.0"; }),
            "the earlier results are of compute capability 9.0, this run is on "
            "8.0");
  EXPECT_EQ(differs([](Results &r) { r.driverVersion = 13010; }),
            "the earlier results are of driver version 13000, this run is on "
            "13010");
  EXPECT_EQ(differs([](Results &r) { r.library = {"/lib/b.so", 10, 2}; }),
            "the earlier results are of the driver library /lib/a.so (10 "
            "bytes, hash 0000000000000001), this run is on /lib/b.so (10 "
            "bytes, hash 0000000000000002)");
  // The same file elsewhere is the same library.
  EXPECT_EQ(differs([](Results &r) { r.library.path = "/other/a.so"; }), "");
}
