//===- AccessPictures.h - Findings' accesses, drawn -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILEFUZZ_ACCESSPICTURES_H
#define TILEFUZZ_TOOLS_TILEFUZZ_ACCESSPICTURES_H

#include "fuzz/Report/Report.h"

namespace tilefuzz {

/// Draws the accesses of the programs before and after the stage, of findings
/// that are about order, and what order is lost. Each is run in a process of
/// its own, as a database may come from anywhere; one that does not end well,
/// or whose levels nobody can watch, has no picture.
void drawAccesses(ReportData &data);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILEFUZZ_ACCESSPICTURES_H
