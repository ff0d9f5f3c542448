//===- Reduce.h - The smallest program that still shows it ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Delta reduction of programs: candidates are made by the reductions below,
// from the most to the least profitable, and kept while the caller's question
// still says yes. Every candidate verifies; whether it is free of undefined
// behaviour is for the question to say.
//
//   - erase a range of operations (halves, quarters, ..., single ones); uses of
//     their results become zeros, poison-free
//   - replace an operation by one of its operands of the same type
//   - replace an `if` by one of its branches, a `for` by its body, once
//   - drop parameters, buffers and grid blocks that nothing needs
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_REDUCE_H
#define TILEFUZZ_FUZZ_REDUCE_REDUCE_H

#include "fuzz/Generate/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilefuzz {

struct ReduceOptions {
  /// How many candidates to ask about at most.
  uint64_t maxCandidates = 20'000;
};

/// Must be a function of the program only.
using InterestingFn = llvm::function_ref<bool(const Program &candidate)>;

/// The smallest program found for which `isInteresting` holds; `program` itself
/// must be interesting.
Program reduce(const Program &program, InterestingFn isInteresting,
               const ReduceOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_REDUCE_H
