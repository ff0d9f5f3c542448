//===- DescriptionTest.cpp - Descriptions of external tools ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/Description.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
std::string errorOf(llvm::StringRef text) {
  llvm::Expected<SutDescription> sut = parseSutDescription(text);
  return sut ? "" : llvm::toString(sut.takeError());
}

TEST(Description, ShippedOnesAreValid) {
  std::error_code code;
  unsigned count = 0;
  for (llvm::sys::fs::directory_iterator it(TILEFUZZ_SUT, code), end;
       !code && it != end; it.increment(code)) {
    llvm::Expected<SutDescription> sut = readSutDescription(it->path());
    EXPECT_TRUE(bool(sut)) << llvm::toString(sut.takeError());
    ++count;
  }
  EXPECT_GE(count, 5u);
}

TEST(Description, MistakesAreNamed) {
  EXPECT_NE(errorOf("{}").find("name"), std::string::npos);
  EXPECT_NE(errorOf(R"({"name": "x", "kind": "y", "command": ["a"]})")
                .find("ir-to-ir"),
            std::string::npos);
  EXPECT_NE(errorOf(R"({"name": "x", "kind": "ir-to-ir", "command": ["a"]})")
                .find("needs {in} and {out}"),
            std::string::npos);
  EXPECT_NE(
      errorOf(R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
                  "limits": [{"run": "(", "stderr": "x", "why": "y"}]})")
          .find("is no regular expression"),
      std::string::npos);
  EXPECT_NE(
      errorOf(R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
                  "limits": [{"why": "y"}]})")
          .find("needs stderr or operations"),
      std::string::npos);
  EXPECT_NE(
      errorOf(R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
                  "runs": [{"name": "r", "widths": [65]}]})")
          .find("widths are 1 to 64"),
      std::string::npos);
}

TEST(Description, LimitsNeedAllTheirMembers) {
  llvm::Expected<SutDescription> sut = parseSutDescription(
      R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
          "limits": [
            {"stderr": "bad", "operations": ["a"], "why": "both"},
            {"stderr": "Assertion", "kind": "crash", "why": "crash"}]})");
  ASSERT_TRUE(bool(sut));
  SutRun run;
  EXPECT_EQ(sut->knownFinding(run, "value", "too bad", {"a"}), "both");
  EXPECT_EQ(sut->knownFinding(run, "value", "", {"a"}), "");
  EXPECT_EQ(sut->knownFinding(run, "refused", "too bad", {}), "");
  EXPECT_EQ(sut->knownFinding(run, "crash", "Assertion failed", {}), "crash");
  EXPECT_EQ(sut->knownFinding(run, "refused", "Assertion failed", {}), "");
}

TEST(Description, LimitsNeedAllOperations) {
  llvm::Expected<SutDescription> sut = parseSutDescription(
      R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
          "limits": [{"run": "^r$", "operations": ["a", "b"], "why": "w"}]})");
  ASSERT_TRUE(bool(sut));
  SutRun run;
  run.name = "r";
  EXPECT_EQ(sut->knownFinding(run, "value", "", {"a", "b", "c"}), "w");
  EXPECT_EQ(sut->knownFinding(run, "value", "", {"a", "c"}), "");
  run.name = "rr";
  EXPECT_EQ(sut->knownFinding(run, "value", "", {"a", "b"}), "");
}
} // namespace
