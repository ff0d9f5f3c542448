//===- PtxWarpTest.cpp - What lanes of a warp do together -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "PtxModelFloat.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using llvm::StringRef;
using ptxmodel::Name;

namespace {
/// Each thread has its value in `x` (64 bits), its low half in `v`, whether
/// that is odd in `o`, its number in `%t`, and stores `d` (32 bits) and `q`.
struct WarpRun {
  std::string error;
  Outcome outcome;
  std::vector<uint32_t> d, q;
  std::vector<bool> unspecified;

  WarpRun(const std::string &body, llvm::ArrayRef<uint64_t> values,
          unsigned schedule = 1) {
    std::string threads = std::to_string(values.size());
    std::string text =
        ".version 9.0\n.target sm_100a\n.address_size 64\n"
        ".global .align 8 .b8 in[" +
        std::to_string(8 * values.size()) +
        "];\n.entry k(.param .u64 out)\n.reqntid " + threads +
        "\n{ .reg .b64 %in, %out, %w, x; .reg .b32 %t, %s, d, v, m;\n"
        ".reg .pred p, q, o;\n"
        "mov.u32 %t, %tid.x; ld.param.u64 %out, [out];\n"
        "mul.wide.u32 %w, %t, 8; add.u64 %out, %out, %w;\n"
        "mov.u64 %in, in; add.u64 %in, %in, %w;\n"
        "ld.global.b64 x, [%in]; cvt.u32.u64 v, x;\n"
        "and.b32 %s, v, 1; setp.eq.u32 o, %s, 1;\n"
        "mov.u32 d, 77; setp.ne.u32 q, %t, %t;\n" +
        body +
        "\nst.global.b32 [%out], d; selp.b32 %s, 1, 0, q;\n"
        "st.global.b32 [%out+4], %s;\n$end: ret; }\n";
    llvm::Expected<PtxModule> module = parsePtxModule(text);
    llvm::Expected<Kernel> kernel =
        module ? decodePtxKernel(*module, "", 2) : module.takeError();
    if (!kernel) {
      error = llvm::toString(kernel.takeError());
      return;
    }
    memcpy(kernel->objects[0].bytes.data(), values.data(), 8 * values.size());
    Launch launch = llvm::cantFail(
        parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                    "// tilefuzz.buffer out : i64[" +
                        threads + "] = fill(9)\n// tilefuzz.args &out\n",
                    "test"));
    SimtOptions options;
    options.schedule = schedule;
    outcome = runKernel(*kernel, launch, options);
    if (outcome.buffers.empty())
      return;
    const BufferImage &out = outcome.buffers[0];
    d.resize(values.size());
    q.resize(values.size());
    unspecified.resize(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      memcpy(&d[i], out.bytes.data() + 8 * i, 4);
      memcpy(&q[i], out.bytes.data() + 8 * i + 4, 4);
      unspecified[i] = !out.unspecified.empty() && out.unspecified[8 * i];
    }
  }
};

struct Expected {
  uint32_t d = 77;
  bool q = false, isUnspecified = false;
};
} // namespace

/// By the ISA's own formula, in its own words.
static Expected shuffled(StringRef mode, unsigned lane, uint32_t b, uint32_t c,
                         uint32_t group, llvm::ArrayRef<uint64_t> values) {
  int bval = b & 31, cval = c & 31, mask = c >> 8 & 31;
  int maxLane = (int(lane) & mask) | (cval & ~mask);
  int minLane = int(lane) & mask, j = 0;
  bool pval = false;
  if (mode == "up") {
    j = int(lane) - bval;
    pval = j >= maxLane;
  } else if (mode == "down") {
    j = int(lane) + bval;
    pval = j <= maxLane;
  } else if (mode == "bfly") {
    j = int(lane) ^ bval;
    pval = j <= maxLane;
  } else {
    j = minLane | (bval & ~mask);
    pval = j <= maxLane;
  }
  if (!pval)
    j = lane;
  if (j > 31 || !(group >> j & 1))
    return {0, pval, true};
  return {uint32_t(values[j]), pval, false};
}

static Expected joined(const Name &name, unsigned lane, uint32_t group,
                       llvm::ArrayRef<uint64_t> values) {
  std::vector<uint64_t> taking;
  uint32_t odd = 0, same = 0;
  bool wide = name.last() == "b64";
  for (unsigned i = 0; i < values.size(); ++i)
    if (group >> i & 1) {
      taking.push_back(wide ? values[i] : uint32_t(values[i]));
      odd |= uint32_t(values[i] & 1) << i;
      same |= uint32_t(wide ? values[i] == values[lane]
                            : uint32_t(values[i]) == uint32_t(values[lane]))
              << i;
    }
  StringRef first = name.first();
  if (first == "vote") {
    if (name.has("ballot"))
      return {odd};
    bool holds = name.has("all")   ? odd == group
                 : name.has("any") ? odd != 0
                                   : odd == group || odd == 0;
    return {77, holds};
  }
  if (first == "match") {
    if (name.has("any"))
      return {same};
    return {same == group ? group : 0, same == group};
  }
  uint32_t result = uint32_t(taking[0]);
  if (name.last() == "f32") {
    const ptxmodel::Format &f32 = *ptxmodel::formatNamed("f32");
    bool isMin = name.has("min"), sawNaN = false, isFirst = true;
    long double best = 0;
    for (uint64_t one : taking) {
      uint32_t code = name.has("abs") ? one & 0x7fffffff : uint32_t(one);
      long double value = ptxmodel::decode(f32, code);
      if (std::isnan(value)) {
        sawNaN = true;
        continue;
      }
      bool isLess = value < best || (value == best && std::signbit(value));
      if (isFirst || isLess == isMin)
        best = value;
      isFirst = false;
    }
    if (isFirst || (sawNaN && name.has("NaN")))
      return {uint32_t(ptxmodel::nanOf(f32))};
    return {uint32_t(ptxmodel::encode(f32, best, FE_TONEAREST))};
  }
  for (uint64_t next : llvm::drop_begin(taking)) {
    uint32_t b = uint32_t(next);
    bool isLess =
        name.last() == "s32" ? int32_t(result) < int32_t(b) : result < b;
    result = name.has("add")             ? result + b
             : name.has("and")           ? result & b
             : name.has("or")            ? result | b
             : name.has("xor")           ? result ^ b
             : name.has("min") == isLess ? result
                                         : b;
  }
  return {result};
}

static std::vector<uint64_t>
valuesFor(const Name &name, std::mt19937_64 &random, unsigned round) {
  std::vector<uint64_t> values(32);
  for (uint64_t &value : values) {
    if (name.last() == "f32") {
      static const uint32_t codes[] = {
          0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
          0xff800000, 0x00000001, 0x80000001, 0x7fc00000, 0x42280000};
      value = codes[random() % (round % 2 ? 8 : 10)];
    } else if (name.first() == "match") {
      // Many are the same, and sometimes all; in b64 by the high half, too.
      value = round % 3 == 0 ? 5 : random() % 3 + (random() % 2 << 40);
    } else if (name.first() == "vote") {
      value = round % 3 == 0 ? 1 : round % 3 == 1 ? 2 : random();
    } else {
      value = random();
    }
  }
  return values;
}

TEST(PtxWarp, EveryNameAgreesWithTheModel) {
  std::mt19937_64 random(3);
  unsigned count = 0;
  for (const PtxForm &form : getPtxWarpForms())
    for (const std::string &text : namesOf(form)) {
      Name name(text);
      if (form.opcode == Opcode::Refuse || name.first() == "elect" ||
          name.first() == "activemask")
        continue;
      ++count;
      bool isShuffle = name.first() == "shfl";
      bool isPredicate = name.last() == "pred";
      bool hasSecond = isShuffle || text.find("match.all") == 0;
      for (unsigned round = 0; round < 24; ++round) {
        // All lanes, half of them, or any.
        uint32_t group = round < 8    ? ~0u
                         : round < 12 ? 0x0000ffffu
                                      : uint32_t(random()) | 1u << 7;
        std::vector<uint64_t> values = valuesFor(name, random, round);
        uint32_t b = random() % 34, c = uint32_t(random()) & 0x1f1f;
        std::string mask = std::to_string(group);
        std::string body = "shr.u32 %s, " + mask +
                           ", %t; and.b32 %s, %s, 1;\n"
                           "setp.eq.u32 p, %s, 1; @!p bra $out;\n" +
                           text +
                           (isPredicate              ? " q"
                            : hasSecond && round % 2 ? " d|q"
                                                     : " d") +
                           (name.first() == "vote" ? ", o"
                            : name.last() == "b64" ? ", x"
                                                   : ", v");
        if (isShuffle)
          body += ", " + std::to_string(b) + ", " + std::to_string(c);
        body += ", " + mask + ";\n$out:";
        WarpRun run(body, values, round + 1);
        ASSERT_EQ(run.error, "") << text;
        ASSERT_TRUE(run.outcome.completed()) << text << run.outcome.summary();
        for (unsigned lane = 0; lane < 32; ++lane) {
          Expected expected;
          if (group >> lane & 1)
            expected = isShuffle
                           ? shuffled(name.parts[2], lane, b, c, group, values)
                           : joined(name, lane, group, values);
          if (hasSecond && round % 2 == 0)
            expected.q = false;
          ASSERT_EQ(run.unspecified[lane], expected.isUnspecified)
              << text << " lane " << lane << " b " << b << " c " << c;
          if (!expected.isUnspecified) {
            std::string type = name.last() == "f32" ? "f32" : "";
            ASSERT_EQ(ptxmodel::canonical(type, run.d[lane]),
                      ptxmodel::canonical(type, expected.d))
                << text << " lane " << lane << " b " << b << " c " << c;
          }
          ASSERT_EQ(run.q[lane], expected.q) << text << " lane " << lane;
        }
      }
    }
  EXPECT_EQ(count, 4u + 4 + 4 + 6 + 3 + 8);
}

TEST(PtxWarp, OneLaneIsElected) {
  std::vector<uint64_t> values(32, 1);
  WarpRun run("setp.lt.u32 p, %t, 4; @p bra $out; setp.gt.u32 p, %t, 9;\n"
              "@p bra $out; elect.sync d|q, 0x3f0; $out:",
              values);
  ASSERT_TRUE(run.outcome.completed()) << run.error << run.outcome.summary();
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(run.d[lane], lane >= 4 && lane <= 9 ? 4u : 77u);
    EXPECT_EQ(run.q[lane], lane == 4);
  }
}

/// Lanes that go one way together are active together, whatever the schedule.
TEST(PtxWarp, ActiveLanesAreThoseOfTheBranch) {
  std::vector<uint64_t> values(32);
  for (unsigned i = 0; i < 32; ++i)
    values[i] = i;
  for (unsigned schedule : {1, 2, 3}) {
    WarpRun run("@o bra $odd; activemask.b32 d; bra $out;\n"
                "$odd: activemask.b32 d; vote.sync.any.pred q, o, d; $out:",
                values, schedule);
    ASSERT_TRUE(run.outcome.completed()) << run.error << run.outcome.summary();
    for (unsigned lane = 0; lane < 32; ++lane) {
      EXPECT_EQ(run.d[lane], lane % 2 ? 0xaaaaaaaau : 0x55555555u);
      EXPECT_EQ(run.q[lane], lane % 2);
    }
  }
}

/// A mask names lanes that have exited, or that the CTA does not have.
TEST(PtxWarp, LanesThatHaveExitedTakeNoPart) {
  std::vector<uint64_t> values(20, 3);
  WarpRun run("setp.ge.u32 p, %t, 16; @p bra $end;\n"
              "vote.sync.ballot.b32 d, o, -1; bar.warp.sync 0xffffffff;",
              values);
  ASSERT_TRUE(run.outcome.completed()) << run.error << run.outcome.summary();
  EXPECT_EQ(run.d[0], 0xffffu);
}

/// Two instructions of the same qualifiers and mask are one exchange.
TEST(PtxWarp, LanesMeetFromDifferentBranches) {
  std::vector<uint64_t> values(32);
  for (unsigned i = 0; i < 32; ++i)
    values[i] = i;
  WarpRun run("@o bra $odd; shfl.sync.bfly.b32 d, v, 1, 31, -1; bra $out;\n"
              "$odd: add.u32 v, v, 100; shfl.sync.bfly.b32 d, v, 1, 31, -1; "
              "$out:",
              values);
  ASSERT_TRUE(run.outcome.completed()) << run.error << run.outcome.summary();
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(run.d[lane], lane % 2 ? lane - 1 : lane + 101);
}

TEST(PtxWarp, WhatEndsARunIsNamed) {
  std::vector<uint64_t> values(32);
  for (unsigned i = 0; i < 32; ++i)
    values[i] = i;
  struct {
    const char *body, *condition, *operation;
  } rows[] = {
      // Lanes of the mask wait elsewhere: at another operation, with another
      // mask, or at a barrier.
      {"@o bra $odd; shfl.sync.bfly.b32 d, v, 1, 31, -1; bra $out; $odd: "
       "shfl.sync.up.b32 d, v, 1, 0, -1; $out:",
       "barrier-divergence", "shfl.sync."},
      {"@o bra $odd; vote.sync.any.pred q, o, -1; bra $out; $odd: "
       "vote.sync.any.pred q, o, 0xaaaaaaaa; $out:"
       "bar.warp.sync -1;",
       "barrier-divergence", ""},
      {"@o bra $odd; redux.sync.add.u32 d, v, -1; bra $out; $odd: bar.sync 0; "
       "$out:",
       "barrier-divergence", ""},
      {"@!o bar.warp.sync -1; @o bar.sync 0;", "barrier-divergence", ""},
      // The mask of a lane that it does not name.
      {"match.any.sync.b32 d, v, 0xfffffffe;", "barrier-divergence",
       "match.any.sync.b32"},
      {"elect.sync _|q, 0x10;", "barrier-divergence", "elect.sync"},
      // A mask that nobody wrote.
      {"redux.sync.add.u32 d, v, m;", "branch-on-poison", "redux.sync.add.u32"},
      {"shfl.down.b32 d, v, 1, 31;", "PTX instruction 'shfl.down.b32'",
       "shfl.down.b32"},
  };
  for (const auto &row : rows) {
    WarpRun run(row.body, values);
    EXPECT_EQ(run.error, "") << row.body;
    EXPECT_EQ(run.outcome.condition, row.condition) << row.body;
    EXPECT_EQ(run.outcome.site.operation.find(row.operation), 0u)
        << row.body << run.outcome.site.operation;
  }
}

TEST(PtxWarp, ResultsThatANameHasNotAreQuoted) {
  std::vector<uint64_t> values(1);
  for (const char *body : {"vote.sync.ballot.b32 d|q, o, 1;",
                           "elect.sync d, 1;", "match.any.sync.b32 d|q, v, 1;"})
    EXPECT_EQ(WarpRun(body, values).error.find("PTX: not the results of '"), 0u)
        << body;
}

/// What lanes exchange orders no memory; a barrier of the warp does.
TEST(PtxWarp, OnlyTheBarrierOrdersMemory) {
  std::vector<uint64_t> values(2);
  std::string write = ".shared .align 4 .b8 s[4]; setp.eq.u32 p, %t, 0; "
                      "@p st.shared.b32 [s], 5; ",
              read = " ld.shared.b32 d, [s];";
  for (unsigned schedule : {1, 2}) {
    WarpRun ordered(write + "bar.warp.sync 3;" + read, values, schedule);
    ASSERT_TRUE(ordered.outcome.completed()) << ordered.error;
    EXPECT_EQ(ordered.d, (std::vector<uint32_t>{5, 5}));
    WarpRun raced(write + "vote.sync.any.pred q, o, 3;" + read, values,
                  schedule);
    EXPECT_EQ(raced.outcome.status, RunStatus::Race) << raced.error;
  }
}
