//===- UndefinedBehaviors.h - What may be undefined about a run -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rows of UndefinedBehaviors.def. An outcome's condition is a row's name;
// races are no row, as RunStatus::Race says what they are.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_UNDEFINEDBEHAVIORS_H
#define TILEFUZZ_INTERP_PROGRAM_UNDEFINEDBEHAVIORS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tilefuzz {

enum class Undefined : uint8_t {
#define TILEFUZZ_UNDEFINED(ENUMERATOR, NAME, MEANING, SOURCE) ENUMERATOR,
#include "interp/Program/UndefinedBehaviors.def"
};

/// The row's name: lower case, words joined by hyphens.
llvm::StringRef toString(Undefined condition);
/// One sentence for people.
llvm::StringRef meaningOf(Undefined condition);
/// The row of a name, or of one that earlier versions wrote; else none.
std::optional<Undefined> parseUndefined(llvm::StringRef name);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_UNDEFINEDBEHAVIORS_H
