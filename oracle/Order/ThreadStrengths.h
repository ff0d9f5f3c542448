//===- ThreadStrengths.h - How strong threads' accesses are -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Below nv_tileas no tokens are left, and what the source's orderings and
// scopes became are those of the threads' accesses and the fences beside them.
// For every place that the source accesses strongly, the accesses of the CTA
// that executes the block are as many and of the same kinds, and can be paired
// so that each is as strong as its partner (memory model, 3.6, Q6): in itself,
// or by a fence of its thread with no barrier and no weak access of global
// memory between (PTX ISA, memory consistency model: release and acquire
// patterns).
//
// Token order is not compared here: races and values are what tells of it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_THREADSTRENGTHS_H
#define TILEFUZZ_ORACLE_ORDER_THREADSTRENGTHS_H

#include "interp/Simt/Machine/ThreadObserver.h"
#include "oracle/Order/RequiredOrder.h"
#include <map>
#include <set>

namespace tilefuzz {

/// Writes down what the threads of a run do at the places that matter. CTA i
/// executes block i.
class ThreadStrengths : public simt::ThreadObserver {
public:
  /// `source` must outlive it. Of buffers other than the launch's nothing is
  /// compared.
  explicit ThreadStrengths(const OrderTrace &source);

  void onAccess(const simt::ThreadPlace &place,
                const simt::ThreadAccess &access) override;
  void onFence(const simt::ThreadPlace &place) override;
  void onBarrier(const simt::ThreadPlace &place) override;

  /// The source accesses some place strongly.
  bool hasPlaces() const { return !places.empty(); }
  /// Losses of Kind::Strength, one for each place at most. A place whose
  /// accesses are not as many is named in `cannotMatch`.
  OrderReport compare() const;

private:
  struct ByteRange {
    int buffer;
    int64_t offset;
    unsigned size;
    bool operator<(const ByteRange &other) const {
      return std::tie(buffer, offset, size) <
             std::tie(other.buffer, other.offset, other.size);
    }
  };
  enum class Kind : uint8_t { Read, Write, Update };
  /// What a block does with a range.
  struct Use {
    uint32_t block;
    ByteRange range;
    Kind kind;
    bool operator<(const Use &other) const {
      return std::tie(block, range, kind) <
             std::tie(other.block, other.range, other.kind);
    }
  };
  /// Of each side an access has the widest scope; none: it does not order so.
  struct Strength {
    bool isStrong = false;
    AccessScope scope = AccessScope::TileBlock;
    std::optional<AccessScope> acquires, releases;
  };
  struct Needed {
    const OrderInstance *instance;
    const OrderEvent *event;
  };
  /// Of a thread, in order.
  struct Step {
    enum class Kind : uint8_t { Access, Fence, Break };
    Kind kind;
    Strength strength;
    /// Of an access.
    Use use = {};
    AccessSite site = {};
  };

  static bool isEnough(const Strength &strength, const OrderInstance &needed);
  static Strength strengthOf(simt::MemoryOrder order, simt::Scope scope);
  static std::string describe(const Strength &strength);
  void add(uint32_t thread, Step step);
  void addBreak(uint32_t thread);
  /// With what the fences beside it add.
  static Strength effectiveStrength(llvm::ArrayRef<Step> steps, size_t at);
  void compareUse(llvm::ArrayRef<Needed> needed,
                  llvm::ArrayRef<std::pair<Strength, const Step *>> found,
                  uint32_t block, OrderReport &report) const;

  const OrderTrace &source;
  /// What the source accesses strongly, in whatever block.
  std::set<ByteRange> places;
  /// By thread; more than so many in all are not kept, and nothing is said.
  std::map<uint32_t, std::vector<Step>> threads;
  size_t numSteps = 0;
  static constexpr size_t maxSteps = 1 << 18;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_THREADSTRENGTHS_H
