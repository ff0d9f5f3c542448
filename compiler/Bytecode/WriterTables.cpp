//===- WriterTables.cpp - Tables of a file in the making ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/WriterTables.h"
#include "compiler/Bytecode/Format.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tilefuzz::bytecode;

InFlightDiagnostic WriterTables::refuse() {
  refused = true;
  return current->emitError();
}

uint64_t WriterTables::string(StringRef text) {
  auto [entry, isNew] = stringIndex.try_emplace(text.str(), stringIndex.size());
  if (isNew)
    stringList.push_back(entry->first);
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::optional<unsigned> scalarTag(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.isSignless()) {
      switch (integer.getWidth()) {
      case 1:
        return I1Tag;
      case 4:
        return I4Tag;
      case 8:
        return I8Tag;
      case 16:
        return I16Tag;
      case 32:
        return I32Tag;
      case 64:
        return I64Tag;
      }
    }
    return std::nullopt;
  }
  return llvm::TypeSwitch<Type, std::optional<unsigned>>(type)
      .Case([](Float16Type) { return F16Tag; })
      .Case([](BFloat16Type) { return BF16Tag; })
      .Case([](Float32Type) { return F32Tag; })
      .Case([](FloatTF32Type) { return TF32Tag; })
      .Case([](Float64Type) { return F64Tag; })
      .Case([](Float8E4M3FNType) { return F8E4M3FNTag; })
      .Case([](Float8E5M2Type) { return F8E5M2Tag; })
      .Case([](Float8E8M0FNUType) { return F8E8M0FNUTag; })
      .Case([](Float4E2M1FNType) { return F4E2M1FNTag; })
      .Case([](TokenType) { return TokenTag; })
      .Default([](Type) { return std::nullopt; });
}

static std::optional<unsigned> compoundTag(Type type) {
  return llvm::TypeSwitch<Type, std::optional<unsigned>>(type)
      .Case([](PointerType) { return PointerTag; })
      .Case([](TileType) { return TileTag; })
      .Case([](TensorViewType) { return TensorViewTag; })
      .Case([](PartitionViewType) { return PartitionViewTag; })
      .Case([](StridedViewType) { return StridedViewTag; })
      .Case([](GatherScatterViewType) { return GatherScatterViewTag; })
      .Case([](FunctionType) { return FunctionTag; })
      .Default([](Type) { return std::nullopt; });
}

std::optional<unsigned> tilefuzz::bytecode::getTypeTag(Type type) {
  std::optional<unsigned> tag = scalarTag(type);
  return tag ? tag : compoundTag(type);
}

void WriterTables::viewTail(ByteWriter &out, PaddingValueAttr padding) {
  if (padding)
    out.varint(*getEnumValue(EnumKind::Padding, padding));
}

uint64_t WriterTables::type(Type type) {
  auto known = typeIndex.find(type);
  if (known != typeIndex.end())
    return known->second;
  std::optional<unsigned> tag = getTypeTag(type);
  if (!tag || !ok()) {
    if (ok())
      refuse() << "unsupported type in bytecode writer: " << type;
    return 0;
  }
  if (typeTraits[*tag].since > minor) {
    refuse() << "type " << type << " requires bytecode version 13."
             << typeTraits[*tag].since << "+, targeting 13." << minor;
    return 0;
  }
  ByteWriter out;
  out.varint(*tag);
  // Calls of type() below append what this type refers to first.
  bool hasFlags = minor >= pointerFlagsSince;
  PtrKindAttr ptrAttr;
  if (auto pointer = dyn_cast<PointerType>(type))
    ptrAttr = pointer.getPtrAttr();
  else if (auto view = dyn_cast<TensorViewType>(type))
    ptrAttr = view.getPtrAttr();
  if (ptrAttr && !hasFlags) {
    refuse() << "the ptr_attr of type " << type
             << " requires bytecode version 13." << pointerFlagsSince
             << "+, targeting 13." << minor;
    return 0;
  }
  if (hasFlags && isa<PointerType, TensorViewType>(type))
    out.varint(bool(ptrAttr));
  if (auto pointer = dyn_cast<PointerType>(type)) {
    out.varint(this->type(pointer.getPointeeType()));
  } else if (auto tile = dyn_cast<TileType>(type)) {
    out.varint(this->type(tile.getElementType()));
    out.vector(tile.getShape());
  } else if (auto view = dyn_cast<TensorViewType>(type)) {
    out.varint(this->type(view.getElementType()));
    out.vector(view.getShape());
    out.vector(view.getStrides());
  } else if (auto view = dyn_cast<PartitionViewType>(type)) {
    uint64_t tensor = this->type(view.getTensorView());
    bool padded = static_cast<bool>(view.getPadding());
    if (minor >= 3)
      out.varint(padded);
    out.vector(view.getTileShape());
    out.varint(tensor);
    out.vector(view.getDimMap());
    if (minor < 3)
      out.u8(padded);
    viewTail(out, view.getPadding());
  } else if (auto view = dyn_cast<StridedViewType>(type)) {
    uint64_t tensor = this->type(view.getTensorView());
    out.varint(static_cast<bool>(view.getPadding()));
    out.vector(view.getTileShape());
    out.vector(view.getTraversalStrides());
    out.varint(tensor);
    out.vector(view.getDimMap());
    viewTail(out, view.getPadding());
  } else if (auto view = dyn_cast<GatherScatterViewType>(type)) {
    uint64_t tensor = this->type(view.getTensorView());
    out.varint(static_cast<bool>(view.getPadding()));
    out.vector(view.getTileShape());
    out.varint(tensor);
    out.varint(view.getSparseDim());
    viewTail(out, view.getPadding());
  } else if (auto function = dyn_cast<FunctionType>(type)) {
    for (TypeRange list :
         {TypeRange(function.getInputs()), TypeRange(function.getResults())}) {
      out.varint(list.size());
      for (Type element : list) {
        if (isa<FunctionType>(element) && ok())
          refuse() << "unsupported type in bytecode writer: " << type;
        if (!ok())
          return 0;
        out.varint(this->type(element));
      }
    }
  }
  if (ptrAttr)
    out.varint(uint64_t(ptrAttr.getValue()));
  uint64_t index = typeEntries.size();
  typeIndex[type] = index;
  typeEntries.push_back(std::move(out.bytes));
  return index;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

void WriterTables::dictionary(ByteWriter &out, DictionaryAttr attribute,
                              unsigned depth) {
  // Entries of a DictionaryAttr are sorted by name.
  out.varint(attribute.size());
  for (NamedAttribute entry : attribute) {
    if (entry.getName().empty() && ok())
      refuse() << "empty keys cannot be encoded in bytecode";
    out.varint(string(entry.getName()));
    tagged(out, entry.getValue(), depth + 1);
  }
}

void WriterTables::tagged(ByteWriter &out, Attribute attribute,
                          unsigned depth) {
  if (!ok())
    return;
  if (depth > maxAttributeDepth) {
    refuse() << "attributes are nested more than " << maxAttributeDepth
             << " deep";
    return;
  }
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    out.u8(IntegerAttrTag);
    out.varint(type(integer.getType()));
    if (!ok())
      return;
    uint64_t value = integer.getValue().getZExtValue();
    integer.getType().isInteger(1) ? out.u8(value) : out.varint(value);
  } else if (auto number = dyn_cast<FloatAttr>(attribute)) {
    out.u8(FloatAttrTag);
    out.varint(type(number.getType()));
    if (!ok())
      return;
    APInt bits = number.getValue().bitcastToAPInt();
    if (bits.getBitWidth() <= 8)
      out.u8(bits.getZExtValue());
    else
      out.svarint(static_cast<int64_t>(bits.getZExtValue()));
  } else if (auto inner = dyn_cast<TypeAttr>(attribute)) {
    out.u8(TypeAttrTag);
    out.varint(type(inner.getValue()));
  } else if (auto text = dyn_cast<StringAttr>(attribute)) {
    out.u8(StringAttrTag);
    out.varint(string(text));
  } else if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    out.u8(ArrayAttrTag);
    out.varint(array.size());
    for (Attribute element : array) {
      if (!isa<IntegerAttr, FloatAttr, StringAttr>(element) && ok())
        refuse() << "unsupported attribute type in an array: " << element;
      tagged(out, element, depth + 1);
    }
  } else if (auto divBy = dyn_cast<DivByAttr>(attribute)) {
    out.u8(DivByAttrTag);
    out.varint(divBy.getDivisor());
    out.u8((divBy.getEvery() ? 1 : 0) | (divBy.getAlong() ? 2 : 0));
    if (divBy.getEvery())
      out.svarint(*divBy.getEvery());
    if (divBy.getAlong())
      out.svarint(*divBy.getAlong());
  } else if (auto same = dyn_cast<SameElementsAttr>(attribute)) {
    out.u8(SameElementsAttrTag);
    out.vector(same.getValues());
  } else if (auto bounded = dyn_cast<BoundedAttr>(attribute)) {
    out.u8(BoundedAttrTag);
    out.u8((bounded.getLb() ? 1 : 0) | (bounded.getUb() ? 2 : 0));
    if (bounded.getLb())
      out.svarint(*bounded.getLb());
    if (bounded.getUb())
      out.svarint(*bounded.getUb());
  } else if (auto entries = dyn_cast<DictionaryAttr>(attribute)) {
    out.u8(DictionaryAttrTag);
    dictionary(out, entries, depth);
  } else if (auto hints = dyn_cast<OptimizationHintsAttr>(attribute)) {
    out.u8(OptimizationHintsAttrTag);
    this->hints(out, hints, depth);
  } else {
    refuse() << "unsupported attribute type: " << attribute;
  }
}

/// Bytecode, 11: readers of 13.1 and 13.2 refuse hints for any target. They
/// mean nothing to what a program computes.
void WriterTables::hints(ByteWriter &out, OptimizationHintsAttr hints,
                         unsigned depth) {
  NamedAttrList kept(hints.getHints());
  if (minor < defaultHintsSince)
    if (auto lost = dyn_cast_or_null<DictionaryAttr>(kept.erase("default")))
      if (!lost.empty())
        mlir::emitWarning(current->getLoc())
            << "bytecode 13." << minor
            << " has no hints for 'default': they are left out";
  dictionary(out, kept.getDictionary(hints.getContext()), depth);
}

uint64_t WriterTables::constant(Attribute value) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(value);
  if (!dense || !isa<TileType>(dense.getType())) {
    if (ok())
      refuse() << "only dense constants of tile type can be encoded";
    return 0;
  }
  ArrayRef<char> raw = dense.getRawData();
  std::vector<uint8_t> bytes(raw.begin(), raw.end());
  int64_t count = dense.getNumElements();
  // Equal elements are one element; true is a byte of ones.
  if (dense.getElementType().isInteger(1)) {
    auto bit = [&](int64_t i) { return bytes[i / 8] >> (i % 8) & 1; };
    bool equal = true;
    for (int64_t i = 1; !dense.isSplat() && equal && i < count; ++i)
      equal = bit(i) == bit(0);
    if (equal)
      bytes = {static_cast<uint8_t>(bit(0) ? 0xFF : 0)};
    else
      mlir::emitWarning(current->getLoc())
          << "readers built on an LLVM newer than 22 take the packed bits of "
             "this i1 constant for bytes; equal elements, or a comparison, "
             "mean the same everywhere";
  } else {
    size_t size = (dense.getElementType().getIntOrFloatBitWidth() + 7) / 8;
    bool equal = true;
    for (size_t i = size; i < bytes.size() && equal; ++i)
      equal = bytes[i] == bytes[i - size];
    if (equal)
      bytes.resize(size);
  }
  auto [entry, isNew] = constants.try_emplace(
      {dense.getType().getAsOpaquePointer(), std::move(bytes)},
      constants.size());
  if (isNew)
    constantEntries.push_back(entry->first.second);
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Debug information
//===----------------------------------------------------------------------===//

uint64_t WriterTables::location(Location location) {
  if (isa<UnknownLoc, FileLineColRange>(location))
    return 0;
  if (!isa<DILocAttr, CallSiteLoc>(location)) {
    if (ok())
      refuse() << "unsupported location, got " << location
               << ", expected DILocAttr or CallSiteLoc";
    return 0;
  }
  return debug(LocationAttr(location));
}

uint64_t WriterTables::debug(Attribute attribute) {
  auto known = debugIndex.find(attribute);
  if (known != debugIndex.end())
    return known->second;
  // What an attribute refers to stands before it.
  llvm::TypeSwitch<Attribute>(attribute)
      .Case([&](DICompileUnitAttr unit) { debug(unit.getFile()); })
      .Case([&](DILexicalBlockAttr block) {
        debug(block.getScope());
        debug(block.getFile());
      })
      .Case([&](DILocAttr loc) { debug(loc.getScope()); })
      .Case([&](DISubprogramAttr subprogram) {
        debug(subprogram.getFile());
        debug(subprogram.getCompileUnit());
      })
      .Case([&](CallSiteLoc site) {
        location(site.getCallee());
        location(site.getCaller());
      });
  debugList.push_back(attribute);
  return debugIndex[attribute] = debugList.size();
}

void WriterTables::debugEntry(ByteWriter &out, Attribute attribute) {
  llvm::TypeSwitch<Attribute>(attribute)
      .Case([&](DICompileUnitAttr unit) {
        out.u8(CompileUnitTag);
        out.varint(debug(unit.getFile()));
      })
      .Case([&](DIFileAttr file) {
        out.u8(FileTag);
        out.varint(string(file.getName()));
        out.varint(string(file.getDirectory()));
      })
      .Case([&](DILexicalBlockAttr block) {
        out.u8(LexicalBlockTag);
        out.varint(debug(block.getScope()));
        out.varint(debug(block.getFile()));
        out.varint(block.getLine());
        out.varint(block.getColumn());
      })
      .Case([&](DILocAttr loc) {
        FileLineColLoc source = loc.getSourceLoc();
        out.u8(LocTag);
        out.varint(debug(loc.getScope()));
        out.varint(string(source.getFilename()));
        out.varint(source.getLine());
        out.varint(source.getColumn());
      })
      .Case([&](DISubprogramAttr subprogram) {
        out.u8(SubprogramTag);
        out.varint(debug(subprogram.getFile()));
        out.varint(subprogram.getLine());
        out.varint(string(subprogram.getName()));
        out.varint(string(subprogram.getLinkageName()));
        out.varint(debug(subprogram.getCompileUnit()));
        out.varint(subprogram.getScopeLine());
      })
      .Case([&](CallSiteLoc site) {
        out.u8(CallSiteTag);
        out.varint(location(site.getCallee()));
        out.varint(location(site.getCaller()));
      });
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// Count, padding, offsets, entries.
static void appendTable(ByteWriter &out, ArrayRef<std::vector<uint8_t>> entries,
                        unsigned offsetSize) {
  out.varint(entries.size());
  out.pad(offsetSize);
  uint64_t offset = 0;
  for (const std::vector<uint8_t> &entry : entries) {
    out.fixed(offset, offsetSize);
    offset += entry.size();
  }
  for (const std::vector<uint8_t> &entry : entries)
    out.append(entry);
}

static std::vector<uint8_t> makeTable(ArrayRef<std::vector<uint8_t>> entries,
                                      unsigned offsetSize) {
  ByteWriter out;
  appendTable(out, entries, offsetSize);
  return std::move(out.bytes);
}

std::vector<uint8_t> WriterTables::stringSection() const {
  std::vector<std::vector<uint8_t>> entries;
  for (StringRef text : stringList)
    entries.emplace_back(text.begin(), text.end());
  return makeTable(entries, 4);
}

std::vector<uint8_t> WriterTables::typeSection() const {
  return makeTable(typeEntries, 4);
}

std::vector<uint8_t> WriterTables::constantSection() const {
  std::vector<std::vector<uint8_t>> entries;
  for (const std::vector<uint8_t> &data : constantEntries) {
    ByteWriter entry;
    entry.varint(data.size());
    entry.append(data);
    entries.push_back(std::move(entry.bytes));
  }
  return makeTable(entries, 8);
}

std::vector<uint8_t>
WriterTables::debugSection(ArrayRef<std::vector<uint64_t>> functions) {
  ByteWriter out;
  out.varint(functions.size());
  out.pad(4);
  uint64_t total = 0;
  for (const std::vector<uint64_t> &function : functions) {
    out.fixed(total, 4);
    total += function.size();
  }
  out.varint(total);
  out.pad(8);
  for (const std::vector<uint64_t> &function : functions)
    for (uint64_t index : function)
      out.fixed(index, 8);
  std::vector<std::vector<uint8_t>> entries;
  for (size_t i = 0; i < debugList.size(); ++i) {
    ByteWriter entry;
    debugEntry(entry, debugList[i]);
    entries.push_back(std::move(entry.bytes));
  }
  appendTable(out, entries, 4);
  return std::move(out.bytes);
}
