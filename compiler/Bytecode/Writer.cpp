//===- Writer.cpp - A module becomes Tile IR bytecode ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Bytecode, 14.
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Bytecode/Format.h"
#include "compiler/Bytecode/VersionCheck.h"
#include "compiler/Bytecode/WriterTables.h"
#include "compiler/CudaTile/ModuleVersion.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tilefuzz;
using namespace tilefuzz::bytecode;

namespace {
class ModuleWriter {
public:
  ModuleWriter(unsigned minor, const BugSet &bugs)
      : minor(minor), bugs(bugs), tables(minor) {}
  FailureOr<std::string> write(cuda_tile::ModuleOp module);

private:
  struct Function {
    cuda_tile::EntryOp op;
    uint64_t name, signature;
    /// 0: no locations; else the place of its list in `locations`, plus 1.
    uint64_t debugIndex;
  };

  void globals(ByteWriter &out);
  void function(ByteWriter &out, const Function &function);
  void operation(ByteWriter &out, Operation *op);
  /// The flags word; says whether all of it can be expressed.
  uint64_t flags(const OperationRow &row, Operation *op,
                 ArrayRef<int32_t> segments);
  void field(ByteWriter &out, const AttributeField &field, Operation *op,
             Attribute value);
  void operands(ByteWriter &out, const OperationRow &row, Operation *op,
                ArrayRef<int32_t> segments);
  void regions(ByteWriter &out, Operation *op);
  void number(ValueRange newValues) {
    for (Value value : newValues)
      values[value] = nextValue++;
  }
  void section(ByteWriter &file, SectionKind kind,
               ArrayRef<uint8_t> payload) const;
  InFlightDiagnostic tooNew(const Twine &what, unsigned since) {
    return tables.refuse() << what << " requires bytecode version 13." << since
                           << "+, but targeting 13." << minor;
  }

  unsigned minor;
  const BugSet &bugs;
  WriterTables tables;
  std::vector<cuda_tile::GlobalOp> globalOps;
  std::vector<Function> functions;
  std::vector<std::vector<uint64_t>> locations;
  std::vector<uint64_t> *currentLocations = nullptr;
  llvm::DenseMap<Value, uint64_t> values;
  uint64_t nextValue = 0;
  unsigned depth = 0;
};
} // namespace

void ModuleWriter::section(ByteWriter &file, SectionKind kind,
                           ArrayRef<uint8_t> payload) const {
  unsigned alignment = sectionTraits[kind].alignment;
  file.u8(kind | (alignment ? 0x80 : 0));
  file.varint(payload.size());
  if (alignment) {
    file.varint(alignment);
    file.pad(alignment);
  }
  file.append(payload);
}

/// What is not verified may have any blocks, and a body is written as one.
static LogicalResult checkBody(Operation *op) {
  if (op->getRegion(0).hasOneBlock())
    return success();
  return op->emitOpError("bytecode has no place for a body of ")
         << llvm::range_size(op->getRegion(0)) << " blocks";
}

FailureOr<std::string> ModuleWriter::write(cuda_tile::ModuleOp module) {
  if (failed(checkBody(module)))
    return failure();
  for (Operation &op : *module.getBody().begin()) {
    tables.current = &op;
    if (auto global = dyn_cast<cuda_tile::GlobalOp>(op)) {
      globalOps.push_back(global);
    } else if (auto entry = dyn_cast<cuda_tile::EntryOp>(op)) {
      if (failed(checkBody(entry)))
        return failure();
      Function function{entry, tables.string(entry.getSymName()),
                        tables.type(entry.getFunctionType()), 0};
      Location location = entry.getLoc();
      if (isa<cuda_tile::DILocAttr, CallSiteLoc>(location))
        if (uint64_t index = tables.location(location)) {
          locations.push_back({index});
          function.debugIndex = locations.size();
        }
      functions.push_back(function);
    } else {
      return op.emitError("only function and global ops are allowed in the "
                          "body of a module");
    }
    if (!tables.ok())
      return failure();
  }

  ByteWriter file;
  file.append(magic);
  file.u8(majorVersion);
  file.u8(minor);
  file.fixed(0, 2);
  if (!globalOps.empty()) {
    ByteWriter payload;
    globals(payload);
    section(file, GlobalSection, payload.bytes);
  }
  ByteWriter payload;
  payload.varint(functions.size());
  for (const Function &entry : functions) {
    if (!tables.ok())
      return failure();
    function(payload, entry);
  }
  payload.pad(8);
  section(file, FunctionSection, payload.bytes);
  if (!tables.ok())
    return failure();
  if (tables.hasConstants())
    section(file, ConstantSection, tables.constantSection());
  if (!locations.empty())
    section(file, DebugSection, tables.debugSection(locations));
  section(file, TypeSection, tables.typeSection());
  if (minor >= producerSince && module.getProducer()) {
    ByteWriter producer;
    producer.varint(tables.string(*module.getProducer()));
    section(file, ProducerSection, producer.bytes);
  }
  section(file, StringSection, tables.stringSection());
  file.u8(EndMarker);
  return std::string(file.bytes.begin(), file.bytes.end());
}

void ModuleWriter::globals(ByteWriter &out) {
  out.varint(globalOps.size());
  for (cuda_tile::GlobalOp global : globalOps) {
    tables.current = global;
    auto value = dyn_cast<DenseElementsAttr>(global.getValue());
    out.varint(tables.string(global.getSymName()));
    out.varint(value ? tables.type(value.getType()) : 0);
    out.varint(tables.constant(value));
    out.varint(static_cast<uint64_t>(global.getAlignment()));
    bool isPrivate =
        global.getSymbolVisibility() == cuda_tile::SymbolVisibility::Private;
    if (minor >= globalFlagsSince) {
      out.varint(isPrivate);
      out.varint(global.getConstant());
    } else if (isPrivate || global.getConstant()) {
      if (tables.ok())
        tooNew(isPrivate ? "a private global" : "a constant global",
               globalFlagsSince);
    }
  }
}

void ModuleWriter::function(ByteWriter &out, const Function &function) {
  cuda_tile::EntryOp entry = function.op;
  tables.current = entry;
  out.varint(function.name);
  out.varint(function.signature);
  std::optional<cuda_tile::OptimizationHintsAttr> hints =
      entry.getOptimizationHints();
  out.u8(entryFlag | (hints ? hintsFlag : 0));
  out.varint(function.debugIndex);
  if (hints)
    tables.tagged(out, *hints);
  currentLocations =
      function.debugIndex ? &locations[function.debugIndex - 1] : nullptr;
  values.clear();
  nextValue = 0;
  Block &block = entry.getBody().front();
  number(block.getArguments());
  ByteWriter body;
  for (Operation &op : block)
    operation(body, &op);
  out.varint(body.bytes.size());
  out.append(body.bytes);
}

void ModuleWriter::operation(ByteWriter &out, Operation *op) {
  if (!tables.ok())
    return;
  tables.current = op;
  StringRef name = op->getName().getStringRef();
  const OperationRow *row =
      name.consume_front("cuda_tile.") ? findOperation(name) : nullptr;
  if (!row) {
    tables.refuse() << "only ops from the cuda_tile dialect are allowed";
    return;
  }
  if (row->since > minor) {
    tables.refuse() << "operation '" << name
                    << "' is not available in bytecode version 13." << minor
                    << "; it requires 13." << row->since << "+";
    return;
  }
  if (auto convert = dyn_cast<cuda_tile::FToFOp>(op);
      convert && isa<Float8E8M0FNUType>(convert.getType().getElementType()) &&
      (minor < scaleRoundingSince) !=
          (convert.getRoundingMode() == cuda_tile::Rounding::NearestEven)) {
    if (minor >= scaleRoundingSince)
      tables.refuse() << "attribute 'rounding_mode' of 'nearest_even' to "
                         "f8E8M0FNU requires bytecode version 13."
                      << scaleRoundingSince - 1 << ", but targeting 13."
                      << minor;
    else
      tooNew("attribute 'rounding_mode' other than 'nearest_even' to f8E8M0FNU",
             scaleRoundingSince);
    return;
  }
  if (StringRef what = cuda_tile::getNewRule(op);
      !what.empty() && minor < newRulesSince) {
    tooNew(what, newRulesSince);
    return;
  }
  out.varint(row->opcode);
  if (currentLocations)
    currentLocations->push_back(tables.location(op->getLoc()));

  ResultRange results = op->getResults();
  if (row->resultsSince > minor) {
    if (!op->use_empty()) {
      tooNew("the result of '" + name + "' is used, which", row->resultsSince);
      return;
    }
    results = results.take_front(0);
  }
  if (row->countedResults)
    out.varint(results.size());
  for (Value result : results)
    out.varint(tables.type(result.getType()));

  ArrayRef<int32_t> segments;
  if (row->hasSegments())
    if (auto sizes = dyn_cast_or_null<DenseI32ArrayAttr>(
            op->getInherentAttr("operandSegmentSizes").value_or(Attribute())))
      segments = sizes.asArrayRef();
  uint64_t word = flags(*row, op, segments);
  if (row->flagsSince && row->flagsSince <= minor)
    out.varint(word);
  for (const AttributeField &attribute : row->attributes) {
    Attribute value = op->getInherentAttr(attribute.name).value_or(Attribute());
    if (attribute.bit < 0 || (value && attribute.kind != FieldKind::Unit))
      field(out, attribute, op, value);
  }
  operands(out, *row, op, segments);
  if (row->numRegions)
    regions(out, op);
  number(results);
}

uint64_t ModuleWriter::flags(const OperationRow &row, Operation *op,
                             ArrayRef<int32_t> segments) {
  uint64_t word = 0;
  auto set = [&](int bit, const Twine &what) {
    if (row.flagsSince > minor && isa<cuda_tile::ForOp>(op) &&
        bugs.acts(SeededBug::BytecodeDropsUnsigned))
      return;
    if (row.flagsSince > minor && tables.ok())
      tooNew(what + " of '" + row.mnemonic + "' is provided but",
             row.flagsSince);
    word |= uint64_t(1) << bit;
  };
  for (const AttributeField &attribute : row.attributes)
    if (attribute.bit >= 0 &&
        op->getInherentAttr(attribute.name).value_or(Attribute()))
      set(attribute.bit, "attribute '" + attribute.name + "'");
  for (auto [group, size] : llvm::zip(row.operands, segments))
    if (group.bit >= 0 && size)
      set(group.bit, "operand '" + group.name + "'");
  return word;
}

/// Of an access to a view.
static size_t getNumIndices(Operation *op) {
  if (auto load = dyn_cast<cuda_tile::LoadViewTkoOp>(op))
    return load.getIndex().size();
  return cast<cuda_tile::StoreViewTkoOp>(op).getIndex().size();
}

void ModuleWriter::field(ByteWriter &out, const AttributeField &field,
                         Operation *op, Attribute value) {
  if (!tables.ok())
    return;
  auto wrong = [&] {
    tables.refuse() << "attribute '" << field.name
                    << "' is missing or of an unsupported kind";
  };
  switch (field.kind) {
  case FieldKind::Unit:
    return;
  case FieldKind::Enum: {
    // A default-valued attribute may be absent.
    std::optional<uint64_t> number =
        value ? getEnumValue(field.enumKind, value)
              : std::optional<uint64_t>(field.defaultValue);
    if (!number)
      return wrong();
    if (field.since <= minor)
      out.varint(*number);
    else if (*number != field.defaultValue)
      tooNew("attribute '" + field.name + "' other than '" +
                 getEnumerator(field.enumKind, field.defaultValue) + "'",
             field.since);
    return;
  }
  case FieldKind::U64:
  case FieldKind::U32:
  case FieldKind::Bool8: {
    auto integer = dyn_cast_or_null<IntegerAttr>(value);
    if (!integer)
      return wrong();
    uint64_t bits = integer.getValue().getZExtValue();
    field.kind == FieldKind::Bool8 ? out.u8(bits) : out.varint(bits);
    return;
  }
  case FieldKind::String:
    if (auto text = dyn_cast_or_null<StringAttr>(value))
      return out.varint(tables.string(text));
    return wrong();
  case FieldKind::Symbol:
    if (auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(value))
      return out.varint(tables.string(symbol.getValue()));
    return wrong();
  case FieldKind::I32Vector:
    if (auto array = dyn_cast_or_null<DenseI32ArrayAttr>(value))
      return out.vector(array.asArrayRef());
    return wrong();
  case FieldKind::Promises: {
    auto promises = dyn_cast_or_null<DenseBoolArrayAttr>(value);
    if (value && !promises)
      return wrong();
    if (field.since > minor) {
      if (promises && llvm::is_contained(promises.asArrayRef(), true))
        tooNew("attribute '" + field.name + "' with a promise", field.since);
      return;
    }
    // Without the attribute nothing is promised, of any index.
    SmallVector<bool> all;
    if (promises)
      all.append(promises.asArrayRef().begin(), promises.asArrayRef().end());
    else
      all.resize(getNumIndices(op));
    out.varint(all.size());
    for (bool isPromised : all)
      out.u8(isPromised);
    return;
  }
  case FieldKind::Dense:
    return out.varint(tables.constant(value));
  case FieldKind::Assume:
    if (value)
      return tables.tagged(out, value);
    return wrong();
  case FieldKind::Array:
    if (auto array = dyn_cast_or_null<ArrayAttr>(value)) {
      out.varint(array.size());
      for (Attribute element : array)
        tables.tagged(out, element, 1);
      return;
    }
    return wrong();
  case FieldKind::Hints:
    if (auto hints = dyn_cast_or_null<cuda_tile::OptimizationHintsAttr>(value))
      return tables.hints(out, hints);
    return wrong();
  }
}

void ModuleWriter::operands(ByteWriter &out, const OperationRow &row,
                            Operation *op, ArrayRef<int32_t> segments) {
  if (row.totalCount)
    out.varint(op->getNumOperands());
  auto next = op->operand_begin();
  if (segments.empty()) {
    for (Value operand : op->getOperands())
      out.varint(values.lookup(operand));
    return;
  }
  for (auto [group, size] : llvm::zip(row.operands, segments)) {
    if (group.kind == OperandKind::Variadic)
      out.varint(size);
    for (int32_t i = 0; i < size; ++i)
      out.varint(values.lookup(*next++));
  }
}

void ModuleWriter::regions(ByteWriter &out, Operation *op) {
  if (depth >= maxRegionDepth && tables.ok())
    tables.refuse() << "regions are nested more than " << maxRegionDepth
                    << " deep";
  if (!tables.ok())
    return;
  ++depth;
  out.varint(op->getNumRegions());
  for (Region &region : op->getRegions()) {
    out.varint(std::distance(region.begin(), region.end()));
    for (Block &block : region) {
      uint64_t outside = nextValue;
      out.varint(block.getNumArguments());
      for (BlockArgument argument : block.getArguments())
        out.varint(tables.type(argument.getType()));
      number(block.getArguments());
      out.varint(block.getOperations().size());
      for (Operation &inner : block)
        operation(out, &inner);
      nextValue = outside;
    }
  }
  --depth;
}

/// The format has attributes of operations only.
static void warnOfNotes(Operation *module) {
  Operation *first = nullptr;
  StringRef firstName;
  size_t count = 0;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (NamedAttribute note : op->getDiscardableAttrs()) {
      // The version has its place: the reader says it again.
      if (isa<cuda_tile::ModuleOp>(op) &&
          note.getName() == cuda_tile::versionAttrName)
        continue;
      if (count++ == 0) {
        first = op;
        firstName = note.getName();
      }
    }
  });
  if (!first)
    return;
  // At a location only: the operation is not printed with it.
  InFlightDiagnostic warning = mlir::emitWarning(first->getLoc());
  warning << "bytecode has no place for discardable attributes: '" << firstName
          << "' of '" << first->getName() << "' is left out";
  if (count > 1)
    warning << ", and " << count - 1 << " more";
}

/// What most readers know, or the newest where only that has all of it.
static unsigned chooseMinor(Operation *module) {
  constexpr unsigned usual = 3;
  ScopedDiagnosticHandler silent(module->getContext(),
                                 [](Diagnostic &) { return success(); });
  return failed(checkVersion(module, {usual})) &&
                 succeeded(checkVersion(module, {newestMinor}))
             ? newestMinor
             : usual;
}

static FailureOr<std::string> writeModule(Operation *module,
                                          BytecodeVersion version,
                                          const BugSet &bugs, bool isChecked) {
  auto program = dyn_cast<cuda_tile::ModuleOp>(module);
  if (auto outer = dyn_cast<ModuleOp>(module)) {
    auto inner = outer.getOps<cuda_tile::ModuleOp>();
    if (!inner.empty() && llvm::hasSingleElement(*outer.getBody()))
      program = *inner.begin();
  }
  if (!program)
    return module->emitError("bytecode holds exactly one cuda_tile module");
  if (version.minor == 0)
    version.minor = chooseMinor(module);
  if (version.minor < oldestMinor || version.minor > newestMinor)
    return module->emitError("unsupported version requested, range [13.1 - "
                             "13.4]");
  if (isChecked && failed(verify(program)))
    return failure();
  warnOfNotes(program);
  return ModuleWriter(version.minor, bugs).write(program);
}

FailureOr<std::string> tilefuzz::writeBytecode(Operation *module,
                                               BytecodeVersion version,
                                               const BugSet &bugs) {
  return writeModule(module, version, bugs, /*isChecked=*/true);
}

FailureOr<std::string>
tilefuzz::writeUnverifiedBytecode(Operation *module, BytecodeVersion version) {
  return writeModule(module, version, BugSet(), /*isChecked=*/false);
}
