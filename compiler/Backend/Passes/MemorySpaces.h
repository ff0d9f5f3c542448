//===- MemorySpaces.h - Where a pointer points ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What inter-procedural propagation and alias analysis know of a pointer: the
// flat lattice unknown < one space < generic (facts, 6.4).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BACKEND_PASSES_MEMORYSPACES_H
#define TILEFUZZ_COMPILER_BACKEND_PASSES_MEMORYSPACES_H

#include "compiler/Support/SeededBugs.h"
#include <optional>

namespace llvm {
class Value;
} // namespace llvm

namespace tilefuzz {

/// Nothing: unknown (no value was seen). Else the number of an address space;
/// 0 is generic, where everything may be.
using MemorySpace = std::optional<unsigned>;

MemorySpace meet(MemorySpace a, MemorySpace b);

/// The seeded bugs of whoever asks.
struct MemorySpaceBugs {
  SeededBug firstArm, firstIncoming;
};

/// What a pointer may point into. Address-space casts, address arithmetic,
/// freezes, selects and phis are looked through; an object on the stack is
/// local; everything else of a generic type is generic. Kernel parameters of a
/// generic type stay generic (facts, 8.60: never assume).
MemorySpace spaceOf(const llvm::Value &pointer, const BugSet &bugs,
                    const MemorySpaceBugs &mine);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BACKEND_PASSES_MEMORYSPACES_H
