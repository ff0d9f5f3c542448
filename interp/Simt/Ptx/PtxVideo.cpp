//===- PtxVideo.cpp - Video instructions ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, sections "Video Instructions", scalar and SIMD. Their
// intermediate results have 34 bits, and the ISA does not say what a secondary
// operation sees of those that do not fit in 32: they are refused by name.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

#define SIGNS "u32|s32"
#define TYPES SIGNS "." SIGNS "." SIGNS
#define SECOND "add|min|max?"
#define RELATIONS "eq|ne|lt|le|gt|ge"
static constexpr PtxForm forms[] = {
    {"vadd." TYPES ".sat?." SECOND},
    {"vsub." TYPES ".sat?." SECOND},
    {"vabsdiff." TYPES ".sat?." SECOND},
    {"vmin." TYPES ".sat?." SECOND},
    {"vmax." TYPES ".sat?." SECOND},
    {"vshl." SIGNS "." SIGNS ".u32.sat?.clamp|wrap." SECOND},
    {"vshr." SIGNS "." SIGNS ".u32.sat?.clamp|wrap." SECOND},
    {"vmad." TYPES ".po?.sat?.shr7|shr15?"},
    {"vset." SIGNS "." SIGNS "." RELATIONS "." SECOND},
    {"vadd2." TYPES ".sat|add?"},
    {"vsub2." TYPES ".sat|add?"},
    {"vavrg2." TYPES ".sat|add?"},
    {"vabsdiff2." TYPES ".sat|add?"},
    {"vmin2." TYPES ".sat|add?"},
    {"vmax2." TYPES ".sat|add?"},
    {"vset2." SIGNS "." SIGNS "." RELATIONS ".add?"},
    {"vadd4." TYPES ".sat|add?"},
    {"vsub4." TYPES ".sat|add?"},
    {"vavrg4." TYPES ".sat|add?"},
    {"vabsdiff4." TYPES ".sat|add?"},
    {"vmin4." TYPES ".sat|add?"},
    {"vmax4." TYPES ".sat|add?"},
    {"vset4." SIGNS "." SIGNS "." RELATIONS ".add?"},
};
llvm::ArrayRef<PtxForm> simt::getPtxVideoForms() { return forms; }
