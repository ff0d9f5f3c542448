//===- AtomicUpdate.h - What an update makes of a value ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_PTX_ATOMICUPDATE_H
#define TILEFUZZ_INTERP_EXPLORE_PTX_ATOMICUPDATE_H

#include "interp/Simt/Machine/Instruction.h"
#include <optional>

namespace tilefuzz::ptxmodel {

/// What `op`, an update, leaves of `old`; none: it writes nothing, as an
/// exchange whose comparison fails (PTX model, 1.2).
std::optional<simt::Lane> updated(const simt::Instruction &op,
                                  const simt::Lane &old,
                                  const simt::Lane &operand,
                                  const simt::Lane &other, bool isGlobal);

} // namespace tilefuzz::ptxmodel

#endif // TILEFUZZ_INTERP_EXPLORE_PTX_ATOMICUPDATE_H
