//===- PtxLitmus.h - Small programs of PTX ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A litmus program of PTX as data: what the second enumerator (PtxEnumerator.h)
// reads, what is written as text for the explorer, and what is drawn at random.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_PTXLITMUS_H
#define TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_PTXLITMUS_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tilefuzz::ptxlitmus {

enum class Kind { Load, Store, Add, Exchange, Compare, Reduce, Fence, Leave };
enum class Order { Weak, Relaxed, Acquire, Release, AcqRel, Sc };
enum class Scope { Cta, Cluster, Gpu, Sys };

/// A constant, or what the load or atomic `op` of the same thread returned,
/// plus the constant. One that is skipped has returned 0.
struct Value {
  uint32_t constant = 0;
  int op = -1;
};

struct Operation {
  Kind kind = Kind::Load;
  Order order = Order::Weak;
  Scope scope = Scope::Gpu;
  /// In units of memory: the first, how many one element has (1 or 2), and how
  /// many elements.
  unsigned place = 0, units = 1, elements = 1;
  /// Stored, added or exchanged; of all elements.
  Value value;
  /// What a compare-and-swap compares with.
  uint32_t expected = 0;
  /// Runs only if that value is (not) `equals`; of Leave: the thread ends then.
  bool hasCondition = false, isNegated = false;
  Value condition;
  uint32_t equals = 0;

  bool reads() const {
    return kind == Kind::Load || (kind >= Kind::Add && kind <= Kind::Reduce);
  }
  bool returns() const { return reads() && kind != Kind::Reduce; }
  bool isAtomic() const { return kind >= Kind::Add && kind <= Kind::Reduce; }
  bool isAccess() const { return kind <= Kind::Reduce; }
};

struct Thread {
  unsigned cta = 0;
  /// By segment: a barrier of the CTA stands between two.
  std::vector<std::vector<Operation>> segments;
};

struct Program {
  /// Bytes of a unit: 4, or 2.
  unsigned unit = 4;
  unsigned numUnits = 2, ctas = 1, threadsPerCta = 1, ctasPerCluster = 1;
  std::vector<unsigned> devices;
  /// In the order of their numbers in the launch.
  std::vector<Thread> threads;
};

/// How an operation is called in text and reports.
std::string nameOf(unsigned thread, unsigned segment, unsigned op);
std::string toText(const Program &program);
Program drawProgram(std::mt19937_64 &random);

} // namespace tilefuzz::ptxlitmus

#endif // TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_PTXLITMUS_H
