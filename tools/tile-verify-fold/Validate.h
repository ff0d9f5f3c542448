//===- Validate.h - Code before and after other tools -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_VALIDATE_H
#define TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_VALIDATE_H

#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Refine/Refinement.h"

namespace tilefuzz {

struct ValidateOptions {
  RefinementOptions refinement;
  /// Where the questions go; null: nowhere.
  QueryFolder *queries = nullptr;
  bool asJSON = false;
  /// With {in} and {out} for the names of files.
  std::string command;
  /// After which it is ended.
  unsigned seconds = 0;
  /// What the command is tried on.
  std::vector<std::string> files;
  std::vector<PatternInstance> instances;
};

/// The exit code of the tool.
int validateFiles(llvm::StringRef before, llvm::StringRef after,
                  const ValidateOptions &options);
int validateCommand(const ValidateOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_VALIDATE_H
