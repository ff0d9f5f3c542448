//===- EntryTable.cpp - The table of the library's functions --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Only addresses matter here: what the functions take, their own files say.
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/EntryPoints.h"

using namespace tilefuzz::driver;

#define TILECUDA_ENTRY(NAME, SYMBOL, SINCE) extern "C" void SYMBOL();
#define TILECUDA_REFUSED(NAME, SYMBOL, SINCE) extern "C" void SYMBOL();
#include "oracle/Driver/EntryPoints.def"

static constexpr EntryPoint rows[] = {
#define TILECUDA_ENTRY(NAME, SYMBOL, SINCE)                                    \
  {#NAME, #SYMBOL, SINCE, false, SYMBOL},
#define TILECUDA_REFUSED(NAME, SYMBOL, SINCE)                                  \
  {#NAME, #SYMBOL, SINCE, true, SYMBOL},
#include "oracle/Driver/EntryPoints.def"
};

llvm::ArrayRef<EntryPoint> tilefuzz::driver::getEntryPoints() { return rows; }
