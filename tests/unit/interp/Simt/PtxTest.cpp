//===- PtxTest.cpp - Every row of the PTX decoder -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxDecoder.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace tilefuzz;
using namespace tilefuzz::simt;

namespace {
/// Registers `$0`, written, and `$1` to `$3` with the operands' bits.
struct PtxRun {
  std::string error;
  Outcome outcome;
  uint64_t result = 0;

  PtxRun(const std::string &text, unsigned width,
         std::vector<std::pair<uint64_t, unsigned>> operands) {
    Kernel kernel;
    kernel.name = "k";
    kernel.threadsPerCta = 1;
    kernel.frame.resize(3);
    kernel.parameters.push_back({{TypeKind::Pointer, 64}, 1});
    std::vector<PtxRegister> registers = {{"$0", 2, width, true}};
    for (auto [bits, operandWidth] : operands) {
      registers.push_back({"$" + std::to_string(registers.size()),
                           uint32_t(kernel.frame.size()), operandWidth, false});
      kernel.frame.push_back({bits, 0, false});
    }
    kernel.placeOf = [](uint32_t index) {
      return Place{"ptx", std::to_string(index)};
    };
    if (llvm::Error failure = decodePtx(text, registers, kernel)) {
      error = llvm::toString(std::move(failure));
      return;
    }
    simt::Instruction store;
    store.opcode = Opcode::Store;
    store.type = store.resultType = {TypeKind::Bits, 64};
    store.bytes = 8;
    store.operands = {1, 2, 0};
    kernel.code.push_back(store);
    kernel.code.emplace_back().opcode = Opcode::Exit;
    Launch launch = llvm::cantFail(
        parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                    "// tilefuzz.buffer out : i64[1] = fill(7)\n"
                    "// tilefuzz.args &out\n",
                    "test"));
    outcome = runKernel(kernel, launch, {});
    memcpy(&result, outcome.buffers[0].bytes.data(), 8);
  }
};
} // namespace

static uint64_t cut(unsigned __int128 bits, unsigned width) {
  return width == 64 ? uint64_t(bits) : uint64_t(bits) & ((1ull << width) - 1);
}

TEST(Ptx, EveryWholeName) {
  for (const PtxRow &row : getPtxRows()) {
    // Alone in its CTA, a thread passes each of these.
    std::string text = row.name.str();
    if (row.arity)
      text += " 1";
    // Who waits has arrived.
    if (row.opcode == Opcode::ClusterWait)
      text = "barrier.cluster.arrive; " + text;
    PtxRun run(text + "; mov.b64 $0, 5;", 64, {});
    EXPECT_EQ(run.error, "") << text;
    EXPECT_TRUE(run.outcome.completed()) << text << run.outcome.summary();
    EXPECT_EQ(run.result, 5u) << text;
  }
}

TEST(Ptx, Modifiers) {
  struct {
    const char *text;
    uint64_t a, b, expected;
  } rows[] = {
      {"add.sat.s32 $0, $1, $2;", 0x7fffffff, 1, 0x7fffffff},
      {"sub.sat.s32 $0, $1, $2;", 0x80000000, 1, 0x80000000},
      {"add.rz.f32 $0, $1, $2;", 0x3f800000, 0x34700000, 0x3f800000 + 1},
      {"add.rp.f32 $0, $1, $2;", 0x3f800000, 1, 0x3f800001},
      {"add.rm.f32 $0, $1, $2;", 0x3f800000, 0x80000001, 0x3f7fffff},
      {"add.rp.ftz.f32 $0, $1, $2;", 0x3f800000, 1, 0x3f800000},
      {"mul.rn.ftz.f32 $0, $1, $2;", 0x00400000, 0x40800000, 0},
      {"min.NaN.f32 $0, $1, $2;", 0x7fc00000, 0x3f800000, 0x7fc00000},
      {"min.f32 $0, $1, $2;", 0x7fc00000, 0x3f800000, 0x3f800000},
      {"min.f32 $0, $1, $2;", 0, 0x80000000, 0x80000000},
      {"add.u32 $0, $1, -1;", 5, 0, 4},
      {"xor.b32 $0, $1, 0xff;", 5, 0, 0xfa},
      {"add.rn.f32 $0, $1, 0f3F800000;", 0x3f800000, 0, 0x40000000},
      {"{ .reg .b32 t; .reg .pred p; add.u32 t, $1, $2;\n"
       "\tsetp.gt.u32 p, t, 7; selp.b32 $0, t, 0, p; }",
       5, 3, 8},
      {"mov.b32 $0, $1; @$3 mov.b32 $0, $2;", 5, 3, 3},
      {"mov.b32 $0, $1; @!$3 mov.b32 $0, $2;", 5, 3, 5},
  };
  for (const auto &row : rows) {
    PtxRun run(row.text, 32, {{row.a, 32}, {row.b, 32}, {1, 1}});
    EXPECT_EQ(run.error, "") << row.text;
    EXPECT_EQ(run.result, row.expected) << row.text;
  }
}

TEST(Ptx, UnwrittenRegistersHoldNothing) {
  PtxRun run("@!$1 mov.b64 $0, 5;", 64, {{1, 1}});
  ASSERT_TRUE(run.outcome.completed());
  EXPECT_FALSE(run.outcome.buffers[0].unspecified.empty());
}

TEST(Ptx, UnknownInstructionsAreRefusedWhenReached) {
  for (const char *name :
       {"add.rn.sat.f64", "add.sat.u32", "add.rn.ftz.f64", "fma.f32",
        "div.approx.f64", "setp.lo.s32", "setp.lt.b32", "setp.ltu.s32",
        "shl.u32", "and.u32", "rcp.approx.f64", "wgmma.fence.aligned",
        "fence.acq_rel", "add.rn.rn.f32"}) {
    PtxRun run(std::string(name) + " $0, $1, $2;", 32, {{1, 32}, {2, 32}});
    EXPECT_EQ(run.error, "") << name;
    EXPECT_EQ(run.outcome.status, RunStatus::Unsupported) << name;
    EXPECT_EQ(run.outcome.condition,
              "PTX instruction '" + std::string(name) + "'");
    // Not reached.
    PtxRun skipped("mov.b32 $0, $1; @$3 " + std::string(name) + " $0, $1, $2;",
                   32, {{1, 32}, {2, 32}, {0, 1}});
    EXPECT_TRUE(skipped.outcome.completed()) << name;
    EXPECT_EQ(skipped.result, 1u);
  }
}

TEST(Ptx, MalformedTextIsQuoted) {
  struct {
    const char *text, *error;
  } rows[] = {
      {"add.u32 $0, $1;", "PTX: wrong number of operands of 'add.u32'"},
      {"add.u32 $0, $1, $9;", "PTX: not a register or constant '$9'"},
      {"add.u64 $0, $1, $2;", "PTX: not a register for this result: '$0'"},
      {"add.u32 $1, $1, $2;", "PTX: not a register for this result: '$1'"},
      {"add.u32 $0, $1, $3;", "PTX: another width has operand '$3'"},
      {"add.u32 $0, $1, $2",
       "PTX: line 1: error: expected ';' before the end of the text"},
      {"{ add.u32 $0, $1, $2;",
       "PTX: line 1: error: expected '}' before the end of the text"},
      {"L: add.u32 $0, $1, $2;", "PTX: a label in inline assembly: 'L'"},
      {"{ L: add.u32 $0, $1, $2; L: }", "PTX: declared twice: 'L'"},
      {"bra L;", "PTX: no label 'L'"},
      {".reg .v4 .b32 t;", "PTX: a declaration without support: 't'"},
      {".reg .b32 t<257>;", "PTX: a declaration without support: 't'"},
      {".reg .b32 t<4>, t<2>;", "PTX: declared twice: 't'"},
      {".reg .b32 t, t;", "PTX: declared twice: 't'"},
      {"add.u32 $0,\n$1 $2;", "PTX: line 2: error: expected ';' before '$2'"},
      {"bar.sync;", "PTX: wrong number of operands of 'bar.sync'"},
      {"bar.arrive 1;", "PTX: wrong number of operands of 'bar.arrive'"},
      {"add.rn.f32 $0, $1, 1.0;", "PTX: not a register or constant '1.0'"},
      {"mov.u64 $0, %tid.x;", "PTX: not a register for this result: '$0'"},
      {"ld.global.b32 $0, $3;",
       "PTX: not an address in operands of 'ld.global.b32'"},
      {"ld.global.v2.b32 $0, [$3];",
       "PTX: wrong number of operands of 'ld.global.v2.b32'"},
      {"st.global.b64 [$3], $1;", "PTX: not a register for this type: '$1'"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(PtxRun(row.text, 32, {{1, 32}, {2, 32}, {0, 64}}).error,
              row.error);
}

/// Results of instructions whose modifiers decide more than one operation.
TEST(Ptx, Families) {
  struct {
    const char *text;
    unsigned width;
    uint64_t a, b, expected;
  } rows[] = {
      {"mov.b64 $0, $1;", 64, 5, 0, 5},
      {"mov.b64 $0, {$4, $5};", 64, 0x1122334455667788, 0x99aabbccddeeff00,
       0xddeeff0055667788},
      {"{ .reg .b32 x, y; mov.b64 {x, y}, $1; mov.b64 $0, {y, x}; }", 64,
       0x1122334455667788, 0, 0x5566778811223344},
      {"{ .reg .b16 x; mov.b32 {_, x}, $4; cvt.u64.u16 $0, x; }", 64,
       0x1122334455667788, 0, 0x5566},
      {"mul.wide.u32 $0, $4, $5;", 64, 0xffffffff, 0xffffffff,
       0xfffffffe00000001},
      {"mul.wide.s32 $0, $4, $5;", 64, 0xffffffff, 2, ~uint64_t(1)},
      {"mad.wide.u32 $0, $4, $5, $1;", 64, 3, 4, 15},
      {"not.b64 $0, $1;", 64, 5, 0, ~uint64_t(5)},
      {"prmt.b32 $0, $4, $5, 0x5410;", 32, 0x33221100, 0x77665544, 0x55441100},
      {"bfe.u32 $0, $4, 8, 4;", 32, 0xabc, 0, 0xa},
      {"bfe.s64 $0, $1, 8, 4;", 64, 0xabc, 0, ~uint64_t(0) - 5},
      {"shf.l.wrap.b32 $0, $4, $5, 36;", 32, 0x80000001, 0x00000001, 0x18},
      {"shf.r.wrap.b32 $0, $4, $5, 4;", 32, 0x80000001, 0x0000000f, 0xf8000000},
      {"popc.b64 $0, $1;", 32, ~uint64_t(0), 0, 64},
      {"clz.b64 $0, $1;", 32, 1, 0, 63},
      {"cvt.u64.u32 $0, $4;", 64, 0xffffffff, 0, 0xffffffff},
      {"cvt.s64.s32 $0, $4;", 64, 0xffffffff, 0, ~uint64_t(0)},
      {"cvt.s32.s8 $0, $4;", 32, 0x1ff, 0, 0xffffffff},
      {"cvt.s8.s32 $0, $4;", 32, 0x180, 0, 0xffffff80},
      {"cvt.u8.u32 $0, $4;", 32, 0x180, 0, 0x80},
      {"cvt.rn.f32.s32 $0, $4;", 32, 0xffffffff, 0, 0xbf800000},
      {"cvt.rz.f32.u32 $0, $4;", 32, 0xffffffff, 0, 0x4f7fffff},
      {"cvt.rzi.s32.f32 $0, $4;", 32, 0xbfc00000, 0, 0xffffffff},
      {"cvt.rni.u8.f32 $0, $4;", 32, 0x43c80000, 0, 0xff},
      {"cvt.f64.f32 $0, $4;", 64, 0x3f800000, 0, 0x3ff0000000000000},
      {"cvt.rp.f32.f64 $0, $1;", 32, 0x3ff0000000000001, 0, 0x3f800001},
      {"div.u32 $0, $4, $5;", 32, 7, 2, 3},
      {"{ .reg .pred p, q; setp.lt.and.u32 p|q, $4, $5, 1;\n"
       "selp.b32 $0, 2, 3, q; }",
       32, 1, 2, 3},
      {"{ .reg .pred p; setp.eq.or.u32 p, $4, $5, !$3; selp.b32 $0, 2, 3, p; }",
       32, 1, 2, 3},
      {"{ .reg .pred p; setp.eq.xor.u32 p, $4, $5, $3; selp.b32 $0, 2, 3, p; }",
       32, 1, 2, 2},
  };
  for (const auto &row : rows) {
    PtxRun run(row.text, row.width,
               {{row.a, 64},
                {row.b, 64},
                {1, 1},
                {cut(row.a, 32), 32},
                {cut(row.b, 32), 32}});
    EXPECT_EQ(run.error, "") << row.text;
    EXPECT_TRUE(run.outcome.completed()) << row.text << run.outcome.summary();
    EXPECT_EQ(run.result, row.expected) << row.text;
  }
}

TEST(Ptx, QuotientsWithoutAValueAreUnspecified) {
  for (const char *text : {"div.s32 $0, $1, 0;", "rem.s32 $0, $1, 0;",
                           "div.s32 $0, 0x80000000, -1;"}) {
    PtxRun run(text, 32, {{5, 32}});
    ASSERT_TRUE(run.outcome.completed()) << text;
    EXPECT_FALSE(run.outcome.buffers[0].unspecified.empty()) << text;
  }
}

TEST(Ptx, UnknownFormsOfFamiliesAreRefused) {
  for (const char *name : {"ld.param.b64",      "ld.release.gpu.b32",
                           "ld.global.v3.b32",  "ld.mmio.b32",
                           "ld.relaxed.b32",    "st.acquire.gpu.b32",
                           "atom.add.f16",      "atom.add.b128",
                           "atom.weak.add.u32", "cvta.to.tex.u64",
                           "not.b128",          "mov.b8",
                           "cvt.rn.f32.f32",    "cvt.rn.ftz.f64.u64",
                           "cvt.sat.u8.b32",    "cvt.f32.f64",
                           "cvt.rn.f64.f32",    "cvt.u32.b32",
                           "cvt.rm.f16x2.f32",  "mul.wide.u64",
                           "mul.wide.f32",      "not.u32",
                           "prmt.b32.f5e",      "bfe.b32",
                           "shf.l.clamp.b64",   "popc.u32",
                           "setp.eq.nand.u32",  "bra.sync",
                           "call.uni"}) {
    PtxRun run(std::string(name) + " $0, $1;", 32, {{1, 32}});
    EXPECT_EQ(run.error, "") << name;
    EXPECT_EQ(run.outcome.condition,
              "PTX instruction '" + std::string(name) + "'");
  }
}
