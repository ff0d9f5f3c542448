//===- Counters.h - What a run counts, by name ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_COUNTERS_H
#define TILEFUZZ_FUZZ_FINDINGS_COUNTERS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>

namespace tilefuzz {

/// Ordered, so that everything made from it is the same every time.
using Counts = std::map<std::string, uint64_t>;
/// How many of the features are edges of the compiler.
uint64_t countEdges(const Counts &features);
/// The counters whose name is `PREFIX:REST`, by REST.
Counts groupCounters(const Counts &counters, llvm::StringRef prefix);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_COUNTERS_H
