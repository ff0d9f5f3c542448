//===- AccessPairing.h - Which access stands for which ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Pairs the accesses of two encodings that have no common origin and are of one
// role and element type: first those with the same operands, then those at the
// same place, each in order as far as possible and then wherever they stand;
// then what is left, in order. A proof needs some pairing, whichever it is, for
// which every access goes where the one goes that it stands for
// (oracle/Refine/AccessChecks.h). A refutation needs all of them: accesses of
// one role with the same operands may stand for each other, and an order that
// is lost under one pairing may be kept under another.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_ACCESSPAIRING_H
#define TILEFUZZ_ORACLE_REFINE_ACCESSPAIRING_H

#include "oracle/Smt/TileEncoding.h"

namespace tilefuzz {

struct AccessPairing {
  /// By access operation of the target: of the source; null if there are
  /// several.
  std::map<mlir::Operation *, mlir::Operation *> origins;
  /// By the number that an access of the target had: that of the source.
  std::map<unsigned, unsigned> numbers;
  /// A pairing that is not among the candidates may keep an order that they
  /// lose.
  bool isDoubtful = false;
  /// How many pairings there are; what tells them apart is only which of the
  /// accesses that are alike stand for which.
  unsigned numCandidates = 1;
};

/// Renumbers the target's accesses as the source's that they stand for. Both
/// were encoded with numberByOrder. `candidate` is below the number of
/// candidates, which is known from the first.
AccessPairing pairAccesses(const TileEncoding &source, TileEncoding &target,
                           unsigned candidate = 0);

/// Gives the target's accesses the locations of what they stand for. False if
/// one of them stands for several.
bool takeLocations(const AccessPairing &pairing);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_ACCESSPAIRING_H
