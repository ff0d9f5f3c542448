//===- Finding.h - The one finding type and its folder ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A finding is a disagreement (or a death of the compiler) together with
// everything that shows it again. On disk it is a folder:
//
//   program.mlir    launch lines and module (reduced when reduction ran)
//   original.mlir   the program before reduction, when it was reduced
//   finding.json    every field below, and the command that reproduces it
//   before.mlir     the IR before the first bad stage
//   after.mlir      the IR after it
//   expected.json   the source outcome
//   actual.json     the outcome after the stage
//
// Of an external tool, the stage is the run of its description:
//
//   tool.json       the description
//   program.ll      in place of program.mlir, of a tool that reads LLVM IR
//   batch.mlir      what shows it if the program alone does not
//   after.mlir      what the tool wrote, also of LLVM IR or PTX
//   errors.txt      what it wrote to standard error
//
// Of oracles that disagree, program.mlir is the source and after.mlir the
// target; original.mlir and before.mlir are both before reduction.
//
// ADT only: no MLIR, so that parent process and report need no compiler.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_FINDING_H
#define TILEFUZZ_FUZZ_FINDINGS_FINDING_H

#include "fuzz/Findings/Symptom.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

enum class FindingKind {
#define FINDING_KIND(enumerator, name, meaning) enumerator,
#include "fuzz/Findings/FindingKinds.def"
};
/// All of them, in order.
llvm::ArrayRef<FindingKind> getFindingKinds();
/// What a finding of the kind means: one sentence for reports.
llvm::StringRef meaningOf(FindingKind kind);
llvm::StringRef toString(FindingKind kind);
/// Its name, and those that it had.
llvm::SmallVector<llvm::StringRef, 2> namesOf(FindingKind kind);
/// Knows old names, too.
std::optional<FindingKind> parseFindingKind(llvm::StringRef text);

struct Finding {
  FindingKind kind = FindingKind::Differs;
  /// What to blame: the first stage whose outcome is bad (the pass of the same
  /// name made it), the stage before it, and, when switching off one named
  /// pattern makes the disagreement vanish, that pattern.
  std::string stage;
  std::string previousStage;
  std::string pattern;
  /// The pattern's pass, if it is before the stage: what it left could not be
  /// compared.
  std::string pass;
  /// What is the matter; all that decides about the finding.
  Symptom symptom;
  /// The same for people, in one line: which buffer, element and values; or
  /// condition; or diagnostic.
  std::string reason;
  /// Operation names of the (reduced) program, sorted, unique.
  std::vector<std::string> operations;
  /// What the reduced program still needs (Essence.h); empty: it was not
  /// reduced.
  std::vector<std::string> essence;
  /// Reduction came to its end.
  bool isSmallest = false;
  /// How many operations the program has (module, entry and return included).
  unsigned operationCount = 0;
  std::string signature;

  /// Where the program came from: `random` or a corpus file's path.
  std::string origin = "random";
  /// Of the database that it was found for; 0: none.
  uint64_t run = 0;
  uint64_t campaignSeed = 0;
  uint64_t programIndex = 0;
  uint64_t programSeed = 0;
  /// Which of the findings about the program, of a tool that is run in several
  /// ways.
  uint64_t part = 0;
  /// The schedule of the run that disagreed, e.g. `reverse` or `random(5)`.
  std::string schedule;

  /// How the device is reached (`--gpu`) and what it is; empty: none was asked.
  std::string gpu, device;
  /// Of a device's finding: what every level says of its result. Of an external
  /// tool: what its runs and releases do with the program.
  std::string levels;
  /// Of an external tool: which release it said it was.
  std::string release;

  std::string target = "sm_90a";
  /// Seeded bugs that were switched on.
  std::vector<std::string> bugs;
  std::vector<std::string> disabledPatterns;
  std::vector<std::string> enabledPatterns;
  /// Oracles that were not asked.
  std::vector<std::string> withoutOracles;
  /// Versions of tilefuzz and LLVM.
  std::string version;
  /// Where a tool's description has it from; empty: it is not known.
  std::string known;
  /// Prints the disagreement again, when run where the campaign ran. Made when
  /// the folder is written.
  std::string command;

  /// File contents; empty: the file does not exist.
  std::string program, original, before, after;
  std::string tool, llvmProgram, batch, errors;
  /// JSON documents of outcomes; empty: none.
  std::string expected, actual;

  /// All fields but the file contents.
  llvm::json::Value toJSON() const;
};

/// Reads what toJSON wrote.
llvm::Expected<Finding> parseFinding(const llvm::json::Value &value);

/// Writes the folder `parent`/NAME and returns its path. Atomic: the files are
/// written and synced in a temporary folder beside it, which is then renamed,
/// so a reader sees a whole folder or none. An existing folder of that name is
/// left as it is (its path is returned): the name is made from the signature
/// and the program, so it holds the same finding.
llvm::Expected<std::string> writeFindingFolder(const Finding &finding,
                                               llvm::StringRef parent);

/// The same with another name.
llvm::Expected<std::string> writeFindingFolderAs(const Finding &finding,
                                                 llvm::StringRef parent,
                                                 llvm::StringRef name);
/// Replaces finding.json of a folder, atomically.
llvm::Error replaceFindingFile(const Finding &finding, llvm::StringRef folder);

/// Reads a folder back.
llvm::Expected<Finding> readFindingFolder(llvm::StringRef folder);

/// What shows the finding in the folder again.
std::string commandFor(llvm::StringRef folder);
/// The same of a finding that was read, maybe without its files: that of an
/// external tool runs a command only where somebody says so.
std::string commandFor(const Finding &finding, llvm::StringRef folder);

/// Folder name of a finding: signature's digest and program's digest.
std::string folderName(const Finding &finding);

/// Stands for a stage in findings about the work on a pair that ended in a
/// death.
constexpr llvm::StringLiteral pairStage = "oracle-pair";

/// Whether it is about an external tool (fuzz/Sut), not about our compiler.
inline bool isOfTool(const Finding &finding) { return !finding.tool.empty(); }

/// Whether a finding is about the work on a pair of fuzz/Pairs; deaths, too.
/// Its `bugs` name what was wrong with the proof, not with the compiler.
bool isOfPair(const Finding &finding);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_FINDING_H
