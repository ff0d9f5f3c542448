//===- DecodeFile.cpp - Container and tables ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Bytecode, 3 to 8, 12, 13 and 16.2 to 16.4.
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Decoder.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

using namespace tilefuzz::bytecode;
using llvm::Twine;

uint64_t tilefuzz::bytecode::readIndex(ByteReader &reader, const char *table,
                                       uint64_t limit, const Twine &prefix) {
  size_t begin = reader.offset();
  uint64_t index = reader.index(table, limit);
  reader.note(
      begin, [&] { return (prefix + table + "[" + Twine(index) + "]").str(); });
  return index;
}

namespace {
class FileDecoder {
public:
  FileDecoder(llvm::ArrayRef<uint8_t> bytes, Report &report)
      : bytes(bytes), report(report), reader(bytes, 0, bytes.size(), report) {}

  DecodedFile run() {
    header();
    sections();
    // Every table must be known before what refers to it.
    strings(section(StringSection));
    if (has(ProducerSection))
      producer(section(ProducerSection));
    if (has(TypeSection))
      types(section(TypeSection));
    if (has(ConstantSection))
      constants(section(ConstantSection));
    if (has(GlobalSection))
      globals(section(GlobalSection));
    functions(section(FunctionSection));
    if (has(DebugSection))
      debug(section(DebugSection));
    if (reader.ok())
      checkDebugIndices();
    return std::move(file);
  }

private:
  void header();
  void sections();
  void strings(ByteReader in);
  void producer(ByteReader in);
  void types(ByteReader in);
  DecodedType type(ByteReader &in, size_t index);
  void view(ByteReader &in, DecodedType &type);
  void constants(ByteReader in);
  void globals(ByteReader in);
  void functions(ByteReader in);
  void debug(ByteReader in);
  DecodedDebugAttribute debugAttribute(ByteReader &in, size_t index);
  void checkDebugIndices();

  bool has(unsigned kind) const { return spans[kind].has_value(); }
  ByteReader section(unsigned kind) {
    auto [begin, end] = spans[kind].value_or(std::pair<size_t, size_t>());
    return ByteReader(bytes, begin, end, report);
  }
  /// A table's offsets, relative to what follows them; checked: they start at
  /// zero, never decrease and lie inside.
  std::vector<uint64_t> offsets(ByteReader &in, size_t count, unsigned size,
                                const char *name);
  /// Calls `entry(reader, i)` for each entry of a table.
  template <typename Entry>
  void table(ByteReader &in, size_t count, unsigned offsetSize,
             const char *offsetName, const char *what, Entry &&entry);
  void end(ByteReader &in, const Twine &what) {
    if (in.ok() && in.left())
      in.fail("unexpected data after " + what);
  }

  llvm::ArrayRef<uint8_t> bytes;
  Report &report;
  ByteReader reader;
  DecodedFile file;
  std::array<std::optional<std::pair<size_t, size_t>>, numSectionKinds> spans;
  /// Per function: its debug index and how many locations it needs.
  std::vector<std::pair<size_t, size_t>> locationNeeds;
};
} // namespace

void FileDecoder::header() {
  if (bytes.size() < headerSize)
    return reader.fail("the file is shorter than a header");
  for (unsigned i = 0; i < sizeof(magic); ++i)
    if (reader.u8() != magic[i])
      return reader.failAt(i, "invalid magic number at position " + Twine(i) +
                                  ", got " + Twine(unsigned(bytes[i])) +
                                  " expected " + Twine(unsigned(magic[i])));
  note(reader, 0, "magic");
  size_t begin = reader.offset();
  unsigned major = reader.u8();
  file.minor = reader.u8();
  unsigned tag = reader.fixed(2);
  if (major != majorVersion || file.minor < oldestMinor ||
      file.minor > newestMinor)
    return reader.failAt(begin, "unsupported version " + Twine(major) + "." +
                                    Twine(file.minor) + "." + Twine(tag) +
                                    "; versions 13.1 to 13.4 are supported");
  note(reader, begin, "version {0}.{1} tag {2}", major, file.minor, tag);
}

void FileDecoder::sections() {
  while (reader.ok()) {
    size_t begin = reader.offset();
    if (!reader.left())
      return reader.fail("unexpected end of data while reading section header");
    uint8_t id = reader.u8();
    unsigned kind = id & 0x7F;
    bool aligned = id & 0x80;
    if (kind == EndMarker) {
      if (aligned)
        return reader.failAt(begin,
                             "end section should not have alignment flag set");
      note(reader, begin, "End of bytecode");
      if (reader.left())
        return reader.fail("end section is not the last section");
      break;
    }
    if (kind >= numSectionKinds)
      return reader.failAt(begin, "unknown section ID: " + Twine(kind));
    const SectionTraits &traits = sectionTraits[kind];
    if (has(kind))
      return reader.failAt(begin, Twine("repeated section ") + traits.name);
    if (kind == ProducerSection && file.minor < producerSince)
      report.warn(begin, "the producer section belongs to bytecode version "
                         "13.3+, file version is 13." +
                             Twine(file.minor));
    uint64_t length = reader.varint();
    if (length > reader.left())
      return reader.fail("section length " + Twine(length) +
                         " exceeds remaining data size " +
                         Twine(reader.left()));
    uint64_t alignment = 1;
    if (aligned) {
      alignment = reader.varint();
      if (reader.ok() && !llvm::isPowerOf2_64(alignment))
        return reader.failAt(begin,
                             "invalid alignment value " + Twine(alignment));
    }
    if (reader.ok() && traits.alignment &&
        (!aligned || alignment % traits.alignment))
      return reader.failAt(begin,
                           Twine("section ") + traits.name +
                               " must have alignment that is a multiple of " +
                               Twine(traits.alignment) + " bytes, but has " +
                               (aligned ? "alignment of " + Twine(alignment)
                                        : Twine("no alignment flag set")));
    reader.note(begin, [&] {
      std::string text = llvm::formatv("section {0}: id byte {1}, length {2}",
                                       traits.name, hex(id, 2), length);
      if (aligned)
        text += ", align " + std::to_string(alignment);
      return text;
    });
    if (aligned)
      reader.pad(alignment, 0, "section alignment pad");
    if (reader.ok() && length > reader.left())
      return reader.fail("section length " + Twine(length) +
                         " exceeds remaining data size " +
                         Twine(reader.left()));
    if (!reader.ok())
      return;
    spans[kind] = {reader.offset(), reader.offset() + length};
    reader.skip(length);
  }
  if (reader.ok() && !has(StringSection))
    reader.fail("string section is mandatory");
  if (reader.ok() && !has(FunctionSection))
    reader.fail("function section is mandatory");
}

std::vector<uint64_t> FileDecoder::offsets(ByteReader &in, size_t count,
                                           unsigned size, const char *name) {
  std::vector<uint64_t> result;
  result.reserve(count);
  for (size_t i = 0; i < count && in.ok(); ++i) {
    size_t begin = in.offset();
    result.push_back(in.fixed(size));
    note(in, begin, "{0}[{1}]", name, i);
    if (i == 0 ? result[0] != 0 : result[i] < result[i - 1])
      in.failAt(begin, Twine(name) + "[" + Twine(i) +
                           "] is invalid: offsets start at 0 and do not "
                           "decrease");
  }
  if (in.ok() && count && result.back() > in.left())
    in.fail(Twine(name) + "[" + Twine(count - 1) +
            "] extends beyond available data");
  return result;
}

template <typename Entry>
void FileDecoder::table(ByteReader &in, size_t count, unsigned offsetSize,
                        const char *offsetName, const char *what,
                        Entry &&entry) {
  std::vector<uint64_t> starts = offsets(in, count, offsetSize, offsetName);
  for (size_t i = 0; i < count && in.ok(); ++i) {
    size_t size = (i + 1 < count ? starts[i + 1] - starts[i] : in.left());
    ByteReader sub = in.sub(size);
    entry(sub, i);
    end(sub, Twine(what) + " " + Twine(i));
  }
  end(in, Twine("the last ") + what);
}

void FileDecoder::strings(ByteReader in) {
  size_t base = in.offset();
  size_t count = in.count("strings", 4);
  note(in, base, "{0} strings", count);
  in.pad(4, base);
  file.strings.reserve(count);
  table(in, count, 4, "offset", "string", [&](ByteReader &entry, size_t i) {
    size_t begin = entry.offset();
    llvm::ArrayRef<uint8_t> data = entry.bytes(entry.left());
    llvm::StringRef text(reinterpret_cast<const char *>(data.data()),
                         data.size());
    file.strings.push_back(text);
    entry.note(begin, [&] {
      std::string quoted;
      llvm::raw_string_ostream os(quoted);
      os << "str[" << i << "] '";
      os.write_escaped(text) << "'";
      return quoted;
    });
  });
}

void FileDecoder::producer(ByteReader in) {
  file.producer = readIndex(in, "str", file.strings.size(), "producer = ");
  end(in, "the producer");
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void FileDecoder::types(ByteReader in) {
  size_t base = in.offset();
  size_t count = in.count("types", 4);
  note(in, base, "{0} types", count);
  in.pad(4, base);
  file.types.resize(count);
  table(in, count, 4, "offset", "type",
        [&](ByteReader &entry, size_t i) { file.types[i] = type(entry, i); });
}

static std::vector<int64_t> readVector(ByteReader &in, unsigned size,
                                       const char *what) {
  size_t begin = in.offset();
  std::vector<int64_t> values = in.vector(size);
  in.note(begin, [&] {
    std::string text = (Twine(what) + " [").str();
    for (size_t i = 0; i < values.size(); ++i)
      text += (i ? ", " : "") + std::to_string(values[i]);
    return text + "]";
  });
  return values;
}

void FileDecoder::view(ByteReader &in, DecodedType &type) {
  bool oldLayout = type.tag == PartitionViewTag && file.minor < 3;
  size_t begin = in.offset();
  bool padded = false;
  if (!oldLayout) {
    padded = in.bounded("the view's flags", 1);
    note(in, begin, "flags {0}", int(padded));
  }
  type.shape = readVector(in, 4, "tile shape");
  if (type.tag == StridedViewTag)
    type.strides = readVector(in, 4, "traversal strides");
  type.base = readIndex(in, "type", file.types.size(), "tensor_view ");
  begin = in.offset();
  if (type.tag == GatherScatterViewTag) {
    type.sparseDim = in.bounded("sparse_dim", UINT32_MAX);
    note(in, begin, "sparse_dim {0}", type.sparseDim);
  } else {
    type.dimMap = readVector(in, 4, "dim_map");
  }
  begin = in.offset();
  if (oldLayout) {
    padded = in.u8();
    note(in, begin, "padding {0}", padded ? "present" : "absent");
  }
  begin = in.offset();
  if (padded) {
    type.padding = in.bounded(
        "padding_value", getNumEnumerators(EnumKind::Padding, file.minor) - 1);
    note(in, begin, "padding_value = {0}", *type.padding);
  }
}

DecodedType FileDecoder::type(ByteReader &in, size_t index) {
  DecodedType type;
  type.offset = in.offset();
  uint64_t tag = in.varint();
  if (in.ok() && tag == previewScaleTag)
    in.failAt(type.offset, "type 'f8E5M3FNU' (tag 130) of preview builds of "
                           "13.4 is not supported");
  else if (in.ok() && tag >= std::size(typeTraits))
    in.failAt(type.offset, "unknown type tag " + Twine(tag));
  if (!in.ok())
    return type;
  const TypeTraits &traits = typeTraits[tag];
  if (traits.since > file.minor) {
    in.failAt(type.offset, "type '" + Twine(traits.name) +
                               "' requires bytecode version 13." +
                               Twine(traits.since) + "+, file version is 13." +
                               Twine(file.minor));
    return type;
  }
  type.tag = tag;
  note(in, type.offset, "type[{0}]: tag {1} {2}", index, tag, traits.name);
  size_t numTypes = file.types.size();
  auto list = [&](std::vector<uint64_t> &types, const char *what) {
    size_t begin = in.offset();
    size_t count = in.count(what);
    note(in, begin, "{0} {1}", count, what);
    for (size_t i = 0; i < count && in.ok(); ++i)
      types.push_back(readIndex(in, "type", numTypes));
  };
  // What this project does not know of, it does not guess.
  bool hasFlags = file.minor >= pointerFlagsSince &&
                  (tag == PointerTag || tag == TensorViewTag);
  if (hasFlags) {
    size_t begin = in.offset();
    type.hasPtrAttr = in.bounded("the type's flags", 1);
    note(in, begin, "flags {0}", int(type.hasPtrAttr));
  }
  switch (tag) {
  case PointerTag:
    type.base = readIndex(in, "type", numTypes, "pointee ");
    break;
  case TileTag:
    type.base = readIndex(in, "type", numTypes, "element ");
    type.shape = readVector(in, 8, "shape");
    break;
  case TensorViewTag:
    type.base = readIndex(in, "type", numTypes, "element ");
    type.shape = readVector(in, 8, "shape");
    type.strides = readVector(in, 8, "strides");
    break;
  case PartitionViewTag:
  case GatherScatterViewTag:
  case StridedViewTag:
    view(in, type);
    break;
  case FunctionTag:
    list(type.inputs, "inputs");
    list(type.results, "results");
    break;
  default:
    break;
  }
  if (type.hasPtrAttr) {
    size_t begin = in.offset();
    // 1 and 2 were multicast pointers before the release, and are again later.
    in.bounded("ptr_attr", 0);
    note(in, begin, "ptr_attr = none");
  }
  return type;
}

//===----------------------------------------------------------------------===//
// Constants, globals, functions
//===----------------------------------------------------------------------===//

void FileDecoder::constants(ByteReader in) {
  size_t base = in.offset();
  size_t count = in.count("constants", 8);
  note(in, base, "{0} constants", count);
  // Without constants some producers pad as if there were one.
  if (count || in.left())
    in.pad(8, base);
  if (!count)
    return end(in, "the constants");
  file.constants.reserve(count);
  table(in, count, 8, "offset", "constant", [&](ByteReader &entry, size_t i) {
    size_t begin = entry.offset();
    size_t size = entry.count("bytes");
    note(entry, begin, "const[{0}] blob length {1}", i, size);
    size_t data = entry.offset();
    file.constants.push_back({begin, entry.bytes(size)});
    note(entry, data, "raw data");
  });
}

void FileDecoder::globals(ByteReader in) {
  size_t begin = in.offset();
  size_t count = in.count("globals", file.minor >= globalFlagsSince ? 6 : 4);
  note(in, begin, "{0} globals", count);
  for (size_t i = 0; i < count && in.ok(); ++i) {
    DecodedGlobal global;
    global.offset = in.offset();
    global.name = readIndex(in, "str", file.strings.size(), "name = ");
    if (in.ok() && file.strings[global.name].empty())
      in.failAt(global.offset, "the name of a global must not be empty");
    begin = in.offset();
    global.type = in.index("type", file.types.size());
    note(in, begin, "type {0}", global.type);
    begin = in.offset();
    global.value = in.index("constant", file.constants.size());
    note(in, begin, "const {0}", global.value);
    begin = in.offset();
    global.alignment = in.varint();
    note(in, begin, "alignment {0}", global.alignment);
    if (file.minor >= globalFlagsSince) {
      begin = in.offset();
      global.visibility = in.bounded("visibility", 1);
      note(in, begin, "visibility {0}", global.visibility);
      begin = in.offset();
      global.constant = in.varint() != 0;
      note(in, begin, "constant flag {0}", int(global.constant));
    }
    file.globals.push_back(global);
  }
  end(in, "the last global");
}

static size_t countOperations(const DecodedBlock &block) {
  size_t count = block.operations.size();
  for (const DecodedOperation &op : block.operations)
    for (const std::vector<DecodedBlock> &region : op.regions)
      for (const DecodedBlock &inner : region)
        count += countOperations(inner);
  return count;
}

void FileDecoder::functions(ByteReader in) {
  size_t begin = in.offset();
  size_t count = in.count("functions", 5);
  note(in, begin, "{0} functions", count);
  size_t numParameters = 0;
  for (size_t i = 0; i < count && in.ok(); ++i) {
    DecodedFunction function;
    function.offset = in.offset();
    function.name =
        readIndex(in, "str", file.strings.size(), "function name = ");
    if (in.ok() && file.strings[function.name].empty())
      in.failAt(function.offset, "the name of a function must not be empty");
    begin = in.offset();
    function.signature =
        readIndex(in, "type", file.types.size(), "signature = ");
    if (in.ok() && file.types[function.signature].tag != FunctionTag)
      in.failAt(begin, "type[" + Twine(function.signature) +
                           "] does not refer to a function type");
    if (in.ok())
      numParameters += file.types[function.signature].inputs.size();
    if (numParameters > maxParameters)
      in.failAt(begin, "the functions have more than " + Twine(maxParameters) +
                           " parameters");
    begin = in.offset();
    unsigned flags = in.u8();
    note(in, begin, "flags {0}", hex(flags, 2));
    if (in.ok() && !(flags & entryFlag))
      in.failAt(begin, "un-expected non-entry function");
    if (in.ok() && (flags & ~(1u | entryFlag | hintsFlag)))
      in.failAt(begin, "unknown function flags");
    begin = in.offset();
    function.debugIndex = in.varint();
    note(in, begin, "debug index {0}", function.debugIndex);
    if (flags & hintsFlag) {
      begin = in.offset();
      function.hints = AttributeDecoder(file).tagged(in);
      if (in.ok() && function.hints->tag != OptimizationHintsAttrTag)
        in.failAt(begin, "invalid optimization hints attribute");
    }
    begin = in.offset();
    uint64_t length = in.varint();
    if (in.ok() && length > in.left())
      in.failAt(begin, "function body length " + Twine(length) +
                           " exceeds remaining bytecode data " +
                           Twine(in.left()));
    note(in, begin, "body length {0}", length);
    if (!in.ok())
      return;
    function.body = BodyDecoder(file).function(
        in.sub(length), file.types[function.signature].inputs.size());
    locationNeeds.push_back({begin, 1 + countOperations(function.body)});
    file.functions.push_back(std::move(function));
  }
  begin = in.offset();
  if (size_t rest = in.left()) {
    in.skip(rest);
    note(in, begin, "trailing pad to 8");
  }
}

//===----------------------------------------------------------------------===//
// Debug information
//===----------------------------------------------------------------------===//

void FileDecoder::debug(ByteReader in) {
  size_t base = in.offset();
  size_t count = in.count("functions with debug info", 4);
  note(in, base, "{0} functions with debug info", count);
  in.pad(4, base);
  for (size_t i = 0; i < count && in.ok(); ++i) {
    size_t begin = in.offset();
    file.debugStarts.push_back(in.fixed(4));
    note(in, begin, "index offset[{0}]", i);
    if (in.ok() && i && file.debugStarts[i] < file.debugStarts[i - 1])
      in.failAt(begin, "index offsets of functions must not decrease");
  }
  size_t begin = in.offset();
  count = in.count("debug indices", 8);
  note(in, begin, "{0} indices in total", count);
  in.pad(8, base);
  size_t indices = in.offset();
  for (size_t i = 0; i < count && in.ok(); ++i) {
    begin = in.offset();
    file.debugIndices.push_back(in.fixed(8));
    note(in, begin, "index[{0}] = {1}", i, file.debugIndices.back());
  }
  begin = in.offset();
  count = in.count("debug attributes", 4);
  note(in, begin, "{0} debug attributes", count);
  // No known reader accepts an empty table; writers put a dummy in it.
  if (in.ok() && !count)
    return in.failAt(begin, "the table of debug attributes is empty");
  in.pad(4, base);
  file.debugAttributes.resize(count);
  table(in, count, 4, "attr offset", "debug attribute",
        [&](ByteReader &entry, size_t i) {
          file.debugAttributes[i] = debugAttribute(entry, i);
        });
  for (size_t i = 0; i < file.debugIndices.size() && in.ok(); ++i)
    if (file.debugIndices[i] > count)
      in.failAt(indices + 8 * i, "debug index " + Twine(file.debugIndices[i]) +
                                     " out of bounds (size=" + Twine(count) +
                                     ")");
}

DecodedDebugAttribute FileDecoder::debugAttribute(ByteReader &in,
                                                  size_t index) {
  DecodedDebugAttribute result;
  result.offset = in.offset();
  result.tag = in.bounded("the tag of a debug attribute", CallSiteTag);
  note(in, result.offset, "debug attribute, index {0}: tag {1} ({2})",
       index + 1, result.tag, debugNames[result.tag]);
  for (const DebugField &field : getDebugFields(result.tag)) {
    size_t begin = in.offset();
    uint64_t value = 0;
    switch (field.kind) {
    case 'd':
      value = in.index("debug attribute", file.debugAttributes.size() + 1);
      note(in, begin, "  {0} = debug index {1}", field.name, value);
      break;
    case 's':
      value = readIndex(in, "str", file.strings.size(),
                        "  " + Twine(field.name) + " = ");
      break;
    default:
      value = in.bounded(field.name, UINT32_MAX);
      note(in, begin, "  {0} = {1}", field.name, value);
      break;
    }
    result.fields.push_back(value);
  }
  return result;
}

void FileDecoder::checkDebugIndices() {
  for (size_t i = 0; i < file.functions.size(); ++i) {
    uint64_t index = file.functions[i].debugIndex;
    if (!index)
      continue;
    size_t offset = file.functions[i].offset;
    if (index > file.debugStarts.size())
      return report.fail(offset, "failed to read function location: debug "
                                 "index " +
                                     Twine(index) + " has no entry");
    uint64_t begin = file.debugStarts[index - 1];
    uint64_t end = index < file.debugStarts.size() ? file.debugStarts[index]
                                                   : file.debugIndices.size();
    end = std::min<uint64_t>(end, file.debugIndices.size());
    if (begin > end || end - begin < locationNeeds[i].second)
      return report.fail(offset, "failed to read operation location: the "
                                 "function has fewer locations than "
                                 "operations");
  }
}

DecodedFile tilefuzz::bytecode::decodeFile(llvm::ArrayRef<uint8_t> bytes,
                                           Report &report) {
  return FileDecoder(bytes, report).run();
}
