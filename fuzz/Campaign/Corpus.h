//===- Corpus.h - The programs beside the database --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Files of one format, text with launch lines, so that runs, libFuzzer and
// AFL++ read the same folder. A name comes from the content: adding a program
// twice changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_CORPUS_H
#define TILEFUZZ_FUZZ_CAMPAIGN_CORPUS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tilefuzz {

struct CorpusChange {
  /// Files that are there now and were not, or the other way round.
  std::vector<std::string> files;
  /// That were there, or that stay.
  unsigned same = 0;
  /// Files that are no program, with the reason.
  std::vector<std::string> refused;
};

/// Adds programs, text or bytecode; folders are searched for files of any name,
/// as fuzzing engines name theirs as they like. For each entry of a module that
/// comes without a launch one is made up, under which it is defined.
llvm::Expected<CorpusChange> addToCorpus(llvm::StringRef folder,
                                         llvm::ArrayRef<std::string> paths);

/// Writes every program into another folder: text, or bytecode with a `.launch`
/// file beside it. What bytecode cannot express is refused.
llvm::Expected<CorpusChange>
exportCorpus(llvm::StringRef folder, llvm::StringRef output, bool bytecode);

/// Removes programs whose features (Features.h) smaller ones have, too. One
/// that the compiler does not survive stays. With `keepAll`, only says which.
llvm::Expected<CorpusChange> minimiseCorpus(llvm::StringRef folder,
                                            bool keepAll);

/// What the program covers, compiled in a process of its own; an error if it
/// does not end well.
llvm::Expected<std::vector<std::string>> featuresOf(llvm::StringRef path);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_CORPUS_H
