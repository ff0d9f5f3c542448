//===- ConversionTemplates.cpp - What conversions hardly ever meet --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// As templates of rewrites, for branches of conversions that no random program
// takes: those of an operation in a form that another level does not make.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/InstanceChoice.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

using Elements = InstanceElements;

static constexpr PatternTemplate cudaTile[] = {
    // What follows in the body is never reached.
    {"cuda-tile-lowering-exits", Elements::Memory, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 3> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %r = for %i in (%from to %to, step %step) : tile<i32> iter_values(%a = %x) -> (@T<$E>) {
    if %c {
      continue %y : @T<$E>
    } else {
      continue %a : @T<$E>
    }
    continue %x : @T<$E>
  }
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
};

static constexpr PatternTemplate tileAA[] = {
    // The conversion makes operations of arith of these.
    {"tileaa-lowering-plain-floats", Elements::Floats, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %a = nv_tileaa.addf %x, %y : @T<$E>
  %s = nv_tileaa.subf %a, %y : @T<$E>
  %m = nv_tileaa.mulf %s, %x : @T<$E>
  %f = nv_tileaa.fma %m, %x, %y : @T<$E>
  "tilefuzz.observe"(%a, %s, %m, %f) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"tileaa-lowering-rounding", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<4xf32>
  %y = "tilefuzz.input"() {name = "y"} : () -> tensor<4xf64>
  %a = nv_tileaa.fp_to_fp %x {rounding_mode = #nv_tileaa.rounding_mode<rm>} : tensor<4xf32> to tensor<4xf16>
  %b = nv_tileaa.fp_to_fp %x {rounding_mode = #nv_tileaa.rounding_mode<rp>} : tensor<4xf32> to tensor<4xbf16>
  %c = nv_tileaa.fp_to_fp %y {rounding_mode = #nv_tileaa.rounding_mode<rm>} : tensor<4xf64> to tensor<4xf32>
  %d = nv_tileaa.fp_to_fp %y {rounding_mode = #nv_tileaa.rounding_mode<rp>} : tensor<4xf64> to tensor<4xf32>
  "tilefuzz.observe"(%c, %d, %a, %b) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xbf16>) -> ()
)"},
};

/// Floats beyond the greatest signed number, up to the greatest unsigned one.
static std::vector<MadeTemplate> unsignedConversions(bool isTileAA) {
  const llvm::StringRef wide = "i32", widest = "i64";
  const std::pair<llvm::StringRef, llvm::StringRef> rows[] = {
      {"i8", "list(255, 192, 128, 127.5, -0.25)"},
      {"i16", "list(65280, 49152, 32768, 0.5, -0.25)"},
      {wide, "list(4278190080, 3221225472, 2147483648, 0.5, -0.25)"},
      {widest, "list(18374686479671623680, 13835058055282163712, "
               "9223372036854775808, 0.5, -0.25)"}};
  std::vector<MadeTemplate> made;
  for (auto [to, contents] : rows)
    for (llvm::StringRef from : {"f16", "bf16", "f32", "f64"}) {
      // Beyond its range.
      if (from == "f16" && (to == wide || to == widest))
        continue;
      std::string body =
          llvm::formatv(R"(
  %x = "tilefuzz.input"() {{name = "x", contents = "{2}"} : () -> @T<{0}>
  %r = {3}
  "tilefuzz.observe"(%r) : (@T<{1}>) -> ()
)",
                        from, to, contents,
                        isTileAA ? llvm::formatv("arith.fptoui %x : @T<{0}> to "
                                                 "@T<{1}>",
                                                 from, to)
                                       .str()
                                 : llvm::formatv("ftoi %x unsigned : @T<{0}> "
                                                 "-> @T<{1}>",
                                                 from, to)
                                       .str())
              .str();
      made.push_back({isTileAA
                          ? llvm::StringLiteral("tileaa-lowering-to-int")
                          : llvm::StringLiteral("cuda-tile-lowering-to-int"),
                      Elements::Fixed, body});
    }
  return made;
}

/// Inclusive or not ({0}), from the end or not ({1}), of shape {2}.
static constexpr llvm::StringLiteral scanText = R"mlir(
  %x = "tilefuzz.input"() {{name = "x"} : () -> tensor<{2}i32>
  %r = nv_tileaa.scan %x {{
  ^bb0(%e: i32, %a: i32):
    %s = arith.addi %e, %a : i32
    nv_tileaa.yield %s : i32
  } {{axis = 0 : i32, identities = [0 : i32], inclusive = {0}, reverse = {1}} : (tensor<{2}i32>) -> tensor<{2}i32>
  "tilefuzz.observe"(%r) : (tensor<{2}i32>) -> ()
)mlir";

/// Every form of a scan.
static std::vector<MadeTemplate> scans() {
  std::vector<MadeTemplate> made;
  for (const char *inclusive : {"true", "false"})
    for (const char *reverse : {"true", "false"})
      for (const char *shape : {"8x", "4x8x", "64x"})
        made.push_back(
            {"tileaa-lowering-scan", Elements::Fixed,
             llvm::formatv(scanText.data(), inclusive, reverse, shape).str()});
  return made;
}

/// Indices with the top bit of a narrow type, which are read unsigned.
static constexpr llvm::StringLiteral narrowIndices = R"mlir(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<512xi16>
  %i = "tilefuzz.input"() {name = "i", contents = "list(-56, -1, -128)"} : () -> i8
  %j = "tilefuzz.input"() {name = "j", contents = "list(-128, -1, 3)"} : () -> i8
  %s = nv_tileaa.extract_slice %x[%j] strides = [1] : tensor<512xi16>, i8 -> tensor<256xi16>
  %r = nv_tileaa.extract %s[%i] : tensor<256xi16>, i8 -> i16
  %u = nv_tileaa.extract %x[%j] : tensor<512xi16>, i8 -> i16
  "tilefuzz.observe"(%r, %u) : (i16, i16) -> ()
)mlir";

//===----------------------------------------------------------------------===//
// Operands at which conversions differ
//===----------------------------------------------------------------------===//

namespace {
struct TemplateInput {
  llvm::StringRef name, type, contents;
};
} // namespace

/// A template of one operation on inputs.
static std::string operationOn(llvm::ArrayRef<TemplateInput> inputs,
                               llvm::StringRef operation,
                               llvm::StringRef result) {
  std::string body = "\n";
  for (const auto &[name, type, contents] : inputs)
    body += ("  %" + name + " = \"tilefuzz.input\"() {name = \"" + name +
             "\", contents = \"" + contents + "\"} : () -> " + type + "\n")
                .str();
  body += ("  %r = " + operation + "\n  \"tilefuzz.observe\"(%r) : (" + result +
           ") -> ()\n")
              .str();
  return body;
}

/// Numbers beside the greatest one, the least ones and no numbers, where a
/// conversion rounds, saturates or reads an exponent.
static std::vector<MadeTemplate> numbersAtEnds() {
  std::vector<MadeTemplate> made;
  auto add = [&](llvm::StringLiteral name, std::string body) {
    made.push_back({name, Elements::Fixed, std::move(body)});
  };
  for (auto [element, ends] :
       {std::pair("f16", "list(65504, -65504, 65472, 0.00006, -0.0)"),
        {"bf16", "list(3.3e38, -3.3e38, 3.0e38, 1.2e-38, -0.0)"},
        {"f32", "list(3.4028234e38, -3.4028234e38, 1.2e-38, -0.0)"}}) {
    std::string type =
        ("!cuda_tile.tile<4x" + llvm::Twine(element) + ">").str();
    for (llvm::StringRef rounding : {"zero", "negative_inf", "positive_inf"})
      for (llvm::StringRef operation : {"addf", "subf", "mulf"})
        add("cuda-tile-lowering-rounding",
            operationOn(
                {{"x", type, ends}, {"y", type, ends}},
                (operation + " %x, %y rounding<" + rounding + "> : " + type)
                    .str(),
                type));
    for (llvm::StringRef to : {"i8", "i32"}) {
      std::string whole = ("!cuda_tile.tile<4x" + to + ">").str();
      for (llvm::StringRef sign : {"signed", "unsigned"})
        add("cuda-tile-lowering-saturating",
            operationOn(
                {{"x", type, "special()"}},
                ("ftoi %x " + sign + " saturating : " + type + " -> " + whole)
                    .str(),
                whole));
    }
    for (llvm::StringRef order : {"ordered", "unordered"})
      for (llvm::StringRef predicate : {"equal", "not_equal", "less_than"})
        add("cuda-tile-lowering-compare",
            operationOn({{"x", type, "special()"}, {"y", type, "special()"}},
                        ("cmpf " + predicate + " " + order +
                         " %x, %y : " + type + " -> !cuda_tile.tile<4xi1>")
                            .str(),
                        "!cuda_tile.tile<4xi1>"));
  }
  for (llvm::StringRef base : {"f32", "f64"})
    for (llvm::StringRef exponent : {"i8", "i16", "i32"}) {
      std::string type = ("!cuda_tile.tile<4x" + base + ">").str(),
                  whole = ("!cuda_tile.tile<4x" + exponent + ">").str();
      add("cuda-tile-lowering-power",
          operationOn({{"x", type, "list(2, -0.5, 1.25)"},
                       {"n", whole, "list(-1, -3, 5)"}},
                      "fpowi %x, %n : " + type + ", " + whole, type));
    }
  for (llvm::StringRef factor : {"f8E4M3FN", "f8E5M2"}) {
    std::string type = ("!cuda_tile.tile<4x4x" + factor + ">").str(),
                sums = "!cuda_tile.tile<4x4xf32>";
    add("cuda-tile-lowering-product",
        operationOn({{"x", type, "special()"},
                     {"y", type, "list(1, 2, 0.5)"},
                     {"c", sums, "list(1, 0)"}},
                    "mmaf %x, %y, %c : " + type + ", " + type + ", " + sums,
                    sums));
  }
  for (llvm::StringRef sign : {"signed", "unsigned"})
    for (llvm::StringRef operation : {"remi", "divi"}) {
      std::string type = "!cuda_tile.tile<4xi32>";
      add("cuda-tile-lowering-division",
          operationOn({{"x", type, "list(-7, 7, -2147483648)"},
                       {"y", type, "list(3, 5)"}},
                      (operation + " %x, %y " + sign + " : " + type).str(),
                      type));
    }
  return made;
}

/// A sum in memory whose elements are no numbers, zeros and infinities.
static constexpr llvm::StringLiteral updatesOfSpecial = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 4 : i64, contents = "{1}"} : () -> !cuda_tile.tile<ptr<{0}>>
  %x = "tilefuzz.input"() {{name = "x", contents = "list(1, -0.0)"} : () -> !cuda_tile.tile<{0}>
  %old, %t = atomic_rmw_tko {2} device %p, addf, %x : tile<ptr<{0}>>, tile<{0}> -> tile<{0}>, token
  "tilefuzz.observe"(%old, %t) : (!cuda_tile.tile<{0}>, !cuda_tile.token) -> ()
)mlir";

/// One of many slices is put in along three axes.
static constexpr llvm::StringLiteral insertAlongAxes = R"mlir(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<1x2x1xi16>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<2x4x2xi16>
  %i = "tilefuzz.input"() {name = "i", contents = "list(1, 0)"} : () -> !cuda_tile.tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %r = insert %x into %y[%i, %zero, %i] : tile<1x2x1xi16>, tile<2x4x2xi16> -> tile<2x4x2xi16>
  %s = insert %x into %y[%zero, %i, %i] : tile<1x2x1xi16>, tile<2x4x2xi16> -> tile<2x4x2xi16>
  "tilefuzz.observe"(%r, %s) : (!cuda_tile.tile<2x4x2xi16>, !cuda_tile.tile<2x4x2xi16>) -> ()
)mlir";

/// Two views of elements {0} that end before their tile does, with padding {1}
/// and {2}.
static constexpr llvm::StringLiteral cutTiles = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 6 : i64, contents = "list(1, 2)"} : () -> !cuda_tile.tile<ptr<{0}>>
  %i = constant <i32: 0> : tile<i32>
  %t = make_tensor_view %p, shape = [6], strides = [1] : tensor_view<6x{0}, strides=[1]>
  %v = make_partition_view %t : partition_view<tile=(8), padding_value = {1}, tensor_view<6x{0}, strides=[1]>>
  %w = make_partition_view %t : partition_view<tile=(8), padding_value = {2}, tensor_view<6x{0}, strides=[1]>>
  %a, %ta = load_view_tko weak %v[%i] : partition_view<tile=(8), padding_value = {1}, tensor_view<6x{0}, strides=[1]>>, tile<i32> -> tile<8x{0}>, token
  %b, %tb = load_view_tko weak %w[%i] : partition_view<tile=(8), padding_value = {2}, tensor_view<6x{0}, strides=[1]>>, tile<i32> -> tile<8x{0}>, token
  "tilefuzz.observe"(%a, %b) : (!cuda_tile.tile<8x{0}>, !cuda_tile.tile<8x{0}>) -> ()
)mlir";

static std::vector<MadeTemplate> publicForms() {
  std::vector<MadeTemplate> made = numbersAtEnds();
  const auto fixed = Elements::Fixed;
  for (llvm::StringRef element : {"f32", "f16", "f64"})
    for (auto [contents, order] : {std::pair("fill(nan)", "relaxed"),
                                   {"fill(-0.0)", "acq_rel"},
                                   {"fill(inf)", "acquire"}})
      made.push_back(
          {"cuda-tile-lowering-updates", fixed,
           llvm::formatv(updatesOfSpecial.data(), element, contents, order)
               .str()});
  made.push_back({"cuda-tile-lowering-insert", fixed, insertAlongAxes.str()});
  for (llvm::StringRef element : {"f8E4M3FN", "f8E5M2", "f16", "f32"})
    for (auto [one, other] :
         {std::pair("pos_inf", "neg_inf"), {"nan", "neg_zero"}})
      made.push_back(
          {"cuda-tile-lowering-padding", fixed,
           llvm::formatv(cutTiles.data(), element, one, other).str()});
  return made;
}

/// Of a memref and a view of it, of which elements lie beyond the end, by
/// narrow indices, with and without a mask and what stands for it.
static constexpr llvm::StringLiteral accessesBeyond = R"mlir(
  %p = "tilefuzz.input"() {name = "p", elements = 256 : i64, contents = "iota(1, 1)"} : () -> !nv_tileaa.ptr<i32, 1>
  %i = "tilefuzz.input"() {name = "i", contents = "list(-56, -6, 3)"} : () -> tensor<4xi8>
  %m = "tilefuzz.input"() {name = "m"} : () -> tensor<4xi1>
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<4xi32>
  %k = arith.constant 62 : i32
  %f = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !nv_tileaa.memref<250xi32, strides = [1], 1>
  %v = nv_tileaa.block_tile %f : !nv_tileaa.memref<250xi32, strides = [1], 1> -> !nv_tileaa.tiled_view<4xi32, memref = !nv_tileaa.memref<250xi32, strides = [1], 1>, dim_map = [0], padding = zero>
  %a, %ta = nv_tileaa.load %f[%i] other %x : (!nv_tileaa.memref<250xi32, strides = [1], 1>, tensor<4xi8>, tensor<4xi32>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %b, %tb = nv_tileaa.load %f[%i] mask %m other %x : (!nv_tileaa.memref<250xi32, strides = [1], 1>, tensor<4xi8>, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %c, %tc = nv_tileaa.tiled_load %v[%k] mask %m other %x : (!nv_tileaa.tiled_view<4xi32, memref = !nv_tileaa.memref<250xi32, strides = [1], 1>, dim_map = [0], padding = zero>, i32, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%a, %b, %c) : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> ()
)mlir";

static std::vector<MadeTemplate> makeTemplates(bool isTileAA) {
  std::vector<MadeTemplate> made = unsignedConversions(isTileAA);
  auto add = [&](const std::vector<MadeTemplate> &more) {
    made.insert(made.end(), more.begin(), more.end());
  };
  add(makeControlTemplates(isTileAA));
  if (!isTileAA) {
    add(publicForms());
    return made;
  }
  add(scans());
  made.push_back(
      {"tileaa-lowering-beyond", Elements::Fixed, accessesBeyond.str()});
  made.push_back(
      {"tileaa-lowering-narrow-index", Elements::Fixed, narrowIndices.str()});
  return made;
}

static std::vector<PatternTemplate> allTemplates(bool isTileAA) {
  static const std::vector<MadeTemplate> made[] = {makeTemplates(false),
                                                   makeTemplates(true)};
  std::vector<PatternTemplate> all = toTemplates(made[isTileAA]);
  llvm::ArrayRef<PatternTemplate> written =
      isTileAA ? llvm::ArrayRef(tileAA) : llvm::ArrayRef(cudaTile);
  all.insert(all.end(), written.begin(), written.end());
  return all;
}

llvm::ArrayRef<PatternTemplate>
tilefuzz::getConversionTemplates(bool isTileAA) {
  static const std::vector<PatternTemplate> rows[] = {allTemplates(false),
                                                      allTemplates(true)};
  return rows[isTileAA];
}
