//===- StageOrderTest.cpp - Orders of stages that are refused -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

static std::vector<const Stage *> table() {
  std::vector<const Stage *> path;
  for (const Stage &stage : getStages())
    path.push_back(&stage);
  return path;
}

static std::string refusal(llvm::ArrayRef<const Stage *> path) {
  return llvm::toString(checkStageOrder(path));
}

static bool does(const Stage *stage, StageRole role) {
  return (stage->roles & role) != StageRole::None;
}

TEST(StageOrder, TheTableKeepsEveryRule) { EXPECT_EQ(refusal(table()), ""); }

/// Each rule has stages in the table that it is about; the last of the first
/// kind, moved behind the first of the second, is refused for that reason or
/// one that the same two break as well.
TEST(StageOrder, EachRuleIsRefusedWhereItIsBroken) {
  for (const StageRule &rule : getStageRules()) {
    SCOPED_TRACE(rule.reason.str());
    std::vector<const Stage *> path = table();
    auto second = llvm::find_if(
        path, [&](const Stage *stage) { return does(stage, rule.second); });
    ASSERT_NE(second, path.end());
    auto first = path.end();
    for (auto it = path.begin(); it != second; ++it)
      if (does(*it, rule.first))
        first = it;
    ASSERT_NE(first, path.end());
    std::rotate(first, first + 1, second + 1);
    std::string reason = refusal(path);
    // The two may break another rule as well, which is named then.
    const Stage *moved = *second;
    EXPECT_TRUE(llvm::any_of(getStageRules(), [&](const StageRule &named) {
      return llvm::StringRef(reason).ends_with(named.reason) &&
             does(moved, named.first);
    })) << reason;
    EXPECT_TRUE(llvm::StringRef(reason).contains("stage '" + moved->name.str() +
                                                 "' may not run after") ||
                llvm::StringRef(reason).contains("that it needs"))
        << reason;
  }
}

TEST(StageOrder, WhatIsNeededMayNotBeMissing) {
  for (const StageRule &rule : getStageRules()) {
    std::vector<const Stage *> path = table();
    llvm::erase_if(path,
                   [&](const Stage *stage) { return does(stage, rule.first); });
    EXPECT_EQ(refusal(path).empty(), !rule.isNeeded) << rule.reason.str();
  }
}
