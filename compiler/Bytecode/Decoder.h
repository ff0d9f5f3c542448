//===- Decoder.h - Parts of the decoder -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Internal to the library.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_DECODER_H
#define TILEFUZZ_COMPILER_BYTECODE_DECODER_H

#include "compiler/Bytecode/DecodedFile.h"
#include "compiler/Bytecode/Format.h"
#include "llvm/Support/FormatVariadic.h"

namespace tilefuzz::bytecode {

/// One note, if a listing is wanted; arguments as for formatv.
template <typename... Args>
void note(ByteReader &reader, size_t begin, const char *format,
          Args &&...args) {
  reader.note(begin, [&] {
    return llvm::formatv(format, std::forward<Args>(args)...).str();
  });
}

/// A varint below `limit`, noted as `what[n]` after `prefix`.
uint64_t readIndex(ByteReader &reader, const char *table, uint64_t limit,
                   const llvm::Twine &prefix = "");

/// Reads self-contained attributes.
class AttributeDecoder {
public:
  explicit AttributeDecoder(const DecodedFile &file) : file(file) {}
  DecodedAttribute tagged(ByteReader &reader, unsigned depth = 0);
  /// What follows the tag of a dictionary.
  DecodedAttribute dictionary(ByteReader &reader, unsigned tag,
                              unsigned depth = 0);
  /// What an ArrayAttr holds: typed attributes only.
  std::vector<DecodedAttribute> array(ByteReader &reader, unsigned depth = 0);

private:
  void number(ByteReader &reader, DecodedAttribute &result);
  /// Optional bounds of DivBy and Bounded.
  void bounds(ByteReader &reader, DecodedAttribute &result, const char *first,
              const char *second);

  const DecodedFile &file;
};

/// Reads the body of one function.
class BodyDecoder {
public:
  explicit BodyDecoder(const DecodedFile &file)
      : file(file), attributes(file) {}
  DecodedBlock function(ByteReader reader, size_t numArguments);

private:
  DecodedOperation operation(ByteReader &reader);
  void results(ByteReader &reader, DecodedOperation &op);
  void field(ByteReader &reader, const AttributeField &field,
             DecodedField &value);
  void operands(ByteReader &reader, DecodedOperation &op, uint64_t flags);
  void operand(ByteReader &reader, DecodedOperation &op, llvm::StringRef name);
  void regions(ByteReader &reader, DecodedOperation &op);
  DecodedBlock block(ByteReader &reader);
  std::string indent() const { return std::string(4 * depth, ' '); }

  const DecodedFile &file;
  AttributeDecoder attributes;
  uint64_t numValues = 0;
  unsigned depth = 0;
};

} // namespace tilefuzz::bytecode

#endif // TILEFUZZ_COMPILER_BYTECODE_DECODER_H
