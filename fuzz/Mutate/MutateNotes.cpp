//===- MutateNotes.cpp - Attributes that mean nothing ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Notes.h"
#include "fuzz/Mutate/Mutate.h"

using namespace mlir;
using namespace tilefuzz;

static bool noteOperation(const Mutation &m) {
  // Also those that address and order: a note changes nothing.
  llvm::SmallVector<Operation *> operations = m.operations();
  return !operations.empty() &&
         addNote(m.choices.pick(llvm::ArrayRef(operations)), m.choices);
}

const Mutator tilefuzz::noteOperationRow = {
    "note-operation", "an operation gets an attribute that means nothing",
    noteOperation, noteOperation};
