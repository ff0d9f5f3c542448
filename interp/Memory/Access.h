//===- Access.h - Accesses and what orders them -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One execution of an operation that touches memory, and the tokens that order
// it after others (memory model, 3.1).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_MEMORY_ACCESS_H
#define TILEFUZZ_INTERP_MEMORY_ACCESS_H

#include "interp/Memory/Shared.h"
#include "interp/Program/Outcome.h"
#include "interp/Semantics/MemoryOrder.h"
#include "llvm/ADT/SmallVector.h"

namespace tilefuzz {

/// An operation instance: the `index`-th of its chain.
struct ChainEntry {
  uint32_t chain, index;
};

/// What a token stands for: everything ordered before its consumer. The clock
/// is sorted by chain.
struct TokenValue {
  llvm::SmallVector<ChainEntry> clock;
  /// The instances that the token was made of directly.
  llvm::SmallVector<ChainEntry> members;
};
using TokenRef = Shared<const TokenValue>;
TokenRef joinTokens(llvm::ArrayRef<TokenRef> tokens);

/// Whether a write is the second half of a read-modify-write, and if so whether
/// its value depends on what was read.
enum class UpdateKind { None, OfOld, OfAny };

/// Where an operation stands (AccessSite). The texts are not copied: they
/// belong to the program's context, or to what else outlives the run.
struct SiteName {
  llvm::StringRef location, operation;
  AccessSite toSite() const;
};

/// One operation instance that accesses memory.
struct Access {
  uint32_t block = 0;
  AccessOrdering ordering = AccessOrdering::Weak;
  AccessScope scope = AccessScope::TileBlock;
  SiteName site;
  /// Filled by `begin`.
  uint32_t id = 0;
  ChainEntry place = {0, 0};
  TokenRef before;
  llvm::SmallVector<ChainEntry> acquired;
  /// The instance whose order was asked for last, and the answer.
  uint32_t cachedOrderQuery = ~uint32_t(0);
  bool askedIsOrdered = false;
  bool isStrong() const { return ordering != AccessOrdering::Weak; }
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_MEMORY_ACCESS_H
