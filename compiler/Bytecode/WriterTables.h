//===- WriterTables.h - Tables of a file in the making ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Internal to the library. To intern is to look up or append; indices are in
// the order of first use, so that equal modules make equal bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_WRITERTABLES_H
#define TILEFUZZ_COMPILER_BYTECODE_WRITERTABLES_H

#include "compiler/Bytecode/Builder.h"
#include <map>

namespace tilefuzz::bytecode {

/// The number of a type's kind (Format.h); none if files have no such type.
std::optional<unsigned> getTypeTag(mlir::Type type);

/// The first refusal is reported at the operation that is being written;
/// after it, everything written is meaningless.
class WriterTables {
public:
  explicit WriterTables(unsigned minor) : minor(minor) {}

  uint64_t string(llvm::StringRef text);
  uint64_t type(mlir::Type type);
  uint64_t constant(mlir::Attribute value);
  /// The debug index of a location; 0 for those that files cannot store.
  uint64_t location(mlir::Location location);
  /// A self-contained attribute.
  void tagged(ByteWriter &out, mlir::Attribute attribute, unsigned depth = 0);
  /// What follows the tag of a dictionary.
  void dictionary(ByteWriter &out, mlir::DictionaryAttr attribute,
                  unsigned depth = 0);
  /// What follows the tag of hints.
  void hints(ByteWriter &out, mlir::cuda_tile::OptimizationHintsAttr hints,
             unsigned depth = 0);

  bool hasConstants() const { return !constants.empty(); }
  std::vector<uint8_t> stringSection() const;
  std::vector<uint8_t> typeSection() const;
  std::vector<uint8_t> constantSection() const;
  /// One list of locations per function that has any.
  std::vector<uint8_t>
  debugSection(llvm::ArrayRef<std::vector<uint64_t>> functions);

  mlir::InFlightDiagnostic refuse();
  bool ok() const { return !refused; }
  unsigned getMinor() const { return minor; }
  /// The operation that is being written.
  mlir::Operation *current = nullptr;

private:
  uint64_t debug(mlir::Attribute attribute);
  void debugEntry(ByteWriter &out, mlir::Attribute attribute);
  void viewTail(ByteWriter &out, mlir::cuda_tile::PaddingValueAttr padding);

  unsigned minor;
  bool refused = false;
  std::map<std::string, uint64_t, std::less<>> stringIndex;
  std::vector<llvm::StringRef> stringList;
  llvm::DenseMap<mlir::Type, uint64_t> typeIndex;
  std::vector<std::vector<uint8_t>> typeEntries;
  std::map<std::pair<const void *, std::vector<uint8_t>>, uint64_t> constants;
  std::vector<std::vector<uint8_t>> constantEntries;
  llvm::DenseMap<mlir::Attribute, uint64_t> debugIndex;
  std::vector<mlir::Attribute> debugList;
};

} // namespace tilefuzz::bytecode

#endif // TILEFUZZ_COMPILER_BYTECODE_WRITERTABLES_H
