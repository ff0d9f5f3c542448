//===- ChangeChoice.h - What to try because of a change ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// From lines to functions by the table of branches (compiler/Branches), from
// functions to patterns by what these run on their instances, and from folders
// to stages by ChangedFolders.def.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CHANGE_CHANGECHOICE_H
#define TILEFUZZ_FUZZ_CHANGE_CHANGECHOICE_H

#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Change/ChangedLines.h"
#include "oracle/Patterns/PatternInstances.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace tilefuzz {

/// A row of ChangedFolders.def.
struct ChangedFolder {
  llvm::StringLiteral folder, stages, proofs, trials, why;
};
llvm::ArrayRef<ChangedFolder> getChangedFolders();
/// The row that decides about the file.
const ChangedFolder &folderOf(llvm::StringRef path);

/// A pattern, a fold, a seeded bug or a stage, and what of the change chose it.
struct Chosen {
  std::string name, why;
};

struct ChangeChoice {
  struct File {
    std::string path;
    /// What the file is to programs, or why it is nothing to them.
    std::string what;
    /// Names of functions that are touched; empty: by folder.
    std::vector<std::string> functions;
  };
  std::vector<File> files;
  /// In the order of their tables.
  std::vector<Chosen> stages, patterns, bugs;
  /// Of a conversion that is touched, the instances that come there, and the
  /// branches there that none takes.
  struct Conversion {
    std::vector<PatternInstance> instances;
    unsigned uncovered = 0;
  };
  std::map<std::string, Conversion> conversions;
  /// Of a pattern that is touched, the combinations that come there. Of what is
  /// in neither map, all.
  std::map<std::string, std::vector<PatternInstance>> combinations;
  /// Numbers of mutants that this build holds in what is touched.
  std::vector<size_t> mutants;
  /// `modules`, `fences`, `pairs`.
  std::vector<Chosen> trials;
  /// Functions of the table of branches that are touched: programs are those
  /// that enter one.
  llvm::BitVector functions;
  /// Of those, what the instances of the patterns enter.
  llvm::BitVector onInstances;
  /// Something is touched of which it is not known who runs it: any program.
  bool isAnyProgram = false;

  bool isEmpty() const {
    return stages.empty() && patterns.empty() && bugs.empty() &&
           mutants.empty() && trials.empty();
  }
  llvm::json::Object toJSON() const;
  void print(llvm::raw_ostream &os) const;
};

/// `root` is the tree. An error: a file that is touched has other conditions
/// than the one that this program was made from, so that nothing could be said
/// of the change.
llvm::Expected<ChangeChoice> chooseForChange(llvm::StringRef root,
                                             llvm::ArrayRef<ChangedFile> files);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CHANGE_CHANGECHOICE_H
