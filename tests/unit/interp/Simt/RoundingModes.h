//===- RoundingModes.h - Modes of this machine's arithmetic -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_ROUNDINGMODES_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_ROUNDINGMODES_H

#include <cfenv>

namespace tilefuzz::test {

/// A mode of rounding as intrinsics of NVVM spell it, and as <cfenv> does.
struct RoundingName {
  const char *name;
  int native;
};
inline constexpr RoundingName roundingNames[] = {{"rn", FE_TONEAREST},
                                                 {"rz", FE_TOWARDZERO},
                                                 {"rm", FE_DOWNWARD},
                                                 {"rp", FE_UPWARD}};

} // namespace tilefuzz::test

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_ROUNDINGMODES_H
