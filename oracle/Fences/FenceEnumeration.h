//===- FenceEnumeration.h - Fences of all small programs --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Places fences in every small program and judges them by the order of tensor
// memory (TensorOrder.h). Of the answer for each program it asks:
//
//   sufficient   no execution of two fenced threads has an unordered use; on no
//                way through a tree is the thread's contract broken
//   minimal      without any one of the fences that were put in there is a
//                counterexample: a thread that it meets, executed
//   idempotent   asked again, nothing is put in
//   no repeats   no fence is put next to an equal one (in a tree one that has
//                one next to it on every way would be needless)
//
// What the contract says of a thread is what the threads that it can meet
// observe: checked for every program of straight lines, both ways.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_FENCES_FENCEENUMERATION_H
#define TILEFUZZ_ORACLE_FENCES_FENCEENUMERATION_H

#include "compiler/Transforms/Fences/FenceGraph.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace tilefuzz {

struct FenceEnumerationOptions {
  /// Events of two threads in all, straight lines.
  unsigned numEvents = 8;
  /// Events of a thread in a tree of constructs one deep.
  unsigned numTreeEvents = 5;
  /// And two deep.
  unsigned numDeepEvents = 5;
  /// Asks about every tree, not about one of each order (TreeOrders.h).
  bool eachTree = false;
  BugSet bugs;
};

/// Prints the tables row by row, and the smallest program of each failure. True
/// if the dataflow form has none.
bool enumerateFences(const FenceEnumerationOptions &options,
                     llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_FENCES_FENCEENUMERATION_H
