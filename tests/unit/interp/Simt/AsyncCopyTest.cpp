//===- AsyncCopyTest.cpp - Copies that complete later ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// cp.async and what waits for it, in PTX and in LLVM IR: PTX ISA 9.0,
// 9.7.9.25.3 and 9.7.13.15.15.
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "WarpKernel.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "gtest/gtest.h"
#include <array>
#include <cstring>
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using ptxmodel::Name;
using tilefuzz::test::WarpKernel;

/// Each thread has 16 bytes of `in`, at %x, and 16 of shared memory behind
/// 2048, at %s; they begin as 7. `p` is true for odd threads.
static const std::string own =
    ".reg .pred p; .reg .b32 n, d<4>; .reg .b64 state;\n"
    "shl.b32 %i, %t, 4; cvt.u64.u32 %w, %i; add.u64 %x, %in, %w;\n"
    "mov.u32 %s, s; add.u32 %s, %s, %i; add.u32 %s, %s, 2048;\n"
    "mov.b32 d0, 0x07070707;\n"
    "st.shared.v4.b32 [%s], {d0, d0, d0, d0};\n"
    "and.b32 n, %t, 1; setp.eq.u32 p, n, 1;\n";
static const std::string show = "ld.shared.v4.b32 {d0, d1, d2, d3}, [%s];\n"
                                "st.global.v4.b32 [%out], {d0, d1, d2, d3};\n";

static WarpKernel run(const std::string &body, uint64_t schedule = 1,
                      bool detectRaces = true) {
  WarpKernel kernel;
  kernel.words = 4;
  for (unsigned i = 0; i < 1024; ++i)
    kernel.in.push_back(i * 37 + i / 256);
  kernel.body = own + body;
  kernel.schedule = schedule;
  kernel.detectRaces = detectRaces;
  kernel.run();
  EXPECT_EQ(kernel.error, "") << body;
  return kernel;
}

/// Whether a thread shows `read` bytes of `in`, zeros up to `written`, and what
/// was there.
static bool shows(const WarpKernel &kernel, unsigned thread, unsigned from,
                  unsigned read, unsigned written) {
  std::array<uint8_t, 16> expected;
  for (unsigned i = 0; i < 16; ++i)
    expected[i] = i < read ? kernel.in[16 * from + i] : i < written ? 0 : 7;
  return memcmp(kernel.outcome.buffers[1].bytes.data() + 16 * thread,
                expected.data(), 16) == 0;
}

TEST(AsyncCopy, EveryNameAndSize) {
  unsigned count = 0;
  std::set<std::string> waits = {
      "cp.async.wait_all;", "cp.async.commit_group; cp.async.wait_group 0;"};
  for (const PtxForm &form : getPtxAsyncForms())
    for (const std::string &text : namesOf(form)) {
      if (form.opcode != Opcode::AsyncCopy)
        continue;
      for (unsigned size : {4u, 8u, 16u}) {
        if (Name(text).has("cg") && size != 16)
          continue;
        std::string copy = text + " [%s], [%x], " + std::to_string(size);
        std::string policy = Name(text).has("L2::cache_hint") ? ", %w; " : "; ";
        for (const std::string &wait : waits) {
          ++count;
          // Whole, in part, by a register, and not at all.
          WarpKernel whole = run(copy + policy + wait + show, count);
          ASSERT_TRUE(whole.completed()) << text << whole.outcome.summary();
          for (unsigned part : {0u, 1u, size / 2, size}) {
            std::string number = std::to_string(part);
            WarpKernel some =
                run(copy + ", " + number + policy + wait + show, count);
            WarpKernel same = run("mov.b32 n, " + number + "; " + copy + ", n" +
                                      policy + wait + show,
                                  count);
            ASSERT_TRUE(some.completed() && same.completed())
                << text << some.outcome.summary() << same.outcome.summary();
            for (unsigned thread = 0; thread < 32; ++thread) {
              EXPECT_TRUE(shows(some, thread, thread, part, size)) << text;
              EXPECT_TRUE(shows(same, thread, thread, part, size)) << text;
            }
          }
          WarpKernel odd = run(copy + ", p" + policy + wait + show, count);
          ASSERT_TRUE(odd.completed()) << text << odd.outcome.summary();
          for (unsigned thread = 0; thread < 32; ++thread) {
            EXPECT_TRUE(shows(whole, thread, thread, size, size)) << text;
            EXPECT_TRUE(shows(odd, thread, thread, thread % 2 ? 0 : size, size))
                << text;
          }
        }
      }
    }
  // Two spaces, with three prefetches and none, with a policy and without.
  EXPECT_EQ(count, 2u * 2 * 2 * 4 * (3 + 1));
}

/// Copies to three places, in groups of one, and then one place is read.
TEST(AsyncCopy, GroupsCompleteInTheirOrder) {
  for (unsigned most = 0; most < 4; ++most)
    for (unsigned place = 0; place < 3; ++place)
      for (uint64_t schedule : {1, 2, 3}) {
        std::string body;
        for (unsigned i = 0; i < 3; ++i)
          body += "cp.async.ca.shared.global [%s+" + std::to_string(4 * i) +
                  "], [%x], 4; cp.async.commit_group;\n";
        body += "cp.async.wait_group " + std::to_string(most) +
                "; ld.shared.b32 d0, [%s+" + std::to_string(4 * place) +
                "]; st.global.b32 [%out], d0;\n";
        WarpKernel kernel = run(body, schedule);
        bool isOver = place + most < 3;
        EXPECT_EQ(kernel.outcome.completed(), isOver)
            << most << place << kernel.outcome.summary();
        if (!isOver) {
          EXPECT_EQ(kernel.outcome.status, RunStatus::Race);
          EXPECT_EQ(kernel.outcome.condition,
                    "an asynchronous copy may still access 's'");
          ASSERT_EQ(kernel.outcome.races.size(), 1u);
          EXPECT_EQ(kernel.outcome.races[0].first.operation,
                    "cp.async.ca.shared.global");
          continue;
        }
        for (unsigned thread = 0; thread < 32; ++thread) {
          uint32_t expected;
          memcpy(&expected, &kernel.in[16 * thread], 4);
          EXPECT_EQ(kernel.word(thread, 0), expected);
        }
      }
}

/// Of a kernel without any copy: under AddressSanitizer, clocks have no place
/// for who performs them.
TEST(AsyncCopy, GroupsMayBeEmpty) {
  WarpKernel kernel = run("cp.async.commit_group;\ncp.async.wait_group 0;\n"
                          "cp.async.wait_all;\n" +
                          show);
  EXPECT_TRUE(kernel.outcome.completed());
}

TEST(AsyncCopy, WhatIsNotOrderedIsNamed) {
  static const std::string copy = "cp.async.cg.shared.global [%s], [%x], 16;\n",
                           wait = "cp.async.wait_all;\n",
                           neighbour = "xor.b32 n, %i, 16; mov.u32 %s, s;\n"
                                       "add.u32 %s, %s, n;\n"
                                       "add.u32 %s, %s, 2048;\n",
                           still = "an asynchronous copy may still access '";
  struct {
    std::string body, condition;
  } rows[] = {
      // The thread's own, before and after.
      {copy + wait + show, ""},
      {copy + show, still + "s'"},
      {copy + "st.shared.b32 [%s+12], 1;\n" + wait, still + "s'"},
      {copy + "st.global.b32 [%x+12], %t;\n" + wait, still + "in'"},
      {copy + wait + "st.global.b32 [%x+12], %t;\n", ""},
      {copy + "ld.global.b32 d0, [%x];\n" + wait, ""},
      {copy + "st.shared.b32 [%s+1040], 1;\n" + wait, ""},
      // What is in no group is not waited for.
      {"cp.async.commit_group;\n" + copy + "cp.async.wait_group 0;\n" + show,
       still + "s'"},
      {copy + "cp.async.commit_group;\n" + "cp.async.commit_group;\n" +
           "cp.async.wait_group 1;\n" + show,
       ""},
      // Another thread's: it waits, and then the threads meet.
      {copy + wait + "bar.sync 0;\n" + neighbour + show, ""},
      {copy + "bar.sync 0;\n" + wait + neighbour + show, still + "s'"},
      {"bar.sync 0;\n" + copy + wait + neighbour + show, still + "s'"},
      // Two copies that nothing orders.
      {copy + copy + wait,
       "two asynchronous copies that nothing orders write the same bytes"},
      {copy + wait + copy + wait, ""},
      {copy + "cp.async.ca.shared.global [%s+8], [%x], 4;\n" + wait,
       "two asynchronous copies that nothing orders write the same bytes"},
      {copy + "cp.async.ca.shared.global [%s+1040], [%x], 4;\n" + wait, ""},
      // One that is left alone when its thread exits.
      {copy, ""},
      {copy + "cp.async.commit_group;\nexit;\n", ""},
  };
  for (const auto &row : rows)
    for (uint64_t schedule : {1, 2, 3, 4}) {
      WarpKernel kernel = run(row.body, schedule);
      EXPECT_EQ(kernel.outcome.condition, row.condition) << row.body;
      EXPECT_EQ(kernel.outcome.completed(), row.condition.empty())
          << row.body << kernel.outcome.summary();
    }
}

/// Threads without a part of a tile of their own repeat the copies of others.
TEST(AsyncCopy, RepeatedCopiesMayBeAllowed) {
  const std::string first = "mov.u32 %s, s; add.u32 %s, %s, 2048;\n",
                    copy = "cp.async.cg.shared.global [%s], [%in], 16;\n",
                    meet = "cp.async.wait_all;\nbar.sync 0;\n",
                    own = "cp.async.cg.shared.global [%s], [%x], 16;\n",
                    part = "cp.async.ca.shared.global [%s+8], [%in], 8;\n";
  struct {
    std::string body;
    bool areSame;
  } rows[] = {{first + copy + meet + show, true},
              {first + copy + copy + meet + show, true},
              {first + copy + meet + copy + meet + show, true},
              {first + own + meet + show, false},
              {first + copy + own + meet + show, false},
              {first + copy + part + meet + show, false}};
  for (const auto &row : rows)
    for (uint64_t schedule = 1; schedule < 6; ++schedule)
      for (bool isAllowed : {false, true}) {
        WarpKernel kernel;
        kernel.words = 4;
        for (unsigned i = 0; i < 1024; ++i)
          kernel.in.push_back(i * 37 + i / 256);
        // What stands there before is written once.
        kernel.body =
            ".reg .pred p; .reg .b32 n, d<4>; .reg .b64 state;\n"
            "shl.b32 %i, %t, 4; cvt.u64.u32 %w, %i; add.u64 %x, %in, %w;\n" +
            row.body;
        kernel.schedule = schedule;
        kernel.allowEqualWrites = isAllowed;
        kernel.run();
        EXPECT_EQ(kernel.error, "");
        EXPECT_EQ(kernel.outcome.completed(), isAllowed && row.areSame)
            << row.body << kernel.outcome.summary();
        if (kernel.outcome.completed())
          EXPECT_TRUE(shows(kernel, 31, 0, 16, 16)) << row.body;
      }
}

/// Whoever does not ask for races sees that a copy takes place at some moment.
TEST(AsyncCopy, TheScheduleChoosesWhenACopyIsComplete) {
  std::set<uint32_t> seen;
  for (uint64_t schedule = 1; schedule < 30; ++schedule) {
    WarpKernel kernel = run("cp.async.ca.shared.global [%s], [%x], 4;\n"
                            "bar.sync 0; bar.sync 0;\n" +
                                show,
                            schedule, /*detectRaces=*/false);
    ASSERT_TRUE(kernel.completed()) << kernel.outcome.summary();
    seen.insert(kernel.word(3, 0));
  }
  EXPECT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen.count(0x07070707), 1u);
}

TEST(AsyncCopy, UseThatHasNoMeaningIsNamed) {
  struct {
    const char *body, *condition;
  } rows[] = {
      {"cp.async.ca.shared.global [%s], [%x], 8, 9;", "async-copy-size"},
      {"cp.async.ca.shared.global [%s], [%x], 8, n;", ""},
      {".reg .b32 u; cp.async.ca.shared.global [%s], [%x], 8, u;",
       "poison-length"},
      {"cp.async.cg.shared.global [%s+4], [%x], 16;", "misaligned-access"},
      {"cp.async.cg.shared.global [%s], [%x+4], 16;", "misaligned-access"},
      {"cp.async.cg.shared.global [%s], [%x+1024], 16;", "out-of-bounds"},
      {"cp.async.cg.shared.global [%s+2048], [%x], 16;", "out-of-bounds"},
      // Nothing is read.
      {"cp.async.cg.shared.global [%s], [%x+1024], 16, 0;", ""},
      {"setp.eq.u32 p, n, n; cp.async.cg.shared.global [%s], [%x+1024], 16, p;",
       ""},
      // No mbarrier is there.
      {"cp.async.mbarrier.arrive.shared.b64 [%s];", "mbarrier-lifetime"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(run(row.body).outcome.condition, row.condition) << row.body;
  for (const char *body :
       {"cp.async.cg.shared.global [%s], [%x], 8;",
        "cp.async.ca.shared.global [%s], [%x], 12;",
        "cp.async.ca.shared.global [%s], [%x], n;", "cp.async.wait_group n;",
        "cp.async.wait_group -1;"}) {
    WarpKernel kernel;
    kernel.in.resize(16);
    kernel.body = own + body;
    kernel.run();
    EXPECT_EQ(kernel.error.find("PTX: not a"), 0u) << body << kernel.error;
  }
}

/// All threads copy, and wait for the mbarrier at 1024 that tracks the copies.
static std::string tracked(unsigned count, const std::string &arrival,
                           const std::string &before = "",
                           const std::string &after = "") {
  return ".reg .b32 b; mov.u32 b, s; add.u32 b, b, 1024;\n"
         "setp.eq.u32 %p, %t, 0; @%p mbarrier.init.shared.b64 [b], " +
         std::to_string(count) +
         ";\nbar.sync 0;\n"
         "cp.async.cg.shared.global [%s], [%x], 16;\n" +
         before + arrival + " [b];\n" + after +
         "$wait: mbarrier.try_wait.parity.shared.b64 %p, [b], 0;\n"
         "@!%p bra $wait;\n"
         "xor.b32 n, %i, 16; mov.u32 %s, s; add.u32 %s, %s, n;\n"
         "add.u32 %s, %s, 2048;\n" +
         show;
}

TEST(AsyncCopy, AnMbarrierTracksCopies) {
  static const std::string arrive = "mbarrier.arrive.shared.b64 state, [b];\n";
  struct {
    std::string body, condition;
  } rows[] = {
      // The count of arrivals has those of the copies, or they are added.
      {tracked(32, "cp.async.mbarrier.arrive.noinc.shared.b64"), ""},
      {tracked(32, "cp.async.mbarrier.arrive.noinc.shared::cta.b64"), ""},
      {tracked(32, "cp.async.mbarrier.arrive.shared.b64", "", arrive), ""},
      {tracked(64, "cp.async.mbarrier.arrive.noinc.shared.b64", "", arrive),
       ""},
      {tracked(32, "cvt.u64.u32 %w, b; cvta.shared.u64 %w, %w; add.u64 %w, %w, "
                   "0; cp.async.mbarrier.arrive.noinc.b64 [%w]; bra $wait; "
                   "mov.b32 b, b; ld.shared.b32 b,"),
       ""},
      // Whoever has waited for the mbarrier may copy there again.
      {tracked(32, "cp.async.mbarrier.arrive.noinc.shared.b64") +
           "bar.sync 0; add.u32 %s, b, 1024; add.u32 %s, %s, %i;\n"
           "cp.async.cg.shared.global [%s], [%x], 16; cp.async.wait_all;\n",
       ""},
      // Arrivals that were not added and not counted.
      {tracked(33, "cp.async.mbarrier.arrive.noinc.shared.b64"),
       "phase 0 of an mbarrier never completes: 1 arrivals and 0 bytes are "
       "missing"},
      {tracked(33, "cp.async.mbarrier.arrive.shared.b64", "", arrive),
       "phase 0 of an mbarrier never completes: 1 arrivals and 0 bytes are "
       "missing"},
      // A copy behind the arrival is not tracked.
      {tracked(32, "cp.async.mbarrier.arrive.noinc.shared.b64", "",
               "cp.async.cg.shared.global [%s+512], [%x], 16;\n") +
           "ld.shared.b32 d0, [%s+512];\n",
       "an asynchronous copy may still access 's'"},
  };
  for (const auto &row : rows)
    for (uint64_t schedule : {1, 2, 3, 4, 5}) {
      WarpKernel kernel = run(row.body, schedule);
      EXPECT_EQ(kernel.outcome.condition, row.condition) << row.body;
      if (!row.condition.empty())
        continue;
      ASSERT_TRUE(kernel.completed()) << kernel.outcome.summary();
      for (unsigned thread = 0; thread < 32; ++thread)
        EXPECT_TRUE(shows(kernel, thread, thread ^ 1, 16, 16));
    }
}

TEST(AsyncCopy, APendingCountIsThatOfTheState) {
  WarpKernel kernel =
      run(".reg .b32 b; mov.u32 b, s; add.u32 b, b, 1024;\n"
          "setp.eq.u32 %p, %t, 0; @!%p bra $end;\n"
          "mbarrier.init.shared.b64 [b], 5;\n"
          "mbarrier.arrive.shared.b64 state, [b];\n"
          "mbarrier.pending_count.b64 d0, state;\n"
          "mbarrier.arrive.noComplete.shared.b64 state, [b], 2;\n"
          "mbarrier.pending_count.b64 d1, state;\n"
          "mbarrier.arrive.shared.b64 state, [b];\n"
          "mbarrier.pending_count.b64 d2, state;\n"
          "st.global.v4.b32 [%out], {d0, d1, d2, d2};\n");
  ASSERT_TRUE(kernel.completed()) << kernel.outcome.summary();
  EXPECT_EQ(kernel.word(0, 0), 5u);
  EXPECT_EQ(kernel.word(0, 1), 4u);
  EXPECT_EQ(kernel.word(0, 2), 2u);
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

static WarpKernel runLlvm(const std::string &body, uint64_t schedule) {
  static const std::string shared = "ptr addrspace(3)";
  WarpKernel kernel;
  kernel.words = 4;
  for (unsigned i = 0; i < 512; ++i)
    kernel.in.push_back(i * 37 + i / 256);
  kernel.schedule = schedule;
  for (const char *name : {"ca.shared.global.4", "ca.shared.global.8",
                           "ca.shared.global.16", "cg.shared.global.16"})
    kernel.declarations +=
        "declare void @llvm.nvvm.cp.async." + std::string(name) +
        "(ptr addrspace(3), ptr addrspace(1))\n"
        "declare void @llvm.nvvm.cp.async." +
        name + ".s(ptr addrspace(3), ptr addrspace(1), i32)\n";
  kernel.declarations +=
      "declare void @llvm.nvvm.cp.async.commit.group()\n"
      "declare void @llvm.nvvm.cp.async.wait.group(i32)\n"
      "declare void @llvm.nvvm.cp.async.wait.all()\n"
      "declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)\n"
      "declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))\n"
      "declare i32 @llvm.nvvm.mbarrier.pending.count(i64)\n"
      "declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), "
      "i64)\n"
      "declare void @llvm.nvvm.cp.async.mbarrier.arrive(ptr)\n"
      "declare void @llvm.nvvm.cp.async.mbarrier.arrive.noinc(ptr)\n"
      "declare void @llvm.nvvm.cp.async.mbarrier.arrive.shared(ptr "
      "addrspace(3))\n"
      "declare void @llvm.nvvm.cp.async.mbarrier.arrive.noinc.shared(ptr "
      "addrspace(3))\n"
      "@b = internal addrspace(3) global i64 undef, align 8\n";
  kernel.llvm =
      "  %t16 = shl i32 %t, 4\n  %to16 = add i32 %t16, 2048\n"
      "  %x = getelementptr i8, ptr addrspace(1) %in, i32 %t16\n"
      "  %s = getelementptr i8, ptr addrspace(3) @s, i32 %to16\n"
      "  store <4 x i32> splat (i32 117901063), ptr addrspace(3) %s\n"
      "  %bg = addrspacecast ptr addrspace(3) @b to ptr\n"
      "  %isfirst = icmp eq i32 %t, 0\n"
      "  br i1 %isfirst, label %init, label %ready\ninit:\n"
      "  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @b, i32 "
      "64)\n  br label %ready\nready:\n"
      "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n" +
      body +
      "  %v = load <4 x i32>, ptr addrspace(3) %s\n"
      "  store <4 x i32> %v, ptr addrspace(1) %out\n";
  kernel.run();
  EXPECT_EQ(kernel.error, "") << body;
  return kernel;
}

TEST(AsyncCopy, EveryIntrinsic) {
  static const std::string to = "(ptr addrspace(3) %s, ptr addrspace(1) %x",
                           wait = "call void @llvm.nvvm.cp.async.wait.all()\n";
  uint64_t schedule = 0;
  for (auto [name, size] : {std::pair("ca.shared.global.4", 4u),
                            {"ca.shared.global.8", 8u},
                            {"ca.shared.global.16", 16u},
                            {"cg.shared.global.16", 16u}}) {
    std::string called = "call void @llvm.nvvm.cp.async." + std::string(name);
    WarpKernel whole = runLlvm(called + to + ")\n" + wait, ++schedule);
    ASSERT_TRUE(whole.completed()) << name << whole.outcome.summary();
    WarpKernel part =
        runLlvm(called + ".s" + to + ", i32 3)\n" + wait, ++schedule);
    ASSERT_TRUE(part.completed()) << name << part.outcome.summary();
    for (unsigned thread = 0; thread < 32; ++thread) {
      EXPECT_TRUE(shows(whole, thread, thread, size, size)) << name;
      EXPECT_TRUE(shows(part, thread, thread, 3, size)) << name;
    }
    WarpKernel none = runLlvm(called + to + ")\n", ++schedule);
    EXPECT_EQ(none.outcome.condition,
              "an asynchronous copy may still access 's'");
  }
  std::string copy =
      "call void @llvm.nvvm.cp.async.cg.shared.global.16" + to + ")\n";
  for (unsigned most : {0, 1}) {
    WarpKernel group =
        runLlvm(copy +
                    "call void @llvm.nvvm.cp.async.commit.group()\n"
                    "call void @llvm.nvvm.cp.async.wait.group(i32 " +
                    std::to_string(most) + ")\n",
                ++schedule);
    EXPECT_EQ(group.outcome.completed(), most == 0) << group.outcome.summary();
  }
  // Each thread arrives by itself, and by its copies, which are counted or not.
  for (auto [name, operand, missing] :
       {std::tuple("noinc.shared", "ptr addrspace(3) @b", 0u),
        {"noinc", "ptr %bg", 0u},
        {"shared", "ptr addrspace(3) @b", 32u},
        {"", "ptr %bg", 32u}}) {
    std::string arrival = "call void @llvm.nvvm.cp.async.mbarrier.arrive" +
                          std::string(*name ? "." : "") + name + "(" + operand +
                          ")\n";
    std::string more;
    for (unsigned i = 0; i <= missing / 32; ++i)
      more += "%st" + std::to_string(i) +
              " = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) "
              "@b)\n";
    WarpKernel kernel =
        runLlvm(copy + arrival + more +
                    "br label %wait\nwait:\n"
                    "%done = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr "
                    "addrspace(3) @b, i64 %st0)\n"
                    "br i1 %done, label %go, label %wait\ngo:\n",
                ++schedule);
    ASSERT_TRUE(kernel.completed()) << name << kernel.outcome.summary();
    for (unsigned thread = 0; thread < 32; ++thread)
      EXPECT_TRUE(shows(kernel, thread, thread, 16, 16)) << name;
  }
  WarpKernel count = runLlvm(
      "%st = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @b)\n"
      "%n = call i32 @llvm.nvvm.mbarrier.pending.count(i64 %st)\n"
      "store i32 %n, ptr addrspace(3) %s\n",
      ++schedule);
  ASSERT_TRUE(count.completed()) << count.outcome.summary();
  std::set<uint32_t> counts;
  for (unsigned thread = 0; thread < 32; ++thread)
    counts.insert(count.word(thread, 0));
  EXPECT_EQ(counts.size(), 32u);
  EXPECT_EQ(*counts.begin(), 33u);
  EXPECT_EQ(*counts.rbegin(), 64u);
}
