//===- VersionCheck.h - What a version of the dialect lacks -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Since when operations, types and attributes exist is said once, in the tables
// of the bytecode format; here it is asked of modules in any form.
// Bytecode, 9.10 and 15.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_VERSIONCHECK_H
#define TILEFUZZ_COMPILER_BYTECODE_VERSIONCHECK_H

#include "compiler/Bytecode/Bytecode.h"

namespace tilefuzz {

/// Reports everything in `module` that is newer than the version, each at its
/// operation. An attribute at its default is no newer than the operation.
mlir::LogicalResult checkVersion(mlir::Operation *module,
                                 BytecodeVersion version);

/// The pass `check-version`, with the option `version`.
void registerVersionCheckPass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BYTECODE_VERSIONCHECK_H
