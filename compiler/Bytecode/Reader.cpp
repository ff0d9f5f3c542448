//===- Reader.cpp - Tile IR bytecode becomes a module ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Builder.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Bytecode/Format.h"
#include "compiler/CudaTile/ModuleVersion.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Format.h"
#include <numeric>

using namespace mlir;
using namespace tilefuzz;
using namespace tilefuzz::bytecode;
using llvm::Twine;

namespace {
class ModuleBuilder {
public:
  ModuleBuilder(const DecodedFile &file, Report &report, StringRef fileName,
                MLIRContext *context)
      : file(file), report(report), tables(file, report, context),
        context(context), fileName(StringAttr::get(context, fileName)) {}

  OwningOpRef<ModuleOp> run();

private:
  void global(const DecodedGlobal &global, Block *into);
  void function(const DecodedFunction &function, Block *into);
  /// Appends the operations of a decoded block.
  void operations(const DecodedBlock &decoded, Block *into);
  Operation *operation(const DecodedOperation &decoded, Block *into);
  void regions(const DecodedOperation &decoded, Operation *op);
  /// Creates an operation whose attributes, all inherent, are `attributes`.
  Operation *create(StringRef mnemonic, size_t offset, TypeRange results,
                    ValueRange operands, unsigned numRegions,
                    const NamedAttrList &attributes, Block *into);
  /// Verifies; an error stands at the byte of the operation it is about.
  void verifyModule(ModuleOp module);
  void setLocations();
  /// Says in the module that it is of an older version, where one of its
  /// operations means something else, or nothing, in the newest.
  void noteVersion(Operation *module);

  /// While a module is built, locations are offsets in the file.
  Location at(size_t offset) {
    return FileLineColLoc::get(fileName, offset, 0);
  }

  const DecodedFile &file;
  Report &report;
  TableBuilder tables;
  MLIRContext *context;
  StringAttr fileName;
  SmallVector<Value> values;
  /// Where the next location of the current function stands.
  std::optional<size_t> nextLocation;
  struct Placed {
    Operation *op;
    LocationAttr location;
    size_t offset;
  };
  std::vector<Placed> placed;
};
} // namespace

Operation *ModuleBuilder::create(StringRef mnemonic, size_t offset,
                                 TypeRange results, ValueRange operands,
                                 unsigned numRegions,
                                 const NamedAttrList &attributes, Block *into) {
  OperationName name(("cuda_tile." + mnemonic).str(), context);
  if (!name.isRegistered()) {
    report.fail(offset, "operation '" + name.getStringRef() +
                            "' is not part of the dialect");
    return nullptr;
  }
  OperationState state(at(offset), name, operands, results, {});
  for (unsigned i = 0; i < numRegions; ++i)
    state.addRegion();
  Operation *op = Operation::create(state);
  into->push_back(op);
  if (!attributes.empty()) {
    auto error = [&] { return emitError(op->getLoc()); };
    if (failed(op->setPropertiesFromAttribute(attributes.getDictionary(context),
                                              error)))
      report.fail(offset, "invalid attributes");
    for (NamedAttribute attribute : attributes)
      if (!op->getInherentAttr(attribute.getName()))
        report.fail(offset, "operation '" + name.getStringRef() +
                                "' has no attribute '" +
                                attribute.getName().strref() + "'");
  }
  LocationAttr location = UnknownLoc::get(context);
  if (nextLocation)
    location = tables.location(file.debugIndices[(*nextLocation)++], offset);
  placed.push_back({op, location, offset});
  return tables.ok() ? op : nullptr;
}

OwningOpRef<ModuleOp> ModuleBuilder::run() {
  // An invalid operation, printed with each message, may be anything.
  bool printed = context->shouldPrintOpOnDiagnostic();
  context->printOpOnDiagnostic(false);
  llvm::scope_exit restore([&] { context->printOpOnDiagnostic(printed); });
  ScopedDiagnosticHandler capture(context, [&](Diagnostic &diagnostic) {
    size_t offset = 0;
    if (auto location = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
      offset = location.getLine();
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      report.fail(offset, diagnostic.str());
    else
      report.warn(offset, diagnostic.str());
    return success();
  });
  OwningOpRef<ModuleOp> module = ModuleOp::create(at(0));
  NamedAttrList attributes;
  attributes.set("sym_name", StringAttr::get(context, "kernels"));
  if (file.producer && !file.strings[*file.producer].empty())
    attributes.set("producer", tables.string(*file.producer));
  Operation *outer =
      create("module", 0, {}, {}, 1, attributes, module->getBody());
  if (!outer)
    return {};
  Block *body = &outer->getRegion(0).emplaceBlock();
  for (const DecodedGlobal &decoded : file.globals) {
    if (!tables.ok())
      return {};
    global(decoded, body);
  }
  for (const DecodedFunction &decoded : file.functions) {
    if (!tables.ok())
      return {};
    function(decoded, body);
  }
  // Types that nothing refers to must be types all the same.
  for (size_t i = 0; i < file.types.size() && tables.ok(); ++i)
    tables.type(i);
  noteVersion(outer);
  if (tables.ok())
    verifyModule(*module);
  if (!tables.ok())
    return {};
  return module;
}

void ModuleBuilder::global(const DecodedGlobal &global, Block *into) {
  Builder b(context);
  NamedAttrList attributes;
  attributes.set("sym_name", tables.string(global.name));
  Type type = tables.type(global.type);
  Attribute value =
      type ? tables.constant(global.value, type, global.offset) : Attribute();
  if (!value)
    return;
  attributes.set("value", value);
  attributes.set("alignment",
                 IntegerAttr::get(b.getI64Type(), APInt(64, global.alignment)));
  attributes.set(
      "symbol_visibility",
      makeEnumAttr(context, EnumKind::Visibility, global.visibility));
  if (global.constant)
    attributes.set("constant", b.getUnitAttr());
  create("global", global.offset, {}, {}, 0, attributes, into);
}

void ModuleBuilder::function(const DecodedFunction &function, Block *into) {
  NamedAttrList attributes;
  attributes.set("sym_name", tables.string(function.name));
  auto type = dyn_cast_or_null<FunctionType>(tables.type(function.signature));
  if (!type)
    return;
  attributes.set("function_type", TypeAttr::get(type));
  if (function.hints) {
    Attribute hints = tables.attribute(*function.hints);
    if (!hints)
      return;
    attributes.set("optimization_hints", hints);
  }
  if (function.debugIndex)
    nextLocation = file.debugStarts[function.debugIndex - 1];
  if (Operation *entry =
          create("entry", function.offset, {}, {}, 1, attributes, into)) {
    Block *body = &entry->getRegion(0).emplaceBlock();
    SmallVector<Location> locations(type.getNumInputs(), at(function.offset));
    body->addArguments(type.getInputs(), locations);
    values.assign(body->args_begin(), body->args_end());
    operations(function.body, body);
  }
  nextLocation.reset();
}

void ModuleBuilder::operations(const DecodedBlock &decoded, Block *into) {
  for (const DecodedOperation &op : decoded.operations) {
    Operation *made = operation(op, into);
    if (!made)
      return;
    // Verifiers look for terminators before the block itself is verified.
    bool last = &op == &decoded.operations.back();
    if (made->hasTrait<OpTrait::IsTerminator>() != last)
      return report.fail(op.offset,
                         last ? "the last operation of a block, '" +
                                    made->getName().getStringRef() +
                                    "', is not a terminator"
                              : "'" + made->getName().getStringRef() +
                                    "' must be the last operation of its "
                                    "block");
  }
}

Operation *ModuleBuilder::operation(const DecodedOperation &decoded,
                                    Block *into) {
  const OperationRow &row = *decoded.row;
  SmallVector<Type> results;
  for (uint32_t index : decoded.resultTypes) {
    results.push_back(tables.type(index));
    if (!tables.ok())
      return nullptr;
  }
  size_t numbered = results.size();
  // The result that files of an older version do not store.
  if (row.resultsSince > file.minor)
    results.push_back(cuda_tile::TokenType::get(context));
  NamedAttrList attributes;
  for (size_t i = 0; i < row.attributes.size(); ++i) {
    if (!decoded.fields[i].present)
      continue;
    Attribute made =
        tables.field(row.attributes[i], decoded.fields[i],
                     results.empty() ? Type() : results[0], decoded.offset);
    if (!made || !tables.ok())
      return nullptr;
    // All false says nothing: it is read as the text is.
    if (auto promises = dyn_cast<DenseBoolArrayAttr>(made);
        promises && !llvm::is_contained(promises.asArrayRef(), true) &&
        llvm::is_contained(decoded.segments, int32_t(promises.size())))
      continue;
    attributes.set(row.attributes[i].name, made);
  }
  if (row.hasSegments())
    attributes.set("operandSegmentSizes",
                   DenseI32ArrayAttr::get(context, decoded.segments));
  SmallVector<Value> operands;
  for (uint64_t index : decoded.operands)
    operands.push_back(values[index]);
  Operation *op = create(row.mnemonic, decoded.offset, results, operands,
                         row.numRegions, attributes, into);
  if (!op)
    return nullptr;
  regions(decoded, op);
  if (!tables.ok())
    return nullptr;
  llvm::append_range(values, op->getResults().take_front(numbered));
  return op;
}

void ModuleBuilder::regions(const DecodedOperation &decoded, Operation *op) {
  for (auto [region, blocks] : llvm::zip(op->getRegions(), decoded.regions)) {
    for (const DecodedBlock &block : blocks) {
      Block *made = &region.emplaceBlock();
      for (uint32_t index : block.argumentTypes) {
        Type type = tables.type(index);
        if (!type)
          return;
        made->addArgument(type, at(block.offset));
      }
      size_t outside = values.size();
      llvm::append_range(values, made->getArguments());
      operations(block, made);
      if (!tables.ok())
        return;
      values.truncate(outside);
    }
  }
}

void ModuleBuilder::noteVersion(Operation *module) {
  if (file.minor >= scaleRoundingSince)
    return;
  bool hasScale = llvm::any_of(placed, [](const Placed &entry) {
    auto convert = dyn_cast<cuda_tile::FToFOp>(entry.op);
    auto type =
        convert ? dyn_cast<cuda_tile::TileType>(convert->getResult(0).getType())
                : cuda_tile::TileType();
    return type && isa<Float8E8M0FNUType>(type.getElementType());
  });
  if (hasScale)
    module->setDiscardableAttr(
        cuda_tile::versionAttrName,
        StringAttr::get(context, cuda_tile::versionOfNearestScales));
}

void ModuleBuilder::setLocations() {
  for (const Placed &entry : placed) {
    entry.op->setLoc(entry.location);
    for (Region &region : entry.op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(entry.location);
  }
}

void ModuleBuilder::verifyModule(ModuleOp module) {
  if (failed(mlir::verify(module)))
    return report.fail(0, "the module is invalid");
  for (const Placed &entry : placed)
    if (StringRef what = cuda_tile::getNewRule(entry.op);
        !what.empty() && file.minor < newRulesSince)
      return report.fail(entry.offset, what + " requires bytecode version 13." +
                                           Twine(newRulesSince) +
                                           "+, file version is 13." +
                                           Twine(file.minor));
  setLocations();
  module->setLoc(UnknownLoc::get(context));
  bool any = llvm::any_of(placed, [](const Placed &entry) {
    return !isa<UnknownLoc>(entry.location);
  });
  if (!any)
    return;
  // Once more for the rules about locations themselves.
  llvm::DenseMap<Attribute, size_t> offsets;
  for (const Placed &entry : placed)
    offsets.try_emplace(entry.location, entry.offset);
  ScopedDiagnosticHandler capture(context, [&](Diagnostic &diagnostic) {
    Attribute location = LocationAttr(diagnostic.getLocation());
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      report.fail(offsets.lookup(location), diagnostic.str());
    return success();
  });
  if (failed(mlir::verify(module)))
    report.fail(0, "the module is invalid");
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

std::optional<BytecodeVersion> BytecodeVersion::parse(StringRef text) {
  for (unsigned minor = oldestMinor; minor <= newestMinor; ++minor)
    if (text == "13." + std::to_string(minor))
      return BytecodeVersion{minor};
  return std::nullopt;
}

bool tilefuzz::isBytecode(StringRef bytes) {
  return bytes.starts_with(
      StringRef(reinterpret_cast<const char *>(magic), sizeof(magic)));
}

static std::string render(StringRef fileName, const char *kind,
                          const Report::Message &message) {
  return (fileName + ": byte " + Twine(message.offset) + ": " + kind + ": " +
          message.text)
      .str();
}

static ArrayRef<uint8_t> asBytes(StringRef text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

llvm::Expected<OwningOpRef<ModuleOp>>
tilefuzz::readBytecode(StringRef bytes, StringRef fileName,
                       MLIRContext &context,
                       std::vector<std::string> *warnings) {
  Report report;
  context.getOrLoadDialect<cuda_tile::CudaTileDialect>();
  DecodedFile file = decodeFile(asBytes(bytes), report);
  OwningOpRef<ModuleOp> module;
  if (!report.error)
    module = ModuleBuilder(file, report, fileName, &context).run();
  if (warnings)
    for (const Report::Message &message : report.warnings)
      warnings->push_back(render(fileName, "warning", message));
  if (report.error)
    return llvm::createStringError(render(fileName, "error", *report.error));
  return module;
}

llvm::Error tilefuzz::dumpBytecode(StringRef bytes, StringRef fileName,
                                   llvm::raw_ostream &os) {
  Report report;
  std::vector<Note> notes;
  report.notes = &notes;
  decodeFile(asBytes(bytes), report);
  // Decoding follows references, listings follow the file.
  std::vector<size_t> order(notes.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::make_pair(notes[a].offset, a) <
           std::make_pair(notes[b].offset, b);
  });
  constexpr size_t perLine = 9;
  for (size_t index : order) {
    const Note &note = notes[index];
    for (size_t done = 0; done == 0 || done < note.size; done += perLine) {
      os << llvm::format_hex_no_prefix(note.offset + done, 4) << "  ";
      size_t end = std::min(note.size, done + perLine);
      for (size_t i = done; i < end; ++i)
        os << llvm::format_hex_no_prefix(uint8_t(bytes[note.offset + i]), 2)
           << ' ';
      os.indent(28 - 3 * (end - done)) << '|';
      if (done == 0)
        os << ' ' << note.text;
      os << '\n';
    }
  }
  if (report.error)
    return llvm::createStringError(render(fileName, "error", *report.error));
  return llvm::Error::success();
}

OwningOpRef<ModuleOp> tilefuzz::parseModuleFile(const llvm::SourceMgr &sources,
                                                MLIRContext &context,
                                                bool isVerified) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  if (!isBytecode(buffer->getBuffer()))
    return parseSourceFile<ModuleOp>(sources,
                                     ParserConfig(&context, isVerified));
  std::vector<std::string> warnings;
  llvm::Expected<OwningOpRef<ModuleOp>> module = readBytecode(
      buffer->getBuffer(), buffer->getBufferIdentifier(), context, &warnings);
  for (const std::string &warning : warnings)
    llvm::errs() << warning << '\n';
  if (module)
    return std::move(*module);
  llvm::errs() << llvm::toString(module.takeError()) << '\n';
  return {};
}
