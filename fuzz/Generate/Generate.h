//===- Generate.h - Random programs without undefined behaviour -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Typed by construction, and free of undefined behaviour by construction:
// divisors are between 1 and 7, shift amounts below the width, conversions to
// integers clamped, addresses inside their buffer, blocks write disjoint parts,
// and every conflicting pair of accesses is ordered by tokens. Only operations
// with one legal result are made, so any difference is a defect.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_GENERATE_H
#define TILEFUZZ_FUZZ_GENERATE_GENERATE_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Generate/Program.h"

namespace tilefuzz {

struct GenerateOptions {
  /// Steps of the generator; each makes one to a few operations.
  unsigned maxSteps = 24;
  /// How deep `if` and `for` nest.
  unsigned maxDepth = 2;
};

/// The program's text. Total: any bytes give a program.
std::string generateText(ByteSource &source,
                         const GenerateOptions &options = {});

/// The same, parsed; an error is a defect of the generator.
llvm::Expected<Program> generateProgram(mlir::MLIRContext &context,
                                        ByteSource &source,
                                        const GenerateOptions &options = {});
llvm::Expected<Program> generateProgram(mlir::MLIRContext &context,
                                        uint64_t seed,
                                        const GenerateOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_GENERATE_H
