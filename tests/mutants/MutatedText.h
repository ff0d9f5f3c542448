//===- MutatedText.h - The text of a file with its mutants ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_MUTANTS_MUTATEDTEXT_H
#define TILEFUZZ_TESTS_MUTANTS_MUTATEDTEXT_H

#include "Sites.h"

namespace tilefuzz {

/// Which part of the text is of which site.
struct MutatedSpan {
  size_t begin, end;
  size_t site;
  /// None: the site with all it holds.
  std::optional<size_t> alternative;
};

struct MutatedText {
  std::string text;
  std::vector<MutatedSpan> spans;
  size_t numMutants = 0;
};

/// `name` is what the file is called in the table of mutants, `path` where it
/// stands: diagnostics keep its lines.
MutatedText writeMutants(llvm::StringRef source, llvm::StringRef name,
                         llvm::StringRef path, const std::vector<Site> &sites);

/// The smallest part of the text around `offset` that is of a site; null: none
/// is.
const MutatedSpan *findSpan(const MutatedText &mutated, size_t offset);

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_MUTANTS_MUTATEDTEXT_H
