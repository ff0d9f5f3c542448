//===- EnclosedLane.h - A lane as an operand of an enclosure ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_ENCLOSEDLANE_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_ENCLOSEDLANE_H

#include "interp/Semantics/Enclosure.h"
#include "interp/Simt/Machine/InexactParts.h"
#include "interp/Simt/Machine/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace tilefuzz::simt {

/// Of the formats that enclosures are kept for; null: none.
FloatFormat formatOf(RegisterType type);

/// None: a register of a float is read as another type.
std::optional<semantics::EnclosedValue>
enclosedLane(llvm::ArrayRef<LaneEnclosure> enclosures, const Lane &lane,
             RegisterType type);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_ENCLOSEDLANE_H
