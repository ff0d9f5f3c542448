//===- FunctionResults.h - What functions in a text give --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_FUZZ_SUT_FUNCTIONRESULTS_H
#define TILEFUZZ_TESTS_UNIT_FUZZ_SUT_FUNCTIONRESULTS_H

#include "interp/Function/FunctionProgram.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilefuzz {

/// What the calls in the text's comments give: values, or how the run ended.
std::string resultsOf(llvm::StringRef text,
                      const FunctionRunOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_UNIT_FUZZ_SUT_FUNCTIONRESULTS_H
