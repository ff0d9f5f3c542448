//===- DecodedFile.h - A bytecode file as a tree ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the bytes say, before it becomes a module: tables, records and bodies
// with every index checked. Needs no MLIR context, so that a listing can be
// made of files whose operations nothing here can build.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_DECODEDFILE_H
#define TILEFUZZ_COMPILER_BYTECODE_DECODEDFILE_H

#include "compiler/Bytecode/OperationTable.h"
#include "compiler/Bytecode/Primitives.h"

namespace tilefuzz::bytecode {

struct DecodedType {
  size_t offset = 0;
  unsigned tag = 0;
  /// Pointee, element or tensor view.
  uint64_t base = 0;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides; // also traversal strides
  std::vector<int64_t> dimMap;
  std::optional<uint64_t> padding;
  uint64_t sparseDim = 0;
  bool hasPtrAttr = false;
  std::vector<uint64_t> inputs, results;
};

struct DecodedAttribute {
  size_t offset = 0;
  unsigned tag = 0;
  /// Of Integer, Float and Type.
  uint64_t type = 0;
  /// Bits, a truth value, a string index or a divisor.
  uint64_t value = 0;
  std::optional<int64_t> first, second;
  std::vector<int64_t> values;
  std::vector<uint64_t> keys;
  std::vector<DecodedAttribute> elements;
};

struct DecodedField {
  bool present = false;
  uint64_t value = 0;
  std::vector<int64_t> values;
  DecodedAttribute attribute;
};

struct DecodedBlock;

struct DecodedOperation {
  size_t offset = 0;
  const OperationRow *row = nullptr;
  std::vector<uint32_t> resultTypes;
  /// One per attribute of the row.
  std::vector<DecodedField> fields;
  std::vector<uint64_t> operands;
  /// One per operand group of the row.
  std::vector<int32_t> segments;
  std::vector<std::vector<DecodedBlock>> regions;
};

struct DecodedBlock {
  size_t offset = 0;
  std::vector<uint32_t> argumentTypes;
  std::vector<DecodedOperation> operations;
};

struct DecodedGlobal {
  size_t offset = 0;
  uint64_t name = 0, type = 0, value = 0, alignment = 0, visibility = 0;
  bool constant = false;
};

struct DecodedFunction {
  size_t offset = 0;
  uint64_t name = 0, signature = 0, debugIndex = 0;
  std::optional<DecodedAttribute> hints;
  DecodedBlock body;
};

struct DecodedDebugAttribute {
  size_t offset = 0;
  unsigned tag = 0;
  /// In the order of getDebugFields.
  std::vector<uint64_t> fields;
};

struct DecodedConstant {
  size_t offset = 0;
  llvm::ArrayRef<uint8_t> data;
};

struct DecodedFile {
  unsigned minor = 0;
  std::vector<llvm::StringRef> strings;
  std::vector<DecodedType> types;
  std::vector<DecodedConstant> constants;
  std::vector<DecodedGlobal> globals;
  std::vector<DecodedFunction> functions;
  std::optional<uint64_t> producer;
  /// First entry in `debugIndices` of each function that has locations.
  std::vector<uint32_t> debugStarts;
  std::vector<uint64_t> debugIndices;
  std::vector<DecodedDebugAttribute> debugAttributes;
};

/// Decodes a whole file; what is wrong is in `report`. The result refers to
/// `bytes`.
DecodedFile decodeFile(llvm::ArrayRef<uint8_t> bytes, Report &report);

} // namespace tilefuzz::bytecode

#endif // TILEFUZZ_COMPILER_BYTECODE_DECODEDFILE_H
