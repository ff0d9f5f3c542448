//===- GenerateTest.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Generate.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Coverage.h"
#include "fuzz/Generate/Forms.h"
#include "fuzz/Generate/Liveness.h"
#include "interp/Tile/DecodedProgram.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

/// Runs a program; every failure names it.
static Outcome run(const Program &program, const std::string &text) {
  llvm::Expected<DecodedProgram> decoded =
      DecodedProgram::decode(program.module.get(), program.launch.kernel);
  if (!decoded) {
    ADD_FAILURE() << llvm::toString(decoded.takeError()) << "\n" << text;
    return Outcome();
  }
  llvm::Expected<Outcome> outcome = decoded->run(program.launch);
  if (!outcome) {
    ADD_FAILURE() << llvm::toString(outcome.takeError()) << "\n" << text;
    return Outcome();
  }
  return std::move(*outcome);
}

TEST(GenerateTest, ProgramsAreDefinedAndHaveOneOutcome) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  GenerateOptions options;
  options.wholeOneIn = 0;
  for (unsigned further : {0, 4}) {
    options.furtherOneIn = further;
    uint64_t stores = 0, unstable = 0;
    for (uint64_t seed = 0; seed < 400; ++seed) {
      Program program =
          llvm::cantFail(generateProgram(*context, seed, options));
      std::string text = program.toString();
      Outcome outcome = run(program, text);
      ASSERT_TRUE(outcome.completed()) << outcome.summary() << "\n" << text;
      // But for what one block tells another, by pointers or views, or updates
      // beside it.
      EXPECT_TRUE(outcome.isFullyOrdered ||
                  llvm::StringRef(text).contains("load_ptr_tko acquire") ||
                  llvm::StringRef(text).contains("load_view_tko acquire") ||
                  (further && llvm::StringRef(text).contains("atomic_")))
          << text;
      unstable += outcome.unstable;
      stores += outcome.stores;
    }
    EXPECT_GT(stores, 10'000u);
    EXPECT_LE(unstable, 4u);
  }
}

/// How many programs compute with the result of a function that has an error
/// bound, or of a product; and how many are unstable.
static std::pair<unsigned, unsigned> countInexact(mlir::MLIRContext &context,
                                                  unsigned inexact) {
  GenerateOptions options;
  options.wholeOneIn = 1;
  options.inexact = inexact;
  unsigned computing = 0, unstable = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    Program program = llvm::cantFail(generateProgram(context, seed, options));
    bool computes = false;
    program.module->walk([&](mlir::Operation *op) {
      namespace ct = mlir::cuda_tile;
      if (!llvm::isa<ct::ExpOp, ct::LogOp, ct::SinOp, ct::CosOp, ct::TanOp,
                     ct::PowOp, ct::RsqrtOp, ct::MmaFOp>(op))
        return;
      for (mlir::Operation *user : op->getUsers())
        computes |= !llvm::isa<ct::StorePtrTkoOp, ct::StoreViewTkoOp,
                               ct::ReshapeOp, ct::BroadcastOp>(user);
    });
    computing += computes;
    Outcome outcome = run(program, program.toString());
    EXPECT_TRUE(outcome.completed()) << outcome.summary();
    unstable += outcome.unstable;
  }
  return {computing, unstable};
}

TEST(GenerateTest, ComputesWithValuesThatAreNotUnique) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  auto [computing, unstable] = countInexact(*context, 50);
  EXPECT_GE(computing, 20u);
  // Less than one in a hundred.
  EXPECT_LT(unstable, 10u);
  EXPECT_EQ(countInexact(*context, 0).first, 0u);
  EXPECT_GT(countInexact(*context, 100).first, computing);
}

namespace {
/// Programs of the whole language.
class WholeLanguage : public ::testing::Test {
protected:
  static constexpr unsigned total = 2000;

  template <typename F> void forEach(F visit, unsigned count = total) {
    GenerateOptions options;
    options.wholeOneIn = 1;
    options.maxSteps = 24;
    for (uint64_t seed = 0; seed < count; ++seed) {
      llvm::Expected<Program> program =
          generateProgram(*context, seed, options);
      // All verify.
      ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
      visit(*program);
    }
  }
  std::unique_ptr<mlir::MLIRContext> context = createContext();
};
} // namespace

TEST_F(WholeLanguage, ProgramsAreDefined) {
  unsigned open = 0, unstable = 0, live = 0;
  forEach([&](const Program &program) {
    std::string text = program.toString();
    Outcome outcome = run(program, text);
    unstable += outcome.unstable;
    live += findDeadOperations(*program.module).empty();
    // The payload of a NaN that a view is padded with may come to an update.
    bool isOpen = outcome.summary().find("an unspecified value decides") !=
                  std::string::npos;
    open += isOpen;
    EXPECT_TRUE(outcome.completed() || isOpen) << outcome.summary() << "\n"
                                               << text;
    EXPECT_EQ(outcome.failedAssertions, 0u) << text;
  });
  EXPECT_LE(open, total / 500);
  // Dead code has its own defects: one program in 32 keeps it.
  EXPECT_GE(live, total * 95 / 100);
  EXPECT_LT(live, total);
  EXPECT_LE(unstable, total / 20);
}

/// Every operation with every element type that the dialect allows, but for
/// those that Coverage.cpp gives a reason for.
TEST_F(WholeLanguage, HasEveryOperationAndElementType) {
  Coverage coverage;
  forEach([&](const Program &program) { coverage.add(program); }, 3 * total);
  EXPECT_EQ(llvm::join(coverage.gaps(), ", "), "");
  unsigned operations = 0;
  for (mlir::RegisteredOperationName name : context->getRegisteredOperations())
    if (name.getDialectNamespace() == "cuda_tile") {
      ++operations;
      EXPECT_GT(coverage.count(name.stripDialect()), 0u)
          << name.getStringRef().str();
    }
  EXPECT_EQ(operations, 105u);
}

TEST_F(WholeLanguage, HasEveryAttributeValue) {
  Coverage coverage;
  forEach([&](const Program &program) { coverage.add(program); }, 3 * total);
  auto expect = [&](llvm::StringRef operations, llvm::StringRef attribute,
                    llvm::StringRef values) {
    llvm::SmallVector<llvm::StringRef> names, words;
    operations.split(names, ' ');
    values.split(words, ' ');
    for (llvm::StringRef name : names)
      for (llvm::StringRef word : words) {
        std::string text =
            word.empty() ? attribute.str() : (attribute + "=" + word).str();
        EXPECT_GT(coverage.count(name, text), 0u) << name.str() << " " << text;
      }
  };
  expect("addi subi muli shli trunci", "overflow",
         "none no_signed_wrap no_unsigned_wrap no_wrap");
  expect("negi", "overflow", "none no_signed_wrap no_wrap");
  expect("maxi mini shri divi remi cmpi exti itof ftoi", "signedness",
         "signed unsigned");
  expect("mmai", "signedness_lhs", "signed unsigned");
  expect("mmai", "signedness_rhs", "signed unsigned");
  expect("divi", "rounding", "zero negative_inf positive_inf");
  expect("addf subf mulf fma", "rounding_mode",
         "nearest_even zero negative_inf positive_inf");
  expect("divf", "rounding_mode",
         "nearest_even zero negative_inf positive_inf approx full");
  expect("sqrt", "rounding_mode",
         "nearest_even zero negative_inf positive_inf approx");
  expect("exp tanh", "rounding_mode", "approx full");
  expect("ftof", "rounding_mode", "nearest_even zero positive_inf");
  expect("addf subf mulf fma maxf minf divf sqrt exp2 rsqrt", "flush_to_zero",
         "");
  expect("maxf minf", "propagate_nan", "");
  expect("cmpi cmpf", "comparison_predicate",
         "equal not_equal less_than less_than_or_equal greater_than "
         "greater_than_or_equal");
  expect("cmpf", "comparison_ordering", "ordered unordered");
  expect("assume", "predicate", "bounded div_by same_elements");
  expect("for", "unsignedCmp", "");
  expect("scan", "reverse", "true false");
  expect("mmaf", "fast_acc", "");
  expect("alloca", "global", "");
  expect("global", "constant", "");
  expect("global", "symbol_visibility", "public private");
  expect("load_ptr_tko load_view_tko", "memory_ordering_semantics",
         "weak relaxed acquire");
  expect("store_ptr_tko store_view_tko", "memory_ordering_semantics",
         "weak relaxed release");
  expect("atomic_rmw_tko atomic_cas_tko", "memory_ordering_semantics",
         "relaxed acquire release acq_rel");
  expect("load_ptr_tko load_view_tko store_ptr_tko store_view_tko "
         "atomic_rmw_tko atomic_cas_tko",
         "memory_scope", "tl_blk device sys");
  expect("atomic_red_view_tko", "memory_scope", "tl_blk device");
  expect("atomic_rmw_tko", "mode",
         "and or xor add addf max min umax umin xchg");
  expect("atomic_red_view_tko", "mode",
         "and or xor add addf max min umax umin");
  expect("load_ptr_tko load_view_tko store_ptr_tko store_view_tko",
         "optimization_hints", "");
}

/// Every way to write an operation occurs, and what rewrites look for is not
/// left to chance.
TEST_F(WholeLanguage, HasEveryFormAndIdiom) {
  Coverage coverage;
  unsigned programs = 3 * total;
  forEach([&](const Program &program) { coverage.add(program); }, programs);
  EXPECT_EQ(llvm::join(coverage.formGaps(), "\n"), "");
  for (llvm::StringRef idiom : allIdioms())
    EXPECT_GE(coverage.countIdiom(idiom), programs / 300) << idiom.str();
}

TEST(FormsTest, ThereAreReasonsForMissingFormsOnly) {
  // A form that the dialect has since, or a name that is none.
  for (llvm::StringRef operation : {"addf", "if", "print_tko"})
    EXPECT_FALSE(possibleForms(operation).empty()) << operation.str();
  EXPECT_EQ(whyFormIsMissing("addf", "rounding_mode=zero"), "");
  EXPECT_EQ(whyFormIsMissing("addf", "rounding_mode=full"), "does not verify");
  for (const MissingForm &row : missingForms()) {
    llvm::SmallVector<llvm::StringRef> names, forms;
    row.operations.split(names, ' ');
    row.forms.split(forms, '|');
    for (llvm::StringRef name : names)
      for (llvm::StringRef form : forms)
        EXPECT_TRUE(llvm::is_contained(possibleForms(name), form))
            << name.str() << ": " << form.str();
  }
}

/// What has the name of a property and is none says nothing of operands.
TEST(FormsTest, ForeignSegmentsAreNone) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  for (bool tileAA : {false, true}) {
    GenerateOptions options;
    options.tileAA = tileAA;
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Program program =
          llvm::cantFail(generateProgram(*context, seed, options));
      program.module.get()->walk([&](mlir::Operation *op) {
        std::vector<std::string> forms = formsOf(op);
        if (op->hasTrait<mlir::OpTrait::AttrSizedOperandSegments>())
          return;
        op->setDiscardableAttr(
            "operandSegmentSizes",
            mlir::DenseI32ArrayAttr::get(context.get(), {9}));
        EXPECT_EQ(formsOf(op), forms) << op->getName().getStringRef().str();
      });
    }
  }
}

/// What an operation shows is one of what there is.
TEST_F(WholeLanguage, ShowsPossibleFormsOnly) {
  forEach(
      [&](const Program &program) {
        program.module.get()->walk([](mlir::Operation *op) {
          if (op->getName().getDialectNamespace() != "cuda_tile")
            return;
          std::vector<std::string> possible =
              possibleForms(op->getName().stripDialect());
          for (const std::string &form : formsOf(op))
            EXPECT_TRUE(llvm::is_contained(possible, form))
                << op->getName().getStringRef().str() << ": " << form;
        });
      },
      100);
}

TEST(GenerateTest, SameChoicesSameProgram) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  auto textOf = [&](uint64_t seed) {
    return llvm::cantFail(generateProgram(*context, seed)).toString();
  };
  for (uint64_t seed = 0; seed < 20; ++seed) {
    std::string text = textOf(seed);
    EXPECT_EQ(text, textOf(seed));
    EXPECT_NE(text, textOf(seed + 1));
  }
}

TEST(GenerateTest, AnyBytesGiveAProgram) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ByteSource random(9);
  for (unsigned wholeOneIn : {0, 1})
    for (unsigned length = 0; length < 400; length += 3) {
      std::vector<uint8_t> bytes;
      for (unsigned i = 0; i < length; ++i)
        bytes.push_back(random.byte());
      ByteSource source{llvm::ArrayRef<uint8_t>(bytes)};
      GenerateOptions options;
      options.wholeOneIn = wholeOneIn;
      Program program =
          llvm::cantFail(generateProgram(*context, source, options));
      std::string text = program.toString();
      Outcome outcome = run(program, text);
      EXPECT_TRUE(outcome.completed()) << outcome.summary() << "\n" << text;
    }
}

TEST(ProgramTest, TextFormReadsBackEqual) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed));
    std::string text = program.toString();
    Program again = llvm::cantFail(parseProgram(text, "again", *context));
    EXPECT_EQ(again.toString(), text);
  }
}

TEST(ProgramTest, ErrorsSayWhere) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  auto error = [&](llvm::StringRef text) {
    llvm::Expected<Program> program = parseProgram(text, "p.mlir", *context);
    return program ? "" : llvm::toString(program.takeError());
  };
  std::string launch = "// tilefuzz.launch grid=1,1,1\n";
  EXPECT_EQ(
      error(launch + "cuda_tile.module @m { nonsense }\n").find("p.mlir:2:"),
      0u);
  EXPECT_NE(error("// tilefuzz.launch grid=x\nmodule {}\n").find("error:"),
            std::string::npos);
  llvm::Expected<Program> absent = readProgram("/nonexistent.mlir", *context);
  EXPECT_NE(llvm::toString(absent.takeError()).find("No such file"),
            std::string::npos);
}

/// Writes a file; its name is `path`.
static void writeFile(llvm::StringRef path, llvm::StringRef content) {
  std::error_code code;
  llvm::raw_fd_ostream file(path, code);
  ASSERT_FALSE(code) << code.message();
  file << content;
}

TEST(ProgramTest, BytecodeWithItsLaunchBesideItIsTheSameProgram) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("bytecode", folder));
  std::string path = (folder + "/p.tilebc").str();
  std::string side = (folder + "/p.launch").str();
  GenerateOptions options;
  options.notes = 0; // which bytecode has no place for
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Program program = llvm::cantFail(generateProgram(*context, seed, options));
    program.module->walk([](mlir::cuda_tile::ModuleOp module) {
      module.setSymName("kernels"); // which files do not store
    });
    mlir::FailureOr<std::string> bytes = writeBytecode(*program.module);
    ASSERT_TRUE(succeeded(bytes)) << program.toString();
    writeFile(path, *bytes);
    if (seed == 0) {
      llvm::Expected<Program> none = readProgram(path, *context);
      ASSERT_FALSE(bool(none));
      EXPECT_NE(llvm::toString(none.takeError()).find("no launch lines"),
                std::string::npos);
    }
    writeFile(side, program.launch.toString());
    llvm::Expected<Program> again = readProgram(path, *context);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(again->toString(), program.toString());
  }
  llvm::sys::fs::remove_directories(folder);
}
