//===- NearMissTemplates.cpp - What patterns almost match -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A pattern must leave these alone, or take a branch of its code for them that
// the other templates do not take: a wrong variant that matches too much is
// refuted on them.
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Patterns/TemplateBody.h"

using namespace tilefuzz;

using Elements = InstanceElements;
using Body = TemplateBody;

//===----------------------------------------------------------------------===//
// Selections
//===----------------------------------------------------------------------===//

static std::string ofOrdered() {
  Body body;
  return body.input("x")
      .input("y")
      .input("z")
      .compare("c", "less_than %x, %y, signed")
      .compare("e", "equal %x, %y, signed")
      .seeSelect("%c, %x, %y")
      .seeSelect("%e, %x, %z")
      .seeSelect("%e, %y, %z")
      .seeSelect("%e, %z, %z")
      .str();
}
/// +0 and -0 are equal, and NaN is not equal to itself.
static std::string ofComparedFloats() {
  Body body;
  body.input("x").input("y");
  for (std::string order : {"ordered", "unordered"})
    for (std::string predicate : {"equal", "not_equal"}) {
      std::string name = predicate + order;
      body.let(name, "cmpf " + predicate + " " + order + " %x, %y",
               body.tile() + " -> " + body.truth());
      body.seeSelect("%" + name + ", %x, %y")
          .seeSelect("%" + name + ", %y, %x");
    }
  return body.str();
}
static std::string almostEqualConstants(llvm::StringRef a, llvm::StringRef b) {
  Body body("$E", "2x");
  return body.input("c", body.truth())
      .input("z")
      .constant("x", a)
      .constant("y", b)
      .seeSelect("%c, %x, %y")
      .seeSelect("%c, %y, %x")
      .seeSelect("%c, %x, %z")
      .seeSelect("%c, %z, %x")
      .str();
}
static std::string almostNegated() {
  Body body("i16", "2x2x");
  std::string truth = body.truth();
  return body.input("p", truth)
      .input("x")
      .input("y")
      .lines("  %k = constant <i1: true> : !cuda_tile.tile<i1>\n"
             "  %l = reshape %k : !cuda_tile.tile<i1> -> "
             "!cuda_tile.tile<1x1xi1>\n"
             "  %s = broadcast %l : !cuda_tile.tile<1x1xi1> -> "
             "!cuda_tile.tile<2x2xi1>\n")
      .let("n", "xori %p, %s", truth)
      .let("m", "xori %s, %p", truth)
      .constant("false", "false", "i1")
      .let("same", "xori %p, %false", truth)
      .compare("e", "equal %x, %y, signed")
      .let("below", "cmpi less_than %p, %false, unsigned",
           truth + " -> " + truth)
      .seeSelect("%n, %x, %y")
      .seeSelect("%m, %x, %y")
      .seeSelect("%same, %x, %y")
      .seeSelect("%e, %x, %y")
      .seeSelect("%below, %x, %y")
      .str();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Of what there is: conditions c, d, values x, y, pointers p, q, tokens t, s.
static std::string branchesOf(llvm::StringRef code, llvm::StringRef seen = "") {
  Body body("i16", ".");
  for (const char *name : {"c", "d"})
    body.input(name, body.truth());
  for (const char *name : {"x", "y"})
    body.input(name);
  for (const char *name : {"p", "q"})
    body.input(name, body.tileOf("ptr<i16>"));
  for (const char *name : {"t", "s"})
    body.input(name, "!cuda_tile.token");
  body.lines(code);
  if (!seen.empty())
    body.observe(seen);
  return body.str();
}
static const char *const store =
    "store_ptr_tko weak %p, %x token=%t : tile<ptr<i16>>, tile<i16> -> token";
static const char *const otherStore =
    "store_ptr_tko weak %q, %y token=%t : tile<ptr<i16>>, tile<i16> -> token";

static std::string negatedWithoutElse() {
  return branchesOf("  %true = constant <i1: true> : tile<i1>\n"
                    "  %n = xori %c, %true : tile<i1>\n"
                    "  if %n {\n    %a = " +
                    std::string(store) + "\n  }\n");
}
static std::string oneSideReturns(bool isThen, llvm::StringRef condition) {
  std::string yields = "    yield %x : tile<i16>\n",
              leaves = "    %a = " + std::string(store) + "\n    return\n";
  return branchesOf("  %k = constant <i1: true> : tile<i1>\n  %r = if %" +
                        condition.str() + " -> (tile<i16>) {\n" +
                        (isThen ? leaves : yields) + "  } else {\n" +
                        (isThen ? yields : leaves) + "  }\n",
                    "r");
}
static std::string withoutResults() {
  return branchesOf("  if %c {\n    %a = " + std::string(store) +
                    "\n  } else {\n    %b = " + otherStore + "\n  }\n");
}
static std::string choosesTokens() {
  Body body("i16", ".");
  std::string token = "!cuda_tile.token";
  return body.input("c", body.truth())
      .input("x")
      .input("p", body.tileOf("ptr<i16>"))
      .input("t", token)
      .input("s", token)
      .lines("  %u = if %c -> (token) {\n    yield %t : token\n  } else {\n"
             "    yield %s : token\n  }\n"
             "  %w = store_ptr_tko weak %p, %x token=%u : tile<ptr<i16>>, "
             "tile<i16> -> token\n")
      .observe("w", token)
      .str();
}
static std::string singleElements() {
  Body body("i16", "1x");
  return body.input("c", "!cuda_tile.tile<i1>")
      .input("x")
      .input("y")
      .lines("  %r = if %c -> (tile<1xi16>) {\n    yield %x : tile<1xi16>\n"
             "  } else {\n    yield %y : tile<1xi16>\n  }\n")
      .observe("r")
      .str();
}
/// `select` takes none of these.
static std::string smallFloats() {
  Body body("f4E2M1FN", "2x");
  return body.input("c", "!cuda_tile.tile<i1>")
      .input("x")
      .input("y")
      .lines("  %r = if %c -> (tile<2xf4E2M1FN>) {\n"
             "    yield %x : tile<2xf4E2M1FN>\n  } else {\n"
             "    yield %y : tile<2xf4E2M1FN>\n  }\n")
      .observe("r")
      .str();
}
static std::string onlyFirstHasElse() {
  return branchesOf("  if %c {\n    %a = " + std::string(store) +
                    "\n  } else {\n    %b = " + otherStore +
                    "\n  }\n  if %c {\n    %a = " + otherStore + "\n  }\n");
}
static std::string onOtherCondition() {
  return branchesOf("  if %c {\n    %a = " + std::string(store) +
                    "\n  } else {\n    %b = " + otherStore +
                    "\n  }\n  if %d {\n    %a = " + otherStore +
                    "\n  } else {\n    %b = " + store + "\n  }\n");
}
/// The second condition is the first's negation, or the other way round.
static std::string onNegatedCondition(bool isFirst, bool hasElse) {
  std::string other = hasElse ? "  } else {\n    %b = " : "  }\n";
  auto branches = [&](const std::string &condition, const char *one,
                      const char *two) {
    return "  if %" + condition + " {\n    %a = " + one + "\n" + other +
           (hasElse ? two + std::string("\n  }\n") : std::string());
  };
  return branchesOf("  %true = constant <i1: true> : tile<i1>\n"
                    "  %n = xori %c, %true : tile<i1>\n" +
                    branches(isFirst ? "n" : "c", store, otherStore) +
                    branches(isFirst ? "c" : "n", otherStore, store));
}
static std::string nestedYields(llvm::StringRef inner, llvm::StringRef outer) {
  return branchesOf("  %k = constant <i16: 5> : tile<i16>\n"
                    "  %l = constant <i16: 6> : tile<i16>\n"
                    "  %r = if %c -> (tile<i16>) {\n"
                    "    %v = if %d -> (tile<i16>) {\n      %a = " +
                        std::string(store) +
                        "\n      yield %x : tile<i16>\n    } else {\n"
                        "      yield %" +
                        inner.str() +
                        " : tile<i16>\n    }\n    yield %v : tile<i16>\n"
                        "  } else {\n    yield %" +
                        outer.str() + " : tile<i16>\n  }\n",
                    "r");
}
/// Where the first condition holds and the second does not, the token is the
/// inner else's.
static std::string nestedTokens(llvm::StringRef inner, llvm::StringRef outer) {
  std::string after = "  %w = store_ptr_tko weak %q, %y token=%r : "
                      "tile<ptr<i16>>, tile<i16> -> token\n";
  Body body("i16", ".");
  std::string token = "!cuda_tile.token";
  for (const char *name : {"c", "d"})
    body.input(name, body.truth());
  for (const char *name : {"x", "y"})
    body.input(name);
  for (const char *name : {"p", "q"})
    body.input(name, body.tileOf("ptr<i16>"));
  for (const char *name : {"t", "s"})
    body.input(name, token);
  return body
      .lines("  %r = if %c -> (token) {\n    %v = if %d -> (token) {\n"
             "      %a = " +
             std::string(store) +
             "\n      yield %a : token\n    } else {\n      yield %" +
             inner.str() +
             " : token\n    }\n    yield %v : token\n  } else {\n    yield %" +
             outer.str() + " : token\n  }\n" + after)
      .observe("w", token)
      .str();
}
static std::string nestedWithoutInnerElse() {
  return branchesOf("  if %c {\n    if %d {\n      %a = " + std::string(store) +
                    "\n    }\n  } else {\n  }\n");
}
/// What the inner else does has no place in one branch.
static std::string nestedWithEffects(bool isFirstStore) {
  const char *one = isFirstStore ? store : otherStore;
  const char *two = isFirstStore ? otherStore : store;
  return branchesOf("  if %c {\n    if %d {\n      %a = " + std::string(one) +
                    "\n    } else {\n      %b = " + two + "\n    }\n  }\n");
}
/// What a token stands for is in one branch; it is from before in the other.
static std::string tokenOfOneBranch(bool isThen) {
  Body body("i16", ".");
  std::string token = "!cuda_tile.token";
  std::string before = "    yield %t : token\n",
              inside = "    %a = store_ptr_tko weak %p, %x token=%t : "
                       "tile<ptr<i16>>, tile<i16> -> token\n"
                       "    yield %a : token\n";
  return body.input("c", body.truth())
      .input("x")
      .input("y")
      .input("p", body.tileOf("ptr<i16>"))
      .input("t", token)
      .lines("  %u = if %c -> (token) {\n" + (isThen ? inside : before) +
             "  } else {\n" + (isThen ? before : inside) +
             "  }\n"
             "  %w = store_ptr_tko weak %p, %y token=%u : tile<ptr<i16>>, "
             "tile<i16> -> token\n")
      .observe("w", token)
      .str();
}
static std::string nestedReturns() {
  return branchesOf("  if %c {\n    if %d {\n      %a = " + std::string(store) +
                    "\n      return\n    }\n  }\n  %b = " + otherStore + "\n");
}
/// More operations than are looked through.
static std::string nestedOnLongChain() {
  std::string code = "  %b0, %b1, %b2 = get_tile_block_id : tile<i32>\n"
                     "  %e0 = cmpi equal %b0, %b1, signed : tile<i32> -> "
                     "tile<i1>\n"
                     "  %e1 = cmpi equal %b1, %b2, signed : tile<i32> -> "
                     "tile<i1>\n";
  for (unsigned i = 1; i <= 17; ++i)
    code += "  %e" + std::to_string(i + 1) + " = xori %e" + std::to_string(i) +
            ", %e" + std::to_string(i - 1) + " : tile<i1>\n";
  return branchesOf(code + "  if %c {\n    if %e18 {\n      %a = " + store +
                    "\n    }\n  }\n");
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// On either side of the width of each type, and of what is not the width.
static std::string shiftsByConstants(llvm::StringRef element, unsigned width) {
  Body body(element, ".");
  body.input("x");
  for (unsigned by : {0u, 1u, 7u, 8u, 9u, 15u, 16u, 17u, 30u, 31u, 32u, 33u,
                      63u, 64u, 65u, 127u}) {
    if (by > width + 1)
      continue;
    std::string name = "k" + std::to_string(by);
    body.constant(name, std::to_string(by)).see("shli %x, %" + name);
    for (const char *sign : {" signed", " unsigned"})
      body.see("shri %x, %" + name + sign);
  }
  return body.str();
}
static std::string orderedSums() {
  Body body;
  body.input("x").constant("k", "1").constant("l", "-1");
  body.let("a", "addi %x, %k").let("b", "xori %x, %k");
  for (std::string predicate : {"less_than", "less_than_or_equal",
                                "greater_than", "greater_than_or_equal"})
    for (std::string sign : {"signed", "unsigned"})
      for (const char *operands : {" %a, %l, ", " %b, %l, ", " %l, %a, "})
        body.seeCompare(predicate + operands + sign);
  return body.str();
}
/// (a - b) + b beside constants and other terms, in any order.
static std::string sumsOfDifferences() {
  Body body;
  return body.input("x")
      .input("y")
      .input("z")
      .constant("k", "1")
      .let("d", "subi %x, %y")
      .let("e", "addi %y, %k")
      .let("f", "addi %y, %z")
      .let("g", "addi %d, %k")
      .see("addi %d, %e")
      .see("addi %e, %d")
      .see("addi %d, %f")
      .see("addi %g, %y")
      .see("addi %g, %e")
      .str();
}
static std::string negationsOfThree() {
  Body body("i8");
  std::string truth = body.truth();
  body.input("x").input("y").input("z").input("u", truth);
  body.constant("true", "true", "i1");
  body.compare("a", "less_than %x, %y, signed")
      .compare("b", "less_than %y, %z, unsigned")
      .compare("c", "equal %x, %z, signed");
  for (std::string operation : {"andi", "ori"}) {
    std::string two = operation + "2", three = operation + "3";
    body.let(two, operation + " %a, %b", truth)
        .let(three, operation + " %" + two + ", %c", truth)
        .let(operation + "u", operation + " %a, %u", truth)
        .see("xori %" + three + ", %true", truth)
        .see("xori %" + operation + "u, %true", truth);
  }
  return body.let("p", "xori %a, %u", truth)
      .see("xori %p, %true", truth)
      .see("xori %true, %true", truth)
      .str();
}
static std::string extendedTruths() {
  Body body("i1", "2x");
  body.constant("c", "[true, false]").constant("t", "true");
  for (const char *to : {"i8", "i32"})
    for (const char *operand : {"%c", "%t"})
      for (const char *sign : {"signed", "unsigned"})
        body.see(std::string("exti ") + operand + " " + sign,
                 body.truth() + " -> " + body.tileOf(to), body.tileOf(to));
  return body.str();
}

/// Of types without constants, of floats, and of more elements than are
/// computed.
static std::string constantsThatStay() {
  Body body("f32", "2x");
  std::string large = "!cuda_tile.tile<2048xi8>", list;
  for (unsigned i = 0; i < 2048; ++i)
    list += (i ? ", " : "") + std::to_string(i % 100);
  return body.constant("c", "[true, false]", "i1")
      .constant("x", "[1.0, -0.0]")
      .constant("y", "[0.0, 2.0]")
      .constant("b", "[7, -8]", "i8")
      .lines("  %l = constant <i8: [" + list + "]> : " + large + "\n")
      .seeSelect("%c, %x, %y")
      .see("trunci %b", body.tileOf("i8") + " -> " + body.tileOf("i4"),
           body.tileOf("i4"))
      .see("addi %l, %l", large)
      .str();
}
static std::string selectionsOfOrdered() {
  Body body;
  return body.input("x")
      .input("y")
      .compare("c", "less_than %x, %y, signed")
      .seeSelect("%c, %x, %y")
      .seeSelect("%c, %y, %x")
      .str();
}
/// What a branch computes is not there behind it.
static std::string sharedInBranch() {
  Body body("i16", ".");
  return body.input("c", body.truth())
      .input("x")
      .input("y")
      .input("p", body.tileOf("ptr<i16>"))
      .lines("  if %c {\n    %s = addi %x, %y : tile<i16>\n"
             "    %a = store_ptr_tko weak %p, %s : tile<ptr<i16>>, tile<i16> "
             "-> token\n  }\n")
      .see("addi %x, %y")
      .str();
}

//===----------------------------------------------------------------------===//
// nv_tileaa
//===----------------------------------------------------------------------===//

static const char *const usedPointer = R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i16, 1>
  %b = "tilefuzz.input"() {name = "b"} : () -> i32
  %k = arith.constant 3 : i32
  %l = arith.constant -1 : i32
  %q = nv_tileaa.addptr %p, %k : !nv_tileaa.ptr<i16, 1>, i32
  %r = nv_tileaa.addptr %q, %l : !nv_tileaa.ptr<i16, 1>, i32
  %s = nv_tileaa.addptr %q, %b : !nv_tileaa.ptr<i16, 1>, i32
  "tilefuzz.observe"(%q, %r, %s) : (!nv_tileaa.ptr<i16, 1>, !nv_tileaa.ptr<i16, 1>, !nv_tileaa.ptr<i16, 1>) -> ()
)";
/// Negative zeros alone add up to one.
static const char *const negativeZeros = R"(
  %x = arith.constant dense<-0.0> : tensor<1x1xf32>
  %y = arith.constant dense<1.0> : tensor<1x1xf32>
  %c = arith.constant dense<-0.0> : tensor<1x1xf32>
  %a = nv_tileaa.dot %x, %y, %c : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  "tilefuzz.observe"(%a) : (tensor<1x1xf32>) -> ()
)";
/// Batches with other operands, signs and sums.
static const char *const batches = R"(
  %x = arith.constant dense<[[[1, -2]], [[3, 127]]]> : tensor<2x1x2xi8>
  %y = arith.constant dense<[[[5], [-7]], [[11], [-128]]]> : tensor<2x2x1xi8>
  %c = arith.constant dense<[[[100]], [[-1]]]> : tensor<2x1x1xi32>
  %s = nv_tileaa.dot %x, %y, %c {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<signed>} : (tensor<2x1x2xi8>, tensor<2x2x1xi8>, tensor<2x1x1xi32>) -> tensor<2x1x1xi32>
  %u = nv_tileaa.dot %x, %y, %c {signedness_a = #nv_tileaa.signedness<unsigned>, signedness_b = #nv_tileaa.signedness<unsigned>} : (tensor<2x1x2xi8>, tensor<2x2x1xi8>, tensor<2x1x1xi32>) -> tensor<2x1x1xi32>
  "tilefuzz.observe"(%s, %u) : (tensor<2x1x1xi32>, tensor<2x1x1xi32>) -> ()
)";

/// Constants that are alike at their ends, or but for one place.
static std::string almostUniform(llvm::StringRef operation,
                                 llvm::StringRef from, llvm::StringRef to) {
  std::string code, names, types;
  unsigned next = 0;
  for (const char *elements :
       {"1, 2, 3, 1", "1, 1, 2, 1", "1, 1, 1, 2", "2, 1, 1, 1", "1, 2, 1, 2"}) {
    std::string i = std::to_string(next++);
    std::string list = from.starts_with("4x")
                           ? "[" + std::string(elements) + "]"
                           : "[[" + std::string(elements) + "]]";
    code += "  %d" + i + " = arith.constant dense<" + list + "> : tensor<" +
            from.str() + "i16>\n  %r" + i + " = nv_tileaa." +
            operation.split(' ').first.str() + " %d" + i +
            operation.substr(operation.split(' ').first.size()).str() +
            " : tensor<" + from.str() + "i16> -> tensor<" + to.str() + "i16>\n";
    names += (next > 1 ? ", %r" : "%r") + i;
    types += (next > 1 ? ", tensor<" : "tensor<") + to.str() + "i16>";
  }
  return "\n" + code + "  \"tilefuzz.observe\"(" + names + ") : (" + types +
         ") -> ()\n";
}
/// Of each axis of a tile of rank 3.
static std::string elementOfExpanded(unsigned axis) {
  std::string indices[] = {"%i", "%j"}, list, shape;
  unsigned next = 0;
  for (unsigned k = 0; k < 3; ++k) {
    std::string index = k == axis ? "%k" : indices[next];
    shape += k == axis ? "1x" : next++ ? "4x" : "2x";
    list += (k ? ", " : "") + index;
  }
  std::string code;
  for (const char *name : {"i", "j", "k"})
    code += "  %" + std::string(name) + " = \"tilefuzz.input\"() {name = \"" +
            name + "\"} : () -> i32\n";
  return "\n  %x = \"tilefuzz.input\"() {name = \"x\"} : () -> "
         "tensor<2x4x$E>\n" +
         code +
         "  %e = nv_tileaa.expand_dims %x {axis = " + std::to_string(axis) +
         " : i32} : tensor<2x4x$E> -> tensor<" + shape +
         "$E>\n  %r = nv_tileaa.extract %e[" + list + "] : tensor<" + shape +
         "$E>, i32, i32, i32 -> $E\n"
         "  \"tilefuzz.observe\"(%r) : ($E) -> ()\n";
}

/// Says something of each second element.
static const char *const assumedBlocks = R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> i32
  %s = nv_tileaa.splat %x : i32 -> tensor<4xi32>
  %a = nv_tileaa.assume #nv_tileaa.div_by<4, every = 2, along = 0>, %s : tensor<4xi32>
  "tilefuzz.observe"(%a) : (tensor<4xi32>) -> ()
)";

/// `other` stands for what is beyond the memref, too.
static const char *const beyondMemref = R"(
  %all = arith.constant dense<true> : tensor<2xi1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %i = "tilefuzz.input"() {name = "i"} : () -> tensor<2xi32>
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x$E>
  %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<$E, 1> -> !nv_tileaa.memref<3x$E, strides = [1], 1>
  %v, %u = nv_tileaa.load %m[%i] mask %all other %x : (!nv_tileaa.memref<3x$E, strides = [1], 1>, tensor<2xi32>, tensor<2xi1>, tensor<2x$E>) -> (tensor<2x$E>, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%v) : (tensor<2x$E>) -> ()
)";
/// Indices of a narrow type that need its top bit.
static const char *const upperIndices = R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<384xi8>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %o = arith.constant 1 : i8
  %s = nv_tileaa.extract_slice %x[%o] strides = [1] : tensor<384xi8>, i8 -> tensor<256xi8>
  %r = nv_tileaa.extract %s[%i] : tensor<256xi8>, i8 -> i8
  "tilefuzz.observe"(%r) : (i8) -> ()
)";

static std::vector<MadeTemplate> makeTemplates() {
  const auto fixed = Elements::Fixed;
  return {
      {"cuda-tile-select-of-compare", Elements::Integers, ofOrdered()},
      {"cuda-tile-select-of-compare", Elements::Floats, ofComparedFloats()},
      {"cuda-tile-select-replace-identical", Elements::Floats,
       almostEqualConstants("[0.0, 1.0]", "[-0.0, 1.0]")},
      {"cuda-tile-select-replace-identical", Elements::Floats,
       almostEqualConstants("0.0", "-0.0")},
      {"cuda-tile-select-inverse-condition", fixed, almostNegated()},
      {"cuda-tile-if-negated-condition", fixed, negatedWithoutElse()},
      {"cuda-tile-if-replace-yield-with-value", fixed,
       oneSideReturns(true, "c")},
      {"cuda-tile-if-replace-yield-with-value", fixed,
       oneSideReturns(false, "c")},
      {"cuda-tile-if-replace-yield-with-value", fixed, tokenOfOneBranch(true)},
      {"cuda-tile-if-replace-yield-with-value", fixed, tokenOfOneBranch(false)},
      {"cuda-tile-if-constant-condition", fixed, oneSideReturns(true, "k")},
      {"cuda-tile-if-constant-condition", fixed, oneSideReturns(false, "k")},
      {"cuda-tile-if-convert-to-select", fixed, oneSideReturns(true, "c")},
      {"cuda-tile-if-convert-to-select", fixed, oneSideReturns(false, "c")},
      {"cuda-tile-if-convert-to-select", fixed, withoutResults()},
      {"cuda-tile-if-convert-to-select", fixed, choosesTokens()},
      {"cuda-tile-if-convert-to-select", fixed, singleElements()},
      {"cuda-tile-if-empty-else", fixed, choosesTokens()},
      {"cuda-tile-if-combine", fixed, onlyFirstHasElse()},
      {"cuda-tile-if-combine", fixed, onOtherCondition()},
      {"cuda-tile-if-combine", fixed, onNegatedCondition(true, true)},
      {"cuda-tile-if-combine", fixed, onNegatedCondition(false, true)},
      {"cuda-tile-if-combine", fixed, onNegatedCondition(false, false)},
      {"cuda-tile-if-combine-nested", fixed, nestedYields("k", "y")},
      {"cuda-tile-if-combine-nested", fixed, nestedYields("y", "k")},
      {"cuda-tile-if-combine-nested", fixed, nestedYields("k", "l")},
      {"cuda-tile-if-combine-nested", fixed, nestedTokens("t", "s")},
      {"cuda-tile-if-combine-nested", fixed, nestedTokens("s", "t")},
      {"cuda-tile-if-combine-nested", fixed, nestedTokens("t", "t")},
      {"cuda-tile-if-combine-nested", fixed, nestedWithoutInnerElse()},
      {"cuda-tile-if-combine-nested", fixed, nestedWithEffects(true)},
      {"cuda-tile-if-combine-nested", fixed, nestedWithEffects(false)},
      {"cuda-tile-if-combine-nested", fixed, nestedReturns()},
      {"cuda-tile-if-combine-nested", fixed, nestedOnLongChain()},
      {"cuda-tile-simplify-sum", Elements::Integers, sumsOfDifferences()},
      {"cuda-tile-simplify-shift", fixed, shiftsByConstants("i8", 8)},
      {"cuda-tile-simplify-shift", fixed, shiftsByConstants("i16", 16)},
      {"cuda-tile-simplify-shift", fixed, shiftsByConstants("i32", 32)},
      {"cuda-tile-simplify-shift", fixed, shiftsByConstants("i64", 64)},
      {"cuda-tile-simplify-compare", Elements::Integers, orderedSums()},
      {"cuda-tile-simplify-negation", fixed, negationsOfThree()},
      {"cuda-tile-simplify-constants", fixed, extendedTruths()},
      {"cuda-tile-simplify-constants", fixed, constantsThatStay()},
      {"cuda-tile-simplify-select", Elements::Integers, selectionsOfOrdered()},
      {"cuda-tile-simplify-share", fixed, sharedInBranch()},
      {"cuda-tile-if-convert-to-select", fixed, smallFloats()},
      {"tileaa-masked-load", Elements::Memory, beyondMemref},
      {"tileaa-extract-of-slice", fixed, upperIndices},
      {"tileaa-addptr-chain", fixed, usedPointer},
      {"tileaa-assume-of-splat", fixed, assumedBlocks},
      {"tileaa-dot-constants", fixed, batches},
      {"tileaa-dot-constants", fixed, negativeZeros},
      {"tileaa-view-of-splat", fixed, almostUniform("view", "4x", "2x2x")},
      {"tileaa-broadcast-of-splat", fixed,
       almostUniform("broadcast", "1x4x", "2x4x")},
      {"tileaa-expand-dims-of-splat", fixed,
       almostUniform("expand_dims {axis = 0 : i32}", "4x", "1x4x")},
      {"tileaa-extract-of-expand-dims", Elements::Memory, elementOfExpanded(1)},
      {"tileaa-extract-of-expand-dims", Elements::Memory, elementOfExpanded(2)},
  };
}

llvm::ArrayRef<PatternTemplate> tilefuzz::getNearMissTemplates() {
  static const std::vector<MadeTemplate> made = makeTemplates();
  static const std::vector<PatternTemplate> templates = [] {
    std::vector<PatternTemplate> all = toTemplates(made);
    llvm::append_range(all, getCompositionTemplates());
    llvm::append_range(all, getTileAARewriteNearMisses());
    llvm::append_range(all, getTileAAMotionNearMisses());
    llvm::append_range(all, getOptimizerNearMisses());
    return all;
  }();
  return templates;
}
