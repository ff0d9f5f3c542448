//===- SyncedFile.h - Files that a power loss leaves ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For what is told to be stored: when these return, the file is on the disk,
// and so is its name. They cost a wait for the disk; WholeFile.h does not.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_FILES_SYNCEDFILE_H
#define TILEFUZZ_COMPILER_SUPPORT_FILES_SYNCEDFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

/// The content alone: the name is the folder's (syncDirectory).
llvm::Error writeSynced(llvm::StringRef path, llvm::StringRef content);

/// Names that were added to a folder, removed or changed. A file system that
/// cannot sync folders is left to itself.
void syncDirectory(llvm::StringRef path);

/// `rename`, and both folders.
llvm::Error renameSynced(llvm::StringRef from, llvm::StringRef to);

/// The file has the content or, after a power loss, what it had before.
llvm::Error replaceSynced(llvm::StringRef path, llvm::StringRef content);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_FILES_SYNCEDFILE_H
