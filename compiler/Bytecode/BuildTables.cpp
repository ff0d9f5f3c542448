//===- BuildTables.cpp - Types, attributes and locations ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Builder.h"
#include "compiler/Bytecode/Format.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tilefuzz::bytecode;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

Attribute tilefuzz::bytecode::makeEnumAttr(MLIRContext *context, EnumKind kind,
                                           unsigned value) {
  switch (kind) {
  case EnumKind::Signedness:
    return SignednessAttr::get(context, Signedness(value));
  case EnumKind::Overflow:
    return OverflowAttr::get(context, Overflow(value));
  case EnumKind::Rounding:
    return RoundingAttr::get(context, Rounding(value));
  case EnumKind::Predicate:
    return ComparisonPredicateAttr::get(context, ComparisonPredicate(value));
  case EnumKind::Ordering:
    return ComparisonOrderingAttr::get(context, ComparisonOrdering(value));
  case EnumKind::Padding:
    return PaddingValueAttr::get(context, PaddingValue(value));
  case EnumKind::Visibility:
    return SymbolVisibilityAttr::get(context, SymbolVisibility(value));
  case EnumKind::AtomicMode:
  case EnumKind::MemoryOrdering:
  case EnumKind::MemoryScope:
    return Builder(context).getI32IntegerAttr(value);
  }
  return {};
}

template <typename Attr>
static std::optional<uint64_t> valueOf(Attribute attribute) {
  if (auto typed = dyn_cast_or_null<Attr>(attribute))
    return static_cast<uint64_t>(typed.getValue());
  return std::nullopt;
}

std::optional<uint64_t> tilefuzz::bytecode::getEnumValue(EnumKind kind,
                                                         Attribute attribute) {
  switch (kind) {
  case EnumKind::Signedness:
    return valueOf<SignednessAttr>(attribute);
  case EnumKind::Overflow:
    return valueOf<OverflowAttr>(attribute);
  case EnumKind::Rounding:
    return valueOf<RoundingAttr>(attribute);
  case EnumKind::Predicate:
    return valueOf<ComparisonPredicateAttr>(attribute);
  case EnumKind::Ordering:
    return valueOf<ComparisonOrderingAttr>(attribute);
  case EnumKind::Padding:
    return valueOf<PaddingValueAttr>(attribute);
  case EnumKind::Visibility:
    return valueOf<SymbolVisibilityAttr>(attribute);
  case EnumKind::AtomicMode:
  case EnumKind::MemoryOrdering:
  case EnumKind::MemoryScope:
    if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute))
      return integer.getValue().getZExtValue();
    return std::nullopt;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TableBuilder::TableBuilder(const DecodedFile &file, Report &report,
                           MLIRContext *context)
    : file(file), report(report), context(context), types(file.types.size()),
      debugAttributes(file.debugAttributes.size()) {}

StringAttr TableBuilder::string(uint64_t index) {
  return StringAttr::get(context, file.strings[index]);
}

Type TableBuilder::type(uint64_t index) {
  Slot<Type> &slot = types[index];
  if (slot.value || !ok())
    return slot.value;
  const DecodedType &decoded = file.types[index];
  if (slot.open) {
    report.fail(decoded.offset, "a type contains itself");
    return {};
  }
  slot.open = true;
  ++depth;
  // Functions hold views hold tensor views hold elements; more is no type.
  if (depth > 8)
    report.fail(decoded.offset, "types are nested too deep");
  else
    slot.value = makeType(decoded);
  --depth;
  slot.open = false;
  if (!slot.value)
    report.fail(decoded.offset, "invalid type");
  return slot.value;
}

static std::vector<int32_t> narrow(ArrayRef<int64_t> values) {
  return std::vector<int32_t>(values.begin(), values.end());
}

Type TableBuilder::makeType(const DecodedType &type) {
  Builder b(context);
  ScopedDiagnosticHandler capture(context, [&](Diagnostic &diagnostic) {
    report.fail(type.offset, diagnostic.str());
    return success();
  });
  auto error = [&] { return emitError(b.getUnknownLoc()); };
  switch (type.tag) {
  case I1Tag:
    return b.getI1Type();
  case I4Tag:
    return b.getIntegerType(4);
  case I8Tag:
    return b.getI8Type();
  case I16Tag:
    return b.getI16Type();
  case I32Tag:
    return b.getI32Type();
  case I64Tag:
    return b.getI64Type();
  case F16Tag:
    return b.getF16Type();
  case BF16Tag:
    return b.getBF16Type();
  case F32Tag:
    return b.getF32Type();
  case TF32Tag:
    return FloatTF32Type::get(context);
  case F64Tag:
    return b.getF64Type();
  case F8E4M3FNTag:
    return Float8E4M3FNType::get(context);
  case F8E5M2Tag:
    return Float8E5M2Type::get(context);
  case F8E8M0FNUTag:
    return Float8E8M0FNUType::get(context);
  case F4E2M1FNTag:
    return Float4E2M1FNType::get(context);
  case TokenTag:
    return TokenType::get(context);
  default:
    break;
  }
  if (type.tag == FunctionTag) {
    SmallVector<Type> inputs, results;
    auto add = [&](ArrayRef<uint64_t> indices, SmallVector<Type> &list) {
      for (uint64_t index : indices) {
        // Nested function types would grow without bound when printed.
        if (file.types[index].tag == FunctionTag)
          return report.fail(type.offset, "a function type cannot take or "
                                          "return functions");
        list.push_back(this->type(index));
        if (!ok())
          return;
      }
    };
    add(type.inputs, inputs);
    add(type.results, results);
    return ok() ? b.getFunctionType(inputs, results) : Type();
  }
  Type base = this->type(type.base);
  if (!base)
    return {};
  PtrKindAttr ptrAttr;
  if (type.hasPtrAttr)
    ptrAttr = PtrKindAttr::get(context, PtrKind::None);
  if (type.tag == PointerTag)
    return PointerType::getChecked(error, context, base, ptrAttr);
  if (type.tag == TileTag)
    return TileType::getChecked(error, context, ArrayRef<int64_t>(type.shape),
                                base);
  if (type.tag == TensorViewTag)
    return TensorViewType::getChecked(error, context, base,
                                      ArrayRef<int64_t>(type.shape),
                                      ArrayRef<int64_t>(type.strides), ptrAttr);
  auto tensor = dyn_cast<TensorViewType>(base);
  if (!tensor) {
    report.fail(type.offset, "the view's operand is not a tensor_view");
    return {};
  }
  PaddingValueAttr padding;
  if (type.padding)
    padding = PaddingValueAttr::get(context, PaddingValue(*type.padding));
  std::vector<int32_t> shape = narrow(type.shape), map = narrow(type.dimMap),
                       strides = narrow(type.strides);
  if (type.tag == PartitionViewTag)
    return PartitionViewType::getChecked(error, context,
                                         ArrayRef<int32_t>(shape), tensor,
                                         ArrayRef<int32_t>(map), padding);
  if (type.tag == StridedViewTag)
    return StridedViewType::getChecked(error, context, ArrayRef<int32_t>(shape),
                                       ArrayRef<int32_t>(strides), tensor,
                                       ArrayRef<int32_t>(map), padding);
  return GatherScatterViewType::getChecked(
      error, context, ArrayRef<int32_t>(shape), tensor,
      static_cast<uint32_t>(type.sparseDim), padding);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute TableBuilder::attribute(const DecodedAttribute &decoded) {
  Builder b(context);
  auto elements = [&] {
    SmallVector<Attribute> list;
    for (const DecodedAttribute &element : decoded.elements) {
      if (Attribute made = attribute(element))
        list.push_back(made);
      else
        return SmallVector<Attribute>();
    }
    return list;
  };
  switch (decoded.tag) {
  case IntegerAttrTag: {
    Type made = type(decoded.type);
    if (!made)
      return {};
    return IntegerAttr::get(made,
                            APInt(made.getIntOrFloatBitWidth(), decoded.value));
  }
  case FloatAttrTag: {
    auto made = dyn_cast_or_null<FloatType>(type(decoded.type));
    if (!made)
      return {};
    return FloatAttr::get(made, APFloat(made.getFloatSemantics(),
                                        APInt(made.getWidth(), decoded.value)));
  }
  case BoolAttrTag:
    return b.getBoolAttr(decoded.value);
  case TypeAttrTag:
    if (Type made = type(decoded.type))
      return TypeAttr::get(made);
    return {};
  case StringAttrTag:
    return string(decoded.value);
  case ArrayAttrTag: {
    SmallVector<Attribute> list = elements();
    return ok() ? b.getArrayAttr(list) : Attribute();
  }
  case DivByAttrTag:
    return DivByAttr::get(context, decoded.value, decoded.first,
                          decoded.second);
  case SameElementsAttrTag:
    return SameElementsAttr::get(context, decoded.values);
  case BoundedAttrTag:
    return BoundedAttr::get(context, decoded.first, decoded.second);
  case DictionaryAttrTag:
  case OptimizationHintsAttrTag: {
    SmallVector<Attribute> list = elements();
    if (!ok())
      return {};
    SmallVector<NamedAttribute> entries;
    for (size_t i = 0; i < list.size(); ++i)
      entries.emplace_back(string(decoded.keys[i]), list[i]);
    DictionaryAttr dictionary = b.getDictionaryAttr(entries);
    if (decoded.tag == OptimizationHintsAttrTag)
      return OptimizationHintsAttr::get(context, dictionary);
    return dictionary;
  }
  default:
    report.fail(decoded.offset, "attribute cannot be used here");
    return {};
  }
}

Attribute TableBuilder::field(const AttributeField &field,
                              const DecodedField &value, Type resultType,
                              size_t offset) {
  Builder b(context);
  switch (field.kind) {
  case FieldKind::Unit:
    return b.getUnitAttr();
  case FieldKind::Enum:
    return makeEnumAttr(context, field.enumKind, value.value);
  case FieldKind::U64:
    return IntegerAttr::get(b.getI64Type(), APInt(64, value.value));
  case FieldKind::U32:
    return IntegerAttr::get(b.getI32Type(), APInt(32, value.value));
  case FieldKind::Bool8:
    return b.getBoolAttr(value.value);
  case FieldKind::String:
    return string(value.value);
  case FieldKind::Symbol:
    return FlatSymbolRefAttr::get(string(value.value));
  case FieldKind::I32Vector:
    return b.getDenseI32ArrayAttr(narrow(value.values));
  case FieldKind::Promises: {
    SmallVector<bool> promises(value.values.begin(), value.values.end());
    return b.getDenseBoolArrayAttr(promises);
  }
  case FieldKind::Dense:
    return constant(value.value, resultType, offset);
  case FieldKind::Assume:
  case FieldKind::Array:
  case FieldKind::Hints:
    return attribute(value.attribute);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Packed bits are the rule. Producers on a newer LLVM write one byte per
/// element: read where the size leaves no doubt.
Attribute TableBuilder::boolConstant(TileType type, ArrayRef<uint8_t> data,
                                     size_t offset) {
  size_t count = type.getNumElements();
  size_t packed = (count + 7) / 8;
  bool splat = data.size() == 1 && (data[0] == 0 || data[0] == 0xFF);
  if (splat || (count == 1 && data.size() == 1 && data[0] == 1))
    return DenseElementsAttr::get(type, data[0] != 0);
  bool unpackedSplat = data.size() == 1 && data[0] == 1 && packed != 1;
  bool unpacked = data.size() == count && count != packed &&
                  llvm::all_of(data, [](uint8_t byte) { return byte <= 1; });
  if (unpackedSplat || unpacked)
    report.warn(offset, "an i1 constant is written with one byte per element; "
                        "read as its producer meant it");
  if (unpackedSplat)
    return DenseElementsAttr::get(type, true);
  if (data.size() == 1 && data[0] == 1)
    report.warn(offset, "an i1 constant may be meant as true everywhere or in "
                        "element 0 only; read as the latter");
  if (data.size() != packed && !unpacked) {
    report.fail(offset, "failed to validate buffer size and format");
    return {};
  }
  SmallVector<bool> elements(count);
  for (size_t i = 0; i < count; ++i)
    elements[i] = unpacked ? data[i] != 0 : data[i / 8] >> (i % 8) & 1;
  return DenseElementsAttr::get(type, ArrayRef<bool>(elements));
}

Attribute TableBuilder::constant(uint64_t index, Type wanted, size_t offset) {
  auto type = dyn_cast_or_null<TileType>(wanted);
  Type element = type ? type.getElementType() : Type();
  if (!type || !element.isIntOrFloat() || element.isInteger(4)) {
    report.fail(offset, "a constant must be a tile of integers or floats");
    return {};
  }
  Attribute &known = constants[{index, wanted}];
  if (!known)
    known = makeConstant(file.constants[index], type);
  return known;
}

Attribute TableBuilder::makeConstant(const DecodedConstant &decoded,
                                     TileType type) {
  Type element = type.getElementType();
  ArrayRef<uint8_t> data = decoded.data;
  if (element.isInteger(1))
    return boolConstant(type, data, decoded.offset);
  unsigned width = element.getIntOrFloatBitWidth();
  size_t size = (width + 7) / 8;
  size_t count = type.getNumElements();
  if (data.size() != size && data.size() != size * count) {
    report.fail(decoded.offset, "failed to validate buffer size and format: " +
                                    Twine(data.size()) + " bytes for " +
                                    Twine(count) + " elements of " +
                                    Twine(size) + " bytes");
    return {};
  }
  // Equal elements are always kept as a splat, however they were written;
  // bits above the element's width mean nothing.
  bool splat = true;
  for (size_t i = size; i < data.size() && splat; ++i)
    splat = data[i] == data[i - size];
  SmallVector<char> buffer(data.begin(),
                           splat ? data.begin() + size : data.end());
  if (unsigned rest = width % 8)
    for (size_t i = size - 1; i < buffer.size(); i += size)
      buffer[i] = static_cast<uint8_t>(buffer[i]) & ((1u << rest) - 1);
  return DenseElementsAttr::getFromRawBuffer(type, buffer);
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

Attribute TableBuilder::debug(uint64_t debugIndex, size_t offset) {
  if (!ok())
    return {};
  if (!debugIndex)
    return UnknownLoc::get(context);
  if (debugIndex > debugAttributes.size()) {
    report.fail(offset, "debug index out of bounds");
    return {};
  }
  Slot<Attribute> &slot = debugAttributes[debugIndex - 1];
  if (slot.value)
    return slot.value;
  const DecodedDebugAttribute &decoded = file.debugAttributes[debugIndex - 1];
  if (slot.open || depth >= maxDebugDepth) {
    report.fail(decoded.offset, slot.open
                                    ? "a debug attribute contains itself"
                                    : "debug attributes are nested too deep");
    return {};
  }
  slot.open = true;
  ++depth;
  slot.value = makeDebug(decoded);
  --depth;
  slot.open = false;
  if (!slot.value)
    report.fail(decoded.offset, "invalid debug attribute");
  return slot.value;
}

Attribute TableBuilder::makeDebug(const DecodedDebugAttribute &decoded) {
  ScopedDiagnosticHandler capture(context, [&](Diagnostic &diagnostic) {
    report.fail(decoded.offset, diagnostic.str());
    return success();
  });
  auto error = [&] { return emitError(UnknownLoc::get(context)); };
  const std::vector<uint64_t> &fields = decoded.fields;
  SmallVector<Attribute> refs;
  SmallVector<StringAttr> texts;
  SmallVector<unsigned> numbers;
  ArrayRef<DebugField> kinds = getDebugFields(decoded.tag);
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].kind == 'd')
      refs.push_back(debug(fields[i], decoded.offset));
    else if (kinds[i].kind == 's')
      texts.push_back(string(fields[i]));
    else
      numbers.push_back(fields[i]);
    if (!ok())
      return {};
  }
  auto wrong = [&](const char *what) {
    report.fail(decoded.offset, "a " + Twine(debugNames[decoded.tag]) +
                                    " must refer to a " + what);
    return Attribute();
  };
  switch (decoded.tag) {
  case UnknownLocTag:
    return UnknownLoc::get(context);
  case FileTag:
    return DIFileAttr::get(context, texts[0], texts[1]);
  case CompileUnitTag: {
    auto file = dyn_cast<DIFileAttr>(refs[0]);
    return file ? DICompileUnitAttr::get(context, file) : wrong("DIFile");
  }
  case LexicalBlockTag: {
    auto file = dyn_cast<DIFileAttr>(refs[1]);
    if (!file)
      return wrong("DIFile");
    return DILexicalBlockAttr::getChecked(error, context, refs[0], file,
                                          numbers[0], numbers[1]);
  }
  case LocTag:
    return DILocAttr::getChecked(
        error, context, FileLineColLoc::get(texts[0], numbers[0], numbers[1]),
        refs[0]);
  case SubprogramTag: {
    auto file = dyn_cast<DIFileAttr>(refs[0]);
    auto unit = dyn_cast<DICompileUnitAttr>(refs[1]);
    if (!file || !unit)
      return wrong(file ? "DICompileUnit" : "DIFile");
    return DISubprogramAttr::get(context, file, numbers[0], texts[0], texts[1],
                                 unit, numbers[1]);
  }
  case CallSiteTag: {
    auto callee = dyn_cast<LocationAttr>(refs[0]);
    auto caller = dyn_cast<LocationAttr>(refs[1]);
    if (!callee || !caller)
      return wrong("location");
    return CallSiteLoc::get(callee, caller);
  }
  default:
    return {};
  }
}

LocationAttr TableBuilder::location(uint64_t debugIndex, size_t offset) {
  Attribute made = debug(debugIndex, offset);
  if (!made)
    return {};
  auto location = dyn_cast<LocationAttr>(made);
  if (!location)
    report.fail(offset, "the location of a function or operation is no "
                        "location attribute");
  return location;
}
