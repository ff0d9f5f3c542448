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
    {"cuda-tile-lowering-index-space", Elements::Fixed, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<f32>>
  %t = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
  %v = make_gather_scatter_view %t : gather_scatter_view<tile=(4), tensor_view<8xf32, strides=[1]>, sparse_dim=0>
  %r = get_index_space_shape %v : gather_scatter_view<tile=(4), tensor_view<8xf32, strides=[1]>, sparse_dim=0> -> tile<i32>
  "tilefuzz.observe"(%r) : (!cuda_tile.tile<i32>) -> ()
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

/// Of elements {0}, added by {1}, to {2} in steps of {3}.
static constexpr llvm::StringLiteral loopText = R"mlir(
  %p = "tilefuzz.input"() {{name = "p", elements = 128 : i64, contents = "uniform(-100, 100)"} : () -> !cuda_tile.tile<ptr<{0}>>
  %x = "tilefuzz.input"() {{name = "x"} : () -> !cuda_tile.tile<8x{0}>
  %y = "tilefuzz.input"() {{name = "y"} : () -> !cuda_tile.tile<8x{0}>
  %t = make_tensor_view %p, shape = [128], strides = [1] : tensor_view<128x{0}, strides=[1]>
  %v = make_partition_view %t : partition_view<tile=(8), tensor_view<128x{0}, strides=[1]>>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: {2}> : tile<i32>
  %step = constant <i32: {3}> : tile<i32>
  %r:3 = for %i in (%from to %to, step %step) : tile<i32> iter_values(%a = %x, %b = %y, %n = %from) -> (tile<8x{0}>, tile<8x{0}>, tile<i32>) {{
    %l, %u = load_view_tko weak %v[%i] : partition_view<tile=(8), tensor_view<128x{0}, strides=[1]>>, tile<i32> -> tile<8x{0}>, token
    %s = {1} %a, %l : tile<8x{0}>
    %m = addi %n, %i : tile<i32>
    continue %b, %s, %m : tile<8x{0}>, tile<8x{0}>, tile<i32>
  }
  "tilefuzz.observe"(%r#2, %r#0, %r#1) : (!cuda_tile.tile<i32>, !cuda_tile.tile<8x{0}>, !cuda_tile.tile<8x{0}>) -> ()
)mlir";

/// Loops that end between two steps, with more iterations than a pipeline has
/// slots; what they load and sum is the iteration's. Values that are carried
/// rotate.
static std::vector<MadeTemplate> loops() {
  std::vector<MadeTemplate> made;
  for (auto [to, step] : {std::pair(13, 2), {14, 3}, {15, 4}, {9, 1}})
    for (auto [element, add] : {std::pair("i32", "addi"), {"i16", "xori"}})
      made.push_back(
          {"cuda-tile-lowering-loops", Elements::Fixed,
           llvm::formatv(loopText.data(), element, add, to, step).str()});
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

static std::vector<MadeTemplate> makeTemplates(bool isTileAA) {
  std::vector<MadeTemplate> made = unsignedConversions(isTileAA);
  std::vector<MadeTemplate> more = isTileAA ? scans() : loops();
  made.insert(made.end(), more.begin(), more.end());
  if (isTileAA)
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
