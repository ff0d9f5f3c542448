//===- ApproximateKernel.h - Kernels whose results vary ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_APPROXIMATEKERNEL_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_APPROXIMATEKERNEL_H

#include "interp/Program/Launch.h"
#include "interp/Simt/Machine/SimtOptions.h"
#include "interp/Simt/PtxProgram.h"
#include "gtest/gtest.h"
#include <cstring>

namespace tilefuzz::test {

inline constexpr ResultChoice otherResults[] = {
    ResultChoice::Least, ResultChoice::Greatest, ResultChoice::Mixed};

/// Threads of one warp: each loads %x and %y, and stores %r, or %n if
/// `isInteger`.
struct ApproximateRun {
  Outcome outcome;

  ApproximateRun(const std::string &body, llvm::ArrayRef<float> x,
                 llvm::ArrayRef<float> y,
                 ResultChoice results = ResultChoice::Nearest,
                 bool isInteger = false) {
    std::string count = std::to_string(x.size());
    std::string text =
        ".version 9.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .b64 a, .param .b64 b, .param .b64 o)\n"
        ".reqntid " +
        count +
        "\n{\n"
        ".reg .pred %p, %q;\n.reg .b16 %h, %h<9>;\n.reg .b32 %t, %i, %n, "
        "%i<9>;\n"
        ".reg .f32 %x, %y, %r, %f<9>;\n.reg .b64 %a, %b, %o, %d;\n"
        ".shared .align 16 .b8 lines[512];\n"
        ".shared .align 4 .b8 buffer[" +
        std::to_string(4 * x.size()) +
        "];\n"
        "ld.param.b64 %a, [a];\nld.param.b64 %b, [b];\nld.param.b64 %o, [o];\n"
        "mov.u32 %t, %tid.x;\nmul.wide.u32 %d, %t, 4;\n"
        "add.s64 %a, %a, %d;\nadd.s64 %b, %b, %d;\nadd.s64 %o, %o, %d;\n"
        "ld.global.f32 %x, [%a];\nld.global.f32 %y, [%b];\n" +
        body + "\nst.global." + (isInteger ? "b32 [%o], %n" : "f32 [%o], %r") +
        ";\nret;\n}\n";
    Launch launch = llvm::cantFail(parseLaunch(
        "// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
        "// tilefuzz.buffer a : f32[" +
            count + "] = list(" + listOf(x) + ")\n// tilefuzz.buffer b : f32[" +
            count + "] = list(" + listOf(y) + ")\n// tilefuzz.buffer out : " +
            (isInteger ? "i32" : "f32") + "[" + count +
            "] = fill(0)\n"
            "// tilefuzz.args &a &b &out\n",
        "test"));
    auto program = PtxProgram::create(text, launch);
    if (!program) {
      ADD_FAILURE() << llvm::toString(program.takeError()) << text;
      return;
    }
    SimtOptions options;
    options.results = results;
    outcome = (*program)->run(launch, options);
    EXPECT_TRUE(outcome.completed()) << body << outcome.summary();
  }

  static std::string listOf(llvm::ArrayRef<float> numbers) {
    std::string text;
    for (float number : numbers) {
      char digits[40];
      snprintf(digits, sizeof digits, "%.9g", double(number));
      text += (text.empty() ? "" : ", ") + std::string(digits);
    }
    return text;
  }
  const BufferImage &out() const { return outcome.buffers[2]; }
  float at(size_t i) const {
    float value;
    memcpy(&value, out().bytes.data() + 4 * i, 4);
    return value;
  }
  bool isInexact(size_t i) const {
    return i < out().enclosures.size() && !out().enclosures[i].exact;
  }
};

} // namespace tilefuzz::test

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_APPROXIMATEKERNEL_H
