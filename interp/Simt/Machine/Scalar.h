//===- Scalar.h - One lane of an operation ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_SCALAR_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_SCALAR_H

#include "interp/Program/UndefinedBehaviors.h"
#include "interp/Simt/Machine/Instruction.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilefuzz::simt {

/// How many lanes of its operands one lane of an operation reads, 1 to 3.
unsigned arityOf(Opcode opcode);

/// An operation on one lane of one or two operands (arithmetic, bits); `b` is
/// read where there are two. Sets `undefined` on immediate undefined
/// behaviour (division).
Lane compute(const Instruction &op, const Lane &a, const Lane &b,
             std::optional<Undefined> &undefined);
/// The same of three operands.
Lane computeThree(const Instruction &op, const Lane &a, const Lane &b,
                  const Lane &c);
/// Apply.
Lane applyFunction(const Instruction &op, llvm::ArrayRef<Lane> operands);
Lane classify(const Instruction &op, const Lane &a);
Lane convert(const Instruction &op, const Lane &a);
Lane compare(const Instruction &op, const Lane &a, const Lane &b);

inline uint64_t maskTo(uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_SCALAR_H
