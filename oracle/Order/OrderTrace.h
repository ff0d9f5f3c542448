//===- OrderTrace.h - The accesses of one run and their order ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the ordering auditor looks at: the events of a run on the launch's
// buffers, and the order among the operations of each block that tokens alone
// give (`tok` of the memory model, 1.3). What acquires learnt from other blocks
// is left out: it is an accident of this run's timing (3.6).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_ORDERTRACE_H
#define TILEFUZZ_ORACLE_ORDER_ORDERTRACE_H

#include "interp/Tile/LaunchedProgram.h"

namespace tilefuzz {

struct OrderEvent {
  enum class Kind { Read, Write, Print };
  Kind kind = Kind::Read;
  /// Into `BlockOrder::instances`.
  unsigned instance = 0;
  /// Into the launch's buffers.
  int buffer = -1;
  int64_t offset = 0;
  unsigned size = 0;
  /// Read or written.
  uint64_t value = 0;
  /// The other half of an atomic.
  bool isAtomic = false;
  /// Of a print.
  std::string text;

  bool isSameRange(const OrderEvent &other) const {
    return buffer == other.buffer && offset == other.offset &&
           size == other.size && size != 0;
  }
  bool conflicts(const OrderEvent &other) const {
    return (kind == Kind::Write || other.kind == Kind::Write) &&
           buffer == other.buffer && offset < other.offset + other.size &&
           other.offset < offset + size;
  }
};

struct OrderInstance {
  Access access;
  mlir::Operation *op = nullptr;
  /// The instances whose tokens it takes, by position in the block.
  llvm::SmallVector<unsigned> predecessors;
};

struct BlockOrder {
  /// In program order.
  std::vector<OrderInstance> instances;
  std::vector<OrderEvent> events;

  bool isOrdered(unsigned before, unsigned after) const {
    return Memory::isOrderedBefore(instances[before].access,
                                   instances[after].access.before);
  }
  const Access &accessOf(const OrderEvent &event) const {
    return instances[event.instance].access;
  }
  /// The shortest chain of tokens from one instance to another, both included;
  /// empty: there is none.
  std::vector<unsigned> path(unsigned from, unsigned to) const;
};

struct OrderTrace {
  std::vector<BlockOrder> blocks;
  /// How the run ended. Its races are not to be used: they do not know what
  /// acquires learnt.
  Outcome outcome;
};

/// Runs the program; `program` and its module must outlive the result. Errors
/// are mistakes of the launch.
llvm::Expected<OrderTrace> traceOrder(const DecodedProgram &program,
                                      const Launch &launch,
                                      const Schedule &schedule,
                                      uint64_t stepLimit = 1'000'000);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_ORDERTRACE_H
