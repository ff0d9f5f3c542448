//===- RegisterLoops.h - Copies of registers, one by one --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The passes `tileas-materialize-convert-layout`, which chooses how each change
// of a layout is done and marks what becomes loops over registers, and
// `tileas-unroll-register-loops`, which tells LLVM to unroll those
// (facts, 6.3).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_REGISTERLOOPS_H
#define TILEFUZZ_COMPILER_SCHEDULE_REGISTERLOOPS_H

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringRef.h"

namespace tilefuzz {

/// Names of the attributes.
struct RegisterLoopAttributes {
  /// Of a `convert_layout`: how it is done, "registers" or "shared".
  static constexpr llvm::StringLiteral plan = "nv_tileas.copy_plan";
  /// The root of copies that go element by element.
  static constexpr llvm::StringLiteral root =
      "nv_tileas.root_reg_to_reg_copy_op";
  /// What the lowering hands on to the loop (`#llvm.loop_annotation`).
  static constexpr llvm::StringLiteral annotation = "loop_annotation";
};

/// Both of a builtin.module. With less than 16 bytes for a copy of registers,
/// elements go one by one.
std::unique_ptr<mlir::Pass>
createMaterializeConvertLayoutPass(unsigned vectorSize = 16);
std::unique_ptr<mlir::Pass> createUnrollRegisterLoopsPass();
void registerMaterializeConvertLayoutPass();
void registerUnrollRegisterLoopsPass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_REGISTERLOOPS_H
