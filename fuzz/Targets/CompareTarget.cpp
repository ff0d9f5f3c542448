//===- CompareTarget.cpp - libFuzzer and AFL++: compile and compare -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// TARGET_LEVELS of the build says how deep the target looks.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/ProgramFuzzing.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#include <cstring>

using namespace tilefuzz;

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const FuzzLevels *levels = [] {
    const char *wanted = std::getenv("TILEFUZZ_LEVELS");
    const FuzzLevels *row = findFuzzLevels(wanted ? wanted : TARGET_LEVELS);
    if (!row)
      llvm::report_fatal_error("TILEFUZZ_LEVELS is not tile, machine or all",
                               /*gen_crash_diag=*/false);
    return row;
  }();
  compareProgramText({reinterpret_cast<const char *>(data), size}, *levels);
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
