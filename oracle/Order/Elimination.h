//===- Elimination.h - Which accesses a target may leave out ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The eliminations E1 to E5 of the memory model, 3.6, decided on the source's
// run. E4, an access that is masked away, has no event.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_ELIMINATION_H
#define TILEFUZZ_ORACLE_ORDER_ELIMINATION_H

#include "oracle/Order/Correspondence.h"

namespace tilefuzz {

/// Which blocks touch each byte, over a whole run.
class SharedBytes {
public:
  explicit SharedBytes(const OrderTrace &trace);
  /// Whether another block reads or writes a byte of the event.
  bool isReadElsewhere(unsigned block, const OrderEvent &event) const;
  bool isWrittenElsewhere(unsigned block, const OrderEvent &event) const;

private:
  static constexpr int none = -1, several = -2;
  struct Byte {
    int reader = none, writer = none;
  };
  std::vector<std::vector<Byte>> buffers;
};

class Elimination {
public:
  Elimination(const OrderTrace &trace, unsigned block,
              const RequiredPairs &required, const SharedBytes &shared)
      : block(trace.blocks[block]), number(block), required(required),
        shared(shared) {}

  /// Whether an event without an image may go.
  bool isAllowed(unsigned event, const Correspondence &match);

private:
  bool isLoadAllowed(unsigned event, const Correspondence &match);
  /// Whether the other event of the range has what the event reads: it is
  /// ordered before it, or a load that nothing tells apart from it.
  bool isNearest(unsigned known, unsigned event) const;
  bool isBeside(unsigned known, unsigned event) const;
  bool isStoreAllowed(unsigned event, const Correspondence &match);
  bool isUpdateAllowed(unsigned event, const Correspondence &match) const;
  /// Events of the same range.
  llvm::ArrayRef<unsigned> samePlace(const OrderEvent &event);
  /// Whether the instance has an event of the kind that touches the event's
  /// bytes.
  bool touches(unsigned instance, OrderEvent::Kind kind,
               const OrderEvent &event) const;

  bool isWrittenBy(unsigned instance, const OrderEvent &event) const;
  /// By an access that the target kept.
  bool isReadBy(unsigned instance, const OrderEvent &event,
                const Correspondence &match) const;

  const BlockOrder &block;
  unsigned number;
  const RequiredPairs &required;
  const SharedBytes &shared;
  std::map<std::tuple<int, int64_t, unsigned>, std::vector<unsigned>> places;
};

/// Whether the program does anything with the value.
bool isUsed(mlir::Value value);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_ELIMINATION_H
