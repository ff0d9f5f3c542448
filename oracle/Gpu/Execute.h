//===- Execute.h - One case on the device -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_EXECUTE_H
#define TILEFUZZ_ORACLE_GPU_EXECUTE_H

#include "oracle/Gpu/Driver.h"
#include "oracle/Gpu/Results.h"

namespace tilefuzz::conform {

/// Loads, launches and reads back one case in the current context. The buffers
/// lie in an arena with guards of at least `guard` bytes (Arena.h); with 0,
/// each has an allocation of exactly its size (of one byte if it is empty), so
/// that a driver that checks accesses sees those just outside. `poisoned` tells
/// that the context can run nothing more.
CaseResult executeCase(const Driver &api, const Case &one, size_t guard,
                       bool &poisoned);

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_EXECUTE_H
