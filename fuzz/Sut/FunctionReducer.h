//===- FunctionReducer.h - The smallest function that shows it --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Functions for the engine of fuzz/Reduce/DeltaDebug.h, which asks about all
// changes of a function in one process of the tool and goes on with the
// smallest one that shows the same kind of finding.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_FUNCTIONREDUCER_H
#define TILEFUZZ_FUZZ_SUT_FUNCTIONREDUCER_H

#include "fuzz/Sut/FunctionTrial.h"

namespace tilefuzz {

struct ReducedFunction {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  TrialFunction function;
  TrialResult result;
};

/// `function` must show a finding of `result.kind`. `maxProcesses`: of the
/// tool, about; 0 leaves the function as it is.
ReducedFunction reduceFunction(FunctionTrial &trial,
                               const TrialFunction &function,
                               const TrialResult &result,
                               uint64_t maxProcesses);

/// The names of the operations, without constants and terminators, sorted.
std::vector<std::string> operationsOf(mlir::func::FuncOp function);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_FUNCTIONREDUCER_H
