//===- WholeFile.h - Files that are whole or not there ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_WHOLEFILE_H
#define TILEFUZZ_FUZZ_CAMPAIGN_WHOLEFILE_H

#include "fuzz/Campaign/StorageError.h"

namespace tilefuzz {

/// Writes aside, under a hidden name, and renames; the error is a StorageError.
llvm::Error writeWholeFile(llvm::StringRef path, llvm::StringRef content);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_WHOLEFILE_H
