//===- DecodeBody.cpp - Attributes and function bodies --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Bytecode, 9 to 11 and 16.5 to 16.7.
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Decoder.h"
#include "llvm/ADT/StringSet.h"

using namespace tilefuzz::bytecode;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Self-contained attributes
//===----------------------------------------------------------------------===//

/// Storage width of an Integer or Float of the type; 0: neither.
static unsigned getWidth(unsigned typeTag, unsigned attributeTag) {
  bool isFloat = attributeTag == FloatAttrTag;
  switch (typeTag) {
  case I1Tag:
    return isFloat ? 0 : 1;
  case I4Tag:
    return isFloat ? 0 : 4;
  case I8Tag:
    return isFloat ? 0 : 8;
  case I16Tag:
    return isFloat ? 0 : 16;
  case I32Tag:
    return isFloat ? 0 : 32;
  case I64Tag:
    return isFloat ? 0 : 64;
  case F16Tag:
  case BF16Tag:
    return isFloat ? 16 : 0;
  case F32Tag:
    return isFloat ? 32 : 0;
  case TF32Tag:
    return isFloat ? 19 : 0;
  case F64Tag:
    return isFloat ? 64 : 0;
  case F8E4M3FNTag:
  case F8E5M2Tag:
  case F8E8M0FNUTag:
    return isFloat ? 8 : 0;
  case F4E2M1FNTag:
    return isFloat ? 4 : 0;
  default:
    return 0;
  }
}

void AttributeDecoder::number(ByteReader &reader, DecodedAttribute &result) {
  size_t begin = reader.offset();
  result.type = readIndex(reader, "type", file.types.size());
  if (!reader.ok())
    return;
  unsigned width = getWidth(file.types[result.type].tag, result.tag);
  if (!width)
    return reader.failAt(
        begin,
        Twine("failed to read valid ") +
            (result.tag == IntegerAttrTag ? "IntegerType" : "FloatType"));
  begin = reader.offset();
  if (result.tag == IntegerAttrTag)
    result.value = width == 1 ? reader.u8() : reader.varint();
  else if (width <= 8)
    result.value = reader.u8();
  else
    result.value =
        width == 64 ? reader.pattern64() : uint64_t(reader.svarint());
  if (reader.ok() && width < 64 && result.value >> width)
    return reader.failAt(begin, "value " + Twine(result.value) +
                                    " does not fit in " + Twine(width) +
                                    " bits");
  note(reader, begin, "value {0}", result.value);
}

void AttributeDecoder::bounds(ByteReader &reader, DecodedAttribute &result,
                              const char *first, const char *second) {
  size_t begin = reader.offset();
  unsigned flags = reader.u8();
  if (reader.ok() && flags > 3)
    return reader.failAt(begin, "unknown flags of an assume predicate");
  note(reader, begin, "flags {0}", flags);
  auto bound = [&](std::optional<int64_t> &value, const char *name) {
    begin = reader.offset();
    value = reader.svarint();
    note(reader, begin, "{0} {1}", name, *value);
  };
  if (flags & 1)
    bound(result.first, first);
  if (flags & 2)
    bound(result.second, second);
}

DecodedAttribute AttributeDecoder::dictionary(ByteReader &reader, unsigned tag,
                                              unsigned depth) {
  DecodedAttribute result;
  result.offset = reader.offset();
  result.tag = tag;
  size_t count = reader.count("dictionary entries", 2);
  note(reader, result.offset, "{0} dictionary entries", count);
  llvm::StringSet<> seen;
  for (size_t i = 0; i < count && reader.ok(); ++i) {
    size_t begin = reader.offset();
    uint64_t key = readIndex(reader, "str", file.strings.size(), "key ");
    if (!reader.ok())
      break;
    if (file.strings[key].empty())
      reader.failAt(begin, "invalid empty attribute name for DictionaryAttr "
                           "element " +
                               Twine(i));
    else if (!seen.insert(file.strings[key]).second)
      reader.failAt(begin, "repeated dictionary key");
    result.keys.push_back(key);
    begin = reader.offset();
    result.elements.push_back(tagged(reader, depth + 1));
    if (reader.ok() && tag == OptimizationHintsAttrTag &&
        result.elements.back().tag != DictionaryAttrTag)
      reader.failAt(begin, "expected dictionary attribute for "
                           "optimization_hints entry");
  }
  return result;
}

std::vector<DecodedAttribute> AttributeDecoder::array(ByteReader &reader,
                                                      unsigned depth) {
  std::vector<DecodedAttribute> elements;
  size_t begin = reader.offset();
  size_t count = reader.count("array elements");
  note(reader, begin, "{0} array elements", count);
  for (size_t i = 0; i < count && reader.ok(); ++i) {
    begin = reader.offset();
    elements.push_back(tagged(reader, depth + 1));
    unsigned tag = elements.back().tag;
    if (reader.ok() && tag != IntegerAttrTag && tag != FloatAttrTag &&
        tag != BoolAttrTag && tag != StringAttrTag)
      reader.failAt(begin, "ArrayAttr contains non-TypedAttr elements");
  }
  return elements;
}

DecodedAttribute AttributeDecoder::tagged(ByteReader &reader, unsigned depth) {
  DecodedAttribute result;
  size_t begin = reader.offset();
  uint64_t tag = reader.varint();
  if (!reader.ok())
    return result;
  if (tag == 0 || tag > BoundedAttrTag) {
    reader.failAt(begin, "unsupported AttributeTag " + Twine(tag));
    return result;
  }
  if (depth > maxAttributeDepth) {
    reader.failAt(begin, "attributes are nested more than " +
                             Twine(maxAttributeDepth) + " deep");
    return result;
  }
  note(reader, begin, "attr tag {0} ({1})", tag, attributeNames[tag]);
  result.offset = begin;
  result.tag = tag;
  size_t payload = reader.offset();
  switch (tag) {
  case IntegerAttrTag:
  case FloatAttrTag:
    number(reader, result);
    break;
  case BoolAttrTag:
    result.value = reader.u8() != 0;
    note(reader, payload, "value {0}", result.value);
    break;
  case TypeAttrTag:
    result.type = readIndex(reader, "type", file.types.size());
    break;
  case StringAttrTag:
    result.value = readIndex(reader, "str", file.strings.size());
    break;
  case ArrayAttrTag:
    result.elements = array(reader, depth);
    break;
  case DenseElementsAttrTag:
    reader.failAt(begin, "DenseElements attributes cannot be read here");
    break;
  case DivByAttrTag:
    result.value = reader.varint();
    note(reader, payload, "divisor {0}", result.value);
    bounds(reader, result, "every", "along");
    break;
  case SameElementsAttrTag:
    result.values = reader.vector(8);
    for (int64_t value : result.values)
      if (value == INT64_MIN || value == INT64_MAX)
        reader.failAt(payload,
                      "array contains unsupported value " + Twine(value));
    reader.note(payload, [&] {
      std::string text = "values [";
      for (size_t i = 0; i < result.values.size(); ++i)
        text += (i ? ", " : "") + std::to_string(result.values[i]);
      return text + "]";
    });
    break;
  case BoundedAttrTag:
    bounds(reader, result, "lb", "ub");
    break;
  case DictionaryAttrTag:
  case OptimizationHintsAttrTag:
    result = dictionary(reader, tag, depth);
    result.offset = begin;
    break;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

DecodedBlock BodyDecoder::function(ByteReader reader, size_t numArguments) {
  DecodedBlock body;
  body.offset = reader.offset();
  numValues = numArguments;
  while (reader.ok() && reader.left())
    body.operations.push_back(operation(reader));
  if (reader.ok() && body.operations.empty())
    reader.fail("the function body is empty");
  return body;
}

DecodedOperation BodyDecoder::operation(ByteReader &reader) {
  DecodedOperation op;
  op.offset = reader.offset();
  uint64_t opcode = reader.varint();
  if (!reader.ok())
    return op;
  op.row = findOperation(opcode);
  if (!op.row) {
    // Numbers of the months before 13.4 (13.4 additions, 3).
    const char *meant = opcode == 130   ? "fpowi"
                        : opcode == 131 ? "memory_fence_alias_tko"
                                        : nullptr;
    std::string why;
    if (meant)
      why = (Twine("; before 13.4 was released it was '") + meant + "', now " +
             hex(findOperation(llvm::StringRef(meant))->opcode, 2))
                .str();
    reader.failAt(op.offset,
                  "unknown or unimplemented opcode " + hex(opcode, 2) + why);
    return op;
  }
  const OperationRow &row = *op.row;
  if (row.since > file.minor) {
    reader.failAt(op.offset, "operation '" + Twine(row.mnemonic) +
                                 "' (opcode " + hex(opcode, 2) +
                                 ") requires bytecode version 13." +
                                 Twine(row.since) + "+, file version is 13." +
                                 Twine(file.minor));
    return op;
  }
  note(reader, op.offset, "{0}op {1} {2}", indent(), hex(opcode, 2),
       row.mnemonic);
  results(reader, op);

  uint64_t flags = 0;
  if (row.flagsSince && row.flagsSince <= file.minor) {
    size_t begin = reader.offset();
    flags = reader.varint();
    note(reader, begin, "{0}  flags {1}", indent(), hex(flags, 1));
    if (reader.ok() && (flags & ~row.knownFlags()))
      reader.failAt(begin, "unknown flags of '" + Twine(row.mnemonic) + "'");
  }
  op.fields.resize(row.attributes.size());
  for (size_t i = 0; i < row.attributes.size() && reader.ok(); ++i) {
    const AttributeField &attribute = row.attributes[i];
    DecodedField &value = op.fields[i];
    if (attribute.bit >= 0 && !(flags >> attribute.bit & 1))
      continue;
    // Without promises there is no attribute.
    if (attribute.since > file.minor && attribute.kind == FieldKind::Promises)
      continue;
    value.present = true;
    if (attribute.since > file.minor)
      value.value = attribute.defaultValue;
    else if (attribute.kind != FieldKind::Unit)
      field(reader, attribute, value);
  }
  operands(reader, op, flags);
  if (row.numRegions)
    regions(reader, op);
  // The result of print_tko has no number in files that do not store it.
  numValues += op.resultTypes.size();
  return op;
}

void BodyDecoder::results(ByteReader &reader, DecodedOperation &op) {
  const OperationRow &row = *op.row;
  size_t expected = row.resultsSince <= file.minor ? row.numResults : 0;
  size_t count = expected;
  if (row.countedResults) {
    size_t begin = reader.offset();
    count = reader.count("results");
    note(reader, begin, "{0}  result count {1}", indent(), count);
    if (reader.ok() && !row.variadicResults && count != expected)
      reader.failAt(begin, "result count mismatch: '" + Twine(row.mnemonic) +
                               "' has " + Twine(expected) + " results, got " +
                               Twine(count));
  }
  for (size_t i = 0; i < count && reader.ok(); ++i)
    op.resultTypes.push_back(
        readIndex(reader, "type", file.types.size(), indent() + "  result "));
}

void BodyDecoder::field(ByteReader &reader, const AttributeField &field,
                        DecodedField &value) {
  size_t begin = reader.offset();
  std::string prefix = reader.getReport().notes
                           ? (indent() + "  " + field.name + " = ").str()
                           : std::string();
  switch (field.kind) {
  case FieldKind::Unit:
    break;
  case FieldKind::Enum:
    value.value = reader.varint();
    if (reader.ok() &&
        value.value >= getNumEnumerators(field.enumKind, file.minor))
      return reader.failAt(begin,
                           "invalid integer value " + Twine(value.value) +
                               " for enum attribute '" + field.name + "'");
    note(reader, begin, "{0}{1} ({2})", prefix, value.value,
         reader.ok() ? getEnumerator(field.enumKind, value.value) : "");
    break;
  case FieldKind::U64:
    value.value = reader.varint();
    note(reader, begin, "{0}{1}", prefix, value.value);
    break;
  case FieldKind::U32:
    value.value = reader.varint();
    if (reader.ok() && value.value > UINT32_MAX)
      return reader.failAt(begin, "value " + Twine(value.value) +
                                      " does not fit in 32 bits");
    note(reader, begin, "{0}{1}", prefix, value.value);
    break;
  case FieldKind::Bool8:
    value.value = reader.u8() != 0;
    note(reader, begin, "{0}{1}", prefix, value.value);
    break;
  case FieldKind::String:
  case FieldKind::Symbol:
    value.value = readIndex(reader, "str", file.strings.size(), prefix);
    if (reader.ok() && field.kind == FieldKind::Symbol &&
        file.strings[value.value].empty())
      reader.failAt(begin, "a symbol reference must not be empty");
    break;
  case FieldKind::I32Vector:
    value.values = reader.vector(4);
    for (int64_t element : value.values)
      if (element == INT32_MIN || element == INT32_MAX)
        return reader.failAt(begin, "array contains unsupported value " +
                                        Twine(element) + " in attribute '" +
                                        field.name + "'");
    reader.note(begin, [&] {
      std::string text = prefix + "[";
      for (size_t i = 0; i < value.values.size(); ++i)
        text += (i ? ", " : "") + std::to_string(value.values[i]);
      return text + "]";
    });
    break;
  case FieldKind::Promises: {
    size_t count = reader.count("promises");
    for (size_t i = 0; i < count && reader.ok(); ++i)
      value.values.push_back(reader.u8() != 0);
    reader.note(begin, [&] {
      std::string text = prefix + "[";
      for (size_t i = 0; i < value.values.size(); ++i)
        text +=
            std::string(i ? ", " : "") + (value.values[i] ? "true" : "false");
      return text + "]";
    });
    break;
  }
  case FieldKind::Dense:
    value.value = readIndex(reader, "const", file.constants.size(), prefix);
    break;
  case FieldKind::Assume:
    value.attribute = attributes.tagged(reader);
    if (unsigned tag = value.attribute.tag;
        reader.ok() && tag != DivByAttrTag && tag != SameElementsAttrTag &&
        tag != BoundedAttrTag)
      reader.failAt(begin, "the predicate of an assume cannot be a " +
                               Twine(attributeNames[tag]));
    break;
  case FieldKind::Array:
    value.attribute.tag = ArrayAttrTag;
    value.attribute.elements = attributes.array(reader);
    break;
  case FieldKind::Hints:
    value.attribute = attributes.dictionary(reader, OptimizationHintsAttrTag);
    break;
  }
}

void BodyDecoder::operand(ByteReader &reader, DecodedOperation &op,
                          llvm::StringRef name) {
  size_t begin = reader.offset();
  uint64_t value = reader.index("operand", numValues);
  op.operands.push_back(value);
  note(reader, begin, "{0}  {1} = value {2}", indent(), name, value);
}

void BodyDecoder::operands(ByteReader &reader, DecodedOperation &op,
                           uint64_t flags) {
  const OperationRow &row = *op.row;
  if (row.totalCount) {
    size_t begin = reader.offset();
    size_t count = reader.count("operands");
    note(reader, begin, "{0}  operand count {1}", indent(), count);
    if (reader.ok() && count + 1 < row.operands.size())
      reader.failAt(begin, "'" + Twine(row.mnemonic) + "' has at least " +
                               Twine(row.operands.size() - 1) +
                               " operands, got " + Twine(count));
    if (reader.ok() && count > row.operands.size() &&
        row.operands.back().kind == OperandKind::Optional)
      reader.failAt(begin, "'" + Twine(row.mnemonic) + "' has at most " +
                               Twine(row.operands.size()) + " operands, got " +
                               Twine(count));
    for (size_t i = 0; i < count && reader.ok(); ++i)
      operand(reader, op,
              row.operands[std::min(i, row.operands.size() - 1)].name);
    return;
  }
  for (const OperandGroup &group : row.operands) {
    size_t count = 1;
    if (group.kind == OperandKind::Optional) {
      count = flags >> group.bit & 1;
    } else if (group.kind == OperandKind::Variadic) {
      size_t begin = reader.offset();
      count = reader.count("operands");
      note(reader, begin, "{0}  {1} count {2}", indent(), group.name, count);
    }
    for (size_t i = 0; i < count && reader.ok(); ++i)
      operand(reader, op, group.name);
    op.segments.push_back(count);
  }
}

void BodyDecoder::regions(ByteReader &reader, DecodedOperation &op) {
  const OperationRow &row = *op.row;
  size_t begin = reader.offset();
  uint64_t count = reader.varint();
  note(reader, begin, "{0}  region count {1}", indent(), count);
  if (reader.ok() && count != row.numRegions)
    reader.failAt(begin, "'" + Twine(row.mnemonic) + "' op expected " +
                             Twine(row.numRegions) + " regions, got " +
                             Twine(count));
  if (reader.ok() && depth >= maxRegionDepth)
    reader.failAt(begin, "regions are nested more than " +
                             Twine(maxRegionDepth) + " deep");
  for (unsigned i = 0; i < row.numRegions && reader.ok(); ++i) {
    begin = reader.offset();
    uint64_t blocks = reader.varint();
    note(reader, begin, "{0}  region {1}: {2} blocks", indent(), i, blocks);
    bool isElse = row.numRegions == 2 && i == 1;
    if (reader.ok() && blocks != 1 && !(isElse && blocks == 0)) {
      reader.failAt(begin, "a region of '" + Twine(row.mnemonic) +
                               "' must have one block, got " + Twine(blocks));
      return;
    }
    op.regions.emplace_back();
    if (reader.ok() && blocks)
      op.regions.back().push_back(block(reader));
  }
}

DecodedBlock BodyDecoder::block(ByteReader &reader) {
  DecodedBlock result;
  result.offset = reader.offset();
  uint64_t outside = numValues;
  size_t count = reader.count("block arguments");
  note(reader, result.offset, "{0}  block args {1}", indent(), count);
  for (size_t i = 0; i < count && reader.ok(); ++i)
    result.argumentTypes.push_back(
        readIndex(reader, "type", file.types.size(), indent() + "  arg "));
  numValues += count;
  size_t begin = reader.offset();
  count = reader.count("operations");
  note(reader, begin, "{0}  block ops {1}", indent(), count);
  if (reader.ok() && count == 0)
    reader.failAt(begin, "block is expected to have a terminator operation, "
                         "but it is empty");
  ++depth;
  for (size_t i = 0; i < count && reader.ok(); ++i)
    result.operations.push_back(operation(reader));
  --depth;
  numValues = outside;
  return result;
}
