//===- FindTool.h - Which tool a description is about -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A description names a program and what some release of it takes. Here is
// which one that is on this machine, and what it says of itself.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_FINDTOOL_H
#define TILEFUZZ_FUZZ_SUT_FINDTOOL_H

#include "fuzz/Sut/Description.h"
#include "llvm/Support/raw_ostream.h"

namespace tilefuzz {

/// The description that `name` names: a file, or NAME or NAME=VERSION of one
/// that comes with tilefuzz. Of the latter the program is the newest (of that
/// version, which may be a prefix) of those that scripts/get-tools fetched, or,
/// if no version is given, that on the PATH. `executable` is tilefuzz's own.
llvm::Expected<SutDescription> findSut(llvm::StringRef name,
                                       llvm::StringRef executable);

/// The same of every release that was fetched, oldest first, for `NAME=all`.
/// Error: there is none.
llvm::Expected<std::vector<SutDescription>>
findReleases(llvm::StringRef name, llvm::StringRef executable);
/// Whether it is `NAME=all`; whether it is a file.
bool namesAllReleases(llvm::StringRef name);
bool namesFile(llvm::StringRef name);

/// Asks the tool for its facts, prints them, and takes from the description
/// what this release does not know: runs that need a word that it does not say,
/// and newer bytecode. A tool that does not say which versions of bytecode it
/// takes (the fact `bytecode`) is tried with a small module of each. Errors: a
/// run of `wanted` is left out, or the tool is absent, or takes no version.
llvm::Expected<SutDescription> fitToTool(const SutDescription &sut,
                                         llvm::ArrayRef<std::string> wanted,
                                         llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_FINDTOOL_H
