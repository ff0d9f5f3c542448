//===- TileAARows.h - The table of nv_tileaa steps --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One row per operation or idiom: how it is made, how often, and where. Idioms
// are what a rewrite of the dialect looks for, with random parts.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAROWS_H
#define TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAROWS_H

#include "fuzz/Generate/TileAA/TileAADraft.h"

namespace tilefuzz {

enum class TileAAGroup : uint8_t {
  Integer,
  Divide,
  Shift,
  Float,
  Math,
  Compare,
  Convert,
  Shape,
  Extract,
  Generate,
  Product,
  Combine,
  Load,
  Store,
  View,
  Memory,
  Atomic,
  Token,
  Assume,
  Branch,
  Loop,
  Pragma,
  Queue,
  Agents,
  Output,
  /// Code that is opaque to the compiler.
  Foreign,
  /// Addresses as numbers, which no two runs need have in common.
  Addresses,
};
static constexpr unsigned numTileAAGroups =
    unsigned(TileAAGroup::Addresses) + 1;

struct TileAARow {
  /// With the dialect's prefix.
  llvm::StringLiteral name;
  void (*make)(TileAADraft &draft);
  TileAAGroup group;
  unsigned weight;
  /// Its memory is ordered by tokens of the kernel's body.
  bool topLevel = false;
  /// It has regions that steps fill.
  bool nests = false;
  /// Its operands need not be unique.
  bool takesInexact = false;
};

llvm::ArrayRef<TileAARow> getTileAAArithRows();
llvm::ArrayRef<TileAARow> getTileAAShapeRows();
llvm::ArrayRef<TileAARow> getTileAAComputeRows();
llvm::ArrayRef<TileAARow> getTileAAAccessRows();
llvm::ArrayRef<TileAARow> getTileAAViewRows();
llvm::ArrayRef<TileAARow> getTileAAForeignRows();
llvm::ArrayRef<TileAARow> getTileAAControlRows();
llvm::ArrayRef<TileAARow> getTileAAQueueRows();
/// Several queues, in loops (TileAARings.cpp).
void makeRings(TileAADraft &draft);
/// All of them.
llvm::ArrayRef<TileAARow> getTileAARows();

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_TILEAA_TILEAAROWS_H
