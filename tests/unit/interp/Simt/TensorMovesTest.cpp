//===- TensorMovesTest.cpp - Loads and stores of tensor memory ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using namespace tilefuzz::test;

namespace {
struct Move {
  const char *shape;
  /// Repetitions, registers of each thread, lanes; columns of a repetition.
  unsigned count, registers, lanes;
  bool isPacked = false;
  unsigned half = 0;
};
} // namespace

static constexpr Move moves[] = {
    {"32x32b", 4, 4, 32},
    {"16x64b", 2, 2, 16},
    {"16x64b", 4, 4, 16, true},
    {"16x128b", 1, 2, 16},
    {"16x128b", 2, 4, 16, false, 16},
    {"16x256b", 1, 4, 16},
    {"16x256b", 2, 8, 16},
    {"16x256b", 1, 4, 16, true, 16},
    {"32x32b", 2, 2, 32, true},
    {"16x32bx2", 2, 2, 16},
    {"16x32bx2", 2, 2, 16, true},
};
static constexpr unsigned firstColumn = 16, secondHalf = 5;

/// What stands between the address and a packing flag, and the suffix of types.
static std::string typeOf(unsigned registers) {
  return registers == 1 ? "i32" : "<" + std::to_string(registers) + " x i32>";
}
static std::string callOf(const char *operation, const Move &move,
                          const std::string &value) {
  bool isLoad = llvm::StringRef(operation) == "ld";
  std::string type = typeOf(move.registers),
              name = "@llvm.nvvm.tcgen05." + std::string(operation) + "." +
                     move.shape + ".x" + std::to_string(move.count);
  std::string split = llvm::StringRef(move.shape) == "16x32bx2"
                          ? ", i64 " + std::to_string(secondHalf)
                          : "";
  return (isLoad ? value + " = call " + type : "call void") + " " + name +
         "(ptr addrspace(6) %place." + (move.half ? "h" : "n") + split +
         (isLoad ? "" : ", " + type + " " + value) + ", i1 " +
         (move.isPacked ? "true" : "false") + ")\n";
}
static std::string declarationOf(const char *operation, const Move &move) {
  bool isLoad = llvm::StringRef(operation) == "ld";
  std::string type = typeOf(move.registers);
  return "declare " + (isLoad ? type : "void") + " @llvm.nvvm.tcgen05." +
         operation + "." + move.shape + ".x" + std::to_string(move.count) +
         "(ptr addrspace(6)" +
         (llvm::StringRef(move.shape) == "16x32bx2" ? ", i64" : "") +
         (isLoad ? "" : ", " + type) + ", i1)\n";
}
static const char *addresses =
    "%n.n = add i32 %own, 16\n%place.n = inttoptr i32 %n.n to ptr "
    "addrspace(6)\n%n.h = add i32 %own, 1048592\n%place.h = inttoptr i32 "
    "%n.h to ptr addrspace(6)\n";

/// Lane and word of register `index` of a thread, and whether it lies in the
/// second half: by the order in which PTX draws the fragments.
static std::tuple<unsigned, unsigned, bool>
fragment(const Move &move, unsigned thread, unsigned index) {
  llvm::StringRef shape = move.shape;
  if (shape == "32x32b")
    return {thread, index, false};
  if (shape == "16x32bx2")
    return {thread & 15, index, thread >> 4};
  // Of eight lanes each four threads have a row, as in matrices of 8 by 8; of
  // the shape of 64 bits two do, and the other two have the row eight further.
  unsigned row = thread >> 2, pair = thread & 3;
  if (shape == "16x64b")
    return {row + (pair & 1 ? 8 : 0), (pair >> 1) + index * 2, false};
  unsigned wide = shape == "16x256b" ? 2 : 1, within = index % wide,
           block = index / wide;
  return {row + (block & 1 ? 8 : 0),
          (block >> 1) * 4 * wide + pair * wide + within, false};
}

TEST(TensorMoves, LoadsReadTheirFragments) {
  for (const Move &move : moves) {
    TensorKernel kernel;
    kernel.tensorColumns = 64;
    for (unsigned i = 0; i < 128 * 64; ++i)
      kernel.tensor.push_back(i * 0x10001 + 7);
    kernel.columns = move.registers;
    // Registers go to the first columns.
    Move back = {"32x32b", move.registers, move.registers, 32};
    kernel.declarations = declarationOf("ld", move);
    if (llvm::StringRef(move.shape) != "32x32b" || move.isPacked)
      kernel.declarations += declarationOf("st", back);
    else
      kernel.declarations += declarationOf("st", move);
    std::string store = callOf("st", back, "%x");
    store.replace(store.find("%place.n"), 8, "%back");
    kernel.wait = std::string(addresses) + callOf("ld", move, "%x") +
                  "call void @llvm.nvvm.tcgen05.wait.ld()\n%back = inttoptr "
                  "i32 %own to ptr addrspace(6)\n" +
                  store + "call void @llvm.nvvm.tcgen05.wait.st()";
    Outcome outcome = kernel.run();
    ASSERT_TRUE(outcome.completed()) << move.shape << outcome.summary();
    for (unsigned t = 0; t < 128; ++t)
      for (unsigned r = 0; r < move.registers; ++r) {
        auto [lane, word, isSecond] = fragment(move, t % 32, r);
        unsigned row = t / 32 * 32 + move.half + lane;
        const uint32_t *cells = &kernel.tensor[row * 64 + firstColumn] +
                                (isSecond ? secondHalf : 0);
        uint32_t expected = move.isPacked ? (cells[2 * word] & 0xffff) |
                                                cells[2 * word + 1] << 16
                                          : cells[word];
        EXPECT_EQ(wordOf(outcome, t * move.registers + r), expected)
            << move.shape << " x" << move.count << " thread " << t << " r" << r;
      }
  }
}

TEST(TensorMoves, StoresWriteTheirFragments) {
  for (const Move &move : moves) {
    TensorKernel kernel;
    kernel.columns = 64;
    kernel.declarations = declarationOf("st", move);
    std::string values, last = "poison";
    for (unsigned r = 0; r < move.registers; ++r) {
      std::string n = std::to_string(r);
      values += "%y" + n + " = add i32 %base.t, " +
                std::to_string(r * 0x1000100) + "\n%x" + n +
                " = insertelement " + typeOf(move.registers) + " " + last +
                ", i32 %y" + n + ", i32 " + n + "\n";
      last = "%x" + n;
    }
    kernel.wait = std::string(addresses) + "%base.t = mul i32 %t, 65537\n" +
                  values + callOf("st", move, last) +
                  "call void @llvm.nvvm.tcgen05.wait.st()";
    Outcome outcome = kernel.run();
    ASSERT_TRUE(outcome.completed()) << move.shape << outcome.summary();
    std::vector<uint32_t> expected(128 * 64);
    std::vector<bool> isKnown(128 * 64);
    for (unsigned t = 0; t < 128; ++t)
      for (unsigned r = 0; r < move.registers; ++r) {
        auto [lane, word, isSecond] = fragment(move, t % 32, r);
        size_t at = (t / 32 * 32 + move.half + lane) * 64 + firstColumn +
                    (move.isPacked ? 2 : 1) * word +
                    (isSecond ? secondHalf : 0);
        expected[at] = t * 65537 + r * 0x1000100;
        // The upper halves of packed columns are nobody's.
        isKnown[at] = !move.isPacked;
      }
    for (unsigned i = 0; i < 128 * 64; ++i) {
      EXPECT_EQ(isSpecified(outcome, i), isKnown[i]) << move.shape << " " << i;
      if (isKnown[i])
        EXPECT_EQ(wordOf(outcome, i), expected[i]) << move.shape << " " << i;
    }
  }
}

TEST(TensorMoves, PackedRegistersComeBackAsTheyWent) {
  Move move = {"32x32b", 2, 2, 32, true};
  Move back = {"32x32b", 2, 2, 32};
  TensorKernel kernel;
  kernel.columns = 2;
  kernel.declarations = declarationOf("st", move) + declarationOf("ld", move);
  std::string store = callOf("st", back, "%x");
  store.replace(store.find("%place.n"), 8, "%back");
  kernel.wait =
      std::string(addresses) +
      "%v0 = mul i32 %t, 65541\n%v1 = insertelement <2 x i32> poison, i32 "
      "%v0, i32 0\n%v2 = insertelement <2 x i32> %v1, i32 -2, i32 1\n" +
      callOf("st", move, "%v2") + "call void @llvm.nvvm.tcgen05.wait.st()\n" +
      callOf("ld", move, "%x") +
      "call void @llvm.nvvm.tcgen05.wait.ld()\n%back = inttoptr i32 %own to "
      "ptr addrspace(6)\n" +
      store + "call void @llvm.nvvm.tcgen05.wait.st()";
  Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  for (unsigned t = 0; t < 128; ++t) {
    EXPECT_EQ(wordOf(outcome, 2 * t), t * 65541);
    EXPECT_EQ(wordOf(outcome, 2 * t + 1), uint32_t(-2));
  }
}
