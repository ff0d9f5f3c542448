//===- ByteSource.h - Bytes in, choices out ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_BYTESOURCE_H
#define TILEFUZZ_FUZZ_GENERATE_BYTESOURCE_H

#include "compiler/Support/Random/Random.h"
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
      return nextRandom(state) >> 56;
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
  llvm::ArrayRef<uint8_t> bytes;
  uint64_t state = 0;
  bool endless = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_BYTESOURCE_H
