//===- GrowthPrograms.cpp - Programs of a shape and a size ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tests/growth/GrowthPrograms.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;
using namespace tilefuzz;

/// The launch, the kernel's head with two numbers, 1 and 5, and what all shapes
/// use; then `body`, and the end.
static std::string kernel(unsigned elements, StringRef body) {
  return ("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
          "// tilefuzz.buffer b : i32[" +
          Twine(std::max(elements, 1u)) +
          "] = iota(0, 1)\n"
          "// tilefuzz.args &b 1 5\n"
          "cuda_tile.module @m {\n"
          "  entry @k(%p0: tile<ptr<i32>>, %one: tile<i32>, %n: tile<i32>) {\n"
          "    %t0 = make_token : token\n"
          "    %zero = constant <i32: 0> : tile<i32>\n"
          "    %c = cmpi less_than %one, %n, signed : tile<i32> -> tile<i1>\n" +
          body + "    return\n  }\n}\n")
      .str();
}

/// Steps of eleven operations; each goes on from the one before, and stores.
static std::string straight(unsigned operations) {
  unsigned steps = std::max(operations / 11, 1u);
  std::string body;
  raw_string_ostream os(body);
  os << "    %v0 = iota : tile<8xi32>\n";
  std::string last = "one";
  for (unsigned k = 1; k <= steps; ++k) {
    unsigned j = k - 1;
    os << "    %c" << k << " = cmpi less_than %" << last
       << ", %n, signed : tile<i32> -> tile<i1>\n"
       << "    %s" << k << " = select %c" << k << ", %" << last
       << ", %n : tile<i1>, tile<i32>\n"
       << "    %r" << k << " = reshape %s" << k
       << " : tile<i32> -> tile<1xi32>\n"
       << "    %b" << k << " = broadcast %r" << k
       << " : tile<1xi32> -> tile<8xi32>\n"
       << "    %v" << k << " = addi %v" << j << ", %b" << k
       << " : tile<8xi32>\n"
       << "    %x" << k << " = reduce %v" << k
       << " dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> "
          "(%f: tile<i32>, %g: tile<i32>) {\n"
          "      %h = addi %f, %g : tile<i32>\n"
          "      yield %h : tile<i32>\n    }\n"
       << "    %p" << k << " = offset %p" << j
       << ", %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
       << "    %t" << k << " = store_ptr_tko weak %p" << k << ", %x" << k
       << " token=%t" << j << " : tile<ptr<i32>>, tile<i32> -> token\n"
       << "    %y" << k << " = addi %s" << k << ", %x" << k << " : tile<i32>\n";
    last = "y" + std::to_string(k);
  }
  os << "    %end = store_ptr_tko weak %p0, %" << last << " token=%t" << steps
     << " : tile<ptr<i32>>, tile<i32> -> token\n";
  return kernel(steps + 1, body);
}

/// Nests of loops of one iteration and branches, each nest after the one
/// before: of nine operations for each loop with its branch. Bytecode has at
/// most 64 regions in each other, so a nest has 48.
static std::string nested(unsigned operations) {
  constexpr unsigned mostLevels = 24;
  unsigned levels = std::max(operations / 9, 1u);
  std::string body;
  raw_string_ostream os(body);
  for (unsigned first = 1; first <= levels; first += mostLevels) {
    unsigned last = std::min(first + mostLevels - 1, levels);
    for (unsigned k = first; k <= last; ++k) {
      // The token that comes in, and the pointer: of the level around it, or
      // of the nest before.
      std::string token = k > first ? "t" + std::to_string(k - 1)
                          : k > 1   ? "u" + std::to_string(k - mostLevels)
                                    : "t0";
      std::string pointer = k > first ? "p" + std::to_string(k - 1) : "p0";
      os << "    %u" << k << " = for %i" << k
         << " in (%zero to %one, step %one) : tile<i32> iter_values(%w" << k
         << " = %" << token << ") -> (token) {\n"
         << "    %q" << k << " = addi %i" << k << ", %n : tile<i32>\n"
         << "    %d" << k << " = cmpi less_than %i" << k << ", %q" << k
         << ", signed : tile<i32> -> tile<i1>\n"
         << "    %g" << k << " = if %d" << k << " -> (token) {\n"
         << "    %p" << k << " = offset %" << pointer
         << ", %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
         << "    %t" << k << " = store_ptr_tko weak %p" << k << ", %q" << k
         << " token=%w" << k << " : tile<ptr<i32>>, tile<i32> -> token\n";
    }
    for (unsigned k = last; k >= first; --k)
      os << "    yield %" << (k == last ? 't' : 'u') << (k == last ? k : k + 1)
         << " : token\n    } else {\n    yield %w" << k
         << " : token\n    }\n    continue %g" << k << " : token\n    }\n";
  }
  return kernel(mostLevels + 1, body);
}

/// Loads at offsets of one pointer, all joined: by one join_tokens, and by
/// sums.
static std::string fanIn(unsigned operations) {
  unsigned loads = std::max(operations / 4, 1u);
  std::string body;
  raw_string_ostream os(body);
  os << "    %x0 = addi %one, %n : tile<i32>\n";
  std::string tokens;
  for (unsigned k = 1; k <= loads; ++k) {
    os << "    %o" << k << " = constant <i32: " << k << "> : tile<i32>\n"
       << "    %p" << k << " = offset %p0, %o" << k
       << " : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
       << "    %l" << k << ", %t" << k << " = load_ptr_tko weak %p" << k
       << " token=%t0 : tile<ptr<i32>> -> tile<i32>, token\n"
       << "    %x" << k << " = addi %x" << k - 1 << ", %l" << k
       << " : tile<i32>\n";
    tokens += (k > 1 ? ", %t" : "%t") + std::to_string(k);
  }
  if (loads > 1)
    os << "    %all = join_tokens " << tokens << " : token\n";
  os << "    %end = store_ptr_tko weak %p0, %x" << loads
     << " token=" << (loads > 1 ? "%all" : "%t1")
     << " : tile<ptr<i32>>, tile<i32> -> token\n";
  return kernel(loads + 1, body);
}

/// One pointer, one number and one token that everything uses.
static std::string fanOut(unsigned operations) {
  unsigned stores = std::max(operations / 4, 1u);
  std::string body;
  raw_string_ostream os(body);
  os << "    %s = select %c, %one, %n : tile<i1>, tile<i32>\n"
        "    %base = offset %p0, %one : tile<ptr<i32>>, tile<i32> -> "
        "tile<ptr<i32>>\n";
  for (unsigned k = 1; k <= stores; ++k)
    os << "    %o" << k << " = constant <i32: " << k << "> : tile<i32>\n"
       << "    %p" << k << " = offset %base, %o" << k
       << " : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
       << "    %x" << k << " = addi %s, %o" << k << " : tile<i32>\n"
       << "    %t" << k << " = store_ptr_tko weak %p" << k << ", %x" << k
       << " token=%t0 : tile<ptr<i32>>, tile<i32> -> token\n";
  return kernel(stores + 2, body);
}

/// What the rewrites of nv_tileaa look through, in chains of which every link
/// is used: pointers, tiles of which elements are taken, selections that are
/// splatted, doubled tiles, views. No launch: up to canonical nv_tileaa only.
static std::string chains(unsigned operations) {
  unsigned steps = std::max(operations / 11, 1u);
  std::string body;
  raw_string_ostream os(body);
  os << "module {\n  nv_tileaa.func @k(%p0: !nv_tileaa.ptr<i32, 1>, %n: i32, "
        "%c: i1, %v0: tensor<8xi32>, %d0: tensor<8xi32>, %w0: tensor<8xi32>) "
        "{\n    %s0 = arith.addi %n, %n : i32\n";
  for (unsigned k = 1; k <= steps; ++k) {
    unsigned j = k - 1;
    std::string shape = k % 2 ? "tensor<2x4xi32>" : "tensor<8xi32>";
    std::string before = k % 2 ? "tensor<8xi32>" : "tensor<2x4xi32>";
    os << "    %p" << k << " = nv_tileaa.addptr %p" << j
       << ", %n : !nv_tileaa.ptr<i32, 1>, i32\n"
       << "    %s" << k << " = arith.select %c, %s" << j << ", %n : i32\n"
       << "    %b" << k << " = nv_tileaa.splat %s" << k
       << " : i32 -> tensor<8xi32>\n"
       << "    %v" << k << " = arith.addi %v" << j << ", %b" << k
       << " : tensor<8xi32>\n"
       << "    %e" << k << " = nv_tileaa.extract %v" << k
       << "[%n] : tensor<8xi32>, i32 -> i32\n"
       << "    %d" << k << " = arith.addi %d" << j << ", %d" << j
       << " : tensor<8xi32>\n"
       << "    %f" << k << " = nv_tileaa.extract %d" << k
       << "[%n] : tensor<8xi32>, i32 -> i32\n"
       << "    %w" << k << " = nv_tileaa.view %w" << j << " : " << before
       << " -> " << shape << "\n";
    for (StringRef stored : {"e", "f"})
      os << "    %t" << stored << k << " = nv_tileaa.store %p" << k << ", %"
         << stored << k
         << " : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token\n";
    os << "    nv_tileaa.mark_for_reuse %w" << k << " : " << shape << "\n";
  }
  os << "    nv_tileaa.return\n  }\n}\n";
  return body;
}

ArrayRef<GrowthShape> tilefuzz::getGrowthShapes() {
  static constexpr GrowthShape shapes[] = {
      {"straight", "each operation uses the one before", straight},
      {"nested", "loops and branches in each other", nested},
      {"fan-in", "many values come together", fanIn},
      {"fan-out", "many operations use one value", fanOut},
      {"chains", "chains of nv_tileaa of which every link is used", chains,
       "tileaa-canonicalize"},
  };
  return shapes;
}
