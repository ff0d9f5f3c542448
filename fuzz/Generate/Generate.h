//===- Generate.h - Random programs without undefined behaviour -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Typed by construction, and free of undefined behaviour by construction:
// divisors are odd, have the top bit, or are asked about in a branch, promises
// kept, conversions to integers clamped, addresses inside their buffer, blocks
// write disjoint parts or updates that commute, and every conflicting pair of
// other accesses is ordered by tokens. What has more than one legal result
// never decides an integer, a branch, a mask or an address, so that it has an
// enclosure to the end and any difference is a defect.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_GENERATE_H
#define TILEFUZZ_FUZZ_GENERATE_GENERATE_H

#include "fuzz/Generate/ByteSource.h"
#include "interp/Program/Program.h"

namespace tilefuzz {

class ModuleVerifier;

struct GenerateOptions {
  /// Steps of the generator; each makes one to a few operations.
  unsigned maxSteps = 5;
  /// How deep `if`, `for` and `loop` nest.
  unsigned maxDepth = 2;
  /// One program in so many is of the whole language; the others are of what
  /// every level of the compiler takes. 0: none.
  unsigned wholeOneIn = 5;
  /// Of the others, one in so many has operations of all groups. Few, as those
  /// take longer to compile, run and compare. 0: none.
  unsigned furtherOneIn = 4;
  /// Programs of nv_tileaa instead: what the conversion makes, and what it
  /// never does.
  bool tileAA = false;
  /// The program begins with this operation (or what it stands in), if its name
  /// is in the table and it was not left out for want of a legal form.
  llvm::StringRef operation;
  /// Whether programs are verified as they are made.
  bool verify = true;
  /// Verifies them; null: MLIR's verifier.
  ModuleVerifier *verifier = nullptr;
  /// 1: whole groups of operations are off, other ones in each program; 0: all
  /// are on.
  unsigned swarm = 1;
  /// Of 100 numbers, and of 100 operations of arithmetic, how many are of
  /// floats.
  unsigned floats = 50;
  /// How often memory is accessed, in percent of the usual.
  unsigned memory = 100;
  /// As `memory`, of atomic updates.
  unsigned atomics = 100;
  /// Of 100 accesses, how many wait for more than they must.
  unsigned tokens = 25;
  /// Of 100 numbers and pairs of operands, how many are at the ends of their
  /// range, where formulas differ.
  unsigned edges = 16;
  /// One program in so many has attributes that mean nothing (Notes.h). 0:
  /// none.
  unsigned notes = 8;
  /// One program in so many has strong loads and stores where weak ones do
  /// (StrongAccesses.h). 0: none.
  unsigned strong = 8;
  /// Of 100 results that are not unique, how many are computed with; the others
  /// are stored and nothing else.
  unsigned inexact = 50;
  /// Tile blocks, at most.
  unsigned blocks = 4;
  /// One program in so many is a product of matrices in a loop
  /// (MatrixKernels.h). 0: none.
  unsigned productsOneIn = 0;
};

/// A number of the options that a command line can set.
struct Knob {
  llvm::StringLiteral name;
  unsigned GenerateOptions::*member;
  unsigned least, most;
  llvm::StringLiteral summary;
};
llvm::ArrayRef<Knob> getKnobs();
/// Of a language (`lowered`, `whole`, `mixed` or `tileaa`), and with knobs:
/// `NAME=VALUE,NAME=VALUE`.
llvm::Expected<GenerateOptions> parseGenerateOptions(llvm::StringRef language,
                                                     llvm::StringRef knobs);

/// The operations that the generator has rows for, without the dialect's
/// prefix; of nv_tileaa programs, with it.
std::vector<llvm::StringRef> generatedOperations(bool tileAA = false);
/// Whether programs of the lowered language have it, too.
bool isLoweredOperation(llvm::StringRef name);

/// Fails with the first diagnostic and the program's text.
llvm::Error verifyProgram(const Program &program,
                          ModuleVerifier *verifier = nullptr);
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
