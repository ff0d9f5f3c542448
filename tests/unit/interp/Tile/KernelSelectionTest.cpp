//===- KernelSelectionTest.cpp - Operations with and without kernels ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// That a kernel computes its scalar operation is KernelAgreementTest's; here,
// that each operation of each level gets the right one, and that marks,
// undefined elements and combiners are as they are without.
//
//===----------------------------------------------------------------------===//

#include "../SemanticsSamples.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "interp/Tile/BlockRun.h"
#include "interp/Tile/Eval/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
struct Line {
  const char *text;
  /// Element types to put for $T (and the one in $U, of ftof and such).
  std::vector<const char *> types;
  std::vector<const char *> others = {""};
};
} // namespace

static const std::vector<const char *> integers = {"i8", "i16", "i32", "i64"};
static const std::vector<const char *> floats = {"f16", "bf16", "f32", "f64"};

static std::vector<Line> cudaTileLines() {
  return {
      {"addi %a, %b : T<$T>", integers},
      {"addi %a, %b overflow<no_signed_wrap> : T<$T>", integers},
      {"subi %a, %b overflow<no_unsigned_wrap> : T<$T>", integers},
      {"muli %a, %b overflow<no_wrap> : T<$T>", integers},
      {"mulhii %a, %b : T<$T>", integers},
      {"shli %a, %b : T<$T>", integers},
      {"shri %a, %b signed : T<$T>", integers},
      {"shri %a, %b unsigned : T<$T>", integers},
      {"andi %a, %b : T<$T>", {"i1", "i8", "i64"}},
      {"ori %a, %b : T<$T>", {"i1", "i16", "i32"}},
      {"xori %a, %b : T<$T>", {"i1", "i8", "i32"}},
      {"maxi %a, %b signed : T<$T>", integers},
      {"mini %a, %b unsigned : T<$T>", integers},
      {"divi %a, %b signed : T<$T>", integers},
      {"divi %a, %b signed rounding<negative_inf> : T<$T>", integers},
      {"divi %a, %b unsigned rounding<positive_inf> : T<$T>", integers},
      {"remi %a, %b signed : T<$T>", integers},
      {"remi %a, %b unsigned : T<$T>", integers},
      {"negi %a : T<$T>", integers},
      {"absi %a : T<$T>", integers},
      {"cmpi less_than %a, %b, signed : T<$T> -> T<i1>", integers},
      {"cmpi greater_than_or_equal %a, %b, unsigned : T<$T> -> T<i1>",
       {"i1", "i8", "i64"}},
      {"cmpi equal %a, %b, signed : T<$T> -> T<i1>", {"i1", "i32"}},
      {"addf %a, %b : T<$T>", floats},
      {"addf %a, %b rounding<zero> flush_to_zero : T<$T>", {"f32"}},
      {"subf %a, %b rounding<negative_inf> : T<$T>", {"f16", "bf16", "f32"}},
      {"mulf %a, %b rounding<positive_inf> : T<$T>", {"f16", "bf16", "f32"}},
      {"mulf %a, %b flush_to_zero : T<$T>", {"f32"}},
      {"divf %a, %b : T<$T>", floats},
      {"divf %a, %b rounding<zero> : T<$T>", {"f16", "f32"}},
      {"sqrt %a : T<$T>", floats},
      {"fma %a, %b, %a : T<$T>", floats},
      {"maxf %a, %b : T<$T>", floats},
      {"maxf %a, %b propagate_nan : T<$T>", floats},
      {"minf %a, %b flush_to_zero propagate_nan : T<$T>", {"f32"}},
      {"cmpf less_than ordered %a, %b : T<$T> -> T<i1>", floats},
      {"cmpf not_equal unordered %a, %b : T<$T> -> T<i1>", floats},
      {"absf %a : T<$T>", floats},
      {"negf %a : T<$T>", floats},
      {"ftof %a : T<$T> -> T<$U>", {"f32"}, {"f16", "bf16", "f64", "f8E4M3FN"}},
      {"ftof %a : T<$T> -> T<$U>", {"f16", "f8E5M2", "tf32"}, {"f32", "f64"}},
      {"itof %a signed : T<$T> -> T<$U>", integers, floats},
      {"itof %a unsigned : T<$T> -> T<$U>", integers, floats},
      {"ftoi %a signed : T<$T> -> T<$U>", floats, integers},
      {"ftoi %a unsigned : T<$T> -> T<$U>", floats, integers},
      {"exti %a signed : T<$T> -> T<$U>", {"i1", "i8"}, {"i16", "i64"}},
      {"exti %a unsigned : T<$T> -> T<$U>", {"i1", "i16"}, {"i32", "i64"}},
      {"trunci %a : T<$T> -> T<$U>", {"i32", "i64"}, {"i1", "i8", "i16"}},
      {"trunci %a overflow<no_signed_wrap> : T<$T> -> T<$U>", {"i64"}, {"i8"}},
      {"select %c, %a, %b : T<i1>, T<$T>", {"i1", "i8", "f16", "f32", "f64"}},
  };
}
static std::vector<Line> builtinLines() {
  return {
      {"arith.addi %a, %b : T<$T>", integers},
      {"arith.addi %a, %b overflow<nsw> : T<$T>", integers},
      {"arith.subi %a, %b overflow<nuw> : T<$T>", integers},
      {"arith.muli %a, %b overflow<nsw, nuw> : T<$T>", integers},
      {"arith.shli %a, %b : T<$T>", integers},
      {"arith.shrsi %a, %b : T<$T>", integers},
      {"arith.shrui %a, %b : T<$T>", integers},
      {"arith.andi %a, %b : T<$T>", {"i1", "i8"}},
      {"arith.ori %a, %b : T<$T>", {"i1", "i8"}},
      {"arith.xori %a, %b : T<$T>", {"i1", "i8"}},
      {"arith.maxsi %a, %b : T<$T>", integers},
      {"arith.maxui %a, %b : T<$T>", integers},
      {"arith.minsi %a, %b : T<$T>", integers},
      {"arith.minui %a, %b : T<$T>", integers},
      {"arith.divsi %a, %b : T<$T>", integers},
      {"arith.divui %a, %b : T<$T>", integers},
      {"arith.floordivsi %a, %b : T<$T>", integers},
      {"arith.ceildivsi %a, %b : T<$T>", integers},
      {"arith.ceildivui %a, %b : T<$T>", integers},
      {"arith.remsi %a, %b : T<$T>", integers},
      {"arith.remui %a, %b : T<$T>", integers},
      {"arith.cmpi slt, %a, %b : T<$T>", integers},
      {"arith.cmpi uge, %a, %b : T<$T>", integers},
      {"arith.cmpi ne, %a, %b : T<$T>", {"i1", "i8"}},
      {"arith.cmpf olt, %a, %b : T<$T>", floats},
      {"arith.cmpf ueq, %a, %b : T<$T>", floats},
      {"arith.cmpf une, %a, %b : T<$T>", floats},
      {"arith.maxnumf %a, %b : T<$T>", floats},
      {"arith.minnumf %a, %b : T<$T>", floats},
      {"arith.maximumf %a, %b : T<$T>", floats},
      {"arith.minimumf %a, %b : T<$T>", floats},
      {"arith.addf %a, %b : T<$T>", floats},
      {"arith.subf %a, %b : T<$T>", floats},
      {"arith.mulf %a, %b : T<$T>", floats},
      {"math.fma %a, %b, %a : T<$T>", floats},
      {"arith.extf %a : T<$T> to T<$U>", {"f16", "bf16"}, {"f32", "f64"}},
      {"arith.truncf %a : T<$T> to T<$U>", {"f32", "f64"}, {"f16", "bf16"}},
      {"arith.sitofp %a : T<$T> to T<$U>", integers, floats},
      {"arith.uitofp %a : T<$T> to T<$U>", integers, floats},
      {"arith.fptosi %a : T<$T> to T<$U>", floats, integers},
      {"arith.fptoui %a : T<$T> to T<$U>", floats, integers},
      {"arith.extsi %a : T<$T> to T<$U>", {"i1", "i8"}, {"i16", "i64"}},
      {"arith.extui %a : T<$T> to T<$U>", {"i1", "i16"}, {"i32", "i64"}},
      {"arith.trunci %a : T<$T> to T<$U>", {"i32", "i64"}, {"i1", "i8"}},
      {"arith.index_cast %a : T<$T> to T<index>", {"i8", "i32"}},
      {"arith.index_castui %a : T<$T> to T<index>", {"i8", "i32"}},
      {"arith.select %c, %a, %b : T<i1>, T<$T>", {"i8", "f16", "f32", "f64"}},
      {"arith.negf %a : T<$T>", floats},
      {"math.absf %a : T<$T>", floats},
      {"math.absi %a : T<$T>", integers},
  };
}
static std::vector<Line> tileAALines() {
  return {
      {"nv_tileaa.addf %a, %b : T<$T>", floats},
      {"nv_tileaa.divf %a, %b : T<$T>", floats},
      {"nv_tileaa.divf %a, %b {rounding_mode = #nv_tileaa.rounding_mode<rz>}"
       " : T<$T>",
       {"f16", "f32"}},
      {"nv_tileaa.sqrt %a {flush_to_zero} : T<$T>", {"f32"}},
      {"nv_tileaa.sqrt %a : T<$T>", floats},
      {"nv_tileaa.mulhiui %a, %b : T<$T>", integers},
      {"nv_tileaa.extern_elementwise \"libdevice\", \"__nv_fmaf_rd\""
       "(%a, %b, %a) {pure} : (T<$T>, T<$T>, T<$T>) -> T<$T>",
       {"f32"}},
      {"nv_tileaa.extern_elementwise \"libdevice\", \"__nv_dsqrt_rn\""
       "(%a) {pure} : (T<$T>) -> T<$T>",
       {"f64"}},
      {"nv_tileaa.elementwise_inline_asm \"mul.rn.ftz.f32 $0, $1, $2;\", "
       "\"=f,f,f\"(%a, %b) {pure} : (T<$T>, T<$T>) -> T<$T>",
       {"f32"}},
      {"nv_tileaa.elementwise_inline_asm \"shr.u32 $0, $1, $2;\", "
       "\"=r,r,r\"(%a, %b) {pure} : (T<$T>, T<$T>) -> T<$T>",
       {"i32"}},
      {"nv_tileaa.call_elementwise_intrinsic \"llvm.smin\"(%a, %b) {pure}"
       " : (T<$T>, T<$T>) -> T<$T>",
       integers},
      {"nv_tileaa.call_elementwise_intrinsic \"llvm.sqrt\"(%a) {pure}"
       " : (T<$T>) -> T<$T>",
       floats},
  };
}

namespace {
class KernelSelection : public ::testing::Test {
protected:
  KernelSelection() : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<mlir::cuda_tile::CudaTileDialect,
                        mlir::nv_tileaa::TileAADialect,
                        mlir::arith::ArithDialect, mlir::math::MathDialect>();
    context.allowUnregisteredDialects();
  }

  static std::string put(std::string text, llvm::StringRef what,
                         llvm::StringRef with) {
    for (size_t at = 0; (at = text.find(what.str(), at)) != std::string::npos;
         at += with.size())
      text.replace(at, what.size(), with.str());
    return text;
  }

  /// Special and random elements.
  std::vector<uint64_t> elements(llvm::StringRef type, size_t count) {
    std::vector<uint64_t> values;
    if (FloatFormat format = formatByName(type)) {
      if (FormatInfo::of(format).width > 8)
        for (const llvm::APInt &code : samples::special(format))
          values.push_back(code.getZExtValue());
      else
        for (uint64_t code = 0; code < 16; ++code)
          values.push_back(code);
    } else {
      unsigned width = 0;
      type.drop_front().getAsInteger(10, width);
      values = samples::integers(width, 100);
      // Half of them are small, so that some runs stay defined.
      for (size_t n = values.size(); n > 0; --n)
        values.push_back(width == 1 ? n & 1 : n % 8);
    }
    std::vector<uint64_t> out;
    while (out.size() < count)
      out.push_back(values[generator() % values.size()]);
    return out;
  }

  /// `body` defines %r of `type`; runs it with and without kernels.
  void compare(const std::string &body, llvm::StringRef element,
               const std::string &tile, const std::string &resultTile,
               size_t count) {
    SCOPED_TRACE(body);
    std::string text =
        "  %a = \"tilefuzz.input\"() {name = \"a\"} : () -> " + tile +
        "\n  %b = \"tilefuzz.input\"() {name = \"b\"} : () -> " + tile +
        "\n  %c = \"tilefuzz.input\"() {name = \"c\"} : () -> " +
        conditionTile(tile, element) + "\n  " + body +
        "\n  \"tilefuzz.observe\"(%r) : (" + resultTile + ") -> ()\n";
    text = "cuda_tile.module @m {\n entry @e() {\n" + text +
           "  cuda_tile.return\n }\n}\n";
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(
            text, mlir::ParserConfig(&context, /*verifyAfterParse=*/false));
    ASSERT_TRUE(bool(module)) << text;
    mlir::Block *block = nullptr;
    module->walk([&](mlir::cuda_tile::EntryOp entry) {
      block = &entry->getRegion(0).front();
    });
    bool hasKernel = false;
    block->walk([&](mlir::Operation *op) {
      std::optional<ScalarOp> scalar = scalarOpOf(op);
      hasKernel |= scalar && selectKernel(*scalar);
    });
    EXPECT_TRUE(hasKernel) << text;
    BlockInputs inputs;
    inputs.tiles["a"] = elements(element, count);
    inputs.tiles["b"] = elements(element, count);
    inputs.tiles["c"] = elements("i1", count);
    BlockRunOptions definitions;
    definitions.useKernels = false;
    BlockTrace slow = llvm::cantFail(runBlock(*block, inputs, definitions));
    BlockTrace fast = llvm::cantFail(runBlock(*block, inputs));
    ASSERT_TRUE(slow.outcome.status != RunStatus::Unsupported ||
                slow.outcome.unstable)
        << slow.outcome.summary();
    EXPECT_EQ(slow.outcome.summary(), fast.outcome.summary());
    EXPECT_EQ(slow.outcome.unstable, fast.outcome.unstable);
    ASSERT_EQ(slow.observed.size(), fast.observed.size());
    completed += !slow.observed.empty();
    if (slow.observed.empty())
      return;
    EXPECT_EQ(slow.observed[0].unspecified, fast.observed[0].unspecified);
    ASSERT_EQ(slow.observed[0].bits, fast.observed[0].bits);
  }

  static std::string conditionTile(const std::string &tile,
                                   llvm::StringRef element) {
    size_t at = tile.rfind(element.str() + ">");
    return tile.substr(0, at) + "i1>";
  }

  void compareLines(const std::vector<Line> &lines, bool builtin) {
    for (const Line &line : lines)
      for (const char *type : line.types)
        for (const char *other : line.others) {
          unsigned before = completed;
          // Single elements are packed in another way; where most runs are
          // undefined, few elements still give defined ones.
          for (size_t count : {1, 1, 1, 1, 2, 2, 2, 64, 256}) {
            std::string tile = builtin ? "tensor<" : "!cuda_tile.tile<";
            std::string open = tile + std::to_string(count) + "x";
            std::string body = put(put(line.text, "$T", type), "$U", other);
            // The result's type is the last of the line, or i1.
            std::string last = *other ? other : type;
            if (llvm::StringRef(line.text).contains("cmp"))
              last = "i1";
            if (llvm::StringRef(line.text).ends_with("T<index>"))
              last = "index";
            body = "%r = " + std::string(builtin ? "" : "cuda_tile.") +
                   put(body, "T<", open);
            compare(body, type, open + type + ">", open + last + ">", count);
            if (HasFatalFailure())
              return;
          }
          EXPECT_GT(completed, before) << line.text << ": never defined";
        }
  }

  mlir::MLIRContext context;
  std::mt19937_64 generator{11};
  unsigned completed = 0;
};
} // namespace

TEST_F(KernelSelection, CudaTile) { compareLines(cudaTileLines(), false); }

TEST_F(KernelSelection, ArithAndMath) { compareLines(builtinLines(), true); }

TEST_F(KernelSelection, TileAA) { compareLines(tileAALines(), true); }

TEST_F(KernelSelection, PoisonIsPassedOn) {
  for (const char *type : {"i8", "i32"})
    for (int round = 0; round < 10; ++round) {
      std::string tile = std::string("tensor<64x") + type + ">";
      compare("%p = arith.addi %a, %b overflow<nsw> : " + tile +
                  "\n  %q = arith.shli %b, %a : " + tile +
                  "\n  %r = arith.xori %p, %q : " + tile,
              type, tile, tile, 64);
      compare("%p = arith.addi %a, %b overflow<nsw> : " + tile +
                  "\n  %r = arith.select %c, %p, %b : tensor<64xi1>, " + tile,
              type, tile, tile, 64);
      compare("%p = arith.addi %a, %b overflow<nsw> : " + tile +
                  "\n  %r = arith.divui %p, %b : " + tile,
              type, tile, tile, 64);
    }
}

TEST_F(KernelSelection, Combiners) {
  struct Combiner {
    const char *line;
    std::vector<const char *> types;
  };
  for (const Combiner &combiner : std::vector<Combiner>{
           {"addi %x, %y", integers},
           {"muli %y, %x", integers},
           {"subi %x, %y", integers},
           {"subi %y, %x", integers},
           {"xori %x, %y", {"i8"}},
           {"addi %x, %y overflow<no_unsigned_wrap>", {"i64"}},
           {"addf %x, %y", floats},
           {"mulf %y, %x", {"f16", "f32"}},
           {"maxf %x, %y", floats},
           {"subf %x, %y", {"f32"}}})
    for (const char *type : combiner.types)
      for (auto [shape, dim, reduced] :
           {std::tuple("512", 0, ""), std::tuple("8x16", 0, "16"),
            std::tuple("8x16", 1, "8"), std::tuple("4x2x8", 1, "4x8"),
            std::tuple("1x8", 0, "8")}) {
        std::string open = "!cuda_tile.tile<";
        std::string scalar = open + type + ">";
        std::string tile = open + shape + "x" + type + ">";
        bool whole = std::string(reduced).empty();
        std::string result = whole ? scalar : open + reduced + "x" + type + ">";
        bool isFloat = formatByName(type);
        size_t count = std::string(shape) == "512"     ? 512
                       : std::string(shape) == "8x16"  ? 128
                       : std::string(shape) == "4x2x8" ? 64
                                                       : 8;
        for (std::string kind : {"reduce", "scan"}) {
          std::string identity = isFloat ? "0.0" : "0";
          std::string body =
              "%r = cuda_tile." + kind + " %a dim=" + std::to_string(dim) +
              (kind == "scan" ? " reverse=" : "") +
              (kind == "scan" ? (count % 3 ? "true" : "false") : "") +
              " identities=[" + identity + " : " + type + "] : " + tile +
              " -> " + (kind == "scan" ? tile : result) + " (%x: " + scalar +
              ", %y: " + scalar + ") {\n    %z = cuda_tile." + combiner.line +
              " : " + scalar + "\n    cuda_tile.yield %z : " + scalar + "\n  }";
          compare(body, type, tile, kind == "scan" ? tile : result, count);
          if (HasFatalFailure())
            return;
        }
      }
}
