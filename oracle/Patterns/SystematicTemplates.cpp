//===- SystematicTemplates.cpp - Products of what patterns look at --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For proofs of the named patterns only. Other templates are what somebody
// thought of; these are all combinations of what a pattern could look at:
// orders, scopes and masks of accesses, pointees, constants at which an offset
// wraps, element-wise operations with each attribute, permutations, conditions
// that are related, forms of branches, bounds of loops.
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/SystematicTemplates.h"
#include "oracle/Patterns/TemplateBody.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace tilefuzz;

using Body = TemplateBody;
using Strings = std::vector<std::string>;

static std::string input(const std::string &name, const std::string &type) {
  return "  %" + name + " = \"tilefuzz.input\"() {name = \"" + name +
         "\"} : () -> " + type + "\n";
}
static std::string observe(const std::string &values,
                           const std::string &types) {
  return "  \"tilefuzz.observe\"(" + values + ") : (" + types + ") -> ()\n";
}

//===----------------------------------------------------------------------===//
// nv_tileaa: accesses
//===----------------------------------------------------------------------===//

static Strings ordersOf(bool isStore) {
  Strings orders = {""};
  for (llvm::StringRef order : {"relaxed", isStore ? "release" : "acquire"})
    for (llvm::StringRef scope : {"tl_blk", "gpu", "sys"})
      orders.push_back((" {mem_semantic = #nv_tileaa.mem_semantic<" + order +
                        ">, mem_scope = #nv_tileaa.mem_scope<" + scope + ">}")
                           .str());
  return orders;
}

/// A masked access, of every order and scope, under every constant mask, after
/// a store and before a load.
static Strings maskedAccesses(bool isStore, bool isTiled) {
  const std::string k = "!nv_tileaa.mem_token", tile = "tensor<2xi16>",
                    truth = "tensor<2xi1>";
  const std::string place =
      isTiled
          ? "!nv_tileaa.tiled_view<2xi16, memref = !nv_tileaa.memref<?xi16, "
            "strides = [1], 1>, dim_map = [0], padding = none>"
          : "tensor<2x!nv_tileaa.ptr<i16, 1>>";
  const std::string name = isTiled ? "nv_tileaa.tiled_" : "nv_tileaa.",
                    at = isTiled ? "[%i]" : "", index = isTiled ? ", i8" : "";
  Strings bodies;
  for (const std::string &order : ordersOf(isStore))
    for (llvm::StringRef mask : {"true", "false", "[false, true]"})
      for (bool hasToken : {true, false}) {
        std::string code = "\n" + input("p", place) + input("x", tile) +
                           input("y", tile) + input("t", k);
        if (isTiled)
          code += input("i", "i8");
        code += ("  %m = arith.constant dense<" + mask + "> : " + truth + "\n")
                    .str();
        auto store = [&](const std::string &what, const std::string &mask,
                         const std::string &maskType, const std::string &token,
                         const std::string &attributes) {
          return name + "store %p, " + what + at + mask +
                 (token.empty() ? "" : " token " + token) + attributes +
                 " : (" + place + ", " + tile + index + maskType +
                 (token.empty() ? "" : ", " + k) + ") -> " + k + "\n";
        };
        auto load = [&](const std::string &mask, const std::string &maskTypes,
                        const std::string &token,
                        const std::string &attributes) {
          return name + "load %p" + at + mask +
                 (token.empty() ? "" : " token " + token) + attributes +
                 " : (" + place + index + maskTypes +
                 (token.empty() ? "" : ", " + k) + ") -> (" + tile + ", " + k +
                 ")\n";
        };
        std::string token = hasToken ? "%a" : "";
        code += "  %a = " + store("%y", "", "", "%t", "");
        if (isStore)
          code +=
              "  %u = " + store("%x", " mask %m", ", " + truth, token, order);
        else
          code +=
              "  %v, %u = " + load(" mask %m other %x",
                                   ", " + truth + ", " + tile, token, order);
        code += "  %w, %z = " + load("", "", "%u", "");
        bodies.push_back(
            code +
            (isStore ? observe("%w, %z", tile + ", " + k)
                     : observe("%v, %w, %z", tile + ", " + tile + ", " + k)));
      }
  return bodies;
}

/// An update by each constant at which a reading or a width ends.
static Strings updatesByConstants() {
  const std::string k = "!nv_tileaa.mem_token", p = "!nv_tileaa.ptr<i32, 1>";
  Strings bodies;
  for (llvm::StringRef mode :
       {"and", "or", "xor", "add", "max", "min", "umax", "umin", "xchg"})
    for (llvm::StringRef value :
         {"0", "1", "-1", "2147483647", "-2147483648"}) {
      std::string code = "\n" + input("p", p) + input("t", k);
      code += ("  %c = arith.constant " + value + " : i32\n" +
               "  %v, %u = nv_tileaa.atomic_rmw " + mode +
               ", %p, %c token %t {mem_semantic = "
               "#nv_tileaa.mem_semantic<relaxed>, mem_scope = "
               "#nv_tileaa.mem_scope<gpu>} : (" +
               p + ", i32, " + k + ") -> (i32, " + k + ")\n")
                  .str();
      bodies.push_back(code + observe("%v, %u", "i32, " + k));
    }
  return bodies;
}

//===----------------------------------------------------------------------===//
// nv_tileaa: addresses
//===----------------------------------------------------------------------===//

static std::string constantOf(const std::string &name, const std::string &value,
                              const std::string &type) {
  return "  %" + name + " = arith.constant " + value + " : " + type + "\n";
}
static std::string pointerTo(const std::string &element) {
  return "!nv_tileaa.ptr<" + element + ", 1>";
}

/// Offsets whose sum, or product, does not fit into their type.
static Strings wrappingOffsets() {
  const std::pair<const char *, Strings> values[] = {
      {"i8", {"127", "-128", "-1", "1", "100"}},
      {"i16", {"32767", "-32768", "-1", "1", "255"}},
      {"i32", {"2147483647", "-2147483648", "-1", "1"}},
      {"i64", {"2147483647", "-1", "4294967296"}}};
  const std::string p = pointerTo("i32");
  Strings bodies;
  for (const auto &[first, firsts] : values)
    for (const auto &[second, seconds] : values) {
      std::string code = "\n" + input("p", p), seen, types;
      unsigned next = 0;
      for (const std::string &a : firsts)
        for (const std::string &b : seconds) {
          std::string n = std::to_string(next++);
          code +=
              constantOf("a" + n, a, first) + constantOf("b" + n, b, second);
          code += "  %q" + n + " = nv_tileaa.addptr %p, %a" + n + " : " + p +
                  ", " + first + "\n";
          code += "  %r" + n + " = nv_tileaa.addptr %q" + n + ", %b" + n +
                  " : " + p + ", " + second + "\n";
          for (const char *value : {"q", "r"}) {
            seen += (seen.empty() ? "%" : ", %") + (value + n);
            types += (types.empty() ? "" : ", ") + p;
          }
        }
      bodies.push_back(code + observe(seen, types));
    }
  return bodies;
}

/// From elements of each type to those of each other one.
static Strings offsetsThroughCasts() {
  Strings bodies;
  const Strings pointees = {"i1",   "i8",  "i16", "i64",     "bf16",
                            "tf32", "f32", "f64", "f8E4M3FN"};
  for (const std::string &from : pointees) {
    std::string code = "\n" + input("p", pointerTo(from)) + input("a", "i16") +
                       input("b", "i32"),
                seen, types;
    for (const std::string &into : pointees) {
      if (from == into)
        continue;
      std::string p = pointerTo(from), q = pointerTo(into);
      code += "  %q" + into + " = nv_tileaa.addptr %p, %a : " + p + ", i16\n";
      code += "  %c" + into + " = nv_tileaa.bitcast %q" + into + " : " + p +
              " -> " + q + "\n";
      code += "  %r" + into + " = nv_tileaa.addptr %c" + into + ", %b : " + q +
              ", i32\n";
      seen += (seen.empty() ? "%r" : ", %r") + into;
      types += (types.empty() ? "" : ", ") + q;
    }
    bodies.push_back(code + observe(seen, types));
  }
  return bodies;
}

//===----------------------------------------------------------------------===//
// nv_tileaa: element-wise operations and shapes
//===----------------------------------------------------------------------===//

namespace {
struct Elementwise {
  const char *name;
  unsigned operands;
  const char *element;
  Strings attributes;
};
} // namespace

/// A part of each element-wise operation, with each of its attributes.
static Strings partsOfElementwise(bool isSlice) {
  auto rounded = [](llvm::StringRef mode) {
    return (" {rounding_mode = #nv_tileaa.rounding_mode<" + mode + ">}").str();
  };
  auto flushed = [](llvm::StringRef mode) {
    return (" {flush_to_zero, rounding_mode = #nv_tileaa.rounding_mode<" +
            mode + ">}")
        .str();
  };
  const Strings directed = {"",
                            rounded("rz"),
                            rounded("rm"),
                            rounded("rp"),
                            " {flush_to_zero}",
                            flushed("rz")};
  const Strings flags = {"", " overflow<nsw>", " overflow<nuw>"};
  const Elementwise rows[] = {
      {"nv_tileaa.addf", 2, "f32", directed},
      {"nv_tileaa.subf", 2, "f32", directed},
      {"nv_tileaa.mulf", 2, "f32", directed},
      {"nv_tileaa.divf", 2, "f32", directed},
      {"nv_tileaa.fma", 3, "f32", {"", rounded("rz"), rounded("rp")}},
      {"nv_tileaa.sqrt", 1, "f32", directed},
      {"nv_tileaa.exp2", 1, "f32", {"", " {flush_to_zero}"}},
      {"nv_tileaa.rsqrt", 1, "f32", {"", " {flush_to_zero}"}},
      {"arith.addi", 2, "i8", flags},
      {"arith.subi", 2, "i8", flags},
      {"arith.muli", 2, "i8", flags},
      {"arith.shli", 2, "i8", flags},
      {"arith.shrsi", 2, "i8", {"", " exact"}},
      {"arith.shrui", 2, "i8", {"", " exact"}},
      {"arith.maxsi", 2, "i8", {""}},
      {"arith.minui", 2, "i8", {""}},
      {"arith.maximumf", 2, "f32", {""}},
      {"arith.minnumf", 2, "f32", {""}},
      {"arith.negf", 1, "f32", {""}}};
  Strings bodies;
  for (const Elementwise &row : rows)
    for (const std::string &attribute : row.attributes) {
      std::string tile = std::string("tensor<2x4x") + row.element + ">";
      std::string part = isSlice
                             ? std::string("tensor<1x2x") + row.element + ">"
                             : row.element;
      std::string code = "\n" + input("i", "i8") + input("j", "i8"), operands;
      for (unsigned k = 0; k < row.operands; ++k) {
        std::string name(1, "xyz"[k]);
        code += input(name, tile);
        operands += (k ? ", %" : " %") + name;
      }
      code += std::string("  %s = ") + row.name + operands + attribute + " : " +
              tile + "\n";
      code += isSlice ? "  %r = nv_tileaa.extract_slice %s[%i, %j] strides = "
                        "[1, 1] : " +
                            tile + ", i8, i8 -> " + part + "\n"
                      : "  %r = nv_tileaa.extract %s[%i, %j] : " + tile +
                            ", i8, i8 -> " + part + "\n";
      bodies.push_back(code + observe("%r", part));
    }
  return bodies;
}

/// Views of permutations, also of those that leave the shape.
static Strings viewsOfPermutations() {
  Strings bodies;
  for (auto [axes, from, into] : {std::tuple("[1, 0]", "2x2", "2x2"),
                                  {"[1, 0]", "4x2", "2x4"},
                                  {"[1, 0]", "4x1", "1x4"},
                                  {"[0, 1]", "2x4", "2x4"},
                                  {"[1, 2, 0]", "2x2x2", "2x2x2"},
                                  {"[0, 2, 1]", "2x2x2", "2x2x2"},
                                  {"[2, 1, 0]", "2x2x2", "2x2x2"},
                                  {"[1, 0, 2]", "2x1x4", "1x2x4"}}) {
    std::string x = std::string("tensor<") + from + "xi8>",
                p = std::string("tensor<") + into + "xi8>";
    unsigned size = 1;
    for (char c : llvm::StringRef(from))
      size *= c == 'x' ? 1 : c - '0';
    std::string flat = "tensor<" + std::to_string(size) + "xi8>";
    bodies.push_back(
        "\n" + input("x", x) + "  %p = nv_tileaa.permute %x " + axes + " : " +
        x + " -> " + p + "\n  %a = nv_tileaa.view %p : " + p + " -> " + flat +
        "\n  %b = nv_tileaa.view %a : " + flat + " -> " + x +
        "\n  %c = nv_tileaa.view %p : " + p + " -> " + x +
        "\n  %d = nv_tileaa.view %c : " + x + " -> " + flat + "\n" +
        observe("%a, %b, %c, %d", flat + ", " + x + ", " + x + ", " + flat));
  }
  return bodies;
}

//===----------------------------------------------------------------------===//
// cuda_tile: conditions and branches
//===----------------------------------------------------------------------===//

/// Conditions that are related to c: itself, negated in each form, another one,
/// of which it is not known whether it is specified.
static const char *const conditions =
    R"(  %true = constant <i1: true> : tile<i1>
  %false = constant <i1: false> : tile<i1>
  %n = xori %c, %true : tile<i1>
  %e = cmpi equal %c, %false, signed : tile<i1> -> tile<i1>
  %b = andi %c, %d : tile<i1>
  %kc = cat %k1, %d1 dim = 0 : tile<1xi1>, tile<1xi1> -> tile<2xi1>
  %f0 = ftoi %f signed : tile<f32> -> tile<i16>
  %fc = cmpi less_than %f0, %x, signed : tile<i16> -> tile<i1>
  %p0 = addi %x, %y overflow<no_signed_wrap> : tile<i16>
  %pc = cmpi less_than %p0, %x, signed : tile<i16> -> tile<i1>
)";
static Body withConditions() {
  Body body("i16", ".");
  body.input("c", body.truth()).input("d", body.truth());
  for (const char *name : {"x", "y", "z"})
    body.input(name);
  return body.input("f", body.tileOf("f32"))
      .input("p", body.tileOf("ptr<i16>"))
      .input("t", "!cuda_tile.token")
      .lines("  %k1 = constant <i1: true> : tile<1xi1>\n"
             "  %d1 = reshape %d : tile<i1> -> tile<1xi1>\n")
      .lines(conditions);
}
static const char *const related[] = {"%c", "%n", "%e", "%d", "%b"};

/// Selections of selections on related conditions.
static Strings relatedSelections() {
  Strings bodies;
  for (llvm::StringRef outer : related) {
    Body body = withConditions();
    unsigned next = 0;
    for (llvm::StringRef inner : related) {
      std::string s = "s" + std::to_string(next++);
      body.let(s, ("select " + inner + ", %x, %y").str(),
               "tile<i1>, tile<i16>");
      for (const char *arms : {", %z", ", %x", ", %y"}) {
        body.see(("select " + outer + ", %" + s + arms).str(),
                 "tile<i1>, tile<i16>", "!cuda_tile.tile<i16>");
        body.see(("select " + outer + arms + ", %" + s).str(),
                 "tile<i1>, tile<i16>", "!cuda_tile.tile<i16>");
      }
    }
    bodies.push_back(body.str());
  }
  return bodies;
}

/// Conditions that are made of several parts, some of them constants.
static Strings assembledConditions() {
  Strings bodies;
  const std::string two = "!cuda_tile.tile<2xi1>",
                    tile = "!cuda_tile.tile<2xi16>";
  for (llvm::StringRef value : {"true", "false"}) {
    Body body("i16", "2x");
    body.input("v")
        .input("w")
        .input("d", "!cuda_tile.tile<1xi1>")
        .input("m", two);
    body.lines(
        ("  %k = constant <i1: " + value +
         "> : tile<1xi1>\n"
         "  %a = cat %k, %d dim = 0 : tile<1xi1>, tile<1xi1> -> tile<2xi1>\n"
         "  %b = cat %d, %k dim = 0 : tile<1xi1>, tile<1xi1> -> tile<2xi1>\n"
         "  %g = cat %k, %k dim = 0 : tile<1xi1>, tile<1xi1> -> tile<2xi1>\n"
         "  %h = broadcast %k : tile<1xi1> -> tile<2xi1>\n"
         "  %i = reshape %a : tile<2xi1> -> tile<1x2xi1>\n"
         "  %j = reshape %i : tile<1x2xi1> -> tile<2xi1>\n"
         "  %l = andi %h, %m : tile<2xi1>\n"
         "  %o = ori %h, %m : tile<2xi1>\n"
         "  %q = xori %h, %m : tile<2xi1>\n"
         "  %r = xori %m, %a : tile<2xi1>\n")
            .str());
    for (const char *condition : {"a", "b", "g", "h", "j", "l", "o", "q", "r"})
      body.see(std::string("select %") + condition + ", %v, %w",
               "tile<2xi1>, tile<2xi16>", tile);
    bodies.push_back(body.str());
  }
  return bodies;
}

/// What a branch may do before it yields or returns.
static constexpr const char *storeX = "    %a = store_ptr_tko weak %p, %x "
                                      "token=%t : tile<ptr<i16>>, tile<i16> -> "
                                      "token\n";

static const Strings &branchForms() {
  static const Strings forms = {
      "", std::string(storeX), "    return\n",
      std::string(storeX) + "    return\n",
      "    %q = divi %x, %y signed : tile<i16>\n"
      "    %a = store_ptr_tko weak %p, %q token=%t : tile<ptr<i16>>, tile<i16> "
      "-> token\n"};
  return forms;
}

/// An `if` without results, of every two forms of branches.
static Strings formsOfBranches() {
  Strings bodies;
  for (llvm::StringRef condition : {"%c", "%true", "%false"})
    for (const std::string &onTrue : branchForms())
      for (const std::string &onFalse : branchForms())
        for (bool hasElse : {true, false}) {
          if (!hasElse && !onFalse.empty())
            continue;
          Body body = withConditions();
          body.lines(("  if " + condition + " {\n").str() + onTrue + "  }" +
                     (hasElse ? " else {\n" + onFalse + "  }\n" : "\n"));
          body.lines("  %w = store_ptr_tko weak %p, %z token=%t : "
                     "tile<ptr<i16>>, tile<i16> -> token\n");
          bodies.push_back(body.observe("w", "!cuda_tile.token").str());
        }
  return bodies;
}

/// The same, of which nothing is seen but memory: what comes after both
/// branches have returned goes.
static Strings formsThatReturn() {
  Strings bodies = formsOfBranches();
  for (std::string &body : bodies)
    body.resize(body.find("  \"tilefuzz.observe\""));
  return bodies;
}

/// The same in a loop, where a branch may end the iteration.
static Strings formsInLoops() {
  Strings bodies;
  const char *forms[] = {"      continue\n", "",
                         ("      %a = store_ptr_tko weak %p, %x token=%t : "
                          "tile<ptr<i16>>, tile<i16> -> token\n")};
  for (llvm::StringRef condition : {"%c", "%true", "%false"})
    for (llvm::StringRef onTrue : forms)
      for (llvm::StringRef onFalse : forms) {
        Body body = withConditions();
        body.lines("  %one = constant <i16: 1> : tile<i16>\n"
                   "  %two = constant <i16: 3> : tile<i16>\n"
                   "  for %i in (%one to %two, step %one) : tile<i16> {\n");
        body.lines(("    if " + condition + " {\n" + onTrue + "    } else {\n" +
                    onFalse + "    }\n")
                       .str());
        body.lines("    %w = store_ptr_tko weak %p, %z token=%t : "
                   "tile<ptr<i16>>, tile<i16> -> token\n  }\n");
        bodies.push_back(body.observe("x").str());
      }
  return bodies;
}

/// An `if` that gives each two of several values, some of them computed in a
/// branch, by operations that are not always defined, too.
static Strings yieldedValues() {
  struct Value {
    const char *code, *name;
  };
  const Value values[] = {
      {"", "%x"},
      {"", "%y"},
      {"    %q = divi %x, %y signed : tile<i16>\n", "%q"},
      {"    %q = shli %x, %y : tile<i16>\n", "%q"},
      {"    %q = ftoi %f signed : tile<f32> -> tile<i16>\n", "%q"},
      {"    %q, %u = load_ptr_tko weak %p token=%t : tile<ptr<i16>> -> "
       "tile<i16>, token\n",
       "%q"},
      {"    %q = constant <i16: 5> : tile<i16>\n", "%q"},
      {"    %q = constant <i16: 7> : tile<i16>\n", "%q"}};
  Strings bodies;
  for (const Value &a : values)
    for (const Value &b : values) {
      Body body = withConditions();
      body.lines(std::string("  %r = if %c -> (tile<i16>) {\n") + a.code +
                 "    yield " + a.name + " : tile<i16>\n  } else {\n" + b.code +
                 "    yield " + b.name + " : tile<i16>\n  }\n");
      bodies.push_back(body.observe("r").str());
    }
  const char *truths[] = {"%true", "%false", "%c", "%n", "%d"};
  for (const char *a : truths) {
    Body body = withConditions();
    for (const char *b : truths) {
      std::string r = std::string("r") + (b + 1);
      body.lines("  %" + r + " = if %c -> (tile<i1>) {\n    yield " + a +
                 " : tile<i1>\n  } else {\n    yield " + b +
                 " : tile<i1>\n  }\n");
      body.observe(r, body.truth());
    }
    bodies.push_back(body.str());
  }
  return bodies;
}

/// Two `if`s, one behind the other or in it, on conditions that are related;
/// the second uses what the first gives, also further inside.
static Strings relatedBranches(bool isNested) {
  Strings bodies;
  for (llvm::StringRef first : related)
    for (llvm::StringRef second :
         {"%c", "%n", "%e", "%d", "%b", "%fc", "%pc"}) {
      if (isNested) {
        Body body = withConditions();
        body.lines(("  %r, %u = if " + first +
                    " -> (tile<i16>, token) {\n"
                    "    %v, %s = if " +
                    second +
                    " -> (tile<i16>, token) {\n"
                    "      %a = store_ptr_tko weak %p, %x token=%t : "
                    "tile<ptr<i16>>, tile<i16> -> token\n"
                    "      yield %x, %a : tile<i16>, token\n"
                    "    } else {\n"
                    "      yield %y, %t : tile<i16>, token\n    }\n"
                    "    yield %v, %s : tile<i16>, token\n  } else {\n"
                    "    yield %y, %t : tile<i16>, token\n  }\n")
                       .str());
        bodies.push_back(
            body.observe("r").observe("u", "!cuda_tile.token").str());
        continue;
      }
      for (bool isDeep : {false, true}) {
        Body body = withConditions();
        std::string use = "      %g = addi %r, %y : tile<i16>\n";
        body.lines(("  %r, %u = if " + first +
                    " -> (tile<i16>, token) {\n"
                    "    %a = store_ptr_tko weak %p, %x token=%t : "
                    "tile<ptr<i16>>, tile<i16> -> token\n"
                    "    yield %x, %a : tile<i16>, token\n  } else {\n"
                    "    yield %y, %t : tile<i16>, token\n  }\n"
                    "  %w = if " +
                    second + " -> (tile<i16>) {\n")
                       .str());
        if (isDeep)
          body.lines("    %h = if %d -> (tile<i16>) {\n" + use +
                     "      yield %g : tile<i16>\n    } else {\n"
                     "      yield %z : tile<i16>\n    }\n"
                     "    yield %h : tile<i16>\n");
        else
          body.lines(use + "      yield %g : tile<i16>\n");
        body.lines("  } else {\n    yield %r : tile<i16>\n  }\n");
        bodies.push_back(
            body.observe("w").observe("u", "!cuda_tile.token").str());
      }
    }
  return bodies;
}

//===----------------------------------------------------------------------===//
// cuda_tile: loops
//===----------------------------------------------------------------------===//

/// Loops whose numbers cross where a reading ends, with a bound on either side
/// of it, at each of their ends and beyond.
static Strings loopsAtBoundaries() {
  Strings bodies;
  struct Range {
    const char *lower, *upper, *bounds[4];
  };
  const Range ofSigned[] = {{"-2", "2", {"-3", "-2", "0", "2"}},
                            {"124", "127", {"127", "125", "-128", "124"}}};
  const Range ofUnsigned[] = {{"126", "-126", {"5", "127", "-128", "-126"}},
                              {"-4", "-1", {"3", "-3", "-1", "-4"}},
                              {"0", "3", {"-1", "0", "2", "3"}}};
  for (bool isUnsigned : {false, true})
    for (const Range &range : isUnsigned ? llvm::ArrayRef<Range>(ofUnsigned)
                                         : llvm::ArrayRef<Range>(ofSigned))
      for (const char *bound : range.bounds)
        for (const char *step : {"1", "2"})
          for (const char *order :
               {"less_than %v, %b", "less_than_or_equal %v, %b",
                "greater_than %v, %b", "greater_than_or_equal %b, %v"}) {
            Body body("i8", ".");
            body.input("x")
                .constant("lb", range.lower)
                .constant("ub", range.upper)
                .constant("s", step)
                .constant("b", bound)
                .constant("one", "1");
            body.lines(
                std::string("  %r = for ") + (isUnsigned ? "unsigned " : "") +
                "%v in (%lb to %ub, step %s) : tile<i8> "
                "iter_values(%acc = %x) -> (tile<i8>) {\n    %c = cmpi " +
                order + ", " + (isUnsigned ? "unsigned" : "signed") +
                " : tile<i8> -> tile<i1>\n"
                "    %n = if %c -> (tile<i8>) {\n"
                "      %a = addi %acc, %v : tile<i8>\n"
                "      yield %a : tile<i8>\n    } else {\n"
                "      %d = shli %acc, %one : tile<i8>\n"
                "      yield %d : tile<i8>\n    }\n"
                "    continue %n : tile<i8>\n  }\n");
            bodies.push_back(body.observe("r").str());
          }
  return bodies;
}

std::vector<std::string>
tilefuzz::systematicTemplates(llvm::StringRef pattern) {
  struct Row {
    llvm::StringLiteral pattern;
    Strings (*make)();
  };
  static constexpr Row rows[] = {
      {"tileaa-masked-load", [] { return maskedAccesses(false, false); }},
      {"tileaa-masked-store", [] { return maskedAccesses(true, false); }},
      {"tileaa-masked-tiled-load", [] { return maskedAccesses(false, true); }},
      {"tileaa-masked-tiled-store", [] { return maskedAccesses(true, true); }},
      {"tileaa-atomic-rmw-identity", updatesByConstants},
      {"tileaa-addptr-chain", wrappingOffsets},
      {"tileaa-addptr-through-bitcast", offsetsThroughCasts},
      {"tileaa-slice-of-elementwise", [] { return partsOfElementwise(true); }},
      {"tileaa-extract-of-elementwise",
       [] { return partsOfElementwise(false); }},
      {"tileaa-view-chain", viewsOfPermutations},
      {"cuda-tile-select-nested", relatedSelections},
      {"cuda-tile-select-negated-condition", relatedSelections},
      {"cuda-tile-select-inverse-condition", relatedSelections},
      {"cuda-tile-select-replace-constant", assembledConditions},
      {"cuda-tile-select-constant-condition", assembledConditions},
      {"cuda-tile-select-inverse-condition", assembledConditions},
      {"cuda-tile-if-empty-else", formsOfBranches},
      {"cuda-tile-if-constant-condition", formsOfBranches},
      {"cuda-tile-if-move-terminator", formsThatReturn},
      {"cuda-tile-if-empty-else", formsInLoops},
      {"cuda-tile-if-constant-condition", formsInLoops},
      {"cuda-tile-if-convert-to-select", yieldedValues},
      {"cuda-tile-if-replace-yield-with-value", yieldedValues},
      {"cuda-tile-if-combine", [] { return relatedBranches(false); }},
      {"cuda-tile-if-negated-condition", [] { return relatedBranches(false); }},
      {"cuda-tile-if-combine-nested", [] { return relatedBranches(true); }},
      {"loop-split", loopsAtBoundaries}};
  Strings all;
  for (const Row &row : rows)
    if (row.pattern == pattern)
      llvm::append_range(all, row.make());
  return all;
}
