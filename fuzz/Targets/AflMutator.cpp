//===- AflMutator.cpp - AFL++ custom mutator over programs ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The interface of AFL++'s custom mutators (its docs, custom_mutators.md).
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/ProgramFuzzing.h"

using namespace tilefuzz;

#define AFL_EXPORT extern "C" __attribute__((visibility("default")))

namespace {
struct AflState {
  uint64_t seed;
  std::string output;
};
} // namespace

AFL_EXPORT void *afl_custom_init(void *, unsigned seed) {
  return new AflState{seed, ""};
}
AFL_EXPORT void afl_custom_deinit(void *state) {
  delete static_cast<AflState *>(state);
}
AFL_EXPORT size_t afl_custom_fuzz(void *data, uint8_t *input, size_t size,
                                  uint8_t **output, uint8_t *, size_t,
                                  size_t maxSize) {
  auto *state = static_cast<AflState *>(data);
  state->output = mutateProgramText({reinterpret_cast<char *>(input), size},
                                    state->seed++, maxSize);
  *output = reinterpret_cast<uint8_t *>(state->output.data());
  return state->output.size();
}
