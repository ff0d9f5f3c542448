//===- EncodingTest.h - Formulas against runs -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Formulas of whole operations give, for random and special inputs, what the
// tile interpreter gives: the same bits, the same unspecified elements, the
// same memory, and undefined behaviour for the same inputs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_ORACLE_SMT_ENCODINGTEST_H
#define TILEFUZZ_TESTS_UNIT_ORACLE_SMT_ENCODINGTEST_H

#include "compiler/Pipeline/Pipeline.h"
#include "interp/Tile/BlockRun.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Smt/TileEncoding.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"
#include <random>

namespace tilefuzz {

constexpr uint64_t memorySize = 32;

class EncodingTest : public ::testing::Test {
protected:
  EncodingTest() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.allowUnregisteredDialects();
  }

  /// One of the values that operations treat apart, or any.
  llvm::APInt pick(const SymbolicDomain::Input &input, bool isPointer) {
    uint64_t bits = random();
    llvm::StringRef name = input.name;
    if (name.ends_with(unspecifiedSuffix))
      return llvm::APInt(1, bits % 4 == 0);
    if (name.ends_with(".base"))
      return llvm::APInt(64, bits % memorySize);
    // Small, and now and then far too large.
    if (name.contains(".size") || name.contains(".stride"))
      return llvm::APInt(64, bits % 8 ? bits / 8 % 6 : bits);
    if (isPointer)
      return llvm::APInt(64, bits % memorySize);
    static const uint64_t special[] = {
        0,          1,          2,          3,           0x7f,
        0x80,       0xff,       0x3c00,     0x7c00,      0x7e00,
        0x8000,     0x3f800000, 0x40000000, 0x7f800000,  0x7fc00000,
        0x80000000, 4,          8,          ~uint64_t(0)};
    if (bits % 4)
      bits = special[random() % std::size(special)];
    return llvm::APInt(input.width, bits, false, /*implicitTrunc=*/true);
  }

  /// Compares on `trials` inputs; how many of them were defined.
  unsigned compare(llvm::StringRef body, unsigned trials = 30,
                   bool mayBeUnspecified = false) {
    bool isPublic = body.contains("!cuda_tile.");
    std::string text = isPublic ? "cuda_tile.module @m {\nentry @f() {\n" +
                                      body.str() + "\nreturn\n}\n}"
                                : "nv_tileaa.func @f() {\n" + body.str() +
                                      "\nnv_tileaa.return\n}";
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(bool(module)) << text;
    if (!module)
      return 0;
    SCOPED_TRACE(text);
    numberAccesses(module.get());
    mlir::Block *block = nullptr;
    std::vector<std::string> pointers;
    module->walk([&](mlir::FunctionOpInterface function) {
      block = &function.getFunctionBody().front();
    });
    module->walk([&](mlir::Operation *op) {
      compared.insert(op->getName().getStringRef());
      if (op->getName().getStringRef() != "tilefuzz.input")
        return;
      std::string type;
      llvm::raw_string_ostream(type) << op->getResult(0).getType();
      if (llvm::StringRef(type).contains("ptr"))
        pointers.push_back(
            op->getAttrOfType<mlir::StringAttr>("name").getValue().str());
    });
    SymbolicDomain domain(FloatEncoding::Theory);
    EncodingOptions options;
    options.bufferSize = memorySize;
    options.mayBeUnspecified = mayBeUnspecified;
    llvm::Expected<TileEncoding> encoding = encode(*block, domain, options);
    if (!encoding) {
      ADD_FAILURE() << llvm::toString(encoding.takeError());
      return 0;
    }
    unsigned defined = 0;
    for (unsigned trial = 0; trial < trials; ++trial)
      defined += compareOnce(*block, domain, *encoding, pointers);
    return defined;
  }

  bool compareOnce(mlir::Block &block, SymbolicDomain &domain,
                   const TileEncoding &encoding,
                   const std::vector<std::string> &pointers) {
    BlockInputs inputs;
    Term given = domain.truth(true);
    for (const SymbolicDomain::Input &input : domain.inputs()) {
      bool isPointer = llvm::is_contained(
          pointers, llvm::StringRef(input.name).split('[').first);
      llvm::APInt value = pick(input, isPointer);
      inputs.elements[input.name] = value;
      if (llvm::StringRef name = input.name;
          name.consume_back(unspecifiedSuffix) && !value.isZero())
        inputs.unspecified.insert(name);
      given = domain.land(given, domain.eq(input.term, domain.constant(value)));
    }
    Term memory = domain.initialMemory("memory");
    bool usesMemory = !encoding.accesses.empty();
    for (uint64_t address = 0; address < memorySize; ++address) {
      inputs.memory.push_back(random() % 3 ? random() % 3 : random());
      if (!usesMemory)
        continue;
      given = domain.land(
          given,
          domain.eq(domain.loadByte(memory, domain.constant(64, address)),
                    domain.constant(8, inputs.memory.back())));
    }
    EXPECT_EQ(domain.isSatisfiable(given), Answer::Yes);
    // More iterations than are encoded, or a block outside of the grid.
    if (domain.evaluateTruth(encoding.beyond) ||
        !domain.evaluateTruth(encoding.given))
      return false;
    bool undefined = domain.evaluateTruth(encoding.undefined);
    llvm::Expected<BlockTrace> trace = runBlock(block, inputs);
    if (!trace) {
      ADD_FAILURE() << llvm::toString(trace.takeError());
      return false;
    }
    // Products of unspecified elements are not computed.
    if (trace->outcome.status == RunStatus::Unsupported)
      return false;
    EXPECT_EQ(trace->outcome.completed(), !undefined)
        << trace->outcome.summary();
    if (undefined || !trace->outcome.completed())
      return false;
    for (size_t k = 0; k < trace->observed.size(); ++k)
      for (size_t i = 0; i < trace->observed[k].bits.size(); ++i) {
        const SymbolicElement &element = encoding.observed[k].elements[i];
        bool unspecified = domain.evaluateTruth(element.unspecified);
        EXPECT_EQ(bool(trace->observed[k].unspecified[i]), unspecified)
            << k << ' ' << i;
        if (!unspecified)
          EXPECT_EQ(trace->observed[k].bits[i],
                    domain.evaluate(element.bits).getZExtValue())
              << k << ' ' << i;
      }
    const BufferImage &image = trace->outcome.buffers.front();
    for (uint64_t address = 0; usesMemory && address < memorySize; ++address)
      EXPECT_EQ(image.bytes[address],
                domain
                    .evaluate(domain.loadByte(encoding.memory,
                                              domain.constant(64, address)))
                    .getZExtValue())
          << "byte " << address;
    return true;
  }

  mlir::MLIRContext context;
  std::mt19937_64 random{20261121};
  /// Operations that some comparison had.
  llvm::StringSet<> compared;
};

inline std::string input(const char *name, const std::string &type) {
  return std::string("%") + name + " = \"tilefuzz.input\"() {name = \"" + name +
         "\"} : () -> " + type + "\n";
}
inline std::string observe(const std::string &values,
                           const std::string &types) {
  return "\"tilefuzz.observe\"(" + values + ") : (" + types + ") -> ()\n";
}

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_UNIT_ORACLE_SMT_ENCODINGTEST_H
