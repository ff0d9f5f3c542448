//===- KernelShapes.h - Kernels such as people write ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What compilers of tiles died of was hardly ever what a generator of single
// operations makes: products in loops in loops, sums that begin again, gathers
// at places that were computed, scatters through pointers that were, accesses
// through views and pointers in turn, reductions of what a loop carries, hints,
// and tiles that are as large as they may be. These are put together at random
// here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_KERNELSHAPES_H
#define TILEFUZZ_FUZZ_SUT_KERNELSHAPES_H

#include "fuzz/Generate/ByteSource.h"
#include <string>

namespace tilefuzz {

/// The text of a program of cuda_tile with its launch. It verifies, and is
/// defined and has one outcome: places are inside of their buffers, and stores
/// to a buffer are ordered by tokens.
std::string makeKernelShape(ByteSource &choices);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_KERNELSHAPES_H
