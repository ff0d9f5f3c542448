//===- Correspondence.h - Which access stands for which ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Pairs the events of a target with those of its source, in one block (phi of
// the memory model, 3.6).
//
// What corresponds has the same kind and place. Among such accesses these
// decide, in this order: the location, where the target kept the source's; the
// values read and written; the whole list of elements that the operation
// touches; and where several are alike in all of that, a search for a way to
// pair them under which nothing is lost. That is sound: the required pairs and
// the values are all that the proof of the memory model, 3.6, asks of phi, not
// which operation of the text an access descends from; so one phi that keeps
// them shows that each execution of the target with these values is one of the
// source. If there is none, order is lost however one pairs them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_CORRESPONDENCE_H
#define TILEFUZZ_ORACLE_ORDER_CORRESPONDENCE_H

#include "oracle/Order/RequiredPairs.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilefuzz {

/// Positions are those of events or instances in their blocks.
struct Correspondence {
  /// By source event: the target's. A load may be done again.
  std::vector<llvm::SmallVector<unsigned, 1>> images;
  /// By source instance: the target's that have an event of it.
  std::vector<llvm::SmallVector<unsigned, 1>> instances;
  /// Target events without a source.
  std::vector<unsigned> added;
  /// Target instances whose events were paired by place alone, though there
  /// were other ways: what is lost at them may be lost by the pairing.
  llvm::BitVector isDoubtful;
  /// The search gave up: these source instances are alike in too many ways.
  std::vector<unsigned> undecided;
};

/// `lossesOf` counts what a correspondence loses. Source instances for which
/// `mayReadOther` is true may also stand for accesses that read other values.
Correspondence
findCorrespondence(const BlockOrder &source, const BlockOrder &target,
                   const RequiredPairs &required,
                   llvm::function_ref<size_t(const Correspondence &)> lossesOf,
                   llvm::function_ref<bool(unsigned)> mayReadOther = nullptr);

/// Whether the target's access is as strong as the source's (memory model,
/// 3.6, Q6).
bool isAsStrong(const OrderInstance &source, const OrderInstance &target);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_CORRESPONDENCE_H
