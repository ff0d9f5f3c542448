//===- Random.h - Streams of random numbers ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Everything random is a function of a seed, the same on every machine: the
// generator is splitmix64 (Steele, Lea and Flood, 2014), whose n-th output is a
// bijection of seed + n * increment.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_RANDOM_RANDOM_H
#define TILEFUZZ_COMPILER_SUPPORT_RANDOM_RANDOM_H

#include <cstdint>

namespace tilefuzz {

/// What the states of a stream differ by; odd, so that all are met.
constexpr uint64_t randomIncrement = 0x9E3779B97F4A7C15;

/// The next number of a stream.
constexpr uint64_t nextRandom(uint64_t &state) {
  state += randomIncrement;
  uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// A bijection whose results look unrelated even if the values are near-by.
constexpr uint64_t mixBits(uint64_t value) { return nextRandom(value); }

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_RANDOM_RANDOM_H
