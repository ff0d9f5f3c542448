//===- Settings.cpp - What the environment says to the driver -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Driver/Settings.h"
#include "llvm/ADT/StringRef.h"
#include <cstdio>
#include <cstdlib>

using namespace tilefuzz::driver;
using llvm::StringRef;

static void readNumber(const char *name, uint64_t least, uint64_t greatest,
                       uint64_t &value) {
  const char *text = std::getenv(name);
  uint64_t number;
  if (!text || !*text)
    return;
  if (StringRef(text).getAsInteger(10, number) || number < least ||
      number > greatest)
    std::fprintf(stderr, "tilecuda: %s='%s' is no number from %llu to %llu\n",
                 name, text, static_cast<unsigned long long>(least),
                 static_cast<unsigned long long>(greatest));
  else
    value = number;
}

static Settings readSettings() {
  Settings settings;
  uint64_t checks = 1, mebibytes = settings.memoryBytes >> 20;
  readNumber("TILECUDA_CHECK", 0, 1, checks);
  readNumber("TILECUDA_STEPS", 1, uint64_t(1) << 60, settings.steps);
  readNumber("TILECUDA_SCHEDULE", 0, ~uint64_t(0), settings.schedule);
  readNumber("TILECUDA_MEMORY", 1, 1 << 20, mebibytes);
  settings.checks = checks;
  settings.memoryBytes = mebibytes << 20;
  if (const char *text = std::getenv("TILECUDA_CC"); text && *text) {
    auto [major, minor] = StringRef(text).split('.');
    int first, second;
    if (major.getAsInteger(10, first) || minor.getAsInteger(10, second) ||
        first < 1 || first > 99 || second < 0 || second > 9) {
      std::fprintf(stderr,
                   "tilecuda: TILECUDA_CC='%s' is no compute "
                   "capability such as 9.0\n",
                   text);
    } else {
      settings.major = first;
      settings.minor = second;
    }
  }
  return settings;
}

const Settings &tilefuzz::driver::settings() {
  static const Settings settings = readSettings();
  return settings;
}
