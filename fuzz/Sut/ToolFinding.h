//===- ToolFinding.h - A finding about an external tool ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a batch shows as the common finding (fuzz/Findings), and its reduction.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_TOOLFINDING_H
#define TILEFUZZ_FUZZ_SUT_TOOLFINDING_H

#include "fuzz/Sut/SutBatch.h"

namespace tilefuzz {

/// As it was met.
Finding describeHit(const SutDescription &sut, const SutHit &hit, int64_t run,
                    uint64_t seed);

/// Reduces its program, if the options say so, until `options.interrupted`;
/// asks the description that is stored with it whether it is known; and signs
/// it. Errors: what is stored cannot be read, or the description lacks the run.
llvm::Error completeToolFinding(Finding &finding, const SutOptions &options,
                                llvm::StringRef folder);

/// Why a search for this operation ends.
llvm::Error noProgramHas(llvm::StringRef operation);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_TOOLFINDING_H
