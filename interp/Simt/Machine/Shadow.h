//===- Shadow.h - Accesses that later ones may conflict with ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A list for each byte of an allocation. Most accesses cover whole words, so
// the four bytes of a word share one list until an access tells them apart.
// Words come in chunks, made when the first of one is touched: a launch of many
// CTAs runs in parts, of which each touches little of what the grid has.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_SHADOW_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_SHADOW_H

#include "interp/Simt/Machine/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <array>
#include <bitset>
#include <memory>
#include <vector>

namespace tilefuzz::simt {

/// The threads that an operation's scope names (PTX model, 1.5). A cluster of
/// one CTA is that CTA.
struct Reach {
  uint32_t cta = 0, cluster = 0;
  Scope scope = Scope::System;

  bool includes(const Reach &other) const {
    return scope == Scope::Cta       ? cta == other.cta
           : scope == Scope::Cluster ? cluster == other.cluster
                                     : true;
  }
  bool operator==(const Reach &other) const {
    return scope == other.scope && includes(other);
  }
};

/// One access, as later accesses judge it.
struct Access {
  uint32_t thread = 0, clock = 0;
  Reach reach;
  uint32_t offset = 0, bytes = 0;
  bool isWrite = false, isAtomic = false;
  /// Plain writes of the same range do not conflict with it.
  bool isEqual = false;
  /// Of a copy in bulk: it follows nothing that its agent does, and uses the
  /// asynchronous proxy.
  bool isBulk = false;
  /// Index of the instruction.
  uint32_t instruction = 0;
};

class Shadow {
public:
  using List = llvm::SmallVector<Access, 1>;
  static constexpr uint32_t wordBytes = 4;
  static constexpr uint32_t chunkWords = 64;

  Shadow() = default;
  Shadow(const Shadow &other) : parted(other.parted) {
    for (const std::unique_ptr<Chunk> &chunk : other.chunks)
      chunks.push_back(chunk ? std::make_unique<Chunk>(*chunk) : nullptr);
  }
  Shadow &operator=(const Shadow &other) { return *this = Shadow(other); }
  Shadow(Shadow &&) = default;
  Shadow &operator=(Shadow &&) = default;

  bool empty() const { return chunks.empty(); }
  /// For an allocation of so many bytes; the lists are kept.
  void cover(size_t bytes) {
    size_t count = bytes / (wordBytes * chunkWords) + 1;
    if (chunks.size() < count)
      chunks.resize(count);
  }
  /// Of one byte.
  llvm::ArrayRef<Access> of(uint32_t byte) const {
    uint32_t word = byte / wordBytes;
    const Chunk *chunk = chunks[word / chunkWords].get();
    if (!chunk)
      return {};
    return chunk->isParted[word % chunkWords]
               ? parted.find(word)->second[byte % wordBytes]
               : chunk->words[word % chunkWords];
  }
  /// Each list of the bytes from `offset` on, until `visit` returns false; the
  /// bytes of a word that is only partly among them get lists of their own.
  template <typename F> bool forEach(uint32_t offset, uint32_t bytes, F visit) {
    for (uint32_t i = offset, end = offset + bytes; i < end;) {
      uint32_t word = i / wordBytes;
      Chunk &chunk = chunkOf(word);
      bool isWhole = i % wordBytes == 0 && end - i >= wordBytes;
      if (LLVM_LIKELY(isWhole && !chunk.isParted[word % chunkWords])) {
        if (!visit(chunk.words[word % chunkWords]))
          return false;
        i += wordBytes;
        continue;
      }
      std::array<List, wordBytes> &lists = part(chunk, word);
      for (uint32_t last = std::min(end, (word + 1) * wordBytes); i < last; ++i)
        if (!visit(lists[i % wordBytes]))
          return false;
    }
    return true;
  }

private:
  struct Chunk {
    std::array<List, chunkWords> words;
    std::bitset<chunkWords> isParted;
  };

  Chunk &chunkOf(uint32_t word) {
    std::unique_ptr<Chunk> &chunk = chunks[word / chunkWords];
    if (LLVM_UNLIKELY(!chunk))
      chunk = std::make_unique<Chunk>();
    return *chunk;
  }
  std::array<List, wordBytes> &part(Chunk &chunk, uint32_t word) {
    std::array<List, wordBytes> &lists = parted[word];
    if (!chunk.isParted[word % chunkWords]) {
      List &shared = chunk.words[word % chunkWords];
      lists.fill(shared);
      shared.clear();
      chunk.isParted[word % chunkWords] = true;
    }
    return lists;
  }

  std::vector<std::unique_ptr<Chunk>> chunks;
  llvm::DenseMap<uint32_t, std::array<List, wordBytes>> parted;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_SHADOW_H
