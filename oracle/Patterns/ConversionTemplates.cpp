//===- ConversionTemplates.cpp - Values that conversions are proved on ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each operation with every attribute that it may have, over its types.
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/ConversionTemplates.h"
#include "oracle/Patterns/TemplateBody.h"

using namespace tilefuzz;

using Elements = InstanceElements;
using Body = TemplateBody;
using Names = std::initializer_list<const char *>;

static std::string tileOf(const std::string &shape, const std::string &of) {
  return "!cuda_tile.tile<" + shape + of + ">";
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// x and y (and z), and what is computed from them by each of `codes`.
static void addOperations(ConversionRows &to, const std::string &operation,
                          Elements elements,
                          const std::vector<std::string> &suffixes,
                          unsigned operands = 2, const char *element = "$E",
                          const char *shape = "") {
  Body body(element, shape);
  std::string code = operation;
  for (unsigned k = 0; k < operands; ++k) {
    std::string name(1, "xyz"[k]);
    body.input(name);
    code += (k ? ", %" : " %") + name;
  }
  for (const std::string &suffix : suffixes)
    body.see(code + suffix);
  to.add(operation, elements, body.str());
}

static void addShifts(ConversionRows &to) {
  for (const char *width : {"8", "16", "32", "64"}) {
    unsigned bits = std::stoul(width);
    std::string element = std::string("i") + width;
    auto text = [](unsigned value) { return std::to_string(value); };
    const std::string amounts[] = {"0",
                                   text(bits - 1),
                                   text(bits),
                                   text(bits + 1),
                                   "-1",
                                   "[0, 1]",
                                   "[" + text(bits - 1) + ", " + text(bits) +
                                       "]"};
    for (const char *code :
         {"shli %x, %k", "shri %x, %k signed", "shri %x, %k unsigned"}) {
      Body body(element, "2x");
      body.input("x");
      for (const auto &[i, amount] : llvm::enumerate(amounts)) {
        std::string name = "k" + std::to_string(i);
        body.constant(name, amount);
        std::string with = code;
        replaceAll(with, "%k", "%" + name);
        body.see(with);
      }
      to.add(llvm::StringRef(code).split(' ').first, Elements::Fixed,
             body.str());
    }
  }
}

static void addIntegers(ConversionRows &to) {
  for (const char *operation : {"addi", "subi", "muli", "shli"}) {
    addOperations(to, operation, Elements::Integers, {""});
    for (const char *promise :
         {" overflow<no_signed_wrap>", " overflow<no_unsigned_wrap>",
          " overflow<no_wrap>"})
      addOperations(to, operation, Elements::Fixed, {promise}, 2, "i8", ".");
  }
  addShifts(to);
  for (const char *promise :
       {"", " overflow<no_signed_wrap>", " overflow<no_wrap>"})
    addOperations(to, "negi", Elements::Integers, {promise}, 1);
  addOperations(to, "absi", Elements::Integers, {""}, 1);
  for (const char *operation : {"andi", "ori", "xori", "mulhii"})
    addOperations(to, operation, Elements::Integers, {""});
  for (const char *operation : {"maxi", "mini", "shri"})
    addOperations(to, operation, Elements::Integers, {" signed", " unsigned"});
  for (const char *operation : {"remi", "divi"})
    for (const char *reading : {" signed", " unsigned"})
      addOperations(to, operation, Elements::Integers, {reading});
  for (const char *rounding :
       {" signed rounding<zero>", " signed rounding<negative_inf>",
        " signed rounding<positive_inf>", " unsigned rounding<positive_inf>"})
    addOperations(to, "divi", Elements::Integers, {rounding});
  Body compare;
  compare.input("x").input("y");
  for (const char *predicate :
       {"equal", "not_equal", "less_than", "less_than_or_equal", "greater_than",
        "greater_than_or_equal"})
    for (const char *reading : {"signed", "unsigned"})
      compare.seeCompare(std::string(predicate) + " %x, %y, " + reading);
  to.add("cmpi", Elements::Integers, compare.str());
  Body select;
  select.input("c", select.truth()).input("x").input("y");
  to.add("select", Elements::All, select.seeSelect("%c, %x, %y").str());
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static constexpr const char *directions[] = {
    "", " rounding<nearest_even>", " rounding<zero>", " rounding<negative_inf>",
    " rounding<positive_inf>"};

static void addFloats(ConversionRows &to) {
  for (auto [operation, operands] : {std::pair("addf", 2u),
                                     {"subf", 2u},
                                     {"mulf", 2u},
                                     {"divf", 2u},
                                     {"fma", 3u},
                                     {"sqrt", 1u}})
    for (const char *direction : directions) {
      addOperations(to, operation, Elements::Floats, {direction}, operands);
      addOperations(to, operation, Elements::Fixed,
                    {std::string(direction) + " flush_to_zero"}, operands,
                    "f32", ".");
    }
  for (const char *rounding : {" rounding<approx>", " rounding<full>"})
    addOperations(to, "divf", Elements::Fixed,
                  {rounding, std::string(rounding) + " flush_to_zero"}, 2,
                  "f32");
  addOperations(to, "sqrt", Elements::Fixed,
                {" rounding<approx>", " rounding<approx> flush_to_zero"}, 1,
                "f32");
  for (const char *operation : {"maxf", "minf"}) {
    addOperations(to, operation, Elements::Floats, {"", " propagate_nan"});
    for (const char *shape : {".", "2x"})
      addOperations(to, operation, Elements::Fixed,
                    {" flush_to_zero", " flush_to_zero propagate_nan"}, 2,
                    "f32", shape);
  }
  Body compare;
  compare.input("x").input("y");
  for (const char *predicate :
       {"equal", "not_equal", "less_than", "less_than_or_equal", "greater_than",
        "greater_than_or_equal"})
    for (const char *ordering : {"ordered", "unordered"})
      compare.see(std::string("cmpf ") + predicate + " " + ordering + " %x, %y",
                  compare.tile() + " -> " + compare.truth(), compare.truth());
  to.add("cmpf", Elements::Floats, compare.str());
  for (const char *operation :
       {"absf", "negf", "log", "log2", "sin", "cos", "tan", "sinh", "cosh",
        "exp2", "rsqrt", "exp", "tanh"})
    addOperations(to, operation, Elements::Floats, {""}, 1);
  addOperations(to, "pow", Elements::Floats, {""});
  for (const char *operation : {"exp2", "rsqrt"})
    addOperations(to, operation, Elements::Fixed, {" flush_to_zero"}, 1, "f32");
  for (const char *operation : {"exp", "tanh"})
    addOperations(to, operation, Elements::Fixed, {" rounding<approx>"}, 1,
                  "f32");
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// From one type to another, by each of the codes.
static void addCast(ConversionRows &to, const std::string &operation,
                    const std::string &from, const std::string &into,
                    const std::vector<std::string> &suffixes,
                    const char *shape = "2x") {
  Body body(from, shape);
  body.input("x");
  for (const std::string &suffix : suffixes)
    body.see(operation + " %x" + suffix,
             body.tile() + " -> " + body.tileOf(into), body.tileOf(into));
  to.add(operation, Elements::Fixed, body.str());
}

static void addCasts(ConversionRows &to) {
  const Names integers = {"i1", "i8", "i16", "i32", "i64"};
  const Names floats = {"f16", "bf16", "f32", "f64"};
  auto widthOf = [](llvm::StringRef type) {
    unsigned width = 0;
    type.drop_while([](char c) { return c < '0' || c > '9'; })
        .getAsInteger(10, width);
    return width;
  };
  for (const char *from : integers)
    for (const char *into : integers) {
      if (widthOf(from) < widthOf(into))
        addCast(to, "exti", from, into, {" signed", " unsigned"});
      if (widthOf(from) > widthOf(into))
        for (const char *promise :
             {"", " overflow<no_signed_wrap>", " overflow<no_unsigned_wrap>",
              " overflow<no_wrap>"})
          addCast(to, "trunci", from, into, {promise});
    }
  for (const char *integer : integers)
    for (const char *number : floats) {
      addCast(to, "itof", integer, number, {" signed", " unsigned"});
      for (const char *reading : {" signed", " unsigned"})
        for (const char *saturating : {"", " saturating"}) {
          // Wide ones take the solver minutes.
          if (*saturating && (widthOf(integer) > 32 || widthOf(number) > 32))
            continue;
          addCast(to, "ftoi", number, integer,
                  {std::string(reading) + saturating}, ".");
        }
    }
  for (const char *from : {"f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2"})
    for (const char *into : {"f16", "bf16", "f32", "f64", "tf32"}) {
      if (llvm::StringRef(from) == into)
        continue;
      addCast(to, "ftof", from, into, {""});
      // To two bytes there are two modes.
      size_t modes = widthOf(into) == 32 ? 4 : 2;
      if (widthOf(from) > widthOf(into) && llvm::StringRef(into) != "tf32")
        for (const char *direction : llvm::ArrayRef(directions).slice(1, modes))
          addCast(to, "ftof", from, into, {direction});
    }
  for (auto [a, b] : {std::pair("i8", "f8E4M3FN"),
                      {"i16", "f16"},
                      {"i16", "bf16"},
                      {"i32", "f32"},
                      {"i64", "f64"}})
    for (const char *shape : {"2x", "."}) {
      addCast(to, "bitcast", a, b, {""}, shape);
      addCast(to, "bitcast", b, a, {""}, shape);
    }
  for (auto [wide, count] :
       {std::pair("i16", 2), {"i32", 4}, {"f32", 4}, {"i64", 8}}) {
    std::string bytes = tileOf(std::to_string(2 * count) + "x", "i8");
    Body pack(wide, "2x"), unpack(wide, "2x");
    pack.input("x").see("pack %x", pack.tile() + " -> " + bytes, bytes);
    unpack.input("x", bytes)
        .see("unpack %x", bytes + " -> " + unpack.tile(), unpack.tile());
    to.add("pack", Elements::Fixed, pack.str());
    to.add("unpack", Elements::Fixed, unpack.str());
  }
  for (const char *value : {"0", "1", "-1"})
    to.add("constant", Elements::Integers,
           Body().constant("c", value).observe("c").str());
  to.add("constant", Elements::Integers,
         Body("$E", "2x").constant("c", "[0, 1]").observe("c").str());
  for (const char *value : {"0.0", "-0.0", "1.5"})
    to.add("constant", Elements::Floats,
           Body().constant("c", value).observe("c").str());
  to.add("constant", Elements::Floats,
         Body("$E", "2x").constant("c", "[0.0, -0.0]").observe("c").str());
  for (const char *value : {"0x7F800000", "0xFF800000", "0x7FC00000",
                            "0x00000001", "0x80000001", "0x7F7FFFFF"})
    to.add("constant", Elements::Fixed,
           Body("f32").constant("c", value).observe("c").str());
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// `code` on x (and y) of these shapes.
static void addShaped(ConversionRows &to, const std::string &operation,
                      const std::string &operands, const std::string &from,
                      const std::string &into, const std::string &other = "") {
  Body body;
  std::string type = tileOf(from, "i16");
  body.input("x", type);
  std::string types = type;
  if (!other.empty()) {
    body.input("y", tileOf(other, "i16"));
    types += ", " + tileOf(other, "i16");
  }
  for (const char *index : {"i", "j", "k"})
    if (operands.find(std::string("%") + index) != std::string::npos)
      body.input(index, "!cuda_tile.tile<i32>");
  std::string result = tileOf(into, "i16");
  to.add(operation, Elements::Fixed,
         body.see(operation + " " + operands, types + " -> " + result, result)
             .str());
}

static void addShapes(ConversionRows &to) {
  for (const char *element : {"i8", "i16", "i32", "i64"}) {
    std::string type = tileOf("4x", element);
    to.add("iota", Elements::Fixed, Body().see("iota", type, type).str());
  }
  for (auto [from, into] : {std::pair("1x", "4x"),
                            {"1x2x", "4x2x"},
                            {"2x1x", "2x4x"},
                            {"1x2x1x", "2x2x2x"},
                            {"2x2x", "2x2x"}})
    addShaped(to, "broadcast", "%x", from, into);
  for (auto [from, into] : {std::pair("", "1x"),
                            {"", "1x1x"},
                            {"1x1x", ""},
                            {"2x4x", "4x2x"},
                            {"2x4x", "8x"},
                            {"8x", "2x2x2x"},
                            {"2x2x", "2x2x"},
                            {"", ""}})
    addShaped(to, "reshape", "%x", from, into);
  for (auto [axes, from, into] : {std::tuple("[0, 1]", "2x4x", "2x4x"),
                                  {"[1, 0]", "2x4x", "4x2x"},
                                  {"[1, 0]", "2x2x", "2x2x"},
                                  {"[1, 2, 0]", "2x2x2x", "2x2x2x"},
                                  {"[2, 0, 1]", "2x2x2x", "2x2x2x"},
                                  {"[1, 2, 0]", "2x4x1x", "4x1x2x"}})
    addShaped(to, "permute", std::string("%x ") + axes, from, into);
  for (auto [dim, from, other, into] : {std::tuple("0", "2x", "2x", "4x"),
                                        {"0", "2x4x", "2x4x", "4x4x"},
                                        {"1", "2x4x", "2x4x", "2x8x"},
                                        {"1", "4x1x", "4x1x", "4x2x"},
                                        {"0", "2x2x2x", "2x2x2x", "4x2x2x"},
                                        {"1", "2x2x2x", "2x2x2x", "2x4x2x"},
                                        {"2", "2x2x2x", "2x2x2x", "2x2x4x"}})
    addShaped(to, "cat", std::string("%x, %y dim = ") + dim, from, into, other);
  for (auto [at, from, into] : {std::tuple("%i", "8x", "2x"),
                                {"%i", "2x", "2x"},
                                {"%i, %j", "4x8x", "2x4x"},
                                {"%i, %j", "8x4x", "4x1x"},
                                {"%i, %j, %k", "2x4x4x", "1x2x4x"},
                                {"%i, %j, %k", "4x2x8x", "2x1x4x"}}) {
    addShaped(to, "extract", std::string("%x[") + at + "]", from, into);
    addShaped(to, "insert", std::string("%x into %y[") + at + "]", into, from,
              from);
  }
  std::string i32 = "!cuda_tile.tile<i32>";
  for (const char *operation : {"get_tile_block_id", "get_num_tile_blocks"})
    to.add(operation, Elements::Fixed,
           Body()
               .lines(std::string("  %a, %b, %c = ") + operation + " : " + i32 +
                      "\n")
               .observe("a", i32)
               .observe("b", i32)
               .observe("c", i32)
               .str());
  std::string row = tileOf("4x", "i32");
  for (const char *predicate :
       {"bounded<0, ?>", "bounded<?, 5>", "bounded<-3, 7>", "div_by<4>",
        "div_by<4, every 2 along 0>", "same_elements<[2]>"}) {
    Body body;
    std::string code = std::string("assume ") + predicate + ", %x";
    body.input("x", row).lines("  %r = " + code + " : " + row + "\n");
    to.add("assume", Elements::Fixed, body.observe("r", row).str());
  }
}

std::vector<ConversionRow> tilefuzz::makeValueConversions() {
  ConversionRows rows;
  addIntegers(rows);
  addFloats(rows);
  addCasts(rows);
  addShapes(rows);
  return std::move(rows.rows);
}
