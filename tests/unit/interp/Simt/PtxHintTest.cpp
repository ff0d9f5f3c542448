//===- PtxHintTest.cpp - What programs tell the machine -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, sections of prefetch, prefetchu, applypriority, discard,
// createpolicy, nanosleep, brkpt and isspacep.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;
using namespace tilefuzz::simt;

namespace {
struct HintRun {
  std::string error;
  Outcome outcome;
  std::vector<uint32_t> out = std::vector<uint32_t>(64);

  /// Of a body in which %o is the address of 64 words of 7, %t the thread.
  explicit HintRun(const std::string &body, unsigned threads = 1) {
    std::string text =
        ".version 9.0\n.target sm_100a\n.address_size 64\n"
        ".const .b32 c[4] = {1, 2, 3, 4}; .global .b32 g[4];\n"
        ".const .b64 d = 5;\n.visible .entry k(.param .u64 out)\n.reqntid " +
        std::to_string(threads) +
        "\n{\n.reg .pred %p<9>; .reg .b32 %r<20>, %t; .reg .f32 %f<4>;\n"
        ".reg .b64 %rd<20>, %o; .shared .b32 s[4]; .local .b32 l[4];\n"
        "ld.param.u64 %o, [out]; mov.u32 %t, %tid.x;\n" +
        body + "\nret;\n}\n";
    llvm::Expected<PtxModule> module = parsePtxModule(text);
    llvm::Expected<Kernel> kernel =
        module ? decodePtxKernel(*module, "", 2) : module.takeError();
    if (!kernel) {
      error = llvm::toString(kernel.takeError());
      return;
    }
    Launch launch = llvm::cantFail(
        parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                    "// tilefuzz.buffer out : i32[64] = fill(7)\n"
                    "// tilefuzz.args &out\n",
                    "test"));
    outcome = runKernel(*kernel, launch, {});
    if (!outcome.buffers.empty())
      memcpy(out.data(), outcome.buffers[0].bytes.data(), 256);
  }
  bool completed() const { return error.empty() && outcome.completed(); }
  bool isUnspecified(unsigned element) const {
    const std::vector<bool> &bytes = outcome.buffers[0].unspecified;
    return !bytes.empty() && bytes[4 * element];
  }
};
} // namespace

/// Every name of the table that executes, with the operands that it has.
TEST(PtxHints, ChangeNothingButWhatIsDiscarded) {
  unsigned executed = 0;
  for (const PtxForm &form : getPtxHintForms())
    for (const std::string &name : namesOf(form)) {
      llvm::StringRef whole = name;
      if (form.opcode == Opcode::Refuse || whole == "brkpt")
        continue;
      std::string operands =
          whole.contains("local")                   ? "[l]"
          : whole == "prefetchu.L1"                 ? "[%o]"
          : whole.starts_with("prefetch")           ? "[%o+4]"
          : whole.starts_with("applypriority")      ? "[%o], 128"
          : whole.starts_with("discard")            ? "[%o+128], 128"
          : whole.starts_with("createpolicy.fract") ? "%rd1, 0.5"
          : whole.starts_with("createpolicy.range") ? "%rd1, [%o], 64, %r1"
          : whole.starts_with("createpolicy.cvt")   ? "%rd1, %rd2"
          : whole == "nanosleep.u32"                ? "%r1"
                                                    : "";
      HintRun run("mov.u32 %r1, 128; mov.u64 %rd2, 3;\n" + name + " " +
                  operands + ";\nst.global.u32 [%o+8], 1;");
      ASSERT_TRUE(run.completed())
          << name << ": " << run.error << run.outcome.summary();
      for (unsigned i = 0; i < 64; ++i) {
        EXPECT_EQ(run.isUnspecified(i), whole.starts_with("discard") && i >= 32)
            << name << " " << i;
        if (!run.isUnspecified(i))
          EXPECT_EQ(run.out[i], i == 2 ? 1u : 7u) << name << " " << i;
      }
      ++executed;
    }
  EXPECT_EQ(executed, 54u);
}

TEST(PtxHints, DiscardsAreWeakWritesOfWholeLines) {
  // Read by another thread, written again, and out of place.
  HintRun race("setp.eq.u32 %p1, %t, 0; @%p1 discard.global.L2 [%o], 128;\n"
               "@!%p1 ld.global.u32 %r1, [%o+4];",
               2);
  EXPECT_EQ(race.outcome.status, RunStatus::Race);
  HintRun again("discard.L2 [%o], 128; st.global.u32 [%o+4], 9;");
  ASSERT_TRUE(again.completed()) << again.error;
  EXPECT_EQ(again.out[1], 9u);
  EXPECT_TRUE(again.isUnspecified(0));
  EXPECT_FALSE(again.isUnspecified(1));
  EXPECT_FALSE(again.isUnspecified(32));
  HintRun misaligned("discard.global.L2 [%o+4], 128;");
  EXPECT_EQ(misaligned.outcome.condition, "misaligned-access");
  HintRun beyond("discard.global.L2 [%o+256], 128;");
  EXPECT_EQ(beyond.outcome.condition, "out-of-bounds");
  HintRun shared("mov.u32 %r1, s; cvt.u64.u32 %rd1, %r1;\n"
                 "cvta.shared.u64 %rd1, %rd1; discard.L2 [%rd1], 128;");
  EXPECT_EQ(shared.outcome.status, RunStatus::UndefinedBehaviour);
  EXPECT_NE(HintRun("discard.global.L2 [%o], 64;").error, "");
  EXPECT_NE(HintRun("applypriority.global.L2::evict_normal [%o], %r1;").error,
            "");
}

TEST(PtxHints, PoliciesGoWithAccesses) {
  HintRun run("createpolicy.fractional.L2::evict_first.b64 %rd1;\n"
              "ld.global.L1::no_allocate.L2::cache_hint.v2.u32 {%r1, %r2}, "
              "[%o], %rd1;\nadd.u32 %r1, %r1, %r2;\n"
              "st.global.L2::cache_hint.u32 [%o+4], %r1, %rd1;");
  ASSERT_TRUE(run.completed()) << run.error << run.outcome.summary();
  EXPECT_EQ(run.out[1], 14u);
  // Of other spaces, and without the policy.
  EXPECT_EQ(
      HintRun("ld.shared.L2::cache_hint.u32 %r1, [s], %rd1;").outcome.status,
      RunStatus::Unsupported);
  EXPECT_NE(HintRun("ld.global.L2::cache_hint.u32 %r1, [%o];").error, "");
  EXPECT_NE(HintRun("ld.global.u32 %r1, [%o], %rd1;").error, "");
  // Nobody knows what is in it.
  HintRun opaque("createpolicy.fractional.L2::evict_last.b64 %rd1, 1.0;\n"
                 "st.global.u64 [%o], %rd1;");
  ASSERT_TRUE(opaque.completed());
  EXPECT_TRUE(opaque.isUnspecified(0) && opaque.isUnspecified(1));
}

TEST(PtxHints, BreakpointsEndTheLaunch) {
  EXPECT_EQ(HintRun("brkpt;").outcome.status, RunStatus::Trap);
  EXPECT_TRUE(HintRun("setp.eq.u32 %p1, %t, 1; @%p1 brkpt;").completed());
}

/// Each kind of address is in one space, and shared memory in both of its.
TEST(PtxHints, AddressesAreInTheirSpace) {
  const char *spaces[] = {"global",          "const", "shared", "shared::cta",
                          "shared::cluster", "local", "param",  "param::entry"};
  struct {
    const char *address, *in;
  } rows[] = {
      {"mov.u64 %rd1, %o;", "global"},
      {"mov.u64 %rd1, g;", "global"},
      {"add.u64 %rd1, %o, 100000;", "global"},
      {"mov.u64 %rd1, c;", "const"},
      {"mov.u64 %rd1, d; add.u64 %rd1, %rd1, 4;", "const"},
      {"mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;", "shared"},
      {"mov.u64 %rd1, l; cvta.local.u64 %rd1, %rd1;", "local"},
      {"mov.u64 %rd1, 0;", "global"},
  };
  for (const auto &row : rows)
    for (const char *space : spaces) {
      HintRun run(
          std::string(row.address) + "isspacep." + space +
          " %p1, %rd1; selp.u32 %r1, 1, 0, %p1; st.global.u32 [%o], %r1;");
      ASSERT_TRUE(run.completed())
          << row.address << run.error << run.outcome.summary();
      EXPECT_EQ(run.out[0], llvm::StringRef(space).starts_with(row.in))
          << row.address << " in " << space;
    }
}
