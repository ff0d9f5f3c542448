//===- InexactValues.h - Which values of a draft are not unique -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A result of which several are legal (a function with an error bound, a sum in
// any order), and what is computed from it, may be taken only by operations
// through which enclosures go (docs/semantics.md, Enclosures): else a program
// would be unstable.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_INEXACTVALUES_H
#define TILEFUZZ_FUZZ_GENERATE_INEXACTVALUES_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Generate/Generate.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"

namespace tilefuzz {

class InexactValues {
public:
  InexactValues(ByteSource &choices, const GenerateOptions &options)
      : choices(choices), options(options) {}

  ByteSource &choices;
  const GenerateOptions &options;

  void markInexact(mlir::Value value) { inexact.insert(value); }
  bool isInexact(mlir::Value value) const { return inexact.contains(value); }
  bool choosesInexact() {
    return options.inexact && choices.below(100) < options.inexact;
  }

  /// While it lives, the operands that are chosen need not be unique, or must.
  class Taking {
  public:
    Taking(InexactValues &values, bool inexact)
        : values(values), before(values.takesInexact) {
      values.takesInexact = inexact;
    }
    ~Taking() { values.takesInexact = before; }

  private:
    InexactValues &values;
    bool before;
  };

protected:
  bool mayTake(mlir::Value value) const {
    return takesInexact || !isInexact(value);
  }

private:
  llvm::DenseSet<mlir::Value> inexact;
  bool takesInexact = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_INEXACTVALUES_H
