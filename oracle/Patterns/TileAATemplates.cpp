//===- TileAATemplates.cpp - Patterns of nv_tileaa ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"

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
    // Between the views a permute of as many elements; the last pair is a
    // chain, so that the pattern matches.
    {"tileaa-view-chain", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x4x$E>
  %p = nv_tileaa.permute %x [1, 0] : tensor<2x4x$E> -> tensor<4x2x$E>
  %a = nv_tileaa.view %p : tensor<4x2x$E> -> tensor<8x$E>
  %b = nv_tileaa.view %a : tensor<8x$E> -> tensor<2x2x2x$E>
  "tilefuzz.observe"(%a, %b) : (tensor<8x$E>, tensor<2x2x2x$E>) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getTileAATemplates() {
  return templates;
}
