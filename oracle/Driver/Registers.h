//===- Registers.h - How many registers a kernel needs ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Nothing allocates registers here. What is said of them is an estimate from
// the text: the registers of 32 bits that values need which live at one time,
// and a few that code has always. Values live from where they are first
// written to where they are last named, and through loops that begin between
// the two; of functions that are called the one counts that needs most.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_DRIVER_REGISTERS_H
#define TILEFUZZ_ORACLE_DRIVER_REGISTERS_H

#include "interp/Simt/Ptx/PtxModule.h"
#include <string>

namespace tilefuzz::driver {

/// Of each thread, 16 to 255 (CUDA C++ Programming Guide, technical
/// specifications).
uint32_t estimateRegisters(const simt::PtxModule &module,
                           const simt::PtxFunction &entry);

/// The text with `.maxnreg` for all entries that state none; the module is
/// parsed from it.
std::string limitRegisters(llvm::StringRef text, const simt::PtxModule &module,
                           uint32_t most);

} // namespace tilefuzz::driver

#endif // TILEFUZZ_ORACLE_DRIVER_REGISTERS_H
