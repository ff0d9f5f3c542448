//===- DeviceCodeTest.cpp - PTX and cubins of an external tool ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/DeviceCode.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
std::string ptxFault(llvm::StringRef text) {
  return faultOfPtx(text, {{"main"}, {"other"}});
}

constexpr char head[] =
    "// made by hand\n.version 8.6\n.target sm_100a, debug\n"
    ".address_size 64\n";
constexpr char body[] =
    ".visible .entry main(.param .u64 p)\n.maxntid 128\n{ { ret; } }\n"
    "/* .entry hidden() { } */ .entry other () { ret; }\n";

TEST(DeviceCode, PtxOfTwoKernels) {
  std::string text = std::string(head) + body;
  EXPECT_EQ(ptxFault(text), "");
  EXPECT_EQ(ptxFault(llvm::StringRef(text.c_str(), text.size() + 1)), "");
  EXPECT_EQ(targetOfPtx(text), "sm_100a");
  EXPECT_EQ(targetOfPtx(".version 8.6"), "");
  EXPECT_EQ(targetOfPtx(".target"), "");
}

TEST(DeviceCode, FaultsOfPtx) {
  EXPECT_EQ(ptxFault(""), "the PTX does not begin with .version");
  EXPECT_EQ(ptxFault("/* .version 8.6 .target sm_90"),
            "the PTX does not begin with .version");
  EXPECT_EQ(ptxFault(".version 8.6\n.entry main() {}"),
            "the PTX has no .target after .version");
  std::string text = std::string(head) + body;
  // Cut off at any place, it lacks a kernel, or a brace.
  size_t last = text.rfind('}');
  for (size_t size = 0; size <= last; ++size)
    EXPECT_NE(ptxFault(llvm::StringRef(text).take_front(size)), "") << size;
  EXPECT_EQ(ptxFault(text + "}"), "the PTX has a '}' without '{'");
  EXPECT_EQ(ptxFault(text + "{"),
            "the PTX has a '{' without '}': the text is cut off");
  EXPECT_EQ(ptxFault(text + std::string("\0x", 2)), "the PTX has a byte of 0");
  // Names in comments and strings, of functions, and without a body.
  for (llvm::StringRef other :
       {"// .entry other() {}", "/* .entry other() {} */",
        ".file 1 \".entry other() {}\"", ".func other() { ret; }",
        ".extern .entry other(); .func f() { ret; }",
        ".entry other_() { ret; }", ".func f() { .entry other }"})
    EXPECT_EQ(ptxFault(std::string(head) + ".entry main() { ret; }\n" +
                       other.str() + "\n"),
              "the PTX has no entry other")
        << other.str();
}

/// Each argument has a parameter of its size; more may follow.
TEST(DeviceCode, PtxHasTheArguments) {
  std::string text =
      std::string(head) +
      ".entry main(.param .u64 .ptr .global .align 16 a, .param .b32 b,\n"
      " .param .align 64 .b8 c[128], .param .f16 d) { ret; }";
  auto fault = [&](std::vector<unsigned> arguments) {
    return faultOfPtx(text, ExpectedKernel{"main", std::move(arguments)});
  };
  EXPECT_EQ(fault({}), "");
  EXPECT_EQ(fault({8, 4}), "");
  EXPECT_EQ(fault({8, 4, 128, 2}), "");
  EXPECT_EQ(fault({8, 4, 128, 2, 1}),
            "the PTX: kernel main lacks argument 4: it has 4 of 5");
  EXPECT_EQ(fault({8, 8}),
            "the PTX: kernel main takes 4 bytes for argument 1, which has 8");
}

TEST(DeviceCode, OtherEntriesAreLeftOut) {
  std::string one = std::string(head) + ".global .u32 g;\n",
              two = ".visible .entry other(.param .u64 p)\n{ { ret; } }\n",
              three = ".func f() { ret; }\n.entry main() { call f; }\n",
              four = ".weak .entry last();\n// .entry main2() {\n";
  std::string text = one + two + three + four;
  std::string kept = withoutOtherEntries(text, "main");
  EXPECT_EQ(kept, one + "\n" + three + "\n// .entry main2() {\n");
  EXPECT_EQ(faultOfPtx(kept, ExpectedKernel{"main"}), "");
  EXPECT_EQ(withoutOtherEntries(text, "other"),
            one + two + ".func f() { ret; }\n\n\n// .entry main2() {\n");
  // What is broken is not made whole.
  for (llvm::StringRef broken : {"}", "{", ".entry x() {", ".entry x"})
    EXPECT_EQ(withoutOtherEntries(broken, "main"), broken);
}

/// A cubin of one kernel. PATTERN and VALUE change its description.
std::string cubin(llvm::StringRef pattern = "", llvm::StringRef value = "") {
  std::string yaml = R"(--- !ELF
FileHeader:
  Class: ELFCLASS64
  Data: ELFDATA2LSB
  Type: ET_EXEC
  Machine: EM_CUDA
Sections:
  - Name: .text.main
    Type: SHT_PROGBITS
    Flags: [ SHF_ALLOC, SHF_EXECINSTR ]
    Content: "0011223344556677"
Symbols:
  - Name: main
    Type: STT_FUNC
    Section: .text.main
    Binding: STB_GLOBAL
    Size: 8
)";
  if (!pattern.empty())
    yaml.replace(yaml.find(pattern), pattern.size(), value);
  llvm::SmallVector<char> bytes;
  EXPECT_TRUE(
      llvm::yaml::yaml2ObjectFile(bytes, yaml, [](const llvm::Twine &message) {
        ADD_FAILURE() << message.str();
      }));
  return std::string(bytes.begin(), bytes.end());
}

std::string cubinFault(llvm::StringRef bytes) {
  return faultOfCubin(bytes, {{"main"}});
}

TEST(DeviceCode, FaultsOfCubin) {
  EXPECT_EQ(cubinFault(cubin()), "");
  EXPECT_EQ(faultOfCubin(cubin(), {{"main"}, {"other"}}),
            "the cubin has no code of kernel other");
  EXPECT_EQ(cubinFault(""), "the cubin is no ELF file");
  EXPECT_EQ(cubinFault("// PTX"), "the cubin is no ELF file");
  EXPECT_EQ(cubinFault(cubin("CLASS64", "CLASS32")),
            "the cubin is no little-endian ELF file of 64 bits");
  EXPECT_EQ(cubinFault(cubin("2LSB", "2MSB")),
            "the cubin is no little-endian ELF file of 64 bits");
  EXPECT_EQ(cubinFault(cubin("EM_CUDA", "EM_X86_64")),
            "the cubin is for machine 62, not for CUDA (190)");
  for (auto [pattern, value] : {std::pair("Name: main", "Name: main_"),
                                {"STT_FUNC", "STT_OBJECT"},
                                {"Size: 8", "Size: 0"},
                                {"Content: \"0011223344556677\"", "Size: 0"},
                                {"Section: .text.main", "Index: SHN_UNDEF"}})
    EXPECT_EQ(cubinFault(cubin(pattern, value)),
              "the cubin has no code of kernel main")
        << value;
}

/// With `.nv.info.main` of these bytes.
std::string cubinWithInfo(const std::string &digits) {
  return cubin("Symbols:\n", "  - Name: .nv.info.main\n"
                             "    Type: SHT_PROGBITS\n"
                             "    Content: \"" +
                                 digits + "\"\nSymbols:\n");
}

/// As ptxas 13.0 lists the parameters of a kernel that takes 8, 4 and 128
/// bytes: the last one first, among other entries.
std::string cubinWithParameters() {
  return cubinWithInfo("0437040082000000"
                       "03500000"
                       "04170C00000000000200100000F00102"
                       "04170C00000000000100080000F01100"
                       "04170C00000000000000000000F02100"
                       "0319A100031BFF00");
}

/// Of a kernel with a hidden parameter it lists the others in another form.
TEST(DeviceCode, CubinHasTheArgumentsBesideHiddenOnes) {
  std::string bytes = cubinWithInfo("0437040086000000"
                                    "04450C00000000000100080004000000"
                                    "04450C00000000000000000008000004"
                                    "0319B000");
  EXPECT_EQ(faultOfCubin(bytes, ExpectedKernel{"main", {8, 4}}), "");
  EXPECT_EQ(faultOfCubin(bytes, ExpectedKernel{"main", {8, 4, 4}}),
            "the cubin: kernel main lacks argument 2: it has 2 of 3");
  EXPECT_EQ(faultOfCubin(bytes, ExpectedKernel{"main", {8, 8}}),
            "the cubin: kernel main takes 4 bytes for argument 1, which has 8");
  // Parameters in a form that nobody knows here say nothing; none say it all.
  EXPECT_EQ(
      faultOfCubin(cubinWithInfo("0319B000"), ExpectedKernel{"main", {8}}), "");
  EXPECT_EQ(
      faultOfCubin(cubinWithInfo("03500000"), ExpectedKernel{"main", {8}}),
      "the cubin: kernel main lacks argument 0: it has 0 of 1");
}

TEST(DeviceCode, CubinHasTheArguments) {
  std::string bytes = cubinWithParameters();
  auto fault = [&](std::vector<unsigned> arguments) {
    return faultOfCubin(bytes, ExpectedKernel{"main", std::move(arguments)});
  };
  EXPECT_EQ(fault({}), "");
  EXPECT_EQ(fault({8, 4}), "");
  EXPECT_EQ(fault({8, 4, 128}), "");
  EXPECT_EQ(fault({8, 4, 128, 8}),
            "the cubin: kernel main lacks argument 3: it has 3 of 4");
  EXPECT_EQ(fault({4}),
            "the cubin: kernel main takes 8 bytes for argument 0, which has 4");
  // One that does not list any says nothing of them.
  EXPECT_EQ(faultOfCubin(cubin(), ExpectedKernel{"main", {8}}), "");
}

/// Whatever the bytes are, there is an answer.
TEST(DeviceCode, BrokenCubins) {
  const std::string bytes = cubinWithParameters();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(cubinFault(llvm::StringRef(bytes).take_front(size)), "") << size;
  for (size_t at = 0; at < bytes.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[at] ^= char(1 << bit);
      faultOfCubin(changed, ExpectedKernel{"main", {8, 4, 128}});
    }
}
} // namespace
