//===- LaunchControlTest.cpp - CTAs that take over blocks -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.13.18: clusterlaunchcontrol; and grids of fewer CTAs than
// blocks (compiler/Support/PersistentGrid.h).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cstring>
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::simt;

namespace {
/// A kernel of one warp in each CTA on `out`, which counts. `take` and
/// `answered` are in shared memory, and thread 0 has made the mbarrier for one
/// arrival. `p` is true in thread 0 alone.
struct LaunchRun {
  std::string error;
  Outcome outcome;
  std::vector<uint32_t> out = std::vector<uint32_t>(64);

  LaunchRun(const std::string &body, uint64_t schedule,
            const std::string &grid = "4,3,2", unsigned cluster = 1,
            const std::string &before = "") {
    std::string text =
        ".version 9.0\n.target sm_100a\n.address_size 64\n" + before +
        ".visible .entry k(.param .u64 out)\n.reqntid 32\n" +
        ".reqnctapercluster " + std::to_string(cluster) + "\n" +
        "{\n.reg .pred %p, %q, %more; .reg .b32 %r<20>, %t, %x, %y, %z, %w, "
        "%phase, %k; .reg .b64 %rd<20>, %o; .reg .b128 %answer;\n"
        ".shared .align 16 .b8 take[16]; .shared .align 8 .b64 answered;\n"
        "ld.param.u64 %o, [out]; mov.u32 %t, %tid.x; setp.eq.u32 %p, %t, 0;\n"
        "mov.u32 %x, %ctaid.x; mov.u32 %y, %ctaid.y; mov.u32 %z, %ctaid.z;\n"
        "mov.u32 %phase, 0; mov.u32 %k, %cluster_ctarank;\n"
        "@%p mbarrier.init.shared.b64 [answered], 1;\nbar.sync 0;\n" +
        body + "\nret;\n}\n";
    llvm::Expected<PtxModule> module = parsePtxModule(text);
    if (!module) {
      error = llvm::toString(module.takeError());
      return;
    }
    llvm::Expected<Kernel> kernel = decodePtxKernel(*module, "", 2);
    if (!kernel) {
      error = llvm::toString(kernel.takeError());
      return;
    }
    Launch launch = llvm::cantFail(
        parseLaunch("// tilefuzz.launch kernel=@k grid=" + grid +
                        " seed=1\n// tilefuzz.buffer out : i32[64] = "
                        "fill(0)\n// tilefuzz.args &out\n",
                    "test"));
    SimtOptions options;
    options.schedule = schedule;
    outcome = runKernel(*kernel, launch, options);
    if (!outcome.buffers.empty())
      memcpy(out.data(), outcome.buffers[0].bytes.data(), 256);
  }
};
} // namespace

/// Thread 0 adds 1 to the word of the block in %x, %y, %z, of a grid of 4x3xN.
static const std::string count =
    "mad.lo.u32 %r1, %z, 3, %y; mad.lo.u32 %r1, %r1, 4, %x;\n"
    "mul.wide.u32 %rd1, %r1, 4; add.u64 %rd1, %o, %rd1;\n"
    "@%p red.global.add.u32 [%rd1], 1;\n";
static const std::string expect =
    "@%p mbarrier.arrive.expect_tx.shared.b64 _, [answered], 16;\n";
static const std::string ask =
    "@%p clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_"
    "tx::bytes.b128 [take], [answered];\n";
static const std::string waited =
    "$wait: mbarrier.try_wait.parity.shared.b64 %q, [answered], %phase;\n"
    "@!%q bra $wait;\n";
static const std::string queried =
    "ld.shared.b128 %answer, [take];\n"
    "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %more, %answer;\n";
static const std::string place =
    "@%more clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
    "{%x, %y, %z, _}, %answer;\n";
static const std::string loop = "$block:\n" + expect + ask + count + waited +
                                queried + place +
                                "fence.proxy.async; bar.sync 0;\n"
                                "xor.b32 %phase, %phase, 1; @%more bra $block;";

TEST(LaunchControl, EveryBlockRunsOnceWhateverTheSchedule) {
  for (uint64_t schedule = 0; schedule < 40; ++schedule) {
    LaunchRun run(loop, schedule);
    ASSERT_EQ(run.error, "");
    ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
    for (unsigned i = 0; i < 64; ++i)
      EXPECT_EQ(run.out[i], i < 24 ? 1u : 0u) << i << " in " << schedule;
  }
}

/// As a kernel that lets the others start does: what is given is what does not
/// start.
TEST(LaunchControl, SomeAreGivenSomeRefusedAndSomeAllStart) {
  // Whoever runs counts at 0, and what it is given at 1.
  std::string body = expect + ask + waited + queried +
                     "@%p red.global.add.u32 [%o], 1;\n@!%p bra $end;\n"
                     "@%more red.global.add.u32 [%o+4], 1;\n$end:\n";
  std::set<uint32_t> given;
  for (uint64_t schedule = 0; schedule < 60; ++schedule) {
    LaunchRun run(body, schedule, "6,1,1");
    ASSERT_EQ(run.error, "");
    ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
    EXPECT_EQ(run.out[0] + run.out[1], 6u);
    given.insert(run.out[1]);
  }
  EXPECT_TRUE(given.count(0));
  EXPECT_TRUE(given.count(3)) << "half of them run, and take one over each";
}

TEST(LaunchControl, DimensionsOneByOneAndGenericAddresses) {
  std::string each = "@!%more bra $none;\n";
  for (const char *axis : {"x", "y", "z"})
    each += std::string("clusterlaunchcontrol.query_cancel.get_first_ctaid::") +
            axis + ".b32.b128 %" + axis + ", %answer;\n";
  std::string generic =
      "cvta.shared.u64 %rd5, take; cvta.shared.u64 %rd6, answered;\n"
      "@%p clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes."
      "b128 [%rd5], [%rd6];\n";
  std::string body = "mov.u64 %rd5, take; mov.u64 %rd6, answered;\n$block:\n" +
                     expect + generic + count + waited + queried + each +
                     "$none: fence.proxy.async; bar.sync 0;\n"
                     "xor.b32 %phase, %phase, 1; @%more bra $block;";
  for (uint64_t schedule = 0; schedule < 8; ++schedule) {
    LaunchRun run(body, schedule);
    ASSERT_EQ(run.error, "");
    ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
    for (unsigned i = 0; i < 24; ++i)
      EXPECT_EQ(run.out[i], 1u) << i << " in " << schedule;
  }
}

/// A cluster asks once; all of its CTAs have the answer, and the first CTA's
/// number.
TEST(LaunchControl, AClusterIsAskedForByAllOfIt) {
  std::string all = ask;
  all.replace(all.find(".b128"), 0, ".multicast::cluster::all");
  std::string meet =
      "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n";
  std::string body = meet + "$block:\n" + expect +
                     "setp.ne.u32 %q, %k, 0; @%q bra $asked;\n" + all +
                     "$asked:\n" + count + waited + queried + place +
                     "add.u32 %x, %x, %k;\nfence.proxy.async;\n" + meet +
                     "xor.b32 %phase, %phase, 1; @%more bra $block;";
  for (uint64_t schedule = 0; schedule < 24; ++schedule) {
    LaunchRun run(body, schedule, "4,3,1", 2);
    ASSERT_EQ(run.error, "");
    ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
    for (unsigned i = 0; i < 12; ++i)
      EXPECT_EQ(run.out[i], 1u) << i << " in " << schedule;
  }
}

/// A block that is taken over and not run is missed.
TEST(LaunchControl, AnAnswerThatIsForgottenShows) {
  unsigned differ = 0;
  for (uint64_t schedule = 0; schedule < 20; ++schedule) {
    std::string forgets = loop;
    forgets.erase(forgets.find(place), place.size());
    LaunchRun run(forgets, schedule);
    ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
    differ += run.out != LaunchRun(loop, schedule).out;
  }
  EXPECT_GE(differ, 10u);
}

/// How runs end under some schedules, each end once.
static std::string endOf(const std::string &body, unsigned cluster = 1) {
  std::set<std::string> ends;
  for (uint64_t schedule = 0; schedule < 12; ++schedule) {
    LaunchRun run(body, schedule, "4,3,1", cluster);
    ends.insert(run.error.empty() ? run.outcome.summary() : run.error);
  }
  return llvm::join(ends, "\n");
}

static std::string without(std::string text, const std::string &part) {
  size_t place = text.find(part);
  EXPECT_NE(place, std::string::npos);
  return text.erase(place, part.size());
}

TEST(LaunchControl, WrongUsesEndByName) {
  EXPECT_EQ(endOf(loop), LaunchRun(loop, 1).outcome.summary());
  auto has = [](const std::string &end, const std::string &what) {
    EXPECT_NE(end.find(what), std::string::npos) << end;
  };
  // Read before it is there: nothing is, or what was there before; after the
  // answer is there, too, it is a race.
  std::string early =
      endOf("@%p st.shared.b64 [take], 0; @%p st.shared.b64 [take+8], 0;\n"
            "fence.proxy.async; bar.sync 0;\n" +
            without(loop, waited));
  has(early, "no-cancel-answer");
  has(early, "race");
  has(endOf(without(loop, waited)), "uninitialised-read");
  // Of a register that holds something else.
  has(endOf("mov.b128 %answer, {%rd1, %rd2};\nmov.u64 %rd1, 1; mov.u64 %rd2, "
            "0;\nmov.b128 %answer, {%rd1, %rd2};\n" +
            queried.substr(queried.find('\n') + 1)),
      "no-cancel-answer");
  // The first CTA of what was refused.
  has(endOf(expect + ask + waited + queried +
            place.substr(place.find(' ') + 1)),
      "cancel-refused");
  // Asked again.
  has(endOf("$block:\n" + expect + ask + waited + queried +
            "fence.proxy.async;\n"
            "bar.sync 0; xor.b32 %phase, %phase, 1;\n"
            "setp.lt.u32 %q, %phase, 2; @%q bra $block;"),
      "cancel-after-refusal");
  // Nobody expects its bytes.
  has(endOf(without(loop, expect)), "never completes");
  has(endOf("@%p clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::"
            "complete_tx::bytes.b128 [take+8], [answered];"),
      "misaligned");
  // Nobody has made the mbarrier.
  has(endOf("@%p clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::"
            "complete_tx::bytes.b128 [take], [take];"),
      "mbarrier-lifetime");
  std::string all = ask;
  all.replace(all.find(".b128"), 0, ".multicast::cluster::all");
  has(endOf("mov.u32 %r6, 0; setp.ne.u32 %q, %k, 0; @%q ret;\n$again: add.u32 "
            "%r5, %r6, 1; "
            "mov.u32 %r6, %r5; setp.lt.u32 %q, %r5, 100000; @%q bra $again;\n" +
                all,
            2),
      "cancel-for-exited");
}

/// A host that writes how many blocks there are launches any number of CTAs.
TEST(LaunchControl, FewerCtasThanBlocksWhereTheModuleSaysHowMany) {
  std::string steps =
      "ld.const.u32 %r2, [k_blocks]; ld.const.u32 %r3, [k_blocks+4];\n"
      "ld.const.u32 %r4, [k_blocks+8]; mul.lo.u32 %r5, %r2, %r3;\n"
      "mul.lo.u32 %r5, %r5, %r4; mov.u32 %r6, %ctaid.x; mov.u32 %r7, "
      "%nctaid.x;\n$next: setp.ge.u32 %q, %r6, %r5; @%q bra $end;\n"
      "rem.u32 %x, %r6, %r2; div.u32 %r8, %r6, %r2; rem.u32 %y, %r8, %r3;\n"
      "div.u32 %z, %r8, %r3;\n" +
      count +
      "@%p red.global.add.u32 [%o+252], %r7;\nadd.u32 %r6, %r6, %r7;\n"
      "bra $next;\n$end:\n";
  std::set<uint32_t> grids;
  for (uint64_t schedule = 0; schedule < 30; ++schedule) {
    LaunchRun run(steps, schedule, "4,3,2", 1,
                  ".visible .const .align 4 .b32 k_blocks[3];\n");
    ASSERT_EQ(run.error, "");
    ASSERT_TRUE(run.outcome.completed()) << run.outcome.summary();
    for (unsigned i = 0; i < 24; ++i)
      EXPECT_EQ(run.out[i], 1u) << i << " in " << schedule;
    grids.insert(run.out[63] / 24);
  }
  EXPECT_GT(grids.size(), 5u);
}
