//===- OperationTable.h - How operations are encoded ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One row per operation, read by the decoder, the module builder, the writer
// and the listing alike. Versions are minor versions of 13.
// Bytecode, 9.8 and 9.10.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_OPERATIONTABLE_H
#define TILEFUZZ_COMPILER_BYTECODE_OPERATIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace tilefuzz::bytecode {

enum class EnumKind : uint8_t {
  Signedness,
  Overflow,
  Rounding,
  Predicate,
  Ordering,
  AtomicMode,
  MemoryOrdering,
  MemoryScope,
  Padding,
  Visibility,
};

enum class FieldKind : uint8_t {
  Unit,      // a bit of the flags word, no data
  Enum,      // varint
  U64,       // varint, an i64 attribute
  U32,       // varint, an i32 attribute
  Bool8,     // u8
  String,    // string index
  Symbol,    // string index, a flat symbol reference
  I32Vector, // vec32
  Promises,  // a count and as many bytes, a dense array of bools
  Dense,     // constant index, of the type of result 0
  Assume,    // tagged attribute, an assume predicate
  Array,     // counted tagged attributes
  Hints,     // an untagged dictionary
};

struct AttributeField {
  llvm::StringRef name;
  FieldKind kind;
  EnumKind enumKind = EnumKind::Signedness;
  /// The flag bit that says whether it is there, or -1.
  int bit = -1;
  unsigned since = 1;
  /// What files before `since` mean.
  uint64_t defaultValue = 0;
};

enum class OperandKind : uint8_t { One, Optional, Variadic };

struct OperandGroup {
  OperandGroup(const char *name, OperandKind kind = OperandKind::One,
               int bit = -1)
      : name(name), kind(kind), bit(bit) {}
  llvm::StringRef name;
  OperandKind kind;
  int bit;
};

struct OperationRow {
  unsigned opcode;
  llvm::StringRef mnemonic;
  unsigned since;
  /// Number of results that are not variadic.
  unsigned numResults;
  /// The results are preceded by their count.
  bool countedResults;
  bool variadicResults;
  /// Files before this version have no results (print_tko); else 1.
  unsigned resultsSince;
  /// The flags word is absent from files before this version; 0: never there.
  unsigned flagsSince;
  std::vector<AttributeField> attributes;
  /// One count for all operands, of which at most the last is optional or
  /// variadic; else each variadic group has its own.
  bool totalCount;
  std::vector<OperandGroup> operands;
  unsigned numRegions;

  /// The flag bits that mean something.
  uint64_t knownFlags() const;
  /// The operation carries operand segment sizes.
  bool hasSegments() const;
};

/// All operations of function bodies, by opcode.
llvm::ArrayRef<OperationRow> getOperationTable();
/// Null for numbers that are not assigned or never part of a body.
const OperationRow *findOperation(uint64_t opcode);
const OperationRow *findOperation(llvm::StringRef mnemonic);

/// Number of enumerators of a version; they are 0, 1, 2, ...
unsigned getNumEnumerators(EnumKind kind, unsigned minor);
llvm::StringRef getEnumerator(EnumKind kind, unsigned value);

} // namespace tilefuzz::bytecode

#endif // TILEFUZZ_COMPILER_BYTECODE_OPERATIONTABLE_H
