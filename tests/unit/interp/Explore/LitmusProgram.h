//===- LitmusProgram.h - Small programs for the memory model ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A litmus program as data: what the second enumerator (LitmusEnumerator.h)
// reads, what is written as a cuda_tile program for the explorer, and what is
// drawn at random.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSPROGRAM_H
#define TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSPROGRAM_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tilefuzz::litmus {

enum class Kind { Load, Store, Update, CompareAndSwap };
enum class Ordering { Weak, Relaxed, Acquire, Release, AcqRel };
enum class Scope { Block, Device, System };
enum class Mode { Xchg, Add, And, Or, XOr, Max, Min, UMax, UMin };
inline constexpr const char *modeNames[] = {"xchg", "add", "and",  "or",  "xor",
                                            "max",  "min", "umax", "umin"};

/// A constant, or what element `element` of the operation `op` of the same
/// block read, plus the constant. An operation that is skipped has read 0.
struct Operand {
  int32_t constant = 0;
  int op = -1, element = 0;
  /// What was read counts times zero: a dependence that is only apparent.
  bool isErased = false;
};

struct Operation {
  Kind kind = Kind::Load;
  Ordering ordering = Ordering::Relaxed;
  Scope scope = Scope::Device;
  Mode mode = Mode::Xchg;
  /// Of each element, into the program's memory.
  std::vector<unsigned> places;
  /// Of each element: stored, the argument of the update, or the replacement.
  std::vector<Operand> values;
  /// What a compare-and-swap compares with.
  std::vector<Operand> expected;
  /// Operations whose tokens it takes.
  std::vector<unsigned> tokens;
  /// Runs only if the operand equals the number; else it passes its tokens on.
  bool hasCondition = false;
  Operand condition;
  int32_t equals = 0;

  bool reads() const { return kind != Kind::Store; }
  bool writes() const { return kind != Kind::Load; }
};

struct Program {
  std::vector<std::vector<Operation>> blocks;
  std::vector<unsigned> devices;
  /// What the places hold at first.
  std::vector<int32_t> memory;
};

/// As cuda_tile with launch lines. Operation i of block b has the location
/// `b.i`; what it read is stored to the buffer `rb_i`, -1 where it did not run.
std::string toText(const Program &program);

Program drawProgram(std::mt19937_64 &random);

} // namespace tilefuzz::litmus

#endif // TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSPROGRAM_H
