//===- InlineAssemblyTest.cpp - Calls of PTX text in LLVM IR --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tests/unit/interp/Simt/LlvmRow.h"

using namespace tilefuzz;
using namespace tilefuzz::test;

TEST(InlineAssembly, RunsByTheTableOfPtx) {
  check({"assembly",
         "%x = call float asm \"add.rp.f32 $0, $1, $2;\", \"=f,f,f\"(float "
         "1.0, float 0x36A0000000000000)\n%r = bitcast float %x to i32\n",
         0x3f800001});
  // Several results, a register of its own, clobbers.
  check({"assembly",
         "%s = call {i32, i32} asm sideeffect \"{ .reg .b32 t; add.u32 t, $2, "
         "$3; mul.lo.u32 $0, t, t; sub.u32 $1, t, 1; }\", "
         "\"=r,=r,r,r,~{memory}\"(i32 2, i32 3)\n"
         "%a = extractvalue {i32, i32} %s, 0\n"
         "%b = extractvalue {i32, i32} %s, 1\n%r = add i32 %a, %b\n",
         29});
  check({"assembly", "%r = call i32 asm \"mov.u32 $0, %nctaid.z;\", \"=r\"()\n",
         3});
  check({"assembly",
         "call void asm sideeffect \"bar.sync 0;\", \"~{memory}\"()\n"
         "%r = add i32 1, 1\n",
         2});
}

TEST(InlineAssembly, RefusalsNameWhatIsNotKnown) {
  Outcome outcome = run("%x = call double asm \"div.approx.f64 $0, $1, $1;\", "
                        "\"=d,d\"(double 1.0)\nret void\n");
  EXPECT_EQ(outcome.status, RunStatus::Unsupported);
  EXPECT_EQ(outcome.condition, "PTX instruction 'div.approx.f64'");
  EXPECT_EQ(outcome.site.location, "k:%0:0");
  struct {
    const char *call, *condition;
  } rows[] = {
      {"call i32 asm \"add.u32 $0, $1, $2\", \"=r,r,r\"(i32 1, i32 2)",
       "PTX: line 1: error: expected ';' before the end of the text in 'call' "
       "at k:%0:0"},
      {"call i16 asm \"mov.u16 $0, 1;\", \"=r\"()",
       "constraint 0 in 'call' at k:%0:0"},
      {"call i32 asm \"add.u32 $0, $1, 1;\", \"=r,0\"(i32 1)",
       "constraint 0 in 'call' at k:%0:0"},
  };
  for (const auto &row : rows) {
    Outcome refused = run(std::string("%x = ") + row.call + "\nret void\n");
    EXPECT_EQ(refused.status, RunStatus::Unsupported);
    EXPECT_EQ(refused.condition, row.condition);
  }
}
