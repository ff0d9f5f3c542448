//===- TileAAQueue.h - Puts and gets of an nv_tileaa draft ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAQUEUE_H
#define TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAQUEUE_H

#include "fuzz/Generate/TileAA/TileAADraft.h"

namespace tilefuzz {

mlir::Value makeQueueOf(TileAADraft &draft, llvm::ArrayRef<mlir::Type> types,
                        unsigned depth);

/// Two of the types are the same.
llvm::SmallVector<mlir::Type> chooseQueueTypes(TileAADraft &draft,
                                               bool scalars);

/// `values` gives what the body yields.
void makePut(TileAADraft &draft, mlir::Value queue,
             llvm::function_ref<llvm::SmallVector<mlir::Value>()> values);

/// The elements in any order, some of them twice, and something computed; then
/// what `more` makes of them in the body, of the types `moreTypes`. Returns all
/// results.
mlir::ResultRange makeGet(
    TileAADraft &draft, mlir::Value queue, llvm::ArrayRef<mlir::Type> types,
    llvm::ArrayRef<mlir::Type> moreTypes = {},
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> more =
        [](mlir::ValueRange) { return llvm::SmallVector<mlir::Value>(); });

/// What the results come to, in the type; null: nothing.
mlir::Value combineResults(TileAADraft &draft, mlir::ValueRange results,
                           mlir::Type type);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAQUEUE_H
