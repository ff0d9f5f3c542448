//===- KeptCompilers.cpp - Compilers of one context -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/KeptCompilers.h"

using namespace tilefuzz;

KeptCompilers::KeptCompilers(const CompileOptions &usual)
    : usualRequests(usual.enabledPatterns.size()) {}

Compiler &KeptCompilers::get(const ComparisonOptions &options) {
  bool hasMore = options.compile.enabledPatterns.size() != usualRequests;
  std::unique_ptr<Compiler> &compiler =
      compilers[{hasMore, hasMore ? "" : options.compile.stopAfter}];
  if (hasMore || !compiler)
    compiler = makeCompiler(options);
  return *compiler;
}
