//===- SystematicBranches.cpp - Products of conditions and branches -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All combinations of what patterns of cuda_tile could look at: conditions that
// are related, forms of branches, bounds of loops.
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/SystematicBranches.h"
#include "oracle/Patterns/TemplateBody.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace tilefuzz;

using Body = TemplateBody;
using Strings = std::vector<std::string>;

//===----------------------------------------------------------------------===//
// cuda_tile: conditions and branches
//===----------------------------------------------------------------------===//

/// Conditions that are related to c: itself, negated in each form, another one,
/// of which it is not known whether it is specified.
static const char *const conditions =
    R"(  %true = constant <i1: true> : tile<i1>
  %false = constant <i1: false> : tile<i1>
  %n = xori %c, %true : tile<i1>
  %e = cmpi equal %c, %false, signed : tile<i1> -> tile<i1>
  %b = andi %c, %d : tile<i1>
  %kc = cat %k1, %d1 dim = 0 : tile<1xi1>, tile<1xi1> -> tile<2xi1>
  %f0 = ftoi %f signed : tile<f32> -> tile<i16>
  %fc = cmpi less_than %f0, %x, signed : tile<i16> -> tile<i1>
  %p0 = addi %x, %y overflow<no_signed_wrap> : tile<i16>
  %pc = cmpi less_than %p0, %x, signed : tile<i16> -> tile<i1>
)";
static Body withConditions() {
  Body body("i16", ".");
  body.input("c", body.truth()).input("d", body.truth());
  for (const char *name : {"x", "y", "z"})
    body.input(name);
  return body.input("f", body.tileOf("f32"))
      .input("p", body.tileOf("ptr<i16>"))
      .input("t", "!cuda_tile.token")
      .lines("  %k1 = constant <i1: true> : tile<1xi1>\n"
             "  %d1 = reshape %d : tile<i1> -> tile<1xi1>\n")
      .lines(conditions);
}
static const char *const related[] = {"%c", "%n", "%e", "%d", "%b"};

/// Selections of selections on related conditions.
static Strings relatedSelections() {
  Strings bodies;
  for (llvm::StringRef outer : related) {
    Body body = withConditions();
    unsigned next = 0;
    for (llvm::StringRef inner : related) {
      std::string s = "s" + std::to_string(next++);
      body.let(s, ("select " + inner + ", %x, %y").str(),
               "tile<i1>, tile<i16>");
      for (const char *arms : {", %z", ", %x", ", %y"}) {
        body.see(("select " + outer + ", %" + s + arms).str(),
                 "tile<i1>, tile<i16>", "!cuda_tile.tile<i16>");
        body.see(("select " + outer + arms + ", %" + s).str(),
                 "tile<i1>, tile<i16>", "!cuda_tile.tile<i16>");
      }
    }
    bodies.push_back(body.str());
  }
  return bodies;
}

/// Conditions that are made of several parts, some of them constants.
static Strings assembledConditions() {
  Strings bodies;
  const std::string two = "!cuda_tile.tile<2xi1>",
                    tile = "!cuda_tile.tile<2xi16>";
  for (llvm::StringRef value : {"true", "false"}) {
    Body body("i16", "2x");
    body.input("v")
        .input("w")
        .input("d", "!cuda_tile.tile<1xi1>")
        .input("m", two);
    body.lines(
        ("  %k = constant <i1: " + value +
         "> : tile<1xi1>\n"
         "  %a = cat %k, %d dim = 0 : tile<1xi1>, tile<1xi1> -> tile<2xi1>\n"
         "  %b = cat %d, %k dim = 0 : tile<1xi1>, tile<1xi1> -> tile<2xi1>\n"
         "  %g = cat %k, %k dim = 0 : tile<1xi1>, tile<1xi1> -> tile<2xi1>\n"
         "  %h = broadcast %k : tile<1xi1> -> tile<2xi1>\n"
         "  %i = reshape %a : tile<2xi1> -> tile<1x2xi1>\n"
         "  %j = reshape %i : tile<1x2xi1> -> tile<2xi1>\n"
         "  %l = andi %h, %m : tile<2xi1>\n"
         "  %o = ori %h, %m : tile<2xi1>\n"
         "  %q = xori %h, %m : tile<2xi1>\n"
         "  %r = xori %m, %a : tile<2xi1>\n")
            .str());
    for (const char *condition : {"a", "b", "g", "h", "j", "l", "o", "q", "r"})
      body.see(std::string("select %") + condition + ", %v, %w",
               "tile<2xi1>, tile<2xi16>", tile);
    bodies.push_back(body.str());
  }
  return bodies;
}

/// What a branch may do before it yields or returns.
static constexpr const char *storeX = "    %a = store_ptr_tko weak %p, %x "
                                      "token=%t : tile<ptr<i16>>, tile<i16> -> "
                                      "token\n";

static const Strings &branchForms() {
  static const Strings forms = {
      "", std::string(storeX), "    return\n",
      std::string(storeX) + "    return\n",
      "    %q = divi %x, %y signed : tile<i16>\n"
      "    %a = store_ptr_tko weak %p, %q token=%t : tile<ptr<i16>>, tile<i16> "
      "-> token\n"};
  return forms;
}

/// An `if` without results, of every two forms of branches.
static Strings formsOfBranches() {
  Strings bodies;
  for (llvm::StringRef condition : {"%c", "%true", "%false"})
    for (const std::string &onTrue : branchForms())
      for (const std::string &onFalse : branchForms())
        for (bool hasElse : {true, false}) {
          if (!hasElse && !onFalse.empty())
            continue;
          Body body = withConditions();
          body.lines(("  if " + condition + " {\n").str() + onTrue + "  }" +
                     (hasElse ? " else {\n" + onFalse + "  }\n" : "\n"));
          body.lines("  %w = store_ptr_tko weak %p, %z token=%t : "
                     "tile<ptr<i16>>, tile<i16> -> token\n");
          bodies.push_back(body.observe("w", "!cuda_tile.token").str());
        }
  return bodies;
}

/// The same, of which nothing is seen but memory: what comes after both
/// branches have returned goes.
static Strings formsThatReturn() {
  Strings bodies = formsOfBranches();
  for (std::string &body : bodies)
    body.resize(body.find("  \"tilefuzz.observe\""));
  return bodies;
}

/// The same in a loop, where a branch may end the iteration.
static Strings formsInLoops() {
  Strings bodies;
  const char *forms[] = {"      continue\n", "",
                         ("      %a = store_ptr_tko weak %p, %x token=%t : "
                          "tile<ptr<i16>>, tile<i16> -> token\n")};
  for (llvm::StringRef condition : {"%c", "%true", "%false"})
    for (llvm::StringRef onTrue : forms)
      for (llvm::StringRef onFalse : forms) {
        Body body = withConditions();
        body.lines("  %one = constant <i16: 1> : tile<i16>\n"
                   "  %two = constant <i16: 3> : tile<i16>\n"
                   "  for %i in (%one to %two, step %one) : tile<i16> {\n");
        body.lines(("    if " + condition + " {\n" + onTrue + "    } else {\n" +
                    onFalse + "    }\n")
                       .str());
        body.lines("    %w = store_ptr_tko weak %p, %z token=%t : "
                   "tile<ptr<i16>>, tile<i16> -> token\n  }\n");
        bodies.push_back(body.observe("x").str());
      }
  return bodies;
}

/// An `if` that gives each two of several values, some of them computed in a
/// branch, by operations that are not always defined, too.
static Strings yieldedValues() {
  struct Value {
    const char *code, *name;
  };
  const Value values[] = {
      {"", "%x"},
      {"", "%y"},
      {"    %q = divi %x, %y signed : tile<i16>\n", "%q"},
      {"    %q = shli %x, %y : tile<i16>\n", "%q"},
      {"    %q = ftoi %f signed : tile<f32> -> tile<i16>\n", "%q"},
      {"    %q, %u = load_ptr_tko weak %p token=%t : tile<ptr<i16>> -> "
       "tile<i16>, token\n",
       "%q"},
      {"    %q = constant <i16: 5> : tile<i16>\n", "%q"},
      {"    %q = constant <i16: 7> : tile<i16>\n", "%q"}};
  Strings bodies;
  for (const Value &a : values)
    for (const Value &b : values) {
      Body body = withConditions();
      body.lines(std::string("  %r = if %c -> (tile<i16>) {\n") + a.code +
                 "    yield " + a.name + " : tile<i16>\n  } else {\n" + b.code +
                 "    yield " + b.name + " : tile<i16>\n  }\n");
      bodies.push_back(body.observe("r").str());
    }
  const char *truths[] = {"%true", "%false", "%c", "%n", "%d"};
  for (const char *a : truths) {
    Body body = withConditions();
    for (const char *b : truths) {
      std::string r = std::string("r") + (b + 1);
      body.lines("  %" + r + " = if %c -> (tile<i1>) {\n    yield " + a +
                 " : tile<i1>\n  } else {\n    yield " + b +
                 " : tile<i1>\n  }\n");
      body.observe(r, body.truth());
    }
    bodies.push_back(body.str());
  }
  return bodies;
}

/// Two `if`s, one behind the other or in it, on conditions that are related;
/// the second uses what the first gives, also further inside.
static Strings relatedBranches(bool isNested) {
  Strings bodies;
  for (llvm::StringRef first : related)
    for (llvm::StringRef second :
         {"%c", "%n", "%e", "%d", "%b", "%fc", "%pc"}) {
      if (isNested) {
        Body body = withConditions();
        body.lines(("  %r, %u = if " + first +
                    " -> (tile<i16>, token) {\n"
                    "    %v, %s = if " +
                    second +
                    " -> (tile<i16>, token) {\n"
                    "      %a = store_ptr_tko weak %p, %x token=%t : "
                    "tile<ptr<i16>>, tile<i16> -> token\n"
                    "      yield %x, %a : tile<i16>, token\n"
                    "    } else {\n"
                    "      yield %y, %t : tile<i16>, token\n    }\n"
                    "    yield %v, %s : tile<i16>, token\n  } else {\n"
                    "    yield %y, %t : tile<i16>, token\n  }\n")
                       .str());
        bodies.push_back(
            body.observe("r").observe("u", "!cuda_tile.token").str());
        continue;
      }
      for (bool isDeep : {false, true}) {
        Body body = withConditions();
        std::string use = "      %g = addi %r, %y : tile<i16>\n";
        body.lines(("  %r, %u = if " + first +
                    " -> (tile<i16>, token) {\n"
                    "    %a = store_ptr_tko weak %p, %x token=%t : "
                    "tile<ptr<i16>>, tile<i16> -> token\n"
                    "    yield %x, %a : tile<i16>, token\n  } else {\n"
                    "    yield %y, %t : tile<i16>, token\n  }\n"
                    "  %w = if " +
                    second + " -> (tile<i16>) {\n")
                       .str());
        if (isDeep)
          body.lines("    %h = if %d -> (tile<i16>) {\n" + use +
                     "      yield %g : tile<i16>\n    } else {\n"
                     "      yield %z : tile<i16>\n    }\n"
                     "    yield %h : tile<i16>\n");
        else
          body.lines(use + "      yield %g : tile<i16>\n");
        body.lines("  } else {\n    yield %r : tile<i16>\n  }\n");
        bodies.push_back(
            body.observe("w").observe("u", "!cuda_tile.token").str());
      }
    }
  return bodies;
}

//===----------------------------------------------------------------------===//
// cuda_tile: loops
//===----------------------------------------------------------------------===//

/// Loops whose numbers cross where a reading ends, with a bound on either side
/// of it, at each of their ends and beyond.
static Strings loopsAtBoundaries() {
  Strings bodies;
  struct Range {
    const char *lower, *upper, *bounds[4];
  };
  const Range ofSigned[] = {{"-2", "2", {"-3", "-2", "0", "2"}},
                            {"124", "127", {"127", "125", "-128", "124"}}};
  const Range ofUnsigned[] = {{"126", "-126", {"5", "127", "-128", "-126"}},
                              {"-4", "-1", {"3", "-3", "-1", "-4"}},
                              {"0", "3", {"-1", "0", "2", "3"}}};
  for (bool isUnsigned : {false, true})
    for (const Range &range : isUnsigned ? llvm::ArrayRef<Range>(ofUnsigned)
                                         : llvm::ArrayRef<Range>(ofSigned))
      for (const char *bound : range.bounds)
        for (const char *step : {"1", "2"})
          for (const char *order :
               {"less_than %v, %b", "less_than_or_equal %v, %b",
                "greater_than %v, %b", "greater_than_or_equal %b, %v"}) {
            Body body("i8", ".");
            body.input("x")
                .constant("lb", range.lower)
                .constant("ub", range.upper)
                .constant("s", step)
                .constant("b", bound)
                .constant("one", "1");
            body.lines(
                std::string("  %r = for ") + (isUnsigned ? "unsigned " : "") +
                "%v in (%lb to %ub, step %s) : tile<i8> "
                "iter_values(%acc = %x) -> (tile<i8>) {\n    %c = cmpi " +
                order + ", " + (isUnsigned ? "unsigned" : "signed") +
                " : tile<i8> -> tile<i1>\n"
                "    %n = if %c -> (tile<i8>) {\n"
                "      %a = addi %acc, %v : tile<i8>\n"
                "      yield %a : tile<i8>\n    } else {\n"
                "      %d = shli %acc, %one : tile<i8>\n"
                "      yield %d : tile<i8>\n    }\n"
                "    continue %n : tile<i8>\n  }\n");
            bodies.push_back(body.observe("r").str());
          }
  return bodies;
}

std::vector<std::string> tilefuzz::systematicBranches(llvm::StringRef pattern) {
  struct Row {
    llvm::StringLiteral pattern;
    Strings (*make)();
  };
  static constexpr Row rows[] = {
      {"cuda-tile-select-nested", relatedSelections},
      {"cuda-tile-select-negated-condition", relatedSelections},
      {"cuda-tile-select-inverse-condition", relatedSelections},
      {"cuda-tile-select-replace-constant", assembledConditions},
      {"cuda-tile-select-constant-condition", assembledConditions},
      {"cuda-tile-select-inverse-condition", assembledConditions},
      {"cuda-tile-if-empty-else", formsOfBranches},
      {"cuda-tile-if-constant-condition", formsOfBranches},
      {"cuda-tile-if-move-terminator", formsThatReturn},
      {"cuda-tile-if-empty-else", formsInLoops},
      {"cuda-tile-if-constant-condition", formsInLoops},
      {"cuda-tile-if-convert-to-select", yieldedValues},
      {"cuda-tile-if-replace-yield-with-value", yieldedValues},
      {"cuda-tile-if-combine", [] { return relatedBranches(false); }},
      {"cuda-tile-if-negated-condition", [] { return relatedBranches(false); }},
      {"cuda-tile-if-combine-nested", [] { return relatedBranches(true); }},
      {"loop-split", loopsAtBoundaries}};
  Strings all;
  for (const Row &row : rows)
    if (row.pattern == pattern)
      llvm::append_range(all, row.make());
  return all;
}
