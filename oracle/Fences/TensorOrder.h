//===- TensorOrder.h - The order of tensor memory ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the PTX ISA says of two threads that use tensor memory (memory model,
// 5.8), executed; it shares nothing with the algorithm that places fences but
// the names of events. Every thread has four sets of uses:
//
//   executed   what is known to be issued before: its own uses, and what a
//              boundary that it acquired ran behind
//   in         of them, what its next use is ordered behind
//   out        what the next boundary that it releases carries
//   pending    what it received, and no after-fence has taken in yet
//
// A use enters `executed` and `in` of its thread. before-fence: out := in.
// after-fence: in := in + pending. A boundary carries `executed` and `out` to
// `executed` and `pending` of who acquires it. A commit is a before-fence, and
// arrives at any later time. A use that has another thread's use in `executed`
// and not in `in` is unordered, although the threads are: the defect that
// fences are for. (Two uses that no boundary orders are the program's own
// race.)
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_FENCES_TENSORORDER_H
#define TILEFUZZ_ORACLE_FENCES_TENSORORDER_H

#include "compiler/Transforms/Fences/FenceGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace tilefuzz {

using EventList = llvm::SmallVector<TensorEvent, 16>;

/// A use that the other thread's use is not ordered before.
struct UnorderedUse {
  /// Of the later use: 0 or 1, and its place in that thread's events.
  unsigned thread, event;
  /// Of the earlier one, in the other thread.
  unsigned other;
};

/// Some execution of two threads that has one; none: no execution has. The
/// threads meet at one barrier (sync: both wait) and one mbarrier, each of
/// whose phases `count` arrivals complete; a thread's k-th wait is for the k-th
/// phase. A thread that waits for ever ends there. At most 32 events a thread,
/// of use, the fences and the boundaries.
std::optional<UnorderedUse> findUnorderedUse(llvm::ArrayRef<TensorEvent> first,
                                             llvm::ArrayRef<TensorEvent> second,
                                             unsigned count = 1);

/// What a thread owes whomever it meets: no boundary releases a use of its own
/// that no before-fence follows; no use follows an acquired boundary without an
/// after-fence.
class ContractState {
public:
  static constexpr unsigned numStates = 4;

  ContractState() = default;
  explicit ContractState(unsigned number)
      : ownUnfenced(number & 1), othersUnfenced(number & 2) {}
  /// Below numStates.
  unsigned number() const { return ownUnfenced | othersUnfenced << 1; }
  /// False: the event breaks it.
  bool step(TensorEvent event);

private:
  bool ownUnfenced = false, othersUnfenced = false;
};

/// The first place that breaks it.
std::optional<unsigned> findBrokenContract(llvm::ArrayRef<TensorEvent> events);

struct Witness {
  EventList events;
  /// Of the mbarrier.
  unsigned count;
};

/// A thread that observes that the contract is broken at `place`, if there is
/// one: it does what `events` needs to get there, and uses tensor memory, with
/// its fences, on the other side of a boundary.
std::optional<Witness> findWitness(llvm::ArrayRef<TensorEvent> events,
                                   unsigned place);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_FENCES_TENSORORDER_H
