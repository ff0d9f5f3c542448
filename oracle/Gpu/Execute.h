//===- Execute.h - One case on the device ------------------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_GPU_EXECUTE_H
#define TILEFUZZ_ORACLE_GPU_EXECUTE_H

#include "oracle/Gpu/Driver.h"
#include "oracle/Gpu/Results.h"

namespace tilefuzz::conform {

/// Loads, launches and reads back one case in the current context. Each buffer
/// stands between two guard zones that must survive the run. `poisoned` tells
/// that the context can run nothing more.
CaseResult executeCase(const Driver &api, const Case &one, bool &poisoned);

} // namespace tilefuzz::conform

#endif // TILEFUZZ_ORACLE_GPU_EXECUTE_H
