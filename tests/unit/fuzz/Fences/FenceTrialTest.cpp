//===- FenceTrialTest.cpp - Fences of random functions --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Fences/FenceTrial.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;

TEST(FenceFunctions, AreAFunctionOfSeedAndIndex) {
  std::set<std::string> texts;
  for (uint64_t index = 0; index < 50; ++index) {
    FenceProgram program = generateFenceProgram(7, index);
    FenceProgram again = generateFenceProgram(7, index);
    EXPECT_EQ(program.text, again.text);
    EXPECT_EQ(program.target, again.target);
    texts.insert(program.text);
  }
  EXPECT_GT(texts.size(), 40u);
}

TEST(FenceFunctions, HaveEveryEventAndConstruct) {
  std::string all;
  for (uint64_t index = 0; index < 300; ++index) {
    FenceProgram program = generateFenceProgram(1, index);
    all += program.target + '\n' + program.text;
  }
  for (llvm::StringRef part : {"tcgen05.cp",      "tcgen05.shift",
                               "tcgen05.ld",      "tcgen05.st",
                               "tcgen05.dealloc", "barrier0",
                               "mbarrier.arrive", "mbarrier.try_wait",
                               "cluster.arrive",  "cluster.wait",
                               "tcgen05.commit",  "fence <before>",
                               "fence <after>",   "wait <load>",
                               "wait <store>",    "llvm.store",
                               "^else",           "^rest",
                               "sm_103a",         "sm_120a"})
    EXPECT_TRUE(llvm::StringRef(all).contains(part)) << part.str();
}

TEST(FenceTrial, TheRightStageIsRight) {
  FenceTrials trials;
  unsigned fences = 0, refused = 0;
  // More than a context sees.
  for (uint64_t index = 0; index < 1500; ++index) {
    FenceTrialResult result = trials.run(generateFenceProgram(3, index));
    for (const FenceFinding &finding : result.findings)
      ADD_FAILURE() << index << ": " << finding.kind << ": " << finding.reason;
    fences += result.numFences;
    refused += result.isRefused;
  }
  EXPECT_GT(fences, 1000u);
  EXPECT_GT(refused, 100u);
}

static std::string kindsOf(const std::string &body, SeededBug bug,
                           const std::string &target = "sm_100a") {
  std::string text =
      "llvm.func @k(%tmem: !llvm.ptr<6>, %d: i64, %bar: !llvm.ptr<3>) "
      "attributes {nvvm.kernel} {\n" +
      body + "\nllvm.return\n}";
  std::string kinds;
  for (const FenceFinding &finding :
       FenceTrials().run({text, target}, bug).findings)
    kinds += finding.kind + ' ';
  return kinds;
}

TEST(FenceTrial, SaysWhatIsTheMatter) {
  std::string use = "nvvm.tcgen05.cp %tmem, %d {shape = "
                    "#nvvm.tcgen05_cp_shape<shape_128x256b>}\n";
  std::string arrive = "%s = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64\n";
  std::string fence = "nvvm.tcgen05.fence <before>\n";
  EXPECT_EQ(
      kindsOf(use + "nvvm.barrier0\n" + use, SeededBug::FenceNoneBehindSync),
      "order ");
  EXPECT_EQ(kindsOf(use + arrive, SeededBug::FenceEmittedTwice), "needless ");
  EXPECT_EQ(kindsOf(use + arrive, SeededBug::FenceIgnoresExisting),
            "repeated ");
  EXPECT_EQ(kindsOf(use + fence + arrive, SeededBug::FenceIgnoresExisting),
            "needless repeated ");
  EXPECT_EQ(kindsOf(use, SeededBug::FenceAnyTargetFrom100, "sm_120a"),
            "target ");
  EXPECT_EQ(kindsOf("llvm.nothing", SeededBug::FenceAnyTargetFrom100),
            "failure ");
}
