//===- DefectOperations.h - What a reduced program still needs --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What is left of a program when all that can go is gone says what the defect
// is of: the operations, and of an operation the attributes and operands that
// it could do without if they did not matter.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_DEFECTOPERATIONS_H
#define TILEFUZZ_FUZZ_STAGES_DEFECTOPERATIONS_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// For wrong values: the names of operations, sorted and unique, such as
/// `cmpi`, `reduce of 2`, `load_ptr_tko masked`; or, where several kinds of
/// operations say the same thing in the same words, those: `rounding`,
/// `flush_to_zero`.
std::vector<std::string> essenceOfValues(mlir::ModuleOp module);

/// The same for an access that one side makes and the other does not, named as
/// of any level: of the program's accesses of that kind.
std::vector<std::string> essenceOfAccess(mlir::ModuleOp module,
                                         llvm::StringRef access);

/// For lost order and races: what makes or passes tokens; without any, the
/// accesses as they stand, as one text: `load > store`; of code of single
/// threads (`isMachine`) the first one, after which they should wait.
std::vector<std::string> essenceOfOrder(mlir::ModuleOp module,
                                        bool isMachine = false);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_DEFECTOPERATIONS_H
