//===- AtomicUpdate.h - What an update makes of a value ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_ATOMICUPDATE_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_ATOMICUPDATE_H

#include "interp/Simt/Machine/Instruction.h"
#include <optional>

namespace tilefuzz::simt {

/// What `op`, an update, leaves of `old`; none: it writes nothing, as an
/// exchange whose comparison fails (PTX model, 1.2).
std::optional<Lane> updated(const Instruction &op, const Lane &old,
                            const Lane &operand, const Lane &other,
                            bool isGlobal);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_ATOMICUPDATE_H
