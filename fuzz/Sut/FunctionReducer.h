//===- FunctionReducer.h - The smallest function that shows it --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All changes of one round are tried in one process of the tool; the smallest
// function that shows the same kind of finding is the next round's start.
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

/// `function` must show a finding of `result.kind`. `rounds` bounds the work.
ReducedFunction reduceFunction(FunctionTrial &trial,
                               const TrialFunction &function,
                               const TrialResult &result, unsigned rounds = 60);

/// The names of the operations, without constants and terminators, sorted.
std::vector<std::string> operationsOf(mlir::func::FuncOp function);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_FUNCTIONREDUCER_H
