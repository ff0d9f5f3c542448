//===- ExpressionTemplates.cpp - Rules of the expression simplifier -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/PatternInstances.h"

using namespace tilefuzz;

using Elements = InstanceElements;

static constexpr PatternTemplate templates[] = {
    {"cuda-tile-simplify-constants", Elements::Integers, R"(
  %a = constant <$E: -1> : @T<$E>
  %b = constant <$E: 1> : @T<$E>
  %r0 = addi %a, %b : @T<$E>
  %r1 = subi %a, %b : @T<$E>
  %r2 = muli %a, %b : @T<$E>
  %r3 = andi %a, %b : @T<$E>
  %r4 = ori %a, %b : @T<$E>
  %r5 = xori %a, %b : @T<$E>
  %r6 = shli %a, %b : @T<$E>
  %r7 = shri %a, %b signed : @T<$E>
  %r8 = shri %a, %b unsigned : @T<$E>
  %r9 = maxi %a, %b signed : @T<$E>
  %r10 = maxi %a, %b unsigned : @T<$E>
  %r11 = mini %a, %b signed : @T<$E>
  %r12 = mini %a, %b unsigned : @T<$E>
  %r13 = cmpi equal %a, %b, signed : @T<$E> -> @T<i1>
  %r14 = cmpi equal %a, %b, unsigned : @T<$E> -> @T<i1>
  %r15 = cmpi not_equal %a, %b, signed : @T<$E> -> @T<i1>
  %r16 = cmpi not_equal %a, %b, unsigned : @T<$E> -> @T<i1>
  %r17 = cmpi less_than %a, %b, signed : @T<$E> -> @T<i1>
  %r18 = cmpi less_than %a, %b, unsigned : @T<$E> -> @T<i1>
  %r19 = cmpi less_than_or_equal %a, %b, signed : @T<$E> -> @T<i1>
  %r20 = cmpi less_than_or_equal %a, %b, unsigned : @T<$E> -> @T<i1>
  %r21 = cmpi greater_than %a, %b, signed : @T<$E> -> @T<i1>
  %r22 = cmpi greater_than %a, %b, unsigned : @T<$E> -> @T<i1>
  %r23 = cmpi greater_than_or_equal %a, %b, signed : @T<$E> -> @T<i1>
  %r24 = cmpi greater_than_or_equal %a, %b, unsigned : @T<$E> -> @T<i1>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16,
    %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>,
    @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>,
    @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>) -> ()
)"},
    {"cuda-tile-simplify-constants", Elements::Fixed, R"(
  %a = constant <i8: [-128, 127, -1, 5]> : !cuda_tile.tile<4xi8>
  %b = constant <i8: [8, 7, -1, 0]> : !cuda_tile.tile<4xi8>
  %c = constant <i1: [true, false, false, true]> : !cuda_tile.tile<4xi1>
  %r0 = addi %a, %b : !cuda_tile.tile<4xi8>
  %r1 = subi %a, %b : !cuda_tile.tile<4xi8>
  %r2 = muli %a, %b : !cuda_tile.tile<4xi8>
  %r3 = shli %a, %b : !cuda_tile.tile<4xi8>
  %r4 = shri %a, %b signed : !cuda_tile.tile<4xi8>
  %r5 = shri %a, %b unsigned : !cuda_tile.tile<4xi8>
  %r6 = maxi %a, %b signed : !cuda_tile.tile<4xi8>
  %r7 = maxi %a, %b unsigned : !cuda_tile.tile<4xi8>
  %r8 = mini %a, %b signed : !cuda_tile.tile<4xi8>
  %r9 = mini %a, %b unsigned : !cuda_tile.tile<4xi8>
  %r10 = select %c, %a, %b : !cuda_tile.tile<4xi1>, !cuda_tile.tile<4xi8>
  %r11 = exti %a signed : !cuda_tile.tile<4xi8> -> !cuda_tile.tile<4xi16>
  %r12 = exti %a unsigned : !cuda_tile.tile<4xi8> -> !cuda_tile.tile<4xi16>
  %w = constant <i16: [-32768, 255, 256, 127]> : !cuda_tile.tile<4xi16>
  %r13 = trunci %w : !cuda_tile.tile<4xi16> -> !cuda_tile.tile<4xi8>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13) :
    (!cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi8>,
    !cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi8>,
    !cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi8>, !cuda_tile.tile<4xi16>,
    !cuda_tile.tile<4xi16>, !cuda_tile.tile<4xi8>) -> ()
)"},
    {"cuda-tile-simplify-negation", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %true = constant <i1: true> : @T<i1>
  %cequalsigned = cmpi equal %x, %y, signed : @T<$E> -> @T<i1>
  %r1 = xori %cequalsigned, %true : @T<i1>
  %cequalunsigned = cmpi equal %x, %y, unsigned : @T<$E> -> @T<i1>
  %r3 = xori %cequalunsigned, %true : @T<i1>
  %cnot_equalsigned = cmpi not_equal %x, %y, signed : @T<$E> -> @T<i1>
  %r5 = xori %cnot_equalsigned, %true : @T<i1>
  %cnot_equalunsigned = cmpi not_equal %x, %y, unsigned : @T<$E> -> @T<i1>
  %r7 = xori %cnot_equalunsigned, %true : @T<i1>
  %cless_thansigned = cmpi less_than %x, %y, signed : @T<$E> -> @T<i1>
  %r9 = xori %cless_thansigned, %true : @T<i1>
  %cless_thanunsigned = cmpi less_than %x, %y, unsigned : @T<$E> -> @T<i1>
  %r11 = xori %cless_thanunsigned, %true : @T<i1>
  %cless_than_or_equalsigned = cmpi less_than_or_equal %x, %y, signed : @T<$E> -> @T<i1>
  %r13 = xori %cless_than_or_equalsigned, %true : @T<i1>
  %cless_than_or_equalunsigned = cmpi less_than_or_equal %x, %y, unsigned : @T<$E> -> @T<i1>
  %r15 = xori %cless_than_or_equalunsigned, %true : @T<i1>
  %cgreater_thansigned = cmpi greater_than %x, %y, signed : @T<$E> -> @T<i1>
  %r17 = xori %cgreater_thansigned, %true : @T<i1>
  %cgreater_thanunsigned = cmpi greater_than %x, %y, unsigned : @T<$E> -> @T<i1>
  %r19 = xori %cgreater_thanunsigned, %true : @T<i1>
  %cgreater_than_or_equalsigned = cmpi greater_than_or_equal %x, %y, signed : @T<$E> -> @T<i1>
  %r21 = xori %cgreater_than_or_equalsigned, %true : @T<i1>
  %cgreater_than_or_equalunsigned = cmpi greater_than_or_equal %x, %y, unsigned : @T<$E> -> @T<i1>
  %r23 = xori %cgreater_than_or_equalunsigned, %true : @T<i1>
  "tilefuzz.observe"(%r1, %r3, %r5, %r7, %r9, %r11, %r13, %r15, %r17, %r19, %r21, %r23) : (@T<i1>, @T<i1>,
    @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>) -> ()
)"},
    {"cuda-tile-simplify-negation", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<i1>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<i1>
  %z = "tilefuzz.input"() {name = "z"} : () -> @T<i8>
  %true = constant <i1: true> : @T<i1>
  %n = xori %x, %true : @T<i1>
  %c = cmpi less_than %z, %z, signed : @T<i8> -> @T<i1>
  %a = andi %n, %c : @T<i1>
  %o = ori %c, %n : @T<i1>
  %r4 = xori %a, %true : @T<i1>
  %r5 = xori %true, %o : @T<i1>
  "tilefuzz.observe"(%r4, %r5) : (@T<i1>, @T<i1>) -> ()
)"},
    {"cuda-tile-simplify-and-or", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %zero = constant <$E: 0> : @T<$E>
  %ones = constant <$E: -1> : @T<$E>
  %n = xori %x, %ones : @T<$E>
  %xy = andi %x, %y : @T<$E>
  %oxy = ori %y, %x : @T<$E>
  %r3 = andi %x, %x : @T<$E>
  %r4 = ori %y, %y : @T<$E>
  %r5 = andi %x, %zero : @T<$E>
  %r6 = andi %ones, %x : @T<$E>
  %r7 = ori %zero, %x : @T<$E>
  %r8 = ori %x, %ones : @T<$E>
  %r9 = andi %n, %x : @T<$E>
  %r10 = ori %x, %n : @T<$E>
  %r11 = andi %xy, %x : @T<$E>
  %r12 = ori %oxy, %y : @T<$E>
  %r13 = andi %x, %oxy : @T<$E>
  %r14 = ori %xy, %y : @T<$E>
  %r15 = andi %xy, %xy : @T<$E>
  "tilefuzz.observe"(%r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15) : (@T<$E>, @T<$E>,
    @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-simplify-xor", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %zero = constant <$E: 0> : @T<$E>
  %xy = xori %x, %y : @T<$E>
  %r1 = xori %x, %x : @T<$E>
  %r2 = xori %x, %zero : @T<$E>
  %r3 = xori %xy, %x : @T<$E>
  %r4 = xori %y, %xy : @T<$E>
  "tilefuzz.observe"(%r1, %r2, %r3, %r4) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-simplify-compare", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %k = constant <$E: 1> : @T<$E>
  %l = constant <$E: 0> : @T<$E>
  %r0 = cmpi equal %x, %x, signed : @T<$E> -> @T<i1>
  %r1 = cmpi equal %k, %x, signed : @T<$E> -> @T<i1>
  %r2 = cmpi equal %x, %l, signed : @T<$E> -> @T<i1>
  %r3 = cmpi equal %x, %x, unsigned : @T<$E> -> @T<i1>
  %r4 = cmpi equal %k, %x, unsigned : @T<$E> -> @T<i1>
  %r5 = cmpi equal %x, %l, unsigned : @T<$E> -> @T<i1>
  %r6 = cmpi not_equal %x, %x, signed : @T<$E> -> @T<i1>
  %r7 = cmpi not_equal %k, %x, signed : @T<$E> -> @T<i1>
  %r8 = cmpi not_equal %x, %l, signed : @T<$E> -> @T<i1>
  %r9 = cmpi not_equal %x, %x, unsigned : @T<$E> -> @T<i1>
  %r10 = cmpi not_equal %k, %x, unsigned : @T<$E> -> @T<i1>
  %r11 = cmpi not_equal %x, %l, unsigned : @T<$E> -> @T<i1>
  %r12 = cmpi less_than %x, %x, signed : @T<$E> -> @T<i1>
  %r13 = cmpi less_than %k, %x, signed : @T<$E> -> @T<i1>
  %r14 = cmpi less_than %x, %l, signed : @T<$E> -> @T<i1>
  %r15 = cmpi less_than %x, %x, unsigned : @T<$E> -> @T<i1>
  %r16 = cmpi less_than %k, %x, unsigned : @T<$E> -> @T<i1>
  %r17 = cmpi less_than %x, %l, unsigned : @T<$E> -> @T<i1>
  %r18 = cmpi less_than_or_equal %x, %x, signed : @T<$E> -> @T<i1>
  %r19 = cmpi less_than_or_equal %k, %x, signed : @T<$E> -> @T<i1>
  %r20 = cmpi less_than_or_equal %x, %l, signed : @T<$E> -> @T<i1>
  %r21 = cmpi less_than_or_equal %x, %x, unsigned : @T<$E> -> @T<i1>
  %r22 = cmpi less_than_or_equal %k, %x, unsigned : @T<$E> -> @T<i1>
  %r23 = cmpi less_than_or_equal %x, %l, unsigned : @T<$E> -> @T<i1>
  %r24 = cmpi greater_than %x, %x, signed : @T<$E> -> @T<i1>
  %r25 = cmpi greater_than %k, %x, signed : @T<$E> -> @T<i1>
  %r26 = cmpi greater_than %x, %l, signed : @T<$E> -> @T<i1>
  %r27 = cmpi greater_than %x, %x, unsigned : @T<$E> -> @T<i1>
  %r28 = cmpi greater_than %k, %x, unsigned : @T<$E> -> @T<i1>
  %r29 = cmpi greater_than %x, %l, unsigned : @T<$E> -> @T<i1>
  %r30 = cmpi greater_than_or_equal %x, %x, signed : @T<$E> -> @T<i1>
  %r31 = cmpi greater_than_or_equal %k, %x, signed : @T<$E> -> @T<i1>
  %r32 = cmpi greater_than_or_equal %x, %l, signed : @T<$E> -> @T<i1>
  %r33 = cmpi greater_than_or_equal %x, %x, unsigned : @T<$E> -> @T<i1>
  %r34 = cmpi greater_than_or_equal %k, %x, unsigned : @T<$E> -> @T<i1>
  %r35 = cmpi greater_than_or_equal %x, %l, unsigned : @T<$E> -> @T<i1>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16,
    %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34,
    %r35) : (@T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>,
    @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>,
    @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>) -> ()
)"},
    {"cuda-tile-simplify-compare", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<2xi8>
  %least = constant <i8: -128> : !cuda_tile.tile<2xi8>
  %greatest = constant <i8: 127> : !cuda_tile.tile<2xi8>
  %ones = constant <i8: -1> : !cuda_tile.tile<2xi8>
  %r0 = cmpi equal %x, %least, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r1 = cmpi equal %x, %least, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r2 = cmpi equal %x, %greatest, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r3 = cmpi equal %x, %greatest, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r4 = cmpi equal %x, %ones, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r5 = cmpi equal %x, %ones, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r6 = cmpi not_equal %x, %least, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r7 = cmpi not_equal %x, %least, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r8 = cmpi not_equal %x, %greatest, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r9 = cmpi not_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r10 = cmpi not_equal %x, %ones, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r11 = cmpi not_equal %x, %ones, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r12 = cmpi less_than %x, %least, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r13 = cmpi less_than %x, %least, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r14 = cmpi less_than %x, %greatest, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r15 = cmpi less_than %x, %greatest, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r16 = cmpi less_than %x, %ones, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r17 = cmpi less_than %x, %ones, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r18 = cmpi less_than_or_equal %x, %least, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r19 = cmpi less_than_or_equal %x, %least, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r20 = cmpi less_than_or_equal %x, %greatest, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r21 = cmpi less_than_or_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r22 = cmpi less_than_or_equal %x, %ones, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r23 = cmpi less_than_or_equal %x, %ones, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r24 = cmpi greater_than %x, %least, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r25 = cmpi greater_than %x, %least, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r26 = cmpi greater_than %x, %greatest, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r27 = cmpi greater_than %x, %greatest, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r28 = cmpi greater_than %x, %ones, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r29 = cmpi greater_than %x, %ones, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r30 = cmpi greater_than_or_equal %x, %least, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r31 = cmpi greater_than_or_equal %x, %least, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r32 = cmpi greater_than_or_equal %x, %greatest, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r33 = cmpi greater_than_or_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r34 = cmpi greater_than_or_equal %x, %ones, signed : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  %r35 = cmpi greater_than_or_equal %x, %ones, unsigned : !cuda_tile.tile<2xi8> -> !cuda_tile.tile<2xi1>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16,
    %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34,
    %r35) : (!cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>) -> ()
)"},
    {"cuda-tile-simplify-compare", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<2xi64>
  %least = constant <i64: -9223372036854775808> : !cuda_tile.tile<2xi64>
  %greatest = constant <i64: 9223372036854775807> : !cuda_tile.tile<2xi64>
  %ones = constant <i64: -1> : !cuda_tile.tile<2xi64>
  %r0 = cmpi equal %x, %least, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r1 = cmpi equal %x, %least, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r2 = cmpi equal %x, %greatest, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r3 = cmpi equal %x, %greatest, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r4 = cmpi equal %x, %ones, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r5 = cmpi equal %x, %ones, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r6 = cmpi not_equal %x, %least, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r7 = cmpi not_equal %x, %least, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r8 = cmpi not_equal %x, %greatest, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r9 = cmpi not_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r10 = cmpi not_equal %x, %ones, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r11 = cmpi not_equal %x, %ones, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r12 = cmpi less_than %x, %least, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r13 = cmpi less_than %x, %least, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r14 = cmpi less_than %x, %greatest, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r15 = cmpi less_than %x, %greatest, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r16 = cmpi less_than %x, %ones, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r17 = cmpi less_than %x, %ones, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r18 = cmpi less_than_or_equal %x, %least, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r19 = cmpi less_than_or_equal %x, %least, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r20 = cmpi less_than_or_equal %x, %greatest, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r21 = cmpi less_than_or_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r22 = cmpi less_than_or_equal %x, %ones, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r23 = cmpi less_than_or_equal %x, %ones, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r24 = cmpi greater_than %x, %least, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r25 = cmpi greater_than %x, %least, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r26 = cmpi greater_than %x, %greatest, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r27 = cmpi greater_than %x, %greatest, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r28 = cmpi greater_than %x, %ones, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r29 = cmpi greater_than %x, %ones, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r30 = cmpi greater_than_or_equal %x, %least, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r31 = cmpi greater_than_or_equal %x, %least, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r32 = cmpi greater_than_or_equal %x, %greatest, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r33 = cmpi greater_than_or_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r34 = cmpi greater_than_or_equal %x, %ones, signed : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  %r35 = cmpi greater_than_or_equal %x, %ones, unsigned : !cuda_tile.tile<2xi64> -> !cuda_tile.tile<2xi1>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16,
    %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34,
    %r35) : (!cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>) -> ()
)"},
    {"cuda-tile-simplify-compare", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<2xi1>
  %least = constant <i1: -1> : !cuda_tile.tile<2xi1>
  %greatest = constant <i1: 0> : !cuda_tile.tile<2xi1>
  %ones = constant <i1: 1> : !cuda_tile.tile<2xi1>
  %r0 = cmpi equal %x, %least, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r1 = cmpi equal %x, %least, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r2 = cmpi equal %x, %greatest, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r3 = cmpi equal %x, %greatest, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r4 = cmpi equal %x, %ones, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r5 = cmpi equal %x, %ones, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r6 = cmpi not_equal %x, %least, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r7 = cmpi not_equal %x, %least, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r8 = cmpi not_equal %x, %greatest, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r9 = cmpi not_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r10 = cmpi not_equal %x, %ones, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r11 = cmpi not_equal %x, %ones, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r12 = cmpi less_than %x, %least, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r13 = cmpi less_than %x, %least, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r14 = cmpi less_than %x, %greatest, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r15 = cmpi less_than %x, %greatest, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r16 = cmpi less_than %x, %ones, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r17 = cmpi less_than %x, %ones, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r18 = cmpi less_than_or_equal %x, %least, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r19 = cmpi less_than_or_equal %x, %least, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r20 = cmpi less_than_or_equal %x, %greatest, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r21 = cmpi less_than_or_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r22 = cmpi less_than_or_equal %x, %ones, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r23 = cmpi less_than_or_equal %x, %ones, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r24 = cmpi greater_than %x, %least, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r25 = cmpi greater_than %x, %least, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r26 = cmpi greater_than %x, %greatest, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r27 = cmpi greater_than %x, %greatest, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r28 = cmpi greater_than %x, %ones, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r29 = cmpi greater_than %x, %ones, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r30 = cmpi greater_than_or_equal %x, %least, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r31 = cmpi greater_than_or_equal %x, %least, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r32 = cmpi greater_than_or_equal %x, %greatest, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r33 = cmpi greater_than_or_equal %x, %greatest, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r34 = cmpi greater_than_or_equal %x, %ones, signed : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  %r35 = cmpi greater_than_or_equal %x, %ones, unsigned : !cuda_tile.tile<2xi1> -> !cuda_tile.tile<2xi1>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16,
    %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34,
    %r35) : (!cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>) -> ()
)"},
    {"cuda-tile-simplify-compare", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %k = constant <$E: 1> : @T<$E>
  %l = constant <$E: -1> : @T<$E>
  %a = addi %x, %k : @T<$E>
  %b = xori %x, %k : @T<$E>
  %c = addi %y, %a : @T<$E>
  %r3 = cmpi equal %a, %l, signed : @T<$E> -> @T<i1>
  %r4 = cmpi not_equal %a, %l, signed : @T<$E> -> @T<i1>
  %r5 = cmpi equal %b, %l, signed : @T<$E> -> @T<i1>
  %r6 = cmpi not_equal %b, %l, signed : @T<$E> -> @T<i1>
  %r7 = cmpi equal %c, %l, signed : @T<$E> -> @T<i1>
  %r8 = cmpi not_equal %c, %l, signed : @T<$E> -> @T<i1>
  "tilefuzz.observe"(%r3, %r4, %r5, %r6, %r7, %r8) : (@T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>, @T<i1>) -> ()
)"},
    {"cuda-tile-simplify-sum", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %zero = constant <$E: 0> : @T<$E>
  %k = constant <$E: 1> : @T<$E>
  %s = addi %x, %y : @T<$E>
  %d = subi %x, %y : @T<$E>
  %r2 = addi %x, %zero : @T<$E>
  %r3 = subi %x, %zero : @T<$E>
  %r4 = subi %x, %x : @T<$E>
  %r5 = subi %x, %k : @T<$E>
  %r6 = subi %s, %y : @T<$E>
  %r7 = subi %x, %d : @T<$E>
  %r8 = addi %d, %y : @T<$E>
  %r9 = addi %y, %d : @T<$E>
  "tilefuzz.observe"(%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>,
    @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-simplify-sum", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %k = constant <$E: 1> : @T<$E>
  %s = addi %x, %y overflow<no_signed_wrap> : @T<$E>
  %r1 = subi %s, %y overflow<no_wrap> : @T<$E>
  %r2 = subi %x, %k overflow<no_unsigned_wrap> : @T<$E>
  "tilefuzz.observe"(%r1, %r2) : (@T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-simplify-product", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %zero = constant <$E: 0> : @T<$E>
  %k = constant <$E: 1> : @T<$E>
  %r0 = muli %x, %zero : @T<$E>
  %r1 = muli %zero, %x overflow<no_unsigned_wrap> : @T<$E>
  %r2 = muli %x, %k : @T<$E>
  %r3 = muli %k, %x overflow<no_unsigned_wrap> : @T<$E>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-simplify-shift", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %zero = constant <$E: 0> : @T<$E>
  %many = constant <$E: -1> : @T<$E>
  %r0 = shli %x, %zero : @T<$E>
  %r1 = shri %x, %zero signed : @T<$E>
  %r2 = shri %x, %zero unsigned : @T<$E>
  %r3 = shli %zero, %x : @T<$E>
  %r4 = shri %zero, %x signed : @T<$E>
  %r5 = shri %zero, %x unsigned : @T<$E>
  %r6 = shli %x, %many : @T<$E>
  %r7 = shri %x, %many signed : @T<$E>
  %r8 = shri %x, %many unsigned : @T<$E>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>,
    @T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-simplify-min-max", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<2xi8>
  %least = constant <i8: -128> : !cuda_tile.tile<2xi8>
  %greatest = constant <i8: 127> : !cuda_tile.tile<2xi8>
  %ones = constant <i8: -1> : !cuda_tile.tile<2xi8>
  %zero = constant <i8: 0> : !cuda_tile.tile<2xi8>
  %r0 = maxi %x, %x signed : !cuda_tile.tile<2xi8>
  %r1 = maxi %x, %least signed : !cuda_tile.tile<2xi8>
  %r2 = maxi %least, %x signed : !cuda_tile.tile<2xi8>
  %r3 = maxi %x, %greatest signed : !cuda_tile.tile<2xi8>
  %r4 = maxi %greatest, %x signed : !cuda_tile.tile<2xi8>
  %r5 = maxi %x, %ones signed : !cuda_tile.tile<2xi8>
  %r6 = maxi %ones, %x signed : !cuda_tile.tile<2xi8>
  %r7 = maxi %x, %zero signed : !cuda_tile.tile<2xi8>
  %r8 = maxi %zero, %x signed : !cuda_tile.tile<2xi8>
  %r9 = maxi %x, %x unsigned : !cuda_tile.tile<2xi8>
  %r10 = maxi %x, %least unsigned : !cuda_tile.tile<2xi8>
  %r11 = maxi %least, %x unsigned : !cuda_tile.tile<2xi8>
  %r12 = maxi %x, %greatest unsigned : !cuda_tile.tile<2xi8>
  %r13 = maxi %greatest, %x unsigned : !cuda_tile.tile<2xi8>
  %r14 = maxi %x, %ones unsigned : !cuda_tile.tile<2xi8>
  %r15 = maxi %ones, %x unsigned : !cuda_tile.tile<2xi8>
  %r16 = maxi %x, %zero unsigned : !cuda_tile.tile<2xi8>
  %r17 = maxi %zero, %x unsigned : !cuda_tile.tile<2xi8>
  %r18 = mini %x, %x signed : !cuda_tile.tile<2xi8>
  %r19 = mini %x, %least signed : !cuda_tile.tile<2xi8>
  %r20 = mini %least, %x signed : !cuda_tile.tile<2xi8>
  %r21 = mini %x, %greatest signed : !cuda_tile.tile<2xi8>
  %r22 = mini %greatest, %x signed : !cuda_tile.tile<2xi8>
  %r23 = mini %x, %ones signed : !cuda_tile.tile<2xi8>
  %r24 = mini %ones, %x signed : !cuda_tile.tile<2xi8>
  %r25 = mini %x, %zero signed : !cuda_tile.tile<2xi8>
  %r26 = mini %zero, %x signed : !cuda_tile.tile<2xi8>
  %r27 = mini %x, %x unsigned : !cuda_tile.tile<2xi8>
  %r28 = mini %x, %least unsigned : !cuda_tile.tile<2xi8>
  %r29 = mini %least, %x unsigned : !cuda_tile.tile<2xi8>
  %r30 = mini %x, %greatest unsigned : !cuda_tile.tile<2xi8>
  %r31 = mini %greatest, %x unsigned : !cuda_tile.tile<2xi8>
  %r32 = mini %x, %ones unsigned : !cuda_tile.tile<2xi8>
  %r33 = mini %ones, %x unsigned : !cuda_tile.tile<2xi8>
  %r34 = mini %x, %zero unsigned : !cuda_tile.tile<2xi8>
  %r35 = mini %zero, %x unsigned : !cuda_tile.tile<2xi8>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16,
    %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34,
    %r35) : (!cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>,
    !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>,
    !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>,
    !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>,
    !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>,
    !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>,
    !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>,
    !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>,
    !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>, !cuda_tile.tile<2xi8>) -> ()
)"},
    {"cuda-tile-simplify-min-max", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<2xi1>
  %least = constant <i1: -1> : !cuda_tile.tile<2xi1>
  %greatest = constant <i1: 0> : !cuda_tile.tile<2xi1>
  %ones = constant <i1: 1> : !cuda_tile.tile<2xi1>
  %zero = constant <i1: 0> : !cuda_tile.tile<2xi1>
  %r0 = maxi %x, %x signed : !cuda_tile.tile<2xi1>
  %r1 = maxi %x, %least signed : !cuda_tile.tile<2xi1>
  %r2 = maxi %least, %x signed : !cuda_tile.tile<2xi1>
  %r3 = maxi %x, %greatest signed : !cuda_tile.tile<2xi1>
  %r4 = maxi %greatest, %x signed : !cuda_tile.tile<2xi1>
  %r5 = maxi %x, %ones signed : !cuda_tile.tile<2xi1>
  %r6 = maxi %ones, %x signed : !cuda_tile.tile<2xi1>
  %r7 = maxi %x, %zero signed : !cuda_tile.tile<2xi1>
  %r8 = maxi %zero, %x signed : !cuda_tile.tile<2xi1>
  %r9 = maxi %x, %x unsigned : !cuda_tile.tile<2xi1>
  %r10 = maxi %x, %least unsigned : !cuda_tile.tile<2xi1>
  %r11 = maxi %least, %x unsigned : !cuda_tile.tile<2xi1>
  %r12 = maxi %x, %greatest unsigned : !cuda_tile.tile<2xi1>
  %r13 = maxi %greatest, %x unsigned : !cuda_tile.tile<2xi1>
  %r14 = maxi %x, %ones unsigned : !cuda_tile.tile<2xi1>
  %r15 = maxi %ones, %x unsigned : !cuda_tile.tile<2xi1>
  %r16 = maxi %x, %zero unsigned : !cuda_tile.tile<2xi1>
  %r17 = maxi %zero, %x unsigned : !cuda_tile.tile<2xi1>
  %r18 = mini %x, %x signed : !cuda_tile.tile<2xi1>
  %r19 = mini %x, %least signed : !cuda_tile.tile<2xi1>
  %r20 = mini %least, %x signed : !cuda_tile.tile<2xi1>
  %r21 = mini %x, %greatest signed : !cuda_tile.tile<2xi1>
  %r22 = mini %greatest, %x signed : !cuda_tile.tile<2xi1>
  %r23 = mini %x, %ones signed : !cuda_tile.tile<2xi1>
  %r24 = mini %ones, %x signed : !cuda_tile.tile<2xi1>
  %r25 = mini %x, %zero signed : !cuda_tile.tile<2xi1>
  %r26 = mini %zero, %x signed : !cuda_tile.tile<2xi1>
  %r27 = mini %x, %x unsigned : !cuda_tile.tile<2xi1>
  %r28 = mini %x, %least unsigned : !cuda_tile.tile<2xi1>
  %r29 = mini %least, %x unsigned : !cuda_tile.tile<2xi1>
  %r30 = mini %x, %greatest unsigned : !cuda_tile.tile<2xi1>
  %r31 = mini %greatest, %x unsigned : !cuda_tile.tile<2xi1>
  %r32 = mini %x, %ones unsigned : !cuda_tile.tile<2xi1>
  %r33 = mini %ones, %x unsigned : !cuda_tile.tile<2xi1>
  %r34 = mini %x, %zero unsigned : !cuda_tile.tile<2xi1>
  %r35 = mini %zero, %x unsigned : !cuda_tile.tile<2xi1>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16,
    %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29, %r30, %r31, %r32, %r33, %r34,
    %r35) : (!cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>,
    !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi1>) -> ()
)"},
    {"cuda-tile-simplify-convert", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<i8>
  %w = "tilefuzz.input"() {name = "w"} : () -> @T<i64>
  %esigned = exti %x signed : @T<i8> -> @T<i16>
  %esignedsigned = exti %esigned signed : @T<i16> -> @T<i32>
  %esignedunsigned = exti %esigned unsigned : @T<i16> -> @T<i32>
  %r3 = trunci %esigned : @T<i16> -> @T<i8>
  %r4 = trunci %esigned : @T<i16> -> @T<i1>
  %lsigned = exti %x signed : @T<i8> -> @T<i64>
  %r6 = trunci %lsigned : @T<i64> -> @T<i16>
  %eunsigned = exti %x unsigned : @T<i8> -> @T<i16>
  %eunsignedsigned = exti %eunsigned signed : @T<i16> -> @T<i32>
  %eunsignedunsigned = exti %eunsigned unsigned : @T<i16> -> @T<i32>
  %r10 = trunci %eunsigned : @T<i16> -> @T<i8>
  %r11 = trunci %eunsigned : @T<i16> -> @T<i1>
  %lunsigned = exti %x unsigned : @T<i8> -> @T<i64>
  %r13 = trunci %lunsigned : @T<i64> -> @T<i16>
  %m = trunci %w : @T<i64> -> @T<i32>
  %r15 = trunci %m : @T<i32> -> @T<i8>
  "tilefuzz.observe"(%esignedsigned, %esignedunsigned, %r3, %r4, %r6, %eunsignedsigned, %eunsignedunsigned,
    %r10, %r11, %r13, %r15) : (@T<i32>, @T<i32>, @T<i8>, @T<i1>, @T<i16>, @T<i32>, @T<i32>, @T<i8>, @T<i1>,
    @T<i16>, @T<i8>) -> ()
)"},
    {"cuda-tile-simplify-select", Elements::All, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %z = "tilefuzz.input"() {name = "z"} : () -> @T<$E>
  %true = constant <i1: true> : @T<i1>
  %false = constant <i1: false> : @T<i1>
  %n = xori %c, %true : @T<i1>
  %s = select %c, %x, %y : @T<i1>, @T<$E>
  %r2 = select %c, %x, %x : @T<i1>, @T<$E>
  %r3 = select %true, %x, %y : @T<i1>, @T<$E>
  %r4 = select %false, %x, %y : @T<i1>, @T<$E>
  %r5 = select %n, %x, %y : @T<i1>, @T<$E>
  %r6 = select %c, %s, %z : @T<i1>, @T<$E>
  %r7 = select %c, %z, %s : @T<i1>, @T<$E>
  %r8 = select %n, %s, %z : @T<i1>, @T<$E>
  %r9 = select %c, %true, %false : @T<i1>, @T<i1>
  %r10 = select %c, %false, %true : @T<i1>, @T<i1>
  "tilefuzz.observe"(%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>,
    @T<$E>, @T<$E>, @T<i1>, @T<i1>) -> ()
)"},
    {"cuda-tile-simplify-select", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %cequal = cmpi equal %x, %y, signed : @T<$E> -> @T<i1>
  %r1 = select %cequal, %x, %y : @T<i1>, @T<$E>
  %r2 = select %cequal, %y, %x : @T<i1>, @T<$E>
  %cnot_equal = cmpi not_equal %x, %y, signed : @T<$E> -> @T<i1>
  %r4 = select %cnot_equal, %x, %y : @T<i1>, @T<$E>
  %r5 = select %cnot_equal, %y, %x : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r1, %r2, %r4, %r5) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-simplify-select", Elements::Fixed, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<i1>>
  %true = constant <i1: true> : !cuda_tile.tile<i1>
  %false = constant <i1: false> : !cuda_tile.tile<i1>
  %n = xori %c, %true : !cuda_tile.tile<i1>
  %x, %t = load_ptr_tko weak %p, %n : tile<ptr<i1>>, tile<i1> -> tile<i1>, token
  %r0 = select %c, %true, %x : !cuda_tile.tile<i1>, !cuda_tile.tile<i1>
  %r1 = select %n, %x, %false : !cuda_tile.tile<i1>, !cuda_tile.tile<i1>
  "tilefuzz.observe"(%r0, %r1) : (!cuda_tile.tile<i1>, !cuda_tile.tile<i1>) -> ()
)"},
    {"cuda-tile-simplify-share", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %r0 = addi %x, %y overflow<no_signed_wrap> : @T<$E>
  %r1 = addi %y, %x : @T<$E>
  %r2 = shri %x, %y signed : @T<$E>
  %r3 = shri %x, %y signed : @T<$E>
  %r4 = shri %x, %y unsigned : @T<$E>
  "tilefuzz.observe"(%r0, %r1, %r2, %r3, %r4) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getExpressionTemplates() {
  return templates;
}
