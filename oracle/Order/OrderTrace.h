//===- OrderTrace.h - The accesses of one run and their order ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the ordering auditor looks at: the events of a run, and the order among
// the operations of each block that tokens alone give (`tok` of the memory
// model, 1.3). What acquires learnt from other blocks is left out: it is an
// accident of this run's timing (memory model, 3.6).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_ORDERTRACE_H
#define TILEFUZZ_ORACLE_ORDER_ORDERTRACE_H

#include "interp/Tile/DecodedProgram.h"
#include "interp/Tile/Machine.h"
#include "llvm/ADT/BitVector.h"

namespace tilefuzz {

struct OrderEvent {
  enum class Kind : uint8_t { Read, Write, Print };
  Kind kind = Kind::Read;
  /// The other half of an atomic.
  bool isAtomic = false;
  /// Into `BlockOrder::instances`.
  unsigned instance = 0;
  /// Into `OrderTrace::buffers`.
  int buffer = -1;
  int64_t offset = 0;
  unsigned size = 0;
  /// Read or written; 0 if it is unspecified.
  uint64_t value = 0;

  bool isSameRange(const OrderEvent &other) const {
    return buffer == other.buffer && offset == other.offset &&
           size == other.size && size != 0;
  }
  bool overlaps(const OrderEvent &other) const {
    return buffer == other.buffer && offset < other.offset + other.size &&
           other.offset < offset + size;
  }
  bool conflicts(const OrderEvent &other) const {
    return (kind == Kind::Write || other.kind == Kind::Write) &&
           overlaps(other);
  }
};

/// One operation that accessed memory or printed.
struct OrderInstance {
  AccessOrdering ordering = AccessOrdering::Weak;
  AccessScope scope = AccessScope::TileBlock;
  /// Belongs to the context.
  SiteName site;
  mlir::Operation *op = nullptr;
  /// The instances whose tokens it takes, by position in the block.
  llvm::SmallVector<unsigned, 2> predecessors;
  /// Its events, in a row.
  unsigned firstEvent = 0, numEvents = 0;
  /// What it printed; without its floats; those.
  std::string text, textWithoutFloats;
  std::vector<PrintedFloat> floats;

  bool isStrong() const { return tilefuzz::isStrong(ordering); }
  bool isAcquire() const { return acquires(ordering); }
  bool isRelease() const { return releases(ordering); }
  /// Whether what the other one printed is what this one may print.
  bool mayPrint(const OrderInstance &other) const;
};

struct BlockOrder {
  /// In program order.
  std::vector<OrderInstance> instances;
  std::vector<OrderEvent> events;

  llvm::ArrayRef<OrderEvent> eventsOf(unsigned instance) const {
    const OrderInstance &of = instances[instance];
    return llvm::ArrayRef(events).slice(of.firstEvent, of.numEvents);
  }
  /// Token order; none for more than `maxInstances`.
  bool isOrdered(unsigned before, unsigned after) const {
    return ordered[after][before];
  }
  /// All instances that tokens order before this one.
  const llvm::BitVector &before(unsigned instance) const {
    return ordered[instance];
  }
  /// The shortest chain of tokens from one instance to another, both included;
  /// empty: there is none.
  std::vector<unsigned> path(unsigned from, unsigned to) const;

  /// The relation takes the square of that many bits.
  static constexpr size_t maxInstances = 8192;
  /// A run of a million steps may access a million times as many elements.
  static constexpr size_t maxEvents = 1 << 20;
  /// It had more than `maxInstances`, or the events of all blocks were more
  /// than `maxEvents`: nothing is kept of it, and nothing said.
  bool isTooLarge() const { return tooLarge; }
  void dropAll();
  /// Computes the relation from the predecessors.
  void close();
  /// Whether the other block does the same, access by access, and orders at
  /// least what this one does: then it keeps all that can be required of it.
  bool isKeptAsItIs(const BlockOrder &other) const;

private:
  std::vector<llvm::BitVector> ordered;
  bool tooLarge = false;
};

struct OrderTrace {
  std::vector<BlockOrder> blocks;
  bool isKeptAsItIs(const OrderTrace &other) const;
  /// The launch's buffers first, then globals (`@name`) and the allocations of
  /// a block in the order in which it made them (`alloca#0`).
  std::vector<std::string> buffers;
  size_t numLaunched = 0;
  /// The launch's buffers whose contents may be inexact.
  llvm::SmallVector<bool> areFloats;
};

/// Writes down what a run does; to be used for one run.
class OrderRecorder : public MachineObserver {
public:
  explicit OrderRecorder(const Launch &launch);

  Flow evaluate(Machine &machine, const Instruction &in) override;
  void onElement(Machine &machine, const Instruction &in,
                 const ElementEvent &event) override;
  void onRun(Machine &machine, const Instruction &in,
             const ElementRun &run) override;
  void onPrint(Machine &machine, const Instruction &in, llvm::StringRef text,
               llvm::ArrayRef<PrintedFloat> floats) override;
  void onAccess(Machine &machine, const Instruction &in,
                const Access &access) override;

  OrderTrace take();

private:
  unsigned instanceOf(const Instruction &in, const Access &access);
  /// Whether the block has room for so many events more; otherwise it is
  /// dropped.
  bool hasRoom(BlockOrder &block, size_t events);
  void noteBuffer(Machine &machine, int buffer);

  OrderTrace trace;
  /// Of all blocks that are kept.
  size_t numEvents = 0;
  /// Of the print that is being run.
  std::string printedWithoutFloats;
  std::vector<PrintedFloat> printedFloats;
  /// The place that was asked for last, and its position.
  std::optional<uint64_t> lastPlace;
  unsigned lastPosition = 0;
  /// From a chain's entry to the position of the instance in its block.
  llvm::DenseMap<uint64_t, unsigned> positions;
  /// The names of buffers that are not the launch's, by number; of an
  /// allocation none.
  llvm::DenseMap<int, std::string> globals;
};

/// How a run ended, and what it did.
struct TracedRun {
  Outcome outcome;
  OrderTrace trace;
};

/// Runs the program; `program` and its module must outlive the result. Errors
/// are mistakes of the launch.
llvm::Expected<TracedRun> traceOrder(const DecodedProgram &program,
                                     const Launch &launch,
                                     const Schedule &schedule,
                                     uint64_t stepLimit = 1'000'000);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_ORDERTRACE_H
