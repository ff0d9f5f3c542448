//===- ProgramSeries.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/ProgramSeries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// 128 floats of one buffer are loaded, and something of them is stored to
/// another.
static constexpr llvm::StringLiteral head =
    R"(cuda_tile.module @series {
  entry @main(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %i = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
    %a2 = broadcast %a1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %p = offset %a2, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %b1 = reshape %b : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b2 = broadcast %b1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %q = offset %b2, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %v0, %t0 = load_ptr_tko weak %p : tile<128xptr<f32>> -> tile<128xf32>, token
)";

static std::string closed(const std::string &body, const std::string &value) {
  return head.str() + body +
         formatv("    %end = store_ptr_tko weak %q, {0} : tile<128xptr<f32>>, "
                 "tile<128xf32> -> token\n    return\n  }\n}\n",
                 value)
             .str();
}

/// Texts of 0, 1, .. one after the other; `{0}` is the number, `{1}` the next.
static std::string repeated(const char *text, unsigned count) {
  std::string body;
  for (unsigned k = 0; k < count; ++k)
    body += formatv(false, text, k, k + 1).str();
  return body;
}
static std::string last(unsigned count) { return "%v" + std::to_string(count); }

static std::string makeChain(unsigned count) {
  return closed(
      repeated("    %v{1} = fma %v{0}, %v0, %v{0} : tile<128xf32>\n", count),
      last(count));
}

static std::string makeAccesses(unsigned count) {
  return closed(
      repeated("    %s{0} = store_ptr_tko weak %p, %v{0} token=%t{0} : "
               "tile<128xptr<f32>>, tile<128xf32> -> token\n"
               "    %v{1}, %t{1} = load_ptr_tko weak %p token=%s{0} : "
               "tile<128xptr<f32>> -> tile<128xf32>, token\n",
               count),
      last(count));
}

static std::string makeLoops(unsigned count) {
  return closed(
      repeated("    %v{1} = for %i{0} in (%zero to %n, step %one) : tile<i32> "
               "iter_values(%x{0} = %v{0}) -> (tile<128xf32>) {{\n"
               "      %y{0} = addf %x{0}, %v0 : tile<128xf32>\n"
               "      continue %y{0} : tile<128xf32>\n    }\n",
               count),
      last(count));
}

static std::string makeNest(unsigned count) {
  std::string body;
  for (unsigned k = 0; k < count; ++k)
    body +=
        formatv("    %r{0} = for %i{0} in (%zero to %n, step %one) : "
                "tile<i32> iter_values(%x{0} = {1}) -> (tile<128xf32>) {{\n",
                k, k ? "%x" + std::to_string(k - 1) : "%v0")
            .str();
  body += formatv("    %inner = addf %x{0}, %v0 : tile<128xf32>\n", count - 1);
  for (unsigned k = count; k--;)
    body += formatv("    continue {0} : tile<128xf32>\n    }\n",
                    k == count - 1 ? "%inner" : "%r" + std::to_string(k + 1))
                .str();
  return closed(body, "%r0");
}

static std::string makeBranches(unsigned count) {
  return closed(
      repeated("    %c{0} = cmpi less_than %n, %zero, signed : tile<i32> -> "
               "tile<i1>\n"
               "    %v{1} = if %c{0} -> (tile<128xf32>) {{\n"
               "      %y{0} = addf %v{0}, %v0 : tile<128xf32>\n"
               "      yield %y{0} : tile<128xf32>\n"
               "    } else {{\n"
               "      %z{0} = mulf %v{0}, %v0 : tile<128xf32>\n"
               "      yield %z{0} : tile<128xf32>\n    }\n",
               count),
      last(count));
}

static std::string makeReductions(unsigned count) {
  return closed(
      repeated("    %r{0} = reduce %v{0} dim=0 identities=[0.0 : f32] : "
               "tile<128xf32> -> tile<f32> (%e{0}: tile<f32>, %f{0}: "
               "tile<f32>) {{\n"
               "      %g{0} = addf %e{0}, %f{0} : tile<f32>\n"
               "      yield %g{0} : tile<f32>\n    }\n"
               "    %o{0} = reshape %r{0} : tile<f32> -> tile<1xf32>\n"
               "    %w{0} = broadcast %o{0} : tile<1xf32> -> tile<128xf32>\n"
               "    %v{1} = addf %v{0}, %w{0} : tile<128xf32>\n",
               count),
      last(count));
}

/// The size is the side of the tiles.
static std::string makeProduct(unsigned side) {
  static constexpr llvm::StringLiteral text =
      R"(cuda_tile.module @series {{
  entry @main(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %n: tile<i32>) {{
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %init = constant <f32: 0.0> : tile<{0}x{0}xf32>
    %av = make_tensor_view %a, shape = [{0}, {0}], strides = [{0}, 1] : tensor_view<{0}x{0}xf16, strides=[{0},1]>
    %ap = make_partition_view %av : partition_view<tile=({0}x{0}), tensor_view<{0}x{0}xf16, strides=[{0},1]>>
    %bv = make_tensor_view %b, shape = [{0}, {0}], strides = [{0}, 1] : tensor_view<{0}x{0}xf16, strides=[{0},1]>
    %bp = make_partition_view %bv : partition_view<tile=({0}x{0}), tensor_view<{0}x{0}xf16, strides=[{0},1]>>
    %cv = make_tensor_view %c, shape = [{0}, {0}], strides = [{0}, 1] : tensor_view<{0}x{0}xf32, strides=[{0},1]>
    %cp = make_partition_view %cv : partition_view<tile=({0}x{0}), tensor_view<{0}x{0}xf32, strides=[{0},1]>>
    %sum = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<{0}x{0}xf32>) {{
      %ax, %at = load_view_tko weak %ap[%zero, %k] : partition_view<tile=({0}x{0}), tensor_view<{0}x{0}xf16, strides=[{0},1]>>, tile<i32> -> tile<{0}x{0}xf16>, token
      %bx, %bt = load_view_tko weak %bp[%k, %zero] : partition_view<tile=({0}x{0}), tensor_view<{0}x{0}xf16, strides=[{0},1]>>, tile<i32> -> tile<{0}x{0}xf16>, token
      %next = mmaf %ax, %bx, %acc : tile<{0}x{0}xf16>, tile<{0}x{0}xf16>, tile<{0}x{0}xf32>
      continue %next : tile<{0}x{0}xf32>
    }
    %t = store_view_tko weak %sum, %cp[%zero, %zero] : tile<{0}x{0}xf32>, partition_view<tile=({0}x{0}), tensor_view<{0}x{0}xf32, strides=[{0},1]>>, tile<i32> -> token
    return
  }
}
)";
  return formatv(text.data(), side).str();
}

llvm::ArrayRef<SeriesForm> tilefuzz::getSeriesForms() {
  static constexpr SeriesForm forms[] = {
      {"chain", "arithmetic, one result after the other", makeChain, 64, 1024},
      {"accesses", "loads and stores in turn, each behind the one before",
       makeAccesses, 8, 128},
      {"loops", "loops, one behind the other", makeLoops, 4, 64},
      {"nest", "loops in loops", makeNest, 1, 16},
      {"branches", "conditions, one behind the other", makeBranches, 8, 128},
      {"reductions", "sums of a tile, each of which is added to it",
       makeReductions, 4, 64},
      {"product", "a loop around a product of tiles of this side", makeProduct,
       16, 256},
  };
  return forms;
}

const SeriesForm *tilefuzz::findSeriesForm(llvm::StringRef name) {
  const SeriesForm *form =
      llvm::find_if(getSeriesForms(),
                    [&](const SeriesForm &form) { return form.name == name; });
  return form == getSeriesForms().end() ? nullptr : form;
}

//===----------------------------------------------------------------------===//
// Explosions
//===----------------------------------------------------------------------===//

std::string SeriesPoint::toString() const {
  if (!seconds)
    return formatv("{0}: too long", size);
  return formatv("{0}: {1:f1} s {2} MiB", size, *seconds, mebibytes);
}

/// So many times as much as there is more to do is too much, unless it is
/// little.
static constexpr double factor = 2.5, littleSeconds = 4, littleMebibytes = 2048;

/// In what the points have as numbers; those that did not end have none.
static std::optional<std::string>
findSteep(llvm::ArrayRef<SeriesPoint> points,
          llvm::ArrayRef<std::optional<double>> numbers, double little,
          bool isTime) {
  unsigned steep = 0;
  for (size_t i = 1; i < numbers.size(); ++i) {
    std::optional<double> before = numbers[i - 1], after = numbers[i];
    if (!before)
      return std::nullopt;
    bool explodes = false;
    double most = factor * points[i].growth * *before, limit = points[i].limit;
    if (!after) {
      // How much memory it would have taken nobody knows.
      explodes =
          isTime && (steep || *before < little) && (limit == 0 || limit > most);
    } else {
      steep = *after > most ? steep + 1 : 0;
      explodes = steep >= 2 && *after > little;
    }
    if (explodes)
      return points[i - 1].toString() + ", " + points[i].toString();
  }
  return std::nullopt;
}

std::optional<std::string>
tilefuzz::findExplosion(llvm::ArrayRef<SeriesPoint> points) {
  std::vector<std::optional<double>> seconds, mebibytes;
  for (const SeriesPoint &point : points) {
    seconds.push_back(point.seconds);
    mebibytes.push_back(point.seconds ? std::optional(double(point.mebibytes))
                                      : std::nullopt);
  }
  if (auto where = findSteep(points, seconds, littleSeconds, /*isTime=*/true))
    return where;
  return findSteep(points, mebibytes, littleMebibytes, /*isTime=*/false);
}
