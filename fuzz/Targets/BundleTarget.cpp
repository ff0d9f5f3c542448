//===- BundleTarget.cpp - libFuzzer: conformance bundles and results ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a machine with a GPU and the one that judges send each other. A bundle's
// header holds a hash of the rest, which no mutation gets right; so an input is
// the manifest and, after a line `---`, the blobs, and the header is made here.
// An input that has a header of its own is taken as it is, too.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/Complain.h"
#include "oracle/Gpu/Bundle.h"
#include "oracle/Gpu/Results.h"

using namespace tilefuzz;
using namespace tilefuzz::conform;

static std::string withHeader(std::string_view input) {
  constexpr std::string_view line = "\n---\n";
  size_t end = std::min(input.find(line), input.size());
  std::string content(input.substr(0, end));
  std::string_view blobs =
      input.substr(std::min(end + line.size(), input.size()));
  content += blobs;
  std::string file = "TILECONF";
  auto append = [&](uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      file += char(value >> (8 * i));
  };
  append(2, 4);
  append(0, 4);
  append(end, 8);
  append(blobs.size(), 8);
  append(hashOf(content), 8);
  return file + content;
}

static void checkBundle(std::string_view file) {
  std::string error;
  std::optional<Bundle> bundle = parseBundle(file, error);
  if (!bundle) {
    if (error.empty())
      complain("a bundle was refused without a reason");
    return;
  }
  std::string written = serialize(*bundle);
  std::optional<Bundle> again = parseBundle(written, error);
  if (!again)
    complain("what was written cannot be read: " + error);
  if (serialize(*again) != written)
    complain("writing what was written gives another bundle");
}

static void checkResults(std::string_view text) {
  std::string error;
  size_t complete = 0;
  std::optional<Results> results = parseResults(text, error, &complete);
  if (!results) {
    if (error.empty())
      complain("results were refused without a reason");
    return;
  }
  if (complete > text.size())
    complain("more was read than is there");
  auto write = [](const Results &all) {
    std::string lines = headerOf(all).toLine();
    for (const CaseResult &one : all.cases)
      lines += toJson(one).toLine();
    return lines;
  };
  std::string written = write(*results);
  std::optional<Results> again = parseResults(written, error);
  if (!again)
    complain("what was written cannot be read: " + error);
  if (write(*again) != written)
    complain("writing what was written gives other results");
}

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view input(reinterpret_cast<const char *>(data), size);
  checkBundle(input);
  checkBundle(withHeader(input));
  checkResults(input);
  return 0;
}
