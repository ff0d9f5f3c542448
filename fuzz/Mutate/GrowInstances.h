//===- GrowInstances.h - Code that rewrites are proved on, in programs ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A program is grown around instances of rewrites: those that proofs have
// (oracle/Patterns), of elements and shapes of the program, with up to two
// random edits, so that a rewrite meets what it matches, and what it almost
// matches, among other code. Each pattern is as likely as any other, also one
// that hardly ever fires elsewhere.
//
// Inputs are values of the program or loaded from buffers of their own, which
// hold the ends of ranges; what decides whether the program is defined is 1, 3
// or the first element. Pointers point into buffers that nothing else accesses.
// What an instance observes is stored, and takes the place of other values.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_MUTATE_GROWINSTANCES_H
#define TILEFUZZ_FUZZ_MUTATE_GROWINSTANCES_H

#include "fuzz/Generate/ByteSource.h"
#include "interp/Program/Program.h"

namespace tilefuzz {

class ModuleVerifier;

/// Puts one or two instances into a program of either dialect; the pattern of
/// each. Leaves the program as it was where what comes out does not verify.
llvm::SmallVector<llvm::StringRef>
growInstances(Program &program, ByteSource &choices,
              ModuleVerifier *verifier = nullptr);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_MUTATE_GROWINSTANCES_H
