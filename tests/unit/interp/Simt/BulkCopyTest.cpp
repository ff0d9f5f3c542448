//===- BulkCopyTest.cpp - Copies through the asynchronous proxy -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, cp.async.bulk, cp.reduce.async.bulk, their groups,
// the bytes that an mbarrier counts, and the proxy fence.
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "WarpKernel.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "gtest/gtest.h"
#include <cstring>
#include <functional>
#include <limits>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using ptxmodel::Name;
using tilefuzz::test::WarpKernel;

/// %m is an mbarrier that thread 0 has made for one arrival, behind 4080; %d is
/// 2048 bytes into shared memory; `p` is true in thread 0 alone.
static const std::string setUp =
    ".reg .pred p, q; .reg .b32 %m, %d, n, r<9>; .reg .b64 state, policy;\n"
    "mov.u32 %s, s; add.u32 %m, %s, 4080; add.u32 %d, %s, 2048;\n"
    "mov.b64 policy, 0; setp.eq.u32 p, %t, 0;\n"
    "@p mbarrier.init.shared.b64 [%m], 1; bar.sync 0;\n";
static const std::string awaited =
    "$wait: mbarrier.try_wait.parity.shared.b64 q, [%m], 0; @!q bra $wait;\n";
static const std::string fence = "fence.proxy.async; bar.sync 0;\n";

static std::string expect(unsigned bytes) {
  return "@p mbarrier.arrive.expect_tx.shared.b64 state, [%m], " +
         std::to_string(bytes) + ";\n";
}
/// Each thread shows one word of shared memory from %d on.
static const std::string show =
    "shl.b32 %i, %t, 2; add.u32 %i, %i, %d; ld.shared.b32 n, [%i];\n"
    "st.global.b32 [%out], n;\n";
/// Thread 0 writes %out's first bytes, from shared memory.
static std::string store(const std::string &words = "", unsigned bytes = 128) {
  return "@p cp.async.bulk.global.shared::cta.bulk_group" + words +
         " [%out], [%s], " + std::to_string(bytes) + ";\n";
}
static const std::string commit = "cp.async.bulk.commit_group;\n",
                         waitAll = "cp.async.bulk.wait_group 0;\n";

static WarpKernel run(const std::string &body, uint64_t schedule = 1,
                      bool detectRaces = true) {
  WarpKernel kernel;
  for (unsigned i = 0; i < 2048; ++i)
    kernel.in.push_back(i * 37 + i / 256);
  kernel.body = setUp + body;
  kernel.schedule = schedule;
  kernel.detectRaces = detectRaces;
  kernel.run();
  EXPECT_EQ(kernel.error, "") << body;
  return kernel;
}

static uint32_t wordOf(const WarpKernel &kernel, unsigned byte) {
  uint32_t value;
  memcpy(&value, kernel.in.data() + byte, 4);
  return value;
}

TEST(BulkCopy, EveryNameMovesItsBytes) {
  unsigned count = 0;
  for (const PtxForm &form : getPtxBulkForms())
    for (const std::string &text : namesOf(form)) {
      Name name(text);
      if (form.opcode == Opcode::Refuse || name.has("reduce") ||
          name.has("commit_group") || name.has("wait_group"))
        continue;
      std::string hint = name.has("L2::cache_hint") ? ", policy" : "";
      for (uint64_t schedule : {1, 2, 3, 4}) {
        ++count;
        if (name.has("prefetch")) {
          WarpKernel kernel =
              run(text + " [%in+16], 32" + hint + ";", schedule);
          EXPECT_TRUE(kernel.completed()) << kernel.outcome.summary();
          continue;
        }
        bool isIntoGlobal = !name.has("mbarrier::complete_tx::bytes");
        if (isIntoGlobal) {
          WarpKernel kernel =
              run(fence + "@p " + text + " [%out], [%s+64], 96" + hint + ";\n" +
                      commit + waitAll,
                  schedule);
          ASSERT_TRUE(kernel.completed()) << text << kernel.outcome.summary();
          for (unsigned i = 0; i < 32; ++i)
            EXPECT_EQ(kernel.word(i, 0),
                      i < 24 ? wordOf(kernel, 64 + 4 * i) : 9u);
          continue;
        }
        bool isFromGlobal = name.has("global");
        std::string from = isFromGlobal ? "[%in+32]" : "[%s+32]";
        WarpKernel kernel =
            run((isFromGlobal ? "" : fence) + expect(128) + "@p " + text +
                    " [%d], " + from + ", 128, [%m]" +
                    (name.has("multicast::cluster") ? ", 1" : "") + hint +
                    ";\n" + awaited + show,
                schedule);
        ASSERT_TRUE(kernel.completed()) << text << kernel.outcome.summary();
        for (unsigned i = 0; i < 32; ++i)
          EXPECT_EQ(kernel.word(i, 0), wordOf(kernel, 32 + 4 * i)) << text;
      }
    }
  EXPECT_EQ(count, 4u * (4 + 2 + 1 + 2 + 2));
}

/// What one element becomes, from its bits, computed with C++'s own numbers.
template <typename T> static T reduced(const Name &name, T old, T value) {
  if (name.has("add"))
    return old + value;
  if (name.has("min"))
    return std::min(old, value);
  if (name.has("max"))
    return std::max(old, value);
  if constexpr (std::is_integral_v<T>) {
    if (name.has("and"))
      return old & value;
    if (name.has("or"))
      return old | value;
    if (name.has("xor"))
      return old ^ value;
    if (name.has("inc"))
      return old >= value ? 0 : old + 1;
    if (name.has("dec"))
      return old == 0 || old > value ? value : old - 1;
  }
  ADD_FAILURE() << "no reduction";
  return old;
}
template <typename T>
static void expectReduced(const Name &name, const uint8_t *old,
                          const uint8_t *value, const uint8_t *result,
                          unsigned bytes) {
  for (unsigned i = 0; i < bytes; i += sizeof(T)) {
    T a, b, c;
    memcpy(&a, old + i, sizeof(T));
    memcpy(&b, value + i, sizeof(T));
    memcpy(&c, result + i, sizeof(T));
    T expected = reduced(name, a, b);
    EXPECT_EQ(memcmp(&c, &expected, sizeof(T)), 0)
        << name.parts.back().str() << " " << i;
  }
}
/// Halves that are small integers, which are exact in either format.
static float halfOf(uint16_t bits, bool isBrain) {
  if (isBrain) {
    uint32_t wide = uint32_t(bits) << 16;
    float value;
    memcpy(&value, &wide, 4);
    return value;
  }
  int exponent = bits >> 10 & 31;
  float value = std::ldexp(float((bits & 1023) | (exponent ? 1024 : 0)),
                           (exponent ? exponent : 1) - 25);
  return bits >> 15 ? -value : value;
}

TEST(BulkCopy, EveryReductionIsThatOfItsElements) {
  unsigned count = 0;
  for (const PtxForm &form : getPtxBulkForms())
    for (const std::string &text : namesOf(form)) {
      Name name(text);
      if (form.opcode == Opcode::Refuse || !name.has("reduce"))
        continue;
      ++count;
      std::string hint = name.has("L2::cache_hint") ? ", policy" : "";
      bool isIntoGlobal = name.has("global");
      llvm::StringRef type = name.parts.back();
      bool isHalf = type == "f16" || type == "bf16";
      WarpKernel kernel;
      for (unsigned i = 0; i < 2048; ++i)
        kernel.in.push_back(i * 59 + i / 256 + (i % 7 == 0 ? 128 : 0));
      for (unsigned i = 0; isHalf && i < 2048; i += 2) {
        // 1, 2, 4 ... of both signs.
        uint16_t one =
            type == "f16" ? (15 + i / 2 % 5) << 10 : (127 + i / 2 % 5) << 7;
        one |= i / 2 % 3 == 0 ? 0x8000 : 0;
        kernel.in[i] = uint8_t(one);
        kernel.in[i + 1] = uint8_t(one >> 8);
      }
      for (unsigned i = 0; (type == "f32" || type == "f64") && i < 2048;
           i += type == "f32" ? 4 : 8) {
        float single = 1.5f * i - 100;
        double wide = single * 0.1;
        if (type == "f32")
          memcpy(&kernel.in[i], &single, 4);
        else
          memcpy(&kernel.in[i], &wide, 8);
      }
      // What is reduced into is the second 128 bytes of `in`.
      kernel.body =
          setUp +
          (isIntoGlobal
               ? "shl.b32 %i, %t, 2; cvt.u64.u32 %w, %i; add.u64 %x, %in, %w;\n"
                 "ld.global.b32 n, [%x+128]; st.global.b32 [%out], n;\n" +
                     fence + "@p " + text + " [%out], [%s], 128" + hint +
                     ";\n" + commit + waitAll
               : "shl.b32 %i, %t, 2; add.u32 %b, %i, %s; add.u32 %i, %i, %d;\n"
                 "ld.shared.b32 n, [%b+128]; st.shared.b32 [%i], n;\n" +
                     fence + expect(128) + "@p " + text +
                     " [%d], [%s], 128, [%m];\n" + awaited + show);
      kernel.schedule = count;
      kernel.run();
      ASSERT_EQ(kernel.error, "");
      ASSERT_TRUE(kernel.completed()) << text << kernel.outcome.summary();
      const uint8_t *value = kernel.in.data(), *old = value + 128,
                    *result = kernel.outcome.buffers[1].bytes.data();
      if (type == "f32") {
        expectReduced<float>(name, old, value, result, 128);
      } else if (type == "f64") {
        expectReduced<double>(name, old, value, result, 128);
      } else if (type == "s32") {
        // Sums of signed numbers are those of their bits.
        if (name.has("add"))
          expectReduced<uint32_t>(name, old, value, result, 128);
        else
          expectReduced<int32_t>(name, old, value, result, 128);
      } else if (type == "s64") {
        if (name.has("add"))
          expectReduced<uint64_t>(name, old, value, result, 128);
        else
          expectReduced<int64_t>(name, old, value, result, 128);
      } else if (type == "u32" || type == "b32") {
        expectReduced<uint32_t>(name, old, value, result, 128);
      } else if (type == "u64" || type == "b64") {
        expectReduced<uint64_t>(name, old, value, result, 128);
      } else {
        ASSERT_TRUE(isHalf) << text;
        for (unsigned i = 0; i < 128; i += 2) {
          auto at = [&](const uint8_t *bytes) {
            return halfOf(bytes[i] | bytes[i + 1] << 8, type == "bf16");
          };
          EXPECT_EQ(at(result), reduced(name, at(old), at(value))) << text;
        }
      }
    }
  // Into shared memory 3 + 4 + 2 + 3; into global 5 + 2 + 12 + 2 + 6, with and
  // without a hint.
  EXPECT_EQ(count, 12u + 2 * 27);
}

/// Stores of three parts, in groups of one; then one part of the source is
/// written again, or one part of the destination is read.
TEST(BulkCopy, GroupsCompleteInTheirOrder) {
  for (bool isOfReads : {false, true})
    for (unsigned most = 0; most < 4; ++most)
      for (unsigned place = 0; place < 3; ++place)
        for (bool writesSource : {false, true}) {
          std::string body = fence, at = std::to_string(16 * place);
          for (unsigned i = 0; i < 3; ++i) {
            std::string offset = "+" + std::to_string(16 * i);
            body += "@p cp.async.bulk.global.shared::cta.bulk_group [%out" +
                    offset + "], [%s" + offset + "], 16;\n" + commit;
          }
          body += "cp.async.bulk.wait_group" +
                  std::string(isOfReads ? ".read " : " ") +
                  std::to_string(most) + ";\n";
          body += writesSource ? "@p st.shared.b32 [%s+" + at + "], 1;\n"
                               : "@p ld.global.b32 n, [%out+" + at + "];\n";
          bool isOver = place + most < 3 && (writesSource || !isOfReads);
          for (uint64_t schedule : {1, 2, 3}) {
            WarpKernel kernel = run(body, schedule);
            EXPECT_EQ(kernel.outcome.completed(), isOver)
                << body << kernel.outcome.summary();
            if (!isOver)
              EXPECT_EQ(kernel.outcome.condition,
                        std::string("an asynchronous copy may still access '") +
                            (writesSource ? "s'" : "out'"));
          }
        }
}

TEST(BulkCopy, WhatIsNotOrderedIsNamed) {
  static const std::string
      load = "@p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
             "bytes [%d], [%in], 128, [%m];\n",
      still = "an asynchronous copy may still access '",
      unfenced =
          "no proxy fence between a write and an asynchronous access of '";
  struct {
    std::string body, condition;
  } rows[] = {
      {expect(128) + load + awaited + show, ""},
      // Bytes may arrive before they are expected.
      {load + expect(128) + awaited + show, ""},
      {"@p mbarrier.expect_tx.relaxed.cta.shared.b64 [%m], 128;\n" + load +
           "@p mbarrier.arrive.shared.b64 state, [%m];\n" + awaited + show,
       ""},
      // Nobody waited; another thread than the one that waited.
      {expect(128) + load + "bar.sync 0;\n" + show, still + "s'"},
      {expect(128) + load + "bar.sync 0;\n@!p bra $join;\n" + awaited +
           "$join:\n" + show,
       still + "s'"},
      {expect(128) + load + "@!p bra $join;\n" + awaited +
           "$join: bar.sync 0;\n" + show,
       ""},
      // A phase waits for as many bytes as it expects, and no more.
      {expect(64) + load + awaited + show,
       "phase 0 of an mbarrier never completes: 0 arrivals and -64 bytes are "
       "missing"},
      // The destination is in use.
      {"st.shared.b32 [%d], 1; bar.sync 0;\n" + expect(128) + load + awaited,
       "race on 's'"},
      {"@p st.shared.b32 [%d], 1; bar.sync 0;\n" + expect(128) + load + awaited,
       unfenced + "s'"},
      {"@p st.shared.b32 [%d], 1;\n" + fence + expect(128) + load + awaited,
       ""},
      // What was only read needs no fence.
      {"@p ld.shared.b32 n, [%s];\n"
       "@p cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
       "[%s], [%in], 16, [%m];\n",
       unfenced + "s'"},
      // Two copies that nothing orders, into one place and from one place.
      {expect(256) + load + load + awaited, still + "s'"},
      {expect(128) + load + awaited + "@p fence.proxy.async;\n" +
           "@p mbarrier.arrive.expect_tx.shared.b64 state, [%m], 128;\n" + load,
       ""},
      {fence + store() + store("", 16) + commit + waitAll, still + "out'"},
      {store() + commit + waitAll, unfenced + "s'"},
      {"fence.proxy.async.shared::cta;\nbar.sync 0;\n" + store() + commit +
           waitAll,
       ""},
      // The fence has to follow the write, not only the barrier.
      {"fence.proxy.async;\n@p st.shared.b32 [%s], 1;\n" + store() + commit +
           waitAll,
       unfenced + "s'"},
      // What an asynchronous copy wrote needs none.
      {expect(128) + load + awaited +
           "@p cp.async.bulk.global.shared::cta.bulk_group [%out], [%d], "
           "128;\n" +
           commit + waitAll,
       ""},
      // The commit is missing, and the wait knows of nothing.
      {fence + store() + waitAll + "@p ld.global.b32 n, [%out];\n",
       still + "out'"},
      // An update and one of the generic proxy.
      {fence + "@p cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
               "[%out], [%s], 16;\n@p red.global.add.u32 [%out], 1;\n",
       still + "out'"},
      {fence +
           "@p cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
           "[%out], [%s], 16;\n@p cp.reduce.async.bulk.global.shared::cta."
           "bulk_group.add.u32 [%out], [%s+16], 16;\n" +
           commit + waitAll,
       ""},
  };
  for (const auto &row : rows)
    for (uint64_t schedule : {1, 2, 3, 4, 5}) {
      WarpKernel kernel = run(row.body, schedule);
      EXPECT_EQ(kernel.outcome.condition, row.condition)
          << row.body << kernel.outcome.summary();
      EXPECT_EQ(kernel.outcome.completed(), row.condition.empty()) << row.body;
    }
}

/// Without checks, who reads too early sees what is there: the old bytes under
/// some schedules, the new ones under others.
TEST(BulkCopy, TheScheduleChoosesWhenACopyIsComplete) {
  bool isOld = false, isNew = false;
  for (uint64_t schedule = 1; schedule < 40; ++schedule) {
    WarpKernel kernel = run(
        "st.shared.b32 [%d], 7; bar.sync 0;\n" + expect(128) +
            "@p cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
            "[%d], [%in], 128, [%m];\nbar.sync 0; bar.sync 0; bar.sync 0;\n"
            "ld.shared.b32 n, [%d]; st.global.b32 [%out], n;\n",
        schedule, /*detectRaces=*/false);
    ASSERT_TRUE(kernel.completed()) << kernel.outcome.summary();
    isOld |= kernel.word(5, 0) == 7;
    isNew |= kernel.word(5, 0) == wordOf(kernel, 0);
  }
  EXPECT_TRUE(isOld);
  EXPECT_TRUE(isNew);
}

TEST(BulkCopy, UseThatHasNoMeaningIsNamed) {
  static const std::string name =
      "@p cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes ";
  struct {
    std::string body, condition;
  } rows[] = {
      {name + "[%d], [%in], 24, [%m];", "async-copy-size"},
      {name + "[%d+8], [%in], 16, [%m];", "misaligned-access"},
      {name + "[%d], [%in+4], 16, [%m];", "misaligned-access"},
      {name + "[%d], [%in+2048], 16, [%m];", "out-of-bounds"},
      {name + "[%s+4096], [%in], 16, [%m];", "out-of-bounds"},
      {name + "[%d], [%in], 16, [%m+8];", "mbarrier-lifetime"},
      {name + "[%m], [%in], 16, [%m];", "mbarrier-lifetime"},
      {name + "[%d], [%in], n, [%m];", "poison-length"},
      {"@p mov.b32 n, 16;\n" + name + "[%d], [%in], n, [%m];", ""},
      {"cp.async.bulk.prefetch.L2.global [%in+8], 16;", "misaligned-access"},
      {"cp.async.bulk.prefetch.L2.global [%in], 8;", "async-copy-size"},
      // The mbarrier has gone when the bytes arrive.
      {name + "[%d], [%in], 16, [%m];\n@p mbarrier.inval.shared.b64 [%m];",
       "mbarrier-lifetime"},
  };
  for (const auto &row : rows) {
    WarpKernel kernel = run(row.body);
    EXPECT_EQ(kernel.outcome.condition, row.condition) << row.body;
  }
  // Bytes that never come.
  WarpKernel kernel =
      run(expect(32) + name + "[%d], [%in], 16, [%m];\n" + awaited);
  EXPECT_EQ(kernel.outcome.status, RunStatus::Deadlock);
  EXPECT_EQ(kernel.outcome.condition,
            "phase 0 of an mbarrier never completes: 0 arrivals and 16 bytes "
            "are missing");
}
