//===- Complain.h - How a fuzz target reports -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An engine keeps the input for which a target ends by a signal.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_TARGETS_COMPLAIN_H
#define TILEFUZZ_FUZZ_TARGETS_COMPLAIN_H

#include <cstdio>
#include <cstdlib>
#include <string>

namespace tilefuzz {

[[noreturn]] inline void complain(const std::string &message) {
  std::fprintf(stderr, "finding: %s\n", message.c_str());
  std::abort();
}

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_TARGETS_COMPLAIN_H
