//===- FlatAddress.h - Addresses as numbers ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX computes with addresses as with any integer, so every object of a run
// has one. Objects lie so far apart that an address beside one is in none, and
// which object an address is in can be read off its bits:
//
//   generic and global, 64 bits   tag (24) | offset from the object's middle;
//                                 of what kernels allocate the tags are known
//   local, 32 bits                object (12) | offset from the object's middle
//   shared, 32 bits               CTA (5) | object (7) | offset from its middle
//
// The windows of shared and local memory in the generic space have tags of
// their own (PTX ISA, 9.7.9: cvta), and so has that of a kernel's parameters:
// one whose address is taken is a constant among each thread's local objects.
// An object begins in the middle of its
// place: what lies before it is not in another one. Shared memory of the
// thread's own CTA is CTA 0; mapa gives that of rank r as CTA r + 1. Where
// descriptors of matrices name places in shared memory, an object begins so far
// behind the middle as it begins there (Kernel::sharedAddresses): the lower 18
// bits of an address are what a descriptor has of it (PTX ISA,
// 9.7.15.5.1.2.2).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_FLATADDRESS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_FLATADDRESS_H

#include "interp/Simt/Machine/Instruction.h"
#include <optional>

namespace tilefuzz::simt {

inline constexpr unsigned tagShift = 40, windowShift = 20, rankShift = 27;
inline constexpr unsigned maxSharedObjects = 1u << (rankShift - windowShift);
/// Of a thread.
inline constexpr uint32_t maxLocalObjects = 1u << (32 - windowShift);
inline constexpr uint64_t sharedTag = 0xf00000, localTag = 0xe00000,
                          functionTag = 0xd00000, parameterTag = 0xc00000,
                          // From here to there: what kernels allocate.
    firstHeapTag = 0x800000;

/// Of global, constant and buffer objects; `number` as in pointers.
inline constexpr uint64_t globalAddress(uint32_t number, int64_t offset = 0) {
  return (uint64_t(number) << tagShift) + (uint64_t(1) << (tagShift - 1)) +
         uint64_t(offset);
}
inline bool isHeapAddress(uint64_t address) {
  uint64_t tag = address >> tagShift;
  return tag >= firstHeapTag && tag < parameterTag;
}
/// Of a function, where nothing is stored.
inline uint64_t functionAddress(uint32_t index) {
  return (functionTag << tagShift) + index;
}
/// Within the window of shared or local memory; `index` counts its objects.
inline uint64_t windowAddress(uint32_t index) {
  return (uint64_t(index) << windowShift) + (1u << (windowShift - 1));
}
inline uint64_t windowBase(StateSpace space) {
  return (space == StateSpace::Local ? localTag : sharedTag) << tagShift;
}

/// What an address names.
struct FlatPlace {
  /// Global for all that has a number of its own.
  StateSpace space;
  uint32_t object;
  int64_t offset;
  /// Of shared memory: 0 the thread's own CTA, else the rank behind it.
  uint32_t cta = 0;
};
inline FlatPlace placeInWindow(StateSpace space, uint64_t address) {
  uint32_t object = address >> windowShift, cta = 0;
  if (space == StateSpace::Shared) {
    cta = object / maxSharedObjects;
    object %= maxSharedObjects;
  }
  return {space, object,
          int64_t(address & ((1u << windowShift) - 1)) -
              (int64_t(1) << (windowShift - 1)),
          cta};
}
/// `address` of the generic space, or of that space.
inline FlatPlace placeOf(uint64_t address, StateSpace space) {
  if (space == StateSpace::Shared || space == StateSpace::SharedCluster)
    return placeInWindow(StateSpace::Shared, address);
  if (space == StateSpace::Local)
    return placeInWindow(StateSpace::Local, address);
  uint64_t tag = address >> tagShift;
  uint64_t rest = address & ((uint64_t(1) << tagShift) - 1);
  if (tag == sharedTag || tag == localTag || tag == parameterTag)
    return placeInWindow(
        tag == sharedTag ? StateSpace::Shared : StateSpace::Local, rest);
  return {StateSpace::Global, uint32_t(tag),
          int64_t(rest) - (int64_t(1) << (tagShift - 1)), 0};
}

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_FLATADDRESS_H
