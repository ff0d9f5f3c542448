//===- VersionTest.cpp - What each version can and cannot express ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/OperationTable.h"
#include "compiler/Bytecode/VersionCheck.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
struct VersionCase {
  const char *name;
  /// The version that brought what the text uses.
  unsigned since;
  const char *arguments;
  const char *body;
  const char *globals = "";
};

const VersionCase cases[] = {
    {"base", 1, "%x: tile<i32>", "%0 = negi %x : tile<i32>"},
    {"negi overflow", 2, "%x: tile<i32>",
     "%0 = negi %x overflow<no_signed_wrap> : tile<i32>"},
    {"tanh full", 1, "%x: tile<f32>", "%0 = tanh %x : tile<f32>"},
    {"tanh approx", 2, "%x: tile<f32>",
     "%0 = tanh %x rounding<approx> : tile<f32>"},
    {"exp full", 1, "%x: tile<f32>", "%0 = exp %x : tile<f32>"},
    {"exp approx", 3, "%x: tile<f32>",
     "%0 = exp %x rounding<approx> : tile<f32>"},
    {"signed for", 1, "%x: tile<i32>",
     "for %k in (%x to %x, step %x) : tile<i32> { continue }"},
    {"unsigned for", 2, "%x: tile<i32>",
     "for unsigned %k in (%x to %x, step %x) : tile<i32> { continue }"},
    {"print", 1, "%x: tile<i32>",
     "%0 = print_tko \"%i\", %x : tile<i32> -> token\n"
     "%1 = addi %x, %x : tile<i32>\n%2 = addi %1, %x : tile<i32>"},
    {"print with a used token", 2, "%x: tile<i32>",
     "%0 = print_tko \"%i\", %x : tile<i32> -> token\n"
     "%1 = join_tokens %0, %0 : token"},
    {"print after a token", 2, "%x: tile<i32>",
     "%t = make_token : token\n"
     "%0 = print_tko \"%i\", %x token = %t : tile<i32> -> token"},
    {"fast_acc", 3, "%x: tile<f32>",
     "%a = constant <f32: 1.0> : tile<16x32xf32>\n"
     "%b = constant <f32: 1.0> : tile<32x8xf32>\n"
     "%c = constant <f32: 1.0> : tile<16x8xf32>\n"
     "%0 = mmaf %a, %b, %c fast_acc : tile<16x32xf32>, tile<32x8xf32>, "
     "tile<16x8xf32>"},
    {"mmaf", 1, "%x: tile<f32>",
     "%a = constant <f32: 1.0> : tile<16x32xf32>\n"
     "%b = constant <f32: 1.0> : tile<32x8xf32>\n"
     "%c = constant <f32: 1.0> : tile<16x8xf32>\n"
     "%0 = mmaf %a, %b, %c : tile<16x32xf32>, tile<32x8xf32>, "
     "tile<16x8xf32>"},
    {"atan2", 2, "%x: tile<f32>", "%0 = atan2 %x, %x : tile<f32>"},
    {"alloca", 3, "%x: tile<i32>",
     "%0 = alloca num_elem = 4, alignment = 4 : tile<ptr<f32>>"},
    {"i4", 3, "%x: tile<i32>", "%0 = trunci %x : tile<i32> -> tile<i4>"},
    {"f8E8M0FNU", 2, "%x: tile<i32>",
     "%0 = constant <f8E8M0FNU: 2.0> : tile<2xf8E8M0FNU>"},
    {"f4E2M1FN", 3, "%x: tile<i32>",
     "%0 = constant <f4E2M1FN: [1.0, 2.0]> : tile<2xf4E2M1FN>"},
    {"padded partition view", 1, "%x: tile<ptr<f32>>",
     "%0 = make_tensor_view %x, shape = [64], strides = [1] : "
     "tensor_view<64xf32, strides=[1]>\n"
     "%1 = make_partition_view %0 : partition_view<tile=(8), padding_value = "
     "nan, tensor_view<64xf32, strides=[1]>>"},
    {"gather scatter view", 3, "%x: tile<ptr<f32>>",
     "%0 = make_tensor_view %x, shape = [64, 8], strides = [8, 1] : "
     "tensor_view<64x8xf32, strides=[8,1]>\n"
     "%1 = make_gather_scatter_view %0 : gather_scatter_view<tile=(4x8), "
     "tensor_view<64x8xf32, strides=[8,1]>, sparse_dim=0>"},
    {"reduction in a view", 3, "%x: tile<ptr<i32>>, %i: tile<i32>",
     "%0 = make_tensor_view %x, shape = [64], strides = [1] : "
     "tensor_view<64xi32, strides=[1]>\n"
     "%1 = make_partition_view %0 : partition_view<tile=(8), "
     "tensor_view<64xi32, strides=[1]>>\n"
     "%2 = constant <i32: 1> : tile<8xi32>\n"
     "%3 = atomic_red_view_tko relaxed device %1[%i], add, %2 : tile<8xi32>, "
     "partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> "
     "-> token"},
    {"pack", 3, "%x: tile<i32>",
     "%0 = constant <i32: 1> : tile<2xi32>\n"
     "%1 = pack %0 : tile<2xi32> -> tile<8xi8>"},
    {"unpack", 3, "%x: tile<i32>",
     "%0 = constant <i8: 1> : tile<8xi8>\n"
     "%1 = unpack %0 : tile<8xi8> -> tile<2xi32>"},
    {"scaled mma", 3, "%x: tile<i32>",
     "%a = constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>\n"
     "%b = constant <f4E2M1FN: 1.0> : tile<64x8xf4E2M1FN>\n"
     "%c = constant <f32: 1.0> : tile<16x8xf32>\n"
     "%s = constant <f8E4M3FN: 1.0> : tile<16x4xf8E4M3FN>\n"
     "%t = constant <f8E4M3FN: 1.0> : tile<4x8xf8E4M3FN>\n"
     "%0 = mmaf_scaled %a, %b, %c, %s, %t : tile<16x64xf4E2M1FN>, "
     "tile<64x8xf4E2M1FN>, tile<16x8xf32>, tile<16x4xf8E4M3FN>, "
     "tile<4x8xf8E4M3FN>"},
    {"strided view", 3, "%x: tile<ptr<f32>>",
     "%0 = make_tensor_view %x, shape = [64], strides = [1] : "
     "tensor_view<64xf32, strides=[1]>\n"
     "%1 = make_strided_view %0 : strided_view<tile=(8), "
     "traversal_strides=[4], tensor_view<64xf32, strides=[1]>>"},
    {"pointer attribute", 4, "%x: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>",
     ""},
    {"insert", 4, "%x: tile<i32>",
     "%0 = insert %x into %x[] : tile<i32>, tile<i32> -> tile<i32>"},
    {"fpowi", 4, "%x: tile<f32>, %n: tile<i8>",
     "%0 = fpowi %x, %n : tile<f32>, tile<i8>"},
    {"gdc wait", 4, "%x: tile<i32>", "%0 = gdc_wait_tko -> token"},
    {"gdc launch", 4, "%x: tile<i32>",
     "%0 = gdc_launch_dependents_tko -> token"},
    {"alias fence", 4, "%x: tile<i32>",
     "%0 = make_token : token\n"
     "%1 = memory_fence_alias_tko token = %0 -> token"},
    {"ftoi", 1, "%x: tile<f32>",
     "%0 = ftoi %x signed : tile<f32> -> tile<i32>"},
    {"saturating ftoi", 4, "%x: tile<f32>",
     "%0 = ftoi %x signed saturating : tile<f32> -> tile<i32>"},
    {"rounded ftof", 4, "%x: tile<f32>",
     "%0 = ftof %x rounding<zero> : tile<f32> -> tile<f16>"},
    {"ftof to the nearest away", 4, "%x: tile<f32>",
     "%0 = ftof %x rounding<nearest_away> : tile<f32> -> tile<f64>"},
    {"return in a loop", 4, "%x: tile<i1>", "loop { if %x { return }\nbreak }"},
    {"no promise", 1, "%x: tile<ptr<f32>>, %i: tile<i32>",
     "%0 = make_tensor_view %x, shape = [64], strides = [1] : "
     "tensor_view<64xf32, strides=[1]>\n"
     "%1 = make_partition_view %0 : partition_view<tile=(8), "
     "tensor_view<64xf32, strides=[1]>>\n"
     "%2, %3 = load_view_tko weak %1[%i] inbounds = [false] : "
     "partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> "
     "-> tile<8xf32>, token"},
    {"promise", 4, "%x: tile<ptr<f32>>, %i: tile<i32>",
     "%0 = make_tensor_view %x, shape = [64], strides = [1] : "
     "tensor_view<64xf32, strides=[1]>\n"
     "%1 = make_partition_view %0 : partition_view<tile=(8), "
     "tensor_view<64xf32, strides=[1]>>\n"
     "%2, %3 = load_view_tko weak %1[%i] inbounds = [true] : "
     "partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> "
     "-> tile<8xf32>, token"},
    {"promise of a store", 4, "%x: tile<ptr<f32>>, %i: tile<i32>",
     "%0 = make_tensor_view %x, shape = [64], strides = [1] : "
     "tensor_view<64xf32, strides=[1]>\n"
     "%1 = make_partition_view %0 : partition_view<tile=(8), "
     "tensor_view<64xf32, strides=[1]>>\n"
     "%2 = constant <f32: 1.0> : tile<8xf32>\n"
     "%3 = store_view_tko weak %2, %1[%i] inbounds = [true] : tile<8xf32>, "
     "partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> "
     "-> token"},
    {"global", 1, "%x: tile<i32>", "",
     "global @g alignment = 8 <i32: [1, 2]> : tile<2xi32>"},
    {"private global", 3, "%x: tile<i32>", "",
     "global private @g <i32: [1, 2]> : tile<2xi32>"},
    {"constant global", 3, "%x: tile<i32>", "",
     "global constant @g <i32: [1, 2]> : tile<2xi32>"},
};

class Versions : public ::testing::TestWithParam<VersionCase> {};

TEST_P(Versions, OlderTargetsRefuse) {
  const VersionCase &param = GetParam();
  mlir::MLIRContext context;
  context.disableMultithreading();
  context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  std::string text = (llvm::Twine("cuda_tile.module @kernels {\n") +
                      param.globals + "\nentry @k(" + param.arguments +
                      ") {\n" + param.body + "\nreturn\n}\n}\n")
                         .str();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  ASSERT_TRUE(bool(module)) << text;
  for (unsigned minor = 1; minor <= 4; ++minor) {
    std::string message;
    mlir::ScopedDiagnosticHandler capture(&context,
                                          [&](mlir::Diagnostic &diagnostic) {
                                            message = diagnostic.str();
                                            return mlir::success();
                                          });
    mlir::FailureOr<std::string> bytes =
        writeBytecode(module.get(), BytecodeVersion{minor});
    EXPECT_EQ(succeeded(bytes), minor >= param.since) << minor;
    auto namesTheVersion = [&] {
      return message.find("13." + std::to_string(param.since)) !=
             std::string::npos;
    };
    if (failed(bytes))
      EXPECT_TRUE(namesTheVersion()) << message;
    // The check of modules agrees.
    message.clear();
    EXPECT_EQ(succeeded(checkVersion(module.get(), BytecodeVersion{minor})),
              minor >= param.since)
        << minor;
    if (failed(bytes)) {
      EXPECT_TRUE(namesTheVersion()) << message;
      continue;
    }
    EXPECT_EQ((*bytes)[9], char(minor));
    auto again = readBytecode(*bytes, "file", context);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_TRUE(mlir::OperationEquivalence::isEquivalentTo(
        module.get(), again->get(),
        mlir::OperationEquivalence::IgnoreLocations));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Versions, ::testing::ValuesIn(cases),
                         [](const auto &info) {
                           std::string name = info.param.name;
                           for (char &c : name)
                             if (c == ' ')
                               c = '_';
                           return name;
                         });

/// Whether a case of that version uses the operation.
bool hasCase(llvm::StringRef mnemonic, unsigned since) {
  return llvm::any_of(cases, [&](const VersionCase &one) {
    return one.since == since &&
           llvm::StringRef(one.body).contains((mnemonic + " ").str());
  });
}

TEST(VersionTable, EverythingNewHasACase) {
  for (const bytecode::OperationRow &row : bytecode::getOperationTable()) {
    if (row.since > 1)
      EXPECT_TRUE(hasCase(row.mnemonic, row.since)) << row.mnemonic.str();
    if (row.flagsSince > 1)
      EXPECT_TRUE(hasCase(row.mnemonic, row.flagsSince)) << row.mnemonic.str();
    for (const bytecode::AttributeField &field : row.attributes)
      if (field.since > 1)
        EXPECT_TRUE(hasCase(row.mnemonic, field.since)) << field.name.str();
  }
}

struct Refusal {
  const char *name;
  const char *module;
  const char *message;
};

const Refusal refusals[] = {
    {"named_location",
     "cuda_tile.module @m { entry @k(%c: tile<i1>) {\n"
     "assert %c, \"x\" : tile<i1> loc(\"name\")\nreturn\n} loc(#l) }\n"
     "#f = #cuda_tile.di_file<\"a\" in \"b\">\n"
     "#u = #cuda_tile.di_compile_unit<file = #f>\n"
     "#s = #cuda_tile.di_subprogram<file = #f, line = 1, name = \"k\", "
     "linkageName = \"k\", compileUnit = #u>\n"
     "#l = #cuda_tile.di_loc<loc(\"a\":1:1) in #s>\n",
     "unsupported location"},
    {"two_modules", "cuda_tile.module @a {}\ncuda_tile.module @b {}\n",
     "exactly one cuda_tile module"},
    {"no_module", "", "exactly one cuda_tile module"},
    {"module_in_module", "cuda_tile.module @a { cuda_tile.module @b {} }",
     "only function and global ops are allowed"},
    {"foreign_operation",
     "cuda_tile.module @a { entry @k() {\n"
     "builtin.unrealized_conversion_cast to i32\nreturn\n} }",
     "only ops from the cuda_tile dialect are allowed"},
    {"wide_integer",
     "cuda_tile.module @a { entry @k() optimization_hints=<sm_90 = {occupancy "
     "= 4 : i48}> { return } }",
     "unsupported type in bytecode writer: 'i48'"},
    {"attribute_of_another_kind",
     "cuda_tile.module @a { entry @k() optimization_hints=<sm_90 = {occupancy "
     "= @symbol}> { return } }",
     "unsupported attribute type"},
};

class Refusals : public ::testing::TestWithParam<Refusal> {};

TEST_P(Refusals, NameTheReason) {
  mlir::MLIRContext context;
  context.disableMultithreading();
  context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(GetParam().module, &context);
  ASSERT_TRUE(bool(module));
  std::string message;
  mlir::ScopedDiagnosticHandler capture(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          message += diagnostic.str();
                                          return mlir::success();
                                        });
  EXPECT_TRUE(failed(writeBytecode(module.get())));
  EXPECT_NE(message.find(GetParam().message), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(All, Refusals, ::testing::ValuesIn(refusals),
                         [](const auto &info) { return info.param.name; });
} // namespace
