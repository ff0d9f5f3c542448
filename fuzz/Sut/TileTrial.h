//===- TileTrial.h - A tool on one program of cuda_tile ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_TILETRIAL_H
#define TILEFUZZ_FUZZ_SUT_TILETRIAL_H

#include "fuzz/Generate/Program.h"
#include "fuzz/Sut/FunctionTrial.h"

namespace tilefuzz {

std::unique_ptr<mlir::MLIRContext> createTileContext();

/// Gives the module to the tool, as text or bytecode. What an `ir-to-ir` tool
/// writes, in either form, is executed with the program's launch and compared;
/// other tools must accept it and write code of a device that has every kernel
/// (DeviceCode.h). Programs with several outcomes, or none, are skipped before
/// the tool is asked. Once `interrupted`,
/// if given, is set, all is skipped.
TrialResult tryTileProgram(const SutDescription &sut, const SutRun &run,
                           llvm::StringRef folder, const Program &program,
                           const volatile sig_atomic_t *interrupted = nullptr);

/// Smaller, with a finding of the same kind.
Program reduceTileProgram(const SutDescription &sut, const SutRun &run,
                          llvm::StringRef folder, const Program &program,
                          llvm::StringRef kind,
                          const volatile sig_atomic_t *interrupted = nullptr);

/// The names of the operations of cuda_tile, sorted.
std::vector<std::string> tileOperationsOf(const Program &program);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_TILETRIAL_H
