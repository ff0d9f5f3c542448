//===- FunctionCalls.h - Calls in the comments of a file --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A file of functions says how they are run in comment lines, one per call:
//
//   // tilefuzz.call @f 0x7fffffff 0x1,0x2,0x3,poison
//
// with the bits of each argument's elements in row-major order.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_FUNCTION_FUNCTIONCALLS_H
#define TILEFUZZ_INTERP_FUNCTION_FUNCTIONCALLS_H

#include "interp/Function/FunctionValue.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

struct FunctionCall {
  std::string function;
  std::vector<FunctionValue> arguments;
};

/// The calls that the text's comments ask for. An error names the line.
llvm::Expected<std::vector<FunctionCall>>
parseFunctionCalls(llvm::StringRef text, mlir::ModuleOp module);
/// The comment line, with its end.
std::string printFunctionCall(llvm::StringRef function,
                              llvm::ArrayRef<FunctionValue> arguments);

/// E.g. `0x7fffffff`, `0x1,poison`, `unspecified`, `~0x3f800000` (near or
/// rough).
std::string printFunctionValue(const FunctionValue &value);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_FUNCTION_FUNCTIONCALLS_H
