//===- SymbolicAccess.h - Accesses as terms ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What one execution of a memory or queue operation does, in formulas.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_SYMBOLICACCESS_H
#define TILEFUZZ_ORACLE_SMT_SYMBOLICACCESS_H

#include "interp/Semantics/MemoryOrder.h"
#include "mlir/IR/Operation.h"
#include "oracle/Smt/SymbolicValue.h"

namespace tilefuzz {

/// An update takes part in the order of writes even if it changes nothing: it
/// reads the newest value, and what it writes can be read.
enum class AccessRole { Read, Write, Update, Put, Get };

/// One element of an access: whether it takes place, and where.
struct Place {
  Term active, address;
};

/// A put or a get of a queue, the one after `number` others of any queue; both
/// 64 bits.
struct QueueUse {
  AccessRole role = AccessRole::Put;
  Term queue, number;
};

/// One execution of a memory or queue operation; it has the same number before
/// and after a rewrite.
struct SymbolicAccess {
  mlir::Operation *op = nullptr;
  AccessRole role = AccessRole::Read;
  /// It is executed, and touches some element.
  Term guard, active;
  /// What its token operand orders before it.
  SymbolicToken before;
  AccessOrdering ordering = AccessOrdering::Weak;
  AccessScope scope = AccessScope::TileBlock;
  /// Where its elements lie, of so many bytes each; none of an access that is
  /// an uninterpreted function.
  std::vector<Place> places;
  unsigned placeSize = 0;
  /// What each element writes or updates with, compares with, and how.
  std::vector<std::vector<Term>> given;
  /// What a put commits to its queue.
  std::vector<SymbolicValue> values;
  std::vector<mlir::Type> types;
  /// Bits of all operands but tokens; only with numberByOrder.
  std::vector<std::vector<Term>> operands;
  /// Of a put or a get.
  QueueUse use;
  /// The puts and gets in whose bodies it stands, outer ones first.
  std::vector<QueueUse> within;
  /// Memory before other blocks changed it (see Interference), and after the
  /// access.
  Term earlierMemory, earlierMarks, memory, unspecifiedMemory, poisonMemory;
};

inline bool isStrong(const SymbolicAccess &access) {
  return isStrong(access.ordering);
}
inline bool acquires(const SymbolicAccess &access) {
  return acquires(access.ordering);
}
inline bool releases(const SymbolicAccess &access) {
  return releases(access.ordering);
}

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_SYMBOLICACCESS_H
