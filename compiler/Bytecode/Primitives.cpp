//===- Primitives.cpp - Bytes of the bytecode format ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Primitives.h"
#include "compiler/Bytecode/Format.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz::bytecode;

llvm::ArrayRef<DebugField> tilefuzz::bytecode::getDebugFields(unsigned tag) {
  static constexpr DebugField compileUnit[] = {{'d', "file"}};
  static constexpr DebugField file[] = {{'s', "name"}, {'s', "directory"}};
  static constexpr DebugField lexicalBlock[] = {
      {'d', "scope"}, {'d', "file"}, {'n', "line"}, {'n', "column"}};
  static constexpr DebugField loc[] = {
      {'d', "scope"}, {'s', "filename"}, {'n', "line"}, {'n', "column"}};
  static constexpr DebugField subprogram[] = {
      {'d', "file"},        {'n', "line"},        {'s', "name"},
      {'s', "linkageName"}, {'d', "compileUnit"}, {'n', "scopeLine"}};
  static constexpr DebugField callSite[] = {{'d', "callee"}, {'d', "caller"}};
  switch (tag) {
  case CompileUnitTag:
    return compileUnit;
  case FileTag:
    return file;
  case LexicalBlockTag:
    return lexicalBlock;
  case LocTag:
    return loc;
  case SubprogramTag:
    return subprogram;
  case CallSiteTag:
    return callSite;
  default:
    return {};
  }
}

std::string tilefuzz::bytecode::hex(uint64_t value, unsigned digits) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/false, digits);
}

uint8_t ByteReader::u8() { return fixed(1); }

uint64_t ByteReader::fixed(unsigned size) {
  if (!ok())
    return 0;
  if (left() < size) {
    fail("unexpected end of data");
    return 0;
  }
  uint64_t value = 0;
  for (unsigned i = 0; i < size; ++i)
    value |= uint64_t(file[position + i]) << (8 * i);
  position += size;
  return value;
}

/// At most 10 bytes; `overflow`: bits of the tenth byte above bit 63, which are
/// left in `length`'s place for the caller to judge.
uint64_t ByteReader::leb(bool &overflow, unsigned &length) {
  uint64_t value = 0;
  overflow = false;
  for (length = 1; ok(); ++length) {
    if (length > 10) {
      fail("a variable-length integer has more than 10 bytes");
      return 0;
    }
    uint8_t byte = u8();
    uint64_t payload = byte & 0x7F;
    if (length == 10 && payload > 1)
      overflow = true;
    value |= length == 10 ? payload << 63 : payload << (7 * (length - 1));
    if (!(byte & 0x80))
      break;
  }
  return ok() ? value : 0;
}

uint64_t ByteReader::varint() {
  size_t begin = position;
  bool overflow;
  unsigned length;
  uint64_t value = leb(overflow, length);
  if (overflow) {
    failAt(begin, "a variable-length integer does not fit in 64 bits");
    return 0;
  }
  return value;
}

int64_t ByteReader::svarint() {
  uint64_t n = varint();
  return static_cast<int64_t>((n >> 1) ^ (~(n & 1) + 1));
}

uint64_t ByteReader::pattern64() {
  size_t begin = position;
  bool overflow;
  unsigned length;
  uint64_t n = leb(overflow, length);
  if (!ok())
    return 0;
  if (!overflow)
    return (n >> 1) ^ (~(n & 1) + 1);
  unsigned last = file[position - 1] & 0x7F;
  if (last > 3) {
    failAt(begin, "a variable-length integer does not fit in 65 bits");
    return 0;
  }
  report->warn(begin, "a negative f64 is written as a 65-bit number; read as "
                      "its producer meant it");
  return (n >> 1) | (uint64_t(last >> 1) << 63);
}

size_t ByteReader::count(const llvm::Twine &what, size_t minSize) {
  size_t begin = position;
  uint64_t value = varint();
  if (value > left() / minSize) {
    failAt(begin, "number of " + what + " (" + llvm::Twine(value) +
                      ") exceeds the maximum of " +
                      llvm::Twine(left() / minSize) + " that can fit");
    return 0;
  }
  return value;
}

uint64_t ByteReader::index(const llvm::Twine &what, uint64_t limit) {
  size_t begin = position;
  uint64_t value = varint();
  if (ok() && value >= limit) {
    failAt(begin, what + " index " + llvm::Twine(value) +
                      " out of bounds (size=" + llvm::Twine(limit) + ")");
    return 0;
  }
  return value;
}

uint64_t ByteReader::bounded(const llvm::Twine &what, uint64_t maximum) {
  size_t begin = position;
  uint64_t value = varint();
  if (ok() && value > maximum) {
    failAt(begin, what + " is " + llvm::Twine(value) + ", at most " +
                      llvm::Twine(maximum) + " is allowed");
    return 0;
  }
  return value;
}

void ByteReader::pad(size_t alignment, size_t base, llvm::StringRef what) {
  size_t begin = position;
  // `alignment` is a power of two, maybe a huge one.
  size_t size =
      (alignment - ((position - base) & (alignment - 1))) & (alignment - 1);
  skip(size);
  if (size)
    note(begin, [&] { return what.str(); });
}

llvm::ArrayRef<uint8_t> ByteReader::bytes(size_t size) {
  if (!ok())
    return {};
  if (left() < size) {
    fail("unexpected end of data");
    return {};
  }
  llvm::ArrayRef<uint8_t> result = file.slice(position, size);
  position += size;
  return result;
}

std::vector<int64_t> ByteReader::vector(unsigned bytesPerElement) {
  size_t size = count("elements", bytesPerElement);
  std::vector<int64_t> values;
  values.reserve(size);
  for (size_t i = 0; i < size; ++i) {
    uint64_t value = fixed(bytesPerElement);
    values.push_back(bytesPerElement == 4 ? static_cast<int32_t>(value)
                                          : static_cast<int64_t>(value));
  }
  return values;
}

ByteReader ByteReader::sub(size_t size) {
  size_t begin = position;
  skip(size);
  return ByteReader(file, begin, ok() ? position : begin, *report);
}

void ByteWriter::fixed(uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i)
    bytes.push_back(value >> (8 * i));
}

void ByteWriter::varint(uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    bytes.push_back(static_cast<uint8_t>(value) | 0x80);
  bytes.push_back(value);
}

void ByteWriter::pad(size_t alignment) {
  while (bytes.size() % alignment)
    bytes.push_back(paddingByte);
}
