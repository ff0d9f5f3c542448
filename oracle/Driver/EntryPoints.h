//===- EntryPoints.h - The table of the library's functions -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_DRIVER_ENTRYPOINTS_H
#define TILEFUZZ_ORACLE_DRIVER_ENTRYPOINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tilefuzz::driver {

/// A row of EntryPoints.def.
struct EntryPoint {
  /// What cuGetProcAddress is asked for.
  llvm::StringLiteral name;
  llvm::StringLiteral symbol;
  /// Of CUDA, as 11030.
  int since;
  bool isRefused;
  /// The function, whatever its type.
  void (*function)();
};
llvm::ArrayRef<EntryPoint> getEntryPoints();

} // namespace tilefuzz::driver

#endif // TILEFUZZ_ORACLE_DRIVER_ENTRYPOINTS_H
