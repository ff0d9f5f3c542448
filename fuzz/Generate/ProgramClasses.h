//===- ProgramClasses.h - What stands together in programs ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Defects that need several things at once (a divisor that is zero where the
// branch around the division is not taken, a tile with two registers in each
// thread) show in classes of programs. The table (ProgramClasses.def) names
// them; what a program has is found in its module and launch, so that the
// generator cannot claim what it does not make.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_PROGRAMCLASSES_H
#define TILEFUZZ_FUZZ_GENERATE_PROGRAMCLASSES_H

#include "interp/Program/Program.h"
#include <bitset>

namespace tilefuzz {

enum class ProgramClass : unsigned {
#define CLASS(NAME, TEXT) NAME,
#include "fuzz/Generate/ProgramClasses.def"
#undef CLASS
};

struct ProgramClassRow {
  /// As in a sentence after "has".
  llvm::StringLiteral text;
};
llvm::ArrayRef<ProgramClassRow> getProgramClasses();

using ProgramClassSet = std::bitset<64>;
/// Of a program of cuda_tile; one bit for each row.
ProgramClassSet classesOf(const Program &program);
/// Those of operands that belong together, which `classesOf` has, too.
void findRelatedClasses(const Program &program, ProgramClassSet &found);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_PROGRAMCLASSES_H
