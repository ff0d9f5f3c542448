//===- CompositionTemplates.cpp - Operations of operations ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Rules look at an operation and at those that made its operands. Here every
// integer operation has every other one below it, in either reading, with an
// operand that both share; comparisons and selections have what converts and
// compares below them. Nearly all of them stay as they are: a wrong rule for
// one pair is refuted on it.
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Patterns/TemplateBody.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

using Elements = InstanceElements;
using Body = TemplateBody;

namespace {
/// `code` and, where it reads its operands in one of two ways, `sign` behind
/// them.
struct Operation {
  llvm::StringLiteral code, sign;

  std::string of(const std::string &x, const std::string &y) const {
    return (code + " %" + x + ", %" + y + sign).str();
  }
};
} // namespace

static constexpr Operation operations[] = {
    {"addi", ""},         {"subi", ""},          {"muli", ""},
    {"andi", ""},         {"ori", ""},           {"xori", ""},
    {"shli", ""},         {"shri", " signed"},   {"shri", " unsigned"},
    {"maxi", " signed"},  {"maxi", " unsigned"}, {"mini", " signed"},
    {"mini", " unsigned"}};
static constexpr llvm::StringLiteral signs[] = {", signed", ", unsigned"};
static constexpr llvm::StringLiteral orders[] = {
    "equal",        "not_equal",
    "less_than",    "less_than_or_equal",
    "greater_than", "greater_than_or_equal"};

/// Defines every operation of x and y, and of x and the constant k.
static void defineInner(Body &body) {
  body.input("x").input("y").constant("k", "1");
  for (auto [i, inner] : llvm::enumerate(operations))
    body.let("a" + std::to_string(i), inner.of("x", "y"))
        .let("b" + std::to_string(i), inner.of("x", "k"));
}
/// The operations whose codes are given, of every operation.
static std::string compositions(llvm::StringRef element,
                                llvm::ArrayRef<llvm::StringRef> outer) {
  Body body(element, ".");
  defineInner(body);
  for (const Operation &operation : operations) {
    if (!llvm::is_contained(outer, operation.code))
      continue;
    for (size_t i = 0; i < std::size(operations); ++i) {
      std::string a = "a" + std::to_string(i), b = "b" + std::to_string(i);
      for (const char *shared : {"x", "y"})
        body.see(operation.of(a, shared)).see(operation.of(shared, a));
      body.see(operation.of(b, "k")).see(operation.of("k", b));
    }
  }
  return body.str();
}
/// An operand that is in a chain more than once, before a difference from it
/// and beside another one.
static std::string chains(llvm::StringRef element, llvm::StringRef code) {
  const Operation &operation = *llvm::find_if(
      operations, [&](const Operation &one) { return one.code == code; });
  Body body(element, ".");
  body.input("x").input("y").constant("k", "1");
  body.let("a", operation.of("x", "y"))
      .let("b", operation.of("a", "y"))
      .let("c", operation.of("b", "y"))
      .let("d", operation.of("b", "k"))
      .let("e", operation.of("y", "y"));
  for (const char *chain : {"a", "b", "c", "d", "e"})
    for (const char *other : {"x", "y", "k"})
      body.see(Operation{"subi", ""}.of(chain, other))
          .see(operation.of(chain, other));
  return body.str();
}
/// Comparisons of every operation with what it is made of, and with a constant.
static std::string comparedOperations(llvm::StringRef element) {
  Body body(element, ".");
  defineInner(body);
  body.constant("l", "-1");
  for (size_t i = 0; i < std::size(operations); ++i)
    for (llvm::StringRef order :
         {"equal", "less_than", "greater_than_or_equal"})
      for (llvm::StringRef sign : signs) {
        std::string a = std::to_string(i);
        body.seeCompare((order + " %a" + a + ", %x" + sign).str())
            .seeCompare((order + " %b" + a + ", %l" + sign).str());
      }
  return body.str();
}
/// Comparisons of what was extended or truncated with the numbers at which the
/// narrow type, or a reading of it, ends.
static std::string comparedConversions() {
  Body body("i32", ".");
  std::string narrow = body.tileOf("i8"), wide = body.tile();
  body.input("x", narrow).input("w");
  body.let("s", "exti %x signed", narrow + " -> " + wide)
      .let("u", "exti %x unsigned", narrow + " -> " + wide)
      .let("t", "trunci %w", wide + " -> " + narrow);
  unsigned next = 0;
  for (int64_t number : {0, 1, 100, 127, 128, 200, 255, 256, -1, -128, -129}) {
    std::string name = "k" + std::to_string(next++);
    body.constant(name, std::to_string(number));
    for (llvm::StringRef order : orders)
      for (llvm::StringRef sign : signs)
        for (const char *operand : {"s", "u"})
          body.seeCompare((order + " %" + operand + ", %" + name + sign).str());
    if (number < -128 || number > 127)
      continue;
    body.constant("n" + name, std::to_string(number), "i8");
    for (llvm::StringRef order : orders)
      for (llvm::StringRef sign : signs)
        body.see(("cmpi " + order + " %t, %n" + name + sign).str(),
                 narrow + " -> " + body.truth(), body.truth());
  }
  return body.str();
}
/// Selections on how a condition compares with a constant, on either side and
/// in either reading.
static std::string selectionsOnTruths() {
  Body body("i16", ".");
  std::string truth = body.truth();
  body.input("p", truth).input("x").input("y");
  body.constant("true", "true", "i1").constant("false", "false", "i1");
  unsigned next = 0;
  for (llvm::StringRef order : orders)
    for (llvm::StringRef sign : signs)
      for (const char *operands :
           {" %p, %true", " %true, %p", " %p, %false", " %false, %p"}) {
        std::string name = "c" + std::to_string(next++);
        body.let(name, ("cmpi " + order + operands + sign).str(),
                 truth + " -> " + truth)
            .seeSelect("%" + name + ", %x, %y");
      }
  return body.str();
}

static std::vector<MadeTemplate> makeTemplates() {
  struct Row {
    llvm::StringLiteral pattern;
    std::vector<llvm::StringRef> outer;
  };
  const Row rows[] = {{"cuda-tile-simplify-sum", {"addi", "subi"}},
                      {"cuda-tile-simplify-product", {"muli"}},
                      {"cuda-tile-simplify-and-or", {"andi", "ori"}},
                      {"cuda-tile-simplify-xor", {"xori"}},
                      {"cuda-tile-simplify-shift", {"shli", "shri"}},
                      {"cuda-tile-simplify-min-max", {"maxi", "mini"}}};
  const auto fixed = Elements::Fixed;
  std::vector<MadeTemplate> made;
  for (const Row &row : rows)
    for (const char *element : {"i8", "i32"})
      made.push_back({row.pattern, fixed, compositions(element, row.outer)});
  made.push_back({"cuda-tile-simplify-sum", fixed, chains("i8", "addi")});
  made.push_back({"cuda-tile-simplify-xor", fixed, chains("i8", "xori")});
  made.push_back({"cuda-tile-simplify-and-or", fixed, chains("i8", "andi")});
  made.push_back({"cuda-tile-simplify-product", fixed, chains("i8", "muli")});
  made.push_back(
      {"cuda-tile-simplify-compare", fixed, comparedOperations("i8")});
  made.push_back({"cuda-tile-simplify-compare", fixed, comparedConversions()});
  made.push_back({"cuda-tile-simplify-compare", fixed, selectionsOnTruths()});
  made.push_back(
      {"cuda-tile-select-inverse-condition", fixed, selectionsOnTruths()});
  return made;
}

llvm::ArrayRef<PatternTemplate> tilefuzz::getCompositionTemplates() {
  static const std::vector<MadeTemplate> made = makeTemplates();
  static const std::vector<PatternTemplate> templates = toTemplates(made);
  return templates;
}
