//===- ByteSource.h - Bytes in, choices out ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_BYTESOURCE_H
#define TILEFUZZ_FUZZ_GENERATE_BYTESOURCE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace tilefuzz {

/// Where the generator's choices come from: an endless stream made from a seed,
/// or given bytes (a fuzzer's input). Same bytes, same choices. Given bytes may
/// run out: then every choice is the first one and the generator finishes.
class ByteSource {
public:
  explicit ByteSource(uint64_t seed) : state(seed), endless(true) {}
  explicit ByteSource(llvm::ArrayRef<uint8_t> bytes) : bytes(bytes) {}

  bool exhausted() const { return !endless && bytes.empty(); }

  uint8_t byte() {
    if (endless)
      return step() >> 56;
    if (bytes.empty())
      return 0;
    uint8_t value = bytes.front();
    bytes = bytes.drop_front();
    return value;
  }

  /// Uniform below `bound` (at most 65536), up to a bias of 1/256 or less.
  unsigned below(unsigned bound) {
    if (bound <= 1)
      return 0;
    unsigned value = byte();
    if (bound > 32)
      value = value << 8 | byte();
    return value % bound;
  }

  /// True once in `n`; false when exhausted.
  bool oneIn(unsigned n) { return below(n) == n - 1; }

  template <typename T> const T &pick(llvm::ArrayRef<T> choices) {
    return choices[below(choices.size())];
  }

private:
  /// splitmix64.
  uint64_t step() {
    state += 0x9E3779B97F4A7C15;
    uint64_t x = state;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
  }

  llvm::ArrayRef<uint8_t> bytes;
  uint64_t state = 0;
  bool endless = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_BYTESOURCE_H
