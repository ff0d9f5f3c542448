//===- Clock.h - Clocks of tokens, inside the memory ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For the files of interp/Memory only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_MEMORY_CLOCK_H
#define TILEFUZZ_INTERP_MEMORY_CLOCK_H

#include "interp/Memory/Access.h"
#include "llvm/ADT/STLExtras.h"

namespace tilefuzz {

/// By chain, each once.
using Clock = llvm::SmallVector<ChainEntry>;

/// How far the clock has come in a chain; 0 if it has nothing of it.
inline uint32_t lookUp(llvm::ArrayRef<ChainEntry> clock, uint32_t chain) {
  const ChainEntry *entry =
      llvm::lower_bound(clock, chain, [](const ChainEntry &e, uint32_t wanted) {
        return e.chain < wanted;
      });
  return entry != clock.end() && entry->chain == chain ? entry->index : 0;
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_MEMORY_CLOCK_H
