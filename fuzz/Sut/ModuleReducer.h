//===- ModuleReducer.h - Smaller modules of LLVM IR -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_MODULEREDUCER_H
#define TILEFUZZ_FUZZ_SUT_MODULEREDUCER_H

#include "fuzz/Generate/Llvm/LlvmModules.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilefuzz {

/// Leaves kernels, instructions, branches, flags, attributes and globals out as
/// long as `isStillWrong` says so of the program's text, which is asked at most
/// `maxTries` times, and never about modules that do not verify. The result is
/// of the context. `text` is as LlvmProgram::toString writes it.
LlvmProgram
reduceLlvmProgram(llvm::StringRef text,
                  llvm::function_ref<bool(const std::string &)> isStillWrong,
                  unsigned maxTries, llvm::LLVMContext &context);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_MODULEREDUCER_H
