//===- ParserTarget.cpp - libFuzzer: the text parser ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Mutated byte by byte, unlike programs for the comparison.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/ProgramFuzzing.h"

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tilefuzz::parseProgramText({reinterpret_cast<const char *>(data), size});
  return 0;
}
