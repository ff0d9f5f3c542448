//===- PersistentGrid.h - Fewer CTAs than blocks ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A kernel whose CTAs run several blocks each, one after another, may be
// launched with fewer CTAs than there are blocks. The module has a constant of
// three words, `KERNEL_blocks`, in which the host writes how many blocks there
// are in each dimension before it launches any number of CTAs. As long as it is
// zero, the grid of the launch is that of the blocks, so that a host that does
// not know of it is right, too.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_PERSISTENTGRID_H
#define TILEFUZZ_COMPILER_SUPPORT_PERSISTENTGRID_H

namespace tilefuzz {

/// What the constant is called behind the kernel's name, and its size.
inline constexpr char persistentGridSuffix[] = "_blocks";
inline constexpr unsigned persistentGridBytes = 12;

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_PERSISTENTGRID_H
