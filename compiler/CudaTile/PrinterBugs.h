//===- PrinterBugs.h - Seeded bugs of the printer ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Printers take no arguments of ours: what is seeded in them travels by the
// dialect, for as long as a round trip prints.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_PRINTERBUGS_H
#define TILEFUZZ_COMPILER_CUDATILE_PRINTERBUGS_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/DialectInterface.h"

namespace mlir::cuda_tile {

class PrinterBugs : public DialectInterface::Base<PrinterBugs> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrinterBugs)

  explicit PrinterBugs(Dialect *dialect) : Base(dialect) {}

  /// Those that the printer of `op` is to have.
  static const tilefuzz::BugSet &get(Operation *op) {
    return op->getDialect()->getRegisteredInterface<PrinterBugs>()->bugs;
  }

  /// Gives the printers of the context's cuda_tile these bugs while it lives.
  /// The context must not be used by other threads meanwhile.
  class Scope {
  public:
    Scope(MLIRContext *context, const tilefuzz::BugSet &bugs)
        : interface(context->getOrLoadDialect<CudaTileDialect>()
                        ->getRegisteredInterface<PrinterBugs>()) {
      interface->bugs = bugs;
    }
    ~Scope() { interface->bugs = {}; }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    PrinterBugs *interface;
  };

private:
  tilefuzz::BugSet bugs;
};

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_PRINTERBUGS_H
