//===- UndefinedBehaviors.cpp - Names of undefined behaviours -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/UndefinedBehaviors.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;

llvm::StringRef tilefuzz::toString(Undefined condition) {
  switch (condition) {
#define TILEFUZZ_UNDEFINED(ENUMERATOR, NAME, MEANING, SOURCE)                  \
  case Undefined::ENUMERATOR:                                                  \
    return NAME;
#include "interp/Program/UndefinedBehaviors.def"
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef tilefuzz::meaningOf(Undefined condition) {
  switch (condition) {
#define TILEFUZZ_UNDEFINED(ENUMERATOR, NAME, MEANING, SOURCE)                  \
  case Undefined::ENUMERATOR:                                                  \
    return MEANING;
#include "interp/Program/UndefinedBehaviors.def"
  }
  llvm_unreachable("covered switch");
}

std::optional<Undefined> tilefuzz::parseUndefined(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Undefined>>(name)
#define TILEFUZZ_UNDEFINED(ENUMERATOR, NAME, MEANING, SOURCE)                  \
  .Case(NAME, Undefined::ENUMERATOR)
#define TILEFUZZ_UNDEFINED_ALIAS(OLD, ENUMERATOR)                              \
  .Case(OLD, Undefined::ENUMERATOR)
#include "interp/Program/UndefinedBehaviors.def"
      .Default(std::nullopt);
}
