//===- AccessPairing.h - Which access stands for which ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Pairs the accesses of two encodings that have no common origin and are of one
// role and element type: first those with the same operands, then those at the
// same place, each in order as far as possible and then wherever they stand;
// then what is left, in order. Of accesses with the same operands each may
// stand for each: there, one way after the other is to be tried. A proof needs
// some pairing, whichever it is, for which every access goes where the one goes
// that it stands for (oracle/Refine/AccessChecks.h).
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
  /// Another pairing may keep an order that this one loses, and is none of the
  /// choices.
  bool isDoubtful = false;
  /// Ways to pair accesses that have the same operands: those that are not
  /// easily seen to lose order for some input; at least one.
  unsigned choices = 1;
};

/// Renumbers the target's accesses as the source's that they stand for, in the
/// way of the number `choice`; `isLikeliest`: as if there were none but the
/// likeliest (ProofFault). Both were encoded with numberByOrder.
AccessPairing pairAccesses(SymbolicDomain &domain, const TileEncoding &source,
                           TileEncoding &target, unsigned choice = 0,
                           bool isLikeliest = false);

/// Gives the target's accesses the locations of what they stand for. False if
/// one of them stands for several.
bool takeLocations(const AccessPairing &pairing);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_ACCESSPAIRING_H
