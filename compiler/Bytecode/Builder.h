//===- Builder.h - Decoded files become modules -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Internal to the library.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_BUILDER_H
#define TILEFUZZ_COMPILER_BYTECODE_BUILDER_H

#include "compiler/Bytecode/DecodedFile.h"
#include "compiler/CudaTile/CudaTileOps.h"

namespace tilefuzz::bytecode {

/// The attribute of an enumerator, as the operations keep it.
mlir::Attribute makeEnumAttr(mlir::MLIRContext *context, EnumKind kind,
                             unsigned value);
/// The other way; none for an attribute of another kind.
std::optional<uint64_t> getEnumValue(EnumKind kind, mlir::Attribute attribute);

/// Types, attributes and locations of one file, each made once. Null after an
/// error, which is in the report.
class TableBuilder {
public:
  TableBuilder(const DecodedFile &file, Report &report,
               mlir::MLIRContext *context);

  bool ok() const { return !report.error; }
  mlir::Type type(uint64_t index);
  mlir::Attribute attribute(const DecodedAttribute &attribute);
  mlir::Attribute field(const AttributeField &field, const DecodedField &value,
                        mlir::Type resultType, size_t offset);
  mlir::Attribute constant(uint64_t index, mlir::Type type, size_t offset);
  /// The location of a debug index.
  mlir::LocationAttr location(uint64_t debugIndex, size_t offset);
  mlir::StringAttr string(uint64_t index);

  const DecodedFile &file;
  Report &report;
  mlir::MLIRContext *context;

private:
  mlir::Type makeType(const DecodedType &type);
  mlir::Attribute makeDebug(const DecodedDebugAttribute &attribute);
  mlir::Attribute debug(uint64_t debugIndex, size_t offset);
  mlir::Attribute makeConstant(const DecodedConstant &constant,
                               mlir::cuda_tile::TileType type);
  mlir::Attribute boolConstant(mlir::cuda_tile::TileType type,
                               llvm::ArrayRef<uint8_t> data, size_t offset);

  /// One slot per entry; `open` while it is being made, to find cycles.
  template <typename T> struct Slot {
    T value;
    bool open = false;
  };
  std::vector<Slot<mlir::Type>> types;
  std::vector<Slot<mlir::Attribute>> debugAttributes;
  /// By index and type.
  llvm::DenseMap<std::pair<uint64_t, mlir::Type>, mlir::Attribute> constants;
  unsigned depth = 0;
};

} // namespace tilefuzz::bytecode

#endif // TILEFUZZ_COMPILER_BYTECODE_BUILDER_H
