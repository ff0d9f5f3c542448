//===- BytecodeTest.cpp - Files that exist, and damaged ones --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Bytecode/DecodedFile.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using namespace tilefuzz::bytecode;

namespace {
const char *const kernels[] = {
    "collatz_steps",   "gather_scatter_permute", "gemm_bias_relu",
    "histogram",       "in_place_swap",          "int8_matmul_requant",
    "layer_norm",      "online_attention",       "prefix_sum",
    "saxpy",           "softmax_rows",           "spin_lock_accumulate",
    "threshold_count",
};
const char *const samples[] = {
    "minimal",   "control-13.1", "control-13.3", "dependents-13.4",
    "locations", "views",        "constants"};

class Bytecode : public ::testing::Test {
protected:
  Bytecode() {
    context.disableMultithreading();
    context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  }

  using Module = mlir::OwningOpRef<mlir::ModuleOp>;

  static std::string file(const llvm::Twine &path) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    EXPECT_TRUE(bool(buffer)) << path.str();
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }
  static std::string sample(const llvm::Twine &name) {
    return file(TILEFUZZ_INPUTS "/" + name);
  }
  static std::string kernel(const llvm::Twine &name) {
    return file(TILEFUZZ_CORPUS "/kernels/" + name + ".tilebc");
  }

  /// Samples and kernels, by name.
  static std::vector<std::pair<std::string, std::string>> allFiles() {
    std::vector<std::pair<std::string, std::string>> files;
    for (llvm::StringRef name : samples)
      files.emplace_back(name.str(), sample(name + ".tilebc"));
    for (llvm::StringRef name : kernels)
      files.emplace_back(name.str(), kernel(name));
    return files;
  }

  Module read(llvm::StringRef bytes) {
    llvm::Expected<Module> module = readBytecode(bytes, "file", context);
    if (!module) {
      ADD_FAILURE() << llvm::toString(module.takeError());
      return {};
    }
    return std::move(*module);
  }
  Module parse(llvm::StringRef text) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }
  std::string write(Module &module, unsigned minor) {
    mlir::FailureOr<std::string> bytes =
        writeBytecode(module.get(), BytecodeVersion{minor});
    EXPECT_TRUE(succeeded(bytes));
    return succeeded(bytes) ? *bytes : std::string();
  }
  static bool equal(Module &a, Module &b) {
    return a && b &&
           mlir::OperationEquivalence::isEquivalentTo(
               a.get(), b.get(), mlir::OperationEquivalence::IgnoreLocations);
  }

  /// Whatever the bytes are: a verified module that can be written, or an
  /// error that says where.
  void readDamaged(llvm::StringRef bytes, size_t &accepted) {
    llvm::Expected<Module> module = readBytecode(bytes, "file", context);
    if (!module) {
      std::string text = llvm::toString(module.takeError());
      EXPECT_TRUE(llvm::StringRef(text).starts_with("file: byte ")) << text;
      EXPECT_TRUE(llvm::StringRef(text).contains(": error: ")) << text;
      return;
    }
    ++accepted;
    EXPECT_TRUE(succeeded(mlir::verify(**module)));
  }

  mlir::MLIRContext context;
};

TEST_F(Bytecode, SamplesAreWrittenAsTheyWereRead) {
  for (llvm::StringRef name :
       {"control-13.1", "control-13.3", "locations", "views", "constants"}) {
    std::string bytes = sample(name + ".tilebc");
    Module module = read(bytes);
    ASSERT_TRUE(bool(module)) << name.str();
    EXPECT_EQ(write(module, name == "control-13.1" ? 1 : 3), bytes)
        << name.str();
  }
}

TEST_F(Bytecode, VersionsHoldTheSameModule) {
  Module newest = read(sample("control-13.3.tilebc"));
  Module oldest = read(sample("control-13.1.tilebc"));
  // All but the producer, which files before 13.3 do not name.
  (*newest->getOps<mlir::cuda_tile::ModuleOp>().begin()).removeProducerAttr();
  EXPECT_TRUE(equal(newest, oldest));
}

TEST_F(Bytecode, KernelsEqualTheirText) {
  for (llvm::StringRef name : kernels) {
    Module binary = read(kernel(name));
    Module text = parse(sample(name + ".mlir"));
    EXPECT_TRUE(equal(binary, text)) << name.str();
    std::string again = write(binary, 1);
    Module second = read(again);
    EXPECT_TRUE(equal(binary, second)) << name.str();
    EXPECT_EQ(write(second, 1), again) << name.str();
  }
}

static void collect(llvm::ArrayRef<DecodedOperation> operations,
                    llvm::StringSet<> &names) {
  for (const DecodedOperation &op : operations) {
    names.insert(op.row->mnemonic);
    for (const auto &region : op.regions)
      for (const DecodedBlock &block : region)
        collect(block.operations, names);
  }
}

TEST_F(Bytecode, EveryOperationSurvives) {
  llvm::StringSet<> names;
  std::vector<std::string> texts = {file(TILEFUZZ_EVERY_OP),
                                    sample("every-op-2.mlir"),
                                    sample("every-op-13.4.mlir")};
  for (llvm::StringRef name : kernels)
    texts.push_back(sample(name + ".mlir"));
  for (const std::string &text : texts) {
    Module module = parse(text);
    ASSERT_TRUE(bool(module));
    std::string bytes = write(module, 4);
    Module again = read(bytes);
    // The name of a module is not stored.
    (*module->getOps<mlir::cuda_tile::ModuleOp>().begin())
        .setSymName("kernels");
    EXPECT_TRUE(equal(module, again));
    EXPECT_EQ(write(again, 4), bytes);
    Report report;
    DecodedFile decoded = decodeFile(
        {reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()},
        report);
    for (const DecodedFunction &function : decoded.functions)
      collect(function.body.operations, names);
  }
  for (const OperationRow &row : getOperationTable())
    EXPECT_TRUE(names.contains(row.mnemonic)) << row.mnemonic.str();
}

TEST_F(Bytecode, EveryRowIsAnOperationOfTheDialect) {
  unsigned last = 0;
  for (const OperationRow &row : getOperationTable()) {
    EXPECT_TRUE(row.opcode == 0 || row.opcode > last) << row.mnemonic.str();
    last = row.opcode;
    mlir::OperationName name(("cuda_tile." + row.mnemonic).str(), &context);
    EXPECT_TRUE(name.isRegistered()) << row.mnemonic.str();
    EXPECT_EQ(findOperation(row.opcode), findOperation(row.mnemonic));
  }
  EXPECT_EQ(getOperationTable().size(), 102u);
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "cuda_tile") {
      llvm::StringRef mnemonic = name.stripDialect();
      // These have sections of their own.
      bool hasSection =
          mnemonic == "module" || mnemonic == "entry" || mnemonic == "global";
      EXPECT_EQ(findOperation(mnemonic) == nullptr, hasSection)
          << mnemonic.str();
    }
}

TEST_F(Bytecode, EveryTruncationIsRefused) {
  for (const auto &[name, bytes] : allFiles()) {
    size_t accepted = 0;
    for (size_t size = 0; size < bytes.size(); ++size)
      readDamaged(llvm::StringRef(bytes).take_front(size), accepted);
    EXPECT_EQ(accepted, 0u) << name;
    readDamaged(bytes + '\0', accepted);
    EXPECT_EQ(accepted, 0u) << name;
  }
}

TEST_F(Bytecode, EveryFlippedBitIsReadOrRefused) {
  for (auto [name, bytes] : allFiles()) {
    size_t accepted = 0;
    for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      bytes[bit / 8] ^= 1 << (bit % 8);
      readDamaged(bytes, accepted);
      bytes[bit / 8] ^= 1 << (bit % 8);
    }
    // Padding and constants may be anything; most of a file may not.
    EXPECT_GT(accepted, 0u) << name;
    EXPECT_LT(accepted, 6 * bytes.size()) << name;
  }
}

TEST_F(Bytecode, ListingsCoverEveryByte) {
  for (const auto &[name, bytes] : allFiles()) {
    Report report;
    std::vector<Note> notes;
    report.notes = &notes;
    decodeFile({reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()},
               report);
    ASSERT_FALSE(report.error.has_value());
    std::vector<unsigned> covered(bytes.size());
    for (const Note &note : notes)
      for (size_t i = 0; i < note.size; ++i)
        ++covered[note.offset + i];
    for (size_t i = 0; i < bytes.size(); ++i)
      EXPECT_EQ(covered[i], 1u) << name << " byte " << i;
  }
}

} // namespace
