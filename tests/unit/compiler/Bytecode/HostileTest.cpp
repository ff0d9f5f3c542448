//===- HostileTest.cpp - Bytes that nobody should have written ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Files put together byte by byte, each with one defect or one oddity.
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Bytecode/Format.h"
#include "compiler/Bytecode/Primitives.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using namespace tilefuzz::bytecode;
using Bytes = std::vector<uint8_t>;

namespace {
void append(Bytes &to, const Bytes &from) {
  to.insert(to.end(), from.begin(), from.end());
}

Bytes table(const std::vector<Bytes> &entries, unsigned offsetSize = 4) {
  ByteWriter out;
  out.varint(entries.size());
  out.pad(offsetSize);
  uint64_t offset = 0;
  for (const Bytes &entry : entries) {
    out.fixed(offset, offsetSize);
    offset += entry.size();
  }
  for (const Bytes &entry : entries)
    out.append(entry);
  return out.bytes;
}

/// A file whose parts can be replaced. By default: `entry @k() { return }`
/// with the types i32, tile<i32>, () -> (), i1, tile<16xi1>, f64 and tile<f64>.
struct File {
  unsigned minor = 3;
  std::vector<Bytes> strings = {{'k'}, {'a'}, {}};
  std::vector<Bytes> types = {
      {I32Tag},
      {TileTag, 0, 0},
      {FunctionTag, 0, 0},
      {I1Tag},
      {TileTag, 3, 1, 16, 0, 0, 0, 0, 0, 0, 0},
      {F64Tag},
      {TileTag, 5, 0},
      {TileTag, 5, 1, 4, 0, 0, 0, 0, 0, 0, 0},
  };
  std::vector<Bytes> constants;
  Bytes body = {0x5C, 0, 0};
  Bytes flags = {2, 0}; // function flags, debug index, hints
  uint64_t numFunctions = 1;
  unsigned copies = 1;

  Bytes bytes() const {
    ByteWriter out;
    out.append(magic);
    for (unsigned byte : {13u, minor, 0u, 0u})
      out.u8(byte);
    ByteWriter functions;
    functions.varint(numFunctions);
    for (unsigned i = 0; i < copies; ++i) {
      functions.append(Bytes{0, 2});
      functions.append(flags);
      functions.varint(body.size());
      functions.append(body);
    }
    section(out, FunctionSection, functions.bytes);
    if (!constants.empty())
      section(out, ConstantSection, table(constants, 8));
    section(out, TypeSection, table(types));
    section(out, StringSection, table(strings));
    out.u8(0);
    return out.bytes;
  }
  static void section(ByteWriter &out, unsigned kind, const Bytes &payload) {
    unsigned alignment = sectionTraits[kind].alignment;
    out.u8(kind | 0x80);
    out.varint(payload.size());
    out.varint(alignment);
    out.pad(alignment);
    out.append(payload);
  }
};

class HostileBytecode : public ::testing::Test {
protected:
  HostileBytecode() {
    context.disableMultithreading();
    context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  }
  /// The text of the module, or the error.
  std::string read(const Bytes &bytes) {
    warnings.clear();
    auto module = readBytecode(
        {reinterpret_cast<const char *>(bytes.data()), bytes.size()}, "f",
        context, &warnings);
    if (!module)
      return llvm::toString(module.takeError());
    std::string text;
    llvm::raw_string_ostream(text) << **module;
    return text;
  }
  std::string readBody(const Bytes &body) {
    File file = base;
    file.body = body;
    append(file.body, {0x5C, 0, 0});
    return read(file.bytes());
  }
  void expect(const std::string &text, const std::string &part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }

  File base;
  mlir::MLIRContext context;
  std::vector<std::string> warnings;
};

TEST_F(HostileBytecode, TheBaseFileIsFine) {
  expect(read(base.bytes()), "entry @k()");
}

TEST_F(HostileBytecode, Container) {
  Bytes bytes = base.bytes();
  auto patched = [&](size_t at, uint8_t value) {
    Bytes copy = bytes;
    copy[at] = value;
    return read(copy);
  };
  expect(patched(0, 0x7E), "f: byte 0: error: invalid magic number at position "
                           "0, got 126 expected 127");
  expect(patched(8, 18), "unsupported version 18.3.0");
  expect(patched(9, 0), "unsupported version 13.0.0");
  expect(patched(9, 5), "unsupported version 13.5.0; versions 13.1 to 13.4 "
                        "are supported");
  expect(patched(10, 7), "entry @k()"); // the tag has no effect
  expect(patched(12, 0x7F), "unknown section ID: 127");
  expect(patched(12, 0x80), "end section should not have alignment flag");
  expect(patched(12, 0), "end section is not the last section");
  expect(patched(12, 0x02), "must have alignment that is a multiple of 8");
  expect(patched(14, 12), "invalid alignment value 12");
  expect(patched(14, 4), "must have alignment that is a multiple of 8 bytes, "
                         "but has alignment of 4");
  expect(patched(15, 0), "entry @k()"); // padding may be anything
  Bytes repeated(bytes.begin(), bytes.end() - 1);
  append(repeated, Bytes(bytes.begin() + 12, bytes.end()));
  expect(read(repeated), "repeated section");
  Bytes empty(bytes.begin(), bytes.begin() + 12);
  empty.push_back(0);
  expect(read(empty), "string section is mandatory");
}

TEST_F(HostileBytecode, CountsAreCheckedBeforeMemoryIsReserved) {
  base.numFunctions = UINT64_C(1) << 60;
  expect(read(base.bytes()), "number of functions");
  base.numFunctions = 1;
  const Bytes huge = {0xF0, 0xFF, 0xFF, 0xFF, 0x0F};
  Bytes returns = {0x5C, 0};
  append(returns, huge);
  expect(readBody(returns), "number of operands (4294967280)");
  Bytes results = {0x32};
  append(results, huge);
  expect(readBody(results), "number of results");
  Bytes permute = {0x53, 1};
  append(permute, huge);
  expect(readBody(permute), "number of elements");
  expect(readBody({0x5C, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                   0x80, 0x80, 0}),
         "more than 10 bytes");
  expect(readBody({0x5C, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                   0xFF, 0x7F}),
         "does not fit in 64 bits");
}

TEST_F(HostileBytecode, SharedSignaturesDoNotMultiply) {
  base.numFunctions = base.copies = 100;
  ByteWriter signature;
  signature.u8(FunctionTag);
  signature.varint(10000);
  signature.bytes.resize(signature.bytes.size() + 10000, 1);
  signature.varint(0);
  base.types[2] = signature.bytes;
  expect(read(base.bytes()), "more than 262144 parameters");
}

TEST_F(HostileBytecode, NestingIsLimited) {
  // 20000 arrays in each other, as an assume predicate.
  Bytes arrays = {0x06, 1};
  for (int i = 0; i < 20000; ++i)
    append(arrays, {ArrayAttrTag, 1});
  expect(readBody(arrays), "nested more than 32 deep");
  // As many loops in each other.
  Bytes loops;
  for (int i = 0; i < 20000; ++i)
    append(loops, {0x41, 0, 0, 1, 1, 0, 1});
  expect(readBody(loops), "nested more than 64 deep");
  // A function type of function types would explode when printed.
  base.types.push_back({FunctionTag, 1, 2, 0});
  expect(read(base.bytes()), "cannot take or return functions");
}

TEST_F(HostileBytecode, Types) {
  auto with = [&](const Bytes &type) {
    File file = base;
    file.types.push_back(type);
    return read(file.bytes());
  };
  expect(with({23}), "unknown type tag 23");
  expect(with({0x8B, 0x02}), "unknown type tag 267");
  expect(with({TileTag, 8, 0}), "contains itself");
  expect(with({PointerTag, 1}), "pointee type must be");
  expect(with({TileTag, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0}), "power");
  expect(with({TileTag, 9, 0}), "type index 9 out of bounds (size=9)");
  expect(with({I32Tag, 0}), "unexpected data after type 8");
  base.minor = 1;
  expect(with({F4E2M1FNTag}), "type 'f4E2M1FN' requires bytecode version "
                              "13.3+, file version is 13.1");
}

TEST_F(HostileBytecode, Operations) {
  expect(readBody({0x19}), "unknown or unimplemented opcode 0x19");
  expect(readBody({0xDC, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01}),
         "unknown or unimplemented opcode");
  expect(readBody({0x01, 1, 0}), "operand index 0 out of bounds (size=0)");
  expect(readBody({0x03, 1, 4, 0, 0}),
         "invalid integer value 4 for enum attribute 'overflow'");
  expect(readBody({0x10, 1, 0}), "const index 0 out of bounds (size=0)");
  expect(readBody({0x32, 0, 0, 1}), "operand index 0 out of bounds");
  expect(readBody({0x41, 0, 0, 2}), "'loop' op expected 1 regions, got 2");
  expect(readBody({0x41, 0, 0, 1, 1, 0, 0}),
         "block is expected to have a terminator operation");
  expect(readBody({0x41, 0, 0, 1, 1, 0, 1, 0x44, 1}), "is not a terminator");
  expect(readBody({0x5C, 0, 0}), "must be the last operation of its block");
  expect(readBody({0x2C, 1, 2}), "a symbol reference must not be empty");
  expect(readBody({0x53, 1, 1, 0, 0, 0, 0x80}),
         "array contains unsupported value -2147483648");
  base.minor = 1;
  expect(readBody({0x6E, 6, 0, 0}),
         "operation 'atan2' (opcode 0x6E) requires bytecode version 13.2+");
  expect(readBody({0x55, 1, 1, 0, 0}), "result count mismatch");
  expect(readBody({0x55, 0, 1, 0}), "print_tko \"a\" -> token");
}

TEST_F(HostileBytecode, Functions) {
  base.flags = {0, 0};
  expect(read(base.bytes()), "un-expected non-entry function");
  base.flags = {0x0A, 0};
  expect(read(base.bytes()), "unknown function flags");
  base.flags = {6, 0, DictionaryAttrTag, 0};
  expect(read(base.bytes()), "invalid optimization hints attribute");
  base.flags = {6, 0, OptimizationHintsAttrTag, 1, 2, DictionaryAttrTag, 0};
  expect(read(base.bytes()), "invalid empty attribute name");
  base.flags = {6, 0, OptimizationHintsAttrTag, 1, 1, BoolAttrTag, 1};
  expect(read(base.bytes()), "expected dictionary attribute");
  base.flags = {6, 0, OptimizationHintsAttrTag,
                1, 1, DictionaryAttrTag,
                2, 1, BoolAttrTag,
                1, 1, BoolAttrTag,
                1};
  expect(read(base.bytes()), "repeated dictionary key");
  base.flags = {
      6,           0, OptimizationHintsAttrTag, 1, 1, DictionaryAttrTag, 1, 0,
      BoolAttrTag, 1};
  expect(read(base.bytes()), "optimization_hints=<a = {k = true}>");
  base.flags = {2, 1};
  expect(read(base.bytes()), "failed to read function location");
  base.flags = {2, 0};
  base.body.clear();
  expect(read(base.bytes()), "the function body is empty");
}

/// `reduce` of tile<4xf64> whose identity is the given Float payload.
Bytes reduceBody(const Bytes &identity) {
  Bytes body = {0x10, 7, 0, // constant
                0x58, 1, 6, // reduce -> tile<f64>
                0,    1, FloatAttrTag,
                5};
  append(body, identity);
  append(body, {1, 0, 1, 1, 2, 6, 6, 2, // one operand, one block
                0x45, 6, 0, 1, 2,       // maxf
                0x6D, 0, 1, 3});        // yield
  return body;
}

TEST_F(HostileBytecode, NegativeDoublesOfOneProducerAreRecognised) {
  base.constants = {{8, 0, 0, 0, 0, 0, 0, 0, 0}};
  const char *const infinity = "identities=[0xFFF0000000000000 : f64]";
  expect(readBody(reduceBody({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F})),
         infinity);
  EXPECT_TRUE(warnings.empty());
  expect(readBody(reduceBody(
             {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xF0, 0xFF, 0x03})),
         infinity);
  ASSERT_EQ(warnings.size(), 1u);
  expect(warnings[0], "65-bit number");
  expect(readBody(reduceBody(
             {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xF0, 0xFF, 0x07})),
         "does not fit in 65 bits");
}

TEST_F(HostileBytecode, BoolConstantsOfEitherForm) {
  const Bytes constant = {0x10, 4, 0}; // tile<16xi1>
  auto with = [&](const Bytes &entry) {
    base.constants = {entry};
    return readBody(constant);
  };
  expect(with({1, 0xFF}), "constant <i1: true>");
  expect(with({2, 0xFF, 0xFF}), "constant <i1: true>");
  expect(with({1, 0}), "constant <i1: false>");
  expect(with({2, 0x05, 0}), "<i1: [true, false, true, false");
  EXPECT_TRUE(warnings.empty());
  expect(with({1, 1}), "constant <i1: true>");
  EXPECT_EQ(warnings.size(), 1u);
  expect(with({16, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
         "<i1: [true, false, true, false");
  EXPECT_EQ(warnings.size(), 1u);
  expect(with({3, 0, 0, 0}), "failed to validate buffer size and format");
  expect(with({1, 2}), "failed to validate buffer size and format");
  expect(with({2, 0}), "number of bytes (2) exceeds");
  expect(with({1, 0, 0}), "unexpected data after constant 0");
}

TEST_F(HostileBytecode, AmbiguousBoolConstantsAreReadAsPacked) {
  base.types.push_back({TileTag, 3, 1, 8, 0, 0, 0, 0, 0, 0, 0});
  base.constants = {{1, 1}};
  expect(readBody({0x10, 8, 0}), "<i1: [true, false, false");
  ASSERT_EQ(warnings.size(), 1u);
  expect(warnings[0], "element 0 only");
}

TEST_F(HostileBytecode, ProducerInAnOldFileIsNoted) {
  base.minor = 1;
  Bytes bytes = base.bytes();
  bytes.pop_back();
  append(bytes, {ProducerSection, 1, 1, 0});
  expect(read(bytes), "attributes {producer = \"a\"}");
  EXPECT_EQ(warnings.size(), 1u);
}

// 13.4 additions, 2.1, 3 and 4.
TEST_F(HostileBytecode, FieldsOf4AreChecked) {
  base.types.push_back({TokenTag}); // 8
  auto both = [&](const Bytes &body, const std::string &older,
                  const std::string &newer) {
    base.minor = 3;
    expect(readBody(body), older);
    base.minor = 4;
    expect(readBody(body), newer);
  };
  both({0x78, 8, 0},
       "operation 'gdc_wait_tko' (opcode 0x78) requires bytecode version "
       "13.4+, file version is 13.3",
       "gdc_wait_tko -> token");
  expect(readBody({0x44, 8, 0x77, 8, 1, 0}),
         "gdc_launch_dependents_tko token = %");
  expect(readBody({0x44, 8, 0x77, 8, 2, 0, 0}),
         "'gdc_launch_dependents_tko' has at most 1 operands, got 2");
  expect(readBody({0x44, 8, 0x7A, 8, 0}), "memory_fence_alias_tko token = %");
  expect(readBody({0x82, 0x01, 8, 0}),
         "unknown or unimplemented opcode 0x82; before 13.4 was released it "
         "was 'fpowi', now 0x79");
  expect(readBody({0x83, 0x01, 8, 0}), "it was 'memory_fence_alias_tko', now");
  // No insert without its two tiles.
  expect(readBody({0x76, 1, 1, 1, 0}), "'insert' has at least 2 operands");
}

TEST_F(HostileBytecode, PointerTypesOf4) {
  base.minor = 4;
  auto withType = [&](const Bytes &type) {
    File file = base;
    file.types.push_back(type);
    return read(file.bytes());
  };
  expect(withType({PointerTag, 0, 0}), "entry @k()");
  expect(withType({PointerTag, 1, 0, 0}), "entry @k()");
  expect(withType({PointerTag, 1, 0, 1}), "ptr_attr");
  expect(withType({PointerTag, 2, 0}), "the type's flags");
  expect(withType({PointerTag, 0}), "error");
  // 130 takes two bytes.
  expect(withType({0x82, 0x01}), "type 'f8E5M3FNU' (tag 130) of preview builds "
                                 "of 13.4 is not supported");
  base.minor = 3;
  expect(withType({PointerTag, 0}), "entry @k()");
}

TEST_F(HostileBytecode, PaddedIntegersAreAccepted) {
  expect(readBody({0xC4, 0x80, 0x00, 8}), "type index 8 out of bounds");
  base.types.push_back({TokenTag});
  expect(readBody({0xC4, 0x80, 0x00, 8}), "make_token");
}
} // namespace
