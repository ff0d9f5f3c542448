//===- Primitives.h - Bytes of the bytecode format --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Readers share one error: the first defect wins, every later read gives zero.
// Loops over counts therefore need no check per element: a count is checked
// against the bytes that are left before anything is reserved for it.
// Bytecode, 2.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_PRIMITIVES_H
#define TILEFUZZ_COMPILER_BYTECODE_PRIMITIVES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz::bytecode {

/// `0x` and at least `digits` upper-case digits.
std::string hex(uint64_t value, unsigned digits);

/// What a run of bytes means; for `--dump`.
struct Note {
  size_t offset;
  size_t size;
  std::string text;
};

/// What decoding reports: the first error, warnings and, if asked, notes.
struct Report {
  struct Message {
    size_t offset;
    std::string text;
  };
  std::optional<Message> error;
  std::vector<Message> warnings;
  /// Null unless a listing is wanted.
  std::vector<Note> *notes = nullptr;

  void fail(size_t offset, const llvm::Twine &text) {
    if (!error)
      error = Message{offset, text.str()};
  }
  void warn(size_t offset, const llvm::Twine &text) {
    warnings.push_back({offset, text.str()});
  }
};

/// A cursor over a part of a file. Offsets are offsets in the file.
class ByteReader {
public:
  ByteReader(llvm::ArrayRef<uint8_t> file, size_t begin, size_t end,
             Report &report)
      : file(file), position(begin), end(end), report(&report) {}

  bool ok() const { return !report->error; }
  size_t offset() const { return position; }
  size_t left() const { return end - position; }
  Report &getReport() const { return *report; }
  void fail(const llvm::Twine &text) { report->fail(position, text); }
  void failAt(size_t offset, const llvm::Twine &text) {
    report->fail(offset, text);
  }

  uint8_t u8();
  /// A fixed-width little-endian value of up to 8 bytes.
  uint64_t fixed(unsigned bytes);
  uint64_t varint();
  int64_t svarint();
  /// The 64-bit pattern of an svarint; a 65-bit zigzag, as one producer writes
  /// f64 patterns with the top bit set, is read as what was meant.
  uint64_t pattern64();
  /// A count of elements of at least `minSize` bytes each.
  size_t count(const llvm::Twine &what, size_t minSize = 1);
  /// An index below `limit`.
  uint64_t index(const llvm::Twine &what, uint64_t limit);
  /// A varint that is at most `maximum`.
  uint64_t bounded(const llvm::Twine &what, uint64_t maximum);
  /// Bytes until the offset relative to `base` is a multiple of `alignment`.
  void pad(size_t alignment, size_t base, llvm::StringRef what = "pad");
  llvm::ArrayRef<uint8_t> bytes(size_t size);
  void skip(size_t size) { (void)bytes(size); }
  /// A counted list of fixed-width signed values.
  std::vector<int64_t> vector(unsigned bytesPerElement);
  /// The next `size` bytes as a reader of their own.
  ByteReader sub(size_t size);

  /// Says what the bytes since `begin` are. `text` makes the text.
  template <typename MakeText> void note(size_t begin, MakeText &&text) {
    if (report->notes && ok())
      report->notes->push_back({begin, position - begin, text()});
  }

private:
  uint64_t leb(bool &overflow, unsigned &length);

  llvm::ArrayRef<uint8_t> file;
  size_t position;
  size_t end;
  Report *report;
};

/// Bytes in the making.
class ByteWriter {
public:
  void u8(uint8_t value) { bytes.push_back(value); }
  void fixed(uint64_t value, unsigned size);
  void varint(uint64_t value);
  void svarint(int64_t value) {
    varint((static_cast<uint64_t>(value) << 1) ^
           static_cast<uint64_t>(value >> 63));
  }
  void pad(size_t alignment);
  void append(llvm::ArrayRef<uint8_t> other) {
    bytes.insert(bytes.end(), other.begin(), other.end());
  }
  template <typename Int> void vector(llvm::ArrayRef<Int> values) {
    varint(values.size());
    for (Int value : values)
      fixed(static_cast<uint64_t>(static_cast<int64_t>(value)), sizeof(Int));
  }

  std::vector<uint8_t> bytes;
};

} // namespace tilefuzz::bytecode

#endif // TILEFUZZ_COMPILER_BYTECODE_PRIMITIVES_H
