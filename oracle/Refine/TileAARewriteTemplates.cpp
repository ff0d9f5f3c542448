//===- TileAARewriteTemplates.cpp - Rewrites that seed 000 adds -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/PatternInstances.h"

using namespace tilefuzz;

using Elements = InstanceElements;

static constexpr PatternTemplate templates[] = {
    //===------------------------------------------------------------------===//
    // Accesses
    //===------------------------------------------------------------------===//
    // Without a value for masked-off elements.
    {"tileaa-masked-load", Elements::Memory, R"(
  %mask = arith.constant dense<[false, false]> : tensor<2xi1>
  %p = "tilefuzz.input"() {name = "p"} : () -> tensor<2x!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x token %t : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2x$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %v, %u = nv_tileaa.load %p mask %mask token %a : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2xi1>, !nv_tileaa.mem_token) -> (tensor<2x$E>, !nv_tileaa.mem_token)
  %z = nv_tileaa.store %p, %x token %u : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2x$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%v, %z) : (tensor<2x$E>, !nv_tileaa.mem_token) -> ()
)"},
    // Masks that are written out; the one whose elements differ stays.
    {"tileaa-masked-load", Elements::Memory, R"(
  %all = arith.constant dense<[true, true]> : tensor<2xi1>
  %none = arith.constant dense<false> : tensor<2xi1>
  %some = arith.constant dense<[false, true]> : tensor<2xi1>
  %p = "tilefuzz.input"() {name = "p"} : () -> tensor<2x!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a, %b = nv_tileaa.load %p mask %all other %x token %t : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2xi1>, tensor<2x$E>, !nv_tileaa.mem_token) -> (tensor<2x$E>, !nv_tileaa.mem_token)
  %c, %d = nv_tileaa.load %p mask %none other %x token %b : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2xi1>, tensor<2x$E>, !nv_tileaa.mem_token) -> (tensor<2x$E>, !nv_tileaa.mem_token)
  %e, %f = nv_tileaa.load %p mask %some other %x token %d : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2xi1>, tensor<2x$E>, !nv_tileaa.mem_token) -> (tensor<2x$E>, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%a, %c, %e, %f) : (tensor<2x$E>, tensor<2x$E>, tensor<2x$E>, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-store", Elements::Memory, R"(
  %all = arith.constant dense<[true, true]> : tensor<2xi1>
  %none = arith.constant dense<[false, false]> : tensor<2xi1>
  %some = arith.constant dense<[true, false]> : tensor<2xi1>
  %p = "tilefuzz.input"() {name = "p"} : () -> tensor<2x!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x mask %all token %t : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2x$E>, tensor<2xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %b = nv_tileaa.store %p, %x mask %none token %a : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2x$E>, tensor<2xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %c = nv_tileaa.store %p, %x mask %some token %b : (tensor<2x!nv_tileaa.ptr<$E, 1>>, tensor<2x$E>, tensor<2xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%c) : (!nv_tileaa.mem_token) -> ()
)"},

    //===------------------------------------------------------------------===//
    // Shapes of constants
    //===------------------------------------------------------------------===//
    {"tileaa-view-of-splat", Elements::Fixed, R"(
  %s = arith.constant dense<-7> : tensor<2x4xi16>
  %r = nv_tileaa.view %s : tensor<2x4xi16> -> tensor<8xi16>
  "tilefuzz.observe"(%r) : (tensor<8xi16>) -> ()
)"},
    {"tileaa-broadcast-of-splat", Elements::Fixed, R"(
  %s = arith.constant dense<-0.0> : tensor<1x4xf32>
  %r = nv_tileaa.broadcast %s : tensor<1x4xf32> -> tensor<2x4xf32>
  "tilefuzz.observe"(%r) : (tensor<2x4xf32>) -> ()
)"},
    {"tileaa-expand-dims-of-splat", Elements::Fixed, R"(
  %s = arith.constant dense<true> : tensor<4xi1>
  %r = nv_tileaa.expand_dims %s {axis = 1 : i32} : tensor<4xi1> -> tensor<4x1xi1>
  "tilefuzz.observe"(%r) : (tensor<4x1xi1>) -> ()
)"},

    //===------------------------------------------------------------------===//
    // Updates
    //===------------------------------------------------------------------===//
    {"tileaa-atomic-cas-same", Elements::Fixed, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i32, 1>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %c = arith.constant 5 : i32
  %v, %u = nv_tileaa.atomic_cas %p, %c, %c token %t {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%v, %u) : (i32, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-atomic-rmw-identity", Elements::Fixed, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i32, 1>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %c = arith.constant 0 : i32
  %v, %u = nv_tileaa.atomic_rmw %p, %c token %t {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>, rmw_mode = #nv_tileaa.rmw_mode<add>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%v, %u) : (i32, !nv_tileaa.mem_token) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getTileAARewriteTemplates() {
  return templates;
}
