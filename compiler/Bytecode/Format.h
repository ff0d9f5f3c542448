//===- Format.h - Numbers of the bytecode format ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The container's constants. All numbers are frozen: they keep their meaning in
// every later version.
// Bytecode, 3.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_FORMAT_H
#define TILEFUZZ_COMPILER_BYTECODE_FORMAT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace tilefuzz::bytecode {

constexpr uint8_t magic[8] = {0x7F, 'T', 'i', 'l', 'e', 'I', 'R', 0};
constexpr unsigned headerSize = 12;
constexpr unsigned majorVersion = 13;
constexpr unsigned oldestMinor = 1;
constexpr unsigned newestMinor = 4;
constexpr uint8_t paddingByte = 0xCB;

/// How deep attributes, regions, types and scopes may nest: far above what any
/// producer makes, far below what a stack holds.
constexpr unsigned maxAttributeDepth = 32;
constexpr unsigned maxRegionDepth = 64;
constexpr unsigned maxDebugDepth = 128;
/// Parameters of all functions together: functions share signatures, so that a
/// file's size alone does not bound them.
constexpr size_t maxParameters = 1 << 18;

enum SectionKind : uint8_t {
  EndMarker = 0,
  StringSection = 1,
  FunctionSection = 2,
  DebugSection = 3,
  ConstantSection = 4,
  TypeSection = 5,
  GlobalSection = 6,
  ProducerSection = 7,
};
constexpr unsigned numSectionKinds = 8;

struct SectionTraits {
  llvm::StringLiteral name;
  /// The alignment that must be declared is a multiple of this; 0: none needed.
  unsigned alignment;
};
constexpr SectionTraits sectionTraits[numSectionKinds] = {
    {"End", 0},      {"String", 4}, {"Func", 8},   {"Debug", 8},
    {"Constant", 8}, {"Type", 4},   {"Global", 0}, {"Producer", 0}};

enum TypeTag : uint8_t {
  I1Tag = 0,
  I8Tag = 1,
  I16Tag = 2,
  I32Tag = 3,
  I64Tag = 4,
  F16Tag = 5,
  BF16Tag = 6,
  F32Tag = 7,
  TF32Tag = 8,
  F64Tag = 9,
  F8E4M3FNTag = 10,
  F8E5M2Tag = 11,
  PointerTag = 12,
  TileTag = 13,
  TensorViewTag = 14,
  PartitionViewTag = 15,
  FunctionTag = 16,
  TokenTag = 17,
  F8E8M0FNUTag = 18,
  F4E2M1FNTag = 19,
  GatherScatterViewTag = 20,
  StridedViewTag = 21,
  I4Tag = 22,
};
struct TypeTraits {
  llvm::StringLiteral name;
  unsigned since;
};
constexpr TypeTraits typeTraits[] = {
    {"i1", 1},
    {"i8", 1},
    {"i16", 1},
    {"i32", 1},
    {"i64", 1},
    {"f16", 1},
    {"bf16", 1},
    {"f32", 1},
    {"tf32", 1},
    {"f64", 1},
    {"f8E4M3FN", 1},
    {"f8E5M2", 1},
    {"ptr", 1},
    {"tile", 1},
    {"tensor_view", 1},
    {"partition_view", 1},
    {"function", 1},
    {"token", 1},
    {"f8E8M0FNU", 2},
    {"f4E2M1FN", 3},
    {"gather_scatter_view", 3},
    {"strided_view", 3},
    {"i4", 3},
};

/// Versions from which on there is what has no row in a table of operations: a
/// producer record, a global's visibility and constancy, and the roundings to
/// f8E8M0FNU (before, only to nearest).
constexpr unsigned producerSince = 3;
constexpr unsigned globalFlagsSince = 3;
/// Hints for the target `default`.
constexpr unsigned defaultHintsSince = 3;
constexpr unsigned scaleRoundingSince = 3;
/// Pointer and tensor_view types begin with flags, of which bit 0 says that a
/// pointer attribute ends them; and what getNewRule tells (13.4 additions, 2.1,
/// 4, 5).
constexpr unsigned pointerFlagsSince = 4;
constexpr unsigned newRulesSince = 4;
/// A tag of preview builds only: what no version here has.
constexpr uint64_t previewScaleTag = 130;

enum AttributeTag : uint8_t {
  IntegerAttrTag = 1,
  FloatAttrTag = 2,
  BoolAttrTag = 3,
  TypeAttrTag = 4,
  StringAttrTag = 5,
  ArrayAttrTag = 6,
  DenseElementsAttrTag = 7,
  DivByAttrTag = 8,
  SameElementsAttrTag = 9,
  DictionaryAttrTag = 10,
  OptimizationHintsAttrTag = 11,
  BoundedAttrTag = 12,
};
constexpr llvm::StringLiteral attributeNames[] = {
    "none",   "Integer",      "Float",      "Bool",
    "Type",   "String",       "Array",      "DenseElements",
    "DivBy",  "SameElements", "Dictionary", "OptimizationHints",
    "Bounded"};

enum DebugTag : uint8_t {
  UnknownLocTag = 0,
  CompileUnitTag = 1,
  FileTag = 2,
  LexicalBlockTag = 3,
  LocTag = 4,
  SubprogramTag = 5,
  CallSiteTag = 6,
};
constexpr llvm::StringLiteral debugNames[] = {
    "Unknown", "DICompileUnit", "DIFile",  "DILexicalBlock",
    "DILoc",   "DISubprogram",  "CallSite"};
/// The fields of a debug attribute: `d` another one, `s` a string, `n` a
/// number; with their names.
struct DebugField {
  char kind;
  llvm::StringLiteral name;
};
llvm::ArrayRef<DebugField> getDebugFields(unsigned tag);

/// Flags of a function record.
constexpr uint8_t entryFlag = 2;
constexpr uint8_t hintsFlag = 4;

} // namespace tilefuzz::bytecode

#endif // TILEFUZZ_COMPILER_BYTECODE_FORMAT_H
