//===- PrintFormat.h - What print_tko writes --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_PRINTFORMAT_H
#define TILEFUZZ_INTERP_TILE_EVAL_PRINTFORMAT_H

#include "interp/Tile/Machine.h"
#include "interp/Tile/MachineObserver.h"
#include "mlir/IR/Types.h"

namespace tilefuzz {

struct PrintArgument {
  const TileValue *value;
  mlir::Type element;
};

/// C's printf, as far as a conversion suits its operand; a tile of several
/// elements is written as a list. A conversion that does not suit (undefined
/// output, part 1, 3.7) is written as it stands.
std::string formatPrinted(llvm::StringRef format,
                          llvm::ArrayRef<PrintArgument> arguments);

/// The floats among what is printed, in order.
std::vector<PrintedFloat>
printedFloats(llvm::ArrayRef<PrintArgument> arguments);
/// What is printed with a `?` for each of those.
std::string formatWithoutFloats(llvm::StringRef format,
                                llvm::ArrayRef<PrintArgument> arguments);

/// Whether another text may be as right: elements that are not unique or not
/// specified, and pointers, which each level has its own numbers for.
bool isLoose(llvm::ArrayRef<PrintArgument> arguments);
/// Adds to the outcome, up to 64 KiB.
void appendPrinted(Outcome &outcome, llvm::StringRef text);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_PRINTFORMAT_H
