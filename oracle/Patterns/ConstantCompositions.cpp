//===- ConstantCompositions.cpp - Every pair of operations, on boundaries -===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For proofs of the simplifier's rules only: operations of operations, each on
// constants at which a width, a reading or a bit ends. Nothing is cut to what
// the rules match: all but a few stay as they are, and cost next to nothing.
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/ConstantCompositions.h"
#include "oracle/Patterns/TemplateBody.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace tilefuzz;

using Body = TemplateBody;
using Strings = std::vector<std::string>;

namespace {
/// `code` and, where it reads its operands in one of two ways, `sign`.
struct Operation {
  llvm::StringRef code, sign;
  bool isCommutative;

  std::string of(llvm::StringRef x, llvm::StringRef y) const {
    return (code + " %" + x + ", %" + y + sign).str();
  }
};
} // namespace

static constexpr Operation operations[] = {{"addi", "", true},
                                           {"subi", "", false},
                                           {"muli", "", true},
                                           {"andi", "", true},
                                           {"ori", "", true},
                                           {"xori", "", true},
                                           {"shli", "", false},
                                           {"shri", " signed", false},
                                           {"shri", " unsigned", false},
                                           {"maxi", " signed", true},
                                           {"maxi", " unsigned", true},
                                           {"mini", " signed", true},
                                           {"mini", " unsigned", true}};

/// Each with the reading, if the order asks for one.
static constexpr llvm::StringLiteral comparisons[][2] = {
    {"equal", "signed"},
    {"not_equal", "unsigned"},
    {"less_than", "signed"},
    {"less_than", "unsigned"},
    {"less_than_or_equal", "signed"},
    {"less_than_or_equal", "unsigned"},
    {"greater_than", "signed"},
    {"greater_than", "unsigned"},
    {"greater_than_or_equal", "signed"},
    {"greater_than_or_equal", "unsigned"}};

/// Boundaries of the width, of either reading, of shifts by the width, bits
/// that others do not have.
static Strings constantsOf(llvm::StringRef element) {
  if (element == "i1")
    return {"0", "1"};
  if (element == "i8")
    return {"0", "1", "2", "7", "8", "12", "127", "-128", "-1"};
  return {"0",   "1",   "7",    "8",    "9",     "15",     "127", "128",
          "255", "256", "-128", "-256", "32767", "-32768", "-1"};
}

namespace {
/// Values by name, to be put below an operation.
class Composer {
public:
  explicit Composer(llvm::StringRef element)
      : element(element.str()), body(element, ".") {
    body.input("x").input("y");
    for (const auto &[i, value] : llvm::enumerate(constantsOf(element))) {
      constants.push_back("k" + std::to_string(i));
      body.constant(constants.back(), value);
    }
  }
  /// `operation` of x and y, of x and each constant, and of each and x.
  void addInner(const Operation &operation) {
    add(operation, "x", "y");
    for (const std::string &k : constants) {
      add(operation, "x", k);
      if (!operation.isCommutative)
        add(operation, k, "x");
    }
  }
  /// What is extended to this type, in either reading.
  void addExtensions(llvm::StringRef from) {
    for (const char *name : {"v", "w"})
      body.input(name, body.tileOf(from));
    for (const char *name : {"v", "w"})
      for (const char *sign : {"signed", "unsigned"}) {
        inner.push_back(std::string(name) + sign);
        body.let(inner.back(), std::string("exti %") + name + " " + sign,
                 body.tileOf(from) + " -> " + body.tile());
      }
  }
  /// Above all of these: with x, y, each constant and each other one.
  void addOuter(const Operation &operation) {
    for (const std::string &value : inner) {
      Strings others = {"x", "y"};
      llvm::append_range(others, constants);
      if (inner.size() < 8)
        llvm::append_range(others, inner);
      for (const std::string &other : others) {
        body.see(operation.of(value, other));
        if (!operation.isCommutative)
          body.see(operation.of(other, value));
      }
    }
  }
  void addComparisons() {
    for (const std::string &value : inner) {
      Strings others = {"x"};
      llvm::append_range(others, constants);
      for (const std::string &other : others)
        for (const auto &[order, reading] : comparisons)
          body.seeCompare(
              (order + " %" + value + ", %" + other + ", " + reading).str());
    }
  }
  void addTruncations(llvm::StringRef to) {
    for (const std::string &value : inner)
      body.see("trunci %" + value, body.tile() + " -> " + body.tileOf(to),
               body.tileOf(to));
  }
  void addWidenings(llvm::StringRef to) {
    for (const std::string &value : inner)
      for (const char *sign : {" signed", " unsigned"})
        body.see("exti %" + value + sign,
                 body.tile() + " -> " + body.tileOf(to), body.tileOf(to));
  }
  /// Replaces the values by `operation` of each and each constant.
  void deepen(const Operation &operation) {
    Strings below = std::move(inner);
    inner.clear();
    for (const std::string &value : below)
      for (const std::string &k : constants)
        add(operation, value, k);
  }
  std::string str() const { return body.str(); }

private:
  void add(const Operation &operation, const std::string &a,
           const std::string &b) {
    inner.push_back("i" + std::to_string(inner.size()) + "of" +
                    std::to_string(generation++));
    body.let(inner.back(), operation.of(a, b));
  }

  std::string element;
  Body body;
  Strings constants, inner;
  unsigned generation = 0;
};
} // namespace

static Strings pairsOf(const std::vector<llvm::StringRef> &outer) {
  Strings bodies;
  for (const Operation &operation : operations) {
    if (!llvm::is_contained(outer, operation.code))
      continue;
    for (const char *element : {"i1", "i8"})
      for (const Operation &inner : operations) {
        Composer composer(element);
        composer.addInner(inner);
        composer.addOuter(operation);
        bodies.push_back(composer.str());
      }
    Composer extended("i16");
    extended.addExtensions("i8");
    extended.addOuter(operation);
    bodies.push_back(extended.str());
  }
  return bodies;
}

static Strings comparedPairs() {
  Strings bodies;
  for (const char *element : {"i1", "i8"})
    for (const Operation &inner : operations) {
      Composer composer(element);
      composer.addInner(inner);
      composer.addComparisons();
      bodies.push_back(composer.str());
    }
  Composer extended("i16");
  extended.addExtensions("i8");
  extended.addComparisons();
  bodies.push_back(extended.str());
  return bodies;
}

/// Conversions of operations of conversions.
static Strings convertedPairs() {
  Strings bodies;
  for (const Operation &inner : operations) {
    Composer truncated("i16");
    truncated.addExtensions("i8");
    truncated.deepen(inner);
    truncated.addTruncations("i8");
    bodies.push_back(truncated.str());
    Composer widened("i8");
    widened.addInner(inner);
    widened.addWidenings("i16");
    bodies.push_back(widened.str());
  }
  return bodies;
}

/// Every operation of every two constants, which the rule computes.
static Strings computed() {
  Strings bodies;
  for (const char *element : {"i1", "i8"})
    for (const Operation &operation : operations) {
      Body body(element, ".");
      for (const auto &[i, a] : llvm::enumerate(constantsOf(element)))
        body.constant("k" + std::to_string(i), a);
      size_t count = constantsOf(element).size();
      for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < count; ++j)
          body.see(
              operation.of("k" + std::to_string(i), "k" + std::to_string(j)));
      bodies.push_back(body.str());
    }
  return bodies;
}

/// Selections on every comparison of x with y or a constant, of what is
/// compared and of constants.
static Strings selections() {
  Strings bodies;
  for (const char *element : {"i1", "i8"})
    for (const auto &[order, reading] : comparisons) {
      Body body(element, ".");
      body.input("x").input("y").input("z");
      Strings values = {"y"};
      for (const auto &[i, value] : llvm::enumerate(constantsOf(element))) {
        values.push_back("k" + std::to_string(i));
        body.constant(values.back(), value);
      }
      for (const std::string &other : values) {
        std::string c = "c" + other;
        body.compare(c, (order + " %x, %" + other + ", " + reading).str());
        for (auto [a, b] :
             {std::pair<llvm::StringRef, llvm::StringRef>("x", other),
              {other, "x"},
              {"x", "z"},
              {"z", other},
              {"k0", "k1"},
              {"k1", "k0"},
              {"k0", values.back()},
              {values.back(), "k0"}})
          body.seeSelect(("%" + c + ", %" + a + ", %" + b).str());
      }
      bodies.push_back(body.str());
    }
  return bodies;
}

/// All operations of the same operands beside each other.
static Strings besideEachOther() {
  Strings bodies;
  for (const char *element : {"i1", "i8"}) {
    Body body(element, ".");
    body.input("x").input("y");
    for (const Operation &operation : operations)
      body.see(operation.of("x", "y")).see(operation.of("y", "x"));
    for (const auto &[order, reading] : comparisons)
      for (const char *operands : {" %x, %y, ", " %y, %x, "})
        body.seeCompare((order + operands + reading).str());
    for (const char *wide : {"i16", "i32"})
      for (const char *sign : {" signed", " unsigned", " signed"})
        body.see(std::string("exti %x") + sign,
                 body.tile() + " -> " + body.tileOf(wide), body.tileOf(wide));
    bodies.push_back(body.str());
  }
  return bodies;
}

std::vector<std::string>
tilefuzz::constantCompositions(llvm::StringRef pattern) {
  if (!pattern.consume_front("cuda-tile-simplify-"))
    return {};
  if (pattern == "sum")
    return pairsOf({"addi", "subi"});
  if (pattern == "product")
    return pairsOf({"muli"});
  if (pattern == "and-or")
    return pairsOf({"andi", "ori"});
  if (pattern == "xor" || pattern == "negation")
    return pairsOf({"xori"});
  if (pattern == "shift")
    return pairsOf({"shli", "shri"});
  if (pattern == "min-max")
    return pairsOf({"maxi", "mini"});
  if (pattern == "compare")
    return comparedPairs();
  if (pattern == "convert")
    return convertedPairs();
  if (pattern == "constants")
    return computed();
  if (pattern == "select")
    return selections();
  if (pattern == "share")
    return besideEachOther();
  return {};
}
