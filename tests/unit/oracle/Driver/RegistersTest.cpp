//===- RegistersTest.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Registers.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using namespace tilefuzz::driver;

namespace {
std::string head = ".version 7.8\n.target sm_80\n.address_size 64\n";

/// Of the function named k.
uint32_t registersOf(const std::string &text) {
  std::string whole = head + text;
  llvm::Expected<simt::PtxModule> module = simt::parsePtxModule(whole);
  EXPECT_TRUE(bool(module)) << llvm::toString(module.takeError());
  for (const simt::PtxFunction &function : module->functions)
    if (function.name == "k")
      return estimateRegisters(*module, function);
  ADD_FAILURE() << "no kernel k";
  return 0;
}

/// `count` values that are all there when the first is added to the last.
std::string together(unsigned count, const std::string &type) {
  std::string body = ".reg ." + type + " %r<" + std::to_string(count) + ">;\n";
  for (unsigned i = 0; i < count; ++i)
    body += "mov." + type + " %r" + std::to_string(i) + ", 1;\n";
  for (unsigned i = 1; i < count; ++i)
    body += "add." + type + " %r0, %r0, %r" + std::to_string(i) + ";\n";
  return body;
}

std::string kernel(const std::string &body) {
  return ".visible .entry k()\n{\n" + body + "ret;\n}\n";
}
} // namespace

TEST(Registers, ValuesThatLiveTogetherHaveOneEach) {
  EXPECT_EQ(registersOf(kernel(together(40, "u32"))), 48u);
  EXPECT_EQ(registersOf(kernel(together(40, "u64"))), 88u);
  EXPECT_EQ(registersOf(kernel("")), 16u);
  EXPECT_EQ(registersOf(kernel(together(200, "u64"))), 255u);
}

TEST(Registers, ValuesAfterEachOtherShareOne) {
  std::string body = ".reg .u32 %r<100>;\nmov.u32 %r0, 1;\n";
  for (unsigned i = 1; i < 100; ++i)
    body += "add.u32 %r" + std::to_string(i) + ", %r" + std::to_string(i - 1) +
            ", 1;\n";
  EXPECT_EQ(registersOf(kernel(body)), 16u);
}

TEST(Registers, PredicatesHaveNone) {
  std::string body = ".reg .pred %p<50>;\n.reg .u32 %r<2>;\nmov.u32 %r0, 1;\n";
  for (unsigned i = 0; i < 50; ++i)
    body += "setp.eq.u32 %p" + std::to_string(i) + ", %r0, 1;\n";
  for (unsigned i = 0; i < 50; ++i)
    body += "@%p" + std::to_string(i) + " add.u32 %r0, %r0, 1;\n";
  EXPECT_EQ(registersOf(kernel(body)), 16u);
}

// %a0 to %a19 are used at the loop's beginning only, and again in its next
// iteration, beside the twenty values of its end.
TEST(Registers, LoopsKeepWhatTheyUse) {
  std::string set, use;
  for (unsigned i = 0; i < 20; ++i) {
    set += "mov.u32 %a" + std::to_string(i) + ", 1;\n";
    use += "add.u32 %s, %s, %a" + std::to_string(i) + ";\n";
  }
  std::string declared =
      ".reg .u32 %a<20>, %s;\n.reg .pred %p;\nmov.u32 %s, 0;\n";
  std::string rest = "{\n" + together(20, "u32") +
                     "add.u32 %s, %s, %r0;\n}\nsetp.lt.u32 %p, %s, 99;\n";
  uint32_t once = registersOf(kernel(declared + set + use + rest));
  uint32_t again = registersOf(
      kernel(declared + set + "again:\n" + use + rest + "@%p bra again;\n"));
  EXPECT_EQ(once, 29u);
  EXPECT_EQ(again, 49u);
}

TEST(Registers, CalleesCount) {
  std::string called = ".func f()\n{\n" + together(60, "u32") + "ret;\n}\n";
  EXPECT_EQ(registersOf(called + kernel("")), 16u);
  EXPECT_EQ(registersOf(called + kernel("call.uni f;\n")), 68u);
}

TEST(Registers, ALimitIsADirectiveOfEveryEntryWithoutOne) {
  std::string whole =
      head +
      ".entry a(.param .u64 x) // { is no body\n.maxntid 32\n{\nret;\n}\n"
      ".func f()\n{\nret;\n}\n.entry b()\n.maxnreg 20\n{\nret;\n}\n";
  llvm::Expected<simt::PtxModule> module = simt::parsePtxModule(whole);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  std::string limited = limitRegisters(whole, *module, 38);
  llvm::Expected<simt::PtxModule> again = simt::parsePtxModule(limited);
  ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError()) << limited;
  auto limitOf = [&](llvm::StringRef name) {
    for (const simt::PtxFunction &function : again->functions)
      if (function.name == name)
        for (const simt::PtxDirective &one : function.directives)
          if (one.name == "maxnreg")
            return one.values.front().str();
    return std::string("none");
  };
  EXPECT_EQ(limitOf("a"), "38");
  EXPECT_EQ(limitOf("b"), "20");
  EXPECT_EQ(limitOf("f"), "none");
}
