//===- MutateNotes.cpp - Attributes that mean nothing ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Notes.h"
#include "fuzz/Mutate/Mutate.h"

using namespace mlir;
using namespace tilefuzz;

bool tilefuzz::noteOperation(const Mutation &m) {
  // Also those that address and order: a note changes nothing.
  llvm::SmallVector<Operation *> operations = m.operations();
  return !operations.empty() &&
         addNote(m.choices.pick(llvm::ArrayRef(operations)), m.choices);
}
