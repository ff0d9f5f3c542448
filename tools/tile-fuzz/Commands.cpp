//===- Commands.cpp - What the verbs of tile-fuzz share -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Generate/Generate.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

Invocation &tilefuzz::invocation() {
  static Invocation self;
  return self;
}

int tilefuzz::fail(const llvm::Twine &message) {
  std::string text = message.str();
  // Those of files name the file first.
  if (!llvm::StringRef(text).contains("error: "))
    text = "tile-fuzz: error: " + text;
  auto [where, what] = llvm::StringRef(text).split("error: ");
  llvm::errs() << where << tinted(llvm::errs(), Tint::Bad, "error: ") << what
               << "\n";
  return exitBadUsage;
}

int tilefuzz::fail(llvm::Error error) {
  bool storage = error.isA<StorageError>();
  int code = fail(llvm::toString(std::move(error)));
  return storage ? exitStorage : code;
}

void tilefuzz::printJSON(const llvm::json::Value &value) {
  llvm::outs() << llvm::formatv("{0:2}\n", value);
}

static volatile sig_atomic_t interrupted = 0;

const volatile sig_atomic_t *tilefuzz::catchInterrupts() {
  auto handler = [](int) { interrupted = 1; };
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
  return &interrupted;
}

const char *const tilefuzz::languageHelp =
    "Makes random programs in this language: lowered, which every level of the "
    "compiler takes; whole, all of cuda_tile; mixed, one in five whole; "
    "tileaa, "
    "nv_tileaa as the conversion makes it and never does. Default: mixed.";

const char *tilefuzz::knobHelp() {
  static const std::string text = [] {
    std::string text = "Sets numbers of the generator:";
    GenerateOptions defaults;
    for (const Knob &knob : getKnobs())
      text += llvm::formatv("\n  {0} ({1}): {2}", knob.name,
                            defaults.*knob.member, knob.summary);
    return text;
  }();
  return text.c_str();
}

std::string tilefuzz::allKnobs(const std::vector<std::string> &knobs,
                               unsigned size, bool noSwarm) {
  std::string text = "steps=" + std::to_string(size);
  if (noSwarm)
    text += ",swarm=0";
  for (const std::string &knob : knobs)
    text += "," + knob;
  return text;
}

llvm::Expected<double> tilefuzz::parseDuration(llvm::StringRef text) {
  llvm::StringRef digits = text;
  double unit = 1;
  if (digits.consume_back("ms"))
    unit = 1e-3;
  else if (digits.consume_back("s"))
    unit = 1;
  else if (digits.consume_back("m"))
    unit = 60;
  else if (digits.consume_back("h"))
    unit = 3600;
  double value = 0;
  if (digits.getAsDouble(value) || !(value >= 0) || value > 1e9)
    return llvm::createStringError("'" + text +
                                   "' is no duration; write 90, 20s, 5m or "
                                   "2h");
  return value * unit;
}
