//===- OptimizerTemplates.cpp - Passes that run on request ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"

using namespace tilefuzz;

using Elements = InstanceElements;

namespace {
struct SplitShape {
  /// The comparison; %v is the variable, %b the bound.
  const char *compare;
  bool isUnsigned;
  /// Of the loop: its first value, where it ends, its step.
  const char *lower, *upper, *step;
  /// The comparison reads the variable otherwise than the loop does.
  bool comparesOtherwise = false;
};
} // namespace

/// A loop that adds its variable on one side of the bound, and shifts on the
/// other; an iteration may end within a branch.
static std::string splitLoop(const SplitShape &shape, bool endsEarly) {
  std::string signedness =
      shape.isUnsigned != shape.comparesOtherwise ? "unsigned" : "signed";
  std::string code = R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<i32>
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %lb = constant <i32: )";
  code += std::string(shape.lower) +
          "> : tile<i32>\n  %ub = constant <i32: " + shape.upper +
          "> : tile<i32>\n  %s = constant <i32: " + shape.step +
          "> : tile<i32>\n  %one = constant <i32: 1> : tile<i32>\n"
          "  %r = for ";
  if (shape.isUnsigned)
    code += "unsigned ";
  code += "%v in (%lb to %ub, step %s) : tile<i32> iter_values(%acc = %x) -> "
          "(tile<i32>) {\n    %c = cmpi ";
  code += std::string(shape.compare) + ", " + signedness +
          " : tile<i32> -> tile<i1>\n";
  if (endsEarly)
    code += "    if %c {\n      %a = addi %acc, %v : tile<i32>\n"
            "      continue %a : tile<i32>\n    }\n"
            "    %d = shli %acc, %one : tile<i32>\n"
            "    continue %d : tile<i32>\n  }\n";
  else
    code += "    %n = if %c -> (tile<i32>) {\n"
            "      %a = addi %acc, %v : tile<i32>\n"
            "      yield %a : tile<i32>\n    } else {\n"
            "      %d = shli %acc, %one : tile<i32>\n"
            "      yield %d : tile<i32>\n    }\n"
            "    continue %n : tile<i32>\n  }\n";
  return code + "  \"tilefuzz.observe\"(%r) : (!cuda_tile.tile<i32>) -> ()\n";
}

static const std::vector<MadeTemplate> &madeTemplates() {
  static const std::vector<MadeTemplate> made = [] {
    std::vector<MadeTemplate> all;
    for (const char *compare :
         {"less_than %v, %b", "less_than_or_equal %v, %b",
          "greater_than %v, %b", "greater_than_or_equal %v, %b",
          "less_than %b, %v", "less_than_or_equal %b, %v",
          "greater_than %b, %v", "greater_than_or_equal %b, %v"})
      for (bool isUnsigned : {false, true})
        all.push_back({"loop-split", Elements::Fixed,
                       splitLoop({compare, isUnsigned, "1", "4", "1"}, false)});
    // Steps of more than one carry the variable along; near the largest number
    // it would wrap.
    for (const char *compare :
         {"less_than_or_equal %v, %b", "greater_than %v, %b"})
      for (bool endsEarly : {false, true}) {
        all.push_back({"loop-split", Elements::Fixed,
                       splitLoop({compare, false, "0", "5", "2"}, endsEarly)});
        all.push_back({"loop-split", Elements::Fixed,
                       splitLoop({compare, true, "0", "5", "2"}, endsEarly)});
        all.push_back(
            {"loop-split", Elements::Fixed,
             splitLoop({compare, false, "2147483640", "2147483647", "3"},
                       endsEarly)});
      }
    // No iteration.
    all.push_back(
        {"loop-split", Elements::Fixed,
         splitLoop({"less_than %v, %b", false, "4", "1", "1"}, false)});
    return all;
  }();
  return made;
}

static constexpr PatternTemplate fixedTemplates[] = {
    // Wrong as a refinement, and off for it: what it makes is rounded once.
    {"fuse-fma", Elements::Floats, R"(
  %a = "tilefuzz.input"() {name = "a"} : () -> @T<$E>
  %b = "tilefuzz.input"() {name = "b"} : () -> @T<$E>
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<$E>
  %p = mulf %a, %b rounding<nearest_even> : @T<$E>
  %s = addf %p, %c rounding<nearest_even> : @T<$E>
  "tilefuzz.observe"(%s) : (@T<$E>) -> ()
)"},
    {"fuse-fma", Elements::Floats, R"(
  %a = "tilefuzz.input"() {name = "a"} : () -> @T<$E>
  %b = "tilefuzz.input"() {name = "b"} : () -> @T<$E>
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<$E>
  %p = mulf %a, %b rounding<zero> : @T<$E>
  %s = subf %p, %c rounding<zero> : @T<$E>
  "tilefuzz.observe"(%s) : (@T<$E>) -> ()
)"},
};

static constexpr PatternTemplate nearMisses[] = {
    // Stays: the variable on both sides; a bound that the loop carries.
    {"loop-split", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<i32>
  %z = constant <i32: 0> : tile<i32>
  %n = constant <i32: 3> : tile<i32>
  %s = constant <i32: 1> : tile<i32>
  %r = for %v in (%z to %n, step %s) : tile<i32> iter_values(%acc = %x) -> (tile<i32>) {
    %c = cmpi less_than %v, %acc, signed : tile<i32> -> tile<i1>
    %m = if %c -> (tile<i32>) {
      yield %s : tile<i32>
    } else {
      %d = cmpi less_than %v, %v, signed : tile<i32> -> tile<i1>
      %k = if %d -> (tile<i32>) {
        yield %n : tile<i32>
      } else {
        yield %v : tile<i32>
      }
      yield %k : tile<i32>
    }
    continue %m : tile<i32>
  }
  "tilefuzz.observe"(%r) : (!cuda_tile.tile<i32>) -> ()
)"},
    // Stays: they round differently.
    {"fuse-fma", Elements::Floats, R"(
  %a = "tilefuzz.input"() {name = "a"} : () -> @T<$E>
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<$E>
  %p = mulf %a, %a rounding<zero> : @T<$E>
  %s = addf %c, %p rounding<nearest_even> : @T<$E>
  "tilefuzz.observe"(%s) : (@T<$E>) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getOptimizerTemplates() {
  static const std::vector<PatternTemplate> templates = [] {
    std::vector<PatternTemplate> all = toTemplates(madeTemplates());
    all.insert(all.end(), std::begin(fixedTemplates), std::end(fixedTemplates));
    return all;
  }();
  return templates;
}

llvm::ArrayRef<PatternTemplate> tilefuzz::getOptimizerNearMisses() {
  static const std::vector<MadeTemplate> made = {
      // The comparison changes sides where the loop's order does not say.
      {"loop-split", Elements::Fixed,
       splitLoop({"less_than %v, %b", false, "-2", "3", "1", true}, false)},
      {"loop-split", Elements::Fixed,
       splitLoop(
           {"less_than %v, %b", true, "2147483646", "2147483651", "1", true},
           false)},
      // No order.
      {"loop-split", Elements::Fixed,
       splitLoop({"equal %v, %b", false, "0", "3", "1"}, false)}};
  static const std::vector<PatternTemplate> templates = [] {
    std::vector<PatternTemplate> all = toTemplates(made);
    all.insert(all.end(), std::begin(nearMisses), std::end(nearMisses));
    return all;
  }();
  return templates;
}
