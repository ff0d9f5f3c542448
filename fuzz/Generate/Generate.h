//===- Generate.h - Random programs without undefined behaviour -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Typed by construction, and free of undefined behaviour by construction:
// divisors are between 1 and 7, shift amounts below the width, promises kept,
// conversions to integers clamped, addresses inside their buffer, blocks write
// disjoint parts or updates that commute, and every conflicting pair of other
// accesses is ordered by tokens. What has more than one legal result is stored
// and not computed with, so any difference is a defect.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_GENERATE_H
#define TILEFUZZ_FUZZ_GENERATE_GENERATE_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Generate/Program.h"

namespace tilefuzz {

struct GenerateOptions {
  /// Steps of the generator; each makes one to a few operations.
  unsigned maxSteps = 8;
  /// How deep `if`, `for` and `loop` nest.
  unsigned maxDepth = 2;
  /// One program in so many is of the whole language; the others are of what
  /// every level of the compiler takes. 0: none.
  unsigned wholeOneIn = 5;
  /// The program begins with this operation (or what it stands in), if its name
  /// is in the table and it was not left out for want of a legal form.
  llvm::StringRef operation;
};

/// The operations that the generator has rows for, without the dialect's
/// prefix.
std::vector<llvm::StringRef> generatedOperations();
/// Whether programs of the lowered language have it, too.
bool isLoweredOperation(llvm::StringRef name);

/// Total: any bytes give a program. An error, a program that does not verify,
/// is a defect of the generator; it has the program's text.
llvm::Expected<Program> generateProgram(mlir::MLIRContext &context,
                                        ByteSource &source,
                                        const GenerateOptions &options = {});
llvm::Expected<Program> generateProgram(mlir::MLIRContext &context,
                                        uint64_t seed,
                                        const GenerateOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_GENERATE_H
