//===- SystematicTemplates.cpp - Products of what patterns look at --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For proofs of the named patterns only. Other templates are what somebody
// thought of; these are all combinations of what a pattern could look at:
// orders, scopes and masks of accesses, pointees, constants at which an offset
// wraps, element-wise operations with each attribute, permutations; of
// cuda_tile see SystematicBranches.cpp.
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/SystematicTemplates.h"
#include "oracle/Patterns/SystematicBranches.h"
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
      {"tileaa-view-chain", viewsOfPermutations}};
  Strings all;
  for (const Row &row : rows)
    if (row.pattern == pattern)
      llvm::append_range(all, row.make());
  llvm::append_range(all, systematicBranches(pattern));
  return all;
}
