//===- OrderComparison.h - Does every stage keep the order? -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The ordering auditor inside a campaign: the order that the source requires
// between its accesses must be there after each pass, even when no run differs.
// It looks at the first run that a stage gets anyway.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_ORDERCOMPARISON_H
#define TILEFUZZ_FUZZ_STAGES_ORDERCOMPARISON_H

#include "mlir/IR/BuiltinOps.h"
#include "oracle/Order/RequiredOrder.h"

namespace tilefuzz {

class OrderComparison {
public:
  /// Observes the next run of the program: of the source first.
  MachineObserver *startRun(const Launch &launch);
  /// The run that was observed is the source's.
  void setSource();
  /// Whether the source requires any order: if not, later runs need no
  /// observer.
  bool hasWeight() const { return numPairs + numStrong != 0; }
  /// What the observed run of a target lost; nothing if its accesses cannot be
  /// matched with the source's.
  std::vector<OrderLoss> compareTarget();

  /// Required pairs and strong accesses of the source.
  uint64_t numPairs = 0, numStrong = 0;
  /// Targets that could not be matched.
  unsigned numUnmatched = 0;

private:
  std::optional<OrderRecorder> recorder;
  OrderTrace source;
};

/// Gives the operations that take or make tokens names to be known by, where
/// they have no location: `#3` is the third of the program's text.
void nameAccesses(mlir::ModuleOp module);

/// One line: the first of the losses, and how many there are.
std::string describeLosses(llvm::ArrayRef<OrderLoss> losses);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_ORDERCOMPARISON_H
