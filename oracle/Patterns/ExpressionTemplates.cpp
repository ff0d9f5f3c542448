//===- ExpressionTemplates.cpp - Rules of the expression simplifier -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Patterns/TemplateBody.h"

using namespace tilefuzz;

using Elements = InstanceElements;
using Body = TemplateBody;

static const char *const predicates[] = {
    "equal",        "not_equal",
    "less_than",    "less_than_or_equal",
    "greater_than", "greater_than_or_equal"};
static const char *const signs[] = {"signed", "unsigned"};

/// `f(predicate, sign)` for all of them.
template <typename F> static void forComparisons(F f) {
  for (std::string predicate : predicates)
    for (std::string sign : signs)
      f(predicate, sign);
}
/// The integer operations of two operands, but for divisions.
static void seeOperations(Body &body, const std::string &operands) {
  for (const char *operation :
       {"addi ", "subi ", "muli ", "andi ", "ori ", "xori ", "shli "})
    body.see(operation + operands);
  for (const char *operation : {"shri ", "maxi ", "mini "})
    for (std::string sign : signs)
      body.see(operation + operands + " " + sign);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static std::string constants() {
  Body body;
  body.constant("a", "-1").constant("b", "1");
  seeOperations(body, "%a, %b");
  forComparisons([&](const std::string &predicate, const std::string &sign) {
    body.seeCompare(predicate + " %a, %b, " + sign);
  });
  return body.str();
}
static std::string unequalConstants() {
  Body body("i8", "4x");
  std::string wide = body.tileOf("i16"), narrow = body.tile();
  body.constant("a", "[-128, 127, -1, 5]").constant("b", "[8, 7, -1, 0]");
  body.constant("c", "[true, false, false, true]", "i1");
  body.constant("w", "[-32768, 255, 256, 127]", "i16");
  seeOperations(body, "%a, %b");
  body.seeSelect("%c, %a, %b");
  for (std::string sign : signs)
    body.see("exti %a " + sign, narrow + " -> " + wide, wide);
  body.see("trunci %w", wide + " -> " + narrow, narrow);
  return body.str();
}

//===----------------------------------------------------------------------===//
// Truth values and bits
//===----------------------------------------------------------------------===//

static std::string negatedComparisons() {
  Body body;
  body.input("x").input("y").constant("true", "true", "i1");
  forComparisons([&](const std::string &predicate, const std::string &sign) {
    std::string name = predicate + sign;
    body.compare(name, predicate + " %x, %y, " + sign);
    body.see("xori %" + name + ", %true", body.truth());
  });
  return body.str();
}
static std::string negatedLogic() {
  Body body("i8");
  std::string truth = body.truth();
  return body.input("x", truth)
      .input("y", truth)
      .input("z")
      .constant("true", "true", "i1")
      .let("n", "xori %x, %true", truth)
      .compare("c", "less_than %z, %z, signed")
      .let("a", "andi %n, %c", truth)
      .let("o", "ori %c, %n", truth)
      .see("xori %a, %true", truth)
      .see("xori %true, %o", truth)
      .str();
}
static std::string andOr() {
  Body body;
  body.input("x").input("y").constant("zero", "0").constant("ones", "-1");
  body.let("n", "xori %x, %ones")
      .let("xy", "andi %x, %y")
      .let("oxy", "ori %y, %x")
      .let("exy", "xori %x, %y");
  for (const char *code :
       {"andi %x, %x", "ori %y, %y", "andi %x, %zero", "andi %ones, %x",
        "ori %zero, %x", "ori %x, %ones", "andi %n, %x", "ori %x, %n",
        "andi %xy, %x", "ori %oxy, %y", "andi %x, %oxy", "ori %xy, %y",
        "andi %xy, %xy", "andi %x, %exy", "ori %exy, %y"})
    body.see(code);
  return body.str();
}
static std::string exclusiveOr() {
  Body body;
  body.input("x").input("y").constant("zero", "0").let("xy", "xori %x, %y");
  for (const char *code :
       {"xori %x, %x", "xori %x, %zero", "xori %xy, %x", "xori %y, %xy"})
    body.see(code);
  return body.str();
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static std::string comparisons() {
  Body body;
  body.input("x").constant("k", "1").constant("l", "0");
  forComparisons([&](const std::string &predicate, const std::string &sign) {
    for (const char *operands : {" %x, %x, ", " %k, %x, ", " %x, %l, "})
      body.seeCompare(predicate + operands + sign);
  });
  return body.str();
}
/// With the least and the greatest signed number, and all ones.
static std::string comparisonsWithBounds(llvm::StringRef element,
                                         llvm::StringRef least,
                                         llvm::StringRef greatest,
                                         llvm::StringRef ones) {
  Body body(element, "2x");
  body.input("x")
      .constant("least", least)
      .constant("greatest", greatest)
      .constant("ones", ones);
  forComparisons([&](const std::string &predicate, const std::string &sign) {
    for (const char *bound : {"least", "greatest", "ones"})
      body.seeCompare(predicate + " %x, %" + bound + ", " + sign);
  });
  return body.str();
}
/// A constant in a sum or an exclusive or against another one, of those around
/// which the order of numbers begins and ends.
static std::string comparisonsOfMoved(llvm::StringRef element,
                                      llvm::StringRef least,
                                      llvm::StringRef greatest) {
  Body body(element, "2x");
  body.input("x").constant("one", "1").constant("ones", "-1");
  body.constant("least", least).constant("greatest", greatest);
  for (std::string moved : {"one", "ones", "least", "greatest"})
    for (std::string operation : {"addi", "xori"}) {
      std::string name = operation + moved;
      body.let(name, operation + " %x, %" + moved);
      for (std::string predicate : {"less_than", "greater_than_or_equal"})
        for (std::string sign : signs)
          for (const char *bound : {"one", "ones"})
            body.seeCompare(predicate + " %" + name + ", %" + bound + ", " +
                            sign);
    }
  return body.str();
}
static std::string comparisonsOfSums() {
  Body body;
  body.input("x").input("y").constant("k", "1").constant("l", "-1");
  body.let("a", "addi %x, %k").let("b", "xori %x, %k").let("c", "addi %y, %a");
  for (std::string operand : {"%a", "%b", "%c"})
    for (std::string predicate : {"equal ", "not_equal "})
      body.seeCompare(predicate + operand + ", %l, signed");
  return body.str();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static std::string sums() {
  Body body;
  body.input("x").input("y").constant("zero", "0").constant("k", "1");
  body.let("s", "addi %x, %y").let("d", "subi %x, %y");
  for (const char *code :
       {"addi %x, %zero", "subi %x, %zero", "subi %x, %x", "subi %x, %k",
        "subi %s, %y", "subi %x, %d", "addi %d, %y", "addi %y, %d"})
    body.see(code);
  return body.str();
}
static std::string sumsWithPromises() {
  return Body()
      .input("x")
      .input("y")
      .constant("k", "1")
      .let("s", "addi %x, %y overflow<no_signed_wrap>")
      .see("subi %s, %y overflow<no_wrap>")
      .see("subi %x, %k overflow<no_unsigned_wrap>")
      .str();
}
static std::string products() {
  Body body;
  body.input("x").constant("zero", "0").constant("k", "1");
  for (const char *code :
       {"muli %x, %zero", "muli %zero, %x overflow<no_unsigned_wrap>",
        "muli %x, %k", "muli %k, %x overflow<no_unsigned_wrap>"})
    body.see(code);
  return body.str();
}
static std::string shifts() {
  Body body;
  body.input("x").constant("zero", "0").constant("many", "-1");
  for (std::string operands : {"%x, %zero", "%zero, %x", "%x, %many"}) {
    body.see("shli " + operands);
    for (const char *sign : signs)
      body.see("shri " + operands + " " + sign);
  }
  return body.str();
}
static std::string minMax(llvm::StringRef element, llvm::StringRef least,
                          llvm::StringRef greatest, llvm::StringRef ones) {
  Body body(element, "2x");
  body.input("x")
      .constant("least", least)
      .constant("greatest", greatest)
      .constant("ones", ones)
      .constant("zero", "0");
  for (std::string operation : {"maxi ", "mini "})
    for (std::string sign : signs) {
      body.see(operation + "%x, %x " + sign);
      for (std::string bound : {"%least", "%greatest", "%ones", "%zero"}) {
        body.see(operation + "%x, " + bound + " " + sign);
        body.see(operation + bound + ", %x " + sign);
      }
    }
  return body.str();
}
/// With the ends of the narrower types, which are numbers like others.
static std::string minMaxOfNarrower(unsigned width) {
  Body body("i" + std::to_string(width), "2x");
  body.input("x");
  for (std::string operation : {"maxi ", "mini "})
    for (unsigned narrow = 8; narrow <= width; narrow *= 2) {
      int64_t least = llvm::minIntN(narrow), greatest = llvm::maxIntN(narrow);
      llvm::SmallVector<int64_t, 3> bounds = {least, greatest};
      if (narrow < width)
        bounds.push_back(2 * greatest + 1);
      unsigned next = 0;
      for (int64_t bound : bounds) {
        std::string name = operation.substr(0, 4) + std::to_string(narrow) +
                           "_" + std::to_string(next++);
        body.constant(name, std::to_string(bound));
        for (std::string sign : signs)
          body.see(operation + "%x, %" + name + " " + sign);
      }
    }
  return body.str();
}
/// From each width to each, through each between or beyond.
static std::string conversionsOfWidths() {
  Body body("i8");
  static const unsigned widths[] = {1, 8, 16, 64};
  auto type = [&](unsigned width) {
    return body.tileOf("i" + std::to_string(width));
  };
  for (unsigned from : widths) {
    std::string x = "x" + std::to_string(from);
    body.input(x, type(from));
    for (unsigned middle : widths)
      for (std::string sign : signs) {
        if (middle <= from)
          continue;
        std::string inner = x + "_" + std::to_string(middle) + sign;
        body.let(inner, "exti %" + x + " " + sign,
                 type(from) + " -> " + type(middle));
        for (unsigned to : widths) {
          std::string types = type(middle) + " -> " + type(to);
          if (to > middle)
            for (std::string again : signs)
              body.see("exti %" + inner + " " + again, types, type(to));
          if (to < middle)
            body.see("trunci %" + inner, types, type(to));
        }
      }
  }
  return body.str();
}
static std::string conversions() {
  Body body("i8");
  auto convert = [&](const char *from, const char *to) {
    return body.tileOf(from) + " -> " + body.tileOf(to);
  };
  body.input("x").input("w", body.tileOf("i64"));
  for (std::string sign : signs) {
    body.let("e" + sign, "exti %x " + sign, convert("i8", "i16"));
    for (const char *again : signs)
      body.see("exti %e" + sign + " " + again, convert("i16", "i32"),
               body.tileOf("i32"));
    body.see("trunci %e" + sign, convert("i16", "i8"), body.tile());
    body.see("trunci %e" + sign, convert("i16", "i1"), body.truth());
    body.let("l" + sign, "exti %x " + sign, convert("i8", "i64"));
    body.see("trunci %l" + sign, convert("i64", "i16"), body.tileOf("i16"));
  }
  return body.let("m", "trunci %w", convert("i64", "i32"))
      .see("trunci %m", convert("i32", "i8"), body.tile())
      .str();
}

//===----------------------------------------------------------------------===//
// Selections, shared values
//===----------------------------------------------------------------------===//

static std::string selections() {
  Body body;
  std::string truth = body.truth();
  body.input("c", truth).input("x").input("y").input("z");
  body.constant("true", "true", "i1").constant("false", "false", "i1");
  body.let("n", "xori %c, %true", truth)
      .let("s", "select %c, %x, %y", truth + ", " + body.tile());
  for (const char *operands :
       {"%c, %x, %x", "%true, %x, %y", "%false, %x, %y", "%n, %x, %y",
        "%c, %s, %z", "%c, %z, %s", "%n, %s, %z"})
    body.seeSelect(operands);
  for (const char *code :
       {"select %c, %true, %false", "select %c, %false, %true"})
    body.see(code, truth + ", " + truth, truth);
  return body.str();
}
static std::string selectionsOfCompared() {
  Body body;
  body.input("x").input("y");
  for (std::string predicate : {"equal", "not_equal"}) {
    body.compare(predicate, predicate + " %x, %y, signed");
    body.seeSelect("%" + predicate + ", %x, %y");
    body.seeSelect("%" + predicate + ", %y, %x");
  }
  return body.str();
}
/// The arm that is not taken is unspecified.
static std::string selectionsOfLoaded() {
  Body body("i1", ".");
  std::string both = body.tile() + ", " + body.tile();
  return body.input("c")
      .input("p", body.tileOf("ptr<i1>"))
      .constant("true", "true")
      .constant("false", "false")
      .let("n", "xori %c, %true")
      .lines("  %x, %t = load_ptr_tko weak %p, %n : tile<ptr<i1>>, tile<i1> -> "
             "tile<i1>, token\n")
      .see("select %c, %true, %x", both, body.tile())
      .see("select %n, %x, %false", both, body.tile())
      .str();
}
static std::string shared() {
  Body body;
  body.input("x").input("y");
  for (const char *code :
       {"addi %x, %y overflow<no_signed_wrap>", "addi %y, %x",
        "shri %x, %y signed", "shri %x, %y signed", "shri %x, %y unsigned"})
    body.see(code);
  return body.str();
}

llvm::ArrayRef<PatternTemplate> tilefuzz::getExpressionTemplates() {
  static const std::vector<MadeTemplate> made = {
      {"cuda-tile-simplify-constants", Elements::Integers, constants()},
      {"cuda-tile-simplify-constants", Elements::Fixed, unequalConstants()},
      {"cuda-tile-simplify-negation", Elements::Integers, negatedComparisons()},
      {"cuda-tile-simplify-negation", Elements::Fixed, negatedLogic()},
      {"cuda-tile-simplify-and-or", Elements::Integers, andOr()},
      {"cuda-tile-simplify-xor", Elements::Integers, exclusiveOr()},
      {"cuda-tile-simplify-compare", Elements::Integers, comparisons()},
      {"cuda-tile-simplify-compare", Elements::Fixed,
       comparisonsWithBounds("i8", "-128", "127", "-1")},
      {"cuda-tile-simplify-compare", Elements::Fixed,
       comparisonsWithBounds("i64", "-9223372036854775808",
                             "9223372036854775807", "-1")},
      {"cuda-tile-simplify-compare", Elements::Fixed,
       comparisonsWithBounds("i1", "-1", "0", "1")},
      {"cuda-tile-simplify-compare", Elements::Integers, comparisonsOfSums()},
      {"cuda-tile-simplify-compare", Elements::Fixed,
       comparisonsOfMoved("i8", "-128", "127")},
      {"cuda-tile-simplify-compare", Elements::Fixed,
       comparisonsOfMoved("i32", "-2147483648", "2147483647")},
      {"cuda-tile-simplify-sum", Elements::Integers, sums()},
      {"cuda-tile-simplify-sum", Elements::Integers, sumsWithPromises()},
      {"cuda-tile-simplify-product", Elements::Integers, products()},
      {"cuda-tile-simplify-shift", Elements::Integers, shifts()},
      {"cuda-tile-simplify-min-max", Elements::Fixed,
       minMax("i8", "-128", "127", "-1")},
      {"cuda-tile-simplify-min-max", Elements::Fixed,
       minMax("i1", "-1", "0", "1")},
      {"cuda-tile-simplify-min-max", Elements::Fixed, minMaxOfNarrower(16)},
      {"cuda-tile-simplify-min-max", Elements::Fixed, minMaxOfNarrower(64)},
      {"cuda-tile-simplify-convert", Elements::Fixed, conversions()},
      {"cuda-tile-simplify-convert", Elements::Fixed, conversionsOfWidths()},
      {"cuda-tile-simplify-select", Elements::All, selections()},
      {"cuda-tile-simplify-select", Elements::Integers, selectionsOfCompared()},
      {"cuda-tile-simplify-select", Elements::Fixed, selectionsOfLoaded()},
      {"cuda-tile-simplify-share", Elements::Integers, shared()},
  };
  static const std::vector<PatternTemplate> templates = toTemplates(made);
  return templates;
}
