//===- TileAARewriteTemplates.cpp - Rewrites that seed 000 adds -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"

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
    // Ordered ones lose their masks and stay what they are.
    {"tileaa-masked-load", Elements::Fixed, R"(
  %true = arith.constant true
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i32, 1>
  %q = "tilefuzz.input"() {name = "q"} : () -> !nv_tileaa.ptr<i32, 1>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a, %b = nv_tileaa.load %p mask %true token %t {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!nv_tileaa.ptr<i32, 1>, i1, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %c, %d = nv_tileaa.load %q mask %true token %b {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i1, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%a, %c, %d) : (i32, i32, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-load", Elements::Fixed, R"(
  %true = arith.constant true
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i32, 1>
  %a, %b = nv_tileaa.load %p mask %true {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i1) -> (i32, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%a) : (i32) -> ()
)"},
    {"tileaa-masked-store", Elements::Fixed, R"(
  %true = arith.constant true
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i32, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> i32
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x mask %true token %t {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!nv_tileaa.ptr<i32, 1>, i32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%a) : (!nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-store", Elements::Fixed, R"(
  %true = arith.constant true
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i32, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> i32
  %a = nv_tileaa.store %p, %x mask %true {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, i1) -> !nv_tileaa.mem_token
  "tilefuzz.observe"() : () -> ()
)"},

    //===------------------------------------------------------------------===//
    // Shapes of constants; those whose elements differ stay
    //===------------------------------------------------------------------===//
    {"tileaa-view-of-splat", Elements::Fixed, R"(
  %s = arith.constant dense<-7> : tensor<2x4xi16>
  %r = nv_tileaa.view %s : tensor<2x4xi16> -> tensor<8xi16>
  %d = arith.constant dense<[[1, -2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi16>
  %u = nv_tileaa.view %d : tensor<2x4xi16> -> tensor<8xi16>
  "tilefuzz.observe"(%r, %u) : (tensor<8xi16>, tensor<8xi16>) -> ()
)"},
    {"tileaa-broadcast-of-splat", Elements::Fixed, R"(
  %s = arith.constant dense<-0.0> : tensor<1x4xf32>
  %r = nv_tileaa.broadcast %s : tensor<1x4xf32> -> tensor<2x4xf32>
  %d = arith.constant dense<[[1.0, -0.0, 2.5, 3.0]]> : tensor<1x4xf32>
  %u = nv_tileaa.broadcast %d : tensor<1x4xf32> -> tensor<2x4xf32>
  "tilefuzz.observe"(%r, %u) : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
)"},
    {"tileaa-expand-dims-of-splat", Elements::Fixed, R"(
  %s = arith.constant dense<true> : tensor<4xi1>
  %r = nv_tileaa.expand_dims %s {axis = 1 : i32} : tensor<4xi1> -> tensor<4x1xi1>
  %d = arith.constant dense<[true, false, false, true]> : tensor<4xi1>
  %u = nv_tileaa.expand_dims %d {axis = 1 : i32} : tensor<4xi1> -> tensor<4x1xi1>
  "tilefuzz.observe"(%r, %u) : (tensor<4x1xi1>, tensor<4x1xi1>) -> ()
)"},

    //===------------------------------------------------------------------===//
    // Splats and single elements
    //===------------------------------------------------------------------===//
    {"tileaa-assume-of-splat", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> i32
  %s = nv_tileaa.splat %x : i32 -> tensor<4xi32>
  %a = nv_tileaa.assume #nv_tileaa.bounded<0, 100>, %s : tensor<4xi32>
  %u = nv_tileaa.splat %x : i32 -> tensor<2x2xi32>
  %b = nv_tileaa.assume #nv_tileaa.div_by<8>, %u : tensor<2x2xi32>
  "tilefuzz.observe"(%a, %b) : (tensor<4xi32>, tensor<2x2xi32>) -> ()
)"},
    {"tileaa-assume-of-splat", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> i32
  %s = nv_tileaa.splat %x : i32 -> tensor<4xi32>
  %a = nv_tileaa.assume #nv_tileaa.bounded<?, 7>, %s : tensor<4xi32>
  %b = nv_tileaa.assume #nv_tileaa.same_elements<[2]>, %a : tensor<4xi32>
  "tilefuzz.observe"(%b) : (tensor<4xi32>) -> ()
)"},
    {"tileaa-splat-of-select", Elements::All, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> i1
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %y = "tilefuzz.input"() {name = "y"} : () -> $E
  %v = arith.select %c, %x, %y : $E
  %s = nv_tileaa.splat %v : $E -> tensor<2x2x$E>
  "tilefuzz.observe"(%s) : (tensor<2x2x$E>) -> ()
)"},
    {"tileaa-extract-of-elementwise", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x2x$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> tensor<2x2x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i32
  %j = "tilefuzz.input"() {name = "j"} : () -> i32
  %m = arith.addi %x, %y : tensor<2x2x$E>
  %c = arith.cmpi slt, %x, %y : tensor<2x2x$E>
  %s = arith.select %c, %m, %y : tensor<2x2xi1>, tensor<2x2x$E>
  %r = nv_tileaa.extract %s[%i, %j] : tensor<2x2x$E>, i32, i32 -> $E
  "tilefuzz.observe"(%r) : ($E) -> ()
)"},
    {"tileaa-extract-of-elementwise", Elements::Floats, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x2x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i32
  %j = "tilefuzz.input"() {name = "j"} : () -> i32
  %s = nv_tileaa.addf %x, %x : tensor<2x2x$E>
  %r = nv_tileaa.extract %s[%i, %j] : tensor<2x2x$E>, i32, i32 -> $E
  "tilefuzz.observe"(%r) : ($E) -> ()
)"},
    // One condition for all elements.
    {"tileaa-extract-of-elementwise", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<4x$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> tensor<4x$E>
  %c = "tilefuzz.input"() {name = "c"} : () -> i1
  %i = "tilefuzz.input"() {name = "i"} : () -> i32
  %s = arith.select %c, %x, %y : tensor<4x$E>
  %r = nv_tileaa.extract %s[%i] : tensor<4x$E>, i32 -> $E
  "tilefuzz.observe"(%r) : ($E) -> ()
)"},
    // Cheap, and used again: the whole tile stays.
    {"tileaa-extract-of-elementwise", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> tensor<4x!nv_tileaa.ptr<$E, 1>>
  %o = "tilefuzz.input"() {name = "o"} : () -> tensor<4xi32>
  %i = "tilefuzz.input"() {name = "i"} : () -> i32
  %q = nv_tileaa.addptr %p, %o : tensor<4x!nv_tileaa.ptr<$E, 1>>, tensor<4xi32>
  %r = nv_tileaa.extract %q[%i] : tensor<4x!nv_tileaa.ptr<$E, 1>>, i32 -> !nv_tileaa.ptr<$E, 1>
  "tilefuzz.observe"(%q, %r) : (tensor<4x!nv_tileaa.ptr<$E, 1>>, !nv_tileaa.ptr<$E, 1>) -> ()
)"},
    {"tileaa-extract-of-expand-dims", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x4x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i32
  %j = "tilefuzz.input"() {name = "j"} : () -> i32
  %zero = arith.constant 0 : i32
  %e = nv_tileaa.expand_dims %x {axis = 0 : i32} : tensor<2x4x$E> -> tensor<1x2x4x$E>
  %r = nv_tileaa.extract %e[%zero, %i, %j] : tensor<1x2x4x$E>, i32, i32, i32 -> $E
  "tilefuzz.observe"(%r) : ($E) -> ()
)"},
    {"tileaa-extract-of-expand-dims", Elements::Memory, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<4x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i32
  %k = "tilefuzz.input"() {name = "k"} : () -> i32
  %e = nv_tileaa.expand_dims %x {axis = 1 : i32} : tensor<4x$E> -> tensor<4x1x$E>
  %r = nv_tileaa.extract %e[%i, %k] : tensor<4x1x$E>, i32, i32 -> $E
  "tilefuzz.observe"(%r) : ($E) -> ()
)"},

    //===------------------------------------------------------------------===//
    // Products
    //===------------------------------------------------------------------===//
    {"tileaa-dot-zero", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x4xi8>
  %y = "tilefuzz.input"() {name = "y"} : () -> tensor<4x2xi8>
  %c = "tilefuzz.input"() {name = "c"} : () -> tensor<2x2xi32>
  %none = arith.constant dense<0> : tensor<2x4xi8>
  %zero = arith.constant 0 : i8
  %zeros = nv_tileaa.splat %zero : i8 -> tensor<4x2xi8>
  %a = nv_tileaa.dot %none, %y, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : (tensor<2x4xi8>, tensor<4x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %b = nv_tileaa.dot %x, %zeros, %a {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : (tensor<2x4xi8>, tensor<4x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  "tilefuzz.observe"(%b) : (tensor<2x2xi32>) -> ()
)"},
    // Floats stay: the integers beside them do not.
    {"tileaa-dot-zero", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<1x1xf32>
  %c = "tilefuzz.input"() {name = "c"} : () -> tensor<1x1xf32>
  %d = "tilefuzz.input"() {name = "d"} : () -> tensor<1x1xi32>
  %none = arith.constant dense<0.0> : tensor<1x1xf32>
  %zeros = arith.constant dense<0> : tensor<1x1xi8>
  %a = nv_tileaa.dot %x, %none, %c : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %b = nv_tileaa.dot %zeros, %zeros, %d {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : (tensor<1x1xi8>, tensor<1x1xi8>, tensor<1x1xi32>) -> tensor<1x1xi32>
  "tilefuzz.observe"(%a, %b) : (tensor<1x1xf32>, tensor<1x1xi32>) -> ()
)"},
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<[[127, -128, 3], [-1, 0, 5]]> : tensor<2x3xi8>
  %y = arith.constant dense<[[-1, 2], [-128, 7], [9, -9]]> : tensor<3x2xi8>
  %c = arith.constant dense<[[1, -2], [2147483647, -2147483648]]> : tensor<2x2xi32>
  %ss = nv_tileaa.dot %x, %y, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : (tensor<2x3xi8>, tensor<3x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %su = nv_tileaa.dot %x, %y, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : (tensor<2x3xi8>, tensor<3x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %us = nv_tileaa.dot %x, %y, %c {signedness_a = #nv_tileaa.signedness<unsigned>, signedness_b = #nv_tileaa.signedness<signed>} : (tensor<2x3xi8>, tensor<3x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %uu = nv_tileaa.dot %x, %y, %c {signedness_a = #nv_tileaa.signedness<unsigned>, signedness_b = #nv_tileaa.signedness<unsigned>} : (tensor<2x3xi8>, tensor<3x2xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  "tilefuzz.observe"(%ss, %su, %us, %uu) : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> ()
)"},
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<[[2.55e2, -5.0e-1]]> : tensor<1x2xf16>
  %y = arith.constant dense<[[2.55e2], [3.0]]> : tensor<2x1xf16>
  %c = arith.constant dense<-0.0> : tensor<1x1xf32>
  %a = nv_tileaa.dot %x, %y, %c : (tensor<1x2xf16>, tensor<2x1xf16>, tensor<1x1xf32>) -> tensor<1x1xf32>
  "tilefuzz.observe"(%a) : (tensor<1x1xf32>) -> ()
)"},
    // Terms that cancel.
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<1.0> : tensor<1x1xf32>
  %y = arith.constant dense<1.0> : tensor<1x1xf32>
  %c = arith.constant dense<-1.0> : tensor<1x1xf32>
  %a = nv_tileaa.dot %x, %y, %c : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  "tilefuzz.observe"(%a) : (tensor<1x1xf32>) -> ()
)"},
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<0.0> : tensor<1x1xf32>
  %y = arith.constant dense<1.0> : tensor<1x1xf32>
  %c = arith.constant dense<-0.0> : tensor<1x1xf32>
  %a = nv_tileaa.dot %x, %y, %c : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  "tilefuzz.observe"(%a) : (tensor<1x1xf32>) -> ()
)"},

    //===------------------------------------------------------------------===//
    // Results
    //===------------------------------------------------------------------===//
    {"tileaa-queue-get-results", Elements::All, R"(
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !nv_tileaa.queue<$E, $E, i32>
  %r:4 = nv_tileaa.queue.get %q {
  ^bb0(%a: $E, %b: $E, %c: i32):
    nv_tileaa.queue.yield %a, %b, %c, %a : $E, $E, i32, $E
  } : (!nv_tileaa.queue<$E, $E, i32>) -> ($E, $E, i32, $E)
  "tilefuzz.observe"(%r#0, %r#1) : ($E, $E) -> ()
)"},
    // What the body stores is before what waits for the get.
    {"tileaa-queue-get-results", Elements::Fixed, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i16, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> i16
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %q = nv_tileaa.create_queue {depth = 1 : i32} : !nv_tileaa.queue<i16>
  %r:3 = nv_tileaa.queue.get %q {
  ^bb0(%a: i16):
    %u = nv_tileaa.store %p, %x token %t : (!nv_tileaa.ptr<i16, 1>, i16, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    nv_tileaa.queue.yield %a, %u, %a : i16, !nv_tileaa.mem_token, i16
  } : (!nv_tileaa.queue<i16>) -> (i16, !nv_tileaa.mem_token, i16)
  %z = nv_tileaa.store %p, %r#0 token %r#1 : (!nv_tileaa.ptr<i16, 1>, i16, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%r#0, %z) : (i16, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-pragma-results", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %r:3 = nv_tileaa.pragma {
    %u = nv_tileaa.store %p, %x token %t : (!nv_tileaa.ptr<$E, 1>, $E, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    %v, %w = nv_tileaa.load %p token %u : (!nv_tileaa.ptr<$E, 1>, !nv_tileaa.mem_token) -> ($E, !nv_tileaa.mem_token)
    nv_tileaa.yield %u, %v, %w : !nv_tileaa.mem_token, $E, !nv_tileaa.mem_token
  } : !nv_tileaa.mem_token, $E, !nv_tileaa.mem_token
  %z = nv_tileaa.store %p, %x token %r#2 : (!nv_tileaa.ptr<$E, 1>, $E, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%r#1, %z) : ($E, !nv_tileaa.mem_token) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getTileAARewriteTemplates() {
  return templates;
}

/// Sums that overflow or are subnormal, and what is not added as it stands:
/// another precision, a narrower sum, scales.
static constexpr PatternTemplate nearMisses[] = {
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<0x7F000000> : tensor<1x1xf32>
  %y = arith.constant dense<2.0> : tensor<1x1xf32>
  %c = arith.constant dense<0.0> : tensor<1x1xf32>
  %a = nv_tileaa.dot %x, %y, %c : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  "tilefuzz.observe"(%a) : (tensor<1x1xf32>) -> ()
)"},
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<0x00000001> : tensor<1x1xf32>
  %y = arith.constant dense<1.0> : tensor<1x1xf32>
  %c = arith.constant dense<0.0> : tensor<1x1xf32>
  %a = nv_tileaa.dot %x, %y, %c : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  "tilefuzz.observe"(%a) : (tensor<1x1xf32>) -> ()
)"},
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<1.0> : tensor<1x1xf32>
  %y = arith.constant dense<1.0> : tensor<1x1xf32>
  %c = arith.constant dense<0.0> : tensor<1x1xf32>
  %a = nv_tileaa.dot %x, %y, %c {input_precision = "tf32"} : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  "tilefuzz.observe"(%a) : (tensor<1x1xf32>) -> ()
)"},
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<3> : tensor<1x1xi32>
  %c = arith.constant dense<1> : tensor<1x1xi8>
  %a = nv_tileaa.dot %x, %x, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : (tensor<1x1xi32>, tensor<1x1xi32>, tensor<1x1xi8>) -> tensor<1x1xi8>
  "tilefuzz.observe"(%a) : (tensor<1x1xi8>) -> ()
)"},
    {"tileaa-dot-constants", Elements::Fixed, R"(
  %x = arith.constant dense<1.0> : tensor<1x32xf8E4M3FN>
  %y = arith.constant dense<1.0> : tensor<32x1xf8E4M3FN>
  %c = arith.constant dense<0.0> : tensor<1x1xf32>
  %s = arith.constant dense<1.0> : tensor<1x1xf8E8M0FNU>
  %a = nv_tileaa.dot %x, %y, %c scales %s, %s : (tensor<1x32xf8E4M3FN>, tensor<32x1xf8E4M3FN>, tensor<1x1xf32>, tensor<1x1xf8E8M0FNU>, tensor<1x1xf8E8M0FNU>) -> tensor<1x1xf32>
  "tilefuzz.observe"(%a) : (tensor<1x1xf32>) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getTileAARewriteNearMisses() {
  return nearMisses;
}
