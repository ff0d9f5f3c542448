//===- FlatAddress.h - Addresses as numbers ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX computes with addresses as with any integer, so every object of a run
// has one. Objects lie so far apart that an address beside one is in none, and
// which object an address is in can be read off its bits:
//
//   generic and global, 64 bits   tag (24) | offset from the object's middle
//   shared and local, 32 bits     object (12) | offset from the object's middle
//
// The windows of shared and local memory in the generic space have tags of
// their own (PTX ISA, 9.7.9: cvta). An object begins in the middle of its
// place: what lies before it is not in another one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_FLATADDRESS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_FLATADDRESS_H

#include "interp/Simt/Machine/Instruction.h"
#include <optional>

namespace tilefuzz::simt {

inline constexpr unsigned tagShift = 40, windowShift = 20;
inline constexpr uint64_t sharedTag = 0xf00000, localTag = 0xe00000,
                          functionTag = 0xd00000;

/// Of global, constant and buffer objects; `number` as in pointers.
inline uint64_t globalAddress(uint32_t number, int64_t offset = 0) {
  return (uint64_t(number) << tagShift) + (uint64_t(1) << (tagShift - 1)) +
         uint64_t(offset);
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
};
inline FlatPlace placeInWindow(StateSpace space, uint64_t address) {
  return {space, uint32_t(address >> windowShift),
          int64_t(address & ((1u << windowShift) - 1)) -
              (int64_t(1) << (windowShift - 1))};
}
/// `address` of the generic space, or of that space.
inline FlatPlace placeOf(uint64_t address, StateSpace space) {
  if (space == StateSpace::Shared || space == StateSpace::SharedCluster)
    return placeInWindow(StateSpace::Shared, address);
  if (space == StateSpace::Local)
    return placeInWindow(StateSpace::Local, address);
  uint64_t tag = address >> tagShift;
  uint64_t rest = address & ((uint64_t(1) << tagShift) - 1);
  if (tag == sharedTag || tag == localTag)
    return placeInWindow(
        tag == localTag ? StateSpace::Local : StateSpace::Shared, rest);
  return {StateSpace::Global, uint32_t(tag),
          int64_t(rest) - (int64_t(1) << (tagShift - 1))};
}

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_FLATADDRESS_H
