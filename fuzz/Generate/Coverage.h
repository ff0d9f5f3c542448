//===- Coverage.h - What generated programs contain -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Counts operations by element type, by attribute value and, of cuda_tile, by
// syntactic form (Forms.h), and programs by idiom and by class
// (ProgramClasses.h). A combination that the
// dialect has and no program had is a gap; those that are left out on purpose
// have a reason.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_COVERAGE_H
#define TILEFUZZ_FUZZ_GENERATE_COVERAGE_H

#include "fuzz/Generate/ProgramClasses.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace tilefuzz {

class Coverage {
public:
  /// Of cuda_tile; or of nv_tileaa with arith, math and scf, whose operations
  /// have their dialect's prefix.
  explicit Coverage(bool tileAA = false)
      : tileAA(tileAA), classes(getProgramClasses().size()) {}
  void add(const Program &program);

  /// Times that the operation was there.
  uint64_t count(llvm::StringRef operation) const;
  /// Of `attribute=value`, or of the name of a flag.
  uint64_t count(llvm::StringRef operation, llvm::StringRef attribute) const;
  /// `operation element` or `operation attribute=value` for each gap without a
  /// reason.
  std::vector<std::string> gaps() const;
  /// The same of `operation: form`.
  std::vector<std::string> formGaps() const;
  /// Times that the operation had the form.
  uint64_t countForm(llvm::StringRef operation, llvm::StringRef form) const;
  /// Programs that had it.
  uint64_t countIdiom(llvm::StringRef idiom) const;
  uint64_t countClass(ProgramClass of) const { return classes[unsigned(of)]; }
  /// No program has the operation, for a reason that the table states.
  bool isLeftOut(llvm::StringRef operation) const;

  /// The table of operations and element types, the reasons for what it lacks,
  /// the attribute values, the forms and the idioms.
  void print(llvm::raw_ostream &os) const;

private:
  struct Row {
    uint64_t total = 0;
    std::map<unsigned, uint64_t> elements;
    std::map<std::string, uint64_t> attributes, forms;
  };
  void printForms(llvm::raw_ostream &os) const;
  bool tileAA;
  llvm::StringMap<Row> rows;
  /// Discardable attributes, by name.
  std::map<std::string, uint64_t> notes;
  std::map<std::string, uint64_t> idioms;
  std::vector<uint64_t> classes;
  uint64_t programs = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_COVERAGE_H
