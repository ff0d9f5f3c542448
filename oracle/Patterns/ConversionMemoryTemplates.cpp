//===- ConversionMemoryTemplates.cpp - Accesses that conversions keep -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Pointers, accesses with every order, scope, mask and token, views, control
// flow, sums.
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/ConversionTemplates.h"
#include "oracle/Patterns/TemplateBody.h"

using namespace tilefuzz;

using Elements = InstanceElements;
using Body = TemplateBody;

static constexpr llvm::StringLiteral token = "!cuda_tile.token";

//===----------------------------------------------------------------------===//
// Pointers and tokens
//===----------------------------------------------------------------------===//

static void addPointers(ConversionRows &to) {
  for (const char *shape : {"2x", "."})
    for (const char *element : {"i1", "i8", "f16", "i32", "i64"}) {
      Body body(element, shape);
      std::string pointers = body.tileOf(std::string("ptr<") + element + ">");
      std::string wide = body.tileOf("i64"), other = body.tileOf("ptr<i8>");
      for (const char *offset : {"i8", "i16", "i32", "i64"})
        to.add(
            "offset", Elements::Fixed,
            Body(element, shape)
                .input("p", pointers)
                .input("i", body.tileOf(offset))
                .see("offset %p, %i",
                     pointers + ", " + body.tileOf(offset) + " -> " + pointers,
                     pointers)
                .str());
      to.add("int_to_ptr", Elements::Fixed,
             Body()
                 .input("x", wide)
                 .see("int_to_ptr %x", wide + " -> " + pointers, pointers)
                 .str());
      to.add("ptr_to_int", Elements::Fixed,
             Body()
                 .input("p", pointers)
                 .see("ptr_to_int %p", pointers + " -> " + wide, wide)
                 .str());
      to.add("ptr_to_ptr", Elements::Fixed,
             Body()
                 .input("p", pointers)
                 .see("ptr_to_ptr %p", pointers + " -> " + other, other)
                 .str());
    }
}

/// Two stores, what joins their tokens, and a load after it.
static void addTokens(ConversionRows &to) {
  for (const char *joined :
       {"%a, %b", "%b, %a", "%a, %b, %c", "%c, %a, %b", "%c, %b, %a"}) {
    std::string code;
    for (const char *name : {"p", "q", "r"})
      code += std::string("  %") + name + " = \"tilefuzz.input\"() {name = \"" +
              name + "\"} : () -> !cuda_tile.tile<ptr<i32>>\n";
    code += "  %x = \"tilefuzz.input\"() {name = \"x\"} : () -> "
            "!cuda_tile.tile<i32>\n";
    for (auto [name, at] : {std::pair("a", "p"), {"b", "q"}, {"c", "r"}})
      code += std::string("  %") + name + " = store_ptr_tko weak %" + at +
              ", %x : tile<ptr<i32>>, tile<i32> -> token\n";
    code += std::string("  %j = join_tokens ") + joined + " : token\n";
    code += "  %v, %w = load_ptr_tko weak %p token=%j : tile<ptr<i32>> -> "
            "tile<i32>, token\n";
    Body body;
    to.add("join_tokens", Elements::Fixed,
           body.lines(code)
               .observe("v", "!cuda_tile.tile<i32>")
               .observe("w", token.str())
               .str());
  }
  to.add("make_token", Elements::Fixed,
         Body()
             .lines("  %t = make_token : token\n")
             .observe("t", token.str())
             .str());
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// An access between a store before it and a load after it.
struct Access {
  std::string element, shape;
  bool isMasked = false, hasToken = true;

  std::string tile(const std::string &of) const {
    return "!cuda_tile.tile<" + shape + of + ">";
  }
  std::string pointers() const { return tile("ptr<" + element + ">"); }
  std::string own() const { return tile(element); }
  std::string tokenText() const { return hasToken ? " token=%a" : ""; }
  /// `code` gives the token z, and the value v if it loads.
  std::string around(const std::string &code, bool loads) const {
    Body body;
    body.input("p", pointers())
        .input("q", pointers())
        .input("x", own())
        .input("y", own())
        .input("m", tile("i1"))
        .input("t", token.str());
    std::string types = pointers() + ", " + own();
    body.lines("  %a = store_ptr_tko weak %q, %y token=%t : " + types +
               " -> token\n");
    body.lines("  " + code + "\n");
    body.lines("  %w, %u = load_ptr_tko weak %q token=%z : " + pointers() +
               " -> " + own() + ", token\n");
    if (loads)
      body.observe("v", own());
    return body.observe("w", own()).observe("u", token.str()).str();
  }
};
} // namespace

static std::vector<Access> accessesOf(const std::vector<std::string> &elements,
                                      bool scalars = true) {
  std::vector<Access> all;
  for (const std::string &element : elements)
    for (const char *shape : {"2x", ""})
      for (bool isMasked : {false, true})
        for (bool hasToken : {true, false})
          if (scalars || *shape)
            all.push_back({element, shape, isMasked, hasToken});
  return all;
}

static constexpr const char *scopes[] = {"tl_blk", "device", "sys"};

static void addAccesses(ConversionRows &to) {
  for (const Access &access : accessesOf({"i16"})) {
    std::vector<std::string> loads = {"weak"}, stores = {"weak"};
    for (const std::string scope : scopes) {
      loads.insert(loads.end(), {"relaxed " + scope, "acquire " + scope});
      stores.insert(stores.end(), {"relaxed " + scope, "release " + scope});
    }
    std::string p = access.pointers(), x = access.own(), m = access.tile("i1");
    for (const std::string &order : loads)
      for (bool pads : {false, true}) {
        if (pads && !access.isMasked)
          continue;
        std::string operands = "%p", types = p;
        if (access.isMasked) {
          operands += ", %m";
          types += ", " + m;
        }
        if (pads) {
          operands += ", %x";
          types += ", " + x;
        }
        to.add("load_ptr_tko", Elements::Fixed,
               access.around("%v, %z = load_ptr_tko " + order + " " + operands +
                                 access.tokenText() + " : " + types + " -> " +
                                 x + ", token",
                             /*loads=*/true));
      }
    for (const std::string &order : stores)
      to.add("store_ptr_tko", Elements::Fixed,
             access.around("%z = store_ptr_tko " + order + " %p, %x" +
                               (access.isMasked ? ", %m" : "") +
                               access.tokenText() + " : " + p + ", " + x +
                               (access.isMasked ? ", " + m : "") + " -> token",
                           /*loads=*/false));
  }
}

static void addUpdates(ConversionRows &to) {
  std::vector<std::string> orders;
  for (const std::string order : {"relaxed", "acquire", "release", "acq_rel"})
    for (const std::string scope : scopes)
      orders.push_back(order + " " + scope);
  auto update = [](const Access &access, const std::string &code) {
    std::string p = access.pointers(), x = access.own();
    return access.around("%v, %z = " + code + (access.isMasked ? ", %m" : "") +
                             access.tokenText() + " : " + p + ", " + x +
                             (access.isMasked ? ", " + access.tile("i1") : "") +
                             " -> " + x + ", token",
                         /*loads=*/true);
  };
  for (const Access &access : accessesOf({"i32", "f32"})) {
    bool isFloat = access.element.front() == 'f';
    // Every order once, and every other form in one order.
    bool isAny = access.isMasked && access.hasToken && !access.shape.empty();
    for (const std::string &order :
         isAny ? orders : std::vector<std::string>{"relaxed device"})
      to.add("atomic_cas_tko", Elements::Fixed,
             update(access, "atomic_cas_tko " + order + " %p, %y, %x"));
    for (const char *mode : {"and", "or", "xor", "add", "max", "min", "umax",
                             "umin", "xchg", "addf"}) {
      if (isFloat != (llvm::StringRef(mode) == "addf") &&
          llvm::StringRef(mode) != "xchg")
        continue;
      to.add("atomic_rmw_tko", Elements::Fixed,
             update(access, std::string("atomic_rmw_tko relaxed device %p, ") +
                                mode + ", %x"));
    }
    for (const std::string &order : orders)
      if (isAny)
        to.add("atomic_rmw_tko", Elements::Fixed,
               update(access, "atomic_rmw_tko " + order + " %p, xchg, %x"));
  }
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static void addViews(ConversionRows &to) {
  const std::string i32 = "!cuda_tile.tile<i32>";
  const std::string tile = "!cuda_tile.tile<2x4xi16>";
  const std::string tensor = "!cuda_tile.tensor_view<?x?xi16, strides=[?,1]>";
  for (const char *size : {"i16", "i64"})
    for (auto row :
         {std::tuple("partition_view", "", ""),
          {"partition_view", "padding_value = zero, ", ""},
          {"partition_view", "", ", dim_map=[1, 0]"},
          {"strided_view", "traversal_strides=[1,2], ", ""},
          {"strided_view", "traversal_strides=[3,2], ", ", dim_map=[1, 0]"}}) {
      // Division of wide sizes by three takes the solver minutes.
      if (llvm::StringRef(size) != "i16" &&
          llvm::StringRef(std::get<1>(row)).contains("3,2"))
        continue;
      std::string kind = std::get<0>(row), before = std::get<1>(row),
                  after = std::get<2>(row);
      std::string sizes = std::string("!cuda_tile.tile<") + size + ">";
      std::string view = "!cuda_tile." + kind + "<tile=(2x4), " + before +
                         "tensor_view<?x?xi16, strides=[?,1]>" + after + ">";
      auto begin = [&] {
        Body body;
        body.input("p", "!cuda_tile.tile<ptr<i16>>");
        for (const char *name : {"n", "m", "s"})
          body.input(name, sizes);
        for (const char *name : {"i", "j"})
          body.input(name, i32);
        return body.input("x", tile)
            .input("t", token.str())
            .lines("  %tv = make_tensor_view %p, shape = [%n, %m], strides = "
                   "[%s, 1] : " +
                   sizes + " -> " + tensor + "\n")
            .lines("  %pv = make_" + kind + " %tv : " + view + "\n");
      };
      for (const std::string counts : {"i16", "i64"}) {
        std::string count = "!cuda_tile.tile<" + counts + ">";
        for (auto [name, code, type] :
             {std::tuple("get_index_space_shape", "%pv", view),
              {"get_tensor_shape", "%tv", tensor}})
          to.add(name, Elements::Fixed,
                 begin()
                     .lines(std::string("  %a:2 = ") + name + " " + code +
                            " : " + type + " -> " + count + "\n")
                     .observe("a#0", count)
                     .observe("a#1", count)
                     .str());
      }
      if (llvm::StringRef(size) != "i64")
        continue;
      for (const char *order : {"weak", "relaxed device", "acquire sys"})
        for (const char *with : {"", " token = %t"})
          to.add("load_view_tko", Elements::Fixed,
                 begin()
                     .lines(std::string("  %v, %z = load_view_tko ") + order +
                            " %pv[%i, %j]" + with + " : " + view + ", " + i32 +
                            " -> " + tile + ", token\n")
                     .observe("v", tile)
                     .observe("z", token.str())
                     .str());
      for (const char *order : {"weak", "relaxed device", "release sys"})
        for (const char *with : {"", " token = %t"})
          to.add("store_view_tko", Elements::Fixed,
                 begin()
                     .lines(std::string("  %z = store_view_tko ") + order +
                            " %x, %pv[%i, %j]" + with + " : " + tile + ", " +
                            view + ", " + i32 + " -> token\n")
                     .observe("z", token.str())
                     .str());
    }
}

//===----------------------------------------------------------------------===//
// Control flow and sums
//===----------------------------------------------------------------------===//

static void addControlFlow(ConversionRows &to) {
  auto begin = [] {
    Body body("i16", ".");
    body.input("c", body.truth()).input("d", body.truth());
    for (const char *name : {"x", "y", "lo", "hi", "by"})
      body.input(name);
    return body.input("p", body.tileOf("ptr<i16>")).input("t", token.str());
  };
  const std::string store =
      " = store_ptr_tko weak %p, %x token=%t : tile<ptr<i16>>, tile<i16> -> "
      "token\n";
  std::string both = R"(  %r, %u = if %c -> (tile<i16>, token) {
    %a)" + store + R"(    yield %y, %a : tile<i16>, token
  } else {
    yield %x, %t : tile<i16>, token
  }
)";
  to.add("if", Elements::Fixed,
         begin().lines(both).observe("r").observe("u", token.str()).str());
  to.add("if", Elements::Fixed,
         begin()
             .lines("  if %c {\n    if %d {\n      %a" + store +
                    "    }\n  }\n  %v, %w = load_ptr_tko weak %p token=%t : "
                    "tile<ptr<i16>> -> tile<i16>, token\n")
             .observe("w", token.str())
             .str());
  // Ways out of an iteration: what follows is moved into what falls through.
  const std::string tileAndToken = " : tile<i16>, token\n";
  auto stored = [](const std::string &name, const std::string &value) {
    return "    %" + name + " = store_ptr_tko weak %p, %" + value +
           " token=%q : tile<ptr<i16>>, tile<i16> -> token\n";
  };
  const std::string ways[] = {
      "    if %e {\n" + stored("k", "a") + "      continue %y, %k" +
          tileAndToken + "    }\n" + stored("s", "i") + "    continue %i, %s" +
          tileAndToken,
      "    if %e {\n      if %c {\n        continue %y, %q" + tileAndToken +
          "      }\n    } else {\n" + stored("k", "y") + "    }\n" +
          stored("s", "i") + stored("z", "a") + "    continue %i, %z" +
          tileAndToken,
      "    if %e {\n      continue %y, %q" + tileAndToken +
          "    } else {\n      continue %i, %q" + tileAndToken + "    }\n" +
          stored("s", "i") + "    continue %a, %s" + tileAndToken,
      "    %k = if %e -> (tile<i16>) {\n      yield %y : tile<i16>\n"
      "    } else {\n      continue %i, %q" +
          tileAndToken + "    }\n" + stored("s", "k") + "    continue %k, %s" +
          tileAndToken};
  for (const std::string &way : ways)
    to.add("if", Elements::Fixed,
           begin()
               .lines("  %none = constant <i16: 0> : tile<i16>\n"
                      "  %one = constant <i16: 1> : tile<i16>\n"
                      "  %two = constant <i16: 2> : tile<i16>\n"
                      "  %r, %u = for %i in (%none to %two, step %one) : "
                      "tile<i16> iter_values(%a = %x, %q = %t) -> (tile<i16>, "
                      "token) {\n    %e = cmpi equal %a, %x, signed : "
                      "tile<i16> -> tile<i1>\n" +
                      way + "  }\n")
               .observe("r")
               .observe("u", token.str())
               .str());
  for (const char *reading : {"", "unsigned "})
    to.add(
        "for", Elements::Fixed,
        begin()
            .lines(
                std::string("  %r, %s = for ") + reading +
                R"(%i in (%lo to %hi, step %by) : tile<i16> iter_values(%a = %x, %b = %y) -> (tile<i16>, tile<i16>) {
    %n = addi %b, %i : tile<i16>
    continue %b, %n : tile<i16>, tile<i16>
  }
)")
            .observe("r")
            .observe("s")
            .str());
  to.add("loop", Elements::Fixed,
         begin()
             .lines(R"(  %one = constant <i16: 1> : tile<i16>
  %r = loop iter_values(%a = %x, %b = %y) : tile<i16>, tile<i16> -> tile<i16> {
    %e = cmpi greater_than %a, %hi, signed : tile<i16> -> tile<i1>
    if %e {
      break %b : tile<i16>
    }
    %n = addi %a, %one overflow<no_signed_wrap> : tile<i16>
    continue %n, %a : tile<i16>, tile<i16>
  }
)")
             .observe("r")
             .str());
  // Ways out with tokens, of a loop that carries others than it gives.
  to.add(
      "loop", Elements::Fixed,
      begin()
          .lines("  %r, %u = loop iter_values(%q = %t) : token -> tile<i16>, "
                 "token {\n    if %c {\n" +
                 stored("k", "y") + "      break %x, %k" + tileAndToken +
                 "    }\n    if %d {\n      break %y, %q" + tileAndToken +
                 "    }\n" + stored("s", "x") + "    break %x, %s" +
                 tileAndToken + "  }\n")
          .observe("r")
          .observe("u", token.str())
          .str());
  to.add("loop", Elements::Fixed,
         begin()
             .lines("  %r = loop : tile<i16> {\n    if %c {\n      break %x : "
                    "tile<i16>\n    }\n    break %y : tile<i16>\n  }\n")
             .observe("r")
             .str());
  for (const char *element : {"i16", "f32"})
    for (const char *operation : {"reduce", "scan"})
      for (unsigned axis : {0, 1}) {
        bool isScan = llvm::StringRef(operation) == "scan";
        // Of sums of floats the order is open.
        if (isScan && *element == 'f')
          continue;
        std::string type = std::string("!cuda_tile.tile<2x4x") + element + ">";
        std::string result = isScan ? type
                                    : std::string("!cuda_tile.tile<") +
                                          (axis ? "2x" : "4x") + element + ">";
        for (const char *reverse : {"false", "true"}) {
          std::string scalar = std::string("tile<") + element + ">";
          bool isFloat = *element == 'f';
          std::string code =
              std::string("  %r = ") + operation +
              " %v dim=" + std::to_string(axis) +
              (isScan ? std::string(" reverse=") + reverse : "") +
              " identities=[" + (isFloat ? "0.0 : f32" : "0 : i16") +
              "] : " + type + " -> " + result + " (%a: " + scalar +
              ", %b: " + scalar +
              ") {\n    %n = " + (isFloat ? "addf %a, %b" : "addi %a, %b") +
              " : " + scalar + "\n    yield %n : " + scalar + "\n  }\n";
          if (isScan || *reverse == 'f')
            to.add(
                operation, Elements::Fixed,
                Body().input("v", type).lines(code).observe("r", result).str());
        }
      }
}

static void addProducts(ConversionRows &to) {
  auto product = [&](const std::string &operation, const std::string &operand,
                     const std::string &sum, const std::string &suffix,
                     const std::string &batch) {
    std::string a = "!cuda_tile.tile<" + batch + "2x2x" + operand + ">";
    std::string b = "!cuda_tile.tile<" + batch + "2x2x" + operand + ">";
    std::string c = "!cuda_tile.tile<" + batch + "2x2x" + sum + ">";
    to.add(
        operation, Elements::Fixed,
        Body()
            .input("a", a)
            .input("b", b)
            .input("c", c)
            .see(operation + " %a, %b, %c" + suffix, a + ", " + b + ", " + c, c)
            .str());
  };
  for (const char *batch : {"", "2x"}) {
    for (const char *left : {" signed", " unsigned"})
      for (const char *right : {" signed", " unsigned"})
        product("mmai", "i8", "i32", std::string(left) + right, batch);
    for (auto [operand, sum] : {std::pair("f16", "f32"),
                                {"bf16", "f32"},
                                {"f16", "f16"},
                                {"f32", "f32"},
                                {"f64", "f64"}})
      product("mmaf", operand, sum, "", batch);
  }
}

std::vector<ConversionRow> tilefuzz::makeMemoryConversions() {
  ConversionRows rows;
  addPointers(rows);
  addTokens(rows);
  addAccesses(rows);
  addUpdates(rows);
  addViews(rows);
  addControlFlow(rows);
  addProducts(rows);
  return std::move(rows.rows);
}
