//===- Notes.h - Attributes that mean nothing -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A discardable attribute must not change what a program does, and no pass may
// lose or misread it (compiler/Support/CarryAttributes.h). These have the names
// of attributes that other operations own, above all what an operation is
// lowered to, with values of the right and of wrong kinds; names that front
// ends and later passes use as witnesses; and hints. Locations are notes, too.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_NOTES_H
#define TILEFUZZ_FUZZ_GENERATE_NOTES_H

#include "fuzz/Generate/ByteSource.h"
#include "mlir/IR/BuiltinOps.h"

namespace tilefuzz {

/// The names of all notes that are made.
std::vector<llvm::StringRef> noteNames();

/// Gives one operation a note, and perhaps another location. False if the note
/// that was chosen has a name that the operation owns.
bool addNote(mlir::Operation *op, ByteSource &choices);
/// Gives some of the operations of a program notes: one to all of them.
void addNotes(mlir::ModuleOp module, ByteSource &choices);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_NOTES_H
