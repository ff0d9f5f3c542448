//===- WholeFile.h - Files that are whole or not there ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_FILES_WHOLEFILE_H
#define TILEFUZZ_COMPILER_SUPPORT_FILES_WHOLEFILE_H

#include "compiler/Support/Files/StorageError.h"

namespace tilefuzz {

/// Whether there is something that keeps no content: a device, a pipe. It is
/// written to, and not replaced.
bool isWrittenThrough(llvm::StringRef path);

/// Writes aside, under a hidden name, and renames, of a link what it stands
/// for; `-` is the standard output. The error is a StorageError.
llvm::Error writeWholeFile(llvm::StringRef path, llvm::StringRef content);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_FILES_WHOLEFILE_H
