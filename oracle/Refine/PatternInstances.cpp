//===- PatternInstances.cpp - What a pattern is proved on -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/PatternInstances.h"
#include "llvm/ADT/SmallVector.h"

using namespace tilefuzz;

using Elements = InstanceElements;

static constexpr PatternTemplate templates[] = {
    //===------------------------------------------------------------------===//
    // nv_tileaa, addresses
    //===------------------------------------------------------------------===//
    {"tileaa-addptr-chain", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %a = "tilefuzz.input"() {name = "a"} : () -> $O
  %b = "tilefuzz.input"() {name = "b"} : () -> $O
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<$E, 1>, $O
  %r = nv_tileaa.addptr %q, %b : !nv_tileaa.ptr<$E, 1>, $O
  "tilefuzz.observe"(%r) : (!nv_tileaa.ptr<$E, 1>) -> ()
)"},
    {"tileaa-addptr-chain", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %a = "tilefuzz.input"() {name = "a"} : () -> @T<i32>
  %b = "tilefuzz.input"() {name = "b"} : () -> @T<$O>
  %q = nv_tileaa.addptr %p, %a : @T<!nv_tileaa.ptr<$E, 1>>, @T<i32>
  %r = nv_tileaa.addptr %q, %b : @T<!nv_tileaa.ptr<$E, 1>>, @T<$O>
  "tilefuzz.observe"(%r) : (@T<!nv_tileaa.ptr<$E, 1>>) -> ()
)"},

    //===------------------------------------------------------------------===//
    // nv_tileaa, accesses: one before, one after, the rewritten one between
    //===------------------------------------------------------------------===//
    {"tileaa-masked-load", Elements::Memory, R"(
  %bit = arith.constant true
  %mask = nv_tileaa.splat %bit : i1 -> @T<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x token %t : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %v, %u = nv_tileaa.load %p mask %mask other %x token %a : (@T<!nv_tileaa.ptr<$E, 1>>, @T<i1>, @T<$E>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  %z = nv_tileaa.store %p, %v token %u : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%v, %z) : (@T<$E>, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-load", Elements::Memory, R"(
  %bit = arith.constant false
  %mask = nv_tileaa.splat %bit : i1 -> @T<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x token %t : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %v, %u = nv_tileaa.load %p mask %mask other %x token %a : (@T<!nv_tileaa.ptr<$E, 1>>, @T<i1>, @T<$E>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  %z = nv_tileaa.store %p, %v token %u : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%v, %z) : (@T<$E>, !nv_tileaa.mem_token) -> ()
)"},
    // Without a token operand, and a scalar; acquire must stay when it is
    // erased.
    {"tileaa-masked-load", Elements::Memory, R"(
  %true = arith.constant true
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %v, %u = nv_tileaa.load %p mask %true : (!nv_tileaa.ptr<$E, 1>, i1) -> ($E, !nv_tileaa.mem_token)
  %false = arith.constant false
  %w, %s = nv_tileaa.load %p mask %false other %x token %u {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<$E, 1>, i1, $E, !nv_tileaa.mem_token) -> ($E, !nv_tileaa.mem_token)
  %z = nv_tileaa.store %p, %v token %s : (!nv_tileaa.ptr<$E, 1>, $E, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%v, %w, %z) : ($E, $E, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-store", Elements::Memory, R"(
  %bit = arith.constant true
  %mask = nv_tileaa.splat %bit : i1 -> @T<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %v, %a = nv_tileaa.load %p token %t : (@T<!nv_tileaa.ptr<$E, 1>>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  %u = nv_tileaa.store %p, %x mask %mask token %a : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, @T<i1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %w, %z = nv_tileaa.load %p token %u : (@T<!nv_tileaa.ptr<$E, 1>>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%v, %w, %z) : (@T<$E>, @T<$E>, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-store", Elements::Memory, R"(
  %bit = arith.constant false
  %mask = nv_tileaa.splat %bit : i1 -> @T<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x token %t : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %u = nv_tileaa.store %p, %x mask %mask token %a : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, @T<i1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %w, %z = nv_tileaa.load %p token %u : (@T<!nv_tileaa.ptr<$E, 1>>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%w, %z) : (@T<$E>, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-store", Elements::Memory, R"(
  %true = arith.constant true
  %false = arith.constant false
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %a = nv_tileaa.store %p, %x mask %true : (!nv_tileaa.ptr<$E, 1>, $E, i1) -> !nv_tileaa.mem_token
  %b = nv_tileaa.store %p, %x mask %false token %a {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!nv_tileaa.ptr<$E, 1>, $E, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %c = nv_tileaa.store %p, %x mask %false token %b {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<$E, 1>, $E, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%c) : (!nv_tileaa.mem_token) -> ()
)"},

    //===------------------------------------------------------------------===//
    // nv_tileaa, shapes
    //===------------------------------------------------------------------===//
    {"tileaa-view-of-splat", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %s = nv_tileaa.splat %x : $E -> tensor<2x4x$E>
  %r = nv_tileaa.view %s : tensor<2x4x$E> -> tensor<8x$E>
  "tilefuzz.observe"(%r) : (tensor<8x$E>) -> ()
)"},
    {"tileaa-broadcast-of-splat", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %s = nv_tileaa.splat %x : $E -> tensor<1x4x$E>
  %r = nv_tileaa.broadcast %s : tensor<1x4x$E> -> tensor<2x4x$E>
  "tilefuzz.observe"(%r) : (tensor<2x4x$E>) -> ()
)"},
    {"tileaa-expand-dims-of-splat", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %s = nv_tileaa.splat %x : $E -> tensor<4x$E>
  %r = nv_tileaa.expand_dims %s {axis = 1 : i32} : tensor<4x$E> -> tensor<4x1x$E>
  "tilefuzz.observe"(%r) : (tensor<4x1x$E>) -> ()
)"},
    {"tileaa-view-chain", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x4x$E>
  %a = nv_tileaa.view %x : tensor<2x4x$E> -> tensor<8x$E>
  %b = nv_tileaa.view %a : tensor<8x$E> -> tensor<4x2x$E>
  %c = nv_tileaa.view %a : tensor<8x$E> -> tensor<2x4x$E>
  "tilefuzz.observe"(%b, %c) : (tensor<4x2x$E>, tensor<2x4x$E>) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getPatternTemplates() {
  static const std::vector<PatternTemplate> all = [] {
    std::vector<PatternTemplate> rows;
    for (llvm::ArrayRef<PatternTemplate> part :
         {getPublicTemplates(), getExpressionTemplates(),
          llvm::ArrayRef(templates)})
      rows.insert(rows.end(), part.begin(), part.end());
    return rows;
  }();
  return all;
}

static void replaceAll(std::string &text, llvm::StringRef from,
                       llvm::StringRef to) {
  for (size_t at = text.find(from.data(), 0, from.size());
       at != std::string::npos;
       at = text.find(from.data(), at + to.size(), from.size()))
    text.replace(at, from.size(), to.str());
}

static llvm::ArrayRef<llvm::StringLiteral> elementTypes(Elements elements) {
  static constexpr llvm::StringLiteral all[] = {
      "i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"};
  static constexpr llvm::StringLiteral memory[] = {"i1", "i8", "f16", "i32",
                                                   "i64"};
  static constexpr llvm::StringLiteral fixed[] = {""};
  switch (elements) {
  case Elements::All:
    return all;
  case Elements::Integers:
    return llvm::ArrayRef(all).take_front(5);
  case Elements::Floats:
    return llvm::ArrayRef(all).drop_front(5);
  case Elements::Memory:
    return memory;
  case Elements::Fixed:
    return fixed;
  }
  llvm_unreachable("unknown set of elements");
}

std::vector<PatternInstance> tilefuzz::instancesOf(llvm::StringRef pattern) {
  static constexpr llvm::StringLiteral offsets[] = {"i8", "i16", "i32", "i64"};
  static constexpr llvm::StringLiteral noOffset[] = {""};
  // A tensor of rank 0 is a bare scalar, which templates write themselves.
  static constexpr llvm::StringLiteral shapes[] = {"2x", "2x2x", ""};
  static constexpr llvm::StringLiteral noShape[] = {""};
  bool isPublic = pattern.starts_with("cuda-tile-");
  std::vector<PatternInstance> instances;
  unsigned number = 0;
  for (const PatternTemplate &row : getPatternTemplates()) {
    if (row.pattern != pattern)
      continue;
    ++number;
    bool hasOffset = row.body.contains("$O");
    bool hasShape = row.body.contains("@T");
    llvm::ArrayRef<llvm::StringLiteral> rowShapes =
        hasShape ? llvm::ArrayRef(shapes).drop_back(isPublic ? 0 : 1)
                 : llvm::ArrayRef(noShape);
    for (llvm::StringRef element : elementTypes(row.elements))
      for (llvm::StringRef offset :
           hasOffset ? llvm::ArrayRef(offsets) : llvm::ArrayRef(noOffset))
        for (llvm::StringRef shape : rowShapes) {
          std::string body = row.body.str();
          replaceAll(body, "@T<",
                     isPublic ? "!cuda_tile.tile<$S" : "tensor<$S");
          replaceAll(body, "$S", shape);
          replaceAll(body, "$E", element);
          replaceAll(body, "$O", offset);
          PatternInstance &instance = instances.emplace_back();
          instance.name = std::to_string(number) + ":";
          for (auto [what, text] :
               {std::pair("", element), std::pair("offset ", offset),
                std::pair("shape ", shape.drop_back(!shape.empty()))})
            if (!text.empty())
              instance.name +=
                  std::string(instance.name.back() == ':' ? " " : ", ") + what +
                  text.str();
          instance.text = isPublic ? "cuda_tile.module @m {\nentry @f() {" +
                                         body + "  return\n}\n}\n"
                                   : "nv_tileaa.func @f() {" + body +
                                         "  nv_tileaa.return\n}\n";
        }
  }
  return instances;
}
