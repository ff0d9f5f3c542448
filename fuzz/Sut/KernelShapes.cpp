//===- KernelShapes.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/KernelShapes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <vector>

using namespace tilefuzz;
using llvm::formatv;
using llvm::StringRef;

namespace {
/// Elements of the factors and of the sums of products.
struct Elements {
  StringRef factor, sum, one, zero, least, fill;
  bool isInteger = false;
};
constexpr Elements elementTable[] = {
    {"f16", "f32", "1.0", "0.0", "0xFF800000", "uniform(-1, 1)"},
    {"bf16", "f32", "1.0", "0.0", "0xFF800000", "uniform(-1, 1)"},
    {"f16", "f16", "1.0", "0.0", "0xFC00", "uniform(-1, 1)"},
    {"f32", "f32", "1.0", "0.0", "0xFF800000", "uniform(-1, 1)"},
    {"i8", "i32", "1", "0", "-2147483648", "uniform(-9, 9)", true},
};

struct Carried {
  /// The sums, M x N; a row of N; and the order of accesses of the results.
  std::string sums, row, token;
};

class Shape {
public:
  explicit Shape(ByteSource &choices) : choices(choices) {}
  std::string make();

private:
  static constexpr unsigned places = 4;

  std::string name() { return "%v" + std::to_string(next++); }
  void line(const std::string &text) {
    body += std::string(2 * depth, ' ') + text + "\n";
  }
  template <typename... T>
  std::string define(const char *format, const T &...values) {
    std::string result = name();
    line(result + " = " + formatv(false, format, values...).str());
    return result;
  }
  std::string tile(const std::string &shape, StringRef element) {
    return "tile<" + (shape.empty() ? "" : shape + "x") + element.str() + ">";
  }
  std::string constant(StringRef type, StringRef value, StringRef element) {
    return define("constant <{0}: {1}> : {2}", element, value, type);
  }
  std::string number(unsigned value) {
    return constant("tile<i32>", std::to_string(value), "i32");
  }
  std::string hint() {
    return choices.oneIn(6) ? " optimization_hints=<default = {latency = " +
                                  std::to_string(1 + choices.below(9)) + "}>"
                            : "";
  }
  std::string add(const std::string &a, const std::string &b,
                  const std::string &type) {
    return define(elements.isInteger ? "addi {0}, {1} : {2}"
                                     : "addf {0}, {1} : {2}",
                  a, b, type);
  }
  std::string most(const std::string &a, const std::string &b,
                   const std::string &type) {
    return define(elements.isInteger ? "maxi {0}, {1} signed : {2}"
                                     : "maxf {0}, {1} : {2}",
                  a, b, type);
  }
  std::string place(unsigned limit);
  std::string view(StringRef buffer, StringRef element, unsigned rows,
                   unsigned columns, unsigned tileRows, unsigned tileColumns,
                   std::string &type);
  std::string load(StringRef buffer, unsigned rows, unsigned columns);
  std::string pointersOf(StringRef buffer, StringRef element, unsigned rows,
                         unsigned columns, const std::string &rowIndex);
  std::string indices(unsigned count, unsigned limit, bool differ);
  std::string spread(const std::string &row);
  void statement(Carried &now, unsigned budget);
  void product(Carried &now);
  void reduce(Carried &now);
  void gather(Carried &now);
  void scatter(Carried &now);
  void change(Carried &now);
  void loop(Carried &now, unsigned budget);
  void branch(Carried &now, unsigned budget);

  ByteSource &choices;
  Elements elements;
  unsigned m = 16, n = 16, k = 16, next = 0, depth = 2, products = 0,
           mostProducts = 6;
  std::string body, sumsType, rowType;
  /// i32 that are 0 to 7.
  std::vector<std::string> scalars;
};
} // namespace

static std::string shapeOf(unsigned a, unsigned b) {
  return std::to_string(a) + "x" + std::to_string(b);
}

/// A number below a power of two, of what is at hand.
std::string Shape::place(unsigned limit) {
  std::string value = scalars[choices.below(scalars.size())];
  if (limit == 1)
    return number(0);
  if (choices.oneIn(2))
    value = define("muli {0}, {1} : tile<i32>", value,
                   number(1 + choices.below(5)));
  if (choices.oneIn(2))
    value = define("addi {0}, {1} : tile<i32>", value,
                   scalars[choices.below(scalars.size())]);
  return define("andi {0}, {1} : tile<i32>", value, number(limit - 1));
}

std::string Shape::view(StringRef buffer, StringRef element, unsigned rows,
                        unsigned columns, unsigned tileRows,
                        unsigned tileColumns, std::string &type) {
  std::string tensor = formatv("tensor_view<{0}x{1}x{2}, strides=[{1},1]>",
                               rows, columns, element)
                           .str();
  std::string of =
      define("make_tensor_view %{0}, shape = [{1}, {2}], strides = [{2}, 1] : "
             "{3}",
             buffer, rows, columns, tensor);
  type = formatv("partition_view<tile=({0}x{1}), {2}>", tileRows, tileColumns,
                 tensor)
             .str();
  return define("make_partition_view {0} : {1}", of, type);
}

/// Pointers to rows of a buffer, at these numbers of rows.
std::string Shape::pointersOf(StringRef buffer, StringRef element,
                              unsigned rows, unsigned columns,
                              const std::string &rowIndex) {
  std::string shape = shapeOf(rows, columns);
  std::string wide = tile(shape, "i32");
  std::string stride = define("muli {0}, {1} : {2}", rowIndex,
                              constant(tile(std::to_string(rows), "i32"),
                                       std::to_string(columns), "i32"),
                              tile(std::to_string(rows), "i32"));
  auto column = tile(shapeOf(rows, 1), "i32"),
       line = tile(shapeOf(1, columns), "i32");
  std::string a = define("broadcast {0} : {1} -> {2}",
                         define("reshape {0} : {1} -> {2}", stride,
                                tile(std::to_string(rows), "i32"), column),
                         column, wide);
  std::string b =
      define("broadcast {0} : {1} -> {2}",
             define("reshape {0} : {1} -> {2}",
                    define("iota : {0}", tile(std::to_string(columns), "i32")),
                    tile(std::to_string(columns), "i32"), line),
             line, wide);
  std::string at = define("addi {0}, {1} : {2}", a, b, wide);
  std::string pointer = ("ptr<" + element + ">").str();
  std::string all = define("broadcast {0} : {1} -> {2}",
                           define("reshape %{0} : {1} -> {2}", buffer,
                                  tile("", pointer), tile("1x1", pointer)),
                           tile("1x1", pointer), tile(shape, pointer));
  return define("offset {0}, {1} : {2}, {3} -> {2}", all, at,
                tile(shape, pointer), wide);
}

/// Numbers below a power of two, computed, or read and computed; all differ if
/// asked, of as many.
std::string Shape::indices(unsigned count, unsigned limit, bool differ) {
  std::string type = tile(std::to_string(count), "i32");
  std::string value = define("iota : {0}", type);
  if (!differ && choices.oneIn(2)) {
    std::string pointer = tile(std::to_string(count), "ptr<i32>");
    std::string all = define(
        "broadcast {0} : tile<1xptr<i32>> -> {1}",
        define("reshape %index : tile<ptr<i32>> -> tile<1xptr<i32>>"), pointer);
    std::string at =
        define("offset {0}, {1} : {2}, {3} -> {2}", all, value, pointer, type);
    std::string token = name();
    value = name();
    line(formatv("{0}, {1} = load_ptr_tko weak {2}{3} : {4} -> {5}, token",
                 value, token, at, hint(), pointer, type)
             .str());
  }
  // An odd factor and any summand keep them different.
  value = define(
      "muli {0}, {1} : {2}", value,
      constant(type, std::to_string(1 + 2 * choices.below(3)), "i32"), type);
  std::string summand =
      define("broadcast {0} : tile<1xi32> -> {1}",
             define("reshape {0} : tile<i32> -> tile<1xi32>", place(8)), type);
  value = define("addi {0}, {1} : {2}", value, summand, type);
  return define("andi {0}, {1} : {2}", value,
                constant(type, std::to_string(limit - 1), "i32"), type);
}

/// A tile of one of the factors' buffers, which have `places` tiles of it each
/// way.
std::string Shape::load(StringRef buffer, unsigned rows, unsigned columns) {
  std::string type = tile(shapeOf(rows, columns), elements.factor);
  std::string value = name(), token = name();
  if (choices.oneIn(3)) {
    std::string pointers = pointersOf(buffer, elements.factor, rows, columns,
                                      indices(rows, rows * places, false));
    line(formatv("{0}, {1} = load_ptr_tko weak {2}{3} : {4} -> {5}, token",
                 value, token, pointers, hint(),
                 tile(shapeOf(rows, columns),
                      ("ptr<" + elements.factor + ">").str()),
                 type)
             .str());
    return value;
  }
  std::string viewType;
  std::string of = view(buffer, elements.factor, rows * places, columns, rows,
                        columns, viewType);
  line(formatv("{0}, {1} = load_view_tko weak {2}[{3}, {4}]{5} : {6}, "
               "tile<i32> -> {7}, token",
               value, token, of, place(places), number(0), hint(), viewType,
               type)
           .str());
  return value;
}

std::string Shape::spread(const std::string &row) {
  return define("broadcast {0} : {1} -> {2}",
                define("reshape {0} : {1} -> {2}", row, rowType,
                       tile(shapeOf(1, n), elements.sum)),
                tile(shapeOf(1, n), elements.sum), sumsType);
}

void Shape::product(Carried &now) {
  ++products;
  std::string a;
  std::string aType = tile(shapeOf(m, k), elements.factor),
              bType = tile(shapeOf(k, n), elements.factor);
  // What was summed is the factor of the next product, as in attention.
  if (!elements.isInteger && k == n && choices.oneIn(3))
    a = elements.sum == elements.factor
            ? now.sums
            : define("ftof {0} : {1} -> {2}", now.sums, sumsType, aType);
  else
    a = load("x", m, k);
  std::string b;
  if (choices.oneIn(3))
    b = define("permute {0} [1, 0] : {1} -> {2}", load("yt", n, k),
               tile(shapeOf(n, k), elements.factor), bType);
  else
    b = load("y", k, n);
  std::string start = now.sums;
  if (choices.oneIn(4))
    start = constant(sumsType, elements.zero, elements.sum);
  now.sums = define(elements.isInteger
                        ? "mmai {0}, {1}, {2} signed signed : {3}, {4}, {5}"
                        : "mmaf {0}, {1}, {2} : {3}, {4}, {5}",
                    a, b, start, aType, bType, sumsType);
}

void Shape::reduce(Carried &now) {
  std::string element = "tile<" + elements.sum.str() + ">";
  std::string result = name(), a = name(), b = name();
  bool isMost = choices.oneIn(2);
  line(formatv("{0} = reduce {1} dim=0 identities=[{2} : {3}] : {4} -> {5} "
               "({6}: {7}, {8}: {7}) {{",
               result, now.sums, isMost ? elements.least : elements.zero,
               elements.sum, sumsType, rowType, a, element, b)
           .str());
  ++depth;
  std::string combined = isMost ? most(a, b, element) : add(a, b, element);
  line("yield " + combined + " : " + element);
  --depth;
  line("}");
  now.row = choices.oneIn(2) ? most(now.row, result, rowType)
                             : add(now.row, result, rowType);
  if (choices.oneIn(2))
    now.sums = most(now.sums, spread(now.row), sumsType);
}

void Shape::gather(Carried &now) {
  std::string at = indices(n, n * places, false);
  std::string pointerType =
      tile(std::to_string(n), ("ptr<" + elements.sum + ">").str());
  std::string all =
      define("broadcast {0} : {1} -> {2}",
             define("reshape %table : {0} -> {1}",
                    tile("", ("ptr<" + elements.sum + ">").str()),
                    tile("1", ("ptr<" + elements.sum + ">").str())),
             tile("1", ("ptr<" + elements.sum + ">").str()), pointerType);
  std::string pointers = define("offset {0}, {1} : {2}, {3} -> {2}", all, at,
                                pointerType, tile(std::to_string(n), "i32"));
  std::string value = name(), token = name();
  line(formatv("{0}, {1} = load_ptr_tko weak {2}{3} : {4} -> {5}, token", value,
               token, pointers, hint(), pointerType, rowType)
           .str());
  now.row = add(now.row, value, rowType);
  if (choices.oneIn(2))
    now.sums = add(now.sums, spread(value), sumsType);
}

/// Rows of the sums to rows of the results that differ, by computed pointers,
/// or all of them through a view.
void Shape::scatter(Carried &now) {
  std::string token = name();
  if (choices.oneIn(2)) {
    std::string pointers =
        pointersOf("out", elements.sum, m, n, indices(m, m, true));
    line(formatv("{0} = store_ptr_tko weak {1}, {2} token={3}{4} : {5}, {6} "
                 "-> token",
                 token, pointers, now.sums, now.token, hint(),
                 tile(shapeOf(m, n), ("ptr<" + elements.sum + ">").str()),
                 sumsType)
             .str());
  } else {
    std::string viewType;
    std::string of = view("out", elements.sum, m * places, n, m, n, viewType);
    line(formatv("{0} = store_view_tko weak {1}, {2}[{3}, {4}] token = {5}{6} "
                 ": {7}, {8}, tile<i32> -> token",
                 token, now.sums, of, place(places), number(0), now.token,
                 hint(), sumsType, viewType)
             .str());
  }
  now.token = token;
  // It is read again, the other way.
  if (choices.oneIn(3)) {
    std::string viewType, value = name(), after = name();
    std::string of = view("out", elements.sum, m * places, n, m, n, viewType);
    line(formatv("{0}, {1} = load_view_tko weak {2}[{3}, {4}] token = {5}{6} : "
                 "{7}, tile<i32> -> {8}, token",
                 value, after, of, place(places), number(0), now.token, hint(),
                 viewType, sumsType)
             .str());
    now.token = after;
    now.sums = most(now.sums, value, sumsType);
  }
}

void Shape::change(Carried &now) {
  switch (choices.below(3)) {
  case 0:
    now.sums = add(now.sums, spread(now.row), sumsType);
    break;
  case 1:
    now.sums = most(now.sums, constant(sumsType, elements.zero, elements.sum),
                    sumsType);
    break;
  case 2:
    now.row =
        most(now.row, constant(rowType, elements.one, elements.sum), rowType);
    break;
  }
}

void Shape::loop(Carried &now, unsigned budget) {
  std::string counter = name();
  // It begins again, or goes on with what there is; what it leaves is used, or
  // only what was there before.
  Carried start = now, inner{name(), name(), name()};
  if (choices.oneIn(2))
    start.sums = constant(sumsType, elements.zero, elements.sum);
  std::string types = sumsType + ", " + rowType + ", token";
  std::string end = choices.oneIn(2) ? "%n" : number(1 + choices.below(3));
  std::string result = name();
  std::string begin = number(0), step = number(1);
  line(formatv("{0}:3 = for {1} in ({2} to {3}, step {4}) : tile<i32> "
               "iter_values({5} = {6}, {7} = {8}, {9} = {10}) -> ({11}) {{",
               result, counter, begin, end, step, inner.sums, start.sums,
               inner.row, start.row, inner.token, start.token, types)
           .str());
  ++depth;
  scalars.push_back(counter);
  size_t known = scalars.size();
  Carried last = inner;
  statement(last, budget);
  scalars.resize(known - 1);
  line("continue " + last.sums + ", " + last.row + ", " + last.token + " : " +
       types);
  --depth;
  line("}");
  Carried after{result + "#0", result + "#1", result + "#2"};
  if (choices.oneIn(4))
    after.sums = add(now.sums, after.sums, sumsType);
  now = after;
}

void Shape::branch(Carried &now, unsigned budget) {
  std::string condition =
      define("cmpi less_than {0}, {1}, signed : tile<i32> -> tile<i1>",
             place(8), number(choices.below(5)));
  std::string types = sumsType + ", " + rowType + ", token";
  std::string result = name();
  line(result + ":3 = if " + condition + " -> (" + types + ") {");
  for (unsigned side = 0; side < 2; ++side) {
    Carried last = now;
    ++depth;
    if (side == 0 || choices.oneIn(2))
      statement(last, budget);
    line("yield " + last.sums + ", " + last.row + ", " + last.token + " : " +
         types);
    --depth;
    line(side == 0 ? "} else {" : "}");
  }
  now = {result + "#0", result + "#1", result + "#2"};
}

void Shape::statement(Carried &now, unsigned budget) {
  unsigned count = 1 + choices.below(3);
  for (unsigned i = 0; i < count; ++i)
    switch (choices.below(9)) {
    case 0:
    case 1:
    case 2:
      // Nobody waits for the interpreter.
      if (products < mostProducts) {
        product(now);
        break;
      }
      [[fallthrough]];
    case 3:
      reduce(now);
      break;
    case 4:
      gather(now);
      break;
    case 5:
      scatter(now);
      break;
    case 6:
      change(now);
      break;
    case 7:
    case 8:
      if (budget == 0)
        change(now);
      else if (choices.oneIn(4))
        branch(now, budget - 1);
      else
        loop(now, budget - 1);
      break;
    }
}

std::string Shape::make() {
  elements = choices.pick(llvm::ArrayRef(elementTable));
  // Mostly what a warp or two multiply; sometimes as much as a block can hold.
  static constexpr unsigned usual[] = {16, 32, 32, 64, 64, 128},
                            large[] = {64, 128, 128, 256};
  bool isLarge = choices.oneIn(12);
  auto side = [&] {
    return isLarge ? choices.pick(llvm::ArrayRef(large))
                   : choices.pick(llvm::ArrayRef(usual));
  };
  m = side(), n = side(), k = isLarge ? 32 : side();
  mostProducts = std::clamp((1u << 20) / (m * n * k), 1u, 6u);
  sumsType = tile(shapeOf(m, n), elements.sum);
  rowType = tile(std::to_string(n), elements.sum);
  scalars = {number(choices.below(8)), "%n"};
  std::string zero = constant(sumsType, elements.zero, elements.sum);
  std::string row = constant(rowType, elements.zero, elements.sum);
  Carried now{zero, row, define("make_token : token")};
  // Two or three loops in each other around something, and more behind them.
  loop(now, 1 + choices.below(2));
  if (choices.oneIn(2))
    statement(now, 1);
  std::string viewType;
  now.sums = add(now.sums, spread(now.row), sumsType);
  std::string of = view("out", elements.sum, m * places, n, m, n, viewType);
  line(formatv("{0} = store_view_tko weak {1}, {2}[{3}, {3}] token = {4} : "
               "{5}, {6}, tile<i32> -> token",
               name(), now.sums, of, number(0), now.token, sumsType, viewType)
           .str());
  std::string hints;
  if (choices.oneIn(3)) {
    static constexpr StringRef some[] = {
        "default = {occupancy = 2}", "default = {occupancy = 1}",
        "sm_100 = {num_cta_in_cga = 2}",
        "sm_90 = {num_cta_in_cga = 1, occupancy = 4}"};
    hints = (" optimization_hints=<" + choices.pick(llvm::ArrayRef(some)) + ">")
                .str();
  }
  std::string text = "// tilefuzz.launch kernel=@main grid=1,1,1 seed=" +
                     std::to_string(choices.below(1000)) + "\n";
  auto buffer = [&](StringRef name, StringRef element, unsigned count,
                    StringRef fill) {
    text += formatv("// tilefuzz.buffer {0} : {1}[{2}] = {3}\n", name, element,
                    count, fill)
                .str();
  };
  buffer("x", elements.factor, places * m * k, elements.fill);
  buffer("y", elements.factor, places * k * n, elements.fill);
  buffer("yt", elements.factor, places * k * n, elements.fill);
  buffer("table", elements.sum, places * n, elements.fill);
  buffer("index", "i32", 256, "uniform(0, 63)");
  buffer("out", elements.sum, places * m * n, "fill(0)");
  text += formatv("// tilefuzz.args &x &y &yt &table &index &out {0}\n",
                  choices.below(4))
              .str();
  text += formatv("cuda_tile.module @kernels {{\n  entry @main(%x: {0}, %y: "
                  "{0}, %yt: {0}, %table: {1}, %index: tile<ptr<i32>>, %out: "
                  "{1}, %n: tile<i32>){2} {{\n",
                  tile("", ("ptr<" + elements.factor + ">").str()),
                  tile("", ("ptr<" + elements.sum + ">").str()), hints)
              .str();
  return text + body + "    return\n  }\n}\n";
}

std::string tilefuzz::makeKernelShape(ByteSource &choices) {
  return Shape(choices).make();
}
