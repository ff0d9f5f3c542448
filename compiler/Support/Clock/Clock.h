//===- Clock.h - Time that passed and time that was used --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_CLOCK_CLOCK_H
#define TILEFUZZ_COMPILER_SUPPORT_CLOCK_CLOCK_H

#include <cstdint>
#include <optional>

namespace tilefuzz {

/// CPU time of this process, nanoseconds.
uint64_t ownCpuTime();
/// CPU time of another process, nanoseconds; none if it is gone.
std::optional<uint64_t> cpuTimeOf(int pid);
/// Nanoseconds since some fixed moment; it never goes back.
uint64_t monotonicTime();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_CLOCK_CLOCK_H
