//===- Address.h - Addresses as numbers -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Where a program looks at an address, or a launch stores one: buffers lie so
// far apart that an address beside one is in none. A buffer begins in the
// middle of its place, and nothing is at 0. PTX has the same numbers
// (interp/Simt/Machine/FlatAddress.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_ADDRESS_H
#define TILEFUZZ_INTERP_PROGRAM_ADDRESS_H

#include <cstdint>
#include <utility>

namespace tilefuzz {

inline constexpr unsigned addressBits = 40;

/// Buffer -1 is null.
inline constexpr uint64_t addressOf(int64_t buffer, int64_t offset) {
  uint64_t place = buffer < 0 ? 0
                              : (uint64_t(buffer + 1) << addressBits) +
                                    (uint64_t(1) << (addressBits - 1));
  return place + uint64_t(offset);
}
/// The buffer and the offset.
inline constexpr std::pair<int64_t, int64_t> placeAt(uint64_t address) {
  int64_t number = int64_t(address) >> addressBits;
  if (number <= 0)
    return {-1, int64_t(address)};
  return {number - 1, int64_t(address - addressOf(number - 1, 0))};
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_ADDRESS_H
