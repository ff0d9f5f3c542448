//===- IsolateOperation.h - One operation as a program ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Most wrong code is one operation's: given the same operands it is wrong in
// any program. So before a cuda_tile program is made smaller step by step, its
// operations are taken out of it: each reads the numbers that it was given in a
// run from memory (where no fold sees them), and stores its results. Addresses,
// views and tokens are made as they were; the grid is one block.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_ISOLATEOPERATION_H
#define TILEFUZZ_FUZZ_REDUCE_ISOLATEOPERATION_H

#include "interp/Program/Program.h"
#include <functional>
#include <optional>

namespace tilefuzz {

/// A program of one operation of `program` (with its regions) for which
/// `isInteresting` holds; none if there is none, or the program is not one of
/// cuda_tile that runs. Candidates verify and run without undefined behaviour.
std::optional<Program>
extractOperation(const Program &program,
                 const std::function<bool(const Program &)> &isInteresting);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_ISOLATEOPERATION_H
