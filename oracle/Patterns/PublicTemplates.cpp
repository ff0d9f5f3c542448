//===- PublicTemplates.cpp - Folds and patterns of cuda_tile --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Patterns/TemplateBody.h"
#include "llvm/ADT/SmallVector.h"

using namespace tilefuzz;

using Elements = InstanceElements;
using Body = TemplateBody;

//===----------------------------------------------------------------------===//
// Constant floats: inexact in every format, exact zeros, the largest values
//===----------------------------------------------------------------------===//

static std::string sumOf(llvm::StringRef x, llvm::StringRef y) {
  Body body;
  body.constant("x", x).constant("y", y).see("addf %x, %y");
  for (std::string mode : {"zero", "negative_inf", "positive_inf"})
    body.see("addf %x, %y rounding<" + mode + ">");
  return body.str();
}
static std::string sumOfExtremes() {
  return Body("f32", "4x")
      .constant("x", "[1.0e-40, -1.0e-40, 1.2e-38, 3.0e38]")
      .constant("y", "[1.0, -1.0e-40, -1.18e-38, 3.0e38]")
      .see("addf %x, %y flush_to_zero")
      .see("addf %x, %y rounding<negative_inf> flush_to_zero")
      .see("addf %x, %y rounding<zero>")
      .str();
}

/// Of numbers about the least normal one: what is added, the sum, or both are
/// subnormal.
static std::string sumOfSmall() {
  Body body("f32", "8x");
  body.constant("x", "[1.2e-38, -1.2e-38, 1.17549435e-38, 1.1e-38, 5.0e-39, "
                     "-1.0e-45, 1.0e-40, -1.17549435e-38]")
      .constant("y", "[1.0e-40, 1.0e-40, -1.0e-45, 1.0e-39, 5.0e-39, 1.0e-45, "
                     "-2.0e-38, 1.17549435e-38]");
  for (std::string mode :
       {"nearest_even", "zero", "negative_inf", "positive_inf"}) {
    body.see("addf %x, %y rounding<" + mode + "> flush_to_zero");
    body.see("addf %x, %y rounding<" + mode + ">");
  }
  return body.str();
}

//===----------------------------------------------------------------------===//
// Selections
//===----------------------------------------------------------------------===//

static std::string sameArms() {
  Body body;
  return body.input("c", body.truth()).input("x").seeSelect("%c, %x, %x").str();
}
static std::string constantCondition(llvm::StringRef value) {
  return Body()
      .constant("c", value, "i1")
      .input("x")
      .input("y")
      .seeSelect("%c, %x, %y")
      .str();
}
static std::string trueAndFalse() {
  return Body("i1")
      .input("c")
      .constant("true", "true")
      .constant("false", "false")
      .seeSelect("%c, %true, %false")
      .str();
}
static std::string ofCompared(const std::string &predicate,
                              const std::string &sign) {
  return Body()
      .input("x")
      .input("y")
      .compare("c", predicate + " %x, %y, " + sign)
      .seeSelect("%c, %x, %y")
      .seeSelect("%c, %y, %x")
      .str();
}
/// The condition is `code`, a negation of %p.
static Body negated(const std::string &code) {
  Body body;
  return body.input("p", body.truth())
      .input("x")
      .input("y")
      .constant("true", "true", "i1")
      .constant("false", "false", "i1")
      .lines("  %c = " + code + "\n")
      .seeSelect("%c, %x, %y");
}
static std::string negatedAndUsed() {
  return negated("xori %p, %true : @T<i1>").observe("c", "@T<i1>").str();
}
static std::string nested(const std::string &operands) {
  Body body;
  return body.input("c", body.truth())
      .input("x")
      .input("y")
      .input("z")
      .let("i", "select %c, %x, %y", body.truth() + ", " + body.tile())
      .seeSelect(operands)
      .str();
}
static std::string spreadCondition(llvm::StringRef value) {
  return Body("$E", "2x2x")
      .lines("  %k = constant <i1: " + value.str() +
             "> : !cuda_tile.tile<i1>\n"
             "  %l = reshape %k : !cuda_tile.tile<i1> -> "
             "!cuda_tile.tile<1x1xi1>\n"
             "  %c = broadcast %l : !cuda_tile.tile<1x1xi1> -> "
             "!cuda_tile.tile<2x2xi1>\n")
      .input("x")
      .input("y")
      .seeSelect("%c, %x, %y")
      .str();
}
static std::string equalConstants() {
  Body body("i32", "2x");
  return body.input("c", body.truth())
      .constant("x", "[5, -7]")
      .constant("y", "[5, -7]")
      .constant("z", "[5, 7]")
      .seeSelect("%c, %x, %y")
      .seeSelect("%c, %x, %z")
      .str();
}

//===----------------------------------------------------------------------===//
// Branches; they access memory, in the order of tokens
//===----------------------------------------------------------------------===//

static std::string onlyYields() {
  Body body;
  std::string truth = "!cuda_tile.tile<i1>";
  return body.input("c", truth)
      .input("x")
      .input("y")
      .input("z", truth)
      .lines(R"(  %r, %s = if %c -> (@T<$E>, !cuda_tile.tile<i1>) {
    yield %x, %c : @T<$E>, !cuda_tile.tile<i1>
  } else {
    yield %y, %z : @T<$E>, !cuda_tile.tile<i1>
  }
)")
      .observe("r")
      .observe("s", truth)
      .str();
}

/// `%name` stands in `code`, and is a result there.
static bool mentions(llvm::StringRef code, const std::string &name) {
  for (const char *after : {" ", ",", "\n"})
    if (code.contains("%" + name + after))
      return true;
  return false;
}
static bool defines(llvm::StringRef code, const std::string &name) {
  return code.contains("%" + name + " = ") ||
         code.contains("%" + name + ", %e = ");
}

/// What `code` uses and does not define is an input: conditions c, d and k,
/// pointers p, q and (to an i1) f, values x and y, a token t. Observed are the
/// values named in `seen`: of t, u, w and z the token, of others a value.
static std::string branches(llvm::StringRef code, llvm::StringRef seen = "",
                            llvm::StringRef element = "$E") {
  Body body(element, ".");
  const std::string pointer = body.tileOf("ptr<" + element.str() + ">"),
                    token = "!cuda_tile.token";
  const std::pair<const char *, std::string> inputs[] = {
      {"c", body.truth()}, {"d", body.truth()}, {"k", body.truth()},
      {"p", pointer},      {"q", pointer},      {"f", body.tileOf("ptr<i1>")},
      {"x", body.tile()},  {"y", body.tile()},  {"t", token}};
  for (const auto &[name, type] : inputs)
    if (mentions(code, name) && !defines(code, name))
      body.input(name, type);
  body.lines(code);
  llvm::SmallVector<llvm::StringRef> names;
  seen.split(names, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : names)
    body.observe(name,
                 llvm::StringRef("tuwz").contains(name) ? token : body.tile());
  return body.str();
}

llvm::ArrayRef<PatternTemplate> tilefuzz::getPublicTemplates() {
  static const std::vector<MadeTemplate> made = {
      {"cuda-tile-addf-constants", Elements::Floats, sumOf("1.0", "1.0e-7")},
      {"cuda-tile-addf-constants", Elements::Floats, sumOf("-1.0", "1.0e-7")},
      {"cuda-tile-addf-constants", Elements::Floats, sumOf("1.5", "-1.5")},
      {"cuda-tile-addf-constants", Elements::Floats, sumOf("-0.0", "0.0")},
      {"cuda-tile-addf-constants", Elements::Fixed, sumOfExtremes()},
      {"cuda-tile-addf-constants", Elements::Fixed, sumOfSmall()},
      {"cuda-tile-select-same-arm", Elements::All, sameArms()},
      {"cuda-tile-select-constant-condition", Elements::All,
       constantCondition("true")},
      {"cuda-tile-select-constant-condition", Elements::All,
       constantCondition("false")},
      {"cuda-tile-select-identity", Elements::Fixed, trueAndFalse()},
      {"cuda-tile-select-of-compare", Elements::Integers,
       ofCompared("equal", "signed")},
      {"cuda-tile-select-of-compare", Elements::Integers,
       ofCompared("not_equal", "unsigned")},
      {"cuda-tile-select-negated-condition", Elements::All, negatedAndUsed()},
      {"cuda-tile-select-nested", Elements::All, nested("%c, %i, %z")},
      {"cuda-tile-select-nested", Elements::All, nested("%c, %z, %i")},
      {"cuda-tile-select-replace-constant", Elements::All,
       spreadCondition("true")},
      {"cuda-tile-select-replace-constant", Elements::All,
       spreadCondition("false")},
      {"cuda-tile-select-replace-identical", Elements::All, sameArms()},
      {"cuda-tile-select-replace-identical", Elements::Fixed, equalConstants()},
      {"cuda-tile-select-inverse-condition", Elements::All,
       negated("xori %p, %true : @T<i1>").str()},
      {"cuda-tile-select-inverse-condition", Elements::All,
       negated("xori %true, %p : @T<i1>").str()},
      {"cuda-tile-select-inverse-condition", Elements::All,
       negated("cmpi equal %p, %false, signed : @T<i1> -> @T<i1>").str()},
      {"cuda-tile-select-inverse-condition", Elements::All,
       negated("cmpi not_equal %true, %p, unsigned : @T<i1> -> @T<i1>").str()},
      {"cuda-tile-if-constant-condition", Elements::Memory,
       branches(R"(  %c = constant <i1: true> : tile<i1>
  %r, %u = if %c -> (tile<$E>, token) {
    %v, %a = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
    %b = store_ptr_tko weak %q, %x token=%a : tile<ptr<$E>>, tile<$E> -> token
    yield %v, %b : tile<$E>, token
  } else {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %t : tile<$E>, token
  }
  %w = store_ptr_tko weak %p, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
)",
                "r w")},
      {"cuda-tile-if-constant-condition", Elements::Memory,
       branches(R"(  %c = constant <i1: false> : tile<i1>
  %u = if %c -> (token) {
    yield %t : token
  } else {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %b : token
  }
  %w = store_ptr_tko weak %p, %x token=%u : tile<ptr<$E>>, tile<$E> -> token
  if %c {
    %d = store_ptr_tko weak %p, %x token=%w : tile<ptr<$E>>, tile<$E> -> token
  }
)",
                "w")},
      // Without an else, and what it would store differs.
      {"cuda-tile-if-constant-condition", Elements::Fixed,
       branches(R"(  %c = constant <i1: false> : tile<i1>
  %w = store_ptr_tko weak %p, %x token=%t : tile<ptr<i16>>, tile<i16> -> token
  if %c {
    %b = store_ptr_tko weak %p, %y token=%w : tile<ptr<i16>>, tile<i16> -> token
  }
)",
                "w", "i16")},
      // The same value: nothing but the execution of an access shows it.
      {"cuda-tile-if-constant-condition", Elements::Fixed,
       branches(R"(  %c = constant <i1: false> : tile<i1>
  %w = store_ptr_tko weak %p, %x token=%t : tile<ptr<i16>>, tile<i16> -> token
  if %c {
    %b = store_ptr_tko weak %p, %x token=%w : tile<ptr<i16>>, tile<i16> -> token
  }
)",
                "w", "i16")},
      {"cuda-tile-if-negated-condition", Elements::Memory,
       branches(R"(  %true = constant <i1: true> : tile<i1>
  %c = xori %k, %true : tile<i1>
  %r, %u = if %c -> (tile<$E>, token) {
    %v, %a = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
    yield %v, %a : tile<$E>, token
  } else {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %b : tile<$E>, token
  }
  %w = store_ptr_tko weak %p, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
)",
                "r w")},
      {"cuda-tile-if-empty-else", Elements::Memory, branches(R"(  if %c {
    %b = store_ptr_tko weak %p, %x : tile<ptr<$E>>, tile<$E> -> token
  } else {
  }
)")},
      // The first can go; the second's else branch accesses memory.
      {"cuda-tile-if-empty-else", Elements::Fixed,
       branches(R"(  if %c {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<i16>>, tile<i16> -> token
  } else {
  }
  if %d {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<i16>>, tile<i16> -> token
  } else {
    %b = store_ptr_tko weak %q, %y token=%t : tile<ptr<i16>>, tile<i16> -> token
  }
)",
                "", "i16")},
      {"cuda-tile-if-remove-unused-results", Elements::Memory,
       branches(
           R"(  %a, %r, %u, %s = if %c -> (tile<$E>, tile<$E>, token, tile<$E>) {
    %v, %a1 = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
    %b = store_ptr_tko weak %q, %x token=%a1 : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %v, %b, %v : tile<$E>, tile<$E>, token, tile<$E>
  } else {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %y, %x, %b, %y : tile<$E>, tile<$E>, token, tile<$E>
  }
  %w = store_ptr_tko weak %p, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
)",
           "r w")},
      {"cuda-tile-if-remove-unused-results", Elements::Memory,
       branches(R"(  %a = if %c -> (token) {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %b : token
  } else {
    return
  }
  %w = store_ptr_tko weak %q, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
)",
                "w")},
      {"cuda-tile-if-replace-yield-with-value", Elements::Memory,
       branches(R"(  %r, %s = if %c -> (tile<$E>, tile<$E>) {
    %b = store_ptr_tko weak %p, %y : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %y : tile<$E>, tile<$E>
  } else {
    yield %x, %y : tile<$E>, tile<$E>
  }
)",
                "r s")},
      {"cuda-tile-if-replace-yield-with-value", Elements::Memory,
       branches(R"(  %r, %s, %u = if %c -> (tile<$E>, tile<$E>, token) {
    %b = store_ptr_tko weak %p, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %y, %b : tile<$E>, tile<$E>, token
  } else {
    yield %x, %x, %t : tile<$E>, tile<$E>, token
  }
)",
                "r s u")},
      {"cuda-tile-if-convert-to-select", Elements::All, onlyYields()},
      // The first becomes a selection; the second stores, and must stay.
      {"cuda-tile-if-convert-to-select", Elements::Fixed,
       branches(R"(  %r = if %d -> (tile<i16>) {
    yield %x : tile<i16>
  } else {
    yield %y : tile<i16>
  }
  %s = if %c -> (tile<i16>) {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<i16>>, tile<i16> -> token
    yield %x : tile<i16>
  } else {
    yield %y : tile<i16>
  }
)",
                "r s", "i16")},
      {"cuda-tile-if-combine", Elements::Memory,
       branches(R"(  %r, %u = if %c -> (tile<$E>, token) {
    %v, %a = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
    yield %v, %a : tile<$E>, token
  } else {
    %b = store_ptr_tko weak %q, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %y, %b : tile<$E>, token
  }
  %s, %w = if %c -> (tile<$E>, token) {
    %b = store_ptr_tko weak %q, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %b : tile<$E>, token
  } else {
    %v, %a = load_ptr_tko weak %q token=%u : tile<ptr<$E>> -> tile<$E>, token
    yield %r, %a : tile<$E>, token
  }
)",
                "r u s w")},
      {"cuda-tile-if-combine", Elements::Memory, branches(R"(  if %c {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
  }
  if %c {
    %b = store_ptr_tko weak %q, %x : tile<ptr<$E>>, tile<$E> -> token
    return
  } else {
    %b = store_ptr_tko weak %p, %y : tile<ptr<$E>>, tile<$E> -> token
  }
  if %c {
    %b = store_ptr_tko weak %p, %y : tile<ptr<$E>>, tile<$E> -> token
  }
  %z = store_ptr_tko weak %q, %y : tile<ptr<$E>>, tile<$E> -> token
)")},
      {"cuda-tile-if-combine-nested", Elements::Memory,
       branches(R"(  %r, %u = if %c -> (tile<$E>, token) {
    %v, %a = if %d -> (tile<$E>, token) {
      %w, %b = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
      yield %w, %b : tile<$E>, token
    } else {
      yield %x, %t : tile<$E>, token
    }
    yield %v, %a : tile<$E>, token
  } else {
    yield %x, %t : tile<$E>, token
  }
  %z = store_ptr_tko weak %q, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
)",
                "r z")},
      {"cuda-tile-if-combine-nested", Elements::Memory,
       branches(R"(  %k = constant <i32: 5> : tile<i32>
  %l = constant <i32: 7> : tile<i32>
  %d = cmpi less_than %k, %l, signed : tile<i32> -> tile<i1>
  if %c {
    if %d {
      %b = store_ptr_tko weak %p, %x : tile<ptr<$E>>, tile<$E> -> token
    } else {
    }
  }
)")},
      {"cuda-tile-if-combine-nested", Elements::Memory,
       branches(
           R"(  %d, %e = load_ptr_tko weak %f, %c token=%t : tile<ptr<i1>>, tile<i1> -> tile<i1>, token
  if %c {
    if %d {
      %b = store_ptr_tko weak %p, %x token=%e : tile<ptr<$E>>, tile<$E> -> token
    }
  }
  %z = store_ptr_tko weak %q, %y token=%e : tile<ptr<$E>>, tile<$E> -> token
)")},
      {"cuda-tile-if-combine-nested", Elements::Memory,
       branches(R"(  %r = if %c -> (tile<$E>) {
    %v = if %d -> (tile<$E>) {
      %b = store_ptr_tko weak %p, %x : tile<ptr<$E>>, tile<$E> -> token
      yield %x : tile<$E>
    } else {
      yield %y : tile<$E>
    }
    yield %v : tile<$E>
  } else {
    yield %y : tile<$E>
  }
  %s = if %c -> (tile<$E>) {
    %v = if %d -> (tile<$E>) {
      yield %x : tile<$E>
    } else {
      yield %y : tile<$E>
    }
    yield %v : tile<$E>
  } else {
    yield %x : tile<$E>
  }
)",
                "r s")},
      // Seed 001's own example, and the same the other way round.
      {"cuda-tile-if-combine-nested", Elements::Memory,
       branches(R"(  %n = ub.poison : !cuda_tile.tile<$E>
  %r, %s = if %c -> (tile<$E>, tile<$E>) {
    %v, %w = if %d -> (tile<$E>, tile<$E>) {
      %b = store_ptr_tko weak %p, %x : tile<ptr<$E>>, tile<$E> -> token
      yield %x, %y : tile<$E>, tile<$E>
    } else {
      yield %y, %n : tile<$E>, tile<$E>
    }
    yield %v, %w : tile<$E>, tile<$E>
  } else {
    yield %n, %x : tile<$E>, tile<$E>
  }
)",
                "r s")},
      {"cuda-tile-if-move-terminator", Elements::Memory, branches(R"(  if %c {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    return
  } else {
    %b = store_ptr_tko weak %q, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
    return
  }
  %z = store_ptr_tko weak %q, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
)")},
      {"cuda-tile-if-move-terminator", Elements::Memory, branches(R"(  if %d {
    %r = if %c -> (token) {
      %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
      return
    } else {
      return
    }
    %z = store_ptr_tko weak %q, %x token=%r : tile<ptr<$E>>, tile<$E> -> token
  } else {
    if %c {
      return
    }
    %z = store_ptr_tko weak %q, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
  }
  %z = store_ptr_tko weak %p, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
)")},
  };
  static const std::vector<PatternTemplate> templates = toTemplates(made);
  return templates;
}
