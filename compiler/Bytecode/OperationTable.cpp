//===- OperationTable.cpp - How operations are encoded --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/OperationTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"
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
static AttributeField inbounds() {
  return {"inbounds", FieldKind::Promises, EnumKind::Signedness, -1, 4};
}
static AttributeField mode() { return word("mode", EnumKind::AtomicMode); }
static AttributeField hints(int bit) {
  return {"optimization_hints", FieldKind::Hints, EnumKind::Signedness, bit};
}

namespace {
using Attributes = std::vector<AttributeField>;

/// The part of a row that ODS knows: operands, results and regions.
struct Declaration {
  std::vector<OperandGroup> operands;
  unsigned numResults = 0;
  bool hasVariadicResults = false;
  unsigned numRegions = 0;
};
} // namespace

static llvm::StringMap<Declaration> readDeclarations() {
  llvm::StringMap<Declaration> declarations;
  Declaration *last = nullptr;
#define OPERATION(MNEMONIC, NUM_RESULTS, HAS_VARIADIC_RESULTS, NUM_REGIONS)    \
  last = &declarations[MNEMONIC];                                              \
  last->numResults = NUM_RESULTS;                                              \
  last->hasVariadicResults = HAS_VARIADIC_RESULTS;                             \
  last->numRegions = NUM_REGIONS;
#define OPERAND(NAME, KIND) last->operands.push_back({NAME, OperandKind::KIND});
#include "compiler/CudaTile/CudaTileOperations.inc"
  return declarations;
}

namespace {
/// Builds a row of what ODS declares; what is not said is absent.
struct Row : OperationRow {
  Row(unsigned opcode, const char *mnemonic)
      : OperationRow{opcode, mnemonic, 1,  0,     false, false,
                     1,      0,        {}, false, {},    0} {
    static const llvm::StringMap<Declaration> declarations = readDeclarations();
    auto declared = declarations.find(mnemonic);
    if (declared == declarations.end())
      llvm::report_fatal_error("the dialect has no operation of this row");
    const Declaration &declaration = declared->second;
    operands = declaration.operands;
    numResults = declaration.numResults;
    variadicResults = countedResults = declaration.hasVariadicResults;
    numRegions = declaration.numRegions;
  }
  Row &from(unsigned minor) { return since = minor, *this; }
  /// Results are preceded by their count; `#` in the specification's table.
  Row &counted() { return countedResults = true, *this; }
  /// One count before all operands; also implies counted results.
  Row &total() { return totalCount = countedResults = true, *this; }
  /// One count before all operands, and none before the result.
  Row &countsOperands() { return totalCount = true, *this; }
  Row &with(Attributes fields) {
    attributes = std::move(fields);
    return *this;
  }
  Row &flags(unsigned minor = 1) { return flagsSince = minor, *this; }
  Row &resultsFrom(unsigned minor) { return resultsSince = minor, *this; }
  /// The flag bits of optional operands.
  Row &bits(std::initializer_list<std::pair<llvm::StringRef, int>> all) {
    for (auto [name, bit] : all)
      for (OperandGroup &group : operands)
        if (group.name == name)
          group.bit = bit;
    return *this;
  }
};
} // namespace

static std::vector<OperationRow> makeTable() {
  const Attributes rounded = {unit("flush_to_zero", 0), rounding()};
  const Attributes flush = {unit("flush_to_zero", 0)};
  const Attributes minMax = {unit("propagate_nan", 0),
                             unit("flush_to_zero", 1)};
  return {
      Row(0x00, "absf"),
      Row(0x01, "absi"),
      Row(0x02, "addf").flags().with(rounded),
      Row(0x03, "addi").with({overflow()}),
      Row(0x04, "andi"),
      Row(0x05, "assert").with({field("message", FieldKind::String)}),
      Row(0x06, "assume").with({field("predicate", FieldKind::Assume)}),
      Row(0x07, "atomic_cas_tko")
          .bits({{"mask", 0}, {"token", 1}})
          .flags()
          .with({ordering(), scope()}),
      Row(0x08, "atomic_rmw_tko")
          .bits({{"mask", 0}, {"token", 1}})
          .flags()
          .with({ordering(), scope(), mode()}),
      Row(0x09, "bitcast"),
      Row(0x0A, "break").total(),
      Row(0x0B, "broadcast"),
      Row(0x0C, "cat").with({field("dim", FieldKind::U64)}),
      Row(0x0D, "ceil"),
      Row(0x0E, "cmpf")
          .with({word("comparison_predicate", EnumKind::Predicate),
                 word("comparison_ordering", EnumKind::Ordering)}),
      Row(0x0F, "cmpi")
          .with({word("comparison_predicate", EnumKind::Predicate),
                 signedness()}),
      Row(0x10, "constant").with({field("value", FieldKind::Dense)}),
      Row(0x11, "continue").total(),
      Row(0x12, "cos"),
      Row(0x13, "cosh"),
      Row(0x14, "divf").flags().with(rounded),
      Row(0x15, "divi")
          .with({signedness(), word("rounding", EnumKind::Rounding, 1, 1)}),
      // 0x16 is `entry`: functions have a section of their own.
      Row(0x17, "exp").with({word("rounding_mode", EnumKind::Rounding, 3, 5)}),
      Row(0x18, "exp2").flags().with(flush),
      Row(0x25, "exti").with({signedness()}),
      Row(0x26, "extract").total(),
      Row(0x27, "floor"),
      Row(0x28, "fma").flags().with(rounded),
      Row(0x29, "for").total().flags(2).with({unit("unsignedCmp", 0)}),
      Row(0x2A, "ftof").with({rounding()}),
      Row(0x2B, "ftoi")
          .flags(4)
          .with({unit("saturating", 0), signedness(), rounding()}),
      Row(0x2C, "get_global").with({field("name", FieldKind::Symbol)}),
      Row(0x2D, "get_index_space_shape"),
      Row(0x2E, "get_num_tile_blocks"),
      Row(0x2F, "get_tensor_shape"),
      Row(0x30, "get_tile_block_id"),
      // 0x31 is `global`: globals have a section of their own.
      Row(0x32, "if"),
      Row(0x33, "int_to_ptr"),
      Row(0x3A, "iota"),
      Row(0x3B, "itof").with({signedness(), rounding()}),
      Row(0x3C, "join_tokens").total(),
      Row(0x3D, "load_ptr_tko")
          .bits({{"mask", 2}, {"paddingValue", 3}, {"token", 4}})
          .flags()
          .with({ordering(), scopeOnBit(0), hints(1)}),
      Row(0x3E, "load_view_tko")
          .bits({{"token", 2}})
          .counted()
          .flags()
          .with({ordering(), scopeOnBit(0), hints(1), inbounds()}),
      Row(0x3F, "log"),
      Row(0x40, "log2"),
      Row(0x41, "loop").total(),
      Row(0x42, "make_partition_view"),
      Row(0x43, "make_tensor_view").counted(),
      Row(0x44, "make_token"),
      Row(0x45, "maxf").flags().with(minMax),
      Row(0x46, "maxi").with({signedness()}),
      Row(0x47, "minf").flags().with(minMax),
      Row(0x48, "mini").with({signedness()}),
      Row(0x49, "mmaf").flags(3).with({unit("fast_acc", 0)}),
      Row(0x4A, "mmai")
          .with({signedness("signedness_lhs"), signedness("signedness_rhs")}),
      // 0x4B is `module`: the file is the module.
      Row(0x4C, "mulf").flags().with(rounded),
      Row(0x4D, "mulhii"),
      Row(0x4E, "muli").with({overflow()}),
      Row(0x4F, "negf"),
      Row(0x50, "negi").with({word("overflow", EnumKind::Overflow, 2, 0)}),
      Row(0x51, "offset"),
      Row(0x52, "ori"),
      Row(0x53, "permute").with({field("permutation", FieldKind::I32Vector)}),
      Row(0x54, "pow"),
      Row(0x55, "print_tko")
          .bits({{"token", 0}})
          .counted()
          .resultsFrom(2)
          .flags(2)
          .with({field("str", FieldKind::String)}),
      Row(0x56, "ptr_to_int"),
      Row(0x57, "ptr_to_ptr"),
      Row(0x58, "reduce")
          .total()
          .with({field("dim", FieldKind::U32),
                 field("identities", FieldKind::Array)}),
      Row(0x59, "remf"),
      Row(0x5A, "remi").with({signedness()}),
      Row(0x5B, "reshape"),
      Row(0x5C, "return").total(),
      Row(0x5D, "rsqrt").flags().with(flush),
      Row(0x5E, "scan")
          .total()
          .with({field("dim", FieldKind::U32),
                 field("reverse", FieldKind::Bool8),
                 field("identities", FieldKind::Array)}),
      Row(0x5F, "select"),
      Row(0x60, "shli").with({overflow()}),
      Row(0x61, "shri").with({signedness()}),
      Row(0x62, "sin"),
      Row(0x63, "sinh"),
      Row(0x64, "sqrt").flags().with(rounded),
      Row(0x65, "store_ptr_tko")
          .bits({{"mask", 2}, {"token", 3}})
          .flags()
          .with({ordering(), scopeOnBit(0), hints(1)}),
      Row(0x66, "store_view_tko")
          .bits({{"token", 2}})
          .counted()
          .flags()
          .with({ordering(), scopeOnBit(0), hints(1), inbounds()}),
      Row(0x67, "subf").flags().with(rounded),
      Row(0x68, "subi").with({overflow()}),
      Row(0x69, "tan"),
      Row(0x6A, "tanh").with({word("rounding_mode", EnumKind::Rounding, 2, 5)}),
      Row(0x6B, "trunci").with({overflow()}),
      Row(0x6C, "xori"),
      Row(0x6D, "yield").total(),
      Row(0x6E, "atan2").from(2),
      Row(0x6F, "pack").from(3),
      Row(0x70, "unpack").from(3),
      Row(0x71, "alloca")
          .from(3)
          .flags()
          .with({unit("global", 0), field("num_elem", FieldKind::U64),
                 field("alignment", FieldKind::U64)}),
      Row(0x72, "mmaf_scaled").from(3),
      Row(0x73, "make_gather_scatter_view").from(3),
      Row(0x74, "make_strided_view").from(3),
      Row(0x75, "atomic_red_view_tko")
          .bits({{"token", 0}})
          .from(3)
          .counted()
          .flags()
          .with({ordering(), scope(), mode()}),
      Row(0x76, "insert").from(4).total(),
      Row(0x77, "gdc_launch_dependents_tko").from(4).countsOperands(),
      Row(0x78, "gdc_wait_tko").from(4).countsOperands(),
      Row(0x79, "fpowi").from(4),
      Row(0x7A, "memory_fence_alias_tko").from(4),
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
      "nearest_even", "zero", "negative_inf",        "positive_inf",
      "approx",       "full", "nearest_int_to_zero", "nearest_away"};
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

unsigned tilefuzz::bytecode::getNumEnumerators(EnumKind kind, unsigned minor) {
  // The last rounding mode is of 13.4.
  return getEnumerators(kind).size() -
         (kind == EnumKind::Rounding && minor < 4 ? 1 : 0);
}

llvm::StringRef tilefuzz::bytecode::getEnumerator(EnumKind kind,
                                                  unsigned value) {
  return getEnumerators(kind)[value];
}
