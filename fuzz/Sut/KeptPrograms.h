//===- KeptPrograms.h - Programs on which a pass acted ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What an external tool does to a program is all that it shows of itself: that
// it changed it, which operations there are more and fewer of, what it says. A
// program with an effect that no earlier one had in that run is kept, and later
// programs are mutants of it: what a pass acts on gets as common as anything
// else, however rare it is among random programs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_KEPTPROGRAMS_H
#define TILEFUZZ_FUZZ_SUT_KEPTPROGRAMS_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Sut/Description.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringSet.h"
#include <set>

namespace tilefuzz {

/// A program without what many passes clean up on the way: operations that
/// nothing uses, constants that are there twice, and where constants stand.
struct ProgramForm {
  std::string text;
  std::map<std::string, int> operations;
};
ProgramForm formOf(mlir::Operation *op);
/// What a tool did to a program, sorted: `changes`, if it is another one;
/// `loses OP`, `gains OP` and `OP to OP` of operations that there are fewer and
/// more of.
std::vector<std::string> effectsOn(const ProgramForm &source,
                                   const ProgramForm &target);
/// `says LINE`, for each line that the tool wrote of a program, without what
/// differs from program to program.
std::vector<std::string> effectsSaid(llvm::StringRef lines);

/// Those of one search, in a folder: all its workers write it.
class KeptPrograms {
public:
  explicit KeptPrograms(llvm::StringRef folder) : folder(folder.str()) {}

  /// Keeps program `number` of the run, if it has an effect that this process
  /// has not met there.
  llvm::Error keep(const SutRun &run, uint64_t number,
                   llvm::ArrayRef<std::string> effects,
                   llvm::function_ref<std::string()> print);
  /// From here on `pick` takes programs with a number below `limit`: all of
  /// those are done. Of each effect the first one.
  llvm::Error lookAt(uint64_t limit);
  /// The text of a kept program of one of these runs: each run that has any is
  /// as likely as the others; so is then each operation that it makes, and each
  /// way in which it does. Empty: none has.
  llvm::Expected<std::string> pick(ByteSource &choices,
                                   llvm::ArrayRef<const SutRun *> runs) const;

private:
  std::string folder;
  /// `RUN EFFECT` that this process met.
  llvm::StringSet<> met;
  uint64_t limit = 0;
  std::set<std::string> read;
  /// The first program with an effect, and its file.
  using First = std::pair<uint64_t, std::string>;
  /// By run, by what is made, and by effect.
  std::map<std::string, std::map<std::string, std::map<std::string, First>>>
      first;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_KEPTPROGRAMS_H
