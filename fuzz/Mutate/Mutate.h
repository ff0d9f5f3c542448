//===- Mutate.h - Change a program ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A mutation keeps a program well-typed, not defined: what it makes may divide
// by zero or race. The comparison skips such programs, and counts them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_MUTATE_MUTATE_H
#define TILEFUZZ_FUZZ_MUTATE_MUTATE_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Generate/Program.h"

namespace tilefuzz {

/// One way to change a program. `apply` picks a place with `choices`; false if
/// it found none or gave up.
struct Mutator {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  bool (*apply)(Program &program, ByteSource &choices);
};
llvm::ArrayRef<Mutator> getMutators();

/// Applies mutators, picked by `choices`, until one changes the program into
/// another that verifies. Returns its name; empty (and the program as it was)
/// if none did within a fixed number of attempts.
llvm::StringRef mutate(Program &program, ByteSource &choices);

//===----------------------------------------------------------------------===//
// The mutators, and what they share
//===----------------------------------------------------------------------===//

/// The operations in the entries, terminators left out.
llvm::SmallVector<mlir::Operation *> mutableOperations(Program &program);
/// Values of `type` that are defined before `op` and visible there.
llvm::SmallVector<mlir::Value> valuesBefore(mlir::Operation *op,
                                            mlir::Type type);

bool replaceOperand(Program &program, ByteSource &choices);
bool replaceByEarlier(Program &program, ByteSource &choices);
bool changeConstant(Program &program, ByteSource &choices);
bool changeOpcode(Program &program, ByteSource &choices);
bool changeReading(Program &program, ByteSource &choices);
bool duplicateOperation(Program &program, ByteSource &choices);
bool wrapInIf(Program &program, ByteSource &choices);
bool constantOperands(Program &program, ByteSource &choices);
bool compareWithBound(Program &program, ByteSource &choices);
bool sumOfConstants(Program &program, ByteSource &choices);
bool nestIfs(Program &program, ByteSource &choices);
bool returnEarly(Program &program, ByteSource &choices);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_MUTATE_MUTATE_H
