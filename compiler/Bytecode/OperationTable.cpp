//===- OperationTable.cpp - How operations are encoded --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/OperationTable.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>

using namespace tilefuzz::bytecode;

//===----------------------------------------------------------------------===//
// Words of the rows
//===----------------------------------------------------------------------===//

static AttributeField unit(const char *name, int bit) {
  return {name, FieldKind::Unit, EnumKind::Signedness, bit};
}
static AttributeField word(const char *name, EnumKind kind) {
  return {name, FieldKind::Enum, kind};
}
/// A field that files before `since` do not have.
static AttributeField word(const char *name, EnumKind kind, unsigned since,
                           uint64_t defaultValue) {
  return {name, FieldKind::Enum, kind, -1, since, defaultValue};
}
static AttributeField field(const char *name, FieldKind kind) {
  return {name, kind};
}
static AttributeField signedness(const char *name = "signedness") {
  return word(name, EnumKind::Signedness);
}
static AttributeField overflow() {
  return word("overflow", EnumKind::Overflow);
}
static AttributeField rounding() {
  return word("rounding_mode", EnumKind::Rounding);
}
static AttributeField ordering() {
  return word("memory_ordering_semantics", EnumKind::MemoryOrdering);
}
static AttributeField scope() {
  return word("memory_scope", EnumKind::MemoryScope);
}
static AttributeField scopeOnBit(int bit) {
  AttributeField result = scope();
  result.bit = bit;
  return result;
}
static AttributeField mode() { return word("mode", EnumKind::AtomicMode); }
static AttributeField hints(int bit) {
  return {"optimization_hints", FieldKind::Hints, EnumKind::Signedness, bit};
}
static OperandGroup optional(const char *name, int bit) {
  return {name, OperandKind::Optional, bit};
}
static OperandGroup list(const char *name) {
  return {name, OperandKind::Variadic};
}

namespace {
using Attributes = std::vector<AttributeField>;
using Operands = std::vector<OperandGroup>;

/// Builds a row; what is not said is absent.
struct Row : OperationRow {
  Row(unsigned opcode, const char *mnemonic, Operands operands,
      unsigned numResults = 1)
      : OperationRow{opcode, mnemonic, 1,  numResults, false, false,
                     1,      0,        {}, false,      {},    0} {
    this->operands = std::move(operands);
  }
  Row &from(unsigned minor) { return since = minor, *this; }
  /// Results are preceded by their count; `#` in the specification's table.
  Row &counted() { return countedResults = true, *this; }
  Row &variadic() {
    numResults = 0;
    countedResults = variadicResults = true;
    return *this;
  }
  /// One count before all operands; also implies counted results.
  Row &total() { return totalCount = countedResults = true, *this; }
  Row &with(Attributes fields) {
    attributes = std::move(fields);
    return *this;
  }
  Row &flags(unsigned minor = 1) { return flagsSince = minor, *this; }
  Row &regions(unsigned count) { return numRegions = count, *this; }
  Row &resultsFrom(unsigned minor) { return resultsSince = minor, *this; }
};
} // namespace

static std::vector<OperationRow> makeTable() {
  const Attributes rounded = {unit("flush_to_zero", 0), rounding()};
  const Attributes flush = {unit("flush_to_zero", 0)};
  const Attributes minMax = {unit("propagate_nan", 0),
                             unit("flush_to_zero", 1)};
  const Operands none = {};
  const Operands source = {"source"};
  const Operands lhsRhs = {"lhs", "rhs"};
  const Operands from = {"from"};
  const Operands view = {"tensor_view"};
  return {
      Row(0x00, "absf", source),
      Row(0x01, "absi", source),
      Row(0x02, "addf", lhsRhs).flags().with(rounded),
      Row(0x03, "addi", lhsRhs).with({overflow()}),
      Row(0x04, "andi", lhsRhs),
      Row(0x05, "assert", {"condition"}, 0)
          .with({field("message", FieldKind::String)}),
      Row(0x06, "assume", {"value"})
          .with({field("predicate", FieldKind::Assume)}),
      Row(0x07, "atomic_cas_tko",
          {"pointers", "cmp", "val", optional("mask", 0), optional("token", 1)},
          2)
          .flags()
          .with({ordering(), scope()}),
      Row(0x08, "atomic_rmw_tko",
          {"pointers", "arg", optional("mask", 0), optional("token", 1)}, 2)
          .flags()
          .with({ordering(), scope(), mode()}),
      Row(0x09, "bitcast", source),
      Row(0x0A, "break", {list("operands")}, 0).total(),
      Row(0x0B, "broadcast", source),
      Row(0x0C, "cat", lhsRhs).with({field("dim", FieldKind::U64)}),
      Row(0x0D, "ceil", source),
      Row(0x0E, "cmpf", lhsRhs)
          .with({word("comparison_predicate", EnumKind::Predicate),
                 word("comparison_ordering", EnumKind::Ordering)}),
      Row(0x0F, "cmpi", lhsRhs)
          .with({word("comparison_predicate", EnumKind::Predicate),
                 signedness()}),
      Row(0x10, "constant", none).with({field("value", FieldKind::Dense)}),
      Row(0x11, "continue", {list("operands")}, 0).total(),
      Row(0x12, "cos", source),
      Row(0x13, "cosh", source),
      Row(0x14, "divf", lhsRhs).flags().with(rounded),
      Row(0x15, "divi", lhsRhs)
          .with({signedness(), word("rounding", EnumKind::Rounding, 1, 1)}),
      // 0x16 is `entry`: functions have a section of their own.
      Row(0x17, "exp", source)
          .with({word("rounding_mode", EnumKind::Rounding, 3, 5)}),
      Row(0x18, "exp2", source).flags().with(flush),
      Row(0x25, "exti", from).with({signedness()}),
      Row(0x26, "extract", {"source", list("indices")}).total(),
      Row(0x27, "floor", source),
      Row(0x28, "fma", {"lhs", "rhs", "acc"}).flags().with(rounded),
      Row(0x29, "for", {"lowerBound", "upperBound", "step", list("initValues")})
          .total()
          .variadic()
          .flags(2)
          .with({unit("unsignedCmp", 0)})
          .regions(1),
      Row(0x2A, "ftof", from).with({rounding()}),
      Row(0x2B, "ftoi", from).with({signedness(), rounding()}),
      Row(0x2C, "get_global", none).with({field("name", FieldKind::Symbol)}),
      Row(0x2D, "get_index_space_shape", {"src"}).variadic(),
      Row(0x2E, "get_num_tile_blocks", none, 3),
      Row(0x2F, "get_tensor_shape", {"src"}).variadic(),
      Row(0x30, "get_tile_block_id", none, 3),
      // 0x31 is `global`: globals have a section of their own.
      Row(0x32, "if", {"condition"}).variadic().regions(2),
      Row(0x33, "int_to_ptr", source),
      Row(0x3A, "iota", none),
      Row(0x3B, "itof", from).with({signedness(), rounding()}),
      Row(0x3C, "join_tokens", {list("tokens")}).total(),
      Row(0x3D, "load_ptr_tko",
          {"source", optional("mask", 2), optional("paddingValue", 3),
           optional("token", 4)},
          2)
          .flags()
          .with({ordering(), scopeOnBit(0), hints(1)}),
      Row(0x3E, "load_view_tko", {"view", list("index"), optional("token", 2)},
          2)
          .counted()
          .flags()
          .with({ordering(), scopeOnBit(0), hints(1)}),
      Row(0x3F, "log", source),
      Row(0x40, "log2", source),
      Row(0x41, "loop", {list("initValues")}).total().variadic().regions(1),
      Row(0x42, "make_partition_view", view),
      Row(0x43, "make_tensor_view",
          {"base", list("dynamicShape"), list("dynamicStrides")})
          .counted(),
      Row(0x44, "make_token", none),
      Row(0x45, "maxf", lhsRhs).flags().with(minMax),
      Row(0x46, "maxi", lhsRhs).with({signedness()}),
      Row(0x47, "minf", lhsRhs).flags().with(minMax),
      Row(0x48, "mini", lhsRhs).with({signedness()}),
      Row(0x49, "mmaf", {"lhs", "rhs", "acc"})
          .flags(3)
          .with({unit("fast_acc", 0)}),
      Row(0x4A, "mmai", {"lhs", "rhs", "acc"})
          .with({signedness("signedness_lhs"), signedness("signedness_rhs")}),
      // 0x4B is `module`: the file is the module.
      Row(0x4C, "mulf", lhsRhs).flags().with(rounded),
      Row(0x4D, "mulhii", {"x", "y"}),
      Row(0x4E, "muli", lhsRhs).with({overflow()}),
      Row(0x4F, "negf", source),
      Row(0x50, "negi", source)
          .with({word("overflow", EnumKind::Overflow, 2, 0)}),
      Row(0x51, "offset", {"ptr", "offset"}),
      Row(0x52, "ori", lhsRhs),
      Row(0x53, "permute", source)
          .with({field("permutation", FieldKind::I32Vector)}),
      Row(0x54, "pow", {"source", "exponent"}),
      Row(0x55, "print_tko", {list("args"), optional("token", 0)})
          .counted()
          .resultsFrom(2)
          .flags(2)
          .with({field("str", FieldKind::String)}),
      Row(0x56, "ptr_to_int", source),
      Row(0x57, "ptr_to_ptr", source),
      Row(0x58, "reduce", {list("operands")})
          .total()
          .variadic()
          .with({field("dim", FieldKind::U32),
                 field("identities", FieldKind::Array)})
          .regions(1),
      Row(0x59, "remf", lhsRhs),
      Row(0x5A, "remi", lhsRhs).with({signedness()}),
      Row(0x5B, "reshape", source),
      Row(0x5C, "return", {list("operands")}, 0).total(),
      Row(0x5D, "rsqrt", source).flags().with(flush),
      Row(0x5E, "scan", {list("operands")})
          .total()
          .variadic()
          .with({field("dim", FieldKind::U32),
                 field("reverse", FieldKind::Bool8),
                 field("identities", FieldKind::Array)})
          .regions(1),
      Row(0x5F, "select", {"cond", "val_if_true", "val_if_false"}),
      Row(0x60, "shli", lhsRhs).with({overflow()}),
      Row(0x61, "shri", lhsRhs).with({signedness()}),
      Row(0x62, "sin", source),
      Row(0x63, "sinh", source),
      Row(0x64, "sqrt", source).flags().with(rounded),
      Row(0x65, "store_ptr_tko",
          {"destination", "value", optional("mask", 2), optional("token", 3)})
          .flags()
          .with({ordering(), scopeOnBit(0), hints(1)}),
      Row(0x66, "store_view_tko",
          {"tile", "view", list("index"), optional("token", 2)})
          .counted()
          .flags()
          .with({ordering(), scopeOnBit(0), hints(1)}),
      Row(0x67, "subf", lhsRhs).flags().with(rounded),
      Row(0x68, "subi", lhsRhs).with({overflow()}),
      Row(0x69, "tan", source),
      Row(0x6A, "tanh", source)
          .with({word("rounding_mode", EnumKind::Rounding, 2, 5)}),
      Row(0x6B, "trunci", from).with({overflow()}),
      Row(0x6C, "xori", lhsRhs),
      Row(0x6D, "yield", {list("operands")}, 0).total(),
      Row(0x6E, "atan2", {"x", "y"}).from(2),
      Row(0x6F, "pack", source).from(3),
      Row(0x70, "unpack", source).from(3),
      Row(0x71, "alloca", none)
          .from(3)
          .flags()
          .with({unit("global", 0), field("num_elem", FieldKind::U64),
                 field("alignment", FieldKind::U64)}),
      Row(0x72, "mmaf_scaled", {"lhs", "rhs", "acc", "lhs_scale", "rhs_scale"})
          .from(3),
      Row(0x73, "make_gather_scatter_view", view).from(3),
      Row(0x74, "make_strided_view", view).from(3),
      Row(0x75, "atomic_red_view_tko",
          {"view", list("index"), "value", optional("token", 0)})
          .from(3)
          .counted()
          .flags()
          .with({ordering(), scope(), mode()}),
  };
}

uint64_t OperationRow::knownFlags() const {
  uint64_t bits = 0;
  for (const AttributeField &attribute : attributes)
    if (attribute.bit >= 0)
      bits |= uint64_t(1) << attribute.bit;
  for (const OperandGroup &group : operands)
    if (group.bit >= 0)
      bits |= uint64_t(1) << group.bit;
  return bits;
}

bool OperationRow::hasSegments() const {
  return !totalCount &&
         std::any_of(operands.begin(), operands.end(), [](const auto &group) {
           return group.kind != OperandKind::One;
         });
}

llvm::ArrayRef<OperationRow> tilefuzz::bytecode::getOperationTable() {
  static const std::vector<OperationRow> table = makeTable();
  return table;
}

const OperationRow *tilefuzz::bytecode::findOperation(uint64_t opcode) {
  llvm::ArrayRef<OperationRow> table = getOperationTable();
  const OperationRow *row = std::lower_bound(
      table.begin(), table.end(), opcode,
      [](const OperationRow &row, uint64_t n) { return row.opcode < n; });
  return row != table.end() && row->opcode == opcode ? row : nullptr;
}

const OperationRow *tilefuzz::bytecode::findOperation(llvm::StringRef name) {
  static const llvm::StringMap<const OperationRow *> rows = [] {
    llvm::StringMap<const OperationRow *> rows;
    for (const OperationRow &row : getOperationTable())
      rows[row.mnemonic] = &row;
    return rows;
  }();
  return rows.lookup(name);
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

static llvm::ArrayRef<llvm::StringLiteral> getEnumerators(EnumKind kind) {
  static constexpr llvm::StringLiteral signedness[] = {"unsigned", "signed"};
  static constexpr llvm::StringLiteral overflow[] = {
      "none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"};
  static constexpr llvm::StringLiteral rounding[] = {
      "nearest_even", "zero", "negative_inf",       "positive_inf",
      "approx",       "full", "nearest_int_to_zero"};
  static constexpr llvm::StringLiteral predicate[] = {
      "equal",        "not_equal",
      "less_than",    "less_than_or_equal",
      "greater_than", "greater_than_or_equal"};
  static constexpr llvm::StringLiteral ordering[] = {"unordered", "ordered"};
  static constexpr llvm::StringLiteral mode[] = {
      "and", "or", "xor", "add", "addf", "max", "min", "umax", "umin", "xchg"};
  static constexpr llvm::StringLiteral memoryOrdering[] = {
      "weak", "relaxed", "acquire", "release", "acq_rel"};
  static constexpr llvm::StringLiteral scope[] = {"tl_blk", "device", "sys"};
  static constexpr llvm::StringLiteral padding[] = {"zero", "neg_zero", "nan",
                                                    "pos_inf", "neg_inf"};
  static constexpr llvm::StringLiteral visibility[] = {"public", "private"};
  switch (kind) {
  case EnumKind::Signedness:
    return signedness;
  case EnumKind::Overflow:
    return overflow;
  case EnumKind::Rounding:
    return rounding;
  case EnumKind::Predicate:
    return predicate;
  case EnumKind::Ordering:
    return ordering;
  case EnumKind::AtomicMode:
    return mode;
  case EnumKind::MemoryOrdering:
    return memoryOrdering;
  case EnumKind::MemoryScope:
    return scope;
  case EnumKind::Padding:
    return padding;
  case EnumKind::Visibility:
    return visibility;
  }
  return {};
}

unsigned tilefuzz::bytecode::getNumEnumerators(EnumKind kind) {
  return getEnumerators(kind).size();
}

llvm::StringRef tilefuzz::bytecode::getEnumerator(EnumKind kind,
                                                  unsigned value) {
  return getEnumerators(kind)[value];
}
