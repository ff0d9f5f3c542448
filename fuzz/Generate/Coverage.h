//===- Coverage.h - What generated programs contain -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Counts operations by element type and by attribute value. A combination that
// the dialect has and no program had is a gap; those that are left out on
// purpose have a reason.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_COVERAGE_H
#define TILEFUZZ_FUZZ_GENERATE_COVERAGE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace tilefuzz {

class Coverage {
public:
  /// Of cuda_tile; or of nv_tileaa with arith, math and scf, whose operations
  /// have their dialect's prefix.
  explicit Coverage(bool tileAA = false) : tileAA(tileAA) {}
  void add(mlir::ModuleOp module);

  /// Times that the operation was there.
  uint64_t count(llvm::StringRef operation) const;
  /// Of `attribute=value`, or of the name of a flag.
  uint64_t count(llvm::StringRef operation, llvm::StringRef attribute) const;
  /// `operation element` or `operation attribute=value` for each gap without a
  /// reason.
  std::vector<std::string> gaps() const;
  /// No program has the operation, for a reason that the table states.
  bool isLeftOut(llvm::StringRef operation) const;

  /// The table of operations and element types, the reasons for what it lacks,
  /// and the attribute values.
  void print(llvm::raw_ostream &os) const;

private:
  struct Row {
    uint64_t total = 0;
    std::map<unsigned, uint64_t> elements;
    std::map<std::string, uint64_t> attributes;
  };
  bool tileAA;
  llvm::StringMap<Row> rows;
  /// Discardable attributes, by name.
  std::map<std::string, uint64_t> notes;
  uint64_t programs = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_COVERAGE_H
