//===- ProgramFuzzing.h - What the fuzzing engines share --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An input is the text of a program. Mutation works on the program, not on its
// bytes; what is no program is replaced by a generated one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_TARGETS_PROGRAMFUZZING_H
#define TILEFUZZ_FUZZ_TARGETS_PROGRAMFUZZING_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace tilefuzz {

/// How deep a target looks: what makes an engine slow is what is executed, and
/// most of what it finds is found before threads are.
struct FuzzLevels {
  llvm::StringLiteral name;
  /// The last stage; empty: PTX.
  llvm::StringLiteral stopAfter;
  /// Per tile stage.
  unsigned schedules;
  /// Operations of a run of the tile interpreter, instructions of all threads.
  uint64_t maxSteps, maxMachineSteps;
};

/// `tile`, `machine`, `all`; null: there is no such row. TILEFUZZ_LEVELS of the
/// environment names another one than the target's.
const FuzzLevels *findFuzzLevels(llvm::StringRef name);

/// Compiles the program stage by stage and compares. A finding is stored
/// beside the database that the environment names (TILEFUZZ_DB), printed, and
/// ends the process by a signal, which is what an engine keeps an input for.
/// TILEFUZZ_BUGS switches seeded bugs on. Text that is no program is ignored.
void compareProgramText(llvm::StringRef text, const FuzzLevels &levels);

/// Parses and verifies; never more than a diagnostic.
void parseProgramText(llvm::StringRef text);

/// A changed program of at most `maxSize` bytes; `text` itself if there is
/// none.
std::string mutateProgramText(llvm::StringRef text, uint64_t seed,
                              size_t maxSize);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_TARGETS_PROGRAMFUZZING_H
