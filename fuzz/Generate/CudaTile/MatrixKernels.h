//===- MatrixKernels.h - Products of matrices in loops ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Random programs hardly ever have what the faster tiers take: a loop that
// loads two tiles of matrices and adds their product to the sums that it
// carries. These have nothing else, in the shapes, types and orders that
// there are, and some that no tier takes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_CUDATILE_MATRIXKERNELS_H
#define TILEFUZZ_FUZZ_GENERATE_CUDATILE_MATRIXKERNELS_H

#include "fuzz/Generate/Generate.h"

namespace tilefuzz {

Program makeMatrixKernel(mlir::MLIRContext &context, ByteSource &source,
                         const GenerateOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_CUDATILE_MATRIXKERNELS_H
