//===- Languages.h - The languages that programs are made in ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A row per dialect, beside its bodies: CudaTileGenerate.cpp and
// TileAAGenerate.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_LANGUAGES_H
#define TILEFUZZ_FUZZ_GENERATE_LANGUAGES_H

#include "fuzz/Generate/Generate.h"

namespace tilefuzz {

struct GeneratedLanguage {
  /// A program; not verified yet.
  Program (*make)(mlir::MLIRContext &context, ByteSource &source,
                  const GenerateOptions &options);
  /// The operations that it has rows for; one may have several.
  std::vector<llvm::StringRef> (*operations)();
};
extern const GeneratedLanguage cudaTileLanguage, tileAALanguage;

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_LANGUAGES_H
