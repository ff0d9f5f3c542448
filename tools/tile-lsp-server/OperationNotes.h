//===- OperationNotes.h - What an operation means ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For people who read a program: summary and description are ODS's, the
// exactness class (docs/semantics.md) and the undefined behaviours are rows of
// OperationNotes.def, each behaviour a row of UndefinedBehaviors.def.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_LSP_SERVER_OPERATIONNOTES_H
#define TILEFUZZ_TOOLS_TILE_LSP_SERVER_OPERATIONNOTES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tilefuzz {

/// Markdown about the operation (`cuda_tile.addi`); empty: it is not of our
/// dialects.
std::string describeOperation(llvm::StringRef name);

/// One line for every operation of cuda_tile: name, class, undefined
/// behaviours. False if one has no row, or a row has no operation.
bool listOperationNotes(llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_LSP_SERVER_OPERATIONNOTES_H
