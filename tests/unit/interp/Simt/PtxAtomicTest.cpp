//===- PtxAtomicTest.cpp - Every name of atom and red ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace ptxmodel;
using llvm::StringRef;

static constexpr unsigned threads = 64, mostLanes = 8;

namespace {
/// What one thread starts from: eight elements of memory, the operands, and
/// one more operand.
struct Cell {
  std::array<uint64_t, mostLanes> old{}, operand{};
  uint64_t other = 0;
};
/// An independent reading of a name.
struct Reading {
  std::string type, operation, space;
  unsigned lanes = 1, width = 0;
  MemoryOrder order = MemoryOrder::Relaxed;
  Scope scope = Scope::Gpu;

  explicit Reading(const Name &name) {
    for (size_t i = 1; i < name.parts.size(); ++i) {
      StringRef part = name.parts[i];
      if (part == "acquire")
        order = MemoryOrder::Acquire;
      else if (part == "release")
        order = MemoryOrder::Release;
      else if (part == "acq_rel")
        order = MemoryOrder::AcquireRelease;
      else if (part == "cta")
        scope = Scope::Cta;
      else if (part == "cluster")
        scope = Scope::Cluster;
      else if (part == "sys")
        scope = Scope::System;
      else if (part == "global" || part.starts_with("shared"))
        space = part.str();
      else if (part[0] == 'v')
        lanes = part[1] - '0';
      else if (widthOfType(part))
        type = part.str();
      else if (part != "noftz" && part != "relaxed" && part != "gpu" &&
               part != "L2::cache_hint")
        operation = part.str();
    }
    width = widthOfType(type);
  }

  uint64_t update(uint64_t old, uint64_t b, uint64_t c) const {
    if (operation == "exch")
      return b;
    if (operation == "cas")
      return old == b ? c : old;
    if (operation == "inc")
      return old >= b ? 0 : old + 1;
    if (operation == "dec")
      return old == 0 || old > b ? b : old - 1;
    bool isFloat = type[0] == 'f' || type[0] == 'b';
    std::string name = operation + "." + type;
    if (operation == "add" && isFloat)
      // In shared memory subnormals stay.
      name = type == "f32" && space.find("shared") != 0 ? "add.rn.ftz.f32"
                                                        : "add.rn." + type;
    uint64_t operands[3] = {old, b, 0};
    return modelsOf(name).front().compute(operands).bits;
  }
};
} // namespace

static std::string braced(StringRef prefix, unsigned lanes) {
  if (lanes == 1)
    return prefix.str() + "0";
  std::string text = "{";
  for (unsigned i = 0; i < lanes; ++i)
    text += (i ? ", " : "") + prefix.str() + std::to_string(i);
  return text + "}";
}

/// Each thread puts its elements into a cell of its own, updates it, and stores
/// what it got and what the cell holds then.
static std::string textOf(StringRef name, const Reading &reading) {
  std::string width = std::to_string(reading.width);
  bool isShared = StringRef(reading.space).starts_with("shared");
  std::string space = isShared ? ".shared" : ".global";
  std::string text =
      ".version 9.0\n.target sm_100a\n.address_size 64\n"
      ".global .align 8 .b8 in[" +
      std::to_string(threads * sizeof(Cell)) +
      "]; .global .align 64 .b8 cells[4096];\n.entry k(.param .u64 out)\n"
      ".reqntid " +
      std::to_string(threads) +
      "\n{ .shared .align 64 .b8 shcells[4096]; .reg .b64 %in, %out, %w, %c;\n"
      ".reg .b32 %t; .reg .b" +
      width +
      " o<8>, b<8>, c, d<8>, n<8>;\n"
      "mov.u32 %t, %tid.x; ld.param.u64 %out, [out];\n"
      "mul.wide.u32 %w, %t, 128; add.u64 %out, %out, %w;\n"
      "mul.wide.u32 %w, %t, " +
      std::to_string(sizeof(Cell)) +
      "; mov.u64 %in, in; add.u64 %in, %in, %w;\n"
      "mul.wide.u32 %w, %t, 64; mov.u64 %c, " +
      (isShared ? "shcells" : "cells") + "; add.u64 %c, %c, %w;\n";
  for (unsigned i = 0; i < reading.lanes; ++i) {
    std::string n = std::to_string(i), at = std::to_string(8 * i);
    text += "mov.b" + width + " d" + n + ", 0;\n";
    text += "ld.global.b" + width + " o" + n + ", [%in+" + at + "];\n";
    text += "ld.global.b" + width + " b" + n + ", [%in+" +
            std::to_string(64 + 8 * i) + "];\n";
    text += "st" + space + ".b" + width + " [%c+" +
            std::to_string(i * reading.width / 8) + "], o" + n + ";\n";
  }
  text += "ld.global.b" + width + " c, [%in+128];\n";
  text += name.str();
  if (name.starts_with("atom"))
    text += " " + braced("d", reading.lanes) + ",";
  text += " [%c], " + braced("b", reading.lanes);
  if (reading.operation == "cas")
    text += ", c";
  if (name.contains("L2::cache_hint"))
    text += ", %w";
  text += ";\n";
  for (unsigned i = 0; i < reading.lanes; ++i) {
    std::string n = std::to_string(i);
    text += "ld" + space + ".b" + width + " n" + n + ", [%c+" +
            std::to_string(i * reading.width / 8) + "];\n";
    text += "st.global.b" + width + " [%out+" + std::to_string(8 * i) + "], d" +
            n + ";\nst.global.b" + width + " [%out+" +
            std::to_string(64 + 8 * i) + "], n" + n + ";\n";
  }
  return text + "ret; }\n";
}

static std::vector<Cell> cellsFor(const Reading &reading) {
  std::vector<uint64_t> values = valuesOf(reading.type);
  std::mt19937_64 random(5);
  std::vector<Cell> cells(threads);
  for (Cell &cell : cells) {
    for (unsigned i = 0; i < mostLanes; ++i) {
      cell.old[i] = values[random() % values.size()];
      // Often the same, for what compares.
      cell.operand[i] =
          random() % 3 ? values[random() % values.size()] : cell.old[i];
    }
    cell.other = values[random() % values.size()];
  }
  return cells;
}

static void check(const std::string &name) {
  Reading reading{Name(name)};
  std::vector<Cell> cells = cellsFor(reading);
  std::string text = textOf(name, reading);
  llvm::Expected<PtxModule> module = parsePtxModule(text);
  ASSERT_TRUE(bool(module)) << name << llvm::toString(module.takeError());
  llvm::Expected<Kernel> kernel = decodePtxKernel(*module, "", 2);
  ASSERT_TRUE(bool(kernel)) << name << llvm::toString(kernel.takeError());
  for (const simt::Instruction &op : kernel->code)
    if (op.opcode == Opcode::Atomic) {
      EXPECT_EQ(op.order, reading.order) << name;
      EXPECT_EQ(op.scope, reading.scope) << name;
      EXPECT_EQ(op.lanes, reading.lanes) << name;
      EXPECT_EQ(op.space, reading.space.empty()       ? StateSpace::Generic
                          : reading.space == "global" ? StateSpace::Global
                          : reading.space == "shared::cluster"
                              ? StateSpace::SharedCluster
                              : StateSpace::Shared)
          << name;
    }
  memcpy(kernel->objects[0].bytes.data(), cells.data(),
         cells.size() * sizeof(Cell));
  Launch launch = llvm::cantFail(parseLaunch(
      "// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
      "// tilefuzz.buffer out : i64[" +
          std::to_string(16 * threads) + "] = fill(0)\n// tilefuzz.args &out\n",
      "test"));
  SimtOptions options;
  options.detectRaces = false;
  Outcome outcome = runKernel(*kernel, launch, options);
  ASSERT_TRUE(outcome.completed()) << name << outcome.summary();
  ASSERT_TRUE(outcome.buffers[0].unspecified.empty()) << name;
  for (unsigned i = 0; i < threads; ++i)
    for (unsigned lane = 0; lane < reading.lanes; ++lane) {
      uint64_t got, now;
      const uint8_t *at = outcome.buffers[0].bytes.data() + 128 * i + 8 * lane;
      memcpy(&got, at, 8);
      memcpy(&now, at + 64, 8);
      const Cell &cell = cells[i];
      uint64_t old = cell.old[lane];
      uint64_t expected = low(
          reading.update(old, cell.operand[lane], cell.other), reading.width);
      ASSERT_EQ(canonical(reading.type, now), canonical(reading.type, expected))
          << name << std::hex << " of " << old << " " << cell.operand[lane];
      ASSERT_EQ(got, StringRef(name).starts_with("atom") ? old : 0) << name;
    }
}

TEST(PtxAtomic, EveryNameAgreesWithTheModel) {
  unsigned count = 0;
  for (const PtxForm &form : getPtxAtomicForms())
    for (const std::string &name : namesOf(form))
      if (!StringRef(name).ends_with("b128")) {
        ASSERT_NE(form.opcode, Opcode::Refuse) << name;
        check(name);
        if (HasFatalFailure())
          return;
        ++count;
      }
  EXPECT_GT(count, 5'000u);
}

namespace {
struct SmallRun {
  std::string error;
  Outcome outcome;
  std::vector<uint32_t> out = std::vector<uint32_t>(8);

  SmallRun(const std::string &body, unsigned count, unsigned blocks = 1) {
    std::string text =
        ".version 9.0\n.target sm_100a\n.address_size 64\n"
        ".entry k(.param .u64 out)\n.reqntid " +
        std::to_string(count) +
        "\n{ .shared .align 16 .b8 s[16]; .reg .b64 %out; .reg .b32 %t, a, b, "
        "c, d; .reg .pred p;\nmov.u32 %t, %tid.x;\n"
        "ld.param.u64 %out, [out]; setp.ne.u32 p, %t, 0;\n" +
        body + "\n$end: ret; }\n";
    llvm::Expected<PtxModule> module = parsePtxModule(text);
    llvm::Expected<Kernel> kernel =
        module ? decodePtxKernel(*module, "", 2) : module.takeError();
    if (!kernel) {
      error = llvm::toString(kernel.takeError());
      return;
    }
    Launch launch = llvm::cantFail(parseLaunch(
        "// tilefuzz.launch kernel=@k grid=" + std::to_string(blocks) +
            ",1,1 seed=1\n"
            "// tilefuzz.buffer out : i32[8] = fill(0)\n"
            "// tilefuzz.args &out\n",
        "test"));
    outcome = runKernel(*kernel, launch, {});
    if (!outcome.buffers.empty())
      memcpy(out.data(), outcome.buffers[0].bytes.data(), 32);
  }
};
} // namespace

/// One thread; the words of `out` and what the cell holds behind them.
static SmallRun runWide(const std::string &name, uint64_t low, uint64_t high) {
  bool isShared = StringRef(name).contains(".shared");
  std::string space = isShared ? ".shared" : ".global",
              place = isShared ? "[s]" : "[%out]",
              last = StringRef(name).contains(".cas") ? ", n" : "";
  return SmallRun(
      ".reg .b128 o, v, n, w; .reg .b64 l, h, policy; mov.b64 policy, 0;\n"
      "mov.b128 o, {0x1111111122222222, 0x3333333344444444};\n"
      "mov.b64 l, " +
          std::to_string(low) + "; mov.b64 h, " + std::to_string(high) +
          "; mov.b128 v, {l, h};\n"
          "mov.b128 n, {0x5555555566666666, 0x7777777788888888};\n"
          "st" +
          space + ".b128 " + place + ", o;\n" + name + " w, " + place + ", v" +
          last + (StringRef(name).contains("cache_hint") ? ", policy" : "") +
          ";\n"
          "ld" +
          space + ".b128 n, " + place +
          "; mov.b128 {l, h}, w;\n"
          "mov.b128 o, n; st.global.b128 [%out], o;\n"
          "st.global.v2.b64 [%out+16], {l, h};\n",
      1);
}

TEST(PtxAtomic, WideNamesSwapAllOrNothing) {
  const std::vector<uint32_t> old = {0x22222222, 0x11111111, 0x44444444,
                                     0x33333333},
                              other = {0x66666666, 0x55555555, 0x88888888,
                                       0x77777777};
  unsigned count = 0;
  for (const PtxForm &form : getPtxAtomicForms())
    for (const std::string &name : namesOf(form)) {
      if (!StringRef(name).ends_with("b128"))
        continue;
      ++count;
      struct {
        uint64_t low, high;
        bool isEqual;
      } rows[] = {{0x1111111122222222, 0x3333333344444444, true},
                  {0x1111111122222222, 0x3333333344444445, false},
                  {0x0111111122222222, 0x3333333344444444, false}};
      for (const auto &row : rows) {
        SmallRun run = runWide(name, row.low, row.high);
        ASSERT_TRUE(run.error.empty() && run.outcome.completed())
            << name << run.error << run.outcome.summary();
        std::vector<uint32_t> now = old;
        if (StringRef(name).contains(".exch"))
          now = {uint32_t(row.low), uint32_t(row.low >> 32), uint32_t(row.high),
                 uint32_t(row.high >> 32)};
        else if (row.isEqual)
          now = other;
        now.insert(now.end(), old.begin(), old.end());
        ASSERT_EQ(run.out, now) << name;
      }
    }
  // Orders, scopes, spaces, and global memory with a policy.
  EXPECT_EQ(count, 2u * 5 * 5 * (5 + 2));
}

TEST(PtxAtomic, WideAccessesOfTwoThreadsAreOrdered) {
  // 128 bits that one releases and the other acquires carry what is before.
  for (bool isStrong : {false, true}) {
    std::string store =
                    isStrong ? "st.release.gpu.global.b128" : "st.global.b128",
                load =
                    isStrong ? "ld.acquire.gpu.global.b128" : "ld.global.b128";
    SmallRun run(
        ".reg .b128 w; .reg .b64 l, h;\n@p bra $reads;\n"
        "st.global.b32 [%out+16], 5; mov.b128 w, {1, 2};\n" +
            store + " [%out], w; bra $end;\n$reads:\n" + load +
            " w, [%out]; mov.b128 {l, h}, w;\n"
            "setp.ne.u64 p, h, 2; @p bra $reads;\n"
            "ld.global.b32 a, [%out+16]; st.global.b32 [%out+20], a;\n",
        2);
    ASSERT_EQ(run.error, "");
    EXPECT_EQ(run.outcome.status == RunStatus::Race, !isStrong);
    if (isStrong)
      EXPECT_EQ(run.out[5], 5u) << run.outcome.summary();
  }
}

TEST(PtxAtomic, UpdatesOfManyThreadsAddUp) {
  SmallRun run("atom.global.inc.u32 a, [%out], 20;\n"
               "atom.global.add.v2.f32 {_, b}, [%out+8], {0f3F800000, "
               "0f40000000};\nred.max.s32 [%out+16], %t;",
               32, 2);
  ASSERT_TRUE(run.outcome.completed()) << run.error << run.outcome.summary();
  // 64 steps through 0 to 20.
  EXPECT_EQ(run.out, (std::vector<uint32_t>{64 % 21, 0, 0x42800000, 0x43000000,
                                            31, 0, 0, 0}));
}

/// A release of each element of a vector publishes, and an acquire of any of
/// them sees it; a relaxed one does not.
TEST(PtxAtomic, OrderAndScopeDecideRaces) {
  struct {
    const char *write, *read;
    unsigned threads, blocks;
    bool races;
  } rows[] = {
      {"release.gpu", "acquire.gpu", 2, 1, false},
      {"release.gpu", "relaxed.gpu", 2, 1, true},
      {"relaxed.gpu", "acquire.gpu", 2, 1, true},
      {"release.cta", "acq_rel.cta", 2, 1, false},
      {"release.gpu", "acquire.gpu", 1, 2, false},
      {"release.cta", "acquire.cta", 1, 2, true},
  };
  for (const auto &row : rows)
    for (const char *place : {"%out+8", "%out+12"}) {
      std::string body =
          std::string(row.blocks > 1 ? "mov.u32 a, %ctaid.x; setp.ne.u32 p, a, "
                                       "0;\n"
                                     : "") +
          "@p bra $read; st.global.b32 [%out], 5;\nred." + row.write +
          ".global.add.v2.f32 [%out+8], {0f3F800000, 0f3F800000}; bra $end;\n"
          "$read: atom." +
          row.read + ".global.cas.b32 b, [" + place +
          "], 0, 0;\nsetp.eq.u32 p, b, 0; @p bra $read;\n"
          "ld.global.b32 c, [%out]; st.global.b32 [%out+16], c;";
      SmallRun run(body, row.threads, row.blocks);
      ASSERT_EQ(run.error, "");
      EXPECT_EQ(run.outcome.status == RunStatus::Race, row.races)
          << row.write << " " << row.read << run.outcome.summary();
      if (!row.races) {
        EXPECT_TRUE(run.outcome.completed()) << run.outcome.summary();
        EXPECT_EQ(run.out[4], 5u);
      }
    }
}

/// Memory model, A17: a compare and swap that finds another value writes and
/// releases nothing, but its acquire half acts.
TEST(PtxAtomic, FailingSwapsAreReads) {
  // Nobody reads what the swap itself would race with but `beside`.
  struct {
    const char *swap, *beside;
    bool races;
  } rows[] = {
      {"[%out], 5, 9", "ld.global.b32 c, [%out];", false},
      {"[%out], 0, 9", "ld.global.b32 c, [%out];", true},
      // What is there already is written all the same.
      {"[%out], 0, 0", "ld.global.b32 c, [%out];", true},
      {"[%out], 5, 9", "st.global.b32 [%out], 1;", true},
      // Memory that nobody writes may be read as such.
      {"[%out], 5, 9", "ld.global.nc.b32 c, [%out];", false},
  };
  for (const auto &row : rows) {
    SmallRun run(std::string("@p bra $other;\natom.relaxed.gpu.global.cas.b32 "
                             "b, ") +
                     row.swap + "; st.global.b32 [%out+4], b; bra $end;\n" +
                     "$other: " + row.beside,
                 2);
    ASSERT_EQ(run.error, "");
    EXPECT_EQ(run.outcome.status == RunStatus::Race, row.races)
        << row.swap << " beside " << row.beside << ": "
        << run.outcome.summary();
    if (!row.races) {
      EXPECT_TRUE(run.outcome.completed()) << run.outcome.summary();
      EXPECT_EQ(run.out[0], 0u);
      EXPECT_EQ(run.out[1], 0u);
    }
  }
  // Another thread acquires what the swap has left, after it, which only a
  // relaxed flag says.
  auto pass = [](const std::string &order) {
    return SmallRun("@p bra $other;\nst.global.b32 [%out], 5;\n"
                    "atom." +
                        order +
                        ".gpu.global.cas.b32 b, [%out+8], 1, 2;\n"
                        "st.relaxed.gpu.global.b32 [%out+16], 1; bra $end;\n"
                        "$other: ld.relaxed.gpu.global.b32 b, [%out+16];\n"
                        "setp.eq.u32 p, b, 0; @p bra $other;\n"
                        "ld.acquire.gpu.global.b32 b, [%out+8];\n"
                        "ld.global.b32 c, [%out];",
                    2);
  };
  for (const char *order : {"release", "acq_rel"})
    EXPECT_EQ(pass(order).outcome.status, RunStatus::Race) << order;
  SmallRun acquires("@p bra $other;\nst.global.b32 [%out], 5;\n"
                    "st.release.gpu.global.b32 [%out+8], 3; bra $end;\n"
                    "$other: atom.acquire.gpu.global.cas.b32 b, [%out+8], 1, "
                    "2;\nsetp.eq.u32 p, b, 0; @p bra $other;\n"
                    "ld.global.b32 c, [%out]; st.global.b32 [%out+16], c;",
                    2);
  EXPECT_TRUE(acquires.outcome.completed()) << acquires.outcome.summary();
  EXPECT_EQ(acquires.out[4], 5u);
}

TEST(PtxAtomic, WhatEndsARunIsNamed) {
  struct {
    const char *body, *condition;
  } rows[] = {
      {"atom.global.add.v4.f32 {a, b, c, d}, [%out+8], {a, b, c, d};",
       "misaligned-access"},
      {"red.add.noftz.v2.f16x2 [%out+32], {a, b};", "out-of-bounds"},
      {"atom.shared.cas.b32 a, [s], 0, 1;", "uninitialised-read"},
      {"atom.shared.add.u32 a, [%out], 1;", "null-access"},
      {"atom.add.shared.L2::cache_hint.u32 a, [%out], 1, %out;",
       "PTX instruction 'atom.add.shared.L2::cache_hint.u32'"},
      {"red.acquire.gpu.add.u32 [%out], 1;",
       "PTX instruction 'red.acquire.gpu.add.u32'"},
      {"red.exch.b32 [%out], 1;", "PTX instruction 'red.exch.b32'"},
  };
  for (const auto &row : rows) {
    SmallRun run(row.body, 1);
    EXPECT_EQ(run.error, "") << row.body;
    EXPECT_EQ(run.outcome.condition, row.condition) << row.body;
  }
}

TEST(PtxAtomic, SpecialRegisters) {
  struct {
    const char *name;
    unsigned width;
    /// Of thread 35 of 64 in the second of three CTAs; none: unspecified.
    std::optional<uint64_t> expected;
  } rows[] = {
      {"%tid.x", 32, 35},
      {"%tid.y", 32, 0},
      {"%tid.z", 32, 0},
      {"%ntid.x", 32, 64},
      {"%ntid.y", 32, 1},
      {"%ntid.z", 32, 1},
      {"%laneid", 32, 3},
      {"%lanemask_eq", 32, 8},
      {"%lanemask_le", 32, 15},
      {"%lanemask_lt", 32, 7},
      {"%lanemask_ge", 32, 0xfffffff8},
      {"%lanemask_gt", 32, 0xfffffff0},
      {"%ctaid.x", 32, 1},
      {"%ctaid.y", 32, 0},
      {"%ctaid.z", 32, 0},
      {"%nctaid.x", 32, 3},
      {"%nctaid.y", 32, 1},
      {"%nctaid.z", 32, 1},
      {"%clusterid.x", 32, 1},
      {"%nclusterid.x", 32, 3},
      {"%cluster_ctaid.x", 32, 0},
      {"%cluster_nctaid.x", 32, 1},
      {"%cluster_ctarank", 32, 0},
      {"%cluster_nctarank", 32, 1},
      {"%dynamic_smem_size", 32, 0},
      {"%current_graph_exec", 64, 0},
      {"WARP_SZ", 32, 32},
      {"%warpid", 32, std::nullopt},
      {"%nwarpid", 32, std::nullopt},
      {"%smid", 32, std::nullopt},
      {"%nsmid", 32, std::nullopt},
      {"%gridid", 64, std::nullopt},
      {"%clock", 32, std::nullopt},
      {"%clock_hi", 32, std::nullopt},
      {"%clock64", 64, std::nullopt},
      {"%globaltimer", 64, std::nullopt},
      {"%globaltimer_lo", 32, std::nullopt},
      {"%globaltimer_hi", 32, std::nullopt},
      {"%pm7", 32, std::nullopt},
      {"%pm0_64", 64, std::nullopt},
      {"%envreg31", 32, std::nullopt},
      {"%total_smem_size", 32, std::nullopt},
      {"%aggr_smem_size", 32, std::nullopt},
      {"%reserved_smem_offset_begin", 32, std::nullopt},
      {"%reserved_smem_offset_1", 32, std::nullopt},
  };
  for (const auto &row : rows) {
    std::string width = std::to_string(row.width);
    SmallRun run(".reg .b" + width + " x; .reg .pred q; mov.u" + width +
                     " x, " + row.name +
                     ";\nmov.u32 a, %ctaid.x; setp.ne.u32 p, a, 1; @p bra "
                     "$end; setp.ne.u32 p, %t, 35; @p bra $end;\n"
                     "st.global.b" +
                     width + " [%out], x;",
                 64, 3);
    ASSERT_EQ(run.error, "") << row.name;
    ASSERT_TRUE(run.outcome.completed()) << row.name << run.outcome.summary();
    EXPECT_EQ(run.outcome.buffers[0].unspecified.empty(),
              row.expected.has_value())
        << row.name;
    if (row.expected)
      EXPECT_EQ(run.out[0], *row.expected) << row.name;
  }
  EXPECT_EQ(SmallRun("mov.u32 a, %pm8;", 1).error,
            "PTX: not a register or constant '%pm8'");
  SmallRun cluster("mov.pred p, %is_explicit_cluster; selp.b32 a, 1, 0, p; "
                   "st.global.b32 [%out], a;",
                   1);
  EXPECT_TRUE(cluster.outcome.completed()) << cluster.error;
  // What is unspecified decides nothing.
  SmallRun timed("mov.u32 a, %clock; setp.eq.u32 p, a, 0; @p bra $end;", 1);
  EXPECT_EQ(timed.outcome.condition, "branch-on-poison");
}
