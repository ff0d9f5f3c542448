//===- MutateFunction.h - Functions like one that a tool changed *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Random functions hardly ever have what some passes look for. One that such a
// pass changed has it, and most functions that differ from it in one place
// still do.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_MUTATEFUNCTION_H
#define TILEFUZZ_FUZZ_SUT_MUTATEFUNCTION_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Sut/FunctionGenerator.h"

namespace tilefuzz {

/// Changes the function in one place: another constant, operand, predicate or
/// operation; something new; code in a loop; a loop that is made twice. Trip
/// counts stay small, divisors and places in tensors as they were. Whether
/// anything was changed; what it left verifies if the function did, but may
/// have operations that `options` leave out.
bool mutateFunction(mlir::func::FuncOp function, ByteSource &choices,
                    const FunctionGeneratorOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_MUTATEFUNCTION_H
