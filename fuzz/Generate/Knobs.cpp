//===- Knobs.cpp - What a command line can set of the generator -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Generate.h"

using namespace tilefuzz;

static constexpr Knob knobs[] = {
    {"steps", &GenerateOptions::maxSteps, 1, 10000,
     "A program is made in at most N steps; each makes one or a few "
     "operations."},
    {"whole", &GenerateOptions::wholeOneIn, 0, 1000,
     "One program in N is of the whole language; 0 means none."},
    {"further", &GenerateOptions::furtherOneIn, 0, 1000,
     "One of the other programs in N has operations of all groups that every "
     "level takes; 0 means none."},
    {"depth", &GenerateOptions::maxDepth, 0, 8, "Regions nest at most N deep."},
    {"floats", &GenerateOptions::floats, 0, 100,
     "N of 100 numbers, and of 100 operations of arithmetic, are of floats. "
     "Addresses, masks, conditions and bounds need integers all the same."},
    {"memory", &GenerateOptions::memory, 0, 1000,
     "Memory is accessed N percent as often as usual. With 0 there are still "
     "the load that a program begins with, stores of results, and atomic "
     "updates."},
    {"atomics", &GenerateOptions::atomics, 0, 1000,
     "Memory is updated atomically N percent as often as usual."},
    {"tokens", &GenerateOptions::tokens, 0, 100,
     "N of 100 accesses wait for more than they must."},
    {"edges", &GenerateOptions::edges, 0, 100,
     "N of 100 numbers and pairs of operands are at the ends of their range."},
    {"notes", &GenerateOptions::notes, 0, 1000,
     "One program in N has attributes that mean nothing; 0 means none."},
    {"strong", &GenerateOptions::strong, 0, 1000,
     "One program in N has loads and stores with an ordering and a scope where "
     "it needs none; 0 means none."},
    {"inexact", &GenerateOptions::inexact, 0, 100,
     "N of 100 results that are not unique (a function with an error bound, a "
     "sum in any order) are computed with; the others are only stored. With "
     "100 each program of the whole language has some."},
    {"blocks", &GenerateOptions::blocks, 1, 64,
     "A program has at most N tile blocks."},
    {"products", &GenerateOptions::productsOneIn, 0, 1000,
     "One program in N is a product of matrices in a loop, which is what "
     "--pipeline-strategy=specialized is for; 0 means none."},
    {"swarm", &GenerateOptions::swarm, 0, 1,
     "With 1 whole groups of operations are off, others in each program; with "
     "0 all are on."},
};

llvm::ArrayRef<Knob> tilefuzz::getKnobs() { return knobs; }

static llvm::Error parseKnob(llvm::StringRef text, GenerateOptions &options) {
  auto [name, value] = text.split('=');
  for (const Knob &knob : knobs) {
    if (knob.name != name)
      continue;
    unsigned number = 0;
    if (value.getAsInteger(10, number) || number < knob.least ||
        number > knob.most)
      return llvm::createStringError(
          "knob '" + name + "' takes a number from " + llvm::Twine(knob.least) +
          " to " + llvm::Twine(knob.most) + ", not '" + value + "'");
    options.*knob.member = number;
    return llvm::Error::success();
  }
  std::string names;
  for (const Knob &knob : knobs)
    names += (names.empty() ? "" : ", ") + knob.name.str();
  return llvm::createStringError("no knob is called '" + name +
                                 "'; there are " + names);
}

llvm::Expected<GenerateOptions>
tilefuzz::parseGenerateOptions(llvm::StringRef language,
                               llvm::StringRef knobs) {
  GenerateOptions options;
  if (language == "lowered" || language == "whole")
    options.wholeOneIn = language == "whole";
  else if (language == "tileaa")
    options.tileAA = true;
  else if (language != "mixed")
    return llvm::createStringError("'" + language +
                                   "' is no language; write mixed, lowered, "
                                   "whole or tileaa");
  while (!knobs.empty()) {
    auto [first, rest] = knobs.split(',');
    if (llvm::Error error = parseKnob(first, options))
      return error;
    knobs = rest;
  }
  return options;
}
