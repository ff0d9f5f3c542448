//===- CombinedArguments.h - Whose body takes what, in which order -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The body of a reduction or a scan has two arguments for each operand, of all
// dialects in one order (docs/spec/language-2.md, 7.7): in a reduction the
// element comes first, then the accumulator; in a scan what was accumulated
// comes first, then the element.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_COMBINEDARGUMENTS_H
#define TILEFUZZ_COMPILER_SUPPORT_COMBINEDARGUMENTS_H

#include "mlir/IR/Operation.h"

namespace tilefuzz {

class CombinedArguments {
public:
  explicit CombinedArguments(mlir::Operation *op)
      : isScan(op->getName().stripDialect() == "scan") {}

  /// The numbers of the arguments for operand `k`.
  unsigned element(unsigned k) const { return 2 * k + (isScan ? 1 : 0); }
  unsigned accumulator(unsigned k) const { return 2 * k + (isScan ? 0 : 1); }

private:
  bool isScan;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_COMBINEDARGUMENTS_H
