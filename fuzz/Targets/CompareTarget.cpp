//===- CompareTarget.cpp - libFuzzer and AFL++: compile and compare -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/ProgramFuzzing.h"
#include <cstring>

using namespace tilefuzz;

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  compareProgramText({reinterpret_cast<const char *>(data), size});
  return 0;
}

extern "C" __attribute__((visibility("default"))) size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                        unsigned seed) {
  std::string text = mutateProgramText(
      {reinterpret_cast<const char *>(data), size}, seed, maxSize);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
