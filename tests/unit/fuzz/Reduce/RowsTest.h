//===- RowsTest.h - One reduction, applied to a program ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_FUZZ_REDUCE_ROWSTEST_H
#define TILEFUZZ_TESTS_UNIT_FUZZ_REDUCE_ROWSTEST_H

#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include <gtest/gtest.h>

namespace tilefuzz {
class RowsTest : public testing::Test {
protected:
  RowsTest() { context->allowUnregisteredDialects(); }

  static const Reduction &row(llvm::StringRef name) {
    for (const Reduction &row : getReductions())
      if (row.name == name)
        return row;
    ADD_FAILURE() << "no row " << name.str();
    return getReductions().front();
  }

  /// The text after the row was applied to these places; empty if it made
  /// nothing of them, `invalid` if that does not verify.
  std::string apply(llvm::StringRef name, llvm::StringRef text, unsigned level,
                    unsigned begin, unsigned size = 1) {
    Subject subject(llvm::cantFail(parseProgram(text, "t", *context)), passes);
    const Reduction &reduction = row(name);
    EXPECT_LT(level, reduction.levels(subject)) << name.str();
    EXPECT_LE(begin + size, reduction.count(subject, level)) << name.str();
    if (!reduction.apply(subject, level, begin, size))
      return "";
    passes = subject.passes;
    mlir::ScopedDiagnosticHandler silence(
        context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
    return mlir::succeeded(mlir::verify(subject.module.get()))
               ? subject.toString()
               : "invalid";
  }

  static bool has(llvm::StringRef text, llvm::StringRef part) {
    return text.contains(part);
  }

  std::unique_ptr<mlir::MLIRContext> context = createContext();
  std::string passes;
};
} // namespace tilefuzz

#define EXPECT_HAS(text, part) EXPECT_TRUE(has(text, part)) << text
#define EXPECT_HAS_NOT(text, part)                                             \
  EXPECT_TRUE(!text.empty() && text != "invalid" && !has(text, part)) << text

#endif // TILEFUZZ_TESTS_UNIT_FUZZ_REDUCE_ROWSTEST_H
