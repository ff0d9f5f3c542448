//===- InventLaunch.h - Launches for modules without any --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Makes up sizes, strides, scalars, contents and a grid from what the entry
// does with its parameters (EntryUses.h), and executes the program with them.
// What goes wrong decides what is tried next: a buffer grows to where it was
// left, sizes become multiples of tiles, blocks that race become one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_INVENT_INVENTLAUNCH_H
#define TILEFUZZ_INTERP_INVENT_INVENTLAUNCH_H

#include "interp/Program/Launch.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tilefuzz {

struct InventOptions {
  /// Chooses contents, and, if it is not 0, other sizes and grids.
  uint64_t seed = 0;
  /// Of each run that tries a launch.
  uint64_t stepLimit = 200'000;
  /// Bytes of one buffer.
  uint64_t maxBytes = uint64_t(1) << 24;
};

struct InventedLaunch {
  Launch launch;
  /// The program is defined under it: it ended, without a race. Else `trouble`
  /// says what happened under the best launch that was found, which this is.
  bool isDefined = false;
  std::string trouble;
  unsigned tried = 0;
};

/// Errors: a parameter can have no argument in a launch, or the interpreter
/// does not know an operation.
llvm::Expected<InventedLaunch> inventLaunch(mlir::ModuleOp module,
                                            mlir::FunctionOpInterface entry,
                                            const InventOptions &options = {});

/// The same for an entry by name; of no name, the module's first.
llvm::Expected<InventedLaunch> inventLaunch(mlir::ModuleOp module,
                                            llvm::StringRef kernel,
                                            const InventOptions &options = {});

/// What a launch can start, in the order of the module.
std::vector<mlir::FunctionOpInterface> findEntries(mlir::ModuleOp module);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_INVENT_INVENTLAUNCH_H
