//===- PassList.cpp - A shorter pass pipeline -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Works on the pipeline's text, as the passes may be another tool's:
// `builtin.module(canonicalize{max-iterations=1},func.func(cse))`, or a plain
// list `canonicalize,cse`.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reductions.h"

using namespace tilefuzz;

namespace {
struct Pass {
  std::string name;
  /// With the braces; empty: none.
  std::string options;
  /// An operation name with its own list.
  bool isNest = false;
  std::vector<Pass> nested;
};
} // namespace

/// Reads a list up to a closing parenthesis or the end.
static std::vector<Pass> parsePasses(llvm::StringRef &text) {
  std::vector<Pass> passes;
  while (!text.empty() && text.front() != ')') {
    Pass pass;
    size_t end = text.find_first_of("{(),");
    pass.name = text.take_front(end).trim().str();
    text = end == llvm::StringRef::npos ? "" : text.drop_front(end);
    if (text.starts_with("{")) {
      size_t depth = 0, length = 0;
      do {
        depth += text[length] == '{';
        depth -= text[length] == '}';
        ++length;
      } while (depth && length < text.size());
      pass.options = text.take_front(length).str();
      text = text.drop_front(length).ltrim();
    }
    if (text.consume_front("(")) {
      pass.isNest = true;
      pass.nested = parsePasses(text);
      text.consume_front(")");
    }
    if (!pass.name.empty())
      passes.push_back(std::move(pass));
    text = text.ltrim();
    if (!text.consume_front(","))
      break;
    text = text.ltrim();
  }
  return passes;
}

static std::vector<Pass> parsePasses(const std::string &text) {
  llvm::StringRef rest = text;
  return parsePasses(rest);
}

static std::string print(const std::vector<Pass> &passes) {
  std::string text;
  for (const Pass &pass : passes) {
    if (!text.empty())
      text += ",";
    text += pass.name + pass.options;
    if (pass.isNest)
      text += "(" + print(pass.nested) + ")";
  }
  return text;
}

bool tilefuzz::isPassList(llvm::StringRef passes) {
  auto withoutSpace = [](std::string text) {
    llvm::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
    return text;
  };
  return passes.count('{') == passes.count('}') &&
         withoutSpace(print(parsePasses(passes.str()))) ==
             withoutSpace(passes.str());
}

/// Passes, or those with options; not the nests around them.
static void collect(std::vector<Pass> &passes, bool withOptions,
                    llvm::SmallVectorImpl<Pass *> &found) {
  for (Pass &pass : passes) {
    if (pass.isNest)
      collect(pass.nested, withOptions, found);
    else if (!withOptions || !pass.options.empty())
      found.push_back(&pass);
  }
}

/// Leaves out passes without a name and nests without passes.
static void prune(std::vector<Pass> &passes, bool isOutermost) {
  for (Pass &pass : passes)
    prune(pass.nested, /*isOutermost=*/false);
  llvm::erase_if(passes, [&](const Pass &pass) {
    bool isEmptyNest = pass.isNest && pass.nested.empty();
    return pass.name.empty() || (isEmptyNest && !isOutermost);
  });
}

/// Levels: passes; their options.
static unsigned countPasses(const Subject &subject, unsigned level) {
  std::vector<Pass> passes = parsePasses(subject.passes);
  llvm::SmallVector<Pass *> places;
  collect(passes, level == 1, places);
  return places.size();
}

static bool dropPasses(Subject &subject, unsigned level, unsigned begin,
                       unsigned size) {
  std::vector<Pass> passes = parsePasses(subject.passes);
  llvm::SmallVector<Pass *> places;
  collect(passes, level == 1, places);
  if (begin + size > places.size())
    return false;
  for (Pass *pass : llvm::ArrayRef(places).slice(begin, size))
    (level == 1 ? pass->options : pass->name).clear();
  prune(passes, /*isOutermost=*/true);
  subject.passes = print(passes);
  return true;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::dropPassesRow = {
    "drop-passes", "leave passes and their options out of the pipeline",
    twoLevels,     countPasses,
    dropPasses,    /*ranged=*/true};
