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

/// What tileiras says with the exit code of its own failures is known as
/// before.
TEST(Description, LimitsOfTileirasAreOfInternalErrors) {
  SutDescription sut =
      llvm::cantFail(readSutDescription(TILEFUZZ_SUT "/tileiras.json"));
  EXPECT_EQ(sut.internal, std::vector<int>{5});
  const SutRun &run = sut.runs.front();
  for (FindingKind kind :
       {FindingKind::InternalError, FindingKind::CompileFailure}) {
    EXPECT_EQ(sut.knownFinding(run, kind,
                               "error: Incompatibility with architecture "
                               "'sm_80': unsupported type 'f8E5M2'",
                               {}),
              "the target does not have the type");
    EXPECT_EQ(sut.knownFinding(run, kind,
                               "error: failed to compile Tile IR program",
                               {"addi", "make_gather_scatter_view"}),
              "tileiras-gather-narrow-index");
    EXPECT_EQ(sut.knownFinding(run, kind,
                               "error: failed to compile Tile IR program",
                               {"addi"}),
              "");
  }
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
          .find("needs stderr, operations or pass"),
      std::string::npos);
  EXPECT_NE(
      errorOf(R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
                  "runs": [{"name": "r", "widths": [65]}]})")
          .find("widths are 1 to 64"),
      std::string::npos);
}

TEST(Description, PreparingIsOfBackEnds) {
  auto of = [](const std::string &kind, const std::string &members) {
    return errorOf(R"({"name": "x", "language": "llvm", "kind": ")" + kind +
                   R"(", "command": ["llc", "{passes}", "{in}", "{out}"], )" +
                   members + "}");
  };
  std::string opt = R"("prepare": ["opt", "{passes}", "{in}", "{out}"])";
  std::string run = R"("runs": [{"name": "r", "prepare": ["-O2"]}])";
  EXPECT_EQ(of("llvm-to-ptx", opt + ", " + run), "");
  EXPECT_NE(of("llvm-to-llvm", opt).find("is of llvm-to-ptx only"),
            std::string::npos);
  EXPECT_NE(of("llvm-to-ptx", R"("prepare": ["opt", "{in}", "{out}"])")
                .find("{passes}"),
            std::string::npos);
  EXPECT_NE(of("llvm-to-ptx", run).find("needs the description's prepare"),
            std::string::npos);
}

TEST(Description, ModulesOfLlvmAreTextAndBisected) {
  auto of = [](const std::string &members) {
    return errorOf(R"({"name": "x", "command": ["{in}{out}"], )" + members +
                   "}");
  };
  std::string both = R"("kind": "llvm-to-llvm", "language": "llvm")";
  EXPECT_EQ(of(both), "");
  EXPECT_EQ(of(both + R"(, "bisect": "-n={limit}")"), "");
  EXPECT_NE(of(both + R"(, "bisect": "-n")").find("needs {limit}"),
            std::string::npos);
  EXPECT_NE(of(R"("kind": "ir-to-ir", "bisect": "-n={limit}")")
                .find("is of modules of LLVM IR only"),
            std::string::npos);
  EXPECT_NE(of(both + R"(, "format": "bytecode")").find("must be text"),
            std::string::npos);
  EXPECT_NE(of(both + R"(, "split": ["-s"])").find("is of cuda_tile"),
            std::string::npos);
  for (llvm::StringRef half : {R"("kind": "llvm-to-llvm")",
                               R"("kind": "ir-to-ir", "language": "llvm")"})
    EXPECT_NE(of(half.str()).find("go together"), std::string::npos);
}

TEST(Description, KnownByPass) {
  llvm::Expected<SutDescription> sut = parseSutDescription(
      R"({"name": "x", "kind": "llvm-to-llvm", "language": "llvm",
          "command": ["{in}{out}"],
          "limits": [{"pass": "^gvn$", "kind": "value", "why": "y"}]})");
  ASSERT_TRUE(bool(sut)) << llvm::toString(sut.takeError());
  auto known = [&](FindingKind kind, llvm::StringRef pass) {
    return sut->knownFinding(sut->runs.front(), kind, "", {"add"}, pass);
  };
  EXPECT_EQ(known(FindingKind::Differs, "gvn"), "y");
  EXPECT_EQ(known(FindingKind::Differs, "newgvn"), "");
  EXPECT_EQ(known(FindingKind::Crash, "gvn"), "");
  // That nobody knows the pass is no reason.
  EXPECT_EQ(known(FindingKind::Differs, ""), "");
}

TEST(Description, SplitsTextOfTilesOnly) {
  auto withSplit = [](const std::string &members) {
    return errorOf(R"({"name": "x", "split": ["-s"], )" + members + "}");
  };
  std::string command = R"("command": ["a", "{passes}", "{in}", "{out}"], )";
  EXPECT_EQ(
      withSplit(command + R"("kind": "ir-to-ir", "language": "cuda_tile")"),
      "");
  std::string rule = "is of cuda_tile, ir-to-ir and text only";
  for (
      const std::string &members :
      {command + R"("kind": "ir-to-ir")",
       command + R"("kind": "ir-to-ptx", "language": "cuda_tile")",
       command +
           R"("kind": "ir-to-ir", "language": "cuda_tile", "format": "bytecode")",
       std::string(R"("command": ["a", "{in}", "{out}"], )"
                   R"("kind": "ir-to-ir", "language": "cuda_tile")")})
    EXPECT_NE(withSplit(members).find(rule), std::string::npos) << members;
}

/// Of a description that is valid but for these members.
std::string errorWith(const std::string &members,
                      const std::string &kind = "ir-to-ir") {
  return errorOf(R"({"name": "x", "command": ["{in}{out}"], "kind": ")" + kind +
                 "\", " + members + "}");
}

TEST(Description, WhatIsMeantIsNotGuessed) {
  EXPECT_EQ(errorWith(R"("timeout": 1)"), "");
  EXPECT_EQ(errorWith(R"("timeout": -1)"),
            "must be 1 to 86400 seconds at description.timeout");
  EXPECT_EQ(errorWith(R"("timeout": 4294967297)"),
            "must be 1 to 86400 seconds at description.timeout");
  EXPECT_EQ(errorWith(R"("patience": 5)"), "");
  EXPECT_EQ(errorWith(R"("patience": 0)"),
            "must be 1 to 1000 at description.patience");
  EXPECT_EQ(errorWith(R"("language": "cuda_tile", "slow": 9)"), "");
  for (const char *members :
       {R"("language": "cuda_tile", "slow": -1)", R"("slow": 9)"})
    EXPECT_EQ(errorWith(members),
              "must be 0 to 86400 seconds, of cuda_tile only at "
              "description.slow");
  EXPECT_EQ(errorWith(R"("memory": 16)"), "");
  for (const char *mebibytes : {"0", "-1", "15", "1048577", "4294967312"})
    EXPECT_EQ(errorWith(std::string(R"("memory": )") + mebibytes),
              "must be 16 to 1048576 MiB at description.memory");
  EXPECT_EQ(errorWith(R"("timeouts": 1)"),
            "is no member at description.timeouts");
  EXPECT_EQ(errorWith(R"("runs": [{"name": "r", "width": [8]}])"),
            "is no member at description.runs[0].width");
  EXPECT_EQ(errorWith(R"("limits": [{"stdout": "x", "why": "y"}])"),
            "is no member at description.limits[0].stdout");
  EXPECT_EQ(errorWith(R"("runs": [{"name": "r"}, {"name": "r"}])"),
            "is that of another run at description.runs[1].name");
  for (std::string name : {"", "..", ".r", "a/b", "a b"})
    EXPECT_NE(errorWith(R"("runs": [{"name": ")" + name + R"("}])"), "")
        << name;
  EXPECT_EQ(errorWith(R"("runs": [{"name": "r", "without":
                        ["scf.", "arith.addi"]}])"),
            "");
  for (std::string name : {"arith.add", "arith", "art.", ""})
    EXPECT_EQ(
        errorWith(R"("runs": [{"name": "r", "without": [")" + name + R"("]}])"),
        "is no operation of functions, and no dialect at "
        "description.runs[0].without[0]")
        << name;
  EXPECT_EQ(errorWith(R"("language": "cuda_tile",
                        "runs": [{"name": "r", "index": false}])"),
            "without, widths, index and topic are of functions only at "
            "description.runs[0]");
  EXPECT_EQ(errorWith(R"("language": "functions")", "ir-to-ptx"),
            "must be cuda_tile unless the kind is ir-to-ir at "
            "description.language");
}

TEST(Description, KindsHaveTheNamesThatTheyHad) {
  auto knows = [](llvm::StringRef pattern, FindingKind kind) {
    llvm::Expected<SutDescription> sut = parseSutDescription(
        (R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
             "limits": [{"stderr": "a", "why": "w", "kind": ")" +
         pattern + R"("}]})")
            .str());
    return llvm::cantFail(std::move(sut))
               .knownFinding(SutRun(), kind, "a", {}) == "w";
  };
  EXPECT_TRUE(knows("value|far", FindingKind::Imprecise));
  EXPECT_TRUE(knows("^imprecise$", FindingKind::Imprecise));
  EXPECT_TRUE(knows("^value$", FindingKind::Differs));
  EXPECT_TRUE(knows("^differs$", FindingKind::Differs));
  EXPECT_TRUE(knows("^undefined$", FindingKind::TargetUndefined));
  EXPECT_TRUE(knows("^refused$", FindingKind::CompileFailure));
  EXPECT_FALSE(knows("far", FindingKind::Differs));
  EXPECT_FALSE(knows("^refused$", FindingKind::Crash));
}

TEST(Description, LimitsNeedAllTheirMembers) {
  llvm::Expected<SutDescription> sut = parseSutDescription(
      R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
          "limits": [
            {"stderr": "bad", "operations": ["a"], "why": "both"},
            {"stderr": "Assertion", "kind": "crash", "why": "crash"}]})");
  ASSERT_TRUE(bool(sut));
  SutRun run;
  EXPECT_EQ(sut->knownFinding(run, FindingKind::Differs, "too bad", {"a"}),
            "both");
  EXPECT_EQ(sut->knownFinding(run, FindingKind::Differs, "", {"a"}), "");
  EXPECT_EQ(sut->knownFinding(run, FindingKind::CompileFailure, "too bad", {}),
            "");
  EXPECT_EQ(sut->knownFinding(run, FindingKind::Crash, "Assertion failed", {}),
            "crash");
  EXPECT_EQ(sut->knownFinding(run, FindingKind::CompileFailure,
                              "Assertion failed", {}),
            "");
}

TEST(Description, LimitsNeedAllOperations) {
  llvm::Expected<SutDescription> sut = parseSutDescription(
      R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
          "limits": [{"run": "^r$", "operations": ["a", "b"], "why": "w"}]})");
  ASSERT_TRUE(bool(sut));
  SutRun run;
  run.name = "r";
  EXPECT_EQ(sut->knownFinding(run, FindingKind::Differs, "", {"a", "b", "c"}),
            "w");
  EXPECT_EQ(sut->knownFinding(run, FindingKind::Differs, "", {"a", "c"}), "");
  run.name = "rr";
  EXPECT_EQ(sut->knownFinding(run, FindingKind::Differs, "", {"a", "b"}), "");
}

TEST(Description, LimitsMayForbidOtherOperations) {
  llvm::Expected<SutDescription> sut = parseSutDescription(
      R"({"name": "x", "kind": "ir-to-ir", "command": ["{in}{out}"],
          "limits": [{"operations": ["a", "b"], "only": true, "why": "w"}]})");
  ASSERT_TRUE(bool(sut));
  EXPECT_EQ(sut->knownFinding(SutRun(), FindingKind::Differs, "", {"b", "a"}),
            "w");
  EXPECT_EQ(
      sut->knownFinding(SutRun(), FindingKind::Differs, "", {"a", "b", "c"}),
      "");
  EXPECT_EQ(sut->knownFinding(SutRun(), FindingKind::Differs, "", {"a"}), "");
  EXPECT_NE(errorOf(R"({"name": "x", "kind": "ir-to-ir",
      "command": ["{in}{out}"],
      "limits": [{"stderr": "a", "only": true, "why": "w"}]})")
                .find("needs operations"),
            std::string::npos);
}
} // namespace
