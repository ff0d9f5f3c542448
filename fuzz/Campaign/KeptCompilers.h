//===- KeptCompilers.h - Compilers of one context ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_KEPTCOMPILERS_H
#define TILEFUZZ_FUZZ_CAMPAIGN_KEPTCOMPILERS_H

#include "fuzz/Stages/StageComparison.h"
#include <map>

namespace tilefuzz {

/// Compilers with passes that are made, for programs of one context. Passes
/// hold types, attributes and patterns of it, so that all of them must be gone
/// before it is: this is the only place that keeps any.
class KeptCompilers {
public:
  /// `usual`: what most programs are compared with.
  explicit KeptCompilers(const CompileOptions &usual);

  /// One that compiles with these options; until the next call. Those without
  /// more stages on request than the usual ones are kept by their last stage:
  /// otherwise it is rarely the same ones twice.
  Compiler &get(const ComparisonOptions &options);
  /// The context ends.
  void clear() { compilers.clear(); }
  /// How many hold something of the context.
  size_t size() const { return compilers.size(); }

private:
  size_t usualRequests;
  /// By the last stage; and one with more stages on request.
  std::map<std::pair<bool, std::string>, std::unique_ptr<Compiler>> compilers;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_KEPTCOMPILERS_H
