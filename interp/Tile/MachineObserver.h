//===- MachineObserver.h - Who watches a run --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Explanations, the auditor of orders and the explorer see a run through this.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_MACHINEOBSERVER_H
#define TILEFUZZ_INTERP_TILE_MACHINEOBSERVER_H

#include "interp/Tile/Instruction.h"

namespace tilefuzz {

/// One element that an access read or wrote.
struct ElementEvent {
  const Access &access;
  int buffer;
  int64_t offset;
  unsigned size;
  bool isWrite;
  /// As they stand in memory.
  uint64_t bits;
  bool unspecified;
};

/// Elements of one access, in turn, that are specified.
struct ElementRun {
  const Access &access;
  int buffer;
  llvm::ArrayRef<int64_t> offsets;
  unsigned size;
  bool isWrite;
  /// As they stand in memory, one after the other.
  const void *bits;
};

/// A float that an operation printed; `bounds` say what else it may have
/// printed.
struct PrintedFloat {
  double value = 0;
  BufferImage::Enclosure bounds;
};

/// Watches or steers a run, operation by operation.
class MachineObserver {
public:
  virtual ~MachineObserver() = default;
  /// Whether it may hear of elements together, when they are done (`onRun`).
  bool takesRuns = false;
  virtual void onRun(Machine &, const Instruction &, const ElementRun &) {}
  /// Runs the operation; the default is its evaluator.
  virtual Flow evaluate(Machine &machine, const Instruction &in) {
    return in.evaluate(machine, in);
  }
  virtual void onElement(Machine &, const Instruction &, const ElementEvent &) {
  }
  /// Before element `i` of an access; false: it is left out.
  virtual bool startElement(Machine &, const Instruction &, size_t) {
    return true;
  }
  /// Before it is written: the text without its floats, and those.
  virtual void onPrint(Machine &, const Instruction &, llvm::StringRef,
                       llvm::ArrayRef<PrintedFloat>) {}
  /// All elements of the access are done.
  virtual void onAccess(Machine &, const Instruction &, const Access &) {}
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_MACHINEOBSERVER_H
