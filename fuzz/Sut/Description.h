//===- Description.h - An external tool under test --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Read from a JSON file; docs/sut.md lists its members.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_DESCRIPTION_H
#define TILEFUZZ_FUZZ_SUT_DESCRIPTION_H

#include "fuzz/Findings/Finding.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

enum class SutKind {
  /// Compared before and after.
  IrToIr,
  /// The output is not executed here: the tool must accept what is valid and
  /// write code that has every kernel.
  IrToPtx,
  BytecodeToCubin,
  /// Modules of LLVM IR, compared before and after.
  LlvmToLlvm,
  /// Modules of LLVM IR, and what they do as the PTX that the tool writes.
  LlvmToPtx,
};

/// What the tool's programs are written in.
enum class SutLanguage {
  /// Functions of arith and scf.
  Functions,
  CudaTile,
  /// Modules of LLVM IR with kernels.
  Llvm,
};

/// How programs are given.
enum class SutFormat { Text, Bytecode };

/// One way to run the tool.
struct SutRun {
  std::string name;
  /// Take the place of `{passes}` in the command.
  std::vector<std::string> arguments;
  /// Take the place of `{passes}` in the description's `prepare`; empty: the
  /// programs of this run are not prepared.
  std::vector<std::string> prepare;
  /// Operations that no program of this run has, or dialects (`scf.`).
  std::vector<std::string> without;
  /// Widths of integers; empty: any. And whether there is `index`.
  std::vector<unsigned> widths;
  bool hasIndex = true;
  /// What its functions are about: `values`, `loops` or `tensors`.
  FunctionTopic topic = FunctionTopic::Values;
  /// A word that the tool says of itself (SutFact), without which this run is
  /// left out; empty: none is needed.
  std::string needs;
  /// The version of the bytecode that this run gets, as 13.2; empty: the
  /// description's.
  std::string bytecode;
};

/// What a tool says of itself: what a pattern finds in what it prints.
struct SutFact {
  std::string name;
  std::vector<std::string> arguments;
  /// A regular expression, for each line; the word is its first group.
  std::string pattern;
};

/// What is not reported: that for which all given members hold.
struct SutLimit {
  /// Regular expressions; an empty one matches everything.
  std::string run, text, kind;
  /// Likewise, for the pass that is to blame; if it is given, no finding
  /// without one is known.
  std::string pass;
  /// All of these are in the reduced program, and no others if `only`.
  std::vector<std::string> operations;
  bool only = false;
  /// A folder of corpus/findings, or a sentence.
  std::string why;
};

struct SutDescription {
  std::string name;
  SutKind kind = SutKind::IrToIr;
  SutLanguage language = SutLanguage::Functions;
  std::vector<std::string> command;
  SutFormat format = SutFormat::Text;
  /// Arguments with which the tool takes a text of several programs of
  /// cuda_tile, and writes one, with lines `// -----` between them; empty: it
  /// cannot. They stand before the run's arguments.
  std::vector<std::string> split;
  /// An argument with which the tool runs only so many passes, for `{limit}`,
  /// and names each on standard error, as LLVM's opt does; empty: it cannot.
  std::string bisect;
  /// Of llvm-to-ptx: a command that turns a random module into the program of
  /// a run; empty: there is none. What it writes is executed first, and a
  /// finding is about that.
  std::vector<std::string> prepare;
  unsigned timeoutSeconds = 20;
  /// A program on which the time is over is run again with so many times as
  /// much, to tell slow from endless; 1: it is not.
  unsigned patience = 1;
  /// A program of cuda_tile that takes so many seconds of processor time, or
  /// 2 GiB, is tried at other sizes (OwnSeries.h), as is one that ends in
  /// neither; 0: none is.
  unsigned slowSeconds = 0;
  /// Exit codes with which the tool says that it failed itself, so that they
  /// are no refusal of the program.
  std::vector<int> internal;
  /// What one process may allocate.
  unsigned memoryMiB = 4096;
  /// Variables that the tool's processes get, or (null) do not get; `{out}` in
  /// a value as in the command. Its own folder is the first of their PATH.
  std::map<std::string, std::optional<std::string>> environment;
  /// Of bytecode-to-cubin: the file with the PTX that the cubin is made from,
  /// if the tool leaves one; it is executed and compared. Empty: none.
  std::string ptx;
  /// Of bytecode-to-cubin: of so many programs one is given to the tool once
  /// more, and it must write the same bytes; 0: none is.
  unsigned repeat = 0;
  /// Of bytecode-to-cubin: so many programs are the kernels of one module; 1:
  /// each has its own.
  unsigned kernels = 1;
  /// The version of bytecode that programs are written in; empty: the newest
  /// that there is here.
  std::string bytecode;
  std::vector<SutFact> facts;
  /// Which release the tool says it is (the fact `version`); empty: nobody
  /// asked.
  std::string release;
  std::vector<SutRun> runs;
  std::vector<SutLimit> limits;
  /// What it was read from, as JSON.
  std::string text;

  /// The program that the command starts; empty if it is not on the PATH.
  std::string executable() const;
  /// The runs of these names; all if none is given. Errors: there is no such
  /// run, or no executable.
  llvm::Expected<std::vector<const SutRun *>>
  selectRuns(llvm::ArrayRef<std::string> names) const;
  /// Of a finding, what the tool wrote to standard error, the operations of the
  /// program and the pass to blame (empty: nobody knows): where it is known
  /// from, or empty.
  std::string knownFinding(const SutRun &run, FindingKind kind,
                           llvm::StringRef errors,
                           llvm::ArrayRef<std::string> operations,
                           llvm::StringRef pass = "") const;
};

/// Errors name the member that is wrong.
llvm::Expected<SutDescription> readSutDescription(llvm::StringRef file);
llvm::Expected<SutDescription> parseSutDescription(llvm::StringRef text);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_DESCRIPTION_H
