//===- LinkingTest.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Linking.h"
#include "interp/Simt/Ptx/PtxModule.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using namespace tilefuzz::driver;

namespace {
std::string text(llvm::StringRef body) {
  return (".version 7.8\n.target sm_80\n.address_size 64\n" + body).str();
}

/// What is wrong, or the names that the whole declares, each once, in order.
std::string link(std::vector<std::string> inputs) {
  std::vector<std::string> names;
  for (size_t i = 0; i < inputs.size(); ++i)
    names.push_back("input" + std::to_string(i));
  llvm::Expected<std::string> linked = linkPtx(inputs, names);
  if (!linked)
    return llvm::toString(linked.takeError());
  llvm::Expected<simt::PtxModule> module = simt::parsePtxModule(*linked);
  if (!module)
    return "no PTX: " + llvm::toString(module.takeError()) + "\n" + *linked;
  std::string all;
  for (const simt::PtxVariable &variable : module->variables)
    all += (variable.isExtern ? "extern " : "") + variable.name.str() + " ";
  for (const simt::PtxFunction &function : module->functions)
    if (function.hasBody)
      all += function.name.str() + "() ";
  return all;
}

constexpr llvm::StringLiteral body = "{\n  ret;\n}\n";
} // namespace

TEST(Linking, OneTextStaysAsItIs) {
  std::string one = text(".visible .entry k()\n{\n  ret;\n}\n");
  llvm::Expected<std::string> linked = linkPtx({one}, {"one"});
  ASSERT_TRUE(bool(linked));
  EXPECT_EQ(*linked, one);
}

TEST(Linking, NamesOfOneInputAreItsOwn) {
  std::string own = text((".global .align 4 .u32 x = 1;\n.func f() " + body +
                          ".visible .entry k() " + body)
                             .str());
  std::string other = text((".global .align 4 .u32 x = 2;\n.func f() " + body +
                            ".visible .entry l() " + body)
                               .str());
  EXPECT_EQ(link({own, other}), "x$0 x$1 f$0() k() f$1() l() ");
}

TEST(Linking, WhatIsExternIsFound) {
  std::string uses = text((".extern .global .align 4 .u32 x;\n.extern .func "
                           "f();\n.visible .entry k() " +
                           body)
                              .str());
  std::string has =
      text((".visible .global .align 4 .u32 x = 2;\n.visible .func f() " + body)
               .str());
  EXPECT_EQ(link({uses, has}), "x k() f() ");
  EXPECT_EQ(link({has, uses}), "x f() k() ");
}

TEST(Linking, DynamicSharedMemoryIsTheSameForAll) {
  std::string one = text(".extern .shared .align 16 .b8 dynamic[];\n");
  EXPECT_EQ(link({one, one}), "extern dynamic ");
}

TEST(Linking, SeveralVariablesOfOneDeclaration) {
  std::string one = text(".global .u32 x, y = 2;\n");
  EXPECT_EQ(link({one, one}), "x$0 y$0 x$1 y$1 ");
  std::string all = text(".visible .global .u32 x, y;\n");
  EXPECT_EQ(link({one, all}), "input1: 'x' is declared together with others");
}

/// What a name was changed to is not one that there is.
TEST(Linking, FreshNames) {
  std::string one = text(".global .u32 x;\n.global .u32 x$0;\n");
  std::string two = text(".global .u32 x;\n");
  EXPECT_EQ(link({one, two}), "x$0$ x$0 x$1 ");
}

/// `exit` is an instruction where one stands, else a name, of a label, too.
TEST(Linking, FunctionsThatAreCalledLikeInstructions) {
  std::string one = text(".func exit()\n{\n.reg .pred %p;\n@%p exit;\n@!%p "
                         "exit;\nbra exit;\nexit: exit;\n}\n.visible .entry "
                         "k()\n{\ncall exit;\nret;\n}\n");
  std::string two = text(".func exit()\n{\nret;\n}\n");
  llvm::Expected<std::string> linked = linkPtx({one, two}, {"one", "two"});
  ASSERT_TRUE(bool(linked));
  llvm::StringRef all = *linked;
  EXPECT_TRUE(all.contains("@%p exit;\n@!%p exit;\nbra exit$0;\nexit$0: "
                           "exit;\n}"));
  EXPECT_TRUE(all.contains("call exit$0;"));
}

/// A name of one input that another one means for all stays the other's.
TEST(Linking, AnOwnNameGivesWay) {
  std::string own = text((".func f() " + body).str());
  std::string all = text((".visible .func f() " + body).str());
  EXPECT_EQ(link({own, all}), "f$0() f() ");
}

TEST(Linking, TwoDefinitionsAreWrongUnlessWeak) {
  std::string strong = text((".visible .func f() " + body).str());
  std::string weak = text((".weak .func f() " + body).str());
  EXPECT_EQ(link({strong, strong}), "input1: 'f' is defined by input0, too");
  EXPECT_EQ(link({weak, strong, weak}), "f() ");
  EXPECT_EQ(link({weak, weak}), "f() ");
}

TEST(Linking, CommentsStringsAndSectionsAreNoDeclarations) {
  std::string odd = text(("// .visible .func f() { }\n/* .global .u32 x; */\n"
                          ".file 1 \"a }; .visible.cu\"\n"
                          ".visible .entry k() " +
                          body +
                          ".section .debug_str\n{\n$L__info:\n.b8 "
                          "102\n.b8 0\n}\n")
                             .str());
  std::string more =
      text((".file 1 \"b.cu\"\n.visible .entry l() " + body).str());
  EXPECT_EQ(link({odd, more}), "k() l() ");
}

TEST(Linking, WhatIsNoPtxIsToldWithItsName) {
  std::string good = text((".visible .entry k() " + body).str());
  EXPECT_TRUE(
      llvm::StringRef(link({good, "nonsense {"})).starts_with("input1: "));
  EXPECT_EQ(link({""}), "input0: there is no .version directive");
  EXPECT_EQ(link({}), "there is no input");
}
