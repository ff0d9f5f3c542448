//===- CtaBarrierTest.cpp - The sixteen barriers of a CTA -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "WarpKernel.h"
#include "interp/Program/Launch.h"
#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/SimtOptions.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "interp/Simt/PtxProgram.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;

/// Each thread stores %r to its element of `out`; there is a word of shared
/// memory for each of them.
static Outcome run(const std::string &body, unsigned threads = 96,
                   uint64_t schedule = 0, bool alignsExitedLanes = true) {
  std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .b64 o)\n.reqntid " +
      std::to_string(threads) +
      "\n{\n.reg .pred %p, %q, %s;\n.reg .b32 %t, %w, %r, %i, %b;\n"
      ".reg .b64 %o, %d, %a;\n.shared .align 4 .b8 words[512];\n"
      "ld.param.b64 %o, [o];\nmov.u32 %t, %tid.x;\nmul.wide.u32 %d, %t, 4;\n"
      "add.s64 %o, %o, %d;\nmov.b64 %a, words;\nadd.s64 %a, %a, %d;\n"
      "shr.u32 %w, %t, 5;\nmov.u32 %r, 0;\nmov.u32 %b, 1;\n" +
      body + "\nDONE: st.global.b32 [%o], %r;\nret;\n}\n";
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer out : i32[128] = fill(7)\n"
                  "// tilefuzz.args &out\n",
                  "test"));
  auto program = PtxProgram::create(text, launch);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError()) << text;
    return {};
  }
  SimtOptions options;
  options.schedule = schedule;
  options.alignsExitedLanes = alignsExitedLanes;
  return (*program)->run(launch, options);
}

static uint32_t at(const Outcome &outcome, unsigned i) {
  uint32_t value;
  memcpy(&value, outcome.buffers[0].bytes.data() + 4 * i, 4);
  return value;
}

static constexpr unsigned schedules = 8;

TEST(CtaBarriers, OrderWhatTwoWarpsDo) {
  // Warps 0 and 1 exchange, warp 2 goes its own way and uses another barrier.
  for (const char *name :
       {"bar.sync", "barrier.sync", "barrier.cta.sync.aligned"})
    for (unsigned schedule = 0; schedule < schedules; ++schedule) {
      Outcome outcome = run(
          "setp.eq.u32 %p, %w, 2; @%p bra THIRD; st.shared.b32 [%a], %t; " +
              std::string(name) +
              " 3, 64; xor.b32 %i, %t, 32; mul.wide.u32 %d, %i, 4; "
              "mov.b64 %a, words; add.s64 %a, %a, %d; ld.shared.b32 %r, [%a]; "
              "bra DONE; THIRD: st.shared.b32 [%a], 5; " +
              name + " %b, 32; ld.shared.b32 %r, [%a];",
          96, schedule);
      ASSERT_TRUE(outcome.completed()) << name << outcome.summary();
      for (unsigned i = 0; i < 96; ++i)
        EXPECT_EQ(at(outcome, i), i < 64 ? i ^ 32 : 5) << name << i;
    }
}

TEST(CtaBarriers, LetProducersGoOn) {
  // Two warps arrive, one waits for both, twice with the same barrier.
  for (unsigned schedule = 0; schedule < schedules; ++schedule) {
    Outcome outcome =
        run("setp.eq.u32 %p, %w, 0; @%p bra CONSUMER; "
            "st.shared.b32 [%a], %t; bar.arrive 1, 96; bar.sync 2, 96; "
            "add.u32 %i, %t, 100; st.shared.b32 [%a], %i; bar.arrive 1, 96; "
            "bra DONE; CONSUMER: bar.sync 1, 96; "
            "ld.shared.b32 %r, [%a + 128]; ld.shared.b32 %i, [%a + 256]; "
            "add.u32 %r, %r, %i; bar.arrive 2, 96; bar.sync 1, 96; "
            "ld.shared.b32 %i, [%a + 128]; add.u32 %r, %r, %i;",
            96, schedule);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_EQ(at(outcome, i), (i + 32) + (i + 64) + (i + 132)) << i;
  }
  // Who only arrives has not waited.
  Outcome race = run("setp.eq.u32 %p, %w, 0; @%p bra FIRST; "
                     "st.global.b32 [%o], %t; bar.sync 1, 64; bra DONE; FIRST: "
                     "bar.arrive 1, 64; ld.global.b32 %r, [%o + 128];",
                     64);
  EXPECT_EQ(race.status, RunStatus::Race) << race.summary();
}

TEST(CtaBarriers, ReducePredicates) {
  struct {
    const char *instruction, *store;
    uint32_t expected;
  } rows[] = {
      {"bar.red.popc.u32 %r, 0, %p;", "", 40},
      {"barrier.cta.red.popc.aligned.u32 %r, 0, 96, !%p;", "", 56},
      {"bar.cta.red.and.pred %q, 4, %p;", "selp.b32 %r, 1, 0, %q;", 0},
      {"barrier.red.or.pred %q, 4, 96, %p;", "selp.b32 %r, 1, 0, %q;", 1},
      {"barrier.red.and.aligned.pred %q, 15, %s;", "selp.b32 %r, 1, 0, %q;", 1},
      {"barrier.red.or.pred %q, 15, !%s;", "selp.b32 %r, 1, 0, %q;", 0},
  };
  for (const auto &row : rows) {
    Outcome outcome = run("setp.lt.u32 %p, %t, 40; setp.lt.u32 %s, %t, 96; " +
                          std::string(row.instruction) + row.store);
    ASSERT_TRUE(outcome.completed()) << row.instruction << outcome.summary();
    for (unsigned i = 0; i < 96; ++i)
      EXPECT_EQ(at(outcome, i), row.expected) << row.instruction;
  }
}

TEST(CtaBarriers, WarpsMayComeToDifferentInstructions) {
  Outcome outcome = run("setp.eq.u32 %p, %w, 0; @%p bra FIRST; bar.sync 0; "
                        "bra DONE; FIRST: bar.sync 0;",
                        64);
  EXPECT_TRUE(outcome.completed()) << outcome.summary();
  // Lanes of one warp may do so where the barrier is not aligned.
  const char *body = "setp.lt.u32 %p, %t, 5; @%p bra FIRST; NAME 0; "
                     "bra DONE; FIRST: NAME 0;";
  auto with = [&](llvm::StringRef name) {
    std::string text = body;
    for (size_t place; (place = text.find("NAME")) != std::string::npos;)
      text.replace(place, 4, name.str());
    return run(text, 64);
  };
  EXPECT_TRUE(with("barrier.sync").completed());
  EXPECT_EQ(with("bar.sync").condition, "barrier-divergence");
}

TEST(CtaBarriers, DoNotWaitForThreadsThatHaveExited) {
  for (unsigned schedule = 0; schedule < schedules; ++schedule) {
    // Warp 0 exits; the others exchange what they know, twice.
    Outcome outcome =
        run("setp.eq.u32 %p, %w, 0; @%p ret; st.shared.b32 [%a], %t; "
            "bar.sync 0; xor.b32 %i, %t, 96; mul.lo.u32 %i, %i, 4; "
            "cvt.u64.u32 %d, %i; mov.b64 %a, words; add.s64 %a, %a, %d; "
            "ld.shared.b32 %r, [%a]; bar.sync 0;",
            96, schedule);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    for (unsigned i = 0; i < 96; ++i)
      EXPECT_EQ(at(outcome, i), i < 32 ? 7 : i ^ 96);
    // The exit completes a reduction of those that are left.
    outcome = run("setp.eq.u32 %p, %w, 0; @%p bra LATE; "
                  "setp.ne.u32 %q, %t, 95; bar.red.popc.u32 %i, 0, %q; "
                  "setp.ne.u32 %q, %t, 96; bar.red.and.pred %s, 0, %q; "
                  "selp.b32 %r, %i, 0, %s; bra DONE; "
                  "LATE: add.u32 %b, %b, 1; setp.lt.u32 %p, %b, 99; "
                  "@%p bra LATE; ret;",
                  96, schedule);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    for (unsigned i = 0; i < 96; ++i)
      EXPECT_EQ(at(outcome, i), i < 32 ? 7 : 63);
    // Nothing orders what a thread did before it exited.
    outcome = run("setp.eq.u32 %p, %w, 0; @%p bra FIRST; bar.sync 0; "
                  "ld.shared.b32 %r, [words]; bra DONE; "
                  "FIRST: st.shared.b32 [%a], %t; ret;",
                  64, schedule);
    EXPECT_TRUE(outcome.status == RunStatus::Race ||
                outcome.condition == "uninitialised-read")
        << outcome.summary();
  }
  // Who says how many threads it is for waits for as many.
  EXPECT_EQ(run("setp.eq.u32 %p, %w, 0; @%p ret; bar.sync 0, 96;").status,
            RunStatus::Deadlock);
  // Lanes that have exited are not held against those of their warp.
  const char *half = "setp.lt.u32 %p, %t, 5; @%p ret; ";
  EXPECT_TRUE(run(half + std::string("barrier.sync 0;")).completed());
  EXPECT_TRUE(run(half + std::string("bar.sync 0;"), 96, 0,
                  /*alignsExitedLanes=*/false)
                  .completed());
}

TEST(CtaBarriers, MisuseIsNamed) {
  struct {
    const char *body, *condition;
  } rows[] = {
      {"mov.u32 %i, 16; bar.sync %i;", "barrier-operands"},
      {"bar.sync 1, 48;", "barrier-operands"},
      {"bar.sync 1, 128;", "barrier-operands"},
      {"mov.u32 %i, 0; bar.arrive 1, %i;", "barrier-operands"},
      // Other counts, or another reduction, at one barrier.
      {"setp.eq.u32 %p, %w, 0; selp.u32 %i, 64, 96, %p; bar.sync 1, %i;",
       "barrier-operands"},
      {"setp.eq.u32 %p, %w, 0; @%p bra F; bar.red.popc.u32 %r, 0, %p; "
       "bra DONE; F: bar.sync 0;",
       "barrier-operands"},
      // Lanes that have exited, before the others come or behind them.
      {"setp.lt.u32 %p, %t, 5; @%p ret; bar.sync 0;", "barrier-divergence"},
      {"setp.lt.u32 %p, %t, 5; @%p bra LATE; bar.sync 0; bra DONE; "
       "LATE: add.u32 %b, %b, 1; setp.lt.u32 %p, %b, 99; @%p bra LATE; ret;",
       "barrier-divergence"},
      // Half of a warp stands in for half of another.
      {"setp.ge.u32 %p, %w, 2; @%p bra DONE; and.b32 %i, %t, 31; "
       "setp.ge.u32 %q, %i, 16; @%q bra DONE; bar.sync 1, 32;",
       "barrier-divergence"},
  };
  for (const auto &row : rows) {
    Outcome outcome = run(row.body);
    EXPECT_FALSE(outcome.completed()) << row.body;
    EXPECT_EQ(outcome.condition, row.condition)
        << row.body << outcome.summary();
  }
  // One warp waits for two.
  Outcome never = run("setp.eq.u32 %p, %w, 0; @!%p bra DONE; bar.sync 1, 64;");
  EXPECT_EQ(never.status, RunStatus::Deadlock) << never.summary();
}

TEST(CtaBarriers, EveryNameIsDecoded) {
  unsigned names = 0;
  for (const simt::PtxForm &form : simt::getPtxBarrierForms())
    for (const std::string &name : simt::namesOf(form)) {
      llvm::StringRef text = name;
      std::string body = name + (text.contains("popc")    ? " %r, 1, 96, %p;"
                                 : text.contains(".red.") ? " %q, 1, 96, %p;"
                                                          : " 1, 96;");
      Outcome outcome = run("setp.eq.u32 %p, %t, %t; " + body);
      EXPECT_TRUE(outcome.completed()) << body << outcome.summary();
      ++names;
    }
  EXPECT_EQ(names, 30u);
}

/// Of LLVM IR: two warps, of which the threads below 40 have a true predicate.
TEST(CtaBarriers, EveryIntrinsicIsDecoded) {
  unsigned names = 0;
  for (const simt::IntrinsicRow &row : simt::getIntrinsicRows()) {
    llvm::StringRef name = llvm::Intrinsic::getBaseName(row.intrinsic);
    if (!name.starts_with("llvm.nvvm.barrier.cta."))
      continue;
    ++names;
    bool isCounted = name.ends_with(".count"), reduces = name.contains(".red.");
    std::string result = !reduces                 ? "void"
                         : name.contains(".popc") ? "i32"
                                                  : "i1",
                call = std::string(isCounted ? "(i32 3, i32 64" : "(i32 3") +
                       (reduces ? ", i1 %p)" : ")");
    test::WarpKernel kernel;
    kernel.in.resize(16);
    kernel.threads = 64;
    // WarpKernel itself calls that one.
    if (name != "llvm.nvvm.barrier.cta.sync.aligned.all")
      kernel.declarations = "declare " + result + " @" + name.str() + "(i32" +
                            (isCounted ? ", i32" : "") +
                            (reduces ? ", i1" : "") + ")\n";
    kernel.llvm = "%p = icmp ult i32 %t, 40\n" +
                  std::string(reduces ? "%r = " : "") + "call " + result +
                  " @" + name.str() + call + "\n" +
                  (result == "i1"    ? "%v = zext i1 %r to i32\n"
                   : result == "i32" ? "%v = add i32 %r, 0\n"
                                     : "%v = add i32 7, 0\n") +
                  "store i32 %v, ptr addrspace(1) %out\n";
    kernel.run();
    ASSERT_TRUE(kernel.completed())
        << name.str() << kernel.error << kernel.outcome.summary();
    uint32_t expected = !reduces                 ? 7
                        : name.contains(".popc") ? 40
                        : name.contains(".or.")  ? 1
                                                 : 0;
    for (unsigned i = 0; i < 64; ++i)
      EXPECT_EQ(kernel.word(i, 0), expected) << name.str() << i;
  }
  EXPECT_EQ(names, 18u);
}
