//===- MatrixMovesTest.cpp - ldmatrix, stmatrix and movmatrix -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every form of PTX and every intrinsic of LLVM, compared with what the figures
// of the PTX ISA 9.0, 9.7.14.5.15 to .17, say of each thread.
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "WarpKernel.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Intrinsics.h"
#include "gtest/gtest.h"
#include <array>
#include <numeric>
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using llvm::StringRef;
using ptxmodel::Name;
using tilefuzz::test::WarpKernel;

namespace {
/// A form by its name, read here again.
struct Move {
  bool isStore, isTransposed;
  std::string shape;
  unsigned count, bits, perMatrix, linesPerMatrix;

  explicit Move(const Name &name) {
    isStore = name.first() == "stmatrix";
    isTransposed = name.has("trans");
    for (StringRef part : name.parts)
      if (part.starts_with("m") && isdigit(part[1]))
        shape = part.str();
    count = name.has("x4") ? 4 : name.has("x2") ? 2 : 1;
    bits = name.has("b16")         ? 16
           : name.has("b8")        ? 8
           : name.has("b6x16_p32") ? 6
                                   : 4;
    perMatrix = shape == "m16n16" ? 2 : 1;
    linesPerMatrix = shape == "m16n16" ? 16 : 8;
  }
  unsigned registers() const { return count * perMatrix; }
};
} // namespace

/// Element `index` of a line of 16 bytes, the first one in the lowest bits.
static uint32_t elementOf(const uint8_t *line, unsigned index, unsigned bits) {
  uint32_t value = 0;
  for (unsigned i = 0; i < bits; ++i) {
    unsigned at = index * bits + i;
    value |= uint32_t(line[at / 8] >> (at % 8) & 1) << i;
  }
  return value;
}

/// What a register holds, by the figures. `line(m, l)` is line l of matrix m.
template <typename F>
static uint32_t loaded(const Move &move, unsigned thread, unsigned number,
                       F line) {
  unsigned t4 = thread / 4, q = thread % 4, m = number / move.perMatrix;
  auto at = [&](unsigned row, unsigned column) {
    return move.isTransposed ? elementOf(line(m, column), row, move.bits)
                             : elementOf(line(m, row), column, move.bits);
  };
  if (move.shape == "m8n8")
    return at(t4, 2 * q) | at(t4, 2 * q + 1) << 16;
  unsigned row = number % move.perMatrix ? t4 + 8 : t4;
  return at(row, 4 * q) | at(row, 4 * q + 1) << 8 | at(row, 4 * q + 2) << 16 |
         at(row, 4 * q + 3) << 24;
}

/// Byte `byte` of a line that is stored, from the registers of all threads.
template <typename F>
static uint8_t stored(const Move &move, unsigned matrix, unsigned line,
                      unsigned byte, F registerOf) {
  if (move.shape == "m16n8") {
    // A line is a column of 16 elements.
    unsigned thread = byte % 8 * 4 + line / 2;
    return registerOf(thread, matrix) >> (8 * (byte / 8 * 2 + line % 2));
  }
  unsigned row = move.isTransposed ? byte / 2 : line;
  unsigned column = move.isTransposed ? line : byte / 2;
  uint32_t pair = registerOf(row * 4 + column / 2, matrix);
  return pair >> (16 * (column % 2) + 8 * (byte % 2));
}

/// 32 lines in any order, then where each thread's line is, in 16 bytes.
static std::vector<uint8_t> makeInput(std::mt19937_64 &random) {
  std::vector<uint8_t> in(1024);
  for (uint8_t &byte : in)
    byte = random();
  std::array<unsigned, 32> order;
  std::iota(order.begin(), order.end(), 0);
  for (unsigned i = 31; i; --i)
    std::swap(order[i], order[random() % (i + 1)]);
  for (unsigned i = 0; i < 32; ++i)
    in[512 + i] = order[i];
  return in;
}

static void check(StringRef what, const Move &move, const WarpKernel &run) {
  ASSERT_TRUE(run.completed())
      << what.str() << ": " << run.error << run.outcome.summary();
  const std::vector<uint8_t> &in = run.in;
  auto lineOf = [&](unsigned matrix, unsigned line) {
    return in[512 + matrix * move.linesPerMatrix + line];
  };
  if (!move.isStore) {
    for (unsigned thread = 0; thread < 32; ++thread)
      for (unsigned i = 0; i < move.registers(); ++i)
        ASSERT_EQ(run.word(thread, i),
                  loaded(move, thread, i,
                         [&](unsigned matrix, unsigned line) {
                           return &in[16 * lineOf(matrix, line)];
                         }))
            << what.str() << " thread " << thread << " register " << i;
    return;
  }
  // Registers overlap each other in what is read; memory is 512 bytes.
  std::vector<uint8_t> memory(in.begin(), in.begin() + 512);
  auto registerOf = [&](unsigned thread, unsigned i) {
    uint32_t value;
    memcpy(&value, &in[544 + 8 * thread + 2 * i], 4);
    return value;
  };
  for (unsigned m = 0; m < move.count; ++m)
    for (unsigned line = 0; line < 8; ++line)
      for (unsigned byte = 0; byte < 16; ++byte)
        memory[16 * lineOf(m, line) + byte] =
            stored(move, m, line, byte, registerOf);
  for (unsigned thread = 0; thread < 32; ++thread)
    for (unsigned i = 0; i < 4; ++i) {
      uint32_t expected;
      memcpy(&expected, &memory[16 * thread + 4 * i], 4);
      ASSERT_EQ(run.word(thread, i), expected)
          << what.str() << " word " << thread << " " << i;
    }
}

static std::string list(const char *prefix, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", " : "") + (prefix + std::to_string(i));
  return text;
}

/// Where the thread's line is, as a generic address or in shared memory.
static std::string addressOf(bool isGeneric) {
  std::string text = "cvt.u64.u32 %w, %t; add.u64 %w, %in, %w;\n"
                     "ld.global.u8 %i, [%w+512]; shl.b32 %i, %i, 4;\n"
                     "mov.u32 %s, s; add.u32 %s, %s, %i;\n"
                     "cvt.u64.u32 %x, %s;\n";
  if (isGeneric)
    text += "cvta.shared.u64 %x, %x;\n";
  return text;
}

TEST(MatrixMoves, EveryFormAgreesWithTheFigures) {
  std::mt19937_64 random(7);
  unsigned count = 0;
  for (const PtxForm &form : getPtxMatrixForms())
    for (const std::string &text : namesOf(form)) {
      Name name(text);
      if (name.first() != "ldmatrix" && name.first() != "stmatrix")
        continue;
      ++count;
      Move move(name);
      WarpKernel kernel;
      kernel.words = 4;
      kernel.in = makeInput(random);
      kernel.schedule = count;
      std::string registers = "{" + list("r", move.registers()) + "}";
      kernel.body = ".reg .b32 r<4>;\n" +
                    addressOf(!name.has("shared") && !name.has("shared::cta"));
      if (!move.isStore) {
        kernel.body += text + " " + registers + ", [%x];\n";
        for (unsigned i = 0; i < move.registers(); ++i)
          kernel.body += "st.global.b32 [%out+" + std::to_string(4 * i) +
                         "], r" + std::to_string(i) + ";\n";
      } else {
        kernel.body += "mul.wide.u32 %w, %t, 8; add.u64 %w, %in, %w;\n";
        for (unsigned i = 0; i < move.registers(); ++i)
          for (unsigned half : {0, 1})
            kernel.body +=
                "ld.global.u16 %b, [%w+" +
                std::to_string(544 + 2 * i + 2 * half) + "];\n" +
                (half ? "shl.b32 %b, %b, 16; or.b32 r" + std::to_string(i) +
                            ", r" + std::to_string(i) + ", %b;\n"
                      : "mov.b32 r" + std::to_string(i) + ", %b;\n");
        kernel.body += text + " [%x], " + registers +
                       ";\nbar.sync 0; shl.b32 %i, %t, 4; mov.u32 %s, s;\n"
                       "add.u32 %s, %s, %i;\n"
                       "ld.shared.v4.b32 {r0, r1, r2, r3}, [%s];\n"
                       "st.global.v4.b32 [%out], {r0, r1, r2, r3};\n";
      }
      kernel.run();
      check(text, move, kernel);
    }
  EXPECT_EQ(count, 18u + 6 + 12 + 18 + 18 + 9 + 18 + 18);
}

TEST(MatrixMoves, EveryIntrinsicAgreesWithTheFigures) {
  std::mt19937_64 random(8);
  unsigned count = 0;
  for (unsigned id = 1; id < llvm::Intrinsic::num_intrinsics; ++id) {
    StringRef base = llvm::Intrinsic::getBaseName(llvm::Intrinsic::ID(id));
    StringRef rest = base;
    if (!rest.consume_front("llvm.nvvm.") ||
        !(rest.starts_with("ldmatrix") || rest.starts_with("stmatrix")))
      continue;
    Move move{Name(rest)};
    for (unsigned space : {0, 3}) {
      ++count;
      WarpKernel kernel;
      kernel.words = 4;
      kernel.in = makeInput(random);
      kernel.schedule = count;
      std::string pointer = space ? "ptr addrspace(3)" : "ptr",
                  n = std::to_string(space);
      std::string types, values, result = "i32";
      for (unsigned i = 0; i < move.registers(); ++i) {
        types += ", i32";
        values += ", i32 %v" + std::to_string(i);
      }
      if (move.registers() > 1)
        result = "{ " + types.substr(2) + " }";
      kernel.declarations = "declare " + (move.isStore ? "void" : result) +
                            " @" + base.str() + ".p" + n + "(" + pointer +
                            (move.isStore ? types : "") + ")\n";
      std::string &text = kernel.llvm;
      text = "  %o = add i32 %t, 512\n"
             "  %a = getelementptr i8, ptr addrspace(1) %in, i32 %o\n"
             "  %l = load i8, ptr addrspace(1) %a\n  %n = zext i8 %l to i32\n"
             "  %m = shl i32 %n, 4\n"
             "  %p3 = getelementptr i8, ptr addrspace(3) @s, i32 %m\n"
             "  %p0 = addrspacecast ptr addrspace(3) %p3 to ptr\n";
      auto store = [&](unsigned i, const std::string &value) {
        std::string k = std::to_string(i);
        text += "  %q" + k +
                " = getelementptr i8, ptr addrspace(1) %out, i32 " +
                std::to_string(4 * i) + "\n  store i32 " + value +
                ", ptr addrspace(1) %q" + k + "\n";
      };
      if (!move.isStore) {
        text += "  %r = call " + result + " @" + base.str() + ".p" + n + "(" +
                pointer + " %p" + n + ")\n";
        for (unsigned i = 0; i < move.registers(); ++i) {
          std::string k = std::to_string(i);
          if (move.registers() > 1)
            text +=
                "  %r" + k + " = extractvalue " + result + " %r, " + k + "\n";
          store(i, move.registers() > 1 ? "%r" + k : "%r");
        }
      } else {
        text += "  %w8 = mul i32 %t, 8\n";
        for (unsigned i = 0; i < move.registers(); ++i) {
          std::string k = std::to_string(i);
          text += "  %wo" + k + " = add i32 %w8, " +
                  std::to_string(544 + 2 * i) + "\n  %wp" + k +
                  " = getelementptr i8, ptr addrspace(1) %in, i32 %wo" + k +
                  "\n  %v" + k + " = load i32, ptr addrspace(1) %wp" + k +
                  ", align 2\n";
        }
        text += "  call void @" + base.str() + ".p" + n + "(" + pointer +
                " %p" + n + values +
                ")\n"
                "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"
                "  %t16 = shl i32 %t, 4\n"
                "  %line = getelementptr i8, ptr addrspace(3) @s, i32 %t16\n";
        for (unsigned i = 0; i < 4; ++i) {
          std::string k = std::to_string(i);
          text += "  %lp" + k +
                  " = getelementptr i8, ptr addrspace(3) %line, i32 " +
                  std::to_string(4 * i) + "\n  %lv" + k +
                  " = load i32, ptr addrspace(3) %lp" + k + "\n";
          store(i, "%lv" + k);
        }
      }
      kernel.run();
      check(base, move, kernel);
    }
  }
  EXPECT_EQ(count, 2u * (6 + 6 + 6 + 6 + 3));
}

TEST(MatrixMoves, ATransposedMatrixInRegisters) {
  std::mt19937_64 random(9);
  WarpKernel kernel;
  kernel.in.resize(128);
  for (uint8_t &byte : kernel.in)
    byte = random();
  kernel.body = "shl.b32 %i, %t, 2; mov.u32 %s, s; add.u32 %s, %s, %i;\n"
                "ld.shared.b32 %b, [%s];\n"
                "movmatrix.sync.aligned.m8n8.trans.b16 %b, %b;\n"
                "st.global.b32 [%out], %b;\n";
  kernel.run();
  ASSERT_TRUE(kernel.completed()) << kernel.error << kernel.outcome.summary();
  // Row r, column c of the matrix is half c % 2 of thread 4 r + c / 2.
  auto at = [&](unsigned row, unsigned column) {
    uint16_t value;
    memcpy(&value, &kernel.in[16 * row + 2 * column], 2);
    return uint32_t(value);
  };
  for (unsigned thread = 0; thread < 32; ++thread) {
    unsigned row = thread / 4, column = 2 * (thread % 4);
    EXPECT_EQ(kernel.word(thread, 0), at(column, row) | at(column + 1, row)
                                                            << 16);
  }
}

TEST(MatrixMoves, WhatEndsARunIsNamed) {
  struct {
    const char *body, *condition;
    unsigned threads;
  } rows[] = {
      // A line that is not aligned, or not there, or elsewhere.
      {"add.u32 %s, %s, 8; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%i}, "
       "[%s];",
       "misaligned-access", 32},
      {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%i}, [%s+4096];",
       "out-of-bounds", 32},
      {"ldmatrix.sync.aligned.m8n8.x1.b16 {%i}, [%in];", "wrong-state-space",
       32},
      {"stmatrix.sync.aligned.m8n8.x1.b16 [%in], {%t};", "wrong-state-space",
       32},
      // Behind what the threads wrote.
      {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%i}, [%s+1024];",
       "uninitialised-read", 32},
      // Lanes that wait elsewhere, that have exited, or that there are not.
      {"@%p bra $x; movmatrix.sync.aligned.m8n8.trans.b16 %i, %t; bra $end; "
       "$x: movmatrix.sync.aligned.m8n8.trans.b16 %i, %t;",
       "barrier-divergence", 32},
      {"@%p bra $x; movmatrix.sync.aligned.m8n8.trans.b16 %i, %t; bra $end; "
       "$x: stmatrix.sync.aligned.m8n8.x1.shared.b16 [%s], {%t};",
       "barrier-divergence", 32},
      {"@%p exit; movmatrix.sync.aligned.m8n8.trans.b16 %i, %t;",
       "barrier-divergence", 32},
      {"movmatrix.sync.aligned.m8n8.trans.b16 %i, %t;", "barrier-divergence",
       16},
      // Threads that nothing orders.
      {"@%p st.shared.b32 [%s+512], %t; bar.warp.sync -1;\n"
       "st.shared.b32 [%s], %t;\n"
       "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%i}, [%s];",
       "race on 's'", 32},
  };
  for (const auto &row : rows) {
    WarpKernel kernel;
    kernel.in.resize(1024);
    kernel.threads = row.threads;
    kernel.body = "shl.b32 %i, %t, 4; mov.u32 %s, s; add.u32 %s, %s, %i;\n"
                  "setp.ge.u32 %p, %t, 20;\n" +
                  std::string(row.body);
    kernel.run();
    EXPECT_EQ(kernel.error, "") << row.body;
    EXPECT_EQ(kernel.outcome.condition, row.condition) << row.body;
  }
  // What a name has not.
  for (const char *body :
       {"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%i}, [%s];",
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 %i, [%s];",
        "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%s], {%i, %b};"}) {
    WarpKernel kernel;
    kernel.in.resize(16);
    kernel.body = body;
    kernel.run();
    EXPECT_EQ(kernel.error.find("PTX: not a vector of "), 0u) << kernel.error;
  }
}

/// Where threads may write what all of them have, warps may store one matrix.
TEST(MatrixMoves, WarpsMayStoreOneMatrixIfTheyMay) {
  struct {
    const char *value;
    bool isAllowed, completes;
  } rows[] = {{"and.b32 %b, %t, 31;", true, true},
              {"and.b32 %b, %t, 31;", false, false},
              // The second warp has another value in one lane, or none at all.
              {"min.u32 %b, %t, 40; sub.u32 %b, %b, 9;", true, false},
              {"@%p and.b32 %b, %t, 31;", true, false}};
  for (const auto &row : rows)
    for (uint64_t schedule = 1; schedule < 4; ++schedule) {
      WarpKernel kernel;
      kernel.in.resize(512);
      kernel.threads = 64;
      kernel.schedule = schedule;
      kernel.allowEqualWrites = row.isAllowed;
      kernel.body = "and.b32 %i, %t, 7; shl.b32 %i, %i, 4; mov.u32 %s, s;\n"
                    "add.u32 %s, %s, %i; setp.lt.u32 %p, %t, 32;\n" +
                    std::string(row.value) +
                    "\nstmatrix.sync.aligned.m8n8.x1.shared.b16 [%s], {%b};\n"
                    "bar.sync 0; and.b32 %i, %t, 31; shl.b32 %i, %i, 2;\n"
                    "mov.u32 %s, s; add.u32 %s, %s, %i;\n"
                    "ld.shared.b32 %i, [%s]; st.global.b32 [%out], %i;\n";
      kernel.run();
      EXPECT_EQ(kernel.error, "") << row.value;
      EXPECT_EQ(kernel.outcome.completed(), row.completes)
          << row.value << kernel.outcome.summary();
      for (unsigned thread = 0; row.completes && thread < 64; ++thread)
        EXPECT_EQ(kernel.word(thread, 0), thread % 32);
    }
}

/// A value that nobody wrote stays one wherever it is moved.
TEST(MatrixMoves, UnspecifiedElementsStayUnspecified) {
  WarpKernel kernel;
  kernel.in.resize(512);
  kernel.body = ".reg .b32 u; setp.ne.u32 %p, %t, 1; @%p mov.b32 u, 7;\n"
                "movmatrix.sync.aligned.m8n8.trans.b16 u, u;\n"
                "st.global.b32 [%out], u;\n";
  kernel.run();
  ASSERT_TRUE(kernel.completed()) << kernel.error << kernel.outcome.summary();
  // Thread 1 has columns 2 and 3 of row 0: rows 2 and 3 of column 0.
  for (unsigned thread = 0; thread < 32; ++thread)
    EXPECT_EQ(kernel.isUnspecified(thread, 0), thread == 8 || thread == 12);
}
